"""Adds to the results of a submission the causes that explain them; pure.

A misconception is named if it predicts every failing check and contradicts none that passed, alone
or with others (`explaining` searches for them). If all of a submission, or far more of it, is right
under another edition, that edition is named, with the causes of the failures that remain under it
(`otherwise`). Nothing is guessed.
"""

from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Any

from grader.assignment import plan
from grader.assignment.hooks import hooks_of, is_predictable
from grader.assignment.plan import Assignment
from grader.diagnose import models, otherwise, slips, suspicion, tables
from grader.diagnose.explaining import Search
from grader.diagnose.explanation import MOST_RIVALS
from grader.diagnose.models import Model
from grader.diagnose.observation import START_MIB, START_S, Observation, raised_at
from grader.diagnose.otherwise import Nearness
from grader.diagnose.rules import Case, Rules, check_names, failing_ones, is_at_goal, pops, work
from grader.diagnose.slowness import slowness, with_slowed
from grader.ground.errors import UsageError
from grader.records.causes import Cause, Mistake
from grader.records.checks import FRESH, Arguments, Check
from grader.records.facts import fact
from grader.records.listings import Listing
from grader.records.results import Result
from grader.records.submissions import Document, SubmissionResults


WHICH_EDITION = "Which edition of the assignment were you given?"


def explained(submission: SubmissionResults, assignment: Assignment | None) -> SubmissionResults:
    """The submission with its explanations: misconceptions, another edition, known answers.

    Without an assignment (its file is gone) there are none. Without its model (students could read
    it) there are only the causes that the table of a handout names.
    """
    if not assignment:
        may_know_answers = suspicion.may_know_answers(submission.results)
        return replace(submission, may_know_answers=may_know_answers, is_provisional=False)
    if not assignment.models:
        return _at_home(submission, assignment)
    results = submission.results
    case = _case(results, assignment)
    editions = otherwise.editions(results, assignment)
    model = models.reference(assignment, share=1 / 2 if editions else 1)
    search = _search(case, assignment, model)
    near, explanations = _with_edition(search, editions, assignment)
    explanations = _without_unknown_bugs(explanations, results, case)
    known = _by_kind(results, assignment) + with_slowed(explanations, case, model)
    known += _slowness(case, assignment, model)
    complete = replace(
        submission,
        edition=near.edition if near else None,
        misconceptions=tuple(known),
        cut_short=(fact("causes_cut_short"),) if search.work.backstop.was_needed else (),
        **_orders(case, model),
    )
    may_know_answers = _may_know_answers(complete, assignment, model)
    complete = replace(complete, may_know_answers=may_know_answers)
    return _with_slips(complete, assignment, case, model)


def _may_know_answers(submission: SubmissionResults, assignment: Assignment, model: Model) -> bool:
    """Whether an explained submission knows answers: what is explained is not held against it."""
    excused = set(submission.right_elsewhere)
    for cause in submission.misconceptions:
        excused.update(cause.fully)
    checks = {}
    if assignment.misconceptions:
        checks = _all_checks(submission.results, assignment)

    def size(name: str) -> int:
        """The number of the model's pops in a check, 0 if it is none of these checks."""
        if name in checks:
            return pops(model, checks[name])
        return 0

    return suspicion.may_know_answers(submission.results, excused, size)


def _at_home(submission: SubmissionResults, assignment: Assignment) -> SubmissionResults:
    """The submission with the causes that the table of a handout names."""
    table, results = tables.table(assignment), submission.results
    case = _case(results, assignment)
    causes = tables.causes(case, results, table)
    return replace(
        _provisional(submission, assignment),
        may_know_answers=suspicion.may_know_answers(results),
        misconceptions=tuple(_without_unknown_bugs(causes, results, case)),
        plain_first=table.order(results),
    )


def _with_slips(
    submission: SubmissionResults, assignment: Assignment, case: Case, model: Model
) -> SubmissionResults:
    """The submission with points given back for slips; with a note instead if a clock ended it."""
    if not assignment.slips:
        return submission
    if submission.cut_short:
        return _provisional(submission, assignment)
    return replace(submission, mended=slips.mended(submission, assignment.slips, case, model))


def _provisional(submission: SubmissionResults, assignment: Assignment) -> SubmissionResults:
    """The submission with a note if slips, which were not looked for, may give points back."""
    return replace(submission, is_provisional=slips.may_mend(submission, assignment.slips))


def assignment_of(graded: Document | Listing) -> Assignment | None:
    """The assignment by which something was graded; None if it can't be read."""
    try:
        return plan.load(graded.conditions.assignment or graded.assignment)
    except (UsageError, OSError):
        return None


