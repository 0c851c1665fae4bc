"""How long it takes to name the misconceptions of a class: `python3 tests/bench_diagnose.py`."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from grader.diagnose import diagnose, variants
from tests.benchmark import bar, cpu_s, finish, title
from tests.documents import ASSIGNMENT, document, submission
from tests.mistakes import KNOWN, WAYS, records_of, variant

# the CPU time of a check, and how often each mistake is made in the class
CHECK_S, TIMES = 0.06, 10


def class_of_mistakes():
    """A document with each misconception in each of its ways, several times."""
    made = {way: records_of(variant(*way)) for way in WAYS}
    return document(
        *(
            submission(f"{name}{number}-{time}", records)
            for (name, number), records in made.items()
            for time in range(TIMES)
        )
    )


title(f"diagnose: each of {len(KNOWN)} misconceptions {TIMES} times")
made = class_of_mistakes()
variants.executed.cache_clear()
variants.compiled.cache_clear()
seconds, told = cpu_s(
    lambda: [diagnose.explained(submission, ASSIGNMENT) for submission in made.submissions]
)
ran = CHECK_S * sum(len(each.results) for each in made.submissions)
bar("submissions", len(made.submissions), "")
bar("misconceptions named", sum(len(each.misconceptions) for each in told), "")
bar("seconds for each submission", seconds / len(made.submissions), "s", at_most=0.3)
bar("share of what running the checks took", 100 * seconds / ran, "%", at_most=5)
finish()
