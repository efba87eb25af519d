"""Patterns that no hand can be, and names that mean nothing → Report."""

from __future__ import annotations

from collections import Counter

from f27lang import model
from f27lang.check.bounds import bounds
from f27lang.check.facts import decks_of, every, is_banked, limit_of_cards, line_of, number, shoe_of, walk
from f27lang.check.labels import at, because
from f27lang.diagnostics import Label, Report

SUITS = ("spades", "hearts", "diamonds", "clubs")
VYING_READINGS = ("lowest total", "distance")
VYING_SIGHTS = (
    *(model.AllChecked, model.WhetherBet, model.SomeCardHelps),
    *(model.RoundIs, model.LiveAre, model.SeatLive),
)
VYING_WORDS = (model.TotalNearest, model.DistanceTo, *VYING_SIGHTS)


def check_hands(game: model.Game, report: Report) -> None:
    """Report patterns whose parts don't go together, or that no hand of this shoe can be."""
    for hand in game.hands.lines if game.hands else ():
        _circle(game, hand, report)
    for pattern in every(model.Pattern, *_all_but_examples(game)):
        _parts(pattern, report)
        if line_of(game.cards, model.Deck) is not None:
            _in_shoe(game, pattern, report)
    _kinds(game, report)
    _too_long(game, report)


def _all_but_examples(game: model.Game) -> tuple[object, ...]:
    return (game.hands, game.player, game.dealer, game.settle, game.wagers, game.bonuses, game.shares, game.strategies)


def _circle(game: model.Game, hand: model.Hand, report: Report) -> None:
    named = {line.name.text: line for line in game.hands.lines} if game.hands else {}
    open_names, seen = [hand], {hand.name.text}
    while open_names:
        for use in every(model.Named, open_names.pop().patterns):
            if use.name.text == hand.name.text:
                report.error(
                    "F0310",
                    f"`{hand.name.text}` is defined through itself",
                    at(hand.name),
                    because(use, "needs its own meaning"),
                    helps=(f"say what `{hand.name.text}` is by cards or by a total",),
                )
                return
            if use.name.text in named and use.name.text not in seen:
                seen.add(use.name.text)
                open_names.append(named[use.name.text])


def _parts(pattern: model.Pattern, report: Report) -> None:
    tails = {type(tail): tail for tail in pattern.tails}
    if isinstance(pattern.head, model.Started) and model.AsDealt in tails:
        report.error(
            "F0309",
            "`dealt` and `as dealt` can't stand together",
            at(tails[model.AsDealt], "the hand has taken nothing"),
            because(pattern.head, "how the hand started, whatever came later"),
            helps=("keep one: `9 9 as dealt`, or `dealt 9 9`",),
        )
    one_card = isinstance(pattern.head, model.CardsAre) and len(pattern.head.cards) == 1
    if model.DealtSecond in tails and not one_card:
        report.error(
            "F0309",
            "`dealt second` stands behind one card only",
            at(tails[model.DealtSecond]),
            helps=("write, for example, `Joker dealt second`",),
        )
    lengths = next((tail for tail in pattern.tails if isinstance(tail, model.WithCards)), None)
    cards = pattern.head.cards if isinstance(pattern.head, model.CardsAre) else ()
    if lengths is not None and cards and not bounds(lengths.number).holds(len(cards)):
        report.error(
            "F0309",
            f"a hand of these {len(cards)} cards has no other number of them",
            at(lengths, "another number"),
            because(pattern.head or pattern, f"these are {len(cards)} cards, and no more"),
            helps=(
                f"delete the tail; `dealt {' '.join(card.text for card in cards[:2])}` looks at the start of a hand",
            ),
        )


def _in_shoe(game: model.Game, pattern: model.Pattern, report: Report) -> None:
    reason = _impossible(game, pattern)
    if reason is not None:
        deck = line_of(game.cards, model.Deck)
        assert deck is not None
        report.error(
            "F0308",
            "no hand of this shoe can be this",
            at(pattern, reason),
            because(deck, f"dealt from {_decks(game)} of this"),
            helps=(
                "delete the pattern, or add the cards to the deck"
                if pattern.span.file == game.files[-1]
                else "say this line anew in an `also` section of this file, or add the cards to the deck",
            ),
        )


