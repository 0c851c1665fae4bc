"""Hostile: replaces print, sys.stdout and builtins by objects that say that all is well."""

import builtins
import sys


def print_succ(state):
    class Well:
        def __getattr__(self, name):
            return lambda *arguments: 0

        def __eq__(self, other):
            return True

    builtins.print = sys.stdout = sys.stderr = sys.__stdout__ = builtins.SystemExit = Well()
    sys.exit = sys.exitfunc = lambda *arguments: None
    print(state)
