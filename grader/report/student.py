"""What a student reads: what works, and what doesn't yet, once for each cause; pure.

At home it is shown in the terminal, and what is handed back has the same, under a heading.
"""

import os
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from grader.assignment import folders
from grader.diagnose.problems import Problem, is_hidden, problems
from grader.diagnose.public import public
from grader.ground.text import WIDTH, shell_word, visible, wrapped
from grader.records import Document, Result, SubmissionResults, deductions, shortened
from grader.report import instructor, pictures, pops, summary, terminal


# from a file of a program to its path, and what must be done before Python can run it
AtHand = Callable[[str], tuple[str, str]]
LONG = 60  # characters of a call that make a poor headline
LONG_FACT, LONG_NOTE = 300, 500  # characters of a sentence
NOTES, MEASURED = 4, 2  # how many notes are shown, and of how many measurements
NOTE_LINES = 10  # of all notes together
GROUPS = 8  # of which each has a line; of more there are lists
ROOM = 42  # lines for problems, but for a longer first one
# how facts are worded where they follow "not yet:"
FACTS = {kind: text[0].lower() + text[1:] for kind, text in instructor.FACTS.items()} | {
    "wrong_line": "line {line} differs."
}
# what students can't do anything about is left out
HINTS = instructor.HINTS | {
    "not_installed": "Is it a file that was not handed in? If it is a package, do without it: the "
    "Python that checks programs does not have it."
}
NOT_RUN = instructor.NOT_RUN | {
    "patience": ", because {function} crossed a time or memory limit in {number} checks before.",
}


@dataclass(frozen=True)
class Setting:
    """How a student reads about a program.

    `at_hand(file)` is the path that has a file of the program, and what must be done before Python
    can run it; `again` is the command that checks all of it, if that is to be named.
    """

    at_hand: AtHand
    width: int = WIDTH
    again: str = ""
    shows_points: bool = False


def own_folder(file: str) -> tuple[str, str]:
    """The path of a file for a student of whose machine nothing is known, and where to use it."""
    return file, "in its folder"


def text(document: Document, at_hand: AtHand = own_folder, width: int = WIDTH) -> str:
    """All that a student reads at home about the only submission of a document."""
    (submission,) = map(public, document.submissions)
    return joined(parts(submission, Setting(at_hand, width)))


def joined(parts: Sequence[Sequence[str]]) -> str:
    """Parts of some lines each as one text, with an empty line between two of them."""
    return "\n\n".join("\n".join(part) for part in parts) + "\n"


def parts(submission: SubmissionResults, setting: Setting) -> list[list[str]]:
    """The parts, each of a few lines, of what a student reads about a submission."""
    all_problems, results, width = problems(submission), submission.results, setting.width
    wholes = [
        _groups(submission, setting),
        _notes(submission, width),
        *_explained(all_problems, width),
        _hidden(results, width),
        _untried(results, width),
        _how_to_try(all_problems, submission, setting) + _how_to_check_again(submission, setting),
        _ending(submission, len(all_problems), setting),
    ]
    return [part for part in wholes if part]


# ---- The overview ----


def score(submission: SubmissionResults) -> str:
    """The points of a submission, in a sentence."""
    unsure = "Not graded in full yet: at least " if summary.ours(submission) else ""
    taken = sum(deductions(submission.results).values())
    off = f", {taken:g} taken off" if taken else ""
    return f"{unsure}{submission.points:g} of {submission.points_possible:g} points{off}."


def _groups(submission: SubmissionResults, setting: Setting) -> list[str]:
    """How many checks of each group pass: a line for each, or lists if there are many groups."""
    groups: dict[str, list[Result]] = {}
    for result in submission.results:
        groups.setdefault(summary.group(result.check), []).append(result)
    if len(groups) > GROUPS:
        return _listed_groups(groups, setting.width)
    width = max(map(len, groups), default=0)
    rows = [(f"{group:<{width}}  {share(results)}", results) for group, results in groups.items()]
    if not setting.shows_points:
        return [f"  {row}" for row, _ in rows]
    room = max((len(row) for row, _ in rows), default=0)
    return [f"  {row:<{room}}  {points_of(results)}".rstrip() for row, results in rows]


def share(results: Sequence[Result]) -> str:
    """How many of some checks pass, in words.

    >>> from grader.records import Fact
    >>> passed, failed = (Result("", "", "", verdict, Fact("")) for verdict in ("accepted", ""))
    >>> share([passed]), share([failed]), share([passed, failed]), share([passed] * 3)
    ('works', 'not yet', '1 of 2 right', 'all 3 right')
    """
    passed, number = sum(result.passed for result in results), len(results)
    if number == 1:
        return "works" if passed else "not yet"
    return f"all {number} right" if passed == number else f"{passed} of {number} right"


