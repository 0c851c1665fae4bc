"""The sentences of reports, made from the kinds and fields of facts; pure.

They are for instructors; `student` has other words where a student needs them.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from grader.ground.text import counted, when
from grader.records.causes import Cause
from grader.records.facts import Fact
from grader.records.results import Result
from grader.records.submissions import SubmissionResults


ORDINALS = ("first", "second", "third")
NOT_RUN = {  # words that follow "Not run"
    "prerequisite": ", because {check} failed.",
    "judge_error": ", because the grader failed in {check}.",
    "patience": ", because {function} crossed a time or memory limit in {number} checks before "
    "(--patient runs all).",
    "held": ", because checks of {function} failed, and the rest would take long.",
    "budget": ": the time for this grading was over.",
    "interrupted": ", because it was interrupted.",
}
PROVISIONAL = (
    "The points are provisional and may rise: the search for slips that cost once is not done. "
    "The course's grader ends it when it grades again."
)
FACTS = {
    **{kind: f"Not run{ending}" for kind, ending in NOT_RUN.items()},
    "said": "{text}",
    "as_expected": "As expected.",
    "grader_failed": "The grader failed, not the submission: {error}.",
    "hidden": "This check is hidden: there is no more to read about it.",
    "empty": "The file is empty.",
    # These say how a run failed.
    "output": "It wrote more than {output_kib} KiB to {stream}, and was stopped.",
    "disk": "It filled its folder with more than {scratch_mib} MiB or {files} files, "
    "and was stopped.",
    "processes": "It had more than {number} processes at a time, and was stopped.",
    "threads": "It had more than {number} processes and threads at a time, and was stopped.",
    "lines": "It executed more than {lines:,} lines, and was stopped.",
    "cpu": "It used more than {cpu_s:g} s of CPU time, and was stopped{for_now}.",
    "wall": "It had not finished after {wall_s:g} s, with {cpu_s:.0f} s of CPU time used, "
    "and was stopped.",
    "memory": "It asked for more than {memory_mib} MiB of memory.",
    "no_module": "There is no {module}.py.",
    "no_name": "There is no {name}.",
    "no_method": "{name} is no method: it is called with parentheses, {short}().",
    "other_spelling": "There is no {name}. There is {spelling}: the assignment calls it {short}.",
    "no_function": "{module}.py has no function {function}.",
    "in_class": "{module}.py has {function} only inside of the class {holder}.",
    "not_installed": "It imports {module}, which the Python that runs it does not have{where}.",
    "raised": "{called} raised {error}{where}.",
    "exited": "{called} ended the whole program, as exit() does.",
    "exited_after_all": "{called} printed all that it should, and then ended the whole program, "
    "as exit() does.",
    "killed": "The program was killed by {signal}.",
    "ended_itself": "The program ended itself with exit status {status}.",
    "forged": "It wrote marks that only the grader writes.",
    # These say what is wrong with an output.
    "printed_at_import": "It prints {lines} line{s} when it is imported.",
    "not_repeated": "The {repeated} of three calls does not print what it prints by itself: "
    "line {line} differs.",
    "nothing_repeated": "The {repeated} of three calls prints nothing, but by itself it prints "
    "something.",
    "after_another": "After another call it does something else than alone.",
    "longer_after_another": "After another call it takes far longer than alone.",
    "after_others": "After several other calls it does something else than alone.",
    "nothing_printed": "It printed nothing.",
    "line_missing": "Line {line} is missing{first_of}.",
    "too_many_lines": "Line {line} is one too many{first_of}.",
    "wrong_line": "Line {line} is wrong.",
    "unreadable": "What it printed could not be read: {error}.",
    # These say what was measured, or what to look at.
    "counted": "{name}: {counts}",
    "counted_beside": "{name}: {counts}; by the reference: {reference}",
    "calls": "{function} was called {times} times for each {unit}.",
    "growth": "{largest} took {times:.1f} times as long as {smaller}, "
    "with {states:.1f} times the states.",
    "varies": "Its verdict varies from run to run: {verdicts}.",
    "close": "It came close to its limit: {cpu_s:.1f} of {limit_s:g} s.",
    "causes_cut_short": "A clock ended the search for known mistakes before it was done: there may "
    "be more to say.",
    "examples_cut_short": "A clock ended the search for small examples before it was done: there "
    "may be more to show.",
    "examples_failed": "Small examples of its mistakes could not be looked for: {error}.",
}
EMPTY = "It is empty."
VARIES = "When it is called again, it prints something else."
WHAT_VARIES = (
    "Which value is another one at each call, such as a random number, a time or an id(), and what "
    "does it decide?"
)
PARTLY = "This explains only {piece}: what is wrong elsewhere is not known."
MAY_KNOW_ANSWERS = (
    "It is right on the fixed instances and wrong on fresh ones: "
    "it may know the answers instead of working them out."
)
ADJUSTED_BEFORE = "The points by hand were given to another version of its files: check them."


def sentence(fact: Fact, words: Mapping[str, str] = FACTS, it: str = "It") -> str:
    """The sentence for a fact.

    >>> sentence(Fact("wrong_line", {"line": 3, "right": ("path",)}))
    'Line 3 is wrong. The path is right.'
    >>> sentence(Fact("killed", {"signal": "SIGSEGV"}))
    'The program was killed by SIGSEGV.'
    """
    fields: Mapping[str, Any] = fact.fields
    text = words[fact.kind].format(**{**fields, **_derived(fields, it)})
    if "call" in fields:
        text = f"In the {ORDINALS[fields['call'] - 1]} of three calls: {text}"
    if fields.get("right"):
        text += _right(fields["right"])
    if points := fields.get("taken_off"):
        are = "is" if points == 1 else "are"
        text += f" For that {counted(points, 'point')} {are} taken off."
    return text


def _derived(fields: Mapping[str, Any], it: str) -> dict[str, str]:
    """Values for sentences that follow from a fact's fields, such as the plural's s."""
    derived = {"called": fields.get("called") or it, "where": "", "s": "s", "for_now": ""}
    number = fields.get("missing", fields.get("extra", 1))
    derived["first_of"] = when(number > 1, f", the first of {number}")
    if fields.get("file") and fields.get("line"):
        derived["where"] = " ({file}, line {line})".format(**fields)
    if fields.get("lines") == 1:
        derived["s"] = ""
    if "limit_s" in fields:
        derived["for_now"] = f" for now: it may use {fields['limit_s']:g} s"
    if "repeated" in fields:
        derived["repeated"] = ORDINALS[fields["repeated"] - 1]
    if "verdicts" in fields:
        derived["verdicts"] = ", ".join(fields["verdicts"])
    return derived


def _right(names: Sequence[str]) -> str:
    """The sentence on the parts of an output that are right, after a space."""
    are = "are" if len(names) > 1 or names[0].endswith("s") else "is"
    return f" The {' and the '.join(names)} {are} right."


def rationale(result: Result) -> str:
    """The reason for a result's verdict, as a sentence."""
    return sentence(result.reason)


