"""The page of a student, which its student may see: what `student` says, and the program; pure."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from xml.etree.ElementTree import Element

from grader.diagnose.problems import Problem, problems
from grader.diagnose.public import public
from grader.ground.text import visible
from grader.records import Document, Result, Source, SubmissionResults, shortened
from grader.report import pops, student, summary, terminal
from grader.report.differences import compared
from grader.report.instructor import rationale, sentence
from grader.report.markup import element, name_of, page, sign


LINES, TAB = 2000, 8  # lines shown of a file, columns of a tab
NO_LINKS: Mapping[str, str] = MappingProxyType({})
Marks = dict[tuple[str, int], str]  # (file, line) -> what happened there


def student_page(
    submission: SubmissionResults, document: Document, links: Mapping[str, str] = NO_LINKS
) -> bytes:
    """The page of one submission, as its student may see it.

    `links`: {check: address} of the pages that step through the searches of its examples.
    """
    submission = public(submission)
    all_problems = problems(submission)
    numbers = {
        result.check: number
        for number, problem in enumerate(all_problems, 1)
        for result in problem.results
    }
    return page(
        f"{summary.who(submission)}: {document.assignment}",
        element(
            "main",
            element("p", f"Feedback on {document.assignment}", class_="title"),
            element("h1", name_of(submission)),
            element("p", student.score(submission), class_="score"),
            _groups(submission),
            _notes(submission),
            *(_problem(number, problem, links) for number, problem in enumerate(all_problems, 1)),
            *_how_to_go_on(submission, all_problems, document),
            _checks(submission, numbers),
            *_program(submission),
        ),
    )


def _groups(submission: SubmissionResults) -> Element:
    """How many checks of each group pass, and the points for them."""
    groups: dict[str, list[Result]] = {}
    for result in submission.results:
        groups.setdefault(summary.group(result.check), []).append(result)
    rows = [
        element(
            "tr",
            element("th", group, scope="row"),
            element("td", student.share(results)),
            element("td", student.points_of(results), class_="number"),
        )
        for group, results in groups.items()
    ]
    return element("table", element("tbody", *rows), class_="groups")


def _notes(submission: SubmissionResults) -> Element | None:
    """What is odd, slow or close to a limit; None if nothing is."""
    items = [element("li", note) for note in student.notes(submission)]
    return element("ul", *items, class_="flags") if items else None


# ---- What to look into ----


def _problem(number: int, problem: Problem, links: Mapping[str, str]) -> Element:
    """What does not work yet, once for all checks that fail for the same reason."""
    call, fact = student.headline(problem)
    between = ": " if problem.is_empty else " \u2013 not yet: "
    asked, first = student.question(problem), problem.shown
    return element(
        "section",
        element("h2", f"{number}. ", element("code", call), between, fact),
        element("pre", f">>> {first.call}", class_="call") if problem.has_call else None,
        *_evidence(first),
        pops.shown(problem.example, number) if problem.example else None,
        _steps(links.get(problem.example.check)) if problem.example else None,
        element("p", asked, class_="hint") if asked else None,
        _alike(problem.others),
        class_="problem",
        id=f"cause-{number}",
    )


def _steps(address: str | None) -> Element | None:
    """The link to the page that steps through a search; None if there is none."""
    if not address:
        return None
    return element("p", element("a", "Step through the search, pop by pop", href=address))


def _evidence(result: Result) -> list[Element | None]:
    """What shows that a check failed: the first difference, its context, what Python said."""
    shows_stderr = student.says_more(result) or (result.stderr and not result.difference)
    return [
        compared(result.difference) if result.difference else None,
        _section("In context (- expected, + yours)", result.diff, _changed)
        if result.diff
        else None,
        _section("On stderr", result.stderr, lambda row: f"{row}\n") if shows_stderr else None,
    ]


def _section(title: str, rows: Iterable[str], shown: Callable[[str], Element | str]) -> Element:
    """Some rows of text under a title."""
    return element("section", element("h3", title), element("pre", *map(shown, rows)))


def _changed(row: str) -> Element | str:
    """A row of a diff."""
    tag = {"+": "ins", "-": "del"}.get(row[:1])
    return element(tag, f"{row}\n") if tag else f"{row}\n"


def _alike(others: Sequence[Result]) -> Element | None:
    """The names of the checks that fail in the same way; None if there are none."""
    if not others:
        return None
    names = ", ".join(result.check for result in others)
    title = element("summary", f"The same happens in {len(others)} more")
    return element("details", title, element("p", names), class_="alike")


def _how_to_go_on(
    submission: SubmissionResults, problems: list[Problem], document: Document
) -> list[Element | None]:
    """What was not tried, how to try calls and to check all of it again, and what is left."""
    sentence, command, _ = student.how_to_try(problems, submission, student.own_folder)
    again = student.again(document, submission) if problems else ""
    hidden = student.hidden(submission.results)
    return [
        *(element("p", untried) for untried in student.untried(submission.results)),
        element("p", hidden) if hidden else None,
        *_command(sentence, command),
        *_command(student.AGAIN, again),
        *(element("p", line) for line in student.ending(submission, len(problems))),
    ]


def _command(sentence: str, command: str) -> list[Element]:
    """A sentence, and the command that it is about; nothing if there is no command."""
    if not command:
        return []
    return [element("p", sentence), element("pre", command, class_="call")]


# ---- All checks ----


def _checks(submission: SubmissionResults, numbers: dict[str, int]) -> Element:
    """A row for each check: verdict, name and call, points, what it used, which cause it has."""
    heads = ("", "Check", "Verdict", "Points", "CPU s", "MiB")
    cells = [element("th", head, scope="col") if head else element("td") for head in heads]
    titles = element("tr", *cells)
    rows = [
        _check(place, result, numbers.get(result.check, 0))
        for place, result in enumerate(submission.results)
    ]
    table = element("table", element("thead", titles), element("tbody", *rows), class_="checks")
    return element(
        "section",
        element("h2", "All checks"),
        element(
            "div", table, class_="scroll", tabindex="0", role="region", aria_label="All checks"
        ),
    )


def _check(place: int, result: Result, number: int) -> Element:
    """The row of one check, with a link to the problem of that number if there is one."""
    verdict: Element | str = result.verdict.replace("_", " ")
    if number:
        verdict = element("a", verdict, href=f"#cause-{number}")
    remarks = [*map(sentence, result.flags), *map(sentence, result.notes)]
    if not result.passed and not number and result.verdict != "skipped":  # that is said above
        remarks.insert(0, rationale(result))
    run = result.run
    return element(
        "tr",
        element("td", sign(result.verdict)),
        element(
            "td",
            element("b", result.check),
            element("code", result.call) if result.call else None,
            *(
                element("small", visible(shortened(remark, summary.LONG_FLAG)))
                for remark in remarks
            ),
        ),
        element("td", verdict),
        element("td", terminal.points_text(result), class_="number"),
        element("td", f"{run.cpu_s:.2f}" if run else "", class_="number"),
        element("td", f"{run.memory_mib:.0f}" if run else "", class_="number"),
        id=f"check-{place}",
    )


# ---- The program ----


def _program(submission: SubmissionResults) -> list[Element]:
    """The files of the program, the lines marked at which something happened."""
    marks = _marks(submission.results)
    return [_source(source, marks) for source in submission.sources]


def _marks(results: Iterable[Result]) -> Marks:
    """What happened at which line: where a check raised, or was stopped."""
    marks: Marks = {}
    for result in results:
        file, line = (str(result.reason.fields.get(name, "")) for name in ("file", "line"))
        if file and line.isdecimal():
            said = f"{result.check}: {student.brief(result)}"
            marks.setdefault((file, int(line)), visible(said))
    return marks


def _source(source: Source, marks: Marks) -> Element:
    """A file of the program, with the numbers of its lines."""
    if source.text is None:
        return element("section", element("h2", source.name), element("p", "This file is no text."))
    lines = source.text.removesuffix("\n").split("\n")[:LINES]
    rows = [_row(source.name, number, line, marks) for number, line in enumerate(lines, 1)]
    left = source.lines - len(lines)
    return element(
        "section",
        element("h2", source.name),
        element("pre", *(part for row in rows for part in row), class_="source"),
        element("p", f"{left} lines more are not shown.") if left > 0 else None,
    )


def _row(file: str, number: int, line: str, marks: Marks) -> list[Element | str]:
    """A line of a program after its number, and what happened there."""
    said, text = marks.get((file, number)), _shown(line)
    margin = element("i", f"{number:>4} ")
    if not said:
        return [margin, f"{text}\n"]
    marked = element("mark", text or " ")
    return [margin, marked, element("small", f"  \u2190 {said}"), "\n"]


def _shown(line: str) -> str:
    """A line of code with its tabs drawn and other invisible characters as escapes.

    >>> _shown("if x:\\t\\a")
    'if x:\u2192  \\\\x07'
    """
    text = ""
    for part in line.split("\t"):
        text += visible(shortened(part, summary.LONG_FLAG))
        text += "\u2192".ljust(TAB - len(text) % TAB)
    return text[: text.rindex("\u2192")]
