"""What a student is to look into: the failures of a submission, once for each cause; pure."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from grader.records import Cause, Difference, Example, Fact, Result, SubmissionResults


# verdicts that need no explanation of what the program did
NO_CAUSE = ("accepted", "skipped", "judge_error")
LABELLED = re.compile(r"\S.*?\b([^\W\d]\w*)(?:\(\))?(?:\s*[=:]\s*| )(-?[0-9]*)")
CALLED = re.compile(r"[.](\w+)\(\)(?: *#.*)?$")  # the last method of a call, before a remark
NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")


@dataclass(frozen=True)
class Problem:
    """Failed checks that have one reason, and what is known to explain them.

    `first` is the check to be shown in full; an `edition` is named if all of them are right under
    that. `repeated_causes` are those that a problem before has, too.
    """

    results: tuple[Result, ...]
    first: Result
    causes: tuple[Cause, ...] = ()
    edition: str = ""
    example: Example | None = None
    repeated_causes: tuple[Cause, ...] = ()

    @property
    def new_causes(self) -> tuple[Cause, ...]:
        """The causes that no problem before has; all of them if that leaves none."""
        new_causes = tuple(cause for cause in self.causes if cause not in self.repeated_causes)
        return new_causes or self.causes

    @property
    def shown(self) -> Result:
        """What is shown of it: its smallest example if there is one, or else the first check."""
        return self.example.result if self.example else self.first

    @property
    def others(self) -> list[Result]:
        """The checks that fail in the same way as what is shown, but for those of the same call."""
        shown = self.shown
        return [
            result
            for result in self.results
            if result is not shown and (not result.call or result.call != shown.call)
        ]

    @property
    def is_explained(self) -> bool:
        """Whether causes that no problem before has, or an edition, explain it."""
        return bool(self.edition) or any(cause not in self.repeated_causes for cause in self.causes)

    @property
    def is_empty(self) -> bool:
        """Whether nothing but an empty file is the reason."""
        return self.first.reason.kind == "empty"

    @property
    def has_call(self) -> bool:
        """Whether a student can type the call to see it happen."""
        return bool(self.shown.function and self.shown.call) and not self.is_empty


def problems(submission: SubmissionResults) -> list[Problem]:
    """The Problems: by cause, or by what results have in common.

    Those of the import come first, those in which the start is the goal last; else what explains
    more failures comes before what explains fewer.
    """
    alike: dict[tuple[object, ...], list[Result]] = {}
    for result in submission.results:
        if result.verdict not in NO_CAUSE and not is_hidden(result):
            alike.setdefault(_reason(result, submission), []).append(result)
    parts = _ordered(_joined([_problem(results, submission) for results in alike.values()]))
    at_goal = {*submission.at_goal}
    parts.sort(key=lambda problem: {result.check for result in problem.results} <= at_goal)
    return _with_repeated_causes(parts)


def _joined(parts: Iterable[Problem]) -> list[Problem]:
    """The problems, those in one that show the same difference of the same call."""
    joined: dict[object, Problem] = {}
    for place, problem in enumerate(parts):
        shown = problem.shown
        key = (shown.call, shown.difference) if shown.call and shown.difference else place
        before = joined.get(key, replace(problem, results=(), causes=()))
        new_causes = tuple(cause for cause in problem.causes if cause not in before.causes)
        results, causes = before.results + problem.results, before.causes + new_causes
        joined[key] = replace(before, results=results, causes=causes)
    return list(joined.values())


def _ordered(parts: list[Problem]) -> list[Problem]:
    """The problems, those of the import first, then those that explain more failures.

    A problem of several causes comes after those of each of them alone.
    """
    explained = [(_names(problem), len(problem.results)) for problem in parts]

    def place(problem: Problem) -> tuple[bool, int, int]:
        """What a problem is ordered by."""
        own = _names(problem)
        number = sum(number for names, number in explained if own and own <= names)
        return bool(problem.first.function), -max(number, len(problem.results)), len(own)

    return sorted(parts, key=place)


def _names(problem: Problem) -> set[str]:
    """The names of the causes of a problem."""
    return {cause.name for cause in problem.causes}


def _with_repeated_causes(parts: Iterable[Problem]) -> list[Problem]:
    """The problems, each with those of its causes that one before it has."""
    all_problems: list[Problem] = []
    for problem in parts:
        before = set().union(*map(_names, all_problems))
        repeated_causes = tuple(cause for cause in problem.causes if cause.name in before)
        all_problems.append(replace(problem, repeated_causes=repeated_causes))
    return all_problems


def may_cause_others(parts: Sequence[Problem], submission: SubmissionResults) -> bool:
    """Whether the first of several problems may be the reason of another.

    It may be if another has no explanation of its own, and is not in a function that is checked
    before, since that needs nothing of later ones.
    """
    if {result.check for result in parts[0].results} <= {*submission.at_goal}:
        return False
    groups = list(dict.fromkeys(result.function for result in submission.results))
    places = [groups.index(problem.first.function) for problem in parts]
    return any(
        not problem.is_explained and place >= places[0]
        for problem, place in zip(parts[1:], places[1:])
    )


def _reason(result: Result, submission: SubmissionResults) -> tuple[object, ...]:
    """What failures with one reason have in common: causes, an edition, or a likeness."""
    if causes := _causes(result, submission):
        return tuple(cause.name for cause in causes)
    if result.check in submission.edition_explains:
        return ("edition", submission.edition)
    return likeness(result)


def _causes(result: Result, submission: SubmissionResults) -> tuple[Cause, ...]:
    """The causes of a submission that explain a result."""
    return tuple(cause for cause in submission.misconceptions if result.check in cause.checks)


def _problem(results: list[Result], submission: SubmissionResults) -> Problem:
    """The Problem of some results; the plainest that has a difference to show is the first."""
    places = {check: place for place, check in enumerate(submission.plain_first)}
    shown = [result for result in results if result.difference] or results
    first = min(shown, key=lambda result: places.get(result.check, len(places)))
    causes = _causes(first, submission)
    has_edition = not causes and first.check in submission.edition_explains
    edition = submission.edition if has_edition else ""
    examples = {example.check: example for example in submission.examples}
    return Problem(tuple(results), first, causes, edition, examples.get(first.check))


def is_hidden(result: Result) -> bool:
    """Whether it is a check of which a student reads no more than the verdict."""
    return result.reason.kind == "hidden"


def likeness(result: Result) -> tuple[object, ...]:
    """What failures have in common that may have one reason.

    It is the name that is missing, the line that raised, or the number that is wrong; else the
    function, all that is said of the failure but the numbers in it, and where an output differs
    first, and how.
    """
    reason = result.reason
    if reason.kind == "empty":
        return ("empty",)
    if result.verdict == "missing" and "name" in reason.fields:
        return (reason.kind, reason.fields["name"])
    if "error" in reason.fields and reason.fields.get("file") and reason.fields.get("line"):
        places = (reason.fields["file"], reason.fields["line"])
        return (reason.kind, *places, _without_numbers(reason.fields.get("error")))
    if result.difference and (name := _wrong_number(result.difference)):
        return ("number", name)
    if value := _wrong_value(result):
        return value
    differs = _where_it_differs(result.difference) if result.difference else ()
    return (result.function, result.verdict, reason.kind, reason.hint, *_texts(reason), *differs)


def _texts(reason: Fact) -> list[object]:
    """The texts in a reason, without the numbers in them."""
    return [
        _without_numbers(value)
        for key, value in sorted(reason.fields.items())
        if isinstance(value, (str, tuple)) and key != "line"
    ]


def _without_numbers(value: object) -> object:
    """A value, the numbers in a text replaced."""
    return re.sub("[0-9]+", "#", value) if isinstance(value, str) else value


def _wrong_number(difference: Difference) -> str:
    """The name of the number in a line that is another number than expected; "" if there is none.

    >>> _wrong_number(Difference(1, "[1, 2] h=12", "[1, 2] h=15", 10))
    'h'
    >>> _wrong_number(Difference(1, "[1, 2] h=12", "[2, 1] h=12", 1))
    ''
    """
    expected, actual, column = difference.expected, difference.actual, difference.column
    if expected is None or actual is None or column is None or difference.start:
        return ""
    match = LABELLED.fullmatch(expected[:column])
    numbers = [NUMBER.match(line, match.start(2)) for line in (expected, actual)] if match else []
    if not match or not all(numbers):
        return ""
    values = {float(number[0]) for number in numbers if number}
    return match[1] if len(values) == 2 else ""


def _wrong_value(result: Result) -> tuple[str, str] | None:
    """What kind of value is wrong in a line of a driver, and of which method; None if unknown.

    Such a line has names before a colon, and as many values after it. Where it has no name but the
    instance's, the method is the last one of the call.

    >>> wrong = Difference(1, "b, solvable, moves: True, 4", "b, solvable, moves: True, 5", 26)
    >>> _wrong_value(Result("c", "", "", "", Fact(""), difference=wrong))
    ('number', 'moves')
    """
    difference = result.difference
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
    method = CALLED.search(result.call) if names[number] == difference.instance else None
    name = (method[1] if method else names[number]).removesuffix("()")
    is_number = NUMBER.fullmatch(values[number]) and NUMBER.fullmatch(others[number])
    return ("number" if is_number else "value", name) if name.isidentifier() else None


def _where_it_differs(difference: Difference) -> tuple[str, ...]:
    """In what the first line that differs does so: its end, its format, or which number.

    A number is known by the word before it, as in "h=2" or "moves: 3", or by none in a list.

    >>> _where_it_differs(Difference(2, "[1, 2] h=2 moves: 1", "[1, 2] h=3 moves: 1", 9))
    ('number', 'h=')
    >>> _where_it_differs(Difference(2, "[1, 2] h=2 moves: 1", "[2, 1] h=2 moves: 1", 1))
    ('number', '')
    >>> _where_it_differs(Difference(2, "[1, 2] h=2", "(1, 2) h=2", 0))
    ('format', '(#, #) h=#')
    """
    expected, actual = difference.expected, difference.actual
    if expected is None or actual is None:
        return ("extra",) if expected is None else ("stopped",)
    shapes = [re.sub("[0-9]+", "#", line) for line in (expected, actual)]
    if shapes[0] != shapes[1]:
        return "format", shapes[1]
    for one, other in zip(_labelled(expected), _labelled(actual)):
        if one != other:
            return "number", one[0]
    return ("format",)


def _labelled(line: str) -> list[tuple[str, str]]:
    """The numbers in a line, each after the words before it, from a letter on.

    >>> _labelled("[1, 2] h=2")
    [('', '1'), ('', '2'), ('h=', '2')]
    """
    pieces = re.split("([0-9]+)", line)
    words = [re.search("[A-Za-z].*|$", piece, re.DOTALL) for piece in pieces[:-1:2]]
    return [(word[0] if word else "", number) for word, number in zip(words, pieces[1::2])]
