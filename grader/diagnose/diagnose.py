"""From the records of a submission to the misconceptions that explain them; pure.

A misconception is named if it predicts every failing check, and contradicts none that passed; what explains an
output exactly goes before what explains it but for its order, its rounding or other lines between. If none
explains all failing checks, each function's are explained for themselves, which finds two mistakes apart from
each other. Otherwise nothing is guessed.
"""

import ast
import math
import re
from dataclasses import dataclass, replace

from grader import UsageError
from grader.assignment import plan
from grader.diagnose import answers, models
from grader.diagnose.answers import ENDLESS, POPS
from grader.diagnose.misconceptions import equal
from grader.judge import judge
from grader.report.records import KEPT_BYTES


UNDECIDED = 3  # times as much is spent on searches of which nothing can be told yet
PASSING = 30  # of each function's passing checks so many are compared
UNJUDGED = ("skipped", "judge_error")
# the powers of the number of states between which growth is called quadratic
QUADRATIC, CUBIC = 1.5, 2.8
# what a run without a queue has at most; twice what the fastest searches take
LOOP_MIB, SEARCH_MIB_S = 22, 150
# the least seconds that are called slow, and the least that can be measured
SLOW_S, CLOCK_S = 0.5, 0.005


@dataclass(frozen=True)
class Seen:
    """What is known of a check and its run: the verdict, the lines printed, whether they were cut, the error."""

    check: plan.Check
    verdict: str
    lines: tuple
    cut: bool
    error: str
    cpu_s: float
    memory_mib: float

    @property
    def searching(self):
        """Whether it was stopped while its memory grew as a search's does that never ends, not a loop's."""
        return (
            self.verdict in ENDLESS
            and LOOP_MIB < self.memory_mib < LOOP_MIB + SEARCH_MIB_S * self.cpu_s
        )

    @property
    def passed(self):
        """Whether its output was right."""
        return self.verdict == "accepted"


def seen(check, record):
    """What is known of a check from its record."""
    run = record["run"] or {"stdout": "", "cpu_s": 0, "memory_mib": 0, "ended": ""}
    output = run["stdout"].encode("utf-8", "surrogateescape")
    cut = len(output) >= KEPT_BYTES or record["verdict"] == "output_limit"
    raised = re.search(r" raised (\w+)", record["rationale"])
    verdict = "asleep" if run["ended"] == "wall" else record["verdict"]
    return Seen(
        check,
        verdict,
        judge.lines(output.rpartition(b"\n")[0] if cut else output),
        cut,
        raised[1] if raised else "",
        run["cpu_s"],
        run["memory_mib"],
    )


# ---- Where misconceptions are named ----


def diagnosed(document, assignment):
    """The document with the `misconceptions` of each submission; none without an assignment."""
    return {
        **document,
        "submissions": [
            {**each, "misconceptions": named(each["results"], assignment)}
            for each in document["submissions"]
        ],
    }


def assignment_of(document):
    """The assignment that a document was graded as, None if it can't be read any more."""
    options = document["options"]
    given = dict(zip(options[::2], options[1::2]))
    try:
        return plan.load(given.get("--assignment", document["assignment"]))
    except (UsageError, OSError):
        return None


def named(records, assignment):
    """The misconceptions that explain the records of a submission, as dictionaries for the document."""
    known = assignment.misconceptions if assignment else ()
    if not known:
        return []
    model = models.reference(assignment)
    fixed = {check.name: check for check in assignment.checks}
    checks = fixed | redrawn(records, assignment)
    certain = [
        (misconception, shown)
        for misconception in known
        if (shown := of_kind(misconception.kind, records))
    ]
    judged = [
        record
        for record in records
        if record["check"] in checks
        and not record.get("kind")
        and record["verdict"] not in UNJUDGED
    ]
    driven = any(checks[record["check"]].driver for record in judged)
    case = [
        (answers.seen if driven else seen)(checks[record["check"]], record) for record in judged
    ]
    slow = (
        answers.repeated(judged)
        if driven
        else growth([each for each in case if each.check.name in fixed], model)
    )
    rule = (answers.explains, answers.ordered) if driven else (explains, ordered)
    return (
        [told(misconception, shown) for misconception, shown in certain]
        + [
            told(misconception, [each.check.name for each in explained])
            for misconception, explained in explanations(case, known, model, rule)
        ]
        + [
            told(misconception, [], f" {slow}")
            for misconception in known
            if misconception.slow and slow
        ]
    )


