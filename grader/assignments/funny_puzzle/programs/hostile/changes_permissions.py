"""Hostile: closes to all whatever it can reach."""

import os


def print_succ(state):
    for path in ["@ROOT@/grader/assignments", "@ROOT@/grader", "@ROOT@"]:
        try:
            os.chmod(path, 0)
            print("done: changed", path)
        except OSError:
            pass
    os.chmod(".", 0)
