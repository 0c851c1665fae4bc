"""Tars, plain or compressed, read once from front to back, with bounds on all that comes out of them.

`tarfile` would keep a header of any size and can't go back in a compressed file; here each header is bounded, and the
files that a program may consist of are kept in memory, HELD bytes of them. All others are counted as they come out of
the decompressor and dropped. No link is followed and nothing is written.
"""

import re
import tarfile
import zlib
from tarfile import TarInfo

from grader.intake.refused import Refused


BLOCK, CHUNK = tarfile.BLOCKSIZE, 1 << 16
FILE, FOLDER, LINK, FIFO, DEVICE = "file", "folder", "link", "FIFO", "device"
KINDS = {
    tarfile.DIRTYPE: FOLDER,
    tarfile.SYMTYPE: LINK,
    tarfile.LNKTYPE: LINK,
    tarfile.FIFOTYPE: FIFO,
    tarfile.CHRTYPE: DEVICE,
    tarfile.BLKTYPE: DEVICE,
    tarfile.GNUTYPE_SPARSE: "a file with holes",
}
PAX = (tarfile.XHDTYPE, tarfile.XGLTYPE, tarfile.SOLARIS_XHDTYPE)
LONG = (tarfile.GNUTYPE_LONGNAME, tarfile.GNUTYPE_LONGLINK)
HELD = 64 << 20  # bytes of all files of a tar that are kept in memory
HEADER = 1 << 16  # bytes of a header that names what follows
MEMBERS = 40_000
# how many times the tar's size a file may be, once it has so many bytes
RATIO, RATIO_FROM = 200, 1 << 18
DICTIONARY = 128 << 20  # bytes of memory that an xz file may ask for; `xz -9` asks for 65 MiB
GZIP, BZIP2, XZ = b"\x1f\x8b", b"BZh", b"\xfd7zXZ\x00"
BOMB = f"unpacks to more than {RATIO} times its size, as a zip bomb does."


def is_tar(start: bytes) -> bool:
    """Whether a file that starts so is a tar, or compressed as tars are."""
    return start.startswith((GZIP, BZIP2, XZ)) or bool(_header(start[:BLOCK]))


class Tar:
    """A tar's `members`, (name, kind) in their order, and the bytes of its files.

    `held(name)` is how many bytes a file of that name may have to be kept. Refused if it is damaged or a bomb.
    """

    def __init__(self, file, size, held):
        self.members, self._data, self._room = [], [], HELD
        stream = _Stream(file, size)
        for name, kind, length in _members(stream):
            if len(self.members) >= MEMBERS:
                raise Refused(f"holds more than {MEMBERS:,} files.")
            self.members.append((name, kind))
            self._data.append(self._kept(stream, length, held(name), size) if kind == FILE else b"")
            if kind != FILE:
                stream.skip(length)

    def _kept(self, stream, length, most, size):
        """The bytes of a file, or the sentence that says why they are not kept."""
        reason = (
            BOMB
            if length > max(RATIO_FROM, RATIO * size)
            else f"is larger than {most >> 20} MiB."
            if length > most
            else f"is one of too many files for one tar: with those before it they have more than {HELD >> 20} MiB."
            if length > self._room
            else ""
        )
        if reason:
            stream.skip(_padded(length))
            return reason
        self._room -= length
        data = stream.take(length)
        stream.skip(_padded(length) - length)
        return data

    def read(self, number: int, limit: int) -> bytes:
        """The bytes of a member, one more than `limit` at most; Refused if they are not kept."""
        data = self._data[number]
        if isinstance(data, str):
            raise Refused(data)
        return data[: limit + 1]


# ---- Bytes ----


