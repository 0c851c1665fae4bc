"""The misconceptions of `funny_puzzle`, as edits of its reference, `reference/funny_puzzle.py`.

To add one, write its name, a sentence for the instructor, a question for the student, and what to
replace in the reference so that it prints what such a program prints. Then add a program that shows
it to `programs/wrong/`.
"""

import re

from grader.diagnose.misconceptions import (
    PRINTED_AT_IMPORT,
    START_AT_GOAL,
    STATE_KEPT,
    Lines,
    Misconception,
)


# those that the rules tell apart by their times
NOTHING_PRINTED, GOAL_NEVER_MET = "nothing_printed", "goal_never_met"
TRANSCRIPT = re.compile(r"\s*[\[(].*h ?= ?|Max queue length", re.IGNORECASE)  # its lines
TOLERANCE = 0.02  # between two numbers that may have been rounded


# ---- How an output can be like a prediction without being equal ----


def _successors_in_any_order(predicted: Lines, actual: Lines) -> bool:
    """Whether two outputs are equal but for the order of their lines, and show no path.

    >>> _successors_in_any_order(("[1] h=0", "[2] h=1"), ("[2] h=1", "[1] h=0"))
    True
    """
    path = any("moves" in line or "queue" in line for line in actual)
    return predicted == actual or not path and sorted(predicted) == sorted(actual)


def _beside_other_lines(predicted: Lines, actual: Lines) -> bool:
    """Whether two outputs have the same lines of a transcript; others may be between them.

    >>> _beside_other_lines(("expanding 1", "[1] h=0"), ("now:", "[1] h=0", "2 left"))
    True
    >>> _beside_other_lines(("[1] h=0",), ("[1] h=0", "[2] h=2"))
    False
    """
    wanted, given = (
        [line for line in side if TRANSCRIPT.match(line)] for side in (predicted, actual)
    )
    more = [line for line in actual if line and not TRANSCRIPT.match(line)]
    return wanted == given and (bool(more) or tuple(wanted) == actual)


def _without_numpy(predicted: Lines, actual: Lines) -> bool:
    """Whether two outputs are equal once integers of numpy are written as others are.

    >>> _without_numpy(("[np.int64(1)] h=0",), ("[np.int32(1)] h=np.int32(0)",))
    True
    """
    plain, other = (
        [re.sub(r"np\.\w+\((-?\d+)\)", r"\1", line) for line in side]
        for side in (predicted, actual)
    )
    return plain == other


def rounded(predicted: Lines, actual: Lines) -> bool:
    """Whether two outputs have nearly the same numbers.

    Of a path with fractions only the first line is compared: the last digit of a sum of square
    roots depends on their order, and so does which of two states comes first.

    >>> rounded(("[1] h=2.23606797749979",), ("[1] h=2.24",)), rounded(("[1] h=2.2",), ("[1] h=2",))
    (True, False)
    """
    if "moves" in "".join(actual[:1]) and "." in "".join(actual):
        predicted, actual = predicted[:1], actual[:1]
    return len(predicted) == len(actual) and all(map(_nearly, predicted, actual))


def _nearly(a: str, b: str) -> bool:
    """Whether two lines differ in nothing but their numbers, and in those by little."""
    number = r"\d+(?:\.\d+)?"
    pairs = zip(re.findall(number, a), re.findall(number, b))
    return re.sub(number, "#", a) == re.sub(number, "#", b) and all(
        abs(float(one) - float(other)) < TOLERANCE for one, other in pairs
    )


# ---- The lines of the reference that are edited more than once ----

PART_OF_H = "distance(GOAL.index(tile), square) if tile else 0"
BY_ROW, BY_COLUMN = "abs(square // 3 - (tile - 1) // 3)", "abs(square % 3 - (tile - 1) % 3)"
STRAIGHT = f"({BY_ROW} ** 2 + {BY_COLUMN} ** 2) ** 0.5 if tile else 0"
WHOLE_H = "return sum(H[tile][square] for square, tile in enumerate(state))"
BESIDE = "if distance(a, b) == 1]"
BLANKS = "for blank in range(9):"
LAST_BLANK = "state.rindex(0)"
TILE = "if state[square] != 0:"
LISTED = "sorted(successors(start))"
PATH = "path[::-1]"
FIRST_ENTRY = "queue = [(h, start, (0, h, -1))]"
POP = "_, state, (g, h, parent) = heappop(queue)"
POPPED = "popped.append((state, parent))"
PUSH = "heappush(queue, (new_g + new_h, after, (new_g, new_h, here)))"
UNLESS = "if after not in visited:"
BEFORE = "max_queue_length = 0\n"
EXPANDED = "in successors(state):"
ASCENDING = (EXPANDED, "in sorted(successors(state)):")
LENGTH = "max(max_queue_length, len(queue))"
SUCCESSOR = 'print(f"{list(after)} h={h}")'
ON_PATH = 'print(f"{list(on_path)} h={h} moves: {moves}")'
QUEUE = 'print(f"Max queue length: {max_queue_length}")'
SEARCHED = "a_star(bytes(state))"
SEARCH_CALL = f"path, max_queue_length = {SEARCHED}"
START = "start = bytes(state)"
MODULE_LEVEL = "# ---- What the assignment asks for ----"


