"""Results that last: one SQLite file in a folder, keyed by content, so that no run is repeated.

A result's key is made of all that it depends on: the submission, the check with its limits, the
expected transcript, and what judges (the grader's modules, the interpreter, the level of the
sandbox). What stays the same is looked up, what changed is run again. Each result is committed as
it comes. A lock, held as long as the process lives, keeps two graders from one folder.

Of the grader's modules all can change a verdict but those in the rooms READERS, which only read
results, or whose work is part of the key anyway: the files that intake finds are digested with the
submission, an assignment's Python files and transcripts with its checks. So a module that is added
is part of the key unless its room is named there.
"""

import json
import os
import sqlite3
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, replace
from hashlib import sha256
from pathlib import Path
from typing import IO, Any

from grader import UsageError
from grader.assignment.hooks import Hooks
from grader.records import (
    SHOWN_BYTES,
    Adjustment,
    Check,
    Document,
    ListedSubmission,
    Listing,
    Record,
    Result,
    SubmissionResults,
    from_json,
    to_json,
)


FILE = "results.sqlite3"
# the rooms whose modules change no verdict
READERS = ("assignments", "commands", "diagnose", "export", "intake", "report", "verify")
# the rooms whose modules explain results
EXPLAINERS = ("assignment", "diagnose", "judge")
TABLES = """
    CREATE TABLE IF NOT EXISTS results (key TEXT PRIMARY KEY, record TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS outputs (key TEXT PRIMARY KEY, output BLOB NOT NULL);
    CREATE TABLE IF NOT EXISTS diagnoses (key TEXT PRIMARY KEY, record TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS adjustments
        (who TEXT NOT NULL, points REAL NOT NULL, reason TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS floors (who TEXT PRIMARY KEY, points REAL NOT NULL);
    CREATE TABLE IF NOT EXISTS listing
        (one INTEGER PRIMARY KEY CHECK (one = 1), listing TEXT NOT NULL);
"""
_RESULT = "SELECT record, output FROM results LEFT JOIN outputs USING (key) WHERE key = ?"


# ---- Keys ----


def digest(*values: Any) -> str:
    """The SHA-256, in hexadecimal, of values of JSON's types."""
    return sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()


def check_digests(checks: Iterable[Check], transcripts: Mapping[str, bytes]) -> dict[str, str]:
    """{name: digest} of checks.

    A digest covers the check with its limits, the assignment's code, the transcript, and the check
    that it needs.
    """
    digests: dict[str, str] = {}
    for check in checks:
        transcript = sha256(transcripts[check.name]).hexdigest()
        replaced = {name: sha256(data).hexdigest() for name, data in check.files().items()}
        digests[check.name] = digest(
            asdict(replace(check, hooks=Hooks())) | {"hooks": check.hooks.code},
            replaced,
            transcript,
            digests.get(check.needs),
        )
    return digests


def grader_digest(interpreter: Any, level: str) -> str:
    """The digest of what judges: modules, facts about the interpreter, the sandbox's level."""
    return digest(code_digest(), interpreter, level)


def code_digest() -> str:
    """The digest of the modules that judge."""
    here = Path(__file__).parent
    modules = {path.relative_to(here): path for path in sorted(here.rglob("*.py"))}
    texts = [
        path.read_text(encoding="utf-8")
        for name, path in modules.items()
        if name.parts[0] not in READERS
    ]
    return digest(texts)


def diagnosis_digest(folders: Iterable[Path]) -> str:
    """The digest of what explains results: the rooms EXPLAINERS, and folders of an assignment."""
    here = Path(__file__).parent
    rooms = [here / room for room in EXPLAINERS]
    paths = [path for room in rooms for path in sorted(room.rglob("*.py"))]
    for folder in folders:
        inner = [*folder.glob("*.py"), *folder.glob("*.json"), *folder.glob("reference/*.py")]
        paths.extend(sorted(inner))
    texts = [path.read_text(encoding="utf-8") for path in (here / "records.py", *paths)]
    return digest(texts)


# ---- The file ----


