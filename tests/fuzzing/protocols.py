"""What a student's process may leave behind, damaged in every way, and what is made of it.

Each case is a check, a Run as the sandbox brings it, and bytes that came by the status pipe. It
goes through the judge, the store's JSON, what matches patterns in outputs, and the reports.
"""

import json
from dataclasses import replace
from functools import cache

from grader.assignment.hooks import measurement
from grader.diagnose import suspicion
from grader.diagnose.observation import Observation
from grader.diagnose.problems import problems
from grader.judge.account import ENDINGS
from grader.judge.judge import Alone, judge
from grader.records.results import VERDICTS, Result, Run
from grader.records.submissions import Document, SubmissionResults
from grader.report import feedback, site, terminal
from grader.report.stored import refuse_unknown
from grader.sandbox.containment import Containment
from grader.sandbox.driver import CALL, MARK
from grader.sandbox.setup import Setup
from grader.sandbox.warm import Warm
from grader.serialization import from_json, json_text
from grader.tracing.students import _events
from tests.fuzzing.damage import VALUES, damaged
from tests.worst import ASSIGNMENTS, PIECES, TRANSCRIPTS


ENDED = ("exit",) * 60 + ("cpu", "wall", "memory", "output", "disk", "processes", "threads")
STATUSES = [*ENDINGS, 1, 2, 87, 127, 128, 137, 255, -1, -6, -9, -11, -24, -34, -64]
FACTS = {
    "error": "KeyError: 3",
    "file": "funny_puzzle.py",
    "line": 7,
    "module": "heapq2",
    "holder": "Puzzle",
}
PIPES = [
    *[b"0", b"-9", b"256", b"--1", b"+1", b" 1", b"1\n", b"\xb2", b"9" * 5000, b"\xff\0", b"", b"-"]
]
SETUP = Setup("", (), b"", b"", (), 0, True, (), None)
CONTAINMENTS = [
    Containment(SETUP._replace(bubblewrap=bubblewrap), None, apart, b"", Warm(SETUP))
    for bubblewrap, apart in (((), True), (("bwrap",), False), ((), False))
]
# Lines as npuzzle's driver prints them.
DATA = """
{name}: 7
{name}: True
{name}: {board}
{name}, moves(): 4
{name}, manhattan(): 9 calls
{name}: 30 inserts, 12 deletes, 19 at most
{name}: 0 inserts, 0 deletes, 0 at most
{name}, neighbor 1: hamming 3, manhattan 4, of {board}
{name}, twin 0: hamming 3, manhattan 4, of {board}
{name}, memory: 512 bytes
{name}, memory: 0 bytes
str of 63: 00000000
manhattan: 1e-05 s
Minimum number of moves = 4
No solution possible
""".strip().split("\n")


@cache
def _checks():
    """(Assignment, check, right output) of the checks with short transcripts."""
    return [
        (assignment, check, TRANSCRIPTS[assignment.name][check.name])
        for assignment in ASSIGNMENTS.values()
        for check in assignment.checks
        if len(TRANSCRIPTS[assignment.name][check.name]) < 6_000
    ]


def write(random, folder):
    """(The assignment, the check, its Run, what came by the pipe, whether to report on it)."""
    assignment, check, right = random.choice(_checks())
    run = Run(
        random.choice([0] * len(STATUSES) + STATUSES),
        random.choice(ENDED),
        99.0 if random.random() < 0.03 else 0.1,
        0.1,
        random.choice([0.0, 9.0, 3000.0]),
        _stdout(random, check, right),
        _stderr(random),
    )
    number = len(measurement(check).processes)
    if number and random.random() < 0.9:
        processes = [
            replace(run, stdout=_stdout(random, check, right), ended=random.choice(ENDED))
            for _ in range(number + random.choice([*[0] * 9, -1, 1, 3]))
        ]
        run = replace(run, processes=tuple(processes))
    return assignment, check, run, random.choice(PIPES), random.random() < 0.3


def outcome(assignment, check, run, pipe, is_shown):
    """The verdict, and the kind of its reason."""
    for containment in CONTAINMENTS:
        status = containment.exit_status(abs(run.exit_status) << 8 & 0xFF00, pipe)
        assert status in range(-128, 1000)
    alone = Alone(True, b"1\n" if check.further else None)
    result = judge(check, run, TRANSCRIPTS[assignment.name][check.name], alone)
    assert result.verdict in VERDICTS and result.verdict not in ("judge_error", "skipped")
    stored = json.loads(json_text(result))
    assert replace(from_json(Result, stored), asked=result.asked) == result, stored
    _explain(assignment, check, result, run.stdout)
    if is_shown:
        _report(assignment, result)
    return [f"{result.verdict}: {result.reason.kind}"]


def _explain(assignment, check, result, stdout):
    """Let all that explains results look at one."""
    observation = Observation(check, result)
    for known in assignment.misconceptions:
        if known.pattern:
            observation.match(known.pattern)
        known.like(("[1] h=0", "[np.int64(2)] h=1.5 moves: 1"), observation.lines)
    observation.read(("a: 1 inserts, 1 deletes, 1 at most",))
    suspicion.may_know_answers([result] * 4)
    _events(stdout, assignment.folder.searching)


def _report(assignment, result):
    """Write about a result whatever is written."""
    submission = SubmissionResults("ann", "ann.py", results=(result,))
    document = Document(assignment.name, assignment.name, submissions=(submission,))
    refuse_unknown(document)
    problems(submission)
    feedback.text(submission, document).encode()
    terminal.explanation(submission, document, 80).encode()
    assert list(site.named_pages(document))


# ---- What a process may write ----


def _stdout(random, check, right):
    """What a program may print, with more or less of the driver's marks."""
    number = 1 + len(check.further) if check.function else 0
    pieces = [b"", *(_printed(random, check, right) for _ in range(number)), b""]
    if random.random() < 0.1:
        pieces = random.choices(pieces, k=random.randrange(7))
    text = (CALL if number else b"").join(pieces[: random.choice([9, 9, 9, 1, 2])])
    return _damaged(random, text)


def _printed(random, check, right):
    """What a call may print."""
    kind = random.random()
    if kind < 0.3:
        return right
    if kind < 0.4 or not check.is_driven:
        return right + random.choice([*PIECES.values()]) * random.choice([1, 9, 300, 9_000])
    names = [*check.instances, "instance0", "b", ""]
    board = random.choice(["1 2 / 3 0", "1 2 3 / 4 5 6 / 7 8 0", "0 0 / 0", "9" * 30, "1 / ", ""])
    lines = random.choices(DATA, k=random.choice([1, 3, 30]))
    return "".join(
        line.format(name=random.choice(names), board=board) + "\n" for line in lines
    ).encode()


def _stderr(random):
    """What may be on stderr, marked lines among it."""
    lines = [b"Traceback (most recent call last):\n"] * random.choice([0, 1])
    for _ in range(random.choice([0, 1, 1, 1, 2, 6])):
        keys = random.sample([*FACTS], random.randrange(len(FACTS)))
        facts = {key: FACTS[key] for key in keys}
        if random.random() < 0.25:
            facts[random.choice([*facts, "other"])] = random.choice(VALUES)
        lines.append(b"\n%s%s\n" % (MARK, json.dumps(facts).encode("utf-8", "surrogatepass")))
    return _damaged(random, b"".join(lines))


def _damaged(random, text):
    """The bytes as they are, most of the time, or damaged."""
    return damaged(random, text) if random.random() < 0.1 else text
