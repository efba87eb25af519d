"""How a seat's play is named: `commit:5.5:8:24 one:1:5` → strategies, each with numbers for its params in order."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction

from attrs import field, frozen

from f27lang import model

DOES: dict[type[model.Node], str] = {
    model.EachAdvice: "when to draw",
    model.BettingAdvice: "how to bet",
    model.DeclareAdvice: "what to declare",
}
_NUMBER = re.compile(r"\d+(\.\d+)?(/[1-9]\d*)?", re.ASCII)


class WrongPlay(ValueError):
    """Raised where a play can't be followed; `help` is what can be written instead."""

    def __init__(self, message: str, help: str) -> None:
        self.help = help
        super().__init__(message)


@frozen
class Part:
    """A strategy, and its own params that were set."""

    strategy: str
    values: Mapping[str, Fraction] = field(factory=dict)


def parts_of(game: model.Game, play: str, *, needed: type[model.Node] = model.EachAdvice) -> tuple[Part, ...]:
    """Return the strategies that a play names, parted by blanks or `+`; raise WrongPlay where it can't be followed.

    It must say what the kind of advice `needed` says, unless that is when to draw and nobody draws.
    """
    parts = tuple(_part(game, word) for word in play.replace("+", " ").split())
    for kind, does in DOES.items():
        found = [part.strategy for part in parts if covers(game, part.strategy, kind)]
        if len(found) > 1:
            raise WrongPlay(f"{found[0]} and {found[1]} both say {does}", "name one of them")
        if kind is needed and not found and (kind is not model.EachAdvice or draws(game)):
            offered = [each.name.text for each in game.strategies if covers(game, each.name.text, kind)]
            named = f"`{play}`" if play.strip() else "an empty play"
            raise WrongPlay(f"{named} does not say {does}", f"name a strategy that does: {', '.join(offered)}")
    return parts


def covers(game: model.Game, strategy: str, kind: type[model.Node]) -> bool:
    """Return whether a strategy, or one that it is like, has a kind of advice."""
    found = next((each for each in game.strategies if each.name.text == strategy), None)
    return found is not None and any(
        isinstance(line, kind) or (isinstance(line, model.Like) and covers(game, line.whom.text, kind))
        for line in found.lines
    )


def goes_by(game: model.Game, part: Part, strategy: str) -> bool:
    """Return whether a part of a play is a strategy, or is like it."""
    if part.strategy == strategy:
        return True
    found = next(each for each in game.strategies if each.name.text == part.strategy)
    liked = (Part(line.whom.text) for line in found.lines if isinstance(line, model.Like))
    return any(goes_by(game, each, strategy) for each in liked)


def own_plays(game: model.Game) -> tuple[str, ...]:
    """Return plays in which a game's strategies have their parts.

    What says nothing of drawing is joined to the first that does and leaves room for it; where none does, it is in no
    play.
    """
    names = [each.name.text for each in game.strategies]
    whole = [name for name in names if covers(game, name, model.EachAdvice)]
    if not draws(game):
        return tuple(names)
    parts = [name for name in names if name not in whole]
    joined = ((next((each for each in whole if goes_with(game, each, (part,))), None), part) for part in parts)
    return (*whole, *(f"{first} {part}" for first, part in joined if first))


def goes_with(game: model.Game, one: str, others: Iterable[str]) -> bool:
    """Return whether a strategy says nothing that some others say."""
    return not any(covers(game, one, kind) and covers(game, other, kind) for other in others for kind in DOES)


def draws(game: model.Game) -> bool:
    """Return whether cards are drawn in a game."""
    steps = (model.DrawInTurn, model.DrawTogether, model.DrawByConsent)
    return any(isinstance(node, steps) for node in model.walk(game.play))


def declares(game: model.Game) -> bool:
    """Return whether seats declare in a game."""
    return any(isinstance(node, model.Declare) for node in model.walk(game.play))


def _part(game: model.Game, word: str) -> Part:
    name, *numbers = word.split(":")
    known = {strategy.name.text: strategy for strategy in game.strategies}
    if name not in known:
        raise WrongPlay(f"`{name}` is no strategy of {game.name}", f"there are {', '.join(known) or 'none'}")
    params = known[name].params
    if len(numbers) > len(params):
        takes = f"takes {len(params)} number{'s' * (len(params) != 1)}" if params else "takes no number"
        raise WrongPlay(f"`{word}` has {len(numbers)}, and {name} {takes}", _written(name, params))
    return Part(name, {p.name.text: _value(text, p, word) for text, p in zip(numbers, params, strict=False)})


def _value(text: str, param: model.Param, word: str) -> Fraction:
    name = param.name.text
    low, high = _bound(param.range.low), _bound(param.range.high)
    if not _NUMBER.fullmatch(text):
        raise WrongPlay(f"`{text}` in `{word}` is no number", f"{name} is a number such as {low}")
    value = Fraction(text)
    if not low <= value <= high:
        raise WrongPlay(f"`{word}` sets {name} to {text}, outside {low}..{high}", f"take a number in {low}..{high}")
    if param.unit.text != "points" and value.denominator != 1:
        help_ = f"take a whole number in {low}..{high}"
        raise WrongPlay(f"`{word}` sets {name} to {text}, and {param.unit.text} are whole", help_)
    return value


def _bound(literal: model.Literal) -> Fraction:
    assert isinstance(literal, model.Amount)
    return literal.value


def _written(name: str, params: tuple[model.Param, ...]) -> str:
    return "write `" + ":".join((name, *(param.name.text.upper() for param in params))) + "`"
