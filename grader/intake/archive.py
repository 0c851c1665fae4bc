"""Reads folders and archives, on disk and inside each other, as nodes, and the bytes of their
files.

Nothing here writes to disk, follows a link, waits for a FIFO or believes a header. Bytes are
counted as they come out of the file or the decompressor. Whatever exceeds a limit is `Refused`,
with a sentence.
"""

import io
import os
import re
import stat
import weakref
import zipfile
from collections import defaultdict, deque
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache

from grader.courses import systems
from grader.intake import sentences
from grader.intake.nodes import FILE, FOLDER, Folders, Located, Node, Place, is_noise, kind_of_mode
from grader.intake.sentences import Absent, Refused, say
from grader.intake.tar import BLOCK, Tar, is_tar
from grader.intake.zips import BoundedReader, Zip


FILE_BYTES = 2 << 20  # the most bytes of one file of a program
ARCHIVE_BYTES = 20 << 20  # the most bytes of an archive inside an archive, as it is held in memory
# the most files and folders of a submission, and the most folders around each other
NODES, DEPTH = 1000, 12
ENTRIES = 10_000  # the most entries of one folder
NAME_LENGTH = 255  # the most characters of a file's name in an archive
# The flags for opening files, as far as the system has them; on Windows, bytes stay unchanged.
FLAGS = ("O_NOFOLLOW", "O_NONBLOCK", "O_NOCTTY", "O_BINARY")
AS_IT_IS = os.O_RDONLY | sum(getattr(os, name, 0) for name in FLAGS)


def node_at(path: str) -> Node:
    """The node at a path that the instructor gave, which may be a link; Refused if it is absent."""
    try:
        mode = os.stat(path).st_mode
    except (OSError, ValueError):
        raise Absent("There is no file or folder {path}.", path=path) from None
    return Node(last_name(path), kind_of_mode(mode), os.path.realpath(path))


def last_name(path: str) -> str:
    """The name of the file or folder at a path, also if the path ends in a slash or in dots."""
    return os.path.basename(os.path.abspath(path))


def children(folder: Node) -> tuple[Node, ...]:
    """The nodes in a folder, by name; Refused if they can't be listed or are too many."""
    if folder.inside is not None:
        return folder.inside
    nodes = []
    try:
        with os.scandir(folder.path) as entries:
            for entry in entries:
                mode = entry.stat(follow_symlinks=False).st_mode
                path = os.path.join(folder.path, entry.name)
                nodes.append(Node(entry.name, kind_of_mode(mode), path))
                if len(nodes) > ENTRIES:
                    raise Refused(
                        "The folder {name} holds more than {most:,} entries.",
                        name=folder.name,
                        most=ENTRIES,
                    )
    except OSError as error:
        template = "The folder {name} can't be listed ({error})."
        raise Refused(template, name=folder.name, error=str(error.strerror)) from None
    return tuple(sorted(nodes, key=lambda node: node.name))


def walk(folder: Node) -> list[Located]:
    """All nodes below a folder and the folders around them, nearest first; Refused if too many.

    Folders are among them only where they are not entered: those that systems leave behind, and
    those that lie deeper than any program.
    """
    located = []
    queue: deque[Located] = deque([Located((), folder)])
    while queue:
        around, here = queue.popleft()
        for node in children(here):
            if node.kind == FOLDER and not is_noise(node.name) and len(around) < DEPTH:
                queue.append(Located(around + (node.name,), node))
            else:
                located.append(Located(around, node))
        if len(located) + len(queue) > NODES:
            raise Refused(
                "{name} holds more than {most:,} files and folders.", name=folder.name, most=NODES
            )
    return located


def read_file(node: Node, limit: int = FILE_BYTES) -> bytes:
    """The bytes of a file; Refused if there are more than `limit`, or if it can't be read."""
    if node.kind != FILE:
        raise Refused(sentences.NOT_A_FILE, name=node.name, kind=node.kind)
    with _naming(node):
        data = _read(node.path, node.members, limit)
        if len(data) > limit:
            raise Refused(sentences.TOO_LARGE, mib=limit >> 20)
    return data


def read_start(node: Node, size: int) -> bytes:
    """The first bytes of a file, b"" if it can't be read."""
    try:
        return _read(node.path, node.members, size)[:size]
    except (Refused, OSError):
        return b""


def _read(path: str, members: Place, limit: int) -> bytes:
    """The bytes of a file on disk or of a member of an archive, cut off somewhere after `limit`."""
    if not members:
        with open(_descriptor(path), "rb") as file:
            return file.read(limit + 1)
    with _refusing_damage("archive"):
        archive = _opened(path, members[:-1])
    with _refusing_damage("zip"):
        return archive.read(members[-1], limit)


def _descriptor(path: str) -> int:
    """A descriptor of a regular file, opened without following a link and without waiting at a
    FIFO.
    """
    descriptor = os.open(path, AS_IT_IS)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise Refused("is not a regular file.")
    return descriptor


