"""Questions on a search and their answers, computed from traces, for a sheet or an oral exam.

Each question draws its own instance, so that two students who sit side by side have different
numbers.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from grader.assignment import plan
from grader.assignments import drawing
from grader.assignments.squares import square
from grader.report import search
from grader.report.steps_page import WHY
from grader.traces import Entry, State, Step, Trace
from grader.tracing.parting import NOTHING, parting
from grader.tracing.references import searching_of, trace_of


Chance = random.Random
Tracer = Callable[
    [State], "Trace | None"
]  # Tracer(start) is a student's trace; None if it can't be seen
RULES = {  # {assignment: what its searches do, for those who answer}
    "funny_puzzle": "Every question is on A* with the goal [1, 2, 3, 4, 5, 6, 7, 0, 0], where 0 is "
    "a blank, and with h the sum of the Manhattan distances of the tiles. The entry of the "
    "smallest f = g + h is popped first; ties of f go to the smaller state. A successor is kept "
    "out if its state was popped before, the popped state included; it is pushed if its state "
    "only waits in the queue. The search ends when the goal is popped.",
    "npuzzle": "Every question is on A* with the goal 1 2 3 / 4 5 6 / 7 8 0, where 0 is the blank, "
    "and with h the sum of the Manhattan distances of the tiles. The entry of the smallest "
    "f = g + h is popped first; ties of f may go to any of them, and here go to the smaller h, "
    "then to the older entry. A successor is kept out only if it is the board before the popped "
    "one: no other board is remembered. The search ends when the goal is popped.",
}
GOALS = {"funny_puzzle": (1, 2, 3, 4, 5, 6, 7, 0, 0), "npuzzle": (1, 2, 3, 4, 5, 6, 7, 8, 0)}
AT_PUSH, NOT_KEPT_OUT = "duplicates_dropped_at_push", "no_critical_optimisation"
# the pops of a search that is asked about; the entries of a queue that is listed
POPS, QUEUE = range(4, 13), range(4, 10)
MOVES = range(3, 7)
TRIES = 200


class Question(NamedTuple):
    """A question, the states that it lists with a remark each, and its answer."""

    asked: str
    options: tuple[tuple[State, str], ...]
    answer: str


class Topic(NamedTuple):
    """The material for questions: the assignment, a random generator, and the student's traces, if
    any.
    """

    assignment: str
    chance: Chance
    tracer: "Tracer | None" = None

    def right(self, state: State, misconception: "str | None" = None) -> Trace:
        """The trace of the reference on a state, with a misconception edited in if one is named."""
        return trace_of(plan.load(self.assignment), state, misconception)

    def yours(self, state: State) -> "Trace | None":
        """The trace of the student's program on a state; None if it can't be seen."""
        return self.tracer(state) if self.tracer else None

    @property
    def mistake(self) -> str:
        """The misconception for the question on another rule for what is pushed."""
        return AT_PUSH if self.assignment == "funny_puzzle" else NOT_KEPT_OUT

    @property
    def ties(self) -> str:
        """The rule for ties of f, in words."""
        return searching_of(plan.load(self.assignment)).algorithms[0].ties


def questions(topic: Topic) -> list[Question]:
    """A question of each kind; if there is a student's program, those on it come first."""
    kinds = (*OWN_KINDS, *KINDS) if topic.tracer else KINDS
    return [question for kind in kinds if (question := _drawn(kind, topic))]


def _drawn(kind: "Callable[[Topic, State], Question | None]", topic: Topic) -> "Question | None":
    """A question of one kind, on the first random instance that allows it; None if none of many
    does.
    """
    return next(filter(None, (kind(topic, state) for state in _states(topic))), None)


