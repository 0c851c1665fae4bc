"""Pages of HTML that work from disk, without network or outside resources; pure.

`index.html` is the page of the class, `students/NAME.html` that of a student.
"""

from collections.abc import Mapping
from types import MappingProxyType

from grader.records import Document
from grader.report import names, summary
from grader.report.class_page import class_page
from grader.report.student_page import student_page


NO_LINKS: Mapping[str, str] = MappingProxyType({})


def pages(
    document: Document, sort: str = "name", links: Mapping[str, str] = NO_LINKS
) -> dict[str, bytes]:
    """{relative name: bytes} of all pages; the rows of the class by name or points.

    `links`: {relative name: title} of other pages that the page of the class links to.
    """
    submissions = document.submissions
    stems = names.stems([submission.submission for submission in submissions])
    page_names = {
        id(submission): f"students/{stem}.html" for submission, stem in zip(submissions, stems)
    }
    rows = [
        (submission, page_names[id(submission)]) for submission in summary.ordered(document, sort)
    ]
    return {"index.html": class_page(document, rows, sort, links)} | {
        name: student_page(submission, document) for submission, name in rows
    }
