"""A class of every hostile program between two right ones, graded in each mode of the sandbox.

The right ones are short, so that the class costs little. A mode is a level, whether root or an
ordinary user grades, and whether it is in a container, which usually refuses namespaces and control
groups. One command grades the class. A program prints a line that begins with "done:" for each
thing that it did and must not be able to do. What a level can't prevent, `doctor` has to say; only
a program that does such a thing is left out.
"""

import compileall
import json
import os
import re
import shutil
import socket
import subprocess
import tempfile
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

import pytest

from grader.assignment import plan
from grader.making import transcripts
from grader.report import results_json
from grader.sandbox import sandbox
from grader.sandbox.attempts import ATTEMPTS
from grader.store import store
from tests.helpers import ROOT, read_json
from tests.levels import PYTHON
from tests.programs import HOSTILE
from tests.waiting import running


ORDINARY = 54_321  # the number of a user who has no files and no processes
# names of programs that try to leave something behind for the next run
TWICE = ("leaves_", "slows_", "lowers_")
PAGE = (ROOT / "grader/docs/sandbox.md").read_text(encoding="utf-8")
SHARED_FOLDERS = ("/tmp", "/var/tmp", "/dev/shm", "/run/lock")
# {program: what `doctor` must find impossible if the program is to be held}
HELD = read_json(ROOT / "tests/held.json")


class Mode(NamedTuple):
    """Who grades, at which level, and whether as if in a container."""

    level: str
    user: int
    is_contained: bool = False

    def __str__(self):
        """The mode as the names of tests have it."""
        who = "user" if self.user else "root"
        return f"{self.level}-{who}{'-in-a-container' if self.is_contained else ''}"


MODES = [
    Mode(level, user, is_contained)
    for user in ([0, ORDINARY] if os.getuid() == 0 else [os.getuid()])
    for level in sandbox.LEVELS
    for is_contained in (False, True)
    # Only root can have `user`; `bubblewrap` needs namespaces, and `basic` never has any.
    if (level != "user" or user == 0) and (not is_contained or level in ("user", "landlock"))
]


@contextmanager
def class_graded(mode, jobs):
    """All that came of grading the class in a mode, so many checks at a time.

    With one check at a time `doctor` makes all attempts, otherwise only those in HELD.
    """
    if not PYTHON:
        pytest.skip("every Python here is closed to ordinary users")
    with ExitStack() as stack:
        place = Path(stack.enter_context(tempfile.TemporaryDirectory(dir="/tmp")))
        tcp = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        udp = stack.enter_context(socket.socket(type=socket.SOCK_DGRAM))
        udp.bind(tcp.getsockname())
        lay_out(place, mode.user)
        terminal = open_doors(place, stack)
        tried = {attempt.deed for attempt in ATTEMPTS} if jobs == 1 else {*HELD.values()}
        able = abilities(place, mode, tried)
        programs = [
            path for path in sorted(HOSTILE.glob("*.py")) if HELD.get(path.stem) not in able
        ]
        facts = {"PORT": tcp.getsockname()[1], "TERMINAL": terminal, "PLACE": place}
        hand_in(place, mode.user, programs, {**facts, "ROOT": f"{place}/course"}, jobs)
        before, strays_before = listing(place / "course"), strays()
        in_the_kernel_before = in_the_kernel(place, mode)
        result = grade(place, mode, jobs)
        new_in_the_kernel = in_the_kernel(place, mode) - in_the_kernel_before
        yield SimpleNamespace(
            mode=mode,
            jobs=jobs,
            tried=tried,
            is_counted=run(place, mode, program=COUNTED).stdout != "polling\n",
            **vars(result),
            able=able,
            changed=before ^ listing(place / "course"),
            left=[*(place / "tmp").iterdir(), *strays() - strays_before, *new_in_the_kernel],
            running=running(str(place)),
            received=arrived(udp),
        )


def promises():
    """({deed: {level and who grades: the page's word}}, the deeds that no submission can do)."""
    (_, *columns), _, *rows = [
        line.strip("| ").split(" | ") for line in PAGE.splitlines() if line.startswith("| ")
    ]
    table = {deed: dict(zip(columns, words, strict=True)) for deed, *words in rows}
    return table, re.findall("^- ([a-z].*)$", PAGE, re.MULTILINE)


# ---- Before ----


