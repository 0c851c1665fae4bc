"""From results to what people and programs read: records, which are JSON's types, and text for a terminal; pure."""

import shlex
from collections import Counter
from dataclasses import asdict
from difflib import unified_diff
from itertools import groupby

from grader.driver import unmarked

COLOURS = {"accepted": "32", "wrong_answer": "31", "skipped": "2", "judge_error": "35"}
DIFF_INPUT, DIFF_RUN, DIFF_OUTPUT = 300, 5, 14  # lines of an output compared, shown of one kind, shown in all
STDERR_LINES, WIDTH = 6, 100  # how much of a program's complaints, and of a long line, a report shows


# ---- Records ----

def document(assignment, header, graded):
    """All results as JSON's types; `graded`: (path of the submission, its records) of each."""
    return {"assignment": assignment, "graded_as": header,
            "submissions": [{"submission": path, "points": earned(records), "points_possible": possible(records),
                             "results": records} for path, records in graded]}


def record(result):
    """One result as JSON's types, with all that any report shows of it."""
    check, found, run = result.check, result.difference, result.run
    return {"check": check.name, "call": check.call, "verdict": result.verdict,
            "points": result.points, "points_possible": {part.name: part.points for part in check.parts},
            "rationale": result.rationale, "help": result.help,
            "difference": found and shown(found),
            "diff": diff(result.expected, result.actual) if found and result.actual else [],
            "stderr": tail(unmarked(run.stderr)) if run else [],
            "limits": asdict(check.limits),
            "run": run and {"exit_status": run.exit_status, "ended": run.ended, "cpu_s": round(run.cpu_s, 3),
                            "wall_s": round(run.wall_s, 3), "memory_mib": round(run.memory_mib, 1),
                            "stdout": run.stdout[:4096].decode("utf-8", "surrogateescape")}}


def shown(difference):
    """A difference as JSON's types; of the actual line, no more than what follows the first differing column."""
    column, actual = difference.column, difference.actual
    return {**asdict(difference), "column": column, "actual": actual and actual[:(column or 0) + 2 * WIDTH]}


def diff(expected, actual):
    """A few rows of unified diff; both outputs are cut first, for diffs of long ones take minutes."""
    sides = [[clipped(line, 0) if line else "" for line in side[:DIFF_INPUT]] for side in (expected, actual)]
    shown = []
    for _, rows in groupby(list(unified_diff(*sides, lineterm="", n=2))[2:], key=lambda row: row[0]):
        first, *rest = rows
        shown += [first, *rest[:DIFF_RUN - 1], *["..."] * (len(rest) >= DIFF_RUN)]
    return shown[:DIFF_OUTPUT]


def tail(stderr):
    """The last lines that a program wrote to stderr."""
    text = stderr[-4096:].decode("utf-8", "surrogateescape").rstrip()
    return [clipped(row, 0) if row else "" for row in text.split("\n")[-STDERR_LINES:]] if text else []


def earned(records):
    """The points that results earned."""
    return sum(sum(record["points"].values()) for record in records)


def possible(records):
    """The points that results could have earned."""
    return sum(sum(record["points_possible"].values()) for record in records)


# ---- Text that students' programs had a hand in ----

def visible(text):
    """The text with whatever a terminal would not show as itself written as an escape.

    >>> print(visible("h=5\\t\\x1b[31m\\u200b"))
    h=5\\t\\x1b[31m\\u200b
    """
    return "".join(char if char.isprintable() else escape(char) for char in text)


def escape(char):
    """A character as Python writes it in a string; a byte that was no UTF-8, here a surrogate, as that byte.

    >>> print(escape("\\t"), escape("\\udcff"))
    \\t \\xff
    """
    return f"\\x{ord(char) - 0xDC00:02x}" if "\udc80" <= char <= "\udcff" else ascii(char)[1:-1]


