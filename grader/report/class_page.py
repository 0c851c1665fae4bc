"""The page of the class: scores, causes with who has them, submissions by checks, flags; pure.

Its rows can be sorted and filtered with a few lines of script, and it is whole without them.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from xml.etree.ElementTree import Element

from grader.ground.text import visible
from grader.records import VERDICTS, Document, SubmissionResults
from grader.report import summary, terminal
from grader.report.letters import letter
from grader.report.markup import SIGNS, element, name_of, page, sign


Rows = list[tuple[SubmissionResults, str]]  # submissions and the names of their pages
Causes = list[summary.SharedCause]
SCRIPT = Path(__file__).with_name("class.js")


def class_page(document: Document, rows: Rows, sort: str, links: Mapping[str, str]) -> bytes:
    """The page of the class; `rows`: each submission and the name of its page, in order.

    `links`: {relative name: title} of other pages.
    """
    also = [element("a", title, href=name) for name, title in links.items()]
    checks, causes = summary.checks(document), summary.causes(document)
    grid = element(
        "table",
        _heading(checks),
        element("tbody", *(_row_of(*row, checks, causes) for row in rows)),
        _passed(document, checks),
        class_="grid",
    )
    return page(
        f"{document.assignment}: the class",
        element(
            "main",
            element("h1", document.assignment),
            _facts(document),
            element("nav", *also) if also else None,
            _faults(document),
            element("p", summary.averages(document)),
            element("div", _distribution(document), _hardest(document), class_="columns"),
            _causes(document, causes, dict((id(submission), name) for submission, name in rows)),
            element("h2", f"Submissions by {sort}"),
            _legend(),
            element(
                "div", grid, class_="scroll", tabindex="0", role="region", aria_label="All checks"
            ),
            _flagged(rows),
            _places(document, rows),
            class_="wide",
        ),
        script=SCRIPT.read_text(encoding="utf-8"),
    )


def _facts(document: Document) -> Element:
    """What was graded, how and when, in one line; without what is unknown."""
    known = {
        "graded as": document.graded_as,
        "sandbox": document.sandbox,
        "bounded by": document.bounded_by,
        "started": document.started,
    }
    pairs = [(element("dt", name), element("dd", value)) for name, value in known.items() if value]
    return element("dl", *(element("div", *pair) for pair in pairs), class_="facts")


def _faults(document: Document) -> Element | None:
    """The notice that verdicts are missing through a fault of ours; None if none is."""
    number = sum(result.verdict == "judge_error" for result in summary.all_results(document))
    notice = (
        f"The grader itself failed in {number} of the checks (!): "
        "grade again before you count them."
    )
    return element("p", notice, class_="ours") if number else None


def _heading(checks: list[str]) -> Element:
    """The two rows that name the groups and their checks."""
    groups: dict[str, list[str]] = {}
    for check in checks:
        groups.setdefault(summary.group(check), []).append(check.split("/", 1)[-1])
    tops = [
        element("th", group, colspan=str(len(names)), scope="colgroup")
        for group, names in groups.items()
    ]
    corner = [
        element("th", text, scope="col", rowspan="2")
        for text in ("Submission", "Points", "Flags", "Causes")
    ]
    tips = [
        element("th", element("span", name), scope="col")
        for names in groups.values()
        for name in names
    ]
    return element("thead", element("tr", *corner, *tops), element("tr", *tips, class_="tips"))


def _row_of(submission: SubmissionResults, name: str, checks: list[str], causes: Causes) -> Element:
    """The row of one submission, whose page has that name."""
    results = {
        result.check: (place, result.verdict) for place, result in enumerate(submission.results)
    }
    who = element("th", element("a", name_of(submission), href=name), scope="row")
    flags = len(summary.flags(submission))
    return element(
        "tr",
        who,
        element("td", f"{submission.points:g}", class_="number"),
        element("td", f"\u2691 {flags}" if flags else "", class_="number"),
        _numbers(submission, causes),
        *(_cell(name, *results[check]) if check in results else element("td") for check in checks),
    )


def _numbers(submission: SubmissionResults, causes: Causes) -> Element:
    """The cell with the numbers of a submission's causes."""
    links: list[Element | str] = []
    for number, cause in enumerate(causes, 1):
        if any(submission is having for having in cause.submissions):
            links += [element("a", str(number), href=f"#cause-{number}", title=cause.name), " "]
    return element("td", *links[:-1], class_="causes")


def _cell(name: str, place: int, verdict: str) -> Element:
    """The cell of one check; what failed has a link to where it is explained."""
    shown: str | Element = SIGNS[verdict]
    if verdict != "accepted":
        shown = element("a", SIGNS[verdict], href=f"{name}#check-{place}", title=verdict)
    return element("td", shown, class_=verdict)


