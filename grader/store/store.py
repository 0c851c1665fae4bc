"""Results that last: one SQLite file in a folder, keyed by content, so that no run is repeated.

A check of a program has the same key as long as nothing that its result depends on changes, and
then the stored result is taken. Each result is committed as soon as it is known. A lock, held as
long as the process lives, refuses the folder to a second grader.
"""

import json
import os
import sqlite3
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import IO, Any

from grader.ground.errors import UsageError
from grader.records.facts import Fact
from grader.records.listings import ListedSubmission, Listing
from grader.records.results import SHOWN_BYTES, Result
from grader.records.submissions import Adjustment, Document, Example, SubmissionResults
from grader.serialization import Record, from_json, to_json
from grader.store import by_hand
from grader.store.keys import digest, seal_of


FILE, LOCK = "results.sqlite3", "lock"
TABLES = """
    CREATE TABLE IF NOT EXISTS results (key TEXT PRIMARY KEY, record TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS outputs (key TEXT PRIMARY KEY, output BLOB NOT NULL);
    CREATE TABLE IF NOT EXISTS seals (key TEXT PRIMARY KEY, seal TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS diagnoses (key TEXT PRIMARY KEY, record TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS examples (key TEXT PRIMARY KEY, record TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS floors (who TEXT PRIMARY KEY, points REAL NOT NULL);
    CREATE TABLE IF NOT EXISTS listing
        (one INTEGER PRIMARY KEY CHECK (one = 1), listing TEXT NOT NULL);
"""
JOINED = "results", "outputs", "seals", "examples", "adjustments", "notes", "floors"
# Texts are read as bytes, as somebody may have changed them to any type.
_RESULT = """
    SELECT CAST(record AS BLOB), CAST(output AS BLOB), seal
    FROM results LEFT JOIN outputs USING (key) LEFT JOIN seals USING (key) WHERE key = ?
"""
_LISTING = "SELECT CAST(listing AS BLOB), seal FROM listing LEFT JOIN seals ON key = ?"
LISTING = "listing"  # the key of the listing's seal


class Unexplained(Exception):
    """A submission can't be explained; the message is a sentence that says why.

    `is_provisional` says whether an explanation may change its points.
    """

    def __init__(self, sentence: str, is_provisional: bool = False) -> None:
        super().__init__(sentence)
        self.is_provisional = is_provisional


# ---- The file ----


