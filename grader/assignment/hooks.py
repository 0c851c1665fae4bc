"""Hooks: how an assignment differs from the default; `HOOKS` in the `puzzle.py` of its folder.

An instance is one input, and has a name. By default its arguments are in the assignment file,
`"arguments": {"ten": [10]}`, a call is shown as in Python, and there are no pictures and no fresh
instances. A class derived from Hooks overrides what is different:

    class Primes(Hooks):
        def read(self, name):
            return (int(name.removeprefix("upto-")),)

    HOOKS = Primes()
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from random import Random
from typing import Any

from grader.records.checks import Arguments, Check
from grader.records.facts import Fact
from grader.records.results import Picture


RUN = "_ = runpy.run_path(sys.argv[0], run_name='__main__')"
Lines = tuple[str, ...]


@dataclass(frozen=True)
class Took:
    """The lines that one process of a check printed, with its CPU time and memory."""

    lines: Lines
    cpu_s: float
    memory_mib: float
    was_stopped: bool = False  # whether its time ran out


@dataclass(frozen=True)
class Printed:
    """The lines of an output, and of each process if a check is measured in several."""

    lines: Lines
    processes: tuple[Took, ...] = ()


@dataclass(frozen=True)
class Reading:
    """The lines that a checker read from an output, to be compared, and notes to be shown."""

    lines: Lines
    notes: tuple[Fact, ...] = ()


# A checker gets a check, an output and the lines of the expected transcript (None while that is
# being made from the model's output). It returns the lines that every right answer shares.
Checker = Callable[[Check, Printed, "Lines | None"], Reading]


@dataclass(frozen=True)
class Process:
    """One process of a check: its arguments, and a limit relative to an earlier process.

    If `times` is set, the process is stopped after `times` the CPU time of the process numbered
    `than`, and the check goes on. A process that `is_ours` runs without the submission's files.
    """

    arguments: Arguments
    times: float = 0.0
    than: int = 0
    is_ours: bool = False


class Hooks:
    """The default behaviour of everything that an assignment can change."""

    checkers: Mapping[str, Checker] = {}
    # The checkers of what a program prints only when it runs in a process alone: no prediction runs
    # them.
    unpredicted: tuple[str, ...] = ()
    # Set when an assignment is loaded: the arguments and the stdin of the instances in its file,
    # and the digest of those of its Python files that a verdict may depend on.
    arguments: Mapping[str, list[Any]] = {}
    stdin: Mapping[str, str] = {}
    code: str = ""

    def read(self, name: str) -> Arguments:
        """The arguments of the instance with this name; ValueError or OSError if there is none."""
        if name not in self.arguments and name not in self.stdin:
            raise ValueError(
                "expected its arguments in the assignment file "
                f'("arguments": {{"{name}": [...]}}), got none'
            )
        return tuple(self.arguments.get(name, ()))

    def names(self, pattern: str) -> list[str]:
        """The names of the instances that match a pattern of the assignment file."""
        return [name for name in {**self.arguments, **self.stdin} if fnmatchcase(name, pattern)]

    def files(self, name: str) -> Mapping[str, bytes]:
        """{path at the top of the checkout: bytes} of the instance's file, which need not exist."""
        return {}

    def show(self, check: Check, instance: str = "") -> str:
        """The line that a student types to see a check happen, on the instance with this name.

        In the `shown` of a group, {arguments} stands for the arguments and {name} for the name.
        """
        if not check.shown and not check.driver:
            reads = f"  # and give it {check.stdin!r} to read" if check.stdin else ""
            if check.is_command:
                return f"import sys, runpy; sys.argv = {[*check.words]}; {RUN}{reads}"
            calls = (check.arguments, *check.further)
            shown = (f"{check.function}({_listed(arguments)})" for arguments in calls)
            return "; ".join(shown) + reads
        name, arguments = check.instance(instance)
        return check.shown.replace("{arguments}", _listed(arguments)).replace("{name}", name)

    def instance_in(self, check: Check, line: str) -> str:
        """The name of the instance at the start of a line of output, "" if it has none.

        A driver begins its lines with the name, followed by a comma, a colon or a space.
        """
        for signs in ("[,:]", "[,: ]"):
            name = re.split(signs, line, maxsplit=1)[0]
            if name in check.instances:
                return name
        return ""

    def processes(self, check: Check) -> Sequence[Process]:
        """The processes in which a check calls its function, one after another; () for just one.

        A checker gets the output of each process, and its CPU time and memory.
        """
        return ()

    def doubtful(self, check: Check, cpu_s: Sequence[float]) -> Sequence[int]:
        """The numbers of the processes to measure once more, given the CPU seconds of each.

        The least time of a process counts, since a busy machine makes times longer, never shorter.
        """
        return ()

    def picture(self, line: str, column: int = 0) -> Picture | None:
        """The picture for a line of output, or for the part of the line at a column; or None."""
        return None

    def is_search(self, function: str) -> bool:
        """Whether a function searches; then the hint for an endless run asks about the search."""
        return False

    def fresh(self, chance: Random, check: Check) -> Arguments | None:
        """The arguments of a random instance like a fixed check's; None if there can't be one."""
        return None

    def is_alike(self, transcript: bytes, fixed: bytes) -> bool:
        """Whether a fresh instance is about as difficult as a fixed one, by their transcripts."""
        return True

    @property
    def has_processes(self) -> bool:
        """Whether checks can be measured in several processes."""
        return type(self).processes is not Hooks.processes

    @property
    def makes_fresh(self) -> bool:
        """Whether the assignment can make fresh instances."""
        return type(self).fresh is not Hooks.fresh


def _listed(arguments: Arguments) -> str:
    """Arguments as one types them, with commas."""
    return ", ".join(map(repr, arguments))


OWN = Hooks()


def hooks_of(check: Check) -> Hooks:
    """The hooks of a check's assignment, or the default ones."""
    return check.hooks if isinstance(check.hooks, Hooks) else OWN


def call(check: Check, name: str = "") -> str:
    """The line that a student types in a REPL to see a check happen.

    `name` chooses one of several instances; the default is the first.

    >>> from grader.records.checks import Limits
    >>> call(Check("count/one", "primes", Limits(), "count_primes", (10,)))
    'count_primes(10)'
    """
    if not check.function:
        return f"import {check.module}"
    shown = hooks_of(check).show(check, name)
    if check.replaced:
        files = " and ".join(file for file, _ in check.replaced)
        mark = ";" if "  # " in shown else "  #"
        shown += f"{mark} with the course's {files} in place of yours"
    return shown
