"""Finds the smallest instance on which a program fails as it does in a check: the example to show.

Small instances are tried in a sandbox, many calls in one process, the easiest first. If a
misconception is named, instances on which it shows come first. A failure is confirmed in a process
of one call. None of this is scored. Once a submission was run MOST_RUNS times for all its problems
and traces, only a trace may follow; it is never run if nothing fails. Once a clock has ended a run,
nothing more is tried.
"""

import re
from abc import ABC, abstractmethod
from ast import literal_eval
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from grader.assignment.hooks import is_drawn
from grader.assignment.plan import Assignment
from grader.diagnose import tables
from grader.diagnose.likeness import Likeness, likeness
from grader.diagnose.problems import Problem, problems
from grader.diagnose.public import public
from grader.diagnose.tables import Instance
from grader.judge.account import account
from grader.judge.judge import judge
from grader.records.causes import Cause
from grader.records.checks import Check
from grader.records.facts import fact
from grader.records.results import CROSSED, Result, Run
from grader.records.submissions import Example, SubmissionResults
from grader.traces import State
from grader.tracing import after_others
from grader.tracing.candidates import INSTANCE, Candidates
from grader.tracing.parting import parting
from grader.tracing.references import trace_of
from grader.tracing.students import CLOCKS, FAILED, LATE, LIMITS, LINES, OUT_OF_LINES, Program


PROBLEMS = 3  # the most problems of a submission that get an example
CALLS = 60  # calls in one process
RUNS = 8  # the most runs of so many calls for a problem; others confirm what they find
EASIEST = 3  # so many instances are tried for a search that goes astray
MOST_STEPS = 400  # the most steps of a trace that is kept


def finder_of(assignment: Assignment) -> "Finder | KnownFinder | None":
    """What finds examples for an assignment; None if it has no searches, or no table at home."""
    if not assignment.models:
        if tables.table(assignment).mistakes:
            return KnownFinder(assignment)
        return None
    if assignment.folder.searching:
        return Finder(assignment)
    return None


class _Finder(ABC):
    """Finds examples for the submissions to an assignment."""

    def __init__(self, assignment: Assignment) -> None:
        self._assignment = assignment
        self._checks = {check.name: check for check in assignment.checks}

    def examples(self, program: Program, submission: SubmissionResults) -> tuple[Example, ...]:
        """The examples of the submission's first problems that have any.

        A call that never ends is shown once.
        """
        examples: list[Example] = []
        for problem in problems(public(submission))[:PROBLEMS]:
            for example in self._found(program, problem):
                calls = [earlier.result.call for earlier in examples]
                if example.result.verdict not in CROSSED or example.result.call not in calls:
                    examples.append(example)
        return tuple(examples)

    def _found(self, program: Program, problem: Problem) -> Iterable[Example]:
        """The examples of a problem."""
        of_check = program, self._checks, problem.first
        if example := after_others.example(*of_check):
            return [example]
        if small := list(self._small(program, problem)):
            return small
        if example := after_others.varying(*of_check) or self._astray(program, problem):
            return [example]
        return []

    @abstractmethod
    def _small(self, program: Program, problem: Problem) -> Iterator[Example]:
        """Yield the examples of a problem on small instances."""

    def _astray(self, program: Program, problem: Problem) -> Example | None:
        """An example that fails in another way than a problem, but may be why it fails."""
        return None


class Finder(_Finder):
    """Finds examples where the assignment has searches, among its small instances."""

    def __init__(self, assignment: Assignment) -> None:
        super().__init__(assignment)
        self._candidates = Candidates(assignment)

    def _small(self, program: Program, problem: Problem) -> Iterator[Example]:
        if (search := self._search(program, problem)) and (example := search.example()):
            yield example

    def _astray(self, program: Program, problem: Problem) -> Example | None:
        if search := self._search(program, problem):
            return search.astray()
        return None

    def _search(self, program: Program, problem: Problem) -> "_Search | None":
        """The search for a problem's example; None if no other instance can show the problem."""
        first = problem.first
        check = self._checks.get(first.check)
        if not check or not check.function or check.further or first.kind:
            return None
        fails = first.verdict in FAILED
        if first.verdict in LATE:
            fails = bool(problem.causes) or not program.loops_in_a_line(first.reason)
        is_asleep = first.run is None or first.run.ended == "wall"
        if not fails or is_asleep or is_drawn(check):
            return None
        instance = ""
        if first.difference:
            instance = first.difference.instance
        like = self._candidates.like(check, instance)
        if like is None:
            return None
        return _Search(program, self._assignment, self._candidates, problem, check, like)


