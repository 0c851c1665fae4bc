"""The misconceptions of `npuzzle`, as edits of the model solution, `board.py` and `solver.py`.

To add one: its name, a sentence for the instructor, a question for the student, and what to replace in which
file so that the model answers as such a program does. Then add one that shows it to the folder of programs.
"""

from grader.misconceptions import PRINTED_AT_IMPORT, Misconception

# Made before all others: the model searches as students' programs do, by A*, and not by what is fastest.
BASE = {"solver.py": (
    ('algorithm: str = "auto"', 'algorithm: str = "astar"'),
    ('["astar" if options.trace else "auto"]', '["astar"]'))}

# ---- The lines of the model that are edited more than once ----

HAMMING = "return sum(map(ne, self._tiles, goal(self._n))) - (self._tiles[-1] != 0)"
TWIN = """\
        left = 0 if tiles[0] and tiles[1] else n
        tiles[left], tiles[left + 1] = tiles[left + 1], tiles[left]
"""
MOVED = """\
            tiles = list(self._tiles)
            tile = tiles[blank] = tiles[square]
            tiles[square] = 0
            closer = abs(goals[tile] - before) - abs(goals[tile] - after)
            boards.append(fill(new(Board), n, tuple(tiles), square, manhattan - closer))
"""
UPDATED = "fill(new(Board), n, tuple(tiles), square, manhattan - closer)"
SLOTS = '__slots__ = ("_n", "_tiles", "_blank", "_manhattan")'
FILLED = "return fill(new(cls), *checked(tiles))"
EQUAL = "isinstance(other, Board) and self._tiles == other._tiles"
PARENT = "(node.parent and node.parent.board,)"
UNSOLVABLE = 'if algorithm != "astar-lockstep" and not board.is_solvable():'
SOLUTION = "list(self.outcome.path) if"
TRANSCRIPT = "*map(str, found.path)]"
MOVES = "return len(self.outcome.path) - 1 if"
TOLD_MOVES = "moves = len(found.path) - 1\n    head"


# ---- Edits that belong together ----

# The blank's square in the goal is the last; or, where it is computed from 0 - 1 as if 0 were a tile, the one
# before the first, so that it is out of place in the goal as well.
ANEW = (UPDATED, "board_of(n, tiles)")
BLANK_IN_HAMMING = ((HAMMING, "return sum(map(ne, self._tiles, goal(self._n)))"),)
BLANK_EVERYWHERE_IN_HAMMING = ((HAMMING, f"{HAMMING} + 1"),)
BLANK_IN_MANHATTAN = (("enumerate(tiles) if tile)", "enumerate(tiles))"), ANEW)
BLANK_EVERYWHERE_IN_MANHATTAN = (*BLANK_IN_MANHATTAN, ("squares = [n * n - 1, *", "squares = [-1, *"),
                                 ("return self._manhattan == 0", "return self._tiles == goal(self._n)"))

TAKEN_FOR_A_BOARD = (EQUAL, "self._tiles == other._tiles")
MEASURED_FIRST = "(isinstance(other, Board) or len(other) > 0) and self._tiles == other._tiles"  # as zip() does

# What is kept is read anew each time: a list of rows, or the tiles of a board that the model made.
LIVE = (SLOTS, """\
__slots__ = ("_n", "_kept", "_first_blank", "_first_manhattan")
    _tiles = property(lambda board: tuple(tile for row in board._kept
                                          for tile in (row if isinstance(row, list) else [row])))
    _blank = property(lambda board: board._tiles.index(0))
    _manhattan = property(lambda board: measured(board._n, board._tiles)[3])""")
KEPT = (FILLED, "return fill(new(cls), len(tiles), tiles, *checked(tiles)[2:])")
KEPT_ROWS = (FILLED, """\
n, tiles, blank, manhattan = checked(tiles)
        return fill(new(cls), n, [list(tiles[k:k + n]) for k in range(0, n * n, n)], blank, manhattan)""")
ROWS = ("return fill(new(Board), *measured(n, tuple(tiles)))", """\
tiles = list(tiles)
    return Board([tiles[k:k + n] for k in range(0, n * n, n)])""")

