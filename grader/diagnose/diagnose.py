"""From the results of a submission to the misconceptions that explain them; pure.

A misconception is named if it predicts every failing check, and contradicts none that passed; what explains an
output exactly goes before what explains it but for its order, its rounding or other lines between. If none
explains all failing checks, each function's are explained for themselves, which finds two mistakes apart from
each other. Otherwise nothing is guessed.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from grader import UsageError
from grader.assignment import plan
from grader.assignment.plan import Assignment
from grader.diagnose import models, otherwise, suspicion
from grader.diagnose.misconceptions import Misconception, Pairs, equal
from grader.diagnose.models import Model
from grader.diagnose.observation import Observation
from grader.diagnose.rules import Case, Rules
from grader.records import FRESH, Cause, Check, Fact, Result, SubmissionResults


UNJUDGED = ("skipped", "judge_error")
Explanation = tuple[Misconception, Case]  # a misconception, and the failing checks that it explains


def explained(submission: SubmissionResults, assignment: Assignment | None) -> SubmissionResults:
    """The submission with what explains its results: misconceptions, another edition, known answers.

    Without an assignment, which may not be what it was when this was graded, no misconception or edition is named.
    """
    results = submission.results
    found = causes(results, assignment) if assignment else []
    edition = otherwise.other(results, assignment) if assignment else None
    return replace(
        submission,
        edition=edition.name if edition else "",
        edition_asks=edition.description if edition else "",
        misconceptions=tuple(found),
        # a cause says enough
        may_know_answers=not found and suspicion.may_know_answers(results),
    )


def assignment_of(options: Iterable[str], name: str) -> Assignment | None:
    """The assignment of that name, or that options of a command give, None if it can't be read any more."""
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
    checks = {check.name: check for check in assignment.checks} | _fresh_checks(results, assignment)
    case = [
        Observation(checks[result.check], result)
        for result in results
        if result.check in checks and not result.kind and result.verdict not in UNJUDGED
    ]
    slowness = rules.slowness(case, model)
    certain = [
        (each, [result.check for result in results if result.kind == each.kind])
        for each in known
        if each.kind
    ]
    return [
        *(_cause(each, checks_of_kind) for each, checks_of_kind in certain if checks_of_kind),
        *(
            _cause(each, [observation.check.name for observation in failing])
            for each, failing in _explanations(case, known, model, rules)
        ),
        *(_cause(each, [], slowness) for each in known if each.slow and slowness),
    ]


def _fresh_checks(results: list[Result], assignment: Assignment) -> dict[str, Check]:
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

    Of several, those that explain it as they are usually made, with their `edits`, go before others.
    """
    failing = [each for each in case if not each.passed]
    if not failing:
        return []
    in_order = rules.ordered(case, model)
    is_late = any(each.is_late for each in failing)
    ways = [
        (each, _way(each, in_order, failing, model, rules))
        for each in known
        if each.edits
        and not each.slow
        and (is_late or not each.endless)
        and len(failing) >= each.least
    ]
    found = [(each, number) for each, number in ways if number is not None]
    found = [(each, number) for each, number in found if each.like is equal] or found
    found = [(each, number) for each, number in found if number == 0] or found
    return [(each, failing) for each, _ in found]


def _way(
    misconception: Misconception, case: Case, failing: Case, model: Model, rules: Rules
) -> int | None:
    """The number of the first of the edits that show a misconception to explain a case, None if there is none."""
    for number, variant in enumerate(_variants(misconception, model, failing)):
        if rules.explains(misconception, variant, case):
            return number
    return None


def _variants(misconception: Misconception, model: Model, failing: Case) -> Iterator[Model]:
    """Yield the variant of each of the edits that show a misconception, as far as they apply to the model."""
    found = _first_match(misconception.found, failing) if misconception.found else ""
    for edits in misconception.ways:
        filled = edits if isinstance(edits, Mapping) else _filled(edits, found or "")
        if found is not None or filled == tuple(edits):
            try:
                yield model.variant(filled)
            except ValueError:  # the model of another edition, where this is no mistake
                continue


def _filled(edits: Pairs, found: str) -> Pairs:
    """The edits, with what was found in the place of the word FOUND."""
    return tuple((old, new.replace("FOUND", found)) for old, new in edits)


def _first_match(pattern: str, failing: Case) -> str | None:
    """What a pattern's group finds in the first failing output where it finds anything, to stand in a string."""
    for each in failing:
        if match := re.search(pattern, "\n".join(each.lines)):
            return match[1].encode("unicode_escape").decode("ascii").translate(QUOTED)
    return None


QUOTED = str.maketrans({'"': r"\x22", "'": r"\x27", "{": r"\x7b", "}": r"\x7d"})
