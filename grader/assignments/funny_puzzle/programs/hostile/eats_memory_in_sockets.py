"""Hostile: has children that fill the kernel's buffers with what nobody reads."""

import os
import socket
import time


def fill():
    """Fill the buffers of as many pairs of sockets as a process may have, and return how full."""
    held, block, pairs = 0, bytes(1 << 16), []
    for _ in range(110):
        pairs.append(socket.socketpair())
        for end in pairs[-1]:
            end.setblocking(False)
            try:
                while True:
                    held += end.send(block)
            except BlockingIOError:
                pass
    return held, pairs


def print_succ(state):
    reader, writer = os.pipe()
    for _ in range(8):
        if os.fork() == 0:
            held, pairs = fill()
            os.write(writer, b"%9d\n" % held)
            time.sleep(3600)
    held = sum(int(os.read(reader, 10)) for _ in range(8))
    time.sleep(0.3)
    if held > 300 << 20:
        print("done: held", held >> 20, "MiB")
