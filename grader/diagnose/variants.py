"""Variants of a model solution, its source with a few edits, executed in this process.

A variant is our own text, never a submission's, so that it needs no sandbox. But it may never end,
and several threads may execute variants at a time. Each has its own `print`, and is stopped after
so many pops or `while` turns, far more than the reference needs.
"""

import ast
import builtins
import gc
import heapq
import io
import re
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence, Sized
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from heapq import heappop
from types import CodeType, ModuleType, SimpleNamespace
from typing import Any, TextIO

from grader.assignment.hooks import Lines
from grader.diagnose import entered, queue_calls
from grader.judge.account import one_by_one
from grader.judge.reading import lines
from grader.records.checks import Check
from grader.sandbox.returned import raised, returned


# the function that counts the turns of loops, and the turns allowed for each pop
TURN, TURNS = "_turn", 40
USES = re.compile(r"\bdeque\b|\.pop\(0\)")  # what a source has whose lists or deques are queues
READERS = "argparse", "fileinput", "optparse"  # modules that read arguments or stdin themselves
COMMAND = "__main__"  # the name of the module of a source that runs as a command
CODING = "utf-8", "surrogateescape"
MOST_POPS = 20_000  # a search that takes more counts as endless
Namespace = dict[str, Any]


@dataclass(frozen=True)
class Prediction:
    """The output of a variant, how it ended, and the number of its pops.

    `ended` is "exit", "endless" if a count stopped it, or the name of an exception. A prediction
    `is_models` if the run is the model's own, which is made once for all submissions.
    """

    text: str
    ended: str
    pops: int = 0
    is_models: bool = field(default=False, compare=False, repr=False)

    @cached_property
    def lines(self) -> Lines:
        """The output's lines, as the judge reads them."""
        return lines(self.text.encode(*CODING))


def predicted_in(source: str, check: Check, most: int = MOST_POPS) -> Prediction:
    """The Prediction for a check that calls a function of the source, no driver's.

    The run ends after `most` pops. With the name of a file in the place of a function, the source
    runs as a command.
    """
    own, function = source, check.function
    if function.isidentifier():
        own = _reached(source, function)
    calls = repr(list(check.calls))
    return executed(own, function, calls, most, check.returns, check.stdin, check.raises)


@lru_cache(maxsize=40_000)
def executed(
    source: str,
    function: str,
    calls: str,
    most: int = MOST_POPS,
    returns: bool = False,
    stdin: str = "",
    raises: bool = False,
) -> Prediction:
    """The Prediction for calls in one process; `calls` is the repr of a list of their arguments.

    Without a function it is that of the import. If the calls' values are compared as well, as of a
    function that `returns`, the output has a line on each.

    >>> executed("def add(a, b): print(a + b)", "add", "[(2, 3)]")
    Prediction(text='5\\n', ended='exit', pops=0)
    >>> executed("def fail(): print('so far'); input()", "fail", "[()]").ended
    'EOFError'
    >>> forever = "from heapq import heappop\\ndef loop():\\n    while True: heappop([1])"
    >>> executed(forever, "loop", "[()]").ended, executed("while True: pass", "", "[]").ended
    ('endless', 'endless')
    """
    pops, name, words = Pops(most), "variant", [""]
    if function.endswith(".py"):
        name, words = COMMAND, [function, *map(str, *ast.literal_eval(calls))]
    modules = Modules({name: pieces(source)}, pops, None, stdin, words, READERS)
    output, begins = modules.output, list[int]()

    def run() -> None:
        namespace = _loaded(modules, name)
        if function and name != COMMAND:
            # The judge also takes apart what the import itself prints.
            output.seek(output.truncate(0))
            for arguments in ast.literal_eval(calls):
                begins.append(output.tell())
                output.write(_outcome(namespace[function], arguments, returns, raises))

    ended = ending(modules, run)
    return Prediction(_of_calls(output.getvalue(), begins), ended, pops.number)


def _outcome(
    function: Callable[..., object], arguments: Sequence[Any], returns: bool, raises: bool
) -> str:
    """The line on what a call returns or raises, as far as that is compared; else ""."""
    try:
        value = function(*arguments)
        return f"{returned(value)}\n" if returns else ""
    except Endless:
        raise
    except Exception as error:
        if not raises:
            raise
        return f"{raised(error)}\n"


