"""Hostile programs in each mode: graded by root and an ordinary user, with bubblewrap and without.

In each mode one command grades them all, each followed by a right one. A program prints a line that
begins with "done:" for each thing that it did and must not be able to do. What a mode can't prevent
for lack of bubblewrap, Landlock and namespaces, `doctor` has to say; only that is forgiven.
"""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace

import pytest

from grader.sandbox import sandbox
from tests.golden import ROOT
from tests.programs import HOSTILE
from tests.test_grader import running


RIGHT = " and then a right one"  # which is graded next, or beside it, since its name sorts next
ORDINARY = 54_321  # a user without files or processes
STOPPED = "It had not finished after 2 s, with 0 s of CPU time used, and was stopped."
USED_UP = "It used more than 1 s of CPU time, and was stopped."
SILENT = "It printed nothing."
TOO_LONG = "It wrote more than 64 KiB to std(out|err), and was stopped."
TOO_BIG = "It asked for more than 128 MiB of memory."
VERDICTS = {  # what becomes of each program, and the sentence that its student reads
    "burns_time_in_children": ("time_limit", USED_UP),
    "changes_permissions": ("wrong_answer", SILENT),
    "eats_memory": ("memory_limit", TOO_BIG),
    "eats_memory_in_children": ("memory_limit", TOO_BIG),
    # by the version of Python, and how fast it gets there
    "ends_the_c_stack": (
        "runtime_error|time_limit",
        rf"The program was killed by SIGSEGV.|print_succ raised RecursionError: .*|{USED_UP}",
    ),
    "exits_before_printing": ("wrong_answer", SILENT),
    "fills_the_disk": (
        "output_limit",
        "It filled its folder with more than 256 MiB or 10000 files, and was stopped.",
    ),
    "floods_both": ("output_limit", TOO_LONG),
    "forks_in_a_loop": (
        "runtime_error",
        "It had more than 50 processes at a time, and was stopped.",
    ),
    "ignores_signals": ("time_limit", USED_UP),
    "keeps_stdout_open": ("wrong_answer", SILENT),
    "kills_all_that_it_may": ("wrong_answer", SILENT),
    "leaves_files": ("wrong_answer", SILENT),
    "nests_folders": ("output_limit|wrong_answer", ".*"),
    "one_line_of_100_mb": ("output_limit", TOO_LONG),
    "opens_sockets": ("wrong_answer", SILENT),
    "plants_modules_for_later": ("wrong_answer", SILENT),
    "prints_from_a_daemon": ("wrong_answer", SILENT),
    "prints_from_a_thread": ("wrong_answer", "Line 1 is wrong."),
    "prints_from_atexit": ("wrong_answer", "Line 1 is wrong."),
    "prints_odd_characters": ("wrong_answer", "Line 1 is wrong."),
    "raises_its_limits": ("wrong_answer", SILENT),
    "reads_by_absolute_path": (
        "runtime_error",
        r"print_succ raised (PermissionError|FileNotFoundError): .*",
    ),
    "reads_by_dot_dot": (
        "runtime_error",
        r"print_succ raised (PermissionError|FileNotFoundError): .*",
    ),
    "reads_stdin": ("runtime_error", r"print_succ raised EOFError: .*"),
    "reads_through_proc": ("wrong_answer", SILENT),
    "replaces_print": ("runtime_error", "The program ended itself with exit status 1."),
    "shadows_standard_modules": (
        "runtime_error",
        r"print_succ raised KeyError: 'the real reason' .*",
    ),
    "sleeps": ("time_limit", STOPPED),
    "stops_itself": ("time_limit", STOPPED),
    "traces_its_parent": ("wrong_answer", f"{SILENT}|Line 1 is wrong."),
    "writes_to_the_grader": ("wrong_answer", SILENT),
}
HELD = {  # what `doctor` must find impossible if a program is to be held
    "changes_permissions": "change permissions outside its folder",
    "kills_all_that_it_may": "signal other processes",
    "leaves_files": "write outside its folder",
    "opens_sockets": "connect by TCP",
    "plants_modules_for_later": "write outside its folder",
    "reads_by_absolute_path": "read the expected transcripts",
    "reads_by_dot_dot": "read the expected transcripts",
    "reads_through_proc": "see other processes",
    "traces_its_parent": "signal other processes",
    "writes_to_the_grader": "write outside its folder",
}
PYTHON = next(
    (
        path
        for path in (sys.executable, "/usr/local/bin/python3", "/usr/bin/python3")
        if os.path.exists(path) and all(map(sandbox.is_open_to_all, sandbox.readable_paths(path)))
    ),
    None,
)
MODES = [
    (user, path)
    for user in ([0, ORDINARY] if os.getuid() == 0 else [os.getuid()])
    for path in (os.environ["PATH"], "/nosuch")
]


pytestmark = [
    pytest.mark.long,
    pytest.mark.once,
    pytest.mark.skipif(sys.platform != "linux", reason="basic, all there is elsewhere, holds few"),
]


def name(mode):
    """A mode as a word of a test's name."""
    user, path = mode
    who = "ordinary" if user else "root"
    return f"{who}-{'without' if path == '/nosuch' else 'with'}-bubblewrap"


