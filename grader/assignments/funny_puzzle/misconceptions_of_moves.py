"""Misconceptions of `funny_puzzle` about moves and the list of successors."""

from grader.assignment.misconceptions import InCommon, Misconception, instead

from .alike import successors_in_any_order
from .misconceptions_alike import one_changed_list
from .misconceptions_edits import (
    BESIDE,
    BLANKS,
    COPY,
    LAST_BLANK,
    LISTED,
    SLIDE,
    SWAPPED,
    TILE,
    TO_BESIDE,
    UNTIL_EMPTY,
    Edits,
)


# the squares beside a blank in other orders: above, below, left, right; and left, right first
UP_DOWN = "lambda square: abs(square - blank) == 1"
LEFT_RIGHT = "lambda square: abs(square - blank) == 3"


# the edits by which moves are made on a copy that is made elsewhere; some look in the state itself
# where the tiles are, and put a blank where each was
LOST = ((f"{COPY}\n", ""),)
ON_ONE_COPY = (
    *LOST,
    (TILE, "if after[square] != 0:"),
    (SLIDE, SWAPPED),
)


def _on_one_copy(squares: str, edits: Edits = ON_ONE_COPY) -> Edits:
    """The edits by which a blank moves to these squares on one copy that is never renewed."""
    return (*edits, (TO_BESIDE, f"{COPY.strip()}\n            for square in {squares}:"))


def _on_one_copy_for_all(order: str, found_in: str = "after") -> Edits:
    """The edits by which both blanks move in this order on one copy that is never renewed.

    The blanks are those that are found in it when their turn comes, or those of the state itself.
    """
    return (
        *ON_ONE_COPY,
        ("moved = []", "moved, after = [], list(state)"),
        ("if state[blank] == 0:", f"if {found_in}[blank] == 0:"),
        (TO_BESIDE, f"for square in sorted(BESIDE[blank], key={order}):"),
    )


def _without(move: str) -> Edits:
    """The edit that leaves out the moves of a blank from `a` to `b` for which a condition holds."""
    return ((BESIDE, f"{BESIDE[:-1]} and not ({move})]"),)


def _until(condition: str, end: str, steps: tuple[int, ...]) -> Edits:
    """The edit by which a blank's moves, taken in this order, end where a condition holds.

    `end` is the statement that ends them.
    """
    loop = f"for square in [blank + step for step in {steps}]:"
    stop = f"if {condition}:\n                    {end}"
    skip = "if square not in BESIDE[blank]:\n                    continue"
    return ((TO_BESIDE, "\n                ".join((loop, stop, skip))),)


def _first_only(steps: tuple[int, ...], condition: str) -> Edits:
    """The edit by which a blank makes only the first move, in this order, for which one holds."""
    steps_from = f"[blank + step for step in {steps} if blank + step in BESIDE[blank]{condition}]"
    return ((TO_BESIDE, f"for square in {steps_from}[:1]:"),)


def _ends(edits: Edits) -> Edits:
    """The edits with which a search that empties its queue takes the last pop for the goal."""
    return (*edits, *UNTIL_EMPTY)


# the steps to the squares above, below, left and right of a blank, in the usual orders
ORDERS = (
    (-3, 3, -1, 1),
    (-3, -1, 1, 3),
    (-3, 1, 3, -1),
    (-1, 1, -3, 3),
    (-1, -3, 1, 3),
    (1, -1, 3, -3),
    (1, 3, -1, -3),
    (3, -3, 1, -1),
)
# bounds on rows and columns that are one too strict: in two directions or in one
EDGES = (
    "b // 3 == 2 or b % 3 == 2",
    "b // 3 == 0 or b % 3 == 0",
    "b // 3 == 0",
    "b % 3 == 0",
    "b - a == 3 and b // 3 == 2",
    "a - b == 3 and b // 3 == 0",
    "a - b == 1 and b % 3 == 0",
)
# moves that are not made where the opposite one is
NOT_DOWN, NOT_UP, NOT_RIGHT, NOT_LEFT = (
    "square - blank == 3 and blank > 2 and state[blank - 3]",
    "blank - square == 3 and blank < 6 and state[blank + 3]",
    "square - blank == 1 and blank % 3 > 0 and state[blank - 1]",
    "blank - square == 1 and blank % 3 < 2 and state[blank + 1]",
)
# `elif` or `break` after a move, or after a bound that holds; then `elif` for pairs of moves, of
# which the second is made only where the first would leave the board, or is not made
ONE_MOVE = [
    *(_ends(_first_only(steps, " and state[blank + step]")) for steps in ORDERS[:6]),
    *(_ends(_first_only(steps, "")) for steps in ORDERS[:2]),
    *(
        _ends(_without(f"{column} or {row}"))
        for column in ("b - a == 3 and a > 2", "a - b == 3 and a < 6")
        for row in ("b - a == 1 and a % 3 > 0", "a - b == 1 and a % 3 < 2")
    ),
    *(
        _ends(((TILE, f"{TILE[:-1]} and not ({moves}):"),))
        for moves in (f"{NOT_DOWN} or {NOT_RIGHT}", NOT_DOWN, NOT_UP, NOT_RIGHT, NOT_LEFT)
    ),
]
# another statement where `continue` should be, at the other blank and off the board
AT_A_BLANK, OFF_THE_BOARD = (
    [_until(condition, end, steps) for end in ("break", "return moved") for steps in ORDERS]
    for condition in (
        "square in BESIDE[blank] and state[square] == 0",
        "square not in BESIDE[blank]",
    )
)
# ---- Moves ----

