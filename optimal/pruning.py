"""Duplicate pruning: a finite-state machine that forbids moves which lead only where a smaller sequence of
moves leads too.

Two sequences are duplicates if, from any board on which the larger one is legal, both are legal and reach the
same board; a sequence is smaller if it is shorter, or as long and earlier in the alphabet. (Taylor & Korf,
1993; the simplest: never undo the last move.) No answer is lost: among the shortest solutions of a board, the
smallest holds no forbidden sequence, for if it did, putting the smaller duplicate in its place would make a
solution smaller still.
"""

STEPS = {"down": (1, 0), "left": (0, -1), "right": (0, 1), "up": (-1, 0)}
MOVES = {"d": "down", "l": "left", "r": "right", "u": "up"}
FORBIDDEN, START = 0, 1


def machine(length, span):
    """{word: [state after this move, for each state]}, FORBIDDEN where the last moves are a duplicate of at
    most `length` moves.

    A state is the longest end of the moves so far that begins some duplicate (Aho & Corasick, 1975). `span`:
    the board's N.

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
        + [follow(word + letter, number, forbidden) for word in beginnings]
        for letter in MOVES
    }


def follow(word, number, forbidden):
    """The state of the longest end of `word` that has one; FORBIDDEN if any end of it is."""
    ends = [word[start:] for start in range(len(word) + 1)]
    return (
        FORBIDDEN
        if not forbidden.isdisjoint(ends)
        else next(number[end] for end in ends if end in number)
    )


def duplicates(length, span):
    """The smallest forbidden sequences of at most `length` moves, letters for moves, none of which ends in
    another.

    >>> sorted(duplicates(6, 4))
    ['du', 'ldruld', 'lr', 'rdlurd', 'rl', 'ud', 'uldrul', 'urdlur']
    """
    span = min(span, length + 1)
    width = 2 * span - 1
    centre = width * width // 2
    start = "", centre, bytes(range(width * width)), (span - 1,) * 4
    found, known, layer = set(), {start[1:3]: [start[3]]}, [start]
    for _ in range(length):
        longer = (walk for shorter in layer for walk in successors(shorter, span, found))
        layer = [walk for walk in longer if is_new(walk, found, known)]
    return found


def successors(walk, span, found):
    """Iterate over the walks a move longer that a board of this span has room for and that don't end in one
    already found.

    A walk of the blank: its letters, the blank's square, the tiles, on a board that is large enough to begin
    in the centre of, and the box that it stays in: top, bottom, left, right.
    """
    word, here, tiles, (top, bottom, left, right) = walk
    width = 2 * span - 1
    for letter, name in MOVES.items():
        down, across = STEPS[name]
        row, column = here // width + down, here % width + across
        box = min(top, row), max(bottom, row), min(left, column), max(right, column)
        if box[1] - box[0] < span > box[3] - box[2] and not any(
            (word + letter)[start:] in found for start in range(len(word))
        ):
            there = row * width + column
            moved = bytearray(tiles)
            moved[here], moved[there] = moved[there], moved[here]
            yield word + letter, there, bytes(moved), box


def is_new(walk, found, known):
    """Whether no smaller walk is a duplicate of this one: notes it as known if so, as found if not."""
    word, *result, box = walk
    boxes = known.setdefault(tuple(result), [])
    if any(contains(box, smaller) for smaller in boxes):
        found.add(word)
        return False
    boxes.append(box)
    return True


def contains(outer, inner):
    """Whether the board has room for the inner walk wherever it has room for the outer one."""
    return (
        outer[0] <= inner[0]
        and inner[1] <= outer[1]
        and outer[2] <= inner[2]
        and inner[3] <= outer[3]
    )
