"""Folders of results as somebody else may have stored them."""

import json
import sqlite3
from contextlib import closing

from grader.store.database import FILE


def change(folder, statements):
    """Change a folder's database by SQL."""
    with closing(sqlite3.connect(folder / FILE)) as database, database:
        database.executescript(statements)


def change_listing(folder, change):
    """Let a function change the listing in a folder, as JSON, and store it."""
    _change_each(folder, "listing", "listing", change)


def change_results(folder, change):
    """Let a function change each result in a folder, as JSON, and store it."""
    _change_each(folder, "results", "record", change)


def _change_each(folder, table, column, change):
    with closing(sqlite3.connect(folder / FILE)) as database, database:
        for row, text in database.execute(f"SELECT rowid, {column} FROM {table}").fetchall():
            change(value := json.loads(text))
            changes = json.dumps(value), row
            database.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", changes)
