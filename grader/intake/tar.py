"""Reads tars, plain or compressed, once from front to back, with limits on what comes out of them.

`tarfile` reads the headers from a file that counts what it hands out: a header may have 64 KiB, and
all files together 200 times the size of the tar, or HELD bytes if that is more. Files that may
belong to a program are kept in memory, at most HELD bytes of them. All others are skipped. No link
is followed, and nothing is written to disk.
"""

import tarfile
import zlib
from collections.abc import Callable, Iterator
from typing import IO, Any

from grader.intake import sentences
from grader.intake.nodes import DEVICE, FIFO, FILE, FOLDER, LINK
from grader.intake.sentences import Refused, say
from grader.intake.zips import RATIO, is_bomb


BLOCK, CHUNK = tarfile.BLOCKSIZE, 1 << 16
KINDS = {
    tarfile.DIRTYPE: FOLDER,
    tarfile.SYMTYPE: LINK,
    tarfile.LNKTYPE: LINK,
    tarfile.FIFOTYPE: FIFO,
    tarfile.CHRTYPE: DEVICE,
    tarfile.BLKTYPE: DEVICE,
}
HELD = 64 << 20  # the most bytes of all files of a tar that are kept in memory
HEADER = 1 << 16  # the most bytes of a file's headers
MEMBERS = 40_000
# the most bytes of memory that an xz file may ask for; `xz -9` asks for 65 MiB
DICTIONARY = 128 << 20
TAR_TOO_LARGE = (
    "is one of too many files for one tar: with those before it they have more than {mib} MiB."
)
GZIP, BZIP2, XZ = b"\x1f\x8b", b"BZh", b"\xfd7zXZ\x00"
BAD_HEADER = say(sentences.DAMAGED, noun="tar", error="it has a bad header")
ENDS_TOO_EARLY = say(sentences.DAMAGED, noun="tar", error="it ends too early")


def is_tar(start: bytes) -> bool:
    """Whether a file that begins with these bytes is a tar, or compressed as tars are."""
    if start.startswith((GZIP, BZIP2, XZ)):
        return True
    try:
        header = tarfile.TarInfo.frombuf(start[:BLOCK], "utf-8", "surrogateescape")
    except (tarfile.HeaderError, ValueError):
        return False
    return header.size >= 0


class Tar:
    """A tar's `members`, (name, kind) in their order, and the bytes of its files.

    `limit_of(name)` is the largest size of a file of that name that is kept. Refused if the tar is
    damaged or a bomb.
    """

    def __init__(self, file: IO[bytes], size: int, limit_of: Callable[[str], int]) -> None:
        self.members: list[tuple[str, str]] = []
        # the contents of each member, or the sentence that says why they can't be read
        self._contents: list[bytes | str] = []
        self._room = HELD
        stream: Any = _Stream(file, size)
        archive = tarfile.TarFile(
            fileobj=stream, tarinfo=_Header, encoding="utf-8", errors="surrogateescape"
        )
        while info := archive.next():
            # Otherwise every header would stay in memory, each with a copy of all global ones
            # before it.
            archive.members, archive.pax_headers = [], {}  # type: ignore[attr-defined]
            if len(self.members) >= MEMBERS:
                raise Refused("holds more than {most:,} files.", most=MEMBERS)
            kind = KINDS.get(info.type, FILE)
            if info.issparse():
                kind = "a file with holes"
            self.members.append((info.name, kind))
            contents: bytes | str = self._why_dropped(info.size, size, limit_of(info.name))
            if kind == FILE and not contents:
                contents = stream.take(info.size)
                self._room -= info.size
            self._contents.append(contents)
            stream.header_room = HEADER

    def _why_dropped(self, size: int, tar_size: int, limit: int) -> str:
        """A sentence on why a file of this size is not kept; "" if it is."""
        if is_bomb(size, tar_size):
            return say(sentences.BOMB, ratio=RATIO)
        if size > limit:
            return say(sentences.TOO_LARGE, mib=limit >> 20)
        if size > self._room:
            return say(TAR_TOO_LARGE, mib=HELD >> 20)
        return ""

    def read(self, number: int, limit: int) -> bytes:
        """The bytes of a file, one more than `limit` at most; Refused if they are not kept."""
        contents = self._contents[number]
        if isinstance(contents, str):
            raise Refused(sentences.REASON, reason=contents)
        return contents[: limit + 1]


