"""Misconceptions of `npuzzle` about where tiles belong, which show in distances from the goal."""

from grader.assignment.misconceptions import Misconception

from .misconceptions_of_boards import GOAL_BY_HAMMING, GOAL_BY_TILES, OFFSETS, WRONG_TILE


# ---- Edits that belong together ----

# In the goal the blank belongs in the last square. Programs that compute its place from 0 - 1, as
# if 0 were a tile, look for it before the first square, so that it is out of place even in the
# goal.
BLANK_IN_HAMMING = (("if tile and tile != wanted:", "if tile != wanted % self._n ** 2:"),)
BLANK_EVERYWHERE_IN_HAMMING = (("if tile and tile != wanted:", "if tile != wanted:"),)
BLANK_IN_MANHATTAN = (
    ("        if tile:\n", "        if True:\n"),
    ("divmod(tile - 1, n)", "divmod((tile - 1) % n ** 2, n)"),
)
BLANK_EVERYWHERE_IN_MANHATTAN = (
    ("        if tile:\n", "        if True:\n"),
    *GOAL_BY_TILES,
)
AXES_EXCHANGED = (("goal_row, goal_column = divmod", "goal_column, goal_row = divmod"),)
# both offsets from the tile's row, or both from its column
ONE_AXIS = (
    (("abs(j - goal_column)", "abs(i - goal_column)"),),
    (("abs(i - goal_row)", "abs(j - goal_row)"),),
)
DIVIDED = (("divmod(tile - 1, n)", "(tile - 1) / n, (tile - 1) % n"),)
BOTH_DIVIDED = (*DIVIDED, ("abs(i - goal_row)", "abs((i * n + j) / n - goal_row)"))
NO_LAST_IN_HAMMING = (WRONG_TILE, "if tile and tile != wanted < self._n ** 2:")
NO_LAST_IN_MANHATTAN = ("        if tile:\n", "        if tile and i * n + j < n * n - 1:\n")
FROM_0 = ("count, wanted = 0, 1", "count, wanted = 0, 0")
ROWS_OF_THREE = ("divmod(tile - 1, n)", "divmod(tile - 1, 3)")
SQUARES = ("abs(i -", "abs((i * n + j) // 3 -"), ("abs(j -", "abs((i * n + j) % 3 -")
GOAL_OF_THREE = (
    "return self._manhattan == 0",
    "return self._rows == [[1, 2, 3], [4, 5, 6], [7, 8, 0]]",
)


