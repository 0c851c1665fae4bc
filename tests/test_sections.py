"""What verify proves of transcripts and outputs, and what junk it makes: no program is run."""

import re
from dataclasses import astuple, replace
from types import SimpleNamespace

import pytest

from grader.assignments.funny_puzzle import oracle
from grader.diagnose.variants import Prediction
from grader.records.checks import Check, Limits
from grader.verify import outputs, sections
from tests.assignments import loaded


START = [1, 2, 3, 5, 0, 0, 4, 7, 6]
PATH = oracle.solve_transcript(START)
CHECK = Check("solve/it", "funny_puzzle", Limits(), "solve", (START,))
DETOUR = """\
[1, 2, 3, 5, 0, 0, 4, 7, 6] h=4 moves: 0
[1, 2, 3, 0, 5, 0, 4, 7, 6] h=3 moves: 1
[1, 2, 3, 5, 0, 0, 4, 7, 6] h=4 moves: 2
[1, 2, 3, 0, 5, 0, 4, 7, 6] h=3 moves: 3
[1, 2, 3, 4, 5, 0, 0, 7, 6] h=2 moves: 4
[1, 2, 3, 4, 5, 0, 7, 0, 6] h=1 moves: 5
[1, 2, 3, 4, 5, 6, 7, 0, 0] h=0 moves: 6
Max queue length: 21
"""


def proof_of(everything=False, **outputs_of):
    """The Proof of checks of solve and of count whose model prints these outputs."""
    checks, expected, model = [], {}, {}
    for name, text in outputs_of.items():
        function, instance = name.split("_")
        checks.append(Check(f"{function}/{instance}", "m", Limits(), function))
        expected[checks[-1].name] = text
        model[checks[-1].name] = outputs.run_of(text)
    assignment = loaded("funny_puzzle")
    return sections.Proof(assignment, checks, expected, model, {}, {}, [], everything)


@pytest.mark.parametrize(
    "text, ended, problem",
    [
        (PATH, "exit", ""),
        ("[1]\n", "exit", "the reference prints something else"),
        (PATH, "endless", "the reference fails: it ended by endless"),
    ],
)
def test_a_transcript_that_the_reference_does_not_print_is_found(text, ended, problem):
    predicted = {None: {CHECK.name: Prediction(text, ended)}}
    expected = {CHECK.name: PATH.encode()}
    assignment = loaded("funny_puzzle")
    proof = sections.Proof(assignment, [CHECK], expected, {}, {}, predicted, [], False)
    section = sections.SECTIONS["transcripts"](proof)
    assert section.problems == ([f"solve/it: {problem}"] if problem else [])
    assert f"{0 if problem else 1} of 1 are what the reference prints" in section.facts


def test_a_model_solution_that_fails_is_found():
    run = outputs.run_of(b"")
    assert sections.unlike_model(CHECK, run, b"") == ""
    blank = sections.unlike_model(CHECK, run, b"\n")
    assert blank.endswith(" something else: white space at the ends of lines")
    complaint = sections.unlike_model(CHECK, replace(run, exit_status=1), b"")
    assert complaint == "the model solution fails: it ended by exit, with exit status 1"


@pytest.mark.parametrize(
    "text, complaint",
    [
        (PATH, ""),
        (PATH.replace("h=3", "h=2"), "an h or a number of moves is wrong"),
        (PATH.partition("\n")[2], "it does not lead from the state to the goal"),
        (re.sub(".*moves: 1\n", "", PATH), "a step is no move"),
        (f"nonsense\n{PATH}", "it is not made of states"),
        (PATH.replace("21", "1"), "another answer or queue length, by a plain A*"),
        (DETOUR, "it is not a shortest one"),
    ],
)
def test_the_oracle_tells_what_is_wrong_with_a_path(text, complaint):
    assert oracle.proof(CHECK, text) == complaint


def test_the_oracle_knows_successors_and_silence():
    check = Check("print_succ/it", "funny_puzzle", Limits(), "print_succ", (START,))
    again, silent = replace(check, further=((START,),)), replace(check, function="")
    right = oracle.succ_transcript(START)
    for asked, text, complaint in (
        (check, right, ""),
        (check, 2 * right, "it does not list the successors, ascending"),
        (again, 2 * right, ""),
        (again, right, "it is not what the calls print one by one"),
        (silent, "", ""),
        (silent, "x", "it prints when it is imported"),
    ):
        assert oracle.proof(asked, text) == complaint


@pytest.mark.parametrize(
    "name, state, complaint",
    [
        ("funny04-21", START, ""),
        ("funny09-99", START, "its instance should be called funny04-21"),
        ("funny09-99", [2, 1, 3, 4, 5, 6, 7, 8, 0], "its instance should be called otherwise"),
        ("exam", START, ""),
    ],
)
def test_the_oracle_proves_the_name_of_an_instance(name, state, complaint):
    check = Check(f"print_succ/{name}", "funny_puzzle", Limits(), "print_succ", (state,))
    assert oracle.proof(check, oracle.succ_transcript(state)) == complaint


