"""What was handed in, as a tree of nodes: folders and files, on disk and in zips alike.

Nothing here writes to disk, follows a link, waits for a FIFO or believes a header. Bytes are counted as they
come out of the file or the decompressor, and what goes beyond a limit is `Refused`, with a sentence.
"""

import io
import os
import re
import stat
import weakref
import zipfile
from collections import defaultdict, deque
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache

FILE, FOLDER = "a file", "a folder"
FILE_BYTES = 2 << 20  # in one file of a program
ZIP_BYTES = 20 << 20  # in a zip inside a zip, which is held in memory
NODES, DEPTH = 1000, 12  # files and folders in one submission, folders around each other
ENTRIES = 10_000  # in one folder
RATIO, RATIO_FROM = 200, 1 << 18  # how many times its packed size a file may be, once it has so many bytes
CHUNK = 1 << 20
DIRECTORY_BYTES = 4 << 20  # in the directory of a zip, which zipfile reads at once and keeps as objects
SPECIAL = {stat.S_IFLNK: "a link", stat.S_IFIFO: "a FIFO", stat.S_IFSOCK: "a socket",
           stat.S_IFCHR: "a device", stat.S_IFBLK: "a device", stat.S_IFDIR: FOLDER}
NOISE = {"__macosx", "__pycache__", "thumbs.db", "desktop.ini"}


class Refused(ValueError):
    """A sentence that says why something that was handed in can't be taken."""


@dataclass(frozen=True)
class Node:
    """A file, a folder, or whatever `kind` says that stands in the place of one."""
    name: str
    kind: str
    place: tuple  # the path on disk, then the number of the member in the zip there, in the zip in that ...
    inside: tuple | None = None  # the nodes of a folder that is not one on disk
    note: str = ""  # the rest of a sentence that begins with the name


def shown(text, most=80):
    """The text as one printable line of at most `most` characters.

    >>> shown("a\\nb\\udcff"), shown("abcdefghijkl", 9)
    ('a\ufffdb\ufffd', 'abc...jkl')
    """
    line = "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text)
    half = (most - 3) // 2
    return line if len(line) <= most else f"{line[:half]}...{line[-half:]}"


def noise(name):
    """Whether a name is one that systems leave behind, such as `__MACOSX`, `.DS_Store` and `.git`."""
    return name.casefold() in NOISE or name.startswith((".", "~$")) and not name.startswith("..")


def is_zip(node):
    """Whether a node calls itself a zip."""
    return node.kind == FILE and node.name.casefold().endswith(".zip")


# ---- Folders and files on disk ----

def given(path):
    """The node at a path that the instructor gave, who may give a link; Refused if there is nothing."""
    try:
        mode = os.stat(path).st_mode
    except (OSError, ValueError):
        raise Refused(f"There is no file or folder {shown(path, 4096)}.") from None
    return Node(last_name(path), kind(mode), (os.path.realpath(path),))


def last_name(path):
    """The name of what a path leads to, also where the path ends in a slash or in dots."""
    name = os.path.basename(path.rstrip("/"))
    return os.path.basename(os.path.abspath(path)) if name in ("", ".", "..") else name


def kind(mode):
    """What a mode says that something is."""
    return SPECIAL.get(stat.S_IFMT(mode), FILE)


def children(folder):
    """The nodes in a folder, by name; Refused if they can't be listed or are too many."""
    if folder.inside is not None:
        return folder.inside
    path, found = folder.place[0], []
    try:
        with os.scandir(path) as entries:
            for entry in entries:
                mode = entry.stat(follow_symlinks=False).st_mode
                found.append(Node(entry.name, kind(mode), (os.path.join(path, entry.name),)))
                if len(found) > ENTRIES:
                    raise Refused(f"The folder {shown(folder.name)} holds more than {ENTRIES:,} entries.")
    except OSError as error:
        raise Refused(f"The folder {shown(folder.name)} can't be listed ({error.strerror}).") from None
    return tuple(sorted(found, key=lambda node: node.name))


def walk(folder):
    """[(names of the folders around it, node)] of all below a folder, nearest first; Refused if too much.

    Of folders, only noise and what is as deep as no program is are in it, and nothing that they hold.
    """
    found, queue = [], deque([((), folder)])
    while queue:
        path, here = queue.popleft()
        for node in children(here):
            if node.kind == FOLDER and not noise(node.name) and len(path) < DEPTH:
                queue.append(((*path, node.name), node))
            else:
                found.append((path, node))
        if len(found) + len(queue) > NODES:
            raise Refused(f"{shown(folder.name)} holds more than {NODES:,} files and folders.")
    return found


# ---- Bytes ----

def read(node, limit=FILE_BYTES):
    """The bytes of a file; Refused if they are more than `limit`, or can't be read."""
    if node.kind != FILE:
        raise Refused(f"{shown(node.name)} is {node.kind}.")
    try:
        data = member(node.place, limit) if len(node.place) > 1 else on_disk(node.place[0], limit)
    except Refused as reason:
        raise Refused(f"{shown(node.name)} {reason}") from None
    except OSError as error:
        raise Refused(f"{shown(node.name)} can't be read ({error.strerror or error}).") from None
    if len(data) > limit:
        raise Refused(f"{shown(node.name)} is larger than {limit >> 20} MiB.")
    return data