DISTANCES = (
    Misconception(
        "blank_counted",
        "The blank counts as a tile, in hamming, in manhattan or in both.",
        "Is the blank a tile: by how much can one move change each of the two distances?",
        {"board.py": BLANK_IN_HAMMING + BLANK_IN_MANHATTAN},
        also=[
            {"board.py": edits}
            for edits in (
                BLANK_IN_HAMMING,
                BLANK_EVERYWHERE_IN_HAMMING,
                BLANK_IN_MANHATTAN,
                BLANK_EVERYWHERE_IN_MANHATTAN,
                BLANK_IN_HAMMING + BLANK_EVERYWHERE_IN_MANHATTAN,
                BLANK_EVERYWHERE_IN_HAMMING + BLANK_IN_MANHATTAN,
                BLANK_EVERYWHERE_IN_HAMMING + BLANK_EVERYWHERE_IN_MANHATTAN,
                # no board is then the goal, as one of the distances is never 0
                (*BLANK_EVERYWHERE_IN_HAMMING, GOAL_BY_HAMMING),
                (*BLANK_EVERYWHERE_IN_HAMMING, GOAL_BY_HAMMING, *BLANK_IN_MANHATTAN),
                BLANK_EVERYWHERE_IN_MANHATTAN[:1],
            )
        ],
    ),
    Misconception(
        "rows_and_columns_confused",
        "manhattan compares rows with columns, for example because those of a tile's goal square "
        "are exchanged.",
        "In a 3-by-3 goal, what are the row and the column of tile 2, and what does your "
        "manhattan() compare each of them with?",
        {"board.py": AXES_EXCHANGED},
        also=[{"board.py": AXES_EXCHANGED + GOAL_BY_TILES}]
        + [{"board.py": edits + goal} for edits in ONE_AXIS for goal in ((), GOAL_BY_TILES)],
    ),
    Misconception(
        "true_division",
        "Rows are computed by / in place of //, so that Manhattan distances have fractions.",
        "What is 5 / 3 in Python, and in which row is square 5?",
        {"board.py": DIVIDED},
        also=[{"board.py": DIVIDED + GOAL_BY_TILES}, {"board.py": BOTH_DIVIDED}],
    ),
    Misconception(
        "hamming_counts_from_0",
        "hamming looks for each tile on the square after its own, as if the first tile were 0.",
        "Which tile belongs on the first square, and which tile does hamming look for there?",
        {"board.py": (FROM_0,)},
        also=[
            {"board.py": (FROM_0, GOAL_BY_HAMMING)},
            # with the blank on the first square of the goal
            {"board.py": (FROM_0, *BLANK_EVERYWHERE_IN_HAMMING)},
            {"board.py": (FROM_0, *BLANK_EVERYWHERE_IN_HAMMING, GOAL_BY_HAMMING)},
        ],
    ),
    Misconception(
        "goal_squares_from_0",
        "Where a tile belongs is computed from its number, as if 0 were on the first square.",
        "Which square does tile 3 of a 3-by-3 board belong on, and what are 3 // 3 and 3 % 3?",
        {"board.py": (("divmod(tile - 1, n)", "tile // n, (tile - 1) % n"), *GOAL_BY_TILES)},
        also=[
            {"board.py": (("divmod(tile - 1, n)", "(tile - 1) // n, tile % n"), *GOAL_BY_TILES)},
            {"board.py": (("divmod(tile - 1, n)", "divmod(tile, n)"), *GOAL_BY_TILES)},
            {"board.py": (("divmod(tile - 1, n)", "tile // n, tile % n - 1"), *GOAL_BY_TILES)},
        ],
    ),
    Misconception(
        "difference_of_squares_for_manhattan",
        "manhattan is computed from the difference between the numbers of two squares, counted row "
        "by row, instead of from their rows and their columns.",
        "How many moves are between the last square of a row and the first square of the next "
        "row, and by how much do their numbers differ?",
        {"board.py": ((OFFSETS, "abs(tile - 1 - i * n - j)"),)},
        also=[{"board.py": ((OFFSETS, "sum(divmod(abs(tile - 1 - i * n - j), n))"),)}],
    ),
    Misconception(
        "last_square_left_out",
        "hamming or manhattan does not look at the last square.",
        "Which is the last square that your loop looks at, and which tile may be there?",
        {"board.py": (NO_LAST_IN_HAMMING,)},
        also=[
            {"board.py": edits}
            for edits in (
                (NO_LAST_IN_HAMMING, GOAL_BY_HAMMING),
                (NO_LAST_IN_MANHATTAN,),
                (NO_LAST_IN_MANHATTAN, *GOAL_BY_TILES),
                (NO_LAST_IN_HAMMING, NO_LAST_IN_MANHATTAN),
                (NO_LAST_IN_HAMMING, NO_LAST_IN_MANHATTAN, *GOAL_BY_TILES),
            )
        ],
    ),
    Misconception(
        "goal_of_three_rows",
        "The goal, or the distances from it, are those of three rows, whatever the board's size.",
        "What is the goal of a board of two rows, and where is its tile 3?",
        {"board.py": (GOAL_OF_THREE,)},
        also=[
            {"board.py": edits}
            for edits in (
                (ROWS_OF_THREE, GOAL_OF_THREE),
                (ROWS_OF_THREE, *GOAL_BY_TILES),
                (ROWS_OF_THREE,),
                (ROWS_OF_THREE, *SQUARES, GOAL_BY_HAMMING),
                (ROWS_OF_THREE, *SQUARES, *GOAL_BY_TILES),
            )
        ],
    ),
)
