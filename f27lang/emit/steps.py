"""The statements of a round that kernels are made of: who gets a card, what ends it. Rulebook -> statements."""

from __future__ import annotations

from collections.abc import Sequence

from f27lang.emit.nodes import Assign, Call, Expression, For, If, Infix, Item, Name, Not, Number, Put, Statement, While
from f27lang.rulebook import Rulebook

PLAYER, DEALER, ANSWER = Name("p"), Name("d"), Name("answer")
COUNT = {PLAYER: Name("p_count"), DEALER: Name("d_count")}
TAKES_CARD, STANDS, ENDED = Number(0), Number(1), Number(2)
SEAT, SEATS, HANDS, COUNTS = Name("s"), Name("seats"), Name("hands"), Name("p_counts")
TOLD = Name("told")
MET, COIN = Name("met"), Name("coin")

_STATES, _SEEN, _ROW, _CARD, _PLACE = Name("states"), Name("seen"), Name("row"), Name("card"), Name("place")
_KEEPS = {PLAYER: Name("p_cards"), DEALER: Name("d_cards")}
_STREAM = Name("stream")
_SHORT = Call("short", (_STREAM, Name("rounds")))
_DRAW = Call("draw", (_STREAM, Name("dealt"), Name("cards"), Name("uneven")))
_SHORT_OF_SHOE, _DRAW_FROM_SHOE = Call("short", (_STREAM,)), Call("draw", (_STREAM, Name("order"), Name("tags")))


def short(rulebook: Rulebook) -> Call:
    """Ask whether a card can't be given."""
    return _SHORT_OF_SHOE if rulebook.shuffling else _SHORT


def takers_pass(rulebook: Rulebook) -> bool:
    """Return whether who asks for a card when none is left has to do with those that he has."""
    return rulebook.shuffling is not None and rulebook.shuffling.empty == "pass"


def _draw(rulebook: Rulebook) -> Call:
    return _DRAW_FROM_SHOE if rulebook.shuffling else _DRAW


def first_deals(rulebook: Rulebook, *, several: bool) -> list[Statement]:
    """Deal before the player's turn; where a card of the dealer stays down, `seen` follows those that are up."""
    hidden = any(deal.to == "dealer" and not deal.up for deal in rulebook.before)
    to_player = takes(rulebook, PLAYER)
    statements: list[Statement] = [Assign(_SEEN, Name("dealer_start"))] if hidden else []
    for deal in rulebook.before:
        if deal.to == "player":
            card = [each_seat(rulebook, to_player)] if several else to_player
        else:
            card = _seen_card(rulebook) if hidden and deal.up else takes(rulebook, DEALER)
        statements += deal.number * card
    return [*statements, Assign(_ROW, Infix(_SEEN if hidden else DEALER, "*", _STATES))]


def side_wagers(rulebook: Rulebook) -> list[Statement]:
    """Note what the wagers beside another come to that the player takes with the hand he is dealt."""
    hand = Infix(_ROW, "+", PLAYER)
    takes = (
        If(cell(f"takes_{number}", hand), (Assign(TOLD, Infix(TOLD, "+", cell(f"brings_{number}", DEALER))),))
        for number in range(len(rulebook.sides))
    )
    return [Assign(TOLD, Number(0)), *takes] if rulebook.sides else []


def each_seat(rulebook: Rulebook, statements: Sequence[Statement]) -> For:
    """Do for each seat what there is to do for one."""
    kept = ((PLAYER, HANDS), (COUNT[PLAYER], COUNTS)) if rulebook.showdowns else ((PLAYER, HANDS),)
    return For(
        SEAT,
        SEATS,
        (
            *(Assign(own, Item(of_all, SEAT)) for own, of_all in kept),
            *statements,
            *(Put(of_all, SEAT, own) for own, of_all in kept),
        ),
    )


