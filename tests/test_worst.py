"""Whatever a program prints, up to 1 MiB of the worst, it costs little to judge and to explain."""

import ast
import re
import time

import pytest

from grader.judge.judge import MATCHED, judge
from grader.records.submissions import Document
from grader.report import feedback, site
from grader.tracing.students import _events
from tests.documents import explained
from tests.helpers import ROOT
from tests.sample import one_in
from tests.worst import ASSIGNMENTS, PIECES, TRANSCRIPTS, different, results_of, runs_of, text


pytestmark = pytest.mark.long

# The most CPU seconds, about ten times what it takes.
JUDGED_S, EXPLAINED_S, READ_S = 1, 20, 1
ONCE = {"match", "fullmatch", "search"}
METHODS = {*ONCE, "findall", "finditer", "split", "sub", "subn"}
CHECKS = [(name, check) for name in ASSIGNMENTS for check in different(ASSIGNMENTS[name])]


def cpu_s(function, *arguments):
    """The CPU seconds that a call takes."""
    start = time.thread_time()
    function(*arguments)
    return time.thread_time() - start


@pytest.mark.parametrize("name, check", one_in(8, CHECKS, [check.name for _, check in CHECKS]))
def test_a_check_is_judged_at_once_whatever_is_printed(name, check):
    transcript = TRANSCRIPTS[name][check.name]
    took = {
        (what, where): cpu_s(judge, check, run, transcript)
        for what, piece in PIECES.items()
        for where, run in runs_of(check, transcript, text(piece)).items()
    }
    assert max(took.values()) < JUDGED_S, max(took, key=took.get)


@pytest.mark.parametrize("name", ASSIGNMENTS)
def test_events_are_read_at_once_whatever_is_printed_in_their_place(name):
    searching = ASSIGNMENTS[name].folder.searching
    took = {what: cpu_s(_events, text(piece), searching) for what, piece in PIECES.items()}
    assert max(took.values()) < READ_S, max(took, key=took.get)


def literals():
    """{place: (pattern, flags, names of methods)} of what the grader matches anything with."""
    named = {}
    for path in sorted((ROOT / "grader").rglob("*.py")):
        if "programs" in path.parts:
            continue
        tree, place = ast.parse(path.read_bytes()), path.relative_to(ROOT)
        nodes = [*ast.walk(tree)]
        attributes = [node for node in nodes if isinstance(node, ast.Attribute)]
        uses = [(ast.unparse(node.value), node.attr) for node in attributes]
        for node in nodes:
            is_call = isinstance(node, ast.Call) and ast.unparse(node.func).startswith("re.")
            if not is_call or not isinstance(node.args[0], ast.Constant):
                continue
            method = node.func.attr
            flags = re.RegexFlag(0)
            for part in ast.walk(node):
                if isinstance(part, ast.Attribute) and part.attr.isupper():
                    flags |= getattr(re, part.attr)
            methods = {method}
            if method == "compile":
                names = names_of(nodes, node)
                methods = {used for name, used in uses if name in names and used in METHODS}
            named[f"{place}:{node.lineno}:{node.col_offset}"] = node.args[0].value, flags, methods
    return named


def names_of(nodes, value):
    """The names that a value is assigned to, by itself or beside others."""
    return {
        name.id
        for node in nodes
        if isinstance(node, ast.Assign) and value in ast.walk(node.value)
        for target in node.targets
        for name in ast.walk(target)
        if isinstance(name, ast.Name)
    }


def test_no_pattern_takes_long_for_a_line_as_long_as_any_is_read():
    found = literals()
    assert len(found) > 60
    for place, (pattern, flags, methods) in found.items():
        compiled = re.compile(pattern, flags)
        for what, piece in PIECES.items():
            worst = text(piece)[: MATCHED - 1] + b"x"
            line = worst if isinstance(pattern, bytes) else worst.decode("utf-8", "surrogateescape")
            for method in methods or {"match"}:
                match = getattr(compiled, method if method in ONCE else "findall")
                assert cpu_s(match, line) < READ_S, (place, what, method)


@pytest.mark.parametrize("name", one_in(2, ["funny_puzzle", "npuzzle"]))
def test_a_submission_is_explained_soon_whatever_it_prints(name):
    assignment, took = ASSIGNMENTS[name], {}
    # The outputs of the reference's variants are computed in the first round, and not counted.
    for what in 2 * ("newlines", "brackets in one line"):
        results = results_of(assignment, text(PIECES[what]))
        start = time.thread_time()
        document = Document(name, name, submissions=(explained(results, assignment),))
        pages = dict(site.named_pages(document))
        assert pages["index.html"] and len(feedback.texts(document)) == 1
        took[what] = time.thread_time() - start
    assert max(took.values()) < EXPLAINED_S, max(took, key=took.get)
