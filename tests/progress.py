"""A line every few seconds that says how far the tests are, and which have run for how long.

Tests that pass print nothing of their own, so that a log of the lines can be read.
"""

import threading
import time

import pytest


EVERY_S = 5


class Progress:
    """The pytest plugin that prints the lines, in the process that reports to a person."""

    def __init__(self):
        self.terminal, self.start = None, time.monotonic()
        self.total = self.ended = 0
        self.running = {}  # {name of a test: when it began}
        self.over = threading.Event()

    def pytest_sessionstart(self, session):
        self.terminal = session.config.pluginmanager.get_plugin("terminalreporter")
        threading.Thread(target=self._lines, daemon=True).start()

    def pytest_collection_finish(self, session):
        """Count the tests, where this process runs them itself."""
        self.total = self.total or len(session.items)

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids):
        """Count the tests, where workers run them."""
        self.total = len(ids)

    @pytest.hookimpl(wrapper=True)
    def pytest_report_teststatus(self):
        """The category of a report and, unless it passed, its word, for the summary; no letter."""
        category, _, word = yield
        return category, "", "" if category == "passed" else word

    def pytest_runtest_logstart(self, nodeid):
        self.running[nodeid] = time.monotonic()

    def pytest_runtest_logfinish(self, nodeid):
        self.running.pop(nodeid, None)
        self.ended += 1

    def pytest_runtest_logreport(self, report):
        """Tell of a failure at once."""
        if report.failed:
            self._say(f"FAILED {report.nodeid} ({report.when})")

    def pytest_sessionfinish(self):
        self.over.set()

    def _lines(self):
        """Print a line every few seconds until the tests are over."""
        while not self.over.wait(EVERY_S):
            self._say(self.line(time.monotonic()))

    def line(self, now):
        """How far the tests are at a moment."""
        if not self.total:
            return f"collecting tests, {now - self.start:.0f} s"
        share = 100 * self.ended // self.total
        tests = ", ".join(
            f"{nodeid.partition('[')[0]} ({now - began:.0f} s)"
            for nodeid, began in sorted(self.running.items(), key=lambda item: item[1])
        )
        count = f"[{share:3}%] {self.ended} of {self.total} tests, {now - self.start:.0f} s"
        return f"{count}; now {tests or 'none'}"

    def _say(self, line):
        """Print a line, at once."""
        self.terminal.ensure_newline()
        self.terminal.write_line(line)
        self.terminal.flush()