def players_turn(rulebook: Rulebook, *, probing: bool = False) -> list[Statement]:
    """Let the player take cards until he stands or the round has ended.

    With `probing` a coin makes the first of his decisions that is watched.
    """
    hand = Infix(_ROW, "+", PLAYER)
    goes_on = Infix(ANSWER, "==", TAKES_CARD)
    stands = If(goes_on, (Assign(ANSWER, cell("stands", hand)),))  # as no card is left for him
    begins = [Assign(ANSWER, cell("after_deal", hand)), *(_probed("probe_deal", hand) if probing else ())]
    looks = [
        Assign(ANSWER, cell("before_peek", hand)),
        If(goes_on, (Assign(ANSWER, cell("at_peek", at(DEALER, _STATES, PLAYER))),)),
        If(goes_on, tuple(begins)),
    ]
    probed = (If(Infix(MET, "==", Number(0)), _probed("probe_card", hand)),) if probing else ()
    return [
        *([Assign(MET, Number(0))] if probing else []),
        *(looks if rulebook.peeked else begins),
        While(
            Infix(goes_on, "and not", short(rulebook)),
            (*takes(rulebook, PLAYER), Assign(ANSWER, cell("after_card", hand)), *probed),
        ),
        *([stands] if takers_pass(rulebook) else []),
    ]


def _probed(table: str, hand: Expression) -> tuple[Statement, ...]:
    """Let the coin decide where a decision is watched: he takes a card, or what standing comes to."""
    stands = If(COIN, (Assign(ANSWER, cell("stands", hand)),))
    return Assign(MET, Item(Name(table), hand)), If(MET, (Assign(ANSWER, TAKES_CARD), stands))


def deals_between(rulebook: Rulebook) -> list[Statement]:
    """Deal to the dealer between the turns."""
    cards, card = sum(deal.number for deal in rulebook.between), takes(rulebook, DEALER)
    if takers_pass(rulebook):
        card = [If(Not(short(rulebook)), tuple(card))]
    return cards * card


def laws() -> Assign:
    """Find the laws that the player's hand brings about."""
    return Assign(Name("laws"), Infix(cell("law", PLAYER), "*", _STATES))


def hits() -> Call:
    """Ask whether the dealer takes a card."""
    return cell("dealer_hits", Infix(Name("laws"), "+", DEALER))


def compares(rulebook: Rulebook, first: Expression) -> list[Statement]:
    """Compare the hands; where only poker ranks tell them apart, those of the cards kept from `first` on."""
    ends = cell("final", at(PLAYER, _STATES, DEALER))
    if not rulebook.showdowns:
        return [Assign(ANSWER, Infix(ends, "+", ENDED))]
    outcomes = Name("outcomes")
    ranks = Call("showdown", (_KEEPS[PLAYER], first, _KEEPS[DEALER], Name("faces"), Name("strengths")))
    shown = cell("showdowns", at(Infix(ANSWER, "-", outcomes), Number(3), ranks))
    return [
        Assign(ANSWER, ends),
        If(Infix(ANSWER, ">=", outcomes), (Assign(ANSWER, shown),)),
        Assign(ANSWER, Infix(ANSWER, "+", ENDED)),
    ]


def takes(rulebook: Rulebook, side: Name) -> list[Statement]:
    """Give a side a card; where ranks and suits of whole hands can matter, keep its place."""
    if not rulebook.showdowns:
        return [Assign(side, _after(side, cell("shoe", _draw(rulebook))))]
    return [*_kept(rulebook, side), Assign(side, _after(side, cell("shoe", _PLACE)))]


def _seen_card(rulebook: Rulebook) -> list[Statement]:
    return [
        *(_kept(rulebook, DEALER) if rulebook.showdowns else []),
        Assign(_CARD, cell("shoe", _PLACE if rulebook.showdowns else _draw(rulebook))),
        Assign(DEALER, _after(DEALER, _CARD)),
        Assign(_SEEN, _after(_SEEN, _CARD)),
    ]


def _kept(rulebook: Rulebook, side: Name) -> list[Statement]:
    count = COUNT[side]
    return [
        Assign(_PLACE, _draw(rulebook)),
        Put(_KEEPS[side], count, _PLACE),
        Assign(count, Infix(count, "+", Number(1))),
    ]


def _after(side: Name, card: Expression) -> Call:
    return cell("step", at(side, Name("classes"), card))


def cell(table: str, index: Expression) -> Call:
    """Look up a cell of a table."""
    return Call("cell", (Name(table), index))


def at(row: Expression, width: Expression, column: Expression) -> Infix:
    """Return the place of a cell in a table of rows that wide."""
    return Infix(Infix(row, "*", width), "+", column)
