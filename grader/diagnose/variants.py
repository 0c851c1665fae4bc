"""Variants of a model solution: its source with a few edits made, executed in process.

A variant is our own text, never a submission's, so that it needs no sandbox. But it may never end,
and several threads may execute variants at a time: each has a `print` of its own, and ends at
numbers of pops and of turns of `while` loops that no honest search on our instances comes near.
"""

import ast
import builtins
import gc
import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from heapq import heappop
from types import CodeType
from typing import Any, TextIO

from grader.diagnose import entered
from grader.judge.reading import lines
from grader.sandbox.returned import returned


TURN, TURNS = "_turn", 40  # the name of a function, and turns of loops for each pop
MOST_POPS = 20_000  # the model's own most are 17,004


@dataclass(frozen=True)
class Prediction:
    """What a variant printed, how it ended, and after how many pops.

    `ended` is "exit", "endless" or the name of an exception.
    """

    text: str
    ended: str
    pops: int = 0

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The lines of what it printed, as the judge reads them."""
        return lines(self.text.encode("utf-8", "surrogateescape"))


def predicted(
    source: str,
    function: str,
    *arguments: Any,
    further: Sequence[Sequence[Any]] = (),
    most: int = MOST_POPS,
    returns: bool = False,
) -> Prediction:
    """The Prediction for a call of a function of the source, or without one for its import.

    `further`: the arguments of calls after it, in the same process. It ends after so many pops, at
    `most`. If it `returns` something that is compared, a line on that is among what it prints.

    >>> predicted("def add(a, b): print(a + b)", "add", 2, 3)
    Prediction(text='5\\n', ended='exit', pops=0)
    >>> predicted("def fail(): print('so far'); input()", "fail").ended
    'EOFError'
    >>> forever = '''from heapq import heappop
    ... def loop():
    ...     while True: heappop([1])'''
    >>> predicted(forever, "loop").ended, predicted("while True: pass", "").ended
    ('endless', 'endless')
    """
    return executed(source, function, repr([arguments, *further]), most, returns)


@lru_cache(maxsize=40_000)
def executed(
    source: str, function: str, calls: str, most: int = MOST_POPS, returns: bool = False
) -> Prediction:
    """The Prediction for calls whose arguments are given as the repr of a list of tuples."""
    output, pops = io.StringIO(), Pops(most)

    def run() -> None:
        """Load the source and call the function."""
        namespace = _loaded(source, output, pops.turn)
        if "heappop" in namespace:
            namespace["heappop"] = pops.heappop
        if function:
            # the judge, too, takes what the import prints for itself
            output.seek(output.truncate(0))
            for arguments in ast.literal_eval(calls):
                value = namespace[function](*arguments)
                if returns:
                    output.write(returned(value) + "\n")

    ended = ending(run)
    return Prediction(output.getvalue(), ended, pops.number)


def ending(run: Callable[[], object]) -> str:
    """How a run of a variant ends: "exit", "endless" or the name of an exception.

    No garbage is collected meanwhile: a search makes many states, but none that are garbage.
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
        if is_collecting:
            gc.enable()


def _loaded(source: str, output: io.StringIO, turn: Callable[[], bool]) -> dict[str, Any]:
    """The namespace of a module of that source, which prints to `output` and has no input.

    It calls `turn` before each turn of a `while` loop.
    """

    def show(*values: object, file: TextIO | None = None, **options: Any) -> None:
        """What `print` does."""
        print(*values, file=file or output, **options)

    def ask(prompt: object = "") -> str:
        """What `input` does where there is nothing to read."""
        output.write(str(prompt))
        raise EOFError("EOF when reading a line")

    own = {**vars(builtins), "print": show, "input": ask, TURN: turn}
    namespace: dict[str, Any] = {"__name__": "variant", "__builtins__": own}
    for piece in _pieces(source):
        exec(compiled(piece), namespace)
    return namespace


@lru_cache(maxsize=4_000)
def _pieces(source: str) -> list[str]:
    r"""The parts of a source, between two empty lines each, that are compiled by themselves.

    Variants differ in a part or two, so that most parts were compiled before.

    >>> _pieces("a = 1\n\n\nb = 2"), _pieces("a = '''1\n\n\n2'''")
    (['a = 1', 'b = 2'], ["a = '''1\n\n\n2'''"])
    """
    parts = source.split("\n\n\n")
    return parts if "__future__" not in source and all(map(_is_whole, parts)) else [source]


@lru_cache(maxsize=4_000)
def _is_whole(part: str) -> bool:
    """Whether a part of a source can be compiled by itself."""
    try:
        compiled(part)
    except SyntaxError:
        return False
    return True


@lru_cache(maxsize=4_000)
def compiled(source: str, marked: str = "") -> CodeType:
    """The code of a source, which calls TURN before each turn of a `while` loop.

    If it is `marked` by the name of its module, each function calls ENTER as well.
    """
    tree = ast.parse(source)
    if marked:
        entered.add_marks(tree, marked)
    for node in ast.walk(tree):
        if isinstance(node, ast.While):
            call = ast.Call(ast.Name(TURN, ast.Load()), [], [])
            node.test = ast.BoolOp(ast.And(), [call, node.test])
    return compile(ast.fix_missing_locations(tree), "<variant>", "exec")


class Endless(Exception):
    """Raised where a search has popped, or a loop has turned, more often than honest ones do."""


class Pops:
    """A heappop that counts its calls, and raises Endless at one more than `most`."""

    def __init__(self, most: int = MOST_POPS) -> None:
        self.most = most
        self.begin()

    def begin(self) -> None:
        """Count from 0 on, as for another search."""
        self.number, self.turns_left = 0, TURNS * self.most

    def turn(self) -> bool:
        """True; raises Endless at more than TURNS turns of loops for each pop that there may be."""
        self.turns_left -= 1
        if self.turns_left < 0:
            self.number = self.most  # for it has cost as much
            raise Endless
        return True

    def heappop(self, queue: list[Any]) -> Any:
        """The least entry of the queue, removed from it."""
        self.number += 1
        if self.number > self.most:
            raise Endless
        return heappop(queue)
