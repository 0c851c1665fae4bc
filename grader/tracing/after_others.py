"""Finds failures that come of the other calls of a check, which one process makes.

Alone, such a call does something else, so that a student who types it sees no failure. So a pair of
calls is looked for that shows it: the call that fails, and the first or the last one before it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from grader.assignment.hooks import Lines, call, hooks_of, is_drawn
from grader.judge.account import account
from grader.judge.judge import difference, drawn
from grader.judge.reading import lines
from grader.records.checks import Check
from grader.records.facts import fact
from grader.records.results import SHOWN_BYTES, Result
from grader.records.submissions import Example
from grader.tracing.students import FAILED, LATE, LINES, OUT_OF_LINES, Program


DEPENDS, ENDLESS = fact("after_others", "outlives"), fact("endless_after_others", "outlives")


def example(program: Program, checks: Mapping[str, Check], result: Result) -> Example | None:
    """The example of a failure that depends on other calls of its check, or that varies from run to
    run; None if it shows alone, or if that can't be told.

    `checks` are those of the assignment by their names.
    """
    for failure in _failures(program, checks, result):
        if not failure.may_be_cut and (found := failure.example()):
            return found
    return None


def varying(program: Program, checks: Mapping[str, Check], result: Result) -> Example | None:
    """The failure as an example that varies, if its check prints something else when it is run
    again; else None.
    """
    for failure in _failures(program, checks, result)[:1]:
        if failure.varies():
            return Example(result.check, result, varies=True)
    return None


def _failures(program: Program, checks: Mapping[str, Check], result: Result) -> "list[_Failure]":
    """The call that fails in a check of several instances, or all calls that it may be."""
    check, run = checks.get(result.check), result.run
    if not check or len(check.instances) < 2 or is_drawn(check):
        return []
    if not run or run.ended == "wall" or result.verdict not in FAILED + LATE:
        return []
    is_cut = len(run.stdout) >= SHOWN_BYTES
    printed = lines(run.stdout)
    if is_cut:
        printed = printed[:-1]
    return [
        _Failure(program, check, result, name, printed, is_cut) for name in _names(check, result)
    ]


def _names(check: Check, result: Result) -> list[str]:
    """The name of the instance that fails, or the names of all that it may be."""
    if result.difference and result.difference.instance:
        return [result.difference.instance]
    return [name for name in check.instances if call(check, name) == result.call]


@dataclass
class _Failure:
    """A failing call of a check: the name of its instance, and the lines that all calls printed."""

    program: Program
    check: Check
    result: Result
    name: str
    printed: Lines
    is_cut: bool  # whether more lines followed

    @property
    def may_be_cut(self) -> bool:
        """Whether lines of its own may follow those that are known: it has none, or the last."""
        own = self._own(self.printed)
        return self.is_cut and (not own or own[-1] == self.printed[-1])

    def example(self) -> Example | None:
        """See `example`."""
        alone = self._lines([self.name])
        if alone is None or alone == self._own(self.printed):
            return None
        is_late = self.result.verdict in LATE
        if not is_late and self.varies():
            return Example(self.check.name, self.result, varies=True)
        for pair in self._pairs():
            shown = self._late(pair) if is_late else self._wrong(pair, alone)
            if shown:
                shown = replace(shown, call=call(self.check, *pair))
                return Example(self.check.name, shown)
        if is_late:
            return None  # all calls together may be too much
        return Example(self.check.name, replace(self.result, reason=DEPENDS))

    def _pairs(self) -> Iterator[tuple[str, str]]:
        """Yield the failing instance with the first one, and with the one before it; the first with
        the one after it.
        """
        names = list(self.check.instances)
        place = names.index(self.name)
        if not place:
            yield self.name, names[1]
        else:
            yield names[0], self.name
        if place > 1:
            yield names[place - 1], self.name

    def varies(self) -> bool:
        """Whether the program prints something else when it is run again."""
        run = self.program.tried(self.check)
        if not run:
            return False
        again = account(self.check, run).lines().lines
        return any(line != other for line, other in zip(self.printed, again))

    def _wrong(self, pair: Sequence[str], alone: Lines) -> Result | None:
        """The result as two calls show it; None if they don't.

        If the output alone is right, the difference is the one between both.
        """
        both, result = self._of(pair), replace(self.result, reason=DEPENDS)
        run = self.program.tried(both)
        if not run:
            return None
        own = account(both, run)
        if result.error:
            return result if own.told.error.partition(":")[0] == result.error else None
        printed = own.lines().lines
        if self._own(printed) == self._own(self.printed):
            return result
        if run.exit_status or not result.difference or result.difference.expected not in alone:
            return None
        left = list(alone)
        right = [left.pop(0) if left and self._own([line]) else line for line in printed] + left
        if tuple(right) == printed:
            return None
        first = difference(tuple(right), printed).shortened()
        first = replace(drawn(first, hooks_of(both)), instance=self.name)
        return replace(result, difference=first, diff=())

    def _late(self, pair: Sequence[str]) -> Result | None:
        """The result if two calls cross a limit that is twice what each keeps alone; else None."""
        if any(self._lines([name]) is None for name in pair if name != self.name):
            return None
        run = self.program.tried(self._of(pair), 2 * LINES)
        if not run or run.ended not in (OUT_OF_LINES, "memory", "output"):
            return None
        return replace(self.result, reason=ENDLESS)

    def _lines(self, names: Sequence[str]) -> Lines | None:
        """The lines printed on some instances; None if the run does not end as it should."""
        check = self._of(names)
        run = self.program.tried(check)
        if not run or run.ended != "exit" or run.exit_status:
            return None
        return account(check, run).lines().lines

    def _of(self, names: Sequence[str]) -> Check:
        """The check on some of its instances."""
        instances = [(name, *self.check.instances[name]) for name in names]
        return replace(self.check, arguments=(instances,), needs="")

    def _own(self, printed: Sequence[str]) -> Lines:
        """The lines on the failing instance."""
        starts = tuple(f"{self.name}{sign}" for sign in ":, ")
        return tuple(line for line in printed if line.startswith(starts))
