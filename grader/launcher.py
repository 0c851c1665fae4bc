"""Runs programs for one sandbox, each watched, measured and cleared away; the grader talks to it through pipes.

Theory of operation. The grader starts `python3 -m grader.launcher` once for each worker, because to start an
interpreter for every run would cost as much as the run. Its stdin brings a Setup and then Jobs, pickled; each Job is
answered on stdout by a dict, or by the exception that kept it from being done: a fault of ours. When its stdin
ends, the grader has ended, however that happened: the launcher kills what it runs, removes its folder and goes.

It stays the one process that nothing a program starts can leave. Where the kernel gives it namespaces it is
process 1 of its own: whatever is orphaned in there becomes its child, and one kill ends all that is in there, even
a loop of forks. Elsewhere on Linux it is made the parent of its descendants' orphans, finds them in /proc, and
kills until none is left; as root, it also kills by user. On other systems it kills the session's process group.

For each Job it makes a scratch folder, forks, and lets the child bind itself before it runs the interpreter: a
session of its own, limits, no new privileges, what `kernel` has, another user. Then it reads the program's output
up to a cap, and looks at the whole tree every POLL_S: CPU time, memory, number of processes, files in the scratch
folder. What crosses a limit is killed. A program can't lower what it has used: the CPU time of every process is
taken when it has ended, or as last seen, if its parent ignores its end.

What it does not bound: the network's and the disk's speed, and memory that no process maps.
"""

import os
import pickle
import resource
import selectors
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass
from stat import S_ISDIR

from grader import kernel

POLL_S = 0.05  # how often to look at a running program
PROCESSES, SCRATCH_FILES, SCRATCH_MIB, FILE_MIB = 50, 10_000, 256, 64
TICK_S = 1 / os.sysconf("SC_CLK_TCK")
PAGE_MIB = os.sysconf("SC_PAGE_SIZE") / (1 << 20)
MAXRSS_MIB = 1 / (1 << 10) if sys.platform == "linux" else 1 / (1 << 20)  # the unit of ru_maxrss
SHARED_FOLDERS = ("/tmp", "/var/tmp", "/dev/shm")
DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")


@dataclass(frozen=True)
class Setup:
    """What all runs of one sandbox share."""
    folder: str  # where scratch folders are made
    command: tuple  # the interpreter and all its arguments but the job
    environment: dict
    readable: tuple  # the paths that a program needs to read
    user: int  # whom the program runs as; 0: whoever the grader is
    kernel: bool  # whether to use what the kernel offers: Landlock, namespaces
    bubblewrap: tuple  # its command up to what depends on the run, or ()


@dataclass(frozen=True)
class Job:
    """One run: the contents of the files in the scratch folder, the driver's job, and the limits."""
    files: dict
    call: dict
    limits: dict


def main():
    """Do jobs until stdin ends, then remove the folder: from outside, for in there it is a mount."""
    setup = receive()
    if setup.kernel:
        in_child(isolated, setup)
    else:
        serve(setup)
    remove(setup.folder)


def in_child(function, setup):
    """Call a function in a child, which dies with this process, and wait for its end."""
    child = os.fork()
    if child:
        os.waitpid(child, 0)
        return
    kernel.die_with_parent()
    function(setup)
    os._exit(0)


def isolated(setup):
    """Do jobs in namespaces if the kernel permits, else here."""
    if kernel.unshare():
        kernel.freeze(setup.folder)
        in_child(serve, setup)
    else:
        serve(setup)


def serve(setup):
    """Do jobs until stdin ends."""
    kernel.adopt_orphans()
    kernel.hide_memory()
    while job := receive():
        try:
            reply = run(setup, job)
        except EOFError:
            return
        except Exception as error:
            reply = error
        pickle.dump(reply, sys.stdout.buffer)
        sys.stdout.buffer.flush()


def receive():
    """The next object from the grader; None if there will be none."""
    try:
        return pickle.load(sys.stdin.buffer)
    except EOFError:
        return None


def run(setup, job):
    """The fields of a Run: what came of one job."""
    scratch, first = tempfile.mkdtemp(dir=setup.folder), 0
    try:
        fill(scratch, job.files, setup.user)
        pipes = [os.pipe() for _ in range(3)]
        first = os.fork() or child(setup, job, scratch, pipes)
        for _, theirs in pipes:
            os.close(theirs)
        with open(pipes[0][0], "rb", 0) as out, open(pipes[1][0], "rb", 0) as err, open(pipes[2][0], "rb", 0) as begun:
            return watched(first, setup.user, out, err, begun, job.limits, scratch)
    finally:
        kill_all(first, setup.user)
        remove(scratch)
        remove_files_of(setup.user)


# ---- The scratch folder ----

def fill(scratch, files, user):
    """Write the files into the scratch folder, which becomes the user's."""
    for name, content in files.items():
        path = os.path.join(scratch, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "xb") as file:
            file.write(content)
    for folder, _, names in os.walk(scratch) if user else ():
        for path in (folder, *(os.path.join(folder, name) for name in names)):
            os.chown(path, user, user)


