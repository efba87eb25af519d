"""English for numbers, cards and lists: values and ranks -> words with the right article, number and commas."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from f27lang import model
from f27lang.resolve.lines import RANKS

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_CARDS = {"A": "ace", "J": "jack", "Q": "queen", "K": "king", "Joker": "joker"}
_AN = ("ace", "8")


def numeral(number: int) -> str:
    """Return `three`, and digits above ten."""
    return _NUMBERS[number] if 0 <= number < len(_NUMBERS) else f"{number:,}"


def counted(number: int, thing: str) -> str:
    """Return `one card`, `three cards`."""
    return f"{numeral(number)} {thing if number == 1 else thing + 's'}"


def listed(parts: Sequence[str], word: str = "and") -> str:
    """Return `a`, `a and b`, `a, b and c`; where a part has a comma or the word itself, semicolons part them."""
    if len(parts) < 2:
        return "".join(parts)
    comma = "; " if any("," in part for part in parts) else ", "
    return f"{comma.join(parts[:-1])}{';' if comma == '; ' else ''} {word} {parts[-1]}"


def sentence(text: str) -> str:
    """Return text with a capital and a full stop."""
    return f"{text[:1].upper()}{text[1:]}."


def points(value: Fraction) -> str:
    """Return an exact number as people write it: `27`, `6.5`, `13/3`."""
    if value.denominator == 1:
        return str(value.numerator)
    tenths = value * 1000
    return f"{float(value):g}" if tenths.denominator == 1 else str(value)


def quantity(number: model.Quantity) -> Fraction:
    """Return the number behind a quantity; a closed game has no other."""
    assert isinstance(number, model.Amount), number
    return number.value


def card_name(rank: str) -> str:
    """Return `ace`, `8`, `king`, `joker`."""
    return _CARDS.get(rank, rank)


def a_card(rank: str) -> str:
    """Return `an ace`, `an 8`, `a king`."""
    name = card_name(rank)
    return f"{'an' if name in _AN else 'a'} {name}"


def many_cards(rank: str, number: int) -> str:
    """Return `an ace`, `three 9s`, `two jokers`."""
    return a_card(rank) if number == 1 else f"{numeral(number)} {card_name(rank)}s"


def quoted(name: str) -> str:
    """Return a name of the card's author as words between quotes."""
    return f'"{name.replace("_", " ")}"'


def exact_cards(cards: Sequence[str]) -> str:
    """Return `an ace and two 9s`; `any` stands for one card of any rank."""
    found = Counter(cards)
    some = found.pop("any", 0)
    parts = [many_cards(rank, number) for rank, number in found.items()]
    if some:
        parts.append(f"any {counted(some, 'card') if some > 1 else 'one card'}")
    return listed(parts)


def one_of(ranks: model.Ranks) -> str:
    """Return `an ace or any card from 10 to king`."""
    return listed([part for span in ranks.spans for part in _span(ranks_between(span))], "or")


def _span(ranks: Sequence[str]) -> list[str]:
    if len(ranks) < 3:
        return [a_card(rank) for rank in ranks]
    return [f"any card from {card_name(ranks[0])} to {card_name(ranks[-1])}"]


def ranks_between(span: model.RankSpan) -> tuple[str, ...]:
    """Return the ranks that `10..K` names."""
    last = (span.last or span.first).text
    return RANKS[RANKS.index(span.first.text) : RANKS.index(last) + 1]


def spans(ranks: model.Ranks) -> list[str]:
    """Return each span of ranks as a deck holds it: `ace to king`, `9`."""
    return [
        f"{card_name(span.first.text)} to {card_name(span.last.text)}" if span.last else card_name(span.first.text)
        for span in ranks.spans
    ]
