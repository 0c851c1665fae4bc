"""Two lines that differ, side by side in a page, with what is drawn of them; pure."""

from xml.etree.ElementTree import Element

from grader.ground.text import WIDTH, dots, visible
from grader.records import Difference, Picture
from grader.report import pictures, terminal
from grader.report.markup import element


def compared(difference: Difference) -> Element:
    """The expected line and the student's side by side, with what is drawn of them."""
    column = difference.column
    column = None if column is None else column - difference.start
    absence = terminal.absence(difference)
    others = {"expected": "yours", "yours": "expected"}
    lines = {"expected": difference.expected, "yours": difference.actual}
    drawn = {"expected": difference.expected_picture, "yours": difference.actual_picture}
    return element(
        "div",
        *(
            element(
                "section",
                element("h3", f"{side}, line {difference.line}"),
                element("pre", *_line(lines[side], column, absence)),
                _picture(drawn[side], drawn[other]),
            )
            for side, other in others.items()
        ),
        class_="sides",
    )


def _line(text: str | None, column: int | None, absence: str) -> list[Element | str | None]:
    """The parts of a line around the first character that differs, which is marked."""
    if text is None:
        return [element("em", absence)]
    if column is None:
        return [visible(text[:WIDTH]) or element("em", "an empty line"), dots(len(text) > WIDTH)]
    start = max(0, column - WIDTH // 2)
    char = text[column : column + 1]
    shown = {"": "\u21b5", " ": "\u2423"}.get(char, visible(char))
    note = terminal.odd(char)
    return [
        dots(start > 0) + visible(text[start:column]),
        element("mark", shown),
        visible(text[column + 1 : start + WIDTH]),
        dots(len(text) > start + WIDTH),
        element("small", note) if note else None,
    ]


def _picture(picture: Picture | None, other: Picture | None) -> Element | None:
    """The picture of a line, the cells that differ from the other side's marked; None for none."""
    if not picture:
        return None
    text = " / ".join(" ".join(cell or "0" for cell in row) for row in picture)
    parts = [_cell_of(*cell) for row in pictures.cells(picture, other) for cell in row]
    columns = f"picture columns-{len(picture[0])}"
    return element("div", *parts, class_=columns, role="img", aria_label=f"The state {text}")


def _cell_of(shown: str, differs: bool) -> Element:
    """A cell of a picture, marked if the other side has something else there."""
    return element("b" if differs else "i", shown, class_="cell" if shown else "empty")
