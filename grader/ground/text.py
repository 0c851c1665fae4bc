"""Text that students' files and programs had a hand in, made fit to be shown; pure."""

import os
import shlex
import subprocess
import textwrap


WIDTH = 100  # how much of a long line a report shows


def visible(text: str) -> str:
    """The text with whatever a terminal would not show as itself written as an escape.

    >>> print(visible("h=5\\t\\x1b[31m\\u200b"))
    h=5\\t\\x1b[31m\\u200b
    """
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else _escape(char) for char in text)


def _escape(char: str) -> str:
    """A character as Python writes it in a string; a surrogate as the byte that it stands for.

    >>> print(_escape("\\t"), _escape("\\udcff"))
    \\t \\xff
    """
    return f"\\x{ord(char) - 0xDC00:02x}" if "\udc80" <= char <= "\udcff" else ascii(char)[1:-1]


def wrapped(sentence: str, width: int, indent: str = "", further: str | None = None) -> list[str]:
    """A sentence in lines of at most `width` characters, indented; no line if there is no sentence.

    The lines after the first are indented by `further`, or else alike.

    >>> wrapped("Is it spelled so?", 10, "  ")
    ['  Is it', '  spelled', '  so?']
    """
    further = indent if further is None else further
    return textwrap.wrap(
        sentence, width, initial_indent=indent, subsequent_indent=further, break_on_hyphens=False
    )


def clipped(line: str, start: int = 0, room: int = WIDTH) -> str:
    """At most `room` characters of a line from `start` on, with dots for what is left out."""
    if not line:
        return "(an empty line)"
    end = start + room
    return dots(start > 0) + visible(line[start:end]) + dots(len(line) > end)


def counted(number: float, noun: str) -> str:
    """So many of something.

    >>> counted(1, "point"), counted(2.5, "point")
    ('1 point', '2.5 points')
    """
    return f"{number:g} {noun}{'' if number == 1 else 's'}"


def when(condition: object, text: str) -> str:
    """The text, if the condition holds, or else "".

    >>> when([1], "so"), when([], "so")
    ('so', '')
    """
    return text if condition else ""


def dots(is_cut: bool) -> str:
    """The dots for what is left out of a line, "" if nothing is."""
    return when(is_cut, "...")


def shell_word(word: str) -> str:
    """The word as a shell reads it; with invisible characters as $'...', byte by byte.

    >>> print(shell_word("hw 9"), shell_word("it's\\n"))
    'hw 9' $'it\\'s\\x0a'
    """
    if os.name == "nt":
        return subprocess.list2cmdline([word])
    if word.isprintable():
        return shlex.quote(word)
    plain = {"\\": "\\\\", "'": "\\'"}
    inner = (plain.get(char, char) if char.isprintable() else _shell_bytes(char) for char in word)
    return f"$'{''.join(inner)}'"


def _shell_bytes(char: str) -> str:
    """The bytes of a character in a file's name, as escapes inside of $'...'."""
    data = char.encode(
        "utf-8", "surrogateescape" if "\udc80" <= char <= "\udcff" else "surrogatepass"
    )
    return "".join(f"\\x{byte:02x}" for byte in data)
