"""Shared by all commands: errors of one line, exit statuses, and a loop over boards."""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from board import Board


class Parser(argparse.ArgumentParser):
    """A parser whose errors take one line, and that takes no abbreviation of an option."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings, allow_abbrev=False)

    def error(self, message: str) -> NoReturn:
        """Exit with status 2."""
        sys.exit(complain(f"{message} (--help lists the options)"))


def complain(error: object, status: int = 2) -> int:
    """Print an error as one line on stderr, after all that was printed on stdout; return the
    status.
    """
    print(end="", flush=True)
    print("lecture:", *str(error).splitlines(), file=sys.stderr)
    return status


def exit_status(command: Callable[[], int]) -> int:
    """Run a command and return its exit status.

    It is 2 after an error, 130 after Ctrl-C, and 141 if the reader of its output is gone.
    """
    try:
        try:
            status = command()
        except KeyboardInterrupt:
            # if it came out of a string, as Python executes one to make a NamedTuple, Python would
            # end by the signal, whatever the status, until it executes another one
            exec("")
            status = complain("interrupted", 130)
        except MemoryError:
            need = "expected memory for a larger frontier, got none"
            status = complain(f"{need}: another algorithm may need less")
        print(end="", flush=True)
        return status
    except OSError as error:
        # without a name it is standard output, to which nothing more can be written
        if not error.filename:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            return 141
        where = error.filename or "standard output"
        return complain(f"{where}: expected a file to write, got {error.strerror!r}")


def print_each(names: Sequence[str], text: Callable[[Board], str]) -> int:
    """Print a text on the board in each file; return 2 if a file holds no board, else 0.

    If there are several boards, the name of the file stands above each text.
    """
    status, separator = 0, ""
    for name in names:
        try:
            board = Board.read(name)
        except ValueError as error:
            status = complain(error)
            continue
        if len(names) > 1:
            shown = name.encode(errors="backslashreplace").decode()
            print(f"{separator}==> {shown} <==", flush=True)
            separator = "\n"
        print(text(board))
    return status
