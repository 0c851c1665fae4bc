"""Board: exhaustively where the space is small, by properties up to the largest size."""

import copy
import pickle
from collections import Counter
from functools import lru_cache
from itertools import islice, permutations, product
from math import factorial

import pytest

from board import Board
from tests.boards import board_from, distances_from_goal, goal, random_board
from tests.helpers import ROOT, error_of, read_json
from tests.sample import slow


SIZES_TO_TRY = (2, 3, 4, 127)
of_each_size = pytest.mark.parametrize("n", SIZES_TO_TRY)
STATES_AT_DISTANCE = """
    1 2 4 8 16 20 39 62 116 152 286 396 748 1024 1893 2512 4485 5638 9529 10878 16993 17110 23952
    20224 24047 15578 14560 6274 3910 760 221 2
"""


def all_boards(n, step=1):
    orders = islice(permutations(range(n * n)), 0, None, step)
    return (board_from(n, tiles) for tiles in orders)


def squares(board):
    """{tile: (row, column)}, found by looking at the rows alone."""
    return {tile: (i, j) for i, row in enumerate(board.rows()) for j, tile in enumerate(row)}


@lru_cache
def goal_squares(n):
    return squares(goal(n))


def heuristics_by_definition(board):
    """(Hamming, Manhattan)."""
    goals, distances = goal_squares(board.dimension()), []
    for tile, (i, j) in squares(board).items():
        if tile:
            distances.append(abs(i - goals[tile][0]) + abs(j - goals[tile][1]))
    return len(distances) - distances.count(0), sum(distances)


def inversions(board):
    tiles = [tile for row in board.rows() for tile in row if tile]
    return sum(a > b for place, a in enumerate(tiles) for b in tiles[place + 1 :])


@pytest.fixture(scope="module")
def distance_3x3():
    return distances_from_goal(3)


# ---- Proofs on every board of a small size ----


@pytest.mark.once
def test_the_8_puzzle_has_the_published_number_of_states_at_each_distance(distance_3x3):
    counts = Counter(distance_3x3.values())
    assert [counts[moves] for moves in range(32)] == list(map(int, STATES_AT_DISTANCE.split()))
    assert len(distance_3x3) == factorial(9) // 2


@pytest.mark.parametrize("n, step", [(2, 1), (3, 41), slow(3, 1)])
@pytest.mark.once
def test_a_board_is_solvable_exactly_if_it_reaches_the_goal_and_its_twin_exactly_if_not(n, step):
    solvable = distances_from_goal(n)
    assert len(solvable) == factorial(n * n) // 2
    for board in all_boards(n, step):
        assert board.is_goal() == (solvable.get(board) == 0)
        assert board.is_solvable() == (board in solvable) != (board.twin() in solvable)


@pytest.mark.long
@pytest.mark.once
def test_both_heuristics_are_as_defined_admissible_and_consistent_on_every_3x3_board(distance_3x3):
    for board, moves in distance_3x3.items():
        assert (board.hamming(), board.manhattan()) == heuristics_by_definition(board)
        assert board.is_goal() == (moves == 0)
        assert board.hamming() <= board.manhattan() <= moves
        for neighbor in board.neighbors():
            assert abs(board.manhattan() - neighbor.manhattan()) == 1
            assert abs(board.hamming() - neighbor.hamming()) <= 1


# ---- Properties at every size ----


@of_each_size
def test_neighbors_move_the_blank_one_square_up_down_left_right_in_this_order(n):
    for board in random_board(n, 1), goal(n), random_board(n, 2):
        i, j = board.blank()
        expected = [
            (i + di, j + dj)
            for di, dj in ((-1, 0), (1, 0), (0, -1), (0, 1))
            if 0 <= i + di < n and 0 <= j + dj < n
        ]
        assert [neighbor.blank() for neighbor in board.neighbors()] == expected
        for neighbor, square in zip(board.neighbors(), expected):
            before, after = squares(board), squares(neighbor)
            tile = board.rows()[square[0]][square[1]]
            assert after.pop(tile) == before.pop(0) and after.pop(0) == before.pop(tile) == square
            assert before == after
            heuristics = neighbor.hamming(), neighbor.manhattan()
            assert heuristics == heuristics_by_definition(neighbor)


@of_each_size
def test_the_twin_exchanges_two_tiles_side_by_side_and_leaves_the_blank(n):
    for seed in range(4):
        board = random_board(n, seed)
        before, after = squares(board), squares(board.twin())
        a, b = (tile for tile in before if before[tile] != after[tile])
        assert a and b and before[a] == after[b] and before[b] == after[a]
        (i, j), (k, m) = before[a], before[b]
        assert i == k and abs(j - m) == 1


def test_the_twin_is_the_same_at_every_call_and_its_own_twin_is_the_board():
    for board in all_boards(2):
        assert board.twin() == board.twin() != board
        assert board.twin().twin() == board


@pytest.mark.parametrize("n", (2, 3, 9, 10))
def test_solvability_is_the_parity_of_inversions_and_for_even_n_of_the_blanks_row(n):
    for seed in range(50):
        board = random_board(n, seed)
        parity = inversions(board) + (n - 1 - board.blank()[0] if n % 2 == 0 else 0)
        assert board.is_solvable() == (parity % 2 == 0)


# ---- Immutable, equal, copied ----


def test_the_board_keeps_no_reference_to_its_argument():
    rows = [[0, 1, 3], [4, 2, 5], [7, 8, 6]]
    board = Board(rows)
    rows[0][0], rows[0][1] = 1, 0
    rows[2] = [0, 0, 0]
    assert board == Board([[0, 1, 3], [4, 2, 5], [7, 8, 6]]) and board.manhattan() == 4


