"""The statements of a hand that kernels of vying games are made of. Steps of play -> statements.

All is done seat by seat: `stays[s]` is 1 until seat s folds, `hands[s]` is its hand state, `plays[s]` the place where
its strategy's answers begin, `wants[s]` 1 while it would take a card (asked for beforehand, as a processor waits for no
answer then), `paid[s]` what it has put into the pot and `won[s]` what it gets of it. Words in capitals stand for how
seats are asked, by what they see: see `vying_sight`. Lines that `tell` what happens are in modules that tell it only:
see `quiet`.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence

from f27lang.emit.nodes import Assign, If, Infix, Lines, Name, Number, Statement, While
from f27lang.emit.vying_sight import filled_for
from f27lang.vying import Drawing, PlayStep, StepKind, VyingRulebook

_OPEN = """
open_round(stream, seed, first + r, r + 1, cards)
sitting = (first + r) % lineups
row = sitting * players
left = cards
taken = 0
live = players
SEES_ALL
pot = 0
opener = 0
bet_rounds = 0
draw_rounds = 0
for s in range(players):
    hands[s] = start
    stays[s] = 1
    paid[s] = 0
    won[s] = 0
    plays[s] = cell(lineup, row + s) * states
    WANTS_AT_START
"""
_OPEN_LIMITED = """
for s in range(players):
    drawn[s] = 0
    held[s] = 0
    passed[s] = 0
"""
_ANTE = """
pot = pot + ante * players
for s in range(players):
    paid[s] = paid[s] + ante
    tell("antes", s, ante)
"""
_BET = """
bet_rounds = bet_rounds + 1
if loud:
    while stays[opener] == 0:
        opener = opener + 1 if opener + 1 < players else 0
    s = opener
    level = 0
    raised = 0
    waiting = live
    for i in range(players):
        put[i] = 0
    while waiting and live > 1:
        if stays[s]:
            if put[s] < level:
                asked = 2 if raised < raises else 3
            else:
                asked = 1 if waiting == 1 and level == 0 else 0
            said = ANSWER_TO_BET
            waiting = waiting - 1
            tell("says", s, said, level)
            if said == 1:
                stays[s] = 0
                SEES_FOLD
                wants[s] = 0
                live = live - 1
            if said > 2:
                if level:
                    raised = raised + 1
                level = level + amount(amounts, said - 3)
                waiting = live - 1
            if said > 1:
                pot = pot + level - put[s]
                paid[s] = paid[s] + level - put[s]
                put[s] = level
        s = s + 1 if s + 1 < players else 0
    if further:
        opener = opener + 1 if opener + 1 < players else 0
"""
_DECLARE = """
for s in range(players):
    claims[s] = ANSWER_TO_DECLARE
    tell("declares", s, stays[s] * claims[s])
"""
_MONEY = """
money = pot * unit
rake = 0
if live > 1 or rake_folded:
    rake = pot * rake_chip
    if rake > rake_most:
        rake = rake_most
money = money - rake
"""
_JUDGE = """
for k in range(shares):
    best[k] = 0xFFFF
    winners[k] = 0
    for s in range(players):
        if CLAIMS:
            key = cell(keys, k * states + hands[s])
            if key < best[k]:
                best[k] = key
                winners[k] = 1
                winner[k] = s
            elif key == best[k] and key != 0xFFFF:
                winners[k] = winners[k] + 1
"""
_LEAVE = """
for s in range(players):
    leaves = 0
    if stays[s] and claims[s] & (claims[s] - 1):
        for k in range(shares):
            if (claims[s] >> k) & 1:
                if cell(keys, k * states + hands[s]) != best[k] or winners[k] == 0 or (winners[k] > 1 and outright):
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
        for s in range(players):
            if stays[s]:
                won[s] = won[s] + portions[k] // live
    elif winners[k] == 1:
        tell("goes", k, winner[k])
        won[winner[k]] = won[winner[k]] + portions[k]
        if winner[k] != winner[claimed]:
            sole = 0
    else:
        sole = 0
        tied = 1
        counts[at_ties + k] = counts[at_ties + k] + 1
        for s in range(players):
            if CLAIMS and cell(keys, k * states + hands[s]) == best[k]:
                tell("goes", k, s)
                won[s] = won[s] + portions[k] // winners[k]
"""
_NEAR = """
for k in range(shares):
    for s in range(players):
        if stays[s]:
            near = cell(nears, k * states + hands[s])
            if near != 0xFFFF:
                counts[at_held + k * distances + near] = counts[at_held + k * distances + near] + 1
    if winners[k]:
        i = at_won + k * distances + cell(nears, k * states + hands[winner[k]])
        counts[i] = counts[i] + 1
