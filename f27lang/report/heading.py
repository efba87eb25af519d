"""What stands above every answer: the game, its shoe and the settings that differ from the card's."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from f27lang import model
from f27lang.report.text import bound, count, labelled
from f27lang.rulebook import Rulebook

FIRST_HAND = "fresh, first hand"  # of which hand of a shoe all exact answers are

Setting = Fraction | tuple[Fraction, Fraction]


def heading(game: model.Game, tables: Rulebook) -> str:
    """Return one line with the title and the shoe, and one with what was changed, where something was."""
    lines = [f"{game.title}   {shoe(game, tables)}"]
    if changed := changes(game):
        lines.append(labelled("changed", ", ".join(map(bound, changed))))
    return "\n".join(lines)


def shoe(game: model.Game, tables: Rulebook) -> str:
    """Return `6 decks, 324 cards, shuffled every hand`."""
    return f"{count(decks(game), 'deck')}, {count(tables.shoe, 'card')}, {shuffled(tables)}"


def shuffled(tables: Rulebook) -> str:
    """Return when a shoe is shuffled, as `shuffled every 20 hands` or `cut card behind 243 cards, 1 card burnt`."""
    worn = tables.shuffling
    burnt = f", {count(worn.burn, 'card')} burnt" if worn and worn.burn else ""
    if worn and worn.cut is not None:
        return f"cut card behind {count(worn.cut, 'card')}{burnt}"
    hands = worn.hands if worn else 1
    return f"shuffled every {'hand' if hands == 1 else count(hands or 0, 'hand')}{burnt}"


def shoe_state(game: model.Game, shoe: str) -> dict[str, str]:
    """Return for JSON of which hand of a shoe an exact answer is, where that matters; `shoe` is full or endless."""
    return {"shoe_state": FIRST_HAND} if shoe == "full" and game.is_worn else {}


def decks(game: model.Game) -> int:
    """Return the number of decks in the shoe."""
    assert game.cards is not None
    return next(line.number.value for line in game.cards.lines if isinstance(line, model.Decks))


def changes(game: model.Game) -> list[str]:
    """Return the settings that differ from what the card says, as one would type them."""
    options = [
        f"{'with' if game.settings.options[option.name.text] else 'without'} {option.name.text}"
        for option in game.options
        if game.settings.options[option.name.text] != (option.default.text == "on")
    ]
    arms = [
        f"{choice.name.text} = {game.settings.choices[choice.name.text]}"
        for choice in game.choices
        if game.settings.choices[choice.name.text] != choice.default.name.text
    ]
    declared = _params(game)
    changed = _changed_params(game).items()
    return options + arms + [f"{name} = {typed(value, declared[name])}" for name, value in changed]


def settings(game: model.Game) -> dict[str, Any]:
    """Return all settings of a game for JSON."""
    return settings_json(game.settings)


def settings_json(chosen: model.Settings) -> dict[str, Any]:
    """Return settings for JSON, numbers as text."""
    return {
        "options": dict(chosen.options),
        "choices": dict(chosen.choices),
        "params": {name: shown(value) for name, value in chosen.params.items()},
    }


def typed(value: Setting, param: model.Param | None) -> str:
    """Return a number as one would type it as the value of a param."""
    return shown(value) + ("%" if param and isinstance(param.default, model.PercentLiteral) else "")


def shown(value: Setting) -> str:
    """Return a number as the language writes it."""
    return f"{value[0]}:{value[1]}" if isinstance(value, tuple) else str(value)


def _params(game: model.Game) -> dict[str, model.Param]:
    """Return the params by name; those of a strategy as `strategy.param`."""
    own = {name: param for strategy in game.strategies for name, param in strategy.settings.items()}
    return {param.name.text: param for param in game.params} | own


def _changed_params(game: model.Game) -> Mapping[str, Setting]:
    declared = {name: _value(param.default) for name, param in _params(game).items()}
    return {n: v for n, v in game.settings.params.items() if n in declared and v != declared[n]}


def _value(literal: model.Literal) -> Setting:
    if isinstance(literal, model.OddsLiteral):
        return literal.odds.paid, literal.odds.staked
    return literal.percent.value if isinstance(literal, model.PercentLiteral) else literal.value


def edge_label(tables: Rulebook, wager: int) -> str:
    """Return what the edge of a wager is called; that of the first is the house's."""
    return "house edge" if wager == 0 else f"edge of {tables.wagers[wager]}"
