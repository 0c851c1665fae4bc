"""All sentences of intake about submissions, as templates, and how they are filled in; pure."""

from collections.abc import Sequence


NAMES = 5  # the most names that a sentence lists
# fields that may be long; all others are cut to 80 characters
LONG_FIELDS = ("path", "names", "reason")

# These say what can't be read. A sentence that begins with a verb follows the file's name.
ABSENT = "There is no file or folder {path}."
NO_SUCH_SUBMISSION = "There is no submission {path}."
MAY_BE_MANY = "If {path} holds submissions of several students, grade it with --layout many."
MAY_BE_ONE = (
    "It is taken for one of several submissions: if all of {path} is one student's, grade it with "
    "--layout single."
)
NO_SUBMISSIONS = "There is no submission in {path}."
NOT_A_FILE = "{name} is {kind}."
REASON = "{reason}"
REASON_OF = "{name} {reason}"
UNREADABLE = "{name} can't be read ({error})."
UNLISTABLE = "The folder {name} can't be listed ({error})."
TOO_MANY_ENTRIES = "The folder {name} holds more than {most:,} entries."
TOO_MANY_NODES = "{name} holds more than {most:,} files and folders."
TOO_LARGE = "is larger than {mib} MiB."
MODULES_TOO_LARGE = "Its modules are larger than {mib} MiB together."
NOT_REGULAR = "is not a regular file."
DAMAGED = "is damaged, or no {noun} ({error})."
NO_TAR = "is damaged, or no tar."
BOMB = "unpacks to more than {ratio} times its size, as a zip bomb does."
OVERLAPS = "holds files that overlap, as those of a zip bomb do."
LARGE_DIRECTORY = "has a directory of more than {mib} MiB."
TOO_MANY_MEMBERS = "holds more than {most:,} files."
LONG_HEADER = "has a header of more than {kib} KiB."
TAR_TOO_LARGE = (
    "is one of too many files for one tar: with those before it they have more than {mib} MiB."
)
LEADS_OUT = "a file whose name leads out of the {noun}, or is too long"
TAKEN_LAST = "is in the {noun} more than once, and the last was taken"

# These say which files are the program.
TOO_DEEP = "{name} is a {noun} in too many {around}s."
FOREIGN = "{name} is {kind}, which the grader does not unpack: hand in a zip instead."
NOT_CALLED = "{name} is not called {names}."
LACKS = "There is no {names}."
SEVERAL = "{path} has several {file}, and of its files ({names}) any could be meant."
NONE_OF_THE_NAME = "{path} has no {file}, and of its files ({names}) any could be meant."
SEVERAL_FOLDERS = "{path} has its files in several folders ({names}), and any could be meant."
NO_PROGRAM = "{path} has no {file}, nor any other .py file."
NO_FILES = "{path} has no {names}."
HOLDS = "It holds {names}."
ARCHIVE_INSIDE = "The {noun} holds {other}, {name}."
OTHER_NAME = "The program is called {name}, not {file}."
HOLDS_MORE = "The {noun} holds more than the program: {names}."
LEFT_OUT = "The program runs without the other files of the {noun}: {names}."
NOTEBOOK = "{name} is a notebook; its code cells were graded."
NO_PYTHON_FILE = "{name} is {kind}, not a Python program: hand in the .py file itself."

# These say what Python runs otherwise than its author sees it.
EMPTY = "It is empty."
NO_PYTHON = "It is {kind}, not a Python program."
UTF_16 = "It is saved as UTF-16, which Python does not read: save it as UTF-8."
NUL_BYTE = "Line {line} has a NUL byte, which Python does not read."
UNDECODABLE = "Line {line} has a byte, 0x{byte:02x}, that is no {encoding}: save it as UTF-8."
UNKNOWN_ENCODING = "Its first lines name an encoding that Python does not know: save it as UTF-8."

# These say which attempt counts.
LATEST_TAKEN = "The latest, {name}, was taken instead of {names}."
EARLIER_TAKEN = "{name} was taken instead of {names}."
DATE_TAKEN = "The attempt of {date} was taken instead of {names}."
LATER_WITHOUT_FILE = "There is no file of a later attempt ({names})."
EARLIER_PROGRAM = "There is no program in {name}, so {earlier} was taken."
TYPED = "What was typed beside the files is not graded: {names}."
ONLY_RECEIPT = "No file was handed in: {name} is only {system}'s receipt."
LATE = "The course system marks it late."

# These say whose submission it is.
OTHER_NETID = "{name} is called after {netid}, but the course system says that it is {who}'s."
NAMES_UNKNOWN = "Its students' names are not known: {reason}"
SAME_NAME = "Another submission has the same name."
SAME_FILES = "Its files are the same, byte for byte, as those of {names}."
NETID_SHARED = "The netid in its file's name, {netid}, is also in the file name of {names}."
NETID_OF_OTHERS = "The netid in its file's name, {netid}, is what the course system calls {names}."


class Refused(ValueError):
    """Something that was handed in can't be graded; the message is a sentence that says why."""

    def __init__(self, template: str, **fields: str | int) -> None:
        super().__init__(say(template, **fields))


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
    """The character, replaced if it can't be shown."""
    if char.isprintable():
        return char
    return "\N{REPLACEMENT CHARACTER}"


def listed(names: Sequence[str], total: int, last: str = ", ") -> str:
    """The first few names, and how many more there are in total.

    >>> listed(["ann", "bob", "eve"], 3, " and "), listed(list("abcdef"), 6)
    ('ann, bob and eve', 'a, b, c, d, e and 1 more')
    """
    if total > NAMES:
        return f"{', '.join(names[:NAMES])} and {total - NAMES} more"
    *first, final = names
    if first:
        return f"{', '.join(first)}{last}{final}"
    return final
