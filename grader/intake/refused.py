"""How intake says why something that was handed in can't be taken; pure."""


class Refused(ValueError):
    """A sentence that says why something that was handed in can't be taken."""


class Absent(Refused):
    """That there is nothing of the name that the instructor gave."""


def shown(text, most=80):
    """The text as one printable line of at most `most` characters.

    >>> shown("a\\nb\\udcff"), shown("abcdefghijkl", 9)
    ('a\ufffdb\ufffd', 'abc...jkl')
    """
    line = "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text)
    half = (most - 3) // 2
    return line if len(line) <= most else f"{line[:half]}...{line[-half:]}"
