"""Finds other editions of the assignment under which a submission is right, or nearly; pure."""

from collections.abc import Iterable
from typing import NamedTuple

from grader.assignment.editions import DEFAULT, Edition
from grader.assignment.hooks import Lines
from grader.assignment.plan import Assignment
from grader.diagnose.observation import judged
from grader.diagnose.variants import predicted_in
from grader.judge.reading import lines
from grader.records.causes import NearEdition
from grader.records.checks import Check
from grader.records.results import Result


FAR_MORE = 4  # under a near edition one check may fail for so many under the edition graded
LEAST = 4  # so many failing checks must be right under an edition that is only near


class Nearness(NamedTuple):
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
    what = f"Far more of it, {near.right} of {near.of} checks, is"
    if near.is_whole:
        what = "It is"
    return f"{what} right under another edition of the assignment, {near.name}: {near.asks}"


def editions(results: Iterable[Result], assignment: Assignment) -> list[Nearness]:
    """The other editions under which all checks are right; if none, those with far more right.

    Checks on instances that an edition forbids say nothing about it. At least one failing check
    must be right under it.
    """
    checks = {check.name: check for check in assignment.checks}
    known = [result for result in results if result.check in checks and not result.kind]
    if all(result.passed for result in known):
        return []
    known.sort(key=lambda result: result.passed)
    graded = assignment.edition or DEFAULT
    near_editions = []
    for name, edition in assignment.folder.editions.items():
        if name != graded:
            source = assignment.reference(name)[assignment.file]
            if near := _near(known, checks, source, edition):
                near_editions.append(near)
    if whole := [near for near in near_editions if near.edition.is_whole]:
        return whole
    return sorted(
        near_editions, key=lambda near: near.edition.right / near.edition.of, reverse=True
    )


def _near(
    results: list[Result], checks: dict[str, Check], source: str, edition: Edition
) -> Nearness | None:
    """The Nearness of an edition, whose reference is `source`; None if it is not near."""
    most = sum(not result.passed for result in results) // FAR_MORE
    under_edition = []
    explains = []
    right = wrong = 0
    for result in results:
        wanted = predicted_in(source, checks[result.check])
        if wanted.ended != "exit":
            continue
        is_right = _printed(result, wanted.lines)
        right += is_right
        wrong += not is_right
        if wrong > most:
            return None
        if is_right and not result.passed:
            explains.append(result.check)
        if is_right != result.passed:
            result = judged(result, is_right)
        under_edition.append(result)
    if not explains or (wrong and len(explains) < LEAST):
        return None
    near = NearEdition(
        edition.name, edition.description, right, len(under_edition), tuple(explains)
    )
    return Nearness(near, tuple(under_edition))


def _printed(result: Result, wanted: Lines) -> bool:
    """Whether a run ended by itself and printed these lines."""
    return result.verdict in ("accepted", "wrong_answer") and lines(result.printed) == wanted
