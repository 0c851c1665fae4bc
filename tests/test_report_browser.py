"""Pages in a real browser: whatever names and outputs contain, nothing runs or loads.

Every page is as wide as a phone and a desk. Pages left unescaped on purpose show that an attack
would be noticed, and that the pages' own policy would stop it.
"""

import re
from dataclasses import replace

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
from tests.documents import SOLVE, document, run, site_of, submission
from tests.helpers import write_files
from tests.test_steps_page import OFF_SCREEN


pytestmark = pytest.mark.long

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

# A page's own elements and attributes, and what the attacks have done after a while.
FOUND = """new Promise(done => setTimeout(done, 100)).then(() => {
  const all = [...document.querySelectorAll("body *")];
  return {title: document.title, attacked: window.attacked || "",
          scroll: document.documentElement.scrollWidth,
          tags: [...new Set(all.map(each => each.localName))].sort(),
          attributes: [...new Set(all.flatMap(each => each.getAttributeNames()))].sort()};
})"""
CANARY = "http://canary.invalid"
FOREIGN_TAGS = "script img svg iframe object link meta base style form"
OWN_ATTRIBUTES = """
    aria-label class colspan href id open placeholder role rowspan scope style tabindex title type
"""


def hostile():
    """A document with every payload wherever students have a say, and one with many checks."""
    payloads = [payload.replace("CANARY", CANARY) for payload in PAYLOADS]
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


@pytest.fixture(scope="module")
def views(browser, tmp_path_factory):
    """What the browser finds on each page at each width, and the addresses that the page asks for.

    The policy stops what a page may not load: that is no address that it asks for.
    """
    pages = site_of(hostile())
    attack = ATTACK.replace("CANARY", CANARY).encode()
    bare = re.sub(rb"<meta http-equiv[^>]*>", b"", pages["index.html"])
    pages |= {"policy.html": pages["index.html"] + attack, "control.html": bare + attack}
    folder, views = write_files(tmp_path_factory.mktemp("pages"), pages), []
    for page in pages:
        for width in (390, 1280):
            browser.resize(width)
            browser.visit((folder / page).as_uri())
            view = browser.value(FOUND) | {"page": page, "width": width}
            views.append(view | {"wide": browser.value(OFF_SCREEN), "asked": asked(browser)})
    return views


def asked(browser):
    """The addresses that a page asks for beside its own."""
    stopped = {
        event["params"]["requestId"]
        for event in browser.events
        if event["method"] == "Network.loadingFailed" and "blockedReason" in event["params"]
    }
    requests = [
        event["params"]
        for event in browser.events
        if event["method"] == "Network.requestWillBeSent"
    ]
    urls = [one["request"]["url"] for one in requests if one["requestId"] not in stopped]
    return [url for url in urls if not url.startswith("file:")]


def real(views):
    """What was found on the pages that are as the report made them."""
    return [view for view in views if view["page"] not in ("policy.html", "control.html")]


def found(views, page, name):
    """What was found on a page, at each width."""
    return [view[name] for view in views if view["page"] == page]


def test_an_attack_would_be_seen(views):
    assert found(views, "control.html", "attacked") == ["attacked"] * 2
    assert found(views, "control.html", "asked") == [[f"{CANARY}/image"]] * 2


def test_the_policy_of_a_page_stops_an_attack_that_was_not_escaped(views):
    assert found(views, "policy.html", "attacked") == [""] * 2
    assert found(views, "policy.html", "asked") == [[]] * 2


def test_nothing_runs_or_loads(views):
    for view in real(views):
        assert (view["attacked"], view["asked"]) == ("", []) and view["title"] != "attacked"


def test_pages_have_no_elements_or_attributes_but_their_own(views):
    tags = {tag for view in real(views) for tag in view["tags"]}
    attributes = {name for view in real(views) for name in view["attributes"]}
    assert not tags & {*FOREIGN_TAGS.split()}
    assert attributes <= {*OWN_ATTRIBUTES.split()}


def test_the_layout_holds_on_a_phone_and_on_a_desk(views):
    for view in real(views):
        assert (view["scroll"], view["wide"]) == (view["width"], []), view["page"]


# On the page of a class: the rows that are shown, a click on a title, and what is typed.
SHOWN = """[...document.querySelectorAll(".grid tbody tr:not([hidden])")]
    .map(row => row.cells[0].textContent).join()"""
CLICK = """[...document.querySelectorAll(".grid button")]
    .find(button => button.textContent === "NAME").click()"""
TYPE = """{ const input = document.querySelector(".filter input");
    input.value = "TEXT"; input.dispatchEvent(new Event("input")); }"""


def test_the_class_can_be_sorted_and_filtered(browser, tmp_path):
    failed = replace(result(SOLVE, "missing", fact("no_module", module="a")), check="import")
    passed = replace(failed, verdict="accepted", asked=Asked(points={"it": 9}), points={"it": 9})
    half = replace(passed, points={"it": 5})
    slow = (Cause(Mistake("slow", "It is slow.", "Why?")),)
    whole_class = document(
        submission("cy", [passed]),
        submission("ann", [failed], misconceptions=slow),
        submission("Bob", [half], misconceptions=slow),
    )
    (tmp_path / "page.html").write_bytes(site_of(whole_class)["index.html"])
    browser.visit((tmp_path / "page.html").as_uri())
    orders = [browser.value(SHOWN)]
    for name in ("Points", "Points", "Submission", "Causes", "import"):
        browser.value(CLICK.replace("NAME", name))
        orders.append(browser.value(SHOWN))
    by_points, by_name = "cy,Bob,ann", "ann,Bob,cy"
    assert orders[:4] == [by_name, by_points, "ann,Bob,cy", by_name]
    assert orders[4] in ("cy,ann,Bob", "ann,Bob,cy")  # those without a cause come first or last
    assert orders[5].endswith("ann")  # failed
    for text, names in {"B": "Bob", "slow": "Bob,ann", "an slow": "ann", "nobody": ""}.items():
        browser.value(TYPE.replace("TEXT", text))
        assert ",".join(sorted(browser.value(SHOWN).split(","))) == names
    browser.value(TYPE.replace("TEXT", ""))
    assert browser.value("document.querySelector('.filter output').textContent") == " 3 of 3"
