"""F0105, F0205, F0505: how many may sit at the table, and whether the pack serves them → Report."""

from __future__ import annotations

from f27lang import model
from f27lang.check.facts import line_of, number, phases, shoe_of
from f27lang.check.labels import at, because, because_heading
from f27lang.diagnostics import Report

MOST_SEATS = 16  # pots are parted exactly for any number of them
DRAWS = model.DrawInTurn | model.DrawTogether | model.DrawByConsent


def check_vying_seats(game: model.Game, report: Report) -> None:
    """Report numbers of players that no table or pack can have."""
    if game.seats is None:
        return
    low, high = seats_of(game.seats)
    _numbers(game.seats, low, high, report)
    if not report.failed and game.cards is not None and game.play is not None:
        _pack(game, game.seats, high, report)


def seats_of(seats: model.Seats) -> tuple[int, int]:
    """Return the least and the most players that a line `seats:` names."""
    match seats.range:
        case model.Between(low=low, high=high):
            return int(number(low)), int(number(high))
        case model.Exactly(value=value) | model.UpTo(high=value):
            return (1 if isinstance(seats.range, model.UpTo) else int(number(value))), int(number(value))
        case model.AtLeast(low=low):
            return int(number(low)), MOST_SEATS + 1
    return 1, 1


def _numbers(seats: model.Seats, low: int, high: int, report: Report) -> None:
    if not isinstance(seats.range, model.Between | model.Exactly):
        report.error(
            "F0205",
            "the number of players needs both ends",
            at(seats.range, "only one end"),
            helps=("write the least and the most players, for example `seats: 2..10, usually 6`",),
        )
    elif low < 2:
        report.error(
            "F0205",
            f"{low} player{'s' * (low != 1)} can't vie for a pot",
            at(seats.range, "two players or more"),
            helps=(f"write `seats: 2..{max(high, 2)}`",),
        )
    elif high > MOST_SEATS:
        report.error(
            "F0105",
            f"a table of {high} players: the limit is {MOST_SEATS}",
            at(seats.range, "over the limit"),
            helps=(f"write `seats: {low}..{MOST_SEATS}`",),
        )
    elif seats.usually and not low <= seats.usually.value <= high:
        report.error(
            "F0205",
            f"{seats.usually.value} is no number of players of this table",
            at(seats.usually, "usually as many"),
            because(seats.range, "the least and the most"),
            helps=(f"choose a number in {low}..{high}",),
        )


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
