"""Linux calls by which a process gives up abilities, through ctypes; elsewhere they report failure.

Landlock (Linux 5.13, 2021) lets any process bar itself and its children from files: landlock(7).
Namespaces take the network and the sight of other processes away: namespaces(7). An ordinary user
needs a user namespace for that, which some distributions and most containers refuse.
"""

import functools
import os
import signal
import stat
import struct
import sys
from collections.abc import Callable, Sequence


try:
    import ctypes
except ImportError:
    ctypes = None  # type: ignore[assignment]


DUMPABLE = 4
NEW_MOUNTS, NEW_IPC, NEW_USER = 1 << 17, 1 << 27, 1 << 28
NEW_PROCESSES, NEW_NETWORK = 1 << 29, 1 << 30
SIBLING = 1 << 15  # the child belongs to this process's parent
EXECUTE, READ_FILE, READ_FOLDER, ANY = 1 << 0, 1 << 2, 1 << 3, (1 << 16) - 1
READ = EXECUTE | READ_FILE | READ_FOLDER
# the other three: write, truncate, ioctl
OF_FILES = EXECUTE | READ_FILE | 1 << 1 | 1 << 14 | 1 << 15
CLONE = {"x86_64": 56, "aarch64": 220}
PIVOT_ROOT = {"x86_64": 155, "aarch64": 41}
READ_ONLY, NO_SETUID, NO_DEVICES, CHANGE = 1, 2, 4, 1 << 5
BIND, RECURSIVE, PRIVATE = 1 << 12, 1 << 14, 1 << 18
STACK_MIB = 8  # the limit of a stack, as systems usually set it
TASKS = 128  # the most processes and threads that a run may have at a time
SECCOMP = {"x86_64": 317, "aarch64": 277}
# {version of Landlock: the number of rights that it knows}; later versions know 16
RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15}


@functools.cache
def _libc() -> "ctypes.PyDLL | None":
    """The C library, called while this thread keeps Python's lock: a child that continues with a
    copy of the thread's memory holds the lock, too. None if this is not Linux or ctypes is missing.
    """
    return ctypes.PyDLL(None) if ctypes and sys.platform == "linux" else None


def fork() -> int:
    """Fork a child as the C library does; return as `os.fork` does.

    What Python and `threading` add in a child is for other threads, which this process must not
    have, and changes so much memory that copying it takes as long as many a run.
    """
    child = _call("fork")
    if child < 0:
        raise OSError("fork: expected the kernel to permit another process, got a refusal")
    return child


def look_functions_up() -> None:
    """Find the C functions that forks call, as otherwise each fork would look for them."""
    if library := _libc():
        for name in "capset", "fork", "mount", "syscall", "umount2":
            getattr(library, name)


def _call(name: str, *arguments: object) -> int:
    """The result of a C function; -1 if there is no C library."""
    library = _libc()
    if not library:
        return -1
    return getattr(library, name)(*arguments)  # type: ignore[no-any-return]


def _prctl(option: int, value: int) -> bool:
    return _call("prctl", option, value, 0, 0, 0) == 0


def die_with_parent() -> bool:
    """Have the kernel kill this process when its parent ends."""
    return _prctl(1, 9)


def hide_memory() -> bool:
    """Keep other processes of this user from tracing this one."""
    return _prctl(DUMPABLE, 0)


def own_memory() -> bool:
    """Make the user the owner of this process's files in /proc, as `exec` does."""
    return _prctl(DUMPABLE, 1)


def adopt_orphans() -> bool:
    """Make this process the parent of its descendants' orphans."""
    return _prctl(36, 1)


def give_up_privileges() -> bool:
    """Keep this process and its children from gaining privileges by programs, even as root."""
    for capability in range(64):
        if not _prctl(24, capability):
            break  # no more capabilities exist, or this process is not root and has none
    return _prctl(38, 1)


def drop_capabilities() -> bool:
    """Drop this process's privileges, which it would keep without `exec`."""
    version = 0x20080522
    return _call("capset", struct.pack("Ii", version, 0), bytes(24)) == 0


def filter_calls(instructions: bytes) -> bool:
    """Apply a filter of system calls to this process and its children, for good."""
    if not ctypes:
        return False
    held = ctypes.create_string_buffer(instructions)
    count = len(instructions) // 8
    program = struct.pack("HxxxxxxQ", count, ctypes.addressof(held))
    leave_speculation = 4  # otherwise Python would be slower, and right programs would reach limits
    return _call("syscall", SECCOMP[os.uname().machine], 1, leave_speculation, program) == 0


# ---- Namespaces ----


def fork_apart(flags: int = 0) -> int:
    """Fork a child as process 1 of new namespaces; return as `os.fork` does.

    The child shares no network, mounts, numbers of processes or System V objects with others. This
    process must have no other thread. The flag SIBLING may be added.
    """
    user, group = os.getuid(), os.getgid()
    flags |= NEW_MOUNTS | NEW_IPC | NEW_PROCESSES | NEW_NETWORK
    if user:
        flags |= NEW_USER
    child = clone(flags)
    if child == 0 and user:
        _map_user(user, group)
    return child


def clone(flags: int) -> int:
    """Fork a child with these flags, such as SIBLING; return as `os.fork` does."""
    number = CLONE.get(os.uname().machine)
    if number is None:
        raise OSError("namespaces: expected a machine with known calls")
    child = _call("syscall", number, flags | signal.SIGCHLD, 0, 0, 0, 0)
    if child < 0:
        raise OSError("namespaces: expected the kernel to permit them, got a refusal")
    return child