@pytest.mark.parametrize("attribute", ("dimension", "neighbors", "new"))
def test_a_board_has_no_attributes_to_be_set(attribute):
    with pytest.raises(AttributeError):
        setattr(goal(3), attribute, 1)


def test_a_changed_list_of_neighbors_changes_no_board():
    board = goal(3)
    board.neighbors().clear()
    assert len(board.neighbors()) == 2


class Impostor:
    def __str__(self):
        return str(goal(2))

    __repr__ = __str__


@pytest.mark.parametrize(
    "stranger", (None, 0, str(goal(2)), goal(2).rows(), [[1, 2], [3, 0]], Impostor(), Board)
)
def test_a_board_is_unequal_to_anything_that_is_no_board(stranger):
    assert not goal(2) == stranger and goal(2) != stranger
    assert not stranger == goal(2) and stranger != goal(2)


def test_equality_is_that_of_the_tiles_and_agrees_with_the_hash():
    boards = [*all_boards(2), goal(3), goal(4), random_board(127, 1)]
    for one, other in product(boards, repeat=2):
        equal = one.rows() == other.rows()
        assert (one == other) == (other == one) == equal != (one != other)
    assert len({*boards, *map(copy.copy, boards)}) == len(boards)
    assert all(hash(board) == hash(Board(board.rows())) for board in boards)


def test_copies_and_pickles_are_equal():
    board = random_board(5, 1)
    pickled = pickle.loads(pickle.dumps(board))
    for other in copy.copy(board), copy.deepcopy(board), pickled, eval(repr(board)):
        assert other == board
        assert (other.manhattan(), other.blank()) == (board.manhattan(), board.blank())


# ---- Text ----


def test_str_is_the_dimension_and_right_aligned_rows():
    assert str(Board([[0, 1, 3], [4, 2, 5], [7, 8, 6]])) == "3\n0 1 3\n4 2 5\n7 8 6"
    assert str(goal(4)) == "4\n 1  2  3  4\n 5  6  7  8\n 9 10 11 12\n13 14 15  0"


@of_each_size
def test_str_is_parsed_and_read_back(n, tmp_path):
    board, file = random_board(n, 7), tmp_path / "board.txt"
    file.write_text(f"{board}\n")
    assert Board.parse(str(board)) == Board.read(file) == Board.read(str(file)) == board


@pytest.mark.parametrize(
    "text", ("2 1 2 3 0", "\n\n2\t\r\n1\r\n 2\n\n3 0\n", "2\n1 2\n3 0", "02 1 02 3 00")
)
def test_white_space_is_free(text):
    assert Board.parse(text) == goal(2)


def test_a_byte_order_mark_is_forgiven(tmp_path):
    file = tmp_path / "board.txt"
    file.write_bytes(b"\xef\xbb\xbf2\r\n1 2\r\n3 0\r\n")
    assert Board.read(file) == goal(2)


def test_rows_may_be_any_sequences_of_anything_that_counts_as_an_integer():
    class Tile:
        def __index__(self):
            return 3

    assert Board(((1, 2), [Tile(), 0])) == Board([range(1, 3), [3, 0]]) == goal(2)


# ---- Errors: everything that is wrong, in one message ----

REFUSED = read_json(ROOT / "tests/refused_boards.json")
NO_INTEGERS = (
    *(None, "12", b"12", {1: 2}, {1, 2}),
    *([[1, 2], 3], [[1, "2"], [3.0, None]], [[1, 2], [3, int]]),
)


@pytest.mark.parametrize("rows", NO_INTEGERS)
def test_what_is_no_rows_of_integers_is_refused(rows):
    assert error_of(TypeError, Board, rows) == f"Board: expected rows of integers, got {rows!r}"


@pytest.mark.parametrize(
    "rows, message",
    [*REFUSED["rows"], ([[0] * 128] * 128, "expected a dimension from 2 to 127, got 128")],
)
def test_rows_that_are_no_board_are_refused_with_everything_that_is_wrong(rows, message):
    assert error_of(ValueError, Board, rows) == f"Board: {message}"


@pytest.mark.parametrize("text, message", REFUSED["texts"].items())
def test_a_text_that_is_no_board_is_refused_with_everything_that_is_wrong(text, message):
    assert error_of(ValueError, Board.parse, text, "f") == f"f: {message}"


@pytest.mark.parametrize(
    "content, message",
    (
        (None, "expected a file with a board, got 'No such file or directory'"),
        (b"\x80\xff", "expected a dimension from 2 to 127, got '\ufffd\ufffd'"),
        (
            b"2 1 2 3 \x80",
            "row 2: expected a tile from 0 to 3, got '\ufffd'; expected the tile 0, got none",
        ),
        (
            b"2 1 2 0 " + b"9" * 5000,
            "row 2: expected a tile from 0 to 3, got '999999999999...9999999999999'; "
            "expected the tile 3, got none",
        ),
        (b" " * 2**20 + b"2 1 2 3 0", "expected a dimension from 2 to 127, got ''"),
    ),
)
def test_a_file_that_holds_no_board_is_refused_by_its_name(content, message, tmp_path):
    file = tmp_path / "board.txt"
    if content is not None:
        file.write_bytes(content)
    assert error_of(ValueError, Board.read, file) == f"{file}: {message}"


def test_a_solver_made_for_another_board_does_not_mistake_fields_of_this_one_for_its_own():
    usual = "tiles", "rows", "board", "grid", "flat", "state", "squares", "blank", "zero"
    assert not {f"_{name}" for name in usual} & {*dir(Board)}
