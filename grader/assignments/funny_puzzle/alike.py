"""What outputs of `funny_puzzle` that show the same mistake have in common; pure.

Each function makes it of an output, and remembers it, as one output is compared with several.
"""

import re
from functools import lru_cache

from grader.assignment.hooks import Lines


# a line of a transcript
TRANSCRIPT = re.compile(r"\s*[\[(].*h ?= ?|Max queue length", re.IGNORECASE)
NUMPY_INTEGER = re.compile(r"np\.\w+\((-?\d+)\)")
BEGINNING = re.compile(r"^\s*[^\s\[].{0,30}?(?=\[\d(?:, \d){8}\] h=)")  # it may not be longer
OBJECT = re.compile(r"<[^<>]{0,100}\bobject at 0x[0-9a-fA-F]+>")


@lru_cache(maxsize=50)
def successors_in_any_order(lines: Lines) -> Lines:
    """The lines in order, but those of a path as they are.

    >>> successors_in_any_order(("[2] h=1", "[1] h=0"))
    ('[1] h=0', '[2] h=1')
    """
    if any("moves" in line or "queue" in line for line in lines):
        return lines
    return tuple(sorted(lines))


@lru_cache(maxsize=50)
def without_other_lines(lines: Lines) -> Lines:
    """The lines of a transcript, if there are others beside them.

    >>> without_other_lines(("now:", "[1] h=0", "2 left")), without_other_lines(("[1] h=0", ""))
    (('[1] h=0',), ('[1] h=0', ''))
    """
    transcript = tuple(filter(TRANSCRIPT.match, lines))
    if len(transcript) < sum(map(bool, lines)):
        return transcript
    return lines


@lru_cache(maxsize=50)
def without_spaces(lines: Lines) -> Lines:
    """The lines that are not empty, without white space and commas before words and brackets.

    >>> without_spaces(("", " [1, 2]  h=0,moves: 1"))
    ('[1, 2]h=0moves: 1',)
    """
    return tuple(re.sub(r",?\s*(?=[A-Za-z\[(])", "", line) for line in lines if line.strip())


@lru_cache(maxsize=50)
def without_beginnings(lines: Lines) -> Lines:
    """The lines without what stands before a state and its h.

    >>> without_beginnings(("Step 1: [1, 2, 3, 4, 5, 6, 7, 0, 0] h=0",))
    ('[1, 2, 3, 4, 5, 6, 7, 0, 0] h=0',)
    """
    return tuple(BEGINNING.sub("", line) for line in lines)


@lru_cache(maxsize=50)
def without_numpy(lines: Lines) -> Lines:
    """The lines with numpy's integers written as Python's.

    >>> without_numpy(("[np.int32(1)] h=np.int32(0)",))
    ('[1] h=0',)
    """
    return tuple(NUMPY_INTEGER.sub(r"\1", line) for line in lines)


@lru_cache(maxsize=50)
def without_addresses(lines: Lines) -> Lines:
    """The lines with nothing in the places of objects.

    >>> without_addresses(("<a.State object at 0x7f3a> moves: 1",))
    ('<> moves: 1',)
    """
    return tuple(OBJECT.sub("<>", line) for line in lines)


@lru_cache(maxsize=50)
def with_empty_braces(lines: Lines) -> Lines:
    """The lines with nothing in their braces.

    >>> with_empty_braces(("f{after} h={h}",))
    ('{} h={}',)
    """
    return tuple(re.sub(r"\{[^{}]*\}", "{}", line.removeprefix("f")) for line in lines)


ALIKE = {
    function.__name__: function
    for function in (
        successors_in_any_order,
        without_other_lines,
        without_spaces,
        without_beginnings,
        without_numpy,
        without_addresses,
        with_empty_braces,
    )
}
