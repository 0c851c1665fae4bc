"""How courses and course systems hand over submissions: whose each one is, and which is the latest.

Known by their names, n being numbers:

    hw9_NETID.zip                         the rule of the assignment
    lastnamefirst_n_n_hw9_NETID.zip       Canvas; or any file; also with _LATE after the name
    First Last_n_assignsubmission_file_/  Moodle; also a file whose name goes on
    submission_n/                         Gradescope, the students' names in submission_metadata.yml
    assignment-USER/ with .git inside     GitHub Classroom

Anything else in a folder or zip of many is somebody's if it is a folder, a program or an archive.
"""

import os
import re
from dataclasses import dataclass, replace
from itertools import groupby

from grader.archive import DEPTH, FILE, FOLDER, ZIP_BYTES, Node, Refused
from grader.archive import children, is_zip, noise, read, shown, walk

CANVAS = re.compile(r"(?P<who>[^_]+)_(?P<late>LATE_)?(?P<student>[0-9]{1,18})_(?P<order>[0-9]{1,18})"
                    r"_(?P<base>.+)", re.DOTALL)
MOODLE = re.compile(r"(?P<who>.+)_(?P<student>[0-9]{1,18})_assignsubmission_(?:(?P<file>file)|onlinetext)"
                    r"_(?P<base>.*)", re.DOTALL)
GRADESCOPE = re.compile(r"submission_(?P<student>[0-9]{1,18})")
RULE = re.compile(r"hw[0-9]+_(?P<who>.+)", re.DOTALL | re.I)
AGAIN = re.compile(r"(?:-([0-9]{1,9})| ?\(([0-9]{1,9})\))(?=(?:\.[a-z]+)*\Z)", re.I)
SUFFIXES = re.compile(r"(?:\.(?:zip|rar|7z|tar|gz|tgz|py|ipynb|txt))+\Z", re.I)
RESULTS = "results.sqlite3"  # what a folder that `--out` named holds
ORDINARY = {"src", "test", "tests", "code", "lib", "doc", "docs"}  # folders that one program may have


@dataclass(frozen=True)
class Entry:
    """One attempt of a student in a folder or zip of many."""
    node: Node
    who: str
    student: tuple  # equal for all attempts of a student
    order: tuple = ()  # later attempts have larger ones
    base: str = ""  # the name that the student gave, where the course system has another
    late: bool = False


@dataclass(frozen=True)
class Attempt:
    """The latest that a student handed in, the name of its entry among many, and what is odd about it."""
    who: str
    name: str
    node: Node
    flags: tuple = ()


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
    if from_system(root.name) or any(node.kind == FILE and called(node.name, file)
                                     for node in inside for file in files):
        return False
    by_rule = bool(RULE.fullmatch(root.name))  # then it may well be one, though it holds hw9_NETID or modules
    folders = [node for node in inside if node.kind == FOLDER and node.name.casefold() not in ORDINARY]
    zips = [node for node in inside if is_zip(node)]
    return (sum(bool(RULE.fullmatch(node.name)) for node in folders + zips) > by_rule
            or len(folders) > 1 and any(map(holds_program, folders)) or len(zips) > 1
            or sum(map(is_program, inside)) > 2 and not by_rule)  # two may be a program and its module


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
    return CANVAS.fullmatch(name) or MOODLE.fullmatch(name) or GRADESCOPE.fullmatch(name)


def own_name(name):
    """Whether a name is that of one student's submission."""
    return bool(from_system(name) or RULE.fullmatch(name))


def is_program(node):
    """Whether a node calls itself a program."""
    return node.name.casefold().endswith((".py", ".ipynb", ".py.txt"))


def holds_program(folder):
    """Whether there is a program or a zip somewhere in a folder."""
    try:
        return any(is_program(node) or is_zip(node) for _, node in walk(folder))
    except Refused:
        return False


# ---- Whose ----

