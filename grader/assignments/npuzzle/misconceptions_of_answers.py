"""Misconceptions of `npuzzle` that show in what Solver answers."""

from grader.assignment.misconceptions import Misconception


Edits = tuple[tuple[str, str], ...]

UNSOLVABLE = "    if not start.is_solvable():\n        return None\n"
MOVES = "return len(self._path) - 1 if"
SOLUTION = "        return list(self._path) if self.is_solvable() else None\n"
DEFINED = f'''\
    def solution(self):
        """The boards of a shortest solution, None if there is none."""
{SOLUTION}'''
PUSHED = "heappush(self.heap, (node.moves + h, h, next(self.order), node))"
SAME_MOVES = ("Node(board, node.moves + 1, node)", "Node(board, node.moves, node)")
GOAL_TEST = "        if node.board.is_goal():\n            return path_to(node)\n"
SEARCHED = f"""\
    while queue.heap:
        node = queue.pop()
{GOAL_TEST}        expand(node, queue)
"""
# A search that expands no board twice also ends where the goal can't be reached: once it has
# expanded all boards.
TO_THE_END: Edits = (
    (UNSOLVABLE, ""),
    (
        "    while queue.heap:\n        node = queue.pop()\n",
        """\
    visited = set()
    while queue.heap:
        node = queue.pop()
        if node.board in visited:
            continue
        visited.add(node.board)
""",
    ),
)

SEARCH = """\
    queue = Queue()
    queue.push(Node(start, 0, None))
    while queue.heap:
        node = queue.pop()
        if node.board.is_goal():
            return path_to(node)
        expand(node, queue)
    return None
"""
IN_LOCKSTEP = (
    (UNSOLVABLE, ""),
    (
        SEARCH,
        """\
    queues = Queue(), Queue()
    for queue, board in zip(queues, (start, start.twin())):
        queue.push(Node(board, 0, None))
    while True:
        for queue in queues:
            node = queue.pop()
            if node.board.is_goal():
                return path_to(node) if queue is queues[0] else None
            expand(node, queue)
""",
    ),
)

# The path of whichever search met the goal is taken for the board's.
ITS_OR_THE_TWINS = (
    *IN_LOCKSTEP,
    ("return path_to(node) if queue is queues[0] else None", "return path_to(node)"),
)


def _kept(change: str, default: bool = False) -> Edits:
    """The edits with which solution() changes a list that outlives the call.

    It is a default argument, or else the solver's own.
    """
    before = "" if default else "        boards = vars(self).setdefault('_boards', [])\n"
    whole = f"""\
    def solution(self{", boards=[]" if default else ""}):
        if not self.is_solvable():
            return None
{before}        {change}
        return list(boards)
"""
    return ((DEFINED, whole),)


def _collected(change: str, are_counted: bool) -> Edits:
    """The edits with which each solver adds its path to one list for solution(), as of the class;
    moves() may count that list.
    """
    added = change.replace("self._path", "(self._path or [])")
    counted = "self._path"
    if are_counted:
        counted = "BOARDS"
    return (
        ("class Solver:", "BOARDS = []\n\n\nclass Solver:"),
        (SOLVED, f"{SOLVED}\n        boards = BOARDS\n        {added}"),
        ("return list(self._path) if", "return list(BOARDS) if"),
        ("return len(self._path) - 1", f"return len({counted}) - 1"),
    )


SOLVED = "self._path = a_star(initial)"
APPENDED, INSERTED = "boards += self._path", "boards[:0] = self._path"
PART = "boards += self._path[1:]"  # of a path that lacks its start
TURNED = "boards[:] = self._path + boards[::-1]"


# of equal f, the older node first, and the one with fewer or more moves
ORDERS = (
    PUSHED.replace("h, h,", "h,"),
    PUSHED.replace("h, h,", "h, node.moves,"),
)
UNCOMPARED = (
    "        self.board, self.moves, self.parent = board, moves, parent\n",
    """\
        self.board, self.moves, self.parent = board, moves, parent

    __lt__ = lambda self, other: False
""",
)
# nodes of equal f stay as the heap has them
BY_F = ((PUSHED, "heappush(self.heap, (node.moves + h, node))"), UNCOMPARED)
BY_F_AND_H = ((PUSHED, "heappush(self.heap, (node.moves + h, h, node))"), UNCOMPARED)
WAYS_OF_TIES = ((), *(((PUSHED, order),) for order in ORDERS), BY_F, BY_F_AND_H)
FOUND = "return self._path is not None"
BY_PATH = (
    ("if self.is_solvable() else -1", "if self._path is not None else -1"),
    ("if self.is_solvable() else None", "if self._path is not None else None"),
)
# is_solvable() is right, whichever path was found
NAMED_UNSOLVABLE = (
    (
        SOLVED,
        "self._path, self._ok = a_star(initial), initial.is_solvable()",
    ),
    (FOUND, "return self._ok"),
)
MOVED = ((FOUND, "return self._path is not None and len(self._path) > 1"),)
COUNTED = (
    ("return heappop(self.heap)[-1]", "self.pops += 1\n        return heappop(self.heap)[-1]"),
    ("self.heap, self.order = [], count()", "self.heap, self.order, self.pops = [], count(), 0"),
)


def _counted(number: str) -> Edits:
    """The edits with which moves() is this number, computed from the `pops` of the queue."""
    return (
        *COUNTED,
        ("            return path_to(node)\n", "            return path_to(node), queue.pops\n"),
        ("self._path = a_star(initial)", "self._path, self._pops = a_star(initial) or (None, 0)"),
        (MOVES, f"return {number} if"),
    )


