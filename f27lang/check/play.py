"""F0105, F0506: the steps of play, in an order in which a round can be played → Report."""

from __future__ import annotations

from math import comb

from f27lang import model
from f27lang.check.facts import dealt_before_turn, every, hidden_deal, is_banked, phases, shoe_of
from f27lang.check.labels import at, at_heading, because, because_heading
from f27lang.diagnostics import Report

VYING_STEPS = (
    model.Anteing
    | model.Bet
    | model.DrawInTurn
    | model.DrawTogether
    | model.DrawByConsent
    | model.Declare
    | model.Showdown
)
MOST_DEALT_PAIRS = 1_000_000  # hands that may be dealt to a player, times those that the dealer may show
FIRST_LINE = {"player": "may hit, stand", "dealer": "otherwise hits"}


def check_play(game: model.Game, report: Report) -> None:
    """Report steps that are missing, twice, out of place or without their section."""
    if game.play is None or not is_banked(game):
        return
    for phase in phases(game):
        _fits_kind(phase, report)
    for repeat in every(model.Repeat, game.play):
        report.error(
            "F0506",
            "`repeat` belongs to vying games",
            at_heading(repeat),
            helps=("write the steps once, without `repeat`",),
        )
    for seat in ("player", "dealer"):
        _turn(game, game.play, seat, report)
    _once(game, report)
    _needed(game, game.play, report)
    _order(game, report)
    _hidden_card(game, report)
    _dealt_pairs(game, report)


def _fits_kind(phase: model.Phase, report: Report) -> None:
    words = " ".join(phase.span.text.split())
    if isinstance(phase, model.Deal | model.TurnOf) and words.endswith(" each"):
        report.error(
            "F0506", f"`{words}` is a step of vying games", at(phase), helps=("write `player` or `dealer` for `each`",)
        )
    if isinstance(phase, VYING_STEPS):
        report.error("F0506", f"`{words}` is a step of vying games", at(phase), helps=("delete the step",))
    if isinstance(phase, model.Deal) and phase.number.value < 1:
        report.error("F0506", "a deal of no cards", at(phase), helps=("deal at least one card, or delete the step",))


def _turn(game: model.Game, play: model.Play, seat: str, report: Report) -> None:
    blocks = game.player if seat == "player" else game.dealer
    steps = [phase for phase in phases(game) if isinstance(phase, model.TurnOf) and phase.seat.text == seat]
    if steps and not blocks:
        report.error(
            "F0506",
            f"the {seat} has a turn but no rules",
            at(steps[0], f"no section `{seat}` says what happens"),
            helps=(f"add a section `{seat} {{ ... }}` with a line such as `{FIRST_LINE[seat]}`",),
        )
    if blocks and not steps and not game.abstract:
        report.error(
            "F0506",
            f"the {seat} has rules but no turn",
            because_heading(blocks[0], "never comes into play"),
            at_heading(play, f"no step `turn {seat}` in here"),
            helps=(f"add the step `turn {seat}`",),
        )


def _once(game: model.Game, report: Report) -> None:
    first: dict[model.Phase, model.Phase] = {}
    for phase in phases(game):
        if phase in first and not isinstance(phase, model.Deal):
            words = " ".join(phase.span.text.split())
            report.error(
                "F0506",
                f"`{words}` stands twice",
                at(phase, "again here"),
                because(first[phase], "here first"),
                helps=("delete one of the two steps",),
            )
        first.setdefault(phase, phase)


def _needed(game: model.Game, play: model.Play, report: Report) -> None:
    there = {type(phase) for phase in phases(game)}
    for cls, step, where in ((model.Wagering, "wager", "at the top"), (model.Settling, "settle", "at the end")):
        if cls not in there and not game.abstract:
            report.error(
                "F0506",
                f"`play` has no step `{step}`",
                at_heading(play, "not in here"),
                helps=(f"add the step `{step}` {where}",),
            )


def _order(game: model.Game, report: Report) -> None:
    steps = phases(game)
    wager = next((step for step in steps if isinstance(step, model.Wagering)), None)
    settle = next((step for step in steps if isinstance(step, model.Settling)), None)
    if wager is not None and wager is not steps[0]:
        report.error(
            "F0506",
            "something happens before there is money on the table",
            at(steps[0], "comes first"),
            because(wager, "comes later"),
            helps=("move `wager` to the top of `play`",),
        )
    if settle is not None and settle is not steps[-1]:
        after = steps[steps.index(settle) + 1]
        report.error(
            "F0506",
            "nothing can come after `settle`",
            at(after, "comes later"),
            because(settle, "the round ends here"),
            helps=("move `settle` to the end of `play`",),
        )


def _hidden_card(game: model.Game, report: Report) -> None:
    for peek in every(model.Peek, game.play):
        if hidden_deal(game) is None:
            report.error(
                "F0506",
                "the dealer has no hidden card to look at",
                at(peek),
                helps=("write `deal 1 down to dealer` above",),
            )


def _dealt_pairs(game: model.Game, report: Report) -> None:
    """Report deals of so many cards that their hands can't be listed: by ranks, C(ranks + cards - 1, cards) a side."""
    every_deal = (*dealt_before_turn(game, "player"), *dealt_before_turn(game, "dealer"))
    deals = [deal for deal in every_deal if deal.facing.text == "up" or deal.to.text == "player"]
    ranks, pairs = len(shoe_of(game)), 1
    for seat in ("player", "dealer"):
        cards = sum(deal.number.value for deal in deals if deal.to.text == seat)
        pairs *= comb(ranks + cards - 1, cards) if ranks and cards <= MOST_DEALT_PAIRS else 1 + cards
    if pairs > MOST_DEALT_PAIRS:
        most = max(deals, key=lambda deal: deal.number.value)
        report.error(
            "F0105",
            "too many hands can be dealt before the player's turn",
            at(most, "the most cards are dealt here"),
            notes=(f"a player's hands times those that the dealer shows may be {MOST_DEALT_PAIRS:,}",),
            helps=("deal fewer cards, and let the turns give the rest",),
        )
