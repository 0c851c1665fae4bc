"""How long naming causes takes; tests say how rightly they are named.

`python3 -m tests.bench_diagnose PAIRS` tries so many pairs of mistakes.
"""

import random
import sys

from grader.assignment.edits import edited
from grader.diagnose import diagnose, rehearsal, variants
from tests import mistakes_npuzzle as npuzzle
from tests.benchmark import bar, cpu_s, finish, title
from tests.documents import ASSIGNMENT, document, explained, submission
from tests.mistakes import (
    KNOWN,
    NEVER_ENDING,
    SOURCE,
    WAYS,
    combined,
    records_of,
    variant,
)


# The CPU seconds of a check, and how often each mistake occurs in the class; then how many pairs
# are tried.
CHECK_S, TIMES = 0.06, 10
PAIRS = int(sys.argv[1]) if len(sys.argv) > 1 else 60
OWN = {  # programs with lines in words of their own, or that nothing explains
    "a label of its own": [("h={h} moves", "Ada {h} moves"), ('h={h}")', 'Ada {h}")')],
    "a label of its own, and more": [
        ("h={h} moves", "Ada {h} moves"),
        ("len(queue))", "len(queue)) + 1"),
    ],
    "a prompt of its own": [
        ("path, max_queue_length = a", "print('Ada? ', end=''); path, max_queue_length = a")
    ],
    "another length": [("{max_queue_length}", "{max_queue_length + 3}")],
}


def class_of_mistakes():
    """A document with each misconception in each of its ways, several times."""
    records_of_ways = {way: records_of(variant(*way)) for way in WAYS}
    return document(
        *(
            submission(f"{name}{number}-{time}", records)
            for (name, number), records in records_of_ways.items()
            for time in range(TIMES)
        )
    )


def forget():
    """Empty all caches, as in a process that begins."""
    variants.executed.cache_clear()
    variants.compiled.cache_clear()
    rehearsal.rehearsed.cache_clear()


def pairs():
    """{two names: source} of programs with two mistakes that can be combined, in random order."""
    names = [name for name, known in KNOWN.items() if known.edits and not known.slow]
    names = [name for name in names if name not in {*NEVER_ENDING, "goal_never_met"}]
    both = [(one, other) for place, one in enumerate(names) for other in names[:place]]
    random.Random(5).shuffle(both)
    programs = {}
    for pair in both:
        try:
            programs[pair] = combined(*pair)
        except ValueError:
            continue
    return programs


title(f"diagnose: each of {len(KNOWN)} misconceptions {TIMES} times")
whole_class = class_of_mistakes()
forget()
seconds, _ = cpu_s(
    lambda: [diagnose.explained(submission, ASSIGNMENT) for submission in whole_class.submissions]
)
ran = CHECK_S * sum(len(one.results) for one in whole_class.submissions)
bar("seconds for each submission", seconds / len(whole_class.submissions), "s", at_most=0.3)
bar("share of what running the checks took", 100 * seconds / ran, "%", at_most=5)

title("diagnose: programs that share nothing with others, each in a process that begins")
for what, edits in OWN.items():
    records = records_of(edited(SOURCE, edits))
    forget()
    bar(f"seconds for {what}", cpu_s(explained, records)[0], "s", at_most=2)

title(f"diagnose: {PAIRS} pairs of misconceptions, and {PAIRS // 4} of npuzzle's, drawn at random")
longest_s = 0.0
for names, source in [*pairs().items()][:PAIRS]:
    longest_s = max(longest_s, cpu_s(explained, records_of(source))[0])
for names in random.Random(3).sample([*npuzzle.pairs()], PAIRS // 4):
    records = npuzzle.records_of(npuzzle.combined(*names))
    forget()
    longest_s = max(longest_s, cpu_s(explained, records, npuzzle.ASSIGNMENT)[0])
bar("most seconds for one", longest_s, "s", at_most=2)
finish()
