"""Compares programs by fingerprints of their tokens, and ranks the pairs that are most alike.

Only the order of tokens counts, not names, numbers, texts, comments, docstrings and layout. Each K
tokens in a row have a hash. Of each WINDOW hashes in a row the smallest is kept, so that two
programs that share K + WINDOW - 1 tokens in a row share a fingerprint (Schleimer, Wilkerson &
Aiken, "Winnowing: local algorithms for document fingerprinting", 2003). Fingerprints of the
handout, of the model and of most of the class are left out. An index from fingerprints to programs
finds the pairs, so that the cost grows with what programs share, and not with the square of the
class.
"""

import keyword
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, count, product
from statistics import median
from zlib import crc32

from grader.ground.grouping import grouped


K, WINDOW = 15, 8  # lengths in tokens
# A fingerprint is common if more programs than this share have it, and more than FEW, or if more
# than MANY have it: a ring of copies is smaller, and an index of what thousands share would have no
# end.
SHARE_OF_MANY, FEW, MANY = 0.5, 20, 200
ALIKE = 0.4  # pairs that share so much are joined to groups
LEAST = 20  # a program with fewer fingerprints that are not common is not compared
MOST_OF_ONE, SHOWN = 3, 50  # the most pairs of one program in the list, and the most in all
# the most places of a fingerprint in a program from which runs are sought: a long table has
# thousands
PLACES = 10
# Reading takes time in proportion to the text: an unclosed string ends with its line or the file.
TOKEN = re.compile(
    r"""
      (?P<comment> \#[^\n]* )
    | (?P<text> [rRuUbBfF]{0,2}
          (?: \"{3}[\s\S]*?(?:\"{3}|\Z) | '{3}[\s\S]*?(?:'{3}|\Z)
            | "(?:\\.|[^"\\\n])*"? | '(?:\\.|[^'\\\n])*'? ) )
    | (?P<name> [^\W\d]\w* )
    | (?P<number> \.?\d[\w.]* )
    | (?P<sign> \*\*=? | //=? | <<=? | >>=? | -> | [-+*/%@&|^=!<>:]= | [^\s\w] )
    """,
    re.VERBOSE | re.MULTILINE,
)
LINE_ENDS = re.compile(r"[ \t]*(?:\n|\Z)")  # nothing more to read in a line
# Each kind of token has a byte, and so has each keyword and each sign that is known.
KINDS = {"name": 1, "number": 2, "text": 3, "sign": 4}
SIGNS = (
    "** **= // //= << <<= >> >>= -> -= += *= /= %= @= &= |= ^= == != <= >= := "
    "( ) [ ] { } , : . ; @ = + - * / % & | ^ ~ < > !"
).split()
WORDS = dict(zip(keyword.kwlist, count(10))) | dict(zip(SIGNS, count(100)))


@dataclass(frozen=True)
class Program:
    """A program: its author, its text, and whether it was handed in in an earlier year."""

    who: str
    text: str
    is_archived: bool = False

    @cached_property
    def tokens(self) -> tuple[bytes, tuple[int, ...]]:
        """A byte for each token, and the place in the text where it begins.

        >>> codes, places = Program("", "if a < b: x = 'a' ? 1").tokens
        >>> places, codes[1] == codes[3], len(set(codes))
        ((0, 3, 5, 7, 8, 10, 12, 14, 18, 20), True, 8)
        """
        codes, places = bytearray(), []
        for match in _matches(self.text):
            codes.append(WORDS.get(match[0], KINDS[str(match.lastgroup)]))
            places.append(match.start())
        return bytes(codes), tuple(places)

    @cached_property
    def fingerprints(self) -> dict[int, list[int]]:
        """{hash: the places of the tokens at which it begins}, for the hashes that winnowing
        keeps.
        """
        places: dict[int, list[int]] = {}
        for value, place in _winnowed(self.tokens[0]):
            places.setdefault(value, []).append(place)
        return places

    def line(self, token: int) -> int:
        """The number of the line in which a token begins."""
        return self.text.count("\n", 0, self.tokens[1][token]) + 1


Group = tuple[Program, ...]
Two = tuple[int, int]  # the places of two programs in the class
Shares = Mapping[Two, float]  # {two programs: the share of fingerprints that both have}


@dataclass(frozen=True)
class Run:
    """Tokens in a row that two programs share: where they begin in each, and how many they are."""

    first: int
    second: int
    length: int


@dataclass(frozen=True)
class Pair:
    """Two programs, and the share of fingerprints that they have in common."""

    first: Program
    second: Program
    share: float
    runs: tuple[Run, ...]  # the longest first; in the first program, none overlaps a longer one


