"""What a student reads at home: what works, and what doesn't yet, once for each cause; pure."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from textwrap import fill

from grader.intake import sentences
from grader.records import Difference, Document, Fact, Result, SubmissionResults
from grader.report import instructor, pictures, summary, terminal
from grader.report.public import public
from grader.report.text import shell_word, visible


# from a file of a program to its path, and what must be done before Python can run it
AtHand = Callable[[str], tuple[str, str]]
WIDTH = 100
LONG = 60  # characters of a call that make a poor headline
NOTES = 5  # how many remarks on checks are shown
EMPTY = Fact("empty", hint="saved")
# how facts are worded where they follow "not yet:"
FACTS = {kind: text[0].lower() + text[1:] for kind, text in instructor.FACTS.items()} | {
    "wrong_line": "line {line} differs."
}
# verdicts that need no explanation of what the program did
NO_CAUSE = ("accepted", "skipped", "judge_error")


@dataclass(frozen=True)
class Problem:
    """Failed checks that have one reason, and the question that may lead to it, or ""."""

    results: tuple[Result, ...]
    hint: str

    @property
    def first(self) -> Result:
        """The check to be shown in full: the plainest with a difference to show, else the first."""
        return next((result for result in self.results if result.difference), self.results[0])


def text(document: Document, at_hand: AtHand = lambda file: (file, "in its folder")) -> str:
    """All that a student reads about the only submission of a document.

    `at_hand(file)` is the path that has a file of the program, and what must be done before Python
    can run it.
    """
    (submission,) = map(_saved, map(public, document.submissions))
    problems = _problems(submission)
    parts = [
        _groups(submission.results),
        _notes(submission),
        *(_explained(number, problem) for number, problem in enumerate(problems, 1)),
        _untried(submission.results),
        _how_to_try(problems, submission, at_hand),
        _ending(submission.results, len(problems)),
    ]
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def _saved(submission: SubmissionResults) -> SubmissionResults:
    """The submission; where its file is empty, all that fails says so, and nothing of names."""
    if not submission.is_empty:
        return submission
    return replace(
        submission,
        flags=tuple(flag for flag in submission.flags if flag != sentences.EMPTY),
        results=tuple(
            result if result.verdict in NO_CAUSE else replace(result, reason=EMPTY)
            for result in submission.results
        ),
    )


# ---- The overview ----


def _groups(results: Sequence[Result]) -> list[str]:
    """A line for each group of checks: how many of them pass."""
    passed: dict[str, list[bool]] = {}
    for result in results:
        passed.setdefault(summary.group(result.check), []).append(result.passed)
    width = max(map(len, passed), default=0)
    return [
        f"  {group:<{width}}  {_share(sum(outcomes), len(outcomes))}"
        for group, outcomes in passed.items()
    ]


def _share(passed: int, number: int) -> str:
    """How many of so many checks pass, in words.

    >>> _share(1, 1), _share(0, 1), _share(3, 36), _share(36, 36)
    ('works', 'not yet', '3 of 36 right', 'all 36 right')
    """
    if number == 1:
        return "works" if passed else "not yet"
    return f"all {number} right" if passed == number else f"{passed} of {number} right"


def _notes(submission: SubmissionResults) -> list[str]:
    """The notes: odd files, checks close to a limit, another edition, slow functions."""
    results = submission.results
    general = [cause for cause in submission.misconceptions if not cause.checks]
    slow = [
        f"{instructor.cause_rationale(cause)} {instructor.cause_help(cause)}" for cause in general
    ]
    evidence = [cause.evidence for cause in general]
    remarks = [
        f"{result.check}: {instructor.sentence(fact)}"
        for result in results
        for fact in (*result.flags, *result.notes)
        if fact not in evidence
    ]
    edition = submission.edition and (
        f"{_how_much_is_right(submission)} under another edition of this assignment, "
        f"{submission.edition}: is that the one you were given?"
    )
    said = {instructor.rationale(result) for result in results}
    return [
        line
        for note in (*instructor.flags(submission), edition, *slow, *remarks[:NOTES])
        if note and note not in said
        for line in _wrapped(f"Note: {visible(note)}", "  ")
    ]


def _how_much_is_right(submission: SubmissionResults) -> str:
    """How much of a submission is right under the edition that is named, in words."""
    if submission.edition_right == submission.edition_of:
        return "It is right"
    return f"Far more of it is right ({submission.edition_right} of {submission.edition_of} checks)"


# ---- The causes ----


def _problems(submission: SubmissionResults) -> list[Problem]:
    """The Problems, in the order of checks: by misconception, or by what results have in common."""
    alike: dict[object, list[tuple[Result, str]]] = {}
    for result in submission.results:
        if result.verdict not in NO_CAUSE:
            causes = [cause for cause in submission.misconceptions if result.check in cause.checks]
            hint = " ".join(map(instructor.cause_help, causes)) or instructor.help_of(result)
            key = tuple(cause.name for cause in causes) or _likeness(result)
            alike.setdefault(key, []).append((result, hint))
    places = {check: place for place, check in enumerate(submission.plain_first)}
    return [
        Problem(
            tuple(
                sorted((result for result, _ in pairs), key=lambda each: places.get(each.check, 0))
            ),
            pairs[0][1],
        )
        for pairs in alike.values()
    ]


def _likeness(result: Result) -> tuple[object, ...]:
    """What failures have in common that may have one reason: all but the numbers in it.

    Outputs differ alike if they differ first in the same part, and in the same way.
    """
    reason, function = result.reason, "" if _is_empty(result) else result.function
    texts = [
        re.sub("[0-9]+", "#", value) if isinstance(value, str) else value
        for key, value in sorted(reason.fields.items())
        if isinstance(value, (str, tuple)) and key != "line"
    ]
    differs = _where_it_differs(result.difference) if result.difference else ()
    return function, result.verdict, reason.kind, reason.hint, *texts, *differs


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
    for one, other in zip(
        *(re.finditer(r"([A-Za-z][^0-9]*|)[0-9]+", line) for line in (expected, actual))
    ):
        if one[0] != other[0]:
            return "number", one[1]
    return ("format",)


def _explained(number: int, problem: Problem) -> list[str]:
    """A problem: its first check in full, the question, the names of the others."""
    first = problem.first
    others = [result.check for result in problem.results if result is not first]
    call = [f"   >>> {first.call}"] if first.function and not _is_empty(first) else []
    return [
        *_headline(number, first),
        *_evidence(first),
        *_wrapped(visible(problem.hint), "   "),
        *_alike(others),
        *call,
    ]


def _is_empty(result: Result) -> bool:
    """Whether a check failed because the file is empty."""
    return result.reason == EMPTY


def _headline(number: int, result: Result) -> list[str]:
    """What was called, and that it doesn't work yet, with the fact in a few words."""
    call = result.call
    if not call or len(call) > LONG or "; " in call:  # it stands below, too
        call = result.check
    fact = visible(instructor.sentence(result.reason, FACTS, "it"))
    if len(call + fact) > WIDTH - 16:
        return [f"{number}. {call} - not yet:", *_wrapped(fact, "   ")]
    return [f"{number}. {call} - not yet: {fact}"]


