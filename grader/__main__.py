"""The command `python3 -m grader`."""

import argparse
import json
import os
import shutil
import sys
from pathlib import Path

from grader import batch, doctor, intake, plan, report, sandbox, transcripts

JUDGED, USAGE, OUR_FAULT, INTERRUPTED, BROKEN_PIPE = 0, 2, 3, 130, 141
EPILOG = """\
verdicts:
  accepted, wrong_answer, time_limit, memory_limit, output_limit, runtime_error,
  missing (no such file or function), skipped (a check that it needs failed),
  judge_error (the grader's own fault)

exit status: 0 all judged, whatever the verdicts; 2 usage; 3 the grader's own fault

`python3 -m grader transcripts` makes the expected transcripts anew from the model solution.
`python3 -m grader doctor` tells how well submissions are contained on this machine.
"""


class Parser(argparse.ArgumentParser):
    """A parser whose complaints are told like all others, in one line."""

    def error(self, message):
        """Raise ValueError instead of printing the usage."""
        raise ValueError(message)


def parser():
    """The command line's parser."""
    parse = Parser(
        prog="python3 -m grader", epilog=EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Run submissions, compare what they print with what is expected, say what is wrong.")
    parse.add_argument("paths", nargs="*", metavar="PATH", help="a program (any name), or a folder with one")
    parse.add_argument("--assignment", default="funny_puzzle", metavar="NAME",
                       help="the assignment, or a path to its .json file (default: %(default)s)")
    parse.add_argument("--only", action="append", default=[], metavar="PATTERN",
                       help="run only the groups or checks that match, as solve or '*/funny12*' do; repeatable")
    parse.add_argument("--list", action="store_true", help="list the checks, their points and calls")
    parse.add_argument("--python", default=sys.executable, metavar="PATH",
                       help="the interpreter that runs submissions (default: the one that runs the grader)")
    parse.add_argument("--cpu-s", type=positive, metavar="SECONDS",
                       help="another limit on each run's CPU time; the wall clock's is three times that")
    parse.add_argument("--require-sandbox", choices=sandbox.LEVELS, default="basic", metavar="LEVEL",
                       help="grade only if submissions are contained that well or better: bubblewrap, user, "
                            "landlock, basic (`python3 -m grader doctor` tells what holds here)")
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
    try:
        if arguments[:1] == ["doctor"]:
            return doctor.main(arguments[1:])
        return make_transcripts() if arguments == ["transcripts"] else grade(parser().parse_args(arguments))
    except ValueError as error:
        print(f"grader: {error}", file=sys.stderr)
        return USAGE
    except KeyboardInterrupt:
        print("\ngrader: interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # the reader of our output has gone, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE


def make_transcripts():
    """Make the expected transcripts of every assignment anew; return the exit status."""
    for file in sorted(plan.ASSIGNMENTS.glob("*.json")):
        assignment = plan.load(file.stem)
        changed = transcripts.regenerate(assignment, sys.executable)
        for path in changed:
            print(path.relative_to(plan.ROOT))
        print(f"{assignment.name}: {len(assignment.checks)} transcripts, {len(changed)} changed")
    return JUDGED


def grade(options):
    """Grade every path of the command line, or list the checks; return the exit status."""
    assignment = plan.load(options.assignment, options.cpu_s)
    checks = plan.select(assignment.checks, options.only) if options.only else assignment.checks
    if not checks:
        raise ValueError("--only: expected a group or check (--list shows them), "
                         f"got {' '.join(options.only)!r}")
    if options.list:
        print("\n".join(f"{check.name:<28} {check.points:>4g}  {check.call}" for check in checks))
        return JUDGED
    if not options.paths:
        raise ValueError("expected a PATH to grade (--help tells more), got none")
    writable(options.json)
    python = interpreter(options.python)
    version, level = sandbox.version(python), sandbox.required(options.require_sandbox, python)
    header = f"{assignment.name}, Python {version}, sandbox: {level}"
    expected = transcripts.expected(assignment, checks)
    graded = []
    with sandbox.Sandbox(level, python) as box:
        for path in options.paths:
            print(f"{report.visible(path)}: {header}\n")
            graded.append((path, list(shown(path, assignment, checks, expected, box))))
            print(report.explanation(path, graded[-1][1], kept(options)))
    return finish(graded, assignment, header, options.json)


def shown(path, assignment, checks, expected, box):
    """Yield the record of every check of one submission, each printed as it comes."""
    submission = intake.submission(path, assignment.file)
    for number, result in enumerate(batch.results(submission, checks, expected, box), 1):
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
    given = {"--assignment": options.assignment, "--python": options.python,
             "--cpu-s": options.cpu_s and f"{options.cpu_s:g}"}
    usual = {"--assignment": parser().get_default("assignment"), "--python": sys.executable, "--cpu-s": None}
    return [word for name, value in given.items() if value != usual[name] for word in (name, value)]


def interpreter(name):
    """The absolute path of an interpreter, found as a shell would find it."""
    if not (found := shutil.which(name)):
        raise ValueError(f"--python: expected an interpreter, got {name!r}")
    return os.path.abspath(found)


def writable(file):
    """Raise ValueError if the file that --json names can't be written."""
    try:
        open(file or os.devnull, "a", encoding="utf-8").close()
    except OSError as error:
        raise ValueError(f"--json: expected a file to write, got {file!r} ({error.strerror})") from None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