def lay_out(place, user):
    """Copy the grader to where a user may read it."""
    # compiled once, as many processes import it
    compileall.compile_dir(ROOT / "grader", maxlevels=1, quiet=2)
    for folder in "grader", "testinput":
        shutil.copytree(ROOT / folder, place / "course" / folder)
    for folder in "class", "tmp":
        (place / folder).mkdir()
    shutil.copy(ROOT / "funny_puzzle.py", place / "course")
    shutil.copy(ROOT / "tests" / "hostile.json", place)
    give(place, user)


def give(place, user):
    """Let a user, and all others, read everything in a folder."""
    for path in [place, *place.rglob("*")]:
        os.chmod(path, 0o755)
        os.chown(path, user, -1)


def right_program():
    """A program that does what is asked for and needs a module for it, in little time."""
    assignment = plan.load(str(ROOT / "tests" / "hostile.json"))
    (transcript,) = transcripts.expected(assignment, assignment.checks).values()
    prints = f"print({transcript.decode()!r}, end='')"
    return f"from heapq import heappush\n\n\ndef print_succ(state):\n    {prints}\n"


def open_doors(place, stack):
    """Make sockets, a FIFO and a terminal that all may write to; return the terminal's name."""
    for kind in "STREAM", "DGRAM", "SEQPACKET":
        for start in f"{place}/", f"\0{place}/":
            listener = stack.enter_context(
                socket.socket(socket.AF_UNIX, getattr(socket, f"SOCK_{kind}"))
            )
            listener.bind(start + kind)
            if kind != "DGRAM":
                listener.listen(99)
        os.chmod(f"{place}/{kind}", 0o777)
    os.mkfifo(f"{place}/fifo")
    os.chmod(f"{place}/fifo", 0o666)
    terminals = os.openpty()
    for terminal in terminals:
        stack.callback(os.close, terminal)
    os.chmod(terminals[1], 0o666)
    return os.ttyname(terminals[1])


def hand_in(place, user, programs, facts, jobs):
    """Write the class: one right program, then as many hostile ones as run at a time, and so on.

    No two files are equal, for equal ones would share a run.
    """
    right = right_program()
    twice = [path for path in programs for _ in range(1 + path.stem.startswith(TWICE))]
    for number, program in enumerate(twice):
        text = program.read_text()
        for name, fact in facts.items():
            text = text.replace(f"@{name}@", str(fact))
        path = place / "class" / f"{2 * number + 1:03}_{program.stem}.py"
        path.write_text(f"{text}# {number}\n")
    for number in range(0, len(twice) + 1, jobs):
        (place / "class" / f"{2 * number:03}_right.py").write_text(f"{right}# {number}\n")
    give(place / "class", user)


# ---- Grading ----


def abilities(place, mode, deeds):
    """What a submission can do in a mode, of some deeds."""
    tried = run(place, mode, *deeds, program=ABLE)
    if tried.returncode == 2:
        pytest.skip(tried.stderr)  # the level does not hold here: a program is missing, or root
    assert tried.returncode == 0, tried.stderr  # otherwise the tests below would prove nothing
    return tried.stdout.splitlines()


def as_user(user):
    """The options that start a process as a user, whom only root can choose."""
    return {"user": user, "group": user, "extra_groups": []} if os.getuid() == 0 else {}


def run(place, mode, *arguments, program):
    """The finished process of a Python program in the course's folder, run in a mode."""
    return subprocess.run(
        [PYTHON, "-c", PRELUDE.format(mode=mode) + program, *arguments],
        cwd=place / "course",
        text=True,
        capture_output=True,
        env={
            "PATH": os.environ["PATH"],
            "TMPDIR": f"{place}/tmp",
            "SECRET_OF_THE_INSTRUCTOR": "1",
            "PYTHONDONTWRITEBYTECODE": "1",
        },
        **as_user(mode.user),
    )


def grade(place, mode, jobs):
    """What came of grading the class in a mode."""
    out = place / "results"
    done = run(
        place,
        mode,
        *("--jobs", str(jobs), "--out", str(out), "--layout", "many"),
        *("--no-examples", "--no-reports"),
        *("--require-sandbox", mode.level, "--assignment", f"{place}/hostile.json"),
        str(place / "class"),
        program=MEASURED,
    )
    assert done.returncode == 0, done.stderr
    with store.existing(out) as results:
        document = json.loads(b"".join(results_json.pieces(results.document())))
    assert document["sandbox"] == mode.level
    hostile, right = {}, []
    for submission in document["submissions"]:
        number, name = re.fullmatch(r"(\d+)_(.*)", submission["submission"]).groups()
        if name == "right":
            right.append(unmeasured(json.dumps(submission), number))
        else:
            hostile.setdefault(name, []).append(submission["results"][0])
    # and stderr holds nothing else
    return SimpleNamespace(hostile=hostile, right=right, memory_mib=int(done.stderr) / 1024)


