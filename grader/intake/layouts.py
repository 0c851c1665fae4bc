"""How courses and course systems hand over submissions: whose each one is, and which is the latest.

Known by their names, n being numbers, DATE 2024-10-02-12-30-00:

    hw9_NETID.zip                         the rule of the assignment
    lastnamefirst_n_n_hw9_NETID.zip       Canvas, by user and upload; or any file; also with _LATE after the name
    lastnamefirst_n_text.html             Canvas, by user: what was typed in, or a link; no program
    First Last_n_assignsubmission_file_/  Moodle, by participant; also a file whose name goes on
    TITLE_USERNAME_attempt_DATE_FILE      Blackboard, beside a receipt for each attempt, ..._attempt_DATE.txt, that
                                          says `Name: First Last (USERNAME)`; TITLE may have spaces and underscores
    submission_n/                         Gradescope, the students in submission_metadata.yml
    assignment-USER/ with .git inside     GitHub Classroom

The name that a course system gives always wins over the rule in the file's own name, which `people` judges. Anything
else in a folder or archive of many is somebody's if it is a folder, a program or an archive.
"""

import json
import os
import re
from dataclasses import dataclass, replace
from itertools import groupby

from grader.intake.archive import (
    DEPTH,
    FILE,
    FOLDER,
    METADATA,
    Node,
    children,
    foreign,
    is_archive,
    noise,
    read,
    start,
    walk,
)
from grader.intake.people import Person, is_plausible
from grader.intake.refused import Refused, shown


CANVAS = re.compile(
    r"(?P<who>[^_]+)_(?P<late>LATE_)?(?P<student>[0-9]{1,18})_(?P<order>[0-9]{1,18})"
    r"_(?P<base>.+)",
    re.DOTALL,
)
CANVAS_TEXT = re.compile(
    r"(?P<who>[^_]+)_(?P<late>LATE_)?(?P<student>[0-9]{1,18})"
    r"_(?P<base>(?:text|link)\.html)"
)
MOODLE = re.compile(
    r"(?P<who>.+)_(?P<student>[0-9]{1,18})_assignsubmission_(?:(?P<file>file)|onlinetext)"
    r"_(?P<base>.*)",
    re.DOTALL,
)
BLACKBOARD = re.compile(
    r"(?P<whose>(?:.*_)?(?P<who>[^_]+))_attempt_(?P<date>[0-9]{4}(?:-[0-9]{2}){5})"
    r"(?:\.txt|_(?P<base>.+))",
    re.DOTALL,
)
RECEIPT = re.compile(r"\s*Name: *(?P<name>.+?) *\((?P<username>[^()]+)\)[ \r]*$", re.MULTILINE)
GRADESCOPE = re.compile(r"submission_(?P<student>[0-9]{1,18})")
SUBMITTER = re.compile(
    rb"^(?:(submission_[0-9]{1,18}):|  :(\w+):.*"
    rb"| {2,8}(- +)?(?:  )?:(name|sid|email):(.*))\r?$",
    re.MULTILINE,
)
METADATA_BYTES = 64 << 20  # the results of all tests are in there, too
RECEIPT_BYTES = 4096  # of which the first line matters
RULE = re.compile(r"hw[0-9]+_(?P<who>.+)", re.DOTALL | re.I)
AGAIN = re.compile(r"(?:-([0-9]{1,9})| ?\(([0-9]{1,9})\))(?=(?:\.[a-z0-9]{1,5})*\Z)", re.I)
SUFFIXES = re.compile(
    r"(?:\.(?:zip|rar|7z|tar|t?gz|t?bz2?|t?xz|py|ipynb|txt"
    r"|pdf|docx?|rtf|odt|html?|png|jpe?g))+\Z",
    re.I,
)
RESULTS = "results.sqlite3"  # what a folder that `--out` named holds
# folders that one program may have
ORDINARY = {"src", "test", "tests", "code", "lib", "doc", "docs"}


@dataclass(frozen=True)
class Entry:
    """One attempt of a student in a folder or zip of many."""

    node: Node
    who: str
    student: tuple  # equal for all attempts of a student
    order: tuple = ()  # later attempts have larger ones
    base: str = ""  # the name that the student gave, where the course system has another
    late: bool = False
    people: tuple = ()  # a Person for each student that is known by more than a name
    claim: str = ""  # the netid in the file's own name, where the course system says whose it is
    attempt: str = ""  # the date of an attempt that may have several files
    flags: tuple = ()


@dataclass(frozen=True)
class Attempt:
    """The latest that a student handed in, the name of its entry among many, and what is odd about it."""

    who: str
    name: str
    node: Node
    flags: tuple = ()
    people: tuple = ()
    claim: str = ""
    complaint: str = ""  # the sentence that says why there is nothing to grade
    earlier: "Attempt | None" = None  # what counts if there is no program in this one