def _without_unknown_bugs(
    causes: Collection[Cause], results: Iterable[Result], case: Case
) -> list[Cause]:
    """The causes, without those that explain only an exception that an unknown bug raises, too.

    There is such a bug if the same is raised in a check that a cause could explain and none does.
    """
    places = {result.check: raised_at(result) for result in results}
    faults = dict(places)
    for cause in causes:
        for check in cause.checks:
            faults.pop(check, None)
    for observation in case:
        if not is_predictable(observation.check):
            faults.pop(observation.check.name, None)
    unexplained = set(faults.values()) - {()}
    others = []
    for cause in causes:
        own = {places[check] for check in cause.checks}
        if not own or not own <= unexplained:
            others.append(cause)
    return others


def _search(case: Case, assignment: Assignment, model: Model) -> Search:
    """The search for what explains a case, but for what is missing, which no mistake predicts, and
    for imports that did not come to their ends, unless nothing else failed.
    """
    folder = assignment.folder
    rules = folder.value("rules", "RULES", Rules, Rules())
    there = [observation for observation in case if observation.verdict != "missing"]
    begun = []
    for observation in there:
        if observation.check.function or observation.verdict in ("accepted", "wrong_answer"):
            begun.append(observation)
    if failing_ones(begun):
        there = begun
    return Search(there, folder.misconceptions, model, rules, folder.forms)


def _case(results: Collection[Result], assignment: Assignment) -> Case:
    """The observations of the results that can be compared with predictions."""
    checks = _all_checks(results, assignment)
    runs = [result.run for result in results if result.run]
    start_s = min((run.cpu_s for run in runs), default=START_S)
    start_mib = min((run.memory_mib for run in runs if run.memory_mib), default=START_MIB)
    case, in_time = [], []
    for result in results:
        if result.check not in checks or result.kind or not result.is_judged:
            continue
        if result.error == "RecursionError":
            continue  # no variant recurses, and each would search to the end to show it
        check = checks[result.check]
        observation = Observation(check, result, start_s, start_mib)
        case.append(observation)
        if not observation.is_late and not check.further:
            in_time.append((check.function, check.arguments))
    return [observation for observation in case if not _is_late_together(observation, in_time)]


def _is_late_together(observation: Observation, in_time: list[tuple[str, tuple]]) -> bool:
    """Whether a check of several calls ran into a limit, though each call alone is `in_time`.

    Then state left by one call slows the next, and hides any other mistake.
    """
    check = observation.check
    if not observation.is_late or not check.further:
        return False
    return all((check.function, arguments) in in_time for arguments in check.calls)


def _slowness(case: Case, assignment: Assignment, model: Model) -> list[Cause]:
    """The misconceptions that only make a program slow, if its times grow like theirs."""
    slow = [known for known in assignment.misconceptions if known.slow]
    evidence = slow and slowness(case, model)
    if not evidence:
        return []
    ran_out = check_names(one for one in case if one.verdict == "time_limit")
    return [Cause(known.mistake, ran_out, evidence) for known in slow]


def _orders(case: Case, model: Model) -> dict[str, Any]:
    """The names of the failing checks, the easiest first, and of those that start at the goal."""
    failing = [observation.check for observation in failing_ones(case)]
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
    names: list[str] = []
    for cause in explanations:
        names += cause.names
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
    if not editions:
        return None, explanations
    near = editions[0]
    name = near.edition.name
    reference = models.reference(assignment, name)
    checks = assignment.checks
    if any(search.predicts_like(cause.name, reference, checks) for cause in explanations):
        return near, explanations
    model = models.reference(assignment, name, 1 / 2, search.work.backstop)
    left = _search(_case(near.results, assignment), assignment, model).causes()
    if not explanations or 0 < len(left) < len(explanations):
        return near, left
    return None, explanations


# ---- What is certain ----


def _by_kind(results: Iterable[Result], assignment: Assignment) -> list[Cause]:
    """The causes that a result's kind proves."""
    certain_causes = []
    for known in assignment.misconceptions:
        if known.kind:
            checks = tuple(result.check for result in results if result.kind == known.kind)
            if checks:
                certain_causes.append(Cause(known.mistake, checks))
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
        if folder == FRESH and check and (arguments := _drawn(check, result.asked.arguments)):
            checks[result.check] = replace(check, name=result.check, arguments=arguments)
    return checks


def _drawn(check: Check, stored: Arguments) -> Arguments:
    """The arguments of a fresh check like this one, by what its result keeps; () if unknown."""
    if not check.is_driven or not stored:
        return stored
    read = hooks_of(check).instances.read
    try:
        return ([(name, *read(name)) for name in stored],)
    except (ValueError, OSError):  # it was drawn in another way
        return ()
