"""What the driver of npuzzle reads from the strings of boards, and which boards it compares."""

import pytest

from grader.assignments.npuzzle import driver, driver_board, driver_queue
from grader.report.sentences import rationale
from tests.mistakes_npuzzle import checks_of, edited, judged, records_of
from tests.students.npuzzle import NPUZZLE


LINES = 'return "\\n".join([str(self._n)] + lines)'
OTHER_STRINGS = {
    "size": 'return "\\n".join([f"{self._n}x{self._n}"] + lines)',
    "title": 'return "\\n".join([f"Board of size {self._n} x {self._n}:"] + lines)',
    "distance": 'return "\\n".join([str(self._n), *lines, f"manhattan = {self._manhattan}"])',
    "lists": 'return "\\n".join([str(self._n), *map(str, self._rows)])',
    "one_line": 'return f"{self._n} {self._rows}"',
}


@pytest.mark.parametrize("other", OTHER_STRINGS.values(), ids=[*OTHER_STRINGS])
def test_what_a_string_says_beside_its_tiles_fails_in_the_check_of_the_string_alone(other):
    records = records_of(edited("board.py", (LINES, other)), *NPUZZLE.names)
    failed = [one.check for one in records if not one.passed]
    assert failed == ["str/files", "str/small"]


@pytest.mark.parametrize("title", ["2", "2x2", "2 2", "of 2 rows", "manhattan = 4, hamming = 3"])
def test_the_tiles_are_read_whatever_stands_before_or_after_them(title, monkeypatch):
    for name in "_rows_of_tiles", "_demand":
        monkeypatch.setattr(driver_board, name, getattr(driver, name), raising=False)
    for text in f"{title}\n1 3\n0 2", f"1 3\n0 2\n{title}\n", f"{title}\n[1, 3]\n[0, 2]\n{title}":
        assert driver._rows_of_tiles(text) == [["1", "3"], ["0", "2"]]
        assert driver_board._tiles(text, 2) == "1 3 0 2"


@pytest.mark.parametrize("text", ["", "3", "a board", "1 2 3\n4 5 6", "1 2\n3"])
def test_in_a_string_without_a_square_are_no_tiles(text):
    assert driver._rows_of_tiles(text) == []


