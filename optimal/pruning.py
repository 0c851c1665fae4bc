"""A finite-state machine that forbids moves to boards that a smaller sequence of moves reaches,
too.

Two sequences are duplicates if, from any board on which the larger one is legal, both are legal and
reach the same board. A sequence is smaller if it is shorter, or equally long and earlier in the
alphabet. (Taylor & Korf, 1993; the simplest case: never undo the last move.) No answer is lost:
among the shortest solutions of a board, the smallest has no forbidden sequence in it, for with the
smaller duplicate in its place there would be a smaller solution.
"""

from collections.abc import Iterator
from typing import NamedTuple


STEPS = {"down": (1, 0), "left": (0, -1), "right": (0, 1), "up": (-1, 0)}
MOVES = {"d": "down", "l": "left", "r": "right", "u": "up"}
FORBIDDEN, START = 0, 1


def machine(length: int, span: int) -> dict[str, list[int]]:
    """{word: [state after this move, for each state]} for boards of `span` rows.

    A state is the longest end of the moves so far with which some duplicate begins (Aho & Corasick,
    1975). It is FORBIDDEN if the last moves are a duplicate of at most `length` moves.

    >>> machine(2, 4)["up"]
    [0, 5, 0, 5, 5, 5]
    """
    forbidden = duplicates(length, span)
    beginnings = sorted(
        {word[:end] for word in forbidden for end in range(len(word))},
        key=lambda word: (len(word), word),
    )
    number = {word: state for state, word in enumerate(beginnings, START)}
    return {
        MOVES[letter]: [FORBIDDEN]
        + [_next_state(word + letter, number, forbidden) for word in beginnings]
        for letter in MOVES
    }


def _next_state(word: str, number: dict[str, int], forbidden: set[str]) -> int:
    """The state of the longest end of `word` that is one; FORBIDDEN if any end of it is
    forbidden.
    """
    ends = [word[start:] for start in range(len(word) + 1)]
    if not forbidden.isdisjoint(ends):
        return FORBIDDEN
    return next(number[end] for end in ends if end in number)


Box = tuple[int, int, int, int]


class _Walk(NamedTuple):
    """A walk of the blank from the center of a board that is large enough for all walks.

    `word` has a letter for each move, `square` is where the blank is, and `box` is the smallest
    rectangle that holds the walk: its top, bottom, left and right.
    """

    word: str
    square: int
    tiles: bytes
    box: Box


# {(square, tiles): the boxes of the walks that lead there}
_Boxes = dict[tuple[int, bytes], list[Box]]


def duplicates(length: int, span: int) -> set[str]:
    """The smallest forbidden sequences of at most `length` moves, none of which ends in another.

    >>> sorted(duplicates(6, 4))
    ['du', 'ldruld', 'lr', 'rdlurd', 'rl', 'ud', 'uldrul', 'urdlur']
    """
    span = min(span, length + 1)
    width, middle = 2 * span - 1, span - 1
    tiles = bytes(range(width * width))
    start = _Walk("", width * width // 2, tiles, (middle, middle, middle, middle))
    forbidden: set[str] = set()
    boxes: _Boxes = {(start.square, start.tiles): [start.box]}
    layer = [start]
    for _ in range(length):
        longer = (walk for shorter in layer for walk in _longer_walks(shorter, span, forbidden))
        layer = [walk for walk in longer if not _is_duplicate(walk, forbidden, boxes)]
    return forbidden


def _longer_walks(walk: _Walk, span: int, forbidden: set[str]) -> Iterator[_Walk]:
    """The walks that are a move longer, fit on a board of `span` rows and end in no forbidden
    one.
    """
    word, here, tiles, (top, bottom, left, right) = walk
    width = 2 * span - 1
    for letter, name in MOVES.items():
        down, across = STEPS[name]
        row, column = here // width + down, here % width + across
        box = min(top, row), max(bottom, row), min(left, column), max(right, column)
        has_room = box[1] - box[0] < span and box[3] - box[2] < span
        if has_room and not any((word + letter)[start:] in forbidden for start in range(len(word))):
            there = row * width + column
            moved = bytearray(tiles)
            moved[here], moved[there] = moved[there], moved[here]
            yield _Walk(word + letter, there, bytes(moved), box)


def _is_duplicate(walk: _Walk, forbidden: set[str], boxes: _Boxes) -> bool:
    """Whether a smaller walk leads to the same board; if so the walk becomes forbidden, else it is
    kept.
    """
    smaller = boxes.setdefault((walk.square, walk.tiles), [])
    is_duplicate = any(_contains(walk.box, box) for box in smaller)
    if is_duplicate:
        forbidden.add(walk.word)
    else:
        smaller.append(walk.box)
    return is_duplicate


def _contains(outer: Box, inner: Box) -> bool:
    """Whether the inner walk fits wherever the outer one fits."""
    rows = outer[0] <= inner[0] and inner[1] <= outer[1]
    columns = outer[2] <= inner[2] and inner[3] <= outer[3]
    return rows and columns
