"""Finds out whose each of many submissions is, by the names that course systems give, and which is
the latest; `shape` lists these names.

The course system's name counts more than the rule in the file's own name, which `people` judges. In
a folder or archive of many, each other folder, program or archive is a submission, too. So is a
document, or a program in another language, unless a program of the same name is beside it.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from grader.intake import sentences
from grader.intake.archive import METADATA, children, read_file, read_start
from grader.intake.nodes import FILE, FOLDER, Node
from grader.intake.people import Person, is_plausible
from grader.intake.sentences import Refused, say, shown
from grader.intake.shape import (
    BLACKBOARD,
    CANVAS,
    CANVAS_TEXT,
    GRADESCOPE,
    MOODLE,
    RULE,
    SUFFIXES,
    is_from_system,
    says_whose,
    stem,
    unwrapped,
    useful,
)


RECEIPT = re.compile(r"\s*Name: *(?P<name>.+?) *\((?P<username>[^()]+)\)[ \r]*$", re.MULTILINE)
METADATA_LINE = re.compile(
    rb"^(?:(submission_[0-9]{1,18}):|  :(\w+):.*"
    rb"| {2,8}(- +)?(?:  )?:(name|sid|email):(.*))\r?$",
    re.MULTILINE,
)
METADATA_BYTES = 64 << 20  # the file also holds the results of all tests
RECEIPT_BYTES = 4096  # the file's first line is enough
COPY = re.compile(r"(?:-([0-9]{1,9})| ?\(([0-9]{1,9})\))(?=(?:\.[a-z0-9]{1,5})*\Z)", re.I)
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
    people: tuple[Person, ...] = ()  # those of its students of whom more than a name is known
    claim: str = ""  # the netid in the file's own name if the course system, too, says whose it is
    date: str = ""  # the date of an attempt that may have several files
    flags: tuple[str, ...] = ()
    complaint: str = ""  # the sentence that says why nothing can be graded
    earlier: "Attempt | None" = None  # the attempt that counts if this one has no program


# ---- Whose ----


def latest_attempts(root: Node, files: Sequence[str]) -> list[Attempt]:
    """The latest Attempt of each student in a folder with many submissions."""
    root = unwrapped(root, files)
    nodes, (groups, flags) = useful(root), _gradescope_groups(root)
    receipts = _receipts(nodes)
    attempts = [_read_name(node, groups, receipts) for node in _submissions(nodes)]
    attempts = _without_common_prefix(attempts)
    attempts.sort(key=lambda attempt: (attempt.student, attempt.order, attempt.node.name))
    by_student = groupby(attempts, key=lambda attempt: attempt.student)
    latest = [_latest(list(group)) for _, group in by_student]
    return [replace(attempt, flags=attempt.flags + flags) for attempt in latest]


def sole_attempt(node: Node, name: str) -> Attempt:
    """The Attempt of a node that was given by itself, under this name."""
    attempt = _read_name(replace(node, name=name))
    is_receipt = attempt.date and not attempt.file and node.kind == FILE
    complaint = say(sentences.ONLY_RECEIPT, name=node.name) if is_receipt else ""
    return replace(attempt, node=node, complaint=complaint)


def _submissions(nodes: list[Node]) -> list[Node]:
    """The nodes among many that are submissions, or in the place of one."""
    taken = [node for node in nodes if _is_submission(node)]
    if any(is_from_system(node.name) for node in nodes):
        return taken
    stems = {stem(node.name) for node in taken}
    instead = {stem(node.name): node for node in nodes if node.other_kind}
    return taken + [node for name, node in instead.items() if name not in stems]


def _is_submission(node: Node) -> bool:
    """Whether a node among many can be a submission, not a list, a log, or the grader's own
    results.
    """
    if node.kind == FOLDER:
        return RESULTS not in _names_in(node)
    is_text = bool(CANVAS_TEXT.fullmatch(node.name))
    has_its_suffix = node.is_program or node.is_archive or bool(node.foreign_kind)
    return node.kind != FILE or says_whose(node.name) or is_text or has_its_suffix


def _names_in(folder: Node) -> set[str]:
    """The names in a folder, none if they can't be listed."""
    try:
        return {node.name for node in children(folder)}
    except Refused:
        return set()


Groups = Mapping[str, tuple[Person, ...]]  # {folder of a Gradescope export: its students}
Receipts = Mapping[str, Person]  # {beginning of a name from Blackboard: the student}


