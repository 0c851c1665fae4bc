"""What was handed in, as a tree of nodes: folders and files, on disk and in zips and tars alike.

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

from grader.intake import tar
from grader.intake.refused import Absent, Refused, shown


FILE, FOLDER = "a file", "a folder"
METADATA = "submission_metadata.yml"  # Gradescope's, which may be long
FILE_BYTES = 2 << 20  # in one file of a program
ZIP_BYTES = 20 << 20  # in an archive inside an archive, which is held in memory
NODES, DEPTH = 1000, 12  # files and folders in one submission, folders around each other
ENTRIES = 10_000  # in one folder
RATIO, RATIO_FROM = tar.RATIO, tar.RATIO_FROM  # how many times its packed size a file may be
CHUNK = 1 << 20
# in the directory of a zip, which zipfile reads at once and keeps as objects
DIRECTORY_BYTES = 4 << 20
SPECIAL = {
    stat.S_IFLNK: "a link",
    stat.S_IFIFO: "a FIFO",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
    stat.S_IFDIR: FOLDER,
}
NOISE = {"__macosx", "__pycache__", "thumbs.db", "desktop.ini"}
TARS = (".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz", ".tbz2", ".tar.xz", ".txz")
TAR_KINDS = {
    tar.FOLDER: FOLDER,
    tar.FILE: FILE,
    tar.LINK: "a link",
    tar.FIFO: "a FIFO",
    tar.DEVICE: "a device",
}
FOREIGN = {
    ".rar": "a RAR archive",
    ".7z": "a 7-Zip archive",
    ".gz": "a gzip file",
    ".bz2": "a bzip2 file",
    ".xz": "an xz file",
}  # what is not unpacked


@dataclass(frozen=True)
class Node:
    """A file, a folder, or whatever `kind` says that stands in the place of one."""

    name: str
    kind: str
    # the path on disk, then the number of the member in the zip there, in the zip in that ...
    place: tuple
    inside: tuple | None = None  # the nodes of a folder that is not one on disk
    note: str = ""  # the rest of a sentence that begins with the name


def noise(name):
    """Whether a name is one that systems leave behind, such as `__MACOSX`, `.DS_Store` and `.git`."""
    return name.casefold() in NOISE or name.startswith((".", "~$")) and not name.startswith("..")


def is_zip(node):
    """Whether a node calls itself a zip."""
    return node.kind == FILE and node.name.casefold().endswith(".zip")


def is_archive(node):
    """Whether a node calls itself an archive that can be unpacked, a zip or a tar."""
    return is_zip(node) or node.kind == FILE and node.name.casefold().endswith(TARS)


def noun(node):
    """What a node that is an archive is called in a sentence."""
    return "zip" if is_zip(node) else "tar"


def foreign(node):
    """What a node calls itself if that is an archive which is not unpacked, or "".

    >>> foreign(Node("hw9.rar", FILE, ())), foreign(Node("hw9.tar.gz", FILE, ()))
    ('a RAR archive', '')
    """
    suffix = os.path.splitext(node.name.casefold())[1]
    return FOREIGN.get(suffix, "") if node.kind == FILE and not is_archive(node) else ""


def not_unpacked(node):
    """The sentence on an archive that is not unpacked."""
    return f"{shown(node.name)} is {foreign(node)}, which the grader does not unpack: hand in a zip instead."


# ---- Folders and files on disk ----


def given(path):
    """The node at a path that the instructor gave, who may give a link; Refused if there is nothing."""
    try:
        mode = os.stat(path).st_mode
    except (OSError, ValueError):
        raise Absent(f"There is no file or folder {shown(path, 4096)}.") from None
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
                    raise Refused(
                        f"The folder {shown(folder.name)} holds more than {ENTRIES:,} entries."
                    )
    except OSError as error:
        raise Refused(
            f"The folder {shown(folder.name)} can't be listed ({error.strerror})."
        ) from None
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


def start(node, size):
    """The first bytes of a file, b"" if it can't be read; for what may be long, and matters at its beginning only."""
    try:
        return (member(node.place, size) if len(node.place) > 1 else on_disk(node.place[0], size))[
            :size
        ]
    except (Refused, OSError):
        return b""


def member(place, limit):
    """The bytes of a member of an archive, somewhat more than `limit` at most."""
    with sound("archive"):
        archive = opened(place[:-1])
        if isinstance(archive, tar.Tar):
            return archive.read(place[-1], limit)
    with sound():
        info = archive.infolist()[place[-1]]
        data = bytearray()
        with archive.open(info) as file:
            while len(data) <= limit and (chunk := file.read(CHUNK)):
                data += chunk
    if len(data) > max(RATIO_FROM, RATIO * info.compress_size):
        raise Refused(tar.BOMB)
    return bytes(data)


# ---- Zips and tars ----


