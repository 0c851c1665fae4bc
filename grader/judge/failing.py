"""Finds failures that don't depend on output: limits, missing parts, exceptions; pure."""

import re
import signal
import sys
from collections.abc import Sequence
from difflib import get_close_matches

from grader.judge.account import Account, Message
from grader.judge.results import Fields
from grader.records.checks import Check
from grader.records.facts import Fact, fact
from grader.records.results import Run
from grader.sandbox import scratch, watch


Failure = tuple[str, Fact]  # (verdict, the reason for it)
ALIKE = 0.8  # two names of modules that are so similar, from 0 to 1, are called alike
SHORT = 3  # a name with so few letters is similar to many: lib is not meant for zlib
# {a pattern of the start of an error: the hint}
HINTS = {
    "EOFError": "input",
    "ImportError: attempted relative import": "no_package",
    "(Import|Attribute)Error: .*partially initialized module": "circular",
    "SyntaxError: Missing parentheses in call to 'print'": "python_2",
    "SyntaxError: f-string: ": "newer_python",
    "SyntaxError: invalid (non-printable )?character": "no_character",
    "SyntaxError: invalid syntax$": "no_syntax",
    "FileNotFoundError": "no_file",
    "TabError|IndentationError: unindent": "tabs",
    r"\w+: source code .*null bytes": "null_bytes",
    "RecursionError": "endless_recursion",
    r"ValueError: invalid literal for int\(\) with base 10: ''$": "empty_text",
    r"ValueError: invalid literal for int\(\)": "no_number",
    r"RuntimeError: [\w ]+ (changed size|mutated) during iteration": "changed_in_loop",
    r"TypeError: [A-Z]\w*\(\) takes no arguments$": "constructor",
    r"TypeError: [A-Z]\w*[.]\w+\(\) takes 0 positional arguments but 1 was given": "self",
    "TypeError: .*unhashable type: '[A-Z]": "unhashable",
    "TypeError: .*unhashable type: '(list|set|dict|bytearray|numpy.ndarray)'": "changeable",
    "(Type|Attribute)Error: ('[<>]=?' not .*'NoneType'|.*NoneType'? (object|has no)"
    '|can only concatenate .*"NoneType")': "none_given",
    "AttributeError: '(method|builtin_function_or_method|function)' object": "not_called",
    "ImportError: cannot import name|AttributeError: module '": "not_in_module",
    r"AttributeError: '[A-Z]\w*' object has no attribute": "no_attribute",
    r"AttributeError: '[a-z]\w*' object has no attribute": "another_value",
    "TypeError: '(tuple|str|bytes)' object does(n't| not) support item": "unchangeable",
    r"TypeError: sequence item \d+: expected (str|a bytes)": "joined",
    'TypeError: can only concatenate str .*"(int|float)': "text_and_number",
    "TypeError: unsupported operand .* '(int|float)' and 'str'": "text_and_number",
    r"TypeError: can only concatenate (list|tuple) ": "joined_lists",
    "TypeError: unsupported operand .* '(list|tuple|dict|set)'": "whole_list",
    r"TypeError: [\w.]+\(\) (missing|takes|takes from|takes exactly) (\d|one)": "other_arguments",
    r"TypeError: \w+ expected (at least |at most )?\d arguments?, got \d": "other_arguments",
    r"TypeError: __str__ returned non-string \(type NoneType\)": "no_text",
    "NameError: name 'get_ipython'": "no_notebook",
    "NameError: name '": "no_such_name",
    "UnboundLocalError": "own_variable",
    r"TypeError: .*('|non-iterable )(method|builtin_function_or_method|function)\b": "not_called",
    "TypeError: '[a-z]+' object is not callable": "not_callable",
    r"TypeError: .*'[A-Z]\w*'( object is not (iter|subs)| has no len)": "own_object",
    r"TypeError: .*\b(int|float)'? (object$|object is not (iter|subs)|has no len)": "one_number",
    r"TypeError: \w+ indices must be": "odd_index",
    "IndexError: index out of range": "empty_or_index",
    "IndexError: pop from|KeyError: '(pop from an empty|popitem)": "empty_list",
    r"IndexError: [\w ]+ index out of range": "no_index",
    "KeyError": "no_key",
    "ValueError: (.* not in (list|tuple|deque)$|substring not found)": "not_found",
    "ValueError: (too many|not enough) values to unpack": "unpacked",
    "ValueError: The truth value of an array": "array_of_answers",
    "OverflowError: .* (greater than|less than|out of bounds)|ValueError: bytes? must": "too_large",
    r"TypeError: '<' not supported between instances of '(?!NoneType)([A-Z]|(\w+)' and '\2')": (
        "unordered"
    ),
    r"TypeError: '[<>]=?' not supported between instances of '(\w+)' and '(?!\1')": "two_types",
}
OF_CLASS = re.compile(r"AttributeError: '([A-Z]\w*)' object")
# The errors that may come from the file that stands in for one of the student's.
OF_STAND_IN = re.compile(
    "AttributeError|ImportError: cannot import|TypeError: .*(argument|keyword|subscriptable|"
    r"iterable|callable|between instances|unhashable|has no len|[A-Z]\w*: expected|'method'$)"
)