class _Header(tarfile.TarInfo):
    """The header of a member. A damaged one is Refused; `tarfile` would take it for the tar's
    end.
    """

    @classmethod
    def fromtarfile(cls, archive: Any) -> "_Header":
        """The next header, after the extended headers that belong to it."""
        stream = archive.fileobj
        end = stream.tell() + BLOCK
        try:
            header = super().fromtarfile(archive)
        except tarfile.HeaderError:
            if stream.tell() <= end and not stream.last.strip(b"\0"):
                raise  # no further header follows
            raise Refused(BAD_HEADER) from None
        if header.size < 0:
            raise Refused(BAD_HEADER)
        return header


class _Stream:
    """The decompressed bytes of a tar, counted, as a file that can only be read forwards."""

    def __init__(self, file: IO[bytes], size: int) -> None:
        self._chunks = _decompressed(file)
        self._buffer = bytearray()
        self._position = 0
        self.last = b""
        self._room = max(HELD, RATIO * size)
        self.header_room = HEADER  # the bytes that `tarfile` may still read before the next file

    def tell(self) -> int:
        return self._position

    def seek(self, position: int) -> None:
        if position < self._position:
            raise Refused(BAD_HEADER)
        while self._position < position:
            self.take(min(CHUNK, position - self._position))

    def read(self, size: int) -> bytes:
        """The next bytes, for a header; fewer at the end."""
        self.header_room -= size
        if not 0 <= self.header_room <= HEADER:
            raise Refused("has a header of more than {kib} KiB.", kib=HEADER >> 10)
        self.last = self._next(size)
        return self.last

    def take(self, size: int) -> bytes:
        """The next bytes, for a file; Refused if there are fewer."""
        data = self._next(size)
        if len(data) < size:
            raise Refused(ENDS_TOO_EARLY)
        return data

    def _next(self, size: int) -> bytes:
        """The next bytes; Refused if the tar has given more than it may."""
        while len(self._buffer) < size and (chunk := next(self._chunks, b"")):
            self._buffer += chunk
            self._room -= len(chunk)
            if self._room < 0:
                raise Refused(sentences.BOMB, ratio=RATIO)
        data = bytes(self._buffer[:size])
        del self._buffer[:size]
        self._position += len(data)
        return data


def _decompressed(file: IO[bytes]) -> Iterator[bytes]:
    """The bytes of a file, decompressed if it is compressed, at most CHUNK at a time."""
    packed = file.read(len(XZ))
    decompressor = _decompressor(packed)
    if not decompressor:
        yield packed
        yield from iter(lambda: file.read(CHUNK), b"")
    while decompressor:  # another compressed part may follow; anything else there does not matter
        while not decompressor.eof:
            if not packed and getattr(decompressor, "needs_input", True):
                packed = file.read(CHUNK)
                if not packed:
                    return
            if data := decompressor.decompress(packed, CHUNK):
                yield data
            packed = getattr(decompressor, "unconsumed_tail", b"")
        packed = decompressor.unused_data
        packed += file.read(max(0, len(XZ) - len(packed)))
        decompressor = _decompressor(packed)


def _decompressor(start: bytes) -> Any:
    if start.startswith(GZIP):
        return zlib.decompressobj(wbits=31)
    if start.startswith(BZIP2):
        import bz2  # some builds of Python have no bz2

        return bz2.BZ2Decompressor()
    if start.startswith(XZ):
        import lzma

        return lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=DICTIONARY)
    return None
