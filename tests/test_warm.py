"""The warm way to run programs: nobody can tell it from the cold one but by what it costs."""

import dataclasses
import os
import re
import signal
import sys
from contextlib import contextmanager

import pytest

from grader.records.checks import Check, Limits
from grader.sandbox import interpreter, jobs, sandbox
from grader.sandbox.setup import framed
from tests import waiting
from tests.levels import EVERY, OPEN
from tests.programs import texts_in
from tests.sample import one_in, slow
from tests.waiting import children


LEVELS = [level for level in EVERY if level != "bubblewrap"]
# the strongest that may hold, and the weakest
OUTER = ["landlock" if os.getuid() else "user", "basic"]
at_outer_levels = pytest.mark.parametrize("level", OUTER)
LIMITS = Limits(cpu_s=5, wall_s=30, memory_mib=256, output_kib=256)
IMPORT = Check("import", "program", LIMITS)
PROGRAMS = texts_in("warm.txt")
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="programs go cold elsewhere")


def run(box, text, check=IMPORT, **files):
    """The Run of a program, and modules beside it."""
    others = {f"{name}.py": own.encode() for name, own in files.items()}
    return box.run(check, {"program.py": text.encode(), **others})


def warm_of(box):
    """The number of the warm interpreter of a sandbox that runs nothing."""
    (number,) = children(box.process.pid)
    return number


@contextmanager
def begun(level, is_cold=False):
    """A sandbox in which a program has run, so that the next one is not its first."""
    with sandbox.Sandbox(level, OPEN, is_cold) as box:
        run(box, "")
        yield box


def least(text, is_cold=False):
    """The CPU seconds of the quickest of ten runs of a program."""
    with begun("basic", is_cold) as box:
        return min(run(box, text).cpu_s for _ in range(10))


def both_ways(level, *texts, check=IMPORT, **files):
    """The Runs of each program, a cold and a warm one; no program is the first of its sandbox."""
    ways = []
    for is_cold in True, False:
        with begun(level, is_cold) as box:
            assert len(children(box.process.pid)) == (not is_cold)
            ways.append([run(box, text, check, **files) for text in texts])
    return list(zip(*ways))


# Python 3.11 can't tell the line in all places.
PLACE = rb'\n\x1egrader {"file": "[^"]*"(, "line": \d+)?}\n'


def outcome(run):
    """What a Run says, without what it cost: addresses, and the places it was at meanwhile."""
    texts = [re.sub(rb"0x[0-9a-f]+", b"0x", text) for text in (run.stdout, run.stderr)]
    return run.exit_status, run.ended, texts[0], re.sub(PLACE, b"", texts[1])


# ---- What a program finds ----

DAEMON = "threading.Thread(target=time.sleep, args=(60,), daemon=True).start()"
LAST = [
    "",
    DAEMON,
    "sys.exit(7)",
    "sys.exit('text')",
    "os._exit(3)",
    "raise KeyError(1)",
    "os.abort()",
]


@pytest.mark.parametrize("level", LEVELS)
def test_a_program_finds_the_same_surroundings_as_in_a_fresh_interpreter(level):
    ((cold, warm),) = both_ways(level, PROGRAMS["surroundings"])
    assert b"recursion" in cold.stdout and cold.exit_status == 0, cold
    assert outcome(warm) == outcome(cold)


@pytest.mark.parametrize("level", OUTER[:1])
def test_a_program_ends_as_in_a_fresh_interpreter(level):
    programs = [PROGRAMS["end"] + last for last in LAST]
    for last, (cold, warm) in zip(LAST, both_ways(level, *programs)):
        is_ended_well = last not in ("os._exit(3)", "os.abort()")
        assert all((text in cold.stdout) == is_ended_well for text in (b"end of", b"atexit")), cold
        assert outcome(warm) == outcome(cold), last


QUIET_ENDS = {"nothing": ""} | texts_in("ends.txt")


def test_no_output_is_lost_where_an_interpreter_need_not_be_taken_apart(monkeypatch):
    with begun("basic") as box:
        quick = [outcome(run(box, text)) for text in QUIET_ENDS.values()]
    monkeypatch.setattr(jobs, "_does_something_last", lambda text: True)
    whole = both_ways("basic", *QUIET_ENDS.values())
    for name, one, (cold, warm) in zip(QUIET_ENDS, quick, whole):
        assert one == outcome(cold) == outcome(warm), name