def cause_name(cause: Cause) -> str:
    """The name of a cause, joined with the names of its rivals.

    >>> from grader.records.causes import Mistake
    >>> cause_name(Cause(Mistake("slow", "", ""), rivals=(Mistake("late", "", ""),)))
    'slow or late'
    """
    return " or ".join(cause.names)


def cause_rationale(cause: Cause) -> str:
    """The explanation by a cause and its rivals, with the further evidence.

    >>> from grader.records.causes import Mistake
    >>> late = Mistake("late", "It is late.", "When?")
    >>> cause_rationale(Cause(Mistake("slow", "It is slow.", ""), rivals=(late,)))
    'One of these, which the checks cannot tell apart: It is slow. Or: It is late.'
    """
    text = _either(cause, "rationale")
    if cause.rivals:
        text = f"One of these, which the checks cannot tell apart: {text}"
    if cause.evidence:
        text += f" {sentence(cause.evidence)}"
    return text + _on_piece(cause)


def combined(causes: Sequence[Cause]) -> list[list[Cause]]:
    """The causes in lists: those that explain results only together share a list.

    >>> from grader.records.causes import Mistake
    >>> a, b, c = (Mistake(name, "", "") for name in "abc")
    >>> causes = Cause(a, together_with=("c",)), Cause(b), Cause(c)
    >>> [[cause.name for cause in several] for several in combined(causes)]
    [['a', 'c'], ['b']]
    """
    groups: list[list[Cause]] = []
    for cause in causes:
        for group in groups:
            if any(cause.name in other.together_with for other in group):
                group.append(cause)
                break
        else:
            groups.append([cause])
    return groups


