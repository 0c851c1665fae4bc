"""Makes text from students' files and programs fit to be shown; pure."""

import os
import re
import shlex
import subprocess
import textwrap
import unicodedata
from collections.abc import Iterable, Sequence


WIDTH = 100  # columns that a report shows of a long line
# What no line ends in the middle of: a short list in brackets, and a letter with its value.
WHOLE = re.compile(r"\[[^][]{1,36}\]|\b\w = (?=\S)")


def visible(text: str) -> str:
    """The text, with escapes for all characters that a terminal would not show as themselves.

    >>> print(visible("h=5\\t\\x1b[31m\\u200b"))
    h=5\\t\\x1b[31m\\u200b
    """
    if text.isprintable():
        return text
    return "".join(map(_visible, text))


def _visible(char: str) -> str:
    """A character, escaped as in a Python string if need be; a surrogate as the byte that it stands
    for.

    >>> print(_visible("\\t"), _visible("\\udcff"))
    \\t \\xff
    """
    if char.isprintable():
        return char
    if "\udc80" <= char <= "\udcff":
        return f"\\x{ord(char) - 0xDC00:02x}"
    return ascii(char)[1:-1]


def wrapped(sentence: str, width: int, indent: str = "", further: str | None = None) -> list[str]:
    """The lines of a sentence, indented, at most `width` characters long; no line for no sentence.

    The lines after the first are indented by `further`, by default like the first. No line ends
    inside a short list or between a letter and its value.

    >>> wrapped("Is it spelled so?", 10, "  ")
    ['  Is it', '  spelled', '  so?']
    >>> wrapped("Look at [1, 2, 0] with f = 1.", 12)
    ['Look at', '[1, 2, 0]', 'with f = 1.']
    """
    if further is None:
        further = indent
    whole = WHOLE.sub(lambda match: match[0].replace(" ", "\xa0"), sentence)
    lines = textwrap.wrap(
        whole, width, initial_indent=indent, subsequent_indent=further, break_on_hyphens=False
    )
    return [line.replace("\xa0", " ") for line in lines]


def clipped(line: str, start: int = 0, room: int = WIDTH) -> str:
    """At most `room` characters of a line from index `start` on, with dots for what is cut off."""
    if not line:
        return "(an empty line)"
    end = start + room
    return dots(start > 0) + visible(line[start:end]) + dots(len(line) > end)


def first_shown(column: int | None, lengths: Iterable[int], room: int = WIDTH) -> int:
    """The index from which on lines are shown, so that the column is; 0 if they fit.

    >>> first_shown(90, [99, 120], 100), first_shown(90, [99, 100], 100), first_shown(50, [300], 60)
    (20, 0, 20)
    """
    return max(0, min((column or 0) - room // 2, max(lengths) - room))


def first_unlike(one: Sequence[object], other: Sequence[object]) -> int:
    """The first index at which two sequences differ.

    >>> first_unlike("prime", "print"), first_unlike("a", "ab")
    (3, 1)
    """
    for place, (left, right) in enumerate(zip(one, other)):
        if left != right:
            return place
    return min(len(one), len(other))


def counted(number: float, noun: str) -> str:
    """A number with its noun, in the plural unless it is 1.

    >>> counted(1, "point"), counted(2.5, "point")
    ('1 point', '2.5 points')
    """
    if number == 1:
        return f"1 {noun}"
    return f"{number:g} {noun}s"


def when(condition: object, text: str) -> str:
    """The text if the condition holds, else "".

    >>> when([1], "so"), when([], "so")
    ('so', '')
    """
    if condition:
        return text
    return ""


def listed(names: Sequence[object]) -> str:
    """Names or numbers joined as in a sentence: A, B and C.

    >>> listed([]), listed(["a"]), listed([1, 2, 3])
    ('', 'a', '1, 2 and 3')
    """
    *others, last = map(str, names or [""])
    if not others:
        return last
    return f"{', '.join(others)} and {last}"


def first_of(names: Sequence[str], most: int) -> str:
    """The first names, at most so many, and the number of the rest.

    >>> first_of(["a", "b", "c"], 3), first_of(["a", "b", "c"], 1)
    ('a, b, c', 'a and 2 more')
    """
    text = ", ".join(names[:most])
    return text + when(names[most:], f" and {len(names) - most} more")


def dots(is_cut: bool) -> str:
    """Dots if a line is cut, else ""."""
    return when(is_cut, "...")


def shell_word(word: str) -> str:
    """The word as a shell command has it: quoted where needed, invisible characters as $'...'.

    >>> print(shell_word("hw 9"), shell_word("it's\\n"))
    'hw 9' $'it\\'s\\x0a'
    """
    if os.name == "nt":
        return subprocess.list2cmdline([word])
    if word.isprintable():
        return shlex.quote(word)
    return f"$'{''.join(map(_in_shell_string, word))}'"


def _in_shell_string(char: str) -> str:
    """A character as it stands in $'...': an invisible one as the bytes of its UTF-8."""
    if char in "\\'":
        return f"\\{char}"
    if char.isprintable():
        return char
    errors = "surrogatepass"
    if "\udc80" <= char <= "\udcff":
        errors = "surrogateescape"
    return "".join(f"\\x{byte:02x}" for byte in char.encode("utf-8", errors))


def alphabetical(name: str) -> tuple[str, str]:
    """The key by which names are sorted: by their letters first, then by their accents.

    >>> sorted(["Zoe", "Österberg", "Olsen", "émile"], key=alphabetical)
    ['émile', 'Olsen', 'Österberg', 'Zoe']
    """
    parts = unicodedata.normalize("NFD", name.casefold())
    return "".join(part for part in parts if not unicodedata.combining(part)), parts
