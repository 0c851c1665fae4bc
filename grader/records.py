"""The records of grading, from a check to a class's document; `serialization` makes JSON of them.

Records carry fields. Renderers (`report`) make sentences of them.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from grader.conditions import Conditions
from grader.traces import Trace


VERDICTS = (
    "accepted",
    "wrong_answer",
    "time_limit",
    "memory_limit",
    "output_limit",
    "runtime_error",
    "missing",
    "skipped",
    "judge_error",
)
# The edits that may mend a slip. An output is edited: a label, an extra line, the order of lines.
# Or the program is, and runs again: names in another spelling, input() at import.
SLIP_EDITS = LABEL, EXTRA_LINE, ORDER, SPELLING, INPUT = (
    *("label", "extra_line", "order"),
    *("spelling", "input"),
)
PROGRAM_EDITS = SPELLING, INPUT
# What can be wrong beside the answers, and costs points.
KINDS = PRINTED_AT_IMPORT, NOT_REPEATED = "printed_at_import", "not_repeated"
FRESH = "fresh"  # the group of checks that are drawn for one grading
# So much of an output is stored for the diagnosis; the largest transcript has 14 KB.
OUTPUT_BYTES, OUTPUT_LINES = 64 << 10, 4 << 10
SHOWN_BYTES = 4 << 10  # the most bytes of an output in a document
LONG = 1000  # the most characters that are stored of a long text or line
PASSING = {"stored": False}  # marks a field that only the next stage uses
Value = str | int | float | tuple[str, ...]
Arguments = tuple[Any, ...]
Picture = tuple[tuple[str, ...], ...]  # rows of cells, "" for an empty one


def frozen(arguments: Sequence[Any]) -> Arguments:
    """The arguments with tuples instead of lists, so that they can be the key of a dictionary.

    >>> frozen([["puzzle04", [[0, 1], [3, 2]]]])
    (('puzzle04', ((0, 1), (3, 2))),)
    """
    return tuple(frozen(part) if isinstance(part, list | tuple) else part for part in arguments)


# ---- What is to be done ----


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

    The module's file in the place of a function is run as a command.

    With `further` arguments it is called again in the same process, on one instance after another.
    """

    name: str
    module: str
    limits: Limits
    function: str = ""
    arguments: tuple = ()
    parts: tuple[Part, ...] = ()
    needs: str = ""
    # The text of the driver that defines the function, if the submission does not. The driver's
    # function gets a list of instances, each (name, arguments...).
    driver: str = ""
    # The name of the hook that reads the output, if several answers are right.
    checker: str = ""
    # (name, path) of each file of the model that replaces the submission's.
    replaced: tuple[tuple[str, str], ...] = ()
    # What a student types in place of the call.
    shown: str = ""
    visibility: str = "public"
    further: tuple = ()  # the arguments of each call after the first
    # The points that are taken off for output that is right but not asked for.
    deduction: float = 0
    mends: tuple[str, ...] = ()  # those of PROGRAM_EDITS that are tried when a run fails
    returns: bool = False  # whether the function's return value is compared, too
    stdin: str = ""  # what the program can read from stdin
    # how far floats in return values may differ, relative to the larger one or absolutely
    tolerance: float = 1e-9
    # How its assignment behaves; `assignment.hooks.hooks_of` reads it.
    hooks: object = field(default=None, repr=False, compare=False)

    @cached_property
    def frozen_arguments(self) -> tuple[Any, ...]:
        """The instances for the driver's function, with tuples for lists, to look them up."""
        return frozen(self.arguments[0])

    @property
    def is_driven(self) -> bool:
        """Whether the check calls a function of the driver instead of one of the student."""
        return bool(self.driver)

    @property
    def is_command(self) -> bool:
        """Whether the program is run as a command."""
        return self.function == f"{self.module}.py"

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
        return self.name.startswith(f"{FRESH}/")


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


# ---- What came of it ----


