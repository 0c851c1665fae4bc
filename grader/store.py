"""Results that last: one SQLite file in a folder, keyed by content, so that no run is repeated or lost.

A result's key is made of all that it depends on: the submission, the check with its limits, the expected
transcript, and the grader (its judging modules, the interpreter, the sandbox's level). What stays the same is
looked up, what changed is run again. Each result is committed as it comes. A lock, held as long as the process
lives, keeps two graders from one folder.
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
from grader.records import (
    SHOWN_BYTES,
    Check,
    Document,
    Result,
    SubmissionResults,
    from_json,
    to_json,
)


Listing = dict[str, Any]  # what is graded, and how: JSON's types
Listed = dict[str, Any]  # one submission of a listing
FILE = "results.sqlite3"
# what can change a verdict
JUDGING = (
    "sandbox/*.py",
    "judge/*.py",
    "assignment/hooks.py",
    "grading.py",
    "records.py",
)
TABLES = """
    CREATE TABLE IF NOT EXISTS results (key TEXT PRIMARY KEY, record TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS outputs (key TEXT PRIMARY KEY, output BLOB NOT NULL);
    CREATE TABLE IF NOT EXISTS listing (one INTEGER PRIMARY KEY CHECK (one = 1), listing TEXT NOT NULL);
"""
_RESULT = "SELECT record, output FROM results LEFT JOIN outputs USING (key) WHERE key = ?"


# ---- Keys ----


def digest(*values: Any) -> str:
    """The SHA-256, in hexadecimal, of values of JSON's types."""
    return sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()


def check_digests(checks: Iterable[Check], transcripts: Mapping[str, bytes]) -> dict[str, str]:
    """{name: the digest of a check, its limits, its assignment's code, its transcript, and the check it needs}."""
    digests: dict[str, str] = {}
    for check in checks:
        transcript = sha256(transcripts[check.name]).hexdigest()
        replaced = {name: sha256(data).hexdigest() for name, data in check.files().items()}
        digests[check.name] = digest(
            asdict(replace(check, hooks=None)),
            check.hooks.code,
            replaced,
            transcript,
            digests.get(check.needs),
        )
    return digests


def grader_digest(interpreter: Any, level: str) -> str:
    """The digest of what judges: our modules, the facts about the interpreter, the sandbox's level."""
    here = Path(__file__).parent
    modules = sorted(path for pattern in JUDGING for path in here.glob(pattern))
    return digest([path.read_text(encoding="utf-8") for path in modules], interpreter, level)


# ---- The file ----


class Store:
    """The results and the last listing in a folder; without a folder, in a temporary file that goes with it.

    UsageError if the folder can't be used, or another grader is at work in it. Threads may share it.
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
        """The result kept under a key, unless it is to be run again: a fault of ours, a failure rerun too little."""
        with self.guard:
            row = self.database.execute(
                "SELECT record FROM results WHERE key = ?", (key,)
            ).fetchone()
        record = row and from_json(Result, json.loads(row[0]))
        if not record or record.verdict in ("judge_error", "skipped"):
            return None
        return record if record.verdict == "accepted" or record.reruns >= rerun else None

    def keep(self, key: str, result: Result) -> None:
        """Keep a result under a key, for good once this returns; of a skipped check, once all is closed."""
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
        """Keep the listing of what is to be graded: JSON's types, as `Listing` has them."""
        with self.guard, self.database:
            self.database.execute(
                "INSERT OR REPLACE INTO listing VALUES (1, ?)", (json.dumps(listing),)
            )

    def listing(self) -> Listing:
        """The listing that was begun last."""
        row = self.database.execute("SELECT listing FROM listing").fetchone()
        if not row:
            raise UsageError("expected a folder of results, got one where nothing was graded")
        return json.loads(row[0])

    def begun(self) -> bool:
        """Whether there is a listing."""
        return self.database.execute("SELECT 1 FROM listing").fetchone() is not None

    def results(self, listing: Listing, listed: Listed) -> tuple[Result, ...]:
        """The results kept of one of a listing's submissions, in the order of its checks."""
        keys = [
            digest(listing["grader"], check, listed["digest"])
            for check in checks_of(listing, listed).values()
        ]
        found = (self.database.execute(_RESULT, (key,)) for key in keys)
        return tuple(_with_output(*row) for rows in found for row in rows)

    def document(
        self, explain: Callable[[SubmissionResults], SubmissionResults] = lambda each: each
    ) -> Document:
        """All that is kept of the last listing, as the Document that reports are made from.

        `explain` sees each submission with as much of the outputs as is kept; the document has little of them.
        """
        listing = self.listing()
        assignment, graded_as = listing["head"]
        return Document(
            assignment,
            graded_as,
            options=tuple(listing["options"]),
            sandbox=listing["sandbox"],
            submissions=tuple(
                _shown(explain(self.submission(listing, listed)))
                for listed in listing["submissions"]
            ),
        )

    def submission(self, listing: Listing, listed: Listed) -> SubmissionResults:
        """What is kept of one of a listing's submissions."""
        submission = SubmissionResults(
            submission=listed["who"],
            path=listed["path"],
            people=tuple(listed.get("people", ())),
            flags=tuple(listed["flags"]),
            private_flags=tuple(listed.get("private_flags", ())),
            is_empty=listed.get("is_empty", False),
            results=self.results(listing, listed),
        )
        return _unfinished(submission, len(checks_of(listing, listed)))


def checks_of(listing: Listing, listed: Listed) -> dict[str, str]:
    """{name of the check: its digest} of one of a listing's submissions."""
    return listed.get("checks") or listing["checks"]


def _unfinished(submission: SubmissionResults, checks: int) -> SubmissionResults:
    """The submission, flagged if not all of its checks have a result yet."""
    done = len(submission.results)
    if done == checks:
        return submission
    flag = f"Only {done} of its {checks} checks have a result yet."
    return replace(submission, flags=(*submission.flags, flag))


def _with_output(record: str, output: bytes | None) -> Result:
    """The result of which the JSON is kept, and the output, if it is longer than what the JSON has of it."""
    try:
        result = from_json(Result, json.loads(record))
    except (KeyError, TypeError, AttributeError):
        raise UsageError(
            "expected results of this version of the grader, got others: grade again"
        ) from None
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
