"""From the results of a submission to the misconceptions that explain them; pure.

A misconception is reported if it predicts every failing check and contradicts none that passed. One
that predicts the outputs exactly goes before one that predicts them but for their order, their
rounding or other lines between. If none explains all failing checks, those of each function are
explained by themselves, which tells two mistakes apart. Otherwise nothing is guessed.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

from grader import UsageError
from grader.assignment import plan
from grader.assignment.plan import Assignment
from grader.diagnose import models, otherwise, suspicion
from grader.diagnose.misconceptions import Misconception, Pairs, equal
from grader.diagnose.models import Model
from grader.diagnose.observation import Observation
from grader.diagnose.rules import Case, Rules, pops
from grader.records import FRESH, Cause, Check, Fact, Result, SubmissionResults


UNJUDGED = ("skipped", "judge_error")
Explanation = tuple[Misconception, Case]  # a misconception, and the failing checks that it explains


def explained(submission: SubmissionResults, assignment: Assignment | None) -> SubmissionResults:
    """The submission with what explains it: misconceptions, another edition, known answers.

    Without an assignment, as when its file is gone, there is no misconception and no edition.
    """
    results = submission.results
    explanations = causes(results, assignment) if assignment else []
    edition = otherwise.other(results, assignment) if assignment else None
    return replace(
        submission,
        edition=edition.name if edition else "",
        edition_asks=edition.description if edition else "",
        misconceptions=tuple(explanations),
        may_know_answers=suspicion.may_know_answers(
            results,
            {check for cause in explanations for check in cause.checks},
            _sizes(results, assignment),
        ),
    )


def _sizes(results: Iterable[Result], assignment: Assignment | None) -> Callable[[str], int]:
    """The function from the name of a check to the pops of its search by the reference, or 0."""
    if not assignment or not assignment.misconceptions:
        return lambda name: 0
    model = models.reference(assignment)
    checks = _all_checks(results, assignment)
    return lambda name: pops(model, checks[name]) if name in checks else 0


def assignment_of(options: Iterable[str], name: str) -> Assignment | None:
    """The assignment that options give, or else of that name; None if it can't be read any more."""
    words = list(options)
    given = dict(zip(words[::2], words[1::2]))
    try:
        return plan.load(given.get("--assignment", name))
    except (UsageError, OSError):
        return None


def rules_of(assignment: Assignment) -> Rules:
    """The rules by which the results of an assignment are explained."""
    return assignment.hooks.rules or Rules()


def causes(results: Iterable[Result], assignment: Assignment) -> list[Cause]:
    """What explains the results of a submission."""
    known = assignment.misconceptions
    if not known:
        return []
    model, rules, results = models.reference(assignment), rules_of(assignment), list(results)
    checks = _all_checks(results, assignment)
    case = [
        Observation(checks[result.check], result)
        for result in results
        if result.check in checks and not result.kind and result.verdict not in UNJUDGED
    ]
    slowness = rules.slowness(case, model)
    explanations = [
        (misconception, [observation.check.name for observation in failing])
        for misconception, failing in _explanations(case, known, model, rules)
    ]
    return [
        *(_cause(*pair) for pair in _by_kind(results, known)),
        *(_cause(*pair) for pair in explanations),
        *(_cause(slow, [], slowness) for slow in known if slow.slow and slowness),
    ]


def _by_kind(
    results: list[Result], known: Iterable[Misconception]
) -> Iterator[tuple[Misconception, list[str]]]:
    """Yield (misconception, its checks) of those that are certain by the kind of results."""
    for misconception in known:
        kind = misconception.kind
        checks = [result.check for result in results if kind and result.kind == kind]
        if checks:
            yield misconception, checks


def _all_checks(results: Iterable[Result], assignment: Assignment) -> dict[str, Check]:
    """{name: check} of an assignment, with the fresh ones among results."""
    fixed = {check.name: check for check in assignment.checks}
    return fixed | _fresh_checks(results, assignment)


