"""F0401: two laws that fit one hand and name different moves, as set or for some value of a param → Report."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import attrs

from f27lang import model
from f27lang.check.facts import every
from f27lang.check.labels import at, because
from f27lang.check.laws import Law
from f27lang.check.rounds import Clash, Rounds, TooManyRounds, follow
from f27lang.check.size import conditions_of
from f27lang.check.table import Table
from f27lang.check.turns import pairs_that_may_clash
from f27lang.check.words import points
from f27lang.diagnostics import Report
from f27lang.lower.hands import TooManyStates

MOST_VALUES = 60  # of a param
FEWEST_VALUES = 2  # its ends
MOST_LOOKS = 1_000_000  # conditions times hands, of all the games that are followed


def check_clashes(table: Table, rounds: Rounds, report: Report) -> None:
    """Report the laws that disagree in the rounds followed, and those that would under another value of a param."""
    for clash in rounds.clashes.values():
        _report(table, clash, "", report)
    known = set(rounds.clashes)
    pairs = [pair for pair in pairs_that_may_clash(table.game) if (id(pair[0].node), id(pair[1].node)) not in known]
    named = [(pair, _params_in(table.game, pair)) for pair in pairs]
    suspects = {
        param: found
        for param in table.game.params
        if (found := [pair for pair, params in named if param.name.text in params])
    }
    looks = conditions_of(table.game) * len(table.machine.states)
    values = min(MOST_VALUES, MOST_LOOKS // max(1, looks * len(suspects)))
    if values < FEWEST_VALUES:
        _too_many_params(tuple(suspects), report)
        return
    for param, found in suspects.items():
        _vary(table, param, found, values, report)


def _too_many_params(params: tuple[model.Param, ...], report: Report) -> None:
    report.error(
        "F0105",
        f"{len(params)} params may set rules against one another: too many to try their values",
        at(params[-1].name, "one of them"),
        helps=("make fewer things adjustable, or fewer rules look at them",),
    )


def _params_in(game: model.Game, pair: tuple[Law, Law]) -> set[str]:
    nodes = [(law.on, law.seen) for law in pair]
    names = {named.name.text for named in every(model.Named, *nodes)}
    meanings = [hand for hand in (game.hands.lines if game.hands else ()) if hand.name.text in names]
    return {amount.param for amount in every(model.Amount, *nodes, *meanings) if amount.param}


def _vary(table: Table, param: model.Param, suspects: list[tuple[Law, Law]], most: int, report: Report) -> None:
    """Follow the rounds for each other value of a param until one breaks a suspected pair."""
    places = {(one.node.span, other.node.span) for one, other in suspects}
    for value in _values(table, param, most):
        try:
            varied = Table(_with(table.game, param.name.text, value))
            rounds = follow(varied)
        except (TooManyStates, TooManyRounds):
            return
        for clash in rounds.clashes.values():
            if (clash.one.node.span, clash.other.node.span) in places:
                _report(varied, clash, f" when `{param.name.text}` is {points(value)}", report)
                return


def _values(table: Table, param: model.Param, most: int) -> Iterator[Fraction]:
    """Yield the values of a param, nearest to the chosen one first; a wide range only near its ends and the middle."""
    low, high = param.range.low, param.range.high
    if not (isinstance(low, model.Amount) and isinstance(high, model.Amount)):
        return
    step = Fraction(1, table.machine.eyes.points.scale) if param.unit.text == "points" else Fraction(1)
    steps = int((high.value - low.value) / step)
    places = range(steps + 1) if steps < most else sorted({round(i * steps / (most - 1)) for i in range(most)})
    now = table.game.settings.params.get(param.name.text)
    values = [low.value + place * step for place in places]
    yield from sorted(
        (value for value in values if value != now),
        key=lambda value: abs(value - now) if isinstance(now, Fraction) else value,
    )


def _with(node: Any, param: str, value: Fraction) -> Any:
    """Return a node with another value put in for a param."""
    if isinstance(node, tuple):
        return tuple(_with(item, param, value) for item in node)
    if isinstance(node, model.Amount):
        return attrs.evolve(node, value=value, text=points(value)) if node.param == param else node
    if not isinstance(node, model.Node | model.Game):
        return node
    fields = [
        f.name for f in attrs.fields(type(node)) if f.name not in ("span", "origin", "files", "settings", "params")
    ]
    changed = {
        name: new
        for name in fields
        if (new := _with(old := getattr(node, name), param, value)) is not old and new != old
    }
    return attrs.evolve(node, **changed) if changed else node


def _report(table: Table, clash: Clash, when: str, report: Report) -> None:
    first, second = sorted((clash.one.node, clash.other.node), key=lambda node: (node.span.file.path, node.span.start))
    own, other = (
        (clash.cell.player, clash.cell.dealer) if clash.side == "player" else (clash.cell.dealer, clash.cell.player)
    )
    against = f" against {table.words(other)}" if _looks_across(clash) else ""
    report.error(
        "F0401",
        f"two rules disagree about {table.words(own)}{against}{when}",
        because(first, f"says `{_says(first)}`"),
        at(second, f"says `{_says(second)}`"),
        notes=(f"for example {table.cards(own)}{f' against {table.cards(other)}' if against else ''}",),
        helps=(_way_out(table, first, second),),
    )


def _looks_across(clash: Clash) -> bool:
    return any(law.law.seen or any(True for _ in every(model.Other, law.law.on)) for law in (clash.one, clash.other))


def _says(node: model.Node) -> str:
    match node:
        case model.Must(move=move) | model.OtherwiseMust(move=move):
            return f"must {move.text}"
        case model.Does(verb=verb) | model.OtherwiseDoes(verb=verb):
            return verb.text
    return node.span.text


def _way_out(table: Table, first: model.Node, second: model.Node) -> str:
    step = Fraction(1, table.machine.eyes.points.scale)
    for low, high, names in ((first, second, ("second", "first")), (second, first, ("first", "second"))):
        ends, starts = _plain_end(low), _plain_start(high)
        if ends is not None and starts is not None and ends >= starts:
            lower, upper = names[1], names[0]
            return f"end the {lower} rule at {points(starts - step)}, or start the {upper} at {points(ends + step)}"
    return "narrow one of them, so that no hand fits both"


def _range(node: model.Node) -> model.Range | None:
    head = node.on.head if isinstance(node, model.Must | model.Does) and node.on else None
    return head.range if isinstance(head, model.TotalIs) else None


def _plain_end(node: model.Node) -> Fraction | None:
    match _range(node):
        case (
            model.UpTo(high=model.Amount(value=value, param=None))
            | model.Between(high=model.Amount(value=value, param=None))
        ):
            return value
    return None


def _plain_start(node: model.Node) -> Fraction | None:
    match _range(node):
        case (
            model.AtLeast(low=model.Amount(value=value, param=None))
            | model.Between(low=model.Amount(value=value, param=None))
        ):
            return value
    return None
