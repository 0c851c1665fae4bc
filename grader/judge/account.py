"""Reads a Run into an Account, a typed record. No other module reads what a run says of itself.

The output, the driver's marks between the outputs of calls, its marked lines on stderr and the exit
status all come out of the student's process, where the student's program could have written them
itself. So each may be false. If a marked line is one that the driver can't have written, the
Account has a `fault`, and the judge blames the program for it.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import dropwhile
from typing import Any

from grader.assignment.hooks import Lines, Printed, Took
from grader.judge.evidence import clipped_lines
from grader.judge.reading import MOST_LINES, lines
from grader.records.checks import Check
from grader.records.results import SHOWN_BYTES, Run
from grader.sandbox.driver import (
    CALL,
    EXITED,
    IMPORT_EXITED,
    IMPORT_RAISED,
    LARGEST,
    MARK,
    NO_FUNCTION,
    NO_MEMORY,
    RAISED,
    TEXT,
)


STDERR_LINES = 6  # the most lines of stderr that a report shows
# the most marked lines that the driver writes, and the most bytes of one
MESSAGES, MESSAGE_BYTES = 10, 8192
ENDINGS = {
    0: "well",
    NO_FUNCTION: "no_function",
    IMPORT_RAISED: "import_raised",
    RAISED: "raised",
    IMPORT_EXITED: "import_exited",
    EXITED: "exited",
    NO_MEMORY: "no_memory",
}
# the beginning of an exception that a driver defines
OF_DRIVER = re.compile(r"driver[.][A-Z]\w*: ")


@dataclass(frozen=True, slots=True)
class Message:
    """The driver's message on how a run ended. Each field may be absent.

    If there was no error, `line` is where the program was when its CPU time was last looked at.
    """

    error: str = ""  # the name of the exception's class, and its message
    file: str = ""  # the file in which it was raised
    line: int = 0
    caller: str = ""  # the file of the outermost function that had been called then
    called_from: int = 0  # the line that it had reached
    module: str = ""  # the module that could not be imported
    near: str = ""  # the program's module whose name differs from that one's in its case alone
    holder: str = ""  # the class that was asked for the function

    @property
    def place(self) -> dict[str, str]:
        """Where the run ended, and from where that was called, as fields of a fact, as far as it is
        known.
        """
        if not self.file or not self.line:
            return {}
        place = {"file": self.file, "line": str(self.line)}
        if self.called_from and (self.caller, self.called_from) != (self.file, self.line):
            place |= {"caller": self.caller, "called_from": str(self.called_from)}
        return place


TYPES: dict[str, type] = {name: type(getattr(Message(), name)) for name in Message.__slots__}


@dataclass(frozen=True, slots=True)
class Account:
    """The output of a run's calls, how the run ended, and why.

    `ending` is one of ENDINGS, "signal" if a signal ended the program, or "status" if the program
    ended itself with a status of its choice.
    """

    ending: str
    # the output of all calls, each on lines of its own, or of the import if there were none
    printed: bytes
    # the output of each call that began; that of the last also has what came at the end
    calls: tuple[bytes, ...] = ()
    at_exit: bytes = b""  # the part of it that came after the last call
    processes: tuple[Took, ...] = ()
    message: Message = Message()
    complaints: Lines = ()  # the last lines on stderr without the driver's own
    fault: str = ""  # "calls" or "message" if the driver can't have written that

    def lines(self, most: int = MOST_LINES) -> Printed:
        """The lines that were printed. Each call's output is split into lines by itself."""
        printed: list[str] = []
        for output in self.calls or (self.printed,):
            printed += lines(output, most)
        return Printed(tuple(printed), self.processes)

    def without_exit(self) -> "Account":
        """This account without the output that followed the last call."""
        calls = self.calls[:-1] + (self.calls[-1][: -len(self.at_exit)],)
        return replace(self, calls=calls, printed=one_by_one(calls), at_exit=b"")


def account(check: Check, run: Run) -> Account:
    """The Account of a run of a check."""
    ending = ENDINGS.get(run.exit_status, "status")
    if run.exit_status < 0:
        ending = "signal"
    message = _message(run.stderr)
    own = Account(
        ending,
        run.stdout,
        message=message or Message(),
        complaints=complaints(run.stderr),
        fault="" if message else "message",
    )
    if run.processes:
        return _of_processes(check, run, own)
    number = most_marks = 0
    if check.function:
        number = len(check.calls)
        most_marks = number + 1
    if run.stdout.count(CALL) > most_marks:
        return replace(own, printed=run.stdout.replace(CALL, b""), fault="calls")
    _, *outputs = run.stdout.split(CALL)
    if not outputs:
        return own
    calls, at_exit = outputs[:number], b"".join(outputs[number:])
    calls[-1] += at_exit
    return replace(own, printed=one_by_one(calls), calls=tuple(calls), at_exit=at_exit)