@dataclass(frozen=True, slots=True)
class Run:
    """A run's figures and output; `ended` is "exit" or the limit that stopped it.

    The output is raw, with the driver's marks: `judge.account` reads it. In a Result `stdout` is
    the part of the output that counts.
    """

    exit_status: int  # or minus the number of the signal that ended it
    ended: str
    cpu_s: float  # the CPU seconds of all its processes
    wall_s: float
    memory_mib: float  # the most of one process, or of all at one time
    stdout: bytes
    stderr: bytes = field(default=b"", metadata=PASSING)
    # The run of each process, up to the last that began, if several processes measure a check.
    processes: tuple["Run", ...] = field(default=(), metadata=PASSING)

    def stored(self, printed: bytes) -> "Run":
        """The run as results store it: figures, rounded, and the beginning of what it printed."""
        rows = printed[:OUTPUT_BYTES].split(b"\n", OUTPUT_LINES)
        if len(rows) > OUTPUT_LINES:
            rows[OUTPUT_LINES] = b""
        return Run(
            self.exit_status,
            self.ended,
            round(self.cpu_s, 3),
            round(self.wall_s, 3),
            round(self.memory_mib, 1),
            b"\n".join(rows),
        )


@dataclass(frozen=True, slots=True)
class Difference:
    """The first line that differs, counted from 1, in both outputs; None where an output has ended.

    `column` is the first place, from 0, where the lines differ, None if one is absent. Of a long
    line the record may hold only the part around that place, from column `start` on.
    """

    line: int
    expected: str | None
    actual: str | None
    column: int | None
    start: int = 0
    instance: str = ""  # the instance that the lines are about, if the check has several
    # The assignment's pictures of the two lines.
    expected_picture: Picture | None = field(default=None, repr=False)
    actual_picture: Picture | None = field(default=None, repr=False)

    def shortened(self) -> "Difference":
        """The difference with long lines cut to the part around the first differing column."""
        start = max(0, (self.column or 0) - LONG // 2)
        expected, actual = (
            line and line[start : start + LONG] for line in (self.expected, self.actual)
        )
        return replace(self, expected=expected, actual=actual, start=start)


@dataclass(frozen=True, slots=True)
class Fact:
    """The kind and fields that a sentence is made from, and the kind of its hint, "" for none."""

    kind: str
    fields: dict[str, Value] = field(default_factory=dict)
    hint: str = ""


def fact(kind: str, hint: str = "", **values: Value) -> Fact:
    """A Fact whose texts are cut to a bounded length, since a message may be a megabyte.

    >>> fact("raised", error="KeyError: 3")
    Fact(kind='raised', fields={'error': 'KeyError: 3'}, hint='')
    """
    short = {
        key: shortened(value, LONG) if isinstance(value, str) else value
        for key, value in values.items()
    }
    return Fact(kind, short, hint)


def shortened(text: str, most: int) -> str:
    """The text, with the middle left out if it has more than `most` characters.

    >>> shortened("0123456789", 6), shortened("012345", 6)
    ('012 ... 789', '012345')
    """
    half = most // 2
    return text if len(text) <= most else f"{text[:half]} ... {text[-half:]}"


@dataclass(frozen=True, slots=True)
class Mend:
    """What a run of a program with edits of PROGRAM_EDITS came to, with its points by part."""

    edits: tuple[str, ...]
    verdict: str
    points: dict[str, float] = field(default_factory=dict)
    run: Run | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """The verdict on a check, the reason for it, and what reports and diagnosis need of the run."""

    check: str
    call: str  # what a student types to see it
    visibility: str
    verdict: str  # one of VERDICTS
    reason: Fact
    kind: str = ""  # one of KINDS if that is what is wrong
    # the points earned by part; negative ones are taken off
    points: dict[str, float] = field(default_factory=dict)
    points_possible: dict[str, float] = field(default_factory=dict)
    error: str = ""  # the class name of the exception that ended it
    notes: tuple[Fact, ...] = ()  # measurements, whatever the verdict
    flags: tuple[Fact, ...] = ()  # what an instructor should look at
    reruns: int = 0
    # why it was skipped if no failure was the reason: "patience", "held", "budget", "interrupted"
    unrun: str = ""
    difference: Difference | None = None
    diff: tuple[str, ...] = ()  # a few rows of unified diff
    stderr: tuple[str, ...] = ()  # the last lines of stderr
    limits: Limits = Limits()
    run: Run | None = None
    module: str = ""
    function: str = ""
    arguments: tuple[Any, ...] = ()  # the arguments of a fresh check's function
    mend: Mend | None = None  # the result with the program's slips mended

    @property
    def passed(self) -> bool:
        """Whether the output was right."""
        return self.verdict == "accepted"

    @property
    def earned(self) -> float:
        """The points that the check earned, before deductions."""
        return sum(points for points in self.points.values() if points > 0)

    @property
    def possible(self) -> float:
        """The points that the check could have earned."""
        return sum(self.points_possible.values())

    def shown(self) -> "Result":
        """The result as documents hold it: of the output only the beginning."""
        if not self.run or len(self.run.stdout) <= SHOWN_BYTES:
            return self
        return replace(self, run=replace(self.run, stdout=self.run.stdout[:SHOWN_BYTES]))


# ---- What it means ----


@dataclass(frozen=True)
class Rival:
    """Another misconception that explains the same results, so that one of the two is the cause."""

    name: str
    rationale: str  # a statement for the instructor
    help: str  # a question for the student


@dataclass(frozen=True)
class Cause:
    """An explanation of failed results: a misconception, the checks it explains, and its evidence.

    The checks can't tell the cause from its `rivals`. If `together_with` names other causes of the
    submission, only all of them together explain the checks. In the checks named in `partly` it
    explains only a `piece` of the output.
    """

    name: str
    rationale: str  # a statement for the instructor
    help: str  # a question for the student
    checks: tuple[str, ...] = ()
    evidence: Fact | None = None
    rivals: tuple[Rival, ...] = ()
    together_with: tuple[str, ...] = ()
    piece: str = ""
    partly: tuple[str, ...] = ()

    @property
    def fully(self) -> tuple[str, ...]:
        """The names of the checks that it explains, with others or alone, to the last line."""
        return tuple(name for name in self.checks if name not in self.partly)

    @property
    def names(self) -> tuple[str, ...]:
        """The name of the cause, and those of its rivals."""
        return (self.name, *(rival.name for rival in self.rivals))


@dataclass(frozen=True)
class Example:
    """The smallest instance found on which a program fails as it does in a check.

    `queue` is the length of the right search's longest queue on it. `right` and `yours` are traces
    of the two searches, None if there is none. `ties` says which entry of equal f leaves first.
    `varies` says whether the same call printed something else when it was made again.
    """

    check: str
    result: Result
    queue: int = 0
    right: Trace | None = None
    yours: Trace | None = None
    ties: str = ""
    varies: bool = False


@dataclass(frozen=True)
class Source:
    """A file of a program as reports show it: its beginning, or None if it is not text.

    `lines` is how many lines the whole file has.
    """

    name: str
    text: str | None
    lines: int


@dataclass(frozen=True)
class Adjustment:
    """Points that an instructor adds by hand, or takes off if they are below 0, and the reason."""

    points: float
    reason: str


@dataclass(frozen=True)
class Mended:
    """The points given back where slips cost more than once: those that checks would earn without
    them, less the deduction.
    """

    slips: tuple[str, ...]
    checks: tuple[str, ...]
    points: float
    deduction: float


@dataclass(frozen=True)
class SubmissionResults:
    """The results of one submission, with its students, its flags and its failures' causes."""

    submission: str  # the student's name or, if that is unknown, the path
    path: str
    # its students, each as {term of a course system: value}
    people: tuple[dict[str, str], ...] = ()
    flags: tuple[str, ...] = ()  # sentences on what an instructor should look at
    private_flags: tuple[str, ...] = ()  # sentences that no student sees
    # The name of another edition of the assignment under which it is right, or far more of it is.
    edition: str = ""
    edition_asks: str = ""  # what that edition asks for
    edition_right: int = 0  # how many of its checks are right under that edition,
    edition_of: int = 0  # of so many whose instances that edition allows
    edition_explains: tuple[str, ...] = ()  # the failing checks that are right under that edition
    misconceptions: tuple[Cause, ...] = ()  # under that edition, if one is named
    # Its failing checks: first those that make the reference work least, last the degenerate ones.
    plain_first: tuple[str, ...] = ()
    at_goal: tuple[str, ...] = ()  # those of its failing checks whose start is the goal
    results: tuple[Result, ...] = ()
    examples: tuple[Example, ...] = ()  # the first example of each of its problems that has one
    is_empty: bool = False  # whether all its files are empty
    sources: tuple[Source, ...] = ()  # its files
    may_know_answers: bool = False  # whether only the published instances are right
    cut_short: tuple[Fact, ...] = ()  # the searches for explanations that a clock ended
    pending: int = 0  # how many of its checks have no result yet
    adjustments: tuple[Adjustment, ...] = ()
    mended: Mended | None = None
    # Whether slips that were not looked for to the end may earn it more points.
    is_provisional: bool = False
    at_least: float = 0  # the points of an earlier grading, if these are kept

    @cached_property
    def earned(self) -> float:
        """The points earned, with deductions, slips mended and adjustments; never below 0."""
        by_hand = sum(adjustment.points for adjustment in self.adjustments)
        given_back = self.mended.points if self.mended else 0
        return max(0, points(self.results) + given_back + by_hand)

    @cached_property
    def points(self) -> float:
        """The points that count: those earned, or those of an earlier grading if they were more."""
        return max(self.earned, self.at_least)

    @property
    def is_kept(self) -> bool:
        """Whether points of an earlier grading count, because this grading gives fewer."""
        return self.earned < self.at_least

    @cached_property
    def points_possible(self) -> float:
        """The points that the submission could have earned."""
        return sum(result.possible for result in self.results)


@dataclass(frozen=True)
class ListedSubmission:
    """A submission that waits to be graded, and the digest of its files."""

    submission: SubmissionResults
    digest: str
    # {name: key} of its own checks, if it has any
    checks: dict[str, str] = field(default_factory=dict)
    grader: str = ""  # the digest of the grader that judged it, if that was on another machine


@dataclass(frozen=True)
class Listing:
    """What is graded, and how: all that the store holds of a grading except the results.

    `checks` are {name: digest}; `shard` is the part of the class that is graded here, as "3/8", ""
    for all of it.
    """

    assignment: str
    graded_as: str
    sandbox: str
    grader: str  # the digest of everything that decides verdicts
    conditions: Conditions
    checks: dict[str, str] = field(default_factory=dict)
    submissions: tuple[ListedSubmission, ...] = ()
    bounded_by: str = ""  # what enforces limits on programs, such as "cgroup v2" or "polling"
    code: str = ""  # the digest of the grader's modules, which is the same on every machine
    node: str = ""  # the name of the machine
    shard: str = ""

    def checks_of(self, listed: ListedSubmission) -> dict[str, str]:
        """{name: digest} of the checks of one of the submissions."""
        return listed.checks or self.checks

    def grader_of(self, listed: ListedSubmission) -> str:
        """The digest of the grader that judged one of the submissions."""
        return listed.grader or self.grader


@dataclass(frozen=True)
class Document:
    """All results of a class, and how it was graded."""

    assignment: str
    graded_as: str
    sandbox: str = ""
    started: str = ""
    conditions: Conditions = Conditions()
    submissions: tuple[SubmissionResults, ...] = ()
    bounded_by: str = ""  # as in the Listing


def points(results: Iterable[Result]) -> float:
    """The sum of the points of results, less deductions; never below 0."""
    results = list(results)
    return max(0, sum(result.earned for result in results) - sum(deductions(results).values()))


def deductions(results: Iterable[Result]) -> dict[str, float]:
    """{kind of mistake: points taken off}; a mistake that several results show counts once.

    >>> wrong = [{"printed_at_import": -5}, {"printed_at_import": -5, "path": 1}]
    >>> words = "import", "import primes", "public", "wrong_answer", fact("printed_at_import")
    >>> deductions(Result(*words, points=points) for points in wrong)
    {'printed_at_import': 5}
    """
    taken: dict[str, float] = {}
    for result in results:
        for kind, number in result.points.items():
            if number < 0:
                taken[kind] = max(taken.get(kind, 0), -number)
    return taken
