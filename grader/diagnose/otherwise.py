"""The other edition of its assignment under which a submission is right; pure."""

from collections.abc import Iterable

from grader.assignment.editions import DEFAULT, Edition
from grader.assignment.plan import Assignment
from grader.diagnose.variants import predicted
from grader.judge.judge import lines
from grader.records import Check, Result


def other(results: Iterable[Result], assignment: Assignment) -> Edition | None:
    """Another edition under which all that a submission printed is right; None if there is none.

    Checks on instances that an edition does not allow say nothing about it. At least one check that
    fails must be right under it.
    """
    checks = {check.name: check for check in assignment.checks}
    known = [result for result in results if result.check in checks and not result.kind]
    failing = [result for result in known if not result.passed]
    if not failing:
        return None
    in_order = failing + [result for result in known if result.passed]
    graded = assignment.edition or DEFAULT
    for name, edition in assignment.folder.editions.items():
        source = assignment.reference(name)[assignment.file]
        if name != graded and _is_right(in_order, checks, source):
            return edition
    return None


def _is_right(results: list[Result], checks: dict[str, Check], source: str) -> bool:
    """Whether the outputs are what a reference prints on all instances that it takes."""
    explains_failure = False
    for result in results:
        check = checks[result.check]
        wanted = predicted(source, check.function, *check.arguments, further=check.further)
        if wanted.ended == "exit":
            if not _printed(result, wanted.lines):
                return False
            explains_failure = explains_failure or not result.passed
    return explains_failure


def _printed(result: Result, wanted: tuple[str, ...]) -> bool:
    """Whether a run came to its end and printed these lines."""
    if result.verdict not in ("accepted", "wrong_answer") or not result.run:
        return False
    return lines(result.run.stdout) == wanted
