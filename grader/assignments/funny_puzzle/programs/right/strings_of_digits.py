"""Right: a state is a string of nine digits inside."""
import heapq

GOAL = "123456700"


def manhattan(word):
    total = 0
    for digit in "1234567":
        a = word.find(digit)
        b = GOAL.find(digit)
        total += abs(a // 3 - b // 3) + abs(a % 3 - b % 3)
    return total


def neighbours(word):
    result = []
    for blank, digit in enumerate(word):
        if digit != "0":
            continue
        for step in (-3, -1, 1, 3):
            other = blank + step
            if other < 0 or other > 8 or word[other] == "0":
                continue
            if step in (-1, 1) and other // 3 != blank // 3:
                continue
            letters = list(word)
            letters[blank], letters[other] = letters[other], letters[blank]
            result.append("".join(letters))
    return result


def as_list(word):
    return [int(digit) for digit in word]


def print_succ(state):
    word = "".join(map(str, state))
    for other in sorted(neighbours(word)):
        print(as_list(other), f"h={manhattan(other)}")


def solve(state):
    word = "".join(map(str, state))
    queue = [(manhattan(word), word, 0, -1)]
    popped = []
    finished = set()
    longest = 1
    while word != GOAL or not popped:
        longest = max(longest, len(queue))
        f, word, g, parent = heapq.heappop(queue)
        number = len(popped)
        popped.append((word, g, parent))
        finished.add(word)
        for other in neighbours(word):
            if other not in finished:
                heapq.heappush(queue, (g + 1 + manhattan(other), other, g + 1, number))
    path = []
    while number != -1:
        word, g, parent = popped[number]
        path.append((word, g))
        number = parent
    for word, g in reversed(path):
        print(as_list(word), f"h={manhattan(word)}", f"moves: {g}")
    print("Max queue length:", longest)
