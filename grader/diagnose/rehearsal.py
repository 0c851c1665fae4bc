"""Predicts what a driver's function prints with variants of a reference, in this process.

As in `variants`, the programs are ours, but may never end. The modules import each other by name.
They get their own `heapq`, `print` and `sys.stdout`, so that this process stays unchanged.
"""

import builtins
import heapq
import io
import sys
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from types import ModuleType, SimpleNamespace
from typing import Any, TextIO

from grader.diagnose.entered import ENTER, differing
from grader.diagnose.queue_calls import CALL
from grader.diagnose.variants import TURN, Pops, Prediction, compiled, ending
from grader.records.checks import Check


Sources = tuple[tuple[str, str], ...]  # (module, text)
Arguments = tuple[Any, ...]
SPARE_POPS, TIMES = 2_000, 3  # a variant may take TIMES the model's pops and SPARE_POPS more
MANY_POPS = 2_000  # they take some hundredths of a second


@lru_cache(maxsize=2_000)
def rehearsed(sources: Sources, name: str, arguments: Arguments, most: int) -> Prediction:
    """The Prediction for a function of the driver, the last source; it ends after `most` pops."""
    output, pops = io.StringIO(), Pops(most)
    return _executed(Modules(sources, output, pops), pops, name, arguments)


@dataclass(frozen=True)
class Rehearsal:
    """The Prediction for the model, and the names of the functions that its run enters."""

    prediction: Prediction
    entered: frozenset[str]


@lru_cache(maxsize=500)
def _model_rehearsed(sources: Sources, name: str, arguments: Arguments) -> Rehearsal:
    """The Rehearsal of a function of the driver, the last source."""
    output, pops, entered = io.StringIO(), Pops(sys.maxsize), set[str]()
    modules = Modules(sources, output, pops, entered)
    return Rehearsal(_executed(modules, pops, name, arguments), frozenset(entered))


@lru_cache(maxsize=500)
def _key(sources: Sources, name: str, arguments: Arguments) -> str:
    """A digest of all that a Rehearsal depends on."""
    return _digest((_digest(sources), name, arguments))


@lru_cache(maxsize=500)
def _digest(value: Hashable) -> str:
    """A digest of texts, numbers, and tuples of them."""
    return sha256(repr(value).encode()).hexdigest()


def _executed(modules: "Modules", pops: Pops, name: str, arguments: Arguments) -> Prediction:
    """The Prediction for a function of the driver, run with these modules."""
    ended = ending(lambda: modules.namespace("driver")[name](list(arguments)))
    return Prediction(modules.output.getvalue(), ended, pops.number)


class Modules:
    """Modules made from source texts, each executed when it is first imported.

    If `entered` is given, it collects the names of entered functions and, with a dot, of modules.
    """

    def __init__(
        self, sources: Sources, output: io.StringIO, pops: Pops, entered: set[str] | None = None
    ) -> None:
        self.sources, self.output, self.entered = dict(sources), output, entered
        self.loaded: dict[str, dict[str, Any]] = {}
        self.turn = pops.turn
        # what the methods of lists and deques are called by; set it before a module is loaded
        self.queue_call: Any = pops.call
        own = {"stdout": output, "stderr": io.StringIO(), "modules": {}}
        self.stubs: dict[str, Any] = {
            "sys": SimpleNamespace(**{**vars(sys), **own}),
            "heapq": SimpleNamespace(**vars(heapq)),
        }
        self.replace_in_heapq({"heappop": pops.heappop})

    def namespace(self, name: str) -> dict[str, Any]:
        """The namespace of a module, which is executed at the first call."""
        if name not in self.loaded:
            own = {
                **vars(builtins),
                "print": self.show,
                "input": _ask,
                "__import__": self.imported,
                TURN: self.turn,
                CALL: self.queue_call,
            }
            if self.entered is not None:
                self.entered.add(f"{name}.")
                own[ENTER] = self.entered.add
            # dataclasses look this name up
            self.loaded[name] = {"__name__": __name__, "__builtins__": own}
            marked = "" if self.entered is None else name
            exec(compiled(self.sources[name], marked), self.loaded[name])
        return self.loaded[name]

    def imported(self, name: str, *where: Any) -> Any:
        """The module for an import statement: one of these, a stub, or Python's own."""
        if name in self.stubs:
            return self.stubs[name]
        if name not in self.sources:
            return __import__(name, *where)
        module = ModuleType(name)
        module.__dict__.update(self.namespace(name))
        return module

    def replace_in_heapq(self, functions: Mapping[str, Any]) -> None:
        """Replace functions of the modules' `heapq`."""
        self.stubs["heapq"] = SimpleNamespace(**{**vars(self.stubs["heapq"]), **functions})

    def show(self, *values: object, file: TextIO | None = None, **options: Any) -> None:
        """`print` for the modules: it writes to the captured output unless a file is given."""
        print(*values, file=file or self.output, **options)


def _ask(prompt: object = "") -> str:
    """`input` for the modules: there is nothing to read."""
    raise EOFError("EOF when reading a line")


def prediction(
    sources: dict[str, str],
    check: Check,
    model: dict[str, str],
    known: Mapping[str, Rehearsal] = {},
) -> Prediction:
    """The Prediction for a check with the files {file: text} of a variant.

    `model` holds the model solution's files, which replace others if the check says so; `known` are
    Rehearsals of it that need not be made.
    """
    given = dict(sources)
    for name, _ in check.replaced:
        given[name] = model[name]
    modules, arguments = _modules(model, check), check.frozen_arguments
    run = modules, check.function, arguments
    right = known.get(_key(*run)) or _model_rehearsed(*run)
    variant = _modules(given, check)
    changed = (differing(*own, text) for own, (_, text) in zip(modules, variant, strict=True))
    if all(map(right.entered.isdisjoint, changed)):
        return right.prediction
    most = TIMES * right.prediction.pops + SPARE_POPS
    return rehearsed(variant, check.function, arguments, most)


def long_ones(checks: Iterable[Check], model: dict[str, str]) -> dict[str, Rehearsal]:
    """{key: Rehearsal} of those of these checks in which the model pops many nodes, and ends."""
    long = {}
    for check in checks:
        run = _modules(model, check), check.function, check.frozen_arguments
        one = _model_rehearsed(*run)
        if one.prediction.pops > MANY_POPS and one.prediction.ended == "exit":
            long[_key(*run)] = one
    return long


def _modules(sources: dict[str, str], check: Check) -> Sources:
    """The files as pairs (module, text), the driver last."""
    modules = [
        (name.removesuffix(".py"), text) for name, text in sources.items() if "/" not in name
    ]
    return (*modules, ("driver", check.driver))