def on_disk(path, limit):
    """The bytes of a regular file, one more than `limit` at most."""
    with open(descriptor(path), "rb") as file:
        return file.read(limit + 1)


def descriptor(path):
    """A regular file, opened without following a link or waiting for whoever writes to a FIFO."""
    found = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY)
    if not stat.S_ISREG(os.fstat(found).st_mode):
        os.close(found)
        raise Refused("is not a regular file.")
    return found


def member(place, limit):
    """The bytes of a member of a zip, somewhat more than `limit` at most."""
    with sound():
        archive = opened(place[:-1])
        info = archive.infolist()[place[-1]]
        data = bytearray()
        with archive.open(info) as file:
            while len(data) <= limit and (chunk := file.read(CHUNK)):
                data += chunk
    if len(data) > max(RATIO_FROM, RATIO * info.compress_size):
        raise Refused(f"unpacks to more than {RATIO} times its size, as a zip bomb does.")
    return bytes(data)


# ---- Zips ----

class Careful(io.BufferedReader):
    """A file for zipfile that refuses to give a huge directory at once."""

    def read(self, size=-1):
        """The next bytes; Refused if too many are asked for."""
        if size is not None and size > DIRECTORY_BYTES:
            raise Refused(f"has a directory of more than {DIRECTORY_BYTES >> 20} MiB.")
        return super().read(size)


@contextmanager
def sound():
    """A context in which whatever zipfile raises on a broken zip is Refused."""
    try:
        yield
    except (Refused, OSError):
        raise
    except Exception as error:  # on hostile bytes a dozen types, from zlib.error to struct.error
        raise Refused(f"is damaged, or no zip ({shown(str(error)) or type(error).__name__}).") from None


def opened(place):
    """The zip at a place, opened; the last few are kept, for a bulk download has hundreds of zips in one."""
    about = os.stat(place[0])
    return opened_once(place, about.st_ino, about.st_size, about.st_mtime_ns, os.getpid())


@lru_cache(maxsize=3)
def opened_once(place, *_):
    """The zip at a place, opened, and closed when nothing refers to it."""
    if len(place) == 1:
        number = descriptor(place[0])
        file = Careful(open(number, "rb", buffering=0, closefd=False))
        weakref.finalize(file, os.close, number)
        return zipfile.ZipFile(file)
    data = member(place, ZIP_BYTES)
    if len(data) > ZIP_BYTES:
        raise Refused(f"is larger than {ZIP_BYTES >> 20} MiB.")
    return zipfile.ZipFile(Careful(io.BytesIO(data)))


def unzipped(node):
    """The folder that a zip is, its files still unread; Refused if it is no sound zip."""
    try:
        with sound():
            infos = opened(node.place).infolist()
            if overlap(infos):
                raise Refused("holds files that overlap, as those of a zip bomb do.")
            return tree(node, infos)
    except Refused as reason:
        raise Refused(f"{shown(node.name)} {reason}") from None
    except OSError as error:
        raise Refused(f"{shown(node.name)} can't be read ({error.strerror or error}).") from None


def overlap(infos):
    """Whether any two members of a zip share bytes."""
    spans = sorted((info.header_offset, info.header_offset + info.compress_size) for info in infos)
    return any(end > start for (_, end), (start, _) in zip(spans, spans[1:]))


def tree(node, infos):
    """The folder with a zip's members; of those with equal names the last stays, with a note."""
    folders = defaultdict(dict)
    for number, info in enumerate(infos):
        path, what = parts(info.filename), nature(info)
        if not path and what != FOLDER:
            path, what = (info.filename,), "a file whose name leads out of the zip, or is too long"
        for depth in range(len(path) - (what != FOLDER)):
            folders[path[:depth]].setdefault(path[depth], None)
        if what != FOLDER:
            here = folders[path[:-1]]
            note = "is in the zip more than once, and the last was taken" if path[-1] in here else ""
            here[path[-1]] = Node(path[-1], what, (*node.place, number), note=note)
    return grown(folders, (), node)


def grown(folders, path, node):
    """The node of the folder at `path`; `folders`: {path: {name: node, or None for a folder}}."""
    inside = tuple(child or grown(folders, (*path, name), node)
                   for name, child in sorted(folders.get(path, {}).items()))
    return Node(path[-1] if path else node.name, FOLDER, node.place, inside)


def parts(name):
    """The names of the folders around a zip's member and its own, () if they lead out of it or are too long.

    >>> parts("a\\\\b/./c.py"), parts("../c.py"), parts("C:c.py"), parts("/c.py")
    (('a', 'b', 'c.py'), (), (), ())
    """
    name = name.replace("\\", "/")
    found = tuple(part for part in name.split("/") if part not in ("", "."))
    leads_out = name.startswith("/") or re.match("[A-Za-z]:", name) or ".." in found
    return () if leads_out or len(found) > DEPTH or any(len(part) > 255 for part in found) else found


def nature(info):
    """The kind of node that a zip's member is."""
    if info.is_dir():
        return FOLDER
    if info.flag_bits & 1:
        return "encrypted"
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        # The others give memory for a bomb before they can be stopped, and no system packs with them unasked.
        return f"packed in a rare way (method {info.compress_type})"
    return kind(info.external_attr >> 16)
