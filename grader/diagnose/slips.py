"""Computes the points that a submission gets back because a slip is to cost only once; pure.

Misconceptions mend a check if all that explain it are slips. Edits of output are compared with the
reference's output: another label, one line too many, lines in another order. Edits of a program are
tried by runs. Slips count only if they give back more than they take, so that nobody earns less
than without them.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations

from grader.assignment.hooks import Lines
from grader.diagnose import suspicion
from grader.diagnose.models import Model
from grader.diagnose.observation import Observation
from grader.judge.judge import earned
from grader.records.causes import Cause
from grader.records.checks import EXTRA_LINE, LABEL, ORDER, PROGRAM_EDITS, Slip
from grader.records.results import Result
from grader.records.submissions import Mended, SubmissionResults


MOST_CAUSES = 6  # all subsets of so many causes of one submission are tried
# The words of a line are all that is no number, no bracket and not beside one.
WORDS = re.compile(r"[^\W\d_][^\d\[\](){},]*")
Gains = dict[str, float]  # {check: the points that it would earn more}
Sides = Sequence[tuple[Lines, Lines]]  # the right and the actual lines of some checks


def mended(
    submission: SubmissionResults,
    slips: Sequence[Slip],
    case: Iterable[Observation],
    model: Model,
) -> Mended | None:
    """The points given back to an explained submission, None if there are none.

    A program that may know the answers gets none. Causes found under another edition mend nothing.
    """
    if submission.may_know_answers:
        return None
    is_nearly = submission.edition is not None and not submission.edition.is_whole
    used, gains = ({}, {}) if is_nearly else _by_causes(submission, slips)
    own, more = _by_runs(submission.results, slips, gains)
    used, gains = used | own, gains | more
    wrong = [
        observation
        for observation in case
        if _can_be_edited(observation) and observation.check.name not in gains
    ]
    for slip in slips:
        more = _by_edit(slip.edit, wrong, model) if slip.edit in EDITS else {}
        more = {name: points for name, points in more.items() if name not in gains}
        if sum(more.values()) > slip.deduction:
            used, gains = {**used, slip.name: slip.deduction}, gains | more
    if not used or _may_know_answers(submission, gains):
        return None
    taken = sum(used.values())
    return Mended(tuple(used), tuple(gains), round(sum(gains.values()) - taken, 6), taken)


def may_mend(submission: SubmissionResults, slips: Sequence[Slip]) -> bool:
    """Whether slips may give points back: something wrong was printed that lost some."""
    lost = [result for result in submission.results if result.asked.possible > result.earned]
    return bool(slips) and any(_has_printed(result) or result.mend for result in lost)


def _may_know_answers(submission: SubmissionResults, gains: Gains) -> bool:
    """Whether, with slips mended, only the well-known instances would be right."""
    results = [
        replace(result, verdict=result.mend.verdict, run=result.mend.run) if result.mend else result
        for result in submission.results
    ]
    return suspicion.may_know_answers(
        replace(result, verdict="accepted") if result.check in gains else result
        for result in results
    )


# ---- Misconceptions ----


def _by_causes(
    submission: SubmissionResults, slips: Sequence[Slip]
) -> tuple[dict[str, float], Gains]:
    """({slip: deduction}, points gained by check) of the slips that give back most, or ({}, {})."""
    known = {slip.misconception: slip.deduction for slip in slips if slip.misconception}
    listed = [
        cause for cause in submission.misconceptions if all(name in known for name in cause.names)
    ]
    best: tuple[dict[str, float], Gains] = {}, {}
    for number in range(1, min(len(listed), MOST_CAUSES) + 1):
        for chosen in combinations(listed[:MOST_CAUSES], number):
            used = {cause.name: max(known[name] for name in cause.names) for cause in chosen}
            best = max(best, (used, _gains(submission, chosen)), key=_given)
    return best


def _given(option: tuple[dict[str, float], Gains]) -> float:
    """The points that slips give back, less their deductions."""
    used, gains = option
    return sum(gains.values()) - sum(used.values())


def _gains(submission: SubmissionResults, chosen: Sequence[Cause]) -> Gains:
    """The points that checks gain if they are explained by these causes and by no others.

    Fresh checks, which are worth nothing, gain 0: they, too, would be right.
    """
    own = {check for cause in chosen for check in cause.fully}
    others = [cause for cause in submission.misconceptions if cause not in chosen]
    own -= {check for cause in others for check in cause.checks}
    return {
        result.check: result.asked.possible - result.earned
        for result in submission.results
        if result.check in own and _has_printed(result)
    }


def _has_printed(result: Result) -> bool:
    """Whether a check failed with an answer: a program that prints nothing has no slip."""
    return not result.kind and result.run is not None and bool(result.run.stdout.strip())


# ---- Runs of mended programs ----


def _by_runs(
    results: Iterable[Result], slips: Sequence[Slip], known: Gains
) -> tuple[dict[str, float], Gains]:
    """({slip: deduction}, what they give back) of edits of a program, {} if they take more."""
    listed = {slip.edit: slip.deduction for slip in slips if slip.edit in PROGRAM_EDITS}
    best: tuple[dict[str, float], Gains] = {}, {}
    for number in range(1, len(listed) + 1):
        for chosen in combinations(listed, number):
            gains = {
                result.check: _more(result, result.mend.points)
                for result in results
                if result.mend
                and result.check not in known
                and set(result.mend.edits) <= set(chosen)
            }
            gains = {check: points for check, points in gains.items() if points > 0}
            best = max(best, ({edit: listed[edit] for edit in chosen}, gains), key=_given)
    return best


def _more(result: Result, points: dict[str, float]) -> float:
    """The points beside those that a check earned."""
    return sum(max(0, points[name] - max(0, result.points.get(name, 0))) for name in points)


# ---- Edits of outputs ----


def _can_be_edited(observation: Observation) -> bool:
    """Whether the student's function printed a wrong answer, and all of it is stored."""
    check = observation.check
    is_plain = not (check.is_driven or check.checker or check.returns or check.further)
    return is_plain and observation.verdict == "wrong_answer" and not observation.is_cut


