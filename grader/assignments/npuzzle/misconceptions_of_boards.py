"""Misconceptions of `npuzzle` that show in single methods of Board."""

from grader.assignment.misconceptions import Misconception

from .misconceptions_of_answers import UNSOLVABLE


# ---- The lines of the reference that are edited more than once ----

WRONG_TILE = "if tile and tile != wanted:"
INSIDE = "if 0 <= k < self._n and 0 <= m < self._n:"
EQUAL = "isinstance(other, Board) and self._rows == other._rows"
IN_PAIRS = (
    "isinstance(other, Board) and all(tile == its for tile, its in "
    "zip(sum(self._rows, []), sum(other._rows, [])))"
)
IN_CORNER = (
    "isinstance(other, Board) and all(tile == its for row, its_row in "
    "zip(self._rows, other._rows) for tile, its in zip(row, its_row))"
)
# and so fails on a smaller board
IN_PLACES = (
    "isinstance(other, Board) and all(tile == other._rows[i][j] "
    "for i, row in enumerate(self._rows) for j, tile in enumerate(row))"
)
IS_GOAL = "return self._manhattan == 0"
OFFSETS = "abs(i - goal_row) + abs(j - goal_column)"
GOAL_BY_TILES = ((IS_GOAL, "return sum(self._rows, []) == [*range(1, self._n ** 2), 0]"),)
GOAL_BY_HAMMING = (IS_GOAL, "return self.hamming() == 0")

# ---- Edits that belong together ----

# by a bound that is one too small, for a row, a column or a place in the reading order, by elif
# between moves that exclude each other, in one direction, or in all but the first of a loop
LEFT_OUT = (
    "k < i == 1",
    "k > i == self._n - 2",
    "m < j == 1",
    "m > j == self._n - 2",
    "k < i == 1 and j == 0",
    "k > i == self._n - 2 and j == self._n - 1",
    "k > i > 0 or m > j > 0",
    "k > i > 0",
    "m > j > 0",
    "k * m == 0",
    "k == 0",
    "m == 0",
    "self._n - 1 in (k, m)",
    "boards",
    "k < i",
    "k > i",
    "m < j",
    "m > j",
    "k >= i",
    "k <= i",
    "m >= j",
    "m <= j",
)
FIRST_ROW_OF_MANHATTAN = (("len(rows))\n    return", "len(rows))\n        return"),)
FIRST_ROW_OF_HAMMING = (("        return count\n", "            return count\n"),)
# two squares that are always the same ones, which are left alone if one is the blank's
TWIN_SQUARES = [
    (
        (
            "i = 0 if rows[0][0] and rows[0][1] else 1\n"
            "        rows[i][0], rows[i][1] = rows[i][1], rows[i][0]",
            f"if {one} and {other}:\n            {one}, {other} = {other}, {one}",
        ),
    )
    for one, other in (
        ("rows[0][0]", "rows[0][1]"),
        ("rows[0][0]", "rows[1][0]"),
        ("rows[-1][0]", "rows[-1][1]"),
        ("rows[-1][-2]", "rows[-1][-1]"),
    )
]
# in a loop over rows, or over tiles, each of which forgets what came before
LAST_ROW_OF_MANHATTAN = (("total += distance_of", "total = distance_of"),)
LAST_TILE_OF_MANHATTAN = (*LAST_ROW_OF_MANHATTAN, ("total += abs(i", "total = abs(i"))
LAST_TILE_OF_HAMMING = (("count += 1", "count = 1"),)
LAST_ROW_OF_HAMMING = (
    ("            for tile in row:\n", "            count = 0\n            for tile in row:\n"),
)
# in place of the sum of the two offsets; where one is left out, more boards are the goal
NO_SUMS = (
    "(i - goal_row) ** 2 + (j - goal_column) ** 2",
    f"({OFFSETS}) ** 2",
    "max(abs(i - goal_row), abs(j - goal_column))",
)
ONE_OFFSET = "abs(i - goal_row)", "abs(j - goal_column)"
SUMS = (
    "abs(i - goal_row + j - goal_column)",
    "i - goal_row + j - goal_column",
    "goal_row - i + goal_column - j",
)


def _equal(key: str) -> tuple[str, str]:
    """The edit by which boards are equal if this expression has the same value for both."""
    return EQUAL, f"isinstance(other, Board) and {key} == {key.replace('self', 'other')}"


