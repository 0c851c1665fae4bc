"""The table by which a handout names mistakes: digests of what they print in its checks."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from grader.assignment.misconceptions import InCommon, Misconception, by_file
from grader.assignment.plan import Assignment
from grader.diagnose import models, tables
from grader.diagnose.models import Model
from grader.diagnose.rules import LONG, is_at_goal, pops
from grader.diagnose.tables import Instance, KnownMistakes, Table
from grader.diagnose.ways import Way, filled, variant
from grader.ground.console import show_progress
from grader.ground.syntax import tree_of
from grader.packing import pack as packing
from grader.records.causes import Cause, Mistake
from grader.records.checks import Check
from grader.records.facts import Names
from grader.serialization import json_text
from grader.traces import State, Trace
from grader.tracing.candidates import Candidates
from grader.tracing.finding import MOST_STEPS
from grader.tracing.references import trace_of, trace_of_model


# The most pops of the reference in a check with digests: of one mistake, and of two together.
MOST_POPS = 200, 30


def text(assignment: Assignment) -> bytes:
    """The table of an assignment as the text of a JSON file."""
    return json_text(table(assignment), separators=(",", ":")).encode()


def table(assignment: Assignment) -> Table:
    """The Table of an assignment's misconceptions, for the checks of its handout."""
    maker = _Maker(assignment, packing.public(assignment))
    every, mistakes = assignment.misconceptions, list[KnownMistakes]()
    for misconception in every:
        show_progress(f"what a mistake prints: {misconception.name}")
        mistakes += maker.mistakes(misconception)
    show_progress("what two mistakes print together")
    for place, misconception in enumerate(every):
        for label in list(filter(_patterns, maker.ways(misconception)))[:1]:
            for other in every:
                if not other.pattern or other in every[place + 1 :]:
                    mistakes += maker.with_label(label, other)
    return Table(maker.easiest_first, maker.predicted, maker.at_goal, tuple(mistakes))


