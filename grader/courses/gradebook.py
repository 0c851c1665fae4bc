"""The gradebook of a course system: what its columns and cells mean."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


Ids = tuple[str, ...]  # names of ids, such as "canvas_user_id"
ANY = "any"  # stands for all ids by which a school may know a student


@dataclass(frozen=True)
class Gradebook:
    """How a system's gradebook is read and filled; titles are in small letters."""

    # {title of a column that identifies a student: names of the ids in it}
    ids: Mapping[str, Ids] = field(default_factory=dict)
    # what all cells of a column with the system's own ids look like, whatever its title
    look: re.Pattern[str] | None = None
    to_fill: re.Pattern[str] | None = None  # the title, in any case, of a column of points
    feedback: tuple[str, ...] = ()  # titles of columns of feedback
    is_html: bool = False  # whether the system reads feedback as HTML
    most: tuple[str, ...] = ()  # titles of columns of maxima; larger points are skipped there
    maximum: re.Pattern[str] | None = None  # the maximum in a column's title, as its only group
    most_row: str = ""  # how the first cell of a row of maxima begins
    test_students: tuple[str, ...] = ()  # the first cells of rows about nobody, in small letters

    def ids_in(self, titles: Sequence[str]) -> Mapping[str, Ids]:
        """The `ids` in a table that has these titles."""
        return self.ids

    def is_student(self, titles: Sequence[str], cells: Sequence[str]) -> bool | None:
        """Whether a row with these cells is about a student; None if that can't be told."""
        if self.most_row and cells[0].casefold().startswith(self.most_row):
            return False
        return None
