"""Converts records, which are dataclasses, to JSON and back."""

import json
from collections.abc import Callable
from dataclasses import MISSING, fields
from functools import cache, partial
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints


ABSURD = 1e15  # no figure of a grading is so large
Record = TypeVar("Record")
Converter = Callable[[Any], Any]


def json_text(value: Any, **layout: Any) -> str:
    """The JSON text of a record, or of a value with records in it; `layout` is for `json.dumps`.

    Bytes become text, with surrogates for invalid UTF-8.

    >>> from grader.records.checks import Part
    >>> json_text([Part("path", 1)])
    '[{"name": "path", "points": 1, "lines": ""}]'
    """
    return json.dumps(value, default=written, **layout)


def from_json(kind: type[Record], value: Any) -> Record:
    """The record whose JSON text was read, of this dataclass; missing fields get their defaults.

    TypeError, KeyError, AttributeError or ValueError if the value has other types.

    >>> from grader.records.checks import Part
    >>> from_json(Part, {"name": "path", "points": 1})
    Part(name='path', points=1, lines='')
    >>> from_json(Part, {"name": "path", "points": "1"})
    Traceback (most recent call last):
    TypeError: expected a value of the type float, got '1'
    """
    dataclass_: Any = kind
    record: Record = _record_reader(dataclass_)(value)
    return record


@cache
def _stored_fields(kind: Any) -> list[tuple[str, Any, bool]]:
    """(Name, type, whether it is required) of each stored field of a dataclass."""
    types, stored = get_type_hints(kind), []
    for member in fields(kind):
        if member.metadata.get("stored", True):
            is_required = member.default is member.default_factory is MISSING
            stored.append((member.name, types[member.name], is_required))
    return stored


def written(value: Any) -> Any:
    """A record as an object of its stored fields, or bytes as text."""
    if isinstance(value, bytes):
        return value.decode("utf-8", "surrogateescape")
    kind: Any = type(value)
    return {name: getattr(value, name) for name, _, _ in _stored_fields(kind)}


def _reader(kind: Any) -> Converter | None:
    """The function that converts a value from JSON to this type; None if JSON has it as it is."""
    origin, arguments = get_origin(kind), get_args(kind)
    if kind is bytes:
        return lambda value: value.encode("utf-8", "surrogateescape")
    if kind in (str, int, float, bool):
        return partial(_read_scalar, kind)
    if hasattr(kind, "__dataclass_fields__"):
        return _record_reader(kind)
    if origin in (Union, UnionType):
        return _alternative(arguments)
    if origin is tuple:
        return partial(_read_list, _reader(arguments[0]))
    if origin is dict and (read := _reader(arguments[1])):
        return lambda value: {key: read(item) for key, item in value.items()}
    return None


@cache
def _record_reader(kind: Any) -> Converter:
    """The function that makes a record of this type from an object."""
    readers = [(name, _reader(inner), needed) for name, inner, needed in _stored_fields(kind)]

    def read_record(value: Any) -> Any:
        """The record in an object from JSON."""
        arguments = {}
        for name, read, is_required in readers:
            if is_required or name in value:
                arguments[name] = value[name]
                if read:
                    arguments[name] = read(value[name])
        return kind(**arguments)

    return read_record


def _read_list(read: Converter | None, value: Any) -> tuple[Any, ...]:
    """The tuple made from a list; TypeError for anything else."""
    if not isinstance(value, list):
        raise TypeError(f"expected a list, got {value!r:.50}")
    if not read:
        return tuple(value)
    return tuple(map(read, value))


def _read_scalar(kind: type, value: Any) -> Any:
    """The value, if it is of this type; TypeError for others."""
    is_number = isinstance(value, (int, float))
    is_absurd = is_number and not abs(value) < ABSURD  # also true for NaN
    has_type = isinstance(value, kind) or (kind is float and is_number)
    if has_type and not is_absurd:
        return value
    raise TypeError(f"expected a value of the type {kind.__name__}, got {value!r:.50}")


def _alternative(kinds: tuple[Any, ...]) -> Converter | None:
    """The reader of an optional type, or of a scalar that may also be a tuple of scalars."""
    if NoneType not in kinds:
        return _read_scalar_or_list
    own, *others = [kind for kind in kinds if kind is not NoneType]
    read = _reader(own)
    if not read or others:  # of several types JSON has the value as it is
        return None
    return partial(_unless_none, read)


def _read_scalar_or_list(value: Any) -> Any:
    """The value; a list as a tuple."""
    if isinstance(value, list):
        return tuple(value)
    return value


def _unless_none(read: Converter, value: Any) -> Any:
    """The value, read unless it is None."""
    if value is None:
        return None
    return read(value)