def test_a_plain_program_ends_without_its_interpreter_being_taken_apart(monkeypatch):
    quick = least("x = 1")
    monkeypatch.setattr(jobs, "_does_something_last", lambda text: True)
    assert quick < least("x = 1")


PACKAGES = (
    "import collections, importlib, sys\nprint(*(name for name in sys.modules if '.' in name))"
)
USES = [
    "import collections\ncollections.abc.Set",
    "import importlib as i\nprint(i.machinery)",
    "import importlib as i\nprint(i.util)",
    "raise KeyError(1)",
    "import inspect\ninspect.stack()",
]


def test_few_packages_have_a_submodule_that_their_import_does_not_bring():
    ((cold, warm),) = both_ways("basic", PACKAGES)
    loaded = set(warm.stdout.split()) - set(cold.stdout.split())
    known = {b"collections.abc", b"importlib.machinery", b"importlib.util"}
    for name in map(bytes.decode, loaded - known):
        package, _, own = name.rpartition(".")
        if own.startswith("_"):  # nobody's but the library's
            continue
        with sandbox.Sandbox("basic", OPEN, True) as box:
            brings = run(box, f"import {package}, sys\nprint(*sys.modules)").stdout.split()
        assert name.encode() in brings


def test_a_program_with_less_imported_than_it_uses_ends_as_in_a_fresh_interpreter():
    for text, (cold, warm) in zip(USES, both_ways("basic", *USES)):
        assert outcome(warm) == outcome(cold), text


@pytest.mark.parametrize("level", OUTER[:1])
def test_random_numbers_differ_from_run_to_run(level):
    with sandbox.Sandbox(level, OPEN) as box:
        texts = {run(box, "import random\nprint(random.random())").stdout for _ in range(4)}
    assert len(texts) == 4


CHANGES = """
import heapq
IMPORTS_ITSELF = True
def call(calls):
    heapq.heappush = "changed"
    import queue
    print(queue.heappush)
"""


def test_a_module_takes_from_others_what_a_driver_has_changed_there():
    check = Check("import", "program", LIMITS, "call", ([("a", 1)],), driver=CHANGES)
    for found in both_ways("basic", "", check=check)[0]:
        assert b"changed" in found.stdout, found


SHADOWS = {"queue": "queue", "random": "random", "heapq/__init__": "heapq", "lib/heapq": "heapq"}


@pytest.mark.parametrize("file, name", SHADOWS.items())
def test_a_file_of_the_submission_wins_over_a_module_that_is_loaded_already(file, name):
    text = f"import sys\nsys.path.insert(0, 'lib')\nimport {name}\nprint({name}.own)"
    for found in both_ways("basic", text, **{file: "own = 'its own'"})[0]:
        assert found.stdout == b"its own\n", found


# ---- Memory ----

FILL = """
held = []
try:
    while True:
        held.append(bytearray(1 << 20))
except MemoryError:
    print(len(held))
"""
HOLD = "held = bytearray(%d << 20)\nprint(len(held))"


@at_outer_levels
def test_what_fits_into_memory_cold_fits_warm_and_hardly_more(level):
    ((cold, warm),) = both_ways(level, FILL)
    most = int(cold.stdout)
    assert LIMITS.memory_mib - 64 <= most <= int(warm.stdout) < most + 5


@at_outer_levels
def test_the_memory_that_is_told_is_that_of_a_fresh_interpreter(level):
    ((cold, warm),) = both_ways(level, HOLD % 100)
    assert 100 < warm.memory_mib < 130 and abs(warm.memory_mib - cold.memory_mib) < 8


# ---- Nothing passes from one run to the next ----


def test_the_shortest_run_is_told_to_take_about_as_long_as_in_a_fresh_interpreter():
    cold, warm = least("", is_cold=True), least("")
    assert cold / 2 < warm < 2 * cold


@pytest.mark.skipif(os.getuid() != 0, reason="nobody else can read its memory")
def test_the_warm_interpreter_holds_nothing_of_a_submission():
    check = Check("import", "program", LIMITS, "show", ("an-argument-of-it",))
    with sandbox.Sandbox("basic", OPEN) as box:
        text = "mark = 'a-mark-of-it'\ndef show(text): print(text, mark)"
        assert run(box, text, check).stdout.count(b"an-argument-of-it a-mark-of-it")
        memory = memory_of(warm_of(box))
    assert b"importlib" in memory
    assert b"mark-of-it" not in memory and b"argument-of-it" not in memory


