"""The students behind submissions, by the ids that course systems give them; pure.

The course system decides whose a submission is. If the file's own name says something else by the
rule `hw9_NETID`, the netid is kept beside the system's name if it is plausible (`is_plausible`),
and flagged if not. Instructors also learn which netids two students use, and which are the name of
somebody else (`private_flags`).
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence
from typing import TYPE_CHECKING

from grader.ground.text import first_of, listed
from grader.intake.sentences import NAMES, Flags, say


if TYPE_CHECKING:
    from grader.intake.intake import Submission


RUN = 3  # a netid and a name of one person share so many letters in a row
SAME_FILES = "Its files are the same, byte for byte, as those of {names}."
NETID_SHARED = "The netid in its file's name, {netid}, is also in the file name of {names}."
NETID_OF_OTHERS = "The netid in its file's name, {netid}, is what the course system calls {names}."
NUMBER = re.compile(r" \([0-9]+\)\Z")  # the number that intake adds to a name that is taken


def is_plausible(netid: str, name: str) -> bool:
    """Whether a person with this name in a course system may have this netid.

    That may be if they have three letters in a row in common, or the same letters in another order;
    or if the netid has at most three letters, which are all in the name, and one is an initial.
    Case, accents and digits don't count. A netid without letters, such as a number, and a name
    without letters from a to z can't be compared, and pass.

    >>> [is_plausible(netid, "smithann") for netid in ("asmith3", "as12", "final", "v2")]
    [True, True, False, False]
    >>> is_plausible("liwu", "Wu, Li"), is_plausible("jqd", "Jane Q. Doe"), is_plausible("20", "J.")
    (True, True, True)
    """
    own, whole = _letters(netid), _letters(name)
    initials = {_letters(word)[:1] for word in re.split(r"[\W_]+", name)}
    are_initials = len(own) <= RUN and set(own) <= set(whole) and bool(set(own) & initials)
    can_be_compared = bool(own and whole)
    starts = range(len(own) - RUN + 1)
    has_common_run = any(own[start : start + RUN] in whole for start in starts)
    return not can_be_compared or has_common_run or sorted(own) == sorted(whole) or are_initials


def _letters(text: str) -> str:
    """The letters a to z of a text, without case and accents.

    >>> _letters("José O'Neill 2")
    'joseoneill'
    """
    return re.sub("[^a-z]", "", unicodedata.normalize("NFKD", text.casefold()))


Group = list[tuple[Hashable, str]]  # (identity, name) of each submission of the group


def private_flags(submissions: Sequence["Submission"]) -> list[Flags]:
    """For each submission, flags on other people's that use its netid or have the same files."""
    groups = defaultdict(list)
    for submission in submissions:
        for key in _named_in_flags(submission):
            groups[key].append((_identity(submission), submission.who))
    flags = []
    for submission in submissions:
        claim, own_flags = submission.claim.casefold(), []
        for key in (NETID_SHARED, claim), (NETID_OF_OTHERS, claim), (SAME_FILES, submission.digest):
            if names := _others(submission, groups[key]):
                own_flags.append(say(key[0], netid=submission.claim, names=names))
        flags.append(tuple(own_flags))
    return flags


def _named_in_flags(submission: "Submission") -> Iterator[tuple[str, str]]:
    """Yield (template, netid or digest) of each flag on others in which a submission is named."""
    if submission.claim:
        yield NETID_SHARED, submission.claim.casefold()
    for name in _names(submission):
        yield NETID_OF_OTHERS, name
    if not submission.complaint and not submission.is_empty:
        yield SAME_FILES, submission.digest


def _others(submission: "Submission", group: Group) -> str:
    """The names of other people's submissions in a group, as a list; "" if there are none."""
    own = _identity(submission)
    others = [who for identity, who in group if identity != own]
    if len(others) > NAMES:
        return first_of(others, NAMES)
    return listed(others)


def _names(submission: "Submission") -> set[str]:
    """All names and ids of a submission's students, in lower case."""
    names = {submission.who}
    for person in submission.people:
        names |= {person.get("name", ""), person.get("username", "")}
        names.add(person.get("email", "").partition("@")[0])
    return {name.casefold() for name in names if name}


def _identity(submission: "Submission") -> Hashable:
    """A value that is equal for two submissions of the same people."""
    known = [
        tuple(sorted(pair for pair in person.items() if pair[0] != "netid"))
        for person in submission.people
    ]
    are_known = bool(known) and all(known)
    if are_known:
        return tuple(sorted(known))
    return NUMBER.sub("", submission.who)