@dataclass(frozen=True)
class Ranking:
    """The pairs that are most alike, and how alike programs of this class are in general."""

    pairs: tuple[Pair, ...]
    # for each program, the largest share that it has with another; sorted
    closest: tuple[float, ...]
    compared: int  # the programs of this year
    archived: int  # the programs of earlier years
    too_short: tuple[str, ...]  # those whose programs have too few fingerprints of their own
    common: int  # how many fingerprints were left out as common
    # groups of programs that differ only in comments and spaces
    identical: tuple[Group, ...]
    # groups of three or more that pairs of ALIKE join
    joined: tuple[Group, ...] = ()

    @property
    def nine_of_ten(self) -> float:
        """The share that the largest share of nine programs in ten does not exceed."""
        if self.closest:
            return self.closest[(9 * len(self.closest) - 1) // 10]
        return 0

    @property
    def median(self) -> float:
        """The median of the programs' largest shares."""
        return median(self.closest or (0,))


def ranking(programs: Sequence[Program], handout: Iterable[str] = ()) -> Ranking:
    """Rank the pairs of programs by the share of fingerprints that they have in common.

    The share is 2 * both / (first + second), between 0 and 1. A program is in at most MOST_OF_ONE
    pairs. Programs of earlier years are not compared with each other.

    >>> lines = [f"if a {sign} b: a[b] {sign}= g({8 * 'a, '}b)" for sign in "+-*/%&|^"]
    >>> ann = Program("ann", "\\n".join(lines))
    >>> bob = Program("bob", "\\n".join(lines[4:] + lines[:4]).replace("a", "pairs"))
    >>> [(pair.first.who, pair.second.who, pair.share > 0.8) for pair in ranking([ann, bob]).pairs]
    [('ann', 'bob', True)]
    """
    given: set[int] = set()
    for text in handout:
        given.update(Program("", text).fingerprints)
    common = _common(programs, given)
    own = [program.fingerprints.keys() - common for program in programs]
    shares = _shares(own, programs)
    now = [place for place, program in enumerate(programs) if not program.is_archived]
    pairs = []
    for first, second in _listed(shares):
        one, other = programs[first], programs[second]
        if runs := _runs(one, other, own[first] & own[second]):
            pairs.append(Pair(one, other, shares[first, second], runs))
    return Ranking(
        tuple(pairs),
        _closest(shares, [place for place in now if len(own[place]) >= LEAST]),
        compared=len(now),
        archived=len(programs) - len(now),
        too_short=tuple(programs[place].who for place in now if len(own[place]) < LEAST),
        common=len(common - given),
        identical=tuple(_identical(programs, given)),
        joined=_joined(shares, programs),
    )


# ---- Tokens and fingerprints ----


def code_tokens(text: str) -> list[str]:
    """The tokens of a text, without comments and docstrings.

    >>> code_tokens("print(n)  # why")
    ['print', '(', 'n', ')']
    >>> code_tokens('\"\"\"Why.\"\"\"  \\nn = \"\"\"n\"\"\"\\n\"\"\"The end.\"\"\"')
    ['n', '=', '\"\"\"n\"\"\"']
    """
    return [match[0] for match in _matches(text)]


def _matches(text: str) -> Iterator[re.Match[str]]:
    """Yield the match of each token, but for comments and docstrings."""
    for match in TOKEN.finditer(text):
        if match.lastgroup != "comment" and not _is_docstring(match):
            yield match


def _is_docstring(match: re.Match[str]) -> bool:
    """Whether a token is a text in triple quotes that stands on lines of its own."""
    if not match[0].endswith(('"""', "'''")):
        return False
    text, start = match.string, match.start()
    before = text[text.rfind("\n", 0, start) + 1 : start].strip(" \t")
    return not before and bool(LINE_ENDS.match(text, match.end()))


def _winnowed(codes: bytes) -> Iterator[tuple[int, int]]:
    """Yield (hash, place) of the smallest hash in each window, the last if several are equal,
    once.
    """
    hashes = [crc32(codes[place : place + K]) for place in range(len(codes) - K + 1)]
    if not hashes:
        return
    last_place = -1
    for start in range(max(1, len(hashes) - WINDOW + 1)):
        window = hashes[start : start + WINDOW]
        if last_place >= start and window[-1] > hashes[last_place]:
            continue
        smallest = min(window)
        place = start + len(window) - 1 - window[::-1].index(smallest)
        if place != last_place:
            last_place = place
            yield smallest, place


def _common(programs: Sequence[Program], given: set[int]) -> set[int]:
    """The fingerprints that the handout or most programs have."""
    numbers: Counter[int] = Counter()
    for program in programs:
        numbers.update(program.fingerprints.keys())
    most = min(max(FEW, SHARE_OF_MANY * len(programs)), MANY)
    return given | {value for value, number in numbers.items() if number > most}


# ---- Pairs ----


def _identical(programs: Iterable[Program], given: Collection[int]) -> Iterator[Group]:
    """Yield the groups of programs that differ in nothing but comments and white space.

    What is hardly longer than the handout, whose fingerprints are `given`, is left out.
    """
    longer = [program for program in programs if len(program.fingerprints.keys() - given) >= LEAST]
    for group in grouped(longer, lambda program: tuple(code_tokens(program.text))).values():
        if len(group) > 1 and not all(program.is_archived for program in group):
            yield tuple(group)


def _shares(own: Sequence[set[int]], programs: Sequence[Program]) -> Shares:
    """The shares of those programs that have fingerprints in common."""
    owners = defaultdict(list)
    for place, values in enumerate(own):
        if len(values) >= LEAST:
            for value in values:
                owners[value].append(place)
    both: Counter[Two] = Counter()
    for places in owners.values():
        both.update(combinations(places, 2))
    return {
        (first, second): 2 * number / (len(own[first]) + len(own[second]))
        for (first, second), number in both.items()
        if not (programs[first].is_archived and programs[second].is_archived)
    }


def _closest(shares: Shares, places: Iterable[int]) -> tuple[float, ...]:
    """For each of some programs, its largest share with any other program; sorted."""
    largest: defaultdict[int, float] = defaultdict(float)
    for pair, share in shares.items():
        for place in pair:
            largest[place] = max(largest[place], share)
    return tuple(sorted(largest[place] for place in places))


def _joined(shares: Shares, programs: Sequence[Program]) -> tuple[Group, ...]:
    """The groups of three programs or more that are joined by shares of at least ALIKE, largest
    first.

    >>> programs = [Program(who, "") for who in "abcdefg"]
    >>> shares = dict.fromkeys([(0, 1), (1, 2), (3, 4), (4, 5), (5, 6)], ALIKE)
    >>> ["".join(program.who for program in group) for group in _joined(shares, programs)]
    ['defg', 'abc']
    """
    group: dict[int, set[int]] = {}
    for pair, share in shares.items():
        if share >= ALIKE:
            joined = set(pair)
            for place in pair:
                joined |= group.get(place, set())
            group.update(dict.fromkeys(joined, joined))
    groups = {tuple(sorted(joined)) for joined in group.values() if len(joined) > 2}
    largest_first = sorted(groups, key=lambda joined: (-len(joined), joined))
    return tuple(tuple(map(programs.__getitem__, joined)) for joined in largest_first)


def _listed(shares: Shares) -> list[Two]:
    """The best pair of each program, and further pairs while neither program has MOST_OF_ONE;
    SHOWN at most.
    """
    listed = []
    times: Counter[int] = Counter()
    for pair in sorted(shares, key=lambda pair: (-shares[pair], pair)):
        fewest, most = sorted(times[place] for place in pair)
        if fewest == 0 or most < MOST_OF_ONE:
            times.update(pair)
            listed.append(pair)
        if len(listed) == SHOWN:
            break
    return listed


def _runs(first: Program, second: Program, shared: set[int]) -> tuple[Run, ...]:
    """The runs that two programs share around fingerprints that they have in common."""
    runs = []
    ends: dict[int, int] = {}  # {difference of two places: the end of its last run}
    seeds: list[tuple[int, int]] = []
    for value in shared:
        seeds += product(first.fingerprints[value][:PLACES], second.fingerprints[value][:PLACES])
    for place, other in sorted(seeds):
        if place >= ends.get(other - place, 0):
            run = _extended(first.tokens[0], second.tokens[0], place, other)
            ends[other - place] = run.first + run.length
            runs.append(run)
    return tuple(_without_overlaps(sorted(runs, key=lambda run: (-run.length, run.first))))


def _extended(first: bytes, second: bytes, place: int, other: int) -> Run:
    """The longest run that two programs share around a token of each."""
    before = 0
    while before < min(place, other) and first[place - before - 1] == second[other - before - 1]:
        before += 1
    after, most = 0, min(len(first) - place, len(second) - other)
    while after < most and first[place + after] == second[other + after]:
        after += 1
    return Run(place - before, other - before, before + after)


def _without_overlaps(runs: Iterable[Run]) -> Iterator[Run]:
    """Yield the runs of K tokens or more that overlap no earlier one in either program."""
    taken_first: set[int] = set()
    taken_second: set[int] = set()
    for run in runs:
        places = range(run.first, run.first + run.length)
        others = range(run.second, run.second + run.length)
        if run.length >= K and taken_first.isdisjoint(places) and taken_second.isdisjoint(others):
            taken_first.update(places)
            taken_second.update(others)
            yield run
