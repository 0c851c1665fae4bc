"""Makes Results with the fields of the check that reports show."""

from typing import Any

from grader.assignment.hooks import call
from grader.records.checks import Check
from grader.records.facts import Fact
from grader.records.results import Result


def result(check: Check, verdict: str, reason: Fact, **more: Any) -> Result:
    """The Result of a check: its verdict, the reason, and `more` fields."""
    own = {"arguments": check.arguments} if check.is_fresh and not check.is_driven else {}
    return Result(
        **{
            "check": check.name,
            "call": call(check),
            "visibility": check.visibility,
            "verdict": verdict,
            "reason": reason,
            "points_possible": {part.name: part.points for part in check.parts},
            "limits": check.limits,
            "module": check.module,
            "function": check.function,
            **own,
            **more,
        }
    )