class Store:
    """The results and the last listing in a folder, or in a temporary file if there is no folder.

    UsageError if the folder can't be used, or another grader uses it. Threads may share a Store.
    """

    def __init__(self, folder: Path | str | None = None) -> None:
        self.guard = threading.Lock()
        self.folder = folder
        self.lock = _locked(Path(folder)) if folder else None
        try:
            self.database = _opened(folder)
        except BaseException:
            self._unlock()
            raise
        self.numbers = self._numbers()
        self.by_hand = by_hand.AdjustmentTables(self.database, self.guard, self._rows)

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_: object) -> None:
        try:
            self.database.commit()
        finally:
            self.database.close()
            self._unlock()

    def _unlock(self) -> None:
        """Let another grader use the folder."""
        if self.lock:
            self.lock.close()

    def _rows(self, query: str, *values: str) -> list[Any]:
        """The rows that a query of the database gives; UsageError if the database is damaged."""
        try:
            return self.database.execute(query, values).fetchall()
        except sqlite3.DatabaseError as error:
            raise _damaged(self.folder, error) from None

    def check_is_there(self) -> None:
        """Raise UsageError if somebody has removed or replaced the store's files, and so all
        results.
        """
        if self.numbers != self._numbers():
            raise UsageError(
                f"--out: expected {str(self.folder)!r} to stay while it is written to, got it "
                "removed or replaced: what was stored there is lost"
            )

    def _numbers(self) -> list[int]:
        """The inodes of the files, 0 for one that is not there."""
        paths = [Path(self.folder, name) for name in (FILE, LOCK)] if self.folder else []
        return [path.stat().st_ino if path.exists() else 0 for path in paths]

    def find(self, key: str, rerun: int = 0) -> Result | None:
        """The result stored under a key; None if there is none, or if the check must be run again.

        It must be if the grader was at fault, if the check failed and was run again fewer than
        `rerun` times, or if somebody has changed the record.
        """
        with self.guard:
            rows = self._rows(_RESULT, key)
        result = _sealed(*rows[0]) if rows else None
        if not result or result.verdict in ("judge_error", "skipped"):
            return None
        return result if result.passed or result.reruns >= rerun else None

    def keep(self, key: str, result: Result) -> None:
        """Store a result, on disk when this returns; that of a skipped check, when the Store is
        closed.

        UsageError if somebody has removed the files meanwhile.
        """
        self.check_is_there()
        text = json.dumps(to_json(result.shown()))
        output = result.run.stdout if result.run else b""
        is_long = len(output) > SHOWN_BYTES
        seal = seal_of(text.encode(), output if is_long else None)
        with self.guard:
            self.database.execute(
                "INSERT INTO results VALUES (?, ?) ON CONFLICT (key) DO UPDATE "
                "SET record = excluded.record",
                (key, text),
            )
            self.database.execute("INSERT OR REPLACE INTO seals VALUES (?, ?)", (key, seal))
            if is_long:
                self.database.execute("INSERT OR REPLACE INTO outputs VALUES (?, ?)", (key, output))
            else:
                self.database.execute("DELETE FROM outputs WHERE key = ?", (key,))
            # there may be thousands of these at once, and none is looked up
            if result.verdict != "skipped":
                self.database.commit()

    def begin(self, listing: Listing) -> None:
        """Store the listing of a grading that begins."""
        text = json.dumps(to_json(listing))
        seal = LISTING, seal_of(text.encode(), None)
        with self.guard, self.database:
            self.database.execute("INSERT OR REPLACE INTO listing VALUES (1, ?)", (text,))
            self.database.execute("INSERT OR REPLACE INTO seals VALUES (?, ?)", seal)

    def listing(self) -> Listing:
        """The listing that was stored last; UsageError if there is none, or if somebody has changed
        it.
        """
        rows = self._rows(_LISTING, LISTING)
        if not rows:
            raise UsageError("expected a folder of results, got one where nothing was graded")
        text, seal = rows[0]
        listing = _record(Listing, text)
        if seal != seal_of(text, None):
            raise UsageError(
                "expected the list of what was graded as it was stored, got one that was changed "
                "since: grade again"
            )
        return listing

    def begun(self) -> bool:
        """Whether there is a listing."""
        return bool(self._rows("SELECT 1 FROM listing"))

    def results(self, listing: Listing, listed: ListedSubmission) -> tuple[Result, ...]:
        """The stored results of a submission of the listing, in the order of its checks.

        UsageError if somebody has changed one of them.
        """
        results = []
        for name, key in self._keys(listing, listed).items():
            for row in self._rows(_RESULT, key):
                if not (result := _sealed(*row)):
                    raise UsageError(
                        f"{listed.submission.submission!r}, {name}: expected the result as it was "
                        "stored, got one that was changed since: grade again"
                    )
                results.append(result)
        return tuple(results)

    @staticmethod
    def _keys(listing: Listing, listed: ListedSubmission) -> dict[str, str]:
        """{check: key of its result} of a submission of the listing."""
        return {
            name: digest(listing.grader_of(listed), check, listed.digest)
            for name, check in listing.checks_of(listed).items()
        }

    def pending(self, listing: Listing, listed: ListedSubmission) -> int:
        """How many checks of a submission of the listing have no result yet."""
        keys = self._keys(listing, listed).values()
        return sum(not self._rows("SELECT 1 FROM results WHERE key = ?", key) for key in keys)

    def join(self, folder: Path | str) -> None:
        """Copy the results of another folder, which no grader may be using, into this store."""
        self.database.execute("ATTACH ? AS part", (str(Path(folder, FILE)),))
        with self.guard, self.database:
            for table in (
                "results",
                "outputs",
                "seals",
                "examples",
                "adjustments",
                "notes",
                "floors",
            ):
                self.database.execute(f"INSERT OR IGNORE INTO {table} SELECT * FROM part.{table}")
        self.database.execute("DETACH part")

    def keep_points(self, points: Mapping[str, float]) -> None:
        """Store {name of a submission: the fewest points that it can have}, in addition to earlier
        ones.
        """
        with self.guard, self.database:
            self.database.executemany("INSERT OR REPLACE INTO floors VALUES (?, ?)", points.items())

    def document(
        self,
        explain: Callable[[SubmissionResults], SubmissionResults] = lambda submission: submission,
        version: str = "",
    ) -> Document:
        """The results of the last listing, as the Document from which reports are made.

        `explain` gets each submission with all of its stored outputs; in the Document they are
        shortened. What `explain` adds is stored under its `version`, if it has one, and the
        examples that were found are added, too. If it raises Unexplained, the report for
        instructors says why.
        """
        listing = self.listing()
        return Document(
            listing.assignment,
            listing.graded_as,
            conditions=listing.conditions,
            sandbox=listing.sandbox,
            bounded_by=listing.bounded_by,
            submissions=tuple(self.explained(explain, version)),
        )

    def explained(
        self, explain: Callable[[SubmissionResults], SubmissionResults], version: str
    ) -> Iterator[SubmissionResults]:
        """Yield the submissions of the last listing one after another, as they are in
        `document`.
        """
        listing = self.listing()
        explain = self._remembering(explain, version) if version else explain
        for listed in listing.submissions:
            given = self._submission(listing, listed)
            try:
                submission = _shown(explain(given))
            except Unexplained as reason:
                flags = (*given.private_flags, str(reason))
                is_provisional = reason.is_provisional
                yield _shown(replace(given, private_flags=flags, is_provisional=is_provisional))
                continue
            found = self._found(submission, version) if version else None
            if found:
                cut_short = (*submission.cut_short, *found.cut_short)
                submission = replace(submission, examples=found.examples, cut_short=cut_short)
            yield submission

    def lacks_examples(self, submission: SubmissionResults, version: str) -> bool:
        """Whether examples for an explained submission were not looked for, or not to the end."""
        found = self._found(submission, version)
        return not found or bool(found.cut_short)

    def _found(self, submission: SubmissionResults, version: str) -> SubmissionResults | None:
        """The record of examples for an explained submission; None if none were looked for."""
        rows = self._rows("SELECT record FROM examples WHERE key = ?", _key(submission, version))
        return _record(SubmissionResults, *rows[0]) if rows else None

    def keep_examples(
        self,
        submission: SubmissionResults,
        version: str,
        examples: tuple[Example, ...],
        cut_short: tuple[Fact, ...] = (),
    ) -> None:
        """Store the examples for an explained submission, and whether a clock ended the search for
        them.
        """
        record = SubmissionResults("", "", examples=examples, cut_short=cut_short)
        row = _key(submission, version), json.dumps(to_json(record))
        with self.guard, self.database:
            self.database.execute("INSERT OR REPLACE INTO examples VALUES (?, ?)", row)

    def _remembering(
        self, explain: Callable[[SubmissionResults], SubmissionResults], version: str
    ) -> Callable[[SubmissionResults], SubmissionResults]:
        """A function like `explain` that reads earlier explanations from the store."""

        def remembered(submission: SubmissionResults) -> SubmissionResults:
            key = digest(version, to_json(_unadjusted(submission)))
            row = self.database.execute(
                "SELECT record FROM diagnoses WHERE key = ?", (key,)
            ).fetchone()
            if row:
                return replace(
                    _record(SubmissionResults, row[0]),
                    results=submission.results,
                    adjustments=submission.adjustments,
                    at_least=submission.at_least,
                )
            explained = explain(submission)
            if explained.cut_short:  # a later reading may have more time for it
                return explained
            text = json.dumps(to_json(replace(explained, results=())))
            with self.guard, self.database:
                self.database.execute("INSERT OR REPLACE INTO diagnoses VALUES (?, ?)", (key, text))
            return explained

        return remembered

    def _submission(self, listing: Listing, listed: ListedSubmission) -> SubmissionResults:
        """The stored results of a submission of the listing."""
        results = self.results(listing, listed)
        pending = len(listing.checks_of(listed)) - len(results)
        who = listed.submission.submission
        adjustments = self._rows(by_hand.ALL_OF, who)
        floors = self._rows("SELECT points, '' FROM floors WHERE who = ?", who)
        return replace(
            listed.submission,
            results=results,
            pending=pending,
            adjustments=tuple(_by_hand(*row) for row in adjustments),
            at_least=max((_by_hand(*row).points for row in floors), default=0),
        )


