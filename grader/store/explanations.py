"""The tables of a store with what explains results: causes, and examples that show them."""

from collections.abc import Callable
from dataclasses import replace

from grader.records.checks import Asked
from grader.records.facts import Fact
from grader.records.submissions import Example, SubmissionResults
from grader.serialization import json_text
from grader.store.database import Database, record
from grader.store.keys import digest


TABLES = """
    CREATE TABLE IF NOT EXISTS diagnoses (key TEXT PRIMARY KEY, record TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS examples (key TEXT PRIMARY KEY, record TEXT NOT NULL);
"""
# A function that adds its explanation to a submission.
Explain = Callable[[SubmissionResults], SubmissionResults]


class Explanations:
    """The explanations and examples in a database, each under the version of what made it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def explained(
        self,
        given: SubmissionResults,
        version: str,
        explain: Explain,
    ) -> SubmissionResults:
        """The submission with its explanation: the stored one, or that which `explain` makes."""
        key = digest(version, *_said(given))
        if stored := self._find("diagnoses", key):
            return replace(
                stored,
                results=given.results,
                adjustments=given.adjustments,
                is_adjusted_before=given.is_adjusted_before,
                at_least=given.at_least,
            )
        explained = explain(given)
        if not explained.cut_short:  # otherwise a later reading may have more time for it
            self._keep("diagnoses", key, replace(explained, results=()))
        return explained

    def lacks_examples(self, explained: SubmissionResults, version: str) -> bool:
        """Whether examples for an explained submission were not looked for, or not to the end."""
        stored = self._find("examples", _key(explained, version))
        return not stored or bool(stored.cut_short)

    def with_examples(self, explained: SubmissionResults, version: str) -> SubmissionResults:
        """The explained submission with the examples that were found for it."""
        stored = self._find("examples", _key(explained, version))
        if not stored:
            return explained
        cut_short = explained.cut_short + stored.cut_short
        asked = {result.check: result.asked for result in explained.results}
        examples = tuple(
            replace(example, result=replace(example.result, asked=asked[example.check]))
            for example in stored.examples
        )
        return replace(explained, examples=examples, cut_short=cut_short)

    def keep_examples(
        self,
        explained: SubmissionResults,
        version: str,
        examples: tuple[Example, ...],
        cut_short: tuple[Fact, ...] = (),
    ) -> None:
        """Store the examples for an explained submission, and what ended their search early."""
        record = SubmissionResults("", "", examples=examples, cut_short=cut_short)
        self._keep("examples", _key(explained, version), record)

    def _find(self, table: str, key: str) -> SubmissionResults | None:
        """The record that is kept under a key in one of the tables; None if there is none."""
        for row in self._database.rows(f"SELECT record FROM {table} WHERE key = ?", key):
            return record(SubmissionResults, *row)
        return None

    def _keep(self, table: str, key: str, value: SubmissionResults) -> None:
        """Keep a record in one of the tables, in place of an earlier one."""
        row = key, json_text(value)
        with self._database as connection:
            connection.execute(f"INSERT OR REPLACE INTO {table} VALUES (?, ?)", row)


def _key(explained: SubmissionResults, version: str) -> str:
    """The digest of all that the examples of a submission depend on: its results and its causes."""
    explained = replace(explained, examples=(), cut_short=())
    return digest("examples", version, *_said(explained))


def _said(submission: SubmissionResults) -> tuple[SubmissionResults, list[Asked]]:
    """What is known of a submission, with what its checks ask for, but without adjustments by hand,
    which have no part in explaining it.
    """
    asked = [result.asked for result in submission.results]
    said = replace(submission, adjustments=(), is_adjusted_before=False, at_least=0)
    return said, asked
