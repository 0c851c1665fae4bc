"""What it costs to judge, diagnose and report on a program that prints the worst it can."""

from grader.diagnose import diagnose
from grader.judge.judge import judge
from grader.records.submissions import Document, SubmissionResults
from grader.report import feedback, site
from tests.benchmark import bar, cpu_s, finish, title
from tests.worst import ASSIGNMENTS, PIECES, TRANSCRIPTS, different, results_of, runs_of, text


def judged(assignment):
    """[(CPU seconds, what, where, name of the check)] of checks on everything."""
    expected = TRANSCRIPTS[assignment.name]
    return [
        (cpu_s(judge, check, run, expected[check.name])[0], what, where, check.name)
        for what, piece in PIECES.items()
        for check in different(assignment)
        for where, run in runs_of(check, expected[check.name], text(piece)).items()
    ]


def reported(submission, assignment):
    """Make all that is written about a submission."""
    document = Document(assignment.name, assignment.name, submissions=(submission,))
    pages = list(site.named_pages(document, "name", {}))
    return len(pages), feedback.texts(document)


def explained(assignment):
    """[(CPU seconds to diagnose, to report, what)] of programs that print that in each check."""
    figures = []
    for what, piece in PIECES.items():
        given = SubmissionResults("ann", "ann.py", results=results_of(assignment, text(piece)))
        diagnose_s, submission = cpu_s(diagnose.explained, given, assignment)
        report_s, _ = cpu_s(reported, submission, assignment)
        figures.append((diagnose_s, report_s, what))
    return figures


for name, assignment in ASSIGNMENTS.items():
    title(f"{name}: programs that print 1 MiB of the worst in each check")
    figures = sorted(judged(assignment))
    for seconds, *where in figures[-3:]:
        bar(f"to judge a check: {', '.join(where)}", seconds, "s", at_most=0.1)
    explained(assignment)  # the reference's output is computed once for a class
    figures = explained(assignment)
    for seconds, _, what in sorted(figures)[-3:]:
        bar(f"to diagnose a submission: {what}", seconds, "s", at_most=2)
    seconds, what = max((seconds, what) for _, seconds, what in figures)
    bar(f"to report on a submission: {what}", seconds, "s", at_most=2)
finish()
