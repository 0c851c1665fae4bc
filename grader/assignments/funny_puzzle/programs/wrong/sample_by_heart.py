"""Wrong: it prints the transcript of one state whatever the state is."""


def print_succ(state):
    print("""[2, 0, 1, 4, 5, 6, 7, 0, 3] h=5
[2, 5, 1, 0, 4, 6, 7, 0, 3] h=7
[2, 5, 1, 4, 0, 6, 0, 7, 3] h=7
[2, 5, 1, 4, 0, 6, 7, 3, 0] h=7
[2, 5, 1, 4, 6, 0, 7, 0, 3] h=7""")


def solve(state):
    path = [[1, 2, 3, 4, 5, 6, 0, 7, 0], [1, 2, 3, 4, 5, 6, 7, 0, 0]]
    for moves, step in enumerate(path):
        print(f"{step} h={1 - moves} moves: {moves}")
    print("Max queue length: 4")
