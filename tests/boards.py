"""Boards to try things on, made without the code under test where that is possible."""

import random
from functools import lru_cache
from types import SimpleNamespace

from board import Board
from solver import SEARCHES


def board_from(n, tiles):
    """The board with these tiles, row by row."""
    return Board([tiles[start : start + n] for start in range(0, n * n, n)])


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
