"""F0501 to F0503: nobody acts on a card that he can't see → Report."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from f27lang import model
from f27lang.check.bounds import OTHERS
from f27lang.check.facts import dealt_before_turn, every, hidden_deal, turn_at
from f27lang.check.labels import at, because
from f27lang.diagnostics import Report
from f27lang.model import Node

SHOWN = "name his hand instead, for example `when dealer shows hard 12..15`"
NOTHING_SHOWN = "write `deal 1 up to dealer` above `turn player`"


def check_secrecy(game: model.Game, report: Report) -> None:
    """Report laws, advice and settle rows that look at a card which lies face down just then."""
    hidden = hidden_deal(game)
    if hidden is not None:
        _player_sees(game, hidden, report)
        _early_rows(game, hidden, report)
    _single_upcard(game, report)
    _circle(game, report)
    _several_hands(game, report)


def _player_sees(game: model.Game, hidden: model.Deal, report: Report) -> None:
    for block in game.player:
        for node, why in _looks_at_dealer(block):
            report.error(
                "F0501",
                "this rule gives away the dealer's hidden card",
                at(node, why),
                because(hidden, "one of them is face down"),
                notes=("the player would learn the hidden card from being forced",),
                helps=(_way_out(node),),
            )
    for strategy in game.strategies:
        for node, why in _looks_at_dealer(strategy):
            report.error(
                "F0501",
                f"`{strategy.name.text}` looks at the dealer's hidden card",
                at(node, why),
                because(hidden, "one of them is face down"),
                helps=(_way_out(node),),
            )


def _way_out(node: Node) -> str:
    if isinstance(node, model.Shows):
        return "with a card face down only ranks can be named, as in `dealer shows 10..K`; or deal his cards up"
    return "deal the dealer's cards up, or name the rank that is up, as in `when dealer shows 10..K`"


def _looks_at_dealer(root: Any) -> Iterator[tuple[Node, str]]:
    """Yield what needs all of the dealer's cards to be known, with the reason."""
    for will in every(model.Will, root):
        yield will, "what the dealer will do depends on all his cards"
    for has in every(model.Has, root):
        if has.other.text == "dealer":
            yield has, "what the dealer has depends on all his cards"
    for shows in every(model.Shows, root):
        if not isinstance(shows.what, model.Ranks):
            yield shows, "a pattern looks at all his cards, so all must be face up"
    for other in every(model.Node, root):
        if isinstance(other, OTHERS) and other.other.text == "dealer":
            yield other, "the dealer's total depends on all his cards"


def _single_upcard(game: model.Game, report: Report) -> None:
    up = [deal for deal in dealt_before_turn(game, "dealer") if deal.facing.text == "up"]
    if turn_at(game, "player") is None or sum(deal.number.value for deal in up) == 1:
        return
    for shows in every(model.Shows, game.player, game.strategies, game.play):
        if isinstance(shows.what, model.Ranks):
            reasons = [because(deal, f"{deal.number.value} up") for deal in up]
            report.error(
                "F0509",
                "the dealer has no single face-up card",
                at(shows, "looks at one card"),
                *reasons,
                helps=(SHOWN if up else NOTHING_SHOWN,),
            )


def _early_rows(game: model.Game, hidden: model.Deal, report: Report) -> None:
    for row in game.settle.lines if game.settle else ():
        if row.moment.text in ("after deal", "after player"):
            for node in islice(_needs_dealer(row), 1):
                report.error(
                    "F0503",
                    f"the dealer's hand is not known {row.moment.text}",
                    at(node, "looks at all his cards"),
                    because(hidden, "one of them is face down"),
                    helps=("start the row with `after dealer:`, or deal his cards up",),
                )


def _needs_dealer(row: model.OutcomeRow) -> Iterator[Node]:
    for fact in row.facts:
        if isinstance(fact, model.FactBetter) or fact.side.text != "player":
            yield fact
        else:
            yield from (
                node for node in every(model.Node, fact) if isinstance(node, OTHERS) and node.other.text == "dealer"
            )
    if isinstance(row.verdict, model.VerdictBetter):
        yield row.verdict


def _circle(game: model.Game, report: Report) -> None:
    for will in every(model.Will, game.dealer):
        report.error(
            "F0502",
            "the dealer's law asks for itself",
            at(will, "what he will do is what this law decides"),
            helps=("name the hands, for example `stands on hard 17..`",),
        )
    wills = tuple(every(model.Will, game.player, game.strategies))
    if not wills:
        return
    for node in looks_at_player(game.dealer):
        report.error(
            "F0502",
            "the dealer's law and the player's go round in a circle",
            at(node, "the dealer waits for the player's hand"),
            because(wills[0], "the player waits for the dealer's law"),
            helps=("use `when dealer shows ...` in the player's rules",),
        )


def looks_at_player(root: Any) -> Iterator[Node]:
    """Yield what looks at the player's hand in the dealer's laws."""
    for node in every(model.Node, root):
        if isinstance(node, (*OTHERS, model.Has, model.Drew, model.DrewNothing)) and node.other.text == "player":
            yield node


def _several_hands(game: model.Game, report: Report) -> None:
    """With several hands at the table the dealer can't follow the law against one of them."""
    splits = [move for move in every(model.Move, game.player) if move.text == "split"]
    reason = game.seats or next(iter(splits), None)
    for node in islice(looks_at_player(game.dealer), 1 if reason is not None else 0):
        assert reason is not None
        report.error(
            "F0502",
            "the dealer's law looks at one hand where there can be several",
            at(node, "which hand?"),
            because(reason, "so the dealer can meet more than one"),
            helps=("name the dealer's own hands only, for example `stands on hard 17..`",),
        )
