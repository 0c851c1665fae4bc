"""The paragraph that an instructor can send to the students whose programs share a cause; pure."""

from collections import Counter

from grader.ground.text import visible
from grader.records.facts import shortened
from grader.records.results import Result
from grader.records.submissions import Document
from grader.report import student
from grader.report.summary import SharedCause


def letter(cause: SharedCause, document: Document) -> str:
    """The paragraph to send to all students whose programs have a cause."""
    example = _example(cause)
    if not example:
        return f"Your program for {document.assignment}: {cause.sentence} {cause.question}"
    again = student.again(document, cause.submissions[0])
    then = f" When it is mended, {again} says so." if again.startswith("make") else ""
    return (
        f"Your program for {document.assignment} does not work yet, and one question may help: "
        f"{cause.question} To see it happen, try {example.call}.{_as_expected(example)}{then}"
    )


def _example(cause: SharedCause) -> Result | None:
    """A result that most programs with the cause share: a short example, a check, or None."""
    small = [
        example.result
        for submission, own in zip(cause.submissions, cause.of_each)
        for example in submission.examples
        if example.check in own.checks and len(example.result.call) <= student.LONG
    ]
    calls = Counter(result.call for result in small)
    if small:
        return max(small, key=lambda result: calls[result.call])
    count = Counter(check for own in cause.of_each for check in own.checks)
    failing = {
        result.check: result
        for submission in cause.submissions
        for result in submission.results
        if result.check in count and result.asked.visibility == "public"
        if len(result.call) <= student.LONG
    }
    places = {
        check: place for one in cause.submissions for place, check in enumerate(one.plain_first)
    }
    ordered = sorted(failing, key=lambda check: (-count[check], places.get(check, 0)))
    return failing[ordered[0]] if ordered else None


def _as_expected(example: Result) -> str:
    """The sentence with the expected line, after a space; "" if no line was expected."""
    difference = example.difference
    if not difference or difference.expected is None or difference.start:
        return ""
    line = shortened(visible(difference.expected), student.LONG_FACT)
    return f" Line {difference.line} should be: {line}" + ("" if line.endswith(".") else ".")
