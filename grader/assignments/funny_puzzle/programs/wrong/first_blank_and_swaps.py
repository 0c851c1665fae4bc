"""Wrong: state.index(0) finds the first blank only, and it is swapped with the other one, too."""
import heapq

MOVES = {
    0: [1, 3], 1: [0, 2, 4], 2: [1, 5],
    3: [0, 4, 6], 4: [1, 3, 5, 7], 5: [2, 4, 8],
    6: [3, 7], 7: [4, 6, 8], 8: [5, 7],
}


def h_score(state):
    score = 0
    for pos, num in enumerate(state):
        if num == 0: continue
        score += abs(pos // 3 - (num - 1) // 3) + abs(pos % 3 - (num - 1) % 3)
    return score


def get_succ(state):
    empty = state.index(0)
    result = []
    for pos in MOVES[empty]:
        s = list(state)
        s[empty], s[pos] = s[pos], s[empty]
        result.append(s)
    return sorted(result)


def print_succ(state):
    for s in get_succ(state):
        print("{} h={}".format(s, h_score(s)))


def solve(state):
    heap = [(h_score(state), state, (0, h_score(state), -1))]
    closed = dict()
    trace = list()
    length = 0
    while heap:
        length = max(length, len(heap))
        node = heapq.heappop(heap)
        trace.append(node)
        closed[tuple(node[1])] = True
        if h_score(node[1]) == 0:
            break
        for s in get_succ(node[1]):
            if not closed.get(tuple(s)):
                g = node[2][0] + 1
                heapq.heappush(heap, (g + h_score(s), s, (g, h_score(s), len(trace) - 1)))
    way = []
    while node[2][2] != -1:
        way.append(node)
        node = trace[node[2][2]]
    way.append(node)
    way.reverse()
    for _, s, (g, h, _) in way:
        print("{} h={} moves: {}".format(s, h, g))
    print("Max queue length: {}".format(length))
