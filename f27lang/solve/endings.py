"""How rounds end by the rungs that both hands stand on and their numbers of cards.

Rulebook that tells these apart, the rank of each state, Frequencies -> Endings
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING

from attrs import astuple, evolve, frozen

if TYPE_CHECKING:
    from f27lang.lower import Rank
    from f27lang.rulebook import Rulebook, Verdict
    from f27lang.solve.solution import Frequencies


@frozen
class Ending:
    """Two hands that end a round, and how often they do; the dealer's rung is None where he has not played.

    A hand is known by its rung, "" for none, and its number of cards; a dealer who only looks has the hand he looks at.
    """

    player: str
    player_cards: int
    dealer: str | None
    dealer_cards: int | None
    verdict: str
    probability: float


def endings(rulebook: Rulebook, ranks: Sequence[Rank], found: Frequencies) -> tuple[Ending, ...]:
    """Return the ways in which rounds end, those decided before the dealer plays first; they add up to 1."""
    sums: defaultdict[tuple[Rank, Rank | None, Verdict], float] = defaultdict(float)
    meet: defaultdict[int, set[tuple[Rank, Rank]]] = defaultdict(set)
    for p, d, outcome, often in found.hands:
        dealer = None if d is None else ranks[d]
        if outcome < len(rulebook.outcomes):
            sums[ranks[p], dealer, rulebook.outcomes[outcome].verdict] += often
        elif dealer:
            meet[outcome - len(rulebook.outcomes)].add((ranks[p], dealer))
    for at, pairs in meet.items():
        player, dealer = (_either(each) for each in zip(*pairs))
        for outcome, often in zip(astuple(rulebook.showdowns[at]), found.showdowns[at]):
            sums[player, dealer, rulebook.outcomes[outcome].verdict] += often
    return tuple(
        Ending(p.rung, p.cards, d.rung if d else None, d.cards if d else None, verdict.words, often)
        for (p, d, verdict), often in sorted(sums.items(), key=lambda item: _place(*item[0]))
    )


def _either(ranks: Sequence[Rank]) -> Rank:
    """Return what is known of hands of five cards of which only all together are counted."""
    rungs = dict.fromkeys(rank.rung for rank in sorted(ranks))
    return evolve(ranks[0], rung=" or ".join(rungs))


def _place(player: Rank, dealer: Rank | None, verdict: Verdict) -> tuple[bool, Rank, Rank, Verdict]:
    return dealer is not None, player, dealer or player, verdict
