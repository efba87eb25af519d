"""How a seat plays: the strategies that its name lists → lines of advice, each with the hands that it fits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from attrs import evolve, frozen

from f27lang import model
from f27lang.lower.vying.names import Part
from f27lang.lower.vying.scene import scene_of, waits_for
from f27lang.resolve.quantities import revalued
from f27lang.vying import ANY_SCENE, Act, Scene, When

ACTS: dict[type[model.Node], Act] = {
    model.BetChips: Act.BET,
    model.RaiseChips: Act.RAISE,
    model.Call: Act.CALL,
    model.Check: Act.CHECK,
    model.Fold: Act.FOLD,
}
DRAW_ACTS = {"take": Act.TAKE, "pass": Act.PASS}
Block = model.EachAdvice | model.BettingAdvice | model.DeclareAdvice


@frozen
class Condition:
    """Which hands a line fits: a pattern, `some card helps`, and the share (its place) with the nearest target."""

    pattern: model.Pattern | None = None
    helps: bool = False
    nearest: int | None = None


@frozen
class Line:
    """A line of advice on drawing or betting: which hands it fits, what it waits for, and what it says."""

    condition: Condition
    when: int
    act: Act
    chips: int = 0
    scene: Scene = ANY_SCENE

    @property
    def waits(self) -> bool:
        """Whether more than a hand decides if it holds."""
        return self.when != When.ALWAYS or self.scene != ANY_SCENE


@frozen
class Saying:
    """A line of declaring advice: bit i of `says` for share i."""

    condition: Condition
    says: int
    when: int = When.ALWAYS
    scene: Scene = ANY_SCENE


@frozen
class Advice:
    """All lines of a seat."""

    name: str
    draw: tuple[Line, ...]
    bet: tuple[Line, ...]
    say: tuple[Saying, ...]

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """What all lines ask of a hand."""
        return (*(line.condition for line in (*self.draw, *self.bet)), *(line.condition for line in self.say))


def advice(game: model.Game, name: str, parts: Sequence[Part]) -> Advice:
    """Return the lines of some strategies together; without any for betting a seat checks and calls."""
    blocks = [block for part in parts for block in blocks_of(game, part.strategy, part.values)]
    shares = [share.name.text for share in game.shares]
    draw = tuple(line for block in blocks if isinstance(block, model.EachAdvice) for line in _drawing(block))
    bet = tuple(line for block in blocks if isinstance(block, model.BettingAdvice) for line in _betting(block))
    say = tuple(line for block in blocks if isinstance(block, model.DeclareAdvice) for line in _saying(block, shares))
    return Advice(name, draw, bet or _checks_and_calls(), say or tuple(_says("nearest", Condition(), shares)))


def blocks_of(game: model.Game, strategy: str, values: Mapping[str, Fraction]) -> tuple[Block, ...]:
    """Return a strategy's blocks in order, `like` written out, its own numbers set."""
    found = next(each for each in game.strategies if each.name.text == strategy)
    blocks: list[Block] = []
    for line in revalued(found, values).lines:
        if isinstance(line, model.EachAdvice | model.BettingAdvice | model.DeclareAdvice):
            blocks.append(line)
        elif isinstance(line, model.Like):
            blocks += blocks_of(game, line.whom.text, {})
    return tuple(blocks)


def _drawing(block: model.EachAdvice) -> Iterator[Line]:
    for line in block.lines:
        seen = _seen(block.when, line)
        yield Line(_condition(seen, line), waits_for(seen), DRAW_ACTS[line.move.text], scene=scene_of(seen))


def _betting(block: model.BettingAdvice) -> Iterator[Line]:
    for line in block.lines:
        seen = _seen(block.when, line)
        for move in line.moves if isinstance(line, model.BetOtherwise) else (line.move,):
            yield Line(_condition(seen, line), waits_for(seen), ACTS[type(move)], _chips(move), scene_of(seen))


def _chips(move: model.BetMove) -> int:
    chips = move.chips if isinstance(move, model.BetChips | model.RaiseChips) else None
    return int(chips.value) if isinstance(chips, model.Amount) else 0


def _condition(seen: Sequence[model.Seen], line: model.Node) -> Condition:
    return Condition(getattr(line, "on", None), any(isinstance(each, model.SomeCardHelps) for each in seen))


def _seen(heading: model.When | None, line: model.Node) -> tuple[model.Seen, ...]:
    whens: tuple[model.When | None, ...] = (heading, getattr(line, "when", None))
    return tuple(condition for when in whens if when is not None for condition in when.seen)


def _checks_and_calls() -> tuple[Line, ...]:
    return tuple(Line(Condition(), int(When.ALWAYS), act) for act in (Act.CHECK, Act.CALL))


def _saying(block: model.DeclareAdvice, shares: Sequence[str]) -> Iterator[Saying]:
    for line in block.lines:
        seen = _seen(block.when, line)
        for saying in _says(line.said.text, _condition(seen, line), shares):
            yield evolve(saying, when=waits_for(seen), scene=scene_of(seen))


def _says(said: str, condition: Condition, shares: Sequence[str]) -> Iterator[Saying]:
    if said == "both":
        yield Saying(condition, (1 << len(shares)) - 1)
    elif said == "nearest":
        yield from (Saying(evolve(condition, nearest=place), 1 << place) for place in range(len(shares)))
    else:
        yield Saying(condition, 1 << shares.index(said))
