"""Fills in the points of a class in a gradebook that a course system exported; pure.

A row is matched with a submission by ids first, by the name only if no id is known. A row that
could be two students, and each of two rows with one name, is listed and not filled.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise

from grader.courses import systems
from grader.courses.gradebook import ANY, Gradebook, Ids
from grader.courses.system import System
from grader.ground.errors import UsageError
from grader.ground.text import counted, first_of, visible, when
from grader.records.submissions import Document, SubmissionResults
from grader.report import summary
from grader.report.cells import Table, number_in, table
from grader.report.class_list import GROUP, ClassList, Student, letters, submissions_of
from grader.report.sentences import PROVISIONAL


# Titles of columns that identify students in tables of many systems, as in a `Gradebook`.
IDS: dict[str, Ids] = {
    "username": (ANY,),
    "user": (ANY,),
    "login": (ANY,),
    "netid": (ANY,),
    "student id": (ANY,),
    "submission": ("submission",),
    "email": ("email",),
    "e-mail": ("email",),
    "email address": ("email",),
}
NAMES = ("student", "name", "full name", "student name")
FIRST_NAMES, LAST_NAMES = ("first name", "firstname"), ("last name", "lastname", "surname")
MOST = 20  # the most rows that are named as absent
FEW = 3  # the most students that are named if none has a row
TWO_IDS = "its ids are those of two submissions"
TWO_NAMES = "its name fits more than one student"


@dataclass(frozen=True)
class Filled:
    """A roster with its points filled in, and sentences on what an instructor should check."""

    data: bytes
    column: str
    rows: int  # how many rows have points now, those of absent students not counted
    sentences: tuple[str, ...]


def filled(
    document: Document,
    data: bytes,
    column: str = "",
    absent: str = "",
    feedback: Sequence[str] = (),
    whole: float = 0,
) -> Filled:
    """The roster in `data` with the points of a class in one column.

    `column`: its title, or a part that no other has; without it, the only one that looks like an
    assignment's. `absent`: the text for students without a submission. `feedback`: the text on each
    submission for a column of it. `whole`: the points of the whole assignment. UsageError if the
    column is not clear, or all rows would get `absent`.
    """
    roster = table(data)
    if not roster.cells:
        raise UsageError("--roster: expected a table with a row of titles, got an empty file")
    target = _column(roster, column, document.assignment)
    matches = _Matches(roster, target, document)
    rows = list(filter(matches.is_person, roster.rows))
    owners, unclear, listed = matches.owners(rows)
    known = owners.keys() | unclear.keys()
    others = [row for row in rows if row not in known and not _is_for_testing(roster, row)]
    if not known:
        _check_absent(roster, document, others, absent)
    points = dict.fromkeys(others, absent)
    for row, owner in owners.items():
        points[row] = _points(roster, document.submissions[owner])
    result = roster.changed(target, points)
    result = _with_feedback(result, owners, feedback, matches.has_html)
    sentences = list(_on_other_marks(roster, target, points))
    sentences += _on_maximum(roster, document, target, whole)
    sentences += _on_pending(roster, document, owners)
    sentences += [f"{_row_name(roster, row)}: {reason}" for row, reason in unclear.items()]
    given = when(others, absent)
    sentences += _on_absent(roster, others, given)
    sentences += _on_submissions(document, listed, given)
    with_points = [row for row in owners if points[row]]
    return Filled(result.encoded(), roster.titles[target], len(with_points), tuple(sentences))


def _points(roster: Table, submission: SubmissionResults) -> str:
    """The points of a submission as the roster writes numbers, "" if they are not known."""
    return when(not summary.is_unsure(submission), roster.number(submission.points))


def _with_feedback(
    roster: Table, owners: dict[int, int], feedback: Sequence[str], is_html: bool
) -> Table:
    """The roster with the feedback on each row's submission in its column of feedback, if any."""
    titles: list[str] = []
    for book in _books():
        titles += book.feedback
    place = _place(roster.titles, titles)
    if place is None or not feedback:
        return roster
    texts = {}
    for row, owner in owners.items():
        texts[row] = feedback[owner]
        if is_html:
            texts[row] = f"<pre>{escape(feedback[owner])}</pre>"
    return roster.changed(place, texts)


def _check_absent(roster: Table, document: Document, rows: Sequence[int], absent: str) -> None:
    """Raise UsageError if rows that fit no submission would be given `absent`, unless the class is
    empty.
    """
    submissions = document.submissions
    if absent and rows and submissions:
        students = first_of([summary.who(submission) for submission in submissions], FEW)
        raise UsageError(
            f"--roster: expected a row for one of the students ({students}), got "
            f"{counted(len(rows), 'row')} of others, such as {_row_name(roster, rows[0])}, to whom "
            f"--absent would give {visible(absent)}"
        )


def _on_absent(roster: Table, rows: Sequence[int], given: str) -> Iterator[str]:
    """Yield a sentence on the rows without a submission, unless they were given nothing."""
    if given:
        names = first_of([_row_name(roster, row) for row in rows], MOST)
        yield f"{counted(len(rows), 'row')} given {given} as absent: {names}"


