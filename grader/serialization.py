"""Converts records, which are dataclasses, to values for JSON and back."""

from collections.abc import Callable
from dataclasses import MISSING, fields
from functools import cache, partial
from operator import attrgetter
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints


ABSURD = 1e15  # no figure of a grading is so large
Record = TypeVar("Record")
Converter = Callable[[Any], Any]


def to_json(record: Any) -> Any:
    """A record as values for JSON; bytes become text, with surrogates for invalid UTF-8.

    >>> from grader.records.checks import Part
    >>> to_json(Part("path", 1))
    {'name': 'path', 'points': 1, 'lines': ''}
    """
    kind: Any = type(record)
    return _record_writer(kind)(record)


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
    record: Record = _record_reader(dataclass_)(value)
    return record


def _stored_fields(kind: Any) -> list[tuple[str, Any, bool]]:
    """(Name, type, whether it is required) of each stored field of a dataclass."""
    types, stored = get_type_hints(kind), []
    for member in fields(kind):
        if member.metadata.get("stored", True):
            is_required = member.default is member.default_factory is MISSING
            stored.append((member.name, types[member.name], is_required))
    return stored


def _writer(kind: Any) -> Converter | None:
    """The function that converts a value of this type for JSON; None if JSON has it as it is."""
    if kind is bytes:
        return lambda value: value.decode("utf-8", "surrogateescape")
    if hasattr(kind, "__dataclass_fields__"):
        return _record_writer(kind)
    return _container(kind, _writer, list)


@cache
def _record_writer(kind: Any) -> Converter:
    """The function that converts a record of this type to an object; it must be fast."""
    names, converted = [], []
    for name, inner, _ in _stored_fields(kind):
        names.append(name)
        if write := _writer(inner):
            converted.append((name, write))
    # with two names it always returns a tuple; zip drops the second if it is too many
    values = attrgetter(*names, "__class__")

    def write_record(record: Any) -> dict[str, Any]:
        """The record as an object for JSON."""
        written = dict(zip(names, values(record)))
        for name, write in converted:
            written[name] = write(written[name])
        return written

    return write_record


def _reader(kind: Any) -> Converter | None:
    """The function that converts a value from JSON to this type; None if JSON has it as it is."""
    if kind is bytes:
        return lambda value: value.encode("utf-8", "surrogateescape")
    if kind in (str, int, float, bool):
        return partial(_read_scalar, kind)
    if hasattr(kind, "__dataclass_fields__"):
        return _record_reader(kind)
    convert = _container(kind, _reader, tuple)
    if convert and get_origin(kind) is tuple:
        return partial(_read_list, convert)
    return convert


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


def _read_list(convert: Converter, value: Any) -> Any:
    """The tuple made from a list; TypeError for anything else."""
    if isinstance(value, list):
        return convert(value)
    raise TypeError(f"expected a list, got {value!r:.50}")


def _read_scalar(kind: type, value: Any) -> Any:
    """The value, if it is of this type; TypeError for others."""
    is_number = isinstance(value, (int, float))
    is_absurd = is_number and not abs(value) < ABSURD  # also true for NaN
    has_type = isinstance(value, kind) or (kind is float and is_number)
    if has_type and not is_absurd:
        return value
    raise TypeError(f"expected a value of the type {kind.__name__}, got {value!r:.50}")


def _container(
    kind: Any, inner: Callable[[Any], Converter | None], sequence: type
) -> Converter | None:
    """The converter of a union, of a tuple of one type, or of a dictionary of texts to one type."""
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return _alternative(arguments, inner, sequence)
    if origin is tuple:
        convert = inner(arguments[0])
        if not convert:
            return sequence
        return lambda value: sequence(map(convert, value))
    if origin is dict and (convert_value := inner(arguments[1])):
        return lambda value: {key: convert_value(item) for key, item in value.items()}
    return None


def _alternative(
    kinds: tuple[Any, ...], inner: Callable[[Any], Converter | None], sequence: type
) -> Converter | None:
    """The converter of an optional type, or of a scalar that may also be a tuple of scalars."""
    if NoneType not in kinds:
        return partial(_scalar_or_tuple, sequence)
    own, *others = [kind for kind in kinds if kind is not NoneType]
    convert = inner(own)
    if not convert or others:  # of several types JSON has the value as it is
        return None
    return partial(_unless_none, convert)


def _scalar_or_tuple(sequence: type, value: Any) -> Any:
    """The value; a tuple or list as this sequence."""
    if isinstance(value, (tuple, list)):
        return sequence(value)
    return value


def _unless_none(convert: Converter, value: Any) -> Any:
    """The value, converted unless it is None."""
    if value is None:
        return None
    return convert(value)
