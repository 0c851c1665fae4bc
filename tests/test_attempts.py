"""What `doctor` tries: `grader/docs/sandbox.md` has its table, and hostile programs refer to it."""

import os
import re
from itertools import chain

import pytest

from grader.sandbox import attempts
from grader.sandbox.linux import landlock_version
from tests import hostile_class


DEEDS = [attempt.deed for attempt in attempts.ATTEMPTS]


def test_the_page_of_the_sandbox_says_what_the_doctor_tries():
    assert len(set(DEEDS)) == len(DEEDS) and attempts.OTHERWISE.keys() <= set(DEEDS)
    table, never = hostile_class.promises()
    assert [deed for deed in DEEDS if deed in table] == list(table)
    assert [deed for deed in DEEDS if deed not in table] == never


def test_the_page_says_of_every_mark_in_the_table_on_what_it_depends():
    table, _ = hostile_class.promises()
    words = set(chain.from_iterable(columns.values() for columns in table.values()))
    marks = re.findall("^- ([¹²³⁴⁵⁶]) [A-Z]", hostile_class.PAGE, re.MULTILINE)
    assert words == {"yes", "no", *(f"no{mark}" for mark in marks)}


def test_what_holds_a_hostile_program_is_tried_by_the_doctor():
    assert set(hostile_class.HELD.values()) <= set(DEEDS)


# Changes what it can of a folder and of a file in it, then copies a file into it.
CHANGING = """
import os, shutil
for path in ("@results@", "@results@/grades"):
    os.chmod(path, 0)
    os.utime(path, (1, 1))
    os.chown(path, os.getuid(), os.getgid())
open("one", "w").write("two")
shutil.copy("one", "copy"), shutil.copy2("one", "other"), shutil.copymode("one", "copy")
print(open("copy").read() + open("other").read())
"""
RUN = """
from grader.records.checks import Check, Limits
from grader.sandbox.sandbox import Sandbox
check = Check("import", "program", Limits(cpu_s=5, wall_s=15, memory_mib=512, output_kib=64))
with Sandbox("landlock", sys.executable) as box:
    run = box.run(check, {"program.py": sys.argv[1].encode()})
print(run.stdout.decode(), run.stderr.decode(), end="")
"""


@pytest.mark.skipif(landlock_version() < 1, reason="this kernel has no Landlock")
def test_without_namespaces_the_instructors_files_keep_their_permissions_and_copying_works(place):
    user = hostile_class.ORDINARY if os.getuid() == 0 else os.getuid()
    mode = hostile_class.Mode("landlock", user, True)
    hostile_class.lay_out(place, user)
    results = place / "results"
    results.mkdir()
    (results / "grades").write_text("100")
    for path in (results, results / "grades"):
        os.chown(path, user, -1)
    before = hostile_class.listing(place / "results"), results.stat()
    ran = hostile_class.run(place, mode, CHANGING.replace("@results@", str(results)), program=RUN)
    assert (ran.stdout.split(), ran.stderr) == (["twotwo"], ""), ran.stderr
    assert (hostile_class.listing(place / "results"), results.stat()) == before
