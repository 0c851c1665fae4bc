"""The points of a submission as rows for course systems; pure.

Deductions, points given back for slips, given or taken by hand, and those kept from an earlier
grading count beside the checks. Where a system allows rows for them, they are rows of their own;
elsewhere the checks carry them. In both cases the rows add up to the points of the submission.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain

from grader.courses.exported import Test
from grader.diagnose.problems import Problem, problems
from grader.ground.grouping import grouped
from grader.ground.text import counted, visible
from grader.records.checks import group_of
from grader.records.facts import shortened
from grader.records.results import deductions
from grader.records.submissions import SubmissionResults
from grader.report import student, summary
from grader.report.sentences import PROVISIONAL


LINE = 160  # the most characters of a call or a line of output


def checks(submission: SubmissionResults) -> list[Test]:
    """A row for each check, with the points that its parts earned."""
    rows = []
    for result in submission.results:
        text = ""
        if not result.passed:
            text = student.brief(result)
        rows.append(Test(result.check, result.earned, result.asked.possible, result.passed, text))
    return rows


def beside(submission: SubmissionResults) -> list[Test]:
    """A row for everything that counts beside the checks, with its effect on the total."""
    total, rows = sum(result.earned for result in submission.results), []
    for row in _wanted(submission):
        after = max(0, total + row.points)
        if after != total:
            rows.append(replace(row, points=after - total))
        total = after
    if submission.is_provisional:
        rows.append(Test("slips", 0, 0, True, PROVISIONAL))
    return rows


def settled(submission: SubmissionResults) -> list[Test]:
    """The rows of the checks, changed so that they include what counts beside them.

    The checks that show it are changed first, then the others, group by group.
    """
    rows = {row.name: row for row in checks(submission)}
    names = list(chain(*grouped(rows, group_of).values()))
    left = 0.0  # points that found no room yet
    for extra in beside(submission):
        left += extra.points
        for name in dict.fromkeys([*extra.shown_by, *names]):
            row = rows[name]
            points = min(max(row.points + left, 0), max(row.points, row.possible))
            left -= points - row.points
            rows[name] = replace(row, points=points)
    return list(rows.values())


def by_group(submission: SubmissionResults) -> list[Test]:
    """A row for each group that gives points: how many checks passed, and what to look into.

    The rows' points include what counts beside the checks, and their texts say so. The first row's
    text also covers groups without points, such as the import.
    """
    groups = grouped(settled(submission), lambda row: group_of(row.name))
    worth = [name for name, rows in groups.items() if _possible(rows)]
    if not worth:
        return []
    sentences = _sentences(submission, worth)
    return [_row(name, groups[name], sentences[name]) for name in worth]


def _possible(rows: Iterable[Test]) -> float:
    return sum(row.possible for row in rows)


def _row(name: str, rows: Sequence[Test], sentences: list[str]) -> Test:
    points, possible = sum(row.points for row in rows), _possible(rows)
    passed = sum(row.passed for row in rows)
    text = " ".join([f"{passed} of {counted(len(rows), 'check')} passed."] + sentences)
    return Test(name, points, possible, passed == len(rows) and points >= possible, text)


def _sentences(submission: SubmissionResults, worth: list[str]) -> dict[str, list[str]]:
    """{group that gives points: sentences on its problems, and on what counts beside checks}."""
    sentences: dict[str, list[str]] = {name: [] for name in worth}
    others = sentences[worth[0]]
    for problem in problems(submission):
        sentences.get(problem.first.group, others).extend(_to_look_into(problem))
    for row in beside(submission):
        check = next(iter(row.shown_by), "")
        sentences.get(group_of(check), others).append(row.text)
    return sentences


def _to_look_into(problem: Problem) -> list[str]:
    """Sentences on a problem: its causes, or else the call and the difference of its output.

    >>> from grader.records.facts import Fact
    >>> from grader.records.results import Difference, Result
    >>> short = Result("a/1", "", "wrong_answer", Fact("wrong_line", {"line": 2}))
    >>> short = replace(short, difference=Difference(2, "the end", None, None))
    >>> _to_look_into(Problem((short,), short))
    ['Line 2 differs.']
    """
    if problem.new_causes:
        mistakes = [cause.mistake for cause in problem.new_causes]
        return [visible(f"{mistake.rationale} {mistake.help}") for mistake in mistakes]
    shown, reason = problem.shown, student.brief(problem.shown)
    what = reason[:1].upper() + reason[1:]
    if problem.has_call:
        what = f"{_line(shown.call)}: {reason}"
    difference = shown.difference
    if not difference or difference.expected is None or difference.actual is None:
        return [what]
    expected, actual = _line(difference.expected), _line(difference.actual)
    return [what, f'Expected "{expected}", yours is "{actual}".']


def _line(text: str) -> str:
    """A call or a line of output, escaped and shortened for a sentence."""
    return shortened(visible(text), LINE)


def _wanted(submission: SubmissionResults) -> Iterator[Test]:
    """Yield the rows beside the checks; points given by hand come before points taken."""
    for kind, points in deductions(submission.results).items():
        showing = {
            result.check: result for result in submission.results if result.points.get(kind, 0) < 0
        }
        first = next(iter(showing.values()))
        yield Test(f"deduction/{kind}", -points, 0, False, student.brief(first), tuple(showing))
    if submission.mended:
        text, shown_by = summary.mended(submission)[0], submission.mended.checks
        yield Test("slips", submission.mended.points, 0, True, text, shown_by)
    if submission.is_kept:
        points = submission.kept - submission.earned
        yield Test("kept", points, 0, True, summary.kept(submission))
    for adjustment in sorted(submission.adjustments, key=lambda one: -one.points):
        points, sentence = adjustment.points, visible(summary.by_hand(adjustment))
        yield Test("by hand", points, 0, points >= 0, sentence)
