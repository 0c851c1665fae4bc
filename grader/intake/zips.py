"""Reads zips, with limits on what `zipfile` reads and on what comes out."""

import io
import zipfile
from contextlib import suppress

from grader.intake.nodes import FOLDER, kind_of_mode
from grader.intake.sentences import BOMB, Refused


# Once a file has RATIO_FROM bytes, it may be at most RATIO times as large as its packed form.
RATIO, RATIO_FROM = 200, 1 << 18
CHUNK = 1 << 20
DIRECTORY_BYTES = 4 << 20  # zipfile reads the whole directory and keeps it as objects


def is_bomb(unpacked: int, packed: int) -> bool:
    """Whether the ratio of unpacked to packed bytes shows a zip bomb."""
    return unpacked > max(RATIO_FROM, RATIO * packed)


class BoundedReader(io.BufferedReader):
    """A file that refuses to read very many bytes at once, as only a hostile zip's directory
    needs.
    """

    def read(self, size: int | None = -1, /) -> bytes:
        """The next bytes; Refused if too many are asked for."""
        if size is not None and size > DIRECTORY_BYTES:
            raise Refused("has a directory of more than {mib} MiB.", mib=DIRECTORY_BYTES >> 20)
        return super().read(size)


class Zip:
    """A zip's `members`, (name, kind) in their order, and the bytes of its files."""

    def __init__(self, file: BoundedReader) -> None:
        self._zip = zipfile.ZipFile(file)
        infos = self._zip.infolist()
        if _overlap(infos):
            raise Refused("holds files that overlap, as those of a zip bomb do.")
        self.members = [(_name(info), _kind(info)) for info in infos]

    def read(self, number: int, limit: int) -> bytes:
        """The bytes of a member, little more than `limit` at most; Refused if the member is a
        bomb.
        """
        info = self._zip.infolist()[number]
        data = bytearray()
        with self._zip.open(info) as file:
            while len(data) <= limit and (chunk := file.read(CHUNK)):
                data += chunk
        if is_bomb(len(data), info.compress_size):
            raise Refused(BOMB, ratio=RATIO)
        return bytes(data)


def _overlap(infos: list[zipfile.ZipInfo]) -> bool:
    spans = sorted((info.header_offset, info.header_offset + info.compress_size) for info in infos)
    return any(end > start for (_, end), (start, _) in zip(spans, spans[1:]))


def _name(info: zipfile.ZipInfo) -> str:
    """The name of a member: in UTF-8 also without the flag for it, as macOS writes names."""
    is_flagged = info.flag_bits & 0x800
    with suppress(UnicodeError):
        if not is_flagged:
            return info.filename.encode("cp437").decode("utf-8")
    return info.filename


def _kind(info: zipfile.ZipInfo) -> str:
    if info.is_dir():
        return FOLDER
    if info.flag_bits & 1:
        return "encrypted"
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        # The other methods give memory to a bomb before it can be stopped, and no system packs with
        # them by default.
        return f"packed in a rare way (method {info.compress_type})"
    return kind_of_mode(info.external_attr >> 16)