def test_what_no_oracle_knows_is_named_and_what_it_refutes_is_a_problem():
    says = {"solve/a": None, "solve/b": "no path"}
    folder = SimpleNamespace(oracle=lambda check, *_: says[check.name])
    proof = replace(
        proof_of(solve_a=b"1\n", solve_b=b"1\n"),
        assignment=SimpleNamespace(folder=folder, edition=""),
    )
    facts, problems = astuple(sections.SECTIONS["transcripts"](proof))
    assert facts[1:] == ["0 of 2 are proved by the oracle", "the oracle can't prove solve/a"]
    assert problems == ["solve/b: the oracle says: no path"]
    says["solve/b"] = None
    facts, _ = astuple(sections.SECTIONS["transcripts"](proof))
    assert facts[1:] == ["no oracle proves any: write one in oracle.py if you can"]


@pytest.mark.parametrize(
    "number, facts",
    [(sections.FEW, ["solve: fewer than 4 instances tell path_missing 1"]), (sections.FEW - 1, [])],
)
def test_a_misconception_on_few_instances_is_listed_where_the_group_has_more(number, facts):
    names = [f"solve_{instance}" for instance in range(number)]
    proof = proof_of(**dict.fromkeys(names, b""))
    right = {check.name: Prediction("moves: 1", "exit") for check in proof.checks}
    wrong = right | {proof.checks[0].name: Prediction("", "exit")}
    proof = replace(proof, predicted={None: right, "path_missing": wrong})
    assert sections.SECTIONS["instances"](proof).facts[1:] == facts


def test_junk_is_a_line_missing_doubled_or_swapped_and_what_is_no_answer():
    junk = dict(outputs.junk(CHECK, b"a\nb\nb\n", {"one": b"c\n", "equal": b"a\nb\nb"}, 9))
    assert len(junk.pop("random bytes")) == outputs.NOISE_BYTES
    expected = {
        "nothing": b"",
        "the input": f"({START!r},)\n".encode(),
        "what one prints": b"c\n",
        "line 1 missing": b"b\nb\n",
        "line 3 doubled": b"a\nb\nb\nb\n",
        "line 1 after the next": b"b\na\nb\n",
    }
    assert junk.items() >= expected.items()
    assert not {"line 2 after the next", "line 3 after the next", "what equal prints"} & set(junk)


@pytest.mark.parametrize("everything, number", [(False, 36 + 36 + 35), (True, 93 + 93 + 92)])
def test_junk_is_made_of_some_lines_or_all_and_of_other_outputs_of_the_function(everything, number):
    numbers = b"".join(b"%d\n" % line for line in range(30))
    letters = {"solve_a": b"a", "solve_b": b"b", "count_a": b"c"}
    texts = {name: numbers.replace(b"\n", letter + b"\n") for name, letter in letters.items()}
    fact = f"{number} outputs are junk, and 15 as good as the expected ones"
    section = sections.SECTIONS["outputs"](proof_of(everything, **texts))
    assert section == sections.Section([fact], [])


def test_where_the_transcript_is_that_of_another_check_junk_is_accepted():
    proof = proof_of(solve_a=b"1\n", solve_b=b"2\n", count_a=b"3\n")
    swapped = replace(proof, expected={"solve/a": b"2\n", "solve/b": b"1\n", "count/a": b"3\n"})
    problems = sections.SECTIONS["outputs"](swapped).problems
    assert "solve/a: accepts junk: what solve/b prints" in problems
    assert "solve/a: does not accept its answer as it is" in problems
    assert not any("count/a" in problem for problem in problems)


def test_a_judge_that_forgives_nothing_is_found(monkeypatch):
    def exact(_check, run, transcript):
        return SimpleNamespace(passed=run.stdout == transcript)

    monkeypatch.setattr(sections, "judge", exact)
    problems = sections.SECTIONS["outputs"](proof_of(solve_a=b"1\n")).problems
    assert "solve/a: does not accept its answer with CRLF" in problems


def test_it_is_counted_on_how_many_instances_of_a_group_a_mistake_shows():
    right, wrong = Prediction("1\n", "exit"), Prediction("2\n", "exit")
    predicted = {
        None: {"solve/a": right, "solve/b": right},
        "everywhere": {"solve/a": wrong, "solve/b": wrong},
        "once": {"solve/a": wrong, "solve/b": replace(right, pops=9)},
    }
    assert sections.telling(predicted) == {"solve": {"everywhere": 2, "once": 1}}
    del predicted["everywhere"]
    proof = replace(proof_of(solve_a=b"1\n", solve_b=b"1\n"), predicted=predicted)
    section = sections.SECTIONS["instances"](proof)
    assert section.facts[0] == "1 of 2 instances tell wrong programs from the right one"
    assert section.problems == ["solve/b: tells no wrong program from the right one"]
