"""Right: ordered dataclasses in the heap, strings of digits for states."""

from dataclasses import dataclass, field
from heapq import heappop, heappush


GOAL = "123456700"


@dataclass(order=True)
class Entry:
    priority: int
    board: str
    number: int
    moves: int = field(compare=False)
    before: object = field(compare=False, default=None)


def h_of(board):
    total = 0
    for cell, digit in enumerate(board):
        tile = int(digit)
        if tile > 0:
            total += abs(cell // 3 - (tile - 1) // 3)
            total += abs(cell % 3 - (tile - 1) % 3)
    return total


def next_boards(board):
    for cell in range(9):
        if board[cell] == "0":
            x, y = cell % 3, cell // 3
            for other_x, other_y in [(x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)]:
                other = 3 * other_y + other_x
                if other_x in range(3) and other_y in range(3) and board[other] != "0":
                    digits = list(board)
                    digits[cell], digits[other] = digits[other], digits[cell]
                    yield "".join(digits)


def show(board):
    return f"{[int(digit) for digit in board]} h={h_of(board)}"


def print_succ(state):
    for board in sorted(next_boards("".join(map(str, state)))):
        print(show(board))


def solve(state):
    start = "".join(map(str, state))
    heap = [Entry(h_of(start), start, -1, 0)]
    expanded = set()
    pops, top = 0, 0
    while heap:
        top = max(top, len(heap))
        entry = heappop(heap)
        if entry.board == GOAL:
            break
        expanded.add(entry.board)
        for board in next_boards(entry.board):
            if board not in expanded:
                cost = entry.moves + 1
                heappush(heap, Entry(cost + h_of(board), board, pops, cost, entry))
        pops += 1
    lines = []
    while entry is not None:
        lines.append(f"{show(entry.board)} moves: {entry.moves}")
        entry = entry.before
    for line in lines[::-1]:
        print(line)
    print("Max queue length:", top)
