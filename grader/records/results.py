"""A run and its result: what became of a check of one submission."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from grader.records.checks import Asked, group_of
from grader.records.facts import LONG, PASSING, Fact, Names


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
CROSSED = "time_limit", "memory_limit"  # the verdicts on programs that may never end
# What can be wrong beside the answers, and costs points: the kinds of a Result.
PRINTED_AT_IMPORT, NOT_REPEATED = "printed_at_import", "not_repeated"
# The kinds of the reasons for which a check is skipped though none failed.
UNRUN = "patience", "held", "budget", "interrupted"
# So much of an output is stored for the diagnosis; nearly all transcripts have less than 15 KB.
OUTPUT_BYTES, OUTPUT_LINES = 64 << 10, 4 << 10
SHOWN_BYTES = 4 << 10  # the most bytes of an output in a document
Picture = tuple[tuple[str, ...], ...]  # rows of cells, "" for an empty one


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
    """The first line that differs, counted from 1, in both outputs; None where an output lacks it.

    That output `goes_on` if the two are alike but for lines that it lacks; else it has ended.
    `column` is the first place, from 0, where the lines differ, None if one is absent. Of a long
    line the record may hold only the part around that place, from column `start` on.
    """

    line: int
    expected: str | None
    actual: str | None
    column: int | None
    start: int = 0
    goes_on: bool = False
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
class Mend:
    """What a run of a program with edits of PROGRAM_EDITS came to, with its points by part."""

    edits: Names
    verdict: str
    points: dict[str, float]
    run: Run | None


@dataclass(frozen=True, slots=True)
class Result:
    """The verdict on a check, the reason for it, and what reports and diagnosis need of the run."""

    check: str
    call: str  # what a student types to see it
    verdict: str  # one of VERDICTS
    reason: Fact
    # the points earned by part; negative ones are taken off
    points: dict[str, float] = field(default_factory=dict)
    error: str = ""  # the class name of the exception that ended it
    notes: tuple[Fact, ...] = ()  # measurements, whatever the verdict
    flags: tuple[Fact, ...] = ()  # what an instructor should look at
    reruns: int = 0
    difference: Difference | None = None
    diff: tuple[str, ...] = ()  # a few rows of unified diff
    stderr: tuple[str, ...] = ()  # the last lines of stderr
    run: Run | None = None
    mend: Mend | None = None  # the result with the program's slips mended
    # what its check asks for: the store has that once for all results, in the listing
    asked: Asked = field(default=Asked(), metadata=PASSING)

    @property
    def kind(self) -> str:
        """What is wrong beside the answers, as the reason says; "" if nothing is."""
        if self.reason.kind == PRINTED_AT_IMPORT:
            return PRINTED_AT_IMPORT
        # the number of the call that differs, or that failed, after others
        if "repeated" in self.reason.fields or "call" in self.reason.fields:
            return NOT_REPEATED
        return ""

    @property
    def is_unrun(self) -> bool:
        """Whether it was skipped though no failure was the reason."""
        return self.reason.kind in UNRUN

    @property
    def is_cut_early(self) -> bool:
        """Whether less than the CPU time that the check allows ended it."""
        return self.reason.kind == "cpu" and "limit_s" in self.reason.fields

    @property
    def is_judged(self) -> bool:
        """Whether the verdict is on what the program did."""
        return self.verdict not in ("skipped", "judge_error")

    @property
    def group(self) -> str:
        """The group of the check."""
        return group_of(self.check)

    @property
    def function(self) -> str:
        """The function that the check calls; "" if it only imports the submission."""
        return self.asked.function

    @property
    def printed(self) -> bytes:
        """The stored part of the output; empty if nothing ran."""
        if not self.run:
            return b""
        return self.run.stdout

    @property
    def passed(self) -> bool:
        """Whether the output was right."""
        return self.verdict == "accepted"

    @property
    def earned(self) -> float:
        """The points that the check earned, before deductions."""
        return sum(points for points in self.points.values() if points > 0)

    def shown(self) -> "Result":
        """The result as documents hold it: of the output only the beginning."""
        if not self.run or len(self.run.stdout) <= SHOWN_BYTES:
            return self
        return replace(self, run=replace(self.run, stdout=self.run.stdout[:SHOWN_BYTES]))


Results = Sequence[Result]  # of one submission, or of a class


def points(results: Iterable[Result]) -> float:
    """The sum of the points of results, less deductions; never below 0.

    >>> from grader.records.facts import fact
    >>> words = "import", "import primes", "wrong_answer", fact("printed_at_import")
    >>> points([Result(*words, points={"printed_at_import": -5})])
    0
    """
    results = list(results)
    return max(0, sum(result.earned for result in results) - sum(deductions(results).values()))


def deductions(results: Iterable[Result]) -> dict[str, float]:
    """{kind of mistake: points taken off}; a mistake that several results show counts once.

    >>> from grader.records.facts import fact
    >>> wrong = [{"printed_at_import": -5}, {"printed_at_import": -5, "path": 1}]
    >>> words = "import", "import primes", "wrong_answer", fact("printed_at_import")
    >>> deductions(Result(*words, points=points) for points in wrong)
    {'printed_at_import': 5}
    """
    taken: dict[str, float] = {}
    for result in results:
        for kind, number in result.points.items():
            if number < 0:
                taken[kind] = max(taken.get(kind, 0), -number)
    return taken
