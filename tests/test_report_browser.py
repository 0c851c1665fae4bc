"""Pages in a real browser: whatever names and outputs contain, nothing runs or loads.

Headless Chromium loads every page in frames as wide as a phone and a desk. The server on this
machine notices whatever else a page asks for. Pages left unescaped on purpose show that an attack
would be noticed, and that the pages' own policy would stop it.
"""

import json
import os
import re
import subprocess
import threading
from dataclasses import replace
from html import unescape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from grader.conditions import Conditions
from grader.judge import evidence
from grader.judge.account import complaints
from grader.judge.results import result
from grader.records.causes import Cause, Mistake
from grader.records.checks import Asked
from grader.records.facts import fact
from grader.records.results import VERDICTS, Difference
from grader.records.submissions import Source
from tests.browser import BROWSER, FLAGS, NAMES
from tests.documents import SOLVE, document, run, site_of, submission


pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not BROWSER, reason=f"none of {', '.join(NAMES)} is installed"),
]

ATTACK = (
    "<script>document.title=top.attacked='attacked'</script>"
    "<img src=CANARY/image onerror=\"document.title=top.attacked='attacked'\">"
)
PAYLOADS = [
    ATTACK,
    f"</pre></title></style></textarea>{ATTACK}",
    f"\"'><svg onload=top.attacked=1>{ATTACK}",
    "javascript:top.attacked=1",
    "<style>@import 'CANARY/style'; body{background:url(CANARY/style)}</style>",
    "<link rel=stylesheet href=CANARY/link><iframe src=CANARY/frame></iframe>"
    "<object data=CANARY/object>",
    "<meta http-equiv=refresh content='0;url=CANARY/refresh'><base href=CANARY/base>",
    "&lt;script&gt;&#60;img src=CANARY/entity&#62;",
    "\u202egnp.exe\u2066\u2069",
    "\x1b[31m\x1b]8;;CANARY/osc\x07",
    "nul\0",
    "lone\ud800\udcff",
    "\u2028\x85\r\n\t",
    "W" * 10_000,
    "\u0645" * 10_000,
]

HARNESS = """<!DOCTYPE html><title>harness</title><body><script>
function measured(frame, page, width) {
  const root = frame.contentDocument.documentElement, all = [...root.querySelectorAll("body *")];
  const out = each => each.getBoundingClientRect().right > width + 0.5;
  const wide = all.filter(each => !each.closest(".scroll *") && out(each));
  return {page, width, title: frame.contentDocument.title, attacked: window.attacked || "",
          scroll: root.scrollWidth, wide: wide.map(each => each.outerHTML.slice(0, 200)),
          tags: [...new Set(all.map(each => each.localName))].sort(),
          attributes: [...new Set(all.flatMap(each => each.getAttributeNames()))].sort()};
}
async function visit() {
  const found = [];
  for (const page of PAGES) for (const width of [390, 1280]) {
    const frame = document.createElement("iframe");
    frame.style = `border: 0; width: ${width}px; height: 800px`;
    frame.src = page;
    delete window.attacked;
    await new Promise(done => { frame.onload = done; document.body.append(frame); });
    await new Promise(done => setTimeout(done, 100));
    found.push(measured(frame, page, width));
    frame.remove();
  }
  document.body.innerHTML = "<pre></pre>";
  document.querySelector("pre").textContent = JSON.stringify(found);
}
visit();
</script>"""


def hostile(canary):
    """A document with every payload wherever students have a say, and one with many checks."""
    payloads = [payload.replace("CANARY", canary) for payload in PAYLOADS]
    students = [
        submission(
            payload,
            [bent(verdict, payload) for verdict in VERDICTS],
            flags=(payload,),
            misconceptions=(Cause(Mistake("odd", payload, payload), (SOLVE.name,)),),
            sources=(Source(f"{payload[:99]}.py", payload, 1),),
        )
        for payload in payloads
    ]
    many = [bent("wrong_answer", payload) for _ in range(25) for payload in payloads]
    numbered = [replace(result, check=f"solve/{number}") for number, result in enumerate(many)]
    return document(
        *students,
        submission("many", numbered),
        conditions=Conditions(python=payloads[0]),
        sandbox=payloads[0],
    )


def bent(verdict, payload):
    """A record of that verdict, with a payload in each text that a program had a hand in."""
    output = payload.encode("utf-8", "surrogatepass")
    state = "[1, 2, 3, 4, 5, 6, 7, 0, 0]"
    return result(
        SOLVE,
        verdict,
        fact("no_name", "no_name", name=payload),
        diff=evidence.diff((state,), (payload,)),
        stderr=complaints(output),
        difference=Difference(1, state, payload, 0),
        run=run(stdout=output),
        flags=(fact("said", text=payload),),
    )


USER = """<!DOCTYPE html><title>user</title><body><iframe src="index.html"></iframe><script>
const seen = [], frame = document.querySelector("iframe");
frame.onload = () => {
  const page = frame.contentDocument, input = page.querySelector(".filter input");
  const shown = () => seen.push([...page.querySelectorAll(".grid tbody tr:not([hidden])")]
    .map(row => row.cells[0].textContent).join());
  const click = name => [...page.querySelectorAll(".grid button")]
    .find(button => button.textContent === name).click();
  const type = text => { input.value = text; input.dispatchEvent(new Event("input")); };
  shown();
  for (const name of ["Points", "Points", "Submission", "Causes", "import"]) {
    click(name);
    shown();
  }
  for (const text of ["B", "slow", "an slow", "nobody", ""]) { type(text); shown(); }
  seen.push(page.querySelector(".filter output").textContent);
  document.body.innerHTML = "<pre></pre>";
  document.querySelector("pre").textContent = JSON.stringify(seen);
};
</script>"""