MOVES = (
    Misconception(
        "only_one_blank_moves",
        "Only one of the two blanks is moved.",
        "State [0, 1, 2, 3, 4, 5, 6, 7, 0]: which moves does your program find there?",
        ((BLANKS, "for blank in [state.index(0)]:"),),
        also=[((BLANKS, f"for blank in [{LAST_BLANK}]:"),)],
    ),
    Misconception(
        "first_blank_twice",
        "One of the two blanks is found twice, so that it moves twice, and the other one never.",
        "State [0, 1, 2, 3, 4, 5, 6, 7, 0]: on which squares does your program find the blanks?",
        ((BLANKS, "for blank in [state.index(0)] * 2:"),),
        also=[((BLANKS, f"for blank in [{LAST_BLANK}] * 2:"),)],
    ),
    Misconception(
        "blanks_swap",
        "Two blanks side by side are swapped, so that the state itself is listed, once for each "
        "blank.",
        "The blanks of a state are side by side: which states does your program reach from there?",
        ((TILE, "if True:"),),
    ),
    Misconception(
        "one_blank_moves_and_swaps",
        "Only one of the two blanks is moved, and it is also swapped with the other.",
        "State [0, 0, 1, 2, 3, 4, 5, 6, 7]: which moves does your program find there?",
        ((BLANKS, "for blank in [state.index(0)]:"), (TILE, "if True:")),
        also=[((BLANKS, f"for blank in [{LAST_BLANK}]:"), (TILE, "if True:"))],
    ),
    Misconception(
        "state_itself_listed",
        "Two blanks side by side are swapped, so that the state itself is listed.",
        "How does each state that you list differ from the state that you were given?",
        ((TILE, "if True:"), ("return moved", "return sorted({*moved})")),
    ),
    Misconception(
        "same_list_for_all",
        "All successors are the same list as the state: it is changed instead of a copy of it.",
        "Is a second name for a list a second list, and which list does a swap change?",
        # What solve does with these depends on how it ends, and is left unexplained.
        ((LISTED, "[start for _ in successors(start)]"),),
    ),
    Misconception(
        "list_changed_again",
        "All successors share a list, or rows, that each move changes further, as no move is made "
        "on a whole copy.",
        "Is a second name for a list a second list, does a copy of a list of rows copy its rows, "
        "and on which list is the second move made?",
        ((LISTED, "[start for _ in range(2)]"),),
        like=one_changed_list,
    ),
    Misconception(
        "one_copy_for_each_blank",
        "The moves of a blank, or of both, are all made on one copy, each on what the one before "
        "it left.",
        "How many copies are made of a state, does a copy of a list of rows copy its rows, and is "
        "the first move undone before the second?",
        _on_one_copy("BESIDE[blank]"),
        also=[
            *(_on_one_copy(f"sorted(BESIDE[blank], key={key})") for key in (UP_DOWN, LEFT_RIGHT)),
            *map(_on_one_copy_for_all, ("int", UP_DOWN, LEFT_RIGHT)),
            _on_one_copy_for_all(UP_DOWN, "state"),
            *(
                _on_one_copy(f"sorted(BESIDE[blank], key={key})", LOST)
                for key in ("int", UP_DOWN, LEFT_RIGHT)
            ),
        ],
    ),
    Misconception(
        "tile_copied",
        "The tile that slides is on its old square, too, for example as two assignments stand "
        "where a swap is meant.",
        "How many tiles and how many blanks has each of your successors, and what do the two "
        "squares of a move hold after each assignment?",
        # two moves later no blank is left, so that searches end soon
        _ends(((SLIDE, "after[blank] = after[square]"),)),
    ),
    Misconception(
        "wrap_around",
        "Tiles leave the board at one side and come back at another.",
        "Which squares are beside the last one of the first row?",
        ((BESIDE, "if abs(a - b) in (1, 3)]"),),
        also=instead(
            BESIDE,
            "if (a // 3 == b // 3) != (a % 3 == b % 3)]",
            "if (a - b) % 9 in (1, 3, 6, 8)]",
            "if (a - b) % 9 in (1, 3) or b - a in (1, 3)]",
            "if (a - b) % 9 in (1, 3) or b - a == 3 or b - a == 1 and b % 3]",
            "if (a - b) % 9 == 3 or b - a == 3 or a // 3 == b // 3 and b - a in (-1, 1, 2)]",
        ),
    ),
    Misconception(
        "wraps_in_one_direction",
        "Tiles leave the board at one side and come back at another, but only in one of the four "
        "directions.",
        "You look above, below, left and right of a blank: on which squares is there nothing in "
        "each of these directions, and does your program know?",
        ((BESIDE, f"{BESIDE[:-1]} or b - a == 1]"),),
        also=[
            ((BESIDE, f"{BESIDE[:-1]} or {unchecked}]"),)
            for unchecked in (
                "a - b == 1",
                "(a - b) % 9 == 1",  # state[-1] is the last square
                "(a - b) % 9 == 3",
                "b - a == 2 and a % 3 == 0",  # row[-1] is the last square of its row
            )
        ],
        least=2,  # one move too many may make the queue longer by one
    ),
    Misconception(
        "diagonal_moves",
        "Tiles also slide diagonally.",
        "How many squares are beside the one in the middle?",
        ((BESIDE, "if a != b and abs(a // 3 - b // 3) < 2 and abs(a % 3 - b % 3) < 2]"),),
    ),
)


