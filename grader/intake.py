"""From paths to submissions: whose they are, what their program is, and what is odd about them.

A path is a program (a file of any name), a folder or zip with one, or a folder or zip of many submissions, of
which `PATH!NAME` is the one that is called NAME in there.
"""

import hashlib
import os
import re
import unicodedata
from collections import Counter
from dataclasses import dataclass, replace

from grader import archive, layouts, sources
from grader.archive import FILE, FOLDER, Refused, is_zip, read, shown
from grader.layouts import Attempt, called
from grader.program import is_notebook, program

LAYOUTS = ("auto", "single", "many")
ALL_BYTES = 8 << 20  # in all files of a program


@dataclass(frozen=True)
class Submission:
    """What one student handed in: files for the scratch folder, or the complaint that there is no program."""
    who: str  # NETID or name: never empty, printable, unlike all others
    path: str  # what `submissions` finds this one by
    layout: str  # "single" or "many", as it was read
    members: tuple = ()  # (name in the scratch folder, node) of each file
    digest: str = ""
    flags: tuple = ()  # sentences on what is odd
    complaint: str = ""  # the sentence that says why there is no program

    def files(self):
        """{name in the scratch folder: bytes}, read now; ValueError if they have changed since intake."""
        found = contents(self.members)
        if not self.complaint and digest(found) != self.digest:
            raise ValueError(f"{self.path}: expected the files that were taken in, got others")
        return found

    def at_hand(self, file):
        """(The path of what is a file of the program, what must be done before Python can run it, or "")."""
        node = dict(self.members).get(file)
        if node is None:
            return file, ""
        if is_notebook(node):
            return file, f"save the code of {shown(node.name)} in it first"
        if len(node.place) > 1:
            return node.name, f"unpack {shown(archive.last_name(node.place[0]))} first"
        inner = os.path.relpath(node.place[0], os.path.realpath(self.path))
        return (os.path.normpath(os.path.join(self.path, inner)) if inner != "." else self.path), ""

    def key(self):
        """The SHA-256, in hexadecimal, of the files' names and bytes, or of the complaint."""
        return self.digest


def submissions(paths, files, layout="auto"):
    """The Submissions at the paths, by `who`, for an assignment that asks for `files`; `layout`: of LAYOUTS.

    Never raises for what a path holds. Reads every program once, and keeps none of them in memory.
    """
    found = [each for path in dict.fromkeys(paths) for each in at(path, files, layout)]
    found.sort(key=lambda each: (each.who, each.path))
    return tuple(unlike(found))


def at(path, files, layout):
    """The Submissions at one path."""
    base, wanted = split(path)
    if len(files) > 1 and any(called(archive.last_name(base), file) for file in files) and os.path.isfile(base):
        base, layout = os.path.dirname(os.path.abspath(base)), "single"  # the other files are beside it
    who = owner(base, files)
    try:
        root = archive.given(base)
        many, root = opened(root, files, "many" if wanted else layout)
        if not many:
            return [taken(Attempt(who, "", root), path, "single", files)]
        found = chosen(layouts.attempts(root), base.rstrip("/"), wanted)
        return [taken(attempt, inner, "many", files) for inner, attempt in found]
    except Refused as reason:
        return [refused(Submission(who, path, "single"), reason)]


def split(path):
    """(The path on disk, the whole path if it names one of many there, else "")."""
    if not os.path.lexists(path):
        for place, char in enumerate(path):
            if char == "!" and os.path.lexists(path[:place]):
                return path[:place], path
    return path, ""


def chosen(attempts, base, wanted):
    """[(path, Attempt)] of all in the folder or zip at `base`, or of the wanted one; Refused if none."""
    found = [(f"{base}!{attempt.name}", attempt) for attempt in unlike(attempts)]
    if not (found := [each for each in found if wanted in ("", each[0])]):
        raise Refused(f"There is no submission {shown(wanted, 4096)}." if wanted else
                      f"There is no submission in {shown(base, 4096)}.")
    return found


