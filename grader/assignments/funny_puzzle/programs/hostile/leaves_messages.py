"""Hostile: leaves a System V message queue with a message, for the next run to read."""

import ctypes


KEY, CREATE, NO_WAIT = 0x5EED, 0o1000 | 0o666, 0o4000


def print_succ(state):
    library = ctypes.CDLL(None)
    if library.msgget(KEY, 0) >= 0:
        print("done: found a message queue")
    message = (1).to_bytes(ctypes.sizeof(ctypes.c_long), "little") + b"the answers"
    library.msgsnd(library.msgget(KEY, CREATE), message, len(b"the answers"), NO_WAIT)
