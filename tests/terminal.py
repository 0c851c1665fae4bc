"""A terminal on which a command runs, and what somebody sees and types there."""

import os
import pty

from tests import waiting
from tests.helpers import ROOT


class Terminal:
    """A terminal on which a command runs; options may put a stream of it elsewhere."""

    def __init__(self, command, **options):
        ours, theirs = pty.openpty()
        self.end, self.text = ours, ""
        streams = {"stdin": theirs, "stdout": theirs, "stderr": theirs} | options
        self.process = waiting.Process(command, cwd=ROOT, **streams)
        os.close(theirs)

    def read_until(self, words):
        """What is shown up to some words."""
        while words not in self.text and (more := self._read()):
            self.text += more
        assert words in self.text
        return self.text

    def rest(self):
        """(All that is shown, the exit status) once the command has ended."""
        while more := self._read():
            self.text += more
        os.close(self.end)
        return self.text, self.process.wait()

    def type(self, keys):
        os.write(self.end, keys)

    def _read(self):
        try:
            return os.read(self.end, 9999).decode()
        except OSError:  # the program has closed its end
            return ""
