"""What happened in a hand of a vying game: the events with their reasons, and the whole of it in figures."""

from __future__ import annotations

from fractions import Fraction

from attrs import frozen

from f27lang.referee.events import Event
from f27lang.referee.hands import Hand
from f27lang.referee.vying_pot import Award


@frozen
class VyingRound:
    """A hand that was played to its end; chips are exact, seat 0 is left of the dealer."""

    events: tuple[Event, ...]
    nets: tuple[Fraction, ...]  # what each seat won less what it put in
    staked: tuple[int, ...]  # what each seat put in, its ante included
    pot: Fraction  # before the rake, with what waited from earlier hands
    rake: Fraction
    carried: Fraction  # what waits for the next pot
    hands: tuple[Hand, ...]
    live: tuple[int, ...]  # the seats that did not fold
    said: tuple[frozenset[str], ...] | None  # what each seat declared, nothing where it folded
    award: Award | None  # None where all but one folded
    betting_rounds: int
    draw_rounds: int
