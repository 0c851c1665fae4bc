"""Names causes at home, where there is no model: by digests of what known mistakes print; pure.

A handout has a table of them. For each mistake, it holds what students read about it, and a digest
of what it prints in each check in which that is wrong. So the table names the mistake of a program
that prints the same, and tells nobody what to print.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from grader.assignment.hooks import Lines, Printed
from grader.assignment.plan import Assignment
from grader.diagnose.observation import Observation
from grader.diagnose.rules import Case
from grader.judge.reading import read
from grader.records import Cause, Check, Result, Rival
from grader.serialization import from_json
from grader.traces import Trace


FILE = "causes.table"
MOST = 3  # more mistakes that print the same say nothing
ENDLESS = "endless"
LABEL = "\u2423"  # stands in predicted outputs for the label that a pattern finds


@dataclass(frozen=True)
class Instance:
    """The smallest instance that shows a mistake, what is printed for it, and two searches.

    `right` and `mistaken` are outputs. `queue` is the length of the right search's longest queue.
    `searches` are traces of the right search and of the mistaken one, or empty. `ties` says which
    entry of equal f leaves first.
    """

    check: str
    arguments: str
    right: str
    mistaken: str
    queue: int = 0
    searches: tuple[Trace, ...] = ()
    ties: str = ""


@dataclass(frozen=True)
class Known:
    """A known mistake: `digests` has {check: digest of what is printed} where that is wrong.

    If a `pattern` is given, its group finds the label in an output that LABEL replaces before
    digests are made. A mistake of a `kind` needs no digests: results say that they have it. One
    `at_goal` is whatever goes wrong in checks that start at the goal, and nowhere else.
    """

    rationale: str
    help: str
    digests: dict[str, str] = field(default_factory=dict)
    pattern: str = ""
    kind: str = ""
    at_goal: bool = False
    instances: tuple[Instance, ...] = ()


@dataclass(frozen=True)
class Table:
    """The mistakes that a handout knows.

    Only the outputs of the `predicted` checks are known. `easiest_first` are all checks in the
    order of their work, `at_goal` those that start at the goal.
    """

    easiest_first: tuple[str, ...] = ()
    predicted: tuple[str, ...] = ()
    at_goal: tuple[str, ...] = ()
    mistakes: tuple[Known, ...] = ()

    def order(self, results: Iterable[Result]) -> tuple[str, ...]:
        """The names of the failing checks, the easiest first."""
        names = [result.check for result in results if not result.passed]
        places = {name: place for place, name in enumerate(self.easiest_first)}
        return tuple(sorted(names, key=lambda name: places.get(name, len(places))))


def table(assignment: Assignment) -> Table:
    """The table in an assignment's folder, which only handouts have; else an empty one."""
    path = assignment.folder.find(FILE)
    return _read(path) if path else Table()


@lru_cache(1)
def _read(path: Path) -> Table:
    """The table in a file."""
    return from_json(Table, json.loads(path.read_bytes()))


def digest(check: Check, lines: Lines) -> str:
    """The digest of the lines that a check's checker reads from what a program printed."""
    own = read(check, Printed(lines), ()).lines
    text = "\n".join([check.name, *own])
    return sha256(text.encode("utf-8", "surrogateescape")).hexdigest()[:12]


def causes(case: Case, results: Iterable[Result], table: Table) -> list[Cause]:
    """The causes of all failures together, or else of those of each function."""
    kinds = [
        _cause(number, [known], checks)
        for number, known in enumerate(table.mistakes)
        if known.kind
        and (checks := [result.check for result in results if result.kind == known.kind])
    ]
    alone = _named(case, table)
    return kinds + (
        alone or [cause for part in _parts(case, table) for cause in _named(part, table)]
    )


def _parts(case: Case, table: Table) -> Iterator[Case]:
    """Yield the checks of each function; those that start at the goal are a part of their own."""
    for function in dict.fromkeys(seen.check.function for seen in case if not seen.passed):
        own = [seen for seen in case if seen.check.function == function]
        at_goal = [seen for seen in own if seen.check.name in table.at_goal]
        apart = [seen for seen in own if seen not in at_goal]
        fails = [any(not seen.passed for seen in part) for part in (at_goal, apart)]
        yield from [at_goal, apart] if all(fails) and not _named(own, table) else [own]


def instances(cause: Cause, table: Table) -> tuple[Instance, ...]:
    """The smallest instances that show a cause, one for each function."""
    return table.mistakes[int(cause.name)].instances


def _named(case: Case, table: Table) -> list[Cause]:
    """The cause that explains a case, with its rivals, in a list; an empty list if none does."""
    failing = [seen for seen in case if not seen.passed]
    told = [seen for seen in case if seen.check.name in table.predicted]
    found = [
        (number, known)
        for number, known in enumerate(table.mistakes)
        if known.digests and _explains(known, told)
    ]
    if not found and failing and all(seen.check.name in table.at_goal for seen in failing):
        found = [(number, known) for number, known in enumerate(table.mistakes) if known.at_goal]
    if not failing or not 0 < len(found) <= MOST:
        return []
    checks = [seen.check.name for seen in failing]
    return [_cause(found[0][0], [known for _, known in found], checks)]


def _cause(number: int, mistakes: Sequence[Known], checks: Iterable[str]) -> Cause:
    """The cause for a mistake and its rivals; its name is the mistake's place in the table."""
    first, *others = mistakes
    rivals = tuple(Rival("", known.rationale, known.help) for known in others)
    return Cause(str(number), first.rationale, first.help, tuple(checks), rivals=rivals)


def _explains(known: Known, case: Case) -> bool:
    """Whether a mistake prints what all of a case prints; at least one failure must show it.

    A check that ran out of time contradicts nothing.
    """
    label = _label(known.pattern, case)
    if label is None:
        return False
    agreeing = [_agrees(known.digests, seen, label) for seen in case]
    return False not in agreeing and True in agreeing


def _agrees(digests: Mapping[str, str], seen: Observation, label: str) -> bool | None:
    """Whether a check went as digests say; None if that can't be told, or if it had to pass."""
    expected = digests.get(seen.check.name)
    if seen.passed:
        return None if expected is None else False
    if expected is None:
        return None if seen.is_late else False
    if expected == ENDLESS or seen.is_late:
        return True if expected == ENDLESS and seen.is_late else None
    return expected == _printed(seen, label)


def _printed(seen: Observation, label: str) -> str:
    """The digest of what a program printed, or the name of the exception that ended it."""
    if seen.verdict == "runtime_error":
        return seen.result.error
    lines = (line.replace(label, LABEL) if label else line for line in seen.lines)
    return digest(seen.check, tuple(lines))


def _label(pattern: str, case: Case) -> str | None:
    """What a pattern finds in the first failing output that it matches; "" without a pattern."""
    if not pattern:
        return ""
    matches = (seen.match(pattern) for seen in case if not seen.passed)
    return next((match[1] for match in matches if match), None)