# One place of the list of rows after another is changed, and each change stays.
CHANGED = """\
            tiles = list(self._tiles)
            tiles[blank], tiles[square] = tiles[square], tiles[blank]
"""
SHARED_BY_COPIES = (MOVED, f"""\
{CHANGED}            fill(self, *measured(n, tuple(tiles)))
            boards.append(board_of(n, tiles))
""")
SHARED_BUT_COUNTED_BEFORE = (MOVED, f"""\
{CHANGED}            set_tiles(self, tuple(tiles))
            boards.append(board_of(n, tiles))
""")
SHARED_BY_ALL = (MOVED, """\
            rows = list(self._kept)
            (i, j), (k, l) = divmod(blank, n), divmod(square, n)
            rows[i][j], rows[k][l] = rows[k][l], rows[i][j]
            boards.append(fill(new(Board), n, rows, square, manhattan))
""")

IN_LOCKSTEP = (('"astar": astar_manhattan,', '"astar": astar_lockstep,'),
               (UNSOLVABLE, "if False:"))

# A search that looks at no board twice ends where the goal can't be reached, once it has seen all other boards.
TO_THE_END = ((UNSOLVABLE, "if False:"), ("    reached = {start}\n", "    reached, done = {start}, set()\n"),
              ("        if node.board.is_goal():\n", """\
        if node.board in done:
            continue
        done.add(node.board)
        if node.board.is_goal():
"""))
NO_PATH = ("return Outcome(path_to(end.value)", "return Outcome(end.value and path_to(end.value) or ()")
NEVER_UNSOLVABLE = (("return self.outcome.path is not None", "return True"),
                    ("if self.is_solvable() else -1", "if self.outcome.path is not None else -1"),
                    ("if self.is_solvable() else None", "if self.outcome.path is not None else None"))
NO_MOVES = (MOVES, "return max(0, len(self.outcome.path) - 1) if")


def exchange(one, other):
    """The edits of twin that exchange two squares, whatever is there."""
    return (TWIN, f"        tiles[{one}], tiles[{other}] = tiles[{other}], tiles[{one}]\n"),


def sliced(part):
    """The edits by which the solution, and the transcript of it, are a part of the path."""
    return (SOLUTION, f"list(self.outcome.path){part} if"), (TRANSCRIPT, f"*map(str, found.path{part})]")


EXCHANGES = [exchange(*squares) for squares in (
    (0, 1), (0, "n"), (0, "n + 1"), (1, "n"), (0, -1), (-2, -1), (-1, "-1 - n"), ("-n", "1 - n"),
    ("n", "n + 1"),
    ("self._blank", "self._blank - 1"), ("self._blank", "1 if self._blank == 0 else 0"))]


# ---- Board ----