def too_full(scratch):
    """Whether there is more in the scratch folder than a program may leave there; it stops to count at that."""
    files, size, folders = 0, 0, [scratch]
    while folders:
        for path, status in entries(folders.pop()):
            files, size = files + 1, size + status.st_blocks * 512
            if files > SCRATCH_FILES or size > SCRATCH_MIB << 20 or len(path) > 1000:
                return True
            folders += [path] * S_ISDIR(status.st_mode)
    return False


def entries(folder):
    """Yield (path, status) of each entry of a folder, as long as they are there."""
    with suppress(OSError), os.scandir(folder) as found:
        for entry in found:
            yield entry.path, entry.stat(follow_symlinks=False)


def remove(folder):
    """Remove a folder, whatever permissions and depths a program gave to what is in it; say so if that fails."""
    with suppress(OSError, RecursionError):
        shutil.rmtree(folder)
    for command in ["rm", "-rf"], ["chmod", "-R", "u+rwx"], ["rm", "-rf"]:
        if os.path.lexists(folder):
            subprocess.run([*command, "--", folder], stderr=subprocess.DEVNULL)
    if os.path.lexists(folder):
        print(f"sandbox: expected to remove {folder!r}, got something in it that can't be", file=sys.stderr)


def remove_files_of(user):
    """Remove what a user that is only ours left in the folders that everybody may write."""
    for folder in SHARED_FOLDERS if user else ():
        for path, status in [each for each in entries(folder) if each[1].st_uid == user]:
            remove(path) if S_ISDIR(status.st_mode) else os.remove(path)


# ---- The child ----

def child(setup, job, scratch, pipes):
    """Become the program, or exit with the reason on stderr."""
    try:
        os.setsid()
        place(*(theirs for _, theirs in pipes))
        limit(setup.user, **job.limits)
        environment = setup.environment | {"HOME": scratch, "TMPDIR": scratch}
        user = setup.user if setup.bubblewrap else 0
        command = [*setup.command, repr(job.call | {"folder": scratch, "user": user})]
        if setup.bubblewrap:
            command = [*setup.bubblewrap, "--bind", scratch, scratch, "--remount-ro", "/", "--",
                       *command]
        else:
            confine(setup, scratch)
        os.execve(command[0], command, environment)
    except BaseException as error:
        os.write(2, f"{error!r}\n".encode())
    os._exit(1)


def place(out, err, begun):
    """Put an empty stdin and the three pipes on descriptors 0 to 3, and close all others."""
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    kept = [os.dup(each) for each in (out, err, begun)]
    for number, each in enumerate(kept, 1):
        os.dup2(each, number)
    os.closerange(4, max(kept) + 1)


