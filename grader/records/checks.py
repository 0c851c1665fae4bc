"""A check: a call of a function of the student's program, with its points and its limits."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from grader.records.facts import PASSING, Names


# The edits that may mend a slip. An output is edited: a label, an extra line, the order of lines.
# Or the program is, and runs again: names in another form, input() at import, entries of queues
# that can't be compared, or its own files in the place of the course's.
OUTPUT_EDITS = LABEL, EXTRA_LINE, ORDER = "label", "extra_line", "order"
PROGRAM_EDITS = SPELLING, INPUT, TIES, OWN_FILES = "spelling", "input", "ties", "own_files"
SLIP_EDITS = OUTPUT_EDITS + PROGRAM_EDITS
FRESH = "fresh"  # the group of checks that are drawn for one grading
Arguments = tuple[Any, ...]


def frozen(arguments: Sequence[Any]) -> Arguments:
    """The arguments with tuples instead of lists, so that they can be the key of a dictionary.

    >>> frozen([["puzzle04", [[0, 1], [3, 2]]]])
    (('puzzle04', ((0, 1), (3, 2))),)
    """
    return tuple(frozen(part) if isinstance(part, list | tuple) else part for part in arguments)


def group_of(check: str) -> str:
    """The group of a check: the part of its name before the slash.

    >>> group_of("count/ten"), group_of("import")
    ('count', 'import')
    """
    return check.partition("/")[0]


class _Hashed(tuple[Any, ...]):
    """A tuple that computes its hash once, since that of many instances takes long."""

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return super().__hash__()


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one run. CPU time decides; the wall time limit ends programs that sleep."""

    cpu_s: float = 30
    wall_s: float = 90
    memory_mib: int = 2048
    output_kib: int = 1024


@dataclass(frozen=True)
class Part:
    """Points for lines of an output that match `lines`; without `lines`, for all other lines."""

    name: str
    points: float
    lines: str = ""


