"""Groups the failures of a submission into Problems, one for each cause; pure."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count

from grader.diagnose.likeness import ABSENT, UNWRITTEN, Likeness, likeness
from grader.diagnose.observation import raised_at
from grader.ground.grouping import grouped
from grader.records.causes import Cause
from grader.records.results import CROSSED, Result
from grader.records.submissions import Example, SubmissionResults


Causes = tuple[Cause, ...]


@dataclass(frozen=True)
class Problem:
    """Failed checks with a common reason, and the causes that explain them.

    `first` is the check to show in full. `edition` is set if all of the checks are right under it.
    `repeated_causes` are those that earlier problems have, too, the numbers of which `earlier`
    tells, from 1. `following` are failures of what uses the failed functions, or what a cause makes
    slow; nothing else explains them.
    """

    results: tuple[Result, ...]
    first: Result
    causes: Causes = ()
    edition: str = ""
    example: Example | None = None
    repeated_causes: Causes = ()
    earlier: tuple[int, ...] = ()
    following: tuple[Result, ...] = ()

    @property
    def new_causes(self) -> Causes:
        """The causes that no earlier problem has; all causes if that leaves none."""
        return self._own_causes or self.causes

    @property
    def _own_causes(self) -> Causes:
        """The causes that no earlier problem has."""
        return tuple(cause for cause in self.causes if cause not in self.repeated_causes)

    @property
    def shown(self) -> Result:
        """The result to show: that of the smallest example or, without one, of the first check."""
        if self.example:
            return self.example.result
        return self.first

    @property
    def others(self) -> list[Result]:
        """The other results that fail alike, except those of the same call as the result shown."""
        shown = self.shown
        return [
            result
            for result in self.results
            if result.check != shown.check and (not result.call or result.call != shown.call)
        ]

    @property
    def slowed(self) -> set[str]:
        """The names of the checks that may have crossed limits because of its causes."""
        return {name for cause in self.causes for name in cause.slowed}

    @property
    def late(self) -> list[Result]:
        """The results that crossed limits of time or memory, if the one shown did not."""
        if self.shown.verdict in CROSSED:
            return []
        return [result for result in self.results if result.verdict in CROSSED]

    @property
    def is_only_late(self) -> bool:
        """Whether all of them crossed limits of time or memory."""
        return all(result.verdict in CROSSED for result in self.results)

    @property
    def is_explained(self) -> bool:
        """Whether an edition, or a cause that no earlier problem has, explains it."""
        return bool(self.edition or self._own_causes)

    @property
    def may_be_unwritten(self) -> bool:
        """Whether the functions may not be written yet: nothing certain explains what they lack."""
        is_certain = self.edition or any(not cause.rivals for cause in self.causes)
        return not is_certain and all(map(_may_be_unwritten, self.results))

    @property
    def checks(self) -> set[str]:
        """The names of the failed checks."""
        return {result.check for result in self.results}

    @property
    def cause_names(self) -> set[str]:
        """The names of the causes."""
        return {cause.name for cause in self.causes}

    @property
    def is_empty(self) -> bool:
        """Whether the reason is an empty file."""
        return self.first.reason.kind == "empty"

    @property
    def has_call(self) -> bool:
        """Whether a student can type the call and see the failure."""
        return bool(self.shown.function and self.shown.call) and not self.is_empty


def problems(submission: SubmissionResults) -> list[Problem]:
    """The problems of a submission: failures grouped by cause, or by likeness without a cause.

    Failures of the import come first, those that start at the goal late, and what may not be
    written yet last. Between them, causes of more failures come before causes of fewer, and
    unexplained failures of earlier functions before those of later ones. Unexplained failures of
    what uses other functions that fail are no problems of their own.
    """
    failing = [
        result
        for result in submission.results
        if result.is_judged and not result.passed and not is_hidden(result)
    ]
    alike = grouped(failing, lambda result: _reason(result, submission))
    parts = _ordered(_joined([_problem(results, submission) for results in alike.values()]))
    parts = _by_function(parts, _functions(submission))
    at_goal = set(submission.at_goal)
    parts.sort(key=lambda problem: (problem.may_be_unwritten, problem.checks <= at_goal))
    return _with_repeated_causes(_with_following(parts, submission))


def _with_following(parts: list[Problem], submission: SubmissionResults) -> list[Problem]:
    """The problems; one that has no explanation and may follow from another is a part of that.

    That a function is missing or not written follows from nothing, and a wrong line from nothing
    that is only slow. What is slow may follow from a cause that makes it slow. Who calls what is
    missing raises an exception, rather than print nothing, and who calls what raises one, the same.
    Lines that stand alone make nothing else fail.
    """
    # what works hands no failure on to what calls it
    failing = [result for result in submission.results if not result.passed]
    uses = {result.group: result.asked.uses for result in failing}
    before = []  # the places of the problems from which each may follow
    for problem in parts:
        places = [place for place, other in enumerate(parts) if _follows(problem, other, uses)]
        before.append(places)
    own: dict[int, set[str]] = {}  # {place of a problem: the names of the checks that follow it}
    for place, others in enumerate(before):
        first = next((one for one in others if not before[one]), place)
        followers = own.setdefault(first, set())
        if first != place:
            followers.update(parts[place].checks)
    followed = []
    for place in sorted(own):
        following = tuple(result for result in submission.results if result.check in own[place])
        followed.append(replace(parts[place], following=following))
    return followed


def _follows(problem: Problem, other: Problem, uses: Mapping[str, Sequence[str]]) -> bool:
    """Whether a problem may follow from another one: it is slowed, or it uses what fails there."""
    is_own = problem.is_explained or problem.first.verdict == "missing"
    if problem is other or is_own or problem.first.error == UNWRITTEN:
        return False
    if problem.checks <= other.slowed:
        return True
    if problem.first.reason.kind == "nothing_printed" and other.first.verdict == "missing":
        return False
    if problem.first.reason.kind == "wrong_line" and other.is_only_late:
        return False
    if all(map(_stands_alone, other.results)):
        return False
    raised = raised_at(other.first)
    if raised and raised_at(problem.first)[:1] != raised[:1]:
        return False
    groups = {result.group for result in other.results}
    return not any(groups.isdisjoint(_used(result, uses)) for result in problem.results)


def _stands_alone(result: Result) -> bool:
    """Whether the line that is wrong is one that does not make anything else fail."""
    alone, difference = result.asked.alone, result.difference
    return bool(alone and difference and re.search(alone, difference.expected or ""))


def _used(result: Result, uses: Mapping[str, Sequence[str]]) -> set[str]:
    """The groups of all that a check's function calls, directly or through other functions."""
    used, left = set(), list(result.asked.uses)
    while left:
        if (group := left.pop()) not in used:
            used.add(group)
            left += uses.get(group, ())
    return used


