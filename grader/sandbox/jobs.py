"""Makes the job of running a check with a submission's files, and reads its output back."""

import functools
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from itertools import count

from grader.records.checks import Check
from grader.sandbox import interpreter
from grader.sandbox.setup import Job


Files = Mapping[str, bytes]
Aliases = Sequence[tuple[str, str]]  # pairs (alias, module)
# Words of programs that may act when their interpreter ends: through objects that are finalised, or
# files that are flushed. CLOSING has those by which a generator acts.
LAST = re.compile(
    rb"__del__|weakref|finalize|atexit|open\b|Wrapper|\b(_?io|gc|async|exec|eval|coding|modules)\b"
    rb"|settrace|setprofile|set_|hook|__import__|importlib|ctypes"
)
CLOSING = re.compile(rb"\b(finally|with|except)\b")
# A word that stands for the name of an instance: a line's first one, or that after "beside".
NUMBER = re.compile(rb"(?:^|(?<= beside ))instance([0-9]{1,9})\b", re.MULTILINE)


def job_of(check: Check, files: Files, aliases: Aliases, is_measured: bool = False) -> Job:
    """The job of running a check with these files."""
    module, source, function = check.module, check.driver, check.function
    if check.is_command:
        module, source, function = "", interpreter.text_of("command"), "run"
    first = {
        "module": module,
        "source": source,
        "aliases": list(aliases),
        "cpu_s": check.limits.cpu_s,
        "ends": any(map(_does_something_last, files.values())),
    }
    returns = ""
    if check.returns:
        returns = interpreter.text_of("returned")
    if check.raises:
        returns += "CAUGHT = Exception\n"
    then = function, _numbered_calls(check), returns, check.stdin.encode()
    return Job({**files, **check.files()}, first, then, asdict(check.limits), is_measured)


def with_names(check: Check, output: bytes) -> bytes:
    """An output with the numbers of instances replaced by their names.

    >>> from grader.records.checks import Limits
    >>> instances = [("primes-below-10", 10), ("primes-below-20", 20)]
    >>> check = Check("count", "primes", Limits(), "count", (instances,), driver="primes")
    >>> with_names(check, b"instance1: instance0\\ninstance2")
    b'primes-below-20: instance0\\ninstance2'
    """
    if not check.driver or not check.arguments:
        return output
    names = [name.encode() for instances, *_ in check.calls for name, *_ in instances]
    known = {b"%d" % number: name for number, name in enumerate(names)}
    return NUMBER.sub(lambda match: known.get(match[1], match[0]), output)


@functools.lru_cache(8)  # for the files of the latest programs
def _does_something_last(text: bytes) -> bool:
    """Whether a program may act when its interpreter ends.

    A waiting generator is closed then, and can act on it.

    >>> _does_something_last(b"for x in open_list: print(x)")
    False
    >>> _does_something_last(b"for x in open(path): print(x)")
    True
    """
    return bool(LAST.search(text) or b"yield" in text and CLOSING.search(text))


def _numbered_calls(check: Check) -> list[object]:
    """The arguments of each call, with numbers for names, since a name tells the answer.

    A command is one call, with its words.

    >>> from grader.records.checks import Limits
    >>> instances = [("primes-below-10", 10), ("primes-below-20", 20)]
    >>> check = Check("count", "primes", Limits(), "count", (instances,), driver="primes")
    >>> _numbered_calls(check)
    [([('instance0', 10), ('instance1', 20)],)]
    """
    if check.is_command:
        return [check.words]
    calls: list[object] = []
    number = count()
    for arguments in check.calls:
        if check.driver and arguments:
            instances, *others = arguments
            numbered = [(f"instance{next(number)}", *values) for _, *values in instances]
            arguments = (numbered, *others)
        calls.append(arguments)
    return calls
