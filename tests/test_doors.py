"""Servers behind UNIX sockets, by which a submission could act as whoever grades: real ones.

Each is tried outside of the sandbox first, where it does what the submission asks for.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests import hostile_class, waiting
from tests.sample import slow


pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nothing bars sockets")

ENDS = """
import array, os, socket, struct
PATH = "@PATH@"

def ends():
    # stream sockets that are connected to the path, in each way that there might be
    def reused():
        own, other = socket.socketpair()
        other.close()
        own.connect(PATH)
        return own
    def new(kind=socket.SOCK_STREAM):
        own = socket.socket(socket.AF_UNIX, kind)
        own.connect(PATH)
        return own
    for way in reused, new, lambda: new(socket.SOCK_STREAM | socket.SOCK_CLOEXEC):
        try:
            yield way()
        except OSError:
            pass
"""
# A client of tmux begins like this; tmux's protocol.h has its messages.
TMUX = """
def message(kind, content=b"", flags=0):
    return struct.pack("=IHHiI", kind, 16 + len(content), flags, 8, 0) + content

def order(server, command):
    kinds = {111: bytes(8), 101: b"xterm\\0", 109: bytes(4), 102: b"\\0", 108: b"/\\0"}
    server.sendall(b"".join(message(kind, content) for kind, content in kinds.items()))
    for kind in 104, 110:  # its stdin and stdout
        file = array.array("i", [os.open(os.devnull, os.O_RDWR)])
        server.sendmsg([message(kind, flags=1)], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, file)])
    words = b"".join(word + b"\\0" for word in (b"run-shell", command))
    asked = {107: bytes(4), 106: b"", 200: struct.pack("i", 2) + words}
    server.sendall(b"".join(message(kind, content) for kind, content in asked.items()))
    return server.recv(999)

for server in ends():
    if order(server, b"echo $(id -u)"): print("done: ran a command")
"""
AGENT = """
for server in ends():
    server.sendall(bytes([0, 0, 0, 1, 11]))
    if server.recv(99)[4:5] == bytes([12]): print("done: asked for keys")
"""
BUS = """
for server in ends():
    server.sendall(b"\\0AUTH EXTERNAL %s\\r\\n" % str(os.getuid()).encode().hex().encode())
    if server.recv(99).startswith(b"OK"): print("done: has a user bus")
"""
SERVERS = {
    "tmux": (["-S", "@PATH@", "-f", "/dev/null", "-D"], TMUX),
    "ssh-agent": (["-D", "-a", "@PATH@"], AGENT),
    "dbus-daemon": (["--session", "--nofork", "--address", "unix:path=@PATH@"], BUS),
}
OF_ITS_OWN = ("dbus-daemon",)  # it runs as a user whose name is unknown
GRADE = """
from grader.records.checks import Check, Limits
if fault := sandbox.fault(sandbox.LEVELS[0], sys.executable):
    print(fault, file=sys.stderr)
    sys.exit(2)
check = Check("import", "program", Limits(cpu_s=5, wall_s=15))
with sandbox.Sandbox(sandbox.LEVELS[0], sys.executable) as box:
    run = box.run(check, {"program.py": sys.argv[1].encode()})
assert not run.exit_status, run
print(run.stdout.decode(), end="")
"""


# CI tries three modes, and one server; `make test-all` tries all.
USUAL = "user-root", "landlock-user-in-a-container", "basic-user"
MODES = [mode if str(mode) in USUAL else slow(mode) for mode in hostile_class.MODES]
NAMES = [name if name == "tmux" else slow(name) for name in SERVERS]


@pytest.fixture(scope="module", params=MODES, ids=str)
def course(request):
    """A mode, and the course's folder for it."""
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        place = Path(folder)
        hostile_class.lay_out(place, request.param.user)
        yield request.param, place


@contextmanager
def serving(name, path, user):
    """A server that listens on a path as a user."""
    words = [word.replace("@PATH@", path) for word in SERVERS[name][0]]
    changed = {} if name in OF_ITS_OWN else hostile_class.as_user(user)
    with waiting.Process(
        [shutil.which(name), *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        cwd="/",
        **changed,
    ) as process:
        try:
            waiting.until(lambda: os.path.exists(path), lambda: f"{name}: {process.poll()}")
            os.chmod(path, 0o777)  # open to all, like a careless server's
            yield
        finally:
            process.kill()


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_no_submission_reaches_a_server_behind_a_socket_with_a_path(course, name):
    mode, place = course
    if not shutil.which(name):
        pytest.skip(f"{name} is not installed")
    path = str(place / "tmp" / name)
    program = (ENDS + SERVERS[name][1]).replace("@PATH@", path)
    with serving(name, path, mode.user):
        outside = hostile_class.run(place, mode, program=program)
        done = hostile_class.run(place, mode, program, program=GRADE)
    assert "done: " in outside.stdout, outside
    if done.returncode == 2:
        pytest.skip(done.stderr)  # the level does not hold here
    assert (done.returncode, done.stdout) == (0, ""), done
