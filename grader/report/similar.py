"""A list of similar programs for an instructor, and a page that shows them; pure.

It accuses nobody: beside each number stands the usual one for this class.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from grader.ground.text import counted, visible, when
from grader.report.blocks import (
    Beside,
    Block,
    Cell,
    Items,
    Roomy,
    Row,
    Rows,
    Section,
    Sentence,
    Span,
    Table,
)
from grader.report.html import whole_page
from grader.report.summary import per_cent
from grader.report.text import text as as_text
from grader.similar.winnowing import ALIKE, K, Pair, Program, Ranking


FIRST = 10  # the most pairs that a terminal shows
MOST_LINES = 3000  # the most lines of a program that the page shows
METHOD = (
    "Programs are compared by short rows of tokens, whatever their names, numbers, texts, comments "
    "and layout. The share is the part of these rows that both have. Rows of the handout, of the "
    "model and of most programs are ignored."
)
ADVICE = (
    "A number proves nothing: look at what the two have in common, and ask. Short programs for the "
    "same task are alike by themselves."
)
HEAD = ("Share", "The longest run, and whose programs have it")
Runs = list[tuple[int, int, int]]  # (first token, number of tokens, number of the run) of each run


def text(ranking: Ranking) -> str:
    """The list for a terminal: the most similar pairs, and the usual share."""
    return as_text(_overview(ranking))


def similar_page(ranking: Ranking, assignment: str) -> bytes:
    """The page: the list, and each pair side by side with its shared runs marked."""
    title, back = f"{assignment}: similar programs", {"index.html": "\u2190 the class"}
    pairs = [_side_by_side(pair, number) for number, pair in enumerate(ranking.pairs, 1)]
    return whole_page(title, chain(_overview(ranking), pairs), back, role="wide")


def _overview(ranking: Ranking) -> Iterator[Block]:
    """Yield the most similar pairs, the usual share, and the programs that were not compared."""
    yield Roomy([Sentence(METHOD), Sentence(ADVICE)])
    compared = f"{ranking.compared} programs"
    if ranking.archived:
        compared += f" and {ranking.archived} of earlier years"
    if ranking.pairs:
        yield Section([_list(ranking)], f"Most alike of {compared}")
    if ranking.joined:
        yield _groups(
            ranking.joined, f"Groups that are joined by pairs of {per_cent(ALIKE, 1)} or more"
        )
    if ranking.identical:
        yield _groups(ranking.identical, "The same but for comments and spaces")
    if ranking.pairs or ranking.identical:
        yield Sentence(_usual(ranking))
    else:
        yield Sentence(f"Of {compared}, no two have anything in common.")
    yield from map(Sentence, _left_out(ranking))


def _groups(groups: Iterable[Sequence[Program]], title: str) -> Section:
    return Section([Items([[Span(_names(group), "bdi")] for group in groups])], title)


def _list(ranking: Ranking) -> Roomy:
    """The table of pairs; a text has only the first ones."""
    rows = list[Row]()
    for number, pair in enumerate(ranking.pairs, 1):
        share = Span(per_cent(pair.share, 1), href=f"#pair-{number}")
        names = Span(_names((pair.first, pair.second)), "bdi")
        rows.append([Cell([share]), [f"{_longest(pair)}  ", names]])
    more = len(rows) - FIRST
    rest = Sentence(when(more > 0, f"and {more} more"))
    return Roomy([Table(rows, HEAD)], [Table(rows[:FIRST]), rest])


def _who(program: Program) -> str:
    """The name of a program's student, on one line."""
    return visible(program.who) + when(program.is_archived, " (earlier)")


def _names(programs: Sequence[Program]) -> str:
    return ", ".join(map(_who, programs))


def _longest(pair: Pair) -> str:
    """The length of the longest run, and its lines in both programs."""
    run = pair.runs[0]
    first = _lines(pair.first, run.first, run.length)
    second = _lines(pair.second, run.second, run.length)
    return f"{run.length} tokens in a row (lines {first} and {second})"


def _lines(program: Program, start: int, length: int) -> str:
    """The first and last line of a run of tokens in a program."""
    return f"{program.line(start)}-{program.line(start + length - 1)}"


def _usual(ranking: Ranking) -> str:
    """The sentence on the share that programs usually have with the one most similar to them."""
    return (
        f"With the program that it is most like, a program of this class has "
        f"{per_cent(ranking.median, 1)} in common in the median; nine of ten have at most "
        f"{per_cent(ranking.nine_of_ten, 1)}."
    )


def _left_out(ranking: Ranking) -> Iterator[str]:
    """Yield sentences on rows of tokens and programs that were not compared."""
    if ranking.common:
        yield f"Left out: {counted(ranking.common, 'row')} of tokens that most programs have."
    if ranking.too_short:
        who = ", ".join(map(visible, ranking.too_short))
        yield f"Too short to compare, or with hardly any code of their own: {who}."


# ---- Two programs side by side ----


def _side_by_side(pair: Pair, number: int) -> Section:
    """Two programs side by side, with their shared runs marked and numbered."""
    first, second = [], []
    for place, run in enumerate(pair.runs, 1):
        first.append((run.first, run.length, place))
        second.append((run.second, run.length, place))
    names = _names((pair.first, pair.second))
    runs = Sentence(f"{_longest(pair)}; {counted(len(pair.runs), 'run')} of {K} tokens or more.")
    sides = _source(pair.first, first), _source(pair.second, second)
    title = f"{per_cent(pair.share, 1)}: {names}"
    return Section([runs, Beside(sides, "alike")], title, anchor=f"pair-{number}")


def _source(program: Program, runs: Runs) -> Rows:
    """The text of a program with its runs marked."""
    shown = "\n".join(program.text.split("\n")[:MOST_LINES])
    pieces = list(_marked(program, shown, runs))
    if len(shown) < len(program.text):
        pieces.append("\n[...]")
    return Rows([pieces], _who(program))


def _marked(program: Program, shown: str, runs: Runs) -> Iterator[str | Span]:
    """Yield the pieces of a text; those in runs are marked and follow their numbers."""
    places, end = [*program.tokens[1], len(program.text)], 0
    for start, length, number in sorted(runs):
        begin = places[start]
        piece = shown[begin : places[start + length]].rstrip()
        yield _plain(shown[end:begin])
        if piece:
            yield Span(str(number), "sup")
            yield Span(_plain(piece), "mark")
        end = begin + len(piece)
    yield _plain(shown[end:])


def _plain(piece: str) -> str:
    """A piece of a source with its tabs as spaces."""
    return piece.expandtabs(4).replace("\r", "")