class _Maker:
    """Makes the table of one assignment."""

    def __init__(self, assignment: Assignment, checks: Sequence[Check]) -> None:
        self._assignment = assignment
        # a search that pops more is one without an end in the table
        self._model = replace(models.reference(assignment), most_pops=LONG)
        easiest = sorted(checks, key=lambda check: pops(self._model, check))
        self.easiest_first = _names(easiest)
        self._checks = [check for check in easiest if self._model.output(check)]
        self.predicted = _names(self._up_to(1)), _names(self._up_to(2))
        self.at_goal = _names(check for check in self._checks if is_at_goal(self._model, check))
        self._candidates: Candidates | None = None
        if assignment.folder.searching and packing.shows_transcripts(assignment):
            self._candidates = Candidates(assignment, few=1)

    def _up_to(self, number: int) -> list[Check]:
        """The checks that are short enough for so many mistakes together."""
        most = MOST_POPS[number - 1]
        return [check for check in self._checks if pops(self._model, check) <= most]

    def ways(self, misconception: Misconception) -> list[Way]:
        """The ways in which a misconception shows in outputs, with tables.LABEL for a label found.

        A value of the program's, as the goal that it prints, is no label.
        """
        if misconception.slow or misconception.endless:
            return []
        ways = [Way(misconception, filled(own, tables.LABEL)) for own in misconception.ways if own]
        return [way for way in ways if not _patterns(way) or self._is_program(way)]

    def _is_program(self, way: Way) -> bool:
        """Whether the program with a mistake is one that Python can read."""
        mistaken = variant(self._model, [way])
        sources = mistaken.sources if mistaken else ()
        return all(tree_of(source.encode()).body for _, source in sources)

    def mistakes(self, misconception: Misconception) -> Iterator[KnownMistakes]:
        """Yield the KnownMistakes of each way in which a misconception shows."""
        kind, at_goal = misconception.kind, misconception.at_goal
        if kind or at_goal:
            yield KnownMistakes((_words(misconception),), kind=kind, at_goal=at_goal)
        in_common = _in_common(misconception)
        for way in self.ways(misconception):
            mistaken = variant(self._model, [way])
            if not mistaken:
                continue
            digests = dict(self._digests(mistaken, 1, in_common))
            if set(digests.values()) - {tables.ENDLESS}:
                patterns, shown = _patterns(way), tuple[Instance, ...]()
                if not patterns:
                    shown = tuple(self._shown(way, mistaken, digests))
                yield KnownMistakes(
                    (_words(misconception),),
                    digests,
                    patterns,
                    misconception.raised,
                    in_common=in_common,
                    instances=shown,
                )

    def with_label(self, label: Way, misconception: Misconception) -> Iterator[KnownMistakes]:
        """Yield the KnownMistakes of a wrong label together with another mistake."""
        for way in self.ways(misconception)[:1]:
            mistaken = variant(self._model, [label, way])
            if mistaken and (digests := dict(self._digests(mistaken, 2))):
                words = _words(label.misconception), _words(misconception)
                patterns = _patterns(label) + _patterns(way)
                yield KnownMistakes(words, digests, patterns, misconception.raised)

    def _digests(
        self, mistaken: Model, number: int, in_common: str = ""
    ) -> Iterator[tuple[str, str]]:
        """Yield (check, digest of what so many mistakes print) where that is wrong.

        What another order makes wrong is right by chance in some checks, and wrong there in
        another program. So if outputs are compared by what they have in common, all checks of a
        function have a digest if any is wrong.
        """
        made = self._assignment.folder.alike.get(in_common)
        shown = [check for check in self._up_to(number) if self._is_wrong(mistaken, check)]
        if made:
            functions = {check.function for check in shown}
            shown = [check for check in self._up_to(number) if check.function in functions]
        for check in shown:
            if own := mistaken.output(check):
                digest = own.ended
                if digest == "exit" and own.pops > LONG:
                    digest = tables.ENDLESS
                elif digest == "exit":
                    digest = tables.digest(check, own.lines, made)
                yield check.name, digest

    def _is_wrong(self, mistaken: Model, check: Check) -> bool:
        """Whether a mistake's output in a check is read as another one than the model's."""
        own, right = mistaken.predicted(check), self._model.predicted(check)
        if not own or not right:
            return False
        return (own.ended, own.lines) != (right.ended, right.lines)

    def _shown(self, way: Way, mistaken: Model, names: Collection[str]) -> Iterator[Instance]:
        """Yield for each function the smallest instance on which a mistake shows; none if students
        are to see no right line.
        """
        cause = Cause(way.misconception.mistake, edits=by_file(way.edits))
        functions = set()
        for check in self._checks:
            if check.name in names and check.function not in functions and self._candidates:
                functions.add(check.function)
                if like := self._candidates.like(check, ""):
                    for state in self._candidates.showing([cause], check, like):
                        yield from self._instance(check, state, mistaken)

    def _instance(self, check: Check, state: State, mistaken: Model) -> Iterator[Instance]:
        """Yield the instance of a state, if the mistake ends there by itself."""
        assert self._candidates
        single = self._candidates.check(check, state)
        right, wrong = self._model.output(single), mistaken.output(single)
        if not right or not wrong or wrong.ended != "exit" or right.lines == wrong.lines:
            return
        instance = Instance(
            check.name,
            repr(single.arguments),
            right.text,
            wrong.text,
            self._candidates.queues[state],
        )
        ties = self._candidates.searching.algorithms[0].ties
        if ties and check.searches and (searches := self._searches(state, mistaken)):
            instance = replace(instance, searches=searches, ties=ties)
        yield instance

    def _searches(self, state: State, mistaken: Model) -> tuple[Trace, ...]:
        """The traces of the right search and the mistaken one, or nothing if the latter is long."""
        right = trace_of(self._assignment, state)
        yours = trace_of_model(mistaken, self._assignment, state)
        if len(yours.steps) > MOST_STEPS:
            return ()
        return right, yours


def _names(checks: Iterable[Check]) -> Names:
    return tuple(check.name for check in checks)


def _words(misconception: Misconception) -> Mistake:
    """What students read about a misconception, without its name."""
    return Mistake("", misconception.rationale, misconception.help)


def _in_common(misconception: Misconception) -> str:
    """The name of what two outputs that show it have in common, "" if they are equal or so."""
    if isinstance(misconception.like, InCommon):
        return misconception.like.of.__name__
    return ""


def _patterns(way: Way) -> Names:
    """The pattern of a way into whose edits a label was filled, or nothing."""
    if tables.LABEL in str(way.edits):
        return (way.misconception.pattern,)
    return ()
