"""Hostile: waits for somebody to type."""


def print_succ(state):
    print(input())
