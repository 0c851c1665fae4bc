"""What a program sees of the disk: what its interpreter needs, and nothing by name beside it."""

import os
import shutil
import subprocess
import sys
import tempfile
from functools import lru_cache
from pathlib import Path

import pytest

from grader.sandbox import interpreter, sandbox, view
from tests import levels
from tests.helpers import ROOT, python, run_at_root
from tests.levels import CHECK, OPEN, output


pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there are no namespaces")

PERMITTED = """
import tempfile
from grader.sandbox import view
with tempfile.TemporaryDirectory() as folder:
    print(bool(view.permitted(folder, ["/usr"])))
"""
EXISTING = """
import os
for path in @paths@:
    try:
        os.lstat(path)
        print(path)
    except FileNotFoundError:
        pass
"""


@lru_cache(maxsize=None)
def permits_views():
    """Whether this machine permits namespaces with views in them."""
    return python("-c", PERMITTED).stdout == "True\n"


def skip_without_views(level):
    """Skip the test that runs if programs have no views at a level here."""
    levels.skip_unless_held(level)
    if level != "bubblewrap" and not permits_views():
        pytest.skip("no namespaces are permitted here")


@pytest.fixture(scope="module", params=["bubblewrap", "user", "landlock"])
def box(request):
    """A sandbox of each level at which programs have views."""
    skip_without_views(request.param)
    with sandbox.Sandbox(request.param, OPEN) as box:
        yield box


# Both ways to make a view.
both_ways = pytest.mark.parametrize("level", ["bubblewrap", "landlock"])


def existing(box, paths):
    """Those of some paths that a program can find."""
    return output(box, EXISTING.replace("@paths@", repr([str(path) for path in paths])))


def test_no_file_that_the_interpreter_does_not_need_has_a_name_for_a_program(box):
    tracked = [path for path in ROOT.rglob("*") if ".venv" not in path.parts]
    assert ROOT / "testinput" / "puzzle46.txt" in tracked and len(tracked) > 500
    others = ["/home", "/root", "/proc", "/sys", "/run", "/var", "/etc/passwd", "/etc/hostname"]
    readable = interpreter.readable_paths(OPEN)
    hidden = [path for path in others if not any(name.startswith(path) for name in readable)]
    with tempfile.NamedTemporaryFile() as file:
        paths = [ROOT / "grader", *tracked, *hidden, file.name]
        assert existing(box, paths) == "" and len(hidden) > 5


@both_ways
def test_of_a_checkout_that_holds_its_virtual_environment_only_that_is_there(level, place):
    skip_without_views(level)
    course = place / "course"
    names = shutil.ignore_patterns("__pycache__", ".*")
    shutil.copytree(ROOT / "grader", course / "grader", ignore=names)
    (course / "testinput").mkdir()
    subprocess.run([OPEN, "-m", "venv", "--without-pip", course / ".venv"], check=True)
    (packages,) = (course / ".venv/lib").glob("python3*/site-packages")
    link = place / "link"
    link.symlink_to("course")
    (packages / "course.pth").write_text(f"{course}\n{link}\n")
    program = course / "try.py"
    program.write_text(IN_A_CHECKOUT)
    done = run_at_root(course / ".venv/bin/python", program, level, course)
    assert done.stderr == ""
    assert done.stdout == f"{course}/.venv\n{course}\n{course}/.venv\n"


IN_A_CHECKOUT = """
import sys
from grader.records.checks import Check, Limits
from grader.sandbox import sandbox
level, course = sys.argv[1:]
program = f'''
import os, sys
print(sys.prefix)
for name in "", "/.venv", "/grader", "/grader/README.md", "/testinput", "/try.py":
    if os.path.exists({course!r} + name): print({course!r} + name)
'''
assert not sandbox.fault(level, sys.executable)
with sandbox.Sandbox(level, sys.executable) as box:
    run = box.run(Check("import", "program", Limits(5, 15)), {"program.py": program.encode()})
print(run.stdout.decode(), end="")
print(run.stderr.decode(), end="", file=sys.stderr)
"""


@both_ways
def test_an_interpreter_behind_several_links_is_there(level, place):
    skip_without_views(level)
    first, second = place / "python3", place / "deep/python"
    second.parent.mkdir()
    second.symlink_to(os.path.realpath(OPEN))
    first.symlink_to("deep/python")
    env = place / "env"
    subprocess.run([first, "-m", "venv", "--without-pip", env], check=True)
    assert view.with_links(str(first)) == [str(first), str(second), os.path.realpath(OPEN)]
    with sandbox.Sandbox(level, str(env / "bin" / "python")) as box:
        assert output(box, "import sys\nprint(sys.prefix)") == f"{env}\n"


def test_nothing_that_is_there_can_be_changed_but_the_scratch_folder(box):
    program = """
import os
for folder in "/", "/usr/lib", "/dev", "/etc", "..", os.path.dirname(os.__file__):
    try:
        os.mkdir(folder + "/new")
        print("made a folder in", folder)
    except OSError:
        pass
os.mkdir("new")
os.mkdir("/dev/shm/newer")
print(sorted(os.listdir()))
for device in "/dev/null", "/dev/zero", "/dev/urandom":
    open(device, "r+b", 0).write(b"x")
"""
    assert output(box, program) == "['new', 'newer', 'program.py']\n"


def test_the_places_in_a_view_are_those_of_what_a_program_needs_and_no_run_leaves_one(box):
    for _ in range(2):
        box.run(CHECK, {"program.py": b"import os\nos.mkdir('left')"})
    # as the launcher sees it, which alone has a file system there
    folder = f"/proc/{box.process.pid}/root{box.folder}"
    root = Path(folder) / "view"
    places = {f"/{path.relative_to(root)}" for path in root.rglob("*")}
    is_wrapped = box.level == "bubblewrap"
    assert os.listdir(folder) == ([] if is_wrapped else ["view"])
    needed = [*interpreter.readable_paths(OPEN), *view.DEVICES, view.SHARED_MEMORY, box.folder]
    parents = {str(parent) for path in needed for parent in Path(path).parents}
    assert places == (set() if is_wrapped else ({*needed} | parents) - {"/"})