def _map_user(user: int, group: int) -> None:
    """Map this user to itself in the new user namespace; on failure, end this process."""
    own_memory()  # otherwise the files in /proc would belong to root
    try:
        put("/proc/self/setgroups", "deny")
        put("/proc/self/uid_map", f"{user} {user} 1")
        put("/proc/self/gid_map", f"{group} {group} 1")
    except OSError:
        os._exit(1)
    hide_memory()


def keep_mounts_private() -> None:
    """Make mounts of this process, which has a mount namespace, invisible to others."""
    _mount("none", "/", PRIVATE | RECURSIVE)


def mounts_own_memory(folder: str) -> bool:
    """Give this process mounts of its own, with files in memory at a folder; return False if a
    process here may not have them.
    """

    def mount() -> None:
        make_own_mounts()
        mount_memory(folder, "mode=0711")

    if not succeeds(os.fork, mount):
        return False
    mount()
    return True


def succeeds(fork: "Callable[[], int]", action: "Callable[[], None]") -> bool:
    """Whether a child that `fork` makes can do something; OSError if there is no such child."""
    child = fork()
    if child:
        return os.waitpid(child, 0)[1] == 0
    status = 1
    try:
        action()
        status = 0
    finally:
        os._exit(status)


def make_own_mounts() -> None:
    """Give this process, which must have no other thread, mounts that nobody else sees."""
    user, group = os.getuid(), os.getgid()
    flags = NEW_MOUNTS
    if user:
        flags |= NEW_USER
    if _call("unshare", flags):
        raise _refusal("mounts of one's own")
    if user:
        _map_user(user, group)
    keep_mounts_private()


def mount_memory(folder: str, options: str, change: int = 0) -> None:
    """Mount a file system in memory on a folder, or change it."""
    _mount("tmpfs", folder, NO_SETUID | NO_DEVICES | change, "tmpfs", options)


def unmount(folder: str) -> None:
    """Unmount what is mounted on a folder, even if a process still uses it."""
    _call("umount2", os.fsencode(folder), 2)


def bind(path: str, place: str) -> None:
    """Mount a file or folder, with all mounts below it, at a second place."""
    _mount(path, place, BIND | RECURSIVE)


def make_read_only(place: str, mounted: Sequence[str]) -> None:
    """Forbid writing below a place, and in the mounts below it."""
    attributes = struct.pack("QQQQ", READ_ONLY | NO_SETUID, 0, 0, 0)
    of_all_below = 0x8000
    arguments = os.fsencode(place), of_all_below, attributes, len(attributes)
    # the call mount_setattr, which Linux has from 5.12 on
    if _call("syscall", 442, -100, *arguments):
        for path in (place, *mounted):
            _mount("none", path, CHANGE | BIND | READ_ONLY | NO_SETUID)


def change_root(root: str) -> None:
    """Make a mount the root folder of this process and its children, and hide all else."""
    os.chdir(root)
    if _call("syscall", PIVOT_ROOT[os.uname().machine], b".", b".") or _call("umount2", b".", 2):
        raise _refusal(f"to become the root folder: {root}")
    os.chdir("/")


def _mount(source: str, place: str, flags: int, kind: str = "", options: str = "") -> None:
    start, target = os.fsencode(source), os.fsencode(place)
    if _call("mount", start, target, kind.encode(), flags, options.encode()):
        raise _refusal(f"to mount {source} at {place}")


def _refusal(what: str) -> OSError:
    return OSError(f"namespaces: expected the kernel to permit {what}")


# ---- Files of the kernel ----


def content(path: str) -> str:
    """The content of a small file that the kernel makes up; `open` would ask it for much more."""
    number = os.open(path, os.O_RDONLY)
    try:
        parts = []
        while part := os.read(number, 1 << 16):
            parts.append(part)
        return b"".join(parts).decode("ascii", "replace")
    finally:
        os.close(number)


def put(path: str, text: str) -> None:
    """Write a value to a file of the kernel."""
    number = os.open(path, os.O_WRONLY | os.O_CREAT)
    try:
        os.write(number, text.encode("ascii"))
    finally:
        os.close(number)


# ---- Landlock ----


def landlock_version() -> int:
    """The version of Landlock in this kernel; 0 without it."""
    return max(0, _call("syscall", 444, None, 0, 1))


def fence(readable: Sequence[str], devices: Sequence[str], writable: Sequence[str]) -> None:
    """Restrict this process and its children to reading, writing and using these paths.

    If the kernel supports it, this also forbids TCP connections and signals to processes outside.
    """
    version = landlock_version()
    rights = (1 << RIGHTS.get(version, 16)) - 1
    attributes = struct.pack("QQQ", rights, 3, 3)
    if version < 4:
        attributes = attributes[:8]
    elif version < 6:
        attributes = attributes[:16]
    rules = _call("syscall", 444, attributes, len(attributes), 0)
    for paths, allowed in (readable, READ), (devices, OF_FILES), (writable, ANY):
        for path in filter(os.path.exists, paths):
            _permit(rules, path, allowed & rights)
    status = _call("syscall", 446, rules, 0)
    os.close(rules)
    if status:
        raise OSError("Landlock: expected the kernel to take the rules, got a refusal")


def _permit(rules: int, path: str, allowed: int) -> None:
    place = os.open(path, os.O_PATH)
    if not stat.S_ISDIR(os.fstat(place).st_mode):
        allowed &= OF_FILES
    _call("syscall", 445, rules, 1, struct.pack("=Qi", allowed, place), 0)
    os.close(place)
