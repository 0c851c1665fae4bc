"""The points of a submission as rows for course systems; pure.

Deductions, points given back for slips, given or taken by hand, and those kept from an earlier
grading count beside the checks. Where a system allows rows for them, they are rows of their own;
elsewhere the checks carry them. In both cases the rows add up to the points of the submission.
"""

from collections.abc import Iterator
from dataclasses import replace

from grader.courses.exported import Test
from grader.diagnose.problems import Problem, problems
from grader.ground.grouping import grouped
from grader.ground.text import counted, visible
from grader.records.facts import shortened
from grader.records.results import deductions
from grader.records.submissions import SubmissionResults
from grader.report import student, summary
from grader.report.sentences import PROVISIONAL


LINE = 160  # the most characters of a call or a line of output


def checks(submission: SubmissionResults) -> list[Test]:
    """A row for each check, with the points that its parts earned."""
    return [
        Test(
            result.check,
            result.earned,
            result.asked.possible,
            result.passed,
            "" if result.passed else student.brief(result),
        )
        for result in submission.results
    ]


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
    if submission.points != total:
        kept = summary.adjusted(submission)[-1]
        rows.append(Test("kept", submission.points - total, 0, True, kept))
    return rows


def settled(submission: SubmissionResults) -> list[Test]:
    """The rows of the checks, changed so that they include what counts beside them.

    The checks that show it are changed first, then the others, group by group.
    """
    rows = {row.name: row for row in checks(submission)}
    groups = summary.groups(submission.results).values()
    names = [result.check for group in groups for result in group]
    for extra in beside(submission):
        left = extra.points
        for name in dict.fromkeys((*extra.shown_by, *names)):
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
    groups = grouped(settled(submission), lambda row: summary.group(row.name))
    possible = {name: sum(row.possible for row in rows) for name, rows in groups.items()}
    worth = [name for name in groups if possible[name]]
    if not worth:
        return []
    said = _said(submission, worth)
    return [_row(name, groups[name], possible[name], said[name]) for name in worth]


def _row(name: str, rows: list[Test], possible: float, said: list[str]) -> Test:
    """The row of a group, from those of its checks."""
    points, passed = sum(row.points for row in rows), sum(row.passed for row in rows)
    text = " ".join([f"{passed} of {counted(len(rows), 'check')} passed."] + said)
    return Test(name, points, possible, passed == len(rows) and points >= possible, text)


def _said(submission: SubmissionResults, worth: list[str]) -> dict[str, list[str]]:
    """{group that gives points: sentences on its problems, and on what counts beside checks}."""
    said: dict[str, list[str]] = {name: [] for name in worth}
    told = [(problem.first.check, _to_look_into(problem)) for problem in problems(submission)]
    told += [((*row.shown_by, "")[0], [row.text]) for row in beside(submission)]
    for check, sentences in told:
        name = summary.group(check)
        said[name if name in said else worth[0]] += sentences
    return said


def _to_look_into(problem: Problem) -> list[str]:
    """Sentences on a problem: its causes, or else the call and the difference of its output."""
    if problem.new_causes:
        return [
            visible(f"{cause.mistake.rationale} {cause.mistake.help}")
            for cause in problem.new_causes
        ]
    shown, said = problem.shown, student.brief(problem.shown)
    call = f"{_line(shown.call)}: " if problem.has_call else ""
    sentences = [call + said if call else said[:1].upper() + said[1:]]
    difference = shown.difference
    if difference and difference.expected is not None and difference.actual is not None:
        expected, actual = _line(difference.expected), _line(difference.actual)
        sentences.append(f'Expected "{expected}", yours is "{actual}".')
    return sentences


def _line(text: str) -> str:
    """A call or a line of output, escaped and shortened for a sentence."""
    return shortened(visible(text), LINE)


def _wanted(submission: SubmissionResults) -> Iterator[Test]:
    """Yield the rows beside the checks; points given by hand come before points taken."""
    for kind, points in deductions(submission.results).items():
        results = [result for result in submission.results if result.points.get(kind, 0) < 0]
        shown_by = tuple(result.check for result in results)
        yield Test(f"deduction/{kind}", -points, 0, False, student.brief(results[0]), shown_by)
    if submission.mended:
        text, shown_by = summary.mended(submission)[0], submission.mended.checks
        yield Test("slips", submission.mended.points, 0, True, text, shown_by)
    by_hand = zip(submission.adjustments, summary.adjusted(submission), strict=False)
    for adjustment, sentence in sorted(by_hand, key=lambda pair: -pair[0].points):
        points = adjustment.points
        yield Test("by hand", points, 0, points >= 0, sentence)
