"""JUnit XML for CI systems: a test suite for each student, a test case for each check; pure."""

from collections import Counter
from collections.abc import Iterator

from grader.diagnose.problems import Problem
from grader.ground.text import when
from grader.records.results import Result, Results
from grader.records.submissions import Document, SubmissionResults
from grader.report import summary
from grader.report.explanation import failed, hint_of
from grader.report.markup import Html, fill
from grader.report.sentences import cause_name, cause_rationale, rationale
from grader.report.text import text


OUTCOMES = {"accepted": "", "skipped": "skipped", "judge_error": "error"}
FAILURE = "failure"  # the result of all other verdicts
COUNTS = (
    ' tests="{tests}" failures="{failures}" errors="{errors}" skipped="{skipped}" time="{time}"'
)
SUITES = """\
<?xml version='1.0' encoding='utf-8'?>
<testsuites{name:@name}{counts}>
{suites}</testsuites>
"""
SUITE = """\
 <testsuite{name:@name}{counts}>
{properties}{cases} </testsuite>
"""
PROPERTIES = "  <properties>\n{properties}  </properties>\n"
PROPERTY = "   <property{name:@name}{value:@value} />\n"
CASE = "  <testcase{name:@name}{group:@classname}{time:@time}>{outcome}</testcase>\n"
OUTCOME = "\n   <{tag}{message:@message}{kind:@type}>{said}</{tag}>\n  "


def suites(document: Document) -> bytes:
    """The bytes of the XML file."""
    all_suites = [_suite(submission, document) for submission in document.submissions]
    counts = _counts(summary.all_results(document))
    return fill(SUITES, name=document.assignment, counts=counts, suites=all_suites).encode()


def _suite(submission: SubmissionResults, document: Document) -> Html:
    """The test suite of one submission; its misconceptions and flags are properties."""
    properties = list(_properties(submission))
    return fill(
        SUITE,
        name=summary.who(submission),
        counts=_counts(submission.results),
        properties=properties and fill(PROPERTIES, properties=properties),
        cases=[_case(result, submission, document) for result in submission.results],
    )


def _properties(submission: SubmissionResults) -> Iterator[Html]:
    for cause in submission.misconceptions:
        value = f"{cause_name(cause)}: {cause_rationale(cause)}"
        yield fill(PROPERTY, name="misconception", value=value)
    for flag in summary.flags(submission):
        yield fill(PROPERTY, name="flag", value=flag)


def _counts(results: Results) -> Html:
    """The attributes that count results."""
    kinds = Counter(OUTCOMES.get(result.verdict, FAILURE) for result in results)
    return fill(
        COUNTS,
        tests=len(results),
        failures=kinds[FAILURE],
        errors=kinds["error"],
        skipped=kinds["skipped"],
        time=f"{sum(map(_seconds, results)):.3f}",
    )


def _seconds(result: Result) -> float:
    """The CPU time of a check in seconds."""
    if not result.run:
        return 0
    return result.run.cpu_s


def _case(result: Result, submission: SubmissionResults, document: Document) -> Html:
    """The test case of one check, with its failure in the words that the terminal shows."""
    outcome, hint = Html(), hint_of(result, submission)
    if tag := OUTCOMES.get(result.verdict, FAILURE):
        outcome = fill(
            OUTCOME,
            tag=tag,
            message=rationale(result),
            kind=when(tag != "skipped", result.verdict),
            said=text([failed(Problem((result,), result), submission, document, hint)]),
        )
    time = f"{_seconds(result):.3f}"
    return fill(CASE, name=result.check, group=result.group, time=time, outcome=outcome)
