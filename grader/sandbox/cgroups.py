"""Control groups: the kernel counts and bounds the memory, CPU time and tasks of each run.

If the grader may make groups (version 2, cgroups(7), delegated or writable; or version 1), each
launcher has one, and each of its runs one below that. A group also counts memory that belongs to no
process: shared memory, nameless files in memory, and the kernel's memory for the run. Without
groups `watch` looks at the processes in /proc instead.

A launcher locks its group. One that is not locked belongs to a launcher that was killed, and is
removed by the next one.
"""

import errno
import functools
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import NamedTuple, TypeVar

from grader.sandbox.linux import content, put


try:
    import fcntl
except ImportError:  # Windows has no control groups
    fcntl = None  # type: ignore[assignment]

PREFIX = "python-grader-"
TABLE, OWN = "/proc/self/mountinfo", "/proc/self/cgroup"
NEEDED = ("memory", "pids", "cpuacct")  # the controllers of version 1 that are needed
LIMIT, LIMIT_WITH_SWAP = "memory.limit_in_bytes", "memory.memsw.limit_in_bytes"
MIB = 1 << 20
PATIENCE_S = 2  # seconds for killed processes to leave their group
# An error while another grader removes the group, or a group above it; making it again helps.
RACES = (errno.ENOENT, errno.EBUSY)
TRIES = 10
Made = TypeVar("Made")


class Place(NamedTuple):
    """The folders in which groups can be made: one in version 2, one for each of NEEDED in 1."""

    version: int
    folders: tuple[str, ...]

    def __str__(self) -> str:
        return f"cgroup v{self.version}"


# ---- Where groups can be made ----


@functools.cache
def find() -> Place | None:
    """The first place where a trial group bounds memory and tasks; None if there is none."""
    for place in _places():
        with suppress(OSError):
            group = LauncherGroup(place, os.urandom(8).hex())
            try:
                group.new_run(64, 10).remove()
                return place
            finally:
                group.remove()
    return None


def own_groups(*controllers: str) -> list[str]:
    """The folders of this process's groups with these controllers; [] unless each has one.

    The groups of version 2 have the controller "".
    """
    folders, own = {}, _own_paths()
    for root, folder, mounted in _mounts():
        for names, path in own.items():
            for name in set(names.split(",")) & set(controllers) & mounted:
                folders[name] = _folder(root, folder, path)
    if set(folders) != set(controllers):
        return []
    return [folders[name] for name in controllers]


def _mounts() -> list[tuple[str, str, set[str]]]:
    """(Root, folder, options with the controllers) of all mounts of control groups."""
    mounts = []
    with suppress(OSError), open(TABLE, encoding="utf-8") as file:
        for line in file:
            before, _, after = line.partition(" - ")
            kind, _, options = after.split(" ")[:3]
            if kind.startswith("cgroup"):
                root, folder = before.split(" ")[3:5]
                controllers = set(options.strip().split(","))
                if kind == "cgroup2":
                    controllers = {""}
                mounts.append((root, folder, controllers))
    return mounts


def _own_paths() -> dict[str, str]:
    """{controllers: path} of the groups of this process; version 2 has no controllers there."""
    paths = {}
    with suppress(OSError), open(OWN, encoding="utf-8") as file:
        for line in file:
            _, names, path = line.rstrip("\n").split(":", 2)
            paths[names] = path
    return paths


def _folder(root: str, folder: str, path: str) -> str:
    """The folder of a group, given the part of the hierarchy that is mounted.

    >>> _folder("/", "/sys/fs/cgroup", "/user"), _folder("/user", "/sys/fs/cgroup", "/user/me")
    ('/sys/fs/cgroup/user', '/sys/fs/cgroup/me')
    """
    return os.path.join(folder, path.removeprefix(root).strip("/")).rstrip("/")


