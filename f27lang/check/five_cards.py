"""F0411: rungs that compare poker hands, and hands on them that have not five cards → Report."""

from __future__ import annotations

from collections.abc import Iterator

from f27lang import model
from f27lang.check.labels import at, because
from f27lang.check.rounds import Cell, Rounds, first_cell
from f27lang.check.rungs import was_compared
from f27lang.check.table import Table
from f27lang.diagnostics import Report
from f27lang.lower.eyes import POKER_CARDS
from f27lang.lower.pairs import Hands
from f27lang.lower.ranking import POKER

FIXED = model.CardsAre | model.Started | model.Named


def check_five_cards(table: Table, rounds: Rounds, report: Report) -> None:
    """Report each rung on which a hand of fewer or more than five cards is compared by poker rank."""
    if len(table.ranking.worlds) == 1:
        return
    told: set[int] = set()
    five = _of_five(table)
    for player, dealers in _compared(table, rounds):
        wrong = table.contested(player) & dealers
        wrong &= ~five if five >> player & 1 else table.pairs.all
        for rung, meeting in _rungs(table, player, wrong) if wrong else ():
            if id(rung) not in told:
                told.add(id(rung))
                cell = first_cell(player, meeting)
                _not_five(table, rung, cell, cell.dealer if five >> player & 1 else player, report)


def _of_five(table: Table) -> Hands:
    slot = table.machine.eyes.count_slot
    return table.pairs.sorted_by(lambda state: table.machine.sight(state)[slot]).get(POKER_CARDS, 0)


def _compared(table: Table, rounds: Rounds) -> Iterator[Cell]:
    """Yield each player's hand, with the dealer's hands, where a row asked which of both is better."""
    asking = {id(row) for row in table.rows if was_compared(table, row)}
    return (Cell(ending.player, ending.dealers) for ending in rounds.endings if id(ending.row) in asking)


def _rungs(table: Table, player: int, dealers: Hands) -> Iterator[tuple[model.Rung, Hands]]:
    """Yield the rungs on which a player's hand meets some of the dealer's, with these."""
    for rung, own, other in table.rungs:
        mine, theirs = own(player) & dealers, other(player) & dealers
        if mine & theirs:
            yield rung, mine & theirs
        dealers &= ~(mine | theirs)


def _not_five(table: Table, rung: model.Rung, cell: Cell, state: int, report: Report) -> None:
    hand = table.machine.eyes.names[rung.name.text]
    number = len(table.machine.example(state))
    cards = f"{number} card{'' if number == 1 else 's'}"
    report.error(
        "F0411",
        f"{table.words(state)} with {cards} is ranked as a poker hand",
        at(next(order for order in rung.orders if " ".join(order.span.text.split()) == POKER), "needs five cards"),
        because(hand, "fits hands of fewer or more"),
        notes=(f"for example player {table.cards(cell.player)} against {table.cards(cell.dealer)}",),
        helps=(_way_out(hand),),
    )


def _way_out(hand: model.Hand) -> str:
    pattern = hand.patterns[0]
    if len(hand.patterns) > 1 or isinstance(pattern.head, FIXED):
        return f"rank only hands of five cards there, or take `{POKER}` away"
    counts = next((tail for tail in pattern.tails if isinstance(tail, model.WithCards)), None)
    text = " ".join(pattern.span.text.split())
    said = " ".join(counts.span.text.split()) if counts else ""
    return f"write `{hand.name.text}: {text.replace(said, 'with 5 cards') if said else f'{text} with 5 cards'}`"
