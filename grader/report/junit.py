"""JUnit XML for CI systems: a test suite for each student, a test case for each check; pure."""

from collections.abc import Sequence
from xml.etree.ElementTree import Element, indent, tostring

from grader.records import Document, Result, SubmissionResults
from grader.report import summary, terminal
from grader.report.instructor import cause_name, cause_rationale, rationale
from grader.report.markup import element


def suites(document: Document) -> bytes:
    """The bytes of the XML file."""
    all_suites = [_suite(submission, document) for submission in document.submissions]
    totals = _totals(summary.all_results(document))
    root = element("testsuites", *all_suites, name=document.assignment, **totals)
    indent(root, space=" ")
    return tostring(root, encoding="utf-8", xml_declaration=True) + b"\n"


def _suite(submission: SubmissionResults, document: Document) -> Element:
    """The test suite of one submission; its misconceptions and flags are properties."""
    started = {"timestamp": document.started} if document.started else {}
    causes = [
        element(
            "property", name="misconception", value=f"{cause_name(cause)}: {cause_rationale(cause)}"
        )
        for cause in submission.misconceptions
    ]
    flags = [element("property", name="flag", value=flag) for flag in summary.flags(submission)]
    cases = [
        _case(result, submission, document) for result in summary.explained_results(submission)
    ]
    properties = element("properties", *causes, *flags) if causes or flags else None
    return element(
        "testsuite",
        properties,
        *cases,
        name=summary.who(submission),
        **_totals(submission.results),
        **started,
    )


def _totals(results: Sequence[Result]) -> dict[str, str]:
    """The attributes that count results."""
    kinds = [_kind(result) for result in results]
    tags = {"failures": "failure", "errors": "error", "skipped": "skipped"}
    return {
        "tests": str(len(kinds)),
        "time": f"{sum(map(_seconds, results)):.3f}",
        **{name: str(kinds.count(tag)) for name, tag in tags.items()},
    }


def _kind(result: Result) -> str | None:
    """The element for a verdict, None for accepted."""
    return {"accepted": None, "skipped": "skipped", "judge_error": "error"}.get(
        result.verdict, "failure"
    )


def _seconds(result: Result) -> float:
    """The CPU time of a check."""
    return result.run.cpu_s if result.run else 0


def _case(result: Result, submission: SubmissionResults, document: Document) -> Element:
    """The test case of one check."""
    return element(
        "testcase",
        _outcome(result, submission, document),
        name=result.check,
        classname=summary.group(result.check),
        time=f"{_seconds(result):.3f}",
    )


def _outcome(result: Result, submission: SubmissionResults, document: Document) -> Element | None:
    """What is wrong, in the words of the terminal; None if nothing is."""
    if not (tag := _kind(result)):
        return None
    attributes = {"message": rationale(result)} | (
        {} if tag == "skipped" else {"type": result.verdict}
    )
    rows = terminal.paragraph([result], terminal.again(submission, document))
    return element(tag, rows, **attributes)
