"""Hostile: leaves files for the next run wherever everybody may write."""

import os


def print_succ(state):
    for folder in "/tmp", "/var/tmp", "/dev/shm", "/run/lock", "..", os.environ["HOME"]:
        try:
            os.makedirs(f"{folder}/left-by-a-submission/x")
            os.chmod(f"{folder}/left-by-a-submission", 0)
        except OSError:
            pass
