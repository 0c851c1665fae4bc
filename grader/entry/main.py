"""The command `python3 -m grader`: finds the command that is meant, runs it, returns its status."""

import difflib
import os
import signal
import sqlite3
import sys
from importlib import import_module
from types import FrameType
from typing import NoReturn

from grader.entry.inherited import settle
from grader.ground.console import show_progress
from grader.ground.errors import BROKEN_PIPE, INTERRUPTED, OUR_FAULT, USAGE, UsageError


# The signals that end a program; Windows has no SIGHUP.
NAMES = "SIGINT", "SIGTERM", "SIGHUP"
SIGNALS = [getattr(signal, name) for name in NAMES if hasattr(signal, name)]
COMMANDS = "new verify handout export report compare merge transcripts doctor".split()
GRADE = "grade"  # the command if no command is named


def main(arguments: list[str]) -> int:
    """Run the command; return its exit status."""
    settle()
    try:
        command, arguments = _command(arguments)
        module = import_module(f"grader.commands.{command}")
        for number in SIGNALS:
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, _interrupt)
        return module.run(arguments)
    except UsageError as error:
        print(f"grader: {error}", file=sys.stderr)
        return USAGE
    except KeyboardInterrupt as what_is_kept:
        show_progress("")
        print(f"grader: interrupted{what_is_kept}", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # whatever read our output has ended, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except (OSError, sqlite3.Error) as error:
        print(f"grader: {error}", file=sys.stderr)
        return OUR_FAULT


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    """Raise KeyboardInterrupt once; further interruptions are ignored."""
    _ignore_signals()
    raise KeyboardInterrupt


def _ignore_signals() -> None:
    for number in SIGNALS:
        signal.signal(number, signal.SIG_IGN)


def _command(arguments: list[str]) -> tuple[str, list[str]]:
    """(The name of the command, its arguments); UsageError if the name seems to be mistyped."""
    word = arguments[0] if arguments else ""
    if word in COMMANDS:
        return word, arguments[1:]
    similar = difflib.get_close_matches(word, COMMANDS, 1, 0.7)
    if similar and not os.path.lexists(word):
        raise UsageError(
            f"expected a command or an existing PATH, got {word!r} (did you mean {similar[0]}?)"
        )
    return GRADE, arguments


def start() -> NoReturn:
    """Run the command that the command line names, and end the process with its exit status."""
    try:
        exit_status = main(sys.argv[1:])
        _ignore_signals()  # a signal while Python clears up would make it show a traceback
    except KeyboardInterrupt:  # a second interruption, while the first one was being reported
        exit_status = INTERRUPTED
    # If an interruption came out of a string, as Python executes one to make a dataclass, Python
    # would end by the signal, whatever the status, until it executes another one.
    exec("")
    sys.exit(exit_status)
