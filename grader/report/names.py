"""Names of files for students, safe on every system whatever the students are called; pure."""

import hashlib
import re
from collections import Counter


RESERVED = re.compile(r"(con|prn|aux|nul|com[0-9]|lpt[0-9])", re.IGNORECASE)


def stems(names: list[str]) -> list[str]:
    """The names of the submissions' files, without the ending, in their order.

    A short name of plain letters and digits that nobody shares stays; others get a digest.

    >>> stems(["ada1", "../x y", "CON"])
    ['ada1', 'x-y-46c740c6', 'CON-a3dbc4b6']
    """
    alike, same = Counter(map(str.casefold, names)), Counter(names)
    return [
        name
        if alike[name.casefold()] == 1 and _plain(name)
        else _digested(name, place if same[name] > 1 else "")
        for place, name in enumerate(names)
    ]


def _plain(name: str) -> bool:
    """Whether a name can be a file's as it is."""
    return bool(re.fullmatch(r"\w{1,40}", name, re.ASCII)) and not RESERVED.fullmatch(name)


def _digested(name: str, place: int | str) -> str:
    """A file's name: the plain part of a name, and a digest of the name and its place."""
    words = re.sub(r"[^A-Za-z0-9]+", "-", name).strip("-")[:40] or "student"
    digest = hashlib.sha256(f"{place}{name}".encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return f"{words}-{digest}"