def _key(submission: SubmissionResults, version: str) -> str:
    """The digest of all that the examples of a submission depend on: its results and its causes."""
    submission = replace(_unadjusted(submission), examples=(), cut_short=())
    return digest("examples", version, to_json(submission))


def _unadjusted(submission: SubmissionResults) -> SubmissionResults:
    """The submission without adjustments by hand, which have no part in explaining it."""
    return replace(submission, adjustments=(), at_least=0)


def _record(kind: type[Record], text: str | bytes) -> Record:
    """The record that JSON text holds; UsageError if another version of the grader wrote it."""
    with _refusing_others():
        return from_json(kind, json.loads(text))


def _by_hand(points: Any, reason: Any) -> Adjustment:
    """The adjustment in a row of the database; UsageError if another version of the grader wrote
    it.
    """
    with _refusing_others():
        return from_json(Adjustment, {"points": points, "reason": reason})


@contextmanager
def _refusing_others() -> Iterator[None]:
    """A context that turns the exceptions of `from_json` into a UsageError."""
    try:
        yield
    except (KeyError, TypeError, AttributeError, ValueError, RecursionError):
        raise UsageError(
            "expected results of this version of the grader, got others: grade again"
        ) from None


def _sealed(text: bytes, output: bytes | None, seal: object) -> Result | None:
    """The result in a stored JSON text, with its output if that is stored; None if it was changed
    since.
    """
    if seal != seal_of(text, output):
        return None
    result = _record(Result, text)
    if output is None or not result.run:
        return result
    return replace(result, run=replace(result.run, stdout=output))


