"""The students behind submissions, by the ids that course systems give them; pure.

The course system always says whose a submission is. Where the rule `hw9_NETID` in the file's own name says something
else, the netid is kept beside the system's name if it is plausible, and flagged if not (`is_plausible`). Whoever
looks at a class also learns which netids two people claim, and which are the name of somebody else (`claim_flags`).
"""

import re
import unicodedata
from collections import Counter, defaultdict
from dataclasses import asdict, dataclass, fields
from itertools import islice


RUN = 3  # letters in a row that a netid and a name have in common, if they are of one person
NAMES = 5  # told in one sentence
NUMBERED = re.compile(r" \([0-9]+\)\Z")  # how intake tells equal names apart


@dataclass(frozen=True)
class Person:
    """One student, in the terms of the course systems; "" for what is not known."""

    name: str = ""
    canvas_user_id: str = ""
    moodle_participant: str = ""
    gradescope_sid: str = ""
    email: str = ""
    username: str = ""  # Blackboard's
    netid: str = ""  # of the rule hw9_NETID

    def known(self) -> dict[str, str]:
        """{field: value} of all that is known of the person.

        >>> Person("Ann Smith", email="ann@example.edu").known()
        {'name': 'Ann Smith', 'email': 'ann@example.edu'}
        """
        return {field: value for field, value in asdict(self).items() if value}


FIELDS = tuple(field.name for field in fields(Person))


def letters(text: str) -> str:
    """The letters a to z of a text, without case and accents.

    >>> letters("José O'Neill 2")
    'joseoneill'
    """
    return re.sub("[^a-z]", "", unicodedata.normalize("NFKD", text.casefold()))


def is_plausible(netid: str, name: str) -> bool:
    """Whether a netid may be that of the person whom a course system calls by this name.

    It may if the two have three letters in a row in common, or the same letters in another order; or if the netid
    has three letters at most, all of the name, an initial among them. Case, accents and digits don't count. A netid
    without letters, as a student's number, and a name without any from a to z can't be compared, and pass.

    >>> [is_plausible(netid, "smithann") for netid in ("asmith3", "as12", "final", "v2")]
    [True, True, False, False]
    >>> is_plausible("liwu", "Wu, Li"), is_plausible("jqd", "Jane Quincy Doe"), is_plausible("2041", "Jane Doe")
    (True, True, True)
    """
    own, whole = letters(netid), letters(name)
    runs = {own[start : start + RUN] for start in range(len(own) - RUN + 1)}
    initials = {letters(word)[:1] for word in re.split(r"[\W_]+", name)}
    is_short = len(own) <= RUN and set(own) <= set(whole) and bool(set(own) & initials)
    return (
        not own
        or not whole
        or any(run in whole for run in runs)
        or sorted(own) == sorted(whole)
        or is_short
    )


class Groups:
    """Submissions under keys that several may share; tells quickly which other people's are under a key."""

    def __init__(self):
        self._members, self._count = defaultdict(list), Counter()

    def add(self, key: str, submission):
        """Put a submission under a key."""
        self._members[key].append((identity(submission), submission.who))
        self._count[key, identity(submission)] += 1

    def others(self, key: str, own) -> str:
        """The submissions of other people than `own` under a key, listed; "" if there are none.

        >>> from types import SimpleNamespace
        >>> groups, everybody = Groups(), [SimpleNamespace(who=who, people=()) for who in ("ann", "bob", "eve")]
        >>> for submission in everybody: groups.add("same", submission)
        >>> groups.others("same", "ann"), groups.others("other", "ann")
        ('bob and eve', '')
        """
        number = len(self._members[key]) - self._count[key, own]
        names = list(
            islice((who for identity, who in self._members[key] if identity != own), NAMES)
        )
        return _listed(names + [f"{number - NAMES} more"] * (number > NAMES)) if number else ""


def claim_flags(submissions) -> list[tuple[str, ...]]:
    """For each submission, the sentences on whose netid it claims beside its own student; they name others."""
    claimants, called = Groups(), Groups()
    for submission in submissions:
        if submission.claim:
            claimants.add(submission.claim.casefold(), submission)
        for name in {name.casefold() for name in _names(submission)}:
            called.add(name, submission)
    return [
        _flags(submission, claimants, called) if submission.claim else ()
        for submission in submissions
    ]


def _flags(submission, claimants, called):
    """The sentences on the netid that one submission claims."""
    claim, own = submission.claim, identity(submission)
    also, whose = (groups.others(claim.casefold(), own) for groups in (claimants, called))
    return (
        *[f"The netid in its file's name, {claim}, is in that of {also}, too."] * bool(also),
        *[f"The netid in its file's name, {claim}, is what the course system calls {whose}."]
        * bool(whose),
    )


def _listed(names):
    """Names as a list in a sentence.

    >>> _listed(["ann", "bob", "eve"])
    'ann, bob and eve'
    """
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def _names(submission):
    """All that a submission's students are called by."""
    own = [submission.who]
    for person in submission.people:
        own += [person.name, person.username, person.email.partition("@")[0]]
    return {name for name in own if name}


def identity(submission):
    """What is equal for two submissions of the same people."""
    known = [
        tuple(sorted(set(person.known().items()) - {("netid", person.netid)}))
        for person in submission.people
    ]
    return tuple(sorted(known)) if known and all(known) else NUMBERED.sub("", submission.who)