def called(name, file):
    """Whether a name is that of `file`, but for case, a copy's number or an editor's `.txt`.

    >>> called("Funny-Puzzle.PY.txt", "funny_puzzle.py"), called("puzzle (1).py", "funny_puzzle.py")
    (True, False)
    """
    stem = re.sub(r"(\.py|\.txt)+\Z", "", name.casefold())
    stem = re.sub(r"(?: ?-? ?copy| ?\([0-9]+\)|-[0-9]+)+\Z", "", stem)
    return re.sub("[ -]", "_", stem) == os.path.splitext(file)[0].casefold()


# ---- One or many ----


def is_many(root, files):
    """Whether a folder holds many submissions, rather than being one."""
    inside = useful(unwrapped(root))
    if any(from_system(node.name) for node in inside):
        return True
    if from_system(root.name) or any(
        node.kind == FILE and called(node.name, file) for node in inside for file in files
    ):
        return False
    # then it may well be one, though it holds hw9_NETID or modules
    by_rule = bool(RULE.fullmatch(root.name))
    folders = [
        node for node in inside if node.kind == FOLDER and node.name.casefold() not in ORDINARY
    ]
    archives = [node for node in inside if is_archive(node) or foreign(node)]
    return (
        sum(bool(RULE.fullmatch(node.name)) for node in folders + archives) > by_rule
        or len(folders) > 1
        and any(map(holds_program, folders))
        or len(archives) > 1
        # two may be a program and its module
        or sum(map(is_program, inside)) > 2
        and not by_rule
    )


def useful(folder):
    """The nodes in a folder but for noise."""
    return [node for node in children(folder) if not noise(node.name)]


def unwrapped(folder):
    """The innermost folder of those that hold nothing but one folder, unless its name says whose it is."""
    for _ in range(DEPTH):
        inside = useful(folder)
        if len(inside) != 1 or inside[0].kind != FOLDER or own_name(inside[0].name):
            break
        folder = inside[0]
    return folder


def from_system(name):
    """The match of a name with those that course systems make, or None."""
    return (
        BLACKBOARD.fullmatch(name)
        or CANVAS.fullmatch(name)
        or MOODLE.fullmatch(name)
        or GRADESCOPE.fullmatch(name)
    )


def own_name(name):
    """Whether a name is that of one student's submission."""
    return bool(from_system(name) or RULE.fullmatch(name))


def is_program(node):
    """Whether a node calls itself a program."""
    return node.name.casefold().endswith((".py", ".ipynb", ".py.txt"))


def holds_program(folder):
    """Whether there is a program or an archive somewhere in a folder."""
    try:
        return any(is_program(node) or is_archive(node) for _, node in walk(folder))
    except Refused:
        return False


# ---- Whose ----


def attempts(root):
    """The latest Attempt of each student in a folder of many, in an order of their own."""
    root = unwrapped(root)
    nodes, (members, reason) = useful(root), submitters(root)
    receipts = {
        found["whose"]: person
        for node in nodes
        if (person := receipt(node)) and (found := BLACKBOARD.fullmatch(node.name))
    }
    found = without_prefix([entry(node, members, receipts) for node in nodes if is_somebodys(node)])
    found.sort(key=lambda each: (each.student, each.order, each.node.name))
    latest_ones = [
        latest(list(group)) for _, group in groupby(found, key=lambda each: each.student)
    ]
    return [replace(each, flags=each.flags + reason) for each in latest_ones]


def is_somebodys(node):
    """Whether a node among many can be a submission: no list or log of the course system, no results of ours."""
    if node.kind == FOLDER:
        return RESULTS not in names_in(node)
    return (
        node.kind != FILE
        or own_name(node.name)
        or is_program(node)
        or is_archive(node)
        or bool(foreign(node) or CANVAS_TEXT.fullmatch(node.name))
    )


def names_in(folder):
    """The names in a folder, none if they can't be listed."""
    try:
        return {node.name for node in children(folder)}
    except Refused:
        return set()


