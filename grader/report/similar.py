"""What an instructor reads about programs that are alike: a list, and a page to look at them; pure.

It ranks and accuses nobody: beside each number stands what is usual in this class.
"""

from collections import Counter
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from grader.ground.text import visible
from grader.report.markup import element, page
from grader.similar.winnowing import K, Pair, Program, Ranking


FIRST = 10  # pairs that a terminal shows
MOST_LINES = 3000  # of a program that the page shows
METHOD = (
    "Compared are rows of tokens; names, numbers, texts, comments and layout are seen through. "
    "The share is that of the fingerprints of both programs that both have, without those of the "
    "handout and those that many programs have."
)
ADVICE = (
    "A number proves nothing: look at what the two have in common, and ask. Short programs for the "
    "same task are alike by themselves."
)


def text(ranking: Ranking) -> str:
    """The list for a terminal: the pairs that are most alike, and what is usual."""
    if not ranking.pairs and not ranking.identical:
        nothing = f"Of {_compared(ranking)}, no two have anything in common."
        return "\n".join([nothing, *_left_out(ranking)])
    rows = [
        f"  {_percent(pair.share):>5}  {_longest(pair):<40}  {_names(pair)}"
        for pair in ranking.pairs
    ]
    more = len(rows) - FIRST
    return "\n".join(
        [
            f"Most alike of {_compared(ranking)}:",
            *rows[:FIRST],
            *([f"  and {more} more"] if more > 0 else []),
            *(
                f"The same but for comments and spaces: {_group(group)}"
                for group in ranking.identical
            ),
            _usual(ranking),
            *_left_out(ranking),
        ]
    )


def similar_page(ranking: Ranking, assignment: str) -> bytes:
    """The page: the list, the distribution, and each pair side by side with what is shared."""
    return page(
        f"{assignment}: similar programs",
        element(
            "main",
            element("nav", element("a", "\u2190 the class", href="index.html")),
            element("h1", "Similar programs"),
            *(element("p", sentence) for sentence in (METHOD, ADVICE, _usual(ranking))),
            *(element("p", sentence) for sentence in _left_out(ranking)),
            _list(ranking),
            _identical(ranking),
            _distribution(ranking),
            *(_side_by_side(pair, number) for number, pair in enumerate(ranking.pairs, 1)),
            class_="wide",
        ),
    )


# ---- Sentences ----


def _compared(ranking: Ranking) -> str:
    """How many programs were compared."""
    earlier = f" and {ranking.archived} of earlier years" if ranking.archived else ""
    return f"{ranking.compared} programs{earlier}"


def _percent(share: float) -> str:
    """A share in per cent.

    >>> _percent(0.876)
    '88 %'
    """
    return f"{100 * share:.0f} %"


def _who(program: Program) -> str:
    """Whose a program is, on one line."""
    return visible(program.who) + (" (earlier)" if program.is_archived else "")


def _names(pair: Pair) -> str:
    """Whose the two programs are."""
    return f"{_who(pair.first)}, {_who(pair.second)}"


def _group(group: tuple[Program, ...]) -> str:
    """Whose the programs of a group are."""
    return ", ".join(map(_who, group))


def _longest(pair: Pair) -> str:
    """The length of the longest run, and its lines in both programs."""
    run = pair.runs[0]
    first = _lines(pair.first, run.first, run.length)
    second = _lines(pair.second, run.second, run.length)
    return f"{run.length} tokens in a row (lines {first} and {second})"


def _lines(program: Program, start: int, length: int) -> str:
    """The lines of a run of tokens in a program."""
    return f"{program.line(start)}-{program.line(start + length - 1)}"


def _usual(ranking: Ranking) -> str:
    """What share a program usually has with the one that it is most like."""
    return (
        f"With the program that it is most like, a program of this class has "
        f"{_percent(ranking.median)} in common in the median; nine of ten have at most "
        f"{_percent(ranking.nine_of_ten)}."
    )


