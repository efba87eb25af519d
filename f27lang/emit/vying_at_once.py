"""How kernels of vying games deal many hands before they play the first of them. VyingRulebook -> texts of statements.

Where nobody may bet nothing is between one draw and the next but who wants a card. So many hands are drawn beside one
another, seat by seat along one list: a processor need not guess when each of them has enough.
"""

from __future__ import annotations

import re

from attrs import frozen

from f27lang.vying import Drawing, StepKind, VyingRulebook

AT_ONCE = 128  # hands that are dealt before the first of them is played
NEXT_CARD = "next_card(table, stream, dealt, pack, ready, given, words, shoe, cards, uneven, r + 1)"
SHUFFLE = f"""
if r % {AT_ONCE} == 0:  # as many words are turned up at once as half of the hands before needed
    words[0] = words[0] + (words[1] > {AT_ONCE // 2})
    words[1] = 0
if r == fresh:  # all hands that were dealt are played
    fresh = r + several
    for table in range(several):
        stream[table] = mix((seed + gamma * (first + r + table)) & word)
        ready[table] = 0
        given[table] = 0
        drew[table] = 0
        turn_up(table, words[0], stream, dealt, pack, ready, shoe, cards, uneven, r + 1)
        for s in range(players):
            hands[table * players + s] = start
            plays[table * players + s] = cell(lineup, seating * players + s) * states
        seating = seating + 1 if seating + 1 < lineups else 0
"""
_DEAL = f"""
            for s in range(players):
                card = {NEXT_CARD}
                hands[at + s] = cell(step, hands[at + s] * classes + card)"""
_DEAL_AND_DRAW = f"""
    if loud == 0:
        # nobody bets: all these hands are drawn beside one another, by one list of the seats that want a card
        askers = 0
        for table in range(several):
            at = table * players{{deals}}
            for s in range(players):
                asking[askers] = at + s
                askers = askers + takes[plays[at + s] + hands[at + s]]
        turn = 0
        while askers:
            turn = turn + 1
            takers = askers
            askers = 0
            for i in range(takers):
                slot = asking[i]
                table = table_of[slot]
                if given[table] < cards:
                    card = {NEXT_CARD}
                    hands[slot] = cell(step, hands[slot] * classes + card)
                    drew[table] = turn
                    asking[askers] = slot
                    askers = askers + takes[plays[slot] + hands[slot]]
"""
_ROUNDS = """
if loud == 0:
    draw_rounds = drew[table] + 1
    bet_rounds = {inside} * draw_rounds + {outside}
"""
# antes, deals and bets, a repeated draw and bets, declaring and the showdown: a digit for each `StepKind`
_ONE_DRAW = re.compile(r"(?P<antes>0*)[12]*[34]2*8(?P<bets>2*)[67]*")


@frozen
class AtOnce:
    """What is done for many hands at once: `deal_and_draw`, and `rounds` for each, in place of the steps `play`."""

    deal_and_draw: str
    rounds: str
    play: range


def limited(drawing: Drawing) -> bool:
    """Return whether a seat may have to stop drawing."""
    return drawing.most_draws >= 0 or drawing.most_cards >= 0 or drawing.locked_after > 0


def at_once(rulebook: VyingRulebook) -> AtOnce | None:
    """Return how hands are drawn at once where nobody bets; None where seats see or wait for more than their hands."""
    steps = rulebook.steps
    found = _ONE_DRAW.fullmatch("".join(str(int(step.kind)) for step in steps))
    if not found or limited(rulebook.drawing) or rulebook.looks_round:
        return None
    play = range(found.end("antes"), found.end("bets"))
    repeat = found.start("bets") - 1
    begin = steps[repeat].number
    if begin < play.start:
        return None
    bets = [number for number in play if steps[number].kind is StepKind.BET]
    inside = sum(begin <= number < repeat for number in bets)
    deals = _DEAL * sum(step.number for step in steps if step.kind is StepKind.DEAL)
    rounds = _ROUNDS.format(inside=inside, outside=len(bets) - inside)
    return AtOnce(_DEAL_AND_DRAW.format(deals=deals), rounds, play)
