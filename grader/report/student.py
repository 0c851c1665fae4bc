"""The blocks for a student: what works, and what doesn't yet, once for each cause; pure.

At home the terminal shows them. Feedback that is handed back adds the points, and its page all
checks and the program.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import replace

from grader.assignment import folders
from grader.diagnose.problems import Problem, is_hidden, may_cause_others, problems
from grader.ground.text import first_of, listed, shell_word, visible, when
from grader.records.causes import Cause
from grader.records.facts import Fact, shortened
from grader.records.results import Result, Results
from grader.records.submissions import Document, SubmissionResults
from grader.report import hints, search, sentences, summary
from grader.report.blocks import (
    NO_LINKS,
    Apart,
    Block,
    Call,
    Fold,
    Items,
    Line,
    Links,
    Part,
    Rationed,
    Roomy,
    Rows,
    Section,
    Sentence,
    Span,
    Words,
)
from grader.report.evidence import changes, compared
from grader.report.overview import groups, points_of
from grader.report.scope import Scope
from grader.report.sentences import all_of, cause_help, cause_rationale, sentence


# AtHand(file of a program) is its path, and what must be done before Python can run it.
AtHand = Callable[[str], tuple[str, str]]
LONG = 60  # a longer call makes a poor headline
LONG_FACT, LONG_NOTE = 300, 500  # the most characters of a fact and of a note
MOST = 4  # the most sentences of a kind
FIGURES = "counted", "counted_beside"  # the kinds of measurements that are mere figures
NOTE_LINES = 10  # the most lines of all notes together
ROOM = 42  # the lines for problems; the first problem may exceed them
MAY_DIFFER = (
    "Your mark may be higher than these checks say: a slip that spoils several of them costs once."
)
AGAIN = (
    "To check all of it again, run one of these: the first if you were given check.pyz, the second "
    "in the folder of the course's files."
)
# Facts as they are worded after "not yet:".
FACTS = {kind: text[0].lower() + text[1:] for kind, text in sentences.FACTS.items()} | {
    "wrong_line": "line {line} differs."
}
# The hints, without what students can't change.
HINTS = hints.HINTS | {
    "not_installed": "Is it a file that was not handed in? If it is a package, do without it: the "
    "Python that checks programs does not have it."
}
NOT_RUN = sentences.NOT_RUN | {
    "patience": ", because {function} crossed a time or memory limit in {number} checks before.",
}


def own_folder(file: str) -> tuple[str, str]:
    """The file's name and "in its folder", for a student whose machine is unknown."""
    return file, "in its folder"


def title(submission: SubmissionResults, document: Document) -> Line:
    """The title of the feedback, with the student's name."""
    return [f"{subject(document)} for ", Span(summary.who(submission), "bdi")]


def subject(document: Document) -> str:
    """The title of the feedback, without a name."""
    return f"Feedback on {document.assignment}"


def handed_back(
    submission: SubmissionResults, document: Document, again: Sequence[str], steps: Links = NO_LINKS
) -> Iterator[Block]:
    """Yield the blocks to hand back: the points, and all that the student reads at home.

    `again` are the commands of which one checks the program again, if any; `steps` maps a check
    to the address of the page that steps through its example.
    """
    yield Sentence(score(submission), "score")
    yield from blocks(submission, own_folder, document.python_version, again, steps)


def blocks(
    submission: SubmissionResults,
    at_hand: AtHand,
    graded_with: str = "",
    again: Sequence[str] = (),
    steps: Links = NO_LINKS,
    scope: Scope = Scope(),
) -> Iterator[Block]:
    """Yield the blocks that a student reads, by default those at home.

    `at_hand(file)` gives the path at which Python finds a file of the program, and what the student
    must do first; `graded_with` is the version of the course's Python, if that graded it.
    """
    is_graded = bool(graded_with)
    todo, results = problems(submission), submission.results
    yield Section([groups(results, is_graded)])
    shown = {problem.first.check for problem in todo}
    said = notes(submission, shown, is_graded)
    yield Section([Items(said, "flags", "Note: ", MOST, NOTE_LINES)])
    sections = _problems(todo, steps, submission)
    rest = [_left_out(todo[place:]) for place in range(len(todo))]
    yield Sentence(_other_name(todo, submission, at_hand))
    yield Rationed(sections, rest, ROOM)
    yield Sentence(_hidden(results))
    untried = list(map(Sentence, _untried(results)))
    yield [Roomy(untried, untried[:MOST])]
    go_on = list(_how_to_try(todo, submission, at_hand, graded_with))
    if again and summary.passed(results) < len(results):
        go_on.append(Sentence(AGAIN))
        go_on += map(Call, again)
    yield go_on
    yield list(map(Sentence, _ending(submission, todo, is_graded, scope)))


