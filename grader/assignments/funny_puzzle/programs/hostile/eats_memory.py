"""Hostile: asks for more and more memory."""


def print_succ(state):
    held = bytearray(1 << 20)
    while True:
        held = held * 4