class Careful(io.BufferedReader):
    """A file for zipfile that refuses to give a huge directory at once."""

    def read(self, size=-1):
        """The next bytes; Refused if too many are asked for."""
        if size is not None and size > DIRECTORY_BYTES:
            raise Refused(f"has a directory of more than {DIRECTORY_BYTES >> 20} MiB.")
        return super().read(size)


@contextmanager
def sound(noun="zip"):
    """A context in which whatever is raised on a broken archive is Refused."""
    try:
        yield
    except (Refused, OSError):
        raise
    except Exception as error:  # on hostile bytes a dozen types, from zlib.error to struct.error
        reason = (
            ""
            if noun == "tar" and isinstance(error, zipfile.BadZipFile)
            else f" ({shown(str(error)) or type(error).__name__})"
        )
        raise Refused(f"is damaged, or no {noun}{reason}.") from None


def opened(place):
    """The zip or tar at a place, opened; the last few are kept, for a bulk download has hundreds of zips in one."""
    about = os.stat(place[0])
    return opened_once(place, about.st_ino, about.st_size, about.st_mtime_ns, os.getpid())


@lru_cache(maxsize=3)
def opened_once(place, *_):
    """The zip or tar at a place, by its bytes; a zip is closed when nothing refers to it."""
    if len(place) == 1:
        number = descriptor(place[0])
        file = Careful(open(number, "rb", buffering=0, closefd=False))
        weakref.finalize(file, os.close, number)
        size = os.fstat(number).st_size
    else:
        data = member(place, ZIP_BYTES)
        if len(data) > ZIP_BYTES:
            raise Refused(f"is larger than {ZIP_BYTES >> 20} MiB.")
        file, size = Careful(io.BytesIO(data)), len(data)
    is_tar = tar.is_tar(file.read(tar.BLOCK))
    file.seek(0)
    return tar.Tar(file, size, held) if is_tar else zipfile.ZipFile(file)


def held(name):
    """How many bytes of a file in a tar are kept, by its name: of an archive in there more than of others."""
    node = Node(name, FILE, ())
    return ZIP_BYTES if is_archive(node) or name.endswith(METADATA) else FILE_BYTES


def unpacked(node):
    """The folder that a zip or tar is, its files still unread; Refused if it is no sound one."""
    try:
        with sound(noun(node)):
            archive = opened(node.place)
            if isinstance(archive, tar.Tar):
                return tree(
                    node, [(name, TAR_KINDS.get(kind, kind)) for name, kind in archive.members]
                )
            infos = archive.infolist()
            if overlap(infos):
                raise Refused("holds files that overlap, as those of a zip bomb do.")
            return tree(node, [(info.filename, nature(info)) for info in infos])
    except Refused as reason:
        raise Refused(f"{shown(node.name)} {reason}") from None
    except OSError as error:
        raise Refused(f"{shown(node.name)} can't be read ({error.strerror or error}).") from None


def overlap(infos):
    """Whether any two members of a zip share bytes."""
    spans = sorted((info.header_offset, info.header_offset + info.compress_size) for info in infos)
    return any(end > start for (_, end), (start, _) in zip(spans, spans[1:]))


def tree(node, members):
    """The folder with an archive's members, (name, kind); of those with equal names the last stays, with a note."""
    folders = defaultdict(dict)
    for number, (name, what) in enumerate(members):
        path = parts(name)
        if not path and what != FOLDER:
            path, what = (name,), f"a file whose name leads out of the {noun(node)}, or is too long"
        for depth in range(len(path) - (what != FOLDER)):
            folders[path[:depth]].setdefault(path[depth], None)
        if what != FOLDER:
            here = folders[path[:-1]]
            note = (
                f"is in the {noun(node)} more than once, and the last was taken"
                if path[-1] in here
                else ""
            )
            here[path[-1]] = Node(path[-1], what, (*node.place, number), note=note)
    return grown(folders, (), node)


def grown(folders, path, node):
    """The node of the folder at `path`; `folders`: {path: {name: node, or None for a folder}}."""
    inside = tuple(
        child or grown(folders, (*path, name), node)
        for name, child in sorted(folders.get(path, {}).items())
    )
    return Node(path[-1] if path else node.name, FOLDER, node.place, inside)


def parts(name):
    """The names of the folders around an archive's member and its own, () if they lead out of it or are too long.

    >>> parts("a\\\\b/./c.py"), parts("../c.py"), parts("C:c.py"), parts("/c.py")
    (('a', 'b', 'c.py'), (), (), ())
    """
    name = name.replace("\\", "/")
    found = tuple(part for part in name.split("/") if part not in ("", "."))
    leads_out = name.startswith("/") or re.match("[A-Za-z]:", name) or ".." in found
    return (
        () if leads_out or len(found) > DEPTH or any(len(part) > 255 for part in found) else found
    )


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
