"""Cards as people type them: `7 8 against 10 5 then 9h K` -> the cards of a shoe, or why there are none."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from difflib import get_close_matches
from itertools import cycle

from attrs import define, field, frozen

from f27lang import model
from f27lang.diagnostics import Label, Misasked, Report
from f27lang.referee import Card, shoe
from f27lang.referee.cards import RANKS, SUITS
from f27lang.report.prose.words import counted, many_cards
from f27lang.source import COMMAND_LINE, SourceFile, Span

FORM = "7 8 against 10 5 then 9 K"
_HAND, _REMOVED = f'--hand "{FORM}"', '--removed "A A K K"'
_ALSO = {"1": "A", "11": "J", "12": "Q", "13": "K", "ace": "A", "jack": "J", "queen": "Q", "king": "K"}
_NAMES = {rank.lower(): rank for rank in RANKS} | _ALSO
_SUITS = {sign: suit for suit, letter, symbol in zip(SUITS, "shdc", "♠♥♦♣", strict=True) for sign in (letter, symbol)}
_PARTS = ("against", "then")
_MOST_CARDS = 100


@frozen
class Typed:
    """The cards of a round: each side's first ones, and those that follow in the order of play."""

    player: tuple[Card, ...]
    dealer: tuple[Card, ...]
    further: tuple[Card, ...]


def typed(text: str, game: model.Game) -> Typed:
    """Return the cards that a text names; where it names no suits, as in `7h` or `K♠`, they are mixed.

    Raises Misasked where a word is no card (F0101) or the shoe has too few of a card (F0308).
    """
    report = Report()
    source = SourceFile(COMMAND_LINE, f"--hand {printable(text)}")
    parts = _parts(source, report)
    if report.failed:
        raise Misasked(report)
    taker = _Taker(game, report)
    cards = {name: tuple(taker.take(word) for word in words) for name, words in parts.items()}
    if report.failed:
        raise Misasked(report)
    return Typed(cards["player"], cards["against"], cards["then"])


def removed(text: str, game: model.Game) -> tuple[Card, ...]:
    """Return the cards of the shoe that a text names, as in `A A K 7h`; where it names no suits, they are mixed.

    Raises Misasked where a word is no card (F0101) or the shoe has too few of a card (F0308).
    """
    report, option = Report(), "--removed "
    source = SourceFile(COMMAND_LINE, option + printable(text))
    words = list(_words(source, option))
    for word in words:
        if _card(word.text) is None:
            _wrong(word, f"`{word.text}` is no card", _instead(word.text, ()), report, _REMOVED)
    if not words:
        report.error("F0101", "no cards are named", helps=(f"write for example `{_REMOVED}`",))
    if report.failed:
        raise Misasked(report)
    taker = _Taker(game, report)
    named = [word for word in words if rank_named(word.text) is None]  # with their suits, which others must not take
    cards = tuple(taker.take(word) for word in (*named, *(word for word in words if word not in named)))
    if report.failed:
        raise Misasked(report)
    return cards


def _words(source: SourceFile, option: str) -> Iterator[Span]:
    for found in re.finditer(r"[^\s,]+", source.text[len(option) :]):
        yield Span(source, found.start() + len(option), found.end() + len(option))


def rank_named(word: str) -> str | None:
    """Return the rank that a word names."""
    return _NAMES.get(word.lower())


def printable(text: str) -> str:
    """Return a text that fits on a line."""
    return "".join(char if char.isprintable() else " " for char in text)


def _parts(source: SourceFile, report: Report) -> dict[str, list[Span]]:
    """Return the spans of the cards by the word in front of them."""
    parts: dict[str, list[Span]] = {"player": [], "against": [], "then": []}
    now = "player"
    for word in _words(source, "--hand "):
        if word.text.lower() not in _PARTS:
            parts[now].append(word)
        elif list(parts).index(word.text.lower()) <= list(parts).index(now):
            _wrong(word, f"`{word.text}` can't stand here", "already said, or out of its order", report, _HAND)
        else:
            now = word.text.lower()
    named = sum(map(len, parts.values()))
    if named > _MOST_CARDS:
        report.error("F0101", f"{named:,} cards are named", helps=(f"no more than {_MOST_CARDS} are read: shorten it",))
        return parts
    for word in (word for words in parts.values() for word in words):
        if _card(word.text) is None:
            _wrong(word, f"`{word.text}` is no card", _instead(word.text, _PARTS), report, _HAND)
    if not parts["player"] and not report.failed:
        report.error("F0101", "the player has no cards", helps=(f"write for example `{_HAND}`",))
    return parts


def _card(word: str) -> tuple[str, str | None] | None:
    """Return the rank and the suit, if any, that a word names."""
    word = word.lower()
    if word in _NAMES:
        return _NAMES[word], None
    rank, suit = _NAMES.get(word[:-1]), _SUITS.get(word[-1:])
    return (rank, suit) if rank and rank != "Joker" and suit else None


def _instead(word: str, others: tuple[str, ...]) -> str:
    near = get_close_matches(word.lower(), [*_NAMES, *others], 1) if word.isalpha() else ()
    return f"did you mean `{near[0]}`?" if near else "not a card"


def _wrong(word: Span, message: str, label: str, report: Report, example: str) -> None:
    cards = "cards are A, 2 to 10, J, Q, K and Joker; 1, 11, 12 and 13 are A, J, Q and K"
    suits = "a suit may stand behind: 7s, 7h, 7d, 7c"
    report.error("F0101", message, Label(word, label), notes=(cards, suits), helps=(f"write for example `{example}`",))


@define
class _Taker:
    """Takes cards by their rank out of a full shoe, suit after suit."""

    game: model.Game
    report: Report
    left: Counter[Card] = field(init=False)
    suits: Iterator[str] = field(init=False, factory=lambda: cycle(SUITS))

    def __attrs_post_init__(self) -> None:
        self.left = Counter(shoe(self.game))

    def take(self, word: Span) -> Card:
        named = _card(word.text)
        assert named is not None
        rank, suit = named
        wanted = [Card(rank, suit)] if suit else self._in_turn(rank)
        card = next((card for card in wanted if self.left[card]), None)
        if card is None:
            self._lacking(word, rank, suit)
            return Card(rank)
        self.left[card] -= 1
        return card

    def _in_turn(self, rank: str) -> Iterator[Card]:
        first = SUITS.index(next(self.suits))
        yield from (Card(rank, suit) for suit in SUITS[first:] + SUITS[:first])
        yield Card(rank)

    def _lacking(self, word: Span, rank: str, suit: str | None) -> None:
        held = sum(1 for card in shoe(self.game) if card.rank == rank and suit in (None, card.suit))
        of = f" of {suit}" if suit else ""
        has = f"the shoe holds only {many_cards(rank, held)}{of}" if held else f"the shoe holds no {word.text}"
        assert self.game.cards is not None
        deck = next(line for line in self.game.cards.lines if isinstance(line, model.Deck))
        label = (
            f"{counted(held + 1, 'card')} of this {'suit and ' if suit else ''}rank named"
            if held
            else "not in this game"
        )
        self.report.error("F0308", has, Label(word, label), Label(deck.span, "dealt from this deck", primary=False))
