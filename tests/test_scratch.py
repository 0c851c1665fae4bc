"""What a run writes into its scratch folder is memory of the run, deleted or not."""

import os
import re
import sys
import tempfile
from functools import cache
from pathlib import Path

import pytest

from tests import hostile_class
from tests.sample import slow


pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nothing can be mounted")

# Tells on how many MiB it got hold of, and waits to be looked at.
HOLD = """
import os, time
held, block = 0, bytes(1 << 20)
try:
    for name in "abcdefgh":
        file = os.open(name, os.O_CREAT | os.O_RDWR)
        os.unlink(name)
        for _ in range(60):
            held += os.write(file, block)
except OSError as error:
    print(error.strerror)
print(held >> 20, flush=True)
time.sleep(9)
"""
# Holds less than the limit in files and less in memory, but more in both together.
BOTH = """
import os, time
file = os.open("a", os.O_CREAT | os.O_RDWR)
os.unlink("a")
for _ in range(60):
    os.write(file, bytes(1 << 20))
held = bytearray(b"x") * (70 << 20)
time.sleep(9)
"""
SHARED = """
import mmap, os, time
file = os.open("/dev/shm/a", os.O_CREAT | os.O_RDWR)
os.ftruncate(file, 60 << 20)
shared = mmap.mmap(file, 60 << 20)
shared.write(bytes(60 << 20))
if os.fork():
    os.wait()
    print("done")
else:
    sum(shared[::4096])
    time.sleep(0.3)
    os._exit(0)
"""
ON_DISK = "open('a', 'w').write('x')\nprint(open('a').read())"
RUN = """
import os
from grader.records.checks import Check, Limits
from grader.sandbox.sandbox import Sandbox
if "polling" in sys.argv:
    sandbox.cgroups.find = lambda: None
check = Check("import", "program", Limits(cpu_s=9, wall_s=30, memory_mib=96, output_kib=64))
with Sandbox(sandbox.LEVELS[0], sys.executable, "cold" in sys.argv) as box:
    for program in sys.argv[1].split("----"):
        run = box.run(check, {"program.py": program.encode()})
        print(run.ended, run.exit_status, *run.stdout.decode().splitlines(), sep="|")
    folder = box.folder
print(os.path.exists(folder), folder in open("/proc/self/mountinfo").read())
"""
# CI tries the modes in which a level comes first; `make test-all` tries all.
USUAL = "user-root", "landlock-user", "bubblewrap-user"
MODES = [
    mode if str(mode) in USUAL else slow(mode)
    for mode in hostile_class.MODES
    if not mode.is_contained
]


@pytest.fixture(scope="module")
def place_of():
    """A function that returns a folder with a copy of the grader that a user may read."""
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        os.chmod(folder, 0o711)

        @cache
        def place_of(user):
            place = Path(folder, str(user))
            hostile_class.lay_out(place, user)
            return place

        yield place_of


def ran(place, mode, programs, *words):
    """The lines that say what became of programs run in a mode."""
    done = hostile_class.run(place, mode, "----".join(programs), *words, program=RUN)
    assert done.returncode == 0, done.stderr
    *lines, last = done.stdout.splitlines()
    assert (last, os.listdir(place / "tmp"), done.stderr) == ("False False", [], "")
    return lines


@pytest.mark.long
@pytest.mark.parametrize("mode", MODES, ids=str)
def test_deleted_files_are_bounded_like_memory_and_nothing_of_them_is_left(mode, place_of):
    for word in "polling", "cold":
        files, memory, shared = ran(place_of(mode.user), mode, [HOLD, BOTH, SHARED], word)
        # The launcher may look before the first line, or between the lines.
        assert re.fullmatch(r"disk\|-9(\|No space left on device(\|97)?)?", files)
        assert memory == "memory|-9"
        if mode.level != "basic":  # there /dev/shm is everybody's
            assert shared == "exit|0|done"


def test_where_nothing_can_be_mounted_runs_have_a_folder_on_the_disk(place_of):
    user = os.getuid() or hostile_class.ORDINARY
    mode = hostile_class.Mode("landlock", user, True)
    assert ran(place_of(user), mode, [ON_DISK]) == ["exit|0|x"]