counts[at_showdowns] = counts[at_showdowns] + 1
counts[at_live] = counts[at_live] + live
counts[at_live_squared] = counts[at_live_squared] + live * live
counts[at_scoops] = counts[at_scoops] + sole
counts[at_tied] = counts[at_tied] + tied
"""
_LAST = """
for s in range(players):
    if stays[s]:
        won[s] = money
sole = 1
"""
_COUNT = """
tell("rakes", rake)
counts[sitting] = counts[sitting] + 1
counts[at_rounds + bet_rounds] = counts[at_rounds + bet_rounds] + 1
counts[at_draws] = counts[at_draws] + draw_rounds
counts[at_draws_squared] = counts[at_draws_squared] + draw_rounds * draw_rounds
counts[at_cards] = counts[at_cards] + cards - left
counts[at_cards_squared] = counts[at_cards_squared] + (cards - left) * (cards - left)
counts[at_folds] = counts[at_folds] + players - live
counts[at_folds_squared] = counts[at_folds_squared] + (players - live) * (players - live)
counts[at_pots] = counts[at_pots] + pot
counts[at_pots_squared] = counts[at_pots_squared] + pot * pot
counts[at_rake] = counts[at_rake] + rake
counts[at_sole] = counts[at_sole] + sole
for s in range(players):
    tell("wins", s, won[s])
    due = paid[s] * unit
    net = won[s] - due if won[s] > due else due - won[s]
    i = at_seats + 5 * (row + s)
    counts[i] = counts[i] + won[s]
    counts[i + 1] = counts[i + 1] + paid[s]
    counts[i + 2] = counts[i + 2] + (net >> 22) * (net >> 22)
    counts[i + 3] = counts[i + 3] + (net >> 22) * (net & 0x3FFFFF)
    counts[i + 4] = counts[i + 4] + (net & 0x3FFFFF) * (net & 0x3FFFFF)
if recorded:
    told = 0
    for s in range(players):
        told = mix((told + won[s] - paid[s] * unit) & word)
    counts[at_records + r] = told
"""
_CARD = """
hands[s] = cell(step, hands[s] * classes + cell(shoe, draw(stream, dealt, cards, uneven)))
WANTS_NOW
left = left - 1
"""
_HELD = "held[s] = held[s] + 1"
_IS_DEALT = 'tell("is dealt", s, hands[s])'
_TAKEN = """
taken = taken + 1
tell("takes", s, hands[s])
"""
_DRAWN = """
drawn[s] = drawn[s] + 1
if running:
    passed[s] = 0
