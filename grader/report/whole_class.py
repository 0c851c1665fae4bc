"""The blocks for an instructor about a class: scores, causes, verdicts, flags; pure."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from grader.diagnose.clusters import Cluster, clusters
from grader.ground.text import counted, first_of, visible, when
from grader.records.facts import shortened
from grader.records.results import VERDICTS, Result
from grader.records.submissions import Document, SubmissionResults
from grader.report import sentences, summary
from grader.report.blocks import (
    SIGNS,
    Bar,
    Block,
    Blocks,
    Call,
    Cell,
    Fold,
    Items,
    Line,
    Part,
    Roomy,
    Row,
    Rows,
    Section,
    Sentence,
    Span,
    Table,
    sign,
)
from grader.report.evidence import compared
from grader.report.letters import letter
from grader.report.sentences import cause_name
from grader.report.summary import BINS, tenths


Addresses = Mapping[int, str]  # {id() of a SubmissionResults: the address of its page}
NOWHERE: Addresses = MappingProxyType({})
HEAD = ("Submission", "Points", "Flags", "Causes")
LEGEND: list[Line] = [[sign(verdict), " ", verdict] for verdict in VERDICTS]
BRIEF = 60  # the most characters of a line within a sentence
FEW = 10  # the most clusters that a terminal shows
NAMES = 3  # the most submissions that are named for a module
# the command that sends a note to all students of a cluster, and what it does
NOTE = "python3 -m grader report DIR --adjust '{cluster},0,TEXT'"
SENDS = "all of {cluster} read TEXT; DIR is that of --out"


def on_terminal(document: Document) -> Iterator[Block]:
    """Yield the blocks for a terminal; the most important come last, next to the prompt."""
    yield Sentence(_facts(document))
    rows = []
    for submission in document.submissions:
        points = f"{submission.points:g}/{submission.points_possible:g}"
        mark = when(summary.flags(submission), "!")
        verdicts = summary.verdicts(submission.results)
        score = when(summary.gives_points(submission), points)
        rows.append([summary.who(submission), Cell(score), mark, verdicts])
    yield Table(rows)
    yield from _scores(document, NOWHERE)
    yield Items(_not_installed(document))
    yield from _flagged(document, NOWHERE, "Flagged (!)")


def on_a_page(document: Document, sort: str, addresses: Addresses) -> Iterator[Block]:
    """Yield the blocks for a page, with the submissions in the order `sort`."""
    yield Sentence(_facts(document), "facts")
    yield Sentence(_faults(document), "ours")
    yield Items(_not_installed(document))
    yield from _scores(document, addresses)
    checks = summary.by_check(document)
    document = summary.ordered(document, sort)
    grid = _grid(document, checks, addresses)
    yield Section([Items(LEGEND, "legend"), grid], f"Submissions by {sort}")
    yield from _flagged(document, addresses, "Flagged")


def _facts(document: Document) -> str:
    """The name of the assignment, the sandbox and its bounds."""
    sandbox = when(document.sandbox, f"; sandbox: {document.sandbox}")
    bounds = when(document.bounded_by, f", bounded by {document.bounded_by}")
    return f"{document.graded_as}{sandbox}{bounds}"


def _faults(document: Document) -> str:
    """The notice that the grader failed in some checks; "" if it did not."""
    number = summary.faults(summary.all_results(document))
    notice = f"The grader itself failed in {number} of the checks (!): "
    return when(number, f"{notice}grade again before you count them.")


def _not_installed(document: Document) -> list[Line]:
    """Sentences on modules that programs import, and that were nowhere to be found."""
    users: dict[str, list[str]] = {}
    for submission in document.submissions:
        reasons = [result.reason for result in submission.results]
        modules = {str(why.fields["module"]) for why in reasons if why.hint == "not_installed"}
        for module in sorted(modules):
            users.setdefault(module, []).append(summary.who(submission))
    said: list[Line] = []
    for module, names in sorted(users.items(), key=lambda item: -len(item[1])):
        importers = f"{visible(module)} is imported by {first_of(names, NAMES)}"
        advice = "if the course provides it, grade with --python PATH"
        said.append([f"{importers}, but neither handed in nor installed: {advice}."])
    return said


def _scores(document: Document, addresses: Addresses) -> Iterator[Block]:
    """Yield the averages, the distribution of scores, the hardest checks, and their causes."""
    averages = Sentence(summary.averages(document))
    scores: Blocks = []
    if any(map(summary.gives_points, document.submissions)):
        scores = [_bars(document)]
    distribution = Section(scores, "Scores", role="half")
    yield Roomy([averages, distribution], [averages, Section(scores)])
    hardest = []
    for passed, run, check in summary.hardest(document):
        hardest.append([check, f"{passed} of {run} accepted ({summary.per_cent(passed, run)})"])
    if hardest:
        yield Section([Table(hardest)], "Hardest checks", role="half")
    yield _causes(document, addresses)
    yield _clusters(document, addresses)


def _bars(document: Document) -> Table:
    """A table with a bar for each tenth of the points: how many submissions have so many."""
    count = Counter(tenths(document))
    most = max(count.values(), default=1)
    rows: list[list[Line]] = []
    for place, name in enumerate(BINS):
        number = count[place]
        rows.append([name, [Bar(round(100 * number / most, 1)), f" {number or ''}"]])
    return Table(rows, role="bars")


# ---- Why checks fail or take long ----


def _causes(document: Document, addresses: Addresses) -> Section:
    """How many submissions have each cause; a page adds their names and a letter to send."""
    total, rows = len(document.submissions), []
    for cause in summary.causes(document):
        words: Line = [cause.sentence, " ", Span(f"({cause.name})", "small")]
        to_send = [Sentence("To send to them:"), Sentence(letter(cause, document), "letter")]
        rows.append(_counted(cause.submissions, total, words, addresses, to_send))
    if not rows:
        return Section([])
    title = f"Causes, and how many of {total} submissions have them"
    return Section(
        [Table(rows, ("have it", "%", "Cause"), "counted", "cause")], title, role="causes"
    )


def _counted(
    having: Sequence[SubmissionResults],
    total: int,
    words: Line,
    addresses: Addresses,
    more: Blocks,
) -> Row:
    """A row: how many submissions have something, their share, and what it is.

    On a page that unfolds to their names and more.
    """
    number = len(having)
    names: list[Part] = []
    for submission in having:
        names += [_who(submission, addresses), ", "]
    fold = Fold(words, [Sentence(names[:-1])] + list(more))
    return [str(number), Cell(summary.per_cent(number, total)), [fold]]


# ---- What nothing explains ----


def _clusters(document: Document, addresses: Addresses) -> Section:
    """The clusters of unexplained failures; a page adds their students and outputs.

    Programs that are like no other are only counted, and a terminal shows the largest clusters.
    """
    total, every = len(document.submissions), clusters(document)
    shared = [cluster for cluster in every if len(cluster.submissions) > 1]
    if not shared:
        return Section([])
    rows = []
    for cluster in shared:
        words: Line = [
            Span(f"{cluster.name}: ", "small"),
            f"{_printed(cluster)} One of them: ",
            _who(cluster.submissions[0]),
        ]
        shows = list(_one_program(cluster))
        rows.append(_counted(cluster.submissions, total, words, addresses, shows))
    more = len(rows) - FEW
    left = Sentence(when(more > 0, f"The class page has {more} more."))
    alone, first = len(_ids(every) - _ids(shared)), shared[0]
    note = SENDS.format(cluster=first.name)
    blocks: list[Block] = [
        Roomy(
            [Table(rows, ("do so", "%", "What they print"), "counted")], [Table(rows[:FEW]), left]
        ),
        Sentence(when(alone, f"{counted(alone, 'program')} more: like no other.")),
        Call(NOTE.format(cluster=first.name), note=note),
    ]
    return Section(blocks, "Unexplained failures, grouped by output", role="causes")


def _ids(clusters: Iterable[Cluster]) -> set[int]:
    """The id() of each submission in clusters."""
    ids = set[int]()
    for cluster in clusters:
        ids.update(map(id, cluster.submissions))
    return ids


def _printed(cluster: Cluster) -> str:
    """The sentence on the output that the programs of a cluster share."""
    first, difference = cluster.results[0], cluster.results[0].difference
    also = when(cluster.results[1:], f" Alike in {len(cluster.results)} checks.")
    said = shortened(visible(sentences.rationale(first)), summary.LONG_FLAG)
    if difference and difference.actual is not None and difference.expected is not None:
        actual = shortened(visible(difference.actual), BRIEF)
        expected = shortened(visible(difference.expected), BRIEF)
        said = f'Line {difference.line} is "{actual}", not "{expected}".'
    return f"{first.check}: {said}{also}"


def _one_program(cluster: Cluster) -> Iterator[Block]:
    """Yield what a program of a cluster does, and the other names of the cluster."""
    first = cluster.results[0]
    if first.call:
        yield Call(shortened(first.call, summary.LONG_FLAG), ">>> ")
    if first.difference:
        yield compared(first.difference, "printed")
    elif first.stderr:
        yield Rows(first.stderr)
    if len(cluster.names) > 1:
        yield Sentence(f"The same programs are {', '.join(cluster.names[1:])}.")


# ---- The submissions ----


def _who(submission: SubmissionResults, addresses: Addresses = NOWHERE) -> Span:
    """The name of a submission; its characters can't reverse the text beside it."""
    return Span(summary.who(submission), "bdi", addresses.get(id(submission), ""))


