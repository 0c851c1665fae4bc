"""The file of large tables: a header, then the values, which are mapped into memory, not read.

The header is a line of JSON, padded: the name and version of the format, the board, the groups, the
number of values and their CRC-32. A file is used only if it has the right length, its header is,
byte for byte, the expected one, and the checksum of its values agrees, which is computed at every
opening (0.2 s of CPU time for 577 MB). It is written under another name in the same folder, then
renamed. So a file of that name is whole even if the builder is killed, the disk is full, or two
builders are at work; what a machine loses as it breaks down, the checksum finds.
"""

import json
import mmap
import os
import tempfile
import time
import zlib
from collections.abc import Callable
from contextlib import suppress
from math import comb, factorial
from pathlib import Path
from reprlib import repr as quoted
from typing import Any, BinaryIO

from . import patterns


GROUPS = {3: [[1, 2, 3, 4, 5, 6, 7, 8]], 4: [[9, 10, 11, 12, 13, 14, 15], [1, 2, 3, 4, 5, 6, 7, 8]]}
VERSION = 1
HEADER_BYTES = 4096
ABANDONED_S = 3600


class Unusable(ValueError):
    """A file of tables that can't be trusted: the message says why."""


def folder() -> Path:
    """The folder of the files: $SLIDING_TILES_CACHE, or sliding-tiles in $XDG_CACHE_HOME or
    ~/.cache.
    """
    chosen = os.environ.get("SLIDING_TILES_CACHE")
    if chosen:
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "sliding-tiles")


def path(n: int) -> Path:
    """The file of the N-by-N board's large tables, whether it exists or not.

    >>> path(4).name
    '15-puzzle-7-8.tables'
    """
    sizes = "-".join(str(len(group)) for group in GROUPS[n])
    return folder() / f"{n * n - 1}-puzzle-{sizes}.tables"


def length(n: int) -> int:
    """The number of values, one byte each, in the large tables of the N-by-N board.

    >>> length(4)
    576576000
    """
    return sum(comb(n * n, len(group)) * factorial(len(group)) for group in GROUPS[n])


def _header(n: int, checksum: int) -> bytes:
    """The header of a file whose values have this CRC-32.

    >>> _header(3, 7)[:78]
    b'{"tables": "sliding-tiles", "version": 1, "n": 3, "groups": [[1, 2, 3, 4, 5, 6'
    """
    facts = {
        "tables": "sliding-tiles",
        "version": VERSION,
        "n": n,
        "groups": GROUPS[n],
        "values": length(n),
        "crc32": checksum,
    }
    return json.dumps(facts).encode().ljust(HEADER_BYTES - 1) + b"\n"


def load(n: int) -> "patterns.Patterns | None":
    """The Patterns in the file, mapped; None if there is no file; Unusable if it is damaged."""
    name = path(n)
    try:
        with open(name, "rb") as file:
            is_empty = os.path.getsize(name) == 0  # an empty file can't be mapped
            content = b"" if is_empty else mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
            values = _checked(name, n, content)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise Unusable(f"{name}: expected to read it, got {error.strerror!r}") from None
    return patterns.Patterns(n, GROUPS[n], values)


def _checked(name: Path, n: int, content: Any) -> memoryview:
    """The values in a file's content, all of which is read; Unusable if it is damaged."""
    view = memoryview(content)
    actual, expected = bytes(view[:HEADER_BYTES]), _header(n, 0)
    common = expected.index(b'"n"')
    if actual[:common] != expected[:common]:
        raise Unusable(
            f"{name}: expected tables of version {VERSION}, got {quoted(actual[:common])}"
        )
    if len(view) != HEADER_BYTES + length(n):
        raise Unusable(f"{name}: expected {HEADER_BYTES + length(n)} bytes, got {len(view)}")
    values = view[HEADER_BYTES:]
    checksum = zlib.crc32(values)
    if actual != _header(n, checksum):
        raise Unusable(
            f"{name}: expected values that agree with the header, got those of checksum {checksum}"
        )
    return values


def build(n: int, progress: "Callable[[int, int], None] | None" = None) -> None:
    """Write the large tables of the N-by-N board; OSError if the disk can't hold them.

    4-by-4 takes 577 MB of disk, 1.1 GB of memory at peak, and less than a minute.
    """
    name = path(n)
    name.parent.mkdir(parents=True, exist_ok=True)
    _remove_abandoned_parts(name)
    descriptor, temporary = tempfile.mkstemp(
        prefix=name.name + ".", suffix=".part", dir=name.parent
    )
    try:
        with open(descriptor, "wb") as file:
            _reserve(file, HEADER_BYTES + length(n))
            _write(file, n, progress)
        os.replace(temporary, name)
    except BaseException:
        with suppress(FileNotFoundError):  # an interruption may come just after the replacement
            os.unlink(temporary)
        raise


def _remove_abandoned_parts(name: Path) -> None:
    """Remove parts of this file that killed builders left, an hour after the last write."""
    for part in name.parent.glob(name.name + ".*.part"):
        if part.stat().st_mtime < time.time() - ABANDONED_S:
            part.unlink(missing_ok=True)


def _reserve(file: BinaryIO, size: int) -> None:
    """Reserve the disk space, where the system can, so that a full disk is noticed before the
    work.
    """
    if hasattr(os, "posix_fallocate"):
        os.posix_fallocate(file.fileno(), 0, size)


def _write(file: BinaryIO, n: int, progress: "Callable[[int, int], None] | None") -> None:
    """Write header and values."""
    file.write(_header(n, 0))
    checksum = 0
    for row in patterns.rows(n, GROUPS[n], progress):
        file.write(row)
        checksum = zlib.crc32(row, checksum)
    file.seek(0)
    file.write(_header(n, checksum))
