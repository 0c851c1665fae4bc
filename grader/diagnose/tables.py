"""Names causes at home, where there is no model: by digests of what known mistakes print; pure.

A handout has a table of them. For each mistake, it holds what students read about it, and a digest
of what it prints in each check in which that is wrong. So the table names the mistake of a program
that prints the same, and tells nobody what to print.
"""

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from hashlib import sha256
from itertools import count
from pathlib import Path

from grader.assignment.hooks import Lines, Printed
from grader.assignment.plan import Assignment
from grader.diagnose.observation import Observation
from grader.diagnose.rules import Case, check_names, failing_ones, first_match
from grader.judge.reading import read
from grader.records.causes import Cause, Mistake
from grader.records.checks import Check
from grader.records.facts import Names
from grader.records.results import Result
from grader.serialization import from_json
from grader.traces import Trace


FILE = "causes.table"
ENDLESS = "endless"  # in place of a digest: a search that does not end, or not soon
MOST = 3  # more mistakes that print the same say nothing
LABEL = "\u2423"  # stands in predicted outputs for the label that a pattern finds
Labels = Sequence[str | None]


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
class KnownMistakes:
    """A known mistake, or two together, with the words of each, but not their names.

    `digests` has {check: digest of what is printed} where that is wrong, or an exception's name in
    place of a digest. The group of each of the `patterns` finds a label in an output, which LABEL
    replaces before digests are made. A mistake of a `kind` needs no digests: results have that
    kind. One `at_goal` is whatever goes wrong in checks that start at the goal, and only there.
    """

    words: tuple[Mistake, ...]
    digests: dict[str, str] = field(default_factory=dict)
    patterns: Names = ()
    raised: str = ""  # a pattern of the message of its exceptions
    kind: str = ""
    at_goal: bool = False
    in_common: str = ""  # the name of what is made of an output before its digest
    instances: tuple[Instance, ...] = ()


@dataclass(frozen=True)
class Table:
    """The mistakes that a handout knows.

    `predicted` has the checks with digests, for one mistake and for two together. `easiest_first`
    are all checks in the order of their work, `at_goal` those that start at the goal.
    """

    easiest_first: Names = ()
    predicted: tuple[Names, ...] = ((), ())
    at_goal: Names = ()
    mistakes: tuple[KnownMistakes, ...] = ()
    # {name: what it makes of an output}, of the assignment
    alike: Mapping[str, Callable[[Lines], Lines]] = field(
        default_factory=dict, metadata={"stored": False}
    )

    def order(self, results: Iterable[Result]) -> Names:
        """The names of the failing checks, the easiest first."""
        names = [result.check for result in results if not result.passed]
        places = dict(zip(self.easiest_first, count()))
        return tuple(sorted(names, key=lambda name: places.get(name, len(places))))


def table(assignment: Assignment) -> Table:
    """The table in an assignment's folder, which only handouts have; else an empty one."""
    path = assignment.folder.find(FILE)
    if path:
        return replace(_read(path), alike=assignment.folder.alike)
    return Table()


@lru_cache(1)
def _read(path: Path) -> Table:
    return from_json(Table, json.loads(path.read_bytes()))


def digest(check: Check, lines: Lines, in_common: Callable[[Lines], Lines] | None = None) -> str:
    """The digest of the lines that a check's checker reads from what a program printed, or of what
    a function makes of these.
    """
    own = read(check, Printed(lines), ()).lines
    if in_common:
        own = in_common(own)
    text = "\n".join([check.name, *own])
    return sha256(text.encode("utf-8", "surrogateescape")).hexdigest()[:12]


def causes(case: Case, results: Iterable[Result], table: Table) -> list[Cause]:
    """The causes of all failures together, or else of those of each function."""
    certain = []
    for number, known in enumerate(table.mistakes):
        checks = [result.check for result in results if result.kind == known.kind]
        if known.kind and checks:
            certain += _causes(number, [known], checks)
    return certain + (_together(case, table) or _of_functions(case, table))


def _of_functions(case: Case, table: Table) -> list[Cause]:
    """The causes of the failures of each function for itself."""
    explaining = []
    for function in dict.fromkeys(observation.check.function for observation in failing_ones(case)):
        part = [observation for observation in case if observation.check.function == function]
        for cause in _with_goal(part, table):
            if not _is_shown_once(cause, part, table) or _fits(cause, case, table):
                explaining.append(cause)
    return explaining


def _is_shown_once(cause: Cause, part: Case, table: Table) -> bool:
    """Whether one failure is all that shows a cause: there are no others, or they are too long."""
    failing, digests = failing_ones(part), _known(cause, table).digests
    compared = [
        observation
        for observation in failing
        if digests.get(observation.check.name, ENDLESS) != ENDLESS
    ]
    return len(failing) == 1 or len(compared) == 1


