"""A long search or build says how far it is, on a terminal only, and stops at Ctrl-C."""

import io
import re
import signal
import subprocess
import sys
import time

import optimal
from optimal import progress
from tests import terminal
from tests.helpers import piped


HARDEST = [[0, 12, 9, 13], [15, 11, 10, 14], [3, 7, 2, 5], [4, 8, 6, 1]]
SEARCH = (
    f"import optimal\nwith optimal.progress_line() as progress: optimal.search({HARDEST}, progress)"
)


class Terminal(io.StringIO):
    def isatty(self):
        return True


def shown_on(stream, monkeypatch, warning="", seconds=(0, 1, 1.1, 2)):
    """What three reports at these seconds, the first of which is the start, leave on a stream."""
    monkeypatch.setattr(progress.time, "monotonic", iter(seconds).__next__)
    with progress.line(stream, progress.searching, warning) as show:
        for bound in (50, 52, 54):
            show(bound, 1000)
    return stream.getvalue()


def test_a_terminal_shows_a_line_twice_a_second_at_most_and_erases_it(monkeypatch):
    assert shown_on(Terminal(), monkeypatch) == (
        "\r\x1b[Kno solution below 50 moves; 1,000 nodes generated; 1 s"
        "\r\x1b[Kno solution below 54 moves; 1,000 nodes generated; 2 s"
        "\r\x1b[K"
    )


def test_anything_but_a_terminal_shows_nothing(monkeypatch):
    assert shown_on(io.StringIO(), monkeypatch) == ""


def test_a_warning_is_given_once_after_20_seconds_on_a_terminal_or_not(monkeypatch):
    said = "no solution below 52 moves; 1,000 nodes generated; 20 s: have patience\n"
    seconds = (0, 19, 20, 50)
    assert shown_on(io.StringIO(), monkeypatch, "have patience", seconds) == said
    assert shown_on(Terminal(), monkeypatch, "have patience", seconds) == (
        "\r\x1b[Kno solution below 50 moves; 1,000 nodes generated; 19 s"
        f"\r\x1b[K{said}"
        "\r\x1b[Kno solution below 54 moves; 1,000 nodes generated; 50 s"
        "\r\x1b[K"
    )


def test_a_search_reports_growing_bounds_and_nodes():
    reports = []
    solution = optimal.search(
        [[10, 13, 11, 6], [5, 7, 4, 8], [1, 12, 14, 9], [3, 15, 2, 0]],
        lambda *report: reports.append(report),
    )
    assert reports == sorted(reports) and {bound % 2 for bound, _ in reports} == {
        len(solution.moves) % 2
    }
    assert reports[-1][0] <= len(solution.moves) and reports[-1][1] <= solution.generated


def test_a_search_that_takes_minutes_stops_at_once_at_ctrl_c():
    search = f"optimal.search({HARDEST}, lambda *_: print('going', flush=True))"
    code = f"import optimal\ntry: {search}\nexcept KeyboardInterrupt: print('stopped')"
    with piped(sys.executable, "-c", code) as search:
        assert search.stdout.readline() == "going\n"
        search.send_signal(signal.SIGINT)
        sent = time.monotonic()
        stdout, stderr = search.communicate()
    assert stdout.splitlines()[-1] == "stopped" and stderr == "" and search.returncode == 0
    assert time.monotonic() - sent < 30


def test_a_search_on_a_real_terminal_shows_bound_nodes_and_seconds():
    search = terminal.Terminal([sys.executable, "-c", SEARCH], stdout=subprocess.DEVNULL)
    shown = search.read_until("nodes generated; ")
    search.process.kill()
    search.rest()
    assert re.search(r"no solution below \d\d moves; [\d,]+ nodes generated; \d+ s", shown)