def one_by_one(calls: Sequence[bytes]) -> bytes:
    """The outputs of calls, where each but the last ends its last line.

    White space at the end of a call's output is left out, as the judge forgives it.

    >>> one_by_one([b"1\\n\\n", b"", b"2", b"3"])
    b'1\\n2\\n3'
    """
    ended = [output.rstrip() + b"\n" for output in calls[:-1] if output.strip()]
    return b"".join(ended) + calls[-1]


def _of_processes(check: Check, run: Run, last: Account) -> Account:
    """The Account of a check that ran in several processes. `last` is the last one's, which says
    how the check ended.
    """
    accounts = [account(check, process) for process in run.processes]
    most = MOST_LINES // len(accounts)
    processes = tuple(
        Took(own.lines(most).lines, process.cpu_s, process.memory_mib, process.ended == "cpu")
        for own, process in zip(accounts, run.processes)
    )
    printed = b"\n".join(own.printed.removesuffix(b"\n") for own in accounts) + b"\n"
    fault = next((own.fault for own in accounts if own.fault), "")
    return replace(last, printed=printed, calls=(printed,), processes=processes, fault=fault)


# ---- What is on stderr ----


def complaints(stderr: bytes) -> Lines:
    """The last lines on stderr that the program wrote, not the driver.

    >>> complaints(b"before\\n\\n\\x1egrader {}\\nafter\\ndriver.Missing: f\\n")
    ('before', 'after')
    """
    end = stderr[-SHOWN_BYTES - MESSAGES * MESSAGE_BYTES :]
    before, *after = end.split(MARK)
    own = end
    if after:
        pieces = [before] + [piece.partition(b"\n")[2] for piece in after]
        own = b"\n".join(piece.rstrip() for piece in pieces if piece)
    text = own[-SHOWN_BYTES:].decode("utf-8", "surrogateescape").rstrip()
    if not text:
        return ()
    rows = [row for row in text.split("\n") if not OF_DRIVER.match(row)]
    return tuple(clipped_lines(_last(rows)))


def _last(rows: list[str]) -> list[str]:
    """The last STDERR_LINES rows, without code of a traceback whose place is cut off.

    >>> place, code = '  File "solver.py", line 7, in solve', "    import optimal"
    >>> _last([place, code] * 4 + ["KeyError: 3"])[0] == place
    True
    """
    last = rows[-STDERR_LINES:]
    if len(last) == len(rows):
        return rows
    return [*dropwhile(lambda row: row.startswith("    "), last)] or last


def _message(stderr: bytes) -> Message | None:
    """The facts in the driver's last marked line; None if the program forged a marked line."""
    _, *marked = stderr.split(MARK, MESSAGES + 1)
    if len(marked) > MESSAGES:
        return None
    message: Message | None = Message()
    for piece in marked:
        message = _facts(piece.partition(b"\n")[0])
        if not message:
            return None
    return message


def _facts(text: bytes) -> Message | None:
    """The facts in one marked line; None if the driver can't have written that line.

    >>> _facts(b'{"error": "KeyError: 3", "line": 7, "module": null}')
    Message(error='KeyError: 3', file='', line=7, ...)
    >>> _facts(b'{"error": "KeyError: 3", "line": "7"}'), _facts(b"[" * 4000)
    (None, None)
    """
    if len(text) > MESSAGE_BYTES:
        return None
    try:
        facts = json.loads(text.decode())
    except (ValueError, RecursionError):
        return None
    if not isinstance(facts, dict):
        return None
    known = {name: value for name, value in facts.items() if value is not None}
    if not all(_is_possible(name, value) for name, value in known.items()):
        return None
    return Message(**known)


def _is_possible(name: str, value: Any) -> bool:
    """Whether a value is one that the driver may have written for a field of that name."""
    if TYPES.get(name) is str:
        return isinstance(value, str) and len(value) <= TEXT
    return TYPES.get(name) is type(value) is int and 0 <= value < LARGEST
