"""Results that last: one SQLite file in a folder, keyed by content, so that no run is repeated.

A check of a program has the same key as long as nothing that its result depends on changes, and
then the stored result is taken. Each result of a run is committed as soon as it is known. A lock,
held until the Store is closed, refuses the folder to a second grader.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from grader.ground.errors import UsageError
from grader.records.checks import Asked
from grader.records.listings import ListedSubmission, Listing
from grader.records.results import SHOWN_BYTES, Result
from grader.records.submissions import Document, SubmissionResults
from grader.serialization import json_text
from grader.store import by_hand, explanations
from grader.store.database import FILE, Database, record
from grader.store.explanations import Explain
from grader.store.keys import digest


TABLES = """
    CREATE TABLE IF NOT EXISTS results (key TEXT PRIMARY KEY, record TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS outputs (key TEXT PRIMARY KEY, output BLOB NOT NULL);
    CREATE TABLE IF NOT EXISTS floors (who TEXT PRIMARY KEY, points REAL NOT NULL);
    CREATE TABLE IF NOT EXISTS listing
        (one INTEGER PRIMARY KEY CHECK (one = 1), listing TEXT NOT NULL);
"""
JOINED = "results", "outputs", "examples", "adjustments", "notes", "versions", "floors"
# Texts are read as bytes, as somebody may have changed them to any type.
_RESULT = """
    SELECT CAST(record AS BLOB), CAST(output AS BLOB)
    FROM results LEFT JOIN outputs USING (key) WHERE key = ?
"""


class Unexplained(Exception):
    """A submission can't be explained; the message is a sentence that says why.

    `is_provisional` says whether an explanation may change its points.
    """

    def __init__(self, sentence: str, is_provisional: bool) -> None:
        super().__init__(sentence)
        self.is_provisional = is_provisional


class Store:
    """The results and the last listing in a folder, or in a temporary file if there is no folder.

    UsageError if the folder can't be used, or another grader uses it. Threads may share a Store.
    """

    def __init__(self, folder: Path | str | None = None) -> None:
        tables = TABLES + explanations.TABLES + by_hand.TABLES
        self.database = Database(folder, tables)
        self.by_hand = by_hand.AdjustmentTables(self.database)
        self.explanations = explanations.Explanations(self.database)

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_: object) -> None:
        self.database.close()

    def find(self, key: str, asked: Asked, rerun: int = 0) -> Result | None:
        """The result stored under the key of a check that asks for this; None if there is none, or
        if the check must be run again.

        It must be if it was skipped or cut early, if the grader was at fault, or if it failed and
        was run again fewer than `rerun` times.
        """
        with self.database.guard:
            rows = self.database.rows(_RESULT, key)
        if not rows:
            return None
        result = _result(asked, *rows[0])
        if not result.is_judged or result.is_cut_early:
            return None
        if result.passed or result.reruns >= rerun:
            return result
        return None

    def keep(self, key: str, result: Result) -> None:
        """Store a result, on disk when this returns; that of a skipped check with the next commit,
        or when the Store is closed.
        """
        text = json_text(result.shown())
        output = result.printed
        connection = self.database.connection
        with self.database.guard:
            connection.execute(
                "INSERT INTO results VALUES (?, ?) ON CONFLICT (key) DO UPDATE "
                "SET record = excluded.record",
                (key, text),
            )
            if len(output) > SHOWN_BYTES:
                connection.execute("INSERT OR REPLACE INTO outputs VALUES (?, ?)", (key, output))
            else:
                connection.execute("DELETE FROM outputs WHERE key = ?", (key,))
            # there may be thousands of these at once, and none is looked up
            if result.verdict != "skipped":
                connection.commit()

    def begin(self, listing: Listing) -> None:
        """Store the listing of a grading that begins."""
        row = (json_text(listing),)
        with self.database as connection:
            connection.execute("INSERT OR REPLACE INTO listing VALUES (1, ?)", row)

    def listing(self) -> Listing:
        """The listing that was stored last; UsageError if there is none."""
        rows = self.database.rows("SELECT CAST(listing AS BLOB) FROM listing")
        if not rows:
            raise UsageError("expected a folder of results, got one where nothing was graded")
        return record(Listing, *rows[0])

    def results(self, listing: Listing, listed: ListedSubmission) -> tuple[Result, ...]:
        """The stored results of a submission of the listing, in the order of its checks."""
        results = []
        checks = listing.checks_of(listed)
        for name, key in self._keys(listing, listed).items():
            for row in self.database.rows(_RESULT, key):
                results.append(_result(checks[name].asked, *row))
        return tuple(results)

    @staticmethod
    def _keys(listing: Listing, listed: ListedSubmission) -> dict[str, str]:
        """{check: key of its result} of a submission of the listing."""
        return {
            name: digest(listing.grader_of(listed), check.digest, listed.digest)
            for name, check in listing.checks_of(listed).items()
        }

    def pending(self, listing: Listing, listed: ListedSubmission) -> int:
        """How many checks of a submission of the listing have no result yet."""
        keys = self._keys(listing, listed).values()
        return sum(
            not self.database.rows("SELECT 1 FROM results WHERE key = ?", key) for key in keys
        )

    def join(self, folder: Path | str) -> None:
        """Copy the results of another folder, which no grader may be using, into this store."""
        self.database.connection.execute("ATTACH ? AS part", (str(Path(folder, FILE)),))
        with self.database as connection:
            for table in JOINED:
                connection.execute(f"INSERT OR IGNORE INTO {table} SELECT * FROM part.{table}")
        self.database.connection.execute("DETACH part")

    def keep_points(self, points: Mapping[str, float]) -> None:
        """Store {name of a submission: the fewest points that it can have before those by hand are
        added}, in addition to earlier ones.
        """
        with self.database as connection:
            connection.executemany("INSERT OR REPLACE INTO floors VALUES (?, ?)", points.items())

    def document(
        self,
        explain: Explain = lambda submission: submission,
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
            python_version=listing.python_version,
            submissions=tuple(self.explained(listing, explain, version)),
        )

    def explained(
        self, listing: Listing, explain: Explain, version: str
    ) -> Iterator[SubmissionResults]:
        """Yield the submissions of a listing one after another, as they are in `document`."""
        for listed in listing.submissions:
            given = self._submission(listing, listed)
            try:
                submission = self._explained(given, explain, version)
            except Unexplained as reason:
                flags = given.private_flags + (str(reason),)
                submission = replace(
                    given, private_flags=flags, is_provisional=reason.is_provisional
                )
            yield _shown(submission)

    def _explained(
        self,
        given: SubmissionResults,
        explain: Explain,
        version: str,
    ) -> SubmissionResults:
        """The submission with its explanation, and with the examples if there is a version."""
        if not version:
            return explain(given)
        explained = _shown(self.explanations.explained(given, version, explain))
        return self.explanations.with_examples(explained, version)

    def _submission(self, listing: Listing, listed: ListedSubmission) -> SubmissionResults:
        """The stored results of a submission of the listing."""
        results = self.results(listing, listed)
        pending = len(listing.checks_of(listed)) - len(results)
        who = listed.submission.submission
        floors = self.database.rows("SELECT points, '' FROM floors WHERE who = ?", who)
        return replace(
            listed.submission,
            results=results,
            pending=pending,
            adjustments=self.by_hand.of_submission(who),
            is_adjusted_before=self.by_hand.are_for_another(who, listed.digest),
            at_least=max((by_hand.adjustment(*row).points for row in floors), default=0),
        )


def _result(asked: Asked, text: bytes, output: bytes | None) -> Result:
    """The result in a stored JSON text, with what its check asks for, and its output if that is
    stored.
    """
    result = replace(record(Result, text), asked=asked)
    if output is None or not result.run:
        return result
    return replace(result, run=replace(result.run, stdout=output))


def _shown(submission: SubmissionResults) -> SubmissionResults:
    """The submission with its outputs shortened to the length for a Document."""
    return replace(submission, results=tuple(result.shown() for result in submission.results))


def existing(folder: Path | str) -> Store:
    """The Store in a folder; UsageError if the folder has none."""
    if not Path(folder).exists():
        raise UsageError(f"expected a folder of results, got {str(folder)!r}, which is not there")
    if not Path(folder, FILE).is_file():
        raise UsageError(f"{folder}: expected a folder of results, got one without {FILE}")
    return Store(folder)
