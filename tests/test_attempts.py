"""What `doctor` tries: `grader/docs/sandbox.md` has its table, and hostile programs refer to it."""

import re

import pytest

from grader.sandbox import attempts
from tests import hostile_class
from tests.golden import ROOT


pytestmark = pytest.mark.once

PAGE = (ROOT / "grader/docs/sandbox.md").read_text(encoding="utf-8")
DEEDS = [attempt.deed for attempt in attempts.ATTEMPTS]


def test_the_table_of_the_sandbox_is_made_from_what_the_doctor_tries():
    assert f"\n\n{attempts.table()}\n" in PAGE
    assert f"\n\n{attempts.impossible()}\n" in PAGE


def test_the_page_says_of_every_mark_in_the_table_on_what_it_depends():
    marks = set(re.findall(r"no([^ |]+)", attempts.table()))
    assert marks == set(attempts.NOTES)
    assert all(f"\n- {mark} {note}\n" in PAGE for mark, note in attempts.NOTES.items())


def test_every_attempt_has_a_name_and_a_promise_for_each_column():
    assert len(set(DEEDS)) == len(DEEDS)
    for attempt in attempts.ATTEMPTS:
        words = attempt.promises.split()
        assert len(words) == len(attempts.COLUMNS)
        assert all(re.fullmatch("yes|no[¹²³⁴⁵]?", word) for word in words)


def test_what_holds_a_hostile_program_is_tried_by_the_doctor():
    assert set(hostile_class.HELD.values()) <= set(DEEDS)
