"""Turns paths into submissions, each with its students, its program, and flags on what is odd.

A path is a program (a file of any name), a folder or archive that holds one, or a folder or archive
with many submissions. `PATH!NAME` is the one called NAME of many, or that of the student called so.
"""

import hashlib
import os
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from grader.courses.names import People
from grader.ground.files import Files
from grader.ground.states import Changed
from grader.ground.text import alphabetical, first_of
from grader.intake import sentences, sources
from grader.intake.archive import last_name, node_at, read_file, unpack
from grader.intake.layouts import FEW, Attempt, latest_attempts, sole_attempt
from grader.intake.nodes import FILE, FOLDER, Node
from grader.intake.people import private_flags
from grader.intake.program import Members, find_program, imported_beside
from grader.intake.sentences import NAMES, Absent, Ambiguous, Flags, Refused, say, shown
from grader.intake.shape import MANY, ONE, PERHAPS_MANY, main_file, reading
from grader.records.submissions import Source


LAYOUTS = ("auto", "single", "many")
ALL_BYTES = 8 << 20  # the most bytes of all files of a program
BESIDE = "{name} imports what lies beside it, {names}: give their folder, and all are checked."
MAY_BE_MANY = "If {path} holds submissions of several students, grade it with --layout many."
MAY_BE_ONE = (
    "It is taken for one of several submissions: if all of {path} is one student's, grade it with "
    "--layout single."
)
Record = TypeVar("Record", "Submission", Attempt)


@dataclass(frozen=True)
class Submission:
    """The program that a student handed in, or a complaint that says why there is none."""

    who: str  # the student's NETID or name: never empty, printable, unlike all others
    path: str  # the path by which `submissions` finds this submission again
    members: Members = ()
    digest: str = ""  # the digest of the files' names and bytes, or of the complaint
    flags: Flags = ()  # sentences on what is unusual
    company: Flags = ()  # flags on files beside the program, until `submissions` adds or omits them
    complaint: str = ""  # the sentence that says why no program was found
    # its students of whom more than the name is known
    people: People = field(default=(), hash=False)
    claim: str = ""  # the netid in the file's own name if a course system, too, says whose it is
    private_flags: Flags = ()  # flags that only instructors see
    # (name under which a main file was handed in, its module)
    aliases: tuple[tuple[str, str], ...] = ()
    is_absent: bool = False  # whether its path does not exist
    is_ambiguous: bool = False  # whether any of several files could be meant
    is_empty: bool = False  # whether all its files are empty
    sources: tuple[Source, ...] = ()  # the files as reports show them
    inside: str = ""  # the path within the given folder or archive of many submissions

    @property
    def given(self) -> str:
        """The path on the command line that this submission comes from."""
        if self.inside:
            return self.path[: -len(self.inside) - 1]
        return self.path

    def files(self) -> Files:
        """{name in the scratch folder: bytes}, read now; Changed if they are no longer as they
        were.
        """
        try:
            contents = _contents(self.members)
        except Refused:
            raise Changed(self.path) from None
        if not self.complaint and _digest(contents) != self.digest:
            raise Changed(self.path)
        return contents

    def at_hand(self, file: str) -> tuple[str, str]:
        """(Where the student finds a file, what the student must do before Python can run it, or
        "").
        """
        node = dict(self.members).get(file)
        if node is None:
            return file, ""
        if node.is_notebook:
            return file, f"save the code of {shown(node.name)} in it first"
        if node.members:
            return node.name, f"unpack {shown(last_name(node.path))} first"
        inner = os.path.relpath(node.path, os.path.realpath(self.path))
        if inner == ".":
            return self.path, ""
        return os.path.normpath(os.path.join(self.path, inner)), ""

    def key(self) -> str:
        """A digest of the files' names and bytes and of the aliases: of all that can change a
        run.
        """
        if not self.aliases:
            return self.digest
        return _digest({"": repr((self.digest, self.aliases)).encode()})


def submissions(
    paths: Iterable[str], files: Sequence[str], layout: str = "auto"
) -> tuple[Submission, ...]:
    """The Submissions at the paths, sorted by `who`, to an assignment that asks for `files`.

    Raises no exception whatever a path holds. Reads every program once, and keeps of it in
    memory only what reports show. `layout` is one of LAYOUTS. If there are several paths, each is
    one submission, unless it clearly holds many.
    """
    unique_paths = dict.fromkeys(paths)
    is_alone = len(unique_paths) == 1
    ordered = []
    for path in unique_paths:
        ordered += _submissions_at(path, files, layout, is_alone)
    ordered.sort(key=lambda submission: (alphabetical(submission.who), submission.path))
    unique = list(_with_company(list(_with_unique_names(ordered))))
    return tuple(map(_with_private_flags, unique, private_flags(unique)))


