"""The programs that prove an assignment, with expected and actual outcomes, and a table of them."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from grader.assignment.plan import Assignment
from grader.ground.errors import UsageError
from grader.ground.files import Json
from grader.intake import intake
from grader.records.causes import Cause
from grader.records.facts import Names
from grader.records.results import VERDICTS, Result
from grader.records.submissions import SubmissionResults
from grader.verify.sources import RUN, Source, entries, sources


OF_THE_GRADER = RUN[2:]  # these programs prove the grader's verdicts, not the assignment
EXPECTATIONS = "expectations.json"
# On a usual machine, a limit is this many times the slowest right program: others are slower.
MARGIN = 2
# verdicts that cost the whole limit each time
ENDLESS = ("time_limit", "memory_limit", "output_limit")


@dataclass(frozen=True)
class Program:
    """A program, its expected verdict ("" for any but accepted), and its misconceptions."""

    name: str  # folder/file without .py
    submission: intake.Submission
    verdict: str
    misconceptions: Names = ()
    shown: Names = ()  # the checks that show what is wrong: it is right in others

    @property
    def right(self) -> bool:
        """Whether it must get full marks."""
        return self.verdict == "accepted"

    @property
    def brief(self) -> bool:
        """Whether it runs few checks, because each costs a limit, or because it tries to harm the
        grader.
        """
        return self.verdict in ENDLESS or self.name.startswith(OF_THE_GRADER)


@dataclass(frozen=True)
class Outcome:
    """The outcome of a program: its verdict, the misconceptions that were named, and its
    results.
    """

    program: Program
    verdict: str
    causes: Names  # the names of the misconceptions that explain it, with their rivals
    labels: Names  # the causes in the table's words: "this or its rival"
    results: tuple[Result, ...]
    slowness: float = 1  # how many times as long as a usual machine this one took for them
    longer: float = 1  # how many times as long as the assignment's their limits were

    @property
    def mismatches(self) -> list[tuple[str, str]]:
        """Pairs (expected, actual) for a wrong verdict and for wrong misconceptions."""
        wanted, pairs = self.program.verdict, []
        if self.verdict != wanted and (wanted or self.verdict == "accepted"):
            pairs.append((wanted or "another verdict than accepted", self.verdict + self._where))
        if self.mistaken:
            pairs.append((_listed(self.program.misconceptions), _listed(self.causes)))
        return pairs

    @property
    def _where(self) -> str:
        """The first check that has the verdict, as " in NAME"; "" if all are accepted."""
        if self.verdict == "accepted":
            return ""
        for result in self.results:
            if result.verdict == self.verdict:
                return f" in {result.check}"
        return ""

    @property
    def is_our_fault(self) -> bool:
        """Whether the grader itself failed in a check."""
        return any(result.verdict == "judge_error" for result in self.results)

    @property
    def nearest_limit(self) -> tuple[float, Result] | None:
        """(The limit divided by the time on a usual machine, the result) of the run that came
        nearest to its limit; None if nothing was run.
        """
        times = self.slowness / self.longer
        margins = [
            (times * result.asked.limits.cpu_s / max(result.run.cpu_s, 0.001), result)
            for result in self.results
            if result.run
        ]
        return min(margins, key=lambda margin: margin[0], default=None)

    @property
    def is_near_a_limit(self) -> bool:
        """Whether it must get full marks, and hardly does where machines are slower or busy."""
        nearest = self.nearest_limit
        return self.program.right and nearest is not None and nearest[0] < MARGIN

    @property
    def mistaken(self) -> set[str]:
        """The names that are expected and missing, or named and not expected."""
        return set(self.causes) ^ set(self.program.misconceptions)

    @property
    def problem(self) -> str:
        """The expected outcome, if the actual one differs; "" otherwise."""
        expected = [wanted for wanted, _ in self.mismatches]
        if expected:
            return f"expected {', '.join(expected)}"
        return ""

    @property
    def got(self) -> str:
        """The actual outcome, where it differs from the expected one."""
        return ", ".join(came for _, came in self.mismatches)


def _listed(names: Iterable[str]) -> str:
    return " and ".join(names) or "no misconception"


# ---- What is expected ----


def programs(assignment: Assignment, folder: Path, everything: bool = True) -> list[Program]:
    """The programs of an assignment, sorted by folder and name, written into a folder.

    Programs that try to harm the grader are left out, unless `everything`.
    """
    expected = _expectations(assignment.programs / EXPECTATIONS, assignment)
    every = sources(assignment.programs)
    run = {name: source for name, source in every.items() if name.startswith(RUN)}
    if not run:
        raise UsageError(f"{assignment.name}: expected programs in {assignment.programs}, got none")
    if unknown := sorted(set(expected) - set(run)):
        raise UsageError(
            f"{assignment.programs / EXPECTATIONS}: expected programs that are there, "
            f"got {', '.join(unknown)}"
        )
    return [
        _program(source, source.write(folder), assignment, expected.get(name, {}))
        for name, source in run.items()
        if everything or not name.startswith(OF_THE_GRADER)
    ]


def _program(source: Source, path: Path, assignment: Assignment, expected: Json) -> Program:
    folder, _, stem = source.name.partition("/")
    (submission,) = intake.submissions([str(path)], assignment.files, "single")
    usual = {"right": "accepted", "wrong": "wrong_answer"}.get(folder, "")
    misconceptions = []
    if folder == "wrong" and assignment.misconceptions:
        misconceptions = [stem]
    return Program(
        source.name,
        replace(submission, who=source.name),
        expected.get("verdict", usual),
        tuple(expected.get("misconceptions", misconceptions)),
        tuple(expected.get("checks", ())),
    )


def _expectations(path: Path, assignment: Assignment) -> dict[str, Json]:
    """{folder/stem: expectations} from a file of expectations; {} if there is no file."""
    expected = entries(path)
    if not isinstance(expected, dict):
        expected = {"the file": expected}
    problems = []
    for name, entry in expected.items():
        problems += [f"{name}: {problem}" for problem in _problems(entry, assignment)]
    if problems:
        raise UsageError(f"{path}: {'; '.join(problems)}")
    return expected


def _problems(entry: Any, assignment: Assignment) -> Iterator[str]:
    """Yield a phrase for each wrong entry in the expectations of one program."""
    lists = {
        "misconceptions": [known.name for known in assignment.misconceptions],
        "checks": [check.name for check in assignment.checks],
    }
    if not (
        isinstance(entry, dict)
        and set(entry) <= {"verdict", *lists}
        and all(isinstance(entry.get(key, []), list) for key in lists)
    ):
        yield f"expected verdict, misconceptions and checks, got {entry!r}"
        return
    if entry.get("verdict", "accepted") not in VERDICTS:
        yield f"expected a verdict ({', '.join(VERDICTS)}), got {entry['verdict']!r}"
    for key, known in lists.items():
        for name in entry.get(key, []):
            if name not in known:
                yield f"expected {key} of {assignment.name}, got {name!r}"


def outcome(program: Program, submission: SubmissionResults) -> Outcome:
    """The Outcome of a program, from its results in a document.

    Its verdict is the expected one if a failing check has that, else the most frequent one. With
    few checks the most frequent may differ from that of all.
    """
    results = submission.results
    failures = Counter(
        result.verdict for result in results if result.verdict not in ("accepted", "skipped")
    )
    verdict = "accepted"
    if program.verdict in failures:
        verdict = program.verdict
    elif failures:
        verdict = failures.most_common(1)[0][0]
    causes: Names = ()
    for cause in submission.misconceptions:
        causes += _names(cause, program)
    labels = tuple(" or ".join(cause.names) for cause in submission.misconceptions)
    return Outcome(program, verdict, causes, labels, results)


def _names(cause: Cause, program: Program) -> Names:
    """The names of a cause that are expected, or all if none is: few checks leave several
    possible.
    """
    expected = tuple(name for name in cause.names if name in program.misconceptions)
    return expected or cause.names


# ---- What a selection of checks can show ----

Predicted = dict[str | None, Json]


def within(outcome: Outcome, predicted: Predicted) -> tuple[Outcome, Names]:
    """(The Outcome with expectations that the selected checks can meet, the names that they can't
    show).

    A few checks may not show a mistake, not be enough to name it, or not tell it from another. So
    it is no fault of the assignment if a mistake is not named, or is named beside an expected one,
    or in the place of several, or of one that is predicted to print the same. `predicted` is
    {misconception: {name of a selected check: its predicted output}}.
    """
    program, own = outcome.program, outcome.program.misconceptions
    shown = tuple(name for name in own if name in outcome.causes)
    causes = shown
    if not shown and len(own) <= 1:  # what several mistakes print together is not predicted
        causes = tuple(name for name in outcome.causes if not _alike(predicted, name, own))
    hidden = tuple(name for name in own if name not in shown)
    if not program.right and outcome.verdict == "accepted":
        program, hidden = replace(program, verdict="accepted"), hidden or (program.name,)
    elif own and not program.right:
        program = replace(program, verdict="")
    return replace(outcome, program=replace(program, misconceptions=shown), causes=causes), hidden


def _alike(predicted: Predicted, one: str, others: Iterable[str]) -> bool:
    """Whether a misconception is predicted to print the same as one of others in all checks."""
    return one in predicted and predicted[one] in map(predicted.get, others)


# ---- The table ----


def table(outcomes: Iterable[Outcome]) -> list[str]:
    """The lines of the table: program, verdict, misconceptions, whether alone, "ok" or the
    problem.
    """
    rows = [("program", "verdict", "named", "alone", "")]
    for outcome in outcomes:
        alone = {0: "-", 1: "yes"}.get(len(outcome.labels), "no")
        causes = ", ".join(outcome.labels) or "-"
        rows.append((outcome.program.name, outcome.verdict, causes, alone, outcome.problem or "ok"))
    widths = [max(map(len, column)) for column in zip(*rows)]
    return ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]
