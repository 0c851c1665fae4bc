"""The table by which a handout names mistakes: digests of what they print in its checks; pure."""

import json
from collections.abc import Iterator, Sequence

from grader.assignment.hooks import hooks_of
from grader.assignment.misconceptions import Misconception
from grader.assignment.plan import Assignment
from grader.diagnose import known, models
from grader.diagnose.diagnose import rules_of
from grader.diagnose.known import Instance, Known, Table
from grader.diagnose.models import Model
from grader.diagnose.rules import pops
from grader.diagnose.ways import Way, filled, variant
from grader.packing import pack as packing
from grader.records import Cause, Check
from grader.serialization import to_json
from grader.traces import State, Trace
from grader.tracing.candidates import Candidates
from grader.tracing.finding import MOST_STEPS
from grader.tracing.references import trace_of, trace_of_model


MOST_POPS = 200  # the most pops of the reference in a check with digests


def text(assignment: Assignment) -> bytes:
    """The table of an assignment as the text of a JSON file."""
    return json.dumps(to_json(table(assignment)), separators=(",", ":")).encode()


def table(assignment: Assignment) -> Table:
    """The Table of an assignment's misconceptions, for the checks of its handout."""
    maker = _Maker(assignment, packing.public(assignment))
    mistakes = [one for known in assignment.misconceptions for one in maker.mistakes(known)]
    return Table(maker.easiest_first, maker.predicted, maker.at_goal, tuple(mistakes))


class _Maker:
    """Makes the table of one assignment."""

    def __init__(self, assignment: Assignment, checks: Sequence[Check]) -> None:
        self._assignment, self._model = assignment, models.reference(assignment)
        easiest = sorted(checks, key=lambda check: pops(self._model, check))
        self.easiest_first = tuple(check.name for check in easiest)
        self._checks = [
            check
            for check in easiest
            if pops(self._model, check) <= MOST_POPS and self._model.output(check)
        ]
        rules = rules_of(assignment)
        self.at_goal = tuple(
            check.name for check in self._checks if rules.is_at_goal(self._model, check)
        )
        self.predicted = tuple(check.name for check in self._checks)
        self._candidates = Candidates(assignment) if assignment.folder.searching else None

    def mistakes(self, misconception: Misconception) -> Iterator[Known]:
        """Yield a Known for each way in which a misconception shows."""
        texts = misconception.rationale, misconception.help
        if misconception.kind or misconception.at_goal:
            yield Known(*texts, kind=misconception.kind, at_goal=misconception.at_goal)
        for edits in () if misconception.slow else misconception.ways:
            own = filled(edits, known.LABEL)
            if mistaken := variant(self._model, [Way(misconception, own)]):
                pattern = misconception.pattern if own is not edits else ""
                if digests := dict(self._digests(mistaken)):
                    shown = () if pattern else (*self._shown(misconception, mistaken, [*digests]),)
                    yield Known(*texts, digests, pattern, instances=shown)

    def _digests(self, mistaken: Model) -> Iterator[tuple[str, str]]:
        """Yield (check, digest of what a mistake prints) where the mistake shows."""
        for check in self._checks:
            wrong, right = mistaken.output(check), self._model.output(check)
            if wrong and right and (wrong.ended, wrong.lines) != (right.ended, right.lines):
                is_whole = wrong.ended == "exit"
                yield check.name, known.digest(check, wrong.lines) if is_whole else wrong.ended

    def _shown(
        self, misconception: Misconception, mistaken: Model, names: Sequence[str]
    ) -> Iterator[Instance]:
        """Yield for each function the smallest instance on which a mistake shows."""
        cause = Cause(misconception.name, misconception.rationale, misconception.help)
        functions = set()
        for check in self._checks:
            if check.name in names and check.function not in functions and self._candidates:
                functions.add(check.function)
                like = self._candidates.like(check, "")
                states = self._candidates.showing([cause], check, like) if like else ()
                yield from filter(None, [self._instance(check, s, mistaken) for s in states[:1]])

    def _instance(self, check: Check, state: State, mistaken: Model) -> Instance | None:
        """The instance of a state; None if the mistake does not end there by itself."""
        assert self._candidates
        single = self._candidates.check(check, state)
        right, wrong = self._model.output(single), mistaken.output(single)
        if not right or not wrong or wrong.ended != "exit" or right.lines == wrong.lines:
            return None
        searching = self._candidates.searching
        is_search = bool(searching.ties) and hooks_of(check).is_search(check.function)
        searches = self._searches(state, mistaken) if is_search else ()
        return Instance(
            check.name,
            repr(single.arguments),
            right.text,
            wrong.text,
            self._candidates.queues[state],
            searches,
            searching.ties if searches else "",
        )

    def _searches(self, state: State, mistaken: Model) -> tuple[Trace, ...]:
        """The traces of the right search and of the mistaken one, or nothing if one is long."""
        right = trace_of(self._assignment, state)
        yours = trace_of_model(mistaken, self._assignment, state, "yours")
        return (right, yours) if len(yours.steps) <= MOST_STEPS else ()
