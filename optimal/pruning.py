"""Duplicate pruning: a finite-state machine that forbids moves which lead only where a smaller sequence of moves leads too.

Two sequences are duplicates if, from any board on which the larger one is legal, both are legal and reach the same board; a sequence is
smaller if it is shorter, or as long and earlier in the alphabet. (Taylor & Korf, 1993; the simplest: never undo the last
move.) No answer is lost: among the shortest solutions of a board, the smallest holds no forbidden sequence, for if it did, putting the smaller
duplicate in its place would make a solution smaller still.
"""

STEPS = {"down": (1, 0), "left": (0, -1), "right": (0, 1), "up": (-1, 0)}
MOVES = {"d": "down", "l": "left", "r": "right", "u": "up"}
FORBIDDEN, START = 0, 1


def machine(length, span):
    """{word: [state after this move, for each state]}, FORBIDDEN where the last moves are a duplicate of at most `length` moves.

    A state is the longest end of the moves so far that begins some duplicate (Aho & Corasick, 1975). `span`: the board's N.

    >>> machine(2, 4)["up"]
    [0, 5, 0, 5, 5, 5]
    """
    forbidden = duplicates(length, span)
    beginnings = sorted({word[:end] for word in forbidden for end in range(len(word))}, key=lambda word: (len(word), word))
    number = {word: state for state, word in enumerate(beginnings, START)}
    return {MOVES[letter]: [FORBIDDEN] + [follow(word + letter, number, forbidden) for word in beginnings] for letter in MOVES}


def follow(word, number, forbidden):
    """The state of the longest end of `word` that has one; FORBIDDEN if any end of it is."""
    ends = [word[start:] for start in range(len(word) + 1)]
    return FORBIDDEN if not forbidden.isdisjoint(ends) else next(number[end] for end in ends if end in number)


def duplicates(length, span):
    """The smallest forbidden sequences of at most `length` moves, letters for moves, none of which ends in another.

    >>> sorted(duplicates(6, 4))
    ['du', 'ldruld', 'lr', 'rdlurd', 'rl', 'ud', 'uldrul', 'urdlur']
    """
    start = Walk("", 0, 0, {}, (0, 0, 0, 0))
    found, known, layer = set(), {start.result(): [start.box]}, [start]
    for _ in range(length):
        longer = (walk.then(letter) for walk in layer for letter in MOVES)
        layer = [walk for walk in longer if is_new(walk, span, found, known)]
    return found


def is_new(walk, span, found, known):
    """Whether no smaller walk is a duplicate of this one: notes it as known if so, as found if a duplicate."""
    top, bottom, left, right = walk.box
    if max(bottom - top, right - left) >= span or any(walk.word[start:] in found for start in range(len(walk.word))):
        return False
    boxes = known.setdefault(walk.result(), [])
    if any(contains(walk.box, box) for box in boxes):
        found.add(walk.word)
        return False
    boxes.append(walk.box)
    return True


def contains(outer, inner):
    """Whether the board has room for the inner walk wherever it has room for the outer one."""
    return outer[0] <= inner[0] and inner[1] <= outer[1] and outer[2] <= inner[2] and inner[3] <= outer[3]


class Walk:
    """A walk of the blank over an endless board: its letters, where it stands, which tiles it moved where, the box that it stays in."""

    def __init__(self, word, row, column, tiles, box):
        self.word, self.row, self.column, self.tiles, self.box = word, row, column, tiles, box

    def then(self, letter):
        """This walk and one move more."""
        down, across = STEPS[MOVES[letter]]
        here, there = (self.row, self.column), (self.row + down, self.column + across)
        tiles = dict(self.tiles)
        tiles[here] = tiles.pop(there, there)
        if tiles[here] == here:
            del tiles[here]
        top, bottom, left, right = self.box
        box = min(top, there[0]), max(bottom, there[0]), min(left, there[1]), max(right, there[1])
        return Walk(self.word + letter, *there, tiles, box)

    def result(self):
        """The board it leads to, as something to look up."""
        return self.row, self.column, frozenset(self.tiles.items())
