"""Broken: the functions have other names."""


def printSucc(state):
    print(state)


def Solve(state):
    print(state)