def _fits(cause: Cause, case: Case, table: Table) -> bool:
    """Whether the cause of one failure alone agrees with the other failures that it predicts."""
    known = _known(cause, table)
    labels = _labels(known, case)
    for observation in failing_ones(case):
        is_predicted = observation.check.name in known.digests
        if is_predicted and _agrees(known, observation, labels, table) is False:
            return False
    return True


def _known(cause: Cause, table: Table) -> KnownMistakes:
    return table.mistakes[int(cause.name.partition(".")[0])]


def instances(cause: Cause, table: Table) -> tuple[Instance, ...]:
    """The smallest instances that show a cause, one for each function."""
    return _known(cause, table).instances


def _with_goal(case: Case, table: Table) -> list[Cause]:
    """The causes of one function's failures; those that start at the goal may have their own."""
    if explaining := _together(case, table):
        return explaining
    at_goal = [observation for observation in case if observation.check.name in table.at_goal]
    others = [observation for observation in case if observation not in at_goal]
    rest = _together(others, table)
    if not rest:
        return []
    return rest + _together(at_goal, table, check_names(others))


def _together(case: Case, table: Table, others: Collection[str] = ()) -> list[Cause]:
    """The causes that explain a case together, with rivals; an empty list if none do.

    They must not show in `others`, which are names of checks.
    """
    failing = check_names(failing_ones(case))
    if not failing:
        return []
    fitting = [
        known
        for known in table.mistakes
        if known.digests.keys().isdisjoint(others) and _explains(known, case, table)
    ]
    if not fitting and set(failing) <= set(table.at_goal):
        fitting = [known for known in table.mistakes if known.at_goal]
    # those that print the same, to the character, come before those that have something in common
    fitting = [known for known in fitting if not known.in_common] or fitting
    fewest = min((len(known.words) for known in fitting), default=0)
    # the first way of each mistake, whose words the others share
    likely: dict[tuple[Mistake, ...], KnownMistakes] = {}
    for known in fitting:
        if len(known.words) == fewest:
            likely.setdefault(known.words, known)
    if not 0 < len(likely) <= MOST:
        return []
    mistakes = list(likely.values())
    return _causes(table.mistakes.index(mistakes[0]), mistakes, failing)


def _causes(number: int, mistakes: Sequence[KnownMistakes], checks: Sequence[str]) -> list[Cause]:
    """The causes in one of several mistakes, which begin with its number in the table.

    The others are rivals. There are none if two mistakes at a time have rivals.
    """
    first, *others = (known.words for known in mistakes)
    if others and len(first) > 1:
        return []
    rivals = sum(others, ())
    names = [f"{number}.{place}" for place in range(len(first))]
    causes = []
    for name, words in zip(names, first):
        together_with = tuple(other for other in names if other != name)
        mistake = replace(words, name=name)
        causes.append(Cause(mistake, tuple(checks), None, rivals, together_with))
    return causes


def _explains(known: KnownMistakes, case: Case, table: Table) -> bool:
    """Whether a mistake prints what all of a case prints; at least one failure must show it."""
    names = table.predicted[len(known.words) - 1]
    case = [observation for observation in case if observation.check.name in names]
    labels = _labels(known, case)
    if None in labels or not known.digests:
        return False
    agreeing = [_agrees(known, observation, labels, table) for observation in case]
    return False not in agreeing and True in agreeing


def _agrees(
    known: KnownMistakes, observation: Observation, labels: Labels, table: Table
) -> bool | None:
    """Whether a check went as a mistake's does; None if it passed as it had to, or ran out of time
    as a search without end does.

    No mistake leaves a function out.
    """
    expected = known.digests.get(observation.check.name)
    in_common = table.alike.get(known.in_common)
    if observation.passed:
        is_right = expected is None
        if in_common:
            is_right = is_right or expected == _printed(observation, labels, in_common)
        return None if is_right else False
    if observation.is_late:
        return None if expected == ENDLESS else False
    if observation.verdict == "missing":
        return False
    if expected == ENDLESS:
        return None
    if observation.verdict == "runtime_error":
        return expected is not None and observation.has_raised(expected, known.raised)
    return expected == _printed(observation, labels, in_common)


def _printed(
    observation: Observation, labels: Labels, in_common: Callable[[Lines], Lines] | None
) -> str:
    """The digest of what a program printed, or of what is made of it."""
    lines = observation.lines
    for label in labels:
        if label:
            lines = tuple(line.replace(label, LABEL) for line in lines)
    return digest(observation.check, lines, in_common)


def _labels(known: KnownMistakes, case: Case) -> Labels:
    """What each pattern of a mistake finds in the failing outputs, None where it finds nothing."""
    failing = failing_ones(case)
    return [first_match(pattern, failing) for pattern in known.patterns]