class KnownFinder(_Finder):
    """Finds examples at home, among the instances that the table of a handout has for a cause."""

    def _small(self, program: Program, problem: Problem) -> Iterator[Example]:
        table = tables.table(self._assignment)
        for cause in problem.new_causes[:1]:
            for instance in tables.instances(cause, table):
                if self._checks[instance.check].function == problem.first.function:
                    yield from self._example(program, instance, problem.first.check)

    def _example(self, program: Program, instance: Instance, name: str) -> Iterator[Example]:
        """Yield the example for a check, if the program prints what is predicted."""
        own, arguments = self._checks[instance.check], literal_eval(instance.arguments)
        name_of_small = f"{own.group}/{INSTANCE}"
        check = replace(own, name=name_of_small, arguments=arguments, needs="", limits=LIMITS)
        run = program.tried(check)
        if run and account(check, run).lines().lines == tuple(instance.mistaken.splitlines()):
            result = judge(check, run, instance.right.encode())
            right, yours = instance.searches or (None, None)
            yield Example(name, result, instance.queue, right, yours, instance.ties)


@dataclass
class _Search:
    """The search for one problem's example, among small instances like one that failed."""

    program: Program
    assignment: Assignment
    candidates: Candidates
    problem: Problem
    own_check: Check
    like: State

    def example(self) -> Example | None:
        """The confirmed example, with traces if the search can be traced; None if there is none."""
        left = self._states()
        for _ in range(RUNS):
            if not left:
                return None
            tried, state = self._first_failing(left[:CALLS])
            if tried == 0:
                return None
            left = left[tried:]
            if state and (example := self._confirmed(state)):
                return example
        return None

    def astray(self) -> Example | None:
        """The example of a search that nothing explains: one of the easiest instances on which it
        takes too long, however it fails in the check, or else the check itself, if the program's
        search can be seen to leave the right one there; None if neither is found.
        """
        if self.problem.causes or not self.own_check.searches:
            return None
        for state in self._states()[:EASIEST]:
            check = self.candidates.check(self.own_check, state)
            run = self.program.tried(check)
            if not run:
                return None
            if run.ended == OUT_OF_LINES and (result := self._failed(check, run)):
                return self._with_traces(state, check, _counted_out(result, run))
        if self.candidates.pops(self.own_check) > MOST_STEPS:
            return None
        own = self._with_traces(self.like, self.own_check, self.problem.first)
        if own.right and own.yours and parting(own.right, own.yours):
            return own
        return None

    @property
    def _is_search(self) -> bool:
        """Whether the check is a search in which the assignment fixes the order of pops."""
        check, searching = self.own_check, self.candidates.searching
        return bool(searching.algorithms[0].ties) and check.searches

    def _states(self) -> list[State]:
        """The small instances in the order in which to try them.

        Instances on which a new mistake shows come first. Those that start at the goal come last,
        unless the failed check does, too.
        """
        ordered = self.candidates.ordered(self.like)
        shown = self.candidates.showing(self.problem.new_causes, self.own_check, self.like)
        is_goal = self.candidates.searching.is_goal
        shows_no_search = self._is_search and not is_goal(self.like)
        states = shown + [state for state in ordered if state not in shown]
        return sorted(states, key=lambda state: shows_no_search and is_goal(state))

    def _first_failing(self, states: Sequence[State]) -> tuple[int, State | None]:
        """(The number of states tried in one process, the last of them if it fails or None)."""
        checks = [self.candidates.check(self.own_check, state) for state in states]
        further = tuple(check.arguments for check in checks[1:])
        several = replace(checks[0], further=further)
        run = self.program.tried(several)
        if not run:
            return 0, None
        singles = _singles(run, account(several, run).calls)
        for number, single in enumerate(singles):
            if self._fails_alike(checks[number], single):
                return number + 1, states[number]
        return max(1, len(singles)), None

    def _confirmed(self, state: State) -> Example | None:
        """The example on a state, if the program also fails on the state alone."""
        check = self.candidates.check(self.own_check, state)
        run = self.program.tried(check)
        if run and (result := self._fails_alike(check, run)):
            example = self._with_traces(state, check, self._beside_earlier(check, run, result))
            return replace(example, varies=self._varies(check, result))
        return None

    def _beside_earlier(self, check: Check, run: Run, result: Result) -> Result:
        """The result, with the first line that earlier problems' causes don't make wrong."""
        mistaken = self.candidates.mistaken(self.problem.repeated_causes, check)
        right = self.candidates.expected(check)
        if not mistaken or not right:
            return result
        own = judge(check, run, mistaken.text.encode("utf-8", "surrogateescape"))
        difference = own.difference
        if difference and difference.expected in right.lines[difference.line - 1 : difference.line]:
            return replace(result, difference=difference)
        return result

    def _varies(self, check: Check, result: Result) -> bool:
        """Whether the program does something else when the call of a result is made again."""
        run = self.program.tried(check)
        if not run:
            return False
        again = self._fails_alike(check, run)
        return not again or again.printed != result.printed

    def _fails_alike(self, check: Check, run: Run) -> Result | None:
        """The result of a run that fails as the problem's checks do; else None."""
        result = self._failed(check, run)
        if not result or self._is_predicted(check, result, run, self.problem.repeated_causes):
            return None  # an earlier problem's example shows the same
        is_alike = _likeness(result) in map(_likeness, self.problem.results)
        if is_alike or self._is_predicted(check, result, run, self.problem.causes):
            return _counted_out(result, run)
        return None

    def _failed(self, check: Check, run: Run) -> Result | None:
        """The result of a run that fails; None if it does not, or only by what is printed."""
        expected = self.candidates.expected(check)
        if not expected or not expected.lines or expected.ended != "exit":
            return None
        judged = run
        if run.ended == OUT_OF_LINES:
            judged = replace(run, ended="cpu")
        transcript = expected.text.encode("utf-8", "surrogateescape")
        result = judge(replace(check, limits=LIMITS), judged, transcript)
        if result.passed or result.kind:
            return None
        return result

    def _is_predicted(
        self, check: Check, result: Result, run: Run, causes: Sequence[Cause]
    ) -> bool:
        """Whether one of the causes predicts the output or the end of a run."""
        for misconception, variant in self.candidates.variants(causes):
            prediction = variant.output(check)
            if not prediction:
                continue
            if prediction.ended == "endless" and result.verdict in CROSSED:
                return True
            if prediction.ended not in ("exit", "endless") and result.error == prediction.ended:
                return True
            is_like = misconception.like(prediction.lines, account(check, run).lines().lines)
            if prediction.ended == "exit" and result.verdict == "wrong_answer" and is_like:
                return True
        return False

    def _with_traces(self, state: State, check: Check, result: Result) -> Example:
        """The example; if its check is a search, with the right trace and the program's."""
        example = Example(self.problem.first.check, result, self.candidates.queues.get(state, 0))
        if not self._is_search:
            return example
        right = trace_of(self.assignment, state)
        ties = self.candidates.searching.algorithms[0].ties
        example = replace(example, right=right, ties=ties)
        yours = self.program.trace(check, self.assignment, len(right.steps))
        if yours and len(yours.steps) <= MOST_STEPS:
            return replace(example, yours=yours)
        return example


