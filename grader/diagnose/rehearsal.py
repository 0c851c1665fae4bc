"""What a driver's function prints on variants of a reference, executed in this process.

As in `variants`, the text is our own and may not end. The modules import each other by name. Their
`heapq`, `print` and `sys.stdout` are their own, so that nothing of this process changes.
"""

import builtins
import heapq
import io
import sys
from collections.abc import Mapping
from functools import lru_cache
from types import ModuleType, SimpleNamespace
from typing import Any, TextIO

from grader.diagnose.entered import ENTER, differing
from grader.diagnose.variants import TURN, Pops, Prediction, compiled, ending
from grader.records import Check


Sources = tuple[tuple[str, str], ...]  # (module, text)
Arguments = tuple[Any, ...]
SPARE_POPS, TIMES = 2_000, 3  # how many more pops than the model's a variant may take


@lru_cache(maxsize=2_000)
def rehearsed(sources: Sources, name: str, arguments: Arguments, most: int) -> Prediction:
    """The Prediction for a function of the driver, the last of the sources, of `most` pops."""
    output, pops = io.StringIO(), Pops(most)
    return _executed(Modules(sources, output, pops), pops, name, arguments)


@lru_cache(maxsize=500)
def _model_rehearsed(
    sources: Sources, name: str, arguments: Arguments
) -> tuple[Prediction, frozenset[str]]:
    """(The Prediction for the model, the names of the functions that it enters)."""
    output, pops, entered = io.StringIO(), Pops(sys.maxsize), set[str]()
    modules = Modules(sources, output, pops, entered)
    return _executed(modules, pops, name, arguments), frozenset(entered)


def _executed(modules: "Modules", pops: Pops, name: str, arguments: Arguments) -> Prediction:
    """The Prediction for a function of the driver among these modules."""
    ended = ending(lambda: modules.namespace("driver")[name](list(arguments)))
    return Prediction(modules.output.getvalue(), ended, pops.number)


class Modules:
    """The modules of these sources, each executed when it is first imported.

    The names of functions that are entered, and of modules, with a dot, are added to `entered`.
    """

    def __init__(
        self, sources: Sources, output: io.StringIO, pops: Pops, entered: set[str] | None = None
    ) -> None:
        self.sources, self.output, self.entered = dict(sources), output, entered
        self.loaded: dict[str, dict[str, Any]] = {}
        self.turn = pops.turn
        own = {"stdout": output, "stderr": io.StringIO(), "modules": {}}
        self.stubs: dict[str, Any] = {
            "sys": SimpleNamespace(**{**vars(sys), **own}),
            "heapq": SimpleNamespace(**vars(heapq)),
        }
        self.replace_in_heapq({"heappop": pops.heappop})

    def namespace(self, name: str) -> dict[str, Any]:
        """The namespace of a module."""
        if name not in self.loaded:
            own = {
                **vars(builtins),
                "print": self.show,
                "input": _ask,
                "__import__": self.imported,
                TURN: self.turn,
            }
            if self.entered is not None:
                self.entered.add(f"{name}.")
                own[ENTER] = self.entered.add
            # a name that dataclasses can look up
            self.loaded[name] = {"__name__": __name__, "__builtins__": own}
            marked = "" if self.entered is None else name
            exec(compiled(self.sources[name], marked), self.loaded[name])
        return self.loaded[name]

    def imported(self, name: str, *where: Any) -> Any:
        """What an import statement in one of the modules gives."""
        if name in self.stubs:
            return self.stubs[name]
        if name not in self.sources:
            return __import__(name, *where)
        module = ModuleType(name)
        module.__dict__.update(self.namespace(name))
        return module

    def replace_in_heapq(self, functions: Mapping[str, Any]) -> None:
        """Let the modules have these functions in the place of those of their `heapq`."""
        self.stubs["heapq"] = SimpleNamespace(**{**vars(self.stubs["heapq"]), **functions})

    def show(self, *values: object, file: TextIO | None = None, **options: Any) -> None:
        """`print`, into the output unless a file is given."""
        print(*values, file=file or self.output, **options)


def _ask(prompt: object = "") -> str:
    """What `input` does where there is nothing to read."""
    raise EOFError("EOF when reading a line")


def prediction(sources: dict[str, str], check: Check, model: dict[str, str]) -> Prediction:
    """The Prediction for a check on {file: text} of a variant.

    `model`: the same of the model solution, whose files replace others if the check says so.
    """
    given = {**sources, **{name: model[name] for name, _ in check.replaced}}
    modules, arguments = _modules(model, check), check.frozen_arguments
    right, entered = _model_rehearsed(modules, check.function, arguments)
    variant = _modules(given, check)
    changed = (differing(*own, text) for own, (_, text) in zip(modules, variant, strict=True))
    if all(map(entered.isdisjoint, changed)):
        return right
    most = TIMES * right.pops + SPARE_POPS
    return rehearsed(variant, check.function, arguments, most)


def _modules(sources: dict[str, str], check: Check) -> Sources:
    """((module, text), ...) of the files, the driver's last."""
    modules = [
        (name.removesuffix(".py"), text) for name, text in sources.items() if "/" not in name
    ]
    return (*modules, ("driver", check.driver))