def _left_out(ranking: Ranking) -> list[str]:
    """The sentences on what could not be compared."""
    sentences = []
    if ranking.common:
        sentences.append(f"Left out: {ranking.common} fingerprints that many programs have.")
    if ranking.too_short:
        who = ", ".join(map(visible, ranking.too_short))
        sentences.append(f"Too short to be compared, or little but what many have: {who}.")
    return sentences


# ---- The page ----


def _list(ranking: Ranking) -> Element | None:
    """The table of the pairs."""
    rows = [
        element(
            "tr",
            element(
                "td", element("a", _percent(pair.share), href=f"#pair-{number}"), class_="number"
            ),
            element("td", element("bdi", _who(pair.first))),
            element("td", element("bdi", _who(pair.second))),
            element("td", _longest(pair)),
        )
        for number, pair in enumerate(ranking.pairs, 1)
    ]
    titles = [
        element("th", title, scope="col") for title in ("Share", "One", "Other", "Longest run")
    ]
    head = element("thead", element("tr", *titles))
    return element("table", head, element("tbody", *rows)) if rows else None


def _identical(ranking: Ranking) -> Element | None:
    """The groups of programs that differ in comments and white space only."""
    items = [element("li", element("bdi", _group(group))) for group in ranking.identical]
    title = element("h2", "The same but for comments and white space")
    return element("section", title, element("ul", *items)) if items else None


def _distribution(ranking: Ranking) -> Element:
    """How many programs have which share with the one that they are most like, as bars."""
    count = Counter(min(9, int(10 * share)) for share in ranking.closest)
    most = max(count.values(), default=1)
    bars = [
        element(
            "tr",
            element("th", f"{10 * place}-{10 * place + 9 + (place == 9)}%", scope="row"),
            element(
                "td",
                element("i", style=f"width:{70 * count[place] / most:.1f}%"),
                str(count[place] or ""),
            ),
        )
        for place in range(10)
    ]
    title = element("h2", "The share with the most similar other program")
    table = element("table", element("tbody", *bars), class_="bars")
    return element("div", element("section", title, table), class_="columns")


def _side_by_side(pair: Pair, number: int) -> Element:
    """Two programs beside each other, with the runs that they share marked and numbered."""
    spans = [(run.first, run.second, run.length) for run in pair.runs]
    first = [(start, length) for start, _, length in spans]
    second = [(start, length) for _, start, length in spans]
    sides = [
        element("section", element("h3", _who(program)), _source(program, runs))
        for program, runs in ((pair.first, first), (pair.second, second))
    ]
    title = f"{_percent(pair.share)}: {_names(pair)}"
    return element(
        "section",
        element("h2", title, id=f"pair-{number}"),
        element("p", f"{_longest(pair)}; {len(pair.runs)} runs of {K} tokens or more."),
        element("div", *sides, class_="sides alike"),
    )


def _source(program: Program, runs: list[tuple[int, int]]) -> Element:
    """The text of a program with its runs marked; the number of each is that in the other."""
    shown = "\n".join(program.text.split("\n")[:MOST_LINES])
    is_cut = len(shown) < len(program.text)
    return element("pre", *_marked(program, shown, runs), "\n[...]" if is_cut else None)


def _marked(program: Program, shown: str, runs: list[tuple[int, int]]) -> Iterator[Element | str]:
    """Yield the pieces of a text, those in runs as marks with their numbers."""
    places, end = program.tokens[1], 0
    numbered = sorted((start, length, number) for number, (start, length) in enumerate(runs, 1))
    for start, length, number in numbered:
        begin = places[start]
        after = start + length
        stop = places[after] if after < len(places) else len(program.text)
        yield _plain(shown[end:begin])
        piece = shown[begin:stop].rstrip()
        if piece:
            yield element("mark", element("sup", str(number)), _plain(piece))
        end = begin + len(piece)
    yield _plain(shown[end:])


def _plain(piece: str) -> str:
    """A piece of a source with its tabs as spaces."""
    return piece.expandtabs(4).replace("\r", "")