def attempts(root):
    """The latest Attempt of each student in a folder of many, in an order of their own."""
    root = unwrapped(root)
    names = submitters(root)
    found = without_prefix([entry(node, names) for node in useful(root) if is_somebodys(node)])
    found.sort(key=lambda each: (each.student, each.order, each.node.name))
    return [latest(list(group)) for _, group in groupby(found, key=lambda each: each.student)]


def is_somebodys(node):
    """Whether a node among many can be a submission: no list or log of the course system, no results of ours."""
    archived = node.name.casefold().endswith((".zip", ".rar", ".7z", ".tar", ".gz", ".tgz"))
    if node.kind == FOLDER and any(each.name == RESULTS for each in children(node)):
        return False
    return node.kind != FILE or own_name(node.name) or is_program(node) or archived


def entry(node, names):
    """The Entry that a node is; `names`: the students' by the folders of a Gradescope export."""
    if gradescope := GRADESCOPE.fullmatch(node.name):
        return Entry(node, names.get(node.name, node.name), ("gradescope", gradescope["student"]))
    if found := CANVAS.fullmatch(node.name) or MOODLE.fullmatch(node.name):
        (base, again), fields = original(found["base"]), found.groupdict()
        order = bool(fields.get("file")), int(fields.get("order", 0)), again
        return Entry(node, netid(base) or found["who"], ("id", found["student"], found["who"]), order, base,
                     late=bool(fields.get("late")))
    base, again = original(node.name)
    if who := netid(base):
        return Entry(node, who, ("netid", who.casefold()), (again,))
    return Entry(node, node.name if node.kind == FOLDER else SUFFIXES.sub("", node.name), ("name", node.name))


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
    return (name[:found.start()] + name[found.end():], int(found[1] or found[2])) if found else (name, 0)


def submitters(root):
    """{folder: names of its students} from the metadata of a Gradescope export, {} if there is none."""
    (text,) = [metadata(node) for node in children(root) if node.name == "submission_metadata.yml"] or [""]
    found, folder = {}, None
    for row in text.splitlines():
        if start := re.match(r"(submission_[0-9]+):", row):
            folder = start[1]
        elif ":created_at" in row:  # the names of tests follow
            folder = None
        elif folder and (name := re.search(r":name: (.+)", row)):
            found.setdefault(folder, []).append(name[1].strip(" '\""))
    return {folder: " and ".join(names) for folder, names in found.items()}


def metadata(node):
    """The text of the metadata of an export, "" if it can't be read."""
    try:
        return read(node, ZIP_BYTES).decode(errors="replace")
    except Refused:
        return ""


def without_prefix(entries):
    """The entries, clones of a classroom's repositories called without what their names have in common."""
    clones = {each.node.name for each in entries if is_clone(each.node)}
    common = os.path.commonprefix(list(clones)) if len(clones) > 1 else ""
    cut = common.rfind("-") + 1
    return [replace(each, who=each.who[cut:]) if each.node.name in clones else each for each in entries]


def is_clone(node):
    """Whether a node is a folder with a `.git` in it."""
    try:
        return node.kind == FOLDER and any(child.name == ".git" for child in children(node))
    except Refused:
        return False


# ---- Which ----

def latest(entries):
    """The Attempt that the last of a student's entries is; loose programs of other names come along."""
    last = entries[-1]
    taken = [last]
    if last.base and is_program(last.node):
        newest = {each.base: each for each in entries if is_program(each.node)}
        taken = list(newest.values())
    older = [shown(each.node.name) for each in entries if each not in taken]
    flags = (f"The latest, {shown(last.node.name)}, was taken instead of {', '.join(older)}.",) * bool(older)
    flags += ("The course system marks it late.",) * last.late
    renamed = tuple(replace(each.node, name=each.base) for each in taken)
    node = Node(last.node.name, FOLDER, (), renamed) if last.base and last.node.kind == FILE else last.node
    return Attempt(last.who, last.node.name, node, flags)
