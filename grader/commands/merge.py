"""The command `merge`: joins the results of a class whose parts were graded separately."""

import os
import shlex
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

from grader.commands.options import add_strict, report_command
from grader.ground.console import Parser
from grader.ground.errors import JUDGED, UsageError
from grader.ground.grouping import grouped
from grader.ground.text import alphabetical, counted, visible
from grader.records.listings import ListedSubmission, Listing
from grader.report.files import check_is_ours
from grader.store import store
from grader.store.database import FILE
from grader.store.store import Store


@dataclass(frozen=True)
class Part:
    """A folder of results, its listing, and the number of results that it still lacks."""

    folder: str
    listing: Listing
    pending: int

    @property
    def number(self) -> int:
        """The number of its shard; 0 if it is not a shard."""
        return int(self.listing.shard.partition("/")[0] or 0)

    @property
    def of(self) -> str:
        """The number of shards as text; "" if it is not a shard."""
        return self.listing.shard.partition("/")[2]

    @property
    def options(self) -> str:
        """The options with which it was graded."""
        return shlex.join(self.listing.conditions.words()) or "none"


def run(arguments: list[str]) -> int:
    """Join parts of a class into a folder; return the exit status."""
    options = _parser().parse_args(arguments)
    folders = [os.path.normpath(folder) for folder in options.parts]
    if twice := [folder for folder, times in Counter(folders).items() if times > 1]:
        raise UsageError(f"expected each folder once, got {', '.join(twice)} twice")
    if os.path.normpath(options.out) in folders or Path(options.out, FILE).exists():
        raise UsageError(
            f"--out: expected a folder without results, got {options.out!r}, which has some"
        )
    check_is_ours(options.out)
    # holds all parts until they are joined, so that no grader writes into one
    with ExitStack() as stack:
        stores = [stack.enter_context(store.existing(folder)) for folder in folders]
        parts = [_part(folder, results) for folder, results in zip(folders, stores)]
        if problems := [*_overlaps(parts), *_differences(parts)]:
            raise UsageError("; ".join(problems))
        joined = _joined(parts)
        with Store(options.out) as results:
            for folder in folders:
                results.join(folder)
            results.begin(joined)
    for warning in _warnings(parts):
        print(warning)
    print(
        f"{counted(len(joined.submissions), 'submission')} of "
        f"{counted(len(parts), 'part')} in {options.out}; "
        f"{report_command(options.out, options)} writes the reports"
    )
    return JUDGED


def _part(folder: str, results: Store) -> Part:
    listing = results.listing()
    pending = sum(results.pending(listing, listed) for listed in listing.submissions)
    return Part(folder, listing, pending)


def _joined(parts: Sequence[Part]) -> Listing:
    """The listing of all parts joined, equal to that of a grading of the whole class."""
    first = min(parts, key=lambda part: part.number).listing
    submissions = []
    for part in parts:
        for listed in part.listing.submissions:
            submissions.append(_listed(part.listing, listed, first))
    submissions.sort(
        key=lambda listed: (alphabetical(listed.submission.submission), listed.submission.path)
    )
    return replace(first, shard="", submissions=tuple(submissions))


def _listed(listing: Listing, listed: ListedSubmission, first: Listing) -> ListedSubmission:
    """A part's submission as an entry of the joined listing; `first` is the first listing."""
    if not listed.checks and listing.checks != first.checks:
        listed = replace(listed, checks=listing.checks)
    grader = listing.grader_of(listed)
    if grader == first.grader:
        grader = ""
    return replace(listed, grader=grader)


# ---- What is wrong with the parts ----


def _overlaps(parts: Sequence[Part]) -> Iterator[str]:
    """Yield a sentence on each shard, or submission of a class in halves, that is there twice."""
    owners: dict[tuple[str, str, str], str] = {}
    for part in parts:
        keys = [("shard", part.listing.shard, "")]
        if not part.number:
            own = [listed.submission for listed in part.listing.submissions]
            keys = [("submission", one.submission, one.path) for one in own]
        for key in keys:
            if key in owners:
                twice = f"{visible(key[1])} in both {owners[key]} and {part.folder}"
                yield f"expected each {key[0]} once, got {twice}"
            owners[key] = part.folder


def _differences(parts: Sequence[Part]) -> Iterator[str]:
    """Yield a sentence on each difference between how a part and the first were graded."""
    first = parts[0]
    for part in parts[1:]:
        folders = f"others in {first.folder} and {part.folder}"
        options = f"{first.options} in {first.folder} and {part.options} in {part.folder}"
        for what, one, other, got in (
            ("number of shards", first.of, part.of, folders),
            ("assignment", first.listing.assignment, part.listing.assignment, folders),
            ("options", first.options, part.options, options),
            ("version of the grader", first.listing.code, part.listing.code, folders),
            ("checks", first.listing.checks, part.listing.checks, folders),
        ):
            if one != other:
                yield f"expected the same {what} everywhere, got {got}"
                break


def _warnings(parts: Sequence[Part]) -> Iterator[str]:
    """Yield a sentence on missing and unfinished shards, and on different machines."""
    missing = set(range(1, int(parts[0].of or 0) + 1)) - {part.number for part in parts}
    if missing:
        numbers = ", ".join(map(str, sorted(missing)))
        yield f"Of {parts[0].of} shards these are missing: {numbers}."
    for part in parts:
        if part.pending:
            yield f"{part.folder} is not finished: it lacks {counted(part.pending, 'result')}."
    machines = grouped(parts, lambda part: _machine(part.listing))
    if len(machines) > 1:
        yield "The machines differ, and times with them:"
        for machine, own in machines.items():
            yield f"  {machine}: {', '.join(part.folder for part in own)}"


def _machine(listing: Listing) -> str:
    """The machine of a part and how it graded, since verdicts on time may depend on these."""
    machine = f"{listing.node}, {listing.graded_as}, sandbox {listing.sandbox}"
    if listing.bounded_by:
        return f"{machine}, bounded by {listing.bounded_by}"
    return machine


def _parser() -> Parser:
    parser = Parser(
        prog="python3 -m grader merge",
        description="Join the results of parts of a class, as --shard grades them, into one "
        "folder, as if all had been graded there.",
    )
    parser.add_argument("parts", nargs="+", metavar="DIR", help="the DIR of an earlier --out")
    parser.add_argument("--out", required=True, metavar="DIR", help="the folder to join them in")
    add_strict(parser)
    return parser
