"""Groups the failures of a submission into Problems, one for each cause; pure."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count

from grader.diagnose.observation import raised_at, without_numbers
from grader.ground.grouping import grouped
from grader.records.causes import Cause
from grader.records.facts import Fact
from grader.records.results import CROSSED, Difference, Result
from grader.records.submissions import Example, SubmissionResults
from grader.sandbox.returned import RETURNED


LABELLED = re.compile(r"\S.*?\b([^\W\d]\w*)(?:\(\))?(?:\s*[=:]\s*| )(-?[0-9]*)")
# the last method that a call names, before a comment
CALLED = re.compile(r"[.](\w+)\(\)(?: *#.*)?$")
NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")
# kinds of reasons of functions and methods that are not there
ABSENT = ("no_name", "no_function")
# fields that tell where a program was, and which parts are right, of which a check may have none
WHERE = ("file", "line", "caller", "called_from", "right")
UNWRITTEN = "NotImplementedError"  # what a stub raises
Causes = tuple[Cause, ...]
Likeness = tuple[object, ...]  # equal for failures that probably have one reason


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
    missing raises an exception, rather than print nothing.
    """
    uses = {result.group: result.asked.uses for result in submission.results}
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
    groups = {result.group for result in other.results}
    return not any(groups.isdisjoint(_used(result, uses)) for result in problem.results)


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


def likeness(result: Result) -> Likeness:
    """A key that is equal for failures that probably have one reason.

    It tells that functions are not there, which other name is missing, where an exception was
    raised, that a function returns wrong values, or which number or value is wrong. Else it has the
    function, the reason without its numbers, and the place and kind of a first difference.
    """
    reason = result.reason
    if reason.kind == "empty":
        return ("empty",)
    if reason.kind in ABSENT or result.error == UNWRITTEN:
        return ("absent",)
    if result.verdict == "missing" and "name" in reason.fields:
        return (reason.kind, reason.fields["name"])
    if places := raised_at(result):
        return places
    if result.difference and (result.difference.expected or "").startswith(RETURNED):
        return ("returned", result.function, reason.hint)
    if result.difference and (name := _wrong_number(result.difference)):
        return ("number", name)
    if value := _wrong_value(result):
        return value
    differs: tuple[str, ...] = ()
    if result.difference and reason.kind != "nothing_printed":
        differs = _where_it_differs(result.difference)
    what = result.function, result.verdict, reason.kind, reason.hint
    return (*what, *_texts(reason), *differs)


def _may_be_unwritten(result: Result) -> bool:
    """Whether a function is not there, or does nothing, or says that it is not written."""
    is_absent = result.reason.kind in (*ABSENT, "nothing_printed")
    return is_absent or result.error == UNWRITTEN


def _texts(reason: Fact) -> list[object]:
    """The texts among the fields of a reason but those in WHERE, with # for their numbers."""
    return [
        without_numbers(value) if isinstance(value, str) else value
        for key, value in sorted(reason.fields.items())
        if isinstance(value, (str, tuple)) and key not in WHERE
    ]


def _wrong_number(difference: Difference) -> str:
    """The label of the first number that differs from the expected one; "" if there is none.

    >>> _wrong_number(Difference(1, "[1, 2] h=12", "[1, 2] h=15", 10))
    'h'
    >>> _wrong_number(Difference(1, "[1, 2] h=12", "[2, 1] h=12", 1))
    ''
    """
    expected, actual, column = difference.expected, difference.actual, difference.column
    if expected is None or actual is None or column is None or difference.start:
        return ""
    match = LABELLED.fullmatch(expected[:column])
    if not match:
        return ""
    place = match.start(2)
    number, other = NUMBER.match(expected, place), NUMBER.match(actual, place)
    if not number or not other or float(number[0]) == float(other[0]):
        return ""
    return match[1]


def _wrong_value(result: Result) -> tuple[str, str] | None:
    """(The kind of the wrong value in a driver's line, its method); None if they are unknown.

    Such a line has names before a colon, and as many values after it. If its only name is the
    instance's, the method is the last one of the call, or else the function of the check.

    >>> wrong = Difference(1, "b, solvable, moves: True, 4", "b, solvable, moves: True, 5", 26)
    >>> _wrong_value(Result("c", "", "", Fact(""), difference=wrong))
    ('number', 'moves')
    """
    difference = result.difference
    if difference and difference.start and difference.instance:
        return "value", result.function
    if not difference or difference.start or not difference.column:
        return None
    expected, actual = difference.expected, difference.actual
    if expected is None or actual is None:
        return None
    head, colon, _ = expected[: difference.column].rpartition(": ")
    place = len(head) + len(colon)
    values, others = expected[place:].split(", "), actual[place:].split(", ")
    names = head.split(", ")[-len(values) :]
    number = expected[place : difference.column].count(", ")
    if not colon or len(names) < len(values) or number >= len(others):
        return None
    name = names[number].removesuffix("()")
    if name == difference.instance:
        name = result.function or name
        if method := CALLED.search(result.call):
            name = method[1]
    if not name.isidentifier():
        return None
    if NUMBER.fullmatch(values[number]) and NUMBER.fullmatch(others[number]):
        return "number", name
    return "value", name


def _where_it_differs(difference: Difference) -> tuple[str, ...]:
    """How the first differing line differs: by its end, its format, or a number.

    A number is known by the word before it, as in "h=2" or "moves: 3". In a format all the numbers
    of a grid are one, so that grids of all sizes are alike, and the instance's name does not count.

    >>> _where_it_differs(Difference(2, "[1, 2] h=2 moves: 1", "[1, 2] h=3 moves: 1", 9))
    ('number', 'h=')
    >>> _where_it_differs(Difference(2, "[1, 2] h=2 moves: 1", "[2, 1] h=2 moves: 1", 1))
    ('number', '')
    >>> _where_it_differs(Difference(2, "[1, 2] h=2", "(1, 2) h=2", 0))
    ('format', '(#, #) h=#')
    >>> _where_it_differs(Difference(2, "right", "no neighbor: 2 1 / 0 3", 0))
    ('format', 'no neighbor: #')
    >>> _where_it_differs(Difference(2, "a: right", "a: wrong", 3, instance="a"))
    ('format', ': wrong')
    """
    expected, actual, name = difference.expected, difference.actual, difference.instance
    if expected is None:
        return ("extra",)
    if actual is None:
        last_words = [words for words, _ in _labelled(expected)][-1:]
        return "stopped", *last_words
    shape = without_numbers(actual.removeprefix(name))
    if without_numbers(expected.removeprefix(name)) != shape:
        return "format", re.sub("#(?:[ /|]+#)+", "#", shape)
    for one, other in zip(_labelled(expected), _labelled(actual)):
        if one != other:
            return "number", one[0]
    return ("format",)


def _labelled(line: str) -> list[tuple[str, str]]:
    """The numbers in a line, each with the words before it.

    >>> _labelled("[1, 2] h=2")
    [('', '1'), ('', '2'), ('h=', '2')]
    """
    pieces = re.split("([0-9]+)", line)
    words = [re.sub("^[^A-Za-z]+", "", piece) for piece in pieces[::2]]
    return list(zip(words, pieces[1::2]))