def _read_name(node: Node, groups: Groups = {}, receipts: Receipts = {}) -> Attempt:
    """The Attempt of a node, by the node's name."""
    name = node.name
    if match := GRADESCOPE.fullmatch(name):
        people = groups.get(name, ())
        names = [person.name or person.email or person.gradescope_sid for person in people]
        who = " and ".join(filter(None, names)) or name
        return Attempt(node, who, ("gradescope", match["student"]), people=people)
    if match := BLACKBOARD.fullmatch(name):
        return _from_blackboard(node, match, receipts)
    if match := CANVAS.fullmatch(name) or CANVAS_TEXT.fullmatch(name):
        person = Person(match["who"], canvas_user_id=match["student"])
        attempt = _with_id(node, match, int(match["upload"] or -1), person)
        return replace(attempt, is_late=bool(match["late"]))
    if match := MOODLE.fullmatch(name):
        person = Person(match["who"], moodle_participant=match["student"])
        return _with_id(node, match, bool(match["is_file"]), person)
    base, copy = _without_copy_number(name)
    if netid := _netid(base):
        student = ("netid", netid.casefold())
        return Attempt(node, netid, student, (copy,), people=(Person(netid=netid),))
    return Attempt(node, name if node.kind == FOLDER else SUFFIXES.sub("", name), ("name", name))


def _from_blackboard(node: Node, match: re.Match[str], receipts: Receipts) -> Attempt:
    """The Attempt of a file from Blackboard, or of a receipt."""
    key, date, file = match["title_and_user"], match["date"], match["file"] or ""
    person = receipts.get(key, Person(username=match["who"]))
    attempt = Attempt(node, person.name or person.username, ("blackboard", key), (date,), file)
    return _checked(replace(attempt, people=(person,), date=date))


def _with_id(node: Node, match: re.Match[str], order: int, person: Person) -> Attempt:
    """The Attempt of a node whose name begins with the student's name and id."""
    file, copy = _without_copy_number(match["file"])
    student = ("id", match["student"], person.name)
    return _checked(Attempt(node, person.name, student, (order, copy), file, people=(person,)))


def _checked(attempt: Attempt) -> Attempt:
    """The attempt, with the netid in its file's name if that may be the student's, else with a
    flag.
    """
    is_folder = attempt.node.kind == FOLDER
    inside = sorted(_names_in(attempt.node)) if is_folder else []
    names = [attempt.file] if attempt.file else inside
    claims = {claim: name for name in names if (claim := _netid(_without_copy_number(name)[0]))}
    if len(claims) != 1:
        return attempt
    ((claim, name),) = claims.items()
    (person,) = attempt.people
    if any(is_plausible(claim, own) for own in (person.name, person.username) if own):
        return replace(attempt, claim=claim, people=(replace(person, netid=claim),))
    flag = say(sentences.OTHER_NETID, name=name, netid=claim, who=attempt.who)
    return replace(attempt, claim=claim, flags=(flag,))


def _netid(name: str) -> str:
    """The NETID in `hw9_NETID.zip`, or ""."""
    match = RULE.fullmatch(SUFFIXES.sub("", name))
    return match["who"] if match else ""


def _without_copy_number(name: str) -> tuple[str, int]:
    """(The name without the number that browsers give to copies, that number or 0).

    >>> [_without_copy_number(f"hw9_jdoe{number}.zip") for number in ("-2", " (1)", "")]
    [('hw9_jdoe.zip', 2), ('hw9_jdoe.zip', 1), ('hw9_jdoe.zip', 0)]
    """
    if not (match := COPY.search(name)):
        return name, 0
    return name[: match.start()] + name[match.end() :], int(match[1] or match[2])


def _without_common_prefix(attempts: list[Attempt]) -> list[Attempt]:
    """The attempts; those of GitHub Classroom without the prefix that all their names share."""
    folders = [attempt.node for attempt in attempts if attempt.node.kind == FOLDER]
    clones = {folder.name for folder in folders if ".git" in _names_in(folder)}
    cut = 0
    for place, letters in enumerate(zip(*clones), 1):
        if len(clones) == 1 or len(set(letters)) > 1:
            break
        cut = place if letters[0] == "-" else cut
    return [
        replace(attempt, who=attempt.who[cut:]) if attempt.node.name in clones else attempt
        for attempt in attempts
    ]


# ---- Students in Gradescope's metadata and Blackboard's receipts ----


def _gradescope_groups(root: Node) -> tuple[Groups, tuple[str, ...]]:
    """(The students of each folder in a Gradescope export, flags if its metadata can't be read)."""
    for node in children(root):
        if node.name == METADATA:
            try:
                return _people_in_metadata(read_file(node, METADATA_BYTES)), ()
            except Refused as reason:
                return {}, (say(sentences.NAMES_UNKNOWN, reason=str(reason)),)
    return {}, ()


