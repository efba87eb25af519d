"""A game at a glance: where its rules come from, what was assumed, what may be changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from f27lang import model
from f27lang.report.heading import settings, typed
from f27lang.report.provenance import assumed, noted
from f27lang.report.text import columns, hanging


def as_text(game: model.Game) -> str:
    """Return a few headed lists; those with nothing in them are left out."""
    kind = f"{'abstract ' if game.abstract else ''}{game.kind} game"
    parts = [f"{game.title}   {kind}   {' > '.join(_files(game))}"]
    for title, lines in _lists(game):
        if lines:
            parts += ["", title, *(hanging("  ", line, indent=4) for line in lines)]
    return "\n".join(parts)


def as_json(game: model.Game, text: str) -> dict[str, Any]:
    """Return the answer `f27.show/1`; `text` is what the terminal would show."""
    return {
        "schema": "f27.show/1",
        "variant": game.name,
        "title": game.title,
        "kind": game.kind,
        "abstract": game.abstract,
        "files": _files(game),
        "settings": settings(game),
        "sources": [source.text.text for source in game.sources],
        "notes": [note.text.text for note in game.notes],
        "assumptions": [assumption.text.text for assumption in game.assumptions],
        "text": text,
    }


def _lists(game: model.Game) -> Iterator[tuple[str, list[str]]]:
    yield "sources", [source.text.text for source in game.sources]
    yield "assumed, where the sources are silent", assumed(game)
    yield "notes", noted(game)
    yield "may be changed", columns([*_params(game), *_options(game), *_choices(game)]).splitlines()
    yield "houses", [house.name.text for house in game.houses]
    yield "strategies, for --play", _named(game.strategies)
    yield "claims, for `f27 verify`", [" ".join(claim.span.text.split()) for claim in game.claims]


def _files(game: model.Game) -> list[str]:
    return [file.path for file in game.files]


def _params(game: model.Game) -> Iterator[tuple[str, str]]:
    own = {
        f"{strategy.name.text}.{param.name.text}": param
        for strategy in game.strategies
        for param in strategy.lines
        if isinstance(param, model.Param)
    }
    declared = own | {param.name.text: param for param in game.params}
    for name, value in game.settings.params.items():
        bounds = _bounds(declared[name]) if name in declared else _deck_bounds(game)
        yield f"--set {name}={typed(value, declared.get(name))}", f"in {bounds}" if bounds else ""


def _bounds(param: model.Param) -> str:
    return f"{param.range.low.span.text}..{param.range.high.span.text}"


def _deck_bounds(game: model.Game) -> str:
    decks = next((line for line in game.cards.lines if isinstance(line, model.Decks)), None) if game.cards else None
    return f"{decks.least.value}..{decks.most.value}" if decks and decks.least and decks.most else ""


def _options(game: model.Game) -> Iterator[tuple[str, str]]:
    for option in game.options:
        on = game.settings.options[option.name.text]
        yield f"--with{'out' if on else ''} {option.name.text}", f"{_help(option)}is {'on' if on else 'off'}"


def _choices(game: model.Game) -> Iterator[tuple[str, str]]:
    for choice in game.choices:
        arms = "|".join(arm.name.text for arm in choice.arms)
        yield f"--set {choice.name.text}={arms}", f"{_help(choice)}is {game.settings.choices[choice.name.text]}"


def _help(switch: model.Option | model.Choice) -> str:
    return f"{switch.help.text}: " if switch.help else ""


def _named(strategies: Iterable[model.Strategy]) -> list[str]:
    rows = [(strategy.name.text, strategy.help.text if strategy.help else "") for strategy in strategies]
    return columns(rows).splitlines()
