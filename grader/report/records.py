"""Results as records: JSON's types, documented in `schema.json`, from which every report is made; pure."""

import re
from dataclasses import asdict
from difflib import unified_diff
from itertools import groupby

from grader.assignment.plan import FRESH
from grader.judge.cause import unmarked
from grader.report.text import clipped, shortened


# lines of an output compared, shown of one kind, shown in all
DIFF_INPUT, DIFF_RUN, DIFF_OUTPUT = 300, 5, 14
STDERR_LINES = 6  # how much of a program's complaints a report shows
KEPT, KEPT_BYTES = 1000, 4096  # characters kept of a long line or sentence, bytes kept of an output
MEMORISED = (
    "It is right on the fixed instances and wrong on fresh ones: "
    "it may know answers rather than solve the puzzle."
)
KNOWN = 3  # fixed instances that must be right for that to be said
AT_ONCE = 0.05  # the share of its limits that a run takes which ends at once
HIDDEN = "This check is hidden: no more is told of it."


def document(assignment, graded_as, submissions, options=(), sandbox="", started=""):
    """All results of a class; `options` are those that a command to rerun a check must repeat."""
    return {
        "assignment": assignment,
        "graded_as": graded_as,
        "sandbox": sandbox,
        "started": started,
        "options": list(options),
        "submissions": list(submissions),
    }


def submission(path, records, who="", flags=(), misconceptions=(), people=(), private_flags=()):
    """The results of one submission; `people`: its students, as {term of a course system: value}.

    `flags` are sentences on what an instructor should look at, `private_flags` those that no student sees.
    """
    private = [*private_flags, *[MEMORISED] * memorised(records)]
    return {
        "submission": who or path,
        "path": path,
        "people": list(people),
        "flags": list(flags),
        "private_flags": private,
        "points": earned(records),
        "points_possible": possible(records),
        "misconceptions": list(misconceptions),
        "results": records,
    }


def memorised(records):
    """Whether the fixed instances of a group are right, some at least, and most of its fresh ones wrong.

    >>> right = {"check": "solve/one", "verdict": "accepted", "flags": [], "run": {"stdout": "[1]\\n[2]\\nQ: 9\\n"}}
    >>> wrong = {"check": "fresh/solve-1", "verdict": "wrong_answer", "flags": []}
    >>> memorised([right] * KNOWN + [wrong]), memorised([right] * KNOWN + [wrong, {**wrong, "verdict": "accepted"}])
    (True, False)
    """
    fixed, fresh = {}, {}
    for each in records:
        group, _, name = each["check"].partition("/")
        among, group = (fresh, name.rpartition("-")[0]) if group == FRESH else (fixed, group)
        if among is fixed or each["verdict"] != "skipped":
            among.setdefault(group, []).append(each)
    return any(
        known(fixed.get(group, []))
        and 2 * sum(missed(each, fixed[group]) for each in drawn) > len(drawn)
        for group, drawn in fresh.items()
    )


def known(fixed):
    """Whether all checks of a group are right, and about KNOWN instances or more that take a move at least."""
    return (
        all(each["verdict"] == "accepted" for each in fixed) and sum(map(instances, fixed)) >= KNOWN
    )


def instances(record):
    """How many instances a right output is about: as many boards as its lines name, else a state.

    >>> [instances({"run": {"stdout": text}}) for text in ("board-1: 0\\nboard-2: 4\\n", "[1]\\nMax: 1\\n")]
    [2, 0]
    """
    output = record["run"]["stdout"]
    return len(set(re.findall(r"^([a-z][\w-]*)[:,]", output, re.MULTILINE))) or int(
        output.count("\n") > 2
    )


def missed(record, fixed):
    """Whether a fresh check is wrong, by answer or by never ending where the fixed ones ended at once."""
    if record.get("flags"):
        return False
    endless = record["verdict"] in ("time_limit", "memory_limit") and all(
        each["run"][used] < AT_ONCE * each["limits"][used]
        for each in fixed
        for used in ("cpu_s", "memory_mib")
    )
    return endless or record["verdict"] in ("wrong_answer", "runtime_error", "output_limit")


def unsuspected(document):
    """The document, where a misconception that is named says enough: nobody who has one is said to know answers."""
    return {
        **document,
        "submissions": [
            {
                **each,
                "private_flags": [
                    flag
                    for flag in each["private_flags"]
                    if flag != MEMORISED or not each["misconceptions"]
                ],
            }
            for each in document["submissions"]
        ],
    }


def public(submission):
    """A submission as its student may see it: of hidden checks verdicts and points alone, no suspicion, no ids."""
    names = {
        each["check"]: hidden_name(each["check"], place)
        for place, each in enumerate(submission["results"], 1)
        if each.get("visibility") == "hidden"
    }
    return {
        **submission,
        "people": [],
        "private_flags": [],
        "misconceptions": [
            unhidden(each, names)
            for each in submission["misconceptions"]
            if not each["checks"] or set(each["checks"]) - set(names)
        ],
        "results": [
            redacted(each, names[each["check"]]) if each["check"] in names else each
            for each in submission["results"]
        ],
    }


