"""Finds other editions of the assignment under which a submission is right, or nearly; pure."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from grader.assignment.editions import DEFAULT, Edition
from grader.assignment.plan import Assignment
from grader.diagnose.variants import predicted_in
from grader.judge.reading import lines
from grader.records.causes import NearEdition
from grader.records.checks import Check
from grader.records.results import Result


FAR_MORE = 4  # a near edition must make so many times as many checks right as the edition graded
LEAST = 4  # so many failing checks must be right under an edition that is only near


@dataclass(frozen=True)
class Nearness:
    """What is stored of an edition, and a submission's results with the verdicts that it gives.

    Checks on instances that the edition forbids are left out.
    """

    edition: NearEdition
    results: tuple[Result, ...]


def sentence(near: NearEdition) -> str:
    """The sentence on a submission that is right, or far more right, under another edition.

    >>> sentence(NearEdition("default", "in any order.", 41, 42))
    'Far more of it, 41 of 42 checks, is right under another edition of the assignment, default: \
in any order.'
    """
    what = "It is" if near.is_whole else f"Far more of it, {near.right} of {near.of} checks, is"
    return f"{what} right under another edition of the assignment, {near.name}: {near.asks}"


def editions(results: Iterable[Result], assignment: Assignment) -> list[Nearness]:
    """The other editions under which all checks are right; if none, those with far more right.

    Checks on instances that an edition forbids say nothing about it. At least one failing check
    must be right under it.
    """
    checks = {check.name: check for check in assignment.checks}
    known = [result for result in results if result.check in checks and not result.kind]
    failing = [result for result in known if not result.passed]
    if not failing:
        return []
    in_order = failing + [result for result in known if result.passed]
    graded = assignment.edition or DEFAULT
    near_editions = []
    for name, edition in assignment.folder.editions.items():
        source = assignment.reference(name)[assignment.file]
        near = _near(in_order, checks, source, edition) if name != graded else None
        if near:
            near_editions.append(near)
    return [near for near in near_editions if near.edition.is_whole] or sorted(
        near_editions, key=lambda near: near.edition.right / near.edition.of, reverse=True
    )


def _near(
    results: list[Result], checks: dict[str, Check], source: str, edition: Edition
) -> Nearness | None:
    """The Nearness of an edition, whose reference is `source`; None if it is not near."""
    most = sum(not result.passed for result in results) // FAR_MORE
    judged: list[Result] = []
    explains: list[str] = []
    wrong = 0
    for result in results:
        check = checks[result.check]
        wanted = predicted_in(source, check)
        if wanted.ended != "exit":
            continue
        is_right = _printed(result, wanted.lines)
        wrong += not is_right
        if wrong > most:
            return None
        if is_right and not result.passed:
            explains.append(result.check)
        judged.append(result if is_right == result.passed else _judged(result, is_right))
    if len(explains) < (LEAST if wrong else 1):
        return None
    right, names = sum(result.passed for result in judged), tuple(explains)
    near = NearEdition(edition.name, edition.description, right, len(judged), names)
    return Nearness(near, tuple(judged))


def _judged(result: Result, is_right: bool) -> Result:
    """A result with the verdict accepted or wrong answer instead of its own."""
    return replace(result, verdict="accepted" if is_right else "wrong_answer")


def _printed(result: Result, wanted: tuple[str, ...]) -> bool:
    """Whether a run ended by itself and printed these lines."""
    if result.verdict not in ("accepted", "wrong_answer") or not result.run:
        return False
    return lines(result.run.stdout) == wanted