def entry(node, members=(), receipts=()):
    """The Entry that a node is.

    `members`: {folder of a Gradescope export: its Persons}; `receipts`: {start of a name from Blackboard: Person}.
    """
    if gradescope := GRADESCOPE.fullmatch(node.name):
        people = dict(members).get(node.name, ())
        who = " and ".join(
            filter(None, (each.name or each.email or each.gradescope_sid for each in people))
        )
        return Entry(node, who or node.name, ("gradescope", gradescope["student"]), people=people)
    if found := BLACKBOARD.fullmatch(node.name):
        person = dict(receipts).get(found["whose"], Person(username=found["who"]))
        return checked(
            Entry(
                node,
                person.name or person.username,
                ("blackboard", found["whose"]),
                (found["date"],),
                found["base"] or "",
                people=(person,),
                attempt=found["date"],
            )
        )
    if found := CANVAS.fullmatch(node.name):
        base, again = original(found["base"])
        return checked(
            Entry(
                node,
                found["who"],
                ("id", found["student"], found["who"]),
                (int(found["order"]), again),
                base,
                bool(found["late"]),
                (Person(found["who"], canvas_user_id=found["student"]),),
            )
        )
    if found := CANVAS_TEXT.fullmatch(node.name):
        return Entry(
            node,
            found["who"],
            ("id", found["student"], found["who"]),
            (-1, 0),
            found["base"],
            bool(found["late"]),
            (Person(found["who"], canvas_user_id=found["student"]),),
        )
    if found := MOODLE.fullmatch(node.name):
        base, again = original(found["base"])
        return checked(
            Entry(
                node,
                found["who"],
                ("id", found["student"], found["who"]),
                (bool(found["file"]), again),
                base,
                people=(Person(found["who"], moodle_participant=found["student"]),),
            )
        )
    base, again = original(node.name)
    if who := netid(base):
        return Entry(node, who, ("netid", who.casefold()), (again,), people=(Person(netid=who),))
    return Entry(
        node, node.name if node.kind == FOLDER else SUFFIXES.sub("", node.name), ("name", node.name)
    )


def checked(entry):
    """The entry of one student with the netid in its file's own name, where that may be theirs; else flagged."""
    names = (
        [entry.base]
        if entry.base
        else sorted(names_in(entry.node))
        if entry.node.kind == FOLDER
        else []
    )
    claims = {claim: name for name in names if (claim := netid(original(name)[0]))}
    if len(claims) != 1:
        return entry
    ((claim, name),) = claims.items()
    (person,) = entry.people
    if any(is_plausible(claim, own) for own in (person.name, person.username) if own):
        return replace(entry, claim=claim, people=(replace(person, netid=claim),))
    flag = f"{shown(name)} is called after {shown(claim)}, but the course system says that it is {shown(entry.who)}'s."
    return replace(entry, claim=claim, flags=(flag,))


def netid(name):
    """The NETID in `hw9_NETID.zip`, or ""."""
    found = RULE.fullmatch(SUFFIXES.sub("", name))
    return found["who"] if found else ""


def original(name):
    """(The name without the number that a copy of it gets, that number, 0 if none).

    >>> original("hw9_jdoe-2.zip"), original("hw9_jdoe (1).zip"), original("hw9_jdoe.zip")
    (('hw9_jdoe.zip', 2), ('hw9_jdoe.zip', 1), ('hw9_jdoe.zip', 0))
    """
    found = AGAIN.search(name)
    return (
        (name[: found.start()] + name[found.end() :], int(found[1] or found[2]))
        if found
        else (name, 0)
    )


def submitters(root):
    """({folder: its Persons} from the metadata of a Gradescope export, the flags on what can't be read of it)."""
    node = next((node for node in children(root) if node.name == METADATA), None)
    if not node:
        return {}, ()
    try:
        return persons(read(node, METADATA_BYTES)), ()
    except Refused as reason:
        return {}, (f"Its students' names are not known: {reason}",)


def persons(metadata):
    """{folder: the Persons whose it is} in the bytes of a Gradescope export's metadata.

    >>> persons(b"submission_7:\\n  :submitters:\\n  - :name: Jane Doe\\n    :sid: '12'\\n")
    {'submission_7': (Person(name='Jane Doe', canvas_user_id='', moodle_participant='', gradescope_sid='12', \
email='', username='', netid=''),)}
    """
    found, members, section = {}, [], ""
    for match in SUBMITTER.finditer(metadata):
        folder, part, first, field, value = match.groups()
        if folder:
            members, section = found.setdefault(folder.decode(), []), ""
        elif part:
            section = part
        elif section == b"submitters":
            if first or not members:
                members.append({})
            members[-1][{b"sid": "gradescope_sid"}.get(field, field.decode())] = scalar(value)
    return {
        folder: tuple(Person(**each) for each in members if any(each.values()))
        for folder, members in found.items()
    }


def scalar(text):
    """The string that a scalar of YAML on one line is, "" for none.

    >>> scalar(b" 'O''Hara'"), scalar(b' "J\\\\u00e9"'), scalar(b" 12"), scalar(b" null")
    ("O'Hara", 'Jé', '12', '')
    """
    text = text.decode(errors="replace").strip()
    if text[:1] == "'" == text[-1:]:
        return text[1:-1].replace("''", "'")
    try:
        return json.loads(text) if text[:1] == '"' else "" if text in ("null", "~") else text
    except ValueError:
        return text.strip('"')