@pytest.fixture(scope="module", params=MODES, ids=name)
def graded(request):
    """All that came of grading every hostile program in one mode."""
    user, path = request.param
    with ExitStack() as stack:
        if not PYTHON:
            pytest.skip("every Python here is closed to ordinary users")
        place = Path(stack.enter_context(tempfile.TemporaryDirectory(dir="/tmp")))
        tcp = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        udp = stack.enter_context(socket.socket(type=socket.SOCK_DGRAM))
        udp.bind(tcp.getsockname())
        abstract = stack.enter_context(socket.socket(socket.AF_UNIX))
        abstract.bind(f"\0{place}/course")
        abstract.listen()
        lay_out(place, user, tcp.getsockname()[1])
        tried = run(place, user, path, program=ABLE)
        assert tried.returncode == 0, tried.stderr  # or else nothing would be known to hold
        able = tried.stdout.splitlines()
        programs = [
            path for path in sorted(HOSTILE.glob("*.py")) if HELD.get(path.stem) not in able
        ]
        yield grade(place, user, path, programs, udp)


def lay_out(place, user, port):
    """Copy the grader and the hostile programs to where the user may read them."""
    for folder in "grader", "testinput":
        shutil.copytree(
            ROOT / folder, place / "course" / folder, ignore=shutil.ignore_patterns("__pycache__")
        )
    (place / "hand-in").mkdir()
    (place / "tmp").mkdir()
    for program in HOSTILE.glob("*.py"):
        text = program.read_text().replace("@ROOT@", f"{place}/course")
        (place / "hand-in" / program.name).write_text(text.replace("@PORT@", str(port)))
        shutil.copy(ROOT / "funny_puzzle.py", place / "hand-in" / f"{program.stem}{RIGHT}.py")
    shutil.copy(ROOT / "funny_puzzle.py", place / "course")
    shutil.copy(ROOT / "tests" / "hostile.json", place)
    for path in [place, *place.rglob("*")]:
        os.chmod(path, 0o755)
        os.chown(path, user, -1)


def run(place, user, path, *arguments, program=None):
    """The finished process of the grader's copy, run as a user; stderr is its peak memory in KiB.

    `program`: what to run there instead of the grader's command.
    """
    groups = [] if os.getuid() == 0 else None
    return subprocess.run(
        [PYTHON, "-c", program or MEASURED, *arguments],
        cwd=place / "course",
        text=True,
        capture_output=True,
        user=user,
        group=user,
        extra_groups=groups,
        env={
            "PATH": path,
            "TMPDIR": f"{place}/tmp",
            "SECRET_OF_THE_INSTRUCTOR": "1",
            "PYTHONDONTWRITEBYTECODE": "1",
        },
    )


def grade(place, user, path, programs, udp):
    """Grade the hostile programs as a user, each followed by a right one: what happened."""
    paths = [
        f"{place}/hand-in/{program.stem}{end}.py" for program in programs for end in ("", RIGHT)
    ]
    before = listing(place / "course")
    done = run(
        place,
        user,
        path,
        "--jobs",
        "2",
        "--json",
        f"{place}/results.json",
        "--assignment",
        f"{place}/hostile.json",
        *paths,
    )
    assert done.returncode == 0, done.stderr
    document = json.loads((place / "results.json").read_text())
    records = {
        submission["submission"]: submission["results"][0] for submission in document["submissions"]
    }
    return SimpleNamespace(
        level=document["sandbox"],
        memory_mib=int(done.stderr) / 1024,  # and nothing else on stderr
        by_program={program.stem: records[program.stem] for program in programs},
        right=[records[program.stem + RIGHT] for program in programs],
        changed=before ^ listing(place / "course"),
        left=[*(place / "tmp").iterdir(), *strays()],
        running=running(str(place)),
        received=arrived(udp),
    )


MEASURED = """
import re, runpy, sys
sys.path[0] = ""
try:
    runpy.run_module("grader", run_name="__main__", alter_sys=True)
finally:
    status = open("/proc/self/status").read()
    print(*re.findall("VmHWM:[^0-9]+([0-9]+)", status), file=sys.stderr)
"""
ABLE = """
import sys
sys.path[0] = ""
from grader.sandbox import doctor, sandbox
level = sandbox.strongest_level(sys.executable)
abilities = doctor.forbidden_abilities(level, sys.executable)
print(*[deed for deed, is_able in abilities if is_able], sep="\\n")
"""


def listing(folder):
    """The path, mode and time of change of every file under a folder."""
    return {(path, path.stat().st_mode, path.stat().st_mtime_ns) for path in folder.rglob("*")}


def strays():
    """What submissions left in the folders that everybody may write."""
    return [
        path
        for folder in ("/tmp", "/var/tmp", "/dev/shm", "/run/lock")
        for name in ("left-by-a-submission*", "sitecustomize.py")
        for path in Path(folder).glob(name)
    ]


def arrived(udp):
    """Whether a datagram came."""
    udp.setblocking(False)
    try:
        return bool(udp.recv(1))
    except BlockingIOError:
        return False


def test_every_hostile_program_has_its_verdict_and_its_sentence(graded):
    for program, record in graded.by_program.items():
        verdict, sentence = VERDICTS[program]
        assert re.fullmatch(verdict, record["verdict"]), (program, record)
        assert re.fullmatch(sentence, record["rationale"]), (program, record)


def test_no_hostile_program_does_what_it_must_not(graded):
    for program, record in graded.by_program.items():
        deeds = re.findall("^done: .*", record["run"]["stdout"], re.MULTILINE)
        if graded.level == "bubblewrap":  # where process 1 is its own
            deeds = [deed for deed in deeds if deed != "done: traced 1"]
        assert deeds == [], program
    assert not graded.received


def test_grading_goes_on_after_each(graded):
    assert {record["verdict"] for record in graded.right} == {"accepted"}


def test_nothing_of_them_is_left_running_or_on_disk(graded):
    assert graded.running == [] and graded.left == [] and graded.changed == set()


def test_the_graders_own_memory_stays_flat(graded):
    assert graded.memory_mib < 48


def test_every_hostile_program_has_an_expectation():
    assert sorted(VERDICTS) == sorted(path.stem for path in HOSTILE.glob("*.py"))
