"""Wrong: solve is still to be written; print_succ is right."""


def manhattan_distance(state: list) -> int:
    rows = [0, 0, 0, 0, 1, 1, 1, 2]
    cols = [0, 0, 1, 2, 0, 1, 2, 0]
    dist = 0
    for i in range(9):
        t = state[i]
        if t != 0:
            dist = dist + abs(rows[t] - i // 3) + abs(cols[t] - i % 3)
    return dist


def print_succ(state: list) -> None:
    states = []
    for i in range(9):
        if state[i] == 0:
            r, c = i // 3, i % 3
            # up down left right
            if r > 0 and state[i - 3] != 0:
                s = state[:]
                s[i], s[i - 3] = s[i - 3], s[i]
                states.append(s)
            if r < 2 and state[i + 3] != 0:
                s = state[:]
                s[i], s[i + 3] = s[i + 3], s[i]
                states.append(s)
            if c > 0 and state[i - 1] != 0:
                s = state[:]
                s[i], s[i - 1] = s[i - 1], s[i]
                states.append(s)
            if c < 2 and state[i + 1] != 0:
                s = state[:]
                s[i], s[i + 1] = s[i + 1], s[i]
                states.append(s)
    states.sort()
    for s in states:
        print(s, end=" ")
        print("h=" + str(manhattan_distance(s)))


def solve(state: list) -> None:
    # TODO
    pass
