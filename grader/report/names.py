"""File names for students' reports, safe on every system whatever the students' names; pure.

Letters of any script stay. Names differ even on a file system that ignores case or composes
characters, as those of macOS and Windows do.
"""

import hashlib
import os
import re
import unicodedata
from collections import Counter


RESERVED = re.compile(r"(con|prn|aux|nul|com[0-9]|lpt[0-9])", re.IGNORECASE)
DIGESTED = re.compile(r".*-[0-9a-f]{8}", re.DOTALL)
# `similar` makes this page; the class page links to it if it exists
SIMILAR = "similar.html"
BYTES = 120  # the most bytes of a name; file systems take 255, or 143 if they encrypt


def stems(names: list[str]) -> list[str]:
    """The names of the submissions' files, without the extension, in the order of the submissions.

    The letters and digits of a name stay. A digest is added if two names would be alike, or if the
    system forbids the name.

    >>> stems(["ada1", "../x y", "CON", "Łukasz Żak", "ADA2", "ada2"])
    ['ada1', 'x-y', 'CON-a3dbc4b6', 'Łukasz-Żak', 'ADA2-a02be51d', 'ada2-4e09b830']
    """
    words = [_words(name) for name in names]
    alike, same = Counter(map(_folded, words)), Counter(names)
    all_stems = []
    for place, (name, stem) in enumerate(zip(names, words)):
        if same[name] > 1:
            name = f"{place}{name}"
        if alike[_folded(stem)] > 1 or not _can_be_a_files(stem):
            stem = _digested(name, stem)
        all_stems.append(stem)
    return all_stems


def _words(name: str) -> str:
    r"""The letters and digits of a name, with a dash between the words.

    >>> _words("../x y\u202e_1."), _words("e\u0301")
    ('x-y-_1', 'é')
    """
    plain = ""
    for char in unicodedata.normalize("NFC", name):
        if char != "_" and unicodedata.category(char)[0] not in "LMN":
            char = "-"
        plain += char
    return re.sub("-+", "-", plain).strip("-")


def _folded(stem: str) -> str:
    """A key that is equal for two names if any file system takes them for the same."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", stem).upper()).casefold()


def _can_be_a_files(stem: str) -> bool:
    """Whether a file can have this name, and it doesn't look like a name with a digest."""
    if not stem or RESERVED.fullmatch(stem) or DIGESTED.fullmatch(stem):
        return False
    return not unicodedata.combining(stem[0]) and 0 < len(_encoded(stem)) <= BYTES


def _encoded(stem: str) -> bytes:
    """The bytes of the name in the file system; b"" if its encoding lacks a letter."""
    try:
        return os.fsencode(stem)
    except UnicodeEncodeError:
        return b""


def _digested(name: str, stem: str) -> str:
    """A file's name: the beginning of the plain part, and a digest of the name."""
    plain = re.sub("[^A-Za-z0-9_]+", "-", stem).strip("-")
    digest = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return f"{plain[:40] or 'student'}-{digest}"