def unhidden(misconception, names):
    """A misconception as a student may see it; `names`: {name of a hidden check: what is read instead}.

    >>> unhidden({"rationale": "deep/a took 9 s.", "checks": ["solve/b", "deep/a"]}, {"deep/a": "deep/hidden-2"})
    {'rationale': 'deep/hidden-2 took 9 s.', 'checks': ['solve/b']}
    """
    return {
        **misconception,
        "rationale": re.sub(
            r"[\w/-]+", lambda word: names.get(word[0], word[0]), misconception["rationale"]
        ),
        "checks": [check for check in misconception["checks"] if check not in names],
    }


def hidden_name(check, place):
    """What a student reads instead of the name of a hidden check, which names its instance.

    >>> hidden_name("solve/funny12-384", 7), hidden_name("import", 1)
    ('solve/hidden-7', 'import')
    """
    group, slash, _ = check.partition("/")
    return f"{group}/hidden-{place}" if slash else group


def redacted(record, name):
    """A hidden check's record under another name, without all that tells its instance or its answer."""
    return {
        **record,
        "check": name,
        "call": "",
        "rationale": HIDDEN,
        "help": "",
        "flags": [],
        "notes": [],
        "difference": None,
        "diff": [],
        "stderr": [],
        "run": None,
        "unrun": "",
    }


def record(result):
    """One result, with all that any report shows of it."""
    check, found, run = result.check, result.difference, result.run
    return {
        "check": check.name,
        "call": result.call,
        "visibility": check.visibility,
        "verdict": result.verdict,
        "kind": result.kind,
        "points": result.points,
        "points_possible": {part.name: part.points for part in check.parts},
        "rationale": shortened(result.rationale, KEPT),
        "help": result.help,
        "notes": [shortened(note, KEPT) for note in result.notes],
        "difference": found and difference(found),
        "diff": diff(result.expected, result.actual) if found and result.actual else [],
        "stderr": tail(unmarked(run.stderr)) if run else [],
        "limits": asdict(check.limits),
        "run": run
        and {
            "exit_status": run.exit_status,
            "ended": run.ended,
            "cpu_s": round(run.cpu_s, 3),
            "wall_s": round(run.wall_s, 3),
            "memory_mib": round(run.memory_mib, 1),
            "stdout": run.stdout[:KEPT_BYTES].decode("utf-8", "surrogateescape"),
        },
    }


def difference(found):
    """The first difference; of long lines only what lies around it, from column `start` on."""
    start = max(0, (found.column or 0) - KEPT // 2)
    sides = {"expected": found.expected, "actual": found.actual}
    kept = {side: line and line[start : start + KEPT] for side, line in sides.items()}
    return {"line": found.line, **kept, "column": found.column, "start": start}


def diff(expected, actual):
    """A few rows of unified diff; both outputs are cut first, for diffs of long ones take minutes."""
    sides = [
        [clipped(line) if line else "" for line in side[:DIFF_INPUT]] for side in (expected, actual)
    ]
    shown = []
    for _, rows in groupby(
        list(unified_diff(*sides, lineterm="", n=2))[2:], key=lambda row: row[0]
    ):
        first, *rest = rows
        shown += [first, *rest[: DIFF_RUN - 1], *["..."] * (len(rest) >= DIFF_RUN)]
    return shown[:DIFF_OUTPUT]


def tail(stderr):
    """The last lines that a program wrote to stderr."""
    text = stderr[-KEPT_BYTES:].decode("utf-8", "surrogateescape").rstrip()
    return [clipped(row) if row else "" for row in text.split("\n")[-STDERR_LINES:]] if text else []


def earned(records):
    """The points that results earned, with deductions; never below 0."""
    records = list(records)
    return max(0, sum(gained(record) for record in records) - sum(deductions(records).values()))


def gained(record):
    """The points that one result earned."""
    return sum(points for points in record["points"].values() if points > 0)


def deductions(records):
    """{what is wrong: the points taken off for it}, once however many results show it.

    >>> deductions([{"points": {"printed_at_import": -5}}, {"points": {"printed_at_import": -5, "path": 1}}])
    {'printed_at_import': 5}
    """
    taken = {}
    for record in records:
        for kind, points in record["points"].items():
            if points < 0:
                taken[kind] = max(taken.get(kind, 0), -points)
    return taken


def points_text(record):
    """The points of one result, as reports show them: of those possible, or what is taken off.

    >>> points_text({"points": {"path": 1}, "points_possible": {"path": 1, "queue": 1}})
    '1/2'
    >>> points_text({"points": {"printed_at_import": -5}, "points_possible": {}})
    '-5'
    """
    if record["points_possible"]:
        return f"{gained(record):g}/{possible([record]):g}"
    taken = sum(deductions([record]).values())
    return f"-{taken:g}" if taken else ""


def possible(records):
    """The points that results could have earned."""
    return sum(sum(record["points_possible"].values()) for record in records)
