"""What Linux lets a process give up, called through ctypes; elsewhere each function says that it failed.

Landlock (Linux 5.13, 2021) lets any process bar itself and its children from files; see landlock(7).
Namespaces (see namespaces(7)) take the network and the sight of other processes away; an ordinary user needs
one of users for that, which some distributions and most containers refuse.
"""

import functools
import os
import stat
import struct
import sys


NEW_MOUNTS, NEW_IPC, NEW_USER, NEW_PROCESSES, NEW_NETWORK = (
    1 << 17,
    1 << 27,
    1 << 28,
    1 << 29,
    1 << 30,
)
EXECUTE, READ_FILE, READ_FOLDER, ANY = 1 << 0, 1 << 2, 1 << 3, (1 << 16) - 1
READ = EXECUTE | READ_FILE | READ_FOLDER
OF_FILES = EXECUTE | READ_FILE | 1 << 1 | 1 << 14 | 1 << 15  # and write, truncate, ioctl
# on files, of which each version of Landlock knows so many; later: 16
RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15}


@functools.cache
def libc():
    """The C library, or None where there is no Linux or no ctypes."""
    try:
        import ctypes
    except ImportError:
        return None
    return ctypes.CDLL(None) if sys.platform == "linux" else None


def call(name, *arguments):
    """What a function of the C library returns; -1 where there is none."""
    return getattr(libc(), name)(*arguments) if libc() else -1


def prctl(option, value):
    """Whether this process could set one of its properties."""
    return call("prctl", option, value, 0, 0, 0) == 0


def die_with_parent():
    """Have this process killed when its parent ends, however that happens."""
    return prctl(1, 9)


def hide_memory():
    """Let no other process of this user trace this one."""
    return prctl(4, 0)


def adopt_orphans():
    """Make this process the parent of its descendants' orphans."""
    return prctl(36, 1)


def give_up_privileges():
    """Let this process and its children gain no privilege by running a program, not even as root."""
    for capability in range(64):
        prctl(24, capability)
    return prctl(38, 1)


# ---- Namespaces ----


def unshare():
    """Give this process a network and mounts of its own, and its next children numbers of their own."""
    user, group, flags = (
        os.getuid(),
        os.getgid(),
        NEW_MOUNTS | NEW_IPC | NEW_PROCESSES | NEW_NETWORK,
    )
    if call("unshare", flags | (NEW_USER if user else 0)):
        return False
    if user:
        write("setgroups", "deny")
        write("uid_map", f"{user} {user} 1")
        write("gid_map", f"{group} {group} 1")
    return True


def write(name, text):
    """Set something of this process in /proc."""
    with open(f"/proc/self/{name}", "w", encoding="ascii") as file:
        file.write(text)


def freeze(folder):
    """Make every file but those under `folder` read-only for this process and its children."""
    folder, private, bind = os.fsencode(folder), 1 << 14 | 1 << 18, 1 << 12
    return (
        call("mount", b"none", b"/", None, private, None) == 0
        and call("mount", folder, folder, None, bind, None) == 0
        and mount_attributes(b"/", added=1, flags=0x8000)
        and mount_attributes(folder, removed=1)
    )


def mount_attributes(path, added=0, removed=0, flags=0):
    """Whether the attributes of a mount, or with `flags` of all below it as well, could be changed."""
    attributes = struct.pack("QQQQ", added, removed, 0, 0)
    return call("syscall", 442, -100, path, flags, attributes, len(attributes)) == 0


# ---- Landlock ----


def landlock_version():
    """The version of the kernel's Landlock; 0 without it."""
    return max(0, call("syscall", 444, None, 0, 1))


def fence(readable, devices, writable):
    """Let this process and its children read, write, and do anything with these paths, and reach no others.

    As far as the kernel knows how, they can't connect by TCP or signal processes outside, either.
    """
    version = landlock_version()
    rights = (1 << RIGHTS.get(version, 16)) - 1
    attributes = struct.pack("QQQ", rights, 3, 3)[: 8 if version < 4 else 16 if version < 6 else 24]
    rules = call("syscall", 444, attributes, len(attributes), 0)
    for paths, allowed in (readable, READ), (devices, OF_FILES), (writable, ANY):
        for path in filter(os.path.exists, paths):
            permit(rules, path, allowed & rights)
    if call("syscall", 446, rules, 0):
        raise OSError("Landlock: expected the kernel to take the rules, got a refusal")


def permit(rules, path, allowed):
    """Add a path to Landlock's rules."""
    place = os.open(path, os.O_PATH)
    if not stat.S_ISDIR(os.fstat(place).st_mode):
        allowed &= OF_FILES
    call("syscall", 445, rules, 1, struct.pack("=Qi", allowed, place), 0)
    os.close(place)
