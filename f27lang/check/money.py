"""F06: stakes, shares and the lines of wagers, as far as their words tell → Report."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from f27lang import model
from f27lang.check.facts import every, is_banked, phases
from f27lang.check.labels import at, at_heading, because, because_heading
from f27lang.diagnostics import Label, Report


def check_money(game: model.Game, report: Report) -> None:
    """Report stakes upside down, wagers beside nothing, shares that don't add up, surrenders that don't fit."""
    for wager in game.wagers:
        _stake(wager, report)
        _commissions(wager, report)
    if is_banked(game):
        _one_main_wager(game, report)
        _surrender(game, report)
    else:
        _shares(game, report)
        _unclaimed(game, report)


def _commissions(wager: model.Wager, report: Report) -> None:
    for less in every(model.Less, wager.lines):
        if isinstance(less.commission, model.PercentLiteral) and less.commission.percent.value > 100:
            report.error(
                "F0205",
                f"a commission of {less.commission.percent.text} is more than all that is won",
                at(less, "taken from what is won"),
                helps=("write 100% or less, for example `less 5%`",),
            )


def _stake(wager: model.Wager, report: Report) -> None:
    stake = wager.stake
    if isinstance(stake, model.StakeFree):
        if stake.least.value > stake.most.value:
            report.error(
                "F0607",
                "the table limits are upside down",
                at(stake, f"from {stake.least.text} down to {stake.most.text}"),
                helps=(f"write `{stake.most.text}..{stake.least.text}`",),
            )
        elif not stake.most.value:
            report.error(
                "F0607",
                f"nothing can be put on `{wager.name.text}`",
                at(stake, "no more than nothing"),
                helps=(f"write the limits of the table, for example `wager {wager.name.text}: $10..$500 {{`",),
            )
        return
    if stake is None:
        report.error(
            "F0607",
            f"nobody knows how much `{wager.name.text}` may be",
            at_heading(wager),
            helps=(f"write `wager {wager.name.text}: $10..$500 {{`",),
        )
        return
    if stake.wager.text == wager.name.text:
        report.error(
            "F0607",
            "a wager can't be a share of itself",
            at(stake.wager, "this wager"),
            helps=("name another wager, or give it limits of its own: `$10..$500`",),
        )
    elif not stake.share.value:
        report.error(
            "F0607",
            f"nothing can be put on `{wager.name.text}`",
            at(stake, "no more than nothing"),
            helps=(f"write a share, for example `up to 1/2 of {stake.wager.text}`",),
        )


def _on_verdicts(wager: model.Wager) -> bool:
    return any(True for _ in every(model.EventResult, wager.lines))


def _one_main_wager(game: model.Game, report: Report) -> None:
    moves = [move for move in every(model.Move, game.player) if move.text in ("double", "split")]
    main = [wager for wager in game.wagers if _on_verdicts(wager)]
    if moves and len(main) > 1:
        report.error(
            "F0605",
            f"a {moves[0].text} with {len(main)} wagers on the hand",
            at(moves[0], "which wager is it?"),
            *(because_heading(wager, "pays by the verdict") for wager in main[:2]),
            helps=("let all wagers but one pay on facts, for example `on player equal ranks as dealt`",),
        )


def _surrender(game: model.Game, report: Report) -> None:
    moves = [move for move in every(model.Move, game.player) if move.text == "surrender"]
    moves += [] if moves else [offer.what for offer in every(model.Offer, game.play) if offer.what.text == "surrender"]  # type: ignore[misc]
    for wager in game.wagers:
        lines = [event for event in every(model.EventResult, wager.lines) if event.decided.text == "surrender"]
        otherwise = any(isinstance(line, model.OtherwisePays) for line in wager.lines)
        if moves and _on_verdicts(wager) and not lines and not otherwise:
            report.error(
                "F0602",
                f"`{wager.name.text}` does not say what a surrender costs",
                at_heading(wager, "no line for `surrender`"),
                because(moves[0], "the player may surrender"),
                helps=("add a line, for example `loses 1/2 on surrender`",),
            )
        for event in lines if not moves else []:
            report.error(
                "F0606",
                "nobody can surrender in this game",
                at(event, "never happens"),
                helps=("delete the line, or add `may surrender as dealt` to `player`",),
            )


def _part(share: model.PotShare) -> Fraction | None:
    return share.part.value if isinstance(share.part, model.Amount) else Fraction(1) if share.part else None


def _shares(game: model.Game, report: Report) -> None:
    parts = [part for share in game.shares if (part := _part(share)) is not None]
    if game.abstract or not parts or sum(parts) == 1 or len(parts) < len(game.shares):
        return
    labels = [
        Label((share.part or share).span, str(part), primary=share is game.shares[-1])
        for share, part in zip(game.shares, parts)
    ]
    report.error(
        "F0601", f"the shares come to {sum(parts)} of the pot", *labels, helps=("shares must add up to exactly 1",)
    )


def _unclaimed(game: model.Game, report: Report) -> None:
    if game.abstract or any(True for _ in every(model.Unclaimed, game.pot)):
        return
    for reason in _may_be_unclaimed(game):
        place = at_heading(game.pot, "no line `unclaimed:` in here") if game.pot else None
        labels = (
            (place, because(reason, "so nobody may have a claim"))
            if place
            else (at(reason, "so nobody may have a claim"),)
        )
        report.error(
            "F0604",
            "nobody may have a claim to a share, and no line says what happens then",
            *labels,
            helps=("add a line to `pot`, for example `unclaimed: other share, else everyone`",),
        )
        return


def _may_be_unclaimed(game: model.Game) -> Iterator[model.Node]:
    yield from every(model.Barred, game.shares)
    yield from (phase for phase in phases(game) if isinstance(phase, model.Declare))
