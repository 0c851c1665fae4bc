"""What a student reads at home on a terminal: what works, and what doesn't yet, once for each cause; pure."""

import re
from dataclasses import dataclass
from textwrap import fill

from grader.intake import sentences
from grader.report import boards, summary, terminal
from grader.report.records import public
from grader.report.text import shell_word, visible


WIDTH = 100
LONG = 60  # characters of a call that make a poor headline
NOTES = 5  # how many remarks on checks are shown
NOTHING = sentences.EMPTY
EMPTY = {"rationale": "The file is empty.", "help": "Was it saved?"}
# verdicts that need no explanation of what the program did
NO_CAUSE = ("accepted", "skipped", "judge_error")


@dataclass(frozen=True)
class Cause:
    """Failed checks that have one reason, and the question that may lead to it, or ""."""

    records: tuple
    hint: str

    @property
    def first(self):
        """The check to be shown in full: the first with a difference to show, else the first."""
        return next((record for record in self.records if record["difference"]), self.records[0])


def text(document, at_hand=lambda file: (file, "in its folder")):
    """All that a student is told of the only submission of a document.

    `at_hand(file)` is the path of what is a file of the program, and what must be done before Python can run it.
    """
    (submission,) = map(saved, map(public, document["submissions"]))
    found = causes(submission)
    parts = [
        groups(submission["results"]),
        notes(submission),
        *(told(number, cause) for number, cause in enumerate(found, 1)),
        untried(submission["results"]),
        how_to_try(found, submission, at_hand),
        ending(submission["results"], len(found)),
    ]
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def saved(submission):
    """The submission; where its file is empty, all that fails says so, and nothing of names."""
    if NOTHING not in submission["flags"]:
        return submission
    return {
        **submission,
        "flags": [flag for flag in submission["flags"] if flag != NOTHING],
        "results": [
            record if record["verdict"] in NO_CAUSE else {**record, **EMPTY}
            for record in submission["results"]
        ],
    }


# ---- The overview ----


def groups(records):
    """A line for each group of checks: how many of them pass."""
    count = {}
    for record in records:
        passed, number = count.get(summary.group(record["check"]), (0, 0))
        count[summary.group(record["check"])] = (
            passed + (record["verdict"] == "accepted"),
            number + 1,
        )
    width = max(map(len, count), default=0)
    return [f"  {group:<{width}}  {share(*each)}" for group, each in count.items()]


def share(passed, number):
    """How many of so many checks pass, in words.

    >>> share(1, 1), share(0, 1), share(3, 36), share(36, 36)
    ('works', 'not yet', '3 of 36 right', 'all 36 right')
    """
    if number == 1:
        return "works" if passed else "not yet"
    return f"all {number} right" if passed == number else f"{passed} of {number} right"


def notes(submission):
    """What else to know: what is odd about the files, what came close to a limit, another edition, what is slow."""
    records = submission["results"]
    slow = [
        f"{each['rationale']} {each['help']}"
        for each in submission.get("misconceptions", ())
        if not each["checks"]
    ]
    remarks = [
        f"{record['check']}: {flag}"
        for record in records
        for flag in (*record.get("flags", ()), *record.get("notes", ()))
        if flag not in " ".join(slow)
    ]
    edition = submission.get("edition") and (
        f"It is right under another edition of this assignment, {submission['edition']}: "
        "is that the one you were given?"
    )
    said = {record["rationale"] for record in records}
    return [
        line
        for note in (*submission["flags"], edition, *slow, *remarks[:NOTES])
        if note and note not in said
        for line in wrapped(f"Note: {visible(note)}", "  ")
    ]


# ---- The causes ----


def causes(submission):
    """The Causes of what fails, in the order of the checks: by misconception, or else by what is alike."""
    named, told_alike = submission.get("misconceptions", ()), {}
    for record in submission["results"]:
        if record["verdict"] not in NO_CAUSE:
            mine = [each for each in named if record["check"] in each["checks"]]
            hint = " Or: ".join(each["help"] for each in mine) or record["help"]
            key = tuple(each["name"] for each in mine) or likeness(record)
            told_alike.setdefault(key, []).append((record, hint))
    return [
        Cause(tuple(record for record, _ in pairs), pairs[0][1]) for pairs in told_alike.values()
    ]


def likeness(record):
    """What failures have in common that may have one cause: all but the numbers in what is said of them."""
    function = "" if is_empty(record) else re.match(r"(import )?\w*", record["call"])[0]
    return function, record["verdict"], re.sub("[0-9]+", "#", record["rationale"]), record["help"]


def told(number, cause):
    """A cause: its first check in full, the question, the names of the others."""
    first = cause.first
    others = [record["check"] for record in cause.records if record is not first]
    call = [f"   >>> {first['call']}"] * (not imports(first) and not is_empty(first))
    return [
        *headline(number, first),
        *evidence(first),
        *(wrapped(visible(cause.hint), "   ")),
        *alike(others),
        *call,
    ]


