"""The misconceptions of `npuzzle`, as edits of its reference, `board.py` and `solver.py`.

To add one, write its name, a sentence for the instructor, a question for the student, and what to
replace in which file so that the reference answers as such a program does. Then add a program that
shows it to `programs/wrong/`.
"""

from grader.assignment.misconceptions import PRINTED_AT_IMPORT, Misconception

from .misconceptions_of_answers import (
    ANSWERS,
    BY_PATH,
    IN_LOCKSTEP,
    ITS_OR_THE_TWINS,
    MOVES,
    NAMED_UNSOLVABLE,
    TO_THE_END,
    UNSOLVABLE,
    Edits,
)
from .misconceptions_of_boards import (
    EQUAL,
    IN_CORNER,
    IN_PAIRS,
    IN_PLACES,
    INSIDE,
    METHODS,
)
from .misconceptions_of_distances import DISTANCES
from .misconceptions_of_rows import ROWS
from .misconceptions_of_searches import SEARCHES
from .misconceptions_of_strings import STRINGS


# ---- The lines of the reference that are edited more than once ----

TWIN = """\
        i = 0 if rows[0][0] and rows[0][1] else 1
        rows[i][0], rows[i][1] = rows[i][1], rows[i][0]
"""
# to the square that has this place in the reading order
PLACE, IN_ROWS = "k * self._n + m", "if 0 <= k < self._n"
AROUND = f"""
                k, m = divmod(({PLACE}) % self._n ** 2, self._n)"""
UNLESS_BEFORE = "if board != before:"
SOLUTION = "list(self._path) if"


# ---- Edits that belong together ----

EQUALITY = """\
    def __eq__(self, other):
        return isinstance(other, Board) and self._rows == other._rows

    def __hash__(self):
        return hash(tuple(map(tuple, self._rows)))

"""
TAKEN_FOR_A_BOARD = (EQUAL, "self._rows == other._rows")
# as zip() stops at the shorter one
MEASURED_FIRST = "(isinstance(other, Board) or len(other) > 0) and self._rows == other._rows"

# by inversions alone, by the blank's row from the other side, by both for all boards, and by
# inversions in which the blank counts as a tile
PARITIES = (
    (("if self._n % 2 == 1:", "if True:"),),
    (("self._blank[0]) % 2 == 1", "self._blank[0]) % 2 == 0"),),
    (("if self._n % 2 == 1:", "if False:"),),
    (("for tile in row if tile]", "for tile in row]"),),
)

# The parity says what is solvable, and where no path is found for that, the path is empty.
EMPTY_AT_THE_END = (
    *TO_THE_END[1:],
    *NAMED_UNSOLVABLE,
    BY_PATH[0],
    (SOLUTION, "list(self._path or []) if"),
)

# Inversions alone in the Solver, which does not ask the Board.
OWN_PARITY = (
    (
        "\n\ndef a_star(start):\n",
        """

def is_solvable(self):
    tiles = [tile for row in self._rows for tile in row if tile]
    return sum(a > b for i, a in enumerate(tiles) for b in tiles[i:]) % 2 == 0


def a_star(start):
""",
    ),
    ("start.is_solvable()", "is_solvable(start)"),
)

NEXT_ALONE = ("for b in tiles[i:])", "for b in tiles[i + 1 : i + 2])")

NO_PATH = (
    "        expand(node, queue)\n    return None",
    "        expand(node, queue)\n    return []",
)
EMPTY_PATH = ((UNSOLVABLE, UNSOLVABLE.replace("None", "[]")),)
NEVER_UNSOLVABLE = (
    ("return self._path is not None", "return True"),
    ("if self.is_solvable() else -1", "if self._path is not None else -1"),
    ("if self.is_solvable() else None", "if self._path is not None else None"),
)
NO_MOVES = (MOVES, "return max(0, len(self._path) - 1) if")


def _exchange(one: int | str, other: int | str) -> Edits:
    """The edits with which twin exchanges two given squares, even if one is the blank."""
    return (
        (
            TWIN,
            f"""\
        n = self._n
        blank = n * self._blank[0] + self._blank[1]
        (i, j), (k, m) = divmod(({one}) % n ** 2, n), divmod(({other}) % n ** 2, n)
        rows[i][j], rows[k][m] = rows[k][m], rows[i][j]
""",
        ),
    )


def _sliced(part: str) -> Edits:
    """The edits with which the solution is only a part of the path, such as [1:]."""
    return ((SOLUTION, f"list(self._path){part} if"),)


