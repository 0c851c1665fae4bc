"""The command `python3 -m lecture questions`, from the outside: its answers are checked again."""

import functools
import io
import re
from contextlib import redirect_stdout
from heapq import heappop, heappush

import pytest

from funny_puzzle import H, a_star, successors
from lecture import __main__ as command
from tests.helpers import ROOT, flat, python


PROGRAMS = ROOT / "grader/assignments/funny_puzzle/programs"
STATE = re.compile(r"\[(\d(?:, \d){8})\]")


@functools.cache
def printed(*arguments):
    """The text of a sheet: the page with the questions, the page with the answers."""
    with redirect_stdout(io.StringIO()) as shown:
        assert command.main(["questions", *map(str, arguments)]) == 0
    pages = shown.getvalue().split("\f")
    assert len(pages) == 2
    return pages


def sheet(*arguments):
    """(The questions, the answers) of a sheet, each as a list of texts; the lines are joined."""
    pages = printed(*arguments)
    return [[flat(part) for part in re.split(r"(?m)^\d+\. ", page)[1:]] for page in pages]


def states(text):
    return [bytes(map(int, state.split(", "))) for state in STATE.findall(text)]


def h(state):
    """The sum of Manhattan distances."""
    return sum(H[tile][square] for square, tile in enumerate(state))


@pytest.fixture
def funny():
    return sheet(*FUNNY)


def test_each_sheet_has_five_kinds_of_questions_and_their_answers_on_a_second_page(funny):
    questions, answers = funny
    assert len(questions) == len(answers) == 5
    starts = ("After pop", "Which of them are kept out", "What are g, h and f", "Before its pops")
    for question, words in zip(questions, (*starts, "check is done at the push")):
        assert words in question or words == "After pop" and "popped next" in question


def test_the_entry_popped_next_has_the_least_f_and_is_the_smallest_state_of_such(funny):
    listed = re.findall(r"(\[[\d, ]+\]) g = (\d+), h = (\d+)", funny[0][0])
    assert all(h(states(state)[0]) == int(shown) for state, _, shown in listed)
    keys = [(int(g) + int(shown), states(state)[0]) for state, g, shown in listed]
    assert sum(f == min(keys)[0] for f, _ in keys) > 1
    assert states(funny[1][0])[0] == min(keys)[1]


def test_what_is_kept_out_are_the_successors_that_were_popped_before(funny):
    before, after = funny[0][1].split("and now pops")
    popped, now, *listed = *[states(before)], *states(after)
    assert sorted(listed) == sorted(state for state, _ in successors(now, h(now)))
    assert sorted(states(funny[1][1])) == sorted(set(listed) & {*popped, now})


def test_costs_and_lengths_add_up(funny):
    new = states(funny[0][2])[-1]
    g = int(re.search(r"g = (\d+)", funny[0][2])[1]) + 1
    assert funny[1][2] == f"g = {g}, h = {h(new)}, f = {g + h(new)}."
    *lengths, successors, kept_out = map(int, re.findall(r"\d+", funny[0][3]))
    after = lengths[-1] - 1 + successors - kept_out
    assert funny[1][3].startswith(f"{lengths[-1]} - 1 + {successors - kept_out} = {after}; ")
    assert funny[1][3].endswith(f"the maximum is {max(*lengths, after)}.")


def test_the_longest_queue_with_the_other_check_is_that_of_such_a_program(funny):
    start = states(funny[0][4])[0]
    assert int(re.search(r"length of (\d+)", funny[0][4])[1]) == a_star(start)[1]
    queue, pushed, longest = [(h(start), start, 0)], {start}, 0
    while queue:
        longest = max(longest, len(queue))
        _, state, g = heappop(queue)
        if not h(state):
            break
        for after, after_h in successors(state, h(state)):
            if after not in pushed:
                pushed.add(after)
                heappush(queue, (g + 1 + after_h, after, g + 1))
    assert funny[1][4].startswith(f"{longest}. ")


FUNNY, BOARDS = ("--seed", 7, "--name", "ada"), ("--seed", 1, "--assignment", "npuzzle")


@pytest.mark.long
@pytest.mark.parametrize(
    "arguments, rules",
    (
        (FUNNY, ("[1, 2, 3, 4, 5, 6, 7, 0, 0]", "smaller state", "was popped before")),
        (BOARDS, ("1 2 3 / 4 5 6 / 7 8 0", "smaller h", "only if it is the board before")),
    ),
)
def test_a_sheet_states_goal_ties_and_closed_rule_leaves_room_and_answers_a_class(arguments, rules):
    questions, answers = printed(*arguments)
    above = flat(questions.partition("1. ")[0])
    assert all(rule in above for rule in rules)
    assert len(re.findall(r"\n{6}(?=\d+\. |$)", questions)) == 5
    assert not re.search("(?i)yours?\\b", answers)


def test_questions_on_boards_ask_for_the_predecessors_board():
    questions, answers = sheet(*BOARDS)
    assert len(questions) == 5
    assert "No other entry has so small an f." in answers[0]
    assert "the state before this one" in answers[1]
    assert "the predecessor's board is not kept out" in questions[4]
    assert "[[" not in "".join(answers)


def test_another_seed_or_name_has_other_questions_and_the_same_ones_have_the_same(funny):
    done = python("-m", "lecture", "questions", *FUNNY)
    assert done.stdout.split("\f") == printed(*FUNNY)
    assert not {*sheet("--seed", 7, "--name", "bob")[0]} & {*funny[0]}
    assert not {*sheet("--seed", 8, "--name", "ada")[0]} & {*funny[0]}


def test_the_first_questions_are_on_the_search_of_a_program_that_was_handed_in():
    program = PROGRAMS / "wrong/index_difference.py"
    questions, answers = sheet("--seed", 1, "--submission", program)
    assert len(questions) == 7
    assert "the queue of your own program" in questions[0]
    assert "Follow your own program" in questions[1]
    assert "yours by 7 and 5. There [1, 2, 3" in answers[1]


@pytest.mark.parametrize(
    "arguments, message",
    (
        (["--submission", "absent.py"], "--submission: There is no file or folder absent.py."),
        (
            ["--submission", "x", "--assignment", "npuzzle"],
            "--submission: expected --assignment funny_puzzle: npuzzle leaves open in which order "
            "a program pops",
        ),
    ),
)
def test_a_program_whose_search_cannot_be_asked_about_is_refused_in_one_line(
    arguments, message, capsys
):
    assert command.main(["questions", *arguments]) == 2
    assert capsys.readouterr() == ("", f"lecture: {message}\n")
