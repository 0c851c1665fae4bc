"""Pages of HTML that work from disk, without scripts, network or outside resources; pure.

`index.html` has a row for each student and a column for each check; `students/NAME.html` explains
each check.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from xml.etree.ElementTree import Element

from grader.assignment.hooks import Picture
from grader.records import (
    VERDICTS,
    Difference,
    Document,
    Result,
    SubmissionResults,
    deductions,
    shortened,
)
from grader.report import names, pictures, summary, terminal
from grader.report.instructor import (
    cause_help,
    cause_name,
    cause_rationale,
    help_of,
    rationale,
    sentence,
)
from grader.report.markup import element, page
from grader.report.public import public
from grader.report.text import WIDTH, dots, visible


Rows = list[tuple[SubmissionResults, str]]  # submissions and the names of their pages
NO_LINKS: Mapping[str, str] = MappingProxyType({})
SIGNS = dict(zip(VERDICTS, "\u2713WTMOE?\u2013!"))  # what tells verdicts apart without colour


def pages(
    document: Document, sort: str = "name", links: Mapping[str, str] = NO_LINKS
) -> dict[str, bytes]:
    """{relative name: bytes} of all pages; the overview's rows by name or points.

    `links`: {relative name: title} of other pages that the overview links to.
    """
    submissions = document.submissions
    stems = names.stems([submission.submission for submission in submissions])
    page_names = {id(submission): stem for submission, stem in zip(submissions, stems)}
    rows = [
        (submission, f"students/{page_names[id(submission)]}.html")
        for submission in summary.ordered(document, sort)
    ]
    return {"index.html": _overview(document, rows, sort, links)} | {
        name: _student(submission, document) for submission, name in rows
    }


def _name_of(submission: SubmissionResults) -> Element:
    """The name of a submission, which can't turn around the text beside it."""
    return element("bdi", summary.who(submission))


def _sign(verdict: str) -> Element:
    """The sign of a verdict, with its colour."""
    return element("span", SIGNS[verdict], class_=f"sign {verdict}")


def _facts(document: Document, path: str = "") -> Element:
    """What was graded, how and when, in one line; without what is unknown."""
    known = {
        "graded as": document.graded_as,
        "sandbox": document.sandbox,
        "bounded by": document.bounded_by,
        "started": document.started,
        "path": path,
    }
    pairs = [(element("dt", name), element("dd", value)) for name, value in known.items() if value]
    return element("dl", *(element("div", *pair) for pair in pairs), class_="facts")


# ---- The overview ----


def _overview(document: Document, rows: Rows, sort: str, links: Mapping[str, str]) -> bytes:
    """The page of the class; `rows`: each submission and the name of its page, in order."""
    also = [element("a", title, href=name) for name, title in links.items()]
    checks = summary.checks(document)
    body = element("tbody", *(_row_of(*row, checks) for row in rows))
    table = element("table", _heading(checks), body, _passed(document, checks), class_="grid")
    return page(
        f"{document.assignment}: the class",
        element(
            "main",
            element("h1", document.assignment),
            element("nav", *also) if also else None,
            _facts(document),
            _faults(document),
            element("p", summary.averages(document)),
            element(
                "div",
                _distribution(document),
                _hardest(document),
                _shared(document),
                class_="columns",
            ),
            element("h2", f"Submissions by {sort}"),
            _legend(),
            element(
                "div", table, class_="scroll", tabindex="0", role="region", aria_label="All checks"
            ),
            _flagged(rows),
            class_="wide",
        ),
    )


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
        element("th", text, scope="col", rowspan="2") for text in ("Submission", "Points", "Flags")
    ]
    tips = [
        element("th", element("span", name), scope="col")
        for names in groups.values()
        for name in names
    ]
    return element("thead", element("tr", *corner, *tops), element("tr", *tips, class_="tips"))


def _row_of(submission: SubmissionResults, name: str, checks: list[str]) -> Element:
    """The row of one submission, whose page has that name."""
    results = {
        result.check: (place, result.verdict) for place, result in enumerate(submission.results)
    }
    who = element("th", element("a", _name_of(submission), href=name), scope="row")
    flags = len(summary.flags(submission))
    return element(
        "tr",
        who,
        element("td", f"{submission.points:g}", class_="number"),
        element("td", f"\u2691 {flags}" if flags else "", class_="number"),
        *(_cell(name, *results[check]) if check in results else element("td") for check in checks),
    )


