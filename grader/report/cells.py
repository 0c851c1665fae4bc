"""Changes chosen cells of a table that a course system exported, and nothing else; pure.

All other cells stay byte for byte: encoding, byte order mark, delimiter, quotes, line ends. The csv
module can read such files, but can't write one back as it was.
"""

import codecs
import re
from collections import Counter
from dataclasses import dataclass, replace


MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
DELIMITERS = ",;\t|"
NUMBER = re.compile(r"-?[0-9]+([.,])[0-9]+")
DECIMAL_COMMA = re.compile(r",(?![0-9]{3}$)")


@dataclass(frozen=True)
class Table:
    """The cells of a table as they stand in a file, quotes included; cells[row][column]."""

    cells: tuple[tuple[str, ...], ...]
    ends: tuple[str, ...]  # the line end of each row
    delimiter: str
    encoding: str
    mark: bytes  # the byte order mark at the beginning of the file

    def value(self, row: int, column: int) -> str:
        """The text of a cell, "" where the row is shorter."""
        cells = self.cells[row]
        if column >= len(cells):
            return ""
        return _unquoted(cells[column]).strip()

    @property
    def titles(self) -> list[str]:
        """The texts of the first row's cells."""
        return self.texts(0)

    def texts(self, row: int) -> list[str]:
        """The texts of a row's cells, as many as there are titles."""
        return [self.value(row, column) for column in range(len(self.cells[0]))]

    @property
    def rows(self) -> range:
        """The numbers of the rows below the titles."""
        return range(1, len(self.cells))

    def column(self, column: int) -> list[str]:
        """The texts of a column below its title."""
        return [self.value(row, column) for row in self.rows]

    def changed(self, column: int, values: dict[int, str]) -> "Table":
        """The table with new texts in a column: {row: text}.

        >>> table(b'a,b\\n"x","1"\\n"y",\\n').changed(1, {2: "5"}).encoded()
        b'a,b\\n"x","1"\\n"y","5"\\n'
        """
        signs = {row[column][:1] for row in self.cells[1:] if column < len(row)}
        is_quoted = signs - {""} == {'"'}  # whether all cells with text are
        cells = [list(row) for row in self.cells]
        for place, value in values.items():
            row = cells[place]
            row += [""] * (column + 1 - len(row))
            row[column] = self._cell(value, is_quoted or row[column].startswith('"'))
        return replace(self, cells=tuple(map(tuple, cells)))

    def number(self, number: float) -> str:
        """A number in the table's style: with a decimal comma if other numbers in it have one.

        >>> [table(text).number(1.5) for text in (b"a,b\\n2.0,x\\n", b"a;b\\n2,0;x\\n")]
        ['1.5', '1,5']
        """
        signs = Counter[str]()
        for row in self.cells:
            for cell in row:
                if match := NUMBER.fullmatch(_unquoted(cell).strip()):
                    signs[match[1]] += 1
        usual = "," if self.delimiter == ";" else "."
        sign = max(signs, key=signs.__getitem__, default=usual)
        return f"{number:.10g}".replace(".", sign)

    def encoded(self) -> bytes:
        """The bytes of the file; a character that its encoding lacks becomes a question mark."""
        rows = (self.delimiter.join(row) + end for row, end in zip(self.cells, self.ends))
        return self.mark + "".join(rows).encode(self.encoding, "replace")

    def _cell(self, value: str, is_quoted: bool) -> str:
        """A text as a cell, in quotes if it needs them."""
        is_special = any(sign in value for sign in (self.delimiter, '"', "\n", "\r"))
        if is_quoted or is_special:
            return '"' + value.replace('"', '""') + '"'
        return value


def number_in(text: str) -> float | None:
    """The number in a cell, with a point or a decimal comma; None if it holds none, or one that may
    be a thousand.

    >>> number_in("37,5"), number_in("37,50000"), number_in("1,000"), number_in("?")
    (37.5, 37.5, None, None)
    """
    try:
        return float(DECIMAL_COMMA.sub(".", text))
    except ValueError:
        return None


def table(data: bytes) -> Table:
    """The Table in a file's bytes; `encoded` gives the same bytes back.

    >>> data = b'Name;Grade\\r\\n"Smith, Ann";\\r\\n'
    >>> table(data).cells, table(data).encoded() == data
    ((('Name', 'Grade'), ('"Smith, Ann"', '')), True)
    >>> table(b'"Last, First, M."\\thw9').delimiter
    '\\t'
    """
    marks = [pair for pair in MARKS if data.startswith(pair[0])]
    mark, encoding = (marks or [(b"", _encoding(data))])[0]
    text = data[len(mark) :].decode(encoding, "surrogatepass")
    first_line = re.sub(r'"(?:[^"]|"")*"', "", text).partition("\n")[0]  # without what is quoted
    delimiter = max(DELIMITERS, key=first_line.count)
    rows, ends = _rows(text, delimiter)
    return Table(tuple(rows), tuple(ends), delimiter, encoding, mark)


def _encoding(data: bytes) -> str:
    """The encoding of a file without a byte order mark; every byte is a character of Latin-1."""
    if b"\0" in data[:100]:  # an ASCII letter in UTF-16 has a zero byte
        if data[:1] == b"\0":
            return "utf-16-be"
        return "utf-16-le"
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return "latin-1"
    return "utf-8"


def _rows(text: str, delimiter: str) -> tuple[list[tuple[str, ...]], list[str]]:
    """The raw cells of each row, and the ends of the rows."""
    sign = re.escape(delimiter)
    cell = re.compile(rf'((?:"(?:[^"]|"")*"|[^\r\n{sign}])*)({sign}|\r\n|\r|\n|\Z)')
    rows = []
    ends = []
    row: tuple[str, ...] = ()
    for raw, end in cell.findall(text):
        row += (raw,)
        if end != delimiter:
            rows.append(row)
            ends.append(end)
            row = ()
    if rows[-1:] == [("",)] and not ends[-1]:  # the last row has a line end, and nothing follows
        return rows[:-1], ends[:-1]
    return rows, ends


def _unquoted(cell: str) -> str:
    inner = cell.strip()
    if len(inner) > 1 and inner[0] == inner[-1] == '"':
        return inner[1:-1].replace('""', '"')
    return cell
