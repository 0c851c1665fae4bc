"""Misconceptions of `funny_puzzle` about the path, and about the h of its lines."""

from grader.assignment.misconceptions import Misconception

from .misconceptions_edits import ASCENDING, BEFORE, ON_PATH, PATH, PUSH, SUCCESSOR


H_ON_PATH = "h = manhattan(on_path)"
PATH_SHARED = (
    (BEFORE, f"{BEFORE}    whole = [start]\n"),
    (PUSH, f"{PUSH}\n                whole.append(after)"),
    ("path_to(popped), max", "whole, max"),
)

THE_PATH = (
    Misconception(
        "h_of_another_state",
        "The h in a line is not that of the line's state: on the path it is the goal's, the "
        "start's or that of the state before, of successors that of the state itself.",
        "Take one line of your output: of which state is the number after h=?",
        ((H_ON_PATH, "h = manhattan(GOAL)"),),
        also=[
            ((H_ON_PATH, "h = manhattan(path[0])"),),
            ((H_ON_PATH, "h = manhattan(path[max(0, moves - 1)])"),),
            (("h = manhattan(after)\n", "h = manhattan(start)\n"),),
        ],
    ),
    Misconception(
        "f_for_h",
        "The number after `h=` is f, which is g + h.",
        "A state is two moves from the start, and one from the goal: what should be after its h=?",
        ((SUCCESSOR, SUCCESSOR.replace("{h}", "{1 + h}")),),
        also=[
            ((ON_PATH, ON_PATH.replace("{h}", "{moves + h}")),),
            (
                (SUCCESSOR, SUCCESSOR.replace("{h}", "{1 + h}")),
                (ON_PATH, ON_PATH.replace("{h}", "{moves + h}")),
            ),
        ],
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
        "path_shared_by_entries",
        "All entries share one list for the path, so that it has every state that was pushed.",
        "How many lists are made for paths, and which list does each entry hold?",
        PATH_SHARED,
        also=[(*PATH_SHARED, ASCENDING)],
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
