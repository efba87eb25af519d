"""F0105, F0205: how many may sit at a table → Report."""

from __future__ import annotations

from f27lang import model
from f27lang.check.facts import number
from f27lang.check.labels import at, because
from f27lang.diagnostics import Report

MOST_PLAYERS = 16  # of a pot, which is parted exactly for any number of them
MOST_SEATS = 100  # against one dealer


def check_seats(game: model.Game, report: Report) -> None:
    """Report numbers of seats that no table against a dealer can have."""
    if game.seats is not None:
        check_numbers(game.seats, 1, MOST_SEATS, f"{seats_of(game.seats)[0]} seats are no table", report)


def seats_of(seats: model.Seats, limit: int = MOST_PLAYERS) -> tuple[int, int]:
    """Return the least and the most players that a line `seats:` names; without an upper end one beyond the limit."""
    match seats.range:
        case model.Between(low=low, high=high):
            return int(number(low)), int(number(high))
        case model.Exactly(value=value):
            return int(number(value)), int(number(value))
        case model.UpTo(high=high):
            return 1, int(number(high))
        case model.AtLeast(low=low):
            return int(number(low)), limit + 1
    return 1, 1


def most_seats(game: model.Game) -> int:
    """Return how many may sit at most at a game's table; one where it does not say."""
    return max(1, seats_of(game.seats)[1]) if game.seats else 1


def check_numbers(seats: model.Seats, least: int, limit: int, too_few: str, report: Report) -> None:
    """Report a line `seats:` with an open end, too few or too many players, or a usual number that is none of them."""
    low, high = seats_of(seats)
    if not isinstance(seats.range, model.Between | model.Exactly):
        report.error(
            "F0205",
            "the number of players needs both ends",
            at(seats.range, "only one end"),
            helps=(f"write the least and the most players, for example `seats: {least}..10, usually 6`",),
        )
    elif low < least:
        report.error(
            "F0205",
            too_few,
            at(seats.range, f"{'two players' if least == 2 else 'one player'} or more"),
            helps=(f"write `seats: {least}..{max(high, least)}`",),
        )
    elif high > limit:
        report.error(
            "F0105",
            f"a table of {high} players: the limit is {limit}",
            at(seats.range, "over the limit"),
            helps=(f"write `seats: {low}..{limit}`",),
        )
    elif seats.usually and not low <= seats.usually.value <= high:
        report.error(
            "F0205",
            f"{seats.usually.value} is no number of players of this table",
            at(seats.usually, "usually as many"),
            because(seats.range, "the least and the most"),
            helps=(f"choose a number in {low}..{high}",),
        )
