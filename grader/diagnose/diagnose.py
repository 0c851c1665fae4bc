"""Adds to the results of a submission the causes that explain them; pure.

A misconception is named if it predicts every failing check and contradicts none that passed, alone
or with others (`explaining` searches for them). If all of a submission, or far more of it, is right
under another edition, that edition is named, with the causes of the failures that remain under it
(`otherwise`). Nothing is guessed.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from grader.assignment import plan
from grader.assignment.misconceptions import Misconception
from grader.assignment.plan import Assignment
from grader.diagnose import known as tables
from grader.diagnose import models, otherwise, slips, suspicion
from grader.diagnose.explaining import Search
from grader.diagnose.explanation import MOST_RIVALS
from grader.diagnose.models import Model
from grader.diagnose.observation import START_MIB, START_S, Observation, raised_at
from grader.diagnose.otherwise import Nearness
from grader.diagnose.rules import Case, Rules, is_at_goal, pops, work
from grader.diagnose.slowness import slowness
from grader.ground.errors import UsageError
from grader.records.causes import Cause, Mistake
from grader.records.checks import FRESH, Check
from grader.records.facts import Fact, fact
from grader.records.listings import Listing
from grader.records.results import Result
from grader.records.submissions import Document, SubmissionResults


UNJUDGED = ("skipped", "judge_error")
WHICH_EDITION = "Which edition of the assignment were you given?"


def explained(submission: SubmissionResults, assignment: Assignment | None) -> SubmissionResults:
    """The submission with its explanations: misconceptions, another edition, known answers.

    Without an assignment (its file is gone) there are none. Without its model (students could read
    it) there are only the causes that the table of a handout names.
    """
    results = submission.results
    if not assignment or not assignment.models:
        plain = replace(
            submission,
            may_know_answers=suspicion.may_know_answers(results),
            is_provisional=slips.may_mend(submission, assignment.slips if assignment else ()),
        )
        return _at_home(plain, assignment) if assignment else plain
    editions = otherwise.editions(results, assignment)
    model = models.reference(assignment, share=1 / 2 if editions else 1)
    search = _search(results, assignment, model)
    near, explanations = _with_edition(search, editions, assignment)
    explanations = _raised_alone(explanations, results)
    known = _by_kind(results, assignment) + explanations + _slowness(results, assignment, model)
    complete = replace(
        submission,
        edition=near.edition if near else None,
        misconceptions=tuple(known),
        cut_short=(fact("causes_cut_short"),) if search.work.backstop.was_needed else (),
        **_orders(results, assignment, model),
        may_know_answers=suspicion.may_know_answers(
            results,
            {
                *(near.edition.explains if near else ()),
                *(name for cause in known for name in cause.fully),
            },
            _sizes(results, assignment),
        ),
    )
    return _with_slips(complete, assignment, model) if assignment.slips else complete


def _at_home(submission: SubmissionResults, assignment: Assignment) -> SubmissionResults:
    """The submission with the causes that the table of a handout names."""
    table, results = tables.table(assignment), submission.results
    causes = tables.causes(_case(results, assignment), results, table)
    return replace(submission, misconceptions=tuple(causes), plain_first=table.order(results))


def _with_slips(
    submission: SubmissionResults, assignment: Assignment, model: Model
) -> SubmissionResults:
    """The submission with points given back for slips; with a note instead if a clock ended it."""
    if submission.cut_short:
        is_provisional = slips.may_mend(submission, assignment.slips)
        return replace(submission, is_provisional=is_provisional)
    case = _case(submission.results, assignment)
    return replace(submission, mended=slips.mended(submission, assignment.slips, case, model))


def _sizes(results: Iterable[Result], assignment: Assignment) -> Callable[[str], int]:
    """A function from a check's name to the number of the reference's pops, 0 if unknown."""
    if not assignment.misconceptions:
        return lambda name: 0
    model = models.reference(assignment)
    checks = _all_checks(results, assignment)
    return lambda name: pops(model, checks[name]) if name in checks else 0


def assignment_of(graded: Document | Listing) -> Assignment | None:
    """The assignment by which something was graded; None if it can't be read."""
    try:
        return plan.load(graded.conditions.assignment or graded.assignment)
    except (UsageError, OSError):
        return None


def rules_of(assignment: Assignment) -> Rules:
    """The assignment's rules for explaining results."""
    return assignment.folder.value("rules", "RULES", Rules, Rules())


def causes(results: Iterable[Result], assignment: Assignment) -> list[Cause]:
    """The causes of the results of a submission, under the edition that it is graded by."""
    results, model = list(results), models.reference(assignment)
    return (
        _by_kind(results, assignment)
        + _raised_alone(_search(results, assignment, model).causes(), results)
        + _slowness(results, assignment, model)
    )


def _raised_alone(causes: Iterable[Cause], results: Iterable[Result]) -> list[Cause]:
    """The causes, without those that explain only an exception at a line that an unknown bug has.

    If a line also raises in a check that no cause explains, the line's own mistake explains all.
    """
    causes, places = list(causes), {result.check: raised_at(result) for result in results}
    explained = {check for cause in causes for check in cause.checks}
    faults = {place for check, place in places.items() if check not in explained}
    return [
        cause
        for cause in causes
        if not cause.checks
        or not all(places[check] and places[check] in faults for check in cause.checks)
    ]