def _is_for_testing(roster: Table, row: int) -> bool:
    """Whether a row is that of a course system's own test student."""
    return any(roster.value(row, 0).casefold() in book.test_students for book in _books())


def _on_submissions(document: Document, listed: set[Student], given: str) -> Iterator[str]:
    """Yield a sentence on each student without a row, and each submission with a fault of the
    grader.

    `listed`: the students with a row; `given`: what the rows without a submission were given.
    """
    warning = when(given, f": check that no row given {given} is theirs")
    with_a_row = submissions_of(listed)
    for number, submission in enumerate(document.submissions):
        who = summary.who(submission)
        if number not in with_a_row:
            yield f"{who} is not in the roster{warning}"
            continue
        for place, person in enumerate(submission.people):
            if listed.isdisjoint({(number, place), (number, GROUP)}):
                partner = visible(person.get("name") or min(person.values(), default="?"))
                yield f"{partner}, one of {who}, is not in the roster{warning}"
        if summary.is_our_fault(submission):
            yield f"{who}: the grader failed in a check, and the cell is empty"
        elif submission.is_provisional:
            yield f"{who}: {PROVISIONAL[:1].lower()}{PROVISIONAL[1:]}"


# ---- Columns and rows ----


def _column(roster: Table, wanted: str, assignment: str) -> int:
    """The number of the column to fill."""
    titles = roster.titles
    if wanted:
        places = _titled(titles, wanted.casefold())
    else:
        places = _of_points(titles, letters(assignment))
    if len(places) == 1:
        return places[0]
    several = ", ".join(repr(titles[place]) for place in places or range(len(titles)))
    raise UsageError(f"--column: expected the title of the column to fill, one of {several}")


def _titled(titles: Sequence[str], wanted: str) -> list[int]:
    """The numbers of the columns with this title or, without one, of those that contain it."""
    folded = list(enumerate(map(str.casefold, titles)))
    exact = [place for place, title in folded if title == wanted]
    return exact or [place for place, title in folded if wanted in title]


def _of_points(titles: Sequence[str], assignment: str) -> list[int]:
    """The numbers of the columns of points in the first gradebook that has any.

    If only one of them is named after the assignment, it is that one alone.
    """
    places: list[int] = []
    for book in _books():
        if book.to_fill and not places:
            places = [n for n, title in enumerate(titles) if book.to_fill.fullmatch(title)]
    same = [place for place in places if assignment in letters(titles[place])]
    if len(same) == 1:
        return same
    return places


def _books() -> list[Gradebook]:
    return [system.gradebook for system in systems.every().values()]


def _place(titles: Sequence[str], names: Sequence[str]) -> int | None:
    """The number of the first column whose title is one of the names."""
    for place, title in enumerate(titles):
        if title.casefold() in names:
            return place
    return None


def _row_name(roster: Table, row: int) -> str:
    """The number of a row and its first cells, to name it in a sentence."""
    cells = [roster.value(row, column) for column in range(3)]
    return visible(f"row {row + 1} ({', '.join(filter(None, cells))})")


def _on_other_marks(roster: Table, target: int, points: dict[int, str]) -> Iterator[str]:
    """Yield a sentence on the rows that had other points than 0 and than those filled in."""
    others = []
    for row, text in points.items():
        before = number_in(roster.value(row, target))
        if before and text and before != number_in(text):
            others.append(f"{before:g} in {_row_name(roster, row)}")
    if others:
        yield f"{counted(len(others), 'row')} had other points: {first_of(others, FEW)}"


def _on_maximum(roster: Table, document: Document, target: int, whole: float) -> Iterator[str]:
    """Yield sentences if the roster's or the assignment's maximum is not that of this grading."""
    most = max((submission.points_possible for submission in document.submissions), default=0)
    if most < whole:
        yield f"only {most:g} of the assignment's {whole:g} points were graded"
    advice = when(most and most >= whole, f", so set it to {most:g} there first")
    for maximum in map(number_in, _maxima(roster, target)):
        if maximum is not None and maximum != most:
            yield (
                f"the roster's maximum is {maximum:g} and that of this grading {most:g}: "
                f"points are filled in as they are{advice}"
            )


def _maxima(roster: Table, target: int) -> Iterator[str]:
    """Yield the texts that give the maximum: of a column, of its title, of a row."""
    for book in _books():
        place = _place(roster.titles, book.most)
        if place is not None:
            yield from roster.column(place)[:1]
        if book.maximum and (match := book.maximum.search(roster.titles[target])):
            yield match[1]
    beginnings = tuple(book.most_row for book in _books() if book.most_row)
    for row in roster.rows[:3]:  # other rows may be before it
        if roster.value(row, 0).casefold().startswith(beginnings):
            yield roster.value(row, target)


def _on_pending(roster: Table, document: Document, owners: dict[int, int]) -> Iterator[str]:
    """Yield a sentence on rows left empty, as not all checks have a result."""
    unfinished = list(map(summary.is_unfinished, document.submissions))
    rows = [row for row, owner in owners.items() if unfinished[owner]]
    if rows:
        names = first_of([_row_name(roster, row) for row in rows], FEW)
        yield f"{counted(len(rows), 'row')} left empty until all is graded: {names}"