def of_kind(kind: str, records: list[dict]) -> list[str]:
    """The names of the checks among records whose result is of a kind."""
    return [record["check"] for record in records if kind and record.get("kind") == kind]


def redrawn(records, assignment):
    """{name: check} of the fresh checks among records, as their calls tell them; those with a driver are left out."""
    first = {
        check.name.partition("/")[0]: check
        for check in reversed(assignment.checks)
        if not check.driver
    }
    found = {}
    for record in records:
        folder, _, name = record["check"].partition("/")
        check = first.get(name.rpartition("-")[0])
        if folder == plan.FRESH and check and record["call"].startswith(f"{check.function}("):
            arguments = ast.literal_eval(f"[{record['call'][len(check.function) + 1 : -1]}]")
            found[record["check"]] = replace(
                check, name=record["check"], arguments=tuple(arguments)
            )
    return found


def told(misconception, checks, more=""):
    """A misconception as a document has it, with the names of the checks that it explains."""
    return {
        "name": misconception.name,
        "rationale": misconception.rationale + more,
        "help": misconception.help,
        "checks": checks,
    }


# ---- What explains a submission ----


def explanations(case, known, model, rule):
    """(misconception, the checks that it explains) of all that is named, for the whole case or each function.

    `rule`: whether a variant explains a case, and the order in which that looks at its checks.
    """
    if found := explaining(case, known, model, rule):
        return found
    kinds = dict.fromkeys(
        answers.kind(each.check)
        for each in case
        if each.check.function and not answers.paid(each.check, case)
    )
    apart = [
        explaining(
            [each for each in case if not each.check.function or answers.kind(each.check) == kind],
            known,
            model,
            rule,
        )
        for kind in kinds
    ]
    together = {}
    for misconception, explained in (each for found in apart for each in found):
        together.setdefault(misconception.name, (misconception, []))[1].extend(explained)
    return list(together.values())


def explaining(case, known, model, rule):
    """(misconception, the failing checks) of those that explain a case; of exact ones only, if there is any.

    Of several, those that explain it as they are usually made, with their `edits`, go before others.
    """
    failing = [each for each in case if not each.passed]
    if not failing:
        return []
    explains_case, in_order = rule
    looked_at = in_order(case, model)
    late = any(each.verdict in ENDLESS for each in failing)
    ways = [
        (each, way(each, looked_at, failing, model, explains_case))
        for each in known
        if each.edits
        and not each.slow
        and (late or not each.endless)
        and len(failing) >= each.least
    ]
    found = [(each, number) for each, number in ways if number is not None]
    found = [(each, number) for each, number in found if each.like is equal] or found
    found = [(each, number) for each, number in found if number == 0] or found
    return [(each, failing) for each, _ in found]


def way(misconception, case, failing, model, rule):
    """The number of the first of the edits that show a misconception to explain a case, None if there is none."""
    return next(
        (
            number
            for number, variant in enumerate(applied(misconception, model, failing))
            if rule(misconception, variant, case)
        ),
        None,
    )


def applied(misconception, model, failing):
    """Yield the variant of each of the edits that show a misconception, as far as they apply to the model."""
    found = first_match(misconception.found, failing) if misconception.found else ""
    for edits in misconception.ways:
        filled = (
            edits
            if isinstance(edits, dict)
            else [(old, new.replace("FOUND", found or "")) for old, new in edits]
        )
        if found is not None or filled == list(edits):
            try:
                yield model.variant(filled)
            except ValueError:  # the model of another edition, where this is no mistake
                continue


def first_match(pattern, failing):
    """What a pattern's group finds in the first failing output where it finds anything, to stand in a string."""
    for each in failing:
        if match := re.search(pattern, "\n".join(each.lines)):
            return match[1].encode("unicode_escape").decode("ascii").translate(QUOTED)
    return None


QUOTED = str.maketrans({'"': r"\x22", "'": r"\x27", "{": r"\x7b", "}": r"\x7d"})


