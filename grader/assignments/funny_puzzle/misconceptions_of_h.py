"""Misconceptions of `funny_puzzle` about h and the goal."""

from grader.assignment.misconceptions import Misconception, instead

from .misconceptions_alike import rounded
from .misconceptions_edits import (
    BY_COLUMN,
    BY_ROW,
    LAST_BLANK,
    PART_OF_H,
    STRAIGHT,
    WHOLE_H,
    Edits,
)


def _goal_square(tile: int, square: int) -> Edits:
    """The edit by which h takes another square for the goal of one tile."""
    own = "GOAL.index(tile)"
    return ((PART_OF_H, PART_OF_H.replace(own, f"({square} if tile == {tile} else {own})")),)


def _toward(goal: str) -> Edits:
    """The edit that searches for another goal, and measures h from there."""
    return (("H = [[", f"GOAL = {goal}\nH = [["),)


DIVIDED = ((PART_OF_H, f"{BY_ROW.replace('//', '/')} + {BY_COLUMN} if tile else 0"),)
PARTS = "[H[tile][square] for square, tile in enumerate(state) if tile]"
OFFSETS = "square // 3 - (tile - 1) // 3 + square % 3 - (tile - 1) % 3"
# [(a tile, a square in the row or column of its goal square)]
MISTYPED = [
    (tile, square)
    for tile in range(1, 8)
    for square in range(9)
    if square != tile - 1 and (square // 3 == (tile - 1) // 3 or square % 3 == (tile - 1) % 3)
]
# goals of other puzzles: the blanks first, and the tiles around the middle
BLANKS_FIRST = "[0, 0, 1, 2, 3, 4, 5, 6, 7]"
SPIRAL = "[1, 2, 3, 8, 0, 4, 7, 6, 5]"
MIRRORED = "1, 4, 7, 2, 5, 0, 3, 6, 0"  # the goal for whoever confuses rows and columns


H = (
    Misconception(
        "blank_counted_in_h",
        "Both blanks count in h, as if they were tiles.",
        "One tile slides one square: by how much can h change, and by how much does yours?",
        ((PART_OF_H, "distance(GOAL.index(tile), square)"),),
        also=instead(
            PART_OF_H,
            "distance(tile - 1, square)",
            "distance((tile or 9) - 1, square)",
            f"{PART_OF_H} or distance(7, square) + distance(8, square)",
        )
        + instead(
            WHOLE_H,
            f"{WHOLE_H} + 2 * distance(7, state.index(0))",
            f"{WHOLE_H} + distance(7, state.index(0)) + distance(8, {LAST_BLANK})",
        ),
    ),
    Misconception(
        "one_blank_counted_in_h",
        "One of the blanks counts in h, as if it were a tile.",
        "Which of the nine numbers are tiles: where does the loop over them start, and does it "
        "skip 0?",
        ((WHOLE_H, f"{WHOLE_H} + distance(7, state.index(0))"),),
        also=instead(
            WHOLE_H,
            f"{WHOLE_H} + distance(8, {LAST_BLANK})",
            f"{WHOLE_H} + distance(8, state.index(0))",
            f"{WHOLE_H} + distance(7, {LAST_BLANK})",
            f"{WHOLE_H} + distance(-1, state.index(0))",
            f"{WHOLE_H} + distance(-1, {LAST_BLANK})",
        ),
    ),
    Misconception(
        "hamming_for_manhattan",
        "h counts the tiles that are out of place, instead of adding up their distances.",
        "How much does a tile add to h if it is in the corner opposite to its own?",
        ((PART_OF_H, "int(tile and GOAL.index(tile) != square)"),),
        also=[((WHOLE_H, "return sum(a != b for a, b in zip(state, GOAL))"),)],
    ),
    Misconception(
        "euclidean_for_manhattan",
        "h adds up straight-line distances instead of Manhattan distances.",
        "Can a tile slide along a diagonal? How many moves does it need if it can't?",
        ((PART_OF_H, STRAIGHT),),
        also=[((PART_OF_H, STRAIGHT), (WHOLE_H, f"{WHOLE_H.replace('sum', 'int(sum')})"))],
        like=rounded,
    ),
    Misconception(
        "squares_for_manhattan",
        "h adds up the squares of the distances by rows and by columns.",
        "How many moves does a tile need to a square two rows away, and how much does it add to "
        "your h there?",
        ((PART_OF_H, f"{BY_ROW} ** 2 + {BY_COLUMN} ** 2 if tile else 0"),),
    ),
    Misconception(
        "chebyshev_for_manhattan",
        "h adds up the larger of a tile's two distances, by rows and by columns, instead of their "
        "sum, or its straight-line distance without the fraction, which is the same number.",
        "How many moves does a tile need if its goal square is one row and one column away?",
        ((PART_OF_H, f"max({BY_ROW}, {BY_COLUMN}) if tile else 0"),),
        also=[((PART_OF_H, f"int({STRAIGHT})"),)],
    ),
    Misconception(
        "true_division",
        "Rows are computed by / in place of //, so that distances between rows have fractions.",
        "What is 5 / 3 in Python, and in which row is square 5?",
        DIVIDED,
        also=[(*DIVIDED, (WHOLE_H, WHOLE_H.replace("sum", "int(sum") + ")"))],
        like=rounded,
    ),
    Misconception(
        "difference_of_squares_for_manhattan",
        "h is computed from the difference between the numbers of two squares, counted row by row, "
        "instead of from their rows and their columns.",
        "How many moves are between the last square of a row and the first square of the next "
        "row, and by how much do their numbers differ?",
        ((PART_OF_H, "abs(tile - 1 - square) if tile else 0"),),
        also=[((PART_OF_H, "sum(divmod(abs(tile - 1 - square), 3)) if tile else 0"),)],
    ),
    Misconception(
        "offsets_cancel",
        "h adds up the offsets of rows and columns with their signs, so that they cancel.",
        "A tile is one row too low and one column too far left: what does your h add for it?",
        ((PART_OF_H, f"abs({OFFSETS}) if tile else 0"),),
        also=[
            ((PART_OF_H, f"{OFFSETS} if tile else 0"),),
            ((PART_OF_H, f"-({OFFSETS}) if tile else 0"),),
            (
                (PART_OF_H, f"{OFFSETS} if tile else 0"),
                (WHOLE_H, WHOLE_H.replace("sum", "abs(sum") + ")"),
            ),
        ],
    ),
    Misconception(
        "h_is_0",
        "h is 0 for every state, as in an unfinished template.",
        "What does the function that computes h return, and where does it add anything up?",
        ((WHOLE_H, "return 0"),),
    ),
    Misconception(
        "rows_and_columns_confused",
        "Rows and columns are confused in h, so that the distances are those to the goal mirrored "
        "at its diagonal.",
        "Which square do // 3 and % 3 give for the tile 2, and is that its square in the goal?",
        ((PART_OF_H, "distance((tile - 1) % 3 * 3 + (tile - 1) // 3, square) if tile else 0"),),
    ),
    Misconception(
        "tile_taken_for_its_square",
        "h computes a tile's goal square from its number without taking 1 away: for the row, for "
        "the column or for both.",
        "Squares are counted from 0 in // 3 and % 3: which number does the square have where the "
        "tile 1 belongs?",
        ((PART_OF_H, "distance(tile, square) if tile else 0"),),
        also=instead(
            PART_OF_H,
            f"abs(tile // 3 - square // 3) + {BY_COLUMN} if tile else 0",
            f"{BY_ROW} + abs(tile % 3 - square % 3) if tile else 0",
        ),
        least=4,  # h of another state is the same now and then
    ),
    Misconception(
        "goal_square_without_brackets",
        "h computes a tile's goal row or column from its number without brackets, so that // or % "
        "acts on the 1 alone, which is taken away.",
        "Which operator does Python apply first in 5 - 1 % 3, and what should be computed first?",
        ((PART_OF_H, f"{BY_ROW} + abs(square % 3 - (tile - 1)) if tile else 0"),),
        also=[((PART_OF_H, f"abs(square // 3 - tile) + {BY_COLUMN} if tile else 0"),)],
    ),
    Misconception(
        "only_rows_or_columns",
        "h adds up only the distances by rows, or only those by columns.",
        "Of which two parts is the Manhattan distance of a tile the sum, and are both added?",
        ((PART_OF_H, f"{BY_ROW} if tile else 0"),),
        also=[((PART_OF_H, f"{BY_COLUMN} if tile else 0"),)],
    ),
    Misconception(
        "h_without_one",
        "h leaves out one of the tiles, what is on the last or the first square, row or column, or "
        "all that comes after a blank.",
        "Where does each loop that adds up h begin and end: which is its last tile or square?",
        ((PART_OF_H, PART_OF_H.replace("if tile", "if 0 < tile < 7")),),
        also=instead(
            WHOLE_H,
            WHOLE_H.replace("enumerate(state)", "enumerate(state[:8])"),
            WHOLE_H.replace("enumerate(state)", "enumerate(state[1:], 1)"),
            WHOLE_H.replace("enumerate(state)", "enumerate(state[:state.index(0)])"),
        )
        + instead(
            PART_OF_H,
            *(
                PART_OF_H.replace("if tile", f"if tile and {part}")
                for part in ("square > 2", "square < 6", "square % 3 > 0", "square % 3 < 2")
            ),
        ),
        least=2,  # h may be wrong by the same number everywhere around one state
    ),
    Misconception(
        "h_of_one_tile",
        "h is the distance of a single tile, the first or the last one, as the sum is assigned, "
        "set to 0 or returned in the loop.",
        "Which operator adds to a variable, and which one replaces what it holds? Does your loop "
        "come to all tiles?",
        ((WHOLE_H, f"return {PARTS}[-1]"),),
        also=instead(
            WHOLE_H,
            f"return {PARTS}[0]",
            "return H[7][state.index(7)]",
            "return H[1][state.index(1)]",
            "return H[state[8]][8]",
        ),
    ),
    Misconception(
        "square_0_skipped_for_blanks",
        "h leaves out what is on the first square, instead of the blanks, which count as if they "
        "were tiles.",
        "Does your h skip the square with the number 0, or the squares that hold a 0?",
        ((PART_OF_H, "distance(tile - 1, square) if square else 0"),),
        also=[((PART_OF_H, "distance(GOAL.index(tile), square) if square else 0"),)],
    ),
    Misconception(
        "goal_square_of_one_tile",
        "h takes another square for the goal of one tile, as if it were mistyped in a table.",
        "What is your h of the goal itself, and which tile adds to it?",
        _goal_square(*MISTYPED[0]),
        also=[_goal_square(tile, square) for tile, square in MISTYPED[1:]],
        least=2,
    ),
    Misconception(
        "goal_of_another_puzzle",
        "The goal is that of another puzzle, in h or in the whole search.",
        "Where are the blanks in the goal that your program heads for, and where are they in the "
        "last line of the expected path?",
        _toward("bytes([FOUND])"),
        also=[
            ((PART_OF_H, PART_OF_H.replace("GOAL", f"bytes({goal})")),)
            for goal in (BLANKS_FIRST, SPIRAL)
        ],
        pattern=rf"(?m)^\[((?!1, 2, 3, 4, 5, 6, 7, 0, 0|{MIRRORED})\d(?:, \d){{8}})\] h=0 moves: "
        r"\d+\nMax",
    ),
    Misconception(
        "ends_at_another_state",
        "The search ends at another state than the goal: the goal is mistyped where states are "
        "compared with it, or states near it are taken for it.",
        "Which state is in the last line of your path, and what does your test for the goal say of "
        "it?",
        (("if state == GOAL:", "if manhattan(state) <= 1:"),),
        also=[
            (("if state == GOAL:", "if state == bytes([FOUND] or [1, 2, 3, 4, 5, 6, 0, 7, 0]):"),)
        ],
        pattern=r"(?m)^\[(\d(?:, \d){8})\] h=[1-9]\d* moves: \d+\nMax",
        least=2,  # any search that ends too early may end there
    ),
    Misconception(
        "goal_of_the_8_tile_puzzle",
        "The goal is that of a puzzle with eight tiles, so that no search ever reaches it.",
        "How many blanks are there in the goal that the program looks for?",
        (("7, 0, 0]", "7, 8, 0]"),),
        also=[_toward(f"bytes({goal})") for goal in ("range(9)", SPIRAL)],
        endless=True,
    ),
)
