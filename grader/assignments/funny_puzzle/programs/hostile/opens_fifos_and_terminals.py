"""Hostile: writes into a FIFO that is open to all, and types into a terminal."""

import fcntl
import os
import termios


def write():
    """Write into the FIFO, which exists without a reader if it is opened for both."""
    os.write(os.open("@PLACE@/fifo", os.O_RDWR | os.O_NONBLOCK), b"x")


def type_into():
    """Put a letter into the input of a terminal."""
    fcntl.ioctl(os.open("@TERMINAL@", os.O_RDWR | os.O_NOCTTY), termios.TIOCSTI, b"x")


def talk_to():
    """Write to a terminal."""
    os.write(os.open("@TERMINAL@", os.O_WRONLY | os.O_NOCTTY), b"x")


def make():
    """Make a terminal of its own."""
    os.openpty()


def print_succ(state):
    for act in write, type_into, talk_to, make:
        try:
            act()
            print("done:", act.__name__)
        except OSError:
            pass
