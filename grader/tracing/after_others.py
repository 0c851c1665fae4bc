"""Finds failures that come of the other calls of a check, which one process makes.

Alone, such a call does something else, so that a student who types it sees no failure. So a pair of
calls is looked for that shows it: the first or the last one before the call that fails, and that
call.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from grader.assignment.hooks import Lines, Printed, call, hooks_of, instance_in, is_drawn
from grader.judge.account import Account, account
from grader.judge.judge import difference, drawn
from grader.judge.reading import lines, read
from grader.records.checks import Check
from grader.records.facts import fact
from grader.records.results import SHOWN_BYTES, Result
from grader.records.submissions import Example
from grader.tracing.students import FAILED, LATE, LINES, OUT_OF_LINES, Program


# what two calls show, what they take far longer for, and what only more calls show
PAIR, LONGER, MORE = (
    fact(kind, "outlives") for kind in ("after_another", "longer_after_another", "after_others")
)


def example(program: Program, checks: Mapping[str, Check], result: Result) -> Example | None:
    """The example of a failure that depends on other calls of its check, or that varies from run to
    run; None if it shows alone, or if that can't be told.

    `checks` are those of the assignment by their names.
    """
    for failure in _failures(program, checks, result):
        if shown := failure.example():
            return shown
    return None


def varying(program: Program, checks: Mapping[str, Check], result: Result) -> Example | None:
    """The failure as an example that varies, if its check prints something else when it is run
    again; else None.
    """
    for failure in _failures(program, checks, result)[:1]:
        if failure.is_repeated() is False:
            return Example(result.check, result, varies=True)
    return None


def _failures(program: Program, checks: Mapping[str, Check], result: Result) -> "list[_Failure]":
    """The call that fails in a check of several instances, or all calls that it may be."""
    check, run = checks.get(result.check), result.run
    if not check or len(check.instances) < 2 or is_drawn(check):
        return []
    if not run or run.ended == "wall" or result.verdict not in FAILED + LATE:
        return []
    printed = lines(run.stdout)
    if len(run.stdout) >= SHOWN_BYTES:  # of an exception after that, the place is not known
        printed = printed[:-1]
        if result.error:
            return []
    return [_Failure(program, check, result, name, printed) for name in _names(check, result)]


def _names(check: Check, result: Result) -> list[str]:
    """The name of the instance that fails, or the names of all that it may be."""
    if result.difference and result.difference.instance:
        return [result.difference.instance]
    return [name for name in check.instances if _line_like(check, name, result) is not None]


def _line_like(check: Check, name: str, result: Result) -> str | None:
    """Words of the line that chose the call of a result, if the instance has this name; None if
    the call is another instance's.
    """
    for words in dict(check.shown) or {"": ""}:
        if call(check, name, line=words) == result.call:
            return words
    return None


@dataclass
class _Failure:
    """A failing call of a check: the name of its instance, and the lines that all calls printed."""

    program: Program
    check: Check
    result: Result
    name: str
    printed: Lines

    def example(self) -> Example | None:
        """See `example`; the first call depends on no other."""
        is_first = self.name == next(iter(self.check.instances))
        if is_first or not self._is_together:
            return None
        alone = self._alone(self.name)
        if alone is None or self._shows(alone):
            return None
        is_late = self.result.verdict in LATE
        again_alike = is_late or self.is_repeated()
        if again_alike is False:
            return Example(self.check.name, self.result, varies=True)
        if again_alike is None:
            return None
        for pair in self._pairs():
            if shown := self._longer(pair) if is_late else self._wrong(pair, alone):
                words = _line_like(self.check, self.name, self.result) or ""
                both = call(self.check, *pair, line=words)
                return Example(self.check.name, replace(shown, call=both))
        if is_late:
            return None  # all calls together may be too much
        return Example(self.check.name, replace(self.result, reason=MORE))

    def is_repeated(self) -> bool | None:
        """Whether the program does the same up to the failure when it is run again; None if it does
        not come so far.
        """
        run = self.program.tried(self.check)
        if not run:
            return None
        own = account(self.check, run)
        again = own.lines().lines
        if any(line != other for line, other in zip(self.printed, again)):
            return False
        is_short = len(self._own(again)) < len(self._own(self.printed))
        if run.ended == OUT_OF_LINES and (is_short or self.result.error):
            return None
        if self.result.error:
            return len(again) == len(self.printed) and _error(own) == self.result.error
        return not is_short

    @property
    def _is_together(self) -> bool:
        """Whether the lines of the call follow each other: no other call was made between them."""
        places = [place for place, line in enumerate(self.printed) if self._own([line])]
        return not places or places[-1] - places[0] < len(places)

    def _shows(self, alone: Lines) -> bool:
        """Whether the output of the call alone shows the failure."""
        first = self.result.difference
        if not first:
            return False
        shown = self._read([self.name], alone)
        if first.actual is None:
            return first.expected not in shown
        return any(first.actual == line or first.start and first.actual in line for line in shown)

    def _pairs(self) -> Iterator[tuple[str, str]]:
        """Yield the first instance, and the one before that which fails, each with the latter."""
        names = list(self.check.instances)
        place = names.index(self.name)
        yield names[0], self.name
        if place > 1:
            yield names[place - 1], self.name

    def _wrong(self, pair: Sequence[str], alone: Lines) -> Result | None:
        """The result as two calls show it; None if they don't.

        If the output alone is right, the difference is the one between both.
        """
        both, result = self._of(pair), replace(self.result, reason=PAIR)
        run = self.program.tried(both)
        if not run:
            return None
        own = account(both, run)
        if result.error:
            return result if _error(own) == result.error else None
        if run.exit_status or not result.difference:
            return None
        printed, right = self._read(pair, own.lines().lines), self._read([self.name], alone)
        if result.difference.actual in printed:
            return result
        if result.difference.expected not in right:
            return None
        left = list(right)
        right = tuple(left.pop(0) if left and self._own([line]) else line for line in printed)
        if right == printed:
            return None
        first = difference(right, printed).shortened()
        first = replace(drawn(first, hooks_of(both)), instance=self.name)
        return replace(result, difference=first, diff=())

    def _longer(self, pair: Sequence[str]) -> Result | None:
        """The result if two calls execute more lines than each may alone; else None."""
        if self._alone(pair[0]) is None:
            return None
        run = self.program.tried(self._of(pair), 2 * LINES)
        if not run or run.ended != OUT_OF_LINES:
            return None
        return replace(self.result, reason=LONGER)

    def _alone(self, name: str) -> Lines | None:
        """The lines printed on one instance; None if the run does not end as it should."""
        check = self._of([name])
        run = self.program.tried(check)
        if not run or run.ended != "exit" or run.exit_status:
            return None
        return account(check, run).lines().lines

    def _read(self, names: Sequence[str], printed: Lines) -> Lines:
        """The lines that the check's checker reads from those printed on some instances."""
        return read(self._of(names), Printed(printed), ()).lines

    def _of(self, names: Sequence[str]) -> Check:
        """The check on some of its instances."""
        instances = [(name, *self.check.instances[name]) for name in names]
        return replace(self.check, arguments=(instances,), needs="")

    def _own(self, printed: Sequence[str]) -> Lines:
        """The lines on the failing instance."""
        return tuple(line for line in printed if instance_in(self.check, line) == self.name)


def _error(account: Account) -> str:
    """The class name of the exception that ended a run."""
    return account.message.error.partition(":")[0]
