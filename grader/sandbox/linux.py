"""What Linux lets a process give up, through ctypes; elsewhere each function says that it failed.

Landlock (Linux 5.13, 2021) lets any process bar itself and its children from files: landlock(7).
Namespaces take the network and the sight of other processes away: namespaces(7). An ordinary user
needs a user namespace for that, which some distributions and most containers refuse.
"""

import functools
import os
import stat
import struct
import sys
from collections.abc import Sequence


try:
    import ctypes
except ImportError:
    ctypes = None  # type: ignore[assignment]


NEW_MOUNTS, NEW_IPC, NEW_USER = 1 << 17, 1 << 27, 1 << 28
NEW_PROCESSES, NEW_NETWORK = 1 << 29, 1 << 30
EXECUTE, READ_FILE, READ_FOLDER, ANY = 1 << 0, 1 << 2, 1 << 3, (1 << 16) - 1
READ = EXECUTE | READ_FILE | READ_FOLDER
OF_FILES = EXECUTE | READ_FILE | 1 << 1 | 1 << 14 | 1 << 15  # and write, truncate, ioctl
RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15}  # how many each version of Landlock knows; later ones: 16


@functools.cache
def _libc() -> "ctypes.CDLL | None":
    """The C library, or None where there is no Linux or no ctypes."""
    return ctypes.CDLL(None) if ctypes and sys.platform == "linux" else None


def _call(name: str, *arguments: object) -> int:
    """What a function of the C library returns; -1 where there is none."""
    return getattr(_libc(), name)(*arguments) if _libc() else -1


def _prctl(option: int, value: int) -> bool:
    """Whether a property of this process could be set."""
    return _call("prctl", option, value, 0, 0, 0) == 0


def die_with_parent() -> bool:
    """Have this process killed when its parent ends, however that happens."""
    return _prctl(1, 9)


def hide_memory() -> bool:
    """Let no other process of this user trace this one."""
    return _prctl(4, 0)


def adopt_orphans() -> bool:
    """Make this process the parent of its descendants' orphans."""
    return _prctl(36, 1)


def give_up_privileges() -> bool:
    """Let this process and its children gain no privileges by running a program, even as root."""
    for capability in range(64):
        _prctl(24, capability)
    return _prctl(38, 1)


# ---- Namespaces ----


def unshare() -> bool:
    """Give this process a network and mounts of its own, and its children numbers of their own."""
    user, group = os.getuid(), os.getgid()
    flags = NEW_MOUNTS | NEW_IPC | NEW_PROCESSES | NEW_NETWORK
    if _call("unshare", flags | NEW_USER if user else flags):
        return False
    if user:
        _set("setgroups", "deny")
        _set("uid_map", f"{user} {user} 1")
        _set("gid_map", f"{group} {group} 1")
    return True


def _set(name: str, text: str) -> None:
    """Set a property of this process that /proc offers."""
    with open(f"/proc/self/{name}", "w", encoding="ascii") as file:
        file.write(text)


def freeze(folder: str) -> bool:
    """Make all files outside `folder` read-only for this process and its children."""
    path, private, bind = os.fsencode(folder), 1 << 14 | 1 << 18, 1 << 12
    return (
        _call("mount", b"none", b"/", None, private, None) == 0
        and _call("mount", path, path, None, bind, None) == 0
        and _change_mount(b"/", added=1, flags=0x8000)
        and _change_mount(path, removed=1)
    )


def _change_mount(path: bytes, added: int = 0, removed: int = 0, flags: int = 0) -> bool:
    """Whether the attributes of a mount (with these `flags`, of all below too) could be changed."""
    attributes = struct.pack("QQQQ", added, removed, 0, 0)
    return _call("syscall", 442, -100, path, flags, attributes, len(attributes)) == 0


# ---- Landlock ----


def landlock_version() -> int:
    """The version of the kernel's Landlock; 0 without it."""
    return max(0, _call("syscall", 444, None, 0, 1))


def fence(readable: Sequence[str], devices: Sequence[str], writable: Sequence[str]) -> None:
    """Let this process and its children read, write or do anything with these, and nothing else.

    If the kernel can forbid that, they can't connect by TCP or signal processes outside, either.
    """
    version = landlock_version()
    rights = (1 << RIGHTS.get(version, 16)) - 1
    attributes = struct.pack("QQQ", rights, 3, 3)
    if version < 6:
        attributes = attributes[: 8 if version < 4 else 16]
    rules = _call("syscall", 444, attributes, len(attributes), 0)
    for paths, allowed in (readable, READ), (devices, OF_FILES), (writable, ANY):
        for path in filter(os.path.exists, paths):
            _permit(rules, path, allowed & rights)
    if _call("syscall", 446, rules, 0):
        raise OSError("Landlock: expected the kernel to take the rules, got a refusal")


def _permit(rules: int, path: str, allowed: int) -> None:
    """Add a path to the rules of Landlock."""
    place = os.open(path, os.O_PATH)
    if not stat.S_ISDIR(os.fstat(place).st_mode):
        allowed &= OF_FILES
    _call("syscall", 445, rules, 1, struct.pack("=Qi", allowed, place), 0)
    os.close(place)
