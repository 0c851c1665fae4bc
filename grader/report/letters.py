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
    """A result that most programs with the cause share: a short example, a check, or None."""
    small = list(_small_examples(cause))
    if small:
        calls = Counter(result.call for result in small)
        return max(small, key=lambda result: calls[result.call])
    count, places, failing = Counter[str](), {}, {}
    for own in cause.of_each:
        count.update(own.checks)
    for submission in cause.submissions:
        for place, check in enumerate(submission.plain_first):
            places[check] = place
        for result in submission.results:
            is_public = result.asked.visibility == "public"
            if result.check in count and is_public and len(result.call) <= student.LONG:
                failing[result.check] = result
    if not failing:
        return None
    return failing[min(failing, key=lambda check: (-count[check], places.get(check, 0)))]


def _small_examples(cause: SharedCause) -> Iterator[Result]:
    """Yield the results of all examples of a cause whose calls are short."""
    for submission, own in zip(cause.submissions, cause.of_each):
        for example in submission.examples:
            if example.check in own.checks and len(example.result.call) <= student.LONG:
                yield example.result


def _as_expected(example: Result) -> str:
    """The sentence with the expected line, after a space; "" if no line was expected."""
    difference = example.difference
    if not difference or difference.expected is None or difference.start:
        return ""
    line = shortened(visible(difference.expected), student.LONG_FACT)
    return f" Line {difference.line} should be: {line.removesuffix('.')}."
