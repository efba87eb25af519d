"""F0105, F0205, F0505: how many may sit at the table, and whether the pack serves them → Report."""

from __future__ import annotations

from f27lang import model
from f27lang.check.facts import line_of, number, phases, shoe_of
from f27lang.check.labels import at, because, because_heading
from f27lang.check.seats import MOST_PLAYERS, check_numbers, seats_of
from f27lang.diagnostics import Report

DRAWS = model.DrawInTurn | model.DrawTogether | model.DrawByConsent


def check_vying_seats(game: model.Game, report: Report) -> None:
    """Report numbers of players that no table or pack can have."""
    if game.seats is None:
        return
    low, high = seats_of(game.seats)
    check_numbers(game.seats, 2, MOST_PLAYERS, f"{low} player{'s' * (low != 1)} can't vie for a pot", report)
    if not report.failed and game.cards is not None and game.play is not None:
        _pack(game, game.seats, high, report)


def _pack(game: model.Game, seats: model.Seats, high: int, report: Report) -> None:
    pack = sum(shoe_of(game).values())
    deals = [phase for phase in phases(game) if isinstance(phase, model.Deal)]
    dealt = sum(deal.number.value for deal in deals)
    decks, deck = line_of(game.cards, model.Decks), line_of(game.cards, model.Deck)
    if deck is None or decks is None:
        return
    if high * dealt > pack:
        report.error(
            "F0505",
            f"{high} players are dealt {high * dealt} cards, and the pack has {pack}",
            at(seats.range, "so many players"),
            because(deals[-1], f"{dealt} cards each by now"),
            because(decks, f"{pack} cards"),
            helps=("seat fewer players, deal fewer cards, or take more decks",),
        )
        return
    draw = next((phase for phase in phases(game) if isinstance(phase, DRAWS)), None)
    most = _most_each(game, dealt)
    if draw is not None and (most is None or most * high > pack) and line_of(game.cards, model.Empty) is None:
        report.error(
            "F0505",
            f"{high} players can ask for more than the {pack} cards of the pack",
            at(draw, "no card may be left"),
            because_heading(game.cards, "no line `empty:` in here") if game.cards else because(decks),
            helps=("add the line `empty: pass` to `cards`, or seat fewer players",),
        )


def _most_each(game: model.Game, dealt: int) -> int | None:
    """Return how many cards a hand can hold by the rules, None without end."""
    found = []
    for limit in (line for line in (game.each.lines if game.each else ()) if isinstance(line, model.Limit)):
        draws = isinstance(limit.what, model.MostDraws)
        found.append(int(number(limit.number)) + (dealt if draws else 0))
    if game.play and not any(isinstance(line, model.Repeat) for line in game.play.lines):
        found.append(dealt + sum(isinstance(phase, DRAWS) for phase in phases(game)))
    return max(dealt, min(found)) if found else None
