"""Sentences that several modules of intake say, as templates, and how all are filled in; pure."""

Flags = tuple[str, ...]  # sentences on what is odd
NAMES = 5  # the most names that a sentence lists
# fields that may be long; all others are cut to 80 characters
LONG_FIELDS = ("path", "names", "reason")

# These say what can't be read. A sentence that begins with a verb follows the file's name.
NOT_A_FILE = "{name} is {kind}."
REASON = "{reason}"
REASON_OF = "{name} {reason}"
TOO_LARGE = "is larger than {mib} MiB."
DAMAGED = "is damaged, or no {noun} ({error})."
BOMB = "unpacks to more than {ratio} times its size, as a zip bomb does."

# These say which files are the program.
FOREIGN = "{name} is {kind}, which the grader does not unpack: hand in a zip instead."
SEVERAL = "{path} has several {file}, and of its files ({names}) any could be meant."
NO_PYTHON_FILE = "{name} is {kind}, not a Python program: hand in the .py file itself."


class Refused(ValueError):
    """Something that was handed in can't be graded; the message is a sentence that says why."""

    def __init__(self, template: str, **fields: str | int) -> None:
        super().__init__(say(template, **fields))


class Ambiguous(Refused):
    """Any of several files could be meant; the message is a sentence that names them."""


class Absent(Refused):
    """There is nothing at a path that the instructor named; the message is a sentence that says
    so.
    """


def say(template: str, **fields: str | int) -> str:
    """The sentence of a template; its fields are made printable and are shortened.

    >>> say(NOT_A_FILE, name="hw9\\n.py", kind="a link")
    'hw9\ufffd.py is a link.'
    """
    for field, value in fields.items():
        if isinstance(value, str):
            most = 80
            if field in LONG_FIELDS:
                most = 4096
            fields[field] = shown(value, most)
    return template.format(**fields)


def shown(text: str, most: int = 80) -> str:
    """The text as one printable line of at most `most` characters.

    >>> shown("a\\nb\\udcff"), shown("abcdefghijkl", 9)
    ('a\ufffdb\ufffd', 'abc...jkl')
    """
    line = "".join(map(_printable, text))
    half = (most - 3) // 2
    if len(line) <= most:
        return line
    return f"{line[:half]}...{line[-half:]}"


def _printable(char: str) -> str:
    if char.isprintable():
        return char
    return "\N{REPLACEMENT CHARACTER}"
