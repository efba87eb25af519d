"""What may have been meant: a line and the token that does not fit → a help in words and the line put right."""

from __future__ import annotations

import re
import unicodedata
from difflib import get_close_matches
from fractions import Fraction
from typing import TYPE_CHECKING

from attrs import frozen

from f27lang.syntax.lalr import END
from f27lang.syntax.scan import NEWLINE, feed, is_name, literals, spelling

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from f27lang.syntax.lalr import Parser

_MOST_EXPECTED = 6
_NEAR, _VERY_NEAR = 0.6, 0.75  # as difflib measures
_SHAPES = {
    "NAME": "a name",
    "INT": "a whole number",
    "DECIMAL": "a number",
    "ODDS": "odds like 3:2",
    "MONEY": "money like $10",
    "PERCENT": "a percentage like 5%",
    "STRING": "a text in quotes",
    "OWN_PARAM": "a strategy's number like nearest.d",
    NEWLINE: "the end of the line",
    END: "the end of the file",
}
# no word is the likely one where these fit
_OPEN = {"NAME", "OWN_PARAM", "INT", "DECIMAL", "ODDS", "MONEY", "PERCENT", "STRING"}
_RANKS = {"A", "J", "Q", "K", "Joker"}
_RANK_WORDS = {
    "ace": "A",
    "jack": "J",
    "queen": "Q",
    "king": "K",
    "t": "10",
    "ten": "10",
    "aces": "A",
    "jacks": "J",
    "queens": "Q",
    "kings": "K",
    "jokers": "Joker",
}
_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


@frozen
class Place:
    """Where a line stopped fitting: the token from `start` to `end`, and what would have fitted.

    `expected` holds words and signs as they are spelt, and the names of the terminals that have many spellings.
    """

    line: str
    start: int
    end: int
    expected: frozenset[str]

    @property
    def found(self) -> str:
        """The token that does not fit; empty at the end of the line."""
        return self.line[self.start : self.end]

    def instead(self, text: str) -> str:
        """Return the line with `text` in place of the token."""
        return self.line[: self.start] + text + self.line[self.end :]


@frozen
class Hint:
    """One thing that may have been meant."""

    help: str
    line: str
    sure: bool = True  # worth telling even if something else on the line is wrong, too


def expected(parser: Parser) -> frozenset[str]:
    """Return what the parser would take next, as in `Place.expected`."""
    return frozenset(spelling().get(kind, kind) for kind in parser.row if kind.isupper() and feed(parser.copy(), kind))


def in_words(terminals: frozenset[str]) -> str:
    """Return a list for the reader such as "`hits` or `stands`"; empty where it would be too long to help."""
    left = set(terminals)
    shapes = []
    if left >= _RANKS:
        left -= _RANKS | {"INT"}
        shapes.append("a rank")
    if "DECIMAL" in left:
        left.discard("INT")
    if left - {"}", NEWLINE} or shapes:
        left -= {"}", NEWLINE}
    shapes += [text for kind, text in _SHAPES.items() if kind in left and kind != "NAME"]
    shapes += [_SHAPES["NAME"]] if "NAME" in left else []
    items = [f"`{text}`" for text in sorted(left - set(_SHAPES))] + shapes
    if not items or len(items) > _MOST_EXPECTED:
        return ""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} or {items[-1]}"


def hints(place: Place) -> Iterator[Hint]:
    """Yield what the well-known mistakes, then near spellings, suggest."""
    for known in _KNOWN:
        yield from known.hints(place)
    yield from _run_together(place)
    yield from near(place)


def repairs(place: Place) -> Iterator[tuple[str, Hint]]:
    """Yield the changes by one token, each with its sort; a change is worth telling where it is the only one to fit."""
    spelt = [text for text in place.expected if text not in _SHAPES and text not in _RANKS and text != "}"]
    if place.expected & _OPEN:
        spelt = [text for text in spelt if not text.isalpha()]
    if place.found:
        for text in spelt:
            yield "instead", Hint(f"write `{text}` instead of `{place.found}`", place.instead(text))
    before = f"in front of `{place.found}`" if place.found else "at the end of the line"
    for text in spelt:
        if place.line[: place.start].split()[-1:] == [text]:
            continue
        blank = "" if text in ":," else " "
        line = place.line[: place.start].rstrip() + blank + text + " " + place.line[place.start :]
        yield "insert", Hint(f"put `{text}` {before}", line)
    if place.found and place.instead("").strip():
        yield "without", Hint(f"leave out `{place.found}`", place.instead(""))