def _fresh_checks(results: Iterable[Result], assignment: Assignment) -> dict[str, Check]:
    """{name: check} of the fresh checks among results whose arguments are known."""
    first = {check.name.partition("/")[0]: check for check in reversed(assignment.checks)}
    checks = {}
    for result in results:
        folder, _, name = result.check.partition("/")
        check = first.get(name.rpartition("-")[0])
        if folder == FRESH and check and result.arguments:
            checks[result.check] = replace(check, name=result.check, arguments=result.arguments)
    return checks


def _cause(misconception: Misconception, checks: list[str], evidence: Fact | None = None) -> Cause:
    """The Cause that a misconception is, with the names of the checks that it explains."""
    name, rationale, help_ = misconception.name, misconception.rationale, misconception.help
    return Cause(name, rationale, help_, tuple(checks), evidence)


# ---- What explains a submission ----


def _explanations(
    case: Case, known: Iterable[Misconception], model: Model, rules: Rules
) -> list[Explanation]:
    """All that explains a whole case, or else each of its parts."""
    if whole := _explaining(case, known, model, rules):
        return whole
    together: dict[str, Explanation] = {}
    for part in rules.parts(case):
        for misconception, failing in _explaining(part, known, model, rules):
            together.setdefault(misconception.name, (misconception, []))[1].extend(failing)
    return list(together.values())


def _explaining(
    case: Case, known: Iterable[Misconception], model: Model, rules: Rules
) -> list[Explanation]:
    """All that explains a case; exact ones only, if there is any.

    Of several, those that explain it with the usual `edits` go before those that need `also`.
    """
    failing = [observation for observation in case if not observation.passed]
    if not failing:
        return []
    in_order = rules.ordered(case, model)
    is_late = any(observation.is_late for observation in failing)
    candidates = [
        misconception
        for misconception in known
        if misconception.edits
        and not misconception.slow
        and (is_late or not misconception.endless)
        and len(failing) >= misconception.least
    ]
    ways = [
        (candidate, _way(candidate, in_order, failing, model, rules)) for candidate in candidates
    ]
    explaining = [(candidate, way) for candidate, way in ways if way is not None]
    exact = [(candidate, way) for candidate, way in explaining if candidate.like is equal]
    usual = [(candidate, way) for candidate, way in exact or explaining if way == 0]
    return [(candidate, failing) for candidate, _ in usual or exact or explaining]


def _way(
    misconception: Misconception, case: Case, failing: Case, model: Model, rules: Rules
) -> int | None:
    """The number of the first of a misconception's edits that explain a case, None if none do."""
    for number, variant in enumerate(_variants(misconception, model, failing)):
        if rules.explains(misconception, variant, case):
            return number
    return None


def _variants(misconception: Misconception, model: Model, failing: Case) -> Iterator[Model]:
    """Yield the variant of each of a misconception's edits, as far as they apply to the model."""
    pattern = misconception.pattern
    text = _first_match(pattern, failing) if pattern else ""
    for edits in misconception.ways:
        filled = edits if isinstance(edits, Mapping) else _filled(edits, text or "")
        if text is not None or filled == tuple(edits):
            try:
                yield model.variant(filled)
            except ValueError:  # the model of another edition, where this is no mistake
                continue


def _filled(edits: Pairs, text: str) -> Pairs:
    """The edits, with a text in the place of the word FOUND."""
    return tuple((old, new.replace("FOUND", text)) for old, new in edits)


def _first_match(pattern: str, failing: Case) -> str | None:
    """What a pattern's group matches in the first failing output that it matches, quoted."""
    for observation in failing:
        if match := re.search(pattern, "\n".join(observation.lines)):
            return match[1].encode("unicode_escape").decode("ascii").translate(QUOTED)
    return None


# what can't stand in a string of an edit as it is
QUOTED = str.maketrans({'"': r"\x22", "'": r"\x27", "{": r"\x7b", "}": r"\x7d"})
