"""Misconceptions of `npuzzle` that show in what Solver answers, and in how it searches."""

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


APPENDED, INSERTED = "boards += self._path", "boards[:0] = self._path"
PART = "boards += self._path[1:]"  # of a path that lacks its start
TURNED = "boards[:] = self._path + boards[::-1]"


def _tested_at_push(before: str, child: str = "board != before") -> Edits:
    """The edits with which only boards that are pushed are compared with the goal."""
    return (
        (
            SEARCHED,
            f"""\
{before}    while queue.heap:
        node = queue.pop()
        before = node.parent and node.parent.board
        for board in node.board.neighbors():
            if {child}:
                child = Node(board, node.moves + 1, node)
                if board.is_goal():
                    return path_to(child)
                queue.push(child)
""",
        ),
    )


CLOSED_AT_PUSH = (
    (
        SEARCHED,
        f"""\
    closed = {{start}}
    while queue.heap:
        node = queue.pop()
{GOAL_TEST}        for board in node.board.neighbors():
            if board not in closed:
                closed.add(board)
                queue.push(Node(board, node.moves + 1, node))
""",
    ),
)
# of equal f, the older node first, and the one with fewer or more moves
ORDERS = (
    PUSHED.replace("h, h,", "h,"),
    PUSHED.replace("h, h,", "h, node.moves,"),
)


ANSWERS = (
    Misconception(
        "moves_counts_boards",
        "moves() is one too many, as if it counted the boards of the solution.",
        "How many boards has a solution of one move?",
        {"solver.py": ((MOVES, "return len(self._path) if"),)},
    ),
    Misconception(
        "another_number_for_unsolvable",
        "moves() of an unsolvable board is not -1, but 0 or None.",
        "What does your moves() return if is_solvable() is False?",
        {"solver.py": (("else -1", "else 0"),)},
        also=[{"solver.py": (("else -1", "else None"),)}],
    ),
    Misconception(
        "empty_solution_of_unsolvable",
        "solution() of an unsolvable board is an empty list instead of None.",
        "What does your solution() return if is_solvable() is False?",
        {"solver.py": ((SOLUTION, SOLUTION.replace("else None", "else []")),)},
    ),
    Misconception(
        "solution_grows",
        "solution() adds to a list of its solver, so that each call returns more boards.",
        "How many boards do the first and the second call of solution() return?",
        {"solver.py": _kept(APPENDED)},
    ),
    Misconception(
        "list_shared_by_solvers",
        "The boards of the solution are kept in a list that all solvers share, such as a default "
        "argument.",
        "You ask one solver for its solution, and then another: how often is the list made?",
        {"solver.py": _kept(APPENDED, default=True)},
        also=[{"solver.py": _kept(change, default=True)} for change in (INSERTED, TURNED, PART)],
    ),
)

SEARCHES = (
    Misconception(
        "h_as_priority",
        "The queue is ordered by a distance alone, without the moves: the search is greedy.",
        "Nodes with 9 moves and distance 1, and with 2 moves and distance 2, wait in the queue: "
        "which of them should leave first?",
        {"solver.py": ((PUSHED, PUSHED.replace("node.moves + h, ", "")),)},
        also=[
            {
                "solver.py": (
                    (PUSHED, PUSHED.replace("node.moves + h, ", "")),
                    ("h = node.board.manhattan()", "h = node.board.hamming()"),
                )
            },
            {
                "solver.py": (
                    (PUSHED, PUSHED.replace("node.moves + h, ", "")),
                    TO_THE_END[1],
                )
            },
        ],
    ),
    Misconception(
        "ties_compare_boards",
        "Entries of equal priority are compared by what follows it, and boards or nodes can't be.",
        "Two entries have the same priority: what does the heap compare next, and can it?",
        {"solver.py": ((PUSHED, PUSHED.replace("h, h, next(self.order), ", "h, ")),)},
        also=[
            {"solver.py": ((PUSHED, PUSHED.replace("next(self.order), ", "")),)},
            {"solver.py": ((PUSHED, PUSHED.replace("h, next(self.order), ", "node.moves, ")),)},
        ],
        raised="not supported between",
    ),
    Misconception(
        "goal_test_at_push",
        "Only boards that enter the queue are compared with the goal, so that a start that is the "
        "goal is not.",
        "What does your search do first if the board is the goal already?",
        {"solver.py": _tested_at_push("")},
        also=[
            {
                "solver.py": _tested_at_push(
                    "    closed = {start}\n",
                    "board not in closed and not closed.add(board)",
                )
            }
        ],
    ),
    Misconception(
        "closed_at_push",
        "A board that waits in the queue is closed: if it is reached again by fewer moves, that is "
        "ignored.",
        "A board waits in the queue with 9 moves, and you reach it by 7: what should happen?",
        {"solver.py": CLOSED_AT_PUSH},
        also=[{"solver.py": (*CLOSED_AT_PUSH, (PUSHED, order))} for order in ORDERS],
    ),
    Misconception(
        "solvable_by_trying",
        "A board is called unsolvable only when all boards were tried, which ends for small ones "
        "alone.",
        "How many boards does your search try before it knows that there is no solution?",
        {"solver.py": TO_THE_END},
        endless=True,
    ),
)
