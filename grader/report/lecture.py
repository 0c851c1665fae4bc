"""Questions on the most frequent causes of a class, with its programs' answers; pure.

A question uses the smallest example of a cause. It asks what a search does next, just before the
first search with that cause leaves the right one, or what a call prints. The options are the
answers of the class's programs. Nothing names a student.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from operator import itemgetter
from typing import NamedTuple

from grader.assignment.plan import Assignment
from grader.diagnose.problems import problems
from grader.diagnose.public import public
from grader.ground.text import counted, visible
from grader.records.facts import shortened
from grader.records.results import Difference, Result
from grader.records.submissions import Document, Example, SubmissionResults
from grader.report import search, sentences, summary
from grader.report.search import state_text
from grader.report.summary import SharedCause
from grader.traces import Trace
from grader.tracing.parting import COST, LENGTH, NOTHING, PARENT, Parting, parting
from grader.tracing.references import trace_of


MOST_CAUSES, MOST_OPTIONS = 3, 5  # of a class, and of an answer
LONG = 160  # the most characters of an option
ENDS, OTHER = "The search ends.", "the other"
# {how two searches part at a pop: the question about that pop}
ASKED = {
    COST: "The next to leave is {state}. What are its f, g and h?",
    PARENT: "The next to leave is {state}. From which state was this entry reached?",
    LENGTH: "How many entries does the queue hold before the next pop?",
}
LEAVES_NEXT = "The queue holds these entries: which of them leaves next?"


class Option(NamedTuple):
    """An answer, how many programs of the class give it, and whether it is right."""

    text: str
    programs: int
    is_right: bool


class Walk(NamedTuple):
    """Two searches from one start, and the step at which they part."""

    right: Trace
    parting: Parting
    sentence: str


class Topic(NamedTuple):
    """A common cause: how many programs have it, a call that shows it, a question, the searches.

    Without `options`, nothing can be asked but the question of the cause.
    """

    sentence: str
    hint: str
    programs: int
    call: str
    asked: str
    options: tuple[Option, ...]
    walk: Walk | None = None


def topics(document: Document, assignment: Assignment | None) -> list[Topic]:
    """The MOST_CAUSES most frequent causes of a class, the most frequent first.

    Without an assignment, only programs whose searches were traced have an answer.
    """
    programs = _Programs([public(submission) for submission in document.submissions], assignment)
    return [programs.topic(cause) for cause in summary.causes(document)[:MOST_CAUSES]]


class _Programs(NamedTuple):
    """The results of a class's programs, and the assignment that predicts their searches."""

    submissions: Sequence[SubmissionResults]
    assignment: Assignment | None

    def topic(self, cause: SharedCause) -> Topic:
        """The topic of a cause."""
        topic = Topic(cause.sentence, cause.question, len(cause.submissions), "", "", ())
        shown = self._shown(cause)
        if not shown:
            return topic
        result, walk = shown
        topic = topic._replace(call=result.call)
        if walk:
            answers = self._steps(walk, result.function)
            right, asked = _choice(walk.right, walk.parting), _asked(result.call, walk.parting)
            return topic._replace(asked=asked, options=_options(answers, right), walk=walk)
        difference = result.difference
        if not difference or difference.expected is None:
            return topic
        asked = f"What does {result.call} print on line {difference.line:,}?"
        right = _line(difference.expected)
        options = _options(_lines(result, difference.line, right, self.submissions), right)
        return topic._replace(asked=asked, options=options)

    # ---- The example of a cause ----

    def _shown(self, cause: SharedCause) -> tuple[Result, Walk | None] | None:
        """The result that shows a cause best, with its searches if they part; None if no result
        does.

        It is that of the smallest example or, without examples, of the first check.
        """
        results = []
        for submission in self.submissions:
            for problem in problems(submission):
                if cause.name in map(sentences.cause_name, problem.causes):
                    example = problem.example
                    size = example.queue if example else 0
                    walk = self._walk(example, submission)
                    order = (walk is None, example is None, size, len(problem.shown.call))
                    results.append((order, problem.shown, walk))
        if not results:
            return None
        _, result, walk = min(results, key=itemgetter(0))
        return result, walk

    def _walk(self, example: Example | None, submission: SubmissionResults) -> Walk | None:
        """The two searches of an example; None if they weren't traced or don't part."""
        if not example or not example.right:
            return None
        right = example.right
        wrong = example.yours or self._predicted(submission, right)
        departure = wrong and parting(right, wrong)
        if not departure or departure.kind == NOTHING:
            return None
        return Walk(right, departure, search.sentence(departure, example.ties, other=OTHER))

    def _predicted(self, submission: SubmissionResults, right: Trace) -> Trace | None:
        """The reference's trace with the one mistake of a program; None if that is not known."""
        causes = submission.misconceptions
        if not self.assignment or len(causes) != 1 or not right.first:
            return None
        for known in self.assignment.misconceptions:
            if known.name == causes[0].name and known.edits and not known.pattern:
                return trace_of(self.assignment, right.first[0].state, known.name)
        return None

    # ---- What programs do next ----

    def _steps(self, walk: Walk, function: str) -> Iterator[str]:
        """Yield the next step of each program whose search agrees up to where the searches part."""
        for submission in self.submissions:
            trace = self._trace(walk.right, submission, function)
            if trace and _is_together(walk.right, trace, walk.parting):
                yield _choice(trace, walk.parting)

    def _trace(self, right: Trace, submission: SubmissionResults, function: str) -> Trace | None:
        """A program's search from a start: as traced, or as its verdicts or cause predict it."""
        if _is_right(submission, function):
            return right
        for example in submission.examples:
            if example.yours and example.right and example.right.first == right.first:
                return example.yours
        return self._predicted(submission, right)