def _decks(game: model.Game) -> str:
    return "one deck" if decks_of(game) == 1 else f"{decks_of(game)} decks"


def _impossible(game: model.Game, pattern: model.Pattern) -> str | None:
    """Return why no hand of the shoe has this pattern, as far as its cards tell."""
    cards = Counter(card.text for card in getattr(pattern.head, "cards", ()))
    wild = cards.pop("any", 0)
    if isinstance(pattern.head, model.Holding):
        cards = Counter({pattern.head.rank.text: 1})
    suits = [tail for tail in pattern.tails if isinstance(tail, model.OneSuit | model.OfSuit)]
    shoe = _cards_of_one_suit(game, suits[0]) if suits else shoe_of(game)
    where = " in one suit" if suits else ""
    for rank, count in cards.items():
        if shoe.get(rank, 0) < count:
            return f"the shoe holds {shoe.get(rank, 0) or 'none'} of rank {rank}{where}"
    if sum(cards.values()) + wild > sum(shoe.values()):
        return "the shoe holds fewer cards"
    return None


def _cards_of_one_suit(game: model.Game, suit: model.OneSuit | model.OfSuit) -> dict[str, int]:
    deck = line_of(game.cards, model.Deck)
    assert deck is not None
    if isinstance(suit, model.OfSuit) and suit.suit.text not in SUITS[: deck.suits.value]:
        return {}
    added: Counter[str] = Counter()
    for plus in deck.plus:
        added[plus.rank.text] += plus.number.value * decks_of(game)
    suited = {rank: (count - added[rank]) // max(1, deck.suits.value) for rank, count in shoe_of(game).items()}
    return {rank: count for rank, count in suited.items() if count and rank != "Joker"}


def _kinds(game: model.Game, report: Report) -> None:
    """Report words that only the other kind of game knows."""
    for node in walk(game):
        words = " ".join(node.span.text.split())
        if is_banked(game) and (
            isinstance(node, VYING_WORDS) or (isinstance(node, model.Reading) and words in VYING_READINGS)
        ):
            report.error(
                "F0309",
                f"`{words}` is for vying games",
                at(node, "in a banked game"),
                helps=(
                    "name what the dealer shows, as in `when dealer shows 10..K`, or take it away"
                    if isinstance(node, VYING_SIGHTS)
                    else "write `total`, `hard` or `soft`",
                ),
            )
        if not is_banked(game) and isinstance(node, model.Reading) and words in ("hard", "soft"):
            report.error(
                "F0309",
                f"`{words}` is for banked games",
                at(node, "in a vying game"),
                helps=("write `total`, or `lowest total`",),
            )


def _too_long(game: model.Game, report: Report) -> None:
    for side in (game.player, game.dealer):
        limit = limit_of_cards(side)
        if limit is not None:
            _longer_than(limit, tuple(every(model.CardsAre, *(line for block in side for line in block.lines))), report)
    limits = limit_of_cards(game.player), limit_of_cards(game.dealer)
    if limits[0] is not None and limits[1] is not None:
        longer = max(limits, key=lambda limit: number(limit.number) if limit else 0)
        assert longer is not None
        _longer_than(longer, tuple(every(model.CardsAre, game.hands, game.settle, game.wagers, game.bonuses)), report)


def _longer_than(limit: model.Limit, cards: tuple[model.CardsAre, ...], report: Report) -> None:
    for hand in cards:
        if len(hand.cards) > number(limit.number):
            reason = Label(limit.span, "because of this limit", primary=False)
            report.error(
                "F0308",
                f"no hand has {len(hand.cards)} cards",
                at(hand, f"these are {len(hand.cards)} cards"),
                reason,
                helps=("delete the pattern, or raise the limit",),
            )
