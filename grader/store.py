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
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path

from grader import UsageError, report


FILE = "results.sqlite3"
# what can change a verdict
JUDGING = ("sandbox/*.py", "judge/*.py", "grading.py", "workers.py", "report/records.py")
TABLES = """
    CREATE TABLE IF NOT EXISTS results (key TEXT PRIMARY KEY, record TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS listing (one INTEGER PRIMARY KEY CHECK (one = 1), listing TEXT NOT NULL);
"""


# ---- Keys ----


def digest(*values):
    """The SHA-256, in hexadecimal, of values of JSON's types."""
    return sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()


def check_digests(checks, transcripts):
    """{name: the digest of a check, its limits, driver, expected transcript, and the check that it needs}."""
    digests = {}
    for check in checks:
        transcript = sha256(transcripts[check.name]).hexdigest()
        replaced = {name: sha256(data).hexdigest() for name, data in check.files().items()}
        digests[check.name] = digest(
            asdict(check), check.source(), replaced, transcript, digests.get(check.needs)
        )
    return digests


def grader_digest(interpreter, level):
    """The digest of what judges: our modules, the facts about the interpreter, the sandbox's level."""
    here = Path(__file__).parent
    modules = sorted(path for pattern in JUDGING for path in here.glob(pattern))
    return digest([path.read_text(encoding="utf-8") for path in modules], interpreter, level)


# ---- The file ----


class Store:
    """The results and the last listing in a folder; without a folder, in a temporary file that goes with it.

    UsageError if the folder can't be used, or another grader is at work in it. Threads may share it.
    """

    def __init__(self, folder=None):
        self.guard = threading.Lock()
        self.lock = folder and locked(Path(folder))
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

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.database.commit()
        self.database.close()
        if self.lock:
            self.lock.close()

    def find(self, key, rerun=0):
        """The record kept under a key, unless it is to be run again: a fault of ours, a failure rerun too little."""
        with self.guard:
            row = self.database.execute(
                "SELECT record FROM results WHERE key = ?", (key,)
            ).fetchone()
        record = row and json.loads(row[0])
        if not record or record["verdict"] in ("judge_error", "skipped"):
            return None
        return record if record["verdict"] == "accepted" or record["reruns"] >= rerun else None

    def keep(self, key, record):
        """Keep a record under a key, for good once this returns; one of a skipped check until all is closed."""
        with self.guard:
            self.database.execute(
                "INSERT INTO results VALUES (?, ?) ON CONFLICT (key) DO UPDATE "
                "SET record = excluded.record",
                (key, json.dumps(record)),
            )
            # of those there may be thousands at once, and none is looked up
            if record["verdict"] != "skipped":
                self.database.commit()

    def begin(self, listing):
        """Keep the listing of what is to be graded: JSON's types, as `Listing` has them."""
        with self.guard, self.database:
            self.database.execute(
                "INSERT OR REPLACE INTO listing VALUES (1, ?)", (json.dumps(listing),)
            )

    def listing(self):
        """The listing that was begun last."""
        row = self.database.execute("SELECT listing FROM listing").fetchone()
        if not row:
            raise UsageError("expected a folder of results, got one where nothing was graded")
        return json.loads(row[0])

    def begun(self):
        """Whether there is a listing."""
        return self.database.execute("SELECT 1 FROM listing").fetchone() is not None

    def records(self, listing, each):
        """The records kept of one of a listing's submissions, in the order of its checks."""
        keys = [
            digest(listing["grader"], check, each["digest"])
            for check in checks_of(listing, each).values()
        ]
        found = (
            self.database.execute("SELECT record FROM results WHERE key = ?", (key,))
            for key in keys
        )
        return [json.loads(row[0]) for rows in found for row in rows]

    def document(self):
        """All that is kept of the last listing, as the document that reports are made from."""
        listing = self.listing()
        return report.document(
            *listing["head"],
            submissions=[
                unfinished(
                    report.submission(
                        each["path"],
                        self.records(listing, each),
                        each["who"],
                        each["flags"],
                        people=each.get("people", ()),
                        private_flags=each.get("private_flags", ()),
                    ),
                    len(checks_of(listing, each)),
                )
                for each in listing["submissions"]
            ],
            options=listing["options"],
            sandbox=listing["sandbox"],
        )


def checks_of(listing, each):
    """{name of the check: its digest} of one of a listing's submissions."""
    return each.get("checks") or listing["checks"]


def unfinished(submission, checks):
    """The submission, flagged if not all of its checks have a result yet."""
    done = len(submission["results"])
    flags = [f"Only {done} of its {checks} checks have a result yet."] if done < checks else []
    return {**submission, "flags": submission["flags"] + flags}


def existing(folder):
    """The Store in a folder that must have one."""
    if not Path(folder, FILE).is_file():
        raise UsageError(f"{folder}: expected a folder of results, got one without {FILE}")
    return Store(folder)


def locked(folder):
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
