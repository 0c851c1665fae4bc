"""The lines of the reference of `funny_puzzle` that misconceptions edit, with edits they share."""

PART_OF_H = "distance(GOAL.index(tile), square) if tile else 0"
BY_ROW, BY_COLUMN = "abs(square // 3 - (tile - 1) // 3)", "abs(square % 3 - (tile - 1) % 3)"
STRAIGHT = f"({BY_ROW} ** 2 + {BY_COLUMN} ** 2) ** 0.5 if tile else 0"
WHOLE_H = "return sum(H[tile][square] for square, tile in enumerate(state))"
BESIDE = "if distance(a, b) == 1]"
BLANKS = "for blank in range(9):"
LAST_BLANK = "state.rindex(0)"
COPY = "                    after = list(state)"
TO_BESIDE = "for square in BESIDE[blank]:"
SLIDE = "after[blank], after[square] = after[square], 0"
SWAPPED = "after[blank], after[square] = after[square], after[blank]"
TILE = "if state[square] != 0:"
LISTED = "sorted(successors(start))"
PATH = "path[::-1]"
FIRST_ENTRY = "queue = [(h, start, (0, h, -1))]"
POP = "_, state, (g, h, parent) = heappop(queue)"
POPPED = "popped.append((state, parent))"
NEXT_G = "new_g, new_h = g + 1, manhattan(after)"
PUSH = "heappush(queue, (new_g + new_h, after, (new_g, new_h, here)))"
UNLESS = "if after not in visited:"
WITH_G = (
    ("visited.add(state)", "visited.add((state, g))"),
    (UNLESS, "if (after, g + 1) not in visited:"),
)
BEFORE = "max_queue_length = 0\n"
EXPANDED = "in successors(state):"
ASCENDING = (EXPANDED, "in sorted(successors(state)):")
# The path has each state's g beside it, which is printed in place of the number of moves.
SHOWS_G = (
    (POPPED, "popped.append(((state, g), parent))"),
    ("for moves, on_path in enumerate(path):", "for on_path, moves in path:"),
)
LENGTH = "max(max_queue_length, len(queue))"
SUCCESSOR = 'print(f"{list(after)} h={h}")'
ON_PATH = 'print(f"{list(on_path)} h={h} moves: {moves}")'
QUEUE = 'print(f"Max queue length: {max_queue_length}")'
SEARCHED = "a_star(bytes(state))"
SEARCH_CALL = f"path, max_queue_length = {SEARCHED}"
START = "start = bytes(state)"
MODULE_LEVEL = "# ---- What the assignment asks for ----"


Edits = tuple[tuple[str, str], ...]


def shown(state: str = "list(STATE)", h: str = "h={h}", moves: str = "moves: {moves}") -> Edits:
    """The edits with which both functions print a state, its h or its moves in another format.

    Only the parts that change are edited, so that edits of different parts can be combined.
    """
    return tuple(
        (old, new)
        for old, new in (
            ("{list(after)}", f"{{{state.replace('STATE', 'after')}}}"),
            ("{list(on_path)}", f"{{{state.replace('STATE', 'on_path')}}}"),
            (' h={h}"', f' {h}"'),
            (" h={h} ", f" {h} "),
            ("moves: {moves}", moves),
        )
        if old != new
    )


def in_both(line: str) -> Edits:
    """The edits that add a line at the start of both functions."""
    return (START, f"{line}\n    {START}"), (SEARCHED, f"{SEARCHED} if [{line}] else 0")


def after_lines(value: object) -> list[Edits]:
    """The edits that print a value after every line or the last, in one function or in both."""
    last, every, on_path, queue = [
        (line, f"{line}\n{indent}print({value})")
        for line, indent in (
            (SUCCESSOR, "    "),
            (SUCCESSOR, "        "),
            (ON_PATH, "        "),
            (QUEUE, "    "),
        )
    ]
    return [
        (queue,),
        (last,),
        (last, queue),
        (every,),
        (on_path,),
        (on_path, queue),
        (every, on_path),
        (every, on_path, queue),
    ]


def refused(refusal: str, otherwise: str = "pass") -> Edits:
    """The edit that makes solve end with a refusal where the number of inversions is odd."""
    return (
        (
            SEARCH_CALL,
            f"""tiles = [tile for tile in state if tile]
    if sum(a > b for i, a in enumerate(tiles) for b in tiles[i:]) % 2:
        return {refusal}
    {otherwise}
    {SEARCH_CALL}""",
        ),
    )


def at_the_push(length: str) -> tuple[str, str]:
    """The edit that ends the search when the goal is pushed; `length` is the maximum it prints."""
    return (
        PUSH,
        f"""{PUSH}
            if after == GOAL:
                return path_to([*popped, (after, here)]), {length}""",
    )


def ties_by(number: str, then: str = "0", *more: tuple[str, str]) -> Edits:
    """The edits that order entries of equal f by a number, then by another, before their states."""
    entry = f"new_g + new_h, {number}, {then}, after, (new_g, new_h, here)"
    return (
        (FIRST_ENTRY, "queue, pushes = [(h, 0, 0, start, (0, h, -1))], 0"),
        (POP, "_, _, _, state, (g, h, parent) = heappop(queue)"),
        *more,
        (PUSH, f"pushes += 1\n                heappush(queue, ({entry}))"),
    )


# Two of these are neither equal nor ordered, so that no comparison looks further.
UNEQUAL = "float('nan')"
BEST = (BEFORE, f"{BEFORE}    best = {{start: 0}}\n")
REMEMBER_G = "                best[after] = g + 1"
# What waits gets a better g where it stands, and may not come first then when it should.
IN_PLACE = (
    BEST,
    (
        UNLESS,
        "if after not in visited and after in best and g + 1 < best[after]:\n"
        "                place = [entry[1] for entry in queue].index(after)\n"
        "                old_g, old_h, _ = queue[place][2]\n"
        "                queue[place] = (g + 1 + old_h, after, (g + 1, old_h, here))\n"
        "                best[after] = g + 1\n"
        f"            if after not in best:\n{REMEMBER_G}",
    ),
)
DROPPED = (
    (BEFORE, f"{BEFORE}    reached = {{start}}\n"),
    (UNLESS, "if after not in reached:\n                reached.add(after)"),
)
FIRST_IN_FIRST_OUT = (
    (FIRST_ENTRY, "queue, pushes = [(0, start, (0, h, -1))], 0"),
    (PUSH, "pushes += 1\n                heappush(queue, (pushes, after, (new_g, new_h, here)))"),
)
AFTER_POP = (LENGTH, "max(max_queue_length, len(queue) - 1)")
# The largest length begins with the start's own, so that a start that is the goal stays right.
AFTER_POP_FROM_1 = (LENGTH, "max(max_queue_length, len(queue) - 1, 1)")
# The search ends where its queue is empty, with a path.
LAST = f"{PUSH}\n    return path_to(popped), max_queue_length"
UNTIL_EMPTY = ("while True:", "while queue:"), (PUSH, LAST)
