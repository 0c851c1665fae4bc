"""The editions of `funny_puzzle` that courses have set, as edits of the reference.

The edits keep the lines that misconceptions edit, as far as an edition has them, so that both can
be applied.
"""

from grader.assignment.editions import DEFAULT as DEFAULT_NAME
from grader.assignment.editions import Edition


DEFAULT = Edition(
    DEFAULT_NAME,
    "seven tiles and two blanks; a successor is pushed unless its state has been popped.",
)

CHEAPER_G = Edition(
    "cheaper-g",
    "a successor is pushed if, and only if, its g is strictly below the best g ever pushed for "
    "its state, the start's g of 0 included; entries once pushed stay in the queue, and count, "
    "even if a better one follows.",
    (
        ("    visited = set()\n", "    best = {start: 0}\n    visited = set()\n"),
        (
            "            if after not in visited:\n",
            "            if g + 1 < best.get(after, g + 2):\n                best[after] = g + 1\n",
        ),
    ),
)

SOLVABLE = '''\
def solvable(state):
    """Whether moves lead from the state to the goal, as always with two blanks or more.

    With one blank a move to another row takes a tile past two others, so that the number of
    inversions stays even or odd.
    """
    tiles = [tile for tile in state if tile]
    inversions = sum(a > b for i, a in enumerate(tiles) for b in tiles[i:])
    return len(tiles) < 8 or inversions % 2 == 0
'''

ANY_TILES = Edition(
    "any-tiles",
    "one to eight tiles, the other squares blank, and the tiles in order before the blanks as the "
    "goal; solve prints True before the path, or only False, with no queue length, where the start "
    "can't reach the goal, which happens only with eight tiles; queue and print_succ are the "
    "default's.",
    (
        ("7, 0, 0]", "7, 8, 0]"),
        ("for tile in range(8)]", "for tile in range(9)]"),
        (
            "    h = manhattan(start)\n",
            "    h, GOAL = manhattan(start), bytes(sorted(start, key=lambda tile: tile or 9))\n",
        ),
        (
            'and the maximum queue length."""\n',
            'and the maximum queue length."""\n'
            "    if not solvable(state):\n"
            "        print(False)\n"
            "        return\n"
            "    print(True)\n",
        ),
        (
            "# ---- What the assignment asks for ----\n",
            f"{SOLVABLE}\n\n# ---- What the assignment asks for ----\n",
        ),
    ),
)

ANY_TILES_CHEAPER_G = Edition(
    "any-tiles-cheaper-g",
    "one to eight tiles and a first line True or False, as in any-tiles; a successor is pushed if, "
    "and only if, its g is strictly below the best g ever pushed for its state, as in cheaper-g.",
    (*ANY_TILES.edits, *CHEAPER_G.edits),
)

EDITIONS = (DEFAULT, CHEAPER_G, ANY_TILES, ANY_TILES_CHEAPER_G)
