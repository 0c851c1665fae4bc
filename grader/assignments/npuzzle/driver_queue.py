"""Functions that print how a submission's Solver uses its queue: inserts, deletes, order."""

import heapq
import inspect
import sys
from itertools import chain, cycle
from operator import lt


TYPE_CHECKING = False  # `typing` takes too long to import
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .driver import Boards, _board, _call, _classes, _tell

FIRST_NODES = 2  # the first node of the board and of its twin, which heapq did not insert
SHORT, SOME = 100, 20  # a heap of more than SHORT nodes is looked at once in SOME pops


class Count:
    """Counts inserts into and deletes from heaps, the longest heap, and calls of a method by which
    heaps compare their nodes.
    """

    def __init__(self) -> None:
        self.is_comparing = False
        self.reset()

    def reset(self) -> None:
        """Set all counts to 0."""
        self.inserts = self.deletes = self.largest = self.calls = 0

    def called(self, method: "Callable[[Any], Any]") -> "Callable[[Any], Any]":
        """A method that counts its calls while nodes are compared, and calls the original."""

        def call_and_count(thing: object) -> object:
            """The method, called by its object."""
            self.calls += self.is_comparing
            return method(thing)

        return call_and_count

    def watched(
        self, function: "Callable[..., Any]", inserts: int, deletes: int
    ) -> "Callable[..., Any]":
        """A `heapq` function that counts its inserts and deletes and calls the original."""

        def call_and_count(heap: "list[Any]", *arguments: object) -> object:
            """The function, called on a heap."""
            self.inserts += inserts
            self.deletes += deletes
            self.largest = max(self.largest, len(heap) + (inserts > deletes))
            self.is_comparing = True
            try:
                return function(heap, *arguments)
            finally:
                self.is_comparing = False

        return call_and_count

    def watch(self) -> None:
        """Start to count the calls of `heapq` in all modules."""
        for name, inserts, deletes in (
            ("heappush", 1, 0),
            ("heappop", 0, 1),
            ("heapreplace", 1, 1),
            ("heappushpop", 1, 1),
        ):
            _replace(name, self.watched(getattr(heapq, name), inserts, deletes))

    def agrees(self, inserts: int, deletes: int) -> bool:
        """Whether a Solver's own counts can be true: they may differ only by the first nodes."""
        differences = abs(inserts - self.inserts), abs(deletes - self.deletes)
        return not self.deletes or max(differences) <= FIRST_NODES

    def text(self) -> str:
        """The counts as the text of a data line."""
        if not self.deletes:
            return "no heap of heapq is used, nor are counts told"
        return f"{self.inserts} inserts, {self.deletes} deletes, {self.largest} at most"


def _replace(name: str, new: object) -> None:
    """Replace a function of heapq in all modules, under whatever name they imported it."""
    old = getattr(heapq, name)
    setattr(heapq, name, new)
    for module in list(sys.modules.values()):
        own = getattr(module, "__dict__", {})
        for key in [key for key, value in own.items() if value is old]:
            own[key] = new


def queue(boards: "Boards", what: str = "counts", inserts: int = 0) -> None:
    """Print the counts of each board's search, or do work that the grader measures from outside.

    That work is either a search without counting, or a number of inserts to compare it with.
    """
    if what == "counts":
        _counts(boards)
    elif what == "work":
        _work(boards)
    else:
        _measure(boards, inserts)


def _work(boards: "Boards") -> None:
    """Print the moves of each board, without counting."""
    Board, Solver = _classes("Board", "Solver")
    for name, rows in boards:
        _tell(f"{name}, moves()", _call(_by_a_star(Solver, _board(Board, rows)), "moves"))


def _measure(boards: "Boards", inserts: int) -> None:
    """Insert nodes until there were `inserts`, in a search that undoes moves and has no goal."""
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
    """Print each board's queue counts (the Solver's own, or its heaps') and comparisons."""
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
        _tell(f"{name}, manhattan() by comparisons", f"{count.calls} calls")


def queue_nodes(boards: "Boards") -> None:
    """Print the moves of each board, and whether the heap stays in order.

    If a node changes while it is in the queue, it may be behind one that it should precede.
    """
    pop, disorder, turns = heapq.heappop, set(), cycle(range(SOME))

    def in_order_and_popped(heap: "list[Any]") -> object:
        """Pop the first node of a heap; note if the heap is out of order."""
        if (not next(turns) or len(heap) <= SHORT) and not _is_in_order(heap):
            disorder.add("changed while they are in the queue")
        return pop(heap)

    _replace("heappop", in_order_and_popped)
    Board, Solver = _classes("Board", "Solver")
    for name, rows in boards:
        disorder.clear()
        _tell(f"{name}, moves()", _call(_by_a_star(Solver, _board(Board, rows)), "moves"))
        _tell(f"{name}, the nodes", ", ".join(disorder) or "as they were inserted")


def _is_in_order(heap: "list[Any]") -> bool:
    """Whether no entry of a heap precedes its parent.

    Of entries that precede each other, as equal ones do whose __lt__ is <=, either may be first.

    >>> _is_in_order([1, 3, 2, 4]), _is_in_order([1, 3, 2, 2]), _is_in_order([])
    (True, False, True)
    """
    parents = chain.from_iterable(zip(heap, heap))  # of all entries after the first, two for each
    pairs = zip(heap[1:], parents)
    return not any(lt(one, parent) and not lt(parent, one) for one, parent in pairs)


def _by_a_star(Solver: type, board: object) -> "Any":
    """A Solver that uses A*, by an argument `algorithm` if it has one, as the model solution."""
    try:
        if "algorithm" in inspect.signature(Solver).parameters:
            return Solver(board, algorithm="astar")
    except Exception:
        pass  # the program uses the word for something else
    return Solver(board)
