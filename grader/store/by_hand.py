"""The tables of a store with points and notes that an instructor gives by hand."""

import sqlite3
import threading
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from grader.records.submissions import Adjustment


TABLES = """
    CREATE TABLE IF NOT EXISTS adjustments
        (who TEXT NOT NULL, points REAL NOT NULL, reason TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS notes
        (cluster TEXT NOT NULL, who TEXT NOT NULL, points REAL NOT NULL, reason TEXT NOT NULL);
"""
ALL_OF = """
    SELECT points, reason FROM adjustments WHERE who = ?1
    UNION ALL SELECT points, reason FROM notes WHERE who = ?1
"""


class ByHand(NamedTuple):
    """An adjustment, the submissions that get it, and their cluster's name or ""."""

    adjustment: Adjustment
    submissions: tuple[str, ...]
    cluster: str = ""


class AdjustmentTables:
    """The tables of adjustments in a database: one for students, one for clusters."""

    def __init__(
        self,
        database: sqlite3.Connection,
        guard: threading.Lock,
        rows: Callable[..., list[Any]],
    ) -> None:
        self._database, self._guard, self._rows = database, guard, rows

    def replace_all(self, all_by_hand: Iterable[ByHand]) -> None:
        """Store these adjustments in place of all earlier ones."""
        with self._guard, self._database:
            self._database.execute("DELETE FROM adjustments")
            self._database.execute("DELETE FROM notes")
            for by_hand in all_by_hand:
                self._insert(by_hand)

    def replace(self, by_hand: ByHand) -> None:
        """Store an adjustment in place of that of the same cluster or student."""
        with self._guard, self._database:
            if by_hand.cluster:
                self._database.execute("DELETE FROM notes WHERE cluster = ?", (by_hand.cluster,))
            else:
                students = [(who,) for who in by_hand.submissions]
                self._database.executemany("DELETE FROM adjustments WHERE who = ?", students)
            self._insert(by_hand)

    def _insert(self, by_hand: ByHand) -> None:
        """Add an adjustment to those that are stored."""
        points, reason = by_hand.adjustment.points, by_hand.adjustment.reason
        rows = [(by_hand.cluster, who, points, reason) for who in by_hand.submissions]
        if by_hand.cluster:
            self._database.executemany("INSERT INTO notes VALUES (?, ?, ?, ?)", rows)
        else:
            self._database.executemany(
                "INSERT INTO adjustments VALUES (?, ?, ?)", [row[1:] for row in rows]
            )

    def of_cluster(self, cluster: str) -> list[str]:
        """The submissions that got an adjustment as part of a cluster, even a former one."""
        return [who for (who,) in self._rows("SELECT who FROM notes WHERE cluster = ?", cluster)]
