"""Finds out whose each of many submissions is, by the names that course systems give, and which is
the latest; `shape` lists these names.

The course system's name counts more than the rule in the file's own name, which `people` judges. In
a folder or archive of many, each other folder, program or archive is a submission, too. So is a
document, or a program in another language, unless a program of the same name is beside it.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from grader.courses import systems
from grader.courses.names import Label, People, Person
from grader.ground.grouping import grouped
from grader.ground.text import first_unlike
from grader.intake.archive import children, read_file, read_start
from grader.intake.nodes import FILE, FOLDER, Node, is_noise
from grader.intake.people import is_plausible
from grader.intake.sentences import Flags, Refused, say, shown
from grader.intake.shape import (
    RULE,
    SUFFIXES,
    is_from_system,
    main_file,
    stem,
    unwrapped,
    useful,
)


LIST_BYTES = 64 << 20  # the file also holds the results of all tests
RECEIPT_BYTES = 4096  # the file's first line is enough
COPY = re.compile(r"(?:-([0-9]{1,9})|[ _]?\(([0-9]{1,9})\))(?=(?:\.[a-z0-9]{1,5})*\Z)", re.I)
FEW = 4  # fewer submissions than that don't tell what those of a class are like
EARLIER = 100  # the most attempts among which the last with a program is looked for
OF_A_SECTION = (
    "{name} has a name as in a course system's download: if {folder} is no student, but a section, "
    "give it as a PATH of its own."
)
RESULTS = "results.sqlite3"  # the file of a folder that `--out` made


@dataclass(frozen=True)
class Attempt:
    """One thing that a student handed in, a file or a folder, and what its name tells."""

    node: Node
    who: str
    student: tuple[str, ...] = ()  # the same for all attempts of a student
    order: tuple[int | str, ...] = ()  # larger for later attempts
    file: str = ""  # the student's own name of the file, if the course system adds to it
    is_late: bool = False
    is_text: bool = False  # whether it is what the student typed
    people: People = ()  # its students of whom more than the name is known
    claim: str = ""  # the netid in the file's own name if the course system, too, says whose it is
    date: str = ""  # the date of an attempt that may have several files
    system: str = ""  # the name of the course system that gave the node's name
    flags: Flags = ()
    private_flags: Flags = ()  # flags that only instructors see
    complaint: str = ""  # the sentence that says why nothing can be graded
    earlier: "Attempt | None" = None  # the attempt that counts if this one has no program


# ---- Whose ----


def latest_attempts(root: Node, files: Sequence[str]) -> list[Attempt]:
    """The latest Attempt of each student in a folder with many submissions."""
    root = unwrapped(root, files)
    nodes = useful(root)
    known, flags = _known_students(root, nodes)
    attempts = [_read_name(node, known) for node in _submissions(nodes)]
    attempts = _without_common_prefix(attempts)
    attempts.sort(key=lambda attempt: (attempt.student, attempt.order, attempt.node.name))
    latest = []
    for group in grouped(attempts, lambda attempt: attempt.student).values():
        attempt = _latest(group, files)
        latest.append(replace(attempt, flags=attempt.flags + flags))
    return list(map(_doubted, _with_odd_netids(latest)))


def _doubted(attempt: Attempt) -> Attempt:
    """The attempt, flagged if it is a folder that could be a section's, with one submission."""
    names = []
    if attempt.node.kind == FOLDER and attempt.student[0] == "name":
        names = [name for name in _names_in(attempt.node) if not is_noise(name)]
    if len(names) != 1 or not is_from_system(names[0]):
        return attempt
    flag = say(OF_A_SECTION, name=names[0], folder=attempt.node.name)
    return replace(attempt, private_flags=(flag,))


def _with_odd_netids(attempts: list[Attempt]) -> list[Attempt]:
    """The attempts of a class. If most netids in its files' names can't come from the students'
    names, no netid there does, as with `abc1234`; then those that are unlike all others count.
    """
    numbers = Counter(attempt.claim.casefold() for attempt in attempts if attempt.claim)
    doubted = sum(bool(attempt.private_flags) for attempt in attempts)
    if doubted < FEW or doubted <= numbers.total() / 2:
        return attempts
    believed = []
    for attempt in attempts:
        if attempt.private_flags and numbers[attempt.claim.casefold()] == 1:
            (person,) = attempt.people
            people = (person | {"netid": attempt.claim},)
            attempt = replace(attempt, people=people, private_flags=())
        believed.append(attempt)
    return believed


def sole_attempt(node: Node, name: str) -> Attempt:
    """The Attempt of a node that was given by itself, under this name."""
    attempt = replace(_read_name(replace(node, name=name)), node=node)
    if _is_receipt(attempt):
        return _only_receipt(attempt)
    return attempt


def _is_receipt(attempt: Attempt) -> bool:
    """Whether an attempt is a course system's receipt, and nothing of the student's."""
    return bool(attempt.date) and not attempt.file and attempt.node.kind == FILE


def _only_receipt(attempt: Attempt) -> Attempt:
    """The attempt with the complaint that there is only a course system's receipt of it."""
    complaint = say(
        "No file was handed in: {name} is only {system}'s receipt, which has what was typed.",
        name=attempt.node.name,
        system=systems.system(attempt.system).title,
    )
    return replace(attempt, complaint=complaint)


