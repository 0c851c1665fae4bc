"""The ways in which misconceptions can show in the results of a submission; pure."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from grader.assignment.misconceptions import Edits, Misconception, equal
from grader.diagnose.models import Model
from grader.diagnose.rules import Case, failing_ones, first_match
from grader.records.causes import Cause


# These characters are escaped in a string of an edit.
QUOTED = str.maketrans({'"': r"\x22", "'": r"\x27", "{": r"\x7b", "}": r"\x7d"})


@dataclass(frozen=True, eq=False)
class Way:
    """One set of edits of a misconception; FOUND is replaced by the text that its pattern found."""

    misconception: Misconception
    edits: Edits

    @property
    def is_exact(self) -> bool:
        """Whether it predicts outputs to the character."""
        return self.misconception.like is equal


Ways = tuple[Way, ...]


def ways(known: Iterable[Misconception], failing: Case) -> list[Way]:
    """Each way in which a misconception may explain the failing checks of a case."""
    is_late = any(observation.is_late for observation in failing)
    usable = []
    for misconception in known:
        may_be_endless = is_late or not misconception.endless
        # what takes a text from an output always fits a single one
        is_enough = len(failing) >= misconception.least or not misconception.pattern
        if misconception.edits and not misconception.slow and may_be_endless and is_enough:
            for edits in _filled_ways(misconception, failing):
                usable.append(Way(misconception, edits))
    return usable


def labels_in_all(known: Iterable[Misconception], case: Case) -> Ways:
    """The two ways whose patterns match in every failing output; () unless there are just two.

    >>> labels_in_all([], [])
    ()
    """
    failing = failing_ones(case)
    ended = [observation for observation in failing if not observation.is_late]
    labels = {}
    for way in ways(known, failing):
        pattern = way.misconception.pattern
        if pattern and way.is_exact and all(observation.match(pattern) for observation in ended):
            labels[way.misconception.name] = way
    if len(labels) != 2:
        return ()
    return tuple(labels.values())


def variant(model: Model, chosen: Iterable[Way | Cause]) -> Model | None:
    """The model with these edits, one after another; None if one does not apply.

    An edit may not apply to the model of another edition, where it is no mistake, or after others.
    """
    try:
        for way in chosen:
            model = model.variant(way.edits)
    except ValueError:
        return None
    return model


def variant_of(model: Model, *causes: Cause) -> Model | None:
    """The model edited as causes were found; None if edits don't show one, or do not apply."""
    for cause in causes:
        if not cause.edits:
            return None
    return variant(model, causes)


def composed(model: Model, chosen: Ways, way: Way) -> Model | None:
    """The model with the edits of these ways and of one more, in either order; None if neither
    applies.
    """
    return variant(model, chosen + (way,)) or variant(model, (way,) + chosen)


def _filled_ways(misconception: Misconception, failing: Case) -> Iterator[Edits]:
    """Yield each set of a misconception's edits; those with FOUND only if its pattern matches."""
    text: str | None = ""
    if misconception.pattern:
        text = first_match(misconception.pattern, failing)
    for edits in misconception.ways:
        whole = filled(edits, _quoted(text or ""))
        if text is not None or whole == edits:
            yield whole


def filled(edits: Edits, text: str) -> Edits:
    """The edits, with a text in place of the word FOUND; the same object without that word."""
    if isinstance(edits, Mapping) or not any("FOUND" in new for _, new in edits):
        return edits
    return tuple((old, new.replace("FOUND", text)) for old, new in edits)


def _quoted(text: str) -> str:
    """A text, quoted for a string of Python."""
    return text.encode("unicode_escape").decode("ascii").translate(QUOTED)
