"""Functions that print the answers of a submission's Solver, and the output of its command."""

import os
import runpy
import sys
from itertools import permutations


TYPE_CHECKING = False  # `typing` takes too long to import
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from .driver import (
        OUT,
        Boards,
        Missing,
        _asked,
        _board,
        _call,
        _classes,
        _no,
        _tell,
        _text,
        _typed,
    )


def _solvers(boards: "Boards") -> "Iterator[tuple[str, Any]]":
    """Yield the name of each board and its Solver."""
    Board, Solver = _classes("Board", "Solver")
    for name, rows in boards:
        yield name, Solver(_board(Board, rows))


def moves(boards: "Boards") -> None:
    """Print the moves of each board's solution."""
    for name, solver in _solvers(boards):
        _tell(f"{name}, moves()", _call(solver, "moves"))


def solution(boards: "Boards") -> None:
    """Print the moves of each solution, and its boards."""
    for name, solver in _solvers(boards):
        _tell(f"{name}, moves()", _call(solver, "moves"))
        for text in _texts_of_solution(solver):
            _tell(name, text)


def _texts_of_solution(solver: object) -> "list[str]":
    """The texts of a solution's boards; what is there in place of them, if it has none.

    Where the method is not yet written, the moves of the boards that follow are still told.
    """
    try:
        path = _call(solver, "solution")
    except NotImplementedError:
        return ["NotImplementedError raised"]
    return ["None"] if path is None else [_text(board) for board in path] or ["no boards"]


def unsolvable(boards: "Boards") -> None:
    """Print for each board if it is solvable, its moves, and if there is a solution."""
    for name, solver in _solvers(boards):
        _tell(f"{name}, is_solvable()", _call(solver, "is_solvable"))
        _tell(f"{name}, moves()", _call(solver, "moves"))
        _tell(f"{name}, solution()", _what_it_has(_call(solver, "solution")))


def _what_it_has(path: "Any") -> str:
    """Whether a path has boards; its type if it can't have any."""
    if path is None:
        return "None"
    if not hasattr(path, "__iter__"):
        return _no("list", path)
    return "boards" if any(True for _ in path) else "no boards"


def two_solvers(boards: "Boards") -> None:
    """Print the answers of two solvers in turn, each asked twice, in several orders of methods."""
    Board, Solver = _classes("Board", "Solver")
    for (one, rows), (two, others) in zip(boards, boards[1:]):
        solvers = [(one, two, Solver(_board(Board, rows)))]
        solvers.append((two, one, Solver(_board(Board, others))))
        first: "dict[str, list[str]]" = {}  # {name of a board: the first path from it}
        for method in ("moves", "solution", "moves", "is_solvable", "solution", "moves"):
            for name, other, solver in solvers:
                answer = _call(solver, method)
                if method == "solution" and answer is not None:
                    path = list(map(_text, answer))
                    answer = len(path)
                    before = first.setdefault(name, path)
                    if path != before and path == before[::-1]:
                        answer = "{}, in reverse".format(len(path))
                _tell(f"{name} beside {other}, {method}", answer)


def answers_in_any_order(boards: "Boards") -> None:
    """Print the answers of a new solver for each order of its methods, or their types."""
    Board, Solver = _classes("Board", "Solver")
    for name, rows in boards:
        for methods in permutations(("is_solvable", "moves", "solution")):
            solver, answers = Solver(_board(Board, rows)), []
            for method in methods:
                answer = _asked(solver, method) if method == "solution" else _typed(solver, method)
                if method == "solution" and answer is not None:
                    answer = len(list(answer))
                answers.append(answer)
            _tell(f"{name}, {', '.join(methods)}", ", ".join(map(str, answers)))


def compared(boards: "Boards") -> None:
    """Print the moves of each board, and the types that the solver compares boards with."""
    Board, Solver = _classes("Board", "Solver")
    equal, others = Board.__eq__, set()

    def equal_and_noted(board: object, other: object) -> object:
        """Whether two values are equal; note the type of the second."""
        if other is not None and not isinstance(other, Board):
            others.add(type(other).__name__)
        return equal(board, other)

    Board.__eq__ = equal_and_noted
    for name, rows in boards:
        others.clear()
        _tell(f"{name}, moves()", _call(Solver(_board(Board, rows)), "moves"))
        _tell(f"{name}, a board is compared with", ", ".join(sorted(others)) or "boards alone")


def none_raises(boards: "Boards") -> None:
    """Print whether Solver(None) raises an exception, after a board that must be solved."""
    Board, Solver = _classes("Board", "Solver")
    solver = Solver(Board([[1, 2], [0, 3]]))
    _tell("Solver(Board([[1, 2], [0, 3]])).moves()", _call(solver, "moves"))
    try:
        _call(Solver(None), "moves")
        _tell("Solver(None)", "nothing raised")
    except Missing:
        raise
    except Exception:
        _tell("Solver(None)", "an exception raised")


def without_str(boards: "Boards") -> None:
    """Print the moves of each board while all boards have the same string."""
    Board, _ = _classes("Board", "Solver")
    Board.__str__ = Board.__repr__ = lambda board: "a board"
    moves(boards)


def command(boards: "Boards") -> None:
    """Run solver.py as a command on a file with the one board; its output is the data."""
    ((name, rows),) = boards
    lines = [str(len(rows)), *(" ".join(f"{tile:2}" for tile in row) for row in rows)]
    with open(f"{name}.txt", "w", encoding="ascii") as file:
        print(*lines, sep="\n", file=file)
    sys.argv[:] = ["solver.py", f"{name}.txt"]
    sys.stdout = OUT
    try:
        runpy.run_path(os.path.abspath("solver.py"), run_name="__main__")
    except SystemExit as end:
        if isinstance(end.code, str):  # a message; the API asks for no status
            raise
