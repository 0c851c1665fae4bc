"""The README of a handout; pure."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping

from grader.assignment import plan
from grader.assignment.editions import DEFAULT
from grader.assignment.plan import Assignment
from grader.ground.grouping import grouped
from grader.ground.text import counted, listed
from grader.handout import places
from grader.packing import pack as packing


TEXT = """\
# {title}

{what}

{edition}| | |
|---|---|
{rows}

{task}## Check it yourself

{commands}

On Windows, write `py` for `python3`. You need Python 3.10 or newer, and nothing else. Nothing is
kept, and nothing leaves your machine. On Linux a check runs your program in a sandbox; elsewhere it
can do what you can, and on Windows no memory limit holds.

{others}

This is handout {version}; the first line of each check names it. Please quote it in questions.
"""
FOLDERS = {
    "expected": "what the checks expect",
    "testinput": "the instances that the checks are about",
}


def text(assignment: Assignment, version: str, folders: Collection[str], is_solution: bool) -> str:
    """The README of a handout with these folders, in Markdown."""
    return TEXT.format(
        title=assignment.name,
        what=_what(assignment.files, is_solution),
        edition=_edition(assignment),
        rows=_rows(assignment, folders, is_solution),
        task=_task(assignment),
        commands=_commands(assignment),
        others=_others(assignment),
        version=version,
    )


def _what(files: tuple[str, ...], is_solution: bool) -> str:
    """The task, in a sentence."""
    names = " and ".join(f"`{name}`" for name in files)
    if is_solution:
        return f"The model solution, {names}, to compare yours with."
    pronoun = "them"
    if len(files) == 1:
        pronoun = "it"
    return f"Write what is missing in {names}, and hand {pronoun} in."


def _commands(assignment: Assignment) -> str:
    path = places.usual(assignment)
    does = {
        path: "what works, and what doesn't work yet",
        f"{path} --watch": "the same whenever you save",
        "--list": f"the {len(packing.public(assignment))} checks",
    }
    room = max(map(len, does))
    return "\n".join(
        f"    python3 check.pyz {words:<{room}}  # {what}" for words, what in does.items()
    )


def _edition(assignment: Assignment) -> str:
    """The paragraph on this edition of the assignment, "" if there are no others."""
    edition = assignment.folder.editions.get(assignment.edition or DEFAULT)
    if not edition:
        return ""
    return f"In this edition: {edition.description}\n\n"


def _rows(assignment: Assignment, folders: Collection[str], is_solution: bool) -> str:
    whose = "for you"
    if is_solution:
        whose = "the model"
    rows = [f"| `{places.place(assignment)}{name}` | {whose} |" for name in assignment.files]
    rows += [f"| `{name}/` | {what} |" for name, what in FOLDERS.items() if name in folders]
    rows.append("| `check.pyz` | checks your program |")
    return "\n".join(rows)


def _task(assignment: Assignment) -> str:
    """The section on points: the text of `task.md`, what earns points, and what costs some."""
    rules = ""
    if path := assignment.folder.find("task.md"):
        rules = path.read_text(encoding="utf-8") + "\n"
    points = _listed(packing.points(assignment.checks))
    costs = "\n".join(_costs(assignment))
    return f"## What earns points\n\n{rules}Points: {points}.\n{costs}\n\n"


def _costs(assignment: Assignment) -> Iterator[str]:
    """Yield a sentence on each thing that costs points, and on the limits."""
    checks = plan.public(assignment).checks
    off = [check for check in checks if check.deduction]
    free = {f"`{check.group}`": None for check in checks if check.function}
    for check in checks:
        if check.points or check.deduction:
            free.pop(f"`{check.group}`", None)
    if free:
        yield f"Checked for no points: {listed([*free])}."
    if imports := _listed({check.name: check.deduction for check in off if not check.further}):
        yield f"Points off if a file prints something when it is imported: {imports}."
    if again := _listed({check.name: check.deduction for check in off if check.further}):
        yield f"Points off if a call changes what later calls print: {again}."
    if costs := [slip.deduction for slip in assignment.slips]:
        yield f"Some mistakes cost {_span(costs)} points once, however many checks they spoil."
    cpu_s = _limit([(check.group, check.limits.cpu_s) for check in checks], "s of CPU time")
    memory = _limit([(check.group, check.limits.memory_mib) for check in checks], "MiB of memory")
    yield f"Limits of a check: {cpu_s}, {memory}."


def _limit(numbers: Iterable[tuple[str, float]], unit: str) -> str:
    """The limit of most groups, and in brackets the groups that have another.

    >>> _limit([("a", 5), ("b", 10), ("b", 30), ("c", 5)], "s")
    '5 s (`b` 10 to 30)'
    """
    groups = grouped(numbers, lambda pair: pair[0])
    texts = {group: _span([number for _, number in own]) for group, own in groups.items()}
    usual = Counter(texts.values()).most_common(1)[0][0]
    others = [f"`{group}` {text}" for group, text in texts.items() if text != usual]
    if not others:
        return f"{usual} {unit}"
    return f"{usual} {unit} ({', '.join(others)})"


def _span(numbers: Collection[float]) -> str:
    """The least and the largest of some numbers; the number if they are the same."""
    ends = [f"{number:g}" for number in (min(numbers), max(numbers))]
    return " to ".join(dict.fromkeys(ends))


def _listed(numbers: Mapping[str, float]) -> str:
    return ", ".join(f"`{name}` {number:g}" for name, number in numbers.items())


def _others(assignment: Assignment) -> str:
    """The paragraph on what the check at home leaves out."""
    number = len(assignment.checks) - len(packing.public(assignment))
    sentences = "A check shows the first line that differs."
    if not packing.shows_transcripts(assignment):
        sentences = "A check shows the first line that differs, but not what it should be"
        if any(check.returns for check in packing.public(assignment)):
            sentences += ", unless that is a float"
        sentences += "."
    if number:
        sentences += f" The course has {counted(number, 'more check')}."
    return sentences
