"""Folders of results as somebody else may have stored them."""

import json
import sqlite3
from contextlib import closing

from grader.store.database import FILE


def change_listing(folder, change):
    """Let a function change the listing in a folder, as JSON, and store it."""
    with closing(sqlite3.connect(folder / FILE)) as database, database:
        ((text,),) = database.execute("SELECT listing FROM listing")
        change(listing := json.loads(text))
        text = json.dumps(listing)
        database.execute("UPDATE listing SET listing = ?", (text,))


def change_results(folder, change):
    """Let a function change each result in a folder, as JSON, and store it."""
    with closing(sqlite3.connect(folder / FILE)) as database, database:
        for key, text in database.execute("SELECT key, record FROM results").fetchall():
            change(record := json.loads(text))
            text = json.dumps(record)
            database.execute("UPDATE results SET record = ? WHERE key = ?", (text, key))
