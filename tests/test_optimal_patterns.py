"""The pattern databases: values against a plain breadth-first search, sums against distances."""

import random
from math import comb, factorial

import pytest

import optimal
from optimal import grid, patterns


def plain_values(n, group):
    """{squares of the group's tiles: fewest moves of theirs}, by a dozen lines of plain search."""
    around = grid.neighbors(n)
    level = {(*(tile - 1 for tile in sorted(group)), n * n - 1)}
    reached, values, moves = set(), {}, 0
    while level:
        after = set()
        while level:
            state = level.pop()
            if state not in reached:
                reached.add(state)
                *squares, blank = state
                values.setdefault(tuple(squares), moves)
                for square in around[blank]:
                    moved = tuple(blank if tile == square else tile for tile in squares)
                    (after if square in squares else level).add((*moved, square))
        level, moves = after, moves + 1
    return values


def value(databases, number, squares):
    """The value of a group whose tiles, ascending, are on these squares."""
    tiles = [0] * databases.n**2
    for square, tile in zip(squares, databases.groups[number]):
        tiles[square] = tile
    return databases.place(tuple(tiles), number)[2]


@pytest.mark.parametrize(
    "n, groups",
    [
        (2, [[2], [1, 3]]),
        (2, [[1, 2, 3]]),
        (3, [[1, 2, 4, 5], [3, 6, 7, 8]]),
        (4, [[12, 15], [4, 8, 11]]),
        (5, [[1, 24], [20]]),
    ],
)
def test_every_value_is_that_of_a_plain_breadth_first_search(n, groups):
    databases = patterns.build(n, groups)
    for number, group in enumerate(databases.groups):
        expected = plain_values(n, group)
        assert n == 2 or len(expected) == factorial(n * n) // factorial(n * n - len(group))
        assert all(
            value(databases, number, squares) == moves for squares, moves in expected.items()
        )


def test_the_sums_never_exceed_the_distance_and_are_as_even_on_8_puzzles(distances):
    engine = optimal.engine(3)
    for tiles, moves in list(distances.items())[::101]:
        root = engine.root(tiles)
        assert max(root.h, root.k) <= moves and (root.h - moves) % 2 == (root.k - moves) % 2 == 0
        assert (root.h == 0) == (moves == 0) == (root.k == 0)


@pytest.mark.long
@pytest.mark.parametrize("n", [4, 6])
def test_along_random_walks_the_sums_never_exceed_the_moves_made_and_change_by_an_odd_number(n):
    engine, random_ = optimal.engine(n), random.Random(n)
    for _ in range(3):
        root = engine.root((*range(1, n * n), 0))
        for moves in range(1, 50):
            after = random_.choice(list(engine.successors(root._replace(state=1))))
            assert max(after.h, after.k) <= moves
            assert (after.h - root.h) % 2 == (after.k - root.k) % 2 == 1
            root = after


@pytest.mark.parametrize("n, groups", optimal.GROUPS.items())
def test_the_default_groups_hold_every_tile_once(n, groups):
    assert sorted(tile for group in groups for tile in group) == list(range(1, n * n))


def test_the_default_tables_have_a_value_for_each_placing_of_each_group():
    databases = optimal.engine(4).patterns
    rows = [row for row in databases.rows if row]
    assert len(rows) == comb(16, 5) and {len(row) for row in rows} == {3 * factorial(5)}
