"""Hostile: asks for more and more memory."""


def print_succ(state):
    held = []
    while True:
        held.append(bytearray(1 << 24))
