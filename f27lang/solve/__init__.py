"""Exact values: what a game is worth, how it is best played, and how its rounds end.

Rulebook, a way to play -> Solution
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from f27lang.rulebook import Policy
from f27lang.solve.alike import agreed, tells_suits
from f27lang.solve.averaged import Averaged, averaged
from f27lang.solve.cost import cost, seconds_per_endless
from f27lang.solve.deals import hidden_matter
from f27lang.solve.endless import Endless
from f27lang.solve.faces import Number
from f27lang.solve.ledger import Ledger
from f27lang.solve.meter import TooLarge
from f27lang.solve.plan import plan
from f27lang.solve.shoe import Shoe
from f27lang.solve.solution import Cell, Cost, Frequencies, Solution
from f27lang.solve.suited import suited_faces
from f27lang.solve.walk import Walk
from f27lang.solve.walk_cards import CardWalk

if TYPE_CHECKING:
    from f27lang.rulebook import Rulebook

__all__ = [
    "Cell",
    "Cost",
    "Frequencies",
    "Solution",
    "TooLarge",
    "cost",
    "endless_seconds",
    "seen_by",
    "solve_endless",
    "solve_shoe",
    "solve_shoe_all",
]


def solve_endless(
    rulebook: Rulebook,
    play: str | Policy = "best",
    *,
    wager: int = 0,
    frequencies: bool = False,
    exact: bool = False,
    knowledge: str = "cards",
) -> Solution:
    """Return the value of a way to play where every card is as likely as in the full shoe, whatever was dealt.

    `play` is "best", "chart" or a Policy; with `exact` the value is a fraction too. The best play knows "cards" with
    their suits, or "ranks"; but where suits change more than what is paid it knows the classes that they part.
    """
    one = Fraction(1) if exact else 1.0
    seen, knowledge, shoe = _endless(rulebook, play, knowledge, wager, one)
    ledger = Ledger(seen.rulebook, seen.play, wager, frequencies, shoe, knowledge, seen.averaged)
    for column in shoe.columns.values():
        ledger.add(column)
    return ledger.solution("endless")


def endless_seconds(
    rulebook: Rulebook, play: str | Policy = "best", *, wager: int = 0, knowledge: str = "cards"
) -> float:
    """Return the seconds of CPU that the endless shoe's exact value takes, from a trial; 0 where it takes no time."""
    if not rulebook.showdowns:
        return 0.0
    return seconds_per_endless(_endless(rulebook, play, knowledge, wager, 1.0)[2])


def _endless(
    rulebook: Rulebook, play: str | Policy, knowledge: str, wager: int, one: Number
) -> tuple[Seen, str, Endless]:
    """Return the tables for a way to play, what it knows, and the chances on them."""
    seen = seen_by(rulebook, play, knowledge, endless=True)
    knowledge = "cards" if tells_suits(seen.rulebook) else knowledge
    return seen, knowledge, Endless(seen.rulebook, wager, one, suits=(play, knowledge) == ("best", "cards"))


def solve_shoe(
    rulebook: Rulebook,
    play: str | Policy = "best",
    *,
    wager: int = 0,
    frequencies: bool = False,
    exact: bool = False,
    knowledge: str = "cards",
    cells: bool = True,
) -> Solution:
    """Return the value of a way to play from the full shoe; see `solve_shoe_all`.

    With `exact` the value is a fraction too, found by a walk through all rounds in plain Python. That is for decks of
    a dozen cards: it raises TooLarge beyond `walk.MOST_POSITIONS` positions.
    """
    how = {"wager": wager, "frequencies": frequencies, "knowledge": knowledge, "cells": cells}
    solution = solve_shoe_all(rulebook, (play,), **how)[0]  # type: ignore[arg-type]
    if not exact:
        return solution
    if rulebook.showdowns or hidden_matter(rulebook) or knowledge != "cards":
        return evolve(solution, fraction=CardWalk(rulebook, wager, solution.policy, knowledge).value())
    return evolve(solution, fraction=Walk(rulebook, wager, solution.policy).value())


def solve_shoe_all(
    rulebook: Rulebook,
    plays: Sequence[str | Policy],
    *,
    wager: int = 0,
    frequencies: bool = False,
    knowledge: str = "cards",
    cells: bool = True,
) -> tuple[Solution, ...]:
    """Return the values of several ways to play from the full shoe, sharing what standing is worth.

    "best" knows every card seen, with its suit or, where `knowledge` is "ranks", without; "chart" is the best strategy
    chart; a Policy is a strategy, on this rulebook; without `cells` none are told of it. Raises TooLarge, after some
    seconds of counting at most, where hands or draws pass the limits of `meter`, and OutOfCards where a round could
    need more cards than there are.
    """
    asked = [seen_by(rulebook, play, knowledge) for play in plays]
    guides = {each.averaged: Endless(each.rulebook, wager) for each in asked}
    ledgers = [
        Ledger(each.rulebook, each.play, wager, frequencies, guides[each.averaged], knowledge, each.averaged, cells)
        for each in asked
    ]
    for averages in guides:
        fill([ledger for ledger in ledgers if ledger.averaged is averages], wager)
    return tuple(ledger.solution("full") for ledger in ledgers)


@frozen
class Seen:
    """The tables on which a way to play is solved; `averaged` where they are averages over suits."""

    rulebook: Rulebook
    play: str | Policy
    averaged: Averaged | None


def seen_by(rulebook: Rulebook, play: str | Policy, knowledge: str, *, endless: bool = False) -> Seen:
    """Return the tables for a way to play: averages where the rules tell suits apart and the player does not look."""
    looks = (play, knowledge) == ("best", "cards")
    averages = None if looks or not tells_suits(rulebook) else averaged(rulebook, endless)
    plays = averages.seen(play) if averages and isinstance(play, Policy) else play
    if averages is None or plays is None:
        return Seen(rulebook, play, None)
    return Seen(averages.rulebook, plays, averages)


def fill(ledgers: Sequence[Ledger], wager: int) -> None:
    """Play all columns of one rulebook."""
    rulebook = ledgers[0].rulebook
    by_ranks = [ledger for ledger in ledgers if ledger.looks_at_ranks and tells_suits(rulebook)]
    if by_ranks:
        add_by_ranks(Shoe(plan(rulebook, by_sight=True), wager), by_ranks)
    if others := [ledger for ledger in ledgers if ledger not in by_ranks]:
        add(Shoe(plan(rulebook), wager), others)


def add_by_ranks(shoe: Shoe, ledgers: Sequence[Ledger]) -> None:
    """Let players who see ranks only play all columns, where the rules tell suits apart."""
    for column in shoe.columns():
        for face in column:
            face.add_showdowns()
        faces = agreed(column, shoe.plan.seen[1])
        for ledger in ledgers:
            ledger.add(faces)


def add(shoe: Shoe, ledgers: Sequence[Ledger]) -> None:
    """Let players play all columns."""
    by_suits = [ledger for ledger in ledgers if shoe.suited and ledger.looks_at_suits]
    others = [ledger for ledger in ledgers if ledger not in by_suits]
    for column in shoe.columns():
        if shoe.suited and by_suits:
            faces = suited_faces(shoe.suited, column)
            for ledger in by_suits:
                ledger.add(faces)
        for face in column if others else ():
            face.add_showdowns()
        for ledger in others:
            ledger.add(column)
