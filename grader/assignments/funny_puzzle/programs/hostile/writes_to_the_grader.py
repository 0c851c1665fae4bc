"""Hostile: writes over the grader, the tests and the results."""

import os


def print_succ(state):
    for folder, _, names in os.walk("@ROOT@"):
        for path in [f"{folder}/planted", *(f"{folder}/{name}" for name in names)]:
            try:
                open(path, "a").close()
                print("done: wrote", path)
            except OSError:
                pass
