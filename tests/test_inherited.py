"""The grader is started by shells, services and course systems: what they leave changes nothing."""

import os
import sys

import pytest

from grader.sandbox import sandbox
from tests.helpers import ROOT, read_json, run_at_root, verdicts, write_files
from tests.levels import OPEN, fault


pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="states as Linux has them")

# What a parent did before it started the grader: all that can be done at once.
LEFT = [
    """
signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # ended children are ignored
signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # a broken pipe ends it
os.umask(0o777)  # nobody may read new files
resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
limit(resource.RLIMIT_STACK, 1 << 20)
os.nice(19)
os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
os.close(0)
""",
    """
for one in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
    signal.signal(one, signal.SIG_IGN)
os.umask(0)  # everybody may write new files
limit(resource.RLIMIT_NOFILE, 24)  # few files, but more for the asking
limit(resource.RLIMIT_STACK)  # without end
limit(resource.RLIMIT_CORE)
os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
os.close(1)
os.close(2)
""",
    """
import ctypes
signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
for option in 36, 38:  # orphans are adopted, and there are no new privileges
    ctypes.CDLL(None).prctl(option, 1, 0, 0, 0)
os.umask(0o077)  # only the owner may read new files
os.closerange(0, 3)
os.dup2(os.open("/", os.O_RDONLY), 9, inheritable=True)
os.mkdir(gone), os.chdir(gone), os.rmdir(gone)
os.environ["PYTHONPATH"] = root
""",
]
VARIABLES = [
    "PYTHONSAFEPATH=1 PYTHONPATH=@root@ "
    "PYTHONIOENCODING=ascii PYTHONUTF8=0 PYTHONCOERCECLOCALE=0 LC_ALL=C",
    "PYTHONPATH=@modules@ PYTHONDEVMODE=1 PYTHONVERBOSE=1 PYTHONPROFILEIMPORTTIME=1 "
    "LC_ALL=de_DE.ISO-8859-1 TZ=Pacific/Kiritimati COLUMNS=1 LINES=1 TERM=dumb",
    "PYTHONOPTIMIZE=2 PYTHONWARNINGS=error PYTHONHASHSEED=3 PYTHONINTMAXSTRDIGITS=640 "
    "LANG=nonsense TZ=:nonsense TMPDIR=/nosuch HOME=/nosuch USER= SHELL=/nosuch",
]
CHECK = "print_succ/funny12-384"
START = """
import os, resource, signal, sys
root, gone, *words = sys.argv[1:]
def limit(kind, soft=None):
    hard = resource.getrlimit(kind)[1]
    resource.setrlimit(kind, (hard if soft is None else soft, hard))
{left}
os.execv(sys.executable, [sys.executable, *words])
"""


def level():
    """The strongest level that holds, but for bubblewrap, which is not on this PATH."""
    held = [level for level in sandbox.LEVELS if not fault(level)]
    return next(level for level in held if level != "bubblewrap")


def started_by_a_parent(left, words, place, **options):
    """The finished process of a command of Python that a parent starts who left such things."""
    command = [sys.executable, "-c", START.format(left=left), str(ROOT), str(place / "gone")]
    return run_at_root(*command, *words, **options)


def found_by(tmp_path, left="", path="/nosuch", **variables):
    """The level, and the verdict of each check, of a grader started by such a parent."""
    file = tmp_path / "results.json"
    words = ["-m", "grader", "--python", OPEN, "--only", "import", "--only", CHECK]
    words += ["--no-examples", "--json", str(file), str(ROOT / "funny_puzzle.py")]
    environment = {**os.environ, "PATH": path, **variables}
    done = started_by_a_parent(left, words, tmp_path, env=environment)
    assert done.returncode == 0, done
    document = read_json(file)
    (submission,) = document["submissions"]
    return document["sandbox"], verdicts(submission)


def assert_as_usual(level, found):
    """Both checks are accepted, at a level."""
    assert found[0] == level
    assert found[1] == {"import": "accepted", CHECK: "accepted"}


@pytest.mark.long
@pytest.mark.parametrize("left", LEFT)
def test_a_right_program_is_accepted_at_the_same_level_whatever_a_parent_left(left, tmp_path):
    assert_as_usual(level(), found_by(tmp_path, left))


@pytest.mark.long
def test_the_strongest_level_holds_whatever_a_parent_left(tmp_path):
    strongest = sandbox.strongest_level(OPEN) if fault("bubblewrap") else "bubblewrap"
    required = {"GRADER_REQUIRE_SANDBOX": strongest}
    found = found_by(tmp_path, LEFT[0], os.environ["PATH"], **required)
    assert_as_usual(strongest, found)


@pytest.mark.parametrize("variables", VARIABLES)
def test_nor_do_variables_change_anything(variables, tmp_path):
    write_files(tmp_path, {"modules/sitecustomize.py": "print('a greeting')\n"})
    filled = variables.replace("@root@", str(ROOT)).replace("@modules@", str(tmp_path / "modules"))
    given = dict(pair.split("=", 1) for pair in filled.split(" "))
    assert_as_usual(level(), found_by(tmp_path, **given))


SURROUNDINGS = """
import os, resource, signal
ignored = [one for one in signal.valid_signals() if signal.getsignal(one) is signal.SIG_IGN]
print(sorted(ignored), signal.pthread_sigmask(signal.SIG_BLOCK, ()), os.umask(0))
print(resource.getrlimit(resource.RLIMIT_STACK)[0], sorted(os.environ.items() - {
    pair for pair in os.environ.items() if pair[0] in ("HOME", "TMPDIR")}))
"""
SHOW = """
import sys
from grader.records.checks import Check, Limits
from grader.sandbox import sandbox
level, python, program = sys.argv[1:]
with sandbox.Sandbox(level, python) as box:
    run = box.run(Check("import", "program", Limits(5, 15)), {"program.py": program.encode()})
print(run.stdout.decode(), run.stderr.decode())
"""


@pytest.mark.parametrize("level", ["bubblewrap", "basic"])
def test_a_program_has_the_same_surroundings_whatever_a_parent_left(level, tmp_path):
    odd = LEFT[1].partition("os.sched")[0] + LEFT[2].partition("os.umask")[0]
    shown = []
    for left in "", odd:
        words = ["-c", SHOW, level, OPEN, SURROUNDINGS]
        shown.append(started_by_a_parent(left, words, tmp_path, check=True).stdout)
    assert shown[0] == shown[1] and f" 18\n{8 << 20} " in shown[0]
