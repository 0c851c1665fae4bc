"""The part that only a student's page has: all checks, and the program with remarks; pure."""

from collections.abc import Iterable, Iterator, Mapping

from grader.diagnose.problems import problems
from grader.ground.text import visible, when
from grader.records.facts import shortened
from grader.records.results import Result
from grader.records.submissions import Source, SubmissionResults
from grader.report import summary
from grader.report.blocks import (
    Block,
    Cell,
    Part,
    Row,
    Rows,
    Section,
    Sentence,
    Span,
    Table,
    sign,
)
from grader.report.sentences import sentence
from grader.report.student import brief


LINES, TAB = 2000, 8  # the most lines shown of a file, and the columns of a tab
HEAD = ("Check", "Verdict", "Points", "CPU s", "MiB")


def blocks(submission: SubmissionResults) -> Iterator[Block]:
    """Yield the table of all checks, and the files of the program."""
    shown, numbers = set[str](), {}
    for number, problem in enumerate(problems(submission), 1):
        shown.update(result.check for result in problem.results)
        for result in problem.results + problem.following:
            numbers[result.check] = number
    rows = [
        _check(result, numbers.get(result.check, 0), result.check in shown)
        for result in submission.results
    ]
    yield Section([Table(rows, HEAD, "checks", "check", "All checks")], "All checks")
    marks = _marks(submission.results)
    for source in submission.sources:
        yield Section(list(_program(source, marks)), source.name)


def _check(result: Result, number: int, is_shown: bool) -> Row:
    """The row of one check, with a link to its numbered problem if there is one.

    The reason for its verdict is in the row unless it `is_shown` as a part of that problem.
    """
    name: list[Part] = [
        sign(result.verdict),
        " ",
        Span(result.check, "b"),
        Span(result.call, "code"),
    ]
    facts = result.flags + result.notes
    if not result.passed and not is_shown and result.verdict != "skipped":
        facts = (result.reason,) + facts
    name += [Span(shortened(sentence(fact), summary.LONG_FLAG), "small") for fact in facts]
    verdict = Span(summary.verdict(result), href=when(number, f"#cause-{number}"))
    cpu, memory = "", ""
    if run := result.run:
        cpu, memory = f"{run.cpu_s:.2f}", f"{run.memory_mib:.0f}"
    return [name, [verdict], Cell(summary.points_text(result)), Cell(cpu), Cell(memory)]


def _marks(results: Iterable[Result]) -> dict[tuple[str, int], str]:
    """{(file, line): what happened there}, for lines where a check raised or was stopped."""
    marks: dict[tuple[str, int], str] = {}
    for result in results:
        file, line = (str(result.reason.fields.get(name, "")) for name in ("file", "line"))
        if file and line.isdecimal():
            marks.setdefault((file, int(line)), f"{result.check}: {brief(result)}")
    return marks


def _program(source: Source, marks: Mapping[tuple[str, int], str]) -> Iterator[Block]:
    """Yield a file of the program with line numbers, and remarks at lines where checks failed."""
    if source.text is None:
        yield Sentence("This file is no text.")
        return
    lines = source.text.removesuffix("\n").split("\n")[:LINES]
    rows = []
    for number, line in enumerate(lines, 1):
        said = marks.get((source.name, number))
        shown = visible(shortened(line.expandtabs(TAB), summary.LONG_FLAG))
        row: list[Part] = [Span(f"{number:>4} ", "i"), shown]
        if said:
            row[1:] = [Span(shown or " ", "mark"), Span(f"  \u2190 {said}", "small")]
        rows.append(row)
    yield Rows(rows, role="source")
    left = source.lines - len(lines)
    if left > 0:
        yield Sentence(f"{left} lines more are not shown.")
