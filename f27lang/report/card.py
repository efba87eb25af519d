"""A house-rules card: closed Game -> numbered rules in prose, each with the lines behind it, and one worked hand."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from f27lang import model
from f27lang.check.facts import is_banked
from f27lang.model.node import Node
from f27lang.report import heading
from f27lang.report.prose import equipment, outcome, poker, turns, vying
from f27lang.report.prose.rule import Rule, Section
from f27lang.report.prose.story import Step
from f27lang.report.provenance import assumed, noted

_RULES: tuple[tuple[str, Callable[[model.Game], Iterator[Rule]]], ...] = (
    ("Equipment", equipment.equipment),
    ("Card values", equipment.values),
    ("How a hand is read", equipment.reading),
    ("The deal", turns.deal),
    ("The player's turn", turns.player),
    ("Forced moves", turns.forced),
    ("The dealer's turn", turns.dealer),
    ("Order of hands", outcome.order),
    ("Poker hands", poker.poker),
    ("When a hand is decided", outcome.settle),
    ("What is paid", outcome.paid),
)
_VYING_RULES: tuple[tuple[str, Callable[[model.Game], Iterator[Rule]]], ...] = (
    ("Equipment", equipment.equipment),
    ("Card values", equipment.values),
    ("The table", vying.table),
    ("A hand", vying.play),
    ("Drawing", vying.drawing),
    ("Betting", vying.betting),
    ("The pot", vying.pot),
    ("Who wins", vying.shares),
)
_NEEDED = ("cards", "values", "total", "play", "settle", "ranking")
WIDTH = 80

Numbers = Mapping[tuple[str, int], str]


def sections(game: model.Game) -> tuple[Section, ...]:
    """Return the sections that the game has rules for, in the order of the card."""
    found = [Section(title, tuple(rules(game))) for title, rules in (_RULES if is_banked(game) else _VYING_RULES)]
    found.append(Section("Assumptions", (*_texts(game.assumptions, assumed(game)), *_precedence(game))))
    found.append(Section("Notes", _texts(game.notes, noted(game))))
    found.append(Section("Sources", _texts(game.sources, [source.text.text for source in game.sources])))
    return tuple(section for section in found if section.rules)


def _texts(lines: Iterable[Node], texts: Iterable[str]) -> tuple[Rule, ...]:
    return tuple(Rule(_stopped(text), (line,)) for line, text in zip(lines, texts, strict=True))


def _precedence(game: model.Game) -> Iterator[Rule]:
    """Yield what holds where the assumptions of a game that this one extends no longer do."""
    inherited = tuple(line for line in game.assumptions if line.span.file != game.files[-1])
    if inherited:
        yield Rule("Where an assumption of another game differs from the rules above, the rules hold.", inherited)


def _stopped(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '!', '?')) else '.'}"


def numbers(card: Sequence[Section]) -> Numbers:
    """Return the number of the rule that says a line in words, by the line's place; the rule about fewest lines."""
    rules = [
        (len(rule.lines), f"{chapter}.{place}", rule)
        for chapter, section in enumerate(card, 1)
        for place, rule in enumerate(section.rules, 1)
    ]
    found: dict[tuple[str, int], str] = {}
    for _, number, rule in sorted(rules, key=lambda each: each[0]):
        for line in rule.lines:
            found.setdefault(_place(line), number)
    return found


def number_of(line: Node | None, known: Numbers) -> str | None:
    """Return the number of the rule behind a line; None where the card has none."""
    return known.get(_place(line)) if line else None


def _place(line: Node) -> tuple[str, int]:
    return line.span.file.path, line.span.start


def _worked(game: model.Game) -> tuple[Step, ...]:
    """Return the steps of a sample hand; an abstract game that is not all there has none."""
    if not is_banked(game):
        from f27lang.report.prose.vying_sample import worked  # noqa: PLC0415

        return () if game.abstract else worked(game)
    if any(getattr(game, name) is None for name in _NEEDED):
        return ()
    from f27lang.report.prose.sample import sample  # noqa: PLC0415

    return sample(game).steps


def as_text(game: model.Game, width: int | None = None) -> str:
    """Return the card, wrapped to `width`, by default that of the terminal."""
    width = width or terminal_width()
    card = sections(game)
    parts = [f"{game.title}: house rules"]
    if game.abstract:
        parts += wrapped("", "This game is not complete: other games extend it.", width)
    if changed := heading.changes(game):
        parts += wrapped("", f"Settings: {', '.join(changed)}.", width)
    for chapter, section in enumerate(card, 1):
        parts += ["", f"{chapter}  {section.title}"]
        for place, rule in enumerate(section.rules, 1):
            parts += wrapped(f"{chapter}.{place}", rule.text, width)
    if steps := _worked(game):
        known = numbers(card)
        parts += ["", "A worked hand"]
        for place, step in enumerate(steps, 1):
            number = number_of(step.line, known)
            parts += wrapped(str(place), with_rule(step.text, number), width)
    return "\n".join(parts)


def with_rule(sentence: str, number: str | None) -> str:
    """Return a sentence that cites its rule."""
    return f"{sentence.removesuffix('.')} (rule\N{NO-BREAK SPACE}{number})." if number else sentence


def as_json(game: model.Game) -> dict[str, Any]:
    """Return the answer `f27.card/1`: the rules with the lines that they say in words."""
    card = sections(game)
    known = numbers(card)
    return {
        "schema": "f27.card/1",
        "variant": game.name,
        "title": game.title,
        "abstract": game.abstract,
        "settings": heading.settings(game),
        "sections": [
            {"number": chapter, "title": section.title, "rules": list(_rules(chapter, section))}
            for chapter, section in enumerate(card, 1)
        ],
        "worked_hand": [
            {"text": step.text, "rule": number_of(step.line, known), "line": written(step.line)}
            for step in _worked(game)
        ],
    }


def _rules(chapter: int, section: Section) -> Iterator[dict[str, Any]]:
    for place, rule in enumerate(section.rules, 1):
        lines = [written(line) for line in rule.lines]
        unique = [line for at, line in enumerate(lines) if line not in lines[:at]]
        yield {"number": f"{chapter}.{place}", "text": rule.text, "lines": unique}


def written(line: Node | None) -> dict[str, str] | None:
    """Return a line as written, and its place."""
    return {"text": said(line), "place": line.span.place} if line else None


def said(line: Node) -> str:
    """Return a line as written, on one line."""
    return " ".join(line.span.text.split())


def terminal_width() -> int:
    """Return the width of the terminal on stdout; 80 off a terminal."""
    on_terminal = sys.stdout is not None and sys.stdout.isatty()
    return max(40, shutil.get_terminal_size((WIDTH, 24)).columns) if on_terminal else WIDTH


def wrapped(label: str, text: str, width: int) -> list[str]:
    """Return text as lines with a label in a hanging margin."""
    first, rest = (f"{label:>5}  ", " " * 7) if label else ("", "")
    text = text.replace(" %", "\N{NO-BREAK SPACE}%")
    lines = textwrap.wrap(text, width, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False)
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines]
