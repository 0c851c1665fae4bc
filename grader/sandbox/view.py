"""The part of the disk that a program sees where namespaces are permitted.

The launcher makes a tree of empty folders and files once, in its own folder. Each run mounts the
readable paths, the devices and its scratch folder there, in a mount namespace of its own, and takes
the tree for its root. Nothing else has a name in it: neither the grader's files nor anybody's home.
All but the scratch folder is read-only. That folder is /dev/shm as well, where processes that work
together make semaphores and shared memory.
"""

import os
from collections.abc import Collection, Sequence
from contextlib import suppress

from grader.sandbox import linux


SHARED_MEMORY = "/dev/shm"
# what a program may read and write, wherever it runs
DEVICES = ("/dev/null", "/dev/zero", "/dev/urandom")


class View:
    """A tree of empty folders in the launcher's folder, and the paths to mount in it."""

    def __init__(self, folder: str, readable: Sequence[str]) -> None:
        self.root = f"{folder}/view"
        paths = sorted(set(readable).union(DEVICES))
        self.mounted = [path for path in paths if not _is_link_into(path, paths)]
        for path in self.mounted:
            _make_place(self.root + path, os.path.isdir(path))
        for path in set(paths) - set(self.mounted):
            os.makedirs(os.path.dirname(self.root + path), exist_ok=True)
            os.symlink(os.readlink(path), self.root + path)
        for path in SHARED_MEMORY, folder:
            _make_place(self.root + path, True)

    def add(self, scratch: str) -> None:
        """Make the folder on which a scratch folder is mounted."""
        os.mkdir(self.root + scratch)

    def remove(self, scratch: str) -> None:
        """Remove the folder on which a scratch folder was mounted."""
        os.rmdir(self.root + scratch)


def enter(root: str, mounted: Sequence[str], scratch: str) -> None:
    """Restrict this process, which needs a mount namespace, to a view of the disk."""
    linux.keep_mounts_private()
    linux.bind(root, root)
    places = [root + path for path in mounted]
    for path, place in zip(mounted, places):
        linux.bind(path, place)
    linux.make_read_only(root, places)
    for path in scratch, SHARED_MEMORY:
        linux.bind(scratch, root + path)
    linux.change_root(root)


def permitted(folder: str, readable: Sequence[str]) -> View | None:
    """The view; None if a process can't have namespaces, the view and children in it."""
    view = View(folder, readable)

    def try_it() -> None:
        enter(view.root, view.mounted, folder)
        os.waitpid(os.fork() or os._exit(0), 0)

    with suppress(OSError):  # there is no child in namespaces
        if linux.succeeds(linux.fork_apart, try_it):
            return view
    return None


def arguments(readable: Sequence[str]) -> list[str]:
    """The arguments by which bubblewrap shows the same paths, in folders open to every user."""
    words = []
    for path in readable:
        words += ["--dir", os.path.dirname(path)]
        if _is_link_into(path, readable):
            words += ["--symlink", os.readlink(path), path]
        else:
            words += ["--ro-bind", path, path]
    for path in DEVICES:
        words += ["--dir", os.path.dirname(path), "--dev-bind", path, path]
    return words


def with_links(path: str) -> list[str]:
    """A path, followed by the targets of its symbolic links."""
    paths = [os.path.abspath(path)]
    while os.path.islink(paths[-1]):
        paths.append(_target(paths[-1]))
    return paths


def _target(link: str) -> str:
    return os.path.normpath(os.path.join(os.path.dirname(link), os.readlink(link)))


def _is_link_into(path: str, paths: Collection[str]) -> bool:
    if not os.path.islink(path):
        return False
    target = _target(path)
    return any(f"{target}/".startswith(f"{other}/") for other in paths if other != path)


def _make_place(path: str, is_folder: bool) -> None:
    if is_folder:
        os.makedirs(path, exist_ok=True)
        return
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "x", encoding="utf-8"):
        pass
