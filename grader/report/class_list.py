"""Finds students of a class by the ids and the names that tables give them; pure."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Sequence
from operator import itemgetter

from grader.courses import systems
from grader.courses.gradebook import ANY
from grader.records.submissions import Document, SubmissionResults


Student = tuple[int, int]  # the number of a submission, and which of its students it is
GROUP = -1  # in place of one of several students: all, found by the submission's own name


class ClassList:
    """A class, in which students are found by their ids and their names."""

    def __init__(self, document: Document) -> None:
        self._by_id: defaultdict[tuple[str, str], set[Student]] = defaultdict(set)
        self._by_name: defaultdict[str, set[Student]] = defaultdict(set)
        self._school_ids = systems.school_ids()
        for number, submission in enumerate(document.submissions):
            self._add(number, submission)

    def by_id(self, value: str, fields: Sequence[str]) -> set[Student]:
        """The students who have an id in one of the fields."""
        students, key = set[Student](), _key(value)
        if not key:
            return students
        if ANY in fields:
            fields = (*fields, "username", "netid", "email", *self._school_ids, "submission")
        for field in fields:
            students |= self._by_id[field, key]
        return students

    def by_name(self, value: str) -> set[Student]:
        """The students of that name."""
        return set().union(*(self._by_name[name] for name in _name_keys(value)))

    def any(self, value: str) -> set[Student]:
        """The students with this id of any kind; if there are none, those with this name."""
        return self.by_id(value, (ANY, *systems.own_ids())) or self.by_name(value)

    def _add(self, number: int, submission: SubmissionResults) -> None:
        for place, person in enumerate(submission.people):
            self._add_ids((number, place), person)
        owner = (number, 0)
        if len(submission.people) > 1:
            owner = (number, GROUP)
        self._add_ids(owner, {"submission": submission.submission})

    def _add_ids(self, student: Student, ids: dict[str, str]) -> None:
        for field, value in ids.items():
            self._by_id[field, _key(value)].add(student)
            if field in ("name", "submission"):
                for name in _name_keys(value):
                    self._by_name[name].add(student)
            if field == "email":
                self._by_id["username", _key(value.partition("@")[0])].add(student)


def submissions_of(students: Iterable[Student]) -> set[int]:
    """The numbers of the submissions of students.

    >>> submissions_of([(3, 0), (3, 1), (5, GROUP)])
    {3, 5}
    """
    return set(map(itemgetter(0), students))


def _key(value: str) -> str:
    """An id in a form to compare: without the # of Brightspace, or the word that Moodle adds.

    >>> _key("#A12"), _key("Participant 123"), _key("Ann@Example.edu ")
    ('a12', '123', 'ann@example.edu')
    """
    text = value.strip().lstrip("#").casefold()
    if match := re.fullmatch(r"\D+ ([0-9]+)", text):
        return match[1]
    return text


def _name_keys(name: str) -> set[str]:
    """The letters of a name, as it stands and with the last name first.

    >>> sorted(_name_keys("Smith, Ann")), sorted(_name_keys("Ann Smith"))
    (['annsmith', 'smithann'], ['annsmith', 'smithann'])
    """
    last, comma, first = name.partition(",")
    flipped = f"{first}{last}"
    if not comma:
        words = name.split()
        flipped = "".join(words[-1:] + words[:-1])
    return {letters(name), letters(flipped)} - {""}


def letters(text: str) -> str:
    """The letters and digits of a text, in small letters and one form of Unicode."""
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFKC", text).casefold())