def points_of(results: Sequence[Result]) -> str:
    """The points that some checks earned, "" if they can't earn any."""
    possible = sum(result.possible for result in results)
    earned = sum(result.earned for result in results)
    return f"{earned:g} of {possible:g} points" if possible else ""


def _listed_groups(groups: dict[str, list[Result]], width: int) -> list[str]:
    """The groups that work, those that work in part with their shares, and the others."""
    lists: dict[str, list[str]] = {"works": [], "in part": [], "not yet": []}
    for group, results in groups.items():
        passed = sum(result.passed for result in results)
        if passed == len(results):
            lists["works"].append(group)
        elif passed:
            lists["in part"].append(f"{group} ({passed} of {len(results)})")
        else:
            lists["not yet"].append(group)
    return [
        row
        for name, several in lists.items()
        if several
        for row in wrapped(", ".join(several), width, f"  {name:<7}  ", " " * 11)
    ]


def notes(submission: SubmissionResults) -> list[str]:
    """The sentences on odd files, checks close to a limit, another edition, slow functions."""
    results = submission.results
    general = [cause for cause in submission.misconceptions if not cause.checks]
    slow = [
        f"{instructor.cause_rationale(cause)} {instructor.cause_help(cause)}" for cause in general
    ]
    evidence = [cause.evidence for cause in general]
    remarks = [
        f"{result.check}: {instructor.sentence(fact)}"
        for result in results
        for fact in (*result.flags, *result.notes[:MEASURED])
        if fact not in evidence
    ]
    edition = [
        f"{sentence} Is that the one you were given?"
        for sentence in summary.another_edition(submission)
    ]
    said = {instructor.rationale(result) for result in results}
    # that a file is empty is a problem of its own
    flags = instructor.flags(replace(submission, is_empty=False))
    sentences = (*summary.adjusted(submission), *edition, *flags, *slow, *remarks)
    return [shortened(visible(note), LONG_NOTE) for note in sentences if note not in said]


def _notes(submission: SubmissionResults, width: int) -> list[str]:
    """The first few notes."""
    rows: list[str] = []
    for note in notes(submission)[:NOTES]:
        more = wrapped(f"Note: {note}", width, "  ")
        if len(rows) + len(more) <= NOTE_LINES:
            rows += more
    return rows


# ---- The causes ----


def question(problem: Problem) -> str:
    """The question that may lead to the reason of a problem, or ""."""
    if problem.causes:
        asked = " And: ".join(map(instructor.cause_help, problem.new_causes))
        is_more = len(problem.new_causes) < len(problem.causes)
        return visible(f"Besides what is asked above: {asked}" if is_more else asked)
    if problem.edition:
        return f"Were you given the edition {problem.edition}, under which this would be right?"
    return visible(instructor.help_of(problem.shown, HINTS))


def brief(result: Result) -> str:
    """Why a check has its verdict, in a few words."""
    reason = result.reason
    said = instructor.sentence(reason, FACTS, "it")
    if reason.kind in ("cpu", "lines") and "line" in reason.fields:
        said += " Shortly before, it was in line {line} of {file}.".format(**reason.fields)
    return shortened(visible(said), LONG_FACT)


def headline(problem: Problem) -> tuple[str, str]:
    """(What was called, the fact in a few words) of a problem."""
    first = problem.shown
    call = first.call
    if not call or len(call) > LONG or "; " in call or problem.is_empty:  # it stands below, too
        check = problem.first.check
        call = f"{check.partition('/')[0]} on a small instance" if problem.example else check
    if problem.is_empty:
        call = f"{first.module}.py" if first.module else "the program"
    return call, brief(first)


def _explained(problems: list[Problem], width: int) -> list[list[str]]:
    """The problems, the first in full, others as long as there is room, or else in brief."""
    blocks: list[list[str]] = []
    left, is_full = ROOM, True
    for number, problem in enumerate(problems, 1):
        block = _in_full(number, problem, width)
        if blocks and (not is_full or len(block) > left):
            block, is_full = _in_brief(number, problem, width), False
        if blocks and len(block) > left:
            return [*blocks, _left_out(problems[number - 1 :], width)]
        blocks.append(block)
        left -= len(block) + 1
    return blocks


