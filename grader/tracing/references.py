"""Traces our own programs: references, references with a known mistake, and model solutions.

They run in this process, as in `rehearsal`, with a watched `heapq`.
"""

from functools import lru_cache
from typing import Any

from grader.assignment.misconceptions import Edits
from grader.assignment.plan import Assignment
from grader.assignment.searching import Searching
from grader.diagnose import models
from grader.diagnose.models import Model
from grader.diagnose.variants import Endless, Modules, Pops
from grader.traces import State, Trace
from grader.tracing import watching
from grader.tracing.assembling import assembled
from grader.tracing.lists import Lists


MOST = 20_000  # the most pops of a traced search


def trace_of(
    assignment: Assignment,
    state: State,
    misconception: str | None = None,
    algorithm: str | None = None,
) -> Trace:
    """The Trace of a search from a state.

    If an `algorithm` is named, it is the model solution's search. Otherwise it is the reference's,
    under the assignment's edition, with the mistake named `misconception` if given. ValueError if
    there is no such name, or if the assignment has no searches that can be traced.
    """
    model = models.reference(assignment)
    if algorithm is not None:
        model = models.solution(assignment)
    elif misconception is not None:
        model = model.variant(_edits(assignment, misconception))
    return trace_of_model(model, assignment, state, algorithm)


def searching_of(assignment: Assignment) -> Searching:
    """The searches of an assignment; ValueError if it has none that can be traced."""
    if not (searching := assignment.folder.searching):
        raise ValueError(f"{assignment.name}: expected `searching.py` in its folder, got none")
    return searching


def _edits(assignment: Assignment, name: str) -> Edits:
    """The edits of a misconception; ValueError if no misconception of that name has any."""
    for misconception in assignment.misconceptions:
        if misconception.name == name and misconception.edits:
            return misconception.edits
    raise ValueError(f"trace_of: expected a misconception with edits, got {name!r}")


def trace_of_model(
    model: Model,
    assignment: Assignment,
    state: State,
    algorithm: str | None = None,
) -> Trace:
    """The Trace of a search by a reference, a variant of it or a model solution.

    If the search raises, or pops more than MOST entries, the trace ends there. ValueError if the
    assignment has no such algorithm.
    """
    searching = searching_of(assignment)
    named = [known for known in searching.algorithms if algorithm in (None, known.name)]
    if not named:
        names = ", ".join(known.name for known in searching.algorithms)
        raise ValueError(f"trace_of: expected one of {names}, got {algorithm!r}")
    reader = state_of(assignment.folder.reader)
    watch, others = watching.Watch(reader, MOST), watching.Watch(reader, MOST)
    modules = modules_of(model)
    modules.stubs["heapq"].__dict__.update(watch.functions())
    modules.queue_call = Lists(others, watch).call
    is_whole = True
    try:
        searching.search(modules.namespace, state, algorithm)
    except (Endless, watching.Endless):
        is_whole = False
    except Exception:  # an edited reference may raise: that is then its mistake
        pass
    is_heap = watch.pops > 0 or others.pops == 0
    events = watch.events
    if not is_heap:
        events = others.busiest()
    return assembled(events, searching, named[0], is_whole, assignment.edition, is_heap)


def modules_of(model: Model, pops: Pops | None = None) -> Modules:
    """The modules of a reference, a variant of it or a model solution; `pops` counts its pops."""
    sources = {name.removesuffix(".py"): [text] for name, text in model.sources}
    return Modules(sources, pops or Pops())


@lru_cache
def state_of(reader: str) -> Any:
    """The function `state_of` that the text of a reader defines."""
    names = {"__name__": "reader"}
    exec(compile(reader, "<reader>", "exec"), names)
    return names["state_of"]