def _passed(document: Document, checks: list[str]) -> Element:
    """The last row: how many submissions passed each check."""
    count = Counter(result.check for result in summary.all_results(document) if result.passed)
    number = len(document.submissions)
    cells = [
        element("td", str(count[check]), title=f"{summary.per_cent(count[check], number)}")
        for check in checks
    ]
    return element(
        "tfoot", element("tr", element("th", "Accepted", scope="row", colspan="4"), *cells)
    )


def _distribution(document: Document) -> Element:
    """How many submissions have which share of the points, as bars."""
    rows = summary.histogram(document)
    most = max(number for _, number in rows) or 1
    bars = [
        element(
            "tr",
            element("th", share, scope="row"),
            element(
                "td", element("i", style=f"width:{70 * number / most:.1f}%"), str(number or "")
            ),
        )
        for share, number in rows
    ]
    table = element("table", element("tbody", *bars), class_="bars")
    return element("section", element("h2", "Scores"), table)


def _hardest(document: Document) -> Element | None:
    """The checks that fewest passed."""
    hardest = summary.hardest(document)
    table = _counted("Check", "accepted", [(element("span", row[0]), *row[1:]) for row in hardest])
    return element("section", element("h2", "Hardest checks"), table) if hardest else None


def _counted(title: str, counted: str, rows: list[tuple[Element, int, int]]) -> Element:
    """A table of what is counted: (what it is, how many, of how many) in a row, and per cent."""
    heads = (title, counted, "of", "%")
    body = [
        element(
            "tr",
            element("th", what, scope="row"),
            element("td", str(number), class_="number"),
            element("td", str(total), class_="number"),
            element("td", summary.per_cent(number, total)[:-1], class_="number"),
        )
        for what, number, total in rows
    ]
    head = element("tr", *(element("th", text, scope="col") for text in heads))
    return element("table", element("thead", head), element("tbody", *body), class_="counted")


# ---- What explains failures ----


def _causes(document: Document, causes: Causes, pages: dict[int, str]) -> Element | None:
    """What explains failures, in sentences, with who has it, and a paragraph to send to them."""
    number = len(document.submissions)
    rows = [
        (_cause(place, cause, document, pages), len(cause.submissions), number)
        for place, cause in enumerate(causes, 1)
    ]
    if unexplained := summary.unexplained(document):
        title = element("b", "Nothing that is known explains what fails.")
        rows.append((_having(title, unexplained, pages), len(unexplained), number))
    if not rows:
        return None
    table = _counted("Cause", "have it", rows)
    return element("section", element("h2", "Why checks fail"), table, class_="causes")


def _cause(
    place: int, cause: summary.SharedCause, document: Document, pages: dict[int, str]
) -> Element:
    """A cause with who has it, and the paragraph to send to them."""
    title = element(
        "b",
        f"{place}. ",
        visible(cause.sentence),
        " ",
        element("small", cause.name),
        id=f"cause-{place}",
    )
    paragraph = element("p", visible(letter(cause, document)), class_="letter")
    return _having(title, cause.submissions, pages, element("p", "To send to them:"), paragraph)


def _having(
    title: Element, having: Sequence[SubmissionResults], pages: dict[int, str], *more: Element
) -> Element:
    """A title that unfolds to the names of those who have it, and more."""
    names = [
        part
        for submission in having
        for part in (element("a", name_of(submission), href=pages[id(submission)]), ", ")
    ]
    who = element("p", *names[:-1])
    return element("details", element("summary", title), who, *more)


def _legend() -> Element:
    """What each sign of the table means."""
    items = [element("li", sign(verdict), " ", verdict) for verdict in VERDICTS]
    return element("ul", *items, class_="legend")


def _flagged(rows: Rows) -> Element | None:
    """What an instructor should look at."""
    items = [
        element("li", element("a", name_of(submission), href=name), ": ", flag)
        for submission, name in rows
        for flag in summary.flags(submission)
    ]
    return element("section", element("h2", "Flagged"), element("ul", *items)) if items else None


def _places(document: Document, rows: Rows) -> Element:
    """Where each submission is, and how it is graded again."""
    command = terminal.command("PATH", document.options)
    items = [
        element("li", name_of(submission), ": ", element("code", visible(submission.path)))
        for submission, _ in rows
    ]
    return element(
        "details",
        element("summary", "To grade one again"),
        element("pre", command, class_="call"),
        element("ul", *items),
        class_="places",
    )