def receipt(node):
    """The Person whom a receipt of Blackboard's names; None if it is no receipt, or does not say."""
    found = BLACKBOARD.fullmatch(node.name)
    if not found or found["base"] or node.kind != FILE:
        return None
    says = RECEIPT.match(start(node, RECEIPT_BYTES).decode("utf-8-sig", "replace"))
    ours = says and f"_{found['whose']}".casefold().endswith(f"_{says['username']}".casefold())
    return Person(says["name"], username=says["username"]) if ours else None


def without_prefix(entries):
    """The entries, clones of a classroom's repositories called without what their names have in common."""
    clones = {each.node.name for each in entries if is_clone(each.node)}
    common = os.path.commonprefix(list(clones)) if len(clones) > 1 else ""
    cut = common.rfind("-") + 1
    return [
        replace(each, who=each.who[cut:]) if each.node.name in clones else each for each in entries
    ]


def is_clone(node):
    """Whether a node is a folder with a `.git` in it."""
    try:
        return node.kind == FOLDER and any(child.name == ".git" for child in children(node))
    except Refused:
        return False


# ---- Which ----


def latest(entries):
    """The Attempt that the last of a student's entries is; what was handed in with it comes along.

    The last that may hold a program, if there is one: a course system that gives files names of its own gives those
    of one attempt, in which a report may come after the program.
    """
    if entries[-1].attempt:
        return latest_of_dates(entries)
    last = next((each for each in reversed(entries) if _may_hold_program(each.node)), entries[-1])
    taken = [last]
    if last.base:
        newest = {each.base: each for each in entries if _comes_along(each.node, last.node)}
        taken = list((newest | {last.base: last}).values())
    others = [shown(each.node.name) for each in entries if each not in taken]
    which = (
        f"The latest, {shown(last.node.name)}," if last is entries[-1] else shown(last.node.name)
    )
    flags = (f"{which} was taken instead of {', '.join(others)}.",) * bool(others)
    flags += ("The course system marks it late.",) * any(each.late for each in taken)
    before = [each for each in entries[: entries.index(last)] if _may_hold_program(each.node)]
    return replace(attempt(last, taken, flags), earlier=latest(before) if before else None)


def _may_hold_program(node):
    """Whether a node is a program, or a folder or archive in which one may be."""
    return node.kind == FOLDER or is_program(node) or is_archive(node)


def _comes_along(node, last):
    """Whether a node is part of an attempt beside `last`: a program beside a program, and whatever is none."""
    return (
        is_program(node) and is_program(last) or node.kind == FILE and not _may_hold_program(node)
    )


def latest_of_dates(entries):
    """The Attempt that all files of a student's latest attempt are; a receipt without any is one that has nothing."""
    files = [each for each in entries if each.base]
    last = (files or entries)[-1]
    dates = list(dict.fromkeys(each.attempt for each in entries))
    later, older = (
        [date for date in dates if (date > last.attempt) == after and date != last.attempt]
        for after in (True, False)
    )
    flags = (f"The attempt of {last.attempt} was taken instead of {', '.join(older)}.",) * bool(
        older and files
    )
    flags += (f"There is no file of a later attempt ({', '.join(later)}).",) * bool(later)
    if not files:
        return replace(attempt(last, [], ()), complaint=only_receipt(last.node))
    return attempt(last, [each for each in files if each.attempt == last.attempt], flags)


def attempt(last, taken, flags=()):
    """The Attempt of the entries that were taken, of which `last` is the last."""
    renamed = tuple(replace(each.node, name=each.base) for each in taken)
    node = (
        Node(last.node.name, FOLDER, (), renamed)
        if last.base and last.node.kind == FILE
        else last.node
    )
    own = tuple(dict.fromkeys(flag for each in taken for flag in each.flags))
    claimant = next((each for each in reversed(taken) if each.claim), last)
    return Attempt(last.who, last.node.name, node, flags + own, claimant.people, claimant.claim)


def only_receipt(node):
    """The sentence on a receipt of Blackboard's without a file."""
    return f"No file was handed in: {shown(node.name)} is only Blackboard's receipt."


def alone(node, name):
    """The Attempt that a node is, which was given by itself and is known by a name, not as one of many."""
    known = entry(replace(node, name=name))
    complaint = only_receipt(node) if known.attempt and not known.base and node.kind == FILE else ""
    return Attempt(known.who, "", node, known.flags, known.people, known.claim, complaint)
