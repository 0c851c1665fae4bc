"""Misconceptions of `npuzzle` that show in how Solver searches."""

from grader.assignment.misconceptions import Misconception

from .misconceptions_of_answers import (
    BY_F,
    BY_F_AND_H,
    GOAL_TEST,
    IN_LOCKSTEP,
    MOVES,
    NAMED_UNSOLVABLE,
    ORDERS,
    PUSHED,
    SEARCH,
    SEARCHED,
    SOLUTION,
    SOLVED,
    TO_THE_END,
    UNSOLVABLE,
    WAYS_OF_TIES,
    Edits,
)


# One queue, or one for boards and one for their twins, is made for all searches.
ALL_SEARCHES = "def a_star(start):"
SHARED = (
    (ALL_SEARCHES, f"QUEUE = Queue()\n\n\n{ALL_SEARCHES}"),
    ("    queue = Queue()\n", "    queue = QUEUE\n"),
)
SHARED_IN_LOCKSTEP = (
    *IN_LOCKSTEP,
    (ALL_SEARCHES, f"QUEUES = Queue(), Queue()\n\n\n{ALL_SEARCHES}"),
    ("    queues = Queue(), Queue()\n", "    queues = QUEUES\n"),
)


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
TESTED_AT_PUSH = (
    _tested_at_push(""),
    _tested_at_push("    closed = {start}\n", "board not in closed and not closed.add(board)"),
    _tested_at_push(
        "    best = {start: 0}\n",
        "node.moves + 1 < best.get(board, 9 ** 9) and not best.update({board: node.moves + 1})",
    ),
)
# A board's last entry with fewer moves says which board is before it, even if an older one leaves
# the queue first.
BEFORE_IN_DICT = (
    SEARCHED,
    """\
    closed, cost, before = set(), {start: 0}, {start: None}
    while queue.heap:
        node = queue.pop()
        if node.board in closed:
            continue
        if node.board.is_goal():
            path = [node.board]
            while before[path[-1]]:
                path.append(before[path[-1]])
            return path[::-1]
        closed.add(node.board)
        for board in node.board.neighbors():
            if board not in closed and node.moves + 1 < cost.get(board, 9 ** 9):
                cost[board], before[board] = node.moves + 1, node.board
                queue.push(Node(board, node.moves + 1, None))
""",
)
NOT_CALLED = ("if node.board.is_goal():", "if node.board.is_goal:")
BY_H = (PUSHED, PUSHED.replace("node.moves + h, ", ""))
WEIGHTED = ("h = node.board.manhattan()", "h = 2 * node.board.manhattan()")
SUM = ("h = node.board.manhattan()", "h = node.board.manhattan() + node.board.hamming()")
SOME_TIES = (((PUSHED, ORDERS[0]),), BY_F, BY_F_AND_H)
NEIGHBORS = "node.board.neighbors()"
CHILD = ("Node(board, node.moves + 1, node)", "Node(board, moves, node)")


def _growing(neighbors: str) -> Edits:
    """The edits with which each of these neighbors has one move more than the one before it."""
    loop = f"for moves, board in enumerate({neighbors}, node.moves + 1):"
    return (CHILD, (f"for board in {NEIGHBORS}:", loop))


# with a closed set, those neighbors alone that are pushed
GROWING_IF_OPEN = f"""\
    closed = set()
    while queue.heap:
        node = queue.pop()
{GOAL_TEST}        if node.board in closed:
            continue
        closed.add(node.board)
        pushed = [board for board in {NEIGHBORS} if board not in closed]
        for moves, board in enumerate(pushed, node.moves + 1):
            queue.push(Node(board, moves, node))
"""
GROWING = (
    _growing(NEIGHBORS),
    _growing(f"[board for board in {NEIGHBORS} if board != before]"),
    ((SEARCHED, GROWING_IF_OPEN),),
    (*_growing(NEIGHBORS), *TO_THE_END[1:]),
)
GOALS_MOVES = (
    ("            return path_to(node)\n", "            return path_to(node), node.moves\n"),
    (SOLVED, "self._path, self._moves = a_star(initial) or (None, -1)"),
    (MOVES, "return self._moves if"),
)
WITHOUT_PARENTS = (CHILD[0], "Node(board, node.moves + 1, None)")
GROWN = [(*growing, *GOALS_MOVES, *ties) for ties in WAYS_OF_TIES[:4] for growing in GROWING]


# One closed set is made for all searches. A board that is in it is not looked at, or not pushed.
CLOSED_AT_POP = """\
            if node.board in CLOSED:
                continue
            CLOSED.add(node.board)
"""
PUSHED_IF = """\
            for board in node.board.neighbors():
                if {}:
                    queue.push(Node(board, node.moves + 1, node))
"""
CLOSED_FOR_ALL = (
    CLOSED_AT_POP + PUSHED_IF.format("board not in CLOSED"),
    CLOSED_AT_POP + PUSHED_IF.format("not node.parent or board != node.parent.board"),
    PUSHED_IF.format("board not in CLOSED and not CLOSED.add(board)"),
)


