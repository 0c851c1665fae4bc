"""Searches whose queue is a deque or a list: their pops are counted, and each step is seen."""

import pytest

from grader.assignment import plan
from grader.tracing.candidates import Candidates
from grader.tracing.references import trace_of
from tests.assignments import predicted
from tests.helpers import ROOT, assignment_folder, stdout_of


JUGS = '''"""Two jugs hold 3 and 5 liters. How often must one pour until one of them holds 4?"""

from collections import deque


def successors(state):
    """What the jugs may hold next."""
    three, five = state
    to_five, to_three = min(three, 5 - five), min(five, 3 - three)
    return [
        (3, five), (three, 5), (0, five), (three, 0),
        (three - to_five, five + to_five), (three + to_three, five - to_three),
    ]


def solve(state):
    """Print the fewest pourings."""
    start = tuple(state)
    frontier, reached = deque([start]), {start: 0}
    while frontier:
        state = frontier.popleft()
        if 4 in state:
            print(reached[state])
            return
        for other in successors(state):
            if other not in reached:
                reached[other] = reached[state] + 1
                frontier.append(other)
'''
AS_LIST = JUGS.replace("deque([start])", "[start]").replace("popleft()", "pop(0)")
DEEP_FIRST = JUGS.replace("popleft()", "pop()")
READER = """
def state_of(value):
    is_pair = isinstance(value, (list, tuple)) and len(value) == 2
    return tuple(value) if is_pair and all(type(number) is int for number in value) else None
"""
SEARCHING = '''
from grader.assignment.searching import Algorithm, Searching


class Jugs(Searching):
    """The search among what two jugs hold."""

    algorithms = (Algorithm("bfs", lambda state: 0, ties="the first that came"),)

    def successors(self, state):
        three, five = state
        to_five, to_three = min(three, 5 - five), min(five, 3 - three)
        return [
            (3, five), (three, 5), (0, five), (three, 0),
            (three - to_five, five + to_five), (three + to_three, five - to_three),
        ]

    def is_goal(self, state):
        return 4 in state

    def search(self, modules, state, algorithm):
        modules("jugs")["solve"](list(state))

    def small(self, like):
        yield [(0, five) for five in range(6)]


SEARCHING = Jugs()
'''
MISCONCEPTIONS = """
from grader.assignment.misconceptions import Misconception

MISCONCEPTIONS = (
    Misconception(
        "depth_first", "It searches depth first.", "Which state should leave the queue first?",
        (("popleft()", "pop()"),),
    ),
)
"""
FIRST_POPS = [(0, 0), (3, 0), (0, 5), (3, 5), (0, 3), (3, 2), (3, 3), (0, 2)]


@pytest.fixture
def jugs(tmp_path):
    """The folder of the assignment, with its transcripts."""
    files = {
        "assignment.json": ROOT / "tests/jugs.json",
        "jugs.py": JUGS,
        "searching.py": SEARCHING,
        "state_of.py": READER,
        "misconceptions.py": MISCONCEPTIONS,
    }
    return assignment_folder(tmp_path / "jugs", files)


@pytest.mark.parametrize("source", [JUGS, AS_LIST])
def test_the_pops_of_a_deque_and_of_a_list_are_counted(source):
    prediction = predicted(source, "solve", [0, 0])
    assert (prediction.text, prediction.ended) == ("6\n", "exit")
    assert prediction.pops == 14
    cut_short = predicted(source, "solve", [0, 0], most=13)
    assert (cut_short.text, cut_short.ended) == ("", "endless")


def test_a_queue_under_another_name_is_called_as_before():
    source = "from collections import deque as d\ndef f(n):\n    q = d(range(n))\n    q.rotate(1)\n"
    assert predicted(f"{source}    print(q.pop(), {{1: 2}}.pop(1), q)", "f", 3).text == (
        "1 2 deque([2, 0])\n"
    )


def test_a_breadth_first_search_of_ours_is_traced_step_by_step(jugs):
    trace = trace_of(plan.load(str(jugs)), (0, 0))
    assert [step.popped.state for step in trace.steps][:8] == FIRST_POPS
    assert len(trace.steps) == 14


def test_a_mistake_in_a_queue_is_traced_too(jugs):
    trace = trace_of(plan.load(str(jugs)), (0, 0), misconception="depth_first")
    popped = [step.popped.state for step in trace.steps]
    assert popped[0] == (0, 0) and popped[1] == (0, 5) and popped != FIRST_POPS


def test_the_longest_queue_of_a_deque_is_measured(jugs):
    candidates = Candidates(plan.load(str(jugs)))
    candidates.ordered((0, 0))
    assert candidates.queues[0, 4] == 1 and candidates.queues[0, 0] > 2


def test_a_students_depth_first_search_is_named_and_shown_beside_the_right_one(jugs, tmp_path):
    program = tmp_path / "own.py"
    program.write_text(DEEP_FIRST)
    shown = stdout_of("--student", "--assignment", jugs, program)
    assert "Which state should leave the queue first?" in shown
    assert "Then the right one pops [3, 5], yours pops [3, 2]." in shown
