"""Misconceptions of `funny_puzzle` about the length of the queue."""

from grader.assignment.misconceptions import Misconception, instead

from .misconceptions_edits import AFTER_POP, AFTER_POP_FROM_1, DROPPED, LENGTH, QUEUE


MAXIMUM = "max_queue_length = max(max_queue_length, len(queue))"

AFTER_GOAL_TEST = (
    (f"        {MAXIMUM}\n", ""),
    ("visited.add(state)", f"visited.add(state)\n        {MAXIMUM}"),
)
WITH_SUCCESSORS = (
    "max(max_queue_length, len(queue) + sum(after not in visited for after in successors(state)))"
)

LENGTHS = (
    Misconception(
        "length_one_too_small",
        "The maximum queue length is one too small: it is taken after the pop, or the start is "
        "not counted.",
        "When is the queue at its longest: before or after an entry is popped?",
        (AFTER_POP,),
        also=[(AFTER_POP_FROM_1,), AFTER_GOAL_TEST],
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
        also=[(*DROPPED, AFTER_POP_FROM_1)],
    ),
    Misconception(
        "goal_expanded",
        "The goal is expanded before the search ends, so that its successors are in the queue, and "
        "may make it longer than it was before any pop.",
        "Your search has popped the goal: what does it push after that, and which length does it "
        "take then?",
        (("path_to(popped), max_queue_length", f"path_to(popped), {WITH_SUCCESSORS}"),),
        least=2,  # a length that is too large by one looks like that now and then
    ),
    Misconception(
        "sum_of_pushes",
        "The maximum queue length is the number of all pushes, or counts the visited states, too.",
        "What happens to the length of the queue at each pop?",
        ((LENGTH, "len(queue) + len(popped)"),),
        also=instead(
            LENGTH,
            "len(queue) + len(popped) - 1",
            "max(max_queue_length, len(queue) + len(visited))",
        ),
    ),
    Misconception(
        "number_of_pops",
        "The maximum queue length counts the entries popped or the states expanded, or grows by "
        "only one at each.",
        "By how much may the queue grow at one pop, and by how much does your maximum grow then?",
        ((LENGTH, "len(popped) + 1"),),
        also=instead(LENGTH, "len(popped)", "len(visited) + 1", "len(visited)"),
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
