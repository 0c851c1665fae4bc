"""Misconceptions of `funny_puzzle` about the search."""

from grader.assignment.misconceptions import Misconception

from .misconceptions_edits import (
    ASCENDING,
    BEFORE,
    BEST,
    DROPPED,
    FIRST_ENTRY,
    FIRST_IN_FIRST_OUT,
    IN_PLACE,
    LENGTH,
    NEXT_G,
    POP,
    PUSH,
    REMEMBER_G,
    SHOWS_G,
    UNEQUAL,
    UNLESS,
    UNTIL_EMPTY,
    WITH_G,
    at_the_push,
    ties_by,
)


POP_WITH_F = (POP, POP.replace("_", "f", 1))
COUNTED = "new_g, new_h = {}, manhattan(after)"
TWICE = ((NEXT_G, COUNTED.format("g + 2")),)
TOO_EARLY = "here = len(popped) - 1", "here = len(popped) - 2"
FOR_EACH = (ASCENDING, (UNLESS, f"g += 1\n            {UNLESS}"), (NEXT_G, COUNTED.format("g")))
FOR_PUSHED = (ASCENDING, (NEXT_G, f"g += 1\n                {COUNTED.format('g')}"))
ENDS_AT_VISITED = (UNLESS, "if after in visited:\n                break\n            else:")
REMEMBER = "best[after] = new_g"

# ---- The search ----

