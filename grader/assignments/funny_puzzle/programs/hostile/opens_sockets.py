"""Hostile: connects to a port and a name of this machine, and sends to the port."""

import socket


def print_succ(state):
    port = ("127.0.0.1", @PORT@)
    try:
        socket.socket(type=socket.SOCK_DGRAM).sendto(b"x", port)
    except OSError:
        pass
    for family, address in (socket.AF_INET, port), (socket.AF_UNIX, "\0@PLACE@/STREAM"):
        try:
            socket.socket(family).connect(address)
            print("done: connected to", address)
        except OSError:
            pass