def question(cause: Cause) -> str:
    """The question of a cause, joined with those of its rivals that ask something else.

    >>> from grader.records.causes import Mistake
    >>> question(Cause(Mistake("slow", "", "How?"), rivals=(Mistake("late", "", "How?"),)))
    'How?'
    """
    return _either(cause, "help")


def cause_help(cause: Cause) -> str:
    """The question of a cause of failing checks, its evidence before it, its limits after it.

    >>> from grader.records.causes import Mistake
    >>> cause_help(Cause(Mistake("slow", "", "How?"), rivals=(Mistake("late", "", "When?"),)))
    'How? Or: When?'
    >>> cause_help(Cause(Mistake("slow", "", "How?"), piece="the first line", partly=("solve/1",)))
    'How? This explains only the first line: what is wrong elsewhere is not known.'
    """
    text = question(cause)
    if cause.evidence:
        text = f"{sentence(cause.evidence)} {text}"
    return text + _on_piece(cause)


def all_of(causes: Sequence[Cause], words: Callable[[Cause], str]) -> str:
    """The words of each of several causes; if all explain the same piece, that is said once.

    >>> from grader.records.causes import Mistake
    >>> slow, late = (Cause(Mistake("", "", help), piece="the path") for help in ("How?", "When?"))
    >>> all_of([slow, late], cause_help)
    'How? And: When? This explains only the path: what is wrong elsewhere is not known.'
    >>> all_of([slow, replace(late, piece="")], cause_help).endswith(" And: When?")
    True
    """
    ending = ""
    if len({cause.piece for cause in causes}) == 1:
        ending = _on_piece(causes[0])
        causes = [replace(cause, piece="") for cause in causes]
    return " And: ".join(map(words, causes)) + ending


def _on_piece(cause: Cause) -> str:
    """The sentence, after a space, that a cause explains a piece of the outputs alone; or ""."""
    return when(cause.piece, f" {PARTLY.format(piece=cause.piece)}")


def _either(cause: Cause, field: str) -> str:
    texts = [getattr(one, field) for one in (cause.mistake, *cause.rivals)]
    return " Or: ".join(dict.fromkeys(texts))


def not_run(reasons: Iterable[Fact], words: str, endings: Mapping[str, str] = NOT_RUN) -> list[str]:
    """Sentences that count the checks that were not run, one for each reason.

    >>> failed = Fact("prerequisite", {"check": "import"})
    >>> not_run([failed, failed], "not tried")
    ['2 checks were not tried, because import failed.']
    """
    counts = Counter(sentence(reason, endings) for reason in reasons)
    said = []
    for ending, count in counts.items():
        were = "check was" if count == 1 else "checks were"
        said.append(f"{count} {were} {words}{ending}")
    return said


def flags(submission: SubmissionResults) -> list[str]:
    """The flags of a submission as sentences that its student may read."""
    flags = list(submission.flags)
    if submission.is_empty:
        flags.append(EMPTY)
    if submission.pending:
        done = len(submission.results)
        flags.append(f"Only {done} of its {done + submission.pending} checks have a result yet.")
    flags.extend(map(sentence, submission.cut_short))
    return flags


def private_flags(submission: SubmissionResults) -> list[str]:
    """The flags of a submission as sentences that no student sees."""
    flags = list(submission.private_flags)
    if submission.may_know_answers:
        flags.append(MAY_KNOW_ANSWERS)
    if submission.is_adjusted_before:
        flags.append(ADJUSTED_BEFORE)
    return flags
