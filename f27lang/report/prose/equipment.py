"""Cards, values and how a hand is read, in English: Game -> the sections of the card about them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from f27lang import model
from f27lang.check.facts import every, line_of, ranks_of
from f27lang.check.seats import seats_of
from f27lang.report.prose.hands import any_of
from f27lang.report.prose.rule import Rule
from f27lang.report.prose.words import (
    a_card,
    card_name,
    counted,
    listed,
    many_cards,
    numeral,
    points,
    quantity,
    quoted,
    ranks_between,
    sentence,
    spans,
)
from f27lang.resolve.lines import RANKS

_SUITS = ("spades", "hearts", "diamonds", "clubs")


def equipment(game: model.Game) -> Iterator[Rule]:
    """Yield the rules about the shoe."""
    lines = game.cards.lines if game.cards else ()
    decks = next((line for line in lines if isinstance(line, model.Decks)), None)
    deck = next((line for line in lines if isinstance(line, model.Deck)), None)
    if decks and deck:
        yield _shoe(decks, deck)
    if deck:
        yield Rule(sentence(_deck(deck)), (deck,))
    for line in lines:
        match line:
            case model.Shuffle():
                yield Rule(sentence(_shuffled(line.when)), (line,))
            case model.Burn():
                burnt = counted(line.number.value, "card")
                yield Rule(sentence(f"after each shuffle {burnt} {_is(line.number.value)} laid aside unseen"), (line,))
            case model.Empty():
                yield Rule(sentence(_empty(line, vying=game.kind == "vying")), (line,))
    if game.seats is not None and game.kind == "banked":
        yield Rule(sentence(_seats(game.seats)), (game.seats,))


def _is(number: int) -> str:
    return "is" if number == 1 else "are"


def _shuffled(when: model.EveryHand | model.EveryHands | model.AtCutCard) -> str:
    match when:
        case model.EveryHands(number=number) if quantity(number) > 1:
            return f"the cards are shuffled after every {points(quantity(number))} hands"
        case model.AtCutCard(depth=model.PercentLiteral(percent=percent)):
            dealt = f"a cut card is put behind {points(percent.value)}% of the cards"
            return f"{dealt}: once it is reached, the hand is played to its end, and the cards are shuffled"
    return "the cards are shuffled before every hand"


def _empty(line: model.Empty, *, vying: bool) -> str:
    if vying:
        return "when no card is left, whoever asks for one passes; folded cards stay out"
    if isinstance(line.what, model.EmptyPass):
        return "when no card is left, whoever is to get one stands with those that he has"
    return "when no card is left in a hand, those of earlier hands are shuffled and dealt, and after it all of them"


def _seats(seats: model.Seats) -> str:
    least, most = seats_of(seats)
    players = counted(most, "player") if least == most else f"{numeral(least)} to {counted(most, 'player')}"
    usually = f", usually {numeral(seats.usually.value)}" if seats.usually else ""
    each = "" if most == 1 else ": each plays alone against the dealer, from the same shoe"
    return f"at the table {'sits' if most == 1 else 'sit'} {players}{usually}{each}"


def _shoe(decks: model.Decks, deck: model.Deck) -> Rule:
    size = _ranks(deck) * deck.suits.value + sum(plus.number.value for plus in deck.plus)
    number = decks.number.value
    of = f"{counted(number, 'deck')} of {size:,} cards"
    total = f", {number * size:,} cards in all" if number > 1 else ""
    return Rule(sentence(f"the game is played with {of}{total}"), (decks, deck))


def _ranks(deck: model.Deck) -> int:
    return sum(len(ranks_between(span)) for span in deck.ranks.spans)


def _deck(deck: model.Deck) -> str:
    names = _SUITS[: deck.suits.value]
    suits = f"each of {numeral(len(names))} suits ({listed(names)})" if len(names) > 1 else f"one suit ({names[0]})"
    added = [_added(plus) for plus in deck.plus]
    return f"a deck holds {_suited(deck)} in {suits}{f', and {listed(added)}' if added else ''}"


def _suited(deck: model.Deck) -> str:
    if all(span.last is None for span in deck.ranks.spans):
        return listed([a_card(span.first.text) for span in deck.ranks.spans])
    return f"one card of each rank, {listed(spans(deck.ranks))},"


def _added(plus: model.Plus) -> str:
    cards = many_cards(plus.rank.text, plus.number.value)
    return cards if plus.rank.text == "Joker" else f"{cards} without a suit"


def values(game: model.Game) -> Iterator[Rule]:
    """Yield what each card counts."""
    lines = game.values.lines if game.values else ()
    dealt = _dealt(game)
    for worth, group in groupby(lines, key=lambda line: line.worth):
        together = tuple(group)
        if ranks := [rank for line in together for rank in ranks_of(line.ranks) if rank in dealt]:
            yield Rule(sentence(_counts(worth, ranks)), together)


def _dealt(game: model.Game) -> set[str]:
    """Return the ranks of the deck; all where there is none yet."""
    deck = line_of(game.cards, model.Deck)
    return {*ranks_of(deck.ranks), *(plus.rank.text for plus in deck.plus)} if deck else set(RANKS)


def _counts(worth: model.Worth, ranks: list[str]) -> str:
    made = next((way.total for way in worth.ways if isinstance(way, model.Makes)), None)
    if made is not None:
        cards = listed([a_card(rank) for rank in ranks], "or")
        return f"a hand with {cards} in it has a hard total of exactly {points(quantity(made))}, whatever else it holds"
    ways = listed(["its number" if isinstance(way, model.Face) else points(way.value) for way in worth.ways
                   if not isinstance(way, model.Makes)], "or")  # fmt: skip
    if len(ranks) == 1:
        return f"{a_card(ranks[0])} counts {ways}"
    return f"{_run(ranks)} counts {ways}"


def _run(ranks: list[str]) -> str:
    places = [RANKS.index(rank) for rank in ranks]
    if len(ranks) > 2 and places == list(range(places[0], places[0] + len(ranks))):
        return f"each card from {card_name(ranks[0])} to {card_name(ranks[-1])}"
    return f"each {listed([card_name(rank) for rank in ranks], 'and')}"


def reading(game: model.Game) -> Iterator[Rule]:
    """Yield how a hand is read, and what the names of hands mean."""
    for line in game.total.lines if game.total else ():
        yield Rule(sentence(_read(line, game)), (line,))
    for named in game.hands.lines if game.hands else ():
        meaning = any_of(named.patterns)
        yield Rule(sentence(f"{quoted(named.name.text)} means {meaning}"), (named,))
    said = (game.player, game.dealer, game.hands, game.settle, game.wagers)
    if lines := (*every(model.AsDealt, said), *every(model.DealtSecond, said)):
        yield Rule('"As dealt" means that the hand has taken no card since it was dealt.', lines)


def _read(line: model.Read | model.Soft, game: model.Game) -> str:
    several = [each for each in (game.values.lines if game.values else ()) if len(each.worth.ways) > 1]
    match line:
        case model.Soft(rank=rank, counts=counts):
            return f"a hand is soft when {a_card(rank.text)} counts {points(counts.value)} in its total, else hard"
        case model.Read(how=model.ReadLastDigit()):
            return "a hand's total is the last digit of the sum of its cards"
        case model.Read() if not several:
            return "a hand's total is the sum of its cards"
        case model.Read(how=model.ReadHighest(limit=limit)):
            bound = points(quantity(limit))
            best = f"the highest that its cards can make without going over {bound}"
            tie = _tie(several)
            return f"a hand's total is {best}; where every total is over {bound}, it is the lowest{tie}"
        case model.Read(how=model.ReadNearest(target=target)):
            nearest = f"the total nearest to {points(quantity(target))} that its cards can make"
            return f"a hand's total is {nearest}, of two equally near the lower{_tie(several)}"
    raise AssertionError(line)


def _tie(several: list[model.Value]) -> str:
    ranks = {rank for line in several for rank in ranks_of(line.ranks)}
    return "; of several ways to make it, the one with the fewest high values counts" if len(ranks) > 1 else ""
