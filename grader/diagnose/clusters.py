"""Clusters of a class: programs with the same unexplained failures, judged by output; pure.

Programs are in a cluster if they print the same in the first unexplained failing checks of a group.
The cluster's name is a digest of this output alone, so that a store gives the same name again,
whoever else is in the class.
"""

import json
import re
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import NamedTuple

from grader.ground.grouping import grouped
from grader.records.checks import FRESH
from grader.records.facts import Names
from grader.records.results import Result
from grader.records.submissions import Document, SubmissionResults


# Only the outputs of these verdicts say something about the mistake: after a limit anything may
# have been printed.
TELLING = "wrong_answer", "runtime_error", "missing"
# the most checks that are compared: of two programs that do the same, one may reach a limit later
MOST = 12
DIGITS = 6
# the fields of a reason without a differing line, of which the first that is there parts programs
SAID = "error", "name", "text", "module"
ADDRESS = re.compile(r"\b0x[0-9a-fA-F]+")


class Cluster(NamedTuple):
    """The submissions with equal unexplained failures in one or several groups of checks.

    `names` has a name for each group; each stands for the cluster. `results` are those of the first
    submission, the most telling one first.
    """

    names: Names
    submissions: tuple[SubmissionResults, ...]
    results: tuple[Result, ...]

    @property
    def name(self) -> str:
        """The cluster's name for its first group of checks."""
        return self.names[0]


def clusters(document: Document) -> list[Cluster]:
    """The clusters of a class, the largest first; a single submission may be one."""
    having: dict[str, list[tuple[SubmissionResults, tuple[Result, ...]]]] = {}
    for submission in document.submissions:
        for name, results in _clusters_of(submission):
            having.setdefault(name, []).append((submission, results))
    by_members: dict[tuple[int, ...], Cluster] = {}
    for name, pairs in having.items():
        own = tuple(submission for submission, _ in pairs)
        key = tuple(map(id, own))
        before = by_members.get(key, Cluster((), own, ()))
        by_members[key] = Cluster(before.names + (name,), own, before.results + pairs[0][1])
    return sorted(
        by_members.values(), key=lambda cluster: (-len(cluster.submissions), cluster.name)
    )


def _clusters_of(submission: SubmissionResults) -> Iterator[tuple[str, tuple[Result, ...]]]:
    """Yield the name of each cluster of a submission, with the results that put it there."""
    groups = grouped(_unexplained(submission), lambda result: result.group)
    for group, results in groups.items():
        telling = tuple(results[:MOST])
        yield f"{group}-{_digest(telling)}", telling


def _unexplained(submission: SubmissionResults) -> Iterator[Result]:
    """Yield the failures that no cause, no edition and no mended slip explains.

    Fresh checks are left out, since their instances may differ between students.
    """
    explained = set(submission.right_elsewhere)
    for cause in submission.misconceptions:
        explained.update(cause.checks)
    if submission.mended:
        explained.update(submission.mended.checks)
    for result in submission.results:
        is_known = result.check in explained or result.group == FRESH
        if result.verdict in TELLING and not is_known:
            yield result


def _digest(results: Sequence[Result]) -> str:
    """The first digits of a digest of the failures in results."""
    facts = [(result.check,) + _said(result) for result in results]
    text = ADDRESS.sub("0x", json.dumps(facts))  # addresses of objects vary from run to run
    return sha256(text.encode()).hexdigest()[:DIGITS]


def _said(result: Result) -> tuple[object, ...]:
    """The first differing line of the output, and the expected lines that it lacks; without any
    difference, the reason and Python's error.

    Other lines are left out, which may have a time or a random number.
    """
    difference, fields = result.difference, result.reason.fields
    if difference and result.verdict == "wrong_answer":
        lacking = [row for row in result.diff if row.startswith("-")]
        return difference.line, difference.actual, fields.get("missing"), *lacking
    return result.reason.kind, next(filter(None, map(fields.get, SAID)), "")