def clipped(line, start):
    """At most WIDTH characters of a line from `start` on, made visible, with dots for what is left out."""
    if not line:
        return "(an empty line)"
    return "..." * (start > 0) + visible(line[start:start + WIDTH]) + "..." * (len(line) > start + WIDTH)


# ---- Terminal ----

def check_line(record, colour=False):
    """The line of a report for one check: name, verdict, points, CPU seconds."""
    verdict = f"{record['verdict']:<13}"
    if colour:
        verdict = f"\x1b[{COLOURS.get(record['verdict'], '33')}m{verdict}\x1b[0m"
    points = f"{earned([record]):g}/{possible([record]):g}" if record["points_possible"] else ""
    seconds = f"{record['run']['cpu_s']:7.2f} s" if record["run"] else ""
    return f"{record['check']:<28} {verdict} {points:>7} {seconds}".rstrip()


def failures(records, again):
    """The paragraphs that explain the failures; `again(name)` is the command that reruns a check.

    Failures with the same explanation and no line to show share a paragraph.
    """
    told = {}
    for record in records:
        if record["verdict"] != "accepted":
            alike = record["check"] if record["difference"] else (record["verdict"], record["rationale"])
            told.setdefault(alike, []).append(record)
    return [paragraph(group, again) for group in told.values()]


def paragraph(group, again):
    """Why like failures happened: the fact, the evidence, a hint, the command for the first of them."""
    first, *others = group
    also = f", and {len(others)} more" if others else ""
    fact = [f"{first['check']}{also}: {first['verdict']}", f"  {visible(first['rationale'])}"]
    if first["verdict"] == "skipped":
        return "\n".join(fact)
    rows = compared(first["difference"]) if first["difference"] else []
    if first["diff"]:
        rows += ["", *(f"    {row}".rstrip() for row in first["diff"]), ""]
    if first["stderr"]:
        rows += ["  On stderr:", *(f"    {row}".rstrip() for row in first["stderr"])]
    if first["help"]:
        rows.append(f"  Hint: {visible(first['help'])}")
    return "\n".join([fact[0], f"  >>> {first['call']}", fact[1], *rows, f"  Again: {again(first['check'])}"])


def compared(difference):
    """The expected line above the actual one, and a mark below the first column that differs."""
    expected, actual, column = (difference[key] for key in ("expected", "actual", "column"))
    start = max(0, (column or 0) - WIDTH // 2)
    sides = [clipped(line, start) if line is not None else "(the output has ended)" for line in (expected, actual)]
    rows = [f"    expected | {sides[0]}", f"    actual   | {sides[1]}"]
    if column is None:
        return rows
    mark = len(visible(expected[start:column])) + 3 * (start > 0)
    return [*rows, f"               {' ' * mark}^{odd(actual[column:][:1])}"]


def odd(char):
    """A note on a differing character that may only look like an ordinary one.

    >>> odd("\u04bb"), odd("h")
    (' this is U+04BB', '')
    """
    return f" this is U+{ord(char):04X}" if char and not char.isascii() else ""


def explanation(path, records, options):
    """All of a report that follows its check lines: why each failure, and the total."""
    paragraphs = failures(records, lambda name: rerun(path, options, name))
    return "\n" + "\n\n".join([*paragraphs, total(records)]) + "\n"


def total(records):
    """The last line of a report: points, and how many checks had each verdict."""
    count = Counter(record["verdict"] for record in records)
    verdicts = ", ".join(f"{number} {verdict}" for verdict, number in count.most_common())
    return f"Total: {earned(records):g} of {possible(records):g} points ({verdicts})"


def rerun(path, options, name):
    """The command that runs one check of one submission again.

    >>> rerun("hw 9", ["--python", "python3.12"], "solve/funny12-384")
    "python3 -m grader --python python3.12 --only solve/funny12-384 'hw 9'"
    """
    path = f"./{path}" if path.startswith("-") else path
    return visible(shlex.join(["python3", "-m", "grader", *options, "--only", name, path]))