def _run_together(place: Place) -> Iterator[Hint]:
    """Yield the expected word that is stuck to the next one."""
    for text in sorted(place.expected - set(_SHAPES), key=len, reverse=True):
        rest = place.found.removeprefix(text)
        if rest not in ("", place.found) and (rest in literals() or rest.isdigit()):
            yield Hint(f"write `{text} {rest}`", place.instead(f"{text} {rest}"))
            return


def near(place: Place) -> Iterator[Hint]:
    """Yield the expected word that is spelt most like the one found."""
    words = [text for text in place.expected if text.isalpha() and text not in _SHAPES]
    if not place.found or not (place.found[0].isalpha() or place.found[0] == "_"):
        return
    for word in get_close_matches(place.found.lower(), words, 1, _NEAR):
        sure = bool(get_close_matches(place.found.lower(), [word], 1, _VERY_NEAR))
        yield Hint(f"did you mean `{word}`?", place.instead(word), sure)


@frozen
class _Known:
    """A mistake known by its spelling: `pattern` covers the token, and one of `needs` would have fitted there."""

    pattern: re.Pattern[str]
    change: Callable[[re.Match[str]], str | None]
    help: str  # {new}: the replacement
    needs: frozenset[str] = frozenset()

    def hints(self, place: Place) -> Iterator[Hint]:
        if self.needs and not self.needs & place.expected:
            return
        for match in self.pattern.finditer(place.line):
            if not match.start() <= place.start < max(match.end(), match.start() + 1):
                continue
            new = self.change(match)
            if new is not None:
                line = place.line[: match.start()] + new + place.line[match.end() :]
                yield Hint(self.help.format(new=new.strip(), old=match[0].strip()), line)


def _known(pattern: str, change: str | Callable[[re.Match[str]], str | None], help_: str, needs: str = "") -> _Known:
    expand = (lambda match: match.expand(change)) if isinstance(change, str) else change
    return _Known(re.compile(pattern), expand, help_, frozenset(needs.split()))


def _fraction(match: re.Match[str]) -> str:
    value = Fraction(unicodedata.numeric(match[2])).limit_denominator(60)
    return str(value + int(match[1] or 0))


def _plain_figures(match: re.Match[str]) -> str:
    return "".join(str(unicodedata.digit(figure)) for figure in match[0])


def _mixed(match: re.Match[str]) -> str | None:
    whole, top, bottom = (int(part) for part in match.groups())
    return f"{whole * bottom + top}/{bottom}" if bottom else None


def _comma(match: re.Match[str]) -> str:
    return match[1] + match[2] if len(match[2]) == 3 else f"{match[1]}.{match[2]}"


def _odds(match: re.Match[str]) -> str | None:
    value = Fraction(match[1]) / (100 if match[2] else 1)
    return f"{value.numerator}:{value.denominator}"


def _compared(match: re.Match[str]) -> str:
    sign, number = match[1], match[2]
    if sign in (">=", "=>", "≥"):
        return f"{number}.."
    if sign in ("<=", "=<", "≤"):
        return f"..{number}"
    return {">": f"over {number}", "<": f"under {number}"}.get(sign, number)


def _rank(match: re.Match[str]) -> str | None:
    word = match[0].lower()
    return _RANK_WORDS.get(word) or next((rank for rank in _RANKS if rank.lower() == word), None)


def _small(match: re.Match[str]) -> str | None:
    word = match[0].lower()
    return word if word != match[0] and (word in literals() or is_name(word)) else None


def _closed(match: re.Match[str]) -> str | None:
    return match[0] + '"' if match.string.count('"') % 2 else None


def _dealer_verb(match: re.Match[str]) -> str:
    return match[1] + "s"


def _seats_between(match: re.Match[str]) -> str:
    first, last = sorted((int(match[1] or 0), int(match[2])))
    return " and ".join(f"seat {seat} live" for seat in range(first, min(last, _LAST_SEAT) + 1)) or f"seat {first} live"


def _bet_turned(match: re.Match[str]) -> str:
    return "nobody bet" if match[1] == "somebody" else "somebody bet"


