"""Broken: importing it raises NameError."""

GOAL = [1, 2, 3, 4, 5, 6, 7, O, O]


def print_succ(state):
    print(state)
