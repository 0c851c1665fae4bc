"""A browser that a test drives as a reader does, by the DevTools protocol over a pair of pipes.

https://chromedevtools.github.io/devtools-protocol/: a message is JSON and ends with a zero byte.
"""

import base64
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests import waiting


NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
BROWSER = next(filter(None, map(shutil.which, NAMES)), None)
FLAGS = """
    --headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-sync
    --disable-background-networking --disable-component-update --hide-scrollbars
""".split()
PIPED = "import os, sys; os.dup2(int(sys.argv[1]), 3); os.dup2(int(sys.argv[2]), 4); \
os.execv(sys.argv[3], sys.argv[3:])"  # descriptors 3 and 4 are the protocol's pipes
AXE = Path(os.environ.get("AXE", ""))
NO_AXE = "the environment's AXE is no axe.min.js of axe-core (.ci/run gets one)"
FAULTS = """axe.run({
    resultTypes: ["violations"], rules: {"target-size": {enabled: true}}}).then(
    found => found.violations.map(one => [one.id, one.nodes[0].html]))"""
KEYS = {
    **{"ArrowRight": 39, "ArrowLeft": 37, "Home": 36, "End": 35, "PageUp": 33, "PageDown": 34},
    **{"Tab": 9, " ": 32, "Enter": 13, "Escape": 27},
}


class Browser:
    """A headless browser with one page."""

    def __init__(self, profile):
        theirs_in, self.ours_out = os.pipe()
        self.ours_in, theirs_out = os.pipe()
        pipes = [theirs_in, theirs_out]
        command = [BROWSER, *FLAGS, f"--user-data-dir={profile}", "--remote-debugging-pipe"]
        self.process = waiting.Process(
            [sys.executable, "-c", PIPED, *map(str, pipes), *command],
            pass_fds=pipes,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "HOME": str(profile)},
        )
        for pipe in pipes:
            os.close(pipe)
        self.number, self.session, self.buffer, self.events = 0, None, b"", []
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        attached = self.ask("Target.attachToTarget", targetId=target, flatten=True)
        self.session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.ask(f"{domain}.enable")

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.session = None
        try:
            self.ask("Browser.close")
        except OSError:
            self.process.kill()
        self.process.wait()
        os.close(self.ours_in)
        os.close(self.ours_out)

    # ---- The protocol ----

    def ask(self, method, **parameters):
        """The answer to a command; what happens meanwhile is kept in `events`."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.ours_out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._read()
            if answer.get("id") == self.number:
                assert "error" not in answer, answer
                return answer["result"]
            self.events.append(answer)

    def wait_for(self, method):
        """The next event of that name, which may have happened since the last command."""
        while True:
            for place, event in enumerate(self.events):
                if event.get("method") == method:
                    return self.events.pop(place)
            self.events.append(self._read())

    def _read(self):
        """The next message."""
        while b"\0" not in self.buffer:
            part = os.read(self.ours_in, 1 << 20)
            if not part:
                raise OSError("the browser is gone")
            self.buffer += part
        message, _, self.buffer = self.buffer.partition(b"\0")
        return json.loads(message)

    # ---- What a reader does ----

    def visit(self, url):
        """Load a page."""
        # through another address, as a change of #step alone would not load the page again
        for address in ("about:blank", url):
            self.events = []
            self.ask("Page.navigate", url=address)
            self.wait_for("Page.loadEventFired")

    def value(self, expression):
        """The value of an expression in the page, or what its promise comes to."""
        answer = self.ask(
            "Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True
        )
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def faults(self):
        """What axe-core finds in the page, which not everyone can read then: (rule, element)s."""
        if not self.value("'axe' in window"):
            self.value(f"{AXE.read_text(encoding='utf-8')}; 0")
        return self.value(FAULTS)

    def press(self, *keys):
        """Press keys, one after the other."""
        for key in keys:
            text = {"Enter": "\r"}.get(key, key if len(key) == 1 else "")
            code = KEYS.get(key, ord(key.upper()[0]))
            parameters = {"key": key, "windowsVirtualKeyCode": code}
            down = {"type": "keyDown", "text": text} if text else {"type": "rawKeyDown"}
            self.ask("Input.dispatchKeyEvent", **down, **parameters)
            self.ask("Input.dispatchKeyEvent", type="keyUp", **parameters)

    def resize(self, width, height=800):
        """Show pages in a window of that size."""
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
        self.ask("Emulation.setDeviceMetricsOverride", **size)

    def prefer(self, scheme):
        """Show pages in the colours that readers of the light or the dark ones see."""
        feature = {"name": "prefers-color-scheme", "value": scheme}
        self.ask("Emulation.setEmulatedMedia", features=[feature])

    def printed(self):
        """The page on paper (PDF)."""
        return base64.b64decode(self.ask("Page.printToPDF", preferCSSPageSize=True)["data"])
