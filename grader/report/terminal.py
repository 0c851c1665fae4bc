"""What a terminal shows: the report on one submission, and the summary of a class; pure."""

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import replace

from grader.records import Difference, Document, Result, SubmissionResults, deductions, points
from grader.report import summary
from grader.report.instructor import cause_help, cause_rationale, help_of, rationale
from grader.report.text import WIDTH, clipped, shell_word, visible


Again = Callable[[str], str]  # from the name of a check to the command that runs it again
COLOURS = {"accepted": "32", "wrong_answer": "31", "skipped": "2", "judge_error": "35"}
NAME, BAR = 28, 40  # the width of names in a table, and of the longest bar


# ---- One submission ----


def check_line(result: Result, colour: bool = False) -> str:
    """The line of a report for one check: name, verdict, points, CPU seconds."""
    verdict = f"{result.verdict:<13}"
    if colour:
        verdict = f"\x1b[{COLOURS.get(result.verdict, '33')}m{verdict}\x1b[0m"
    earned = points_text(result)
    seconds = f"{result.run.cpu_s:7.2f} s" if result.run else ""
    return f"{result.check:<28} {verdict} {earned:>7} {seconds}".rstrip()


def failures(results: Sequence[Result], again: Again) -> list[str]:
    """The paragraphs that explain the failures; `again(name)` is the command that reruns a check.

    Failures with the same explanation and no line to show share a paragraph.
    """
    groups: dict[object, list[Result]] = {}
    for result in results:
        if not result.passed:
            explained = (result.verdict, rationale(result))
            groups.setdefault(result.check if result.difference else explained, []).append(result)
    return [paragraph(group, again) for group in groups.values()]


def paragraph(group: Sequence[Result], again: Again) -> str:
    """Why similar checks failed: the fact, the evidence, a hint, the command for the first."""
    first, *others = group
    also = f", and {len(others)} more" if others else ""
    fact = [f"{first.check}{also}: {first.verdict}", f"  {visible(rationale(first))}"]
    if first.verdict == "skipped" or not first.call:
        return "\n".join(fact)
    rows = compared(first.difference) if first.difference else []
    if first.diff:
        rows += ["", *(f"    {row}".rstrip() for row in first.diff), ""]
    if first.stderr:
        rows += ["  On stderr:", *(f"    {row}".rstrip() for row in first.stderr)]
    if help_of(first):
        rows.append(f"  Hint: {visible(help_of(first))}")
    return "\n".join(
        [fact[0], f"  >>> {first.call}", fact[1], *rows, f"  Again: {again(first.check)}"]
    )


def compared(difference: Difference, actually: str = "actual") -> list[str]:
    """The expected line above the actual one, with a mark below the first column that differs."""
    expected, actual, column = difference.expected, difference.actual, difference.column
    column = column and column - difference.start  # in the part of the line that the record has
    start = max(0, (column or 0) - WIDTH // 2)
    sides = [
        "(the output has ended)" if line is None else clipped(line, start)
        for line in (expected, actual)
    ]
    rows = [f"    expected | {sides[0]}", f"    {actually:<8} | {sides[1]}"]
    if column is None or expected is None or actual is None:
        return rows
    mark = len(visible(expected[start:column])) + 3 * (start > 0)
    return [*rows, f"               {' ' * mark}^{odd(actual[column:][:1])}"]


def odd(char: str) -> str:
    """A note on a differing character that may only look like an ordinary one.

    >>> odd("\u04bb"), odd("h")
    (' this is U+04BB', '')
    """
    return f" this is U+{ord(char):04X}" if char and not char.isascii() else ""


def explanation(submission: SubmissionResults, document: Document) -> str:
    """What follows the lines on checks: what is probably wrong, why checks failed, the total."""
    results = submission.results
    paragraphs = failures(summary.explained_results(submission), again(submission, document))
    parts = [*probably(submission), *paragraphs, *measured(results), total(results)]
    return "\n" + "\n\n".join(parts) + "\n"


def probably(submission: SubmissionResults) -> list[str]:
    """A paragraph for each misconception that explains what failed: the fact, and a hint."""
    return [
        f"Probably: {visible(cause_rationale(cause))}\n  Hint: {visible(cause_help(cause))}"
        for cause in submission.misconceptions
    ]


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
    path = f"./{path}" if path.startswith("-") else path
    return " ".join(map(shell_word, ["python3", "-m", "grader", *options, "--only", name, path]))


def again(submission: SubmissionResults, document: Document) -> Again:
    """The function from the name of a check to the command that runs it again."""
    return lambda name: rerun(submission.path, document.options, name)


# ---- A class ----


def class_summary(document: Document, sort: str = "") -> str:
    """The table and the summary of a class, in the order `sort` if one is given."""
    if sort:
        document = replace(document, submissions=tuple(summary.ordered(document, sort)))
    parts = [
        _header(document),
        _table(document),
        _scores(document),
        _hard(document),
        _shared(document),
        _flagged(document),
    ]
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def _header(document: Document) -> list[str]:
    """The line that says what was graded, and how."""
    sandbox = f"; sandbox: {document.sandbox}" if document.sandbox else ""
    bounds = f", bounded by {document.bounded_by}" if document.bounded_by else ""
    return [visible(f"{document.graded_as}{sandbox}{bounds}")]


def _table(document: Document) -> list[str]:
    """A row for each submission: who, points, a mark if it is flagged, verdicts."""
    return [_row(submission) for submission in document.submissions]


def _row(submission: SubmissionResults) -> str:
    """The row of a submission in the table."""
    name, points = _fitted(summary.who(submission), NAME), _scored(submission)
    mark = "!" if summary.flags(submission) else " "
    return f"{name} {points:>9} {mark}  {summary.verdicts(submission.results)}".rstrip()


def _scored(submission: SubmissionResults) -> str:
    """The points of a submission, and how many were possible."""
    return f"{submission.points:g}/{submission.points_possible:g}"


def _scores(document: Document) -> list[str]:
    """The averages, and the distribution of scores as bars."""
    rows = summary.histogram(document)
    most = max(number for _, number in rows) or 1
    bars = [
        f"  {share:>6} | {'#' * -(-number * BAR // most)} {number or ''}".rstrip()
        for share, number in rows
    ]
    return [summary.averages(document), *bars]


def _hard(document: Document) -> list[str]:
    """The checks that fewest passed."""
    rows = [
        f"  {check:<28} {passed} of {ran} accepted"
        for check, passed, ran in summary.hardest(document)
    ]
    return ["Hardest checks:", *rows] if rows else []


def _shared(document: Document) -> list[str]:
    """How many submissions show each misconception."""
    rows = [f"  {name:<{NAME}} {number:>4}" for name, number in summary.misconceptions(document)]
    return ["Misconceptions, and how many submissions show them:", *rows] if rows else []


def _flagged(document: Document) -> list[str]:
    """What an instructor should look at."""
    rows = [
        f"  {summary.who(submission)}: {flag}"
        for submission in document.submissions
        for flag in summary.flags(submission)
    ]
    return ["Flagged (!):", *rows] if rows else []


def _fitted(text: str, width: int) -> str:
    """The text cut or filled up to so many columns of a terminal.

    >>> _fitted("abc", 5) + "|", _fitted("\u4e2d\u6587", 5) + "|", _fitted("abcdef", 5) + "|"
    ('abc  |', '\u4e2d\u6587 |', 'ab...|')
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