def _counted_out(result: Result, run: Run) -> Result:
    """The result of a run; if that executed too many lines, with that reason."""
    if run.ended != OUT_OF_LINES:
        return result
    reason = result.reason
    place = {key: reason.fields[key] for key in ("file", "line") if key in reason.fields}
    return replace(result, reason=fact("lines", reason.hint, lines=LINES, **place))


def _singles(run: Run, calls: Sequence[bytes]) -> list[Run]:
    """The Run of each call that a run with several calls reached, as if it was made alone.

    `calls` are the outputs of the calls. A call that was cut off after others is left out, since
    alone it might end in time.
    """
    ended = replace(run, ended="exit", exit_status=0, stderr=b"")
    singles = [replace(ended, stdout=output) for output in calls]
    is_whole = run.ended == "exit" and run.exit_status == 0
    if run.ended in CLOCKS + (OUT_OF_LINES,) and len(calls) > 1:
        return singles[:-1]
    if singles and not is_whole:
        singles[-1] = replace(run, stdout=calls[-1])
    return singles


def _likeness(result: Result) -> Likeness:
    """A key that is equal for failures with one reason, whatever the names of their instances."""
    difference = result.difference
    if not difference or not difference.instance or difference.start:
        return likeness(result)
    shift = len(INSTANCE) - len(difference.instance)
    neutral = replace(
        difference,
        expected=_with_usual_name(difference.expected, difference.instance),
        actual=_with_usual_name(difference.actual, difference.instance),
        column=difference.column and max(0, difference.column + shift),
    )
    return likeness(replace(result, difference=neutral))


def _with_usual_name(line: str | None, name: str) -> str | None:
    """A line that begins with the name of an instance, with INSTANCE in its place."""
    return line and re.sub(f"^{re.escape(name)}(?=[:,])", INSTANCE, line)
