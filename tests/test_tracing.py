"""Traces: what searches pop, push and keep out, by watching their queues."""

import json

import pytest

from board import Board
from grader.assignment import plan
from grader.assignment.searching import state_in
from grader.records.checks import Check, Limits
from grader.serialization import from_json, json_text
from grader.traces import PREDECESSOR, PUSHED, WORSE_G, Trace
from grader.tracing import references
from grader.tracing.lists import Lists
from grader.tracing.references import trace_of
from grader.tracing.students import Program
from grader.tracing.watching import Watch
from solver import SEARCHES, Solver
from tests.assignments import loaded
from tests.programs import program


FUNNY, NPUZZLE = loaded("funny_puzzle"), loaded("npuzzle")
STATE, ROWS = (1, 2, 3, 5, 0, 0, 4, 7, 6), ((0, 1, 3), (4, 2, 5), (7, 8, 6))


def longest(trace):
    """The length of the queue when it was longest."""
    return max(step.queue for step in trace.steps)


def reasons(trace):
    """Why successors were kept out of the queue."""
    return {successor.why for step in trace.steps for successor in step.kept_out}


def test_the_trace_of_the_model_is_that_of_the_reference():
    model, reference = trace_of(FUNNY, STATE, algorithm="astar"), trace_of(FUNNY, STATE)
    assert model == reference
    assert (longest(model), len(model.path)) == (21, 5)


@pytest.mark.parametrize("algorithm", SEARCHES)
def test_a_trace_has_the_counts_and_the_path_that_the_solver_has(algorithm):
    trace, solver = trace_of(NPUZZLE, ROWS, algorithm=algorithm), Solver(Board(ROWS), algorithm)
    assert len(trace.steps) == solver.expanded
    assert len(trace.first) + sum(len(step.pushed) for step in trace.steps) == solver.generated
    assert [Board(state) for state in trace.path] == list(solver.solution())
    assert {step.search for step in trace.steps} == ({0, 1} if "lockstep" in algorithm else {0})
    if "lockstep" not in algorithm:  # its length counts the waiting queue as well
        assert longest(trace) == solver.max_frontier
    for step in trace.steps[:-2]:
        near = {*step.pushed, *(successor.entry for successor in step.kept_out)}
        neighbors = Board(step.popped.state).neighbors()
        assert {entry.state for entry in near} == {board.rows() for board in neighbors}
    assert reasons(trace) == {PREDECESSOR if algorithm.startswith("astar") else PUSHED}


@pytest.mark.parametrize("algorithm", SEARCHES)
def test_a_trace_has_the_h_and_the_f_that_its_algorithm_goes_by(algorithm):
    searching = NPUZZLE.folder.searching
    (own,) = (known for known in searching.algorithms if known.name == algorithm)
    start = state_in(NPUZZLE.hooks.instances.read("puzzle3x3-10"))
    trace = trace_of(NPUZZLE, start, algorithm=algorithm)
    kept_out = [successor.entry for step in trace.steps for successor in step.kept_out]
    for entry in (*trace.first, *(step.popped for step in trace.steps), *kept_out):
        board = Board(entry.state)
        h = {
            "bfs": 0,
            "astar-hamming": board.hamming(),
            "greedy-hamming": board.hamming(),
            "greedy-sum": board.hamming() + board.manhattan(),
        }.get(algorithm, board.manhattan())
        f = h if algorithm.startswith("greedy") else entry.g + h
        assert (entry.h, entry.f, own.h(entry.state)) == (h, f, h)


def test_a_trace_of_a_misconception_shows_what_it_keeps_out():
    trace = trace_of(FUNNY, STATE, misconception="duplicates_dropped_at_push")
    assert (longest(trace), reasons(trace)) == (17, {PUSHED})


@pytest.mark.parametrize("name", [known.name for known in FUNNY.misconceptions if known.edits])
def test_each_misconception_has_a_trace_that_json_keeps(name, monkeypatch):
    monkeypatch.setattr(references, "MOST", 300)
    trace = trace_of(FUNNY, STATE, misconception=name)
    assert from_json(Trace, json.loads(json_text(trace))) == trace


def test_the_trace_of_an_edition_has_the_editions_reasons():
    trace = trace_of(plan.load("funny_puzzle-cheaper-g"), STATE)
    assert (longest(trace), reasons(trace)) == (17, {WORSE_G})