class Store:
    """The results and the last listing in a folder, or without one in a temporary file.

    UsageError if the folder can't be used, or another grader uses it. Threads may share it.
    """

    def __init__(self, folder: Path | str | None = None) -> None:
        self.guard = threading.Lock()
        self.lock = _locked(Path(folder)) if folder else None
        if folder:  # readable to its owner only, as SQLite's other files then are, too
            os.close(os.open(Path(folder, FILE), os.O_CREAT | os.O_RDWR, 0o600))
        try:
            self.database = sqlite3.connect(
                Path(folder, FILE) if folder else "", check_same_thread=False
            )
            self.database.execute("PRAGMA journal_mode = WAL")
            self.database.executescript(TABLES)
        except sqlite3.Error as error:
            raise UsageError(
                f"--out: expected a folder of results, got {str(folder)!r} ({error})"
            ) from None

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_: object) -> None:
        self.database.commit()
        self.database.close()
        if self.lock:
            self.lock.close()

    def find(self, key: str, rerun: int = 0) -> Result | None:
        """The result stored under a key; None if there is none, or if it is to be made again.

        That is so where the fault was ours, and where a failure was run again fewer than `rerun`
        times.
        """
        with self.guard:
            row = self.database.execute(
                "SELECT record FROM results WHERE key = ?", (key,)
            ).fetchone()
        result = _record(Result, row[0]) if row else None
        if not result or result.verdict in ("judge_error", "skipped"):
            return None
        return result if result.passed or result.reruns >= rerun else None

    def keep(self, key: str, result: Result) -> None:
        """Store a result, for good once this returns; of a skipped check, once all is closed."""
        text = json.dumps(to_json(result.shown()))
        output = result.run.stdout if result.run else b""
        with self.guard:
            self.database.execute(
                "INSERT INTO results VALUES (?, ?) ON CONFLICT (key) DO UPDATE "
                "SET record = excluded.record",
                (key, text),
            )
            if len(output) > SHOWN_BYTES:
                self.database.execute("INSERT OR REPLACE INTO outputs VALUES (?, ?)", (key, output))
            else:
                self.database.execute("DELETE FROM outputs WHERE key = ?", (key,))
            # of those there may be thousands at once, and none is looked up
            if result.verdict != "skipped":
                self.database.commit()

    def begin(self, listing: Listing) -> None:
        """Store the listing of what is to be graded."""
        text = json.dumps(to_json(listing))
        with self.guard, self.database:
            self.database.execute("INSERT OR REPLACE INTO listing VALUES (1, ?)", (text,))

    def listing(self) -> Listing:
        """The listing that was begun last; UsageError if there is none that we can read."""
        row = self.database.execute("SELECT listing FROM listing").fetchone()
        if not row:
            raise UsageError("expected a folder of results, got one where nothing was graded")
        return _record(Listing, row[0])

    def begun(self) -> bool:
        """Whether there is a listing."""
        return self.database.execute("SELECT 1 FROM listing").fetchone() is not None

    def results(self, listing: Listing, listed: ListedSubmission) -> tuple[Result, ...]:
        """The stored results of one of a listing's submissions, in the order of its checks."""
        answers = (self.database.execute(_RESULT, (key,)) for key in self._keys(listing, listed))
        return tuple(_with_output(*row) for rows in answers for row in rows)

    @staticmethod
    def _keys(listing: Listing, listed: ListedSubmission) -> list[str]:
        """The keys of the results of one of a listing's submissions."""
        return [
            digest(listing.grader_of(listed), check, listed.digest)
            for check in listing.checks_of(listed).values()
        ]

    def pending(self, listing: Listing, listed: ListedSubmission) -> int:
        """How many checks of one of a listing's submissions have no result yet."""
        count = "SELECT count(*) FROM results WHERE key = ?"
        return sum(
            not self.database.execute(count, (key,)).fetchone()[0]
            for key in self._keys(listing, listed)
        )

    def join(self, folder: Path | str) -> None:
        """Take over the results in another folder, which no grader must be using."""
        self.database.execute("ATTACH ? AS part", (str(Path(folder, FILE)),))
        with self.guard, self.database:
            for table in "results", "outputs", "adjustments", "floors":
                self.database.execute(f"INSERT OR IGNORE INTO {table} SELECT * FROM part.{table}")
        self.database.execute("DETACH part")

    def adjust(self, adjustments: Iterable[tuple[str, Adjustment]]) -> None:
        """Store (name of a submission, adjustment) in the place of all earlier ones."""
        rows = [(who, by_hand.points, by_hand.reason) for who, by_hand in adjustments]
        with self.guard, self.database:
            self.database.execute("DELETE FROM adjustments")
            self.database.executemany("INSERT INTO adjustments VALUES (?, ?, ?)", rows)

    def keep_points(self, points: Mapping[str, float]) -> None:
        """Store {name of a submission: points that it has at least}, beside earlier ones."""
        with self.guard, self.database:
            self.database.executemany("INSERT OR REPLACE INTO floors VALUES (?, ?)", points.items())

    def document(
        self,
        explain: Callable[[SubmissionResults], SubmissionResults] = lambda submission: submission,
        version: str = "",
    ) -> Document:
        """All that is stored of the last listing, as the Document that reports are made from.

        `explain` gets each submission with all that is stored of its outputs; the document has
        little of them. What it adds is stored under its `version`, if that has one.
        """
        listing = self.listing()
        explain = self._remembering(explain, version) if version else explain
        return Document(
            listing.assignment,
            listing.graded_as,
            options=listing.options,
            sandbox=listing.sandbox,
            submissions=tuple(
                _shown(explain(self._submission(listing, listed))) for listed in listing.submissions
            ),
        )

    def _remembering(
        self, explain: Callable[[SubmissionResults], SubmissionResults], version: str
    ) -> Callable[[SubmissionResults], SubmissionResults]:
        """The function `explain`, which is not called for what it explained before."""

        def remembered(submission: SubmissionResults) -> SubmissionResults:
            key = digest(version, to_json(submission))
            row = self.database.execute(
                "SELECT record FROM diagnoses WHERE key = ?", (key,)
            ).fetchone()
            if row:
                return replace(_record(SubmissionResults, row[0]), results=submission.results)
            explained = explain(submission)
            text = json.dumps(to_json(replace(explained, results=())))
            with self.guard, self.database:
                self.database.execute("INSERT OR REPLACE INTO diagnoses VALUES (?, ?)", (key, text))
            return explained

        return remembered

    def _submission(self, listing: Listing, listed: ListedSubmission) -> SubmissionResults:
        """What is stored of one of a listing's submissions."""
        results = self.results(listing, listed)
        pending = len(listing.checks_of(listed)) - len(results)
        who = (listed.submission.submission,)
        adjustments = self.database.execute(
            "SELECT points, reason FROM adjustments WHERE who = ?", who
        )
        floor = self.database.execute("SELECT points FROM floors WHERE who = ?", who).fetchone()
        return replace(
            listed.submission,
            results=results,
            pending=pending,
            adjustments=tuple(Adjustment(*row) for row in adjustments),
            at_least=floor[0] if floor else 0,
        )


def _record(kind: type[Record], text: str) -> Record:
    """The record that was stored as that JSON; UsageError if an earlier version stored it."""
    try:
        return from_json(kind, json.loads(text))
    except (KeyError, TypeError, AttributeError):
        raise UsageError(
            "expected results of this version of the grader, got others: grade again"
        ) from None


def _with_output(text: str, output: bytes | None) -> Result:
    """The result that was stored as that JSON, with the output if that was stored beside it."""
    result = _record(Result, text)
    if output is None or not result.run:
        return result
    return replace(result, run=replace(result.run, stdout=output))


def _shown(submission: SubmissionResults) -> SubmissionResults:
    """The submission, with as much of the outputs as documents hold."""
    return replace(submission, results=tuple(result.shown() for result in submission.results))


def existing(folder: Path | str) -> Store:
    """The Store in a folder that must have one."""
    if not Path(folder, FILE).is_file():
        raise UsageError(f"{folder}: expected a folder of results, got one without {FILE}")
    return Store(folder)


def _locked(folder: Path) -> IO[str]:
    """The open lock file of a folder, made if missing; UsageError if another process holds it."""
    try:
        import fcntl

        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = open(folder / "lock", "w", encoding="ascii")
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
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
