"""The option `--adjust`: gives or takes points by hand."""

import csv
import math
from collections.abc import Callable, Iterable
from functools import cache

from grader.commands.gradebook import is_row, read
from grader.diagnose.clusters import clusters
from grader.ground.errors import UsageError
from grader.records.submissions import Adjustment, Document
from grader.report.cells import number_in, table
from grader.report.class_list import ClassList, submissions_of
from grader.store.by_hand import ByHand
from grader.store.store import Store


TITLES = ["who", "points", "reason"]
LONGEST = 450  # the most characters of a reason, which students read whole


def adjust(text: str, results: Store, explained: Callable[[], Document]) -> None:
    """Store the adjustments of a file, which replace all earlier ones, or a single row.

    `explained` gives the explained document; it is called if a row names no student.
    """
    rows = _Rows(results, explained)
    if is_row(text):
        row = next(csv.reader([_in_one_line(text)]))
        given = rows.checked([("", row[:2] + [",".join(row[2:])])])
        results.by_hand.replace(given[0])
    else:
        given = rows.checked(_rows_of(text))
        results.by_hand.replace_all(given)
    _keep_versions(results, given)


def _keep_versions(results: Store, given: Iterable[ByHand]) -> None:
    """Store to which version of the submissions the adjustments are given."""
    digests = {
        listed.submission.submission: listed.digest for listed in results.listing().submissions
    }
    rows = []
    for by_hand in given:
        for who in digests.keys() & set(by_hand.submissions):
            rows.append((who, by_hand.cluster, digests[who]))
    results.by_hand.keep_versions(rows)


def _in_one_line(text: str) -> str:
    return " ".join(text.split())


def _rows_of(path: str) -> list[tuple[str, list[str]]]:
    given = table(read("--adjust", path))
    rows = list(filter(any, map(given.texts, range(len(given.cells)))))
    head = next(iter(rows), ["nothing"])
    if [title.casefold() for title in head] != TITLES:
        titles = ",".join(head)
        raise UsageError(f"--adjust: expected the titles {','.join(TITLES)}, got {titles!r}")
    return [(f"row {number}: ", row) for number, row in enumerate(rows[1:], 2)]


class _Rows:
    """Finds the submissions of a class to which rows of who, points, reason apply."""

    def __init__(self, results: Store, explained: Callable[[], Document]) -> None:
        self._results = results
        self._explained = cache(explained)
        self._document = results.document()
        self._class = ClassList(self._document)

    def checked(self, rows: Iterable[tuple[str, list[str]]]) -> list[ByHand]:
        """The adjustments in rows, given with their places; UsageError lists all wrong rows."""
        all_by_hand, problems = [], []
        for place, row in rows:
            who, points, reason = (*row, "", "", "")[:3]
            students, cluster = self._students(who)
            if not students or (len(students) > 1 and not cluster):
                amount = "nobody of this class"
                if students:
                    amount = "several students"
                problems.append(f"{place}expected a student or a cluster, got {who!r}, {amount}")
            elif (number := number_in(points)) is None or not math.isfinite(number):
                problems.append(f"{place}expected points, got {points!r}")
            elif len(reason) > LONGEST:
                long = f"at most {LONGEST} characters, got {len(reason)}"
                problems.append(f"{place}expected a reason of {long}")
            else:
                by_hand = Adjustment(number, _in_one_line(reason))
                all_by_hand.append(ByHand(by_hand, tuple(students), cluster))
        if problems:
            raise UsageError(f"--adjust: {'; '.join(problems)}")
        return all_by_hand

    def _students(self, who: str) -> tuple[list[str], str]:
        """(The submissions that a cell names, the cluster's name if it is one).

        Students who got an adjustment as members of a cluster keep it.
        """
        numbers = submissions_of(self._class.any(who))
        if numbers:
            return [self._document.submissions[number].submission for number in numbers], ""
        having = self._results.by_hand.of_cluster(who.strip())
        for cluster in clusters(self._explained()):
            if who.strip() in cluster.names:
                having += [submission.submission for submission in cluster.submissions]
        return list(dict.fromkeys(having)), who.strip()
