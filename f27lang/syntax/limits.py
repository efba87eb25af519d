"""The limits of size, ranks and reserved names, which no grammar states: text or model.File → diagnostics."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from f27lang import model
from f27lang.diagnostics import Label
from f27lang.files import LARGEST_BYTES, MOST_LINES
from f27lang.model.node import Amount, Node, Odds, walk
from f27lang.source import Span
from f27lang.syntax.scan import words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from f27lang.diagnostics import Report
    from f27lang.source import SourceFile

MOST_TOKENS = 20_000
MOST_LINE_TOKENS = 200
DEEPEST = 8
_SHORTER = "a variant is a page of rules; split it with `extends`"
MOST_DIGITS = 9
MOST_TOGGLES = 200
MOST_CARDS = 12
LARGEST_POINTS = 1_000
LARGEST_DENOMINATOR = 60

# Control characters, lone halves of a pair, marks that turn the direction of writing or show nothing at all: a rules
# card shows all it says. The joiners U+200C and U+200D shape the letters of some scripts and may stand.
CONTROL = re.compile(
    r"\r(?!\n)|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff"
    r"\U000e0000-\U000e007f]"
)
_OUTSIDE_QUOTES = r'"[^"\n]*"|#[^\n]*|'
_TOKENS = re.compile(_OUTSIDE_QUOTES + r"(?P<token>\w+|[^\w\s])")
_BRACES = re.compile(_OUTSIDE_QUOTES + r"(?P<brace>[{}])")
_DIGITS = re.compile(_OUTSIDE_QUOTES + rf"(?P<digits>[0-9]{{{MOST_DIGITS + 1},}})")

RANKS = ("A", *(str(number) for number in range(2, 11)), "J", "Q", "K", "Joker")
EVERY_GAMES_PLAYS = ("best", "best_play", "chart", "any_play", "dealer")
_ONLY_UNITS = {"points", "percent", "odds"}  # words that stand behind a param's `:` only, where no name can stand
_Counting = model.Limit | model.WithCards | model.RoundIs | model.LiveAre | model.SeatLive  # of whole numbers
_COUNTED: dict[type[Node], str] = {
    model.MostHands: "number of hands",
    model.MostDraws: "number of draws",
    model.RoundIs: "number of a round",
    model.LiveAre: "number of seats",
    model.SeatLive: "number of a seat",
}
_RANK_FOR = {"1": "A", "11": "J", "12": "Q", "13": "K"}
_POINTS = (
    model.Worth, model.Makes, model.Soft, model.ReadHighest, model.ReadNearest, model.TotalIs, model.TotalNearest,
    model.DistanceTo, model.NearestFirst, model.Nearest, model.ToldTotal,
)  # fmt: skip


def size(source: SourceFile, report: Report) -> bool:
    """Whether the text is short enough to be read at all."""
    kilobytes = len(source.text.encode("utf-8", "replace")) / 1000
    if kilobytes * 1000 > LARGEST_BYTES:
        _limit(report, Span(source, 0, 1), f"a file of {kilobytes:.0f} kB", f"{LARGEST_BYTES // 1000} kB", _SHORTER)
        return False
    lines = source.text.count("\n") + (not source.text.endswith("\n"))
    if lines > MOST_LINES:
        _limit(report, Span(source, 0, 1), f"a file of {lines} lines", f"{MOST_LINES} lines", _SHORTER)
        return False
    tokens = words_and_signs(source.text)
    if tokens > MOST_TOKENS:
        _limit(report, Span(source, 0, 1), f"a file of {tokens} words and signs", f"{MOST_TOKENS:,} of them", _SHORTER)
        return False
    return _short_lines(source, report)


def words_and_signs(text: str) -> int:
    """Return the number of words and signs outside of texts and comments."""
    return sum(1 for match in _TOKENS.finditer(text) if match["token"])


def _short_lines(source: SourceFile, report: Report) -> bool:
    start = 0
    for line in source.lines:
        tokens = words_and_signs(line) if len(line) > MOST_LINE_TOKENS else 0
        if tokens > MOST_LINE_TOKENS:
            place = Span(source, start, start + len(line.rstrip()))
            help_ = "write it as several lines, or name its parts in `hands`"
            _limit(report, place, f"a line of {tokens} words and signs", f"{MOST_LINE_TOKENS} of them", help_)
            return False
        start += len(line) + 1
    return True


def characters(source: SourceFile, report: Report) -> str:
    """Return the text with a blank for each character that may not stand in a file; the first of them is reported."""
    text, count = CONTROL.subn(" ", source.text.replace("\r\n", " \n"))
    first = CONTROL.search(source.text)
    if first is None:
        return text
    report.error(
        "F0108",
        f"the character U+{ord(first[0]):04X} may not stand in a file",
        Label(Span(source, first.start(), first.end()), "can't be seen here"),
        notes=(f"there are {count} such characters in the file",) if count > 1 else (),
        helps=("delete it; blanks, tabs and line ends are the only signs that are not seen",),
    )
    return text


def nesting_and_digits(source: SourceFile, text: str, report: Report) -> None:
    """Report the first block that is too deep and each number that is too long."""
    depth = 0
    for brace in braces(text):
        depth += 1 if brace.group("brace") == "{" else -1
        if depth > DEEPEST:
            _limit(
                report,
                Span(source, *brace.span()),
                f"a block at level {depth}",
                f"{DEEPEST} levels",
                "close a block above, or write the lines in an outer one",
            )
            break
    for number in _DIGITS.finditer(text):
        if number["digits"]:
            _limit(
                report,
                Span(source, *number.span()),
                f"a number of {len(number[0])} digits",
                f"{MOST_DIGITS} digits",
                "write a smaller number",
            )
            break


def braces(text: str) -> Iterator[re.Match[str]]:
    """Yield the braces outside of texts and comments."""
    return (match for match in _BRACES.finditer(text) if match["brace"])


def nodes(file: model.File, report: Report) -> None:
    """Report every node that is spelt well and yet is too large, is no rank, or takes a word for a name."""
    toggles = 0
    for node in walk(file):
        check = _CHECKS.get(type(node))
        if check is not None:
            check(node, report)
        if isinstance(node, _POINTS):
            _points(node, report)
        if isinstance(node, (model.Option, model.Choice)):
            toggles += 1
            if toggles == MOST_TOGGLES + 1:
                _limit(
                    report,
                    node.name.span,
                    "one more option or choice",
                    f"{MOST_TOGGLES} of them",
                    "make several games that extend one another",
                )


def _limit(report: Report, span: Span, what: str, most: str, help_: str) -> None:
    report.error("F0105", f"{what}: the limit is {most}", Label(span, "over the limit"), helps=(help_,))


def _cards(node: model.CardsAre | model.Started | model.HandShown, report: Report) -> None:
    number = len(node.cards)
    if number > MOST_CARDS:
        _limit(
            report,
            node.span,
            f"{number} cards in one hand",
            f"{MOST_CARDS} cards",
            "take fewer cards, or name the hand by its total",
        )


def _points(node: Node, report: Report) -> None:
    for amount in walk(node):
        if not isinstance(amount, Amount):
            continue
        if amount.value > LARGEST_POINTS:
            _limit(
                report, amount.span, f"{amount.text} points", f"{LARGEST_POINTS:,} points", "count in smaller points"
            )
        if amount.value.denominator > LARGEST_DENOMINATOR:
            _limit(
                report,
                amount.span,
                f"{amount.text} has the denominator {amount.value.denominator}",
                f"{LARGEST_DENOMINATOR}",
                "take simpler fractions, for example 1/2",
            )


def _amount(node: Amount, report: Report) -> None:
    whole, _, denominator = node.text.partition("/")
    if denominator and not int(denominator):
        message = f"`{node.text}` divides by zero"
        report.error("F0105", message, Label(node.span, "no number"), helps=(f"write a number such as {whole}/2",))


def _odds(node: Odds, report: Report) -> None:
    if not node.staked:
        message = f"the odds `{node.text}` stake nothing"
        help_ = "write paid:staked, for example 1:1; a wager that comes back is `returns on ...`"
        report.error("F0105", message, Label(node.span, "paid for a stake of 0"), helps=(help_,))


def _rank(node: model.Rank | model.Card, report: Report) -> None:
    if node.text in RANKS or node.text == "any":
        return
    plain = node.text.lstrip("0")
    better = _RANK_FOR.get(plain, plain if plain in RANKS else None)
    help_ = (
        f"did you mean `{better}`?"
        if better
        else "a card has no points of its own: its rank and its worth stand in `values`"
    )
    report.error(
        "F0101",
        f"`{node.text}` is not a rank",
        Label(node.span, "no card has this rank"),
        notes=("the ranks are A 2 3 4 5 6 7 8 9 10 J Q K Joker",),
        helps=(help_,),
    )


def _rank_span(node: model.RankSpan, report: Report) -> None:
    first, last = node.first.text, node.last.text if node.last else node.first.text
    if not {first, last} <= set(RANKS) or RANKS.index(first) <= RANKS.index(last):
        return
    better = (
        f"A {first}..K" if last == "A" and first != "K" else f"{last} {first}" if last == "A" else f"{last}..{first}"
    )
    report.error(
        "F0101",
        f"`{first}..{last}` runs downward",
        Label(node.span, f"{last} comes before {first}"),
        notes=("spans run upward: A 2 .. 10 J Q K Joker",),
        helps=(f"write `{better}`",),
    )


def _name(node: model.Param | model.Hand, report: Report) -> None:
    if node.name.text in words() - _ONLY_UNITS:
        reserved(report, node.name.span, node.name.text)


def _whole(node: _Counting, report: Report) -> None:
    for amount in walk(node):
        if isinstance(amount, Amount) and amount.value.denominator not in (0, 1):
            report.error(
                "F0101",
                f"`{amount.text}` is no {_counted(node)}",
                Label(amount.span, "not a whole number"),
                helps=(f"write {int(amount.value)} or {int(amount.value) + 1}",),
            )


def _counted(node: _Counting) -> str:
    what: Node | None = node.what if isinstance(node, model.Limit) else node
    return _COUNTED.get(type(what), "number of cards") if what else "number of cards"


def _strategy(node: model.Strategy, report: Report) -> None:
    if node.name.text in EVERY_GAMES_PLAYS:
        report.error(
            "F0103",
            f"`{node.name.text}` is a way to play that every game has, and no name for a strategy",
            Label(node.name.span, "nobody could ask for this one"),
            helps=(f"choose another name, for example `my_{node.name.text}`",),
        )


def _house(node: model.House, report: Report) -> None:
    name = node.name.text
    if name != name.strip() or not name or "@" in name or "/" in name:
        report.error(
            "F0101",
            f'"{name}" is no name for a house',
            Label(node.name.span, "typed behind an `@`, as in `my-game@house`"),
            helps=('write a name without `@`, `/` and outer blanks, for example `house "Riverside" {`',),
        )


def _param(node: model.Param, report: Report) -> None:
    _name(node, report)
    if node.unit.text == "points":
        _points(node, report)


def reserved(report: Report, span: Span, word: str) -> None:
    """Report a word of the language that was taken for a name."""
    report.error(
        "F0103",
        f"`{word}` is a word of the language and can't be a name",
        Label(span, "stands where a name must stand"),
        helps=(f"choose another name, for example `my_{word}`",),
    )


_CHECKS: dict[type[Node], Callable[..., None]] = {
    Amount: _amount,
    Odds: _odds,
    model.Rank: _rank,
    model.Card: _rank,
    model.RankSpan: _rank_span,
    model.CardsAre: _cards,
    model.Started: _cards,
    model.HandShown: _cards,
    model.Param: _param,
    model.Limit: _whole,
    model.WithCards: _whole,
    model.RoundIs: _whole,
    model.LiveAre: _whole,
    model.SeatLive: _whole,
    model.Strategy: _strategy,
    model.House: _house,
    model.Hand: _name,
}
