"""Hostile: prints on stdout and stderr as fast as it can, for ever."""

import os


def print_succ(state):
    while True:
        os.write(1, b"x" * 65536)
        os.write(2, b"y" * 65536)
