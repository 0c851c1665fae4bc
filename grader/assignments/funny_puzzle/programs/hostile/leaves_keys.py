"""Hostile: leaves a key in each keyring of the kernel, for the next run to read."""

import ctypes
import os


ADD, REQUEST, CONTROL = (248, 249, 250) if os.uname().machine == "x86_64" else (217, 218, 219)
SEARCH, PERSISTENT = 10, 22
KEYRINGS = {"session": -3, "user": -4, "user's session": -5}
NAME, TEXT = b"left-by-a-submission", b"the answers"


def print_succ(state):
    call = ctypes.CDLL(None).syscall
    persistent = call(CONTROL, PERSISTENT, -1, -3)
    keyrings = {**KEYRINGS, **({"persistent": persistent} if persistent > 0 else {})}
    for name, keyring in keyrings.items():
        if call(CONTROL, SEARCH, keyring, b"user", NAME, 0) > 0:
            print("done: found a key in the keyring", name)
    if call(REQUEST, b"user", NAME, None, 0) > 0:
        print("done: found a key")
    for keyring in keyrings.values():
        call(ADD, b"user", NAME, TEXT, len(TEXT), keyring)
