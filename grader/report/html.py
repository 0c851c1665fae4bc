"""Blocks as HTML; pure."""

import re
from collections.abc import Iterable
from typing import Any

from grader.ground.text import WIDTH, clipped, dots, when
from grader.report.blocks import (
    NO_LINKS,
    Apart,
    Bar,
    Beside,
    Block,
    Call,
    Cell,
    Compared,
    Fold,
    Items,
    Line,
    Links,
    Part,
    Picture,
    Rationed,
    Roomy,
    Row,
    Rows,
    Section,
    Sentence,
    Side,
    Span,
    Table,
    Words,
    cells,
    odd,
    plain,
)
from grader.report.markup import Html, fill, html, page, shown


SHOWN = {"": "\u21b5", " ": "\u2423"}  # signs for characters that can't be seen
# words of scripts that run from right to left
LETTERS = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]+"
RTL = re.compile(f"({LETTERS}(?: {LETTERS})*)")
TEMPLATES: dict[type, str] = {
    Fold: "<details{role:@class}><summary>{text}</summary>{names:?p}{blocks}</details>",
    Bar: '<i style="--percent:{percent}%"></i>',
    Cell: "{text}",
    Sentence: "<p{role:@class}>{text}</p>",
    Items: "<ul{role:@class}>{items:*li}</ul>",
    Call: '<div><pre class="call">{label}{text}</pre>{note:?small}</div>',
    Section: "<section{role:@class}{anchor:@id}>{title:?h2}{blocks}</section>",
    Apart: "{blocks}",
    Roomy: "{full}",
    Rationed: "{sections}",
    Rows: "{title:?h3}<pre{role:@class}>{rows}</pre>",
    Beside: '<div class="sides {role}">{sides:*section}</div>',
}
SCROLLING = '<div class="scroll" tabindex="0" role="region"{label:@aria-label}>{child}</div>'
TABLE = "<table{role:@class}>{head:?thead}<tbody>{rows}</tbody></table>"
ROW = '<tr{anchor:@id}><th scope="row">{name}</th>{cells}</tr>'
GROUPED = """<tr><td colspan="{width}"></td>{groups}</tr>\
<tr class="tips">{head:*th}{tips:*th}</tr>"""
PICTURE = """<div class="picture" style="--columns:{columns}" role="img"{label:@aria-label}>{parts}\
</div>"""


def whole_page(
    title: Line,
    blocks: Iterable[Block],
    links: Links = NO_LINKS,
    script: str = "",
    role: str = "",
) -> bytes:
    """The page of a report; `links` are {address: title} of other pages."""
    nav = [Span(name, href=address) for address, name in links.items()]
    body = fill(
        "<main{role:@class}>{nav:?nav}<h1>{title}</h1>{blocks}</main>",
        role=role,
        nav=nav,
        title=title,
        blocks=list(blocks),
    )
    return page(plain(title), body, script)


@shown.register(tuple)
def _block(block: Any) -> Html:
    """A block as HTML, made by the template of its type; empty if the block is empty."""
    template = TEMPLATES.get(type(block))
    if template is None:
        return Html("".join(map(html, block)))
    if not block[0]:
        return Html()
    return fill(template, **block._asdict())


@shown.register
def _span(span: Span) -> str:
    text, kind, href, role, title = span
    if kind and text:
        text = fill(f"<{kind}{{role:@class}}>{{text}}</{kind}>", text=text, role=role)
    if href:
        return fill("<a{href:@href}{title:@title}>{text}</a>", href=href, title=title, text=text)
    return html(text)


@shown.register
def _words(words: Words) -> str:
    """Words with their code in elements of its own, but with any backtick that nothing closes.

    >>> _words(Words("What is `a < b`?")), _words(Words("Why does it print a `?"))
    ('What is <code>a &lt; b</code>?', 'Why does it print a `?')
    """
    parts = list(words.split("`"))
    if len(parts) % 2 == 0:
        return html(str(words))
    parts[1::2] = [fill("<code>{code}</code>", code=code) for code in parts[1::2]]
    return html(parts)


@shown.register
def _section(block: Section) -> Html:
    if block.says:
        block = block._replace(title=fill("{title}: {says}", title=block.title, says=block.says))
    return _block(block)