def _people_in_metadata(metadata: bytes) -> Groups:
    """{folder: its students}, from the metadata of a Gradescope export.

    >>> groups = _people_in_metadata(b"submission_7:\\n  :submitters:\\n  - :name: Jane Doe\\n")
    >>> groups["submission_7"][0].name
    'Jane Doe'
    """
    groups: dict[str, list[dict[str, str]]] = {}
    members: list[dict[str, str]] = []
    section = b""
    for match in METADATA_LINE.finditer(metadata):
        folder, part, dash, field, value = match.groups()
        if folder:
            members, section = groups.setdefault(folder.decode(), []), b""
        elif part:
            section = part
        elif section == b"submitters":
            if dash or not members:
                members.append({})
            members[-1]["gradescope_sid" if field == b"sid" else field.decode()] = _scalar(value)
    return {
        folder: tuple(Person(**member) for member in members if any(member.values()))
        for folder, members in groups.items()
    }


def _scalar(value: bytes) -> str:
    """The text of a YAML scalar on one line; "" if there is none.

    >>> _scalar(b" 'O''Hara'"), _scalar(b' "J\\\\u00e9"'), _scalar(b" 12"), _scalar(b" null")
    ("O'Hara", 'Jé', '12', '')
    """
    text = value.decode(errors="replace").strip()
    if text[:1] == "'" == text[-1:]:
        return text[1:-1].replace("''", "'")
    if text[:1] != '"':
        return "" if text in ("null", "~") else text
    try:
        return json.loads(text)
    except ValueError:
        return text.strip('"')


def _receipts(nodes: Iterable[Node]) -> Receipts:
    """The students named on Blackboard's receipts."""
    people = {}
    for node in nodes:
        match = BLACKBOARD.fullmatch(node.name)
        if match and not match["file"] and node.kind == FILE:
            text = read_start(node, RECEIPT_BYTES).decode("utf-8-sig", "replace")
            line, key = RECEIPT.match(text), match["title_and_user"]
            # The receipt's name must end in the username that the receipt states.
            if line and f"_{key}".casefold().endswith(f"_{line['username']}".casefold()):
                people[key] = Person(line["name"], username=line["username"])
    return people


# ---- Which ----


def _latest(attempts: list[Attempt]) -> Attempt:
    """The last attempt of a student that may hold a program, joined with what was handed in with
    it.

    A course system with its own names for files gives the files of one attempt only, in which a
    report may follow the program.
    """
    if attempts[-1].date:
        return _latest_by_date(attempts)
    candidates = [attempt for attempt in attempts if _may_hold_program(attempt.node)]
    last = candidates[-1] if candidates else attempts[-1]
    taken = [last]
    if last.file:
        beside = [attempt for attempt in attempts if _comes_along(attempt.node, last.node)]
        taken = list({attempt.file: attempt for attempt in (*beside, last)}.values())
    flags: list[str] = []
    if others := [shown(attempt.node.name) for attempt in attempts if attempt not in taken]:
        template = sentences.LATEST_TAKEN if last is attempts[-1] else sentences.EARLIER_TAKEN
        flags.append(say(template, name=last.node.name, names=", ".join(others)))
    if any(attempt.is_late for attempt in taken):
        flags.append(sentences.LATE)
    earlier = _latest(candidates[:-1]) if len(candidates) > 1 else None
    return replace(_joined(last, taken, flags), earlier=earlier)


def _may_hold_program(node: Node) -> bool:
    """Whether a node is a program, or a folder or archive that may hold one."""
    return node.kind == FOLDER or node.is_program or node.is_archive


def _comes_along(node: Node, last: Node) -> bool:
    """Whether a node belongs to the same attempt as `last`, the last that may hold a program."""
    if node.is_program:
        return last.is_program
    return node.kind == FILE and not _may_hold_program(node)


def _latest_by_date(attempts: list[Attempt]) -> Attempt:
    """All files of a student's latest attempt; a complaint if there is nothing but receipts."""
    files = [attempt for attempt in attempts if attempt.file]
    if not files:
        complaint = say(sentences.ONLY_RECEIPT, name=attempts[-1].node.name)
        return replace(_joined(attempts[-1], [], []), complaint=complaint)
    last, flags = files[-1], []
    dates = list(dict.fromkeys(attempt.date for attempt in attempts))
    if older := [date for date in dates if date < last.date]:
        flags.append(say(sentences.DATE_TAKEN, date=last.date, names=", ".join(older)))
    if later := [date for date in dates if date > last.date]:
        flags.append(say(sentences.LATER_WITHOUT_FILE, names=", ".join(later)))
    return _joined(last, [attempt for attempt in files if attempt.date == last.date], flags)


def _joined(last: Attempt, taken: list[Attempt], flags: list[str]) -> Attempt:
    """One Attempt made of several, `last` and those that were handed in with it."""
    node = last.node
    if last.file and node.kind == FILE:
        files = tuple(replace(attempt.node, name=attempt.file) for attempt in taken)
        node = Node(node.name, FOLDER, inside=files)
    own_flags = dict.fromkeys(flag for attempt in taken for flag in attempt.flags)
    claimant = next((attempt for attempt in reversed(taken) if attempt.claim), last)
    return replace(claimant, who=last.who, node=node, flags=(*flags, *own_flags))
