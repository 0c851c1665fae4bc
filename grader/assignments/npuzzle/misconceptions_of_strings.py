"""Misconceptions of `npuzzle` that show in the string of a board."""

from grader.assignment.misconceptions import Misconception


TEXTS = 'f"{tile:2}" for tile in row'
# with another sign for the blank
SIGNED = '("%2d" % tile if tile else "{:>2}") for tile in row'
SIGNS = "_", "-", ".", "x", "*", "#", "b", "B"
# without a space between tiles, whose room is of two characters, or of another number
JOINED = [
    ((f'" ".join({TEXTS})', f"''.join(f'{{tile:{room}}}' for tile in row)"),)
    for room in (2, 1, 3, 4)
]

STRINGS = (
    Misconception(
        "no_string",
        "Board has no __str__, so that its string says nothing of its tiles.",
        "Which method of a class does `print(board)` call?",
        {"board.py": (("def __str__(self):", "def show(self):"),)},
    ),
    Misconception(
        "string_raises",
        "str() of a board raises an exception, as join() does for numbers.",
        "In the line that the exception names, which value is not what the line needs?",
        {"board.py": ((TEXTS, "row"),)},
        also=[
            {"board.py": ((TEXTS, f"{wrong}(row)"),)}
            for wrong in ("row.tiles", "undefined", "self._rows[self._n]")
        ],
        raised="^(?!.*'(NoneType|str)' object)"
        ".*(str instance|has no attribute|is not defined|out of range)",
    ),
    Misconception(
        "tiles_run_together",
        "Long tiles run together in the string of a board: no space is kept before them.",
        "What does the string of your board show of a row 11, 12, and of a row 1111, 1112?",
        {"board.py": JOINED[0]},
        also=[{"board.py": edits} for edits in JOINED[1:]],
    ),
    Misconception(
        "blank_shown_as_space",
        "The string of a board shows the blank as spaces or as another sign instead of 0.",
        "Which character stands for the blank in the string of your board, and which in the "
        "expected one?",
        {"board.py": ((TEXTS, SIGNED.format(" ")),)},
        also=[{"board.py": ((TEXTS, SIGNED.format(sign)),)} for sign in SIGNS],
    ),
    Misconception(
        "string_without_dimension",
        "The string of a board lacks the line with its dimension.",
        "Which lines does the string of a board have, and what does the first of them say?",
        {"board.py": (('"\\n".join([str(self._n)] + lines)', '"\\n".join(lines)'),)},
    ),
)
