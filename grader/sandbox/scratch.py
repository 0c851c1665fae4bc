"""The scratch folders of runs: filled, measured and removed.

Where the kernel permits mounts, all files in them are in memory. The launcher mounts a file system
of a bounded size on its own folder, which nobody else sees, and makes one scratch folder after
another there. What a run writes counts as memory of the run, and so does a file that has no name
any more. Elsewhere the files are on the disk, and only those with names are counted.
"""

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from stat import S_ISDIR

from grader.sandbox import linux


FILES, MIB = 10_000, 256  # the most that a run may have at one time
LONGEST = 1000  # characters of a path
# A file system has more room than a run may use, so that a run that uses more can be told from one
# that uses just as much.
MORE_FILES, MORE_MIB = 100, 1
PAGE = 4096  # bytes in the smallest unit of memory


def most_mib(memory_mib: float) -> int:
    """The most MiB of files that a run may have at one time, given its limit on memory.

    >>> most_mib(128), most_mib(1024)
    (128, 256)
    """
    return min(MIB, int(memory_mib))


class Space:
    """The folder in which a launcher makes scratch folders; close it by `remove`."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.is_in_memory = linux.mounts_own_memory(folder)
        self._room = self._before = 0, 0  # (bytes, files) that it has, and of the run's start
        self._own_files = 0  # files that are there between runs
        self._most_mib = MIB

    def begin(self, memory_mib: float, files: Mapping[str, bytes]) -> None:
        """Bound what the next run may have beside these files, with which it starts."""
        self._most_mib = most_mib(memory_mib)
        if not self.is_in_memory:
            return
        # The kernel may free the last run's files only now, so they could still be counted as used.
        self._own_files = self._own_files or self._used()[1]
        size = sum(len(content) // PAGE + 1 for content in files.values()) * PAGE
        self._before = size, self._own_files + len(files)
        more_mib = self._most_mib + MORE_MIB
        room = size + (more_mib << 20), self._before[1] + FILES + MORE_FILES
        if room != self._room:
            linux.mount_memory(self.folder, "size=%d,nr_inodes=%d" % room, linux.CHANGE)
            self._room = room

    def mib(self) -> float:
        """The MiB of memory that a run's files take, those without a name too."""
        if not self.is_in_memory:
            return 0.0
        return (self._used()[0] - self._before[0]) / (1 << 20)

    def is_too_full(self, scratch: str) -> bool:
        """Whether a run has more files in its scratch folder than it may have."""
        if not self.is_in_memory:
            return _holds_more(scratch, self._most_mib << 20)
        used, before = self._used(), self._before
        return used[0] - before[0] > self._most_mib << 20 or used[1] - before[1] > FILES

    def _used(self) -> tuple[int, int]:
        """(The bytes, the number of files) that the file system holds."""
        status = os.statvfs(self.folder)
        size = (status.f_blocks - status.f_bfree) * status.f_frsize
        return size, status.f_files - status.f_ffree

    def remove(self) -> None:
        """Remove the folder and all in it."""
        if self.is_in_memory:
            linux.unmount(self.folder)
        remove(self.folder)


def fill(scratch: str, files: Mapping[str, bytes], user: int) -> None:
    """Write the files into a scratch folder, and make the user its owner."""
    for name, content in files.items():
        path = os.path.join(scratch, name)
        if "/" in name:
            os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "xb") as file:
            file.write(content)
    if not user:
        return
    for folder, _, names in os.walk(scratch):
        for path in (folder, *(os.path.join(folder, name) for name in names)):
            os.chown(path, user, user)


def remove(folder: str) -> None:
    """Remove a folder, however deep it is and whatever its permissions; report what is left."""
    with suppress(OSError, RecursionError):
        _clear(folder)
    for command in ["rm", "-rf"], ["chmod", "-R", "u+rwx"], ["rm", "-rf"]:
        if os.path.lexists(folder):
            silent = (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0)
            words, environment = command + ["--", folder], {"PATH": os.defpath}
            with suppress(OSError):
                helper = os.posix_spawnp(command[0], words, environment, file_actions=[silent])
                os.waitpid(helper, 0)
    if os.path.lexists(folder):
        problem = f"expected to remove {folder!r}, got something in it that can't be"
        print(f"sandbox: {problem}", file=sys.stderr)


def remove_files_of(user: int, folder: str) -> None:
    """Remove the files of a user from a folder where everybody can write."""
    for path, status in list(_entries(folder)):
        if status.st_uid == user:
            if S_ISDIR(status.st_mode):
                remove(path)
            else:
                os.remove(path)


def _clear(folder: str) -> None:
    """Remove a folder and all in it, as far as its permissions allow."""
    for path, status in list(_entries(folder)):
        if S_ISDIR(status.st_mode):
            _clear(path)
        else:
            os.remove(path)
    os.rmdir(folder)


def _holds_more(scratch: str, most: int) -> bool:
    """Whether a folder holds more than so many bytes, or FILES, or a path longer than LONGEST;
    counting stops there.
    """
    files, size, folders = 0, 0, [scratch]
    while folders:
        for path, status in _entries(folders.pop()):
            files, size = files + 1, size + status.st_blocks * 512
            if files > FILES or size > most or len(path) > LONGEST:
                return True
            if S_ISDIR(status.st_mode):
                folders.append(path)
    return False


def _entries(folder: str) -> Iterator[tuple[str, os.stat_result]]:
    """Yield (path, status) of each entry of a folder that still exists."""
    with suppress(OSError), os.scandir(folder) as listing:
        for entry in listing:
            yield entry.path, entry.stat(follow_symlinks=False)
