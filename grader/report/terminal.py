"""What a terminal shows: the report on one submission, and the summary of a class; pure."""

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import zip_longest

from grader.diagnose.problems import Problem, problems
from grader.ground.text import WIDTH, clipped, shell_word, visible, wrapped
from grader.records import (
    Cause,
    Difference,
    Document,
    Example,
    Result,
    SubmissionResults,
    deductions,
    points,
)
from grader.report import pops, summary
from grader.report.instructor import cause_help, cause_rationale, combined, help_of, rationale


Again = Callable[[str], str]  # from the name of a check to the command that runs it again
COLOURS = {"accepted": "32", "wrong_answer": "31", "skipped": "2", "judge_error": "35"}
NAME, BAR = 28, 40  # the width of names in a table, and of the longest bar
NAMES = 3  # of checks that fail for the same reason
MARGIN, DOTS = 15, 6  # columns before a line of output, and those of dots around it
UNLIMITED = 10_000  # columns
VERBATIM = ("  >>> ", "    ", "  Again: ")  # what is never wrapped begins so


# ---- One submission ----


def check_line(result: Result, colour: bool = False, room: int = NAME) -> str:
    """The line of a report for one check: name, verdict, points, CPU seconds.

    The name gets at least `room` columns.
    """
    verdict = f"{result.verdict:<13}"
    if colour:
        verdict = f"\x1b[{COLOURS.get(result.verdict, '33')}m{verdict}\x1b[0m"
    earned = points_text(result)
    seconds = f"{result.run.cpu_s:7.2f} s" if result.run else ""
    return f"{result.check:<{room}} {verdict} {earned:>7} {seconds}".rstrip()


def failures(submission: SubmissionResults, again: Again, width: int | None = None) -> list[str]:
    """The paragraphs that explain the failures; `again(name)` is the command that reruns a check.

    Failures that have one reason share a paragraph, as do those that have one explanation.
    """
    explained = replace(submission, results=tuple(summary.explained_results(submission)))
    unexplained: dict[object, list[Result]] = {}
    for result in explained.results:
        if result.verdict in ("skipped", "judge_error"):
            unexplained.setdefault((result.verdict, rationale(result)), []).append(result)
    return [
        *(_on_problem(problem, again, width) for problem in problems(explained)),
        *(paragraph(group, again, width) for group in unexplained.values()),
    ]


def _on_problem(problem: Problem, again: Again, width: int | None) -> str:
    """The paragraph on a problem, with its smallest example unless that stands at its causes."""
    others = [result for result in problem.results if result is not problem.first]
    text = paragraph([problem.first, *others], again, width)
    has_own = problem.example is not None and not problem.causes
    return "\n".join([text, *_on_example(problem.example)]) if has_own else text


def paragraph(group: Sequence[Result], again: Again, width: int | None = None) -> str:
    """Why similar checks failed: the fact, the evidence, a hint, the command for the first."""
    first, *others = group
    also = f", and {len(others)} more" if others else ""
    fact = [f"{first.check}{also}: {first.verdict}", f"  {visible(rationale(first))}"]
    if first.verdict == "skipped" or not first.call:
        return "\n".join(fact)
    difference = first.difference
    rows = compared(difference, room=room_in(difference, width)) if difference else []
    if first.diff:
        rows += ["", *(f"    {row}".rstrip() for row in first.diff), ""]
    if first.stderr:
        rows += ["  On stderr:", *(f"    {row}".rstrip() for row in first.stderr)]
    if help_of(first):
        rows.append(f"  Hint: {visible(help_of(first))}")
    rows += _also(others)
    return "\n".join(
        [fact[0], f"  >>> {first.call}", fact[1], *rows, f"  Again: {again(first.check)}"]
    )


def _also(others: Sequence[Result]) -> list[str]:
    """The line that names the first few of the checks that fail for the same reason."""
    if not others:
        return []
    names = ", ".join(result.check for result in others[:NAMES])
    return [f"  Also: {names}{', ...' if others[NAMES:] else ''}"]


