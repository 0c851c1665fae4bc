"""Misconceptions of `funny_puzzle` about the path, and about the h of its lines."""

from grader.assignment.misconceptions import Misconception, instead

from .misconceptions_edits import (
    ASCENDING,
    BEFORE,
    FIRST_ENTRY,
    ON_PATH,
    PATH,
    POP,
    POPPED,
    PUSH,
    QUEUE,
    SHOWS_G,
    UNEQUAL,
)


H_ON_PATH, H_OF_SUCCESSOR = "h = manhattan(on_path)", "h = manhattan(after)\n"
# They edit what other mistakes in h edit, too: the f of another state is no mistake that one makes.
F_ON_PATH = (H_ON_PATH, H_ON_PATH.replace("=", "= moves +"))
F_OF_SUCCESSOR = (H_OF_SUCCESSOR, H_OF_SUCCESSOR.replace("=", "= 1 +"))
NO_PARENT, DEPTH = ((PUSH, PUSH.replace("here", parent)) for parent in ("-1", "parent + 1"))
QUEUE_OF_0 = 'print("Max queue length: 0")'
GOAL_TEST = "if state == GOAL:\n            return path_to(popped), max_queue_length"
LINES = f"for moves, on_path in enumerate(path):\n        {H_ON_PATH}\n        {ON_PATH}"
AS_ONE_LIST = (LINES, "print([list(on_path) for on_path in path])")
PATH_SHARED = (
    (BEFORE, f"{BEFORE}    whole = [start]\n"),
    (PUSH, f"{PUSH}\n                whole.append(after)"),
    ("path_to(popped), max", "whole, max"),
)
LEFT_TO_THE_HEAP = (
    (FIRST_ENTRY, "queue = [(h, start, 0, (0, h, -1))]"),
    (POP, "_, state, _, (g, h, parent) = heappop(queue)"),
    (
        PUSH,
        f"heappush(queue, (new_g + new_h, after, {UNEQUAL}, (new_g, new_h, here)))",
    ),
)

THE_PATH = (
    Misconception(
        "h_of_another_state",
        "The h in a line is another state's: on the path the goal's, the start's or that of the "
        "state before, of successors that of the state that was given.",
        "Take one line of your output: of which state is the number after h=?",
        ((H_ON_PATH, "h = manhattan(GOAL)"),),
        also=[
            ((H_ON_PATH, "h = manhattan(path[0])"),),
            ((H_ON_PATH, "h = manhattan(path[max(0, moves - 1)])"),),
            ((H_OF_SUCCESSOR, "h = manhattan(start)\n"),),
        ],
    ),
    Misconception(
        "h_of_the_parent",
        "Each entry has the h of its parent, or of the start, which orders the queue and is "
        "printed on the path.",
        "Of which state does your loop over the successors compute h?",
        (
            (PUSH, PUSH.replace("new_h", "manhattan(state)")),
            (H_ON_PATH, "h = manhattan(path[max(0, moves - 1)])"),
        ),
        also=[((PUSH, PUSH.replace("new_h", "h")), (H_ON_PATH, "h = manhattan(path[0])"))],
    ),
    Misconception(
        "f_for_h",
        "The number after `h=` is f, which is g + h.",
        "A state is two moves from the start, and one from the goal: what should be after its h=?",
        (F_OF_SUCCESSOR,),
        also=[(F_ON_PATH,), (F_OF_SUCCESSOR, F_ON_PATH)],
    ),
    Misconception(
        "f_for_moves",
        "The number after `moves: ` is f, which is g + h.",
        "How many moves lead to the start itself, and what does your first line say?",
        ((ON_PATH, ON_PATH.replace("{moves}", "{moves + h}")),),
    ),
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
        also=instead(
            "in enumerate(path):",
            "in enumerate(path[1:], 1):",
            # where the start is the goal, it is there
            "in enumerate(path[1:] or path):",
            "in [*enumerate(path)][1:] or [(0, path[0])]:",
        ),
    ),
    Misconception(
        "path_without_goal",
        "The path lacks the goal, for example as the goal's entry is not kept among those popped.",
        "Which state should be printed last, where does the loop along the parents begin, and is "
        "the goal's entry kept by then?",
        (("in enumerate(path):", "in enumerate(path[:-1]):"),),
        also=[((f"{POPPED}\n        {GOAL_TEST}", f"{GOAL_TEST}\n        {POPPED}"),)],
    ),
    Misconception(
        "path_as_one_list",
        "The whole path is printed as one list, instead of a line for each state.",
        "In the expected output, how many lines show the path, and what else is in each of them?",
        (AS_ONE_LIST,),
        also=[(AS_ONE_LIST, (QUEUE, f"print(len(path) - 1)\n    {QUEUE}"))],
    ),
    Misconception(
        "path_missing",
        "The path is not printed.",
        "Which lines come before the maximum queue length in the expected output?",
        (("in enumerate(path):", "in enumerate(path[:0]):"),),
    ),
    Misconception(
        "only_goal_printed",
        "Of the path, only the goal is printed.",
        "Where does the loop along the parents end: which parent has the entry of the goal, and "
        "which lines belong to the loop?",
        (NO_PARENT,),
        also=[(NO_PARENT, *SHOWS_G), (("in enumerate(path):", "in [*enumerate(path)][-1:]:"),)],
    ),
    Misconception(
        "parent_counted_by_moves",
        "The parent in an entry counts moves instead of pops, so that the path leads by way of "
        "other entries.",
        "Every entry that is popped has a number: which one, and which number do the entries get "
        "as their parent that are pushed then?",
        (DEPTH,),
        also=[(DEPTH, *SHOWS_G)],
    ),
    Misconception(
        "search_never_begins",
        "There is no path, and the maximum queue length is 0, as if the search never began.",
        "Is the condition of your loop true before the first turn, and is each method in it "
        "called, with parentheses? Where do the path and the length get their values?",
        (("in enumerate(path):", "in enumerate(path[:0]):"), (QUEUE, QUEUE_OF_0)),
    ),
    Misconception(
        "path_shared_by_entries",
        "All entries share one list for the path, so that it has every state that was pushed.",
        "How many lists are made for paths, and which list does each entry hold?",
        PATH_SHARED,
        also=[(*PATH_SHARED, ASCENDING)],
    ),
    Misconception(
        "predecessors_overwritten",
        "The predecessor of a state is overwritten at each push or pop, even by one on a longer "
        "path.",
        "What happens to the stored predecessor of a state when the state is pushed, or popped, a "
        "second time?",
        (
            (BEFORE, f"{BEFORE}    before = {{}}\n"),
            (PUSH, f"{PUSH}\n                before[after] = here"),
            ("path_to(popped), max", "path_to([(s, before.get(s, -1)) for s, _ in popped]), max"),
        ),
        also=[
            (
                (
                    "path_to(popped), max",
                    "path_to([(s, last[s]) for last in [dict(popped)] for s, _ in popped]), max",
                ),
            )
        ],
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
    Misconception(
        "equal_states_left_to_the_heap",
        "Of entries with the same f and state, the heap decides which is popped first, for "
        "example when only f and state are compared, so that another path of the same length is "
        "found.",
        "Two entries have the same f and the same state: what does your heap compare next?",
        (*LEFT_TO_THE_HEAP, ASCENDING),
        also=[LEFT_TO_THE_HEAP],
    ),
)
