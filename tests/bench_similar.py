"""How long it takes to rank 5,000 programs by how alike they are, most of them by chance."""

import random

from grader.similar.winnowing import Program, ranking
from tests.benchmark import bar, cpu_s, finish, title
from tests.disguise import disguised
from tests.test_similar import independent


STATEMENTS = ("a = {}", "if {}:", "return {}", "for a in {}:", "a[{}] += {}", "while {} < {}:")
EXPRESSIONS = (
    "a",
    "0",
    "({} + {})",
    "{}[{}]",
    "f({}, {})",
    "not {}",
    "[{}]",
    "{}.b({})",
    "len({})",
)


def expression(chance, depth=3):
    """An expression of random shape."""
    shape = chance.choice(EXPRESSIONS[:2] if depth == 0 else EXPRESSIONS)
    return shape.format(*(expression(chance, depth - 1) for _ in range(shape.count("{}"))))


def written_by_chance(chance, usual):
    """150 lines, of which a third are among those that are usual in the class."""
    statements = [chance.choice(STATEMENTS) for _ in range(100)]
    own = [
        statement.format(*(expression(chance) for _ in range(statement.count("{}"))))
        for statement in statements
    ]
    for _ in range(10):
        start, place = chance.randrange(len(usual)), chance.randrange(len(own))
        own[place:place] = usual[start : start + 5]
    return "\n".join(own)


def class_of_5000():
    """5,000 programs by chance, and a program with its disguised copy."""
    chance, texts = random.Random(5), independent()
    usual = [line for name in ("classes", "comprehensions") for line in texts[name].splitlines()]
    return [
        *(Program(f"student{n}", written_by_chance(chance, usual)) for n in range(5000)),
        Program("original", texts["buckets"]),
        Program("copy", disguised(texts["buckets"], 1)),
    ]


programs = class_of_5000()
title("5,000 programs of 150 lines, with one disguised copy")
seconds, ranked = cpu_s(ranking, programs)
bar("ranking them", seconds, "s", at_most=60)
listed = [{pair.first.who, pair.second.who} for pair in ranked.pairs]
bar("the copy's place in the list", 1 + listed.index({"original", "copy"}), "", at_most=1)
bar("its share", ranked.pairs[0].share, "", at_least=0.5)
bar("the median of the closest others", ranked.median, "", at_most=0.2)
finish()
