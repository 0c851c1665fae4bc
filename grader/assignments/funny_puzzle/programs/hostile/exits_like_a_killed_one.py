"""Hostile: ends itself with the exit status by which a shell says that SIGKILL ended a program."""

import os


def print_succ(state):
    os._exit(137)
