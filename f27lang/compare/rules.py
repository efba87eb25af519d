"""The rules in which two closed games differ, by address: two Games -> RuleChanges.

Games that play alike differ in none, whatever their files look like: order of laws, names of hands and params, and what
came from an option, a house or an `extends` are no rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from attrs import evolve, fields, frozen

from f27lang import model
from f27lang.compare.alike import hand_names
from f27lang.compare.sheets import COMPARED, Key, Line, Lines, Sheet, forms, sheets
from f27lang.model.node import Node
from f27lang.report.flat import origin_words
from f27lang.resolve.address import key as line_key
from f27lang.source import COMMAND_LINE
from f27lang.syntax.write import text

_ANCHORED = (model.Play, model.Ranking)  # an `also` says there where a line goes


@frozen
class RuleChange:
    """One address at which two games say different things, in the words of their files.

    `before` is None where the first has no such line, `after` where the second has none. `where` gives both places with
    the option or arm that brought the line: `option x, f.f27:12`.
    """

    path: str
    before: str | None
    after: str | None
    where: tuple[str | None, str | None]


@frozen
class Rule:
    """What gets a share of a change; `before` and `after` are "" where there was nothing.

    `changes` are the addresses that it changes by itself: in the first game, or where it changes none there, in the
    second.
    """

    name: str
    before: str
    after: str
    changes: tuple[RuleChange, ...]


@frozen
class Difference:
    """A RuleChange with the lines behind it; a row in another place than before is `moved`."""

    change: RuleChange
    heading: str
    keys: frozenset[Key]
    old: tuple[Line, ...]
    new: tuple[Line, ...]
    moved: bool = False


def changed_rules(a: model.Game, b: model.Game) -> tuple[RuleChange, ...]:
    """Return the rules of `a` that `b` has not so, in the order of a rules card."""
    names = hand_names(a, b)
    found = differences(sheets(a, {}), sheets(b, names))
    return tuple(evolve(each.change, where=_set_where(each, a, b)) for each in found)


def _set_where(found: Difference, a: model.Game, b: model.Game) -> tuple[str | None, str | None]:
    """Return both places, and behind each where a file or a house sets the quantities that the line names."""
    before, after = found.change.where
    return _set_at(before, found.old, a), _set_at(after, found.new, b)


def _set_at(place: str | None, lines: tuple[Line, ...], game: model.Game) -> str | None:
    named = dict.fromkeys(name for line in lines for name in _quantities(line.node))
    spans = [game.set_at[name] for name in named if name in game.set_at]
    told = [f"set in {span.place}" for span in spans if span.file.path != COMMAND_LINE]
    return place and ", ".join((place, *told))


def _quantities(node: object) -> Iterator[str]:
    """Yield the names of the params whose values were put into a line."""
    if isinstance(node, model.Amount | model.OddsLiteral | model.PercentLiteral) and node.param:
        yield node.param
    if isinstance(node, Node):
        for each in fields(type(node)):
            if each.name not in ("span", "origin"):
                yield from _quantities(getattr(node, each.name))
    elif isinstance(node, tuple):
        for each in node:
            yield from _quantities(each)


def differences(a: dict[str, Sheet], b: dict[str, Sheet]) -> tuple[Difference, ...]:
    """Return what differs between the sheets of two games."""
    headings = sorted([*a, *(each for each in b if each not in a)], key=lambda each: _place(a.get(each) or b[each]))
    return tuple(found for each in headings for found in _in_section(a.get(each), b.get(each)))


def in_one_order(one: Sheet, other: Sheet) -> bool:
    """Return whether the rows that two sheets share stand in one order."""
    return [key for key in one.lines if key in other.lines] == [key for key in other.lines if key in one.lines]


def _place(sheet: Sheet) -> int:
    return COMPARED.index(sheet.field)


def _in_section(a: Sheet | None, b: Sheet | None) -> Iterator[Difference]:
    sheet = a or b
    assert sheet is not None
    moved = _moved(a, b) if a and b and a.is_list else frozenset()
    yield from _Pair(sheet, a.lines if a else {}, b.lines if b else {}, moved).differences()


@frozen
class _Pair:
    """The lines of one section in both games; of its rows some have `moved`."""

    sheet: Sheet
    old: Lines
    new: Lines
    moved: frozenset[Key]

    def differences(self) -> Iterator[Difference]:
        """Yield what differs, in the order of the first game, then what is new."""
        exchanged = dict(self._exchanged())
        added = (key for key in self.new if key not in self.old and key not in exchanged.values())
        for key in (*self.old, *added):
            after = exchanged.get(key, key)
            old, new = self.old.get(key, ()), self.new.get(after, ())
            if key in self.moved or key != after or forms(old) != forms(new):
                yield self._difference(key, after, old, new)

    def _difference(self, key: Key, after: Key, old: tuple[Line, ...], new: tuple[Line, ...]) -> Difference:
        said = self._both_said(key, after, old, new, upward=False)
        if key in self.moved and said[0] == said[1]:  # rows of one text stand below it in both games
            said = self._both_said(key, after, old, new, upward=True)
        change = RuleChange((old or new)[0].path, *said, (_where(old, new), _where(new, old)))
        return Difference(change, self.sheet.heading, frozenset({key, after}), old, new, key in self.moved)

    def _both_said(
        self, key: Key, after: Key, old: tuple[Line, ...], new: tuple[Line, ...], *, upward: bool
    ) -> tuple[str | None, str | None]:
        return self._said(self.old, key, old, new, upward), self._said(self.new, after, new, old, upward)

    def _said(
        self, rows: Lines, key: Key, lines: tuple[Line, ...], other: tuple[Line, ...], upward: bool
    ) -> str | None:
        """Return what lines say, and of a row where it stands if that is news."""
        if not lines:
            return None
        is_news = not other or key in self.moved
        if isinstance(self.sheet.section, _ANCHORED) and is_news:
            row = text(lines[0].node)
            return row if rows is self.old and not other else f"{row} {self._beside(rows, key, upward)}"
        words = ", ".join(line.words for line in lines)
        return f"{words}, {self._beside(rows, key, upward)}" if key in self.moved else words

    def _beside(self, rows: Lines, key: Key, upward: bool) -> str:
        """Return which row of both games that stays in its place is next to a row, downward if there is one."""
        above, below = ("after", "before") if isinstance(self.sheet.section, _ANCHORED) else ("below", "above")
        order = list(rows)
        here = order.index(key)
        stays = [each for each in order if each in self.old and each in self.new and each not in self.moved]
        following = [each for each in stays if order.index(each) > here]
        leading = [each for each in stays if order.index(each) < here]
        if not stays:
            return "alone"
        up = bool(leading) and (upward or not following)
        word, beside = (above, leading[-1]) if up else (below, following[0])
        return f"{word} {line_key(rows[beside][0].node)}"

    def _exchanged(self) -> Iterator[tuple[Key, Key]]:
        """Yield the steps of play in whose very place one other step stands: `deal 2 up to dealer`, now of 1 card."""
        if not isinstance(self.sheet.section, model.Play):
            return
        gone = _between(list(self.old), self.new)
        come = _between(list(self.new), self.old)
        for gap in gone:
            if len(gone[gap]) == len(come.get(gap, ())) == 1:
                yield gone[gap][0], come[gap][0]


def _between(rows: list[Key], other: Lines) -> dict[tuple[Key | None, Key | None], list[Key]]:
    """Return the rows that only one list has, by the shared rows on both sides of them."""
    out: dict[tuple[Key | None, Key | None], list[Key]] = {}
    for number, row in enumerate(rows):
        if row not in other:
            before = next((each for each in reversed(rows[:number]) if each in other), None)
            behind = next((each for each in rows[number:] if each in other), None)
            out.setdefault((before, behind), []).append(row)
    return out


def _moved(a: Sheet, b: Sheet) -> frozenset[Key]:
    """Return the fewest rows, as far as one by one can tell, without which no two rows change places that matter.

    Of several that cross as many others it is the first by name, so that the same rows moved on the way back.
    """
    order = [key for key in b.lines if key in a.lines]
    places = {key: number for number, key in enumerate(a.lines)}
    crossed = {
        frozenset((one, other))
        for one, other in combinations(order, 2)
        if places[one] > places[other] and not _apart(b.lines[one][0].node, b.lines[other][0].node)
    }
    moved: set[Key] = set()
    while crossed:
        most = min(order, key=lambda key: (-sum(key in pair for pair in crossed), key))
        crossed = {pair for pair in crossed if most not in pair}
        moved.add(most)
    return frozenset(moved)


def _apart(one: Node, other: Node) -> bool:
    """Return whether two rows are never asked about one case, so that it is all the same which stands above."""
    if isinstance(one, model.OutcomeRow) and isinstance(other, model.OutcomeRow):
        moments = {one.moment.text, other.moment.text}
        return len(moments) == 2 and "at once" not in moments
    events = [getattr(each, "event", None) for each in (one, other)]
    decided = {event.decided.text for event in events if isinstance(event, model.EventResult)}
    return len(decided) == 2


def _where(lines: tuple[Line, ...], other: tuple[Line, ...]) -> str | None:
    """Return where the first line stands that the other game has not so."""
    if not lines:
        return None
    known = forms(other)
    node = next((line for line in lines if line.form not in known), lines[0]).node
    return origin_words(node.origin) if node.origin else node.span.place