_ODDS_SPOKEN = {f"{a}:{b}": f' for "{x} to {y}"' for a, x in enumerate(_NUMBERS) for b, y in enumerate(_NUMBERS)}


@frozen
class _Fraction(_Known):
    """Odds written as a fraction, the answer with the odds as they are spoken."""

    def hints(self, place: Place) -> Iterator[Hint]:
        for hint in super().hints(place):
            odds = hint.help.rpartition(" ")[2]
            yield Hint(hint.help + _ODDS_SPOKEN.get(odds, ""), hint.line)


_NUMBER = r"(?:\d+(?:[./]\d+)?)"
_LAST_SEAT = 15
_CONDITION = r"(?:round|live|seat|somebody|nobody|some|all|dealer|player|not)\b"
_NO_NOT = (
    "there is no `not`: lines are tried from the top, so put a line with the condition above, and this one below it "
    "without"
)
_NO_FOLDED = (
    "there is no `{old}`: lines are tried from the top, so what stands below a line on `seat ... live` is for hands "
    "in which that seat folded"
)
_RANGE_HELP = "write `{new}`: a range includes its ends"

_KNOWN: tuple[_Known, ...] = (
    _known(r"not\s+(somebody|nobody)\s+bet", _bet_turned, "write `{new}`", "seat"),
    _known(r"(?<=when )not\s+(?=\S)|(?<=and )not\s+(?=\S)", "", _NO_NOT, "seat"),
    _known(rf"or\s+(?={_CONDITION})(?=.*\{{)", "and ", "conditions can't be joined by `or`: write two blocks", "and"),
    _known(
        rf"^(\s*)(\S.*\swhen\s+)(.*?)\s+or\s+({_CONDITION}.*)$",
        r"\1\2\3\n\1\2\4",
        "conditions can't be joined by `or`: write two lines, each with its own",
        "and",
    ),
    _known(
        r"seat\s+(\d+)?\s*(?:\.\.|-|to)\s*(\d+)\s+live",
        _seats_between,
        "name each seat -- write `{new}`",
        "live INT",
    ),
    _known(r"seat\s+(\d+)\s*\.\.\s*live", r"seat \1 live", "name each seat -- write `{new} and ...`", "live"),
    _known(r"not\s+live|folded|out|gone", "live", _NO_FOLDED, "live"),
    _Fraction(
        re.compile(r"(\d+)\s*/\s*(\d+)"),
        lambda match: f"{match[1]}:{match[2]}",
        "a payout is odds, paid:staked -- write {new}",
        frozenset({"ODDS"}),
    ),
    _known(r"(\d+)\s*(?:[-\u2013]|to)\s*(\d+)", r"\1:\2", "a payout is odds, paid:staked -- write {new}", "ODDS"),
    _known(r"(\d+)\s*:\s*(\d+)", r"\1:\2", "odds have no blanks -- write {new}", "ODDS"),
    _known(r"(\d+(?:\.\d+)?)(%?)(?![\d:])", _odds, "a payout is odds, paid:staked -- write {new}", "ODDS"),
    _known(
        r"(\d+(?:\.\d\d)?)\s*(?:\.\.|[-\u2013]|to)\s*\$?(\d+(?:\.\d\d)?)",
        r"$\1..$\2",
        "money has its sign -- write {new}",
        "of",
    ),
    _known(r"\d+(?:\.\d\d)?", r"$\g<0>", "money has its sign -- write {new}", "MONEY"),
    _known(r"\d*[^\D0-9]\d*", _plain_figures, "figures are 0 to 9 -- write {new}"),
    _known(r"(\d*)\s*([¼-¾⅐-⅞])", _fraction, "a fraction is written in figures -- write {new}"),
    _known(r"(\d+) (\d+)/(\d+)", _mixed, "a number and a fraction are one fraction -- write {new}"),
    _known(r"(?<![\d.])\.(\d+)", r"0.\1", "a figure stands on both sides of the point -- write {new}"),
    _known(r"(\d+)\.(?![\d.])", r"\1", "a figure stands on both sides of the point -- write {new}"),
    _known(r"(\d+),(\d+)", _comma, "fractions have a point, thousands no sign -- write {new}"),
    _known(r"[\u00a0\u2000-\u200b\u202f\u205f\u3000]", " ", "this is no plain blank: write one with the space bar"),
    _known(r"(\d+)\s+%", r"\1%", "no blank before the sign -- write {new}"),
    _known(rf"(>=|=>|≥|<=|=<|≤|==?|>|<)\s*({_NUMBER}|[a-z]\w*)", _compared, _RANGE_HELP, "over"),
    _known(rf"({_NUMBER})\s*(?:[-\u2013\u2014\u2026]|\.\.\.|to|through)\s*({_NUMBER})", r"\1..\2", _RANGE_HELP, ".."),
    _known(rf"({_NUMBER})\s*(?:\+|or more|or higher|or above|or over|and up|and more)", r"\1..", _RANGE_HELP, ".."),
    _known(rf"({_NUMBER})\s*(?:or less|or fewer|or lower|or below|or under|and less)", r"..\1", _RANGE_HELP, ".."),
    _known(rf"at\s+least\s+({_NUMBER})", r"\1..", _RANGE_HELP, "dealer"),
    _known(rf"at\s+most\s+({_NUMBER})", r"..\1", _RANGE_HELP, "dealer"),
    _known(rf"(?:more|higher|greater|above)(?:\s+than)?\s+({_NUMBER})", r"over \1", "write `{new}`"),
    _known(rf"(?:less|lower|fewer|below)(?:\s+than)?\s+({_NUMBER})", r"under \1", "write `{new}`"),
    _known(r'[“”„«»]([^“”„«»"\n]*)[“”"«»]', r'"\1"', "a text stands in straight quotes -- write {new}"),
    _known(
        r"[\u2018\u2019']([^\u2018\u2019'\n]*)[\u2018\u2019']", r'"\1"', "a text stands in double quotes -- write {new}"
    ),
    _known(r'"[^"\n]*$', _closed, 'a text ends on its line -- put a `"` behind it'),
    _known(r"(?<=extends )[\w.-]+", r'"\g<0>"', "a text stands in quotes -- write {new}", "STRING"),
    _known(r"[^\W_](?:[^\"#{:]*[^\s\"#{:])?", r'"\g<0>"', "a text stands in quotes -- write {new}", "STRING"),
    _known(r"(?://|/\*|--|%)(.*)$", r"#\1", "a comment starts with `#`"),
    _known(r";\s*(\w.*)$", r"\n\1", "each statement stands on a line of its own"),
    _known(r"[;,.]\s*$", "", "a line ends without a sign -- leave out `{old}`"),
    _known(
        r"[a-z]\w*(?:-\w+)+", lambda match: match[0].replace("-", "_"), "a name has `_` inside, not `-` -- write {new}"
    ),
    _known(r"\w+", _rank, "did you mean `{new}`?", "A"),
    _known(r"[A-Za-z_]\w*", _small, "words and names are written small -- write {new}"),
    _known(
        r"hits?|stands?",
        lambda match: f"must {match[0].rstrip('s')}",
        "a player's line starts with `may` or `must`",
        "may",
    ),
    _known(r"(?:must|may)\s+(hit|stand)s?", _dealer_verb, "the dealer has a law, no choice -- write {new}", "stands"),
    _known(r"in\s+(hard|soft|total|equal|holding)", r"on \1", "a hand stands behind `on` -- write {new}", "one"),
    _known(
        rf"on\s+(with\s+(?:{_NUMBER}|\.\.)+(?:\s+cards?\b)?)",
        lambda match: match[1] if match[1].endswith("cards") else f"{match[1].removesuffix(' card')} cards",
        "a number of cards stands without `on` -- write `{new}`",
        "making",
    ),
    _known(
        r"on\s+(making\s+(?:at\s+least\s+)?\w+)",
        r"\1",
        "a poker category stands without `on` -- write `{new}`",
        "making",
    ),
    _known(
        rf"(?:(?<=has )|(?<=player )|(?<=dealer ))((?:{_NUMBER}|\.\.)+)\s+cards?\b",
        r"with \1 cards",
        "a number of cards stands behind `with` -- write `{new}`",
        "with",
    ),
    _known(r"(param\s+\w+)\s*=", r"\1: points =", "a param says what it counts -- write {new}", ":"),
    _known(r"\{(.*?)\s*(\}?)\s*$", "{\n\\1\n\\2", "a block's lines stand below its `{{`, each on its own", NEWLINE),
    _known(r"(?<=\S)\s*\}", "\n}", "a `}}` stands on a line of its own", NEWLINE),
)
