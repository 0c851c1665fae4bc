"""The overview of a submission: which checks of each group pass; pure."""

from collections.abc import Mapping

from grader.ground.text import when
from grader.records.results import Results
from grader.report import summary
from grader.report.blocks import Block, Cell, Line, Roomy, Table


def groups(results: Results, has_points: bool) -> Block:
    """The checks that pass in each group: a row for each group, or lists if there are many."""
    by_name = summary.groups(results)
    rows: list[list[Line | Cell]] = []
    for group, own in by_name.items():
        rows.append([group, share(own)])
        if has_points:
            rows[-1].append(Cell(points_of(own)))
    table = Table(rows, role="groups")
    if len(by_name) <= summary.GROUPS:
        return table
    return Roomy([table], [_lists(by_name)])


def share(results: Results) -> str:
    """How many of the checks pass, in words.

    >>> from grader.records.facts import Fact
    >>> from grader.records.results import Result
    >>> verdicts = "accepted", "wrong_answer", "skipped"
    >>> passed, failed, skipped = (Result("", "", verdict, Fact("")) for verdict in verdicts)
    >>> share([passed]), share([failed]), share([passed, failed]), share([passed] * 3)
    ('works', 'not yet', '1 of 2 right', 'all 3 right')
    >>> share([skipped]), share([passed, failed, skipped])
    ('not tried', '1 of 3 (1 not tried)')
    """
    passed, number = summary.passed(results), len(results)
    untried = summary.untried(results)
    if untried == number:
        return "not tried"
    if number == 1:
        return "works" if passed else "not yet"
    if passed == number:
        return f"all {number} right"
    if untried:
        return f"{passed} of {number} ({untried} not tried)"
    return f"{passed} of {number} right"


def points_of(results: Results) -> str:
    """The points earned and possible in checks; "" if they can't earn any."""
    possible = sum(result.asked.possible for result in results)
    earned = sum(result.earned for result in results)
    return when(possible, f"{earned:g} of {possible:g} points")


def _lists(groups: Mapping[str, Results]) -> Table:
    """Lists of the groups that work, that work in part, that don't, and that were not tried."""
    untried = [name for name, own in groups.items() if summary.untried(own) == len(own)]
    tried = {name: own for name, own in groups.items() if name not in untried}
    lists = [*summary.by_success(tried, "{} ({} of {})"), untried]
    rows = zip(("works", "in part", "not yet", "not tried"), map(", ".join, lists))
    return Table([row for row in rows if row[1]])
