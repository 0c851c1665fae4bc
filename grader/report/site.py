"""Pages of HTML that work from disk, without network or outside resources; pure.

`index.html` is the page of the class, `students/NAME.html` that of a student. It links to
`students/steps/NAME-NUMBER.html`, which steps through the student's search beside the right one.
"""

from collections.abc import Iterator
from itertools import chain

from grader.diagnose.public import public
from grader.ground.files import NamedFile
from grader.records.submissions import Document, SubmissionResults
from grader.report import names, program, student, whole_class
from grader.report.blocks import NO_LINKS, Links
from grader.report.html import whole_page
from grader.report.markup import resource
from grader.report.steps_page import pages_of


def named_pages(
    document: Document, sort: str = "name", links: Links = NO_LINKS
) -> Iterator[NamedFile]:
    """Yield (relative name, bytes) of all pages; `sort` orders the class by name or points.

    `links`: {relative name: title} of other pages that the page of the class links to. The pages
    of a large class should not be in memory together.
    """
    stems = names.stems([submission.submission for submission in document.submissions])
    addresses = {
        id(submission): f"students/{stem}.html"
        for submission, stem in zip(document.submissions, stems)
    }
    blocks = whole_class.on_a_page(document, sort, addresses)
    title = f"{document.assignment}: the class"
    yield "index.html", whole_page(title, blocks, links, resource("class.js"), "wide")
    for submission, stem in zip(document.submissions, stems):
        yield from _of_student(submission, document, stem)


def _of_student(
    submission: SubmissionResults, document: Document, stem: str
) -> Iterator[NamedFile]:
    """Yield the page of a student, `stem`.html, and the pages of their searches."""
    shown, addresses = public(submission), {}
    searches = pages_of(shown, f"../{stem}.html")
    for number, (check, page) in enumerate(searches.items(), 1):
        addresses[check] = f"steps/{stem}-{number}.html"
        yield f"students/{addresses[check]}", page
    again = student.again(document, submission)
    blocks = chain(student.handed_back(shown, document, again, addresses), program.blocks(shown))
    yield f"students/{stem}.html", whole_page(student.title(shown, document), blocks)