def _places() -> Iterator[Place]:
    """Yield the grader's own group of version 2, if it can bound groups below it, and the group
    above; then its own groups of version 1, if every needed controller is there.

    Only if nothing else helps in version 2, and the grader is alone in its group, it moves to one
    below.
    """
    for group in own_groups(""):
        # A group that has processes itself can't have groups below it, but its parent can.
        for parent in group, os.path.dirname(group):
            if _gives(parent):
                yield Place(2, (parent,))
        if _moves_aside(group):
            yield Place(2, (group,))
    if folders := own_groups(*NEEDED):
        yield Place(1, tuple(folders))


def _gives(folder: str) -> bool:
    """Whether groups below a group of version 2 can bound memory and tasks."""
    control = f"{folder}/cgroup.subtree_control"
    try:
        if not {"memory", "pids"} <= set(content(control).split()):
            put(control, "+memory +pids")
        return {"memory", "pids"} <= set(content(control).split())
    except OSError:
        return False


def _moves_aside(group: str) -> bool:
    """Whether this process, if alone in its group, could move to a new group below it."""
    try:
        if content(f"{group}/cgroup.procs").split() != [str(os.getpid())]:
            return False
        leaf = f"{group}/{PREFIX}itself"
        _retried(lambda: _enter(leaf))
        if _gives(group):
            return True
        put(f"{group}/cgroup.procs", "0")
        os.rmdir(leaf)
    except OSError:
        pass  # the controllers can't be enabled, or are enabled already
    return False


def _enter(group: str) -> None:
    """Make a group, if it is not there, and move this process there."""
    os.makedirs(group, exist_ok=True)
    put(f"{group}/cgroup.procs", "0")


# ---- Groups ----


class LauncherGroup:
    """The group of one launcher, with its runs' groups below it; close it by `remove`."""

    def __init__(self, place: Place, name: str) -> None:
        self.place, self._count = place, 0
        self.folders = [f"{folder}/{PREFIX}{name}" for folder in place.folders]
        self._locks = ExitStack()
        _retried(self._make)

    def _make(self) -> None:
        """Make the group, or what is missing of it, and lock it."""
        with _locked(self.place.folders[0]):
            _remove_unlocked(self.place)
            self._locks.close()
            for folder in self.folders:
                os.makedirs(folder, exist_ok=True)
            for folder in self.folders:  # if one fails, the next try closes those before it
                self._locks.enter_context(_locked(folder))
        if self.place.version == 2:
            put(f"{self.folders[0]}/cgroup.subtree_control", "+memory +pids")

    def new_run(self, memory_mib: float, tasks: int) -> "RunGroup":
        """A new group for a run, with these limits."""
        return _retried(lambda: self._new_run(int(memory_mib * MIB), tasks), self._make)

    def _new_run(self, memory: int, tasks: int) -> "RunGroup":
        """A new group for a run; OSError if this group, or the new one, was removed meanwhile."""
        self._count += 1
        folders = [f"{folder}/run{self._count}" for folder in self.folders]
        for folder in folders:
            os.mkdir(folder)
        return RunGroup(self.place, folders, memory, tasks)

    def remove(self) -> None:
        """Remove the group with all groups below it."""
        self._locks.close()
        for folder in self.folders:
            remove_folder(folder)