# the whole path once, and then nothing: no path, no boards, or a path that is empty
USED_UP = (
    "path, self._path = self._path, None\n        return path",
    "path, vars(self)['_left'] = vars(self).get('_left', self._path), []\n        return path",
    "path, self._path = self._path, []\n        return path",
)
# from the goal to the start, and turned around by each call
REVERSED = (
    "path = vars(self).setdefault('_back', self._path[::-1])\n"
    "        path.reverse()\n        return path"
)


def _used_up(change: str) -> Edits:
    """The edits with which solution() changes what it returns, so that later calls differ."""
    whole = f"""\
    def solution(self):
        if not self.is_solvable():
            return None
        {change}
"""
    return ((DEFINED, whole),)


NO_BOARDS = (SOLUTION, SOLUTION.replace("else None", "else []"))

ANSWERS = (
    Misconception(
        "moves_counts_boards",
        "moves() is one too many, as if it counted the boards of the solution.",
        "How many boards has a solution of one move?",
        {"solver.py": ((MOVES, "return len(self._path) if"),)},
    ),
    Misconception(
        "moves_never_counted",
        "moves() is always 0, as if each board had the moves of the board that it was reached "
        "from.",
        "How many moves does the start have, how many does its neighbor have, and which number "
        "does moves() return?",
        {"solver.py": (SAME_MOVES, (MOVES, "return 0 if"))},
        also=[
            {"solver.py": (SAME_MOVES, (MOVES, "return 0 if"), *ties)} for ties in WAYS_OF_TIES[1:]
        ],
    ),
    Misconception(
        "moves_counts_pops",
        "moves() is the number of boards that left the queue, not of those on the path.",
        "How many boards leave your queue before the search ends, and are all of them on the path?",
        {"solver.py": _counted("self._pops - 1")},
        also=[
            {"solver.py": (*_counted(number), *ties)}
            for number in ("self._pops - 1", "self._pops")
            for ties in WAYS_OF_TIES
            if ties or number == "self._pops"
        ],
    ),
    Misconception(
        "solvable_if_moved",
        "The goal itself is called unsolvable, because its solution has no moves.",
        "What do is_solvable() and moves() say of a board that is the goal?",
        {"solver.py": MOVED + BY_PATH},
        also=[{"solver.py": MOVED}, {"solver.py": MOVED + BY_PATH[:1]}],
    ),
    Misconception(
        "another_number_for_unsolvable",
        "moves() of an unsolvable board is not -1, but 0, None or the moves of its twin; or it "
        "raises an exception.",
        "What does your moves() return if is_solvable() is False?",
        {"solver.py": (("else -1", "else 0"),)},
        also=[
            {"solver.py": (("else -1", "else None"),)},
            {"solver.py": (("else -1", "else len(None) - 1"),)},
            {"solver.py": (("else -1", "else None.moves"),)},
            {"solver.py": ITS_OR_THE_TWINS + NAMED_UNSOLVABLE + BY_PATH[:1]},
        ],
        raised="NoneType",
    ),
    Misconception(
        "empty_solution_of_unsolvable",
        "solution() of an unsolvable board is an empty list instead of None, or raises an "
        "exception; moves() may be 0.",
        "What do your solution() and your moves() return if is_solvable() is False?",
        {"solver.py": (NO_BOARDS,)},
        also=[
            {"solver.py": (NO_BOARDS, ("else -1", "else 0"))},
            {"solver.py": ((SOLUTION, SOLUTION.replace("else None", "else None.parent")),)},
            {"solver.py": ((SOLUTION, SOLUTION.replace("else None", "else [*None]")),)},
        ],
        raised="NoneType",
    ),
    Misconception(
        "solution_grows",
        "solution() adds to a list of its solver, so that each call returns more boards.",
        "How many boards do the first and the second call of solution() return?",
        {"solver.py": _kept(APPENDED)},
    ),
    Misconception(
        "result_lost",
        "Methods of a Solver, some or all, answer as if no board had a solution: the search is "
        "never started, or what it finds does not get there.",
        "When does your search begin, where does it keep what it finds, and does each method look "
        "there?",
        {"solver.py": (("self._path = a_star(initial)", "self._path = None"),)},
        also=[{"solver.py": (("else -1", "else None"), (FOUND, "return None"))}],
    ),
    Misconception(
        "path_not_returned",
        "solution() returns None though there is a solution: it lacks a return, or returns what a "
        "method such as list.reverse() returns.",
        "Which line returns the path, and what do methods that change a list, such as reverse() or "
        "append(), return?",
        {"solver.py": ((SOLUTION, SOLUTION.replace("path)", "path).reverse()")),)},
    ),
    Misconception(
        "solution_used_up",
        "solution() uses up what it returns, so that later calls say something else.",
        "What do is_solvable(), moves() and solution() say after one call of solution()?",
        {"solver.py": _used_up(USED_UP[0])},
        also=[{"solver.py": _used_up(change)} for change in USED_UP[1:]],
    ),
    Misconception(
        "solution_reversed_again",
        "solution() reverses the solver's own list, so that each call turns it around.",
        "With which board do the boards of the first and of the second call of solution() begin?",
        {"solver.py": _used_up(REVERSED)},
    ),
    Misconception(
        "list_shared_by_solvers",
        "The boards of the solution are kept in a list that all solvers share, such as a default "
        "argument or an attribute of the class.",
        "You ask one solver for its solution, and then another: how often is the list made?",
        {"solver.py": _kept(APPENDED, default=True)},
        also=[{"solver.py": _kept(change, default=True)} for change in (INSERTED, TURNED, PART)]
        + [
            {"solver.py": _collected(change, are_counted)}
            for change in (INSERTED, APPENDED, TURNED)
            for are_counted in (True, False)
        ],
    ),
)