BOARD = (
    Misconception(
        "blank_counted",
        "The blank counts as a tile, in hamming, in manhattan or in both.",
        "Is the blank a tile: by how much can one move change each of the two distances?",
        {"board.py": BLANK_IN_HAMMING + BLANK_IN_MANHATTAN},
        also=[{"board.py": each} for each in (
            BLANK_IN_HAMMING, BLANK_EVERYWHERE_IN_HAMMING, BLANK_IN_MANHATTAN, BLANK_EVERYWHERE_IN_MANHATTAN,
            BLANK_IN_HAMMING + BLANK_EVERYWHERE_IN_MANHATTAN,
            BLANK_EVERYWHERE_IN_HAMMING + BLANK_IN_MANHATTAN,
            BLANK_EVERYWHERE_IN_HAMMING + BLANK_EVERYWHERE_IN_MANHATTAN)]),
    Misconception(
        "twin_moves_the_blank",
        "twin exchanges two squares of which one may be the blank's, and that board may be solvable as well.",
        "What does twin return where one of the two squares that it exchanges is the blank's?",
        {"board.py": EXCHANGES[0], "solver.py": IN_LOCKSTEP},
        also=[{"board.py": EXCHANGES[0]},
              *({"board.py": edits, **solver} for edits in EXCHANGES[1:]
                for solver in ({"solver.py": IN_LOCKSTEP}, {}))]),
    Misconception(
        "neighbours_share_rows",
        "neighbors copies the list of rows but not the rows, so that moves change the board itself.",
        "After `copy = rows[:]`, is `copy[0]` another list than `rows[0]`?",
        {"board.py": (SHARED_BY_COPIES,)},
        also=[{"board.py": (SHARED_BUT_COUNTED_BEFORE,)},
              {"board.py": (LIVE, KEPT_ROWS, ROWS, SHARED_BY_ALL)}]),
    Misconception(
        "mutable_argument_kept",
        "The board keeps the lists that it was made from, so that whoever changes those changes the board.",
        "What happens to your board when its caller changes the list of lists afterwards?",
        {"board.py": (LIVE, KEPT)},
        also=[{"board.py": (LIVE, (FILLED, KEPT[1].replace(", tiles,", ", list(tiles),")))}]),
    Misconception(
        "equality_by_string",
        "Equality compares strings, so that a board equals whatever has the same string.",
        "Is a board equal to a string that looks like it?",
        {"board.py": ((EQUAL, "str(self) == str(other)"),)}),
    Misconception(
        "equality_fails_on_none",
        "Equality takes whatever a board is compared with for a board, and fails on what is none, such as None.",
        "What does `board == None` do, and what `board == \"a string\"`: have these any tiles?",
        {"board.py": (TAKEN_FOR_A_BOARD,),
         "solver.py": ((PARENT, "(node.parent.board,) if node.parent else ()"),)},
        also=[{"board.py": (TAKEN_FOR_A_BOARD,)}, {"board.py": ((EQUAL, MEASURED_FIRST),)}]),
    Misconception(
        "manhattan_recomputed",
        "The Manhattan distance is added up anew in each comparison of two nodes: right, but slow.",
        "How often does your queue ask one board for its Manhattan distance, and could the answer be kept?",
        {"board.py": (("return self._manhattan\n", "return measured(self._n, self._tiles)[3]\n"),)},
        slow=True),
)


# ---- Solver ----

SOLVER = (
    Misconception(
        "no_critical_optimisation",
        "The board that a node was reached from is put into the queue again.",
        "Which of a node's neighbors has just been left, and is there any use in going back to it?",
        {"solver.py": ((PARENT, "()"),)}),
    Misconception(
        "unsolvable_loops",
        "Nothing tells an unsolvable board, so that its search never ends.",
        "How will your search for an unsolvable board end, and what is true of its twin?",
        {"solver.py": ((UNSOLVABLE, "if False:"),)}),
    Misconception(
        "twin_never_searched",
        "Every board is said to be solvable, for neither the twin nor parity is looked at.",
        "What do is_solvable(), moves() and solution() say where the goal was never reached?",
        {"solver.py": (("return Outcome()", "return Outcome(())"),)},
        also=[{"solver.py": each} for each in (
            NEVER_UNSOLVABLE[:1], NEVER_UNSOLVABLE, (("return Outcome()", "return Outcome(())"), NO_MOVES),
            (*TO_THE_END, NO_PATH), (*TO_THE_END, *NEVER_UNSOLVABLE), (*TO_THE_END, NO_PATH, NO_MOVES))]),
    Misconception(
        "path_without_start",
        "The first board of the solution is missing.",
        "Which board does a solution begin with, and how many boards are there if it takes no moves?",
        {"solver.py": sliced("[1:]")},
        also=[{"solver.py": (*sliced("[1:]"), (MOVES, MOVES.replace("1", "2")),
                             (TOLD_MOVES, TOLD_MOVES.replace("1", "2")))}]),
    Misconception(
        "path_reversed",
        "The solution goes from the goal back to the start.",
        "In which order do you meet the boards when you go from a node to the one it was reached from?",
        {"solver.py": sliced("[::-1]")}),
)

MISCONCEPTIONS = (PRINTED_AT_IMPORT, *BOARD, *SOLVER)