@contextmanager
def _naming(node: Node) -> Iterator[None]:
    """A context that puts the name of the node before the sentence of every Refused."""
    try:
        yield
    except Refused as reason:
        raise Refused(sentences.REASON_OF, name=node.name, reason=str(reason)) from None
    except OSError as error:
        text = error.strerror or str(error)
        raise Refused("{name} can't be read ({error}).", name=node.name, error=text) from None


def unpack(node: Node) -> Node:
    """An archive as a folder, whose files are not read yet; Refused if it is damaged."""
    with _naming(node), _refusing_damage(node.archive_noun):
        return _folder(node, _opened(node.path, node.members).members)


@contextmanager
def _refusing_damage(noun: str) -> Iterator[None]:
    """A context that turns every exception of a broken archive into Refused."""
    try:
        yield
    except (Refused, OSError):
        raise
    # hostile bytes raise a dozen types of exceptions, from zlib.error to struct.error
    except Exception as error:
        if noun == "tar" and isinstance(error, zipfile.BadZipFile):
            raise Refused("is damaged, or no tar.") from None
        reason = str(error) or type(error).__name__
        raise Refused(sentences.DAMAGED, noun=noun, error=reason) from None


def _opened(path: str, members: Place) -> Zip | Tar:
    """The archive at a path, or one inside it.

    The last few stay open, for a bulk download holds hundreds of archives.
    """
    about = os.stat(path)
    return _opened_once(path, members, about.st_ino, about.st_size, about.st_mtime_ns, os.getpid())


@lru_cache(maxsize=3)
def _opened_once(path: str, members: Place, *_: int) -> Zip | Tar:
    """The archive, its kind judged by its bytes. It is closed when nothing refers to it any
    more.
    """
    if members:
        data = _read(path, members, ARCHIVE_BYTES)
        if len(data) > ARCHIVE_BYTES:
            raise Refused(sentences.TOO_LARGE, mib=ARCHIVE_BYTES >> 20)
        raw = io.BytesIO(data)
        size = len(data)
        file = BoundedReader(raw)  # type: ignore[arg-type]
    else:
        descriptor = _descriptor(path)
        file = BoundedReader(open(descriptor, "rb", buffering=0, closefd=False))
        weakref.finalize(file, os.close, descriptor)
        size = os.fstat(descriptor).st_size
    start = file.read(BLOCK)
    file.seek(0)
    if is_tar(start):
        return Tar(file, size, _limit_of)
    return Zip(file)


def _limit_of(name: str) -> int:
    """How many bytes of a file in a tar are kept: more if the file is an archive itself."""
    if Node(name, FILE).is_archive or name.endswith(tuple(systems.lists_of_students())):
        return ARCHIVE_BYTES
    return FILE_BYTES


# {path of a folder: {name: node, or None for a folder}}
Tree = dict[Folders, dict[str, Node | None]]


def _folder(archive: Node, members: list[tuple[str, str]]) -> Node:
    """The folder with an archive's members, (name, kind). Of members with the same name the last
    counts.
    """
    tree: Tree = defaultdict(dict)
    noun = archive.archive_noun
    for number, (name, kind) in enumerate(members):
        path = _parts(name)
        if not path and kind != FOLDER:
            path = (name,)
            kind = say("a file whose name leads out of the {noun}, or is too long", noun=noun)
        folders = path
        if kind != FOLDER:
            folders = path[:-1]
        for depth, folder in enumerate(folders):
            tree[folders[:depth]].setdefault(folder, None)
        if kind != FOLDER:
            own_name = path[-1]
            note = ""
            if own_name in tree[folders]:
                note = say("is in the {noun} more than once, and the last was taken", noun=noun)
            place = archive.members + (number,)
            tree[folders][own_name] = Node(own_name, kind, archive.path, place, note=note)
    return _grown(tree, (), archive)


def _grown(tree: Tree, path: Folders, archive: Node) -> Node:
    """The node of the folder at `path` in the tree of an archive."""
    inside = []
    for name, node in sorted(tree.get(path, {}).items()):
        inside.append(node or _grown(tree, path + (name,), archive))
    own_name = archive.name
    if path:
        own_name = path[-1]
    return Node(own_name, FOLDER, archive.path, archive.members, tuple(inside))


def _parts(name: str) -> Folders:
    """The folders around an archive's member, and its own name.

    () if they lead out of the archive or are too long.

    >>> _parts("a\\\\b/./c.py"), _parts("../c.py"), _parts("C:c.py"), _parts("/c.py")
    (('a', 'b', 'c.py'), (), (), ())
    """
    name = name.replace("\\", "/")
    parts = tuple(part for part in name.split("/") if part not in ("", "."))
    leads_out = name.startswith("/") or re.match("[A-Za-z]:", name) or ".." in parts
    is_long = len(parts) > DEPTH or any(len(part) > NAME_LENGTH for part in parts)
    if leads_out or is_long:
        return ()
    return parts
