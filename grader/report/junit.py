"""JUnit XML, which CI systems read: a test suite for each student, a test case for each check; pure."""

from xml.etree.ElementTree import indent, tostring

from grader.report import summary, terminal
from grader.report.instructor import cause_rationale, rationale
from grader.report.markup import element


def suites(document):
    """The bytes of the XML file."""
    made = [_suite(each, document) for each in document.submissions]
    root = element(
        "testsuites", *made, name=document.assignment, **_totals(summary.records(document))
    )
    indent(root, space=" ")
    return tostring(root, encoding="utf-8", xml_declaration=True) + b"\n"


def _suite(submission, document):
    """The test suite of one submission; its misconceptions and flags are properties."""
    started = {"timestamp": document.started} if document.started else {}
    shown = [
        element("property", name="misconception", value=f"{each.name}: {cause_rationale(each)}")
        for each in submission.misconceptions
    ]
    flags = [element("property", name="flag", value=flag) for flag in summary.flags(submission)]
    cases = [_case(record, submission, document) for record in summary.results(submission)]
    properties = element("properties", *shown, *flags) if shown or flags else None
    return element(
        "testsuite",
        properties,
        *cases,
        name=summary.who(submission),
        **_totals(submission.results),
        **started,
    )


def _totals(records):
    """The attributes that count results."""
    kinds = [_kind(record) for record in records]
    count = {"failures": "failure", "errors": "error", "skipped": "skipped"}
    return {
        "tests": str(len(kinds)),
        "time": f"{sum(map(_seconds, records)):.3f}",
        **{name: str(kinds.count(each)) for name, each in count.items()},
    }


def _kind(record):
    """The element that tells a verdict; of accepted, none."""
    return {"accepted": None, "skipped": "skipped", "judge_error": "error"}.get(
        record.verdict, "failure"
    )


def _seconds(record):
    """The CPU time of a check."""
    return record.run.cpu_s if record.run else 0


def _case(record, submission, document):
    """The test case of one check."""
    return element(
        "testcase",
        _outcome(record, submission, document),
        name=record.check,
        classname=summary.group(record.check),
        time=f"{_seconds(record):.3f}",
    )


def _outcome(record, submission, document):
    """What is wrong, as the terminal tells it; None if nothing is."""
    if not (tag := _kind(record)):
        return None
    attributes = {"message": rationale(record)} | (
        {} if tag == "skipped" else {"type": record.verdict}
    )
    rows = terminal.paragraph([record], terminal.again(submission, document))
    return element(tag, rows, **attributes)
