"""Elements of HTML and XML: text enters them only here, and no report can forget to escape it."""

import json
from base64 import b64encode
from hashlib import sha256
from pathlib import Path
from xml.etree.ElementTree import Element, tostring

from grader.ground.text import visible
from grader.records import VERDICTS, SubmissionResults
from grader.report import summary


STYLE = Path(__file__).with_name("style.css")
POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
SIGNS = dict(zip(VERDICTS, "\u2713WTMOE?\u2013!"))  # what tells verdicts apart without colour


def element(tag: str, *children: Element | str | None, **attributes: str) -> Element:
    """An element; children are elements, texts or None (left out); `class_` is the attribute class.

    Invisible characters become escapes, as those that are illegal in XML; line breaks of children
    stay.

    >>> tostring(element("p", "<", element("b", "a\\0"), "&", class_='"'), method="html")
    b'<p class="&quot;">&lt;<b>a\\\\x00</b>&amp;</p>'
    """
    parent, last = Element(tag), None
    for name, value in attributes.items():
        parent.set(name.rstrip("_").replace("_", "-"), visible(value))
    for child in children:
        if isinstance(child, str):
            is_plain = child.isprintable()
            text = child if is_plain else "\n".join(map(visible, child.split("\n")))
            _add_text(parent, last, text)
        elif child is not None:
            parent.append(child)
            last = child
    return parent


def _add_text(parent: Element, last: Element | None, text: str) -> None:
    """Put a text after the last child of an element."""
    if last is None:
        parent.text = (parent.text or "") + text
    else:
        last.tail = (last.tail or "") + text


def name_of(submission: SubmissionResults) -> Element:
    """The name of a submission, which can't turn around the text beside it."""
    return element("bdi", summary.who(submission))


def sign(verdict: str) -> Element:
    """The sign of a verdict, with its colour."""
    return element("span", SIGNS[verdict], class_=f"sign {verdict}")


def page(title: str, *body: Element, script: str = "", style: str = "") -> bytes:
    """The bytes of a page of HTML with a style sheet of its own, which may load nothing.

    It may run the script and no other: the policy has its digest. `style` are more rules.
    """
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=_policy(script)),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="referrer", content="no-referrer"),
        element("title", title),
        _verbatim("style", STYLE.read_text(encoding="utf-8") + style),
        _verbatim("script", script) if script else None,
    )
    html = element("html", head, element("body", *body), lang="en")
    return f"<!DOCTYPE html>\n{tostring(html, encoding='unicode', method='html')}\n".encode()


def json_block(name: str, data: object) -> Element:
    """Data for the script of a page, which finds it by its id; the browser never executes it.

    >>> tostring(json_block("data", {"a": "</script>"}), method="html")
    b'<script id="data" type="application/json">{"a":"\\\\u003c/script>"}</script>'
    """
    block = element("script", id=name, type="application/json")
    text = json.dumps(data, separators=(",", ":"))
    block.text = text.replace("<", "\\u003c")  # so that no text in it ends the element
    return block


def _policy(script: str) -> str:
    """The content security policy of a page with that script, or without any."""
    if not script:
        return POLICY
    digest = b64encode(sha256(script.encode()).digest()).decode("ascii")
    return f"{POLICY}; script-src 'sha256-{digest}'"


def _verbatim(tag: str, text: str) -> Element:
    """A style sheet or a script; HTML would not escape it, and it is ours."""
    verbatim = Element(tag)
    verbatim.text = text
    return verbatim