def failure(check: Check, run: Run, account: Account) -> Failure | None:
    """The failure of a run that does not depend on its output; None if the run ended well."""
    if crossed := _limit(check, run, account):
        return crossed
    if account.fault:
        return "runtime_error", fact("forged")
    return _absence(check, account) or _breaking_off(check, run, account)


def _limit(check: Check, run: Run, account: Account) -> Failure | None:
    allowed = check.limits
    if run.ended == "output":
        is_stdout = len(run.stdout) > len(run.stderr)
        stream = "stdout" if is_stdout else "stderr"
        hint = "output_of_methods" if is_stdout and check.is_driven else "output"
        return "output_limit", fact("output", hint, output_kib=allowed.output_kib, stream=stream)
    if run.ended == "disk":
        most_mib = scratch.most_mib(allowed.memory_mib)
        return "output_limit", fact("disk", "disk", scratch_mib=most_mib, files=scratch.FILES)
    if run.ended == "processes":
        return "runtime_error", fact("processes", "processes", number=watch.PROCESSES)
    if run.ended == "threads":
        return "runtime_error", fact("threads", "processes", number=watch.TASKS)
    if run.ended == "cpu" or run.cpu_s > allowed.cpu_s:
        place = _place(check, account)
        if account.message.error:
            place = {}
        return "time_limit", fact("cpu", _endless(check, account), cpu_s=allowed.cpu_s, **place)
    if run.ended == "wall":
        is_busy = run.cpu_s > allowed.cpu_s / 2  # on a machine that is busy, too
        hint = _endless(check, account) if is_busy else "wall"
        return "time_limit", fact("wall", hint, wall_s=allowed.wall_s, cpu_s=run.cpu_s)
    if run.ended == "memory" or account.ending == "no_memory":
        place = _place(check, account)
        return "memory_limit", fact("memory", "memory", memory_mib=allowed.memory_mib, **place)
    return None


def _place(check: Check, account: Account) -> dict[str, str]:
    """The place that a student's program had reached, {} if it is unknown or in another file."""
    place = account.message.place
    if place.get("file") in _stand_ins(check):
        return {}
    return place


def _stand_ins(check: Check) -> list[str]:
    """The names of the course's files that replace the student's in this check."""
    return [name for name, _ in check.replaced]


def _endless(check: Check, account: Account) -> str:
    """The name of the hint for a call that did not end: of an import, a search, or another
    function.

    If the function ended on other instances, it may only be slow.
    """
    if not check.function:
        return "endless_import"
    if check.is_driven and len(check.instances) > 1 and account.printed:
        return "slow"
    if check.searches:
        return "endless_search"
    return "endless"


