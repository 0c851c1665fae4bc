"""The table of the experiment: for each algorithm the mean and the maximum of each measure."""

from collections.abc import Callable, Sequence
from statistics import fmean

from lecture.experiment import Record


COLUMNS = {  # {field of a record: (title, width, digits after the point)}
    "moves": ("moves", 7, 1),
    "expanded": ("expanded", 11, 1),
    "generated": ("generated", 11, 1),
    "max_frontier": ("max frontier", 14, 1),
    "branching": ("b", 7, 3),
    "crude_branching": ("N^(1/d)", 9, 3),
    "cpu_s": ("CPU s", 9, 4),
}


def heading() -> str:
    """The titles of the columns."""
    titles = "".join(f"{title:>{width}}" for title, width, _ in COLUMNS.values())
    return f"{'':22}{titles}  optimal"


def rows(records: Sequence[Record]) -> str:
    """The two lines for one algorithm; the first says how often its solution was optimal."""
    shortest = sum(record.moves == record.optimal for record in records)
    return (
        f"{records[0].algorithm:17} mean{_line(records, fmean)}  "
        f"{shortest} of {len(records)}\n{'':17} max {_line(records, max)}"
    )


def cells(records: Sequence[Record], summary: Callable[[list[float]], float]) -> list[str]:
    """The cells of a line: a summary, such as the mean, of each measure."""
    return [
        _cell(summary([getattr(record, field) for record in records]), digits)
        for field, (_, _, digits) in COLUMNS.items()
    ]


def _cell(value: float, digits: int) -> str:
    """A number with thousands separators; if its decimals are zeros, they are left out.

    >>> _cell(1041.52, 1), _cell(27, 1)
    ('1,041.5', '27')
    """
    return f"{value:,.{digits}f}".removesuffix(f".{'0' * digits}")


def _line(records: Sequence[Record], summary: Callable[[list[float]], float]) -> str:
    """A line of the table below the titles."""
    widths = [width for _, width, _ in COLUMNS.values()]
    return "".join(f"{text:>{width}}" for text, width in zip(cells(records, summary), widths))
