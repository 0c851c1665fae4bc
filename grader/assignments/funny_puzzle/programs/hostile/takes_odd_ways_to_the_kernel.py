"""Hostile: opens files by handles, talks to the kernel by sockets, reads its log, and more."""

import ctypes
import os
import socket


X86 = {"name": 303, "open": 304, "log": 103, "secret": 447, "compare": 312, "quota": 179}
ARM = {"name": 264, "open": 265, "log": 116, "secret": 447, "compare": 272, "quota": 60}
CALLS = X86 if os.uname().machine == "x86_64" else ARM
FAMILIES = {"netlink": 16, "packets": 17, "algorithms": 38, "a host": 40, "XDP": 44}


def print_succ(state):
    call = ctypes.CDLL(None).syscall
    handle = ctypes.create_string_buffer(bytes([128, 0, 0, 0]), 136)
    call(CALLS["name"], -100, b"/", handle, ctypes.byref(ctypes.c_int()), 0)
    if call(CALLS["open"], os.open(".", os.O_RDONLY), handle, 0) >= 0:
        print("done: opened a file by its handle")
    if call(CALLS["log"], 10, None, 0) >= 0:
        print("done: asked the log of the kernel")
    if call(CALLS["secret"], 0) >= 0:
        print("done: has memory that nobody can look into")
    if call(CALLS["compare"], os.getppid(), os.getppid(), 0, 0, 0) >= 0:
        print("done: compared files of others")
    for name, family in FAMILIES.items():
        for kind in socket.SOCK_STREAM, socket.SOCK_RAW, socket.SOCK_SEQPACKET:
            try:
                socket.socket(family, kind).close()
                print("done: has a socket for", name)
            except OSError:
                pass
