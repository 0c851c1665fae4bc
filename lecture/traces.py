"""Traces of the searches in solver.py: what each pop of theirs pushed and kept out.

>>> trace = board_trace(Board([[1, 2], [0, 3]]), "astar")
>>> [(step.popped.f, step.queue, len(step.pushed)) for step in trace.steps], len(trace.path)
([(1, 1, 2), (1, 2, 0)], 2)
"""

from dataclasses import replace
from typing import NamedTuple

from board import Board
from grader.tracing.trace import POPPED, PREDECESSOR, PUSHED, Entry, KeptOut, Step, Trace
from solver import SEARCHES, Frontier, Node


MOST_POPS = 20_000  # of a trace: some searches take years
Item = tuple[int, int, int, Node]


def board_trace(board: Board, algorithm: str, most: int = MOST_POPS) -> Trace:
    """The Trace of a search on a board, which ends after so many pops, at `most`.

    f is the priority, which is h alone in the greedy searches. ValueError if no moves lead to the
    goal, which a search without a twin beside it does not notice.
    """
    if algorithm != "astar-lockstep" and not board.is_solvable():
        raise ValueError("expected a solvable board, or --algorithm astar-lockstep")
    search, recorder = SEARCHES[algorithm](board), _Recorder(algorithm)
    while len(recorder.steps) < most:
        try:
            recorder.see(next(search))
        except StopIteration as end:
            return recorder.trace(end.value)
    return replace(recorder.trace(), is_whole=False)


class _Half(NamedTuple):
    """One of the searches that take turns: its number, its frontier, and what it pops next."""

    number: int
    frontier: Frontier
    item: Item
    queue: int


class _Recorder:
    """The steps of a search so far, from each frontier as it is before a pop."""

    def __init__(self, algorithm: str) -> None:
        self.algorithm = algorithm
        self.remembers = not algorithm.startswith("astar")
        self.first: list[Entry] = []
        self.steps: list[Step] = []
        self.halves: dict[int, _Half] = {}
        self.h: dict[Board, int] = {}
        self.popped: set[tuple[int, Board]] = set()
        self.turn = 0

    def see(self, frontier: Frontier) -> None:
        """Take down what the last pop of this frontier led to, and what its next one is."""
        half = self.halves.get(id(frontier))
        if half:
            self._finish(half)
        else:
            self.first.append(_entry(frontier[0]))
            self.h[frontier[0][3].board] = frontier[0][1]
        self.turn = half.number if half else len(self.halves)
        self.halves[id(frontier)] = _Half(self.turn, frontier, frontier[0], len(frontier))

    def trace(self, goal: "Node | None" = None) -> Trace:
        """The Trace; the search whose turn it is has ended if it was about to pop the goal."""
        turn = (self.turn + 1) % len(self.halves)
        half = next(half for half in self.halves.values() if half.number == turn)
        if half.item[3].board.is_goal():
            self._finish(half)
        path, node = [], goal
        while node:
            path.append(node.board.rows())
            node = node.parent
        first, steps = tuple(self.first), tuple(self.steps)
        return Trace("model", self.algorithm, first, steps, tuple(reversed(path)))

    def _finish(self, half: _Half) -> None:
        """Add the step of what was popped from a frontier."""
        board = half.item[3].board
        self.popped.add((half.number, board))
        is_goal = board.is_goal()
        pushed = [] if is_goal else _pushed(half)
        self.h.update((child.board, h) for _, h, _, child in pushed)
        entered = {child.board for *_, child in pushed}
        neighbors = [] if is_goal else board.neighbors()
        kept_out = [self._kept_out(near, half) for near in neighbors if near not in entered]
        entries = tuple(map(_entry, pushed))
        step = Step(_entry(half.item), half.queue, entries, tuple(kept_out), half.number)
        self.steps.append(step)

    def _kept_out(self, board: Board, half: _Half) -> KeptOut:
        """A neighbor that was not pushed, and why."""
        parent = half.item[3]
        g, h = parent.moves + 1, self.h[board]
        before = POPPED if (half.number, board) in self.popped else PUSHED
        f = h if self.algorithm.startswith("greedy") else g + h
        entry = Entry(board.rows(), g, h, f, parent.board.rows())
        return KeptOut(entry, before if self.remembers else PREDECESSOR)


def _pushed(half: _Half) -> list[Item]:
    """What was pushed since the pop, the oldest first.

    A push starts at the end of the heap and moves towards its root, so that there is no need to
    look anywhere else.
    """
    frontier = half.frontier
    places = set()
    for place in range(half.queue - 1, len(frontier)):
        while place not in places:
            places.add(place)
            place = max(0, (place - 1) // 2)
    parent = half.item[3]
    items = [frontier[place] for place in places if frontier[place][3].parent is parent]
    return sorted(items, key=lambda item: item[2])


def _entry(item: Item) -> Entry:
    """The entry that an item of a frontier is."""
    priority, h, _, node = item
    parent = node.parent.board.rows() if node.parent else None
    return Entry(node.board.rows(), node.moves, h, priority, parent)