def _of_calls(text: str, begins: Sequence[int]) -> str:
    r"""What calls print whose outputs begin at these places of a text, as the judge joins them.

    >>> _of_calls("1 2 ", [0, 2])
    '1\n2 '
    """
    ends = [*begins[1:], len(text)]
    calls = [text[begin:end].encode(*CODING) for begin, end in zip(begins or [0], ends)]
    return one_by_one(calls).decode(*CODING)


def ending(modules: "Modules", run: Callable[[], object]) -> str:
    """How a run of a variant ends: "exit", "endless" or the name of an exception.

    Garbage collection is off meanwhile: a search makes many states, but none are garbage. Then the
    modules' namespaces are emptied, as they and their functions refer to each other.
    """
    is_collecting = gc.isenabled()
    gc.disable()
    try:
        run()
        return "exit"
    except Endless:
        return "endless"
    except Exception as error:
        return type(error).__name__
    finally:
        for namespace in modules.loaded.values():
            namespace.clear()
        if is_collecting:
            gc.enable()


def _loaded(modules: "Modules", name: str) -> Namespace:
    """The namespace of a module, executed; a command may end itself without an error."""
    try:
        return modules.namespace(name)
    except SystemExit as end:
        if name != COMMAND:
            raise
        if end.code:
            raise RuntimeError(end.code) from None
        return {}


class Modules:
    """The modules of a program of ours, each executed when it is first imported.

    `sources` has the parts of each one's text. The modules import each other by name. They get
    their own `heapq`, `print`, `input` and `sys`, so that this process stays unchanged. If
    `entered` is given, it collects the names of entered functions and, with a dot, of modules.
    `barred` are modules that can't be imported.
    """

    def __init__(
        self,
        sources: Mapping[str, Sequence[str]],
        pops: "Pops",
        entered: set[str] | None = None,
        stdin: str = "",
        words: Sequence[str] = ("",),
        barred: Collection[str] = (),
    ) -> None:
        self.sources, self.entered, self.barred = sources, entered, barred
        self.output, self.stdin = io.StringIO(), io.StringIO(stdin)
        self.loaded: dict[str, Namespace] = {}
        self.turn = pops.turn
        # what the methods of lists and deques are called by; set it before a module is loaded
        self.queue_call: Any = pops.call
        own = {"stdin": self.stdin, "stdout": self.output, "stderr": io.StringIO(), "modules": {}}
        self.stubs: Namespace = {
            "sys": SimpleNamespace(**{**vars(sys), **own, "argv": list(words)}),
            "heapq": SimpleNamespace(**{**vars(heapq), "heappop": pops.heappop}),
        }

    def namespace(self, name: str) -> Namespace:
        """The namespace of a module, which is executed at the first call."""
        if name not in self.loaded:
            own = {
                **vars(builtins),
                "print": self._show,
                "input": self._ask,
                "__import__": self._imported,
                TURN: self.turn,
                queue_calls.CALL: self.queue_call,
            }
            marked = ""
            if self.entered is not None:
                self.entered.add(f"{name}.")
                own[entered.ENTER] = self.entered.add
                marked = name
            shown = __name__  # dataclasses look this name up
            if name == COMMAND:
                shown = name
            self.loaded[name] = {"__name__": shown, "__builtins__": own}
            for part in self.sources[name]:
                exec(compiled(part, marked), self.loaded[name])
        return self.loaded[name]

    def _imported(self, name: str, *where: Any) -> Any:
        """The module for an import statement: one of these, a stub, or Python's own."""
        if name in self.barred:
            raise ImportError(name)
        if name in self.stubs:
            return self.stubs[name]
        if name not in self.sources:
            return __import__(name, *where)
        module = ModuleType(name)
        module.__dict__.update(self.namespace(name))
        return module

    def _show(self, *values: object, file: TextIO | None = None, **options: Any) -> None:
        """`print` for the modules: it writes to `output` unless a file is given."""
        print(*values, file=file or self.output, **options)

    def _ask(self, prompt: object = "") -> str:
        """`input` for the modules: it reads a line of their `stdin`."""
        self.stubs["sys"].stdout.write(str(prompt))
        if not (line := self.stdin.readline()):
            raise EOFError("EOF when reading a line")
        return line.removesuffix("\n")