@pytest.fixture(scope="module")
def traced(basic):
    """A function that gives the Trace of the search of a program of this source."""

    def trace(source, state=STATE, pops=8):
        check = Check("solve", "funny_puzzle", Limits(), "solve", ([*state],))
        return Program(basic, {FUNNY.file: source.encode()}).trace(check, FUNNY, pops)

    return trace


SOURCE = FUNNY.reference()[FUNNY.file]


def test_a_students_queue_may_be_a_heap_a_sorted_list_or_hold_what_it_likes(traced):
    popped = [step.popped for step in trace_of(FUNNY, STATE).steps]
    for name in ("classes", "dataclass_nodes", "list_as_queue", "priority_queue"):
        yours = traced(program(f"right/{name}").read_text())
        assert [step.popped for step in yours.steps] == popped, name
    buckets = program("right/buckets").read_text()
    assert traced(buckets) is None and traced(buckets, (1, 2, 3, 4, 5, 6, 0, 7, 0), 2) is None


def test_entries_are_seen_that_enter_a_heap_by_append_and_a_trace_ends_where_some_have_left_it(
    traced,
):
    right = trace_of(FUNNY, STATE)
    with_append = traced(SOURCE.replace("heappush(queue, ", "queue.append("))
    assert with_append.steps[0].pushed == right.steps[0].pushed
    removed = "visited.add(state); del queue[-1:]"
    without_some = traced(SOURCE.replace("visited.add(state)", removed))
    assert without_some.steps == right.steps[:2] and not without_some.is_whole


def test_a_list_that_bisect_keeps_in_order_is_seen(traced):
    source = SOURCE.replace("from heapq import heappop, heappush", "from bisect import *")
    source = source.replace("heappop(queue)", "queue.pop(0)")
    keyed = source.replace("here)))", "here)), key=lambda entry: entry)")
    assert keyed != source
    for text, kind in (source, "insort"), (source, "insort_left"), (keyed, "insort"):
        yours = traced(text.replace("heappush(", f"{kind}("))
        assert yours and yours.steps == trace_of(FUNNY, STATE).steps


def test_a_heap_is_seen_from_which_a_program_pops_as_from_a_list(traced):
    source = SOURCE.replace("heappop(queue)", "queue.pop(0)")
    source = source.replace("queue = [(h,", "queue = []; heappush(queue, (h,")
    yours, right = traced(source.replace("-1))]", "-1)))")), trace_of(FUNNY, STATE)
    assert yours and yours.steps[:2] == right.steps[:2] and yours.steps != right.steps


def test_what_is_searched_when_the_program_is_imported_is_no_part_of_a_trace(traced):
    yours = traced(f"{SOURCE}\n\nsolve([4, 3, 0, 5, 1, 6, 7, 2, 0])\n")
    assert yours and yours.steps == trace_of(FUNNY, STATE).steps


def test_a_search_at_the_import_is_not_slowed_down_by_looks_through_its_queue():
    watch = Watch(lambda entry: None, 0)
    watch.all_pushed = None  # calling it would raise
    assert watch.functions()["heappop"]([3]) == 3


def test_a_list_for_the_path_is_not_taken_for_a_queue_that_can_not_be_seen(traced):
    source = SOURCE.replace("heappush(", "list.append(")
    source = source.replace("heappop(queue)", "list.pop(queue, queue.index(min(queue)))")
    path = source.replace("path.append(state)", "path.append((state,))")
    path = path.replace("return path[::-1]", "return [path.pop()[0] for _ in path[:]]")
    assert path != source and traced(path) is None


@pytest.mark.parametrize("calls, is_unsure", [("pop append pop", False), ("append pop", True)])
def test_a_list_that_begins_with_a_start_is_a_queue_only_if_it_pops_that_first(calls, is_unsure):
    lists, queue = Lists(Watch(lambda entry: None, 9), Watch(lambda entry: None, 9)), [(0,)]
    for call in calls.split():
        lists.call(queue, call, *[(1,)] * (call == "append"))
    assert lists.is_unsure == is_unsure


def test_a_search_of_more_pops_than_allowed_is_cut_off(monkeypatch):
    monkeypatch.setattr(references, "MOST", 20)
    trace = trace_of(FUNNY, STATE, misconception="h_is_0")
    assert not trace.is_whole
    assert len(trace.steps) == 21
