"""Finds which answers of an assignment students can read in their files."""

from collections.abc import Iterator

from grader.assignment.plan import Assignment
from grader.ground.errors import UsageError


ALL_PUBLIC = (
    "All points are for public checks: a program that has only memorised their answers earns them "
    "all. Where students can't read the grader, hidden groups or points for fresh instances help; "
    "everywhere, a look at the programs that the reports flag for it."
)


def all_public(assignment: Assignment) -> str:
    """A sentence to warn of an assignment whose points are all for public checks; "" for others."""
    for check in assignment.checks:
        if check.points and check.visibility == "hidden":
            return ""
    return ALL_PUBLIC


def require_secrets(assignment: Assignment) -> None:
    """Raise UsageError if a hidden check has an instance that a public one names."""
    public = {key for key, _ in _instances(assignment, "public")}
    shared = [name for key, name in _instances(assignment, "hidden") if key in public]
    if shared:
        raise UsageError(
            f"{assignment.name}: expected hidden groups with instances that no public one has, "
            f"got {', '.join(dict.fromkeys(shared))}"
        )


def _instances(assignment: Assignment, visibility: str) -> Iterator[tuple[str, str]]:
    """Yield (key, "'NAME' of GROUP") of each instance of the checks with this visibility.

    An instance that has two names has one key.
    """
    for check in assignment.checks:
        if check.visibility == visibility:
            for name, arguments in check.instances.items():
                if arguments:
                    yield repr(arguments), f"{name!r} of {check.group}"
