"""How long naming causes takes, how many are named, how many rightly: `bench_diagnose.py PAIRS`."""

import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from grader.assignment.edits import edited
from grader.diagnose import diagnose, rehearsal, variants
from grader.records.submissions import SubmissionResults
from tests import mistakes_npuzzle as npuzzle
from tests.benchmark import bar, cpu_s, finish, title
from tests.documents import ASSIGNMENT, document, submission
from tests.mistakes import (
    KNOWN,
    NEVER_ENDING,
    SOURCE,
    WAYS,
    at_goal,
    combined,
    records_of,
    variant,
)

# The CPU seconds of a check, and how often each mistake occurs in the class; then how many pairs
# are tried.
CHECK_S, TIMES = 0.06, 10
PAIRS = int(sys.argv[1]) if len(sys.argv) > 1 else 60
SLIPS = ("raise IndexError", "return print(f'{list(state)} h=0 moves: 0\\nMax queue length: 0')")
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


def explained(records, assignment=ASSIGNMENT):
    """A submission with these records, explained."""
    return diagnose.explained(SubmissionResults("", "", results=tuple(records)), assignment)


def pairs():
    """{two names: source} of programs with two mistakes that can be combined, in random order.

    Those are left out that a time tells, which is not predicted.
    """
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


def measure(what, submissions, assignment=ASSIGNMENT, has_odd_start=False):
    """Print how many of submissions, (names of mistakes, records), get names, and right ones."""
    with_causes, right, seconds = 0, 0, []
    for truth, records in submissions:
        if all(record.passed for record in records):
            continue
        spent_s, submission = cpu_s(explained, records, assignment)
        seconds.append(spent_s)
        causes = [{*cause.names} for cause in submission.misconceptions]
        with_causes += bool(causes)
        goal = (
            {"start_at_goal", "goal_gives_0"} if has_odd_start or "goal_gives_0" in truth else set()
        )
        right += bool(causes) and all(names & ({*truth} | goal) for names in causes)
    bar(f"{what}: named of {len(seconds)}", 100 * with_causes / len(seconds), "%", at_least=80)
    bar(f"{what}: right of those named", 100 * right / max(1, with_causes), "%", at_least=95)
    bar(f"{what}: most seconds for one", max(seconds), "s", at_most=2)


def odd(programs):
    """(Names, records) of the programs, each with a slip of its own where the start is the goal."""
    for number, (truth, source) in enumerate(programs):
        try:
            yield truth, records_of(at_goal(source, SLIPS[number % len(SLIPS)]))
        except ValueError:
            continue


def combined_in_npuzzle(pairs):
    """(Names, records) of variants of npuzzle, of which no variant's output is known yet."""
    for pair in pairs:
        records = npuzzle.records_of(npuzzle.combined(*pair))
        forget()
        yield pair, records


title(f"diagnose: each of {len(KNOWN)} misconceptions {TIMES} times")
whole_class = class_of_mistakes()
forget()
seconds, submissions = cpu_s(
    lambda: [diagnose.explained(submission, ASSIGNMENT) for submission in whole_class.submissions]
)
ran = CHECK_S * sum(len(one.results) for one in whole_class.submissions)
bar("submissions", len(whole_class.submissions), "")
bar("misconceptions named", sum(len(one.misconceptions) for one in submissions), "")
bar("seconds for each submission", seconds / len(whole_class.submissions), "s", at_most=0.3)
bar("share of what running the checks took", 100 * seconds / ran, "%", at_most=5)

title("diagnose: programs that share nothing with others, each in a process that begins")
for what, edits in OWN.items():
    records = records_of(edited(SOURCE, edits))
    forget()
    bar(f"seconds for {what}", cpu_s(explained, records)[0], "s", at_most=2)

title(f"diagnose: {PAIRS} pairs of misconceptions, drawn at random")
single = [((name,), variant(name, number)) for name, number in WAYS]
drawn = [*pairs().items()][:PAIRS]
measure("one mistake, and an odd start at the goal", odd(single), has_odd_start=True)
measure("two mistakes", ((names, records_of(source)) for names, source in drawn))
measure("two mistakes, and an odd start at the goal", odd(drawn), has_odd_start=True)

title(f"diagnose: {PAIRS // 4} pairs of npuzzle's misconceptions, drawn at random")
drawn = random.Random(3).sample([*npuzzle.pairs()], PAIRS // 4)
measure("two mistakes of npuzzle", combined_in_npuzzle(drawn), npuzzle.ASSIGNMENT)

finish()
