"""The sections of a proof, each with facts to print and problems; pure."""

import sys
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from grader.assignment.plan import Assignment
from grader.diagnose.variants import Prediction
from grader.ground.console import show_progress
from grader.ground.text import clipped
from grader.judge.judge import difference, judge
from grader.judge.reading import lines
from grader.making.transcripts import Transcripts, readable
from grader.records.checks import Check, group_of
from grader.records.results import Run
from grader.verify import outputs, programs
from grader.verify.predicting import Predicted, unfit
from grader.verify.programs import MARGIN, Outcome


FEW = 4  # fewer instances that tell a misconception cost a program hardly a point
MOST_LINES = 12  # lines of an output that are left out, doubled or swapped without --all


@dataclass(frozen=True)
class Proof:
    """The data of all sections: checks, transcripts, the model's runs, outcomes of programs."""

    assignment: Assignment
    checks: Sequence[Check]
    expected: Transcripts
    model: Mapping[str, Run]  # {check: the model's run}
    unlike: Mapping[str, str]  # {check: why its transcript is not what the model prints}
    predicted: Predicted
    outcomes: Sequence[Outcome]
    everything: bool
    hidden: Sequence[str] = ()  # what can't be shown with the checks that --only chose

    @property
    def right(self) -> list[Outcome]:
        """The outcomes of the right programs."""
        return [outcome for outcome in self.outcomes if outcome.program.right]

    @property
    def wrong(self) -> list[Outcome]:
        """The outcomes of the wrong programs."""
        return [outcome for outcome in self.outcomes if not outcome.program.right]


@dataclass(frozen=True)
class Section:
    """The lines of a section that state facts, and a sentence for each problem."""

    facts: list[str]
    problems: list[str] = field(default_factory=list)


def comparable(predicted: Predicted) -> programs.Predicted:
    """The predictions, each reduced to the parts that a check can see."""
    return {
        misconception: {name: _comparable(output) for name, output in outputs.items()}
        for misconception, outputs in predicted.items()
    }


def _comparable(output: Prediction) -> tuple[tuple[str, ...], str]:
    """The parts of a prediction that a check can see: the lines, and how the run ends."""
    return output.lines, output.ended


def _about_programs(proof: Proof) -> Section:
    """The table of programs, and the programs that are not as expected."""
    unlike = []
    for outcome in proof.outcomes:
        if outcome.problem:
            unlike.append(f"{outcome.program.name}: {outcome.problem}, got {outcome.got}")
    facts = programs.table(proof.outcomes) + [""]
    if not proof.assignment.misconceptions:
        name = proof.assignment.name
        facts.append(f"no misconceptions are known for {name}: its folder has no misconceptions.py")
    if proof.hidden:
        names = ", ".join(proof.hidden)
        facts.append(f"not looked for, since the checks of --only did not show it: {names}")
    explained = [outcome for outcome in proof.wrong if outcome.causes]
    if explained:
        rightly = sum(not outcome.mistaken for outcome in explained)
        facts.append(
            f"{len(explained)} of {len(proof.wrong)} wrong programs have a cause named, "
            f"{rightly} of them as expected"
        )
    number = len(proof.outcomes)
    facts.append(
        f"{number - len(unlike)} of {number} programs are as expected; of {len(proof.checks)} "
        f"checks right ones ran {_most(proof.right)}, wrong ones up to {_most(proof.wrong)}"
    )
    return Section(facts, unfit(proof.assignment) + unlike)


def _most(outcomes: Sequence[Outcome]) -> int:
    """The most checks that one of some programs ran."""
    return max((len(outcome.results) for outcome in outcomes), default=0)


