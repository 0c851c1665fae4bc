"""From results to text for a terminal and to JSON; pure."""

import shlex
from collections import Counter
from dataclasses import asdict
from difflib import unified_diff
from itertools import groupby

COLOURS = {"accepted": "32", "wrong_answer": "31", "skipped": "2", "judge_error": "35"}
DIFF_INPUT, DIFF_RUN, DIFF_OUTPUT = 300, 5, 14  # lines of an output compared, shown of one kind, shown in all
STDERR_LINES, WIDTH = 6, 100


def visible(text):
    """The text with whatever a terminal would not show as itself written as an escape.

    >>> print(visible("h=5\\t\\x1b[31m\\u200b\\\\"))
    h=5\\t\\x1b[31m\\u200b\\\\
    """
    return "".join(char if char.isprintable() and char != "\\" else escape(char) for char in text)


def escape(char):
    """A character as Python writes it in a string; a byte that was no UTF-8, here a surrogate, as that byte.

    >>> print(escape("\\t"), escape("\\udcff"))
    \\t \\xff
    """
    return f"\\x{ord(char) - 0xDC00:02x}" if "\udc80" <= char <= "\udcff" else ascii(char)[1:-1]


# ---- Terminal ----

def check_line(result, colour=False):
    """The line of a report for one check: name, verdict, points, CPU seconds."""
    verdict = f"{result.verdict:<13}"
    if colour:
        verdict = f"\x1b[{COLOURS.get(result.verdict, '33')}m{verdict}\x1b[0m"
    points = f"{sum(result.points.values()):g}/{result.check.points:g}" if result.check.points else ""
    seconds = f"{result.run.cpu_s:7.2f} s" if result.run else ""
    return f"{result.check.name:<28} {verdict} {points:>7} {seconds}".rstrip()


def failures(results, again):
    """The paragraphs that explain the failures; `again(check)` is the command that reruns a check.

    Failures with the same explanation and no line to show share a paragraph.
    """
    told = {}
    for result in results:
        if result.verdict != "accepted":
            alike = (result.verdict, result.rationale) if result.difference is None else result.check.name
            told.setdefault(alike, []).append(result)
    return [paragraph(group, again) for group in told.values()]


def paragraph(group, again):
    """Why like failures happened: the fact, the evidence, a hint, the command for the first of them."""
    first, *others = group
    also = f", and {len(others)} more" if others else ""
    fact = [f"{first.check.name}{also}: {first.verdict}", f"  {visible(first.rationale)}"]
    if first.verdict == "skipped":
        return "\n".join(fact)
    evidence = compared(first.difference) if first.difference else []
    evidence += diff(first.expected, first.actual) if first.difference and first.actual else []
    stderr = errors(first.run.stderr) if first.run else []
    hint = [f"  Hint: {visible(first.help)}"] if first.help else []
    return "\n".join([fact[0], f"  >>> {first.check.call}", fact[1], *evidence, *stderr, *hint,
                      f"  Again: {again(first.check)}"])


def compared(difference):
    """The expected line above the actual one, and a mark below the first column that differs."""
    if difference.column is None:
        gone = "(the output has ended)"
        return [f"    expected | {gone if difference.expected is None else clipped(difference.expected, 0)}",
                f"    actual   | {gone if difference.actual is None else clipped(difference.actual, 0)}"]
    start = max(0, difference.column - WIDTH // 2)
    mark = len(visible(difference.expected[start:difference.column])) + 3 * (start > 0)
    return [f"    expected | {clipped(difference.expected, start)}",
            f"    actual   | {clipped(difference.actual, start)}",
            f"               {' ' * mark}^{odd(difference)}"]


def clipped(line, start):
    """At most WIDTH characters of a line from `start` on, made visible, with dots for what is left out."""
    if not line:
        return "(an empty line)"
    return "..." * (start > 0) + visible(line[start:start + WIDTH]) + "..." * (len(line) > start + WIDTH)


def odd(difference):
    """A note on the first differing character where it only looks like an ordinary one."""
    char = difference.actual[difference.column:][:1]
    return f" this is U+{ord(char):04X}" if char and not char.isascii() else ""


def diff(expected, actual):
    """A few lines of unified diff; both outputs are cut first, for diffs of long ones take minutes."""
    sides = [[clipped(line, 0) if line else "" for line in side[:DIFF_INPUT]] for side in (expected, actual)]
    shown = []
    for _, run in groupby(list(unified_diff(*sides, lineterm="", n=2))[2:], key=lambda row: row[0]):
        first, *rest = (f"    {row}".rstrip() for row in run)
        shown += [first, *rest[:DIFF_RUN - 1], *["    ..."] * (len(rest) >= DIFF_RUN)]
    return ["", *shown[:DIFF_OUTPUT], ""]


def errors(stderr):
    """The last lines that a program wrote to stderr."""
    text = stderr[-4096:].decode("utf-8", "surrogateescape").rstrip()
    rows = text.split("\n")[-STDERR_LINES:] if text else []
    return ["  On stderr:", *(f"    {clipped(row, 0)}" for row in rows)] if rows else []


def explanation(path, results, options):
    """All of a report that follows its check lines: why each failure, and the total."""
    paragraphs = failures(results, lambda check: rerun(path, options, check))
    return "\n" + "\n\n".join([*paragraphs, total(results)]) + "\n"


def total(results):
    """The last line of a report: points, and how many checks had each verdict."""
    count = Counter(result.verdict for result in results)
    verdicts = ", ".join(f"{number} {verdict}" for verdict, number in count.most_common())
    return f"Total: {earned(results):g} of {possible(results):g} points ({verdicts})"


def earned(results):
    """The points that results earned."""
    return sum(sum(result.points.values()) for result in results)


def possible(results):
    """The points that results could have earned."""
    return sum(result.check.points for result in results)


def rerun(path, options, check):
    """The command that runs one check of one submission again.

    >>> rerun("hw 9", ["--python", "python3.12"], type("Check", (), {"name": "solve/funny12-384"}))
    "python3 -m grader --python python3.12 --only solve/funny12-384 'hw 9'"
    """
    return shlex.join(["python3", "-m", "grader", *options, "--only", check.name, path])


# ---- JSON ----

def document(assignment, header, graded):
    """All results as JSON's types; `graded`: (path of the submission, its results) of each."""
    return {"assignment": assignment, "graded_as": header,
            "submissions": [{"submission": path,
                             "points": earned(results), "points_possible": possible(results),
                             "results": [record(result) for result in results]}
                            for path, results in graded]}


def record(result):
    """One result as JSON's types."""
    check, found, run = result.check, result.difference, result.run
    return {"check": check.name, "call": check.call, "verdict": result.verdict,
            "points": result.points, "points_possible": {part.name: part.points for part in check.parts},
            "rationale": result.rationale, "help": result.help,
            "difference": found and {**asdict(found), "column": found.column},
            "limits": asdict(check.limits),
            "run": run and {"exit_status": run.exit_status, "ended": run.ended, "cpu_s": round(run.cpu_s, 3),
                            "wall_s": round(run.wall_s, 3), "memory_mib": round(run.memory_mib, 1),
                            "stdout": run.stdout[:4096].decode("utf-8", "surrogateescape"),
                            "stderr": run.stderr[-4096:].decode("utf-8", "surrogateescape")}}