# ---- The list of successors ----

LIST = (
    Misconception(
        "moves_left_out",
        "The first or the last square, row or column is left out of some moves, for example by a "
        "bound that is one too strict.",
        "The squares have the numbers 0 to 8: which of them are beside square 3 and beside square "
        "5, and does each of your bounds let them pass?",
        _without("(a, b) == (3, 0)"),
        also=[
            _without(move)
            for move in (
                "(a, b) == (1, 0)",
                "b == 0",
                "(a, b) == (5, 8)",
                "(a, b) == (7, 8)",
                "b == 8",
            )
        ]
        + [_ends(_without(move)) for move in EDGES],
        least=4,  # any successor that is missing looks like that now and then
    ),
    Misconception(
        "direction_left_out",
        "No tile moves in one of the four directions, or none moves up and down, or to the sides.",
        "In which directions can a tile move into a blank, and which line of your program makes "
        "each of these moves?",
        _ends(_without("b - a == 3")),
        also=[
            _ends(_without(move))
            for move in (
                "a - b == 3",
                "b - a == 1",
                "a - b == 1",
                "abs(a - b) == 3",
                "abs(a - b) == 1",
            )
        ],
        least=2,
    ),
    Misconception(
        "loop_left_early",
        "The loop over the squares beside a blank ends at the first one that it should skip: at "
        "the other blank, or off the board.",
        "Beside a blank is a square to which it can't move: does your loop go on to the next one "
        "there? Is there a break or return where continue should be?",
        AT_A_BLANK[0],
        # off the board, only the start would be popped: any IndexError would look like that
        also=[*AT_A_BLANK[1:], *map(_ends, AT_A_BLANK + OFF_THE_BOARD)],
        least=2,  # where few moves are left out, other mistakes leave them out, too
    ),
    Misconception(
        "one_move_of_each_blank",
        "Each blank makes only one of its moves, or one of two opposite moves: `elif`, `break`, "
        "or an `append` that is not in the loop over the moves, loses the others.",
        "A blank can move to several squares: which line of your program adds a state to the list, "
        "and how often does it run for this blank?",
        ONE_MOVE[0],
        also=ONE_MOVE[1:],
        least=2,
    ),
    Misconception(
        "successors_unsorted",
        "The successors are printed in another order than ascending, for example as they were "
        "generated, or by h alone.",
        "Which line of your program decides which successor is printed first?",
        ((LISTED, "successors(start)[::-1]"),),
        like=InCommon(successors_in_any_order),
    ),
    Misconception(
        "successors_descending",
        "The successors are printed from the largest to the smallest.",
        "Which of the successors should be printed first, the smallest or the largest?",
        ((LISTED, f"{LISTED}[::-1]"),),
    ),
    Misconception(
        "successors_by_h",
        "The successors are printed in the order of their h.",
        "Successors [1, 2, ...] with h=5 and [2, 1, ...] with h=3: which should be printed first?",
        ((LISTED, "sorted(successors(start), key=lambda after: (manhattan(after), after))"),),
    ),
    Misconception(
        "duplicates_printed",
        "Each successor is printed twice.",
        "How often is the list of successors filled: once, or once for each blank?",
        ((LISTED, "sorted(2 * successors(start))"),),
        also=[((LISTED, f"2 * {LISTED}"),), (("return moved", "return 2 * moved"),)],
    ),
)