def _in_full(number: int, problem: Problem, width: int) -> list[str]:
    """A problem: its first check in full, the question, the names of the others."""
    asked = wrapped(question(problem), width, "   ")
    if problem.is_empty:
        return [*_headline(number, problem, width), *asked]
    call = [f"   >>> {problem.shown.call}"] if problem.has_call else []
    rest = [*asked, *_alike([result.check for result in problem.others], width), *call]
    search = [f"   {row}".rstrip() for row in pops.lines(problem.example, width - 3)]
    for part in search, _evidence(problem.shown, width):
        if part:
            rest = ["", *part, *([""] if rest and rest[0] else []), *rest]
    return [*_headline(number, problem, width), *rest]


def _in_brief(number: int, problem: Problem, width: int) -> list[str]:
    """A problem in a few lines: the fact, the question, how many others there are."""
    others = len(problem.others)
    more = [f"   The same happens in {others} more."] if others else []
    asked = wrapped(question(problem), width, "   ")
    return [*_headline(number, problem, width), *asked, *more]


def _left_out(problems: list[Problem], width: int) -> list[str]:
    """The sentence on the problems that are not explained yet."""
    names = [problem.first.check for problem in problems]
    shown = ", ".join(names[:3]) + (", ..." if names[3:] else "")
    is_are = "is 1 thing" if len(names) == 1 else f"are {len(names)} things"
    return wrapped(f"When these work, there {is_are} more to look into: {shown}", width)


def _headline(number: int, problem: Problem, width: int) -> list[str]:
    """What was called, and that it doesn't work yet, with the fact in a few words."""
    call, fact = headline(problem)
    if problem.is_empty:
        return wrapped(f"{number}. {call}: {fact}", width)
    if len(call + fact) > width - 16:
        return [f"{number}. {call} - not yet:", *wrapped(fact, width, "   ")]
    return [f"{number}. {call} - not yet: {fact}"]


def _evidence(result: Result, width: int) -> list[str]:
    """What shows it: the first difference with what is drawn of it, or what Python said."""
    if difference := result.difference:
        room = terminal.room_in(difference, width - 2)
        rows = [f"  {row}" for row in terminal.compared(difference, "yours", room)]
        return [*rows, *_pictures(result)]
    if says_more(result):
        return [f"      {row}".rstrip() for row in result.stderr]
    return []


def says_more(result: Result) -> bool:
    """Whether what Python said on stderr is worth showing."""
    return result.verdict in ("runtime_error", "missing") and bool(result.stderr)


def drawn(result: Result) -> bool:
    """Whether pictures of the lines that differ help: not where only something else differs."""
    difference = result.difference
    if not difference or not difference.expected_picture:
        return False
    lines = (difference.expected, difference.actual)
    expected, actual = (re.findall("[0-9]+", line or "") for line in lines)
    return expected != actual


def _pictures(result: Result) -> list[str]:
    """The pictures of two lines, one if they are equal, none if they don't help."""
    difference = result.difference
    if not difference or not difference.expected_picture or not drawn(result):
        return []
    expected, actual = difference.expected_picture, difference.actual_picture
    title = "the state:" if expected == actual else "the state expected:"
    rows = [title, *pictures.drawn(expected)]
    if actual and expected != actual and len(expected) == len(actual):
        rows = pictures.beside(
            ("expected:", pictures.drawn(expected, actual)),
            ("yours:", pictures.drawn(actual, expected)),
        )
    return ["", *(f"      {row}" for row in rows)]


def _alike(names: list[str], width: int) -> list[str]:
    """The line that names checks that fail in the same way."""
    if not names:
        return []
    shown: list[str] = []
    line = f"   The same happens in {len(names)} more: "
    while names[len(shown) :] and len(line + ", ".join([*shown, names[len(shown)]])) < width - 4:
        shown.append(names[len(shown)])
    more = ", ..." if len(shown) < len(names) else ""
    return [line + ", ".join(shown) + more] if shown else [line[:-2] + "."]


# ---- The end ----


def hidden(results: Sequence[Result]) -> str:
    """The sentence on the hidden checks that fail, "" if none does."""
    failing = [
        f"{result.check} ({result.verdict.replace('_', ' ')}, {points_of([result]) or 'no points'})"
        for result in results
        if is_hidden(result) and not result.passed
    ]
    if not failing:
        return ""
    names = ", ".join(failing[:NOTES]) + (
        f" and {len(failing) - NOTES} more" * bool(failing[NOTES:])
    )
    return f"Hidden checks, of which there is no more to read: {names}."


