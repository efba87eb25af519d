"""F0106: constructs that the language has and the engines have not, each refused by name once → Report."""

from __future__ import annotations

from collections.abc import Iterator

from f27lang import model
from f27lang.check.bounds import OTHERS
from f27lang.check.facts import every, hidden_deal, phases, turn_at
from f27lang.check.labels import at
from f27lang.check.poker import HAND
from f27lang.diagnostics import Report
from f27lang.lower.eyes import card_limit
from f27lang.model import Node

Refusal = tuple[str, Node] | tuple[str, Node, str]  # what is not built, where, and a way out of its own

WAY_OUT = "leave it out, or keep it in an option that is off"
RIGHT_BEFORE = "write `peek` right before `turn player`"
RANKS_SHOWN = "write `peek`, or name ranks: `peek when dealer shows A`"
RIGHT_AFTER_DEAL = "move the step below the deals, above `peek` and `turn player`"
OFFER_RANKS = "name ranks, as in `offer {} when dealer shows A`"
ON_DEALER = "let it pay on the dealer's cards only, as in `pays 10:1 on dealer HAND`"
AT_MOST_FIVE = "write `at most 5 cards` in the sections `player` and `dealer`"
ALL_AT_FIRST = "deal the dealer's cards above `turn player`, one of them down"


def check_built(game: model.Game, report: Report) -> bool:
    """Report every kind of construct that is not built; return whether all of a banked game is built."""
    seen: set[str] = set()
    for name, node, *way_out in _refusals(game):
        if name not in seen:
            seen.add(name)
            report.error("F0106", f"{name} not built yet", at(node, "used here"), helps=tuple(way_out) or (WAY_OUT,))
    return not seen


def _refusals(game: model.Game) -> Iterator[Refusal]:
    yield from _steps(game)
    yield from _moves(game)
    yield from _patterns(game)
    yield from _money(game)


def _steps(game: model.Game) -> Iterator[Refusal]:
    player, dealer = turn_at(game, "player"), turn_at(game, "dealer")
    for place, phase in enumerate(phases(game)):
        match phase:
            case model.Offer():
                yield from _offer(game, phase, place)
            case model.Peek():
                yield from _peek(game, phase, place)
            case model.TurnOf() if phase.seat.text == "dealer" and player is not None and place < player:
                yield "a dealer's turn before the player's is", phase
            case model.Deal() if phase.to.text == "player" and player is not None and place > player:
                yield "a deal to the player after his turn is", phase
            case model.Deal() if phase.to.text == "dealer" and dealer is not None and place > dealer:
                yield "a deal to the dealer after his turn is", phase


def _offer(game: model.Game, offer: model.Offer, place: int) -> Iterator[Refusal]:
    if offer.what.text == "surrender":
        yield "`offer surrender` is", offer
        return
    steps = phases(game)
    opens = any(isinstance(phase, model.Peek | model.TurnOf) for phase in steps[:place])
    if opens or any(isinstance(phase, model.Deal) for phase in steps[place : turn_at(game, "player")]):
        yield "an offer anywhere but between the deal and the player's turn is", offer, RIGHT_AFTER_DEAL
    if offer.when and not all(map(_names_ranks, offer.when.seen)):
        ranks = OFFER_RANKS.format(offer.what.text)
        yield "an offer on anything but the rank that the dealer shows is", offer.when, ranks
    for phase in steps[turn_at(game, "player") :]:
        if isinstance(phase, model.Deal) and phase.to.text == "dealer":
            yield "an offer before the dealer has all his cards is", phase, ALL_AT_FIRST


def _peek(game: model.Game, peek: model.Peek, place: int) -> Iterator[Refusal]:
    player = turn_at(game, "player")
    dealt_later = any(isinstance(phase, model.Deal) for phase in phases(game)[place:player])
    if hidden_deal(game) and (player is None or place > player or dealt_later):
        yield "a `peek` anywhere but right before the player's turn is", peek, RIGHT_BEFORE
    if peek.when and not all(map(_names_ranks, peek.when.seen)):
        yield "a `peek` on anything but the rank that the dealer shows is", peek.when, RANKS_SHOWN


def _names_ranks(seen: model.Seen) -> bool:
    return isinstance(seen, model.Shows) and isinstance(seen.what, model.Ranks)


def _moves(game: model.Game) -> Iterator[Refusal]:
    for move in every(model.Move, game.player, game.strategies):
        if move.text not in ("hit", "stand"):
            yield f"`{move.text}` is", move
    for limit in every(model.Limit, game.player, game.dealer):
        if limit.what is not None:
            yield "a limit of hands is", limit
    for takes in every(model.SplitTakes, game.player):
        yield "`split ... takes` is", takes


def _patterns(game: model.Game) -> Iterator[Refusal]:
    limits = [card_limit(turns) for turns in (game.player, game.dealer)]
    for making in every(model.Making, game):
        if not all(limit is not None and limit <= HAND for limit in limits):
            yield "`making` where hands can have more than five cards is", making, AT_MOST_FIVE


def _money(game: model.Game) -> Iterator[Refusal]:
    for wager in game.wagers:
        for line in wager.lines:
            if wager.is_beside and not isinstance(line, model.OtherwisePays) and not _on_dealer(game, line.event):
                yield "a wager beside another on anything but the dealer's cards is", line.event, ON_DEALER
            if isinstance(line, model.Loses) and line.share is not None:
                yield "losing a share of a wager is", line
            event = None if isinstance(line, model.OtherwisePays) else line.event
            if isinstance(event, model.EventResult) and event.decided.text == "surrender":
                yield "`surrender` is", event
    beside = {wager.name.text for wager in game.side_wagers}
    for bonus in game.bonuses:
        if bonus.wager and bonus.wager.text in beside:
            yield "a bonus on a wager beside another is", bonus.wager


def _on_dealer(game: model.Game, event: model.Event) -> bool:
    return isinstance(event, model.EventHand) and event.side.text == "dealer" and not _compares(game, event.pattern)


def _compares(game: model.Game, pattern: model.Pattern) -> bool:
    """Return whether a pattern measures against the other hand; a name may lead back to itself, which is told later."""
    hands = {hand.name.text: hand for hand in (game.hands.lines if game.hands else ())}
    waiting: list[Node] = [pattern]
    for node in waiting:  # grows while it is walked
        if any(isinstance(each, OTHERS) for each in every(model.Node, node)):
            return True
        waiting += [hands.pop(each.name.text) for each in every(model.Named, node) if each.name.text in hands]
    return False
