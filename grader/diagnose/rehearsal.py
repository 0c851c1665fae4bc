"""What a driver's function prints on variants of a reference, executed in this process.

As in `variants`, the text is our own and may not end. The modules import each other by name. Their
`heapq`, `print` and `sys.stdout` are their own, so that nothing of this process changes.
"""

import builtins
import io
import sys
from functools import lru_cache
from types import ModuleType, SimpleNamespace
from typing import Any, TextIO

from grader.diagnose.variants import TURN, Endless, Pops, Prediction, compiled
from grader.records import Check


Sources = tuple[tuple[str, str], ...]  # (module, text)
SPARE_POPS, TIMES = 2_000, 3  # how many more pops than the model's a variant may take


@lru_cache(maxsize=2_000)
def _rehearsed(
    sources: Sources, name: str, arguments: tuple[Any, ...], most: int = 0
) -> Prediction:
    """The Prediction for a function of the driver, the last of the sources, of `most` pops."""
    output, pops = io.StringIO(), Pops(most or sys.maxsize)
    modules = Modules(sources, output, pops)
    try:
        modules.namespace("driver")[name](list(arguments))
        ended = "exit"
    except Endless:
        ended = "endless"
    except Exception as error:
        ended = type(error).__name__
    return Prediction(output.getvalue(), ended, pops.number)


class Modules:
    """The modules of these sources, each executed when it is first imported."""

    def __init__(self, sources: Sources, output: io.StringIO, pops: Pops) -> None:
        self.sources, self.output = dict(sources), output
        self.loaded: dict[str, dict[str, Any]] = {}
        self.turn = pops.turn
        self.stubs: dict[str, Any] = {
            "sys": SimpleNamespace(**{**vars(sys), "stdout": output, "stderr": io.StringIO()}),
            "heapq": SimpleNamespace(**{**vars(__import__("heapq")), "heappop": pops.heappop}),
        }

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
            # a name that dataclasses can look up
            self.loaded[name] = {"__name__": __name__, "__builtins__": own}
            exec(compiled(self.sources[name]), self.loaded[name])
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
    arguments = _frozen(check.arguments[0])
    if given == model:
        return _rehearsed(_modules(model, check), check.function, arguments)
    most = TIMES * _rehearsed(_modules(model, check), check.function, arguments).pops + SPARE_POPS
    return _rehearsed(_modules(given, check), check.function, arguments, most)


def _modules(sources: dict[str, str], check: Check) -> Sources:
    """((module, text), ...) of the files, the driver's last."""
    modules = [
        (name.removesuffix(".py"), text) for name, text in sources.items() if "/" not in name
    ]
    return (*modules, ("driver", check.driver))


def _frozen(value: Any) -> Any:
    """The value, its lists as tuples, so that it can be looked up."""
    return tuple(map(_frozen, value)) if isinstance(value, list | tuple) else value
