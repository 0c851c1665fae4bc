"""What is printed of the queue of a submission's Solver: its inserts and deletes, and its order."""

import heapq
import inspect
import sys


TYPE_CHECKING = False  # `typing` takes too long to import
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .driver import Boards, _board, _call, _classes, _tell

FIRST_NODES = 2  # those of a board and of its twin, which no function of heapq inserts


class Count:
    """The inserts and deletes of heaps, the length of the longest, and the calls of a method."""

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """Count from 0 on."""
        self.inserts = self.deletes = self.largest = self.calls = 0

    def called(self, method: "Callable[[Any], Any]") -> "Callable[[Any], Any]":
        """A method that counts its calls."""

        def call_and_count(thing: object) -> object:
            """The method, called by its object."""
            self.calls += 1
            return method(thing)

        return call_and_count

    def watched(
        self, function: "Callable[..., Any]", inserts: int, deletes: int
    ) -> "Callable[..., Any]":
        """A function of `heapq` that counts."""

        def call_and_count(heap: "list[Any]", *arguments: object) -> object:
            """The function, called on a heap."""
            self.inserts += inserts
            self.deletes += deletes
            self.largest = max(self.largest, len(heap) + (inserts > deletes))
            return function(heap, *arguments)

        return call_and_count

    def watch(self) -> None:
        """Count from now on what all modules do."""
        for name, inserts, deletes in (
            ("heappush", 1, 0),
            ("heappop", 0, 1),
            ("heapreplace", 1, 1),
            ("heappushpop", 1, 1),
        ):
            _replace(name, self.watched(getattr(heapq, name), inserts, deletes))

    def agrees(self, inserts: int, deletes: int) -> bool:
        """Whether a Solver's own counts may be true: heaps have others only for the first nodes."""
        differences = abs(inserts - self.inserts), abs(deletes - self.deletes)
        return not self.deletes or max(differences) <= FIRST_NODES

    def text(self) -> str:
        """The counts as data."""
        if not self.deletes:
            return "no heap of heapq is used, nor are counts told"
        return f"{self.inserts} inserts, {self.deletes} deletes, {self.largest} at most"


def _replace(name: str, new: object) -> None:
    """Put a function in the place of one of heapq, in all modules that have it by whatever name."""
    old = getattr(heapq, name)
    setattr(heapq, name, new)
    for module in list(sys.modules.values()):
        own = getattr(module, "__dict__", {})
        for key in [key for key, value in own.items() if value is old]:
            own[key] = new


def queue(boards: "Boards", what: str = "counts", inserts: int = 0) -> None:
    """Print the counts of each board's search, or do work that is measured from outside.

    That is a search of which nothing is counted, or some inserts to compare it with.
    """
    if what == "counts":
        _counts(boards)
    elif what == "work":
        _work(boards)
    else:
        _measure(boards, inserts)


def _work(boards: "Boards") -> None:
    """Print the moves of each board, and nothing is counted."""
    Board, Solver = _classes("Board", "Solver")
    for name, rows in boards:
        _tell(f"{name}, moves()", _call(_by_a_star(Solver, _board(Board, rows)), "moves"))


def _measure(boards: "Boards", inserts: int) -> None:
    """Insert so many nodes in a search that undoes moves and does not look for the goal."""
    (Board,) = _classes("Board")
    ((_, rows),) = boards
    heap: "list[Any]" = [(0, 0, 0, _board(Board, rows), None)]
    order = 0
    while order < inserts:
        node = heapq.heappop(heap)
        for board in node[3].neighbors():
            order += 1
            entry = (node[2] + 1 + board.manhattan(), order, node[2] + 1, board, node)
            heapq.heappush(heap, entry)


def _counts(boards: "Boards") -> None:
    """Print the counts of each board's queue, the Solver's or its heaps', and manhattan's calls."""
    count = Count()
    count.watch()
    Board, Solver = _classes("Board", "Solver")
    Board.manhattan = count.called(Board.manhattan)
    for name, rows in boards:
        count.reset()
        solver = _by_a_star(Solver, _board(Board, rows))
        _tell(f"{name}, moves()", _call(solver, "moves"))
        own: "list[Any]" = [
            getattr(solver, key, None) for key in ("generated", "expanded", "max_frontier")
        ]
        if all(isinstance(number, int) for number in own) and count.agrees(*own[:2]):
            count.inserts, count.deletes, count.largest = own
        _tell(name, count.text())
        _tell(f"{name}, manhattan()", f"{count.calls} calls")


def queue_nodes(boards: "Boards") -> None:
    """Print the moves of each board, and whether the nodes in heaps stay in order.

    A node that is changed once it is in the queue may stand behind one that it should precede.
    """
    pop, disorder = heapq.heappop, set()

    def in_order_and_popped(heap: "list[Any]") -> object:
        """The first node of a heap, taken out; whether the heap is in order is noted."""
        if any(heap[place] < heap[(place - 1) // 2] for place in range(1, len(heap))):
            disorder.add("changed while they are in the queue")
        return pop(heap)

    _replace("heappop", in_order_and_popped)
    Board, Solver = _classes("Board", "Solver")
    for name, rows in boards:
        disorder.clear()
        _tell(f"{name}, moves()", _call(_by_a_star(Solver, _board(Board, rows)), "moves"))
        _tell(f"{name}, the nodes", ", ".join(disorder) or "as they were inserted")


def _by_a_star(Solver: type, board: object) -> "Any":
    """A Solver that uses A*, if it lets its caller choose as the model solution does."""
    try:
        if "algorithm" in inspect.signature(Solver).parameters:
            return Solver(board, algorithm="astar")
    except Exception:
        pass  # it means something else by the word
    return Solver(board)