@dataclass(frozen=True)
class Check:
    """A call of one function on one instance; without a function, the submission is only imported.

    If `function` is the module's file, such as `solver.py`, the file is run as a command.

    With `further` arguments it is called again in the same process, on one instance after another.
    """

    name: str
    module: str
    limits: Limits
    function: str = ""
    arguments: tuple = ()
    parts: tuple[Part, ...] = ()
    needs: str = ""
    uses: Names = ()  # the groups of what the function calls: without these it fails, too
    # The text of the driver that defines the function, if the submission does not. The driver's
    # function gets a list of instances, each (name, arguments...).
    driver: str = ""
    # The name of the hook that reads the output, if several answers are right.
    checker: str = ""
    # (name, path) of each file of the model that replaces the submission's.
    replaced: tuple[tuple[str, str], ...] = ()
    # (words, what a student types in place of the call to see a line of output with these words)
    shown: tuple[tuple[str, str], ...] = ()
    help: str = ""  # what students are asked where it is wrong and nothing else is known
    alone: str = ""  # a pattern of lines: what calls the function does not fail because of these
    visibility: str = "public"
    further: tuple = ()  # the arguments of each call after the first
    # The points that are taken off if an import prints, or a call changes what later ones do.
    deduction: float = 0
    mends: Names = ()  # those of PROGRAM_EDITS that are tried when a run fails
    returns: bool = False  # whether the function's return value is compared, too
    raises: bool = False  # whether the class of what it raises is compared in place of a value
    searches: bool = False  # whether the function searches
    stdin: str = ""  # what the program can read from stdin
    # how far floats in return values may differ, relative to the larger one or absolutely
    tolerance: float = 1e-9
    # By this the instances of a measured check are drawn in a grading; 0 for the usual ones.
    seed: int = 0
    # How its assignment behaves; `assignment.hooks.hooks_of` reads it.
    hooks: object = field(default=None, repr=False, compare=False, metadata=PASSING)

    def __hash__(self) -> int:
        return hash(self.name)  # arguments are lists

    @cached_property
    def frozen_arguments(self) -> tuple[Any, ...]:
        """The instances for the driver's function, with tuples for lists, to look them up."""
        return _Hashed(frozen(self.arguments[0]))

    @property
    def group(self) -> str:
        """The name of its group."""
        return group_of(self.name)

    @property
    def is_driven(self) -> bool:
        """Whether the check calls a function of the driver instead of one of the student."""
        return bool(self.driver)

    @property
    def is_command(self) -> bool:
        """Whether the program is run as a command."""
        return self.function == f"{self.module}.py"

    @property
    def calls(self) -> tuple[Arguments, ...]:
        """The arguments of each call."""
        return (self.arguments, *self.further)

    @property
    def words(self) -> tuple[str, ...]:
        """The words of the command: the file, and its arguments."""
        return (self.function, *map(str, self.arguments))

    @property
    def instances(self) -> dict[str, Arguments]:
        """The instances as {name: arguments}; only a check with a driver can have several."""
        if not self.is_driven:
            return {self.name.partition("/")[2]: self.arguments}
        instances = self.arguments[0] if self.arguments else []
        return {name: tuple(arguments) for name, *arguments in instances}

    def instance(self, name: str) -> tuple[str, Arguments]:
        """(name, arguments) of the instance with this name; of the first one if none has it."""
        known = self.instances
        if name not in known:
            name = next(iter(known), "")
        return name, known.get(name, ())

    def files(self) -> dict[str, bytes]:
        """{name: bytes} of the assignment's files that replace files of the submission."""
        return {name: Path(path).read_bytes() for name, path in self.replaced}

    @property
    def points(self) -> float:
        """The points that an accepted run earns."""
        return sum(part.points for part in self.parts)

    @property
    def is_fresh(self) -> bool:
        """Whether the check runs on a fresh instance."""
        return self.group == FRESH

    @property
    def fixed_group(self) -> str:
        """The group of the fixed checks that a fresh one is like.

        >>> Check("fresh/count-1", "program", Limits()).fixed_group
        'count'
        """
        return self.name.partition("/")[2].rpartition("-")[0]

    @property
    def earlier_groups(self) -> Names:
        """The groups whose first checks tell whether this one is hopeless: what its function uses,
        and what a fresh check is like.
        """
        if self.is_fresh:
            return (*self.uses, self.fixed_group)
        return self.uses

    @property
    def asked(self) -> "Asked":
        """What it asks for, for whoever reads its results."""
        drawn: Arguments = ()
        if self.is_fresh:
            drawn = tuple(self.instances) if self.is_driven else self.arguments
        return Asked(
            self.visibility,
            {part.name: part.points for part in self.parts},
            self.limits,
            self.module,
            self.function,
            drawn,
            self.uses,
            self.help,
            self.needs,
            self.alone,
        )


@dataclass(frozen=True, slots=True)
class Asked:
    """What a check asks for, as far as its results are read without the assignment."""

    visibility: str = "public"
    points: dict[str, float] = field(default_factory=dict)  # that can be earned, by part
    limits: Limits = Limits()
    module: str = ""
    function: str = ""
    arguments: Arguments = ()  # of a fresh check's function; the names of a driver's instances
    uses: Names = ()  # the groups of what the function calls
    help: str = ""  # what students are asked where it is wrong and nothing else is known
    needs: str = ""  # the check that must run to its end before, if only to a wrong answer
    alone: str = ""  # as in the Check

    @property
    def possible(self) -> float:
        """The points that can be earned."""
        return sum(self.points.values())


@dataclass(frozen=True)
class Slip:
    """A mistake that costs its deduction only once: a misconception, or one of SLIP_EDITS."""

    deduction: float
    misconception: str = ""
    edit: str = ""

    @property
    def name(self) -> str:
        """The name of the misconception or of the edit."""
        return self.misconception or self.edit