def _cell(name: str, place: int, verdict: str) -> Element:
    """The cell of one check; what failed has a link to where it is explained."""
    shown: str | Element = SIGNS[verdict]
    if verdict != "accepted":
        shown = element("a", SIGNS[verdict], href=f"{name}#check-{place}", title=verdict)
    return element("td", shown, class_=verdict)


def _passed(document: Document, checks: list[str]) -> Element:
    """The last row: how many submissions passed each check."""
    count = Counter(result.check for result in summary.all_results(document) if result.passed)
    cells = [element("td", str(count[check])) for check in checks]
    return element(
        "tfoot", element("tr", element("th", "Accepted", scope="row", colspan="3"), *cells)
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
    rows = [
        element(
            "tr", element("th", check, scope="row"), element("td", f"{accepted} of {ran} accepted")
        )
        for check, accepted, ran in summary.hardest(document)
    ]
    table = element("table", element("tbody", *rows))
    return element("section", element("h2", "Hardest checks"), table) if rows else None


def _shared(document: Document) -> Element | None:
    """How many submissions show each misconception."""
    rows = [
        element("tr", element("th", name, scope="row"), element("td", str(number), class_="number"))
        for name, number in summary.misconceptions(document)
    ]
    table = element("table", element("tbody", *rows))
    return element("section", element("h2", "Misconceptions"), table) if rows else None


def _legend() -> Element:
    """What each sign of the table means."""
    items = [element("li", _sign(verdict), " ", verdict) for verdict in VERDICTS]
    return element("ul", *items, class_="legend")


def _flagged(rows: Rows) -> Element | None:
    """What an instructor should look at."""
    items = [
        element("li", element("a", _name_of(submission), href=name), ": ", flag)
        for submission, name in rows
        for flag in summary.flags(submission)
    ]
    return element("section", element("h2", "Flagged"), element("ul", *items)) if items else None


# ---- A student's page ----


def _student(submission: SubmissionResults, document: Document) -> bytes:
    """The page of one submission, as its student may see it."""
    submission = public(submission)
    again = terminal.again(submission, document)
    explained, articles = set(), []
    for place, result in enumerate(summary.explained_results(submission)):
        reason = (result.verdict, rationale(result), place if result.difference else None)
        is_new = result.verdict != "accepted" and reason not in explained
        articles.append(_article(result, place, again, is_new))
        explained.add(reason)
    flags = [element("li", flag) for flag in summary.flags(submission)]
    return page(
        f"{summary.who(submission)}: {document.assignment}",
        element(
            "main",
            element("nav", element("a", "\u2190 all submissions", href="../index.html")),
            element("h1", _name_of(submission)),
            _score(submission),
            _facts(document, submission.path),
            element("ul", *flags, class_="flags") if flags else None,
            _probably(submission),
            *articles,
        ),
    )


def _probably(submission: SubmissionResults) -> Element | None:
    """The misconceptions of a submission with their hints; None if there are none."""
    if not submission.misconceptions:
        return None
    rows = [
        row
        for cause in submission.misconceptions
        for row in (
            element(
                "dt", visible(cause_rationale(cause)), " ", element("small", cause_name(cause))
            ),
            element("dd", f"Hint: {visible(cause_help(cause))}", class_="hint"),
        )
    ]
    return element("section", element("h2", "Probably"), element("dl", *rows))


def _score(submission: SubmissionResults) -> Element:
    """The points of a submission, and its verdicts."""
    taken = sum(deductions(submission.results).values())
    off = f", {taken:g} taken off" if taken else ""
    return element(
        "p",
        element("b", f"{submission.points:g}"),
        f" of {submission.points_possible:g} points{off}",
        element("span", summary.verdicts(submission.results)),
        class_="score",
    )


def _article(result: Result, place: int, again: terminal.Again, unfold: bool) -> Element:
    """One check, folded up unless there is something new to say."""
    points = terminal.points_text(result)
    seconds = f"   {result.run.cpu_s:.2f} s" if result.run else ""
    head = element(
        "summary",
        _sign(result.verdict),
        element("b", result.check),
        element("span", result.verdict, class_="verdict"),
        element("span", points + seconds, class_="number"),
        element("code", result.call) if result.call else None,
    )
    opened = {"open": "open"} if unfold else {}
    return element(
        "details",
        head,
        *_explained(result),
        _usage(result),
        element("p", "Again: ", element("code", again(result.check)), class_="again")
        if result.call
        else None,
        id=f"check-{place}",
        **opened,
    )


def _explained(result: Result) -> list[Element | None]:
    """All that there is to say on a verdict: the fact, the evidence, the hint."""
    difference, hint = result.difference, help_of(result)
    flags = [shortened(sentence(flag), summary.LONG_FLAG) for flag in result.flags]
    return [
        element("p", visible(rationale(result))),
        *(element("p", flag, class_="flag") for flag in flags),
        *(element("p", visible(sentence(note))) for note in result.notes),
        _compared(difference) if difference else None,
        _section("In context (- expected, + actual)", result.diff, _changed)
        if result.diff
        else None,
        _section("On stderr", result.stderr, lambda row: f"{row}\n") if result.stderr else None,
        element("p", f"Hint: {visible(hint)}", class_="hint") if hint else None,
    ]


def _section(title: str, rows: Iterable[str], shown: Callable[[str], Element | str]) -> Element:
    """Some rows of text under a title."""
    return element("section", element("h3", title), element("pre", *map(shown, rows)))


def _changed(row: str) -> Element | str:
    """A row of a diff."""
    tag = {"+": "ins", "-": "del"}.get(row[:1])
    return element(tag, f"{row}\n") if tag else f"{row}\n"


def _usage(result: Result) -> Element | None:
    """What a run used of what it was allowed."""
    run, limits = result.run, result.limits
    if not run:
        return None
    return element(
        "p",
        f"{run.cpu_s:.2f} of {limits.cpu_s:g} s of CPU time, "
        f"{run.wall_s:.2f} of {limits.wall_s:g} s on the clock, "
        f"{run.memory_mib:.0f} of {limits.memory_mib:g} MiB",
        class_="usage",
    )


# ---- The first difference ----


def _compared(difference: Difference) -> Element:
    """The expected and the actual line side by side, with what is drawn of them."""
    column = difference.column
    column = None if column is None else column - difference.start
    others = {"expected": "actual", "actual": "expected"}
    lines = {"expected": difference.expected, "actual": difference.actual}
    drawn = {"expected": difference.expected_picture, "actual": difference.actual_picture}
    return element(
        "div",
        *(
            element(
                "section",
                element("h3", f"{side}, line {difference.line}"),
                element("pre", *_line(lines[side], column)),
                _picture(drawn[side], drawn[other]),
            )
            for side, other in others.items()
        ),
        class_="sides",
    )


def _line(text: str | None, column: int | None) -> list[Element | str | None]:
    """The parts of a line around the first character that differs, which is marked."""
    if text is None:
        return [element("em", "the output has ended")]
    if column is None:
        return [visible(text[:WIDTH]) or element("em", "an empty line"), dots(len(text) > WIDTH)]
    start = max(0, column - WIDTH // 2)
    char = text[column : column + 1]
    shown = {"": "\u21b5", " ": "\u2423"}.get(char, visible(char))
    note = terminal.odd(char)
    return [
        dots(start > 0) + visible(text[start:column]),
        element("mark", shown),
        visible(text[column + 1 : start + WIDTH]),
        dots(len(text) > start + WIDTH),
        element("small", note) if note else None,
    ]


def _picture(picture: Picture | None, other: Picture | None) -> Element | None:
    """The picture of a line, the cells that differ from the other side's marked; None for none."""
    if not picture:
        return None
    text = " / ".join(" ".join(cell or "0" for cell in row) for row in picture)
    parts = [_cell_of(*cell) for row in pictures.cells(picture, other) for cell in row]
    columns = f"picture columns-{len(picture[0])}"
    return element("div", *parts, class_=columns, role="img", aria_label=f"The state {text}")


def _cell_of(shown: str, differs: bool) -> Element:
    """A cell of a picture, marked if the other side has something else there."""
    return element("b" if differs else "i", shown, class_="cell" if shown else "empty")