def _submissions_at(
    path: str, files: Sequence[str], layout: str, is_alone: bool
) -> list[Submission]:
    """The Submissions at a path; `is_alone` if no other path was given."""
    base, wanted = _split(path)
    is_one_of_several = len(files) > 1 and main_file(last_name(base), files)
    if is_one_of_several and os.path.isfile(base):
        # the submission is one file; the other files are beside it
        base = os.path.dirname(os.path.abspath(base))
        layout = "single"
    if wanted:
        layout = "many"
    name = _own_name(base, files)
    try:
        root = node_at(base)
        many, flags = _folder_of_many(root, files, layout, is_alone)
        if not many:
            submission = _submission_of(sole_attempt(root, name), path, files)
            return [_with_private_flags(_with_flag_on_imports(submission, root), flags)]
        submissions = []
        for attempt in _with_unique_names(latest_attempts(many, files)):
            inner = f"{base.rstrip('/')}!{attempt.node.name}"
            submission = replace(_submission_of(attempt, inner, files), inside=attempt.node.name)
            submissions.append(_with_private_flags(submission, flags))
        if wanted:
            return _called(wanted, submissions, path)
        if not submissions:
            raise Refused("There is no submission in {path}.", path=base.rstrip("/"))
        return submissions
    except Refused as reason:
        who = sole_attempt(Node(name, FILE), name).who
        return [_refused(Submission(who, path), reason)]


def _split(path: str) -> tuple[str, str]:
    """(The path on disk, the name of one of many submissions there or "")."""
    if not os.path.lexists(path):
        for match in re.finditer("!", path):
            if os.path.lexists(path[: match.start()]):
                return path[: match.start()], path[match.end() :]
    return path, ""


def _called(name: str, submissions: Sequence[Submission], path: str) -> list[Submission]:
    """The submissions of a class with this name, their file's or student's, flagged as in the whole
    class.
    """
    chosen = [
        submission
        for submission in _with_company(submissions)
        if name in (submission.inside, submission.who)
    ]
    if not chosen:
        raise Absent("There is no submission {path}.", path=path)
    return chosen


def _own_name(path: str, files: Sequence[str]) -> str:
    """The name that tells whose a path is: the file's, or the folder's if the file is a main
    file.
    """
    name = last_name(path)
    folder = os.path.dirname(path)
    if folder and main_file(name, files):
        return last_name(folder)
    return name


def _folder_of_many(
    root: Node, files: Sequence[str], layout: str, is_alone: bool
) -> tuple[Node | None, Flags]:
    """(The folder of many submissions, None if the node is one submission; flags if that is
    unsure).
    """
    if layout == "single" or root.kind != FOLDER and not root.is_archive:
        return None, ()
    folder = root
    if root.is_archive:
        folder = unpack(root)
    if layout == "many":
        return folder, ()
    kind = reading(folder, files)
    if kind == MANY:
        return folder, ()
    if kind == ONE:
        return None, ()
    if kind == PERHAPS_MANY and is_alone:
        return folder, (say(MAY_BE_ONE, path=root.name),)
    return None, (say(MAY_BE_MANY, path=root.name),)


# ---- Whose ----


def _with_unique_names(records: Sequence[Record]) -> Iterator[Record]:
    """The Submissions or Attempts, each named by a printable line that could be the name of a file.

    If an earlier one has the same name, this one gets a number and a flag.
    """
    count: Counter[str] = Counter()
    for record in records:
        line = shown(unicodedata.normalize("NFC", record.who)).replace("/", "_")
        who = plain = line.strip(" .") or "unnamed"
        while who.casefold() in count:
            count[plain.casefold()] += 1
            who = f"{plain} ({count[plain.casefold()]})"
        count[who.casefold()] = 1
        flags = record.flags
        if who != plain:
            flags += ("Another submission has the same name.",)
        yield replace(record, who=who, flags=flags)


# ---- What ----


def _with_company(submissions: Sequence[Submission]) -> Iterator[Submission]:
    """The submissions with their flags on files beside the program.

    A flag that most of a class would have is omitted: the files come with the course's template.
    """
    counts: Counter[str] = Counter()
    for submission in submissions:
        counts.update(submission.company)
    for submission in submissions:
        flags = submission.flags
        for flag in submission.company:
            if counts[flag] < FEW or counts[flag] <= len(submissions) / 2:
                flags += (flag,)
        yield replace(submission, flags=flags, company=())


def _submission_of(attempt: Attempt, path: str, files: Sequence[str]) -> Submission:
    """The Submission of an attempt or, if that has no program, of an earlier attempt with one.

    An attempt with several files of which any could be meant keeps its place.
    """
    latest = chosen = _submission_of_this(attempt, path, files)
    other = attempt
    while chosen.complaint and not chosen.is_ambiguous and other.earlier:
        other = other.earlier
        chosen = _submission_of_this(other, path, files)
    if chosen.complaint:
        return latest
    if other is attempt:
        return _with_flag_on_earlier(latest, attempt, files)
    flag = say(
        "There is no program in {name}, so {earlier} was taken.",
        name=attempt.node.name,
        earlier=other.node.name,
    )
    return replace(chosen, who=latest.who, flags=(flag,) + chosen.flags)


