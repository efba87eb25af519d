"""The statements of a hand that kernels of vying games are made of. Steps of play -> statements.

Several hands are dealt at once, each at a table of its own: `hands[at + s]` is the hand state of its seat s, and
`plays[at + s]` the place where the answers of its strategy begin. All else is done hand by hand and seat by seat:
`stays[s]` is 1 until seat s folds, `inside` lists those that did not before the betting round, `asking` those that want
a card, `paid[s]` is what a seat has put into the pot and `won[s]` what it gets of it. What does nothing to a seat that
folded, or wins nothing, is done to all: that is faster than a branch that no processor can foresee. Words in capitals
stand for how cards are given, and for how seats are asked, by what they see: see `vying_sight`. Lines that `tell` what
happens are in modules that tell it only: see `quiet`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from f27lang.emit.nodes import Assign, If, Infix, Item, Lines, Name, Number, Statement, While
from f27lang.emit.vying_at_once import NEXT_CARD, SHUFFLE, at_once, limited
from f27lang.emit.vying_pots import SEVERAL, ends
from f27lang.emit.vying_sight import filled, filled_for
from f27lang.vying import PlayStep, StepKind, VyingRulebook

_OPEN = """
table = several - (fresh - r)
at = table * players
live = players
SEES_ALL
pot = 0
opener = 0
bet_rounds = 0
draw_rounds = 0
for s in range(players):
    stays[s] = 1
    paid[s] = 0
    won[s] = 0
"""
_OPEN_LIMITED = """
for s in range(players):
    drawn[s] = 0
    holds[s] = 0
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
    # the live seats, and the place among them of the first from the opener on
    number = 0
    turn = 0
    for s in range(players):
        inside[number] = s
        turn = turn + (stays[s] & (s < opener))
        number = number + stays[s]
        put[s] = 0
    turn = turn if turn < number else 0
    opener = inside[turn]
    level = 0
    raised = 0
    waiting = live
    while waiting and live > 1:
        s = inside[turn]
        if stays[s]:
            if put[s] < level:
                asked = 2 if raised < raises else 3
            else:
                asked = 1 if waiting == 1 and level == 0 else 0
            said = ANSWER_TO_BET
            waiting = waiting - 1
            tell("says", s, said, level)
            if said:
                if said > 2:
                    if level:
                        raised = raised + 1
                    level = level + amount(amounts, said - 3)
                    waiting = live - 1
                folds = said == 1
                SEES_FOLD
                stays[s] = stays[s] - folds
                live = live - folds
                due = 0 if folds else level - put[s]
                pot = pot + due
                paid[s] = paid[s] + due
                put[s] = put[s] + due
        turn = turn + 1 if turn + 1 < number else 0
    if further:
        opener = opener + 1 if opener + 1 < players else 0
"""
_DECLARE = """
for s in range(players):
    claims[s] = ANSWER_TO_DECLARE
    tell("declares", s, stays[s] * claims[s])
"""
_DEAL = """
for s in range(players):
    if stays[s] and given[table] < cards:
        CARD
        HOLDS
        tell("is dealt", s, hands[at + s])
"""
_ASK = """
draw_rounds = draw_rounds + 1
tell("draws")
askers = 0
for s in range(players):
    asking[askers] = s
    askers = askers + (stays[s] & WANTS_CARD)
tell_each([s for s in range(players) if stays[s] and s not in asking[:askers]], "passes")
"""
_ASK_LIMITED = """
draw_rounds = draw_rounds + 1
tell("draws")
askers = 0
for s in range(players):
    if stays[s] and drawn[s] < most_draws and holds[s] < most_cards and passed[s] < locked_after:
        asking[askers] = s
        wants = WANTS_CARD
        askers = askers + wants
        passed[s] = passed[s] + 1 - wants
        tell_each([s] * (1 - wants), "passes")
"""
_ALL_OR_NOBODY = """
if askers < live:
    askers = 0
"""
_DRAW = """
takers = askers if askers < cards - given[table] else cards - given[table]
for i in range(takers):
    s = asking[i]
    CARD
    HOLDS
    DRAWN
    tell("takes", s, hands[at + s])