class RunGroup:
    """The group of one run, with its limits: bytes of memory, including swap, and tasks."""

    def __init__(self, place: Place, folders: list[str], memory: int, tasks: int) -> None:
        self._version, self._folders = place.version, folders
        if place.version == 2:  # one folder for all controllers
            folders = folders * len(NEEDED)
        self._memory, self._tasks, self._cpu = folders
        put(f"{self._tasks}/pids.max", str(tasks))
        if self._version == 2:
            put(f"{self._memory}/memory.max", str(memory))
            limits = {"memory.swap.max": "0", "memory.oom.group": "1"}
        else:
            put(f"{self._memory}/{LIMIT}", str(memory))
            limits = {LIMIT_WITH_SWAP: str(memory)}
        for name, value in limits.items():
            with suppress(OSError):  # the kernel has no swap, or is old
                put(f"{self._memory}/{name}", value)

    def doors(self) -> list[int]:
        """Open file descriptors; a process enters the group by writing "0" to each of them."""
        return [os.open(f"{folder}/cgroup.procs", os.O_WRONLY) for folder in self._folders]

    def processes(self) -> list[str]:
        """The ids of the processes in the group."""
        return content(f"{self._tasks}/cgroup.procs").split()

    def was_full(self) -> bool:
        """Whether the kernel refused a new process or thread because of the limit."""
        return _field(f"{self._tasks}/pids.events", "max") > 0

    def cpu_s(self) -> float:
        """The CPU seconds that all processes of the group have used."""
        if self._version == 2:
            return _field(f"{self._cpu}/cpu.stat", "usage_usec") / 1e6
        return int(content(f"{self._cpu}/cpuacct.usage")) / 1e9

    def memory_mib(self) -> float:
        """The memory in use in MiB, without cached copies of files."""
        if self._version == 2:
            name, prefix = "memory.current", ""
        else:
            name, prefix = "memory.usage_in_bytes", "total_"
        stat = _fields(f"{self._memory}/memory.stat")
        files = sum(int(stat[f"{prefix}{which}_file"]) for which in ("inactive", "active"))
        return max(0, int(content(f"{self._memory}/{name}")) - files) / MIB

    def ran_out(self) -> bool:
        """Whether the kernel killed a process because the memory limit was reached."""
        name = "memory.oom_control"
        if self._version == 2:
            name = "memory.events"
        return _field(f"{self._memory}/{name}", "oom_kill") > 0

    def remove(self) -> None:
        """Remove the group, killing its processes."""
        for folder in self._folders:
            try:
                os.rmdir(folder)
            except OSError:  # processes are still in the group
                remove_folder(folder)


@contextmanager
def _locked(folder: str, more: int = 0) -> Iterator[None]:
    """Lock a folder in the block, or until the process ends; with LOCK_NB, OSError if it is
    locked.
    """
    number = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(number, fcntl.LOCK_EX | more)
        yield
    finally:
        os.close(number)


def _retried(make: Callable[[], Made], mend: Callable[[], None] = lambda: None) -> Made:
    """What `make` returns, tried again after `mend` if another grader removed a group meanwhile."""
    for _ in range(TRIES - 1):
        try:
            return make()
        except OSError as error:
            if error.errno not in RACES:
                raise
        with suppress(OSError):  # if the group can't be made again, the last try says why
            mend()
    return make()


def remove_abandoned(place: Place) -> None:
    """Remove the groups of launchers that were killed."""
    # without the lock, a group that was just made would look abandoned
    with _locked(place.folders[0]):
        _remove_unlocked(place)


def _remove_unlocked(place: Place) -> None:
    """Remove the groups that no launcher has locked."""
    for folder in place.folders:
        for entry in os.listdir(folder):
            path = f"{folder}/{entry}"
            if entry.startswith(PREFIX) and not entry.endswith("itself"):
                with suppress(OSError), _locked(path, fcntl.LOCK_NB):  # else one is in use
                    remove_folder(path)


def remove_folder(folder: str) -> None:
    """Remove a group and those below it, with the processes in them."""
    with suppress(OSError):
        for entry in os.scandir(folder):
            if entry.is_dir(follow_symlinks=False):
                remove_folder(entry.path)
    deadline = time.monotonic() + PATIENCE_S
    while os.path.isdir(folder) and time.monotonic() < deadline:
        try:
            os.rmdir(folder)
        except OSError:
            for number in content(f"{folder}/cgroup.procs").split():
                with suppress(OSError):
                    os.kill(int(number), signal.SIGKILL)
            time.sleep(0.002)


def _field(path: str, name: str) -> int:
    """The number after a name in a file with such rows; 0 if the name is missing."""
    return int(_fields(path).get(name, "0"))


def _fields(path: str) -> dict[str, str]:
    """{name: number} from a file whose rows are a name, a space and a number."""
    words = content(path).split()
    return dict(zip(words[::2], words[1::2]))