def explains(misconception, variant, case):
    """Whether a variant predicts every failing check of a case, `ordered`, and no other output for one that passed.

    Once the failing or the passing ones have cost POPS, or UNDECIDED times that if it predicts none of them, it is
    believed for the searches among them that are left.
    That searches never end is believed only beside something that does, and if even one whose start is the goal
    never ends or another's output is predicted: what takes too long for another reason looks the same.
    """
    spent, searches = {True: 0, False: 0}, set()
    # functions, too, and whether any output is predicted
    undecided, sure, predicted = set(), set(), False
    for each in case:
        function = each.check.function
        if spent[each.passed] > POPS * (1 if (function, each.passed) in searches else UNDECIDED):
            continue
        prediction = variant.predicted(each.check)
        agrees = matches(misconception.like, prediction, each)
        if agrees is False:
            return False
        spent[each.passed] += prediction.pops
        searches |= {(function, each.passed)} if prediction.pops and agrees else set()
        ends = prediction.ended != "endless"
        undecided |= (
            {function}
            if agrees is None or not ends and pops(variant.original, each.check) > 1
            else set()
        )
        if agrees and not each.passed and (ends or pops(variant.original, each.check) == 1):
            sure.add(function)
        predicted = predicted or bool(agrees and ends and (function or not each.passed))
    return bool(sure) and predicted and undecided <= sure


def ordered(case, model):
    """What printed something and failed, and some of what passed, the cheapest first; then what took too long."""
    late = [each for each in case if each.verdict in ENDLESS]
    kept = [each for each in case if not each.passed and each not in late]
    for function in dict.fromkeys(each.check.function for each in case):
        kept += [each for each in case if each.passed and each.check.function == function][:PASSING]
    return sorted(kept, key=lambda each: pops(model, each.check)) + late


def matches(like, prediction, each):
    """Whether a prediction is what was seen; None if it can't tell, because the search took it too long."""
    if prediction.ended == "endless":
        return True if each.searching else None if each.verdict == "wrong_answer" else False
    if prediction.ended != "exit":
        return each.error == prediction.ended and each.verdict == "runtime_error"
    if each.verdict in ENDLESS:
        return None if prediction.pops > POPS / 10 else False
    if each.verdict not in ("accepted", "wrong_answer", "output_limit"):
        return False
    if each.verdict == "output_limit" or each.cut and not each.lines:
        return None
    return (
        begun(like, prediction.lines, each.lines)
        if each.cut
        else like(prediction.lines, each.lines)
    )


def begun(like, predicted, actual):
    """Whether what was kept of an output is like the first lines of a prediction; None if already like no lines."""
    return (
        None
        if like((), actual)
        else any(like(predicted[:number], actual) for number in range(1, len(predicted) + 1))
    )


# ---- What is right but slow ----


def growth(case, model):
    """The sentence on how the time grew up to the largest search that ended, "" unless it did so with the square.

    The power is the median over the smaller searches, one of which is smaller by far: single times, and the
    programs that share a busy machine, may be off (after Theil, "A rank-invariant method of linear and polynomial
    regression analysis", 1950).
    """
    start = min((each.cpu_s for each in case), default=0)
    searches = [each for each in case if pops(model, each.check)]
    ended = sorted(
        (pops(model, each.check), max(each.cpu_s - start, CLOCK_S), each.check.name)
        for each in searches
        if each.passed
    )
    if not ended or any(each.verdict not in ("accepted", "time_limit") for each in searches):
        return ""
    most, longest, largest = ended.pop()
    powers = sorted(
        (math.log(longest / cpu_s) / math.log(most / size), size, cpu_s, name)
        for size, cpu_s, name in ended
        if most / 16 <= size <= most / 2
    )
    if longest < SLOW_S or not any(size <= most / 6 for _, size, _, _ in powers):
        return ""
    power, size, cpu_s, name = powers[len(powers) // 2]
    return (
        f"{largest} took {longest / cpu_s:.1f} times as long as {name}, with {most / size:.1f} times the states."
        if QUADRATIC <= power <= CUBIC
        else ""
    )


def pops(model, check):
    """How many entries the model pops in a check, 0 if it does not search."""
    return model.predicted(check).pops
