"""Students of npuzzle: right programs of the assignment, with one or two mistakes each.

The mistakes are those of the assignment's wrong programs, which are edits of the right ones.
"""

from collections import defaultdict
from functools import cache
from operator import attrgetter

from tests import mistakes_npuzzle
from tests.helpers import ROOT, read_json
from tests.mistakes_npuzzle import KNOWN
from tests.students.simulation import Simulation, pairs


PROGRAMS = ROOT / "grader/assignments/npuzzle/programs"
FILES = "board.py", "solver.py"
COSTLY = {"memory", "growth", "queue", "queue-nodes", "random-solution", "timetable", "command"}


def _edits():
    """{style: {mistake: {file: edits}}}, from the wrong programs that show one known mistake."""
    expectations = read_json(PROGRAMS / "expectations.json")
    table = defaultdict(dict)
    for name, entry in read_json(PROGRAMS / "wrong.json").items():
        names = expectations.get(f"wrong/{name}", {}).get("misconceptions", [name])
        if len(names) == 1 and names[0] in KNOWN and isinstance(entry["edits"], dict):
            edits = {file: pairs(edits) for file, edits in entry["edits"].items()}
            table[entry["base"]][names[0]] = edits
    return {style: edits for style, edits in sorted(table.items()) if len(edits) > 1}


class NPuzzle(Simulation):
    assignment, reference = mistakes_npuzzle.ASSIGNMENT, mistakes_npuzzle.REFERENCE
    files = FILES
    checks = [
        check
        for check in assignment.checks
        if check.group not in COSTLY
        and not check.name.endswith(("/3x3", "/4x4", "/mixed", "/large", "/larger", "/boards"))
    ]
    names = [check.name for check in checks]
    edits = _edits()
    styles = {
        style: tuple((PROGRAMS / style / file).read_text(encoding="utf-8") for file in FILES)
        for style in edits
    }
    parts = [(name, bool) for name in sorted({check.group for check in checks})]
    part_of = attrgetter("group")

    def drawn(self, chance):
        """(Style, one mistake or two)."""
        style = chance.choice(sorted(self.edits))
        return style, tuple(chance.sample(sorted(self.edits[style]), chance.randint(1, 2)))

    def prediction(self, source, check):
        """The Prediction of a program for a check."""
        return self._predictions(source)[check.name]

    @cache
    def _predictions(self, source):
        """{name of a check: the Prediction of a program}."""
        model = self.model(source)
        return {check.name: model.output(check) for check in self.checks}

    def records(self, source):
        return mistakes_npuzzle.records_of(self.model(source), *self.names)

    def predicts(self, _, others, source):
        """Whether each of these causes prints what the program does."""
        return all(self._predicts(cause, self.model(source)) for cause in others)

    def _predicts(self, cause, model):
        """Whether a mistake, in some way, prints the same in each function that it explains."""
        functions = {check.function for check in self.checks if check.name in cause.checks}
        checks = [
            check
            for check in self.checks
            if check.function in functions and check.checker != "measured"
        ]
        own = [model.predicted(check).lines for check in checks]
        return any(
            [self.reference.variant(way).predicted(check).lines for check in checks] == own
            for way in KNOWN[cause.name].ways
        )


NPUZZLE = NPuzzle()