def _joined(parts: Iterable[Problem]) -> list[Problem]:
    """The problems, merged where they show the same difference of the same call."""
    joined: dict[object, Problem] = {}
    for place, problem in enumerate(parts):
        shown = problem.shown
        key: object = place
        if shown.call and shown.difference:
            key = shown.call, shown.difference
        if before := joined.get(key):
            new_causes = tuple(cause for cause in problem.causes if cause not in before.causes)
            results, causes = before.results + problem.results, before.causes + new_causes
            problem = replace(before, results=results, causes=causes)
        joined[key] = problem
    return list(joined.values())


def _ordered(parts: list[Problem]) -> list[Problem]:
    """The problems in order: of the import, of names in another form, others, and only late ones.

    Among these, those that explain more failures come first, and a cause before several with it.
    """

    def place(problem: Problem) -> tuple[bool, bool, bool, int, int]:
        own, number = problem.cause_names, 0
        is_spelled = problem.first.reason.kind in ("other_spelling", "no_method")
        for other in parts:
            if own and own <= other.cause_names:
                number += len(other.results)
        is_call = bool(problem.first.function)
        is_late = problem.is_only_late and not problem.is_explained
        return is_call, not is_spelled, is_late, -max(number, len(problem.results)), len(own)

    return sorted(parts, key=place)


