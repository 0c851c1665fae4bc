"""Misconceptions of `funny_puzzle` about its output: its format, extra output, no output."""

from grader.assignment.misconceptions import (
    PRINTED_AT_IMPORT,
    START_AT_GOAL,
    STATE_KEPT,
    InCommon,
    Misconception,
    instead,
)

from .alike import (
    with_empty_braces,
    without_addresses,
    without_beginnings,
    without_numpy,
    without_other_lines,
    without_spaces,
)
from .misconceptions_alike import beside_states
from .misconceptions_edits import (
    LISTED,
    MODULE_LEVEL,
    ON_PATH,
    POPPED,
    QUEUE,
    SEARCH_CALL,
    SEARCHED,
    START,
    SUCCESSOR,
    after_lines,
    in_both,
    refused,
    shown,
)


# The rules tell these misconceptions apart by their times.
NOTHING_PRINTED, GOAL_NEVER_MET = "nothing_printed", "goal_never_met"


# the edits by which lines are printed without `f` before their text, or without a new line
PLAIN = [(line, line.replace('f"', '"')) for line in (SUCCESSOR, ON_PATH, QUEUE)]
ON_ONE_LINE = [
    [(line, f"{line[:-1]}, end={end!r})") for line in lines]
    for end in (" ", "", ", ")
    for lines in ([SUCCESSOR], [SUCCESSOR, ON_PATH])
]
# an object for a state and its h, for the state, or for it in a list
AN_OBJECT = "<{'object'} at 0x0>"
OBJECTS = [
    edits
    for shows in (AN_OBJECT, f"{AN_OBJECT} h={{h}}", f"[{AN_OBJECT}] h={{h}}")
    for edits in (
        tuple((f"{{list({name})}} h={{h}}", shows) for name in names)
        for names in (("after", "on_path"), ("after",), ("on_path",))
    )
]
MOVES_FIRST = (ON_PATH, 'print(f"{list(on_path)} moves: {moves} h={h}")')
SHOWS_PARENT = (POPPED, "popped.append(((state, parent), parent))")
H_FIRST = (SUCCESSOR, 'print(f"h={h} {list(after)}")')
STATE_LAST = (ON_PATH, 'print(f"h={h} moves: {moves} {list(on_path)}")')
STATE_SECOND = (ON_PATH, 'print(f"h={h} {list(on_path)} moves: {moves}")')
POP_SHOWN = 'print(f"{list(state)} h={h} moves: {g}")'


# ---- The format ----

