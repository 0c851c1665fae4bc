"""The SQLite file of a store, and the lock that keeps other graders out of its folder."""

import json
import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from grader.ground.errors import UsageError, refusing
from grader.serialization import Record, from_json


FILE, LOCK = "results.sqlite3", "lock"


class Database:
    """The database in a folder, or in a temporary file if there is no folder.

    `with database as connection` is a transaction, one thread's at a time. UsageError if the folder
    can't be used, or another grader uses it.
    """

    def __init__(self, folder: Path | str | None, tables: str) -> None:
        self._folder = folder
        self.guard = threading.Lock()
        self._lock = _locked(Path(folder)) if folder else None
        try:
            self.connection = _opened(folder, tables)
        except BaseException:
            self._unlock()
            raise

    def __enter__(self) -> sqlite3.Connection:
        self.guard.acquire()
        return self.connection

    def __exit__(self, *error: Any) -> None:
        try:
            self.connection.__exit__(*error)
        finally:
            self.guard.release()

    def close(self) -> None:
        """Write what is not written yet, and let another grader use the folder."""
        try:
            self.connection.commit()
        finally:
            self.connection.close()
            self._unlock()

    def _unlock(self) -> None:
        """Let another grader use the folder."""
        if self._lock:
            self._lock.close()

    def rows(self, query: str, *values: str) -> list[Any]:
        """The rows that a query gives; UsageError if the database is damaged."""
        try:
            return self.connection.execute(query, values).fetchall()
        except sqlite3.DatabaseError as error:
            raise _damaged(self._folder, error) from None


def record(kind: type[Record], text: str | bytes) -> Record:
    """The record that JSON text holds; UsageError if another version of the grader wrote it."""
    with refusing_others():
        return from_json(kind, json.loads(text))


@contextmanager
def refusing_others() -> Iterator[None]:
    """A context that turns the exceptions of `from_json` into a UsageError."""
    try:
        yield
    except (KeyError, TypeError, AttributeError, ValueError, RecursionError):
        raise UsageError(
            "expected results of this version of the grader, got others: grade again"
        ) from None


def _opened(folder: Path | str | None, tables: str) -> sqlite3.Connection:
    """The database with these tables, made if missing; UsageError if that fails."""
    try:
        if folder:  # only its owner can read it, which holds for SQLite's other files, too
            os.close(os.open(Path(folder, FILE), os.O_CREAT | os.O_RDWR, 0o600))
        database = sqlite3.connect(Path(folder, FILE) if folder else "", check_same_thread=False)
    except (OSError, sqlite3.Error) as error:
        raise _damaged(folder, error) from None
    try:
        database.execute("PRAGMA journal_mode = WAL")
        database.executescript(tables)
    except sqlite3.Error as error:
        database.close()
        raise _damaged(folder, error) from None
    return database


def _damaged(folder: Path | str | None, error: Exception) -> UsageError:
    """The UsageError that says that a folder holds no results that can be read."""
    return UsageError(f"--out: expected a folder of results, got {str(folder)!r} ({error})")


def _locked(folder: Path) -> IO[str]:
    """The open lock file of a folder, made if missing; UsageError if another process holds it."""
    import fcntl

    with refusing(f"--out: expected a folder to write, got {str(folder)!r}"):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = open(folder / LOCK, "w", encoding="ascii")
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.close()
            raise UsageError(
                f"--out: expected a folder of our own, got {str(folder)!r}, "
                "in which another grader is at work"
            ) from None
        except OSError:
            lock.close()
            raise
    return lock
