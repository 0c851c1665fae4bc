"""The paragraph that an instructor can send to the students whose programs share a cause; pure."""

from collections import Counter
from collections.abc import Iterator

from grader.ground.text import visible, when
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
    then = when(again, f" When it is mended, {' or '.join(again)} says so.")
    return (
        f"Your program for {document.assignment} does not work yet, and one question may help: "
        f"{cause.question} To see it happen, try {example.call}.{_as_expected(example)}{then}"
    )


def _example(cause: SharedCause) -> Result | None:
    """The result that most programs with the cause share: a short example, or else a check."""
    results = list(_small_examples(cause)) or list(_failing_checks(cause))
    calls = Counter(result.call for result in results)
    return max(results, key=lambda result: calls[result.call], default=None)


def _small_examples(cause: SharedCause) -> Iterator[Result]:
    """Yield the results of all examples of a cause whose calls are short."""
    for submission, own in zip(cause.submissions, cause.of_each):
        for example in submission.examples:
            if example.check in own.checks and len(example.result.call) <= student.LONG:
                yield example.result


def _failing_checks(cause: SharedCause) -> Iterator[Result]:
    """Yield the results of the failing public checks of a cause whose calls are short."""
    for submission, own in zip(cause.submissions, cause.of_each):
        for result in submission.results:
            is_short = len(result.call) <= student.LONG
            if result.check in own.checks and is_short and result.asked.visibility == "public":
                yield result


def _as_expected(example: Result) -> str:
    """The sentence with the expected line, after a space; "" if no line was expected."""
    difference = example.difference
    if not difference or difference.expected is None or difference.start:
        return ""
    line = shortened(visible(difference.expected), student.LONG_FACT)
    return f" Line {difference.line} should be: {line.removesuffix('.')}."
