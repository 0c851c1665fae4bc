"""Programs that are alike are ranked above those that are not, and shown side by side."""

import random
import re
import time
from argparse import Namespace
from collections import Counter

import pytest

from grader.commands import similar as commands
from grader.report import similar
from grader.similar.winnowing import LEAST, K, Program, ranking
from tests.disguise import disguised
from tests.helpers import ROOT, stdout_of, write_files


PROGRAMS = ROOT / "grader/assignments/funny_puzzle/programs/right"
BOARDS = ROOT / "grader/assignments/npuzzle/programs/right"
VARIANTS = {"list_of_visited"}  # variants of set_of_visited


def independent():
    """The right programs that share no base, by both assignments."""
    alone = [path for path in sorted(PROGRAMS.glob("*.py")) if path.stem not in VARIANTS]
    texts = {path.stem: path.read_text(encoding="utf-8") for path in alone}
    for folder in sorted(BOARDS.iterdir()):
        parts = [path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.py"))]
        texts[folder.name] = "\n".join(parts)
    return texts


BUCKETS = (PROGRAMS / "buckets.py").read_text(encoding="utf-8")


def ranked(texts, *handouts):
    """The Ranking of programs with these texts, by name."""
    return ranking([Program(*item) for item in texts.items()], handouts)


def drawn_programs(texts, number):
    """{name: text} of so many programs of 150 lines, drawn from those of these texts."""
    chance = random.Random(5)
    lines = [line for text in texts.values() for line in text.splitlines()]
    return {f"student{n}": "\n".join(chance.choices(lines, k=150)) for n in range(number)}


def most(pairs):
    """The largest share of pairs."""
    return max((pair.share for pair in pairs), default=0)


def names(pair):
    """Whose the two programs of a pair are."""
    return {pair.first.who, pair.second.who}


def test_every_disguised_copy_ranks_above_every_independent_pair():
    texts = independent()
    originals = sorted(texts)[::2][:8]
    copies = {
        f"copy of {name}": disguised(texts[name], seed) for seed, name in enumerate(originals)
    }
    alike = [{name, f"copy of {name}"} for name in originals]
    pairs = ranked({**texts, **copies}).pairs
    caught = [pair.share for pair in pairs if names(pair) in alike]
    others = [pair for pair in pairs if names(pair) not in alike]
    assert len(copies) == len(caught) == 8 and min(caught) > most(others)


def test_an_index_compares_a_hundred_programs_in_seconds():
    programs = drawn_programs(independent(), 100)
    start = time.process_time()
    assert ranked(programs).compared == 100
    assert time.process_time() - start < 6


def test_what_the_handout_has_counts_on_neither_side():
    texts = independent()
    handout = texts["classes"]
    both = {"one": handout + BUCKETS, "other": handout + texts["comprehensions"]}
    assert most(ranked(both).pairs) > 0.4
    assert most(ranked(both, handout).pairs) < 0.1


def test_what_most_programs_have_is_left_out_and_counted():
    texts = list(independent().values())
    programs = {
        f"{place}{turn}": texts[0] + disguised(text, turn)
        for place, text in enumerate(texts)
        for turn in (1, 2)
    }
    assert len(programs) > 20
    found = ranked(programs)
    others = [pair for pair in found.pairs if pair.first.who[:-1] != pair.second.who[:-1]]
    assert found.common > LEAST and most(others) < 0.2


def test_a_ring_of_six_copies_in_a_class_of_twenty_is_one_group():
    texts = independent()
    ring = {f"ring{seed}": disguised(BUCKETS, seed) for seed in range(5)}
    found = ranked({**texts, **ring, "pair": disguised(texts["classes"], 9)})
    assert found.compared >= 20
    (group,) = found.joined
    members = {program.who for program in group}
    assert members == {"buckets", *ring}
    inside = [names(pair) for pair in found.pairs if names(pair) <= members]
    assert set().union(*inside) >= {*ring}
    assert "buckets, ring0, ring1, ring2, ring3, ring4" in similar.text(found)


def test_every_copy_of_a_text_is_in_a_pair():
    copies = {f"copy{number}": f"{BUCKETS}x = {number}\n" for number in range(5)}
    assert set().union(*map(names, ranked(copies).pairs)) == {*copies}


def test_nobody_fills_the_list():
    copies = {f"copy{number}": disguised(BUCKETS, number) for number in range(5)}
    listed = Counter(who for pair in ranked(copies).pairs for who in names(pair))
    assert max(listed.values()) <= 3


def test_earlier_years_are_compared_with_this_one_and_not_with_each_other():
    earlier = [Program(f"earlier{seed}", disguised(BUCKETS, seed), True) for seed in (1, 2)]
    found = ranking([Program("now", BUCKETS), *earlier])
    both = [(pair.first.who, pair.second.who) for pair in found.pairs]
    assert sorted(both) == [("now", "earlier1"), ("now", "earlier2")]
    assert (found.compared, found.archived) == (1, 2)


def test_programs_that_differ_in_comments_and_spaces_are_called_the_same():
    spaced = "# mine\n" + BUCKETS.replace(", ", ",  ").replace("\n\n", "\n\n\n")
    found = ranked({"ann": BUCKETS, "bob": spaced, "eve": BUCKETS + "x = 1\n"})
    assert [[program.who for program in group] for group in found.identical] == [["ann", "bob"]]


@pytest.mark.parametrize("text", ["", "def f(:\n", "'''", "\0\x00", "(" * 5000, "é = 'ü'\n" * 50])
def test_whatever_a_program_is_it_can_be_compared(text):
    found = ranked({"ann": text, "bob": text, "eve": "x = 1\n"})
    assert similar.text(found) and similar.similar_page(found, "primes")


def test_a_program_that_is_too_short_is_named():
    found = ranked({"ann": "x = 1\n", "bob": BUCKETS})
    assert found.too_short == ("ann",)
    assert "Too short to compare, or with hardly any code of their own: ann" in similar.text(found)


def test_every_marked_run_is_in_both_programs():
    (pair,) = ranked({"ann": BUCKETS, "bob": disguised(BUCKETS, 3)}).pairs
    first, second = pair.first.tokens[0], pair.second.tokens[0]
    for run in pair.runs:
        piece = first[run.first : run.first + run.length]
        assert len(piece) >= K and piece == second[run.second : run.second + run.length]
    assert list(pair.runs) == sorted(pair.runs, key=lambda run: -run.length)


def test_a_class_gets_a_list_and_a_page_that_the_class_page_links_to(tmp_path):
    programs = {"ann.py": BUCKETS, "bob.py": disguised(BUCKETS, 4), "eve.py": "print('<b>')\n"}
    folder = write_files(tmp_path / "class", programs)
    out = tmp_path / "out"
    command = [folder, "--only", "import", "--similar", "--out", out]
    shown = stdout_of(*command)
    assert re.search(r"^ +\d+%  \d+ tokens in a row \(lines .*\) +ann, bob$", shown, re.MULTILINE)
    page = (out / "html/similar.html").read_text(encoding="utf-8")
    assert page.count("<mark>") >= 2 and "A number proves nothing" in page
    assert 'href="similar.html"' in (out / "html/index.html").read_text(encoding="utf-8")


def test_a_path_to_be_compared_may_have_an_exclamation_mark(tmp_path):
    (tmp_path / "a!b").mkdir()
    options = Namespace(similar=True, archive=[str(tmp_path / "a!b")], handout=[])
    assert commands.check(options) is None


CALLS = "\n".join(f"if a {sign} b: a[b] {sign}= g({8 * 'a, '}b)" for sign in "+-*/%&|^")


@pytest.mark.parametrize(
    "part",
    ['"""a""" x\n', "'" * 3 + '"', "1, 2, "],
    ids=["docstrings", "three quotes", "a table"],
)
def test_what_is_repeated_in_a_program_takes_time_in_proportion_to_its_length(part):
    def compared(number):
        """The seconds that it takes to compare two programs with so many."""
        texts = f"{CALLS}\nx = [{part * number}", f"y = 1\n{CALLS}\nz = [{part * number}"
        start = time.process_time()
        ranked(dict(zip(("ann", "bob"), texts)))
        return time.process_time() - start

    # a busy machine lengthens times, but as often the one as the other
    assert any(compared(12_000) < 2.5 * sum(map(compared, 4 * [3_000])) + 0.1 for _ in range(4))


@pytest.mark.parametrize("text", ['"never closed\n', '"""never closed\n'])
def test_a_text_that_is_never_closed_ends_with_its_line_or_with_the_file(text):
    first, second = Program("ann", f"{text}x = 1\n"), Program("bob", "x = 1\n")
    assert (len(first.tokens[0]), len(second.tokens[0])) == (1 if '"""' in text else 4, 3)
