"""Hooks: how an assignment differs from the default; `HOOKS` in the `puzzle.py` of its folder.

An instance is one input, and has a name. By default its arguments are in the assignment file,
`"arguments": {"ten": [10]}`, a call is shown as in Python, and there are no pictures and no fresh
instances. A class derived from Hooks overrides what is different:

    class Primes(Hooks):
        checkers = {"factors": in_any_order}

    HOOKS = Primes()
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from random import Random
from typing import Any, NamedTuple

from grader.ground.text import when
from grader.records.checks import Arguments, Check
from grader.records.facts import Fact
from grader.records.results import Picture


RUN = "_ = runpy.run_path(sys.argv[0], run_name='__main__')"
Lines = tuple[str, ...]


class Took(NamedTuple):
    """The lines that one process of a check printed, with its CPU time and memory."""

    lines: Lines
    cpu_s: float
    memory_mib: float
    was_stopped: bool = False  # whether its time ran out


class Printed(NamedTuple):
    """The lines of an output, and of each process if a check is measured in several."""

    lines: Lines
    processes: tuple[Took, ...] = ()


class Reading(NamedTuple):
    """The lines that a checker read from an output, to be compared, and notes to be shown."""

    lines: Lines
    notes: tuple[Fact, ...] = ()


# A checker gets a check, an output and the lines of the expected transcript (None while that is
# being made from the model's output). It returns the lines that every right answer shares.
Checker = Callable[[Check, Printed, "Lines | None"], Reading]


class Process(NamedTuple):
    """One process of a check: its arguments, and a limit relative to an earlier process.

    If `times` is set, the process is stopped after `times` the CPU time of the process numbered
    `than`, and the check goes on. A process that `is_ours` does not import the submission, and has
    its files only in a check without files of the course's.
    """

    arguments: Arguments
    times: float = 0.0
    than: int = 0
    is_ours: bool = False


class Measurement(NamedTuple):
    """The processes in which a check calls its function, one after another; () for just one.

    The processes get instances that are drawn by the check's seed; a right program prints the same
    for all of them.

    `doubtful` gives the numbers of the processes to measure once more, by the CPU seconds of each.
    Times of one round that leave no doubt count. Otherwise the least of each process does, since a
    busy machine makes times longer, never shorter.
    """

    processes: Sequence[Process] = ()
    doubtful: Callable[[Sequence[float]], Sequence[int]] = lambda cpu_s: ()


class Fresh(NamedTuple):
    """How fresh instances are made.

    `draw` gives the arguments of a random instance like a fixed check's, None if there can't be
    one. `is_alike` says whether it is about as difficult as a fixed one, by their transcripts.
    """

    draw: Callable[[Random, Check], Arguments | None]
    is_alike: Callable[[bytes, bytes], bool] = lambda transcript, fixed: True


@dataclass(frozen=True)
class Unusual:
    """A checker for checks that are measured, or of which no prediction is made.

    What a program prints only in a process alone can't be predicted. A measured checker gets what
    each process printed and took.
    """

    checker: Checker
    measurement: Callable[[Check], Measurement] | None = None
    is_predictable: bool = False

    def __call__(self, check: Check, printed: Printed, expected: Lines | None) -> Reading:
        return self.checker(check, printed, expected)


class Instances:
    """The instances of an assignment, by their names."""

    def read(self, name: str) -> Arguments:
        """The arguments of the instance with this name; ValueError or OSError if there is none."""
        raise NotImplementedError

    def names(self, pattern: str) -> list[str]:
        """The names of the instances that match a pattern of the assignment file."""
        raise NotImplementedError

    def files(self, name: str) -> Mapping[str, bytes]:
        """{path at the top of the checkout: bytes} of the instance's file, which need not exist."""
        return {}

    def typed(self, name: str, arguments: Arguments) -> str:
        """The arguments of the instance with this name, as one types them."""
        return ", ".join(map(repr, arguments))

    def written(self, name: str) -> str:
        """The text of the file in which a program finds the instance with this name."""
        raise NotImplementedError