# ---- The overview ----


def score(submission: SubmissionResults) -> str:
    """The points of a submission, in a sentence."""
    unsure = when(summary.is_unsure(submission), "Not graded in full yet: at least ")
    said = f"{unsure}{summary.score(submission)}."
    return said[:1].upper() + said[1:]


def notes(submission: SubmissionResults, shown: Set[str], is_graded: bool) -> list[str]:
    """Sentences on odd files, checks close to a limit, another edition, and slow functions.

    `shown` has the checks whose failures are shown: of others, mere figures explain nothing.
    """
    # that a file is empty is stated as a problem
    said = {sentences.EMPTY, *map(sentences.rationale, submission.results)}
    return [
        shortened(visible(note), LONG_NOTE)
        for note in _notes(submission, shown, is_graded)
        if note not in said
    ]


def _notes(submission: SubmissionResults, shown: Set[str], is_graded: bool) -> Iterator[str]:
    if is_graded:
        yield from summary.adjusted(submission)
    for edition in summary.another_edition(submission):
        yield f"{edition} Is that the one you were given?"
    yield from sentences.flags(submission)
    said = []
    for cause in submission.misconceptions:
        if not cause.checks:
            said.append(cause.evidence)
            yield f"{cause_rationale(cause)} {sentences.question(cause)}"
    for result in submission.results:
        for fact in result.flags + result.notes[: summary.MEASURED]:
            explains_nothing = result.check not in shown and fact.kind in FIGURES
            if fact not in said and not explains_nothing:
                yield f"{result.check}: {sentence(fact)}"


# ---- The causes ----


def brief(result: Result) -> str:
    """The reason for a result's verdict, in a few words."""
    reason = result.reason
    said = sentence(reason, FACTS, "it")
    if reason.kind in ("cpu", "lines", "memory") and "line" in reason.fields:
        said += f" Shortly before, it was {_place(reason)}."
    return shortened(visible(said), LONG_FACT)


def _place(reason: Fact) -> str:
    """Where a program was, in words, and from where that was called.

    >>> place = {"file": "it.py", "line": "7", "caller": "it.py", "called_from": "9"}
    >>> _place(Fact("cpu", place)), _place(Fact("cpu", place | {"caller": "main.py"}))
    ('in line 7 of it.py, called from line 9', 'in line 7 of it.py, called from line 9 of main.py')
    """
    where = "in line {line} of {file}".format(**reason.fields)
    if "caller" in reason.fields:
        where += ", called from line {called_from}".format(**reason.fields)
        if reason.fields["caller"] != reason.fields["file"]:
            where += " of {caller}".format(**reason.fields)
    return where


def _problems(
    todo: Sequence[Problem], steps: Links, submission: SubmissionResults
) -> list[Section]:
    """The problems, in which no question is asked twice."""
    sections, numbers = [], dict[str, int]()
    for number, problem in enumerate(todo, 1):
        question = _question(problem, submission.results)
        first = numbers.setdefault(question, number)
        if first < number and question and not problem.repeated_causes:
            question = f"The question under {first} is about this, too."
        sections.append(_problem(number, problem, question, steps, submission))
    return sections


def _problem(
    number: int, problem: Problem, question: str, steps: Links, submission: SubmissionResults
) -> Section:
    """A problem: the call, that it doesn't work yet, the evidence, and a question."""
    title: list[Part] = [f"{number}. ", Span(_called(problem), "code")]
    if not problem.is_empty:
        title.append(" - not yet")
    shown = list(_shown(problem, question, steps, submission))
    return Section(shown, title, brief(problem.shown), "problem", f"cause-{number}", 3)


def _other_name(todo: Iterable[Problem], submission: SubmissionResults, at_hand: AtHand) -> str:
    """The sentence on a file that problems name and that the student gave another name."""
    files = {problem.shown.reason.fields.get("file") for problem in todo}
    for module in _modules(submission):
        file = f"{module}.py"
        own = os.path.basename(at_hand(file)[0])
        if file in files and own != file:
            return f"Below, {visible(own)} is called {file}, as the checks import it by that name."
    return ""


