"""F0105: names inside names that come to more than any rules card says → Report."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter

from attrs import frozen

from f27lang import model
from f27lang.check.facts import every
from f27lang.check.labels import at
from f27lang.diagnostics import Report

DEEPEST_NAMES = 8
MOST_CONDITIONS = 400
MOST_STRATEGIES = 20
_CONDITIONS = (model.Pattern, model.Shows, model.Drew, model.DrewNothing, model.Will)


@frozen
class Meaning:
    """What a name stands for: how much it says itself, and which names it uses, as often as it does."""

    own: int
    uses: tuple[str, ...]


@frozen
class WrittenOut:
    """What a name comes to with all that it uses: levels of names, and parts."""

    levels: int
    parts: int


def written_out(meanings: Mapping[str, Meaning]) -> dict[str, WrittenOut]:
    """Return what each name comes to; nothing where names use one another in a circle, which is told elsewhere."""
    try:
        order = tuple(TopologicalSorter({name: meaning.uses for name, meaning in meanings.items()}).static_order())
    except CycleError:
        return {}
    found: dict[str, WrittenOut] = {}
    for name in order:
        if name in meanings:
            inner = [found[use] for use in meanings[name].uses if use in found]
            levels = 1 + max((each.levels for each in inner), default=0)
            found[name] = WrittenOut(levels, meanings[name].own + sum(each.parts for each in inner))
    return found


def check_size(game: model.Game, report: Report) -> None:
    """Report hands, strategies and rules that come to too much when the names in them are written out."""
    sizes = _hands(game)
    _named({hand.name.text: hand.name for hand in (game.hands.lines if game.hands else ())}, sizes, report)
    _strategies(game, sizes, report)
    if not report.failed:
        _rules(game, sizes, report)


def conditions_of(game: model.Game) -> int:
    """Return to how many conditions the rules of a game come, names written out."""
    hands = _hands(game)
    return sum(_conditions(line, hands) for line in _lines(game))


def _hands(game: model.Game) -> dict[str, WrittenOut]:
    lines = game.hands.lines if game.hands else ()
    return written_out({hand.name.text: _meaning(hand) for hand in lines})


def _lines(game: model.Game) -> Iterator[model.Node]:
    blocks = (*game.player, *game.dealer, game.ranking, game.settle, *game.wagers, *game.bonuses)
    return (line for block in blocks if block for line in block.lines)


def _meaning(hand: model.Hand) -> Meaning:
    uses = tuple(named.name.text for named in every(model.Named, hand.patterns))
    return Meaning(len(hand.patterns) - len(uses), uses)


def _named(names: Mapping[str, model.Name], sizes: Mapping[str, WrittenOut], report: Report) -> None:
    """Report the first name that is over a limit; what uses it is so too."""
    for name, size in sizes.items():
        over = [(size.levels, DEEPEST_NAMES, "levels of names"), (size.parts, MOST_CONDITIONS, "conditions")]
        for number, limit, what in over:
            if number > limit:
                report.error(
                    "F0105",
                    f"`{name}` comes to {number:,} {what}: the limit is {limit:,}",
                    at(names[name], "with all that its names stand for"),
                    helps=("use fewer names inside other names",),
                )
                return


def _strategies(game: model.Game, hands: Mapping[str, WrittenOut], report: Report) -> None:
    for strategy in game.strategies[MOST_STRATEGIES:][:1]:
        report.error(
            "F0105",
            f"{len(game.strategies)} strategies: the limit is {MOST_STRATEGIES}",
            at(strategy.name, "over the limit"),
            helps=("take some away, or keep them in files of their own: `strategies for ...`",),
        )
    strategies = {strategy.name.text: strategy for strategy in game.strategies}
    dealers = sum(_conditions(block, hands) for block in game.dealer)
    sizes = written_out({name: _advice(strategy, dealers, hands) for name, strategy in strategies.items()})
    _named({name: strategy.name for name, strategy in strategies.items()}, sizes, report)


def _advice(strategy: model.Strategy, dealers: int, hands: Mapping[str, WrittenOut]) -> Meaning:
    likes = [like.whom.text for like in every(model.Like, strategy)]
    own = _conditions(strategy, hands) + dealers * likes.count("dealer")
    return Meaning(own, tuple(like for like in likes if like != "dealer"))


def _rules(game: model.Game, hands: Mapping[str, WrittenOut], report: Report) -> None:
    """Report the line of the game with which its rules come to more conditions than can be followed."""
    total = 0
    for line in _lines(game):
        total += _conditions(line, hands)
        if total > MOST_CONDITIONS:
            report.error(
                "F0105",
                f"the rules come to more than {MOST_CONDITIONS} conditions",
                at(line, "over the limit, with all that names stand for"),
                helps=("join lines that say the same of several hands",),
            )
            return


def _conditions(node: model.Node, hands: Mapping[str, WrittenOut]) -> int:
    """Return how many conditions there are in a node, those that its names stand for included."""
    own = sum(1 for each in every(model.Node, node) if isinstance(each, _CONDITIONS))
    names = (each.name.text for each in every(model.Node, node) if isinstance(each, model.Named | model.Rung))
    return own + sum(hands[name].parts for name in names if name in hands)