def _closed_for_all(starts: str, while_: str, expanded: str) -> Edits:
    """The edits with which these boards are searched from in turns, while a condition holds."""
    search = f"""\
    queues = [Queue() for _ in ({starts})]
    for queue, board in zip(queues, ({starts})):
        queue.push(Node(board, 0, None))
    while {while_}:
        for queue in queues:
            node = queue.pop()
            if node.board.is_goal():
                return path_to(node) if queue is queues[0] else None
{expanded}    return None
"""
    unsolvable = () if "twin" not in starts else ((UNSOLVABLE, ""),)
    return (
        *unsolvable,
        (SEARCH, search),
        (ALL_SEARCHES, f"CLOSED = set()\n\n\n{ALL_SEARCHES}"),
    )


ALL_CLOSED = [
    (*_closed_for_all(starts, while_, expanded), *ties)
    for starts in ("start,", "start, start.twin()")
    for while_ in ("True", "queue.heap")
    for expanded in CLOSED_FOR_ALL
    for ties in ((), BY_F)
]

SEARCHES = (
    Misconception(
        "queue_shared_by_solvers",
        "All solvers share one queue, such as one that is made with the class, so that each search "
        "goes on with what the searches before it left there.",
        "You make a second solver: what is in its queue before it inserts its own board?",
        {"solver.py": SHARED},
        also=[
            {"solver.py": (*shared, *ties)}
            for shared in (SHARED_IN_LOCKSTEP, SHARED)
            for ties in WAYS_OF_TIES
            if ties or shared is not SHARED
        ],
    ),
    Misconception(
        "closed_shared_by_solvers",
        "All solvers share one set of the boards that were closed, such as one that is made beside "
        "the class, so that boards of earlier searches are left out of later ones.",
        "You make a second solver: what is in its closed set before it looks at its own board?",
        {"solver.py": ALL_CLOSED[0]},
        also=[{"solver.py": edits} for edits in ALL_CLOSED[1:]],
        raised="index out of range",
    ),
    Misconception(
        "h_as_priority",
        "The queue is ordered by a distance alone, without the moves: the search is greedy.",
        "Nodes with 9 moves and distance 1, and with 2 moves and distance 2, wait in the queue: "
        "which of them should leave first?",
        {"solver.py": (BY_H,)},
        also=[
            {"solver.py": (BY_H, ("h = node.board.manhattan()", "h = node.board.hamming()"))},
            {"solver.py": (BY_H, TO_THE_END[1])},
            {"solver.py": (BY_H, BEFORE_IN_DICT)},
        ],
    ),
    Misconception(
        "moves_grow_too_fast",
        "Each neighbor of a board gets one move more than the neighbor before it.",
        "A board with 3 moves has four neighbors: how many moves does each of them get?",
        {"solver.py": GROWN[0]},
        also=[{"solver.py": edits} for edits in GROWN[1:]],
        least=2,  # one number that is too large may be any other count
    ),
    Misconception(
        "goal_alone",
        "The solution has the goal alone, for example because nodes do not keep the node that they "
        "were reached from.",
        "Your search has met the goal: where does your program find the board before it, and when "
        "was that put there?",
        {"solver.py": (WITHOUT_PARENTS, *GOALS_MOVES)},
        also=[{"solver.py": ((SOLUTION, SOLUTION.replace("path)", "path[-1:])")),)}],
        least=2,  # in its queue alone such a search looks like one that undoes moves
    ),
    Misconception(
        "goal_test_not_called",
        "The search takes its first board for the goal, for example because it names is_goal and "
        "does not call it.",
        "Your search asks its first board whether it is the goal: what is the value of the "
        "condition in that if, and is it true or false?",
        {"solver.py": (NOT_CALLED,)},
        also=[{"solver.py": (NOT_CALLED, (UNSOLVABLE, ""))}],
    ),
    Misconception(
        "h_weighted",
        "The priority has a multiple of manhattan(), such as twice the distance, and so can be "
        "more than the true number of moves.",
        "A board is one move from the goal: how many moves from there does its priority count?",
        {"solver.py": (WEIGHTED,)},
        also=[{"solver.py": (WEIGHTED, *ties)} for ties in SOME_TIES],
    ),
    Misconception(
        "sum_of_distances",
        "The priority has both distances, and so can be more than the true number of moves.",
        "A board is one move from the goal: what are its two distances, and what is their sum?",
        {"solver.py": (SUM,)},
        also=[{"solver.py": (SUM, *ties)} for ties in SOME_TIES],
    ),
    Misconception(
        "ties_compare_boards",
        "Entries, or what follows equal priorities in them, are boards or nodes, without an order.",
        "Which of two entries is less: what of them does the heap compare, what next if that is "
        "equal, and does < work for each?",
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
        {"solver.py": TESTED_AT_PUSH[0]},
        also=[{"solver.py": TESTED_AT_PUSH[1]}]
        + [{"solver.py": (*tested, *NAMED_UNSOLVABLE)} for tested in TESTED_AT_PUSH],
        raised="NoneType",
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
