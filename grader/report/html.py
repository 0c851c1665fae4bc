"""Pages of HTML that work from disk, without network or outside resources; pure.

`index.html` is the page of the class, `students/NAME.html` that of a student, which links to
`students/steps/NAME-NUMBER.html`: their search beside the right one, to be stepped through.
"""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from grader.diagnose.public import public
from grader.records import Document, SubmissionResults
from grader.report import names, summary
from grader.report.class_page import class_page
from grader.report.steps_page import pages_of
from grader.report.student_page import student_page


NO_LINKS: Mapping[str, str] = MappingProxyType({})


def pages(
    document: Document, sort: str = "name", links: Mapping[str, str] = NO_LINKS
) -> dict[str, bytes]:
    """{relative name: bytes} of all pages, as `named_pages` yields them."""
    return dict(named_pages(document, sort, links))


def named_pages(
    document: Document, sort: str = "name", links: Mapping[str, str] = NO_LINKS
) -> Iterator[tuple[str, bytes]]:
    """Yield (relative name, bytes) of all pages; the rows of the class by name or points.

    `links`: {relative name: title} of other pages that the page of the class links to. The pages
    of a large class should not be in memory together.
    """
    submissions = document.submissions
    stems = names.stems([submission.submission for submission in submissions])
    page_names = {
        id(submission): f"students/{stem}.html" for submission, stem in zip(submissions, stems)
    }
    rows = [
        (submission, page_names[id(submission)]) for submission in summary.ordered(document, sort)
    ]
    yield "index.html", class_page(document, rows, sort, links)
    for submission, name in rows:
        yield from _of_student(submission, document, name).items()


def _of_student(submission: SubmissionResults, document: Document, name: str) -> dict[str, bytes]:
    """The page of a student, whose name is given, and those of their searches."""
    stem = name.removeprefix("students/").removesuffix(".html")
    searches = pages_of(public(submission), document.assignment, f"../{stem}.html")
    links = {check: f"steps/{stem}-{number}.html" for number, check in enumerate(searches, 1)}
    return {name: student_page(submission, document, links)} | {
        f"students/{links[check]}": page for check, page in searches.items()
    }
