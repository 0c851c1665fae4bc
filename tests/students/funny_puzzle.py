"""Students of funny_puzzle: right programs of five styles, with up to three mistakes each.

`programs/` has the styles, and mistakes.json {group: {mistake: {style: edits}}}. A program gets at
most one mistake of each group, as mistakes of one group hide each other.
"""

import itertools
import re
from collections import defaultdict
from operator import attrgetter
from pathlib import Path

from grader.assignment.edits import edited
from grader.assignments.funny_puzzle.rules import Searches
from grader.diagnose import models
from grader.diagnose.variants import predicted_in
from grader.diagnose.ways import filled
from tests import mistakes
from tests.helpers import read_json
from tests.mistakes import FEW, KNOWN, SOURCE
from tests.students.simulation import Simulation, pairs


PROGRAMS = Path(__file__).with_name("programs")
GROUPS = read_json(PROGRAMS / "mistakes.json")
PIECES = [piece.has for piece in Searches.pieces]
MOST_POPS = 1000


def _edits():
    """{style: {mistake: edits}}."""
    table = defaultdict(dict)
    for group in GROUPS.values():
        for name, styles in group.items():
            for style, edits in styles.items():
                table[style][name] = pairs(edits)
    return table


class FunnyPuzzle(Simulation):
    assignment, reference = mistakes.ASSIGNMENT, models.reference(mistakes.ASSIGNMENT)
    files = (assignment.file,)
    checks = [
        check
        for check in FEW
        if check.function and predicted_in(SOURCE, check).pops <= MOST_POPS // 10
    ]
    edits = _edits()
    styles = {style: ((PROGRAMS / f"{style}.py").read_text(encoding="utf-8"),) for style in edits}
    parts = [("print_succ", bool), *(("solve", piece) for piece in PIECES)]
    part_of = attrgetter("function")

    def drawn(self, chance):
        """(Style, 1 to 3 mistakes of different groups)."""
        style = chance.choice(list(self.styles))
        groups = chance.sample(list(GROUPS), chance.randint(1, 3))
        return style, tuple(chance.choice(list(GROUPS[group])) for group in groups)

    def orders(self, mistakes):
        return itertools.permutations(mistakes)

    def shows(self, slipped, source):
        """Whether a slip shows, in a program that does not pop far too often: that takes long."""
        is_endless = any(ended == "endless" for _, ended in self.outputs(slipped))
        return not is_endless and super().shows(slipped, source)

    def prediction(self, source, check):
        """The Prediction of a program for a check."""
        return predicted_in(*source, check, MOST_POPS)

    def records(self, source):
        return mistakes.records_of(*source, self.checks)

    def predicts(self, causes, _, source):
        """Whether the reference with these mistakes prints what they explain."""
        return all(
            self._predicts_in(check, [c for c in causes if check.name in c.checks], source)
            for check in self.checks
        )

    def _predicts_in(self, check, causes, source):
        """Whether the reference with mistakes, in some way of each, prints what a program does.

        If they explain a check in part, that is a piece that is wrong. What starts at the goal is
        explained by nothing in particular, and what no cause explains need not be predicted.
        """
        known = [KNOWN[cause.name] for cause in causes]
        if not known or any(mistake.at_goal for mistake in known):
            return True
        is_in_part = any(check.name in cause.partly for cause in causes)
        text = self.prediction(source, check).text
        for ways in itertools.product(*(_filled(mistake, text) for mistake in known)):
            try:
                variant = edited(SOURCE, [edit for way in ways for edit in way])
            except ValueError:
                continue
            for piece in PIECES if is_in_part else [bool]:
                own, right, other = (
                    self.output(each, check, piece) for each in (source, (SOURCE,), (variant,))
                )
                if other == own != right:
                    return True
        return False

    def explains_all(self, causes, others, source, shown):
        """Whether the causes name all that shows, or else explain all that fails."""
        if not others:
            return super().explains_all(causes, others, source, shown)
        failing = {record.check for record in self.records(source) if not record.passed}
        return failing <= {name for cause in causes for name in cause.checks}


def _filled(mistake, text):
    """The ways of a mistake, with what its pattern finds in a text."""
    match = mistake.pattern and re.search(mistake.pattern, text)
    return [filled(way, match[1]) if match else way for way in mistake.ways]


FUNNY_PUZZLE = FunnyPuzzle()