def _submissions(nodes: list[Node]) -> list[Node]:
    """The nodes among many that are submissions, or in the place of one."""
    submissions = [node for node in nodes if _is_submission(node)]
    if any(is_from_system(node.name) for node in nodes):
        return submissions
    stems = {stem(node.name) for node in submissions}
    instead = {}
    for node in nodes:
        if node.other_kind and stem(node.name) not in stems:
            instead[stem(node.name)] = node
    return [*submissions, *instead.values()]


def _is_submission(node: Node) -> bool:
    """Whether a node among many can be a submission, not a list, a log, or the grader's own
    results.
    """
    label = systems.label(node.name)
    if label and label.is_feedback:
        return False
    if node.kind == FOLDER:
        return RESULTS not in _names_in(node)
    says_whose = bool(label or RULE.fullmatch(node.name))
    has_its_suffix = node.is_program or node.is_archive or bool(node.foreign_kind)
    return node.kind != FILE or says_whose or has_its_suffix


def _names_in(folder: Node) -> set[str]:
    try:
        return {node.name for node in children(folder)}
    except Refused:
        return set()


# {(course system, key of a label): the students}
Known = Mapping[tuple[str, str], People]


def _read_name(node: Node, known: Known = {}) -> Attempt:
    name = node.name
    if label := systems.label(name):
        return _from_system(node, label, known)
    base, copy = _without_copy_number(name)
    if netid := _netid(base):
        student = ("netid", netid.casefold())
        return Attempt(node, netid, student, (copy,), people=({"netid": netid},))
    who = name
    if node.kind != FOLDER:
        who = SUFFIXES.sub("", name)
    return Attempt(node, who, ("name", name))


def _from_system(node: Node, label: Label, known: Known) -> Attempt:
    """The Attempt of a node whose name a course system gave."""
    people: People = ()
    if label.person:
        people = (label.person,)
    people = known.get((label.system, label.key), people)
    names = filter(None, map(_name, people))
    file = label.file
    copy = 0
    if not label.date:  # the files of an attempt with a date are kept under their names, copies too
        file, copy = _without_copy_number(label.file)
    attempt = Attempt(
        node,
        " and ".join(names) or node.name,
        label.student,
        label.order + (copy,),
        file,
        label.is_late,
        label.is_text,
        people,
        date=label.date,
        system=label.system,
    )
    if label.person:
        return _checked(attempt)
    return attempt


def _name(person: Person) -> str:
    """The name of a student or, if it is unknown, an id."""
    for field in ("name", "email", "username"):
        if field in person:
            return person[field]
    return next(iter(person.values()), "")


def _checked(attempt: Attempt) -> Attempt:
    """The attempt, with the netid in its file's name if that may be the student's, else with a
    flag.
    """
    names = []
    if attempt.file:
        names = [attempt.file]
    elif attempt.node.kind == FOLDER:
        names = sorted(_names_in(attempt.node))
    claims = {}
    for name in names:
        if claim := _netid(_without_copy_number(name)[0]):
            claims[claim] = name
    if len(claims) != 1:
        return attempt
    ((claim, name),) = claims.items()
    (person,) = attempt.people
    own_names = [person[field] for field in ("name", "username") if field in person]
    if not own_names or any(is_plausible(claim, own) for own in own_names):
        return replace(attempt, claim=claim, people=(person | {"netid": claim},))
    flag = say(
        "{name} is called after {netid}, but the course system says that it is {who}'s.",
        name=name,
        netid=claim,
        who=attempt.who,
    )
    return replace(attempt, claim=claim, private_flags=(flag,))


def _netid(name: str) -> str:
    """The NETID in `hw9_NETID.zip`, or ""."""
    if match := RULE.fullmatch(SUFFIXES.sub("", name)):
        return match["who"]
    return ""


def _without_copy_number(name: str) -> tuple[str, int]:
    """(The name without the number that browsers give to copies, that number or 0).

    >>> [_without_copy_number(f"hw9_jdoe{number}.zip") for number in ("-2", "_(1)", "")]
    [('hw9_jdoe.zip', 2), ('hw9_jdoe.zip', 1), ('hw9_jdoe.zip', 0)]
    """
    if not (match := COPY.search(name)):
        return name, 0
    return name[: match.start()] + name[match.end() :], int(match[1] or match[2])


def _without_common_prefix(attempts: list[Attempt]) -> list[Attempt]:
    """The attempts; those of GitHub Classroom without the prefix that all their names share."""
    clones = set()
    for attempt in attempts:
        if attempt.node.kind == FOLDER and ".git" in _names_in(attempt.node):
            clones.add(attempt.node.name)
    cut = 0
    if len(clones) > 1:  # what the least and the greatest name begin with, all do
        least, most = min(clones), max(clones)
        cut = least[: first_unlike(least, most)].rfind("-") + 1
    shortened = []
    for attempt in attempts:
        if attempt.node.name in clones:
            attempt = replace(attempt, who=attempt.who[cut:])
        shortened.append(attempt)
    return shortened


