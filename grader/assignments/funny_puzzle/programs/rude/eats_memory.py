"""Rude: it fills the memory."""


def print_succ(state):
    heap = [bytes(1 << 24)]
    while True:
        heap.append(bytes(1 << 24))


def solve(state):
    print_succ(state)