Edits = tuple[tuple[str, str], ...]


def _shown(state: str = "list(STATE)", h: str = "h={h}", moves: str = "moves: {moves}") -> Edits:
    """The edits with which both functions print a state, its h or its moves in another format.

    What stays as it is is not edited, so that edits of one part go together with those of another.
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


def _in_both(line: str) -> Edits:
    """The edits that add a line before all that either function does."""
    return (START, f"{line}\n    {START}"), (SEARCHED, f"{SEARCHED} if [{line}] else 0")


def _after_lines(value: object) -> list[Edits]:
    """The ways to print a value after every line, or after the last, of one function or of both."""
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


def _refused(refusal: str, otherwise: str = "pass") -> Edits:
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


def _at_the_push(length: str) -> tuple[str, str]:
    """The edit that ends the search when the goal is pushed, with that as the maximum queue."""
    return (
        PUSH,
        f"""{PUSH}
            if after == GOAL:
                return path_to([*popped, (after, here)]), {length}""",
    )


BEST = (BEFORE, f"{BEFORE}    best = {{start: 0}}\n")
REMEMBER_G = "                best[after] = g + 1"
DROPPED = (
    (BEFORE, f"{BEFORE}    reached = {{start}}\n"),
    (UNLESS, "if after not in reached:\n                reached.add(after)"),
)
FIRST_IN_FIRST_OUT = (
    (FIRST_ENTRY, "queue, pushes = [(0, start, (0, h, -1))], 0"),
    (PUSH, "pushes += 1\n                heappush(queue, (pushes, after, (new_g, new_h, here)))"),
)
AFTER_POP = (LENGTH, "max(max_queue_length, len(queue) - 1)")


# ---- h ----

H = (
    Misconception(
        "blank_counted_in_h",
        "Both blanks count in h, as if they were tiles.",
        "Which of the nine numbers are tiles, and which of them should h add up?",
        ((PART_OF_H, "distance(GOAL.index(tile), square)"),),
        also=[
            ((PART_OF_H, "distance(tile - 1, square)"),),
            ((PART_OF_H, "distance((tile or 9) - 1, square)"),),
            ((WHOLE_H, f"{WHOLE_H} + 2 * distance(7, state.index(0))"),),
            ((WHOLE_H, f"{WHOLE_H} + distance(7, state.index(0)) + distance(8, {LAST_BLANK})"),),
        ],
    ),
    Misconception(
        "one_blank_counted_in_h",
        "One of the blanks counts in h, as if it were a tile.",
        "Which of the nine numbers are tiles: where does the loop over them start, and does it "
        "skip 0?",
        ((WHOLE_H, f"{WHOLE_H} + distance(7, state.index(0))"),),
        also=[
            ((WHOLE_H, f"{WHOLE_H} + distance(8, {LAST_BLANK})"),),
            ((WHOLE_H, f"{WHOLE_H} + distance(8, state.index(0))"),),
            ((WHOLE_H, f"{WHOLE_H} + distance(7, {LAST_BLANK})"),),
            ((WHOLE_H, f"{WHOLE_H} + distance(-1, state.index(0))"),),
            ((WHOLE_H, f"{WHOLE_H} + distance(-1, {LAST_BLANK})"),),
        ],
    ),
    Misconception(
        "hamming_for_manhattan",
        "h counts the tiles that are out of place, instead of adding up their distances.",
        "How much does a tile add to h if it is in the corner opposite to its own?",
        ((PART_OF_H, "int(tile and GOAL.index(tile) != square)"),),
        also=[((WHOLE_H, "return sum(a != b for a, b in zip(state, GOAL))"),)],
    ),
    Misconception(
        "euclidean_for_manhattan",
        "h adds up straight-line distances instead of Manhattan distances.",
        "Can a tile slide along a diagonal? How many moves does it need if it can't?",
        ((PART_OF_H, STRAIGHT),),
        also=[((PART_OF_H, STRAIGHT), (WHOLE_H, f"{WHOLE_H.replace('sum', 'int(sum')})"))],
        like=rounded,
    ),
    Misconception(
        "chebyshev_for_manhattan",
        "h adds up the larger of a tile's two distances, by rows and by columns, instead of their "
        "sum, or its straight-line distance without the fraction, which is the same number.",
        "How many moves does a tile need if its goal square is one row and one column away?",
        ((PART_OF_H, f"max({BY_ROW}, {BY_COLUMN}) if tile else 0"),),
        also=[((PART_OF_H, f"int({STRAIGHT})"),)],
    ),
    Misconception(
        "difference_of_squares_for_manhattan",
        "h adds up the differences between the numbers of squares, counted row by row, instead of "
        "Manhattan distances.",
        "How many moves does a tile need to the square right below it, and what is the difference "
        "between the numbers of these squares?",
        ((PART_OF_H, "abs(tile - 1 - square) if tile else 0"),),
    ),
    Misconception(
        "h_is_0",
        "h is 0 for every state, as in a template that is not finished.",
        "What does the function that computes h return, and where does it add anything up?",
        ((WHOLE_H, "return 0"),),
    ),
    Misconception(
        "rows_and_columns_confused",
        "Rows and columns are confused in h, so that the distances are those to the goal mirrored "
        "at its diagonal.",
        "Which square do // 3 and % 3 give for the tile 2, and is that its square in the goal?",
        ((PART_OF_H, "distance((tile - 1) % 3 * 3 + (tile - 1) // 3, square) if tile else 0"),),
    ),
    Misconception(
        "goal_of_the_8_tile_puzzle",
        "The goal is that of the puzzle with eight tiles, so that no search ever reaches it.",
        "How many blanks are there in the goal that the program looks for?",
        (("7, 0, 0]", "7, 8, 0]"),),
        endless=True,
    ),
)


# ---- Moves ----

MOVES = (
    Misconception(
        "only_one_blank_moves",
        "Only one of the two blanks is moved.",
        "How many blanks are there, and does the program find each of them?",
        ((BLANKS, "for blank in [state.index(0)]:"),),
        also=[((BLANKS, f"for blank in [{LAST_BLANK}]:"),)],
    ),
    Misconception(
        "blanks_swap",
        "Two blanks side by side are swapped, so that the state itself is listed, once for each "
        "blank.",
        "What slides into the blank: always a tile, or sometimes the other blank?",
        ((TILE, "if True:"),),
    ),
    Misconception(
        "one_blank_moves_and_swaps",
        "Only one of the two blanks is moved, and it is also swapped with the other.",
        "How many blanks are there, and what slides into a blank: always a tile, or sometimes the "
        "other blank?",
        ((BLANKS, "for blank in [state.index(0)]:"), (TILE, "if True:")),
        also=[((BLANKS, f"for blank in [{LAST_BLANK}]:"), (TILE, "if True:"))],
    ),
    Misconception(
        "state_itself_listed",
        "Two blanks side by side are swapped, so that the state itself is listed.",
        "Does any move lead from a state to the same state?",
        ((TILE, "if True:"), ("return moved", "return sorted({*moved})")),
    ),
    Misconception(
        "wrap_around",
        "Tiles leave the board at one side and come back at another.",
        "Is the last square of a row beside the first square of the next row?",
        ((BESIDE, "if abs(a - b) in (1, 3)]"),),
        also=[
            ((BESIDE, "if (a // 3 == b // 3) != (a % 3 == b % 3)]"),),
            ((BESIDE, "if (a - b) % 9 in (1, 3, 6, 8)]"),),
            ((BESIDE, "if (a - b) % 9 in (1, 3) or b - a in (1, 3)]"),),
            ((BESIDE, "if (a - b) % 9 in (1, 3) or b - a == 3 or b - a == 1 and b % 3]"),),
            (
                (
                    BESIDE,
                    "if (a - b) % 9 == 3 or b - a == 3 or a // 3 == b // 3 and b - a in (-1, 1, "
                    "2)]",
                ),
            ),
        ],
    ),
    Misconception(
        "diagonal_moves",
        "Tiles also slide diagonally.",
        "How many squares are beside the one in the middle?",
        ((BESIDE, "if a != b and abs(a // 3 - b // 3) < 2 and abs(a % 3 - b % 3) < 2]"),),
    ),
)


# ---- The list of successors ----

LIST = (
    Misconception(
        "successors_unsorted",
        "The successors are printed in the order in which they were generated.",
        "In which order should the successors be printed, and where does the program sort them?",
        ((LISTED, "successors(start)[::-1]"),),
        like=_successors_in_any_order,
    ),
    Misconception(
        "successors_descending",
        "The successors are printed from the largest to the smallest.",
        "Which of the successors should be printed first, the smallest or the largest?",
        ((LISTED, f"{LISTED}[::-1]"),),
    ),
    Misconception(
        "successors_by_h",
        "The successors are printed in the order of their h.",
        "By what should the successors be sorted: by the states alone?",
        ((LISTED, "sorted(successors(start), key=lambda after: (manhattan(after), after))"),),
    ),
    Misconception(
        "duplicates_printed",
        "Each successor is printed twice.",
        "How often is the list of successors filled: once, or once for each blank?",
        ((LISTED, "sorted(2 * successors(start))"),),
        also=[((LISTED, f"2 * {LISTED}"),), (("return moved", "return 2 * moved"),)],
    ),
)


# ---- The format ----

FORMAT = (
    Misconception(
        "h_with_space",
        "There is a space after `h=`.",
        "What is between h= and its number in the expected line, and does print() add something "
        "there?",
        _shown(h="h= {h}"),
    ),
    Misconception(
        "space_before_equals",
        "There is a space before the equals sign of `h=`.",
        "How many spaces are there in the expected line around the equals sign?",
        _shown(h="h ={h}"),
        also=[_shown(h="h = {h}")],
    ),
    Misconception(
        "another_label_for_h",
        "The value of h has another label than `h=`.",
        "Which characters are before the value of h in the expected line?",
        _shown(h="FOUND{h}"),
        pattern=r"(?m)^[\[(][^])]*[\])] (?!h ?=|moves)([^\s\d][^\d\[\]()]*)-?\d",
    ),
    Misconception(
        "moves_missing",
        "The lines of the path lack `moves: `.",
        "What comes after h in each expected line of the path?",
        _shown(moves=""),
        also=[_shown(moves="{moves}")],
    ),
    Misconception(
        "steps_for_moves",
        "The number of moves has another label than `moves: `.",
        "Which word is before the number of moves in the expected line?",
        _shown(moves="FOUND{moves}"),
        pattern=r"(?m)^[\[(\d].*[=:] ?\d[\d.]* (?!moves: \d)([A-Za-z]+ ?[:=]? ?)\d+$",
    ),
    Misconception(
        "h_as_float",
        "h is printed as a float.",
        "Which operation on whole numbers gives a float, and which one doesn't?",
        _shown(h="h={h:.1f}"),
    ),
    Misconception(
        "tuple_for_list",
        "States are printed as tuples instead of lists.",
        "What is the type of the state that is printed, and which brackets should be around it?",
        _shown(state="tuple(STATE)"),
    ),
    Misconception(
        "bare_digits",
        "States are printed as bare digits instead of lists.",
        "What is around and between the numbers of a state in the expected line?",
        _shown(state="'FOUND'.join(map(str, STATE))"),
        pattern=r"(?m)^\d([, ]{0,2})(?=\d)",
    ),
    Misconception(
        "states_as_strings",
        "The tiles, or the states as a whole, are strings, and are printed in quotes.",
        "What is the type of the state that is printed, and what is the type of its entries?",
        _shown(state="list(map(str, STATE))"),
        also=[_shown(state="repr(''.join(map(str, STATE)))")],
    ),
    Misconception(
        "numpy_integers",
        "Integers of numpy are printed with the name of their type.",
        "What is the type of a number from an array, and how does Python print a list of them?",
        _shown(
            state="str(list(map('np.int64({})'.format, STATE))).replace(chr(39), '')",
            h="h=np.int64({h})",
        ),
        like=_without_numpy,
    ),
    Misconception(
        "another_label_for_queue_length",
        "The maximum queue length has another label than `Max queue length: `.",
        "Which characters are before the last number in the expected output?",
        (("Max queue length: {", "FOUND{"),),
        pattern=r"(?m)^(?!Max queue length: \d)([A-Za-z][^\[\]\d\n]{0,60})\d+$",
    ),
    Misconception(
        "no_queue_length",
        "There is no line with the maximum queue length.",
        "What comes after the path in the expected output?",
        ((QUEUE, "pass"),),
    ),
    Misconception(
        "moves_counted_from_1",
        "The start is printed as move 1 instead of move 0.",
        "How many moves were made before the start?",
        _shown(moves="moves: {moves + 1}"),
    ),
)


# ---- The search ----

SEARCH = (
    Misconception(
        "g_as_priority",
        "The queue is ordered by g alone: the search is uniform-cost search, not A*.",
        "By which number should the queue order its entries, and is h a part of it?",
        ((PUSH, "heappush(queue, (new_g, after, (new_g, new_h, here)))"),),
    ),
    Misconception(
        "h_as_priority",
        "The queue is ordered by h alone: the search is greedy, not A*.",
        "By which number should the queue order its entries, and is g a part of it?",
        ((PUSH, "heappush(queue, (new_h, after, (new_g, new_h, here)))"),),
    ),
    Misconception(
        "first_in_first_out",
        "The queue is not ordered: what was pushed first is popped first, as in breadth-first "
        "search.",
        "In which order do entries leave the queue, and where does f come in?",
        (*FIRST_IN_FIRST_OUT, ASCENDING),
        also=[
            FIRST_IN_FIRST_OUT,
            (*FIRST_IN_FIRST_OUT, ASCENDING, *DROPPED),
            (*FIRST_IN_FIRST_OUT, *DROPPED),
        ],
    ),
    Misconception(
        "goal_test_at_push",
        "The search ends when the goal is pushed instead of when it is popped.",
        "When is the path surely a shortest one: when the goal enters the queue or when it leaves?",
        (_at_the_push("max_queue_length"),),
        also=[(_at_the_push(LENGTH),), (_at_the_push(LENGTH), ASCENDING)],
    ),
    Misconception(
        "duplicates_dropped_at_push",
        "A state that has been in the queue is never pushed again.",
        "When may a state be left out of the queue: once it has been pushed, or once it has been "
        "popped?",
        DROPPED,
    ),
    Misconception(
        "repush_only_when_g_is_better",
        "A state is pushed again only if its g is better than before.",
        "May a state be in the queue twice with the same g, and what does the assignment say about "
        "that?",
        (BEST, (UNLESS, f"if g + 1 < best.get(after, 99):\n{REMEMBER_G}")),
    ),
    Misconception(
        "repush_when_g_is_no_worse",
        "A state is pushed again if its g is as good as before or better, even if it has been "
        "popped.",
        "May a state be pushed again once it has been popped?",
        (BEST, (UNLESS, f"if g + 1 <= best.get(after, 99):\n{REMEMBER_G}")),
    ),
    Misconception(
        "worse_g_not_pushed",
        "A state is not pushed again if it is in the queue with a better g.",
        "Does the assignment say that g decides whether a successor is pushed?",
        (
            BEST,
            (UNLESS, f"if after not in visited and g + 1 <= best.get(after, 99):\n{REMEMBER_G}"),
        ),
    ),
    Misconception(
        "older_g_compared",
        "A state is pushed again if its g is better than that of an entry before it, which need "
        "not be the best.",
        "A state may be in the queue several times: with which of these entries is g compared, "
        "and does the assignment ask for that?",
        (
            (BEFORE, f"{BEFORE}    pushed = {{start: [0]}}\n"),
            (
                UNLESS,
                "pushed.setdefault(after, [])\n"
                "            in_queue = pushed[after][1:] and [\n"
                "                entry[2][0] for entry in queue if entry[1] == after\n"
                "            ]\n"
                "            if g + 1 < [*in_queue, *pushed[after], 99][0]:\n"
                "                pushed[after].append(g + 1)",
            ),
        ),
        also=[
            (BEST, (UNLESS, "if g + 1 < (best.get(after, 99), best.setdefault(after, g + 1))[0]:")),
            (BEST, (UNLESS, "if g + 1 < (best.get(after, 99), best.update({after: g + 1}))[0]:")),
        ],
    ),
    Misconception(
        "replaced_in_queue",
        "An entry is replaced in the queue if a better g is found for its state, so that no state "
        "is in the queue twice.",
        "Textbooks replace an entry in the queue: does the assignment, or may a state be in the "
        "queue more than once?",
        (
            BEST,
            (
                UNLESS,
                "if g + 1 < best.get(after, 99):\n"
                "                if after in best:\n"
                "                    queue = sorted(entry for entry in queue if entry[1] != after)"
                f"\n{REMEMBER_G}",
            ),
        ),
        also=[
            (
                BEST,
                (
                    UNLESS,
                    "if after not in visited and g + 1 <= best.get(after, 99):\n"
                    "                if after in best:\n"
                    "                    queue = sorted(entry for entry in queue if entry[1] != "
                    f"after)\n{REMEMBER_G}",
                ),
            ),
            (
                BEST,
                (
                    UNLESS,
                    "if after in best and g + 1 < best[after]:\n"
                    "                place = [entry[1] for entry in queue].index(after)\n"
                    "                old_g, old_h, _ = queue[place][2]\n"
                    "                queue[place] = (g + 1 + old_h, after, (g + 1, old_h, here))\n"
                    "                best[after] = g + 1\n"
                    f"            if after not in best:\n{REMEMBER_G}",
                ),
            ),
        ],
    ),
    Misconception(
        "start_not_marked",
        "A state that has been in the queue is never pushed again, except for the start, which is "
        "pushed twice.",
        "When may a state be left out of the queue: once it has been pushed, or once it has been "
        "popped? And is that so of the start, too?",
        ((BEFORE, f"{BEFORE}    reached = set()\n"), DROPPED[1]),
    ),
    Misconception(
        "no_visited_set",
        "Successors are pushed whether or not their states have been popped before.",
        "Where does the search remember the states that it has popped?",
        ((UNLESS, "if True:"),),
    ),
    Misconception(
        "only_predecessor_skipped",
        "A successor is left out only if it is the state that the search has just come from.",
        "How does the search know that a state was popped longer ago than one move?",
        ((UNLESS, "if parent == -1 or after != popped[parent][0]:"),),
    ),
    Misconception(
        "popped_duplicates_skipped",
        "An entry whose state was popped before is thrown away instead of being expanded again.",
        "What should happen to a popped entry if its state has been popped before?",
        ((POP, f"{POP}\n        if state in visited:\n            continue"),),
    ),
    Misconception(
        "ties_by_insertion",
        "Among entries of equal f the one pushed first comes first, instead of the smaller state.",
        "What does the heap compare in two entries that have the same f?",
        (
            (FIRST_ENTRY, "queue, pushes = [(h, 0, start, (0, h, -1))], 0"),
            (POP, "_, _, state, (g, h, parent) = heappop(queue)"),
            (EXPANDED, "in sorted(successors(state)):\n            pushes += 1"),
            (PUSH, "heappush(queue, (new_g + new_h, pushes, after, (new_g, new_h, here)))"),
        ),
        also=[
            (
                (FIRST_ENTRY, "queue, pushes = [(h, 0, start, (0, h, -1))], 0"),
                (POP, "_, _, state, (g, h, parent) = heappop(queue)"),
                (EXPANDED, f"{EXPANDED}\n            pushes += 1"),
                (PUSH, "heappush(queue, (new_g + new_h, pushes, after, (new_g, new_h, here)))"),
            )
        ],
    ),
    Misconception(
        "larger_state_first",
        "Among entries of equal f the larger state comes first.",
        "Which of two states does the heap pop first if they have the same f?",
        (
            (FIRST_ENTRY, "queue = [(h, [], start, (0, h, -1))]"),
            (POP, "_, _, state, (g, h, parent) = heappop(queue)"),
            (
                PUSH,
                "heappush(queue, (new_g + new_h, [-tile for tile in after], after, (new_g, new_h, "
                "here)))",
            ),
        ),
    ),
    Misconception(
        "parent_counted_by_pushes",
        "parent_index counts pushes instead of pops, so that another path of the same length is "
        "found.",
        "What does parent_index count: the entries that were pushed, or those that were popped?",
        (
            (FIRST_ENTRY, "queue, pushes = [(h, start, (0, h, -1), -1, 0)], 0"),
            (POP, "_, state, (g, h, _), parent, number = heappop(queue)"),
            ASCENDING,
            (
                PUSH,
                "pushes += 1\n"
                "                heappush(queue, (new_g + new_h, after, (new_g, new_h, number), "
                "here, pushes))",
            ),
        ),
    ),
    Misconception(
        "ties_by_whole_path",
        "Ties between equal states go by the whole path, so that another path of the same length "
        "is found.",
        "What does the heap compare if f and the state are the same, and is it parent_index?",
        (
            (FIRST_ENTRY, "queue = [(h, start, [start], (0, h, -1))]"),
            (POP, "_, state, route, (g, h, parent) = heappop(queue)"),
            (
                PUSH,
                "heappush(queue, (new_g + new_h, after, [*route, after], (new_g, new_h, here)))",
            ),
        ),
    ),
    Misconception(
        "ties_by_parents_state",
        "Ties between equal states go by the parent's state, so that another path of the same "
        "length is found.",
        "What does the heap compare if f and the state are the same: parent_index, or something "
        "else that you put there?",
        (
            (FIRST_ENTRY, "queue = [(h, start, b'', (0, h, -1))]"),
            (POP, "_, state, _, (g, h, parent) = heappop(queue)"),
            (PUSH, "heappush(queue, (new_g + new_h, after, state, (new_g, new_h, here)))"),
        ),
    ),
    Misconception(
        "list_compared_with_tuple",
        "The search never recognises the goal, as when a list is compared with a tuple.",
        "Is a list equal to a tuple of the same numbers, and what are the types of the state and "
        "the goal?",
        (("if state == GOAL:", "if list(state) == tuple(GOAL):"),),
        endless=True,
    ),
    Misconception(
        "visited_list",
        "The time grows with the square of the number of states, as when the program searches a "
        "list of the states visited, or of the entries of the queue, each time.",
        "Which step of the search looks at every state visited or at every entry of the queue, "
        "and is there a faster collection for it?",
        ((UNLESS, "if after not in list(visited):"),),
        slow=True,
    ),
)


# ---- The length of the queue ----

LENGTHS = (
    Misconception(
        "length_one_too_small",
        "The maximum queue length is one too small: it is taken after the pop, or the start is "
        "not counted.",
        "When is the queue at its longest: before or after an entry is popped?",
        (AFTER_POP,),
    ),
    Misconception(
        "length_one_too_large",
        "The maximum queue length is one too large.",
        "Which number of entries is counted first, and is the entry that was popped counted, too?",
        ((LENGTH, "max(max_queue_length, len(queue) + 1)"),),
        least=2,
    ),
    Misconception(
        "dropped_and_one_too_small",
        "States are never pushed twice, and the maximum queue length is taken after the pop.",
        "When may a state be left out of the queue, and when is the queue at its longest?",
        (*DROPPED, AFTER_POP),
    ),
    Misconception(
        "sum_of_pushes",
        "The maximum queue length is the number of all pushes.",
        "What happens to the length of the queue at each pop?",
        ((LENGTH, "len(queue) + len(popped)"),),
        also=[((LENGTH, "len(queue) + len(popped) - 1"),)],
    ),
    Misconception(
        "number_of_pops",
        "The maximum queue length is the number of entries popped, or of the states expanded.",
        "What does the last number count: what is in the queue, or what has left it?",
        ((LENGTH, "len(popped) + 1"),),
        also=[
            ((LENGTH, "len(popped)"),),
            ((LENGTH, "len(visited) + 1"),),
            ((LENGTH, "len(visited)"),),
        ],
    ),
    Misconception(
        "last_length",
        "The queue length is the last one, not the largest.",
        "Where does the program remember the largest length so far?",
        ((LENGTH, "len(queue)"),),
        also=[((LENGTH, "len(queue) - 1"),)],
    ),
    Misconception(
        "goal_gives_0",
        "The maximum queue length is 0 where the start is the goal: it is taken after pushes only.",
        "How many entries are in the queue before the first pop?",
        (("{max_queue_length}", "{max_queue_length if path[1:] else 0}"),),
    ),
    Misconception(
        "constant_length",
        "The maximum queue length is the same number for every state.",
        "Where does the last number come from?",
        ((QUEUE, 'print("Max queue length: FOUND")'),),
        pattern=r"(?m)^Max queue length: (-?\d+)",
        least=2,
    ),
)


# ---- The path ----

THE_PATH = (
    Misconception(
        "path_backwards",
        "The path is printed from the goal to the start.",
        "Which state should be printed first, and from which end do the parents lead?",
        ((f"return {PATH}", "return path"),),
        also=[(("in enumerate(path):", "in reversed([*enumerate(path)]):"),)],
    ),
    Misconception(
        "path_without_start",
        "The path lacks the start.",
        "Which state should be printed first, and does the loop along the parents reach it?",
        (("in enumerate(path):", "in enumerate(path[1:]):"),),
        also=[(("in enumerate(path):", "in enumerate(path[1:], 1):"),)],
    ),
    Misconception(
        "path_without_goal",
        "The path lacks the goal.",
        "Which state should be printed last, and where does the loop along the parents begin?",
        (("in enumerate(path):", "in enumerate(path[:-1]):"),),
    ),
    Misconception(
        "path_missing",
        "The path is not printed.",
        "Which lines come before the maximum queue length in the expected output?",
        (("in enumerate(path):", "in enumerate(path[:0]):"),),
    ),
    Misconception(
        "predecessors_overwritten",
        "The predecessor of a state is overwritten at each push, even by one on a longer path.",
        "What happens to the stored predecessor of a state when the state is pushed a second time?",
        (
            (BEFORE, f"{BEFORE}    before = {{}}\n"),
            (PUSH, f"{PUSH}\n                before[after] = here"),
            ("path_to(popped), max", "path_to([(s, before.get(s, -1)) for s, _ in popped]), max"),
        ),
    ),
    Misconception(
        "first_predecessor_kept",
        "The predecessor of a state is that of its first push, even if a shorter path is found.",
        "What happens to the stored predecessor of a state when a shorter path to it is found?",
        (
            (BEFORE, f"{BEFORE}    before = {{start: -1}}\n"),
            (PUSH, f"{PUSH}\n                before.setdefault(after, here)"),
            ("path_to(popped), max", "path_to([(s, before[s]) for s, _ in popped]), max"),
        ),
    ),
)


# ---- What is printed beside the output ----

BESIDE_IT = (
    Misconception(
        "true_printed",
        "A line `True` is printed, too.",
        "Which print() shows the value that a function returns?",
        _after_lines(True)[0],
        also=_after_lines(True)[1:],
    ),
    Misconception(
        "none_printed",
        "A line `None` is printed, too: the value of a function that returns nothing.",
        "What does print() show of a function that returns nothing?",
        _after_lines(None)[0],
        also=_after_lines(None)[1:],
    ),
    Misconception(
        "debugging_lines",
        "Other lines are printed between those of the output, which are right.",
        "Which lines did you print to find a mistake, and may they stay?",
        _in_both('print("called")') + ((POPPED, f'{POPPED}\n        print("popped", g)'),),
        like=_beside_other_lines,
    ),
    Misconception(
        "prompts",
        "The program asks for input, which nobody gives it.",
        "Where does the state come from: from the keyboard, or as an argument?",
        ((MODULE_LEVEL, "input()"),),
        also=[_in_both("input()"), _in_both('print("FOUND", end="")')],
        pattern=r"\A([^\n\[\]=\d]*[:?>][ \t]*)\[",
    ),
    PRINTED_AT_IMPORT,
    STATE_KEPT,
    START_AT_GOAL,
    Misconception(
        "first_line_true",
        "There is a line `True` before the path, as the edition any-tiles of the assignment asks "
        "for.",
        "What is the first line that solve should print?",
        ((SEARCHED, f"{SEARCHED}; print(True)"),),
    ),
    Misconception(
        "solvable_by_inversions",
        "Starts with an odd number of inversions are taken for unsolvable, as only those of eight "
        "tiles are; the edition any-tiles of the assignment asks for a line `True` or `False`.",
        "With two blanks, can a move change the number of inversions from even to odd?",
        _refused("print(False)"),
        also=[
            _refused("print(False)", "print(True)"),
            _refused('print("FOUND")'),
        ],
        pattern=r"(?mi)^([^\[\d\n]*sol[uv][^\[\d\n]*)$",
    ),
)


# ---- What prints nothing ----

NOTHING = (
    Misconception(
        NOTHING_PRINTED,
        "Nothing is printed, as by a function that is not finished, returns its answer or ends too "
        "early.",
        "What does the function do with its answer, and does it get there?",
        ((START, f"return\n    {START}"), (SEARCH_CALL, f"return\n    {SEARCH_CALL}")),
        also=[((START, f"return\n    {START}"),), ((SEARCH_CALL, f"return\n    {SEARCH_CALL}"),)],
    ),
    Misconception(
        GOAL_NEVER_MET,
        "The search pops every state there is and ends without having met the goal, as when a list "
        "is compared with a tuple, or with a goal that is another puzzle's.",
        "Is a list equal to a tuple of the same numbers, and what are the types of the state and "
        "the goal?",
        ((SEARCH_CALL, f"return\n    {SEARCH_CALL}"),),
        also=[((SEARCH_CALL, f"[].pop()\n    {SEARCH_CALL}"),)],
    ),
    Misconception(
        "undefined_name",
        "A name is used that nothing defines, as in a template that is not finished, after a "
        "misspelling or without an import.",
        "Which name is it, and where should it get its value?",
        _in_both("undefined()"),
        also=[((MODULE_LEVEL, "undefined()"),)],
    ),
)

MISCONCEPTIONS = (*H, *MOVES, *LIST, *FORMAT, *SEARCH, *LENGTHS, *THE_PATH, *BESIDE_IT, *NOTHING)