def _about_transcripts(proof: Proof) -> Section:
    """The number of transcripts on which model, reference and oracle agree; others are problems."""
    problems = [f"{name}: {complaint}" for name, complaint in proof.unlike.items()]
    number, unknown, refuted = len(proof.checks), [], []
    for check in proof.checks:
        show_progress(f"oracle: {check.name}")
        complaint = _oracle_says(proof, check)
        if complaint is None:
            unknown.append(check.name)
        elif complaint:
            refuted.append(f"{check.name}: the oracle says: {complaint}")
    facts = [
        f"{number - len(proof.unlike)} of {number} are what the model solution prints",
        f"{number - len(unknown) - len(refuted)} of {number} are proved by the oracle",
    ]
    if printed := proof.predicted.get(None, {}):
        unlike = _unlike_reference(proof, printed)
        facts.insert(1, f"{len(printed) - len(unlike)} of {number} are what the reference prints")
        problems += unlike
    if len(unknown) == number:
        facts[-1] = "no oracle proves any: write one in oracle.py if you can"
    elif unknown:
        facts.append(f"the oracle can't prove {', '.join(unknown)}")
    return Section(facts, problems + refuted)


def _unlike_reference(proof: Proof, printed: Mapping[str, Prediction]) -> list[str]:
    """A sentence for each transcript that differs from the reference's output, as the judge reads
    it.
    """
    checks = {check.name: check for check in proof.checks}
    sentences = []
    for name, prediction in printed.items():
        transcript = proof.expected[name]
        is_same = prediction.lines == lines(transcript)
        if not (checks[name].checker or checks[name].returns):
            is_same = prediction.text.encode() == transcript
        if prediction.ended != "exit":
            sentences.append(f"{name}: the reference fails: it ended by {prediction.ended}")
        elif not is_same:
            sentences.append(f"{name}: the reference prints something else")
    return sentences


def _oracle_says(proof: Proof, check: Check) -> str | None:
    """The oracle's complaint about a check's transcript: "" for none, None if it doesn't know."""
    if not (oracle := proof.assignment.folder.oracle):
        return None
    transcript = proof.expected[check.name].decode("utf-8", "surrogateescape")
    return oracle(check, transcript, proof.assignment.edition)


def unlike_model(check: Check, run: Run, transcript: bytes) -> str:
    """How a transcript differs from the model solution's output, a sentence; "" if it doesn't."""
    if run.ended != "exit" or run.exit_status:
        how = f"it ended by {run.ended}, with exit status {run.exit_status}"
        return f"the model solution fails: {how}"
    if (printed := readable(check, run)) == transcript:
        return ""
    complaint = "the model solution prints something else"
    if lines(printed) == lines(transcript):
        return f"{complaint}: white space at the ends of lines"
    first = difference(lines(transcript), lines(printed))
    sides = f"transcript {_side(first.expected)}, model {_side(first.actual)}"
    return f"{complaint}: line {first.line}: {sides}"


def _side(line: str | None) -> str:
    """A line of an output in a sentence, or that the output ends."""
    if line is None:
        return "ends"
    return repr(clipped(line))


def _about_instances(proof: Proof) -> Section:
    """How many wrong programs fail on each instance, and the instances on which none does."""
    checks = [check for check in proof.checks if check.function]
    caught = {check.name: _caught(proof, check.name) for check in checks}
    useful = [name for name, programs in caught.items() if programs]
    groups = {check.group for check in checks if check.name in useful}
    problems = []
    for check in checks:
        if caught[check.name] == set():
            problem = f"{check.name}: tells no wrong program from the right one"
            if check.group not in groups:
                problem = f"{check.group}: no wrong program fails in it, and none is predicted to"
            problems.append(problem)
    facts = [f"{len(useful)} of {len(checks)} instances tell wrong programs from the right one"]
    if unused := sum(programs is None for programs in caught.values()):
        facts.append(f"{unused} were run by no wrong program (--all runs them all)")
    return Section(facts + _about_rare(proof), list(dict.fromkeys(problems)))


def _about_rare(proof: Proof) -> list[str]:
    """A line for each group: the misconceptions that show on few of its instances, and on how
    many. Groups with few instances have none.
    """
    facts = []
    sizes = Counter(check.group for check in proof.checks)
    for group, numbers in telling(proof.predicted).items():
        if sizes[group] < FEW:
            continue
        rare = sorted((number, name) for name, number in numbers.items() if 0 < number < FEW)
        if rare:
            names = ", ".join(f"{name} {number}" for number, name in rare)
            facts.append(f"{group}: fewer than {FEW} instances tell {names}")
    return facts


