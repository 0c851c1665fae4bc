"""Hostile: ends its process with status 0 before it prints."""

import os


def print_succ(state):
    os._exit(0)