def _states(topic: Topic) -> Iterator[State]:
    """Yield random instances that are some moves away from the goal."""
    n = 3
    for _ in range(TRIES if not topic.tracer else TRIES // 10):
        moves = topic.chance.choice(MOVES)
        tiles = drawing.walk(topic.chance, n, GOALS[topic.assignment], moves)
        is_flat = topic.assignment == "funny_puzzle"
        yield tuple(tiles) if is_flat else tuple(map(tuple, square(n, tiles)))


def _is_fit(trace: Trace) -> bool:
    """Whether a search is long enough to ask about and short enough to follow."""
    return trace.is_whole and len(trace.steps) in POPS


# ---- What is in the queue ----


def _next(topic: Topic, state: State) -> "Question | None":
    """The question which entry is popped next; None if this search does not allow it."""
    return _asked_next(topic, topic.right(state), "the queue")


def _asked_next(topic: Topic, trace: "Trace | None", whose: str) -> "Question | None":
    """The question which entry is popped next, at a step with a tie if ties have a rule."""
    if not trace or not _is_fit(trace):
        return None
    steps = range(1, len(trace.steps))
    queues = {k: trace.queue_after(k) for k in steps}
    fit = [k for k in steps if _is_clear(queues[k]) and trace.steps[k].popped in queues[k]]
    knows_ties = bool(topic.ties)  # without that, only questions that need no rule for ties
    asked_at = [k for k in fit if (len(_least(queues[k])) > 1) == knows_ties]
    if not asked_at:
        return None
    number = topic.chance.choice(asked_at)
    queue, popped = queues[number], trace.steps[number].popped
    listed = sorted(queue, key=lambda entry: entry.state)
    asked = (
        f"A* starts from {state_text(trace.first[0].state)}. After pop {number}, {whose} "
        "holds these entries. Which of them is popped next, and why?"
    )
    options = tuple((entry.state, _g_and_h(entry)) for entry in listed)
    return Question(asked, options, _why_next(topic, queue, popped))


def _least(queue: Sequence[Entry]) -> list[Entry]:
    """The entries with the least f."""
    least = min(entry.f or 0 for entry in queue)
    return [entry for entry in queue if entry.f == least]


def _is_clear(queue: Sequence[Entry]) -> bool:
    """Whether a queue is short enough to be listed, has each state once, and f = g + h
    everywhere.
    """
    is_sum = all(
        entry.g is not None and entry.h is not None and entry.f == entry.g + entry.h
        for entry in queue
    )
    return is_sum and len(queue) in QUEUE and len({entry.state for entry in queue}) == len(queue)


def _why_next(topic: Topic, queue: Sequence[Entry], popped: Entry) -> str:
    """The answer: which entry is popped, and by which rule."""
    least = _least(queue)
    said = f"{state_text(popped.state)}, with f = {popped.g} + {popped.h} = {popped.f}."
    if popped not in least:
        return f"{said} Its f is not the least, {least[0].f}: that is a mistake."
    if len(least) == 1:
        return f"{said} No other entry has so small an f."
    said = f"{said} That is the least f, and {len(least)} entries have it."
    smallest = min(entry.state for entry in least)
    if popped.state == smallest:
        return f"{said} Ties go to {topic.ties}."
    return f"{said} Ties should go to {topic.ties}, {state_text(smallest)}: that is a mistake."


# ---- What is pushed and what is kept out ----


def _kept_out(topic: Topic, state: State) -> "Question | None":
    """The question which successors are not pushed, and why; None if there is no such step."""
    trace = topic.right(state)
    steps = [(number, step) for number, step in enumerate(trace.steps, 1) if _is_mixed(step)]
    if not _is_fit(trace) or not steps:
        return None
    number, step = topic.chance.choice(steps[-3:])
    before = [state_text(earlier.popped.state) for earlier in trace.steps[: number - 1]]
    pairs = [(successor.entry, successor.why) for successor in step.kept_out]
    successors = [*step.pushed, *(entry for entry, _ in pairs)]
    answer = "; ".join(
        f"{state_text(entry.state)}, {_said_why(why, entry, trace, number)}" for entry, why in pairs
    )
    return Question(
        f"A* has popped {', '.join(before)}, in this order, and now pops "
        f"{state_text(step.popped.state)}. These are its successors. Which of them are kept out of "
        "the queue, and why?",
        tuple((entry.state, "") for entry in sorted(successors, key=lambda entry: entry.state)),
        f"Kept out: {answer}. The others are pushed.",
    )


def _is_mixed(step: Step) -> bool:
    """Whether a step pushes some successors and leaves out others."""
    return bool(step.pushed and step.kept_out)


def _said_why(why: str, entry: Entry, trace: Trace, number: int) -> str:
    """Why an entry was not pushed, with the number of the pop of its state if it was popped."""
    popped = [step.popped.state for step in trace.steps[: number - 1]]
    place = f" (pop {popped.index(entry.state) + 1})" if entry.state in popped else ""
    return f"{WHY[why]}{place}"


def _costs(topic: Topic, state: State) -> "Question | None":
    """The question what g, h and f of an entry are."""
    trace = topic.right(state)
    pushed = [(step, entry) for step in trace.steps[1:] for entry in step.pushed]
    if not _is_fit(trace) or not pushed:
        return None
    step, entry = topic.chance.choice(pushed)
    return Question(
        f"A* starts from {state_text(state)}. It pops {state_text(step.popped.state)}, which has "
        f"g = {step.popped.g}, and pushes {state_text(entry.state)}. What are g, h and f of the "
        "new entry?",
        ((entry.state, ""),),
        f"g = {entry.g}, h = {entry.h}, f = {entry.f}.",
    )


def _length(topic: Topic, state: State) -> "Question | None":
    """The question how long the queue is before the next pop."""
    trace = topic.right(state)
    if not _is_fit(trace):
        return None
    number = topic.chance.randrange(1, len(trace.steps) - 1)
    step, after = trace.steps[number], trace.steps[number + 1].queue
    lengths = [earlier.queue for earlier in trace.steps[: number + 1]]
    successors, kept_out = len(step.pushed) + len(step.kept_out), len(step.kept_out)
    return Question(
        f"Before its pops the queue has lengths of {', '.join(map(str, lengths))}. What is popped "
        f"last has {successors} successors; the check keeps out {kept_out} and lets in the "
        "others. How long is the queue before the next pop, and what is the maximum queue length "
        "up to there?",
        (),
        f"{step.queue} - 1 + {len(step.pushed)} = {after}; the maximum is {max(*lengths, after)}.",
    )


# ---- What a mistake changes ----


def _other_check(topic: Topic, state: State) -> "Question | None":
    """The question how long the queue gets if successors are kept out by another rule."""
    right, wrong = topic.right(state), topic.right(state, topic.mistake)
    longest, other = (max(step.queue for step in trace.steps) for trace in (right, wrong))
    if longest == other or not _is_fit(right) or not _is_fit(wrong):
        return None
    departure = parting(right, wrong)
    where = (
        f" {search.sentence(departure, topic.ties, other='the other', text=state_text)}"
        if departure and departure.kind != NOTHING
        else ""
    )
    return Question(
        f"A* from {state_text(state)} has a maximum queue length of {longest}. What is it if "
        f"{CHECKS[topic.mistake]}, and where do the two searches differ first?",
        ((state, ""),),
        f"{other}.{where}",
    )


CHECKS = {
    AT_PUSH: "the check is done at the push, so that a state which has ever been pushed is not "
    "pushed again",
    NOT_KEPT_OUT: "the predecessor's board is not kept out",
}


# ---- The student's own program ----


def _own_next(topic: Topic, state: State) -> "Question | None":
    """The question which entry the student's own program pops next."""
    return _asked_next(topic, topic.yours(state), "the queue of your own program")


def _own_parting(topic: Topic, state: State) -> "Question | None":
    """The question where the student's own search first differs from the right one."""
    yours, right = topic.yours(state), topic.right(state)
    departure = parting(right, yours) if yours else None
    if not departure or departure.kind == NOTHING or not _is_fit(right):
        return None
    return Question(
        f"Follow your own program from {state_text(state)}. At which pop does its search first do "
        "something else than the assignment asks for, and what?",
        ((state, ""),),
        search.sentence(departure, topic.ties, text=state_text),
    )


OWN_KINDS = (_own_next, _own_parting)
KINDS = (_next, _kept_out, _costs, _length, _other_check)


# ---- Words ----


def state_text(state: State) -> str:
    """A state as it stands in a sentence.

    >>> state_text((1, 0)), state_text(((1, 2), (3, 0)))
    ('[1, 0]', '1 2 / 3 0')
    """
    if state and isinstance(state[0], tuple):
        return " / ".join(" ".join(map(str, row)) for row in state)
    return str(list(state))


def _g_and_h(entry: Entry) -> str:
    """An entry's g and h in words; the student adds them up to f."""
    return f"g = {entry.g}, h = {entry.h}"
