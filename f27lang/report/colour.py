"""Adds colour and nothing else: the text of messages, pages or differences → the same text for a terminal.

The colours repeat what words and signs say: without them nothing is lost.
"""

from __future__ import annotations

import re
from functools import cache

_SEVERITY = {"error": "bold red", "warning": "bold yellow", "note": "bold cyan"}
_FRAME = "blue"
_MESSAGE = re.compile(r"(?P<head>(?P<severity>error|warning|note)\[F\d{4}\])(?P<text>: .*)")
_PLACE = re.compile(r"(?P<arrow> *(?:-->|:::) )(?P<text>.*)")
_SOURCE = re.compile(r"(?P<gutter> *\d+ \|)(?P<text>.*)")
_MARK = re.compile(r"(?P<gutter> +\|)(?P<blank> *)(?P<label>(?:\^+|-+)(?: .*)?)")
_BARE = re.compile(r" +\||\.{3,}")
_ADVICE = re.compile(r"(?P<gutter> +=)(?P<word> (?:note|help):)(?P<text>.*)")


def messages(text: str) -> str:
    """Colour rendered diagnostics."""
    out = []
    severity = "error"
    for line in text.split("\n"):
        if head := _MESSAGE.fullmatch(line):
            severity = head["severity"]
        out.append(_message_line(line, severity))
    return "\n".join(out)


def page(text: str) -> str:
    """Colour the headings and the examples of a page."""
    styles = {"    ": "cyan", "#": "bold"}
    return "\n".join(
        _say(line, next((style for sign, style in styles.items() if line.startswith(sign)), ""))
        for line in text.split("\n")
    )


def difference(text: str) -> str:
    """Colour a unified difference."""
    styles = {"+": "green", "-": "red", "@": "cyan"}
    return "\n".join(_say(line, styles.get(line[:1], "")) for line in text.split("\n"))


def _message_line(line: str, severity: str) -> str:
    if found := _MESSAGE.fullmatch(line):
        return _say(found["head"], _SEVERITY[severity]) + _say(found["text"], "bold")
    if found := _MARK.fullmatch(line):
        style = _SEVERITY[severity] if found["label"][0] == "^" else "bold blue"
        return _say(found["gutter"], _FRAME) + found["blank"] + _say(found["label"], style)
    if found := _ADVICE.fullmatch(line):
        return _say(found["gutter"], _FRAME) + _say(found["word"], "bold") + found["text"]
    if found := _PLACE.fullmatch(line):
        return _say(found["arrow"], _FRAME) + found["text"]
    if found := _SOURCE.fullmatch(line):
        return _say(found["gutter"], _FRAME) + found["text"]
    return _say(line, _FRAME if _BARE.fullmatch(line) else "")


def _say(text: str, style: str) -> str:
    start, end = _codes(style) if style and text else ("", "")
    return start + text + end


@cache
def _codes(style: str) -> tuple[str, str]:
    """Return what a terminal wants in front of and behind a text of a style."""
    from rich.color import ColorSystem  # noqa: PLC0415
    from rich.style import Style  # noqa: PLC0415

    start, end = Style.parse(style).render("\0", color_system=ColorSystem.STANDARD).split("\0")
    return start, end
