"""The editions of `funny_puzzle` that courses have set: what each asks for, as edits of the model solution.

The edits keep the lines that misconceptions edit, as far as an edition has them, so that both can be made.
"""

from dataclasses import dataclass

from grader.edits import edited

FILE = "funny_puzzle.py"


@dataclass(frozen=True)
class Edition:
    """What an edition asks for, a sentence, and the edits (old, new) of the default's model."""
    name: str
    description: str
    edits: tuple = ()


DEFAULT = Edition("default", "seven tiles and two blanks; a successor is pushed unless its state has been popped.")

CHEAPER_G = Edition(
    "cheaper-g",
    "a successor is pushed if, and only if, its g is strictly below the best g ever pushed for its state, the "
    "start's g of 0 included; entries once pushed stay in the queue, and count, even if a better one follows.",
    (
        ("        for after, h in expanded[state]:\n            if after not in expanded:\n",
         "        for after, h in expanded[state]:\n            if g < best.get(after, g + 1):\n"
         "                best[after] = g\n"),
        ("every state popped\n",
         "every state popped\n    best = {start: 0}  # state: the least g ever pushed for it\n"),
        ("A state is pushed unless it has been popped, so that duplicates of it may wait in the queue, and each\n"
         "    of them is expanded again when popped.",
         "A state is pushed if its g is below the best ever pushed for it, so that duplicates of it may wait in\n"
         "    the queue, and each of them is expanded again when popped."),
    ))

ANY_TILES = Edition(
    "any-tiles",
    "one to eight tiles, the other squares blank, and the tiles in order before the blanks as the goal; solve "
    "prints True before the path, or only False, with no queue length, where the start can't reach the goal, "
    "which happens only with eight tiles; queue and print_succ are the default's.",
    (
        ("              7, 0, 0])\nTILES = range(1, 8)\n", "              7, 8, 0])\nTILES = range(1, 9)\n"),
        ("for tile in range(8)]", "for tile in range(9)]"),
        ("    h = manhattan(start)\n",
         "    h, GOAL = manhattan(start), bytes(sorted(start, key=lambda tile: tile or 9))\n"),
        ("All 181,440 states can be solved, in 24 moves at most.\n    \"\"\"\n",
         "Print True before it; print only False if there is no path.\n    \"\"\"\n"
         "    if not solvable(checked(\"solve\", state)):\n"
         "        print(False)\n"
         "        return\n"
         "    print(True)\n"),
        ("# ---- What the assignment asks for ----\n",
         "def solvable(state):\n"
         "    \"\"\"Whether moves lead from the state to the goal: with one blank, if an even number of pairs of tiles\n"
         "    are out of order, which moves to another row of three change by an even number; else always.\n"
         "    \"\"\"\n"
         "    tiles = [tile for tile in state if tile]\n"
         "    return len(tiles) < 8 or sum(a > b for i, a in enumerate(tiles) for b in tiles[i:]) % 2 == 0\n\n\n"
         "# ---- What the assignment asks for ----\n"),
        ("expected the tiles 1 to 7 and two blanks (0), got {quoted(state)}\"",
         "expected one to eight tiles, numbered from 1, and blanks (0), got {quoted(state)}\""),
        ("for tile in TILES if count[tile] == 0]",
         "for tile in TILES[:max({1, *count} & {*TILES})] if count[tile] == 0]"),
        ("        \"blanks instead of two\": [count[0]] * (count[0] != 2),\n", ""),
    ))

EDITIONS = {edition.name: edition for edition in (CHEAPER_G, ANY_TILES)}


def under(edition, sources):
    """The model's sources, {file name: bytes}, under the edition of that name; "" is the default, too.

    >>> under("", {"funny_puzzle.py": b"pass"})
    {'funny_puzzle.py': b'pass'}
    """
    if edition in ("", DEFAULT.name):
        return dict(sources)
    return {**sources, FILE: edited(sources[FILE].decode(), EDITIONS[edition].edits).encode()}


def told(name):
    """The sentence on a submission that is right under the edition of that name, another than the one graded.

    >>> told("default")[:67]
    'It is right under another edition of the assignment, default: seven'
    """
    description = {DEFAULT.name: DEFAULT, **EDITIONS}[name].description
    return f"It is right under another edition of the assignment, {name}: {description}"
