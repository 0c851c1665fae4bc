"""HTML from templates: only here does text enter HTML, and it is always escaped."""

import json
from base64 import b64encode
from functools import lru_cache, singledispatch
from hashlib import sha256
from html import escape
from pathlib import Path
from string import Formatter
from typing import Any

from grader.ground.text import visible


POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
PAGE = """\
<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">\
<meta http-equiv="Content-Security-Policy" content="{policy}">\
<meta name="viewport" content="width=device-width, initial-scale=1">\
<meta name="referrer" content="no-referrer"><title>{title}</title>\
<style>{style}</style>{script:?script}</head><body>{body}</body></html>
"""


class Html(str):
    """Text that is HTML already, and is not escaped again."""


def html(value: Any) -> str:
    """A value as HTML: a text, or the concatenation of several values.

    Invisible characters, and those that XML forbids, become escapes; line breaks stay.
    """
    if isinstance(value, Html):
        return value
    if type(value) is str:
        return _escaped(value)
    return shown(value)


@singledispatch
def shown(value: Any) -> str:
    """A value that is not plain text as HTML; renderers register the types that they can show."""
    return "".join(map(html, value))


shown.register(int, str)
shown.register(float, str)


@lru_cache(10_000)  # most texts of a page also occur on other pages
def _escaped(value: str) -> str:
    if not value.isprintable():
        value = "\n".join(map(visible, value.split("\n")))
    return escape(value)


def fill(template: str, **values: Any) -> Html:
    """A template whose {name} places are filled with the values of these names.

    {name:?p} is an element p and {name:@class} an attribute class with the value, or nothing if it
    is empty; {name:*li} is an element li for each of several values.

    >>> fill('<p{role:@class}>{text}{note:?b}</p>', role='"', text=["<", Html("<i>")], note="")
    '<p class="&quot;">&lt;<i></p>'
    >>> fill("<ul>{items:*li}</ul>", items=["a\\0", "&"])
    '<ul><li>a\\\\x00</li><li>&amp;</li></ul>'
    """
    parts = []
    for literal, name, kind, tag in _parsed(template):
        parts.append(literal)
        if name and values[name] != "":
            parts.append(_placed(values[name], kind, tag))
    return Html("".join(parts))


@lru_cache(1000)
def _parsed(template: str) -> list[tuple[str, str | None, str, str]]:
    """The pieces of a template: text, then a place's name, its kind (?, @ or *) and its tag."""
    parts = Formatter().parse(template)
    return [(text, name, (place or "")[:1], (place or "")[1:]) for text, name, place, _ in parts]


def _placed(value: Any, kind: str, tag: str) -> str:
    """A value as it is placed in a template: plain, in elements, or as an attribute."""
    if kind == "*":
        return "".join(f"<{tag}>{html(one)}</{tag}>" for one in value)
    shown = html(value)
    if not kind or not shown:
        return shown
    if kind == "@":
        return f' {tag}="{shown}"'
    return f"<{tag}>{shown}</{tag}>"


def resource(name: str) -> str:
    """The text of a style sheet or script beside this module."""
    return Path(__file__).with_name(name).read_text(encoding="utf-8")


def page(title: str, body: Html, script: str = "", style: str = "") -> bytes:
    """The bytes of a page with its style sheet; the page may load nothing.

    The page's policy allows this script alone, by its digest. `style` adds rules to the style
    sheet.
    """
    policy = POLICY
    if script:
        digest = b64encode(sha256(script.encode()).digest()).decode("ascii")
        policy += f"; script-src 'sha256-{digest}'"
    style = resource("style.css") + style
    verbatim = {"style": Html(style), "script": Html(script)}  # both are our own texts
    return fill(PAGE, title=title, body=body, policy=policy, **verbatim).encode()


def json_block(name: str, data: object) -> Html:
    """Data as JSON for the script of a page, found by its id; the browser never executes it.

    >>> json_block("data", {"a": "</script>"})
    '<script type="application/json" id="data">{"a":"\\\\u003c/script>"}</script>'
    """
    text = json.dumps(data, separators=(",", ":"))
    safe = Html(text.replace("<", "\\u003c"))  # so that no text within can end the element
    return fill('<script type="application/json"{name:@id}>{safe}</script>', name=name, safe=safe)