def unmeasured(text, number):
    """What is known of the submission of a number without the number and all that is measured."""
    text = re.sub(r'("(?:cpu_s|wall_s|memory_mib)": )[0-9.e-]+', r"\1...", text)
    return re.sub(rf"\b{number}_", "", text)


PRELUDE = """
import ctypes, os, struct, sys
sys.path[0] = ""
if {mode.is_contained}:  # a filter, see seccomp(2), refuses namespaces
    unshare, clone = (272, 56) if os.uname().machine == "x86_64" else (97, 220)
    steps = [
        (0x20, 0, 0, 0),
        (0x15, 5, 0, unshare),
        (0x15, 5, 0, 435),  # clone3, whose flags can't be read, is unknown
        (0x15, 0, 2, clone),
        (0x20, 0, 0, 16),
        (0x45, 1, 0, 0x7E020080),  # the flags that make namespaces
        (6, 0, 0, 0x7FFF0000),
        (6, 0, 0, 0x50001),
        (6, 0, 0, 0x50026),
    ]
    code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *step) for step in steps))
    program = struct.pack("HP", len(steps), ctypes.addressof(code))
    library = ctypes.CDLL(None)
    assert library.prctl(38, 1, 0, 0, 0) == library.prctl(22, 2, program, 0, 0) == 0
from grader.sandbox import sandbox
if {mode.is_contained}:
    sandbox.cgroups.find = lambda: None
sandbox.LEVELS = sandbox.LEVELS[sandbox.LEVELS.index("{mode.level}"):]
"""
MEASURED = """
import re, runpy
try:
    runpy.run_module("grader", run_name="__main__", alter_sys=True)
finally:
    status = open("/proc/self/status").read()
    print(*re.findall("VmHWM:[^0-9]+([0-9]+)", status), file=sys.stderr)
"""
COUNTED = "print(sandbox.bounded_by())"  # whether control groups count what programs use
ABLE = """
from grader.sandbox import attempts, doctor
level = sandbox.LEVELS[0]
if fault := sandbox.fault(level, sys.executable):
    print(fault, file=sys.stderr)
    sys.exit(2)
tried = [attempt for attempt in attempts.ATTEMPTS if attempt.deed in sys.argv]
pairs = doctor.abilities(level, sys.executable, tried)
sys.stdout.writelines(f"{deed}\\n" for deed, is_able in pairs if is_able)
"""


# ---- After ----


def listing(folder):
    """The path, mode and time of change of every file under a folder."""
    return {(path, path.stat().st_mode, path.stat().st_mtime_ns) for path in folder.rglob("*")}


def strays():
    """What submissions left in the folders that everybody may write."""
    return {
        path
        for folder in SHARED_FOLDERS
        for name in ("left-by-a-submission*", "sitecustomize.py")
        for path in Path(folder).glob(name)
    }


def arrived(udp):
    """Whether a datagram came."""
    udp.setblocking(False)
    try:
        return bool(udp.recv(1))
    except BlockingIOError:
        return False


def in_the_kernel(place, mode):
    """What is in the kernel that submissions may leave there."""
    return {*run(place, mode, program=IN_THE_KERNEL).stdout.splitlines()}


# Prints keys and message queues of submissions, and the System V objects of their users. It removes
# a key and a queue, so that those of one run hide none of the next.
IN_THE_KERNEL = """
import os
users = {os.getuid() or -1, *range(60_000, 65_000)}
for kind, column in ("shm", 7), ("sem", 4), ("msg", 7):
    for row in open(f"/proc/sysvipc/{kind}").readlines()[1:]:
        if int(row.split()[column]) in users:
            print(kind, row.strip())
call, is_x86 = ctypes.CDLL(None).syscall, os.uname().machine == "x86_64"
for keyring in -3, -4, -5:
    keyctl = 250 if is_x86 else 219
    if (key := call(keyctl, 10, keyring, b"user", b"left-by-a-submission", 0)) > 0:
        print("a key in keyring", keyring)
        call(keyctl, 9, key, keyring)
if call(240 if is_x86 else 180, b"left-by-a-submission", 0, 0, None) >= 0:
    print("a queue")
    call(241 if is_x86 else 181, b"left-by-a-submission")
"""