def _by_edit(edit: str, wrong: Iterable[Observation], model: Model) -> Gains:
    """The points that failing checks gain by an edit, the same in all checks of a function."""
    functions: dict[str, list[tuple[Observation, Lines]]] = {}
    for observation in wrong:
        prediction = model.predicted(observation.check)
        if prediction and prediction.ended == "exit":
            own = functions.setdefault(observation.check.function, [])
            own.append((observation, prediction.lines))
    gains: Gains = {}
    for pairs in functions.values():
        change = EDITS[edit]([(right, observation.lines) for observation, right in pairs])
        for observation, right in pairs:
            edited = change(right, observation.lines)
            gain = _gain(observation, right, edited)
            if gain > 0 or edited == right:
                gains[observation.check.name] = gain
    return gains


def _gain(observation: Observation, right: Lines, edited: Lines) -> float:
    """The points that an edited output earns beyond those that the check earned."""
    return _more(observation.result, earned(observation.check, right, edited))


# from the right and the actual lines to the edited actual ones
Change = Callable[[Lines, Lines], Lines]


def _unchanged(_: Lines, actual: Lines) -> Lines:
    """The change that leaves the actual lines as they are."""
    return actual


def _ordered(_: Sides) -> Change:
    """The change that puts lines in another order into the right one."""
    return lambda right, actual: right if sorted(right) == sorted(actual) else actual


def _without_extra_line(sides: Sides) -> Change:
    """The change that removes an extra first or last line, equal in all outputs but for numbers."""
    for place in (0, -1):
        kinds = {re.sub(r"\d+", "0", actual[place]) for _, actual in sides if actual}
        is_extra = any(_cut(place, right, actual) == right for right, actual in sides)
        if len(kinds) == 1 and is_extra:
            return partial(_cut, place)
    return _unchanged


def _cut(place: int, _: Lines, actual: Lines) -> Lines:
    """The actual lines without the first (place 0) or the last (place -1)."""
    return actual[1:] if place == 0 else actual[:-1]


def _relabelled(sides: Sides) -> Change:
    """The change that replaces a label by the right one, if it is wrong in all outputs."""
    pairs = {
        pair for right, actual in sides for pair in zip(right, actual) if _differ_in_words(*pair)
    }
    changes = {
        (old, new)
        for right, actual in pairs
        for new, old in zip(WORDS.findall(right), WORDS.findall(actual))
        if old != new
    }
    if len(changes) != 1:
        return _unchanged
    ((old, new),) = changes
    return lambda _, actual: tuple(
        WORDS.sub(lambda words: new if words[0] == old else words[0], line) for line in actual
    )


def _differ_in_words(right: str, actual: str) -> bool:
    """Whether two lines have the same numbers, but different words."""
    data = WORDS.sub("\0", right)
    has_numbers = any(map(str.isdigit, data))
    return right != actual and has_numbers and data == WORDS.sub("\0", actual)


EDITS: dict[str, Callable[[Sides], Change]] = {
    LABEL: _relabelled,
    EXTRA_LINE: _without_extra_line,
    ORDER: _ordered,
}
