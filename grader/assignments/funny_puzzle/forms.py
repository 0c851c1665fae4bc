"""Other forms of the reference, which print the same: right programs may have them, too.

A search may end where h is 0, and where its queue is empty: with a path, an error, nothing or
words. The last forms are those of mistakes that empty the queue.
"""

from grader.assignment.misconceptions import Misconception

from .misconceptions_edits import LAST, PUSH, QUEUE, UNTIL_EMPTY


BY_H = ("if state == GOAL:", "if h == 0:")
WITHOUT_PATH = [
    ((LAST, f"{PUSH}\n    {end}"),) for end in ("[].pop()", "return None", "return None.path")
]
NO_PATH = (LAST, f"{PUSH}\n    return [], 0")
SILENT = NO_PATH, (QUEUE, f"if path:\n        {QUEUE}")
GIVES_UP = NO_PATH, (QUEUE, f'{QUEUE[:-1]} if path else "FOUND")')
WAYS = ((BY_H,), UNTIL_EMPTY, (BY_H, *UNTIL_EMPTY), *WITHOUT_PATH, SILENT, GIVES_UP)
# the words where the queue is empty, the program's own
WORDS = r"\A([A-Za-z][^\[\]=\d\n]{1,80})\Z"
FORMS = Misconception("", "", "", WAYS[0], also=WAYS[1:], pattern=WORDS)