class _Stream:
    """The bytes that come out of a file of `size` bytes, through its decompressor if it has one, and counted."""

    def __init__(self, file, size):
        self.file, self.left, self.data = file, max(HELD, RATIO * size), bytearray()
        self.start = file.read(len(XZ))
        self.decompressor = _decompressor(self.start)
        self.packed = self.start

    def take(self, size):
        """The next `size` bytes; Refused if the file ends before."""
        while len(self.data) < size:
            if not (more := self.next()):
                raise Refused("is damaged, or no tar (it ends too early).")
            self.data += more
        data = bytes(self.data[:size])
        del self.data[:size]
        return data

    def skip(self, size):
        """Drop the next `size` bytes."""
        while size > 0:
            size -= len(self.take(min(size, CHUNK)))

    def ended(self):
        """Whether there are no more bytes."""
        if not self.data:
            self.data += self.next()
        return not self.data

    def next(self):
        """Some more bytes, b"" at the end; Refused if they are more than all that may come out of the file."""
        data = b""
        while not data and not self.exhausted():
            data = self.decompressed() if self.decompressor else self.packed
            self.packed = self.packed if self.decompressor else b""
        self.left -= len(data)
        if self.left < 0:
            raise Refused(BOMB)
        return data

    def exhausted(self):
        """Whether all of the file has come out; reads more of it where that is wanted."""
        if self.decompressor and self.decompressor.eof:
            unused = self.decompressor.unused_data
            self.packed = unused + self.file.read(len(XZ)) if len(unused) < len(XZ) else unused
            self.decompressor = _decompressor(self.packed)
            # what follows a compressed file is another such, or of no concern
            return not self.decompressor
        if not self.packed and getattr(self.decompressor, "needs_input", True):
            self.packed = self.file.read(CHUNK)
            return not self.packed
        return False

    def decompressed(self):
        """At most CHUNK bytes that come out of the decompressor."""
        data = self.decompressor.decompress(self.packed, CHUNK)
        self.packed = (
            self.decompressor.unconsumed_tail
            if hasattr(self.decompressor, "unconsumed_tail")
            else b""
        )
        return data


def _decompressor(start):
    """What decompresses a file that starts so, None for a plain tar."""
    if start.startswith(GZIP):
        return zlib.decompressobj(wbits=31)
    if start.startswith(BZIP2):
        import bz2  # which some builds of Python lack

        return bz2.BZ2Decompressor()
    if start.startswith(XZ):
        import lzma

        return lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=DICTIONARY)
    return None


def _padded(length):
    """A length in whole blocks."""
    return -(-length // BLOCK) * BLOCK


# ---- Headers ----


def _members(stream):
    """Yield (name, kind, length) of each member of a tar; what it holds must be taken or skipped in between."""
    following = {}  # what headers say of the next member
    while not stream.ended():
        if not (info := _header(block := stream.take(BLOCK))):
            if block.strip(b"\0"):
                raise Refused("is damaged, or no tar (it has a bad header).")
            return
        if info.type in PAX + LONG:
            if info.type != tarfile.XGLTYPE:
                following |= _described(info, _text(stream, info))
            else:
                _text(stream, info)
            continue
        holes = info.type == tarfile.GNUTYPE_SPARSE and block[482]
        while holes:
            holes = stream.take(BLOCK)[504]
        length = following.get("size", info.size)
        kind = KINDS.get(info.type, FILE)
        yield (
            following.get("path", info.name),
            kind,
            length if kind == FILE else _behind(info, length),
        )
        following = {}


def _behind(info, length):
    """How many bytes follow the header of what is no plain file."""
    return _padded(length) if info.type == tarfile.GNUTYPE_SPARSE else 0


def _header(block):
    """The TarInfo of a header, None if it is none."""
    try:
        info = TarInfo.frombuf(block, "utf-8", "surrogateescape")
    except (tarfile.HeaderError, ValueError):
        return None
    return info if info.size >= 0 else None


def _text(stream, info):
    """What a header that describes the next member holds."""
    if info.size > HEADER:
        raise Refused(f"has a header of more than {HEADER >> 10} KiB.")
    data = stream.take(info.size)
    stream.skip(_padded(info.size) - info.size)
    return data


def _described(info, text):
    """{"path": name, "size": length} of the next member, as far as a header says so.

    >>> _described(TarInfo(), b"11 size=99\\n10 path=a\\n")
    {'size': 99, 'path': 'a'}
    """
    if info.type == tarfile.GNUTYPE_LONGNAME:
        return {"path": text.rstrip(b"\0").decode("utf-8", "surrogateescape")}
    if info.type == tarfile.GNUTYPE_LONGLINK:
        return {}
    found = {}
    while match := re.match(rb"([0-9]{1,6}) ([^=]+)=", text):
        value, text = text[match.end() : int(match[1])].rstrip(b"\n"), text[max(1, int(match[1])) :]
        if match[2] == b"path":
            found["path"] = value.decode("utf-8", "surrogateescape")
        elif match[2] == b"size" and value.isdigit():
            found["size"] = int(value)
    return found
