"""Hostile: takes more memory than it may in shared memory that it has detached, and leaves it."""

import ctypes
import time


SIZE, CREATE = 60 << 20, 0o1000 | 0o600


def print_succ(state):
    library = ctypes.CDLL(None)
    library.shmat.restype = ctypes.c_void_p
    held = 0
    for _ in range(10):
        segment = library.shmget(0, SIZE, CREATE)
        address = library.shmat(segment, None, 0)
        if segment < 0 or address in (None, ctypes.c_void_p(-1).value):
            break
        ctypes.memset(address, 1, SIZE)
        library.shmdt(ctypes.c_void_p(address))
        held += SIZE
    if held:
        time.sleep(0.5)
        print("done: held", held >> 20, "MiB")
