"""Makes Results."""

from typing import Any

from grader.assignment.hooks import call
from grader.records.checks import Check
from grader.records.facts import Fact
from grader.records.results import Result


Fields = dict[str, Any]  # fields of a Result or of a Fact


def result(check: Check, verdict: str, reason: Fact, **more: Any) -> Result:
    """The Result of a check: its verdict, the reason, and `more` fields."""
    own: Fields = {"call": call(check), **more}
    return Result(check.name, verdict=verdict, reason=reason, asked=check.asked, **own)
