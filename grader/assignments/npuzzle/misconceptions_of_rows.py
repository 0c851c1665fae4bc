"""Misconceptions of `npuzzle` about whose the rows of a board are."""

from grader.assignment.misconceptions import Misconception


# ---- The lines of the reference that are edited more than once ----

COPIED = "self._rows = [list(row) for row in tiles]"
FIELDS = """\
        self._blank = blank_of(self._rows)
        self._manhattan = manhattan_of(self._rows)
"""
COPIED_ROWS = "                rows = [list(row) for row in self._rows]\n"
NEIGHBOR = "boards.append(Board(rows))"
# Blank and distance are computed from the rows at each call, and a caller may have changed the
# rows.
LIVE = (
    FIELDS,
    """
    _blank = property(lambda board: blank_of(board._rows))
    _manhattan = property(lambda board: manhattan_of(board._rows))
""",
)

# ---- Edits that belong together ----

TWIN_COPY = "        rows = [list(row) for row in self._rows]\n        i ="
CHANGED_BY_TWIN = (TWIN_COPY, "        rows = self._rows\n        i =")
TWIN_SHARED = (
    CHANGED_BY_TWIN,
    ("return Board(rows)", "twin = Board(rows)\n        twin._rows = rows\n        return twin"),
)
# the first two tiles in a row, or of all
FIRST_SQUARES = (
    (),
    (
        (
            "i = 0 if rows[0][0] and rows[0][1] else 1\n",
            "(i, j), (k, m) = [(i, j) for i, row in enumerate(rows) "
            "for j, tile in enumerate(row) if tile][:2]\n",
        ),
        (
            "rows[i][0], rows[i][1] = rows[i][1], rows[i][0]",
            "rows[i][j], rows[k][m] = rows[k][m], rows[i][j]",
        ),
    ),
)
# the twin of the row below the blank's
TWIN_BELOW = ("0 if rows[0][0] and rows[0][1] else 1", "(self._blank[0] + 1) % self._n")

# The same copy of the rows is changed for each neighbor, and no change is undone.
SHARED = (COPIED_ROWS, "                rows = self._rows[:]\n")
# A move is made on the board itself and taken back, after which each neighbor has its rows.
MOVED_BACK = (
    (COPIED_ROWS, "                rows = self._rows\n"),
    (NEIGHBOR, f"{NEIGHBOR}\n                rows[i][j], rows[k][m] = rows[k][m], rows[i][j]"),
)
BLANK_SET = ("rows[k][m], rows[i][j]", "rows[k][m], 0")  # the tile is in the blank's place or lost
SHARED_BY_ALL = (NEIGHBOR, f"{NEIGHBOR}\n                boards[-1]._rows = rows")
ALSO_SHARED = (
    (SHARED,),
    (LIVE, SHARED, SHARED_BY_ALL),
    (LIVE, SHARED, BLANK_SET),
    (LIVE, SHARED, BLANK_SET, SHARED_BY_ALL),
    *((LIVE, SHARED, CHANGED_BY_TWIN, *squares) for squares in FIRST_SQUARES),
    *((LIVE, SHARED, SHARED_BY_ALL, *TWIN_SHARED, *squares) for squares in FIRST_SQUARES),
)


ROWS_OF_CLASS = (COPIED, COPIED.replace("self.", "Board.", 1))


ROWS = (
    Misconception(
        "neighbors_of_one_copy",
        "neighbors makes all moves in one copy of the tiles, so that each begins where the one "
        "before ended.",
        "Your loop has made the first neighbor: from which tiles does it make the second?",
        {
            "board.py": (
                (COPIED_ROWS, ""),
                ("i, j = self._blank\n", f"i, j = self._blank\n{COPIED_ROWS[8:]}"),
            )
        },
    ),
    Misconception(
        "neighbors_share_rows",
        "neighbors moves tiles in the board's own rows: it copies the list of rows, or nothing.",
        "Which lists hold the rows of your board, and which hold the rows of its neighbors?",
        {"board.py": (LIVE, SHARED)},
        also=[{"board.py": edits} for edits in ALSO_SHARED],
    ),
    Misconception(
        "rows_of_all_boards",
        "All boards have the rows of the one made last: these are in a global variable, or in one "
        "of the class.",
        "Which variable holds the rows of a board, and what is in it once another board is made?",
        {"board.py": (LIVE, ROWS_OF_CLASS)},
        also=[
            {"board.py": (ROWS_OF_CLASS,)},
            {"board.py": (LIVE, ROWS_OF_CLASS, BLANK_SET)},
        ],
    ),
    Misconception(
        "mutable_argument_kept",
        "The board keeps the lists that it was made from: a change of these changes the board.",
        "What happens to your board if its caller changes the list of lists afterwards?",
        {"board.py": (LIVE, (COPIED, "self._rows = tiles"))},
        also=[
            {"board.py": (LIVE, (COPIED, "self._rows = list(tiles)"))},
            {"board.py": (LIVE, (COPIED, "self._rows = tiles"), *MOVED_BACK)},
        ],
    ),
    Misconception(
        "twin_changes_the_board",
        "twin exchanges the tiles in the board's own rows.",
        "What does print(board) show after board.twin() was called?",
        {"board.py": (LIVE, CHANGED_BY_TWIN)},
        also=[
            {"board.py": (CHANGED_BY_TWIN,)},
            {"board.py": (LIVE, CHANGED_BY_TWIN, TWIN_BELOW)},
            {"board.py": (CHANGED_BY_TWIN, TWIN_BELOW)},
        ],
    ),
)