# ---- What programs answer ----


def _is_right(submission: SubmissionResults, function: str) -> bool:
    """Whether a program passes all checks of a function."""
    passed = [result.passed for result in submission.results if result.function == function]
    return bool(passed) and all(passed)


def _is_together(right: Trace, trace: Trace, at: Parting) -> bool:
    """Whether a search agrees with the right one up to the step at which another leaves it.

    >>> from grader.traces import Entry, Step
    >>> start, near = Entry((1, 0), 0, 1, 1, None), Entry((0, 1), 1, 0, 1, (1, 0))
    >>> right = Trace((start,), (Step(start, 1, (near,), ()), Step(near, 1, (), ())), ())
    >>> far = Entry((2, 3), 1, 5, 6, (1, 0))
    >>> wrong = Trace((start,), (Step(start, 1, (near, far), ()), Step(near, 2, (), ())), ())
    >>> at = Parting(LENGTH, 1, None, near, near)
    >>> [_is_together(right, trace, at) for trace in (right, wrong)]
    [True, False]
    >>> _is_together(right, right, at._replace(agreed=2))
    True
    """
    own = parting(right, trace)
    if not own:
        return False
    # at the same pop, what the pop before it pushed comes earlier
    return (own.agreed, own.popped is None) >= (at.agreed, at.popped is None)


def _choice(trace: Trace, at: Parting) -> str:
    """The step of a search at the place where another leaves the right one, as a sentence."""
    steps = trace.of_first_search()
    if at.popped:
        sought = at.right or at.yours
        for entry in steps[at.agreed - 1].pushed:
            if sought and entry.state == sought.state:
                return f"It is pushed, with {search.costs(entry)}."
        return "It is kept out."
    if at.agreed >= len(steps):
        return ENDS
    step = steps[at.agreed]
    popped = step.popped
    if at.kind == LENGTH:
        return f"{step.queue:,} entries"
    if at.kind == COST:
        return search.costs(popped)
    if at.kind != PARENT:
        return state_text(popped.state)
    if not popped.parent:
        return "It is the start."
    return state_text(popped.parent)


def _asked(call: str, at: Parting) -> str:
    """The question that asks for the next step of a search.

    >>> from grader.traces import Entry
    >>> entry = Entry((1, 0), 0, 1, 1, None)
    >>> for kind in LENGTH, PARENT:
    ...     _asked("f()", Parting(kind, 2, None, entry, entry)).partition(". ")[2]
    'How many entries does the queue hold before the next pop?'
    'The next to leave is [1, 0]. From which state was this entry reached?'
    """
    before = f"{call} begins. "
    if at.agreed:
        before = f"{call} has popped {counted(at.agreed, 'state')}. "
    state = ""
    if entry := at.right or at.yours:
        state = state_text(entry.state)
    if at.popped:
        popped = state_text(at.popped.state)
        return f"{before}The last was {popped}. What becomes of its successor {state}?"
    return before + ASKED.get(at.kind, LEAVES_NEXT).format(state=state)


def _lines(
    shown: Result, line: int, right: str, submissions: Sequence[SubmissionResults]
) -> Iterator[str]:
    """Yield the line that each program prints at the difference, unless it names a student."""
    names = "|".join(re.escape(submission.submission) for submission in submissions)
    a_name = re.compile(rf"(?i)\b({names})\b")
    for submission in submissions:
        examples = [example.result for example in submission.examples]
        if _is_right(submission, shown.function):
            yield right
            continue
        for result in (*examples, *submission.results):
            difference = result.difference
            if result.call == shown.call and difference and difference.line == line:
                printed = _line(_printed(result, difference))
                if not a_name.search(printed):
                    yield printed
                break


def _printed(result: Result, difference: Difference) -> str:
    """The line that a program prints at a difference; "" if its output has ended before."""
    if difference.actual is not None or not difference.goes_on:
        return difference.actual or ""
    rows = result.printed.decode("utf-8", "replace").splitlines()
    return "".join(rows[difference.line - 1 : difference.line])


def _line(text: str) -> str:
    """A printed line as the text of an option."""
    return shortened(visible(text), LONG) or "nothing more"


def _options(answers: Iterator[str], right: str) -> tuple[Option, ...]:
    """The right answer and the most frequent others, sorted; none if all programs are right."""
    counts = Counter(answers)
    wrong = [answer for answer, _ in counts.most_common() if answer != right]
    if not wrong:
        return ()
    texts = sorted([right] + wrong[: MOST_OPTIONS - 1])
    return tuple(Option(text, counts[text], text == right) for text in texts)
