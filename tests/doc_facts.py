"""The parts of the docs that are not written by hand: grammar, codes, refusals -> Markdown."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import ModuleType

from f27lang import codes
from f27lang.check import built
from f27lang.check.facts import every
from f27lang.model import File, Node
from f27lang.pipeline import front
from f27lang.syntax.scan import words
from tests import consoles
from tests.benchmarks import __main__ as benchmarks
from tests.benchmarks import goals
from tests.benchmarks.tables import as_markdown

HEADING = 'f27 1\n\nbanked game "a-part" extends "21-24-27" {\n'
VYING_HEADING = 'f27 1\n\nvying game "a-part" extends "seven-twenty-seven" {\n'
PART = re.compile(r"(<!-- made: (?P<name>[\w-]+) -->\n).*?(<!-- end -->)", re.DOTALL)

BESIDE = "wager more: up to 1/2 of game { | otherwise loses | }"

# One of each kind of thing that is refused by name: what stands in a file, the section that holds it.
REFUSED = (
    (
        "`total ..27 making flush`",
        "poker { | order: flush, high_card | } | also hands { | red: total ..27 making flush | }",
    ),
    ("`offer surrender`", "also play { | offer surrender before turn player | }"),
    ("`offer insurance` below `peek` or `turn player`", f"also play {{ | offer more after turn player | }} | {BESIDE}"),
    (
        "`offer insurance when player has bust`",
        f"also play {{ | offer more when player has bust before turn player | }} | {BESIDE}",
    ),
    (
        "`offer insurance`, and `deal 1 up to dealer` after `turn player`",
        f"also play {{ | offer more before turn player | deal 1 up to dealer after turn player | }} | {BESIDE}",
    ),
    (
        "`peek` above a `deal`",
        "play { | wager | deal 2 up to player | deal 1 down to dealer | peek | deal 1 up to dealer | turn player"
        " | settle | }",
    ),
    (
        "`peek when player has bust`",
        "also play { | deal 1 down to dealer before turn player | peek when player has bust before turn player | }",
    ),
    (
        "`turn dealer` before `turn player`",
        "play { | wager | deal 2 up to player | deal 2 up to dealer | turn dealer | turn player | settle | }",
    ),
    ("`deal ... to player` after `turn player`", "also play { | deal 1 up to player after turn player | }"),
    ("`deal ... to dealer` after `turn dealer`", "also play { | deal 1 up to dealer after turn dealer | }"),
    ("`may double with 2 cards`", "also player { | may double with 2 cards | }"),
    ("`may split on equal ranks`", "also player { | may split on equal ranks | at most 4 hands | }"),
    ("`may surrender as dealt`", "also player { | may surrender as dealt | }"),
    ("`at most 4 hands`", "also player { | at most 4 hands | }"),
    ("`split A takes 1 card`", "also player { | split A takes 1 card | }"),
    (
        "`wager insurance: up to 1/2 of game` with `on player ...`, `on dealer wins`",
        "wager more: up to 1/2 of game { | pays 1:1 on player bust | otherwise loses | }",
    ),
    ("`bonus nines on insurance`", f"{BESIDE} | bonus nines on more {{ | adds 2:1 on player wins | }}"),
    ("`loses 1/2 on EVENT`", "also wager game { | loses 1/2 on dealer wins | }"),
    ("`returns on surrender`", "also wager game { | returns on surrender | }"),
)


REFUSED_VYING = (
    ("`shuffle: every 20 hands`", "also cards { | shuffle: every 20 hands | }"),
    ("`shuffle: at cut card 75%`", "also cards { | shuffle: at cut card 75% | }"),
    ("`burn: 1 card`", "also cards { | burn: 1 card | }"),
    ("`empty: shuffle discards`", "also cards { | empty: shuffle discards | }"),
    ("`K: makes 27`", "also values { | K: makes 27 | }"),
    ("`total 27 making flush`", "hands { | red: total 27 making flush | }"),
    ("`deal ... to each` inside `repeat`", "also play { | deal 1 up to each before draw | }"),
    ("`deal ... to each` after a draw", "also play { | deal 1 up to each before showdown | }"),
    (
        "`repeat` inside `repeat`",
        "play { | ante | deal 2 down to each | repeat { | repeat { | bet | draw | } until nobody draws | }"
        " until nobody draws | showdown | }",
    ),
    ("`takes 2 cards up`", "also each { | takes 2 cards up | }"),
    ("`unclaimed: next hand`", "also pot { | unclaimed: next hand | }"),
)


def names(text: str) -> set[str]:
    """Return the words of a text."""
    return set(text.split())


ONLY_BASES = names("Node Words")
ONLY_ANCHORS = names("Repeated")
REFUSED_ANYWHERE = names("AtLeastWord Making Unless MostHands SplitTakes ShareLost")
NOT_SHOWN = ONLY_BASES | ONLY_ANCHORS | REFUSED_ANYWHERE


def whole(section: str, heading: str = HEADING) -> str:
    """Return a file in which a section stands; ` | ` parts lines."""
    return heading + section.replace(" | ", "\n") + "\n}\n"


def refusals(section: str, folder: Path, heading: str = HEADING) -> list[str]:
    """Return what F0106 says of a section."""
    path = folder / "a-part.f27"
    path.write_text(whole(section, heading), "utf-8")
    return [diagnostic.message for diagnostic in front(str(path)).report if diagnostic.code == "F0106"]


def refused_by_name(check: ModuleType = built) -> set[str]:
    """Return the names under which constructs are refused, from the text of a check; `...` stands for a move."""
    tree = ast.parse(Path(str(check.__file__)).read_text("utf-8"))
    pairs = [
        node.value.elts[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Yield) and isinstance(node.value, ast.Tuple)
    ]
    return {_constant(first) for first in pairs}


def _constant(text: ast.expr) -> str:
    if isinstance(text, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "..." for part in text.values)
    assert isinstance(text, ast.Constant)
    return str(text.value)


def used(node: File) -> set[str]:
    """Return the names of the classes in a tree."""
    return {type(found).__name__ for found in every(Node, node)}


def made(folder: Path) -> dict[str, Callable[[], str]]:
    """Return the parts by the names with which pages ask for them."""
    return {
        "words": _words,
        "refused": lambda: _refused(REFUSED, folder, HEADING),
        "refused-vying": lambda: _refused(REFUSED_VYING, folder, VYING_HEADING),
        "codes": _codes,
        "pages": _pages,
        "deal": _deal,
        **_speeds(),
    }


def _speeds() -> dict[str, Callable[[], str]]:
    """Return what the page on speed shows of the benchmark that was kept."""
    about, tables = benchmarks.kept()
    machine = "\n".join(f"{name + ':':26}{words}" for name, words in about.items())
    shown = {**tables, "goals": goals.goals(tables), "trillion": goals.trillion(tables)}
    return {
        "speed-machine": lambda: f"```text\n{machine}\n```",
        "speed-formula": lambda: f"```text\n{goals.formula(tables)}\n```",
        **{f"speed-{name.replace(' ', '-')}": partial(as_markdown, table) for name, table in shown.items()},
    }


def renew(text: str, folder: Path) -> str:
    """Return a page with its made parts as they should be."""
    parts = made(folder)
    return PART.sub(lambda part: f"{part[1]}\n{parts[part['name']]().strip()}\n\n{part[3]}", text)


def _words() -> str:
    rows: dict[str, list[str]] = {}
    for word in sorted(words()):
        rows.setdefault(word[0], []).append(f"`{word}`")
    return "\n".join(f"* {' '.join(row)}" for row in rows.values())


def _refused(kinds: tuple[tuple[str, str], ...], folder: Path, heading: str) -> str:
    rows = [f"| {shown} | {'; '.join(refusals(section, folder, heading))} |" for shown, section in kinds]
    return "\n".join(("| written | message |", "|---|---|", *rows))


def _codes() -> str:
    anchors = ((code, f"{code}-{title}") for code, title in codes.CODES.items())
    rows = (f"| [{code}](all-messages.md#{slug(text)}) | {codes.CODES[code]} |" for code, text in anchors)
    return "\n".join(("| code | what |", "|---|---|", *rows))


def slug(heading: str) -> str:
    """Return the anchor that a heading gets."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def _pages() -> str:
    return "\n\n".join(f"```{{include}} ../f27lang/pages/{code}.md\n:heading-offset: 1\n```" for code in codes.CODES)


def _deal() -> str:
    text = (consoles.ROOT / "tests" / "oracles" / "deal.py").read_text("utf-8")
    return f"```python\n{text[text.index('import numpy') :]}```"