def _evidence(result: Result) -> list[str]:
    """What shows it: the first difference with what is drawn of it, or what Python said."""
    if difference := result.difference:
        rows = [f"  {row}" for row in terminal.compared(difference, "yours")]
        return ["", *rows, *_pictures(difference), ""]
    if result.verdict == "runtime_error" and result.stderr:
        return ["", *(f"      {row}".rstrip() for row in result.stderr), ""]
    return []


def _pictures(difference: Difference) -> list[str]:
    """The pictures of two lines, one if they are equal, none if no number differs."""
    expected, actual = difference.expected_picture, difference.actual_picture
    lines = (difference.expected, difference.actual)
    numbers = [re.findall("[0-9]+", line or "") for line in lines]
    if not expected or numbers[0] == numbers[1]:
        return []
    title = "the state:" if expected == actual else "the state expected:"
    rows = [title, *pictures.drawn(expected)]
    if actual and expected != actual and len(expected) == len(actual):
        rows = pictures.beside(
            ("expected:", pictures.drawn(expected, actual)),
            ("yours:", pictures.drawn(actual, expected)),
        )
    return ["", *(f"      {row}" for row in rows)]


def _alike(names: list[str]) -> list[str]:
    """The line that names checks that fail in the same way."""
    if not names:
        return []
    shown: list[str] = []
    line = f"   The same happens in {len(names)} more: "
    while names[len(shown) :] and len(line + ", ".join([*shown, names[len(shown)]])) < WIDTH - 4:
        shown.append(names[len(shown)])
    more = ", ..." if len(shown) < len(names) else ""
    return [line + ", ".join(shown) + more]


# ---- The end ----


def _untried(results: Sequence[Result]) -> list[str]:
    """How many checks were not run, and why."""
    return instructor.not_run(
        [result.reason for result in results if result.verdict == "skipped"], "not tried"
    )


def _how_to_try(
    problems: list[Problem], submission: SubmissionResults, at_hand: AtHand
) -> list[str]:
    """How to start the Python in which the calls can be typed."""
    names = list(
        dict.fromkeys(result.module for result in submission.results if not result.function)
    )
    verdicts = {result.verdict for result in submission.results}
    is_missing = verdicts <= {"missing", "skipped"}
    is_empty = any(_is_empty(problem.first) for problem in problems)
    if not problems or not names or is_missing or is_empty:
        return []
    path, before = at_hand(f"{names[-1]}.py")
    path = f"./{path}" if path.startswith("-") else path
    calls_functions = any(problem.first.function for problem in problems)
    what = "the lines after >>>" if calls_functions else "it"
    note = f"    ({visible(before)})" if before else ""
    if len(names) == 1:
        return [
            f"To try {what} yourself, start Python like this:",
            f"   python3 -i {shell_word(path)}{note}",
        ]
    imports = "; ".join(f"from {name} import *" for name in names)
    return [
        f"To try {what} yourself, start Python in the folder of {visible(path)} like this:",
        f"   python3 -i -c {shell_word(imports)}{note}",
    ]


def _ending(results: Sequence[Result], todo: int) -> list[str]:
    """How many checks pass, and what to do next; `todo`: the number of causes."""
    passed, number = sum(result.passed for result in results), len(results)
    ours = sum(result.verdict == "judge_error" for result in results)
    if passed == number:
        return [f"All {number} checks pass: well done! (Your course may have others.)"]
    so_far = " so far" if passed else ""
    most = ", most of them" if passed > number / 2 else ""
    left = f" There are {todo} things to look into: begin with the first, it may cause others."
    if todo <= 1:
        left = " One thing is left to look into." if todo else ""
    fault = f"{ours} could not be judged: that is a fault of the grader, not yours."
    return [
        *([fault] if ours else []),
        f"{passed} of {number} checks pass{so_far}{most}.{left}",
    ]


def _wrapped(sentence: str, indent: str) -> list[str]:
    """A sentence in lines of at most WIDTH characters, indented."""
    if not sentence:
        return []
    return fill(
        sentence, WIDTH, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False
    ).split("\n")
