"""Sets of mistakes that explain the results of a submission, and the causes made of them; pure.

If several explain all results equally well, at most MOST_RIVALS are named, as rivals; FEW_RIVALS
where little was printed.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from grader.assignment.hooks import is_predictable
from grader.assignment.misconceptions import Misconception, by_file
from grader.diagnose.models import Model
from grader.diagnose.observation import Observation
from grader.diagnose.rules import Case, Rules, check_names, disagrees, disagrees_with_any, pops
from grader.diagnose.ways import Ways, variant
from grader.records.causes import Cause
from grader.records.checks import Check
from grader.records.facts import Names


MOST_RIVALS = 4  # more possible causes than this say nothing
FEW_RIVALS = 3  # the same where fewer than LINES lines show them
LINES = 6  # so many equal lines say more than a likeness does
FIRST = 4  # another mistake must leave so many passing checks of each function right
SEVERAL = "some of the lines"  # the name of pieces that differ from check to check
FEW_POPS = 500  # variants are cheap in a check in which the reference pops at most so many states


@dataclass(frozen=True)
class Explanation:
    """Mistakes that together predict the failing checks of a case, and the variant with them."""

    ways: Ways
    variant: Model
    failing: tuple[Observation, ...]
    # The mistake at a start that is the goal, and the failing checks of such starts, unless a
    # prediction covers them.
    at_goal: tuple[Misconception, tuple[Observation, ...]] | None = None

    @property
    def misconceptions(self) -> dict[str, Misconception]:
        """{name: misconception} of all mistakes in the explanation."""
        known = {way.misconception.name: way.misconception for way in self.ways}
        if self.at_goal:
            known[self.at_goal[0].name] = self.at_goal[0]
        return known

    @cached_property
    def is_exact(self) -> bool:
        """Whether it predicts the failing outputs to the character, in all cheap checks."""
        if all(way.is_exact for way in self.ways):
            return True
        cheap = cheap_ones(self.failing, self.variant.right)
        return bool(cheap) and not disagrees_with_any(Rules(), self.variant, cheap)


Explanations = list[Explanation]


# ---- What is named ----


def best(explanations: Explanations) -> Explanations:
    """Only the exact explanations if they are hardly by chance; else all, the exact ones first."""
    exact = [explanation for explanation in explanations if explanation.is_exact]
    if exact and _has_many_lines(exact[0]):
        return exact
    return sorted(explanations, key=lambda explanation: not explanation.is_exact)


def _has_many_lines(explanation: Explanation) -> bool:
    """Whether the failing outputs that an explanation predicts are hardly alike by chance."""
    return sum(len(observation.lines) for observation in explanation.failing) >= LINES


def has_little_evidence(explanation: Explanation) -> bool:
    """Whether too few checks fail to name one of its mistakes, unless as a rival."""
    number = len(explanation.failing)
    return any(number < way.misconception.least for way in explanation.ways)


def name_causes(explanations: Explanations) -> list[Cause]:
    """The causes of explanations, with rivals; none if the explanations have little in common.

    With more than MOST_RIVALS, or FEW_RIVALS where little was printed, only the causes that all
    explanations have.
    """
    options: dict[frozenset[str], Explanation] = {}
    for explanation in sorted(explanations, key=has_little_evidence):
        options.setdefault(frozenset(explanation.misconceptions), explanation)
    if all(map(has_little_evidence, options.values())):
        return []
    first, *others = options.values()
    common = frozenset.intersection(*options)
    if others and any(len(names - common) != 1 for names in options):
        return []
    rivals = []
    for other in others:
        for name in other.misconceptions.keys() - common:
            rivals.append(other.misconceptions[name].mistake)
    most = FEW_RIVALS
    if _has_many_lines(first):
        most = MOST_RIVALS
    causes = []
    for cause in _causes_of(first):
        is_common = cause.name in common
        if is_common and len(options) > most:
            together_with = tuple(name for name in cause.together_with if name in common)
            causes.append(replace(cause, together_with=together_with))
        elif is_common:
            causes.append(cause)
        elif len(options) <= most:
            causes.append(replace(cause, rivals=tuple(rivals)))
    return causes


def _causes_of(explanation: Explanation) -> list[Cause]:
    """The causes of one explanation, each with the checks in which it takes part."""
    checks = {name: _checks_of(explanation, name) for name in explanation.misconceptions}
    edits = {way.misconception.name: by_file(way.edits) for way in explanation.ways}
    causes = []
    for name, misconception in explanation.misconceptions.items():
        own = checks[name]
        together_with = tuple(
            other for other in checks if other != name and not set(own).isdisjoint(checks[other])
        )
        causes.append(
            Cause(
                misconception.mistake,
                own,
                together_with=together_with,
                edits=edits.get(name, {}),
            )
        )
    return causes


def _checks_of(explanation: Explanation, name: str) -> Names:
    """The failing checks that the explanation would not predict without a misconception."""
    at_goal = explanation.at_goal
    if at_goal and at_goal[0].name == name:
        return check_names(at_goal[1])
    others = [way for way in explanation.ways if way.misconception.name != name]
    right = explanation.variant.right
    failing, without = explanation.failing, variant(right, others)
    if not others or not without:
        return check_names(one for one in failing if _shows_in(explanation.variant, right, one))
    cheap = cheap_ones(failing, right) or failing[:FIRST]
    # Where a likeness explains an output, the variant itself may print what is right.
    is_like = any(not way.is_exact for way in explanation.ways if way not in others)
    changed = [
        observation
        for observation in cheap
        if differ(explanation.variant, without, observation.check)
        or (is_like and disagrees(Rules(), without, observation))
    ]
    if not changed:  # no cheap check needs the misconception, so the expensive ones do
        return check_names(observation for observation in failing if observation not in cheap)
    functions = {
        observation.check.function for observation in changed if pops(right, observation.check) != 1
    }
    return check_names(
        observation
        for observation in failing
        if observation in changed
        or (
            observation not in cheap
            and observation.check.function in functions
            and _shows_in(explanation.variant, without, observation)
        )
    )


def _shows_in(model: Model, other: Model, failing: Observation) -> bool:
    """Whether what two variants differ in may be why a check fails.

    It must be predictable and run a file that differs. A search that ends alike in both takes too
    long for another reason.
    """
    check = failing.check
    edited = {name for name, _ in set(model.sources) - set(other.sources)}
    if not is_predictable(check) or edited <= dict(check.replaced).keys():
        return False
    prediction = failing.is_late and model.predicted(check)
    ends = prediction and prediction.ended != "endless"
    return not ends or prediction != other.predicted(check)


def differ(one: Model, other: Model, check: Check) -> bool:
    """Whether two variants print different things in a check."""
    return one.predicted(check) != other.predicted(check)


def merged(causes: Sequence[Cause]) -> list[Cause]:
    """The causes of several parts, merged where they have the same name.

    Of rivals in one part, the one that has none in another part is the cause.
    """
    certain = {cause.name: cause for cause in causes if not cause.rivals}
    together: dict[str, Cause] = {}
    for cause in causes:
        for name in cause.names:
            if cause.rivals and name in certain:
                known = certain[name]
                cause = replace(cause, mistake=known.mistake, rivals=(), edits=known.edits)
        if before := together.get(cause.name):
            piece = before.piece or cause.piece
            if cause.piece not in ("", piece):
                piece = SEVERAL
            cause = replace(
                before,
                checks=tuple(dict.fromkeys(before.checks + cause.checks)),
                together_with=tuple(dict.fromkeys(before.together_with + cause.together_with)),
                piece=piece,
                partly=before.partly + cause.partly,
            )
        together[cause.name] = cause
    return list(together.values())


def cheap_ones(case: Iterable[Observation], right: Model) -> Case:
    """The observations of a case in whose checks the reference pops few entries."""
    return [observation for observation in case if pops(right, observation.check) <= FEW_POPS]
