"""The tables of a store with points and notes that an instructor gives by hand."""

import sqlite3
from collections.abc import Iterable
from itertools import starmap
from typing import Any, NamedTuple

from grader.records.submissions import Adjustment
from grader.serialization import from_json
from grader.store.database import Database, refusing_others


TABLES = """
    CREATE TABLE IF NOT EXISTS adjustments
        (who TEXT NOT NULL, points REAL NOT NULL, reason TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS notes
        (cluster TEXT NOT NULL, who TEXT NOT NULL, points REAL NOT NULL, reason TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS versions
        (who TEXT, cluster TEXT, digest TEXT NOT NULL, PRIMARY KEY (who, cluster));
"""
_ALL_OF = """
    SELECT points, reason FROM adjustments WHERE who = ?
    UNION ALL SELECT points, reason FROM notes WHERE who = ?
"""
_OF_ANOTHER = """
    SELECT 1 FROM versions AS given WHERE who = ? AND digest != ? AND EXISTS (
        SELECT 1 FROM (
            SELECT '' AS cluster, who, points FROM adjustments
            UNION ALL SELECT cluster, who, points FROM notes
        ) AS own
        WHERE own.who = given.who AND own.cluster = given.cluster AND points != 0
    )
"""


class ByHand(NamedTuple):
    """An adjustment, the submissions that get it, and their cluster's name or ""."""

    adjustment: Adjustment
    submissions: tuple[str, ...]
    cluster: str = ""


class AdjustmentTables:
    """The tables of adjustments in a database: for students, for clusters, and of the versions of
    the programs that got points.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def replace_all(self, all_by_hand: Iterable[ByHand]) -> None:
        """Store these adjustments in place of all earlier ones."""
        with self._database as connection:
            connection.execute("DELETE FROM adjustments")
            connection.execute("DELETE FROM notes")
            for by_hand in all_by_hand:
                _insert(connection, by_hand)

    def replace(self, by_hand: ByHand) -> None:
        """Store an adjustment in place of that of the same cluster or student."""
        with self._database as connection:
            if by_hand.cluster:
                connection.execute("DELETE FROM notes WHERE cluster = ?", (by_hand.cluster,))
            else:
                students = [(who,) for who in by_hand.submissions]
                connection.executemany("DELETE FROM adjustments WHERE who = ?", students)
            _insert(connection, by_hand)

    def of_submission(self, who: str) -> tuple[Adjustment, ...]:
        """The adjustments of a submission, for itself and as part of a cluster."""
        return tuple(starmap(adjustment, self._database.rows(_ALL_OF, who, who)))

    def keep_versions(self, rows: Iterable[tuple[str, str, str]]) -> None:
        """Store for submissions and clusters, or "", the digest of the files that got points."""
        with self._database as connection:
            connection.executemany("INSERT OR REPLACE INTO versions VALUES (?, ?, ?)", rows)

    def are_for_another(self, who: str, digest: str) -> bool:
        """Whether points by hand were given to another version of a submission's files."""
        return bool(self._database.rows(_OF_ANOTHER, who, digest))

    def of_cluster(self, cluster: str) -> list[str]:
        """The submissions that got an adjustment as part of a cluster, even a former one."""
        rows = self._database.rows("SELECT who FROM notes WHERE cluster = ?", cluster)
        return [who for (who,) in rows]


def _insert(connection: sqlite3.Connection, by_hand: ByHand) -> None:
    """Add an adjustment to those that are stored, unless it has neither points nor a reason."""
    given = by_hand.adjustment
    if not given.points and not given.reason:
        return
    rows = [(by_hand.cluster, who, given.points, given.reason) for who in by_hand.submissions]
    if by_hand.cluster:
        connection.executemany("INSERT INTO notes VALUES (?, ?, ?, ?)", rows)
    else:
        own = [row[1:] for row in rows]
        connection.executemany("INSERT INTO adjustments VALUES (?, ?, ?)", own)


def adjustment(points: Any, reason: Any) -> Adjustment:
    """The adjustment in a row of the database; UsageError if another version of the grader wrote
    it.
    """
    with refusing_others():
        return from_json(Adjustment, {"points": points, "reason": reason})
