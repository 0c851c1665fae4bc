"""What was handed in, as a tree of nodes, and what the names of files say they are; pure."""

import os
import stat
from dataclasses import dataclass

from grader.intake.sentences import FOREIGN, say


FILE, FOLDER, LINK, FIFO, DEVICE = "a file", "a folder", "a link", "a FIFO", "a device"
SPECIAL_KINDS = {
    stat.S_IFLNK: LINK,
    stat.S_IFIFO: FIFO,
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: DEVICE,
    stat.S_IFBLK: DEVICE,
    stat.S_IFDIR: FOLDER,
}
NOISE = {"__macosx", "__pycache__", "thumbs.db", "desktop.ini"}
TAR_SUFFIXES = (".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz", ".tbz2", ".tar.xz", ".txz")
FOREIGN_KINDS = {
    ".rar": "a RAR archive",
    ".7z": "a 7-Zip archive",
    ".gz": "a gzip file",
    ".bz2": "a bzip2 file",
    ".xz": "an xz file",
}


@dataclass(frozen=True)
class Node:
    """A file, a folder, or what stands in the place of one, on disk or in an archive."""

    name: str
    kind: str  # FILE, FOLDER, or words that say what else it is
    path: str = ""  # on disk, of the file itself or of the archive that it is in
    members: tuple[int, ...] = ()  # its number in the archive there, in the archive in that, ...
    inside: tuple["Node", ...] | None = None  # the nodes of a folder that is not on disk
    note: str = ""  # the rest of a sentence that begins with the name


Located = tuple[tuple[str, ...], Node]  # the names of the folders around a node, and the node


def kind_of_mode(mode: int) -> str:
    """The kind of a node whose mode the file system, or a zip, gives."""
    return SPECIAL_KINDS.get(stat.S_IFMT(mode), FILE)


def is_noise(name: str) -> bool:
    """Whether a system left this file behind, such as `__MACOSX`, `.DS_Store` or `.git`."""
    is_hidden = name.startswith((".", "~$")) and not name.startswith("..")
    return is_hidden or name.casefold() in NOISE


def is_notebook(node: Node) -> bool:
    """Whether a node has the name of a notebook."""
    return node.name.casefold().endswith(".ipynb")


def is_program(node: Node) -> bool:
    """Whether a node has the name of a program."""
    return node.name.casefold().endswith((".py", ".ipynb", ".py.txt"))


def is_archive(node: Node) -> bool:
    """Whether a node has the name of an archive that can be unpacked, a zip or a tar."""
    return node.kind == FILE and node.name.casefold().endswith((".zip", *TAR_SUFFIXES))


def archive_noun(node: Node) -> str:
    """What an archive is called in a sentence."""
    return "zip" if node.name.casefold().endswith(".zip") else "tar"


def foreign_kind(node: Node) -> str:
    """What kind of archive a node is that can't be unpacked, "" if it is none.

    >>> foreign_kind(Node("hw9.rar", FILE)), foreign_kind(Node("hw9.tar.gz", FILE))
    ('a RAR archive', '')
    """
    suffix = os.path.splitext(node.name.casefold())[1]
    return FOREIGN_KINDS.get(suffix, "") if node.kind == FILE and not is_archive(node) else ""


def not_unpacked(node: Node) -> str:
    """The sentence on an archive that can't be unpacked."""
    return say(FOREIGN, name=node.name, kind=foreign_kind(node))
