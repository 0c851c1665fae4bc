"""The hooks of `npuzzle`: it draws boards by their names, and has checkers for its answers."""

import re
from random import Random

from grader.assignment.hooks import Fresh, Hooks, Measurement, Process, Unusual
from grader.assignments import sliding
from grader.records.checks import Arguments, Check

from . import checkers, queues


FILE = re.compile("puzzle(?:([0-9])x[0-9]-)?(?:([0-9]{2})|unsolvable[0-9]?)")
# The most random moves from the goal to a fresh board, so that slow programs, too, solve it soon,
# and the moves to one with two tiles exchanged, on which both searches end soon.
MOST_MOVES, NEAR = 24, 6
LARGEST_SHOWN = 5  # the most rows of a board that fits into one line to type


def _searches(check: Check) -> Measurement:
    """The three processes of a queue check: counting, a yardstick of work, and the search itself.

    The yardstick runs without the submission, which can't influence it.
    """
    hard = [queues.hard(check.seed)[0]]
    return Measurement(
        [
            Process(check.arguments),
            Process((hard, "measure", queues.MEASURE), is_ours=True),
            Process((hard, "work"), queues.MOST_WORK, than=1),
        ]
    )


def _holding(check: Check) -> Measurement:
    """The processes of a memory check, each with a board and the number of times it is held."""
    return Measurement([Process(([board], number)) for board, number in checkers.held(check)])


def _growing(check: Check) -> Measurement:
    """The pairs of processes for each method: with many small boards, and with a large one, which
    is stopped where it takes many times as long.
    """
    (_, small), (_, large) = check.arguments[0]
    small_ones, large_ones = checkers.many(len(small), len(large), check.seed)
    processes: list[Process] = []
    for method in checkers.MEASURED:
        limited = Process((large_ones, method), checkers.STOPPED, than=len(processes))
        processes += [Process((small_ones, method)), limited]
    return Measurement(processes, doubtful=checkers.growing)


def _redrawn(chance: Random, check: Check) -> Arguments | None:
    """Boards like the check's: those drawn by a seed, or else by the moves in a file's name."""
    known = [name for name, *_ in check.arguments[0]]
    kinds = [_kind_of_drawn(name) for name in known]
    if not any(kinds):
        kinds = [_kind_of_file(name) for name in known]
    names = [f"{kind}-{chance.randrange(10**9)}" for kind in kinds if kind]
    return ([(name, sliding.rows(name)) for name in names],) if names else None


def _kind_of_drawn(name: str) -> str:
    """The name of a drawn board without its seed; "" if the name is that of a file.

    >>> _kind_of_drawn("random-5-1"), _kind_of_drawn("walk-5-62-130"), _kind_of_drawn("puzzle04")
    ('random-5', 'walk-5-24', '')
    """
    match = sliding.DRAWN.fullmatch(name)
    if not match:
        return ""
    kind, *numbers = name.split("-")[:-1]
    if kind == "walk":
        numbers[1] = str(min(int(numbers[1]), MOST_MOVES))
    return "-".join([kind, *numbers])


def _kind_of_file(name: str) -> str:
    """The kind of board to draw in the place of one in a file, by the file's name; "" for none.

    >>> _kind_of_file("puzzle04"), _kind_of_file("puzzle3x3-12"), _kind_of_file("puzzle38")
    ('walk-4-4', 'walk-3-12', 'walk-4-24')
    >>> _kind_of_file("puzzle2x2-unsolvable1"), _kind_of_file("another")
    ('exchanged-2-6', '')
    """
    match = FILE.fullmatch(name)
    if not match:
        return ""
    n = match[1] or "4"
    if match[2] is None:
        return f"exchanged-{n}-{NEAR}"
    return f"walk-{n}-{min(int(match[2]), MOST_MOVES)}"


class Boards(sliding.Boards):
    """The boards, of which large ones are typed as the expression that makes them."""

    def typed(self, name: str, arguments: Arguments) -> str:
        """The rows of the board with this name; nothing without a board."""
        if any(len(rows) > LARGEST_SHOWN for rows in arguments):
            return sliding.expression(name)
        return super().typed(name, arguments)

    def written(self, name: str) -> str:
        r"""The file for `solver.py FILE`, whose numbers stand in columns.

        >>> Boards().written("random-2-1")
        '2\n 2  0\n 3  1\n'
        """
        rows = sliding.rows(name)
        lines = [str(len(rows)), *(" ".join(f"{tile:2}" for tile in row) for row in rows)]
        return "".join(f"{line}\n" for line in lines)


class NPuzzle(Hooks):
    """The hooks for instances that are boards: the only argument is a board's rows."""

    instances = Boards()
    # Not predicted: growth and memory, as nothing is measured in this process; what solver.py
    # prints as a command, which is in each program's own words; and the paths of a thousand boards,
    # as those of `solution-model` show the same mistakes in a fraction of the time.
    checkers = {
        "twin": checkers.twin,
        "measured": checkers.measured,
        "path": checkers.path,
        "many_paths": Unusual(checkers.path),
        "command": Unusual(checkers.command),
        "growth": Unusual(checkers.growth, _growing),
        "memory": Unusual(checkers.memory, _holding),
        "queue": Unusual(queues.queue, _searches, is_predictable=True),
    }
    fresh = Fresh(_redrawn)
    picture = staticmethod(sliding.picture)


HOOKS = NPuzzle()