TWICE = [
    ((SOLUTION, f"{path} if"),)
    for path in ("self._path[:1] + self._path", "self._path + self._path[-1:]")
]

EXCHANGES = [
    _exchange(*squares)
    for squares in (
        (0, 1),
        (0, "n"),
        (0, "n + 1"),
        (1, "n"),
        (0, -1),
        (-2, -1),
        (-1, "-1 - n"),
        ("-n", "1 - n"),
        ("n", "n + 1"),
        ("blank", "blank - 1"),
        ("blank", "1 if blank == 0 else 0"),
        ("0 if blank else n", "1 if blank else n + 1"),
    )
]


# ---- Board ----

BOARD = (
    Misconception(
        "twin_moves_the_blank",
        "twin exchanges two squares of which one may be the blank's, and that board may be "
        "solvable as well.",
        "What does your twin() return for [[0, 1], [2, 3]], and for [[1, 0], [2, 3]]?",
        {"board.py": EXCHANGES[0], "solver.py": IN_LOCKSTEP},
        also=[
            {"board.py": EXCHANGES[0]},
            *(
                {"board.py": edits, **solver}
                for edits in EXCHANGES[1:]
                for solver in ({"solver.py": IN_LOCKSTEP}, {})
            ),
        ],
    ),
    Misconception(
        "neighbors_wrap",
        "The blank leaves the board at one side and comes back at another.",
        "Which squares are beside the last one of the first row, and what is rows[-1] in Python?",
        {"board.py": ((INSIDE, "if k < self._n and m < self._n:"),)},
        also=[
            {"board.py": ((INSIDE, f"if 0 <= k * self._n + m < self._n ** 2:{AROUND}"),)},
            {"board.py": ((INSIDE, f"if True:{AROUND}"),)},
            {"board.py": ((INSIDE, "if 0 <= k < self._n and m < self._n:"),)},
            {"board.py": ((INSIDE, "if k < self._n and 0 <= m < self._n:"),)},
            {"board.py": ((INSIDE, f"{IN_ROWS} and 0 <= m and {PLACE} < self._n ** 2:{AROUND}"),)},
            {"board.py": ((INSIDE, f"{IN_ROWS} and m < self._n and 0 <= {PLACE}:{AROUND}"),)},
        ],
    ),
    Misconception(
        "no_equality",
        "Board has no __eq__, so that a board equals only itself.",
        "What does `Board(rows) == Board(rows)` compare if the class does not say how?",
        {"board.py": ((EQUALITY, ""),)},
    ),
    Misconception(
        "equality_by_string",
        "Equality compares strings, so that a board equals anything that has the same string.",
        "What does `board == str(board)` say, and what should it say?",
        {"board.py": ((EQUAL, "str(self) == str(other)"),)},
    ),
    Misconception(
        "equality_stops_early",
        "Equality compares no more tiles than the smaller of two boards has, so that a board "
        "equals a larger one that begins alike.",
        "What does your `==` say of a 2-by-2 board and a 3-by-3 board that begin alike?",
        {"board.py": ((EQUAL, IN_PAIRS),)},
        also=[{"board.py": ((EQUAL, same),)} for same in (IN_CORNER, IN_PLACES)],
    ),
    Misconception(
        "equality_fails_on_none",
        "Equality assumes that it compares two boards, and fails on anything else, such as None.",
        'What does `board == None` do, and what does `board == "a string"` do?',
        {
            "board.py": (TAKEN_FOR_A_BOARD,),
            "solver.py": ((UNLESS_BEFORE, "if before is None or board != before:"),),
        },
        also=[{"board.py": (TAKEN_FOR_A_BOARD,)}, {"board.py": ((EQUAL, MEASURED_FIRST),)}],
        raised="'(NoneType|str|int|list)'",
    ),
    Misconception(
        "manhattan_recomputed",
        "The Manhattan distance is computed again at each comparison of nodes: right, but slow.",
        "While one board waits in the queue, how often is its Manhattan distance computed?",
        {"board.py": (("return self._manhattan\n", "return manhattan_of(self._rows)\n"),)},
        slow=True,
    ),
)


# ---- Solver ----