@pytest.mark.parametrize(
    "length, pops, is_told", [(90, 1, True), (300, 1, False), (300, 19, False), (300, 20, True)]
)
def test_a_node_that_changes_in_a_long_queue_is_told_within_20_pops(
    length, pops, is_told, monkeypatch
):
    replaced, told = [], []

    def search(heap, _):
        replaced[0](heap)
        heap[2 * len(heap) // 3] = -1
        for _ in range(pops):
            replaced[0](heap)

    stand_ins = {
        "_replace": lambda _, pop: replaced.append(pop),
        "_classes": lambda *_: (None, None),
        "_board": lambda _, rows: rows,
        "_by_a_star": lambda _, board: board,
        "_call": search,
        "_tell": lambda *said: told.append(said),
    }
    for name, stand_in in stand_ins.items():
        monkeypatch.setattr(driver_queue, name, stand_in, raising=False)
    driver_queue.queue_nodes([("board", [*range(length)])])
    assert ("changed" in told[-1][1]) == is_told


class Entry:
    """An entry of a heap that precedes equal ones, too."""

    def __init__(self, priority):
        self.priority = priority

    def __lt__(self, other):
        return self.priority <= other.priority


@pytest.mark.parametrize(
    "priorities, is_in_order", [([1, 1, 1], True), ([1, 2, 1, 2], True), ([1, 2, 1, 1], False)]
)
def test_of_nodes_that_precede_each_other_either_may_be_first(priorities, is_in_order):
    assert driver_queue._is_in_order([*map(Entry, priorities)]) == is_in_order


ORDERED = """\
        self.f = moves + board.manhattan()

    def __lt__(self, other):
        return self.f <= other.f
"""
NODES_IN_THE_HEAP = (
    ("= board, moves, parent\n", f"= board, moves, parent\n{ORDERED}"),
    ("(node.moves + h, h, next(self.order), node)", "node"),
    ("heappop(self.heap)[-1]", "heappop(self.heap)"),
)


def test_a_search_whose_equal_nodes_precede_each_other_does_not_change_them():
    (record,) = records_of(edited("solver.py", *NODES_IN_THE_HEAP), "queue-nodes")
    assert record.passed


# a standard output of the program's own, such as is usual on Windows
WRAPPED = "import io, sys; sys.stdout = io.TextIOWrapper(sys.stdout.buffer); sys.stdout.name\n"
COPIED = "self._rows = [list(row) for row in tiles]\n"


@pytest.mark.long
@pytest.mark.parametrize("begins, times", [("", 1), ("", 1_000_000), (WRAPPED, 1)])
def test_what_the_files_of_a_submission_print_is_no_data_of_theirs(begins, times, basic):
    printing = COPIED, f"{COPIED}        print({times} * 'debug', tiles)\n"
    sources = dict(edited("board.py", printing).sources)
    files = {"board.py": begins + sources["board.py"]}
    for check in checks_of("neighbors/small", "two-boards/some"):
        record = judged(basic, check, files)
        assert record.verdict == "accepted", record.reason


BY_PLACES = (  # the string reads as many tiles as the board had rows at first
    "for tile in row) for row in self._rows",
    "for tile in (self._rows[i][j] for j in range(self._n))) for i in range(self._n)",
)
KINDS_OF_KEPT = {
    "all": "self._rows = tiles",
    "the rows in a list of its own": "self._rows = list(tiles)",
    "the list with rows of its own": "tiles[:] = map(list, tiles); self._rows = tiles",
    "the first row": "self._rows = tiles[:1] + [list(row) for row in tiles[1:]]",
    "the last row": "self._rows = [list(row) for row in tiles[:-1]] + tiles[-1:]",
}


@pytest.mark.parametrize("more", [(), (BY_PLACES,)], ids=["by_rows", "by_places"])
@pytest.mark.parametrize("kept", KINDS_OF_KEPT.values(), ids=[*KINDS_OF_KEPT])
def test_whatever_a_board_keeps_of_its_argument_shows_in_its_tiles_and_raises_nothing(kept, more):
    (record,) = records_of(edited("board.py", (COPIED, f"{kept}\n"), *more), "immutable")
    assert record.verdict == "wrong_answer"
    assert "an entry changed" in record.difference.actual


def test_moves_are_right_though_solution_is_not_written_yet():
    written = "return list(self._path) if self.is_solvable() else None"
    unwritten = written, "raise NotImplementedError"  # as in the files of a handout
    (record,) = records_of(edited("solver.py", unwritten), "solution-model/2x2")
    assert (record.verdict, record.points) == ("wrong_answer", {"moves": 2, "solution": 0})
    assert record.difference.actual.endswith("not a path of boards: NotImplementedError raised")


WITHOUT_BOARDS = {
    "[]": "no boards",
    "iter(())": "no boards",
    "''": "no boards",
    "(board for board in [0])": "boards",
    "False": "not of type list, but bool",
}


@pytest.mark.parametrize("answer, said", WITHOUT_BOARDS.items())
def test_what_is_answered_in_place_of_no_solution_is_told_as_it_is(answer, said):
    changed = "if self.is_solvable() else None", f"if self.is_solvable() else {answer}"
    (record,) = records_of(edited("solver.py", changed), "unsolvable/each")
    assert record.difference.actual.endswith(f"solution(): {said}")


@pytest.mark.long
def test_a_traceback_of_a_command_begins_in_the_program(basic):
    (check,) = checks_of("command/puzzle04")
    record = judged(basic, check, {"solver.py": "open('x')\n"})
    assert record.stderr[1].endswith('"solver.py", line 1, in <module>')


JAVA = {
    "def toString(self)": ("def __str__(self)", "str/small"),
    "def to_string(self, sep='')": ("def __str__(self)", "twin/small"),
    "def equals(self, other)": ("def __eq__(self, other)", "equality/easy"),
}


@pytest.mark.long
def test_methods_that_are_called_as_in_java_are_named(basic):
    for own, (asked, name) in JAVA.items():
        (check,) = checks_of(name)
        record = judged(basic, check, dict(edited("board.py", (asked, own)).sources))
        assert record.verdict == "missing"
        spelled, short = (text[4:].partition("(")[0] for text in (own, asked))
        assert rationale(record) == (
            f"There is no Board.{short}. There is {spelled}: the assignment calls it {short}."
        )


def test_a_method_for_a_string_that_needs_an_argument_is_not_taken_for_it():
    edit = "def __str__(self)", "def to_string(self, separator)"
    records = records_of(edited("board.py", edit), *NPUZZLE.names)
    wrong = [one for one in records if not one.passed]
    assert wrong and {one.verdict for one in wrong} == {"wrong_answer"}


def test_a_weak_hash_in_the_place_of_an_equality_fails_beside_the_board_with_the_same_sum():
    equal = "isinstance(other, Board) and self._rows == other._rows"
    key = "sum(i * tile for i, tile in enumerate(sum({}._rows, [])))"
    weak = f"isinstance(other, Board) and {key.format('self')} == {key.format('other')}"
    (record,) = records_of(edited("board.py", (equal, weak)), "equality/easy")
    assert record.verdict == "wrong_answer" and "True" in record.difference.actual
    assert "with [2, 1, 3, 4], board == with [1, 2, 4, 3]" in record.difference.actual
