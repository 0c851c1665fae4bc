"""Whose a file is, as its name in a course system says, and what is known of the student."""

from typing import NamedTuple


# A student as {name of an id: value}, of which "" is none: "name", ids that only one system gives,
# "email", "username", and "netid", which is the NETID of a name hw9_NETID.
Person = dict[str, str]
People = tuple[Person, ...]  # the students of one submission


class Label(NamedTuple):
    """What the name that a course system gave to a file or folder says.

    `person` is None if only the system's list of students says who it is, under the `key`.
    """

    system: str
    student: tuple[str, ...]  # the same for all attempts of a student
    person: Person | None = None
    file: str = ""  # the student's own name of the file
    order: tuple[int | str, ...] = ()  # larger for later attempts
    is_late: bool = False
    is_text: bool = False  # whether it is what the student typed, which is no program
    is_feedback: bool = False  # whether it is the teachers' and not handed in
    is_guess: bool = False  # whether a student's own file may have such a name, too
    date: str = ""  # the date of an attempt that may have several files and a receipt
    key: str = ""

    @property
    def is_receipt(self) -> bool:
        """Whether a file of this name is the system's receipt for an attempt, not the student's."""
        return bool(self.date) and not self.file