def compared(difference: Difference, actually: str = "actual", room: int = WIDTH) -> list[str]:
    """The expected line above the actual one, with a mark below the first column that differs.

    Of each line there are at most `room` characters.
    """
    expected, actual, column = difference.expected, difference.actual, difference.column
    column = column and column - difference.start  # in the part of the line that the record has
    start = max(0, (column or 0) - room // 2)
    sides = [
        f"({absence(difference)})" if line is None else clipped(line, start, room)
        for line in (expected, actual)
    ]
    rows = [f"    expected | {sides[0]}", f"    {actually:<8} | {sides[1]}"]
    if column is None or expected is None or actual is None:
        return rows
    mark = len(visible(expected[start:column])) + 3 * (start > 0)
    return [*rows, f"               {' ' * mark}^{odd(actual[column:][:1])}"]


def room_in(difference: Difference, width: int | None) -> int:
    """How many characters of two lines fit beside each other's names, and dots on either side."""
    lines = [visible(line or "") for line in (difference.expected, difference.actual)]
    room = min(WIDTH, width - MARGIN) if width else WIDTH
    return room if room == WIDTH or max(map(len, lines)) <= room else room - DOTS


def absence(difference: Difference) -> str:
    """What there is instead of a line that one of two outputs lacks.

    >>> absence(Difference(1, None, "Hello!", None)), absence(Difference(2, "5", None, None))
    ('nothing', 'the output has ended')
    """
    return "nothing" if difference.line == 1 else "the output has ended"


def odd(char: str) -> str:
    """A note on a differing character that may only look like an ordinary one.

    >>> odd("\u04bb"), odd("h")
    (' this is U+04BB', '')
    """
    return f" this is U+{ord(char):04X}" if char and not char.isascii() else ""


def explanation(submission: SubmissionResults, document: Document, width: int | None = None) -> str:
    """What follows the lines on checks: what is probably wrong, why checks failed, the total.

    Lines have at most `width` columns, if that is given.
    """
    results = submission.results
    paragraphs = failures(submission, again(submission, document), width)
    parts = [*probably(submission), *paragraphs, *measured(results), total(results)]
    return fitted("\n" + "\n\n".join(parts) + "\n", width)


def fitted(text: str, width: int | None) -> str:
    """The text with its sentences wrapped; code, evidence and commands stay as they are."""
    if not width:
        return text
    rows = [
        [row] if len(row) <= width or row.startswith(VERBATIM) else _hanging(row, width)
        for row in text.split("\n")
    ]
    return "\n".join(line for lines in rows for line in lines)


def _hanging(row: str, width: int) -> list[str]:
    """A row of text wrapped, what follows the first line indented."""
    indent = row[: len(row) - len(row.lstrip())]
    return wrapped(row.strip(), width, indent, f"{indent}  ")


def probably(submission: SubmissionResults) -> list[str]:
    """A paragraph for what explains failures, a cause or several together: the facts, a hint."""
    return [
        "\n".join([_probable(causes), *_example_of(causes, submission)])
        for causes in combined(submission.misconceptions)
    ]


def _example_of(causes: Sequence[Cause], submission: SubmissionResults) -> list[str]:
    """The smallest instance that shows causes, and where the search goes wrong there."""
    checks = {check for cause in causes for check in cause.checks}
    examples = [example for example in submission.examples if example.check in checks]
    return _on_example(examples[0]) if examples else []


def _on_example(example: Example | None) -> list[str]:
    """The call of an example, and where the search goes wrong there."""
    if not example:
        return []
    search = [f"    {row}".rstrip() for row in pops.lines(example, WIDTH - 4)]
    return ["  The smallest example:", f"  >>> {example.result.call}", *search]


def _probable(causes: Sequence[Cause]) -> str:
    """The paragraph on one cause, or on several that only together explain what failed."""
    facts = " And: ".join(map(cause_rationale, causes))
    helps = " And: ".join(map(cause_help, causes))
    numbers = f"{len(causes)} mistakes together: " if len(causes) > 1 else ""
    return f"Probably: {numbers}{visible(facts)}\n  Hint: {visible(helps)}"


def measured(results: Sequence[Result]) -> list[str]:
    """The paragraph on what was measured, if anything was."""
    rows = [f"  {note}" for note in summary.notes(results)]
    return ["\n".join(["Measured:", *rows])] if rows else []


def total(results: Sequence[Result]) -> str:
    """The last line of a report: points, and how many checks had each verdict."""
    taken = sum(deductions(results).values())
    off = f", {taken:g} taken off" if taken else ""
    possible = sum(result.possible for result in results)
    return f"Total: {points(results):g} of {possible:g} points{off} ({summary.verdicts(results)})"


def points_text(result: Result) -> str:
    """The points of one result, as reports show them: of those possible, or what is taken off."""
    if result.points_possible:
        return f"{result.earned:g}/{result.possible:g}"
    taken = sum(deductions([result]).values())
    return f"-{taken:g}" if taken else ""


def rerun(path: str, options: Sequence[str], name: str) -> str:
    """The command that runs one check of one submission again.

    >>> rerun("hw 9", ["--python", "python3.12"], "solve/funny12-384")
    "python3 -m grader --python python3.12 --only solve/funny12-384 'hw 9'"
    """
    return command(path, [*options, "--only", name])


def command(path: str, options: Sequence[str]) -> str:
    """The command that grades what is at a path."""
    path = f"./{path}" if path.startswith("-") else path
    return " ".join(map(shell_word, ["python3", "-m", "grader", *options, path]))


def again(submission: SubmissionResults, document: Document) -> Again:
    """The function from the name of a check to the command that runs it again."""
    return lambda name: rerun(submission.path, document.options, name)


# ---- A class ----


def class_summary(document: Document, sort: str = "", width: int | None = None) -> str:
    """The table and the summary of a class, in the order `sort` if one is given.

    Lines have at most `width` columns, if that is given.
    """
    if sort:
        document = replace(document, submissions=tuple(summary.ordered(document, sort)))
    parts = [
        _header(document),
        _table(document, width),
        _scores(document, width),
        _hard(document),
        _shared(document),
        _flagged(document),
    ]
    return fitted("\n\n".join("\n".join(part) for part in parts if part) + "\n", width)


def _header(document: Document) -> list[str]:
    """The line that says what was graded, and how."""
    sandbox = f"; sandbox: {document.sandbox}" if document.sandbox else ""
    bounds = f", bounded by {document.bounded_by}" if document.bounded_by else ""
    return [visible(f"{document.graded_as}{sandbox}{bounds}")]


def _table(document: Document, width: int | None) -> list[str]:
    """A row for each submission: who, points, a mark if it is flagged, verdicts."""
    room = min(NAME, width // 3) if width else NAME
    return [
        line
        for submission in document.submissions
        for line in _row(submission, room, width or UNLIMITED)
    ]


def _row(submission: SubmissionResults, room: int, width: int) -> list[str]:
    """The row of a submission in the table, its name cut to so much room."""
    name, points = in_columns(summary.who(submission), room), _scored(submission)
    mark = "!" if summary.flags(submission) else " "
    start = f"{name} {points:>9} {mark}  "
    verdicts = wrapped(summary.verdicts(submission.results), width - room - 14)
    return [
        f"{before}{line}".rstrip()
        for before, line in zip_longest([start], verdicts, fillvalue="")
        for before in [before or " " * (room + 14)]
    ]


def _scored(submission: SubmissionResults) -> str:
    """The points of a submission, and how many were possible."""
    return f"{submission.points:g}/{submission.points_possible:g}"


def _scores(document: Document, width: int | None) -> list[str]:
    """The averages, and the distribution of scores as bars."""
    rows = summary.histogram(document)
    most = max(number for _, number in rows) or 1
    longest = min(BAR, width - 18) if width else BAR
    bars = [
        f"  {share:>6} | {'#' * -(-number * longest // most)} {number or ''}".rstrip()
        for share, number in rows
    ]
    return [summary.averages(document), *bars]


def _hard(document: Document) -> list[str]:
    """The checks that fewest passed."""
    rows = summary.hardest(document)
    room = max((len(check) for check, _, _ in rows), default=0)
    return ["Hardest checks:"] * bool(rows) + [
        f"  {check:<{room}}  {passed} of {ran} accepted ({summary.per_cent(passed, ran)})"
        for check, passed, ran in rows
    ]


def _shared(document: Document) -> list[str]:
    """What explains failures, and in how many submissions."""
    number = len(document.submissions)
    rows = [
        f"  {len(shared.submissions):<3} {summary.per_cent(len(shared.submissions), number):>4}  "
        f"{visible(shared.sentence)} ({shared.name})"
        for shared in summary.causes(document)
    ]
    return [f"Causes, and how many of {number} submissions have them:", *rows] if rows else []


def _flagged(document: Document) -> list[str]:
    """What an instructor should look at."""
    rows = [
        f"  {summary.who(submission)}: {flag}"
        for submission in document.submissions
        for flag in summary.flags(submission)
    ]
    return ["Flagged (!):", *rows] if rows else []


def in_columns(text: str, width: int) -> str:
    """The text cut or filled up to so many columns of a terminal.

    >>> [in_columns(text, 5) for text in ("abc", "\u4e2d\u6587", "abcdef")]
    ['abc  ', '\u4e2d\u6587 ', 'ab...']
    """
    if _columns(text) > width:
        while _columns(text) > width - 3:
            text = text[:-1]
        text += "..."
    return text + " " * (width - _columns(text))


def _columns(text: str) -> int:
    """How many columns of a terminal a text takes."""
    return sum(
        (unicodedata.east_asian_width(char) in "WF") + (not unicodedata.combining(char))
        for char in text
    )