def memory_of(number):
    """All that a process has in its memory and may write."""
    parts = []
    with open(f"/proc/{number}/maps", encoding="ascii") as maps:
        places = [line.split()[0].split("-") for line in maps if " rw" in line]
    with open(f"/proc/{number}/mem", "rb", 0) as memory:
        for start, end in places:
            memory.seek(int(start, 16))
            parts.append(memory.read(int(end, 16) - int(start, 16)))
    return b"".join(parts)


@pytest.mark.parametrize("level", LEVELS)
def test_nothing_that_a_program_does_is_there_for_the_next(level):
    with sandbox.Sandbox(level, OPEN) as box:
        before = run(box, PROGRAMS["heir"])
        number = warm_of(box)
        for _ in range(3):
            # the number of the interpreter, and minus that of its group
            text = PROGRAMS["saboteur"] % ([number, -os.getpgid(number)],)
            assert run(box, text).exit_status == 0
            after = run(box, PROGRAMS["heir"])
            assert (after.stdout, after.exit_status) == (before.stdout, 0)
        assert warm_of(box) == number


@pytest.mark.long
@pytest.mark.once
@pytest.mark.parametrize("level", one_in(3, ["landlock", "user", "basic"]))
@pytest.mark.parametrize("number", [100, slow(3000)])
def test_no_run_leaves_a_descriptor_a_process_a_mount_a_group_or_memory(level, number):
    with sandbox.Sandbox(level, OPEN) as box:
        for _ in range(30):
            run(box, "print(1)")
        before, small = belongings(box)
        for _ in range(number - 30):
            assert run(box, "print(1)").stdout == b"1\n"
        after, large = belongings(box)
        assert after == before
        assert large < small + 1


def belongings(box):
    """(What a launcher and its warm interpreter have, the MiB of memory that they have)."""
    launcher, warm = box.process.pid, warm_of(box)
    inside = f"/proc/{launcher}/root{box.folder}"  # as the launcher sees it
    things = [sorted(os.listdir(inside)), warm, *map(children, (launcher, warm))]
    resident = 0
    for number in launcher, warm:
        things.append(os.listdir(f"/proc/{number}/fd"))
        with open(f"/proc/{number}/mounts", encoding="utf-8") as file:
            things.append(file.read())
        with open(f"/proc/{number}/statm", encoding="ascii") as file:
            resident += int(file.read().split()[1])
    folders = [
        path for path, _, _ in os.walk("/sys/fs/cgroup") if os.path.basename(box.folder) in path
    ]
    return [*things, sorted(folders)], resident * os.sysconf("SC_PAGE_SIZE") / (1 << 20)


# ---- The cold way stands by ----


@pytest.mark.once
@at_outer_levels
def test_without_its_warm_interpreter_a_launcher_goes_on_cold(level):
    with begun(level) as box:
        launcher = box.process.pid
        os.kill(warm_of(box), signal.SIGKILL)
        for _ in range(2):
            assert run(box, "print(1)").stdout == b"1\n"
        assert (box.process.pid, children(launcher)) == (launcher, [])


LEAVES = "import os, time\nif not os.fork():\n    os.setsid()\n    time.sleep(1000)"
GOES_ON = "import time\ntime.sleep(1000)"


@pytest.mark.once
@at_outer_levels
@pytest.mark.parametrize("text, ended", [(LEAVES, "exit"), (GOES_ON, "wall")])
def test_without_its_warm_interpreter_a_launcher_still_ends_what_goes_on(level, text, ended):
    check = Check("import", "program", dataclasses.replace(LIMITS, wall_s=1))
    with begun(level) as box:
        os.kill(warm_of(box), signal.SIGKILL)
        assert run(box, text, check).ended == ended
        assert children(box.process.pid) == []


@pytest.mark.parametrize(
    "parts", [b"junk", framed(b"junk"), framed(b"N") * 2], ids=["junk", "a_part", "two_parts"]
)
def test_what_can_not_be_made_warm_goes_cold(parts, monkeypatch):
    facts, code, _ = interpreter.described(OPEN)
    monkeypatch.setattr(interpreter, "described", lambda python: (facts, code, parts))
    with sandbox.Sandbox("basic", OPEN) as box:
        for _ in range(2):
            assert run(box, "print(1)").stdout == b"1\n"
        assert children(box.process.pid) == []


@pytest.mark.once
@at_outer_levels
def test_a_warm_interpreter_ends_with_its_launcher(level):
    with begun(level) as box:
        number = warm_of(box)
        box.process.kill()
        waiting.until(lambda: not os.path.exists(f"/proc/{number}"), lambda: number)
