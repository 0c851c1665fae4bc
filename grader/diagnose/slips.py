"""Computes the points that a submission gets back because a slip is to cost only once; pure.

Misconceptions mend a check if all that explain it are slips; if others explain it, too, it earns
what it would with these alone. Edits of output are compared with the reference's output: other
labels, one line too many, lines in another order. Edits of a program are tried by runs. Slips count
only if they give back more than they take, so that nobody earns less than without them.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import TypeVar

from grader.assignment.hooks import Lines, is_predictable
from grader.diagnose import suspicion
from grader.diagnose.models import Model
from grader.diagnose.observation import Observation
from grader.diagnose.rules import Case
from grader.diagnose.ways import variant_of
from grader.ground.grouping import grouped
from grader.judge.judge import earned
from grader.records.causes import Cause
from grader.records.checks import EXTRA_LINE, LABEL, ORDER, PROGRAM_EDITS, Slip
from grader.records.results import Result
from grader.records.submissions import Mended, SubmissionResults


MOST_CAUSES = 6  # all subsets of so many causes of one submission are tried
# The words of a line are all that is no number, no bracket and not beside one.
WORDS = re.compile(r"[^\W\d_][^\d\[\](){},]*")
NUMBER = re.compile(r"-?\d{1,18}", re.ASCII)
INSTANCE = re.compile(r"^[\w-]+(?=[:,])")
Gains = dict[str, float]  # {check: the points that it would earn more}
Option = tuple[dict[str, float], Gains]  # ({slip: its deduction}, what the slips give back)
NO_OPTION: Option = {}, {}
Item = TypeVar("Item")
Sides = Sequence[tuple[Lines, Lines]]  # the right and the actual lines of some checks


def mended(
    submission: SubmissionResults,
    slips: Sequence[Slip],
    case: Case,
    model: Model,
) -> Mended | None:
    """The points given back to an explained submission, None if there are none.

    A program that may know the answers gets none. Causes found under another edition mend nothing.
    """
    if submission.may_know_answers:
        return None
    used, gains = NO_OPTION
    if not submission.edition or submission.edition.is_whole:
        used, gains = _by_causes(submission, slips, case, model)
    own, more = _by_runs(submission.results, slips, gains)
    used, gains = used | own, gains | more
    wrong = [
        observation
        for observation in case
        if _can_be_edited(observation) and observation.check.name not in gains
    ]
    for slip in slips:
        if slip.edit in EDITS:
            more = _by_edit(slip.edit, wrong, model)
            more = {name: points for name, points in more.items() if name not in gains}
            if sum(more.values()) > slip.deduction:
                used, gains = {**used, slip.name: slip.deduction}, gains | more
    if not used or _may_know_answers(submission, gains):
        return None
    taken = sum(used.values())
    return Mended(tuple(used), tuple(gains), round(sum(gains.values()) - taken, 6), taken)


def may_mend(submission: SubmissionResults, slips: Sequence[Slip]) -> bool:
    """Whether slips may give points back: something wrong was printed that lost some."""
    if not slips:
        return False
    for result in submission.results:
        has_lost = result.asked.possible > result.earned
        if has_lost and (_has_printed(result) or result.mend):
            return True
    return False


def _may_know_answers(submission: SubmissionResults, gains: Gains) -> bool:
    """Whether, with slips mended, only the well-known instances would be right."""
    results = []
    for result in submission.results:
        if result.mend:
            result = replace(result, verdict=result.mend.verdict, run=result.mend.run)
        gain = gains.get(result.check)
        # a part of the output may be all that a slip gives back
        if gain is not None and result.earned + gain >= result.asked.possible:
            result = replace(result, verdict="accepted")
        results.append(result)
    return suspicion.may_know_answers(results)


# ---- Misconceptions ----


def _by_causes(
    submission: SubmissionResults, slips: Sequence[Slip], case: Case, model: Model
) -> Option:
    """({slip: deduction}, points gained by check) of the slips that give back most, or ({}, {})."""
    known = {slip.misconception: slip.deduction for slip in slips if slip.misconception}
    listed = [cause for cause in submission.misconceptions if known.keys() >= set(cause.names)]
    options = [NO_OPTION]
    for chosen in _subsets(listed[:MOST_CAUSES]):
        used = {cause.name: max(map(known.__getitem__, cause.names)) for cause in chosen}
        gains = _gains(submission, chosen)
        gains |= _gains_of_unpredictable(case, gains)
        gains |= _gains_beside(submission, chosen, case, model)
        options.append((used, gains))
    return max(options, key=_given)


def _subsets(listed: Collection[Item]) -> Iterator[tuple[Item, ...]]:
    """Yield all subsets of some things that are not empty, the smallest first."""
    for number in range(1, len(listed) + 1):
        yield from combinations(listed, number)


def _given(option: Option) -> float:
    """The points that slips give back, less their deductions."""
    used, gains = option
    return sum(gains.values()) - sum(used.values())


def _gains(submission: SubmissionResults, chosen: Sequence[Cause]) -> Gains:
    """The points that checks gain if they are explained by these causes and by no others.

    Fresh checks, which are worth nothing, gain 0: they, too, would be right.
    """
    own = set().union(*(cause.fully for cause in chosen))
    for cause in submission.misconceptions:
        if cause not in chosen:
            own.difference_update(cause.checks)
    return {
        result.check: result.asked.possible - result.earned
        for result in submission.results
        if result.check in own and _has_printed(result)
    }


def _gains_of_unpredictable(case: Case, mended: Gains) -> Gains:
    """The points that checks gain whose output nothing predicts.

    All failures in the groups that such a check uses must be mended, and one of the mended outputs
    must differ in the same way. Of several parts, only those gain that a mended check had lost.
    """
    ways, lost = set[tuple[object, ...]](), set[str]()
    for observation in case:
        if observation.check.name in mended and observation.verdict == "wrong_answer":
            ways.add(_way(observation.result))
            lost.update(_lost(observation.result, observation.result.asked.points))
    failed = [observation.check for observation in case if not observation.passed]
    gains = {}
    for observation in case:
        check, result = observation.check, observation.result
        if is_predictable(check) or observation.verdict != "wrong_answer":
            continue
        causes = {used.name for used in failed if used.group in check.uses}
        if causes and causes <= mended.keys() and _way(result) in ways:
            gains[check.name] = 0.0
            for name, points in _lost(result, result.asked.points).items():
                if name in lost or len(check.parts) == 1:
                    gains[check.name] += points
    return gains


def _way(result: Result) -> tuple[object, ...]:
    """In what way an output first differs, but for the instance: by how much, or in which words.

    >>> from grader.records.facts import fact
    >>> from grader.records.results import Difference
    >>> def way(right, actual):
    ...     difference = Difference(1, right, actual, 0)
    ...     return _way(Result("count", "", "wrong_answer", fact(""), difference=difference))
    >>> way("b, count: 4", "b, count: 5"), way("Count: 6", "Count: 7"), way("b: 2 odd", "b: none")
    ((1,), (1,), (': # odd', ': none'))
    """
    found = result.difference
    lines = [found.expected, found.actual] if found else []
    texts = [INSTANCE.sub("", line or "") for line in lines]
    words = [NUMBER.sub("#", text) for text in texts]
    if len(set(words)) != 1:
        return tuple(words)
    right, actual = (map(int, NUMBER.findall(text)) for text in texts)
    return tuple(own - asked for asked, own in zip(right, actual))


def _gains_beside(
    submission: SubmissionResults, chosen: Sequence[Cause], case: Case, model: Model
) -> Gains:
    """The points that checks gain if they are explained by these causes and others together: what
    the output by the others alone earns.
    """
    own = set().union(*(cause.fully for cause in chosen))
    gains = {}
    for observation in filter(_can_be_edited, case):
        name = observation.check.name
        left = [
            one for one in submission.misconceptions if name in one.checks and one not in chosen
        ]
        if name in own and left and all(name in cause.fully for cause in left):
            if gain := _gain_with(left, observation, model):
                gains[name] = gain
    return gains


def _gain_with(causes: Iterable[Cause], observation: Observation, model: Model) -> float:
    """The points beside those that a check earned, if these causes alone explained its output."""
    mistaken = variant_of(model, *causes)
    output = mistaken and mistaken.predicted(observation.check)
    right = model.predicted(observation.check)
    if not output or not right or output.ended != "exit":
        return 0
    return _more(observation.result, earned(observation.check, right.lines, output.lines))


def _has_printed(result: Result) -> bool:
    """Whether a check failed with an answer: a program that prints nothing has no slip."""
    return not result.kind and bool(result.printed.strip())


# ---- Runs of mended programs ----


def _by_runs(results: Iterable[Result], slips: Sequence[Slip], known: Gains) -> Option:
    """({slip: deduction}, what they give back) of edits of a program, {} if they take more."""
    listed = {slip.edit: slip.deduction for slip in slips if slip.edit in PROGRAM_EDITS}
    options = [NO_OPTION]
    for chosen in _subsets(listed):
        used = {edit: listed[edit] for edit in chosen}
        gains = {}
        for result in results:
            mend = result.mend
            if mend and result.check not in known and set(mend.edits) <= used.keys():
                gain = _more(result, mend.points)
                if gain > 0:
                    gains[result.check] = gain
        options.append((used, gains))
    return max(options, key=_given)


def _more(result: Result, points: dict[str, float]) -> float:
    """The points beside those that a check earned."""
    return sum(_lost(result, points).values())


def _lost(result: Result, points: dict[str, float]) -> dict[str, float]:
    """{part: the points that a check did not earn} of these points."""
    lost = {name: points[name] - max(0, result.points.get(name, 0)) for name in points}
    return {name: own for name, own in lost.items() if own > 0}


# ---- Edits of outputs ----


def _can_be_edited(observation: Observation) -> bool:
    """Whether the student's function printed a wrong answer, and all of it is stored."""
    check = observation.check
    is_plain = not (check.is_driven or check.checker or check.returns or check.further)
    return is_plain and observation.verdict == "wrong_answer" and not observation.is_cut


