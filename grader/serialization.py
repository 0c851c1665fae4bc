"""Converts records, which are dataclasses, to values for JSON and back."""

from collections.abc import Callable
from dataclasses import MISSING, fields
from functools import cache
from operator import attrgetter
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints


ABSURD = 1e15  # no figure of a grading is so large
Record = TypeVar("Record")
Converter = Callable[[Any], Any] | None  # None: JSON has the value as it is


def to_json(record: Any) -> Any:
    """A record as values for JSON; bytes become text, with surrogates for invalid UTF-8.

    >>> from grader.records.checks import Part
    >>> to_json(Part("path", 1))
    {'name': 'path', 'points': 1, 'lines': ''}
    """
    kind: Any = type(record)
    convert = _writer(kind)
    return convert(record) if convert else record


def from_json(kind: type[Record], value: Any) -> Record:
    """The record that `to_json` wrote, of this dataclass; missing fields get their defaults.

    TypeError, KeyError, AttributeError or ValueError if the value has other types.

    >>> from grader.records.checks import Part
    >>> from_json(Part, {"name": "path", "points": 1})
    Part(name='path', points=1, lines='')
    >>> from_json(Part, {"name": "path", "points": "1"})
    Traceback (most recent call last):
    TypeError: expected a value of the type float, got '1'
    """
    dataclass_: Any = kind
    convert = _reader(dataclass_)
    return convert(value) if convert else value


@cache
def _stored_fields(kind: Any) -> list[tuple[str, Any, bool]]:
    """(Name, type, whether it is required) of each stored field of a dataclass."""
    types = get_type_hints(kind)
    return [
        (member.name, types[member.name], member.default is member.default_factory is MISSING)
        for member in fields(kind)
        if member.metadata.get("stored", True)
    ]


@cache
def _writer(kind: Any) -> Converter:
    """The function that converts a value of this type for JSON."""
    if kind is bytes:
        return lambda value: value.decode("utf-8", "surrogateescape")
    if hasattr(kind, "__dataclass_fields__"):
        return _record_writer([(name, _writer(inner)) for name, inner, _ in _stored_fields(kind)])
    return _container(kind, _writer, list)


def _record_writer(pairs: list[tuple[str, Converter]]) -> Converter:
    """The function that converts a record with these fields to an object; it must be fast."""
    names = [name for name, _ in pairs]
    # with two names it always returns a tuple; zip drops the second if it is too many
    values = attrgetter(*names, "__class__")
    converted = [(name, write) for name, write in pairs if write]

    def write_record(record: Any) -> dict[str, Any]:
        """The record as an object for JSON."""
        written = dict(zip(names, values(record)))
        for name, write in converted:
            written[name] = write(written[name])
        return written

    return write_record


@cache
def _reader(kind: Any) -> Converter:
    """The function that converts a value from JSON to this type."""
    if kind is bytes:
        return lambda value: value.encode("utf-8", "surrogateescape")
    if kind in (str, int, float, bool):
        return _scalar_reader(kind)
    if hasattr(kind, "__dataclass_fields__"):
        pairs = [(name, _reader(inner), needed) for name, inner, needed in _stored_fields(kind)]
        return lambda value: kind(
            **{
                name: read(value[name]) if read else value[name]
                for name, read, needed in pairs
                if needed or name in value
            }
        )
    convert = _container(kind, _reader, tuple)
    if convert and get_origin(kind) is tuple:
        return _list_reader(convert)
    return convert


def _list_reader(convert: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """A function that converts a list, and raises TypeError for anything else."""

    def read_list(value: Any) -> Any:
        """The tuple made from a list."""
        if isinstance(value, list):
            return convert(value)
        raise TypeError(f"expected a list, got {value!r:.50}")

    return read_list


def _scalar_reader(kind: type) -> Callable[[Any], Any]:
    """A function that returns a value of this type, and raises TypeError for others."""
    kinds = (int, float) if kind is float else kind

    def read_scalar(value: Any) -> Any:
        """The value, if its type is right."""
        is_absurd = isinstance(value, (int, float)) and not abs(value) < ABSURD  # also true for NaN
        if isinstance(value, kinds) and not is_absurd:
            return value
        raise TypeError(f"expected a value of the type {kind.__name__}, got {value!r:.50}")

    return read_scalar


def _container(kind: Any, inner: Callable[[Any], Converter], sequence: type) -> Converter:
    """The converter of a union, of a tuple of one type, or of a dictionary of texts to one type."""
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return _alternative(arguments, inner, sequence)
    if origin is tuple:
        convert = inner(arguments[0])
        return lambda value: sequence(map(convert, value) if convert else value)
    if origin is dict and (convert_value := inner(arguments[1])):
        return lambda value: {key: convert_value(item) for key, item in value.items()}
    return None


def _alternative(
    kinds: tuple[Any, ...], inner: Callable[[Any], Converter], sequence: type
) -> Converter:
    """The converter of an optional type, or of a scalar that may also be a tuple of scalars."""
    if NoneType in kinds:
        (convert,) = (
            (inner(kind) for kind in kinds if kind is not NoneType) if len(kinds) == 2 else (None,)
        )
        return convert and (lambda value: None if value is None else convert(value))
    return lambda value: sequence(value) if isinstance(value, (tuple, list)) else value
