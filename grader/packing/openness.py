"""Finds which answers of an assignment students can read in their files."""

from collections.abc import Iterator

from grader.assignment.plan import Assignment
from grader.ground.errors import UsageError
from grader.records.checks import Check


ALL_PUBLIC = (
    "All points are for public checks: a program that has only memorised their answers earns them "
    "all. Remedies: points for fresh instances (`export --fresh N`), hidden groups, or a look at "
    "the programs that the reports flag for it."
)


def all_public(assignment: Assignment) -> str:
    """A sentence to warn of an assignment whose points are all for public checks; "" for others."""
    hidden = any(check.points and check.visibility == "hidden" for check in assignment.checks)
    return "" if hidden else ALL_PUBLIC


def require_secrets(assignment: Assignment) -> None:
    """Raise UsageError if a hidden check has an instance that a public one names."""
    public = {
        key
        for check in assignment.checks
        if check.visibility == "public"
        for key, _ in _instances(check)
    }
    shared = [
        f"{name!r} of {check.group}"
        for check in assignment.checks
        if check.visibility == "hidden"
        for key, name in _instances(check)
        if key in public
    ]
    if shared:
        raise UsageError(
            f"{assignment.name}: expected hidden groups with instances that no public one has, "
            f"got {', '.join(dict.fromkeys(shared))}"
        )


def _instances(check: Check) -> Iterator[tuple[str, str]]:
    """Yield (key, name) of each instance. An instance that has two names has one key."""
    for name, arguments in check.instances.items():
        if arguments:
            yield repr(arguments), name
