"""Files that are written together: into a folder, a zip or a tar."""

import gzip
import io
import json
import stat
import tarfile
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from grader.ground.errors import UsageError


Files = dict[str, bytes]  # {path in a folder, with slashes: contents}
NamedFile = tuple[str, bytes]  # such a path, and the contents
Json = dict[str, Any]  # an object of a JSON file
DATE = (1980, 1, 1, 0, 0, 0)  # of each member of a zip: the earliest date that a zip can state


def text_of(data: Json) -> bytes:
    """The text of a JSON file, indented."""
    return (json.dumps(data, indent=1, ensure_ascii=False) + "\n").encode()


def below(folder: str, files: Files) -> Files:
    """The files, moved into a folder.

    >>> below("tests", {"a.py": b""})
    {'tests/a.py': b''}
    """
    return {f"{folder}/{name}": content for name, content in files.items()}


def zipped(files: Files) -> bytes:
    """Files as a zip, the same bytes each time."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name in sorted(files):
            member = zipfile.ZipInfo(name, DATE)
            # Unix, on whatever system this runs, so that permissions are kept
            member.create_system = 3
            member.compress_type = zipfile.ZIP_DEFLATED
            member.external_attr = (stat.S_IFREG | mode(files[name])) << 16
            archive.writestr(member, files[name])
    return buffer.getvalue()


def tarred(files: Files) -> bytes:
    """Files as a tar that is compressed by gzip, the same bytes each time."""
    buffer = io.BytesIO()
    with gzip.GzipFile("", "wb", fileobj=buffer, mtime=0) as packed_bytes:
        with tarfile.open(fileobj=packed_bytes, mode="w", format=tarfile.PAX_FORMAT) as archive:
            for name in sorted(files):
                member = tarfile.TarInfo(name)
                member.size, member.mode = len(files[name]), mode(files[name])
                archive.addfile(member, io.BytesIO(files[name]))
    return buffer.getvalue()


def write_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files into a folder."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        path.chmod(mode(content))


def require_empty(folder: Path, command: str) -> None:
    """Raise UsageError if a folder is not empty, or if its path is that of something else."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError(
            f"{command}: expected a folder that is empty or not there, got {str(folder)!r}"
        )


def mode(content: bytes) -> int:
    """The permissions of a file: scripts can be run."""
    if content.startswith(b"#!"):
        return 0o755
    return 0o644
