"""Hostile: ignores every signal that it can, and loops."""

import signal


def print_succ(state):
    for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
        signal.signal(number, signal.SIG_IGN)
    while True:
        pass
