"""How long it takes to merge 100 parts of 1,000 submissions."""

import sqlite3
import tempfile
from dataclasses import replace
from pathlib import Path

from grader.conditions import Conditions
from grader.records.listings import ListedCheck, ListedSubmission, Listing
from grader.records.submissions import SubmissionResults
from grader.serialization import json_text
from grader.store import keys
from grader.store.database import FILE
from grader.store.store import Store
from tests import documents
from tests.benchmark import bar, command, finish, title


PARTS, STUDENTS, CHECKS = 100, 1000, 5
check = documents.ASSIGNMENT.checks[0]
record = documents.record(check)


def write_part(folder, number):
    """Write the results of a part: of each student CHECKS of the same record."""
    students = [f"student{number:03}-{place:04}" for place in range(STUDENTS)]
    listing = Listing(
        "primes",
        "primes, Python 3.11.7",
        "basic",
        "grader",
        Conditions(),
        checks={f"check{place}": ListedCheck(f"digest{place}") for place in range(CHECKS)},
        submissions=tuple(
            ListedSubmission(SubmissionResults(name, name), f"files of {name}") for name in students
        ),
        code="code",
        shard=f"{number}/{PARTS}",
    )
    results = [json_text(replace(record, check=name)) for name in listing.checks]
    with Store(folder) as part:
        part.begin(listing)
    with sqlite3.connect(Path(folder, FILE)) as database:
        database.executemany(
            "INSERT INTO results VALUES (?, ?)",
            (
                (keys.digest("grader", check.digest, listed.digest), text)
                for listed in listing.submissions
                for check, text in zip(listing.checks.values(), results)
            ),
        )
    database.close()


with tempfile.TemporaryDirectory() as place:
    folders = [f"{place}/part{number}" for number in range(1, PARTS + 1)]
    for number, folder in enumerate(folders, 1):
        write_part(folder, number)
    title(f"merge of {PARTS} parts of {STUDENTS} submissions with {CHECKS} checks each")
    seconds, shown, _ = command("-m", "grader", "merge", *folders, "--out", f"{place}/all")
    assert shown.startswith(f"{PARTS * STUDENTS} submissions of {PARTS} parts in "), shown
    bar("all", seconds, "s", at_most=60)
finish()
