"""What honest programs may need of Python and the system, at every level of the sandbox."""

import sys

import pytest

from grader.records.checks import Check, Limits
from grader.sandbox import sandbox
from tests.levels import run_of
from tests.test_view import permits_views


CHECK = Check("import", "program", Limits(cpu_s=20, wall_s=60, memory_mib=1024, output_kib=64))
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nothing is refused")

NEEDS = {
    "processes": """
import os, signal, subprocess, sys
assert subprocess.run([sys.executable, "-c", "print(1)"], stdout=-1, stderr=-3).stdout == b"1\\n"
options = {"start_new_session": True, "preexec_fn": lambda: None, "stdin": -3}
assert subprocess.call([sys.executable, "-c", ""], **options) == 0
sleeper = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
sleeper.terminate()
assert sleeper.wait(20) == -15
os.waitpid(os.posix_spawn(sys.executable, [sys.executable, "-c", ""], {}), 0)
child = os.fork() or os._exit(3)
if hasattr(os, "pidfd_open"):
    os.waitid(os.P_PIDFD, os.pidfd_open(child), os.WEXITED)
else:
    os.waitpid(child, 0)
""",
    "threads": """
import concurrent.futures, threading
with concurrent.futures.ThreadPoolExecutor(4) as pool:
    assert sum(pool.map(abs, [-1] * 99)) == 99
event = threading.Event()
threading.Timer(0.01, event.set).start()
assert event.wait(20)
""",
    "an_event_loop": """
import asyncio, sys
async def main():
    await asyncio.sleep(0.01)
    await asyncio.get_running_loop().run_in_executor(None, sum, [1])
    child = await asyncio.create_subprocess_exec(sys.executable, "-c", "print(2)", stdout=-1)
    assert await child.communicate() == (b"2\\n", None)
asyncio.run(main())
""",
    "callbacks_of_c": """
import ctypes
ORDER = ctypes.CFUNCTYPE(ctypes.c_int, *[ctypes.POINTER(ctypes.c_int)] * 2)
numbers = (ctypes.c_int * 3)(3, 1, 2)
ctypes.CDLL(None).qsort(numbers, 3, 4, ORDER(lambda left, right: left[0] - right[0]))
assert list(numbers) == [1, 2, 3]
""",
    "memory_of_libraries": """
import ctypes, mmap
memory = mmap.mmap(-1, 1 << 20)
start = ctypes.addressof(ctypes.c_char.from_buffer(memory))
assert ctypes.CDLL(None).mprotect(ctypes.c_void_p(start), 4096, 3) == 0
""",
    "files": """
import fcntl, mmap, os, pathlib, shutil, sqlite3, tempfile
with tempfile.TemporaryDirectory() as folder:
    here = pathlib.Path(folder)
    (here / "a").write_text("x")
    shutil.copy2(here / "a", here / "b")
    shutil.copytree(here, here.parent / "copied")
    shutil.rmtree(here.parent / "copied")
    shutil.move(str(here / "b"), str(here / "c"))
    os.chmod(here / "c", 0o600)
    os.utime(here / "c")
    os.symlink("c", here / "link")
    os.link(here / "c", here / "second")
    os.replace(here / "second", here / "third")
    os.truncate(here / "third", 0)
    os.mkfifo(here / "fifo")
    assert len(list(os.scandir(here))) == 5 and os.access(here / "c", os.W_OK)
    if hasattr(here, "copy"):
        (here / "a").copy(here / "d", preserve_metadata=True)
with tempfile.NamedTemporaryFile() as file, tempfile.TemporaryFile() as other:
    file.write(bytes(8192))
    file.flush()
    os.pwrite(file.fileno(), b"1", 1)
    os.posix_fallocate(other.fileno(), 0, 4096)
    fcntl.flock(file, fcntl.LOCK_EX)
    os.lockf(other.fileno(), os.F_LOCK, 0)
    os.set_blocking(other.fileno(), False)
    os.set_inheritable(other.fileno(), True)
    os.fsync(other.fileno())
    mapped = mmap.mmap(file.fileno(), 0)
    assert mapped[1:2] == b"1"
    mapped[2:3] = b"2"
    mapped.flush()
shutil.disk_usage("."), os.isatty(1), shutil.get_terminal_size()
sqlite3.connect("numbers.db").execute("create table numbers (number)").close()
""",
    "signals_and_timers": """
import faulthandler, os, signal, threading, time
seen = []
for name in "SIGALRM", "SIGUSR1", "SIGUSR2":
    signal.signal(getattr(signal, name), lambda number, frame: seen.append(number))
signal.setitimer(signal.ITIMER_REAL, 0.01)
deadline = time.monotonic() + 20
while not seen and time.monotonic() < deadline:
    time.sleep(0.01)
signal.raise_signal(signal.SIGUSR1)
signal.pthread_kill(threading.get_ident(), signal.SIGUSR2)
assert sorted(seen) == sorted([signal.SIGALRM, signal.SIGUSR1, signal.SIGUSR2])
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR1])
os.kill(os.getpid(), signal.SIGUSR1)
assert signal.sigtimedwait([signal.SIGUSR1], 20).si_pid == os.getpid()
faulthandler.dump_traceback_later(99)
faulthandler.cancel_dump_traceback_later()
""",
    "waiting": """
import os, select, selectors, socket
end, start = os.pipe()
os.write(start, b"x")
assert select.select([end], [], [], 20)[0]
poll = select.poll()
poll.register(end)
assert poll.poll(20)
epoll = select.epoll()
epoll.register(end, select.EPOLLIN)
assert epoll.poll(20)
one, other = socket.socketpair()
one.settimeout(20)
other.send(b"x")
assert one.recv(1) == b"x"
assert not hasattr(os, "eventfd") or os.eventfd(1)
assert not hasattr(os, "timerfd_create") or os.timerfd_create(1)
""",
    "itself": """
import getpass, os, platform, random, resource, socket, time, uuid
os.nice(0), os.sched_getaffinity(0), os.getloadavg(), os.getgroups(), os.times(), os.umask(18)
platform.platform(), socket.gethostname(), uuid.uuid1(), random.SystemRandom().random()
resource.setrlimit(resource.RLIMIT_NOFILE, (99, 99)), resource.getrusage(resource.RUSAGE_SELF)
time.process_time(), time.thread_time(), time.sleep(0.001), time.clock_gettime(0)
""",
    "processes_that_share": """
import multiprocessing, sys
from concurrent.futures import ProcessPoolExecutor
fork = multiprocessing.get_context("fork")
with fork.Pool(2) as pool:
    assert pool.map(abs, [-1, -2]) == [1, 2]
with ProcessPoolExecutor(2, mp_context=fork) as pool:
    assert list(pool.map(abs, [-3])) == [3]
queue, number = fork.Queue(), fork.Value("i", 4)
child = fork.Process(target=queue.put, args=[number.value])
child.start()
assert queue.get(timeout=20) == 4
child.join()
from multiprocessing import shared_memory
memory = shared_memory.SharedMemory(create=True, size=4096)
other = shared_memory.SharedMemory(memory.name)
memory.buf[0] = 5
assert other.buf[0] == 5
other.close(), memory.close(), memory.unlink()
""",
    "fresh_processes_that_share": """
import multiprocessing
with multiprocessing.get_context("spawn").Pool(1) as pool:
    assert pool.map(abs, [-1, -2]) == [1, 2]
""",
}
# These need sockets with a path.
MANAGER = 'multiprocessing.get_context("fork").Manager()'
FORKSERVER = 'multiprocessing.get_context("forkserver").Pool(1)'


@pytest.mark.parametrize("need", NEEDS)
def test_at_every_level_a_program_may_use(need, box):
    has_shared_memory = box.level in ("bubblewrap", "basic") or permits_views()
    if need.endswith("processes_that_share") and not has_shared_memory:
        pytest.skip("no namespaces are permitted here")
    done = run_of(box, NEEDS[need] + '\nprint("done")\n', CHECK)
    assert (done.exit_status, done.stdout) == (0, b"done\n"), done.stderr.decode()


@pytest.mark.parametrize("start", [MANAGER, FORKSERVER], ids=["manager", "forkserver"])
def test_what_needs_a_socket_with_a_path_is_refused_and_not_left_hanging(start, box):
    done = run_of(box, f"import multiprocessing\n{start}\n", CHECK)
    assert done.ended == "exit" and done.exit_status, done
    assert b"PermissionError" in done.stderr


def test_the_page_of_the_sandbox_says_what_multiprocessing_lacks():
    page = (sandbox.ROOT / "grader/docs/sandbox.md").read_text(encoding="utf-8")
    assert "`Manager`" in page and "`forkserver`" in page