def _called(problem: Problem) -> str:
    """The call of a problem as a headline, or the name of its check if the call is long."""
    shown, first = problem.shown, problem.first
    if problem.is_empty and shown.asked.module:
        return f"{shown.asked.module}.py"
    if problem.is_empty:
        return "the program"
    call = shown.call.partition("  #")[0]
    if call and len(call) <= LONG and "; " not in call:
        return call
    if shown.check != first.check:
        return f"{first.group} on a small instance"
    return first.check


def _shown(
    problem: Problem, question: str, steps: Links, submission: SubmissionResults
) -> Iterator[Block]:
    """Yield the evidence, the search, the question, the checks that fail alike, and the call."""
    yield Apart(list(_evidence(problem.shown)))
    if problem.example:
        if problem.example.varies:
            yield Sentence(sentences.VARIES)
        yield Apart(list(search.blocks(problem.example, submission.examples)))
        if address := steps.get(problem.example.check):
            link = Span("Step through the search, pop by pop", href=address)
            yield Roomy([Sentence([link])])
    yield Sentence(Words(question), "hint")
    yield Sentence(_absent(problem))
    if problem.others and not problem.is_empty:
        names = ", ".join(result.check for result in problem.others)
        yield Fold(summary.alike(problem), names=names, role="alike")
    yield Sentence(summary.following(problem))
    if problem.has_call:
        yield Call(problem.shown.call, ">>> ")


def _absent(problem: Problem) -> str:
    """The sentence on functions and methods that are not there, besides the one that is shown."""
    names, what = {}, "Not there yet either"
    if problem.shown.reason.kind == "no_method":
        what = "These are no methods either"
    for result in (*problem.results, problem.shown):
        fields = result.reason.fields
        if result.verdict == "missing":
            names[fields.get("name") or fields.get("function")] = result is not problem.shown
    others = ", ".join(str(name) for name, is_other in names.items() if is_other)
    return when(others, f"{what}: {others}.")


def _evidence(result: Result) -> Iterator[Block]:
    """Yield the first difference, or else Python's error; a page has both, and the diff."""
    says_more = result.verdict in ("runtime_error", "missing")
    if result.difference:
        yield compared(result.difference, "yours", is_drawn=True)
    elif says_more and result.stderr:
        yield Rows(result.stderr)
    more = []
    if result.diff:
        more.append(changes(result.diff, "In context (- expected, + yours)"))
    if result.stderr and says_more == bool(result.difference):
        more.append(Rows(result.stderr, "On stderr"))
    yield Roomy(more)


def _question(problem: Problem, results: Iterable[Result]) -> str:
    """The question that may lead to the cause of a problem, or ""."""
    if problem.causes:
        asked = all_of([_of_shown(cause, problem) for cause in problem.new_causes], cause_help)
        if not problem.repeated_causes:
            return asked
        noun, verb = "question", "is"
        if len(problem.earlier) > 1:
            noun, verb = "questions", "are"
        before = f"{noun} under {listed(problem.earlier)}"
        if len(problem.repeated_causes) == len(problem.causes):
            return f"The {before} {verb} about this, too."
        return f"Besides the {before}: {asked}"
    if problem.edition:
        return f"Were you given the edition {problem.edition}, under which this would be right?"
    if problem.example and problem.example.varies and not problem.shown.reason.hint:
        return sentences.WHAT_VARIES
    return hints.help_of(problem.shown, results, HINTS)


def _of_shown(cause: Cause, problem: Problem) -> Cause:
    """A cause of a problem, without its piece if it explains the whole check that is shown."""
    if problem.first.check in cause.partly:
        return cause
    return replace(cause, piece="")


def _left_out(problems: Sequence[Problem]) -> str:
    """The sentence on the problems that are left for later."""
    are = "is 1 thing" if len(problems) == 1 else f"are {len(problems)} things"
    names = summary.some([problem.first.check for problem in problems])
    return f"When these work, there {are} more to look into: {names}"


# ---- The end ----


