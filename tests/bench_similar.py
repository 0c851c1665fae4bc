"""How long it takes to rank 5,000 programs by how alike they are, most of them by chance."""

from grader.similar.winnowing import Program, ranking
from tests.benchmark import bar, cpu_s, finish, title
from tests.disguise import disguised
from tests.test_similar import drawn_programs, independent


def class_of_5000():
    """5,000 programs of lines drawn from independent ones, and a program with a disguised copy."""
    texts = independent()
    copies = {"original": texts["buckets"], "copy": disguised(texts["buckets"], 1)}
    drawn = drawn_programs(texts, 5000)
    return [Program(*item) for item in (drawn | copies).items()]


programs = class_of_5000()
title("5,000 programs of 150 lines, with one disguised copy")
seconds, ranked = cpu_s(ranking, programs)
bar("ranking them", seconds, "s", at_most=60)
listed = [{pair.first.who, pair.second.who} for pair in ranked.pairs]
bar("the copy's place in the list", 1 + listed.index({"original", "copy"}), "", at_most=1)
bar("its share", ranked.pairs[0].share, "", at_least=0.5)
bar("the median of the closest others", ranked.median, "", at_most=0.2)
finish()
