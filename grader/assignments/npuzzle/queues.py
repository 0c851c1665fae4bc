"""The checker of a search's queue: its counts, and its work as measured from outside; pure."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from random import Random

from grader.assignment.hooks import Lines, Printed, Reading, Took, measurement
from grader.assignments import sliding
from grader.assignments.npuzzle.data import no_data
from grader.assignments.squares import Rows
from grader.records.checks import Check
from grader.records.facts import Fact, fact


Texts = dict[str, str]  # {name: the text on its line}
# The calls of manhattan() by comparisons, for each node: two, if its key is made at the first one.
# The first nodes of a board and its twin may be in the queue without an insert.
CALLS, FIRST_NODES = 2, 2
COUNTS = re.compile("([0-9]{1,9}) inserts, ([0-9]{1,9}) deletes, ([0-9]{1,9}) at most")
CALLED, MOVES = re.compile("([0-9]{1,9}) calls"), re.compile("-?[0-9]{1,9}")
UNCOUNTED = "no heap of heapq is used, nor are counts told"
# The most inserts for each delete, in times of the reference's. Programs that undo the last move
# come to 1.5.
MORE_INSERTS = 1.3
# The most deletes on all boards together, in times of the reference's. Another order of ties
# changes this sum much less than the deletes on one board.
MORE_DELETES = 4
# The names of hard boards without their numbers. The Manhattan distances of one are in DISTANCES,
# and its solution has DETOURS more moves at least: a search inserts fewer than INSERTED nodes, or
# far more if it undoes moves. It may take MOST_WORK times as long as MEASURE inserts in a process
# without the submission.
HARD, DISTANCES, DETOURS, INSERTED = "walk-4-34-", range(8, 15), 12, 5000
MEASURE, MOST_WORK = 50_000, 5
MANY_INSERTS = "many more inserts for each delete than by the reference"
ALL, DELETES = "all boards together", f"than {MORE_DELETES} times the deletes of the reference"
WITH_TWIN = ", with twin"  # the reference's counts of both searches, taking turns


def queue(check: Check, printed: Printed, expected: Lines | None) -> Reading:
    """A Reading that compares the queue's counts with the reference's, with some tolerance.

    Counts that are nearer, on most boards, to those of the board and its twin together are compared
    with these. A program can forge counts, but not its CPU time: right counts are checked against
    that.
    """
    if not printed.processes:  # a prediction, or a stored result
        # a process that prints nothing leaves an empty line
        own = [line for line in printed.lines if line and not line.startswith(HARD)]
        return _queue_counts(check, tuple(own), expected)
    if len(printed.processes) != len(measurement(check).processes):
        return Reading((no_data("queue", " ".join(printed.lines)[:200]),))
    reading = _queue_counts(check, printed.processes[0].lines, expected)
    if expected is not None and reading.lines != expected:
        return reading
    return Reading((*reading.lines, *_work_lines(check, printed.processes[-1])), reading.notes)


def _work_lines(check: Check, took: Took) -> Lines:
    """The lines on a search of a hard board; none if it does about as much work as necessary."""
    (name, _), moves = hard(check.seed)
    if took.was_stopped:
        longer = f"its search takes longer than to insert {MOST_WORK * MEASURE:,} nodes"
        return (f"{name}: {longer}, where {INSERTED:,} are enough",)
    right = f"{name}, moves(): {moves}"
    return () if took.lines == (right,) else (no_data(name, " ".join(took.lines)[:200]),)


@lru_cache(1)
def hard(seed: int) -> tuple[tuple[str, Rows], int]:
    """A board (name, rows) drawn by a seed, and the moves of its shortest solution.

    >>> hard(0)[1]
    26
    """
    chance = Random(f"hard {seed}")
    while True:
        name = f"{HARD}{chance.randrange(10**9)}"
        rows = sliding.rows(name)
        if moves := _moves_if_hard(rows):
            return (name, rows), moves


def _moves_if_hard(rows: Rows) -> int:
    """The moves of a board's shortest solution; 0 if a search of it is no measure."""
    # no handout has these, nor a check of queues
    from grader.assignments import drawing
    from grader.assignments.npuzzle import lockstep

    tiles, n = tuple(sum(rows, [])), len(rows)
    h = drawing.manhattan(tiles, n)
    if h in DISTANCES:
        for (inserts, _, _), moves in lockstep.search(tiles, n):
            if moves is not None:
                return moves if moves >= h + DETOURS else 0
            if inserts >= INSERTED:
                break
    return 0


def _queue_counts(check: Check, lines: Lines, expected: Lines | None) -> Reading:
    """The Reading of `queue` from the counts alone."""
    right = dict(_split(expected or ()))  # all right answers share these
    both = _in_lockstep(check, lines, right)
    reference, where = right | both, WITH_TWIN if both else ""
    pairs = _split(lines)
    texts = dict(pairs)
    compared = []
    for name, text in pairs:
        other = reference.get(name, text)
        read = _queue_text(text, other, where)
        if read == other:
            read = right.get(name, read)
        compared.append(f"{name}: {read}")
    own = [text for name, text in pairs if name in reference]
    usual = list(reference.values())
    is_far = _deletes(own) > MORE_DELETES * _deletes(usual) > 0
    if texts.keys() >= reference.keys() - {ALL}:
        compared.append(f"{ALL}: {'more' if is_far else 'no more'} {DELETES}")
    if expected is None:
        return Reading(tuple(compared))
    counts = {name: texts[name] for name, _ in check.arguments[0] if name in texts}
    if is_far:
        counts = {ALL: _total(own)} | counts
        reference[ALL] = _total(usual)
    elif set(counts.values()) == {UNCOUNTED}:
        counts = {ALL: UNCOUNTED}
    return Reading(tuple(compared), (*_counted(counts, reference, where), *_repeated(texts)))