# the goal 0, 1, 2, ... in hamming and manhattan, and in is_goal by one of them or by the tiles
BLANK_FIRST = (
    (WRONG_TILE, "if tile and tile != wanted - 1:"),
    ("divmod(tile - 1, n)", "divmod(tile, n)"),
)
BLANK_FIRST_BY_TILES = (IS_GOAL, "return sum(self._rows, []) == [*range(self._n ** 2)]")
UNHASHED = (("def __hash__(self):", "def hash(self):"),)
# the start at once, or after the question if it is solvable, or what is expanded
HASHED = tuple(
    ((line, f"{hashing}{line}"),)
    for line, hashing in (
        (UNSOLVABLE, "    hash(start)\n"),
        ("    queue = Queue()\n", "    hash(start)\n"),
        ("        expand(node, queue)\n    return", "        hash(node.board)\n"),
    )
)

METHODS = (
    Misconception(
        "goal_begins_with_blank",
        "The goal that the board is compared with begins with the blank, as if tiles counted "
        "from 0.",
        "Where is the blank in the goal, and where does your program look for it?",
        {"board.py": BLANK_FIRST},
        also=[
            {"board.py": (*BLANK_FIRST, BLANK_FIRST_BY_TILES)},
            {"board.py": (*BLANK_FIRST, GOAL_BY_HAMMING)},
            {"board.py": (BLANK_FIRST[0], BLANK_FIRST_BY_TILES)},
        ],
    ),
    Misconception(
        "goal_not_recognised",
        "is_goal is False even for the goal, for example when it compares a list with a tuple.",
        "Which two things does your is_goal() compare, and what are they, types and all, if the "
        "board is the goal?",
        {"board.py": ((IS_GOAL, "return False"),)},
    ),
    Misconception(
        "every_board_is_goal",
        "is_goal says of every board that it is the goal, for example because it names a method "
        "and does not call it.",
        "A board is one move from the goal: which value does your is_goal() return for it, and is "
        "that true or false in an if?",
        {"board.py": ((IS_GOAL, "return True"),)},
        also=[{"board.py": ((IS_GOAL, "return self.manhattan"),)}],
    ),
    Misconception(
        "neighbors_left_out",
        "neighbors leaves out moves, for example by a bound that is one too small, by an elif, or "
        "by a return in its loop.",
        "The blank is in the middle of a 3-by-3 board, at an edge or in a corner: how many "
        "neighbors are there, and which of them does your neighbors() give?",
        {"board.py": ((INSIDE, f"{INSIDE[:-1]} and not ({LEFT_OUT[0]}):"),)},
        also=[
            {"board.py": ((INSIDE, f"{INSIDE[:-1]} and not ({move}):"),)} for move in LEFT_OUT[1:]
        ],
    ),
    Misconception(
        "returns_too_early",
        "A return inside a loop ends hamming, manhattan, is_goal or == before all tiles were "
        "looked at.",
        "Which tiles of a board has your loop looked at when it comes to its return?",
        {"board.py": FIRST_ROW_OF_MANHATTAN + GOAL_BY_TILES},
        also=[
            {"board.py": edits}
            for edits in (
                FIRST_ROW_OF_MANHATTAN,
                FIRST_ROW_OF_HAMMING,
                (*FIRST_ROW_OF_HAMMING, GOAL_BY_HAMMING),
                ((IS_GOAL, "return self._rows[0][0] == 1"),),
                ((IS_GOAL, "return self._rows[0] == [*range(1, self._n + 1)]"),),
                ((EQUAL, f"{EQUAL}[0]".replace("_rows ==", "_rows[0] ==")),),
                ((EQUAL, f"{EQUAL}[0][0]".replace("_rows ==", "_rows[0][0] ==")),),
                (
                    (
                        EQUAL,
                        "isinstance(other, Board) and self._n == other._n and "
                        "self._rows[0][0] == other._rows[0][0]",
                    ),
                ),
                (
                    (
                        EQUAL,
                        "isinstance(other, Board) and self._n == other._n and "
                        "self._rows[0] == other._rows[0]",
                    ),
                ),
            )
        ],
    ),
    Misconception(
        "hamming_of_tiles_in_place",
        "hamming counts the tiles that are on their squares.",
        "How far is the goal from the goal, and what does your hamming() say of it?",
        {"board.py": ((WRONG_TILE, "if tile == wanted:"),)},
    ),
    Misconception(
        "offsets_cancel",
        "manhattan adds the offsets of rows and columns with their signs, so that they cancel.",
        "A tile is one row too low and one column too far left: what does your manhattan() add "
        "for it?",
        {"board.py": ((OFFSETS, SUMS[0]),)},
        also=[
            {"board.py": ((OFFSETS, offsets), *goal)}
            for offsets in SUMS
            for goal in ((), GOAL_BY_TILES)
            if (offsets, goal) != (SUMS[0], ())
        ],
    ),
    Misconception(
        "offsets_not_added",
        "What manhattan adds for a tile is not the sum of its two offsets, but their squares, the "
        "larger one, or one of them alone.",
        "A tile is two rows below its square and one column beside it: how many moves does it "
        "need, and what does your manhattan() add for it?",
        {"board.py": ((OFFSETS, NO_SUMS[0]),)},
        also=[
            *({"board.py": ((OFFSETS, wrong),)} for wrong in NO_SUMS[1:]),
            *(
                {"board.py": ((OFFSETS, offset), *goal)}
                for offset in ONE_OFFSET
                for goal in ((), GOAL_BY_TILES)
            ),
        ],
    ),
    Misconception(
        "sum_starts_anew",
        "The sum of hamming or manhattan is set in the loop, not added to, so that only the last "
        "tile or the last row counts.",
        "Your loop has looked at the first two tiles that are out of place: what is your sum after "
        "the first, and what after the second?",
        {"board.py": LAST_TILE_OF_MANHATTAN},
        also=[
            {"board.py": edits}
            for edits in (
                LAST_TILE_OF_HAMMING,
                (*LAST_TILE_OF_MANHATTAN, *GOAL_BY_TILES),
                LAST_TILE_OF_HAMMING + LAST_TILE_OF_MANHATTAN,
                (*LAST_TILE_OF_HAMMING, *LAST_TILE_OF_MANHATTAN, *GOAL_BY_TILES),
                LAST_ROW_OF_MANHATTAN,
                (*LAST_ROW_OF_MANHATTAN, *GOAL_BY_TILES),
                LAST_ROW_OF_HAMMING,
                (*LAST_ROW_OF_HAMMING, GOAL_BY_HAMMING),
            )
        ],
    ),
    Misconception(
        "twin_of_two_squares",
        "twin exchanges the tiles on two squares that are always the same, and nothing where the "
        "blank is on one of them.",
        "Which two squares does your twin() look at, and what does it exchange if the blank is on "
        "one of them?",
        {"board.py": TWIN_SQUARES[0]},
        also=[{"board.py": edits} for edits in TWIN_SQUARES[1:]],
        least=2,  # on one check a twin that never exchanges anything looks like that
    ),
    Misconception(
        "equality_by_distances",
        "Boards are taken for equal if their distances from the goal are.",
        "Two boards are equally far from the goal: do they have the same tiles on each square?",
        {"board.py": (_equal("(self.hamming(), self._manhattan)"),)},
        also=[
            {"board.py": (_equal("self._manhattan"),)},
            {"board.py": (_equal("self.hamming()"),)},
        ],
    ),
    Misconception(
        "equality_by_sums",
        "Boards are taken for equal if a sum that is made of their tiles is the same, such as that "
        "of a weak hash.",
        "Your == compares one number for each board: which other boards have that number, too?",
        {"board.py": (_equal("sum(i * t for i, t in enumerate(sum(self._rows, [])))"),)},
        also=[{"board.py": (_equal("sum(map(sum, self._rows))"),)}],
    ),
    Misconception(
        "equality_by_digits",
        "Equality compares all tiles joined to one text, in which 1, 11 looks like 11, 1.",
        "Which text do the tiles 1 and 11 make if they are joined, and which do 11 and 1 make?",
        {"board.py": (_equal("''.join(map(str, sum(self._rows, [])))"),)},
    ),
    Misconception(
        "equality_without_hash",
        "Board has __eq__ and no __hash__, so that it can be in no set and be no key.",
        "If a class defines __eq__ and nothing else, what does Python do with its __hash__?",
        {"board.py": UNHASHED, "solver.py": HASHED[0]},
        also=[{"board.py": UNHASHED, "solver.py": hashed} for hashed in HASHED[1:]],
        raised="unhashable type: 'Board'",
    ),
)
