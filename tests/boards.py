"""Boards to try things on, made without the code under test where that is possible."""

import random
from functools import lru_cache
from types import SimpleNamespace

from board import Board
from optimal import grid
from solver import SEARCHES


STEPS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


def board_from(n, tiles):
    """The board with these tiles, row by row."""
    return Board(rows_of(tiles, n))


def random_board(n, seed):
    """A board of any tiles, solvable or not."""
    tiles = list(range(n * n))
    random.Random(seed).shuffle(tiles)
    return board_from(n, tiles)


def goal(n):
    """The goal of this size."""
    return board_from(n, [*range(1, n * n), 0])


def frontiers(algorithm, start):
    """The search of an algorithm from a board, which yields its frontiers and makes no Solver."""
    counts = SimpleNamespace(goal=None, expanded=0, generated=0, max_frontier=0)
    return SEARCHES[algorithm](counts, start)


@lru_cache(maxsize=None)
def distances_from_goal(n):
    """{board: moves to the goal} for every board that can reach it, by breadth-first search."""
    distance, layer = {goal(n): 0}, [goal(n)]
    while layer:
        beyond = []
        for board in layer:
            for neighbor in board.neighbors():
                if neighbor not in distance:
                    distance[neighbor] = distance[board] + 1
                    beyond.append(neighbor)
        layer = beyond
    return distance


def distances_of_tiles(n):
    """{tiles in reading order: fewest moves to the goal} of every solvable board of this size."""
    distances = distances_from_goal(n).items()
    return {sum(board.rows(), ()): moves for board, moves in distances}


# ---- Rows of tiles, without Board ----


def rows_of(tiles, n):
    return [list(tiles[start : start + n]) for start in range(0, n * n, n)]


def after(rows, moves):
    """The tiles that the moves lead to; an error if one leaves the board."""
    rows = [list(row) for row in rows]
    row, column = next((row, line.index(0)) for row, line in enumerate(rows) if 0 in line)
    for move in moves:
        down, across = STEPS[move]
        assert 0 <= row + down < len(rows) and 0 <= column + across < len(rows)
        rows[row][column], rows[row + down][column + across] = rows[row + down][column + across], 0
        row, column = row + down, column + across
    return sum(rows, [])


def walked(n, length, seed):
    """The rows that a random walk from the goal ends on."""
    random_, around, tiles = random.Random(seed), grid.neighbors(n), [*range(1, n * n), 0]
    blank, last = n * n - 1, None
    for _ in range(length):
        square = random_.choice([square for square in around[blank] if square != last])
        tiles[blank], tiles[square], blank, last = tiles[square], 0, square, blank
    return rows_of(tiles, n)