class Site:
    """Pages by path on this machine, and every path that was asked for."""

    def __init__(self):
        self.pages, self.asked = {}, []
        site = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                site.asked.append(self.path)
                self.send_response(200 if self.path in site.pages else 404)
                self.send_header("Content-Type", "text/html")
                self.end_headers()
                self.wfile.write(site.pages.get(self.path, b""))

            def log_message(self, *arguments):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        self.thread = threading.Thread(target=self.server.serve_forever)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *error):
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()


def dom(url, profile):
    """The document at a URL when its scripts have run, as the browser writes it."""
    command = [
        BROWSER,
        *FLAGS,
        f"--user-data-dir={profile}",
        "--virtual-time-budget=60000",
        "--dump-dom",
        url,
    ]
    environment = {**os.environ, "HOME": str(profile)}
    done = subprocess.run(command, capture_output=True, check=True, env=environment)
    return done.stdout.decode("utf-8", "replace")


@pytest.fixture(scope="module")
def visited(tmp_path_factory):
    """(What the browser finds on each page at each width, the other paths that it asked for)."""
    with Site() as site:
        pages = site_of(hostile(f"{site.url}/canary"))
        attack = ATTACK.replace("CANARY", f"{site.url}/unescaped").encode()
        bare = re.sub(rb"<meta http-equiv[^>]*>", b"", pages["index.html"])
        pages |= {"policy.html": pages["index.html"] + attack, "control.html": bare + attack}
        site.pages = {f"/{name}": page for name, page in pages.items()}
        site.pages["/harness"] = HARNESS.replace("PAGES", json.dumps(list(pages))).encode()
        shown = dom(f"{site.url}/harness", tmp_path_factory.mktemp("profile"))
    views = json.loads(unescape(re.search("<pre>(.*)</pre>", shown, re.DOTALL)[1]))
    assert len(views) == 2 * len(pages)
    return views, [path for path in site.asked if path not in site.pages and path != "/favicon.ico"]


def real(views):
    """What was found on the pages that are as the report made them."""
    return [view for view in views if view["page"] not in ("policy.html", "control.html")]


def test_an_attack_would_be_seen(visited):
    views, asked = visited
    assert [view["attacked"] for view in views if view["page"] == "control.html"] == [
        "attacked"
    ] * 2
    assert "/unescaped/image" in asked


def test_the_policy_of_a_page_stops_an_attack_that_was_not_escaped(visited):
    assert [view["attacked"] for view in visited[0] if view["page"] == "policy.html"] == [""] * 2


def test_nothing_runs(visited):
    assert {view["attacked"] for view in real(visited[0])} == {""}
    assert not any(view["title"] == "attacked" for view in real(visited[0]))


def test_nothing_loads(visited):
    assert set(visited[1]) <= {"/unescaped/image"}


def test_pages_have_no_elements_or_attributes_but_their_own(visited):
    tags = {tag for view in real(visited[0]) for tag in view["tags"]}
    attributes = {name for view in real(visited[0]) for name in view["attributes"]}
    assert not tags & {
        "script",
        "img",
        "svg",
        "iframe",
        "object",
        "link",
        "meta",
        "base",
        "style",
        "form",
    }
    assert attributes <= {
        "aria-label",
        "class",
        "colspan",
        "href",
        "id",
        "open",
        "placeholder",
        "role",
        "rowspan",
        "scope",
        "style",
        "tabindex",
        "title",
        "type",
    }


def test_the_layout_holds_on_a_phone_and_on_a_desk(visited):
    for view in real(visited[0]):
        assert (view["scroll"], view["wide"]) == (view["width"], []), view["page"]


def test_the_class_can_be_sorted_and_filtered(tmp_path):
    failed = replace(result(SOLVE, "missing", fact("no_module", module="a")), check="import")
    passed = replace(failed, verdict="accepted", asked=Asked(points={"it": 9}), points={"it": 9})
    half = replace(passed, points={"it": 5})
    slow = (Cause(Mistake("slow", "It is slow.", "Why?")),)
    whole_class = document(
        submission("cy", [passed]),
        submission("ann", [failed], misconceptions=slow),
        submission("Bob", [half], misconceptions=slow),
    )
    with Site() as site:
        pages = site_of(whole_class)
        site.pages = {f"/{name}": page for name, page in pages.items()} | {"/user": USER.encode()}
        shown = dom(f"{site.url}/user", tmp_path)
    answers = json.loads(unescape(re.search("<pre>(.*)</pre>", shown, re.DOTALL)[1]))
    by_points, by_name = "cy,Bob,ann", "ann,Bob,cy"
    assert answers[:4] == [by_name, by_points, "ann,Bob,cy", by_name]
    assert answers[4] in ("cy,ann,Bob", "ann,Bob,cy")  # those without a cause come first or last
    assert answers[5].endswith("ann")  # failed
    names = [",".join(sorted(answer.split(","))) for answer in answers[6:11]]
    assert names == ["Bob", "Bob,ann", "ann", "", "Bob,ann,cy"]
    assert answers[11] == " 3 of 3"
