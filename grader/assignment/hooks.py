"""What an assignment can do otherwise than the engine: its hooks, `HOOKS` in the `puzzle.py` of its
folder.

An instance is one input, and has a name. The engine finds its arguments in the assignment file,
`"arguments": {"ten": [10]}`, shows a call as Python would have it, draws nothing and makes no fresh
instances. A class derived from Hooks says what an assignment does otherwise:

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

from grader.records import Arguments, Check, Fact, Picture


Lines = tuple[str, ...]


@dataclass(frozen=True)
class Took:
    """What one process of a check printed, and what it took, measured from outside."""

    lines: Lines
    cpu_s: float
    memory_mib: float
    was_stopped: bool = False  # for the time that it took


@dataclass(frozen=True)
class Printed:
    """The lines of an output, and of each process if a check is measured in several."""

    lines: Lines
    processes: tuple[Took, ...] = ()


@dataclass(frozen=True)
class Reading:
    """What a checker reads from an output: the lines to be compared, and notes to be shown."""

    lines: Lines
    notes: tuple[Fact, ...] = ()


# From a check, an output and the lines of the expected transcript (None while that is being made
# from the model's output): the lines that are the same for every right answer.
Checker = Callable[[Check, Printed, "Lines | None"], Reading]


@dataclass(frozen=True)
class Process:
    """One process of a check: its arguments, and how long it may take for an earlier one's time.

    With `times` it is stopped after as many times the CPU time of the process numbered `than`, and
    the check goes on. The submission's files are not there if it `is_ours`.
    """

    arguments: Arguments
    times: float = 0.0
    than: int = 0
    is_ours: bool = False


class Hooks:
    """The engine's own way of everything that an assignment may do otherwise."""

    checkers: Mapping[str, Checker] = {}
    # checkers of what the program prints only in a process of its own, so that nothing predicts it
    unpredicted: tuple[str, ...] = ()
    # set when an assignment is loaded: the instances that its file gives, and the digest of its
    # Python files that a verdict may depend on
    arguments: Mapping[str, list[Any]] = {}
    code: str = ""

    def read(self, name: str) -> Arguments:
        """The arguments of the instance of that name; ValueError or OSError if there is none."""
        if name not in self.arguments:
            raise ValueError(
                "expected its arguments in the assignment file "
                f'("arguments": {{"{name}": [...]}}), got none'
            )
        return tuple(self.arguments[name])

    def names(self, pattern: str) -> list[str]:
        """The names of the instances that a pattern of the assignment file stands for."""
        return [name for name in self.arguments if fnmatchcase(name, pattern)]

    def files(self, name: str) -> Mapping[str, bytes]:
        """{path at the top of the checkout: contents} of what the instance of that name is read
        from, or could be: what is drawn by its name may be a file in another checkout.
        """
        return {}

    def show(self, check: Check, instance: str = "") -> str:
        """What a student types to see a check happen, of several instances on the one of that name.

        In the `shown` of a group {arguments} stands for the arguments, and {name} for the name.
        """
        if not check.shown and not check.driver:
            calls = (check.arguments, *check.further)
            return "; ".join(f"{check.function}({_listed(arguments)})" for arguments in calls)
        name, arguments = check.instance(instance)
        return check.shown.replace("{arguments}", _listed(arguments)).replace("{name}", name)

    def instance_in(self, check: Check, line: str) -> str:
        """The name of the instance that a line of output is about, "" if it has none.

        A driver begins its lines with the name, and a comma, a colon or a space follows.
        """
        for signs in ("[,:]", "[,: ]"):
            name = re.split(signs, line, maxsplit=1)[0]
            if name in check.instances:
                return name
        return ""

    def processes(self, check: Check) -> Sequence[Process]:
        """The processes that a check calls its function in, one after another, () if only in one.

        A checker gets what each process printed, and what it took, measured from outside.
        """
        return ()

    def doubtful(self, check: Check, cpu_s: Sequence[float]) -> Sequence[int]:
        """The numbers of the processes to measure once more, by the CPU seconds of each.

        The least time of a process counts, for a busy machine makes times longer, never shorter.
        """
        return ()

    def picture(self, line: str, column: int = 0) -> Picture | None:
        """What is drawn of a line of output, of several things in it the one at a column."""
        return None

    def is_search(self, function: str) -> bool:
        """Whether a function searches, which the hint for one that never ends asks about."""
        return False

    def fresh(self, chance: Random, check: Check) -> Arguments | None:
        """Arguments of another instance, drawn like that of a fixed check; None if none can be."""
        return None

    def is_alike(self, transcript: bytes, fixed: bytes) -> bool:
        """Whether a fresh instance is about as difficult as a fixed one, by their transcripts."""
        return True

    @property
    def makes_fresh(self) -> bool:
        """Whether fresh instances can be made at all."""
        return type(self).fresh is not Hooks.fresh


def _listed(arguments: Arguments) -> str:
    """Arguments as they are typed."""
    return ", ".join(map(repr, arguments))


OWN = Hooks()


def hooks_of(check: Check) -> Hooks:
    """The hooks of a check's assignment, or the engine's own."""
    return check.hooks if isinstance(check.hooks, Hooks) else OWN


def call(check: Check, name: str = "") -> str:
    """What a student types in a REPL to see a check happen.

    `name`: of the instance, of several; else it is the first.

    >>> from grader.records import Limits
    >>> call(Check("count/one", "primes", Limits(), "count_primes", (10,)))
    'count_primes(10)'
    """
    return hooks_of(check).show(check, name) if check.function else f"import {check.module}"