def _hidden(results: Results) -> str:
    """The sentence on the hidden checks that fail, "" if none does."""
    failing = [
        f"{result.check} ({summary.verdict(result)}, {points_of([result]) or 'no points'})"
        for result in results
        if is_hidden(result) and not result.passed
    ]
    names = first_of(failing, MOST)
    return when(names, f"Hidden checks, of which there is no more to read: {names}.")


def _untried(results: Results) -> list[str]:
    """Sentences on how many checks were not run, and why."""
    reasons = [
        result.reason
        for result in results
        if result.verdict == "skipped" and result.reason.kind in NOT_RUN
    ]
    return sentences.not_run(reasons, "not tried", NOT_RUN)


def _how_to_try(
    todo: Sequence[Problem], submission: SubmissionResults, at_hand: AtHand, graded_with: str
) -> Iterator[Block]:
    """Yield the command that starts Python so that the calls can be typed."""
    names = _modules(submission)
    is_missing = {result.verdict for result in submission.results} <= {"missing", "skipped"}
    if not names or is_missing or all(problem.is_empty for problem in todo):
        return
    has_calls = any(problem.first.function for problem in todo)
    what = "the lines after >>>" if has_calls else "it"
    has_main = any("__main__" in (source.text or "") for source in submission.sources)
    command, before = _start(names, at_hand, has_main)
    which = when(graded_with, f" (graded with {graded_with})") or " like this"
    yield Sentence(f"To try {what} yourself, start Python{which}:")
    yield Call(command, note=before)


def _start(names: Sequence[str], at_hand: AtHand, has_main: bool) -> tuple[str, str]:
    """The command that starts Python with these modules, and what to do before it.

    A file that acts when it is run is imported, as the checks do it.
    """
    path, before = at_hand(f"{names[-1]}.py")
    if path.startswith("-"):
        path = f"./{path}"
    folder, file = os.path.split(path)
    if len(names) == 1:
        names = [file.removesuffix(".py")]
        if not has_main or not names[0].isidentifier():
            return f"python3 -i {shell_word(path)}", before
    imports = "; ".join(f"from {name} import *" for name in names)
    there = when(folder, f"cd {shell_word(folder)} && ")
    return f"{there}python3 -i -c {shell_word(imports)}", before


def _modules(submission: SubmissionResults) -> list[str]:
    """The modules of the program that checks import on their own."""
    imports = [result.asked.module for result in submission.results if not result.function]
    return list(dict.fromkeys(filter(None, imports)))


def again(document: Document, submission: SubmissionResults) -> list[str]:
    """The commands that check a program again; none if only the instructor has the assignment."""
    given = document.conditions.assignment or document.assignment
    modules = _modules(submission)
    is_one_file = len(modules) == 1 and len(submission.sources) < 2
    path = f"path/to/{modules[0]}.py" if is_one_file else "path/to/folder"
    if given not in folders.names():
        return []
    of_tree = f"make check SUBMISSION={path}"
    if "-" in given:  # an edition's name: the file alone does not tell which edition it is
        of_tree = f"python3 -m grader --student --assignment {given} {path}"
    return [f"python3 check.pyz {path}", of_tree]


def _ending(
    submission: SubmissionResults, todo: Sequence[Problem], is_graded: bool, scope: Scope
) -> Iterator[str]:
    """Yield what works so far, and what to do next."""
    results = submission.results
    number = len(results) + submission.pending
    if not results:
        yield "No check has a result yet."
        return
    if summary.passed(results) == number:
        yield scope.all_pass(number, is_graded)
        return
    if ours := summary.faults(results):
        yield f"{ours} could not be judged: that is a fault of the grader, not yours."
    works = summary.what_works(results)
    if submission.mended and not summary.passed(results):
        works = "no check passes as the program stands."
    if is_graded and submission.points_possible and not submission.pending:
        yield f"{summary.score(submission, ' so far')}: {works}{_left(submission, todo)}"
    else:
        yield f"So far {works}{_left(submission, todo)}"
    if not is_graded and summary.may_differ(submission):
        yield MAY_DIFFER


def _left(submission: SubmissionResults, todo: Sequence[Problem]) -> str:
    """The sentence on how many problems are left, after a space."""
    if len(todo) < 2:
        if any(problem.is_explained for problem in todo):
            return " One thing is left to look into."
        return when(todo, " Look into this first: there may be more behind it.")
    first = when(may_cause_others(todo, submission), ": begin with the first, it may cause others")
    return f" There are {len(todo)} things to look into{first}."