FORMAT = (
    Misconception(
        "h_with_space",
        "There is a space after `h=`.",
        "What is between h= and its number in the expected line, and does print() add something "
        "there?",
        shown(h="h= {h}"),
    ),
    Misconception(
        "space_before_equals",
        "There is a space before the equals sign of `h=`.",
        "How many spaces are there in the expected line around the equals sign?",
        shown(h="h ={h}"),
        also=[shown(h="h = {h}")],
    ),
    Misconception(
        "other_spaces",
        "Between the parts of a line are other spaces, tabs or commas than expected, or there are "
        "empty lines.",
        "Which characters stand between two parts of the expected line, and is any line empty?",
        shown(h=" h={h}"),
        like=InCommon(without_spaces),
    ),
    Misconception(
        "state_not_first",
        "Something else stands before the state in a line, such as a number, a word or an arrow.",
        "What is the first character of each expected line?",
        shown(state="'-> ' + str(list(STATE))"),
        like=InCommon(without_beginnings),
    ),
    Misconception(
        "another_label_for_h",
        "The value of h has another label than `h=`.",
        "Which characters are before the value of h in the expected line?",
        shown(h="FOUND{h}"),
        pattern=r"(?m)^[\[(][^])\n]*[\])] (?!h ?=|moves)([^\s\d][^\d\[\]()\n]*)-?\d",
    ),
    Misconception(
        "moves_missing",
        "The lines of the path lack `moves: `.",
        "What comes after h in each expected line of the path?",
        shown(moves=""),
        also=[shown(moves="{moves}")],
    ),
    Misconception(
        "steps_for_moves",
        "The number of moves has another label than `moves: `.",
        "Which characters are before the number of moves in the expected line?",
        shown(moves="FOUND{moves}"),
        pattern=r"(?m)^[\[(\d].*[=:] ?\d[\d.]* (?!moves: \d)([A-Za-z]+ ?[:=]? ?)\d+$",
    ),
    Misconception(
        "h_as_float",
        "h is printed as a float.",
        "Which operation on whole numbers gives a float, and which one doesn't?",
        shown(h="h={h:.1f}"),
    ),
    Misconception(
        "tuple_for_list",
        "States are printed as tuples, or as bytes, instead of lists.",
        "What is the type of the state that is printed, and which brackets should be around it?",
        shown(state="tuple(STATE)"),
        also=[shown(state="bytes(STATE)"), shown(state="bytearray(STATE)")],
    ),
    Misconception(
        "bare_digits",
        "States are printed as bare digits instead of lists.",
        "What is around and between the numbers of a state in the expected line?",
        shown(state="'FOUND'.join(map(str, STATE))"),
        pattern=r"(?m)^\d([, ]{0,2})(?=\d)",
    ),
    Misconception(
        "front_blanks_missing",
        "States that begin with a blank are printed without it, for example because a state is "
        "kept as a whole number.",
        "How does Python print int('012345670'), and how many digits is that?",
        shown(state="list(STATE)[next(k for k in range(9) if STATE[k]):]"),
    ),
    Misconception(
        "another_separator",
        "The numbers of a state are not separated by a comma and a space.",
        "Which characters are between two numbers of a state in the expected line?",
        shown(state="'[' + 'FOUND'.join(map(str, STATE)) + ']'"),
        pattern=r"(?m)^\[\d(?!, \d)([, ]{1,4})(?=\d)",
    ),
    Misconception(
        "states_as_strings",
        "The tiles, or the states as a whole, are strings, and are printed in quotes.",
        "What is the type of the state that is printed, and what is the type of its entries?",
        shown(state="list(map(str, STATE))"),
        also=[
            shown(state="repr(''.join(map(str, STATE)))"),
            shown(state="repr(str(list(STATE)))"),
            shown(state="repr(str(list(STATE)))")[:1],
        ],
    ),
    Misconception(
        "states_as_rows",
        "States are printed as lists of rows.",
        "How many brackets are around the numbers of a state in the expected line?",
        shown(state="[list(STATE[k:k + 3]) for k in (0, 3, 6)]"),
        also=[shown(state="[list(STATE[k:k + 3]) for k in (0, 3, 6)]")[1:]],
    ),
    Misconception(
        "braces_printed",
        "Braces are printed, with what a value should replace, as there is no `f` before the text.",
        'What does print("{2 + 3}") print, and what does print(f"{2 + 3}") print?',
        PLAIN[:1],
        also=[PLAIN[1:2], PLAIN[2:], PLAIN[:2], PLAIN[1:], PLAIN[::2], PLAIN],
        like=InCommon(with_empty_braces),
    ),
    Misconception(
        "all_on_one_line",
        "Lines that should follow each other are all printed on one line.",
        "What does print() write after its text, and what does it write there with your `end`?",
        ON_ONE_LINE[0],
        also=ON_ONE_LINE[1:],
    ),
    Misconception(
        "numpy_integers",
        "Integers of numpy are printed with the name of their type, as numpy does since version 2.",
        "What is the type of a number from an array, and how does Python print a list of them?",
        shown(
            state="str(list(map('np.int64({})'.format, STATE))).replace(chr(39), '')",
            h="h=np.int64({h})",
        ),
        like=InCommon(without_numpy),
    ),
    Misconception(
        "object_printed",
        "An object is printed whose class does not say what it should look like, as it has no "
        "`__str__`, or no `__repr__` where the object is in a list.",
        "What does print() show of an object of a class of your own, and which of its methods "
        "could make that a state?",
        OBJECTS[0],
        also=OBJECTS[1:],
        like=InCommon(without_addresses),
    ),
    Misconception(
        "parts_in_another_order",
        "The parts of a line, the state, h and moves, are in another order.",
        "Which part comes first in the expected line, which second, and which last?",
        (MOVES_FIRST,),
        also=[
            (H_FIRST,),
            (STATE_SECOND,),
            (STATE_LAST,),
            (H_FIRST, STATE_SECOND),
            (H_FIRST, STATE_LAST),
        ],
    ),
    Misconception(
        "numbers_mixed_up",
        "A number in the lines of the path is another field of its entry: h and the moves are "
        "exchanged, or one of them is the index of the parent.",
        "Which field of an entry holds g, which h and which the index of its parent, and which of "
        "them does each number in your lines come from?",
        (("h={h} moves: {moves}", "h={moves} moves: {h}"),),
        also=[
            (
                SHOWS_PARENT,
                ("for moves, on_path in enumerate(path):", "for on_path, moves in path:"),
            ),
            (
                SHOWS_PARENT,
                ("on_path in enumerate(path):", "(on_path, held) in enumerate(path):"),
                ("h={h} moves", "h={held} moves"),
            ),
        ],
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
        shown(moves="moves: {moves + 1}"),
    ),
    Misconception(
        "moves_all_the_same",
        "The number after `moves: ` is the same in every line, for example that of the goal.",
        "In the loop that prints the path, where does the number after moves: get its next value?",
        shown(moves="moves: {len(path) - 1}"),
        also=[shown(moves=f"moves: {number}") for number in ("0", "1", "{len(path)}")],
    ),
    Misconception(
        "moves_still_to_make",
        "The number after `moves: ` is the number of moves that are left to the goal.",
        "How many moves were made before the first state of the path, and how many before the "
        "last?",
        # It edits what path_backwards edits, as both together print what that prints alone.
        (("in enumerate(path):", "in zip(range(len(path))[::-1], path):"),),
    ),
)


