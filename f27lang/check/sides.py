"""F0506, F0509, F0602, F0603, F0606, F0607, F0704: wagers beside another, their offers and their lines → Report."""

from __future__ import annotations

from typing import NamedTuple

from f27lang import model
from f27lang.check.facts import dealt_before_turn, every, hidden_deal, is_banked, phases, ranks_of
from f27lang.check.labels import at, at_heading, because, because_heading, is_own
from f27lang.check.rounds import Rounds
from f27lang.check.table import Table
from f27lang.diagnostics import Report
from f27lang.lower.pairs import Hands, states_in, union

ADD_OFFER = "add the step `offer {} when dealer shows A` above `turn player`"
_OTHER_CARD = "offer the wager when the dealer shows another card"
_OTHER_EVENT = "change what it waits for"


class _Offered(NamedTuple):
    """A step that offers a wager, the hands that the dealer may hold then, and those that he may be dealt at all."""

    step: model.Offer
    held: Hands
    ever: Hands


def check_sides(game: model.Game, report: Report) -> None:
    """Report wagers beside another that are not offered once, or when nothing can be known or everything is."""
    if not is_banked(game) or game.abstract:
        return
    offers = [phase for phase in phases(game) if isinstance(phase, model.Offer) and phase.what.text != "surrender"]
    wagers = {wager.name.text: wager for wager in game.wagers}
    first: dict[str, model.Offer] = {}
    for offer in offers:
        name = offer.what.text
        if name in wagers:
            _offer(game, offer, wagers[name], report)
        if name in first and offer != first[name]:
            _twice(offer, first[name], report)
        first.setdefault(name, offer)
    for wager in game.side_wagers:
        _beside(wager, wagers, report)
        if wager.name.text not in first:
            _never_offered(wager, report)
    for accept in every(model.Accept, game.strategies):
        named = wagers.get(accept.wager.text)
        if named and not named.is_beside:
            _not_to_accept(accept, named, report)
        elif accept.wager.text in first and is_own(accept):
            _never_both(accept, first[accept.wager.text], report)


def _offer(game: model.Game, offer: model.Offer, wager: model.Wager, report: Report) -> None:
    name = offer.what.text
    if not wager.is_beside:
        report.error(
            "F0506",
            f"`{name}` is made before the deal",
            at(offer, "offered here"),
            because_heading(wager, "has limits of its own"),
            helps=("delete the step, or make the wager a share of another: `up to 1/2 of NAME`",),
        )
        return
    deals = dealt_before_turn(game, "dealer")
    if not offer.when and not any(deal.facing.text == "up" for deal in deals):
        report.error(
            "F0509",
            "the dealer has no face-up card",
            at(offer, "what would it be offered on?"),
            *(because(deal, "face down") for deal in deals),
            helps=("write `deal 1 up to dealer` above `turn player`",),
        )
    if deals and hidden_deal(game) is None:
        report.error(
            "F0506",
            f"the dealer has no hidden card when `{name}` is offered",
            at(offer, "everybody sees how it ends"),
            *(because(deal, "face up") for deal in deals),
            helps=("write `deal 1 down to dealer` above",),
        )


def _twice(offer: model.Offer, first: model.Offer, report: Report) -> None:
    report.error(
        "F0506",
        f"`{offer.what.text}` is offered twice",
        at(offer, "again here"),
        because(first, "here first"),
        helps=("write one step, with all ranks in it: `when dealer shows A K`",),
    )


def _beside(wager: model.Wager, wagers: dict[str, model.Wager], report: Report) -> None:
    assert isinstance(wager.stake, model.StakeUpTo | model.StakeExactly)
    other = wagers.get(wager.stake.wager.text)
    if other and other.is_beside and other is not wager:
        report.error(
            "F0607",
            "a wager can't be a share of one that is offered itself",
            at(wager.stake.wager, "offered in the round"),
            because_heading(other, "a share as well"),
            helps=("name a wager that is made before the deal",),
        )


def _never_offered(wager: model.Wager, report: Report) -> None:
    report.error(
        "F0506",
        f"`{wager.name.text}` is never offered",
        at_heading(wager, "no step of `play` offers it"),
        helps=(ADD_OFFER.format(wager.name.text),),
    )


def _not_to_accept(accept: model.Accept, wager: model.Wager, report: Report) -> None:
    report.error(
        "F0704",
        f"`{wager.name.text}` is never offered",
        at(accept, "nothing to accept"),
        because_heading(wager, "made before the deal"),
        helps=("delete the line, or name a wager that is offered",),
    )


def _never_both(accept: model.Accept, offer: model.Offer, report: Report) -> None:
    offered, accepted = _ranks_shown(offer.when), _ranks_shown(accept.when)
    if offered and accepted and not any(one & other for one in offered for other in accepted):
        report.warning(
            "F0402",
            "this line can never apply",
            at(accept.when or accept, "not offered then"),
            because(offer, "offered here"),
            helps=("delete the line, or name ranks with which it is offered",),
        )


def _ranks_shown(when: model.When | None) -> list[set[str]]:
    """Return the ranks that each condition on the dealer's open card names."""
    shown = [each.what for each in every(model.Shows, when)]
    return [set(ranks_of(what)) for what in shown if isinstance(what, model.Ranks)]


def check_side_lines(table: Table, rounds: Rounds, report: Report) -> None:
    """Report lines of wagers beside another that never count, and hands of the dealer's that none covers."""
    offers = [phase for phase in phases(table.game) if isinstance(phase, model.Offer)]
    for wager in table.game.side_wagers:
        offer = next(offer for offer in offers if offer.what.text == wager.name.text)
        views = table.pairs.conditions("player", offer.when.seen if offer.when else ())(0)
        held = union(rounds.may_hold[view] for view in rounds.may_hold if views >> view & 1)
        if not held:
            _never_so(offer, report)
        else:
            _lines(table, wager, _Offered(offer, held, union(rounds.may_hold.values())), report)


def _never_so(offer: model.Offer, report: Report) -> None:
    report.error(
        "F0606",
        "this offer is never made",
        at(offer.when or offer, "the dealer never shows that"),
        helps=("name ranks of the deck",),
    )


def _lines(table: Table, wager: model.Wager, offered: _Offered, report: Report) -> None:
    offer, held, ever = offered
    left, before = held, list[tuple[model.Node, Hands]]()
    for line in wager.lines:
        event = held if isinstance(line, model.OtherwisePays) else table.event(line.event)(0)
        fits = event & held
        if not fits and not isinstance(line, model.OtherwisePays) and is_own(line):
            report.error(
                "F0606",
                "this event can't happen",
                at(line.event, "none of the hands that the dealer may be dealt then"),
                because(offer, "offered here"),
                helps=(f"delete the line, or {_OTHER_CARD if event & ever else _OTHER_EVENT}",),
            )
        elif not fits & left and is_own(line):
            report.warning(
                "F0603",
                "this line never counts",
                at(line, "read too late"),
                *(because(other, "covers a case of it") for other, hands in before if hands & fits),
                helps=("move it up, or delete it",),
            )
        before.append((line, fits))
        left &= ~fits
    if left:
        report.error(
            "F0602",
            f"`{wager.name.text}` does not say what happens in every case",
            at_heading(wager, "no line covers it"),
            because(offer, "offered here"),
            notes=(f"for example the dealer is dealt {table.cards(next(states_in(left)))}",),
            helps=("add a line, for example `otherwise loses`",),
        )
