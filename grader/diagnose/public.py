"""Results as the student may see them: only verdicts and points of hidden checks; pure."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from grader.records.causes import Cause
from grader.records.checks import Asked
from grader.records.facts import Fact, Names
from grader.records.results import Result
from grader.records.submissions import SubmissionResults


def public(submission: SubmissionResults) -> SubmissionResults:
    """The results of a submission without suspicions, ids, and details of hidden checks."""
    names = {}  # {name of a hidden check: its replacement}
    results = []
    for place, result in enumerate(submission.results, 1):
        if result.asked.visibility == "hidden":
            names[result.check] = _hidden_name(result.check, place)
            result = _redacted(result, names[result.check])
        results.append(result)
    edition = submission.edition
    if edition:
        edition = replace(edition, explains=_shown(edition.explains, names))
    return replace(
        submission,
        people=(),
        private_flags=(),
        may_know_answers=False,
        # what our own fault was may tell of hidden instances
        cut_short=tuple(one for one in submission.cut_short if one.kind != "examples_failed"),
        edition=edition,
        plain_first=_renamed(submission.plain_first, names),
        at_goal=_renamed(submission.at_goal, names),
        misconceptions=tuple(
            _unhidden(cause, names)
            for cause in submission.misconceptions
            if not cause.checks or set(cause.checks) - set(names)
        ),
        results=tuple(results),
    )


def _renamed(checks: Iterable[str], names: Mapping[str, str]) -> Names:
    """Names of checks, with replacements for those of hidden ones."""
    return tuple(names.get(check, check) for check in checks)


def _shown(checks: Iterable[str], names: Collection[str]) -> Names:
    """Names of checks, without those of hidden ones."""
    return tuple(check for check in checks if check not in names)


def _unhidden(cause: Cause, names: Collection[str]) -> Cause:
    """A cause without the hidden checks with these names, and without evidence that names one.

    >>> growth = Fact("growth", {"largest": "deep/a", "times": 9})
    >>> from grader.records.causes import Mistake
    >>> cause = Cause(Mistake("slow", "It is.", "Is it?"), ("solve/b", "deep/a"), growth)
    >>> shown = _unhidden(cause, ["deep/a"])
    >>> shown.checks, shown.evidence
    (('solve/b',), None)
    """
    evidence = cause.evidence
    if evidence and any(value in names for value in evidence.fields.values()):
        evidence = None
    return replace(cause, checks=_shown(cause.checks, names), evidence=evidence)


def _hidden_name(check: str, place: int) -> str:
    """The replacement for the name of a hidden check, since that would name its instance.

    >>> _hidden_name("solve/one-of-384", 7), _hidden_name("import", 1)
    ('solve/hidden-7', 'import')
    """
    group, slash, _ = check.partition("/")
    return f"{group}/hidden-{place}" if slash else group


def _redacted(result: Result, name: str) -> Result:
    """The result of a hidden check under a new name, without its instance and output."""
    asked = result.asked
    return Result(
        check=name,
        call="",
        verdict=result.verdict,
        reason=Fact("hidden"),
        points=result.points,
        reruns=result.reruns,
        asked=Asked(asked.visibility, asked.points, asked.limits),
    )