@lru_cache(maxsize=4_000)
def pieces(source: str) -> list[str]:
    r"""The parts of a source between two empty lines, each of which is compiled separately.

    Variants differ in a part or two, so that most parts are in the cache.

    >>> pieces("a = 1\n\n\nb = 2"), pieces("a = '''1\n\n\n2'''")
    (['a = 1', 'b = 2'], ["a = '''1\n\n\n2'''"])
    """
    parts = source.split("\n\n\n")
    return parts if "__future__" not in source and all(map(_is_whole, parts)) else [source]


@lru_cache(maxsize=4_000)
def _reached(source: str, function: str) -> str:
    r"""The source without definitions that a call of the function can't reach.

    So variants that differ elsewhere share a prediction.

    >>> _reached("a = 1\n\n\ndef f(): g()\n\n\ndef g(): 0\n\n\ndef h(): f()", "f")
    'a = 1\n\n\ndef f(): g()\n\n\ndef g(): 0'
    """
    if len(parts := pieces(source)) == 1:
        return source
    named = [(part,) + _names(part) for part in parts]
    before, reached = set[str](), {function}
    while reached > before:
        before |= reached
        for _, defined, used in named:
            if not defined or defined & before:
                reached |= used
    return "\n\n\n".join(part for part, own, _ in named if not own or own & reached)


@lru_cache(maxsize=4_000)
def _names(part: str) -> tuple[frozenset[str], frozenset[str]]:
    """(What a part of a source defines, if it does nothing else; the names that it looks up)."""
    body = ast.parse(part).body
    definitions = [node for node in body if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    defined = frozenset(node.name for node in definitions if len(definitions) == len(body))
    return defined, frozenset(_used(compiled(part)))


def _used(code: CodeType) -> Iterator[str]:
    """Yield the names that code looks up outside of its own, those of attributes among them."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _used(constant)


def _is_whole(part: str) -> bool:
    """Whether a part of a source can be compiled alone."""
    try:
        compiled(part)
    except SyntaxError:
        return False
    return True


@lru_cache(maxsize=4_000)
def compiled(source: str, marked: str = "") -> CodeType:
    """The code of a source, with a call of TURN before each turn of a `while` loop.

    If `marked` gives the name of the module, each function calls ENTER as well.
    """
    has_queue = USES.search(source)
    if not (marked or has_queue or "while" in source):
        return compile(source, "<variant>", "exec")
    tree = ast.parse(source)
    _count_turns(tree)
    if marked:
        entered.add_marks(tree, marked)
    if has_queue:
        queue_calls.divert(tree)
    if marked or has_queue:
        ast.fix_missing_locations(tree)
    return compile(tree, "<variant>", "exec")


def _count_turns(tree: ast.Module) -> None:
    """Insert a call of TURN before each turn of a `while` loop."""
    for node in ast.walk(tree):
        if isinstance(node, ast.While):
            call = ast.Call(ast.Name(TURN, ast.Load()), [], [])
            test = ast.copy_location(ast.BoolOp(ast.And(), [call, node.test]), node)
            node.test = ast.fix_missing_locations(test)


class Endless(Exception):
    """Raised if a search pops, or a loop turns, more often than any honest one."""


class Pops:
    """Counts pops of heaps, lists and deques, and raises Endless at one more than `most`."""

    def __init__(self, most: int = MOST_POPS) -> None:
        self.most = most
        self.begin()

    def begin(self) -> None:
        """Reset the count, as for a new search."""
        self.number, self.turns_left = 0, TURNS * self.most

    def turn(self) -> bool:
        """Return True; raise Endless after more than TURNS turns of loops for each allowed pop."""
        self.turns_left -= 1
        if self.turns_left < 0:
            self.number = self.most  # a variant that is given up counts as so expensive
            raise Endless
        return True

    def heappop(self, queue: list[Any]) -> Any:
        """Remove the least entry of the queue and return it."""
        self.count(queue)
        return heappop(queue)

    def call(self, thing: Any, method: str, *arguments: Any, **options: Any) -> Any:
        """Call a method of any object and return its result."""
        if queue_calls.is_pop(thing, method):
            self.count(thing)
        return getattr(thing, method)(*arguments, **options)

    def count(self, queue: Sized) -> None:
        """Count a pop from a queue, which still has the entry."""
        self.number += 1
        if self.number > self.most:
            raise Endless