# ---- Students in lists and receipts of course systems ----


def _known_students(root: Node, nodes: Iterable[Node]) -> tuple[Known, Flags]:
    """(The students whom lists and receipts name, flags if a list can't be read)."""
    known: dict[tuple[str, str], People] = {}
    for node in nodes:
        label = systems.label(node.name)
        if label and label.is_receipt and node.kind == FILE:
            text = read_start(node, RECEIPT_BYTES).decode("utf-8-sig", "replace")
            if person := systems.system(label.system).on_receipt(label, text):
                known[label.system, label.key] = (person,)
    flags = []
    lists = systems.lists_of_students()
    for node in children(root):
        if system := lists.get(node.name):
            try:
                groups = system.students(read_file(node, LIST_BYTES))
            except Refused as reason:
                flags.append(say("Its students' names are not known: {reason}", reason=str(reason)))
            else:
                for key, people in groups.items():
                    known[system.name, key] = people
    return known, tuple(flags)


# ---- Which ----


def _latest(attempts: list[Attempt], files: Sequence[str]) -> Attempt:
    """The last attempt of a student that may hold a program, joined with what was handed in with
    it.

    A course system with its own names for files gives the files of one attempt only, in which a
    report may follow the program.
    """
    if attempts[-1].date:
        return _latest_by_date(attempts, files)
    candidates = [attempt for attempt in attempts if _may_hold_program(attempt.node)]
    last = (candidates or attempts)[-1]
    together = [last]
    by_file: dict[str, Attempt] = {}
    if last.file:
        for attempt in attempts:
            if _comes_along(attempt.node, last.node) and not attempt.is_text:
                by_file[attempt.file] = attempt
        by_file[last.file] = last
        together = list(by_file.values())
    flags = []
    rest = [attempt for attempt in attempts if attempt not in together]
    kinds = grouped(rest, lambda attempt: attempt.is_text)
    by_taken = grouped(
        kinds.get(False, []), lambda attempt: by_file.get(attempt.file, last).node.name
    )
    for name, replaced in by_taken.items():
        template = "{name} was taken instead of {names}."
        if name == attempts[-1].node.name:
            template = "The latest, {name}, was taken instead of {names}."
        flags.append(say(template, name=name, names=_names_of(replaced)))
    if typed := _names_of(kinds.get(True, [])):
        flags.append(say("What was typed beside the files is not graded: {names}.", names=typed))
    if any(attempt.is_late for attempt in together):
        flags.append("The course system marks it late.")
    earlier = None
    if len(candidates) > 1:
        earlier = _latest(candidates[-EARLIER:-1], files)
    return replace(_joined(_main(together, last, files), together, flags), earlier=earlier)


def _names_of(attempts: Iterable[Attempt]) -> str:
    """The names of the nodes of attempts, as a sentence lists them."""
    return ", ".join(shown(attempt.node.name) for attempt in attempts)


def _may_hold_program(node: Node) -> bool:
    return node.kind == FOLDER or node.is_program or node.is_archive


def _comes_along(node: Node, last: Node) -> bool:
    """Whether a node belongs to the same attempt as `last`, the last that may hold a program."""
    if node.is_program:
        return last.is_program
    return node.kind == FILE and not _may_hold_program(node)


def _latest_by_date(attempts: list[Attempt], files: Sequence[str]) -> Attempt:
    """All files of a student's latest attempt; a complaint if there is nothing but receipts."""
    with_file = [attempt for attempt in attempts if not _is_receipt(attempt)]
    last = max((attempt.date for attempt in with_file), default="")
    flags = []
    if later := dict.fromkeys(attempt.date for attempt in attempts if attempt.date > last):
        names = ", ".join(later)
        flags.append(say("There is no file of a later attempt ({names}).", names=names))
    latest = None
    for of_date in grouped(with_file, lambda attempt: attempt.date).values():
        main = _main(of_date, of_date[-1], files)
        latest = replace(_joined(main, of_date, flags), earlier=latest)
    return latest or _only_receipt(_joined(attempts[-1], [], []))


def _main(attempts: Iterable[Attempt], last: Attempt, files: Sequence[str]) -> Attempt:
    """The last of a student's programs that is called as the assignment asks for, else the last of
    the programs, else `last`.
    """
    programs = [attempt for attempt in attempts if attempt.node.is_program]
    asked_for = [attempt for attempt in programs if main_file(attempt.file, files)]
    return (asked_for or programs or [last])[-1]


def _joined(last: Attempt, attempts: list[Attempt], flags: list[str]) -> Attempt:
    """One Attempt made of several that were handed in together, called as `last` is."""
    node = last.node
    if last.file and node.kind == FILE:
        files = tuple(replace(attempt.node, name=attempt.file) for attempt in attempts)
        node = Node(node.name, FOLDER, inside=files)
    claimant = last
    own_flags: dict[str, None] = {}
    for attempt in attempts:
        own_flags |= dict.fromkeys(attempt.flags)
        if attempt.claim:
            claimant = attempt
    return replace(claimant, who=last.who, node=node, flags=(*flags, *own_flags))