SOLVER = (
    Misconception(
        "no_critical_optimisation",
        "The board that a node was reached from is put into the queue again.",
        "You move from board A to board B: is A among the boards that you insert next?",
        {"solver.py": ((UNLESS_BEFORE, "if True:"),)},
    ),
    Misconception(
        "unsolvable_loops",
        "The program does not recognise an unsolvable board, so that its search never ends.",
        "How will your search for an unsolvable board end, and what is true of its twin?",
        {"solver.py": ((UNSOLVABLE, ""),)},
        endless=True,
    ),
    Misconception(
        "wrong_parity",
        "The parity that decides what is solvable is that of boards of another size, counts the "
        "blank's row from the wrong side, or counts the blank as a tile.",
        "Is the blank in any of your inversions, and by how much can a move change their number if "
        "a board has four columns, and if it has three?",
        {"board.py": PARITIES[0]},
        also=[
            {"board.py": PARITIES[0], "solver.py": TO_THE_END[1:]},
            {"board.py": PARITIES[1]},
            {"board.py": PARITIES[1], "solver.py": TO_THE_END[1:]},
            {"board.py": PARITIES[2]},
            {"board.py": PARITIES[2], "solver.py": TO_THE_END[1:]},
            {"board.py": PARITIES[3]},
            {"board.py": PARITIES[3], "solver.py": TO_THE_END[1:]},
            {"solver.py": OWN_PARITY},
            *({"board.py": parity, "solver.py": EMPTY_AT_THE_END} for parity in PARITIES),
        ],
    ),
    Misconception(
        "inversions_of_neighbors",
        "Only tiles that follow each other are compared in counting inversions.",
        "How many inversions has the row 2, 3, 1, and how many does your is_solvable() count?",
        {"board.py": (NEXT_ALONE,)},
        also=[{"board.py": (NEXT_ALONE,), "solver.py": TO_THE_END[1:]}],
    ),
    Misconception(
        "twin_never_searched",
        "The program calls every board solvable: it looks at neither the twin nor the parity.",
        "What do is_solvable(), moves() and solution() say if the goal was never reached?",
        {"solver.py": EMPTY_PATH},
        also=[
            {"solver.py": edits}
            for edits in (
                NEVER_UNSOLVABLE[:1],
                NEVER_UNSOLVABLE,
                (*EMPTY_PATH, NO_MOVES),
                (*TO_THE_END, NO_PATH),
                (*TO_THE_END, *NEVER_UNSOLVABLE),
                (*TO_THE_END, NO_PATH, NO_MOVES),
            )
        ],
        raised="NoneType",
    ),
    Misconception(
        "solution_of_the_twin",
        "Where the twin's search meets the goal, its path is taken for that of the board.",
        "Your search met the goal: how do you know if it began at the board or at its twin?",
        {"solver.py": ITS_OR_THE_TWINS},
        also=[{"solver.py": ITS_OR_THE_TWINS + NAMED_UNSOLVABLE + BY_PATH}],
    ),
    Misconception(
        "path_without_start",
        "The first board of the solution is missing.",
        "With which board does a solution begin, and how many boards has a solution of no moves?",
        {"solver.py": _sliced("[1:]")},
        also=[
            {"solver.py": (*_sliced("[1:]"), (MOVES, MOVES.replace("1", "2")))},
            {"solver.py": _sliced("[1:] or self._path")},
        ],
    ),
    Misconception(
        "path_reversed",
        "The solution goes from the goal back to the start.",
        "In which order do you meet the boards if you go from a node to the one before it?",
        {"solver.py": _sliced("[::-1]")},
    ),
    Misconception(
        "path_without_goal",
        "The last board of the solution, the goal, is missing.",
        "With which board does a solution end, and with which does yours if there is one move?",
        {"solver.py": _sliced("[:-1]")},
        also=[{"solver.py": (*_sliced("[:-1]"), (MOVES, MOVES.replace("1", "2")))}],
    ),
    Misconception(
        "path_with_a_board_twice",
        "The solution has its first board or its last one, the goal, twice.",
        "How many boards does your solution() give for a board that is the goal already?",
        {"solver.py": TWICE[0]},
        also=[{"solver.py": TWICE[1]}],
    ),
    Misconception(
        "solution_of_strings",
        "solution() gives the strings of the boards instead of the boards.",
        "Of what type are the entries of solution(), and which methods can you call on one?",
        {"solver.py": ((SOLUTION, "[str(board) for board in self._path] if"),)},
    ),
)

MISCONCEPTIONS = (
    PRINTED_AT_IMPORT,
    *DISTANCES,
    *BOARD,
    *METHODS,
    *ROWS,
    *STRINGS,
    *SOLVER,
    *ANSWERS,
    *SEARCHES,
)