def _search(results: Iterable[Result], assignment: Assignment, model: Model) -> Search:
    """The search for misconceptions that explain the results."""
    case = _case(results, assignment)
    return Search(case, assignment.misconceptions, model, rules_of(assignment))


def _case(results: Iterable[Result], assignment: Assignment) -> Case:
    """The observations of the results that can be compared with predictions."""
    results = list(results)
    checks = _all_checks(results, assignment)
    runs = [result.run for result in results if result.run]
    start_s = min((run.cpu_s for run in runs), default=START_S)
    start_mib = min((run.memory_mib for run in runs if run.memory_mib), default=START_MIB)
    case = [
        Observation(checks[result.check], result, start_s, start_mib)
        for result in results
        if result.check in checks and not result.kind and result.verdict not in UNJUDGED
    ]
    in_time = [
        (observation.check.function, observation.check.arguments)
        for observation in case
        if not observation.is_late and not observation.check.further
    ]
    return [observation for observation in case if not _is_late_together(observation, in_time)]


def _is_late_together(observation: Observation, in_time: list[tuple[str, tuple]]) -> bool:
    """Whether a check of several calls ran into a limit, though each call alone is `in_time`.

    Then state left by one call slows the next, and hides any other mistake.
    """
    check = observation.check
    calls = [(check.function, arguments) for arguments in (check.arguments,) + check.further]
    return observation.is_late and len(calls) > 1 and all(call in in_time for call in calls)


def _slowness(results: Iterable[Result], assignment: Assignment, model: Model) -> list[Cause]:
    """The misconceptions that only make a program slow, if its times grow like theirs."""
    slow = [known for known in assignment.misconceptions if known.slow]
    case = _case(results, assignment)
    evidence = slow and slowness(case, model)
    ran_out = [one.check.name for one in case if one.verdict == "time_limit"]
    return [_cause(known, ran_out, evidence) for known in slow] if evidence else []


def _orders(results: Iterable[Result], assignment: Assignment, model: Model) -> dict[str, Any]:
    """The names of the failing checks, the easiest first, and of those that start at the goal."""
    failing = [
        observation.check for observation in _case(results, assignment) if not observation.passed
    ]
    at_goal = {check.name for check in failing if is_at_goal(model, check)}
    failing.sort(
        key=lambda check: (
            check.name in at_goal,
            check.is_fresh,
            bool(check.further),
            work(model, check),
        )
    )
    names = tuple(check.name for check in failing)
    return {"plain_first": names, "at_goal": tuple(name for name in names if name in at_goal)}


# ---- Another edition ----


def _with_edition(
    search: Search, editions: list[Nearness], assignment: Assignment
) -> tuple[Nearness | None, list[Cause]]:
    """(Another edition under which all or most is right, the causes of the remaining failures).

    A misconception that explains all results as well as an edition is its rival, unless both mean
    the same.
    """
    explanations = search.causes()
    exact = [near for near in editions if near.edition.is_whole]
    if not exact:
        return _nearest(search, editions, explanations, assignment)
    (near, *others) = exact
    if others or search.is_ambiguous:
        return None, []
    reference = models.reference(assignment, near.edition.name)
    checks = assignment.checks
    names = [name for cause in explanations for name in cause.names]
    if all(search.predicts_like(name, reference, checks) for name in names):
        return near, explanations
    if len(explanations) > 1 or len(explanations[0].names) >= MOST_RIVALS:
        return None, []
    (cause,) = explanations
    rival = Mistake(near.edition.name, otherwise.sentence(near.edition), WHICH_EDITION)
    return None, [replace(cause, rivals=cause.rivals + (rival,))]


def _nearest(
    search: Search, editions: list[Nearness], explanations: list[Cause], assignment: Assignment
) -> tuple[Nearness | None, list[Cause]]:
    """(The nearest edition, the causes of the rest), or (None, causes of all) without an edition.

    The edition is also named if a mistake that explains all prints the same as the edition.
    """
    for near in editions[:1]:
        reference = models.reference(assignment, near.edition.name)
        if any(
            search.predicts_like(cause.name, reference, assignment.checks) for cause in explanations
        ):
            return near, explanations
        model = models.reference(assignment, near.edition.name, 1 / 2, search.work.backstop)
        left = _search(near.results, assignment, model).causes()
        if not explanations or 0 < len(left) < len(explanations):
            return near, left
    return None, explanations


# ---- What is certain ----


def _by_kind(results: Iterable[Result], assignment: Assignment) -> list[Cause]:
    """The causes that a result's kind proves."""
    certain_causes = []
    for known in assignment.misconceptions:
        checks = [result.check for result in results if known.kind and result.kind == known.kind]
        if checks:
            certain_causes.append(_cause(known, checks))
    return certain_causes


def _all_checks(results: Iterable[Result], assignment: Assignment) -> dict[str, Check]:
    """{name: check} of an assignment's checks, and of the results' fresh ones, as far as their
    arguments are known.
    """
    checks = {check.name: check for check in assignment.checks}
    first = {check.group: check for check in reversed(assignment.checks)}
    for result in results:
        folder, _, name = result.check.partition("/")
        check = first.get(name.rpartition("-")[0])
        arguments = result.asked.arguments
        if folder == FRESH and check and arguments:
            checks[result.check] = replace(check, name=result.check, arguments=arguments)
    return checks


def _cause(misconception: Misconception, checks: list[str], evidence: Fact | None = None) -> Cause:
    """The Cause for a misconception and the names of the checks that it explains."""
    return Cause(misconception.mistake, tuple(checks), evidence)