# ---- Whose a row is ----


class _Matches:
    """The submission for each row of a roster, by its ids or its name."""

    def __init__(self, roster: Table, target: int, document: Document) -> None:
        self._roster, self._class = roster, ClassList(document)
        self._systems = systems.every().values()
        self._titles = titles = [title.casefold() for title in roster.titles]
        ids = dict(IDS)
        for system in self._systems:
            ids |= system.gradebook.ids_in(titles)
        known = [(n, ids[title]) for n, title in enumerate(titles) if title in ids and n != target]
        self._ids = known + list(self._ids_by_look(target))
        fields = set().union(*(own for _, own in self._ids))
        self.has_html = any(
            system.gradebook.is_html and fields.intersection(system.ids) for system in self._systems
        )
        self._names = [n for n, title in enumerate(titles) if title in NAMES]
        self._parts = _place(titles, FIRST_NAMES), _place(titles, LAST_NAMES)
        if not any(self._matched_by_ids(row) or self._by_name(row) for row in roster.rows):
            self._guess(target)

    def is_person(self, row: int) -> bool:
        """Whether a row is about a student."""
        cells = self._roster.texts(row)
        for system in self._systems:
            answer = system.gradebook.is_student(self._titles, cells)
            if answer is not None:
                return answer
        known = set(self._names).union(self._parts)
        known.update(column for column, _ in self._ids)
        return any(cell for column, cell in enumerate(cells) if column in known)

    def _ids_by_look(self, target: int) -> Iterator[tuple[int, Ids]]:
        """Yield (column, ids) where cells look like a system's own ids or e-mail addresses."""
        for column in range(len(self._titles)):
            cells = list(filter(None, self._roster.column(column)))
            if column != target and cells and (ids := _ids_like(cells, self._systems)):
                yield column, ids

    def owners(self, rows: Sequence[int]) -> tuple[dict[int, int], dict[int, str], set[Student]]:
        """({row: its submission}, {row: why its submission is not clear}, the students with a
        row of the first kind).
        """
        owners, unclear, by_name, listed = {}, {}, {}, set[Student]()
        for row in rows:
            students = self._matched_by_ids(row)
            numbers = submissions_of(students)
            if len(numbers) == 1:
                owners[row] = min(numbers)
                listed |= students
            elif numbers:
                unclear[row] = TWO_IDS
            else:
                by_name[row] = self._by_name(row)
        claims = Counter(listed)
        for students in by_name.values():
            claims.update(students)
        for row, students in by_name.items():
            numbers = submissions_of(students)
            if len(numbers) == 1 and max(map(claims.__getitem__, students)) == 1:
                owners[row] = min(numbers)
                listed |= students
            elif numbers:
                unclear[row] = TWO_NAMES
        return owners, unclear, listed

    def _guess(self, target: int) -> None:
        """Without a known title, use the column in which most cells name a student, or two
        neighboring columns that do so together.
        """
        columns = [*range(target), *range(target + 1, len(self._titles))]
        fits = Counter[tuple[int, ...]]()
        for row in self._roster.rows:
            for column in columns:
                fits[column,] += bool(self._class.any(self._roster.value(row, column)))
            for parts in pairwise(columns):  # by_name knows both orders
                fits[parts] += bool(self._class.by_name(self._name_in(row, *parts)))
        best = max(fits, key=lambda place: fits[place], default=())
        if not fits[best]:
            best = ()
        if len(best) == 2:
            self._parts = best
        elif best:
            self._ids, self._names = [(best[0], (ANY,))], [best[0]]
        elif not self._ids and not self._names:  # otherwise a roster, but of other students
            titles = ", ".join(map(repr, self._roster.titles))
            raise UsageError(
                f"--roster: expected a column with ids or names of students, got {titles}"
            )

    def _matched_by_ids(self, row: int) -> set[Student]:
        """The students that match a row's ids."""
        students = set()
        for column, fields in self._ids:
            students |= self._class.by_id(self._roster.value(row, column), fields)
        return students

    def _by_name(self, row: int) -> set[Student]:
        """The students that match a row's name."""
        names = [self._roster.value(row, column) for column in self._names]
        first, last = self._parts
        if first is not None and last is not None:
            names.append(self._name_in(row, first, last))
        return set().union(*map(self._class.by_name, names))

    def _name_in(self, row: int, first: int, last: int) -> str:
        """The name in two columns of a row."""
        return f"{self._roster.value(row, first)} {self._roster.value(row, last)}"


def _ids_like(cells: Sequence[str], all_systems: Iterable[System]) -> Ids:
    """The ids of the first course system whose own all these cells look like, or "email"."""
    for system in all_systems:
        look = system.gradebook.look
        if look and all(map(look.fullmatch, cells)):
            return system.ids
    if all("@" in cell for cell in cells):
        return ("email",)
    return ()