def telling(predicted: Predicted) -> Mapping[str, Counter[str]]:
    """{group: {misconception: on how many instances of the group it shows}}."""
    outputs = comparable(predicted)
    right = outputs.pop(None, {})
    numbers: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for misconception, printed in outputs.items():
        for name, output in printed.items():
            numbers[group_of(name)][str(misconception)] += output != right[name]
    return numbers


def _caught(proof: Proof, name: str) -> set[str] | None:
    """The wrong programs and predictions that fail a check; None if none was run or predicted."""
    passing = {}  # {program or misconception: whether the check accepts it}
    for outcome in proof.wrong:
        for result in outcome.results:
            if result.check == name and result.verdict != "skipped":
                passing[outcome.program.name] = result.passed
    right = proof.predicted.get(None, {})
    for misconception, printed in proof.predicted.items():
        if misconception and name in printed:
            passing[misconception] = _comparable(printed[name]) == _comparable(right[name])
    if not passing:
        return None
    return {program for program, is_accepted in passing.items() if not is_accepted}


def _about_outputs(proof: Proof) -> Section:
    """The number of outputs that were made up, and those that were judged wrongly."""
    junk = harmless = 0
    problems = []
    for check in proof.checks:
        if check.name in proof.unlike:
            continue
        show_progress(f"outputs: {check.name}")
        model, transcript = proof.model[check.name], proof.expected[check.name]
        output = outputs.printed(check, model)
        most = sys.maxsize if proof.everything else MOST_LINES
        for what, wrong in outputs.junk(check, output, _other_outputs(proof, check), most):
            junk += 1
            run = outputs.run_of(wrong, model)
            if complaint := outputs.accepted_junk(check, what, run, transcript):
                problems.append(f"{check.name}: {complaint}")
        for what, right in outputs.harmless(output):
            harmless += 1
            if not judge(check, outputs.run_of(right, model), transcript).passed:
                problems.append(f"{check.name}: does not accept its answer {what}")
    facts = [f"{junk} outputs are junk, and {harmless} as good as the expected ones"]
    return Section(facts, problems)


def _other_outputs(proof: Proof, check: Check) -> dict[str, bytes]:
    """{name: output} of outputs that are right for other checks, or in their transcripts."""
    others = {
        other.name: outputs.printed(other, proof.model[other.name])
        for other in proof.checks
        if other.name != check.name and other.function == check.function
    }
    if check.checker:
        return {**others, "its checker": proof.expected[check.name]}
    return others


def _about_limits(proof: Proof) -> Section:
    """The slowest right program's distance from its limit; a small distance is a problem."""
    ran = []
    for outcome in proof.right:
        if outcome.nearest_limit:
            ran.append((*outcome.nearest_limit, outcome))
    if not ran:
        return Section(["no right program was run"])
    times, result, nearest = min(ran, key=lambda row: row[0])
    assert result.run
    name, cpu_s = nearest.program.name, result.run.cpu_s
    limit_s = result.asked.limits.cpu_s / nearest.longer
    fact = (
        f"{name} in {result.check}: {cpu_s:.2f} s of {limit_s:g} s, where Python "
        f"takes {nearest.slowness:.1f} times as long as usual: the limit is usually {times:.1f} "
        "times that"
    )
    facts = [f"the nearest to its limit is {fact} (at least {MARGIN} times is required)"]
    if not nearest.is_near_a_limit:
        return Section(facts)
    return Section(facts, [f"{fact}, and at least {MARGIN} times is required"])


SECTIONS = {
    "programs": _about_programs,
    "transcripts": _about_transcripts,
    "instances": _about_instances,
    "outputs": _about_outputs,
    "limits": _about_limits,
}