@dataclass(frozen=True)
class Given(Instances):
    """The instances whose arguments and stdin are in the assignment file."""

    arguments: Mapping[str, list[Any]] = field(default_factory=dict)
    stdin: Mapping[str, str] = field(default_factory=dict)

    def read(self, name: str) -> Arguments:
        """The arguments of the instance with this name; ValueError if there is none."""
        if name not in self.arguments and name not in self.stdin:
            raise ValueError(
                "expected its arguments in the assignment file "
                f'("arguments": {{"{name}": [...]}}), got none'
            )
        return tuple(self.arguments.get(name, ()))

    def names(self, pattern: str) -> list[str]:
        """The names of the instances in the file that match a pattern."""
        return [name for name in {**self.arguments, **self.stdin} if fnmatchcase(name, pattern)]


class Hooks:
    """The default behaviour of everything that an assignment can change."""

    instances: Instances = Given()
    checkers: Mapping[str, Checker] = {}
    fresh: Fresh | None = None

    def picture(self, line: str, column: int = 0) -> Picture | None:
        """The picture for a line of output, or for the part of the line at a column; or None."""
        return None


def hooks_of(check: Check) -> Hooks:
    """The hooks of a check's assignment, or the default ones."""
    if isinstance(check.hooks, Hooks):
        return check.hooks
    return Hooks()


def is_predictable(check: Check) -> bool:
    """Whether what a program prints in a check depends on nothing but the program."""
    checker = hooks_of(check).checkers.get(check.checker)
    return not isinstance(checker, Unusual) or checker.is_predictable


def measurement(check: Check) -> Measurement:
    """How a check is measured, on instances that are drawn by its seed."""
    checker = hooks_of(check).checkers.get(check.checker)
    if isinstance(checker, Unusual) and checker.measurement:
        return checker.measurement(check)
    return Measurement()


def is_drawn(check: Check) -> bool:
    """Whether a check is measured, on instances drawn by its seed.

    This draws none, which may take long.
    """
    return is_measured(hooks_of(check).checkers.get(check.checker))


def is_measured(checker: Checker | None) -> bool:
    """Whether a checker is for checks that are measured."""
    return isinstance(checker, Unusual) and checker.measurement is not None


def instance_in(check: Check, line: str) -> str:
    """The name of the instance at the start of a line of output, "" if it has none.

    A driver begins its lines with the name, followed by a comma, a colon or a space.
    """
    for signs in ("[,:]", "[,: ]"):
        name = re.split(signs, line, maxsplit=1)[0]
        if name in check.instances:
            return name
    return ""


def call(check: Check, *names: str, line: str = "") -> str:
    """The line that a student types in a REPL to see a check happen.

    `names` are those of several instances that it has; the default is the first. `line` is a line
    of its output, which some calls show and others don't.

    >>> from grader.records.checks import Limits
    >>> call(Check("count/one", "primes", Limits(), "count_primes", (10,)))
    'count_primes(10)'
    """
    if not check.function:
        return f"import {check.module}"
    calls, comment = [], ""
    for name in names or ("",):
        typed, _, comment = _typed(check, name, line).partition("  # ")
        calls.append(typed)
    comments = [comment] if comment else []
    if check.replaced:
        files = " and ".join(file for file, _ in check.replaced)
        comments.append(f"with the course's {files} in place of yours")
    return "; ".join(calls) + when(comments, f"  # {'; '.join(comments)}")


def _typed(check: Check, instance: str, line: str) -> str:
    """What a student types to see a line of a check's output, on the instance with this name.

    In the `shown` of a group, {arguments} stands for the arguments, {name} for the name, {file} for
    the text of a file with the instance, and {asked} for what the line has before its answer.
    """
    instances = hooks_of(check).instances
    if not check.shown and not check.driver:
        reads = f"  # and give it {check.stdin!r} to read" if check.stdin else ""
        if check.is_command:
            return f"import sys, runpy; sys.argv = {list(check.words)}; {RUN}{reads}"
        calls = (instances.typed("", arguments) for arguments in check.calls)
        return "; ".join(f"{check.function}({arguments})" for arguments in calls) + reads
    name, arguments = check.instance(instance)
    shown = next((text for words, text in check.shown if words in line), "")
    shown = shown.replace("{arguments}", instances.typed(name, arguments))
    if "{file}" in shown:
        shown = shown.replace("{file}", repr(instances.written(name)))
    asked = line.partition(": ")[0].rpartition(", ")[2]
    return shown.replace("{name}", name).replace("{asked}", asked)
