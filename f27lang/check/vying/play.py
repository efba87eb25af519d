"""F0506: the steps of a vying game, in an order in which a hand can be played → Report."""

from __future__ import annotations

from collections.abc import Iterator

from f27lang import model
from f27lang.check.facts import every, phases
from f27lang.check.labels import at, at_heading, because, because_heading
from f27lang.diagnostics import Label, Report

BANKED_STEPS = model.Wagering | model.Offer | model.Peek | model.TurnOf | model.Settling
DRAWS = model.DrawInTurn | model.DrawTogether | model.DrawByConsent
ONCE = {model.Anteing: "ante", model.Declare: "declare", model.Showdown: "showdown"}


def check_vying_play(game: model.Game, report: Report) -> None:
    """Report steps that are missing, twice, out of place or without their section."""
    if game.play is None:
        return
    for phase in phases(game):
        _fits_kind(phase, report)
    for repeat in every(model.Repeat, game.play):
        _repeat(repeat, report)
    _once(game, report)
    _sections(game, game.play, report)
    if not game.abstract:
        _needed(game, game.play, report)
        _order(game, report)


def _words(node: model.Node) -> str:
    return " ".join(node.span.text.split())


def _fits_kind(phase: model.Phase, report: Report) -> None:
    if isinstance(phase, BANKED_STEPS):
        report.error("F0506", f"`{_words(phase)}` is a step of banked games", at(phase), helps=("delete the step",))
    elif isinstance(phase, model.Deal) and phase.to.text != "each":
        report.error(
            "F0506",
            f"`{_words(phase)}` is a step of banked games",
            at(phase),
            helps=(f"write `deal {phase.number.value} {phase.facing.text} to each`",),
        )
    elif isinstance(phase, model.Deal) and phase.number.value < 1:
        report.error("F0506", "a deal of no cards", at(phase), helps=("deal at least one card, or delete the step",))


def _repeat(repeat: model.Repeat, report: Report) -> None:
    inside = tuple(step.phase for step in every(model.Step, repeat))
    if not any(isinstance(phase, DRAWS) for phase in inside):
        report.error(
            "F0506",
            "nobody draws in this repeat, so it never ends",
            at_heading(repeat, "goes on until nobody draws"),
            helps=("add the step `draw` in here, or write the steps once, without `repeat`",),
        )
    for phase in inside:
        if type(phase) in ONCE:
            report.error(
                "F0506",
                f"`{_words(phase)}` can't be repeated",
                at(phase, "happens once in a hand"),
                because_heading(repeat, "in this repeat"),
                helps=("move the step out of `repeat`",),
            )


def _once(game: model.Game, report: Report) -> None:
    first: dict[type[model.Node], model.Phase] = {}
    for phase in phases(game):
        if type(phase) in first and type(phase) in ONCE:
            report.error(
                "F0506",
                f"`{_words(phase)}` stands twice",
                at(phase, "again here"),
                because(first[type(phase)], "here first"),
                helps=("delete one of the two steps",),
            )
        first.setdefault(type(phase), phase)


def _sections(game: model.Game, play: model.Play, report: Report) -> None:
    """Bets need `betting`, draws need `each`, and the other way round."""
    for name, section, kinds, step, line in (
        ("betting", game.betting, model.Bet, "bet", "limits: 1..2 chips"),
        ("each", game.each, DRAWS, "draw", "may take, pass"),
    ):
        steps = [phase for phase in phases(game) if isinstance(phase, kinds)]
        if steps and section is None and not game.abstract:
            report.error(
                "F0506",
                f"`{_words(steps[0])}` without a section `{name}`",
                at(steps[0], "no line says how"),
                helps=(f"add a section `{name} {{ ... }}` with a line such as `{line}`",),
            )
        if section is not None and section.span.file is game.files[-1] and not steps and not game.abstract:
            report.error(
                "F0506",
                f"`{name}` has rules but no step",
                because_heading(section, "never comes into play"),
                at_heading(play, f"no step `{step}` in here"),
                helps=(f"add the step `{step}`, or take the section away",),
            )


def _needed(game: model.Game, play: model.Play, report: Report) -> None:
    there = {type(phase) for phase in phases(game)}
    for cls, step, where in (
        (model.Anteing, "ante", "at the top"),
        (model.Deal, "deal 1 down to each", "below `ante`"),
        (model.Showdown, "showdown", "at the end"),
    ):
        if cls not in there:
            name = step.split()[0]
            report.error(
                "F0506",
                f"`play` has no step `{name}`",
                at_heading(play, "not in here"),
                *_declared_for_nothing(game, name),
                helps=(f"add the step `{step}` {where}",),
            )


def _declared_for_nothing(game: model.Game, missing: str) -> Iterator[Label]:
    for phase in phases(game):
        if missing == "showdown" and isinstance(phase, model.Declare):
            yield because(phase, "declared for nothing")


def _order(game: model.Game, report: Report) -> None:
    steps = phases(game)
    ante = next((step for step in steps if isinstance(step, model.Anteing)), None)
    showdown = next((step for step in steps if isinstance(step, model.Showdown)), None)
    if ante is not None and ante is not steps[0]:
        report.error(
            "F0506",
            "something happens before there is money in the pot",
            at(steps[0], "comes first"),
            because(ante, "comes later"),
            helps=("move `ante` to the top of `play`",),
        )
    if showdown is not None and showdown is not steps[-1]:
        report.error(
            "F0506",
            "nothing can come after `showdown`",
            at(steps[steps.index(showdown) + 1], "comes later"),
            because(showdown, "the hand ends here"),
            helps=("move `showdown` to the end of `play`",),
        )
    _declared_too_soon(game, report)


def _declared_too_soon(game: model.Game, report: Report) -> None:
    steps = phases(game)
    declare = next((place for place, step in enumerate(steps) if isinstance(step, model.Declare)), None)
    for phase in steps[declare:] if declare is not None else ():
        if isinstance(phase, DRAWS | model.Deal):
            report.error(
                "F0506",
                "hands are declared before they are complete",
                at(steps[declare or 0], "comes first"),
                because(phase, "cards come later"),
                helps=("move `declare` below the last draw, for example right above `showdown`",),
            )
            return
