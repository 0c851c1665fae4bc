"""Under which other edition of its assignment a submission is right; pure: nothing but our references is executed."""

from collections.abc import Iterable

from grader.assignment.editions import DEFAULT, Edition
from grader.assignment.plan import Assignment
from grader.diagnose.variants import predicted
from grader.judge.judge import lines
from grader.records import Check, Result


def other(results: Iterable[Result], assignment: Assignment) -> Edition | None:
    """Another edition under which all that a submission printed is right; None if there is none.

    Checks on states that an edition does not allow say nothing of it; one that fails now must be right then.
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
    """Whether results, those that fail first, show what a reference's source prints, where it takes the state."""
    shown = False
    for result in results:
        check = checks[result.check]
        wanted = predicted(source, check.function, *check.arguments, further=check.further)
        if wanted.ended == "exit":
            if not _printed(result, wanted.lines):
                return False
            shown = shown or not result.passed
    return shown


def _printed(result: Result, wanted: tuple[str, ...]) -> bool:
    """Whether a run came to its end and printed these lines."""
    if result.verdict not in ("accepted", "wrong_answer") or not result.run:
        return False
    return lines(result.run.stdout) == wanted
