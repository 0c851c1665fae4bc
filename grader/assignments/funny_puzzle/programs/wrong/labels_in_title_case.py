"""Wrong: the labels are Moves and Max Queue Length."""
import queue


class Puzzle(object):
    def __init__(self, numbers):
        self.numbers = tuple(numbers)

    def manhattan(self):
        distance = 0
        for index in range(len(self.numbers)):
            number = self.numbers[index]
            if number:
                row_difference = index // 3 - (number - 1) // 3
                column_difference = index % 3 - (number - 1) % 3
                distance += abs(row_difference) + abs(column_difference)
        return distance

    def is_finished(self):
        return self.numbers == (1, 2, 3, 4, 5, 6, 7, 0, 0)

    def after(self, empty, other):
        numbers = list(self.numbers)
        numbers[empty], numbers[other] = numbers[other], 0
        return Puzzle(numbers)

    def followers(self):
        found = []
        for empty in range(9):
            if self.numbers[empty]:
                continue
            row, column = empty // 3, empty % 3
            for other in range(9):
                gap = abs(other // 3 - row) + abs(other % 3 - column)
                if gap == 1 and self.numbers[other]:
                    found.append(self.after(empty, other))
        found.sort(key=lambda puzzle: puzzle.numbers)
        return found


def print_succ(state):
    for puzzle in Puzzle(state).followers():
        print(list(puzzle.numbers), 'h={0}'.format(puzzle.manhattan()))


def solve(state):
    start = Puzzle(state)
    waiting = queue.PriorityQueue()
    waiting.put((start.manhattan(), start.numbers, 0, -1))
    popped = []
    finished = {}
    longest = 0
    while True:
        longest = max(longest, waiting.qsize())
        f, numbers, g, parent = waiting.get()
        popped.append((numbers, g, parent))
        finished[numbers] = len(popped)
        here = Puzzle(numbers)
        if here.is_finished():
            break
        for puzzle in here.followers():
            if puzzle.numbers in finished:
                continue
            waiting.put((g + 1 + puzzle.manhattan(), puzzle.numbers, g + 1, len(popped) - 1))
    steps = []
    number = len(popped) - 1
    while number >= 0:
        steps.append(popped[number])
        number = popped[number][2]
    while steps:
        numbers, g, _ = steps.pop()
        print(list(numbers), 'h={0} Moves: {1}'.format(Puzzle(numbers).manhattan(), g))
    print('Max Queue Length: {0}'.format(longest))