def _by_edit(edit: str, wrong: Iterable[Observation], model: Model) -> Gains:
    """The points that failing checks gain by an edit, the same in all checks of a function.

    Fresh checks, which are worth nothing, gain 0.
    """
    pairs = []
    for observation in wrong:
        prediction = model.predicted(observation.check)
        if prediction and prediction.ended == "exit":
            pairs.append((observation, prediction.lines))
    gains = {}
    for own in grouped(pairs, lambda pair: pair[0].check.function).values():
        outputs = EDITS[edit]([(right, observation.lines) for observation, right in own])
        for (observation, right), edited in zip(own, outputs):
            result = observation.result
            more = _more(result, earned(observation.check, right, edited))
            if more > 0 or edited == right:
                gains[result.check] = min(more, result.asked.possible - result.earned)
    return gains


def _ordered(sides: Sides) -> list[Lines]:
    """The right lines where the actual ones differ only in their order, else the actual ones."""
    edited = []
    for right, actual in sides:
        if sorted(right) == sorted(actual):
            actual = right
        edited.append(actual)
    return edited


def _without_extra_line(sides: Sides) -> list[Lines]:
    """The actual lines without an extra one, the first or one of the last two, if it is equal in
    all outputs but for numbers.
    """
    outputs = [actual for _, actual in sides]
    for place in (0, -1, -2):
        kinds = {re.sub(r"\d+", "0", line) for actual in outputs for line in actual[place:][:1]}
        shorter = [actual[:place] + actual[place:][1:] for actual in outputs]
        is_extra = any(less == right for less, (right, _) in zip(shorter, sides))
        if len(kinds) == 1 and is_extra:
            return shorter
    return outputs


def _relabelled(sides: Sides) -> list[Lines]:
    """The actual lines with right labels for wrong ones, if these are wrong in all outputs."""
    changes: set[tuple[str, str]] = set()
    for right, actual in sides:
        for pair in set(zip(right, actual)):
            if _differ_in_words(*pair):
                new, old = map(WORDS.findall, pair)
                changes.update(zip(old, new))
    labels = dict(changes)
    if len(changes) != len(labels):  # one label stands for several
        labels = {}

    def label(words: re.Match[str]) -> str:
        return labels.get(words[0], words[0])

    return [tuple(WORDS.sub(label, line) for line in actual) for _, actual in sides]


def _differ_in_words(right: str, actual: str) -> bool:
    """Whether two lines have the same numbers, but different words."""
    data = WORDS.sub("\0", right)
    has_numbers = any(map(str.isdigit, data))
    return right != actual and has_numbers and data == WORDS.sub("\0", actual)


# from the right and the actual lines of checks to the edited actual ones
EDITS: dict[str, Callable[[Sides], list[Lines]]] = {
    LABEL: _relabelled,
    EXTRA_LINE: _without_extra_line,
    ORDER: _ordered,
}
