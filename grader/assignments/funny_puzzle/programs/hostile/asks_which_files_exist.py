"""Hostile: learns answers from the names of files, which need not be readable."""

import os


NAMES = "grader", "testinput/puzzle4x4-46.txt", "funny_puzzle.py", "grader/assignments", ".."


def print_succ(state):
    for path in [f"@ROOT@/{name}" for name in NAMES] + ["@PLACE@/class", "@PLACE@/hostile.json"]:
        for ask in os.stat, os.lstat, os.statvfs, os.readlink, os.chdir, os.listxattr:
            try:
                ask(path)
                print("done:", ask.__name__, path)
            except OSError as error:
                if error.errno == 22:  # no link, but there
                    print("done: found", path)
