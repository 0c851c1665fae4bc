"""Right: a grid of three rows, nested loops everywhere."""
import copy
import heapq


def to_grid(state):
    grid = [[0] * 3 for _ in range(3)]
    for i in range(3):
        for j in range(3):
            grid[i][j] = state[3 * i + j]
    return grid


def flatten(grid):
    flat = []
    for row in grid:
        for value in row:
            flat.append(value)
    return flat


def manhattan(grid):
    total = 0
    for i in range(3):
        for j in range(3):
            value = grid[i][j]
            if value > 0:
                total = total + abs((value - 1) // 3 - i) + abs((value - 1) % 3 - j)
    return total


def moves_from(grid):
    grids = []
    for i in range(3):
        for j in range(3):
            if grid[i][j] != 0:
                continue
            for di, dj in ((-1, 0), (0, -1), (0, 1), (1, 0)):
                ni = i + di
                nj = j + dj
                if ni < 0 or ni > 2 or nj < 0 or nj > 2:
                    continue
                if grid[ni][nj] == 0:
                    continue
                new = [row[:] for row in grid]
                new[i][j] = grid[ni][nj]
                new[ni][nj] = 0
                grids.append(new)
    return grids


def print_succ(state):
    grids = moves_from(to_grid(state))
    grids.sort()
    for grid in grids:
        print("%s h=%d" % (flatten(grid), manhattan(grid)))


def solve(state):
    grid = to_grid(copy.deepcopy(state))
    heap = [[manhattan(grid), grid, 0, manhattan(grid), -1]]
    popped = []
    seen = {}
    max_length = 0
    while len(heap) > 0:
        if len(heap) > max_length:
            max_length = len(heap)
        entry = heapq.heappop(heap)
        popped.append(entry)
        seen[str(entry[1])] = True
        if flatten(entry[1]) == [1, 2, 3, 4, 5, 6, 7, 0, 0]:
            break
        for new in moves_from(entry[1]):
            if not seen.get(str(new), False):
                h = manhattan(new)
                g = entry[2] + 1
                heapq.heappush(heap, [g + h, new, g, h, len(popped) - 1])
    path = [popped[-1]]
    while path[0][4] >= 0:
        path.insert(0, popped[path[0][4]])
    for i in range(len(path)):
        print("%s h=%d moves: %d" % (flatten(path[i][1]), path[i][3], i))
    print("Max queue length: %d" % max_length)