"""
_HOLDS = "holds[s] = holds[s] + 1"
_DRAWN = """\
drawn[s] = drawn[s] + 1
if running:
    passed[s] = 0"""
_NOT_THERE = """
for i in range(takers, askers):
    passed[asking[i]] = passed[asking[i]] + 1
"""
_ALL_DREW = """
tell_each(asking[takers:askers], "passes")
tell_in_turn()
"""
_CARD = f"card = {NEXT_CARD}\nhands[at + s] = cell(step, hands[at + s] * classes + card)"
_TELLS = re.compile(r"^ *tell\w*\(.*\)\n", re.MULTILINE)
_GIVEN = Item(Name("given"), Name("table"))


def repeats(rulebook: VyingRulebook) -> tuple[str, ...]:
    """Return the variables that hold how many cards had been given when a part of play that is repeated began."""
    return tuple(f"before_{i}" for i, step in enumerate(rulebook.steps) if step.kind is StepKind.REPEAT)


def hand(rulebook: VyingRulebook) -> tuple[Statement, ...]:
    """Return a hand from its first card to the counts; behind a betting round all is for several live seats only."""
    fill, many = filled_for(rulebook), at_once(rulebook)
    opened = [SHUFFLE.rstrip() + (many.deal_and_draw if many else ""), _OPEN]
    opened += [_OPEN_LIMITED] if limited(rulebook.drawing) else []
    found: list[Statement] = [Lines(fill(text)) for text in opened]
    begins: list[int] = []
    betting = False
    for number, step in enumerate(rulebook.steps):
        begins.append(len(found))
        if step.kind is StepKind.REPEAT:
            begin = begins[step.number]
            found[begin:] = _repeated(found[begin:], Name(f"before_{number}"))
        elif (text := _step(rulebook, step)) is not None:
            lines = Lines(fill(text))
            found.append(If(SEVERAL, (lines,)) if betting else lines)
            betting |= step.kind is StepKind.BET
        if many and number == many.play[-1]:
            begin = begins[many.play[0]]
            found[begin:] = [If(Name("loud"), tuple(found[begin:])), Lines(many.rounds)]
    return (*found, *ends(rulebook))


def _repeated(body: Sequence[Statement], before: Name) -> list[Statement]:
    """Return what is done once, and again as long as it brings cards."""
    more = Infix(Infix(before, "!=", _GIVEN), "and", SEVERAL)
    first = Assign(before, Infix(_GIVEN, "+", Number(1)))
    return [first, While(more, (Assign(before, _GIVEN), *body))]


def _step(rulebook: VyingRulebook, step: PlayStep) -> str | None:
    """Return what a step of play does, None for the showdown, which ends a hand."""
    match step.kind:
        case StepKind.ANTE:
            return _ANTE
        case StepKind.DEAL:
            return "\n".join([_with_card(rulebook, _DEAL)] * step.number)
        case StepKind.BET:
            return _BET
        case StepKind.DRAW | StepKind.DRAW_TOGETHER:  # alike, as no strategy looks at what others have drawn
            return _draw(rulebook, _NOT_THERE if limited(rulebook.drawing) else "")
        case StepKind.DRAW_IF_ALL:
            return _draw(rulebook, "", agreed=_ALL_OR_NOBODY)
        case StepKind.DECLARE:
            return _DECLARE
        case _:
            return None


def _draw(rulebook: VyingRulebook, not_there: str, agreed: str = "") -> str:
    """Return a draw: to ask for a card that is not there is to pass."""
    asks = _ASK_LIMITED if limited(rulebook.drawing) else _ASK
    texts = (asks, agreed, _with_card(rulebook, _DRAW), not_there, _ALL_DREW)
    return "\n".join(text.strip("\n") for text in texts if text)


def _with_card(rulebook: VyingRulebook, text: str) -> str:
    """Return a text with the lines that give a card, and that count it where that matters."""
    counted = {"HOLDS": _HOLDS, "DRAWN": _DRAWN} if limited(rulebook.drawing) else {"HOLDS": "", "DRAWN": ""}
    return filled(text, {"CARD": _CARD, **counted})


def quiet(text: str) -> str:
    """Return a module's text without the lines that tell what happens."""
    return _TELLS.sub("", text)
