"""Damaged folders of results, and what the commands that read them say."""

import io
import json
import os
import shutil
import sqlite3
import sys
from contextlib import closing, redirect_stderr, redirect_stdout, suppress
from dataclasses import replace
from functools import cache
from pathlib import Path

from grader.conditions import Conditions
from grader.entry import main
from grader.grading import pipeline
from grader.grading.explained import explain
from grader.grading.listing import Machine
from grader.grading.listing import listing as listing_of
from grader.ground.errors import UsageError
from grader.intake.intake import Submission
from grader.making import sheets
from grader.records.submissions import Adjustment
from grader.store import database, store
from grader.store.by_hand import ByHand
from tests.documents import ASSIGNMENT, SOLVE, every_verdict
from tests.fuzzing.damage import damaged, with_other_value
from tests.stores import change_listing, change_results


MAY_WRITE = True
CHECKS = [check for check in ASSIGNMENT.checks if check.name in ("import", SOLVE.name)]
MACHINE = Machine(sys.executable, "basic", 1)
# No program runs: each submission is stored as missing, with a complaint.
CLASS = tuple(
    Submission(name, f"{name}.py", digest=name, complaint="There is no program.")
    for name in ("ann", "bob", "eve", "joe", "kim", "liz", "max", "ned", "zoe")
)
ROWS = {"results": "record", "listing": "listing", "outputs": "output", "seals": "seal"}
ROWS |= {"adjustments": "points", "notes": "points", "floors": "points"}


@cache
def whole(folder):
    """(The listing, the sheets of the class) of the whole store that is made in a folder."""
    students = [submission.who for submission in CLASS]
    class_sheets = sheets.sheets(ASSIGNMENT, CHECKS, None, students, 1)
    head = "funny_puzzle", "funny_puzzle"
    listing = listing_of(CLASS, class_sheets, head, MACHINE, Conditions())
    with store.Store(f"{folder}/whole") as results:
        results.begin(listing)
        results.by_hand.replace_all(
            [
                ByHand(Adjustment(1.5, "by hand"), ("ann",)),
                ByHand(Adjustment(1, "x"), ("bob",), "y-0"),
            ]
        )
        results.database.connection.execute("INSERT INTO floors VALUES ('bob', 2)")
        for submission, result in zip(listing.submissions, every_verdict().values()):
            for check in CHECKS:
                own = listing.checks[check.name].digest
                key = store.digest(listing.grader, own, submission.digest)
                run = result.run and replace(result.run, stdout=b"x\n" * 3000)
                results.keep(key, replace(result, check=check.name, run=run))
    return listing, class_sheets


def write(random, folder):
    """Write a whole folder of results and a damaged copy; (that, both, whether to grade)."""
    paths = f"{folder}/whole", f"{folder}/damaged"
    root = os.path.dirname(folder)
    whole(root)
    for path in paths:
        shutil.copytree(f"{root}/whole", path)
    file = Path(paths[1], database.FILE)
    with suppress(sqlite3.Error):
        random.choice([*[_change_rows, _change_sealed] * 2, _change_tables])(random, file)
    if random.random() < 0.15:
        _change_files(random, file)
    return paths[1], random.sample(paths, 2), random.random() < 0.2


def outcome(damaged_folder, both, is_graded_again):
    """How the commands that read folders of results end."""
    said = [f"report ends with {_status('report', '--quiet', damaged_folder)}"]
    said.append(f"compare ends with {_status('compare', *both)}")
    return [*said, f"grading: {_graded_again(damaged_folder)}"] if is_graded_again else said


def _status(*arguments):
    """The exit status of a command, which must say in one line why it does nothing."""
    stderr = io.TextIOWrapper(io.BytesIO())
    with redirect_stdout(io.TextIOWrapper(io.BytesIO())), redirect_stderr(stderr):
        status = main.main([*arguments])
    stderr.seek(0)
    lines = stderr.read().splitlines()
    is_refused = status in (2, 3) and len(lines) == 1 and lines[0].startswith("grader: ")
    assert is_refused or (status, lines) == (0, []), (status, lines)
    return status