SEARCH = (
    Misconception(
        "g_as_priority",
        "The queue is ordered by g alone: the search is uniform-cost search, not A*.",
        "Entries (g=2, h=9) and (g=5, h=1) wait in the queue: which of them should leave first?",
        ((PUSH, "heappush(queue, (new_g, after, (new_g, new_h, here)))"),),
    ),
    Misconception(
        "g_counts_pops",
        "g is a counter of all pops, or of all pushes, instead of the moves to the state.",
        "Two states are pushed after the fifth pop: how many moves lead to each of them?",
        ((NEXT_G, COUNTED.format("len(popped)")),),
        also=[
            ((NEXT_G, COUNTED.format("len(popped)")), *SHOWS_G),
            (
                (BEFORE, f"{BEFORE}    pushes = 0\n"),
                (NEXT_G, f"pushes += 1\n                {COUNTED.format('pushes')}"),
            ),
        ],
    ),
    Misconception(
        "g_grows_too_fast",
        "g grows by more than 1 with each move, for example when 1 is added for each successor, "
        "or twice.",
        "A state with g=3 has four successors: which g does the first of them get, and which the "
        "last?",
        (*TWICE, *SHOWS_G),
        also=[TWICE, (*FOR_EACH, *SHOWS_G), FOR_EACH, (*FOR_PUSHED, *SHOWS_G), FOR_PUSHED],
    ),
    Misconception(
        "g_kept_by_state",
        "g is kept for each state instead of each entry, so that pushing a state again overwrites "
        "it.",
        "State S waits in the queue with g=2, and is pushed again with g=4: which g do its "
        "successors get when the first of these entries is popped?",
        (BEST, (NEXT_G, f"{COUNTED.format('best[state] + 1')}\n                {REMEMBER}")),
    ),
    Misconception(
        "h_as_priority",
        "The queue is ordered by h alone, for example when g is left out or never grows: the "
        "search is greedy, not A*.",
        "Entries (g=9, h=1) and (g=2, h=2) wait in the queue: which of them should leave first?",
        ((PUSH, "heappush(queue, (new_h, after, (new_g, new_h, here)))"),),
    ),
    Misconception(
        "h_weighted",
        "The queue is ordered by g plus a multiple of h: the search is weighted A*.",
        "Entries (g = 4, h = 1) and (g = 1, h = 3) wait in the queue: which should leave first?",
        ((PUSH, "heappush(queue, (new_g + 2 * new_h, after, (new_g, new_h, here)))"),),
        also=[((PUSH, "heappush(queue, (new_g + 3 * new_h, after, (new_g, new_h, here)))"),)],
    ),
    Misconception(
        "f_of_the_parent",
        "The f of an entry is computed from the f or the h of its parent, instead of from its own "
        "g and h.",
        "An entry has g=3 and h=2, and its parent has g=2, h=3 and f=5: with which f do you push "
        "it?",
        (POP_WITH_F, (PUSH, PUSH.replace("new_g + new_h", "f + 1 + new_h", 1))),
        also=[
            (POP_WITH_F, (PUSH, PUSH.replace("new_g + new_h", "f + new_h", 1))),
            ((PUSH, PUSH.replace("new_g + new_h", "new_g + h", 1)),),
            ((PUSH, PUSH.replace("new_g + new_h", "h + 1 + new_h", 1)),),
        ],
    ),
    Misconception(
        "first_in_first_out",
        "The queue is not ordered: what was pushed first is popped first, as in breadth-first "
        "search.",
        "An entry with f=9 was pushed first, then one with f=4: which of them should leave first?",
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
        (at_the_push("max_queue_length"),),
        also=[(at_the_push(LENGTH),), (at_the_push(LENGTH), ASCENDING)],
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
        "State S waits in the queue with g=5, and you reach it again with g=5: what happens to "
        "the queue's length?",
        (BEST, (UNLESS, f"if g + 1 < best.get(after, 99):\n{REMEMBER_G}")),
    ),
    Misconception(
        "repush_when_g_is_no_worse",
        "A state is pushed again if its g is as good as before or better, even if it has been "
        "popped.",
        "State S was popped with g=5, and you reach it again with g=5: what happens to the "
        "queue's length?",
        (BEST, (UNLESS, f"if g + 1 <= best.get(after, 99):\n{REMEMBER_G}")),
    ),
    Misconception(
        "worse_g_not_pushed",
        "A state is not pushed again if it is in the queue with a better g.",
        "State S waits in the queue with g=5, and you reach it again with g=7: what happens to "
        "the queue's length?",
        (
            BEST,
            (UNLESS, f"if after not in visited and g + 1 <= best.get(after, 99):\n{REMEMBER_G}"),
        ),
    ),
    Misconception(
        "older_g_compared",
        "A state is pushed again if its g is better than that of one earlier entry, which may not "
        "be the best.",
        "State S waits in the queue with g=5 and with g=7, and you reach it again with g=6: "
        "what happens to the queue's length?",
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
        "State S waits in the queue with g=7, and you reach it again with g=5: how many entries "
        "of S are in the queue then?",
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
            IN_PLACE,
            (ASCENDING, *IN_PLACE),
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
        "visited_with_g",
        "The visited states are kept with their g: a state is expanded again for every other g.",
        "State S was popped with g=5, and you reach it again with g=7: what does `in` say of it?",
        WITH_G,
    ),
    Misconception(
        "no_visited_set",
        "Successors are pushed whether or not their states have been popped before.",
        "Where does your search remember the states that it has popped, and what does `in` "
        "say of one of them?",
        ((UNLESS, "if True:"),),
    ),
    Misconception(
        "only_predecessor_skipped",
        "A successor is left out only if it is the state that the search has just come from.",
        "You pop A, then B, then C, and A is a successor of C, too: do you push A again?",
        ((UNLESS, "if parent == -1 or after != popped[parent][0]:"),),
    ),
    Misconception(
        "loop_ends_at_visited",
        "The loop over the successors ends at the first one that was popped before, so that those "
        "after it are never pushed.",
        "A state has four successors, of which the second was popped before: which of them does "
        "your loop push, and is there a break where continue should be?",
        # its queue may be empty soon: that raises an error would say nothing of why
        (ASCENDING, ENDS_AT_VISITED, *UNTIL_EMPTY),
        also=[(ENDS_AT_VISITED, *UNTIL_EMPTY)],
    ),
    Misconception(
        "popped_duplicates_skipped",
        "An entry whose state was popped before is thrown away instead of being expanded again.",
        "Textbooks skip a popped entry whose state was popped before, and this assignment does "
        "not: which lines of your loop does such an entry never reach?",
        ((POP, f"{POP}\n        if state in visited:\n            continue"),),
    ),
    Misconception(
        "ties_by_insertion",
        "Among entries of equal f the one pushed first comes first, instead of the smaller state.",
        "What does your queue compare in two entries that have the same f?",
        ties_by("pushes", "0", ASCENDING),
        also=[ties_by("pushes")],
    ),
    Misconception(
        "ties_by_last_insertion",
        "Among entries of equal f the one pushed last comes first, instead of the smaller state.",
        "Two entries have the same f, and yours pops the newer one first: which line of your "
        "program decides that?",
        ties_by("-pushes", "0", ASCENDING),
        also=[ties_by("-pushes")],
    ),
    Misconception(
        "ties_by_h_or_g",
        "Among entries of equal f the one with the smaller h comes first, or the one with the "
        "smaller g, instead of the smaller state.",
        "States [1, 2, ...] with h=4 and [2, 1, ...] with h=1 have the same f: which of them "
        "leaves your queue first?",
        ties_by("new_h"),
        also=[
            ties_by("new_g"),
            ties_by("new_g", "here"),
            ties_by("new_h", "pushes", ASCENDING),
            ties_by("new_h", UNEQUAL, ASCENDING),
        ],
    ),
    Misconception(
        "ties_left_to_the_heap",
        "Entries of equal f come in no order that the program decides, for example when only "
        "their f is compared.",
        "What does your queue compare in two entries that have the same f, and does it ever look "
        "at their states?",
        ties_by(UNEQUAL, "0", ASCENDING),
        also=[ties_by(UNEQUAL)],
    ),
    Misconception(
        "larger_state_first",
        "Among entries of equal f the larger state comes first.",
        "Which of two states leaves your queue first if they have the same f?",
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
        "The parent in an entry counts pushes instead of pops, so that another path of the same "
        "length is found.",
        "What does the parent in an entry count: the entries that were pushed, or those that were "
        "popped?",
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
        "parent_one_pop_too_early",
        "The parent in an entry is one too small, so that the path leads by way of entries popped "
        "before the parents.",
        "The entry of the start is popped first: which parent do the entries get that are pushed "
        "then?",
        (TOO_EARLY,),
        also=[(TOO_EARLY, *SHOWS_G)],
    ),
    Misconception(
        "ties_by_whole_path",
        "Of entries with the same f and state, the whole path decides which is popped first, so "
        "that another path of the same length is found.",
        "Two entries have the same f and the same state: what does your heap compare next?",
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
        "Of entries with the same f and state, the parent's state decides which is popped "
        "first, so that another path of the same length is found.",
        "A state waits twice, with the same f but from two parents: how does your heap choose?",
        (
            (FIRST_ENTRY, "queue = [(h, start, b'', (0, h, -1))]"),
            (POP, "_, state, _, (g, h, parent) = heappop(queue)"),
            (PUSH, "heappush(queue, (new_g + new_h, after, state, (new_g, new_h, here)))"),
        ),
    ),
    Misconception(
        "list_compared_with_tuple",
        "The search never recognises the goal, for example when a list is compared with a tuple, "
        "or when h is not 0 there.",
        "What does your test for the goal say of the goal itself, and which two things does it "
        "compare, types and all?",
        (("if state == GOAL:", "if list(state) == tuple(GOAL):"),),
        endless=True,
    ),
    Misconception(
        "visited_list",
        "The time grows with the square of the number of states, for example when the program "
        "searches a list of the states visited, or of the entries of the queue, each time.",
        "After 10,000 states were visited: how many of them, and how many entries of the queue, "
        "does your program look at before it pops one more?",
        ((UNLESS, "if after not in list(visited):"),),
        slow=True,
    ),
)