def _by_function(parts: list[Problem], functions: Sequence[str]) -> list[Problem]:
    """The problems, those without explanation among themselves in the order of their functions."""
    unexplained = [problem for problem in parts if not problem.is_explained]
    if functions:
        unexplained.sort(key=lambda problem: functions.index(problem.first.function))
    left = iter(unexplained)
    return [problem if problem.is_explained else next(left) for problem in parts]


def _functions(submission: SubmissionResults) -> list[str]:
    """The functions in the order of their checks, after "" for the import: earlier ones don't use
    later ones. Empty if the assignment itself says which function uses which.
    """
    if any(result.asked.uses for result in submission.results):
        return []
    return list(dict.fromkeys(["", *(result.function for result in submission.results)]))


def _with_repeated_causes(parts: Iterable[Problem]) -> list[Problem]:
    """The problems, each with the causes that it shares with earlier ones."""
    all_problems = []
    first = dict[str, int]()  # {the name of a cause: the number of the first problem with it}
    for number, problem in enumerate(parts, 1):
        repeated_causes = tuple(cause for cause in problem.causes if cause.name in first)
        earlier = tuple(sorted({first[cause.name] for cause in repeated_causes}))
        all_problems.append(replace(problem, repeated_causes=repeated_causes, earlier=earlier))
        for cause in problem.causes:
            first.setdefault(cause.name, number)
    return all_problems


def may_cause_others(parts: Sequence[Problem], submission: SubmissionResults) -> bool:
    """Whether the first of several problems may be the reason of another one.

    Another one must be unexplained, and its function must not be checked before. An import that
    only prints causes nothing else, nor does the start that is the goal.
    """
    functions = _functions(submission)
    is_import = not parts[0].first.function
    if not functions or is_import or parts[0].checks <= set(submission.at_goal):
        return False
    earlier = functions[: functions.index(parts[0].first.function)]
    others = [problem.first.function for problem in parts[1:] if not problem.is_explained]
    return not set(others) <= set(earlier)


def _reason(result: Result, submission: SubmissionResults) -> Likeness:
    """A key that is equal for failures with one reason: their causes, an edition, or a likeness."""
    if causes := _causes(result, submission):
        return tuple(cause.name for cause in causes)
    if result.check in submission.right_elsewhere:
        return ("another edition",)
    return likeness(result)


def _causes(result: Result, submission: SubmissionResults) -> Causes:
    return tuple(cause for cause in submission.misconceptions if result.check in cause.checks)


def _problem(results: list[Result], submission: SubmissionResults) -> Problem:
    """The Problem made of some results; its first is the plainest result with a difference."""
    places = dict(zip(submission.plain_first, count()))
    shown = [result for result in results if result.difference] or results
    first = min(shown, key=lambda result: places.get(result.check, len(places)))
    causes = _causes(first, submission)
    edition = ""
    if submission.edition and not causes and first.check in submission.right_elsewhere:
        edition = submission.edition.name
    examples = {example.check: example for example in submission.examples}
    return Problem(tuple(results), first, causes, edition, examples.get(first.check))


def is_hidden(result: Result) -> bool:
    """Whether the student may read only the verdict of the check."""
    return result.reason.kind == "hidden"


def _may_be_unwritten(result: Result) -> bool:
    """Whether a function is not there, or does nothing, or says that it is not written."""
    is_absent = result.reason.kind in (*ABSENT, "nothing_printed")
    return is_absent or result.error == UNWRITTEN
