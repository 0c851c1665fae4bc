"""Predicts what a driver's function prints with variants of a reference, in this process.

As in `variants`, the programs are ours, but may never end.
"""

import sys
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple

from grader.diagnose.entered import differing
from grader.diagnose.variants import Modules, Pops, Prediction, ending, pieces
from grader.records.checks import Arguments, Check


Sources = tuple[tuple[str, str], ...]  # (file or module, text)
SPARE_POPS, TIMES = 2_000, 3  # a variant may take TIMES the model's pops and SPARE_POPS more
MANY_POPS = 2_000  # they take some hundredths of a second


@lru_cache(maxsize=10_000)
def rehearsed(sources: Sources, name: str, arguments: Arguments, most: int) -> Prediction:
    """The Prediction for a function of the driver, the last source; it ends after `most` pops."""
    return _executed(sources, name, arguments, most)


class Rehearsal(NamedTuple):
    """The Prediction for the model, and the names of the functions that its run enters."""

    prediction: Prediction
    entered: frozenset[str]


@lru_cache(maxsize=1_000)
def _model_rehearsed(sources: Sources, name: str, arguments: Arguments) -> Rehearsal:
    """The Rehearsal of a function of the driver, which is the last of the sources."""
    entered = set[str]()
    prediction = _executed(sources, name, arguments, sys.maxsize, entered)
    return Rehearsal(replace(prediction, is_models=True), frozenset(entered))


@lru_cache(maxsize=500)
def _key(sources: Sources, name: str, arguments: Arguments) -> str:
    """A digest of all that a Rehearsal depends on."""
    return _digest((_digest(sources), name, arguments))


def _digest(value: Hashable) -> str:
    """A digest of texts, numbers, and tuples of them."""
    return sha256(repr(value).encode()).hexdigest()


def _executed(
    sources: Sources, name: str, arguments: Arguments, most: int, entered: set[str] | None = None
) -> Prediction:
    """The Prediction for a function of the driver; `entered` gets the names of functions."""
    pops = Pops(most)
    modules = Modules({module: pieces(text) for module, text in sources}, pops, entered)
    ended = ending(modules, lambda: modules.namespace("driver")[name](list(arguments)))
    return Prediction(modules.output.getvalue(), ended, pops.number)


def prediction(
    sources: Sources,
    check: Check,
    model: Sources,
    known: Mapping[str, Rehearsal] = {},
) -> Prediction:
    """The Prediction for a check with the files of a variant.

    `model` holds the files of the reference without edits, which replace others if the check says
    so; `known` are Rehearsals of it that need not be made.
    """
    right, variant, differs = _compared(sources, check, model, known)
    if not differs:
        return right
    most = TIMES * right.pops + SPARE_POPS
    return rehearsed(variant, check.function, check.frozen_arguments, most)


def may_differ(
    sources: Sources, check: Check, model: Sources, known: Mapping[str, Rehearsal] = {}
) -> bool:
    """Whether a variant may print anything else than the model in a check; the variant is not
    executed. The arguments are those of `prediction`.
    """
    return _compared(sources, check, model, known)[2]


def _compared(
    sources: Sources, check: Check, model: Sources, known: Mapping[str, Rehearsal]
) -> tuple[Prediction, Sources, bool]:
    """(The model's Prediction, the variant's modules, whether the model's run enters a function in
    which they differ).
    """
    own, variant, changed = _parted(sources, check, model)
    run = own, check.function, check.frozen_arguments
    right = known.get(_key(*run)) or _model_rehearsed(*run)
    return right.prediction, variant, not right.entered.isdisjoint(changed)


@lru_cache(maxsize=10_000)
def _parted(
    sources: Sources, check: Check, model: Sources
) -> tuple[Sources, Sources, frozenset[str]]:
    """(The model's modules, the variant's, the names of the functions in which they differ)."""
    own, variant = (_modules(files, check, model) for files in (model, sources))
    changed = (_differing(*module, text) for module, (_, text) in zip(own, variant, strict=True))
    return own, variant, frozenset().union(*changed)


@lru_cache(maxsize=10_000)
def _differing(module: str, one: str, other: str) -> frozenset[str]:
    """The value of `differing`, found in those pieces alone that an edit has changed."""
    pairs = list(zip(pieces(one), pieces(other)))
    if len(pieces(one)) != len(pieces(other)):
        pairs = [(one, other)]
    changed = [differing(module, *pair) for pair in pairs if len({*pair}) > 1]
    return frozenset().union(*changed)


def long_ones(checks: Iterable[Check], model: Sources) -> dict[str, Rehearsal]:
    """{key: Rehearsal} of those of these checks in which the model pops many nodes, and ends."""
    long = {}
    for check in checks:
        run = _modules(model, check, model), check.function, check.frozen_arguments
        one = _model_rehearsed(*run)
        if one.prediction.pops > MANY_POPS and one.prediction.ended == "exit":
            long[_key(*run)] = one
    return long


def _modules(sources: Sources, check: Check, model: Sources) -> Sources:
    """The files as pairs (module, text), the model's where the check says so, the driver last."""
    given = dict(sources)
    for name, _ in check.replaced:
        given[name] = dict(model)[name]
    modules = [(name.removesuffix(".py"), text) for name, text in given.items() if "/" not in name]
    return (*modules, ("driver", check.driver))
