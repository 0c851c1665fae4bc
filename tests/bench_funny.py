"""The model solution against a plain textbook search, over the 77 states that need 24 moves."""

import funny_puzzle
from grader.assignments.funny_puzzle import oracle
from tests.benchmark import bar, cpu_s, finish, title
from tests.test_funny_puzzle import deepest


title("funny_puzzle: the 77 deepest states")
states = deepest()
plain, expected = cpu_s(lambda: [oracle.textbook_a_star(state)[1] for state in states])
model, lengths = cpu_s(lambda: [funny_puzzle.a_star(bytes(state))[1] for state in states])
assert lengths == expected
bar("textbook A* over model solution", plain / model, "x", at_least=2)
finish()