def _shown(submission: SubmissionResults) -> SubmissionResults:
    """The submission with its outputs shortened to the length for a Document."""
    return replace(submission, results=tuple(result.shown() for result in submission.results))


def _opened(folder: Path | str | None) -> sqlite3.Connection:
    """The database in a folder, made if missing, or in a temporary file; UsageError if that
    fails.
    """
    try:
        if folder:  # only its owner can read it, which holds for SQLite's other files, too
            os.close(os.open(Path(folder, FILE), os.O_CREAT | os.O_RDWR, 0o600))
        database = sqlite3.connect(Path(folder, FILE) if folder else "", check_same_thread=False)
    except (OSError, sqlite3.Error) as error:
        raise _damaged(folder, error) from None
    try:
        database.execute("PRAGMA journal_mode = WAL")
        database.executescript(TABLES + by_hand.TABLES)
    except sqlite3.Error as error:
        database.close()
        raise _damaged(folder, error) from None
    return database


def _damaged(folder: Path | str | None, error: Exception) -> UsageError:
    """The UsageError that says that a folder holds no results that can be read."""
    return UsageError(f"--out: expected a folder of results, got {str(folder)!r} ({error})")


def existing(folder: Path | str) -> Store:
    """The Store in a folder; UsageError if the folder has none."""
    if not Path(folder, FILE).is_file():
        raise UsageError(f"{folder}: expected a folder of results, got one without {FILE}")
    return Store(folder)


def _locked(folder: Path) -> IO[str]:
    """The open lock file of a folder, made if missing; UsageError if another process holds it."""
    try:
        import fcntl

        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = open(folder / LOCK, "w", encoding="ascii")
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            lock.close()
            raise
    except BlockingIOError:
        raise UsageError(
            f"--out: expected a folder of our own, got {str(folder)!r}, "
            "in which another grader is at work"
        ) from None
    except OSError as error:
        raise UsageError(
            f"--out: expected a folder to write, got {str(folder)!r} ({error.strerror})"
        ) from None
    return lock