def _grid(document: Document, by_check: dict[str, list[Result]], addresses: Addresses) -> Table:
    """The table of all submissions, and of their verdict on each check."""
    groups: dict[str, list[str]] = {}
    for check, results in by_check.items():
        group = results[0].group
        groups.setdefault(group, []).append(check.removeprefix(f"{group}/"))
    causes = {cause.name: number for number, cause in enumerate(summary.causes(document), 1)}
    rows = [
        list(_graded(submission, causes, by_check, _who(submission, addresses)))
        for submission in document.submissions
    ]
    return Table(rows, HEAD, "grid", "", "All checks", groups)


def _graded(
    submission: SubmissionResults, causes: dict[str, int], checks: Iterable[str], who: Span
) -> Iterator[Line | Cell]:
    """Yield the cells of one submission; failed checks link to their explanation."""
    yield [who]
    yield Cell(f"{submission.points:g}")
    flags = len(summary.flags(submission))
    yield Cell(when(flags, f"\u2691 {flags}"))
    links: list[Part] = []
    own = {causes[name]: name for name in map(cause_name, submission.misconceptions)}
    for number, name in sorted(own.items()):
        links += [Span(str(number), "", f"#cause-{number}", title=name), " "]
    yield Cell(links[:-1], "causes")
    cells: dict[str, Line | Cell] = dict.fromkeys(checks, "")
    for place, result in enumerate(submission.results, 1):
        verdict = result.verdict
        shown = Span(SIGNS[verdict])
        if not result.passed:
            shown = Span(shown.text, "", f"{who.href}#check-{place}", title=verdict)
        cells[result.check] = Cell([shown], verdict)
    yield from cells.values()


def _flagged(document: Document, addresses: Addresses, title: str) -> Iterator[Section]:
    """Yield a section with each flag and the names of the submissions that have it, if there are
    any.
    """
    having: dict[str, list[Part]] = {}
    for submission in document.submissions:
        for flag in summary.flags(submission):
            having.setdefault(flag, []).extend([_who(submission, addresses), ", "])
    items: list[Line] = [names[:-1] + [f": {flag}"] for flag, names in having.items()]
    if items:
        yield Section([Items(items)], title)
