"""Wrong: a state is pushed once only, but nobody marks the start, which is pushed again."""
# %% cell 1
import heapq
import copy

goal = [[1, 2, 3], [4, 5, 6], [7, 0, 0]]

# %% cell 2: where each tile belongs
places = {}
for r in range(3):
    for c in range(3):
        if goal[r][c] != 0:
            places[goal[r][c]] = (r, c)

# %% cell 3
def board(state):
    return [state[0:3], state[3:6], state[6:9]]

def flat(b):
    return b[0] + b[1] + b[2]

def manhattan(b):
    total = 0
    for r in range(3):
        for c in range(3):
            if b[r][c] != 0:
                total += abs(places[b[r][c]][0] - r) + abs(places[b[r][c]][1] - c)
    return total

# %% cell 4
def moves_of(b):
    result = []
    for r in range(3):
        for c in range(3):
            if b[r][c] == 0:
                for r2, c2 in [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]:
                    if r2 in (0, 1, 2) and c2 in (0, 1, 2) and b[r2][c2] != 0:
                        b2 = copy.deepcopy(b)
                        b2[r][c], b2[r2][c2] = b2[r2][c2], 0
                        result.append(b2)
    return sorted(result)

def print_succ(state):
    for b in moves_of(board(state)):
        print(flat(b), "h=%d" % manhattan(b))

# %% cell 5
def solve(state):
    start = board(list(state))
    q = []
    heapq.heappush(q, (manhattan(start), start, 0, -1))
    seen = set()
    done = []
    longest = 0
    while q:
        if len(q) > longest:
            longest = len(q)
        f, b, g, p = heapq.heappop(q)
        done.append((b, g, p))
        if b == goal:
            break
        for b2 in moves_of(b):
            if str(b2) not in seen:
                seen.add(str(b2))
                heapq.heappush(q, (g + 1 + manhattan(b2), b2, g + 1, len(done) - 1))
    lines = []
    i = len(done) - 1
    while i != -1:
        b, g, p = done[i]
        lines.append("%s h=%d moves: %d" % (flat(b), manhattan(b), g))
        i = p
    print("\n".join(lines[::-1]))
    print("Max queue length: %d" % longest)
