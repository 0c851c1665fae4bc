"""Wrong: the rule by which boards with eight tiles can be solved refuses half of all starts."""
import heapq
import sys


def inversions(state):
    count = 0
    for i in range(9):
        for j in range(i + 1, 9):
            if state[i] != 0 and state[j] != 0 and state[i] > state[j]:
                count += 1
    return count


def h(state):
    total = 0
    for i in range(9):
        if state[i] != 0:
            total += abs(i // 3 - (state[i] - 1) // 3)
            total += abs(i % 3 - (state[i] - 1) % 3)
    return total


def neighbours(state):
    result = []
    for i in range(9):
        if state[i] == 0:
            for j in range(9):
                if state[j] != 0:
                    same_row = i // 3 == j // 3 and abs(i - j) == 1
                    same_column = i % 3 == j % 3 and abs(i - j) == 3
                    if same_row or same_column:
                        copy = list(state)
                        copy[i] = state[j]
                        copy[j] = 0
                        result.append(copy)
    result.sort()
    return result


def print_succ(state):
    for s in neighbours(state):
        sys.stdout.write(str(s) + " h=" + str(h(s)) + "\n")


def solve(state):
    if inversions(state) % 2 == 1:
        print("This puzzle is not solvable")
        return
    queue = [(h(state), state, 0, -1)]
    visited = set()
    expanded = []
    maximum = 0
    while queue:
        maximum = max(maximum, len(queue))
        f, s, g, parent = heapq.heappop(queue)
        visited.add(str(s))
        expanded.append((s, g, parent))
        if h(s) == 0:
            break
        for n in neighbours(s):
            if str(n) not in visited:
                heapq.heappush(queue, (g + 1 + h(n), n, g + 1, len(expanded) - 1))
    stack = [expanded[-1]]
    while stack[-1][2] != -1:
        stack.append(expanded[stack[-1][2]])
    while stack:
        s, g, _ = stack.pop()
        sys.stdout.write("{} h={} moves: {}\n".format(s, h(s), g))
    sys.stdout.write("Max queue length: {}\n".format(maximum))