def _absence(check: Check, account: Account) -> Failure | None:
    message, module = account.message, check.module
    begins = "raised" if check.is_command else "import_raised"
    if account.ending == begins and message.module == module and not message.line:
        return "missing", fact("no_module", "no_module", module=module)
    if account.ending != "no_function":
        return None
    if check.is_driven:
        return "missing", _no_name(message.error.rpartition(": ")[2])
    called = {"function": check.function, "module": module}
    if message.holder:
        return "missing", fact("in_class", "in_class", **called, holder=message.holder)
    return "missing", fact("no_function", "no_function", **called)


def _no_name(message: str) -> Fact:
    """A fact on a name that the program lacks, read from the driver's message.

    >>> _no_name("Stack.is_full is spelled isFull").kind, _no_name("Stack.top is no method").kind
    ('other_spelling', 'no_method')
    """
    name, _, rest = message.partition(" is ")
    own = {"name": name or "what the check calls", "short": name.rpartition(".")[2]}
    if rest == "no method":
        return fact("no_method", "no_method", **own)
    if rest.startswith("spelled "):
        return fact("other_spelling", spelling=rest.removeprefix("spelled "), **own)
    return fact("no_name", "no_name", name=own["name"])


def _breaking_off(check: Check, run: Run, account: Account) -> Failure | None:
    """Why the program ended before all calls were done; None if it did not."""
    ending, status = account.ending, run.exit_status
    called = check.function
    if not called or ending in ("import_raised", "import_exited"):
        called = "import"
    elif check.is_driven:
        called = ""
    if ending in ("import_raised", "raised"):
        return "runtime_error", _raised(check, called, account.message)
    if ending in ("import_exited", "exited"):
        return "runtime_error", fact("exited", "exited", called=called)
    if ending == "signal":
        hint = "recursion" if -status == signal.SIGSEGV else ""
        return "runtime_error", fact("killed", hint, signal=_signal_name(-status))
    if ending != "well":
        return "runtime_error", fact("ended_itself", status=status)
    return None


def _signal_name(number: int) -> str:
    """The name of a signal, or its number if it has no name.

    >>> _signal_name(11), _signal_name(40)
    ('SIGSEGV', 'signal 40')
    """
    if number in set(signal.Signals):
        return signal.Signals(number).name
    return f"signal {number}"


def _raised(check: Check, called: str, message: Message) -> Fact:
    error = message.error or "an exception"
    file = message.file or f"{check.module}.py"
    if file in _stand_ins(check):
        file = f"the course's {file}"
    where = {"file": file, "line": str(message.line or "")}
    if message.module:
        return _not_installed(message.module, message.near, where)
    about: Fields = {"called": called, "error": error, **where}
    hint = next((hint for start, hint in HINTS.items() if re.match(start, error)), "")
    names = ", ".join(_stand_ins(check))
    if OF_STAND_IN.match(error) and _may_be_of(_stand_ins(check), error):
        return fact("raised", "stand_in", **about, stand_in=names)
    return fact("raised", hint, **about)


def _may_be_of(stand_ins: Sequence[str], error: str) -> bool:
    """Whether an error may come from one of these files, which stand in for the student's.

    The attribute of an object may be missing there only if its class has the name of a file.

    >>> [_may_be_of(["map.py"], f"AttributeError: '{of}' object ...") for of in ("Map", "Node")]
    [True, False]
    """
    own = OF_CLASS.match(error)
    return bool(stand_ins) and (not own or f"{own[1].lower()}.py" in stand_ins)


def _not_installed(module: str, own: str, where: dict[str, str]) -> Fact:
    """The fact for a report on a module that can't be imported, with a similar name if there is
    one: the program's `own`, or one of Python's.

    >>> _not_installed("headpq", "", {}).fields["near"], _not_installed("Ast", "ast", {}).hint
    ('heapq', 'misspelled')
    >>> _not_installed("lib", "", {}).hint
    'not_installed'
    """
    similar = []
    if len(module) > SHORT:
        similar = get_close_matches(module.lower(), sys.stdlib_module_names, 1, ALIKE)
    if own:
        similar = [own]
    if similar:
        return fact("not_installed", "misspelled", module=module, near=similar[0], **where)
    return fact("not_installed", "not_installed", module=module, **where)