@shown.register
def _rows(block: Rows) -> Html:
    return _block(block._replace(rows=[fill("{row}\n", row=row) for row in block.rows]))


@shown.register
def _sentence(block: Sentence) -> Html:
    return _block(block._replace(text=_isolated(block.text)))


@shown.register
def _items(block: Items) -> Html:
    return _block(block._replace(items=list(map(_isolated, block.items))))


def _isolated(line: Line) -> Line:
    """The line, in which words that run from right to left move no numbers and signs beside them.

    >>> html(_isolated("It is called \u05d0\u05d1 \u05d2 (1).py."))
    'It is called <bdi>\u05d0\u05d1 \u05d2</bdi> (1).py.'
    """
    if isinstance(line, str):
        return line if line.isascii() else _isolated([line])
    parts: list[Part] = []
    for part in line:
        if type(part) is not str or part.isascii():
            parts.append(part)
            continue
        for place, piece in enumerate(RTL.split(part)):
            parts.append(Span(piece, "bdi" if place % 2 else ""))
    return parts


# ---- Two outputs ----


@shown.register
def _compared(block: Compared) -> Html:
    expected, actual = block.sides
    sides = _side(block, expected, actual.picture), _side(block, actual, expected.picture)
    return fill('<div class="sides">{sides:*section}</div>', sides=sides)


def _side(block: Compared, side: Side, other: Picture) -> Html:
    return fill(
        "<h3>{name}{number}</h3><pre>{line}</pre>{drawn}",
        name=side.name,
        number=when(side.line is not None, f", line {block.number}"),
        line=_marked(block, side.line),
        drawn=picture(side.picture, other),
    )


def _marked(block: Compared, line: str | None) -> list[Part]:
    """The parts of a line around the first character that differs, which is marked."""
    column = block.column
    if line is None:
        return [Span(block.absent, "em")]
    if column is None:
        return [clipped(line)]
    start = block.first_shown()
    end, char = start + WIDTH, line[column : column + 1]
    return [
        dots(start > 0) + line[start:column],
        Span(SHOWN.get(char, char), "mark"),
        line[column + 1 : end] + dots(len(line) > end),
        Span(odd(char), "small"),
    ]


def picture(drawn: Picture, other: Picture) -> Html:
    """A picture as HTML, with the cells that differ from `other` marked; empty without cells."""
    if not drawn:
        return Html()
    parts = []
    for pairs in cells(drawn, other):
        for cell, differs in pairs:
            template = "<b>{cell}</b>" if differs else "<i>{cell}</i>"
            parts.append(fill(template, cell=cell))
    rows = [" ".join(cell or "0" for cell in row) for row in drawn]
    return fill(PICTURE, columns=len(drawn[0]), label=f"The state {' / '.join(rows)}", parts=parts)


# ---- Tables ----


@shown.register
def table(block: Table) -> Html:
    """A table as HTML, in a frame that scrolls if it has a label."""
    rows = []
    for number, row in enumerate(block.rows, 1):
        rows.append(_row(row, when(block.anchor, f"{block.anchor}-{number}")))
    whole = fill(TABLE, role=block.role, head=_head(block), rows=rows)
    if not block.label:
        return whole
    return fill(SCROLLING, label=block.label, child=whole)


def _row(row: Row, anchor: str = "") -> Html:
    """A row as HTML; its first cell is its head."""
    cells = []
    for cell in row[1:]:
        text, role = cell if isinstance(cell, Cell) else (cell, "")
        cells.append(fill("<td{role:@class}>{text}</td>", role=role, text=text))
    return fill(ROW, anchor=anchor, name=row[0], cells=cells)


def _head(block: Table) -> Html:
    """The heads of the columns, with the groups of the last columns above them."""
    if not block.groups:
        return fill("{row:?tr}", row=fill("{head:*th}", head=block.head))
    tips, groups = [], []
    for group, names in block.groups.items():
        groups.append(fill('<th colspan="{width}">{group}</th>', width=len(names), group=group))
        tips += [Span(name, "span") for name in names]
    return fill(GROUPED, width=len(block.head), groups=groups, head=block.head, tips=tips)
