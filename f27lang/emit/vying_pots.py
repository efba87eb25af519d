"""The statements of a hand that share its pot and count what happened. VyingRulebook -> statements.

All is done seat by seat, as `vying_steps` tells; `inside[i]` is the i-th live seat. Little is counted hand by hand: how
many had so many live seats at their end, or so many cards given, and which hand states were held at showdowns and won.
What follows from that is counted when all hands are played.
"""

from __future__ import annotations

from f27lang.emit.nodes import If, Infix, Lines, Name, Number, Statement
from f27lang.vying import StepKind, VyingRulebook

_MONEY = """
money = pot * unit
rake = 0
if live > 1 or rake_folded:
    rake = pot * rake_chip
    if rake > rake_most:
        rake = rake_most
money = money - rake
i = 0
for s in range(players):
    inside[i] = s
    i = i + stays[s]
"""
_LAST = """
won[inside[0]] = money
"""
_JUDGE = """
for k in range(shares):
    # the least key with its place behind it: of hands as near the first
    lowest = nobody
    for i in range(live):
        s = inside[i]
        judged[k * players + i] = KEY
        key = (judged[k * players + i] << 16) + i
        lowest = key if key < lowest else lowest
    best[k] = lowest >> 16
    winner[k] = inside[lowest & 0xFFFF]
    winners[k] = 0
    if lowest < nobody:
        number = 0
        for i in range(live):
            number = number + (judged[k * players + i] == best[k])
        winners[k] = number
"""
_KEY = "cell(keys, k * states + hands[at + s])"
_KEY_IF_CLAIMED = f"{_KEY} if (claims[s] >> k) & 1 else 0xFFFF"
_LEAVE = """
for s in range(players):
    leaves = 0
    if stays[s] and claims[s] & (claims[s] - 1):
        for k in range(shares):
            if (claims[s] >> k) & 1:
                key = cell(keys, k * states + hands[at + s])
                if key != best[k] or winners[k] == 0 or (winners[k] > 1 and outright):
                    leaves = 1
    if leaves:
        claims[s] = 0
"""
_SHARE_OUT = """
claimed = shares
for k in range(shares):
    portions[k] = money // whole * cell(parts, k)
    if winners[k]:
        claimed = k
for k in range(shares):
    if winners[k] == 0 and claimed < shares and inherits:
        i = k
        while winners[i] == 0:
            i = i + 1 if i + 1 < shares else 0
        portions[i] = portions[i] + portions[k]
        portions[k] = 0
sole = claimed < shares
tied = 0
for k in range(shares):
    if winners[k] == 0:
        tell("goes", k)
        counts[at_unclaimed + k] = counts[at_unclaimed + k] + 1
        if inherits == 0:
            sole = 0
        for i in range(live):
            won[inside[i]] = won[inside[i]] + portions[k] // live
    else:
        due = portions[k] // winners[k]
        for i in range(live):
            s = inside[i]
            won[s] = won[s] + due * (judged[k * players + i] == best[k])
        tell_each([inside[i] for i in range(live) if judged[k * players + i] == best[k]], "goes", k)
        tied = tied | (winners[k] > 1)
        sole = sole & (winners[k] == 1) & (winner[k] == winner[claimed])
        counts[at_ties + k] = counts[at_ties + k] + (winners[k] > 1)
        # hand states that got a share, and below those that were held
        i = k * states + hands[at + winner[k]]
        got[i] = got[i] + 1
for i in range(live):
    held[hands[at + inside[i]]] = held[hands[at + inside[i]]] + 1
counts[at_scoops] = counts[at_scoops] + sole
counts[at_tied] = counts[at_tied] + tied
"""
_COUNT = """
tell("rakes", rake)
# hands by the seats that stayed and by the cards that were given
stayed[live] = stayed[live] + 1
gave[given[table]] = gave[given[table]] + 1
counts[sitting] = counts[sitting] + 1
counts[at_rounds + bet_rounds] = counts[at_rounds + bet_rounds] + 1
counts[at_draws] = counts[at_draws] + draw_rounds
counts[at_draws_squared] = counts[at_draws_squared] + draw_rounds * draw_rounds
counts[at_pots] = counts[at_pots] + pot
counts[at_pots_squared] = counts[at_pots_squared] + pot * pot
counts[at_rake] = counts[at_rake] + rake
for s in range(players):
    tell("wins", s, won[s])
    due = paid[s] * unit
    net = won[s] - due if won[s] > due else due - won[s]
    i = at_seats + 5 * (sitting * players + s)
    counts[i] = counts[i] + won[s]
    counts[i + 1] = counts[i + 1] + paid[s]
    if net >> 22:
        counts[i + 2] = counts[i + 2] + (net >> 22) * (net >> 22)
        counts[i + 3] = counts[i + 3] + (net >> 22) * (net & 0x3FFFFF)
    counts[i + 4] = counts[i + 4] + (net & 0x3FFFFF) * (net & 0x3FFFFF)
if recorded:
    told = 0
    for s in range(players):
        told = mix((told + won[s] - paid[s] * unit) & word)
    counts[at_records + r] = told
sitting = sitting + 1 if sitting + 1 < lineups else 0
"""
_TOTALS = """
# what follows for the counts from how hands ended
counts[at_sole] = stayed[1] + counts[at_scoops]
for i in range(players + 1):
    times = stayed[i]
    counts[at_folds] = counts[at_folds] + times * (players - i)
    counts[at_folds_squared] = counts[at_folds_squared] + times * (players - i) * (players - i)
    if i > 1:
        counts[at_showdowns] = counts[at_showdowns] + times
        counts[at_live] = counts[at_live] + times * i
        counts[at_live_squared] = counts[at_live_squared] + times * i * i
for i in range(cards + 1):
    times = gave[i]
    counts[at_cards] = counts[at_cards] + times * i
    counts[at_cards_squared] = counts[at_cards_squared] + times * i * i
for i in range(states):
    if held[i]:
        for k in range(shares):
            near = cell(nears, k * states + i)
            if near != 0xFFFF:
                counts[at_held + k * distances + near] = counts[at_held + k * distances + near] + held[i]
                times = got[k * states + i]
                counts[at_won + k * distances + near] = counts[at_won + k * distances + near] + times
"""
SEVERAL, _ALONE = Infix(Name("live"), ">", Number(1)), Infix(Name("live"), "==", Number(1))


def declares(rulebook: VyingRulebook) -> bool:
    """Return whether seats say what they play for."""
    return any(step.kind is StepKind.DECLARE for step in rulebook.steps)


def ends(rulebook: VyingRulebook) -> tuple[Statement, ...]:
    """Return how a pot is shared and what is counted of a hand."""
    judge = Lines(_JUDGE.replace("KEY", _KEY_IF_CLAIMED if declares(rulebook) else _KEY))
    again = (Lines(_LEAVE), judge) if declares(rulebook) else ()
    showdown = (judge, *again, Lines(_SHARE_OUT))
    return Lines(_MONEY), If(_ALONE, (Lines(_LAST),)), If(SEVERAL, showdown), Lines(_COUNT)


def totals() -> Statement:
    """Return how the counts are made that follow from others, when all hands are played."""
    return Lines(_TOTALS)