def opened(root, files, layout):
    """(Whether a node holds many submissions, the node, which is a folder if it does)."""
    if root.kind != FOLDER and not is_zip(root):
        return False, root
    folder = archive.unzipped(root) if is_zip(root) else root
    many = layout == "many" or layout == "auto" and layouts.is_many(folder, files)
    return many, folder if many else root


# ---- Who ----

def owner(path, files):
    """Whose the submission at a path is, by its name, or by its folder's if it is called like all others."""
    name, folder = archive.last_name(path), os.path.dirname(path)
    if any(called(name, file) for file in files) and folder:
        name = archive.last_name(folder)
    return layouts.entry(archive.Node(name, FILE, ()), {}).who


def unique(names):
    """The names as printable lines that could name files, none of them empty, later equal ones numbered.

    >>> unique(["jdoe", "", "JDoe"])
    ['jdoe', 'unnamed', 'JDoe (2)']
    """
    found, taken = [], Counter()
    for name in names:
        who = plain = shown(unicodedata.normalize("NFC", name)).replace("/", "_").strip(" .") or "unnamed"
        while who.casefold() in taken:
            taken[plain.casefold()] += 1
            who = f"{plain} ({taken[plain.casefold()]})"
        taken[who.casefold()] = 1
        found.append(who)
    return found


def unlike(found):
    """Yield the Submissions or Attempts with unique names, flagged where one before has the same."""
    for each, who in zip(found, unique([each.who for each in found])):
        shared = who != each.who and re.search(r" \([0-9]+\)\Z", who)
        flag = ("Another submission has the same name.",) if shared else ()
        yield replace(each, who=who, flags=each.flags + flag)


# ---- What ----

def taken(attempt, path, layout, files):
    """The Submission that an attempt is."""
    found = Submission(attempt.who, path, layout, flags=attempt.flags)
    try:
        members, flags = program(attempt.node, files, path)
        read_now = contents(members)
    except Refused as reason:
        return refused(found, reason)
    told = {file: sources.reading(read_now[file]) for file in files if file in read_now}
    flags += tuple(f"{file}: {flag}" if len(files) > 1 else flag for file, flag in told.items() if flag)
    return replace(found, members=members, digest=digest(read_now), flags=found.flags + flags)


def refused(submission, reason):
    """The submission, with the complaint instead of files."""
    return replace(submission, complaint=str(reason), digest=digest({"": str(reason).encode()}))


# ---- Bytes ----

def contents(members):
    """{name: bytes} of a program's files, notebooks turned into programs; Refused if one can't be read."""
    found, room = {}, ALL_BYTES
    for name, node in members:
        found[name] = sources.program(read(node)) if is_notebook(node) else read(node)
        room -= len(found[name])
        if room < 0:
            raise Refused(f"Its modules are larger than {ALL_BYTES >> 20} MiB together.")
    return found


def digest(files):
    """The SHA-256 of names and bytes, in hexadecimal."""
    total = hashlib.sha256()
    for name, data in sorted(files.items()):
        total.update(f"{name}\0{len(data)}\0".encode("utf-8", "surrogateescape") + data)
    return total.hexdigest()


# ---- The list ----

def listing(submissions):
    """The lines that tell how paths were read: how many submissions, and for each who, where and what is odd.

    >>> print(listing([Submission("jdoe", "hw9.zip!jdoe.py", "many", flags=("It is empty.",))]))
    1 submission (1 from a folder or zip of many):
      jdoe  hw9.zip!jdoe.py  It is empty.
    """
    many = sum(each.layout == "many" for each in submissions)
    width = min(24, max((len(each.who) for each in submissions), default=0))
    rows = ["  ".join(["", f"{each.who:<{width}}", shown(each.path, 4096),
                       " ".join((*each.flags, each.complaint))]).rstrip() for each in submissions]
    how = f" ({many} from a folder or zip of many)" * bool(many)
    return "\n".join([f"{len(rows)} submission{'s' * (len(rows) != 1)}{how}:", *rows])