def _counted(counts: Texts, reference: Texts, where: str) -> Iterator[Fact]:
    """Yield a note on each of the counts, beside that of the reference; `where` ends it."""
    for name, text in counts.items():
        if _counts(text):
            usual = reference.get(name, "nothing") + where
            yield fact("counted_beside", name=name, counts=text, reference=usual)
        else:
            yield fact("counted", name=name, counts=text)


def inserts_for_each_delete(lines: Lines) -> float:
    """The number of inserts for each delete, over all boards in lines on queues.

    >>> inserts_for_each_delete(("a: 30 inserts, 12 deletes, 19 at most", "a, moves(): 4"))
    2.5
    """
    counts = [numbers for _, text in _split(lines) if (numbers := _counts(text))]
    deletes = sum(number for _, number, _ in counts)
    return sum(number for number, _, _ in counts) / max(1, deletes)


def _deletes(texts: Iterable[str]) -> int:
    """The sum of the deletes in lines on queues."""
    return sum(numbers[1] for text in texts if (numbers := _counts(text)))


def _total(texts: Iterable[str]) -> str:
    """The counts of several searches together, as a text; its last is that of the longest queue.

    >>> _total(["30 inserts, 12 deletes, 19 at most", "4", "20 inserts, 9 deletes, 8 at most"])
    '50 inserts, 21 deletes, 19 at most'
    """
    inserts, deletes, largest = zip(*filter(None, map(_counts, texts)))
    return f"{sum(inserts)} inserts, {sum(deletes)} deletes, {max(largest)} at most"


def _in_lockstep(check: Check, lines: Lines, reference: Texts) -> Texts:
    """{name: counts of both searches} of all boards; {} if those of one search are nearer on most.

    Hard boards alone would mislead: a search that undoes moves deletes many times as much there.
    """
    one = {name: numbers for name, text in reference.items() if (numbers := _counts(text))}
    own = {name: numbers for name, text in _split(lines) if (numbers := _counts(text))}
    names = [name for name in own if name in one]
    from grader.assignments.npuzzle import lockstep  # no handout has it

    both = {}
    for name, rows in check.arguments[0]:
        if name in names:
            both[name] = lockstep.counts(tuple(map(tuple, rows)))
    if set(both) != set(names):
        return {}
    nearer = 0
    for name in names:
        deletes = own[name][1]
        nearer += abs(deletes - both[name][1]) < abs(deletes - one[name][1])
    if 2 * nearer <= len(names):
        return {}
    return {name: "%d inserts, %d deletes, %d at most" % both[name] for name in names}


def _split(lines: Lines) -> list[tuple[str, str]]:
    """The name and the text of each line."""
    return [line.partition(": ")[::2] for line in lines]


def _queue_text(text: str, other: str, where: str) -> str:
    """The text to compare: the reference's counts, or MANY_INSERTS if inserts are far too many.

    `where` tells which searches of the reference these are.
    """
    if text == UNCOUNTED or CALLED.fullmatch(text):
        return other
    if MOVES.fullmatch(text):
        return text  # these are moves
    numbers, usual = _counts(text), _counts(other)
    if not numbers or not usual:
        return f"no data: {text}"
    inserts, deletes, _ = numbers
    if deletes < usual[1]:  # it found the goal without a delete, and perhaps inserted the twin
        inserts, deletes = inserts - 1, deletes + 1
    is_many = inserts / max(1, deletes) > MORE_INSERTS * usual[0] / max(1, usual[1])
    return MANY_INSERTS + where if is_many else other


def _repeated(texts: Texts) -> Iterator[Fact]:
    """Yield a note if comparisons called manhattan() too often where the most was inserted."""
    calls = [
        (numbers, int(called[1]))
        for name, text in texts.items()
        if (numbers := _counts(text))
        and (called := CALLED.fullmatch(texts.get(f"{name}, manhattan() by comparisons", "")))
    ]
    (inserts, *_), most = max(calls, default=((0, 0, 0), 0))
    nodes = inserts + FIRST_NODES
    if most > CALLS * nodes:
        unit = "node in the queue, to compare it"
        yield fact("calls", function="manhattan()", times=f"{most / nodes:.0f}", unit=unit)


def _counts(text: str) -> tuple[int, ...] | None:
    """(inserts, deletes, largest) in a line on a queue; None if it holds no counts.

    >>> _counts("30 inserts, 12 deletes, 19 at most")
    (30, 12, 19)
    """
    match = COUNTS.fullmatch(text)
    return tuple(map(int, match.groups())) if match else None