def imports(record):
    """The module that a check imports if it does nothing else, or ""."""
    found = re.fullmatch(r"import (\w+)", record["call"])
    return found[1] if found else ""


def is_empty(record):
    """Whether a check failed because the file is empty."""
    return record["rationale"] == EMPTY["rationale"]


def headline(number, record):
    """What was called, and that it doesn't work yet, with the fact in a few words."""
    call, found = record["call"], record["difference"]
    if not call or len(call) > LONG or "; " in call:  # it stands below, too
        call = record["check"]
    fact = visible(record["rationale"])
    if found and None not in (found["expected"], found["actual"]) and fact.startswith("Line "):
        fact = fact.replace(f"Line {found['line']} is wrong.", f"line {found['line']} differs.", 1)
    fact = fact[:1].lower() + fact[1:] if re.match("(It|Line|The|There) ", fact) else fact
    return (
        [f"{number}. {call} - not yet:", *wrapped(fact, "   ")]
        if len(call + fact) > WIDTH - 16
        else [f"{number}. {call} - not yet: {fact}"]
    )


def evidence(record):
    """What shows it: the first difference with its boards, or what Python said."""
    found = record["difference"]
    if found:
        return [
            "",
            *(f"  {row}" for row in terminal.compared(found, "yours")),
            *pictures(found),
            "",
        ]
    if record["verdict"] == "runtime_error" and record["stderr"]:
        return ["", *(f"      {row}".rstrip() for row in record["stderr"]), ""]
    return []


def pictures(difference):
    """The states of the two lines drawn side by side, one if they are the same, none if no number differs."""
    column = (difference["column"] or 0) - difference["start"]
    expected, actual = (boards.at(difference[side], column) for side in ("expected", "actual"))
    numbers = [re.findall("[0-9]+", difference[side] or "") for side in ("expected", "actual")]
    if not expected or numbers[0] == numbers[1]:
        return []
    rows = [f"the state{' expected' * (expected != actual)}:", *boards.drawn(expected, expected)]
    if actual and expected != actual and len(expected) == len(actual):
        rows = boards.beside(
            ("expected:", boards.drawn(expected, actual)),
            ("yours:", boards.drawn(actual, expected)),
        )
    return ["", *(f"      {row}" for row in rows)]


def alike(names):
    """The line that names checks that fail in the same way."""
    if not names:
        return []
    line, shown = f"   The same happens in {len(names)} more: ", []
    while names[len(shown) :] and len(line + ", ".join([*shown, names[len(shown)]])) < WIDTH - 4:
        shown.append(names[len(shown)])
    return [line + ", ".join(shown) + ", ..." * (len(shown) < len(names))]


# ---- The end ----


def untried(records):
    """How many checks were not run, and why."""
    return summary.counted(
        [record["rationale"] for record in records if record["verdict"] == "skipped"], "not tried"
    )


def how_to_try(found, submission, at_hand):
    """How to start the Python in which the calls can be typed."""
    modules = [name for record in submission["results"] if (name := imports(record))]
    verdicts = {record["verdict"] for record in submission["results"]}
    if (
        not (found and modules)
        or verdicts <= {"missing", "skipped"}
        or any(is_empty(each.first) for each in found)
    ):
        return []
    path, before = at_hand(f"{modules[-1]}.py")
    path = f"./{path}" if path.startswith("-") else path
    what = "it" if all(imports(cause.first) for cause in found) else "the lines after >>>"
    note, names = f"    ({visible(before)})" * bool(before), list(dict.fromkeys(modules))
    if len(names) == 1:
        return [
            f"To try {what} yourself, start Python like this:",
            f"   python3 -i {shell_word(path)}{note}",
        ]
    every = "; ".join(f"from {name} import *" for name in names)
    return [
        f"To try {what} yourself, start Python in the folder of {visible(path)} like this:",
        f"   python3 -i -c {shell_word(every)}{note}",
    ]


def ending(records, todo):
    """How many checks pass, and what to do next; `todo`: the number of causes."""
    passed, number = sum(record["verdict"] == "accepted" for record in records), len(records)
    ours = sum(record["verdict"] == "judge_error" for record in records)
    if passed == number:
        return [f"All {number} checks pass: well done! (Your course may have others.)"]
    most = ", most of them" * (passed > number / 2)
    left = (
        "One thing is left to look into."
        if todo == 1
        else (
            f"There are {todo} things to look into: begin with the first, it may be behind others."
        )
    )
    return [f"{ours} could not be judged: that is a fault of the grader, not yours."] * bool(
        ours
    ) + [
        f"{passed} of {number} checks pass{' so far' * bool(passed)}{most}. {left * bool(todo)}".rstrip()
    ]


def wrapped(sentence, indent):
    """A sentence in lines of at most WIDTH characters, indented."""
    return (
        fill(
            sentence, WIDTH, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False
        ).split("\n")
        if sentence
        else []
    )