"""
_PASSES = 'tell("passes", s)'
_PASSED = f"passed[s] = passed[s] + 1\n{_PASSES}"
_MAY = "drawn[s] < most_draws and held[s] < most_cards and passed[s] < locked_after"
_WANTS = "wants[s]"
_ROUND = "draw_rounds = draw_rounds + 1\nASKS_ALL"
_TELLS = re.compile(r"^ *tell\(.*\)\n", re.MULTILINE)
_EMPTY_BRANCH = re.compile(r"^( *)(?:else|elif .*):\n(?!\1 )", re.MULTILINE)
_SEVERAL, _ALONE = Infix(Name("live"), ">", Number(1)), Infix(Name("live"), "==", Number(1))
_TAKEN_CARDS = Name("taken")


def limited(drawing: Drawing) -> bool:
    """Return whether a seat may have to stop drawing."""
    return drawing.most_draws >= 0 or drawing.most_cards >= 0 or drawing.locked_after > 0


def declares(rulebook: VyingRulebook) -> bool:
    """Return whether seats say what they play for."""
    return any(step.kind is StepKind.DECLARE for step in rulebook.steps)


def repeats(rulebook: VyingRulebook) -> tuple[str, ...]:
    """Return the variables that hold how many cards had been drawn when a part of play that is repeated began."""
    return tuple(f"before_{i}" for i, step in enumerate(rulebook.steps) if step.kind is StepKind.REPEAT)


def hand(rulebook: VyingRulebook) -> tuple[Statement, ...]:
    """Return a hand from its first card to the counts; behind a betting round all is for several live seats only."""
    fill = filled_for(rulebook)
    found: list[Statement] = [Lines(fill(_OPEN)), *([Lines(_OPEN_LIMITED)] if limited(rulebook.drawing) else [])]
    begins: list[int] = []
    betting = False
    for number, step in enumerate(rulebook.steps):
        begins.append(len(found))
        if step.kind is StepKind.REPEAT:
            begin = begins[step.number]
            found[begin:] = _repeated(found[begin:], Name(f"before_{number}"))
        elif (text := _step(rulebook, step)) is not None:
            lines = Lines(fill(text))
            found.append(If(_SEVERAL, (lines,)) if betting else lines)
            betting |= step.kind is StepKind.BET
    return (*found, *_ends(rulebook))


def _repeated(body: Sequence[Statement], before: Name) -> list[Statement]:
    """Return what is done once, and again as long as it brings cards."""
    more = Infix(Infix(before, "!=", _TAKEN_CARDS), "and", _SEVERAL)
    first = Assign(before, Infix(_TAKEN_CARDS, "+", Number(1)))
    return [first, While(more, (Assign(before, _TAKEN_CARDS), *body))]


def _step(rulebook: VyingRulebook, step: PlayStep) -> str | None:
    """Return what a step of play does, None for the showdown, which ends a hand."""
    held = limited(rulebook.drawing)
    match step.kind:
        case StepKind.ANTE:
            return _ANTE
        case StepKind.DEAL:
            gets = [_CARD, *([_HELD] if held else []), _IS_DEALT]
            return "\n".join([_for_seats("stays[s] and left", gets)] * step.number)
        case StepKind.BET:
            return _BET
        case StepKind.DRAW | StepKind.DRAW_TOGETHER:  # alike, as no strategy looks at what others have drawn
            return _draw_limited() if held else _draw()
        case StepKind.DRAW_IF_ALL:
            return _draw_if_all(held=held)
        case StepKind.DECLARE:
            return _DECLARE
        case _:
            return None


def _draw() -> str:
    return "\n".join((_ROUND, _take_or_pass(f"{_WANTS} and left", "stays[s]", held=False)))


def _draw_limited() -> str:
    """Return a draw in which some seats are not asked; to ask for a card that is not there is to pass."""
    takes = _if(f"left and {_WANTS}", [_CARD, _HELD, _TAKEN, _DRAWN]) + "\nelse:\n" + _inside([_PASSED])
    return "\n".join((_ROUND, _for_seats(f"stays[s] and {_MAY}", [takes])))


def _draw_if_all(*, held: bool) -> str:
    """Return a draw to which all must agree; who is not asked does not agree."""
    refuses = ["agreed = 0", _if(_MAY, [_PASSED]) if held else _PASSES]
    agrees = f"{_WANTS} and {_MAY}" if held else _WANTS
    asks = _for_seats(f"stays[s] and not ({agrees})", refuses)
    takes = _take_or_pass("agreed and stays[s] and left", "agreed and stays[s]", held=held)
    return "\n".join((_ROUND, "agreed = 1", asks, takes))


def _take_or_pass(takes: str, passes: str, *, held: bool) -> str:
    """Return a card for each seat that takes one; to pass changes nothing here."""
    card = _if(takes, [_CARD, _TAKEN, *([_HELD, _DRAWN] if held else [])])
    return "for s in range(players):\n" + _inside([f"{card}\nelif {passes}:\n{_inside([_PASSES])}"])


def _ends(rulebook: VyingRulebook) -> list[Statement]:
    """Return how a pot is shared and what is counted."""
    claims = "stays[s] and (claims[s] >> k) & 1" if declares(rulebook) else "stays[s]"
    judge = Lines(_JUDGE.replace("CLAIMS", claims))
    again = [Lines(_LEAVE), judge] if declares(rulebook) else []
    showdown = (judge, *again, Lines(_SHARE_OUT.replace("CLAIMS", claims)), Lines(_NEAR))
    return [Lines(_MONEY), If(_ALONE, (Lines(_LAST),)), If(_SEVERAL, showdown), Lines(_COUNT)]


def quiet(text: str) -> str:
    """Return a module's text without the lines that tell what happens, and the branches that do nothing else."""
    return _EMPTY_BRANCH.sub("", _TELLS.sub("", text))


def _for_seats(condition: str, parts: Sequence[str]) -> str:
    return "for s in range(players):\n" + _inside([_if(condition, parts)])


def _if(condition: str, parts: Sequence[str]) -> str:
    return f"if {condition}:\n" + _inside(parts)


def _inside(parts: Sequence[str]) -> str:
    return textwrap.indent("\n".join(part.strip("\n") for part in parts), " " * 4)