# ---- What is printed beside the output ----

BESIDE_IT = (
    Misconception(
        "true_printed",
        "A line `True` is printed, too.",
        "Which print() shows the value that a function returns?",
        after_lines(True)[0],
        also=after_lines(True)[1:],
    ),
    Misconception(
        "none_printed",
        "A line `None` is printed, too: the value of a function that returns nothing.",
        "What does print() show of a function that returns nothing?",
        after_lines(None)[0],
        also=after_lines(None)[1:],
    ),
    Misconception(
        "debugging_lines",
        "Other lines are printed beside those of the output.",
        "Which lines did you print to find a mistake, and may they stay?",
        in_both('print("called")') + ((POPPED, f'{POPPED}\n        print("popped", g)'),),
        like=InCommon(without_other_lines),
    ),
    Misconception(
        "pops_printed",
        "Each state is printed when it is popped, in the form of the lines of the path.",
        "Which lines are printed while your program searches, and which ones when it has found the "
        "goal?",
        ((POPPED, f"{POPPED}\n        {POP_SHOWN}"),),
        also=instead("visited.add(state)", f"{POP_SHOWN}\n        visited.add(state)"),
    ),
    Misconception(
        "states_printed_by_solve",
        "solve also prints lines of states and h without moves, for example by print_succ.",
        "Which lines of solve's output have no moves: does it call print_succ, or print itself?",
        (("visited.add(state)", "visited.add(state)\n        print_succ(list(state))"),),
        also=[((POPPED, f"{POPPED}\n        print_succ(list(state))"),)],
        like=beside_states,
    ),
    Misconception(
        "one_successor_printed",
        "Of the successors, only the first or the last one is printed.",
        "Which lines belong to the loop over the successors, and does a return or a break end its "
        "first turn?",
        ((LISTED, f"{LISTED}[:1]"),),
        also=[((LISTED, f"{LISTED}[-1:]"),)],
    ),
    Misconception(
        "queue_length_in_loop",
        "The maximum queue length is printed once for each state of the path.",
        "Which lines belong to the loop over the path: does the last print() belong to it?",
        ((QUEUE, "pass"), (ON_PATH, f"{ON_PATH}\n        {QUEUE}")),
    ),
    Misconception(
        "prompts",
        "The program asks for input, which nobody gives it.",
        "Nobody types anything when the checks import it: which line waits for that, and does the "
        "state come as an argument?",
        ((MODULE_LEVEL, "input()"),),
        also=[in_both("input()"), in_both('print("FOUND", end="")')],
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
        refused("print(False)"),
        also=[
            refused("print(False)", "print(True)"),
            refused('print("FOUND")'),
        ],
        pattern=r"(?mi)^(?=[^\[\d\n]*$)(.*sol[uv].*)$",
    ),
)


# ---- What prints nothing ----

NOTHING = (
    Misconception(
        NOTHING_PRINTED,
        "Nothing is printed, for example because a function is not finished, returns its answer "
        "or ends too early.",
        "What does the function do with its answer, and does it get there?",
        ((START, f"return\n    {START}"), (SEARCH_CALL, f"return\n    {SEARCH_CALL}")),
        also=[((START, f"return\n    {START}"),), ((SEARCH_CALL, f"return\n    {SEARCH_CALL}"),)],
    ),
    Misconception(
        GOAL_NEVER_MET,
        "The search pops every state there is and ends without having met the goal, for example "
        "when a list is compared with a tuple, or with a goal that is another puzzle's.",
        "What does your test for the goal say of the goal itself, and which two things does it "
        "compare, types and all?",
        ((SEARCH_CALL, f"return\n    {SEARCH_CALL}"),),
        also=[((SEARCH_CALL, f"[].pop()\n    {SEARCH_CALL}"),)],
    ),
    Misconception(
        "undefined_name",
        "The program uses a name that nothing defines: the template is unfinished, the name is "
        "misspelled, or an import is missing.",
        "Which name is it, and where should it get its value?",
        in_both("undefined()"),
        also=[((MODULE_LEVEL, "undefined()"),)],
        raised="^(?!name 'get_ipython')",
    ),
)