def _hidden(results: Sequence[Result], width: int) -> list[str]:
    """The hidden checks that fail."""
    return wrapped(hidden(results), width)


def untried(results: Sequence[Result]) -> list[str]:
    """The sentences on how many checks were not run, and why."""
    reasons = [result.reason for result in results if result.verdict == "skipped"]
    known = [reason for reason in reasons if reason.kind in NOT_RUN]
    return instructor.not_run(known, "not tried", NOT_RUN)


def _untried(results: Sequence[Result], width: int) -> list[str]:
    """How many checks were not run, and why."""
    return [row for sentence in untried(results)[:NOTES] for row in wrapped(sentence, width)]


def how_to_try(
    problems: list[Problem], submission: SubmissionResults, at_hand: AtHand
) -> tuple[str, str, str]:
    """(What to do to type calls, the command, what comes before it), all "" if there is none."""
    names = _modules(submission)
    verdicts = {result.verdict for result in submission.results}
    is_missing = verdicts <= {"missing", "skipped"}
    if not problems or not names or is_missing or all(problem.is_empty for problem in problems):
        return "", "", ""
    path, before = at_hand(f"{names[-1]}.py")
    path = f"./{path}" if path.startswith("-") else path
    what = "the lines after >>>" if any(problem.first.function for problem in problems) else "it"
    command = f"python3 -i {shell_word(path)}"
    if len(names) > 1:
        imports = "; ".join(f"from {name} import *" for name in names)
        folder = os.path.dirname(path)
        there = f"cd {shell_word(folder)} && " if folder else ""
        command = f"{there}python3 -i -c {shell_word(imports)}"
    sentence = f"To try {what} yourself, start Python like this:"
    return sentence, command, visible(before)


def _modules(submission: SubmissionResults) -> list[str]:
    """The modules of the program that are imported by themselves."""
    return list(
        dict.fromkeys(
            result.module for result in submission.results if result.module and not result.function
        )
    )


def _how_to_try(
    problems: list[Problem], submission: SubmissionResults, setting: Setting
) -> list[str]:
    """How to start the Python in which the calls can be typed."""
    sentence, command, before = how_to_try(problems, submission, setting.at_hand)
    note = f"    ({before})" if before else ""
    return [*wrapped(sentence, setting.width), f"   {command}{note}"] if sentence else []


AGAIN = "To check all of it again, go to the folder of the course's files:"


def again(document: Document, submission: SubmissionResults) -> str:
    """The command by which a student checks a program again; "" if only the instructor can.

    That is so where the assignment is a folder of the instructor's.
    """
    options = list(document.options)
    given = dict(zip(options[::2], options[1::2])).get("--assignment", document.assignment)
    modules = _modules(submission)
    path = f"path/to/{modules[0]}.py" if len(modules) == 1 else "path/to/folder"
    if given not in folders.names():
        return ""
    if "-" in given:  # an edition, which no file tells from another
        return f"python3 -m grader --student --assignment {given} {path}"
    return f"make check SUBMISSION={path}"


def _how_to_check_again(submission: SubmissionResults, setting: Setting) -> list[str]:
    """How to check the whole program again, where that is to be said."""
    is_done = all(result.passed for result in submission.results)
    if is_done or not setting.again:
        return []
    return [*wrapped(AGAIN, setting.width), f"   {setting.again}"]


def ending(submission: SubmissionResults, todo: int) -> list[str]:
    """How many checks pass, and what to do next; `todo`: the number of causes."""
    results = submission.results
    passed, number = sum(result.passed for result in results), len(results) + submission.pending
    ours = sum(result.verdict == "judge_error" for result in results)
    if passed == number:
        return [f"All {number} checks pass: well done!"]
    so_far = " so far" if passed else ""
    most = ", most of them" if passed > number / 2 else ""
    left = f" There are {todo} things to look into: begin with the first, it may cause others."
    if todo <= 1:
        left = " One thing is left to look into." if todo else ""
    fault = f"{ours} could not be judged: that is a fault of the grader, not yours."
    return [
        *([fault] if ours else []),
        f"{passed} of {number} checks pass{so_far}{most}.{left}",
    ]


def _ending(submission: SubmissionResults, todo: int, setting: Setting) -> list[str]:
    """How many checks pass, and what to do next, in lines."""
    sentences = ending(submission, todo)
    if not setting.shows_points and all(result.passed for result in submission.results):
        sentences[-1] += " (Your course may have others.)"
    return [row for sentence in sentences for row in wrapped(sentence, setting.width)]
