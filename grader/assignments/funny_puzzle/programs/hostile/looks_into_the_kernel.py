"""Hostile: counts events of the processor, and puts a map and a program into the kernel."""

import ctypes
import os
import struct


COUNT, BPF = (298, 321) if os.uname().machine == "x86_64" else (241, 280)
EXCLUDE_KERNEL = 1 << 5
SOCKET_FILTER = 1
RETURN_0 = struct.pack("=BBhi", 0xB7, 0, 0, 0) + struct.pack("=BBhi", 0x95, 0, 0, 0)


def print_succ(state):
    call = ctypes.CDLL(None).syscall
    event = struct.pack("=IIQQQQQ", 1, 112, 0, 0, 0, 0, EXCLUDE_KERNEL).ljust(112, b"\0")
    if call(COUNT, event, 0, -1, -1, 0) >= 0:
        print("done: counts events")
    array = struct.pack("=IIII", 2, 4, 4, 1).ljust(72, b"\0")
    if call(BPF, 0, array, len(array)) >= 0:
        print("done: made a map")
    code, license = ctypes.create_string_buffer(RETURN_0), ctypes.create_string_buffer(b"GPL")
    addresses = ctypes.addressof(code), ctypes.addressof(license)
    program = struct.pack("=IIQQ", SOCKET_FILTER, 2, *addresses).ljust(120, b"\0")
    if call(BPF, 5, program, len(program)) >= 0:
        print("done: loaded a program")
