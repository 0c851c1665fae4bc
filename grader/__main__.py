"""The command `python3 -m grader`."""

import argparse
import json
import os
import shutil
import signal
import sys
from pathlib import Path

from grader import UsageError, batch, intake, plan, report, sandbox, transcripts

JUDGED, USAGE, OUR_FAULT, INTERRUPTED, BROKEN_PIPE = 0, 2, 3, 130, 141
EPILOG = """\
verdicts:
  accepted, wrong_answer, time_limit, memory_limit, output_limit, runtime_error,
  missing (no such file or function), skipped (a check that it needs failed),
  judge_error (the grader's own fault)

exit status: 0 all judged, whatever the verdicts; 2 usage; 3 the grader's own fault

`python3 -m grader transcripts` makes the expected transcripts anew from the model solution.
"""


class Parser(argparse.ArgumentParser):
    """A parser whose complaints are told like all others, in one line."""

    def error(self, message):
        """Raise UsageError instead of printing the usage."""
        raise UsageError(message)


def parser():
    """The command line's parser."""
    parse = Parser(
        prog="python3 -m grader", epilog=EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Run submissions, compare what they print with what is expected, say what is wrong.")
    parse.add_argument("paths", nargs="*", metavar="PATH",
                       help="a program (any name), a folder or zip with one, or a folder or zip of many")
    parse.add_argument("--layout", choices=intake.LAYOUTS, default="auto",
                       help="a folder or zip is one submission or many (default: %(default)s, as it looks)")
    parse.add_argument("--assignment", default="funny_puzzle", metavar="NAME",
                       help="the assignment, or a path to its .json file (default: %(default)s)")
    parse.add_argument("--only", action="append", default=[], metavar="PATTERN",
                       help="run only the groups or checks that match, as solve or '*/funny12*'; repeatable")
    parse.add_argument("--list", action="store_true", help="list the checks, their points and calls")
    parse.add_argument("--python", default=sys.executable, metavar="PATH",
                       help="the interpreter that runs submissions (default: the one that runs the grader)")
    parse.add_argument("--cpu-s", type=positive, metavar="SECONDS",
                       help="another limit on each run's CPU time; the wall clock's is three times that")
    parse.add_argument("--json", metavar="FILE", help="write all results there, too")
    return parse


def positive(text):
    """A number above zero from the command line."""
    try:
        number = float(text)
    except ValueError:
        number = 0
    if not 0 < number < 1e6:
        raise argparse.ArgumentTypeError(f"expected a number of seconds above 0, got {text!r}")
    return number


def main(arguments):
    """Run the command; return its exit status."""
    for stream in sys.stdout, sys.stderr:
        stream.reconfigure(errors="backslashreplace")
    for name in ("SIGTERM", "SIGHUP"):
        signal.signal(getattr(signal, name), signal.default_int_handler)
    try:
        return make_transcripts() if arguments == ["transcripts"] else grade(parser().parse_args(arguments))
    except UsageError as error:
        print(f"grader: {error}", file=sys.stderr)
        return USAGE
    except KeyboardInterrupt:
        print("\ngrader: interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # the reader of our output has gone, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except OSError as error:
        print(f"grader: {error}", file=sys.stderr)
        return OUR_FAULT


def make_transcripts():
    """Make the expected transcripts of every assignment anew; return the exit status."""
    for file in sorted(plan.ASSIGNMENTS.glob("*.json")):
        assignment = plan.load(file.stem)
        if assignment.name != file.stem:
            raise UsageError(f"{file}: expected the name {file.stem}, got {assignment.name!r}")
        changed = transcripts.regenerate(assignment, sys.executable)
        for path in changed:
            print(path.relative_to(plan.ROOT))
        print(f"{assignment.name}: {len(assignment.checks)} transcripts, {len(changed)} changed")
    return JUDGED


def grade(options):
    """Grade every path of the command line, or list the checks; return the exit status."""
    assignment = plan.load(options.assignment, options.cpu_s)
    checks = plan.select(assignment.checks, options.only) if options.only else assignment.checks
    if options.list:
        print("\n".join(f"{check.name:<28} {check.points:>4g}  {check.call}" for check in checks))
        return JUDGED
    if not all(options.paths or [""]):
        raise UsageError("expected a PATH to grade (--help tells more), got none")
    python = interpreter(options.python)
    header = f"{assignment.name}, Python {sandbox.version(python)}"
    expected = transcripts.expected(assignment, checks)
    writable(options.json)
    sandbox.adopt_orphans()
    graded = []
    taken = intake.submissions(options.paths, assignment.file, options.layout)
    if len(taken) > 1 or any(submission.flags for submission in taken):
        print(f"{intake.listing(taken)}\n", flush=True)
    for submission in taken:
        print(f"{report.visible(submission.path)}: {header}\n")
        graded.append((submission.path, list(shown(submission, checks, expected, python))))
        print(report.explanation(submission.path, graded[-1][1], kept(options)))
    return finish(graded, assignment, header, options.json)


def shown(submission, checks, expected, python):
    """Yield the record of every check of one submission, each printed as it comes."""
    progress(f"0 of {len(checks)} done, now {checks[0].name}")
    for number, result in enumerate(batch.results(submission, checks, expected, python), 1):
        record = report.record(result)
        progress("")
        print(report.check_line(record, sys.stdout.isatty()), flush=True)
        if number < len(checks):
            progress(f"{number} of {len(checks)} done, now {checks[number].name}")
        yield record


def progress(text):
    """Show a line that the next one replaces, on a terminal only."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


def finish(graded, assignment, header, file):
    """Sum up several submissions, write the JSON file, and return the exit status."""
    if len(graded) > 1:
        print("\n".join(f"{report.visible(path)}: {report.total(records)}" for path, records in graded))
    if file:
        document = report.document(assignment.name, header, graded)
        Path(file).write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    ours = any(record["verdict"] == "judge_error" for _, records in graded for record in records)
    return OUR_FAULT if ours else JUDGED


def kept(options):
    """The options that a command to run one check again must repeat."""
    given = {"--assignment": options.assignment, "--layout": options.layout, "--python": options.python,
             "--cpu-s": options.cpu_s and f"{options.cpu_s:g}"}
    usual = {"--assignment": parser().get_default("assignment"), "--layout": "auto",
             "--python": sys.executable, "--cpu-s": None}
    return [word for name, value in given.items() if value != usual[name] for word in (name, value)]


def interpreter(name):
    """The absolute path of an interpreter, found as a shell would find it."""
    if not (found := shutil.which(name)):
        raise UsageError(f"--python: expected an interpreter, got {name!r}")
    return os.path.abspath(found)


def writable(file):
    """Raise UsageError if the file that --json names can't be written."""
    try:
        open(file or os.devnull, "a", encoding="utf-8").close()
    except OSError as error:
        raise UsageError(f"--json: expected a file to write, got {file!r} ({error.strerror})") from None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
