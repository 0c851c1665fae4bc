"""Hostile: connects to sockets with a path or a name, in every way that Linux has for it."""

import os
import socket
from itertools import product


KINDS = "STREAM", "DGRAM", "SEQPACKET"


def fresh(kind, address):
    """Connect a new socket."""
    socket.socket(socket.AF_UNIX, kind).connect(address)


def of_a_pair(kind, address):
    """Connect one of a pair whose other has gone."""
    own, other = socket.socketpair(socket.AF_UNIX, kind)
    other.close()
    own.connect(address)


def sent(kind, address):
    """Send from one of a pair to somebody else."""
    own, _ = socket.socketpair(socket.AF_UNIX, kind)
    if kind != socket.SOCK_STREAM:  # which sends to the other, whatever is asked for
        own.sendto(b"x", address)
    else:
        own.bind(f"{os.environ['HOME']}/own")
        own.listen()
        raise OSError


def print_succ(state):
    for way, name, start in product((fresh, of_a_pair, sent), KINDS, ("@PLACE@/", "\0@PLACE@/")):
        kind = getattr(socket, f"SOCK_{name}")
        for flags in 0, socket.SOCK_CLOEXEC, socket.SOCK_NONBLOCK:
            try:
                way(kind | flags, start + name)
                print("done:", way.__name__, start + name)
            except OSError:
                pass