def _graded_again(folder):
    """How grading the class into a folder ends: afterwards each check has a result."""
    listing, class_sheets = whole(os.path.dirname(os.path.dirname(folder)))
    try:
        with store.Store(folder) as results:
            results.begin(listing)
            with pipeline.Batch(listing, class_sheets, results, MACHINE) as batch:
                verdicts = [result.verdict for _, result in batch.results(CLASS)]
            document = explain(results, ASSIGNMENT)
    except (UsageError, OSError, sqlite3.Error) as error:  # commands report these in one line
        return type(error).__name__
    assert len(verdicts) == len(CLASS) * len(CHECKS)
    assert not any(submission.pending for submission in document.submissions)
    return "all have results"


# ---- Damage ----


def _change_rows(random, file):
    """Change a few of the values that are stored."""
    with closing(sqlite3.connect(file)) as database, database:
        for _ in range(random.choice([1, 1, 1, 3])):
            table = random.choice(["results", "results", "listing", *ROWS])
            column, change = ROWS[table], random.choice([_other_json, _other_json, _other_text])
            rows = database.execute(
                f"SELECT {column}, rowid FROM {table} ORDER BY rowid"
            ).fetchall()
            value, rowid = random.choice(rows)
            row = change(random, value), rowid
            database.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", row)


def _change_sealed(random, file):
    """Change the JSON of the listing or of all results, and seal it as the store does."""
    change = random.choice([change_listing, change_results])
    change(file.parent, lambda tree: with_other_value(random, tree))


def _other_json(random, text):
    """The JSON with another value somewhere in it, or without one."""
    try:
        tree = json.loads(text)
    except (TypeError, ValueError, RecursionError):
        return _other_text(random, text)
    return json.dumps(with_other_value(random, tree))


def _other_text(random, value):
    """The value with damaged bytes, or of another type, or nested too deeply."""
    data = value if isinstance(value, bytes) else str(value).encode("utf-8", "surrogatepass")
    other = damaged(random, data)
    texts = [other, other.decode("utf-8", "replace"), other.decode("latin-1"), b"", "", 7, 1.5]
    texts += ["[" * 200_000, '{"check":' * 200_000, "9" * 100_000]
    return random.choice(texts)


STATEMENTS = """
DROP TABLE {table}
DELETE FROM {table} WHERE rowid % 3 = 1
ALTER TABLE {table} RENAME TO other
ALTER TABLE {table} RENAME COLUMN {column} TO other
ALTER TABLE {table} ADD COLUMN other
DROP TABLE {table}; CREATE VIEW {table} AS SELECT 1
DROP TABLE {table}; CREATE TABLE {table} (key, {column})
UPDATE {table} SET {column} = zeroblob(3000000)
PRAGMA journal_mode = DELETE; PRAGMA user_version = 99
""".strip().split("\n")


def _change_tables(random, file):
    table, statement = random.choice([*ROWS]), random.choice(STATEMENTS)
    with closing(sqlite3.connect(file)) as database, database:
        database.executescript(statement.format(table=table, column=ROWS[table]))


BESIDE = """
results.sqlite3-wal results.sqlite3-journal results.sqlite3-shm lock html feedback results.json
""".split()


def _change_files(random, file):
    """Change the file of a store, or put one beside it, or something in the place of either."""
    path = file.with_name(random.choice([file.name] * 7 + BESIDE))
    data = path.read_bytes() if path.is_file() else b""
    other = [b"", b"x", b"SQLite format 3\0", bytes(5000), random.randbytes(32)]
    if random.random() < 0.8:
        path.write_bytes(random.choice([damaged(random, data)] * 5 + other))
    else:
        path.unlink(missing_ok=True)
        random.choice([Path.mkdir, lambda path: path.symlink_to("gone"), Path.touch])(path)