def limit(user, cpu_s, memory_mib, **_):
    """Bind this process and its children, each for itself, as far as the system lets them."""
    seconds, memory, file = int(-(-cpu_s // 1)), memory_mib << 20, FILE_MIB << 20
    limits = {"CPU": (seconds, seconds + 1), "AS": (memory, memory), "FSIZE": (file, file), "CORE": (0, 0),
              "NOFILE": (256, 256)}
    if user:  # others have processes elsewhere that count, too
        limits["NPROC"] = (4 * PROCESSES, 4 * PROCESSES)
    for name, values in limits.items():
        try:
            resource.setrlimit(getattr(resource, f"RLIMIT_{name}"), values)
        except (AttributeError, ValueError, OSError):
            pass  # this system has no such limit, or a lower one already


def confine(setup, scratch):
    """Give up all that the program must not have."""
    kernel.give_up_privileges()
    if setup.kernel:
        kernel.fence(setup.readable, DEVICES, [scratch])
    if setup.user:
        become(setup.user)
    kernel.die_with_parent()


def become(user):
    """Turn into another user for good."""
    os.setgroups([])
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)


# ---- Watching ----

class Tree:
    """The processes of a run: what they use now, and used at most."""

    def __init__(self):
        self.cpu_s_of, self.peak_mib = {}, 0  # CPU seconds by the process's number and start

    def look(self):
        """(CPU seconds so far, MiB of memory now, number of processes now)."""
        waited = mib = alive = 0
        for number in descendants():
            fields = stat(number)
            if not fields:
                continue
            own, children = sum(map(int, fields[11:13])), sum(map(int, fields[13:15]))
            self.cpu_s_of[number, fields[19]] = own * TICK_S
            waited += (own + children) * TICK_S
            alive += fields[0] != "Z"
            mib += int(fields[21]) * PAGE_MIB
        self.peak_mib = max(self.peak_mib, mib)
        return max(waited, sum(self.cpu_s_of.values())), mib, alive

    def crossed(self, limits, scratch):
        """The name of the limit that the run has crossed, or ""."""
        cpu_s, mib, alive = self.look()
        return ("cpu" if cpu_s > limits["cpu_s"] else
                "memory" if mib > limits["memory_mib"] and unshared_mib() > limits["memory_mib"] else
                "processes" if alive > PROCESSES else
                "disk" if too_full(scratch) else "")


def descendants():
    """The numbers, as /proc has them, of all that this process has started and has not waited for."""
    found, todo = [], ["self"]
    while todo:
        threads = f"/proc/{todo.pop()}/task"
        try:
            for thread in os.listdir(threads):
                with open(f"{threads}/{thread}/children", encoding="ascii") as file:
                    children = file.read().split()
                found += children
                todo += children
        except OSError:
            pass  # it has ended meanwhile, or this is no Linux
    return found


def stat(number):
    """The fields of a process's /proc/.../stat after its name; none if it has ended."""
    try:
        with open(f"/proc/{number}/stat", encoding="utf-8", errors="replace") as file:
            return file.read().rpartition(")")[2].split()
    except OSError:
        return []


def unshared_mib():
    """The memory of the tree, with what several processes share counted once."""
    kib = 0
    for number in descendants():
        try:
            with open(f"/proc/{number}/smaps_rollup", encoding="ascii") as file:
                kib += sum(int(line.split()[1]) for line in file if line.startswith("Pss:"))
        except OSError:
            pass  # it has ended meanwhile
    return kib / 1024


def watched(first, user, out, err, begun, limits, scratch):
    """The fields of a Run of a program just started: read it until it or a limit ends it, then kill all."""
    start, tree = time.monotonic(), Tree()
    output = {out: bytearray(), err: bytearray()}
    with selectors.DefaultSelector() as selector:
        for stream in (*output, sys.stdin.buffer):
            selector.register(stream, selectors.EVENT_READ)
            os.set_blocking(stream.fileno(), stream is sys.stdin.buffer)
        ended = read(first, tree, selector, output, limits, scratch, start + limits["wall_s"])
    seen_s, _, _ = tree.look()
    usages = kill_all(first, user)
    for stream, data in output.items():
        drain(stream, data, limits)
    if not begun.read():
        raise RuntimeError(f"the program could not be started: {bytes(output[err][-500:]).decode(errors='replace')}")
    return {"stdout": bytes(output[out]), "stderr": bytes(output[err]).replace(f"{scratch}{os.sep}".encode(), b""),
            "exit_status": os.waitstatus_to_exitcode(usages[first][0]), "ended": ended,
            "cpu_s": max(seen_s, sum(usage.ru_utime + usage.ru_stime for _, usage in usages.values())),
            "wall_s": time.monotonic() - start,
            "memory_mib": max(tree.peak_mib, *(usage.ru_maxrss * MAXRSS_MIB for _, usage in usages.values()))}


def read(first, tree, selector, output, limits, scratch, deadline):
    """Read until the program has exited or crossed a limit; return what `Run.ended` says of it."""
    pause, next_look = 0.001, time.monotonic() + POLL_S
    while not exited(first):
        for key, _ in selector.select(POLL_S):
            if key.fileobj is sys.stdin.buffer:
                raise EOFError  # the grader never speaks before it has its answer: it has ended
            if not drain(key.fileobj, output[key.fileobj], limits):
                selector.unregister(key.fileobj)
        if any(len(data) > limits["output_kib"] << 10 for data in output.values()):
            return "output"
        if (now := time.monotonic()) > next_look:
            next_look = now + POLL_S
            if crossed := "wall" if now > deadline else tree.crossed(limits, scratch):
                return crossed
        if len(selector.get_map()) == 1:  # it is about to exit, or goes on with its output closed
            time.sleep(pause)
            pause = min(2 * pause, POLL_S)
    return "exit"


def drain(stream, data, limits):
    """Add to `data` what the stream holds now, up to a byte beyond the cap; return False at its end."""
    while (room := (limits["output_kib"] << 10) + 1 - len(data)) > 0:
        chunk = stream.read(min(room, 1 << 16))
        if not chunk:
            return chunk is None  # nothing yet; b"" is the end
        data += chunk
    return True


def exited(first):
    """Whether a process has ended; it stays a zombie, so that its number and its group's stay its own."""
    return os.waitid(os.P_PID, first, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


# ---- Killing ----

def kill_all(first, user):
    """Kill every process that a run started, and wait for it: {its number: (status, resources used)}."""
    usages = {}
    while True:
        try:
            while (done := os.wait4(-1, os.WNOHANG))[0]:
                usages[done[0]] = done[1:]
        except ChildProcessError:
            return usages
        kill(first, user)
        time.sleep(0.001)


def kill(first, user):
    """Send SIGKILL to every process that is known to be of the run."""
    if os.getpid() == 1:
        return send_kill(os.kill, -1)
    if user:
        kill_as(user)
    send_kill(os.killpg, first)
    for number in map(int, descendants()):
        send_kill(os.kill, number)


def send_kill(function, number):
    """Send SIGKILL to a process or group, if it is still there."""
    try:
        function(number, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        pass  # macOS calls it a lack of permission where nothing but zombies is left in a group


def kill_as(user):
    """Kill all processes of a user at once; only that user's own process can."""
    helper = os.fork()
    if helper:
        os.waitpid(helper, 0)
        return
    try:
        become(user)
        os.kill(-1, signal.SIGKILL)
    finally:
        os._exit(0)


if __name__ == "__main__":
    main()
