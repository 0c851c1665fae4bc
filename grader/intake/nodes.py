"""A tree of nodes for what was handed in; the names of files tell what they are; pure."""

import os
import stat
from dataclasses import dataclass
from typing import NamedTuple


FILE, FOLDER, LINK, FIFO, DEVICE = "a file", "a folder", "a link", "a FIFO", "a device"
SPECIAL_KINDS = {
    stat.S_IFLNK: LINK,
    stat.S_IFIFO: FIFO,
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: DEVICE,
    stat.S_IFBLK: DEVICE,
    stat.S_IFDIR: FOLDER,
}
ARCHIVE_NOUNS = ("zip", "tar")
# what systems leave in folders, and what Python and tools make or install there
NOISE = {"__macosx", "thumbs.db", "desktop.ini", "__pycache__", "site-packages", "node_modules"}
TAR_SUFFIXES = (".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz", ".tbz2", ".tar.xz", ".txz")
FOREIGN_KINDS = {
    ".rar": "a RAR archive",
    ".7z": "a 7-Zip archive",
    ".gz": "a gzip file",
    ".bz2": "a bzip2 file",
    ".xz": "an xz file",
}
OTHER_KINDS = {
    ".pdf": "a PDF document",
    ".doc": "a Word document",
    ".docx": "a Word document",
    ".odt": "an OpenDocument text",
    ".pages": "a Pages document",
    ".rtf": "a rich text document",
    ".png": "a picture",
    ".jpg": "a picture",
    ".jpeg": "a picture",
    ".heic": "a picture",
    ".java": "a Java program",
    ".js": "a JavaScript program",
    ".c": "a C program",
    ".cpp": "a C++ program",
    ".class": "a compiled program",
    ".pyc": "a compiled program",
}


Place = tuple[int, ...]  # a number in an archive, then the number in the archive within, and so on


@dataclass(frozen=True)
class Node:
    """A file, a folder or something else, such as a link, on disk or in an archive."""

    name: str
    kind: str  # FILE, FOLDER, or words for anything else
    path: str = ""  # the path on disk of the file, or of the archive that holds it
    members: Place = ()  # its place in that archive
    inside: tuple["Node", ...] | None = None  # the nodes of a folder that is not on disk
    note: str = ""  # the rest of a sentence that begins with the node's name

    @property
    def is_notebook(self) -> bool:
        """Whether it has the name of a notebook."""
        return self.name.casefold().endswith(".ipynb")

    @property
    def is_program(self) -> bool:
        """Whether it has the name of a program."""
        return self.name.casefold().endswith((".py", ".ipynb", ".py.txt"))

    @property
    def is_archive(self) -> bool:
        """Whether it has the name of an archive that can be unpacked, a zip or a tar."""
        return self.kind == FILE and self.name.casefold().endswith((".zip",) + TAR_SUFFIXES)

    @property
    def archive_noun(self) -> str:
        """The noun for it in a sentence if it is an archive."""
        if self.name.casefold().endswith(".zip"):
            return "zip"
        return "tar"

    @property
    def foreign_kind(self) -> str:
        """The kind of archive, if it is one that can't be unpacked, else "".

        >>> Node("hw9.rar", FILE).foreign_kind, Node("hw9.tar.gz", FILE).foreign_kind
        ('a RAR archive', '')
        """
        if self.is_archive:
            return ""
        return self._kind_in(FOREIGN_KINDS)

    @property
    def other_kind(self) -> str:
        """The kind of document, or the language of the program if it isn't Python, by its name;
        else "".

        >>> Node("hw9.java", FILE).other_kind, Node("hw9.py", FILE).other_kind
        ('a Java program', '')
        """
        return self._kind_in(OTHER_KINDS)

    def _kind_in(self, kinds: dict[str, str]) -> str:
        """The kind that a file has by its suffix; "" if the suffix is not among these kinds'.

        >>> Node("hw9.rar", FILE)._kind_in(FOREIGN_KINDS), Node("hw9.rar", FOLDER).foreign_kind
        ('a RAR archive', '')
        """
        if self.kind != FILE:
            return ""
        return kinds.get(os.path.splitext(self.name.casefold())[1], "")


Folders = tuple[str, ...]  # the names of folders around each other, the outermost first


class Located(NamedTuple):
    """A node, and the folders around it."""

    around: Folders
    node: Node

    @property
    def path(self) -> Folders:
        """The names of these folders and of the node."""
        return self.around + (self.node.name,)


def kind_of_mode(mode: int) -> str:
    """The kind of a node, from its mode in the file system or in a zip."""
    return SPECIAL_KINDS.get(stat.S_IFMT(mode), FILE)


def is_noise(name: str) -> bool:
    """Whether a system left this file behind, such as `__MACOSX`, `.DS_Store` or `.git`."""
    is_hidden = name.startswith((".", "~$")) and not name.startswith("..")
    return is_hidden or name.casefold() in NOISE
