"""Broken: it imports a module that is not there."""

import nosuchmodule.linalg


def print_succ(state):
    nosuchmodule.linalg.norm(state)