def _with_flag_on_earlier(
    submission: Submission, attempt: Attempt, files: Sequence[str]
) -> Submission:
    """The submission, with a flag if an earlier attempt may have a file that this one lacks."""
    if not attempt.earlier or dict(submission.members).keys() >= set(files):
        return submission
    flag = say("An earlier attempt may have it: {name}.", name=attempt.earlier.node.name)
    return replace(submission, flags=submission.flags + (flag,))


def _with_flag_on_imports(submission: Submission, root: Node) -> Submission:
    """The submission, with a flag if it is one file that imports others beside it."""
    if root.kind != FILE or not (names := imported_beside(root)):
        return submission
    flag = say(BESIDE, name=root.name, names=first_of(names, NAMES))
    return replace(submission, flags=submission.flags + (flag,))


def _with_private_flags(submission: Submission, flags: Flags) -> Submission:
    return replace(submission, private_flags=submission.private_flags + flags)


def _submission_of_this(attempt: Attempt, path: str, files: Sequence[str]) -> Submission:
    """The Submission of this very attempt."""
    submission = Submission(
        attempt.who,
        path,
        flags=attempt.flags,
        people=attempt.people,
        claim=attempt.claim,
        private_flags=attempt.private_flags,
    )
    try:
        if attempt.complaint:
            raise Refused(sentences.REASON, reason=attempt.complaint)
        members, flags, company = find_program(attempt.node, files)
        contents = _contents(members)
        documents = _documents(members, contents, files)
    except Refused as reason:
        return _refused(submission, reason)
    for name in documents:
        del contents[name]
    members = tuple(member for member in members if member[0] in contents)
    flags += tuple(documents.values())
    is_empty = not b"".join(contents.values()).strip()
    if not is_empty:
        flags += tuple(_problems(contents, files))
    return replace(
        submission,
        members=members,
        digest=_digest(contents),
        flags=submission.flags + flags,
        company=company,
        aliases=_aliases(members, files),
        is_empty=is_empty,
        sources=sources.readable(contents),
    )


def _refused(submission: Submission, reason: Refused) -> Submission:
    complaint = str(reason)
    return replace(
        submission,
        complaint=complaint,
        digest=_digest({"": complaint.encode()}),
        is_absent=isinstance(reason, Absent),
        is_ambiguous=isinstance(reason, Ambiguous),
    )


def _documents(members: Members, contents: Files, files: Sequence[str]) -> dict[str, str]:
    """{main file that clearly isn't Python: the flag on it}; Refused if all main files are so."""
    mains = [(name, node) for name, node in members if name in files]
    documents = {}
    for name, node in mains:
        if not node.is_notebook and (kind := sources.document_kind(contents[name])):
            documents[name] = say(sentences.NO_PYTHON_FILE, name=node.name, kind=kind)
    if len(documents) == len(mains):
        raise Refused(sentences.REASON, reason=" ".join(documents.values()))
    return documents


def _problems(contents: Files, files: Sequence[str]) -> Iterator[str]:
    for file in files:
        if file not in contents:
            continue
        source = contents[file]
        if flag := sources.problem(source) or sources.defined_twice(source):
            if len(files) > 1:
                flag = f"{file}: {flag}"
            yield flag


def _aliases(members: Members, files: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """((name, module), ...) for main files that were handed in under the name of another module."""
    modules = {os.path.splitext(name)[0] for name, _ in members}
    aliases = {}
    for name, node in members:
        alias = re.sub(r"(\.py|\.txt|\.ipynb)+\Z", "", node.name, flags=re.I)
        if name in files and alias.isidentifier() and alias not in modules:
            aliases[alias] = os.path.splitext(name)[0]
    return tuple(sorted(aliases.items()))


def _contents(members: Members) -> Files:
    """{name: bytes} of a program's files, for notebooks their code; Refused if a file can't be
    read.
    """
    contents = {}
    room = ALL_BYTES
    for name, node in members:
        data = read_file(node)
        if node.is_notebook:
            data = sources.notebook_program(data)
        contents[name] = data
        room -= len(data)
        if room < 0:
            raise Refused("Its modules are larger than {mib} MiB together.", mib=ALL_BYTES >> 20)
    return contents


def _digest(files: Files) -> str:
    total = hashlib.sha256()
    for name, data in sorted(files.items()):
        total.update(f"{name}\0{len(data)}\0".encode("utf-8", "surrogateescape") + data)
    return total.hexdigest()
