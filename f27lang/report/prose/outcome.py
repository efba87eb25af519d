"""Which hand is better, when a round is decided and what is paid, in English: Game -> the sections about them."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from f27lang import model
from f27lang.report.prose.hands import hand, others
from f27lang.report.prose.rule import Rule
from f27lang.report.prose.turns import phases
from f27lang.report.prose.words import listed, points, quantity, quoted, sentence

_ORDERS = {
    "higher total first": "the one with the higher total",
    "lower total first": "the one with the lower total",
    "fewer cards first": "the one with fewer cards",
    "better poker hand first": "the one that makes the better poker hand",
}
_PLURAL = {"has": "have", "ends with": "end with"}
_RESULTS = {"push": "it is a push"}
_MOMENTS = {
    "after deal": "after the deal",
    "after peek": "when the dealer has looked",
    "after player": "when the player has stood",
    "after dealer": "when the dealer has stood",
}
_SETTLED_ORDER = ("after deal", "after peek", "after player", "dealer", "after dealer")
_ACROSS = (model.OverOther, model.UnderOther, model.AtLeastOther, model.AtMostOther)


def order(game: model.Game) -> Iterator[Rule]:
    """Yield the ranking, best first."""
    rungs = game.ranking.lines if game.ranking else ()
    for place, rung in enumerate(rungs):
        which = "the best hand is" if place == 0 else "the last is" if place == len(rungs) - 1 else "next comes"
        if len(rungs) == 1:
            which = "the hands compared are"
        yield Rule(sentence(f"{which} {quoted(rung.name.text)}; {_among(rung)}"), (rung,))
    if len(rungs) > 1:
        yield Rule("A hand belongs to the first of these that fits it.", tuple(rungs))


def _among(rung: model.Rung) -> str:
    if not rung.orders:
        return "two such hands are equal"
    first, *more = [_merit(each) for each in rung.orders]
    then = "".join(f", then {each}" for each in more)
    return f"of two such hands {first}{then} is better"


def _merit(each: model.OrderBy | model.NearestFirst) -> str:
    if isinstance(each, model.NearestFirst):
        return f"the one with the total nearer to {points(quantity(each.target))}"
    return _ORDERS[each.text]


def settle(game: model.Game) -> Iterator[Rule]:
    """Yield the rows in the order of the moments at which they are tried."""
    rows = game.settle.lines if game.settle else ()
    hidden, peeks = _hides(game), any(isinstance(phase, model.Peek) for phase in phases(game))
    by_moment: dict[str, list[model.OutcomeRow]] = {moment: [] for moment in _SETTLED_ORDER}
    for row in rows:
        by_moment[_moment(row, game, hidden, peeks)].append(row)
    ordered = [row for moment in _SETTLED_ORDER for row in by_moment[moment]]
    if len(ordered) > 1:
        yield Rule(
            "The rules below are tried in their order, each at its moment. "
            "The first that applies decides the hand, and no more cards are given.",
            tuple(rows),
        )
    for row in ordered:
        yield Rule(sentence(_row(row, _waits(row, game, hidden, peeks))), (row,))


def _moment(row: model.OutcomeRow, game: model.Game, hidden: bool, peeks: bool) -> str:
    if row.moment.text != "at once":
        return row.moment.text
    if not hidden or not _about_dealer(row, game):
        return "after deal"
    return "after peek" if peeks else "dealer"


def _waits(row: model.OutcomeRow, game: model.Game, hidden: bool, peeks: bool) -> str:
    """Say what an `at once` row about hidden cards waits for."""
    if not hidden or not _about_dealer(row, game):
        return ""
    return " and the dealer has seen all his cards" if peeks else " and the dealer's cards are all face up"


def _row(row: model.OutcomeRow, waits: str) -> str:
    facts = listed([_fact(fact) for fact in row.facts])
    verdict = _verdict(row.verdict)
    if row.moment.text == "at once":
        return f"as soon as {facts or 'the cards are dealt'}{waits}, {verdict}"
    moment = _MOMENTS[row.moment.text]
    return f"{moment}: if {facts}, {verdict}" if facts else f"{moment}, {verdict}"


def _fact(fact: model.FactHand | model.FactBetter) -> str:
    if isinstance(fact, model.FactBetter):
        return f"the {fact.other.text}'s hand is better"
    return side_has(fact.side.text, fact.pattern)


def side_has(side: str, pattern: model.Pattern, has: str = "has") -> str:
    """Return `the player has ...`, `both have ...`, `either the player or the dealer has ...`."""
    said = hand(pattern, others(side))
    match side:
        case "both":
            return f"the player and the dealer both {_PLURAL[has]} {said}"
        case "either":
            return f"either the player or the dealer {has} {said}"
    return f"the {side} {has} {said}"


def _verdict(verdict: model.VerdictPlain | model.VerdictBetter) -> str:
    if isinstance(verdict, model.VerdictPlain):
        return _result(verdict.result.text)
    return f"the better hand wins; if the hands are equal, {_result(verdict.equal.text)}"


def _result(text: str) -> str:
    return _RESULTS.get(text, f"the {text}")


def _hides(game: model.Game) -> bool:
    return any(isinstance(d, model.Deal) and (d.facing.text, d.to.text) == ("down", "dealer") for d in phases(game))


def _about_dealer(row: model.OutcomeRow, game: model.Game) -> bool:
    """Return whether an `at once` row waits until the dealer's cards are face up."""
    if isinstance(row.verdict, model.VerdictBetter):
        return True
    return any(
        isinstance(fact, model.FactBetter) or fact.side.text != "player" or _looks_across(fact.pattern, game)
        for fact in row.facts
    )


def _looks_across(node: model.Node, game: model.Game) -> bool:
    if isinstance(node, _ACROSS):
        return True
    if isinstance(node, model.Named) and game.hands:
        named = (each for each in game.hands.lines if each.name.text == node.name.text)
        return any(_looks_across(pattern, game) for each in named for pattern in each.patterns)
    return any(_looks_across(part, game) for part in _parts(node))


def _parts(node: model.Node) -> Iterator[model.Node]:
    for name in attrs.fields_dict(type(node)):
        value = getattr(node, name)
        yield from (part for part in (value if isinstance(value, tuple) else (value,)) if isinstance(part, model.Node))


def paid(game: model.Game) -> Iterator[Rule]:
    """Yield what each wager pays."""
    several = len(game.wagers) > 1
    for wager in game.wagers:
        for place, line in enumerate(wager.lines):
            yield Rule(sentence(f"{quoted(wager.name.text)} {_pay(line, place, wager)}"), (line,))
    if lines := tuple(line for wager in game.wagers for line in wager.lines):
        which = "the rules for a wager" if several else "these rules"
        yield Rule(f"Of {which} the first that applies counts.", lines)
    for wager in game.side_wagers:
        decided = "is decided by the cards that the dealer was dealt, even if the hand is over by then"
        yield Rule(f"{quoted(wager.name.text)} {decided}.", (wager,))
    yield from _bonuses(game)


def _bonuses(game: model.Game) -> Iterator[Rule]:
    """Yield what each bonus adds."""
    for bonus in game.bonuses:
        wager = bonus.wager.text if bonus.wager else game.table_wagers[0].name.text
        for line in bonus.lines:
            yield Rule(sentence(f"the bonus {quoted(bonus.name.text)} {_adds(line, wager)}"), (line,))
    if longer := [bonus for bonus in game.bonuses if len(bonus.lines) > 1]:
        lines = tuple(line for bonus in longer for line in bonus.lines)
        yield Rule("Of the rules for a bonus the first that applies counts.", lines)
    if len(game.bonuses) > 1:
        yield Rule("Different bonuses add up.", tuple(line for bonus in game.bonuses for line in bonus.lines))


def _adds(line: model.Adds, wager: str) -> str:
    of = "the table minimum" if line.of_minimum else f"the wager {quoted(wager)}"
    return f"adds {_odds(line.odds)} of {of} {_event(line.event)}"


def _pay(line: model.PayLine, place: int, wager: model.Wager) -> str:
    ends = "was dealt" if wager.is_beside else "ends with"
    match line:
        case model.Pays(odds=odds, less=less, event=event):
            return f"pays {_odds(odds)}{_less(less)} {_event(event, ends)}"
        case model.Returns(event=event):
            return f"is returned {_event(event, ends)}"
        case model.Loses(event=event):
            return f"is lost {_event(event, ends)}"
        case model.OtherwisePays(word=word):
            case = "in every other case" if place else "always"
            return f"is {'lost' if word.text == 'loses' else 'returned'} {case}"


def _odds(odds: model.Payout) -> str:
    assert isinstance(odds, model.OddsLiteral), odds
    paid_, staked = odds.odds.paid, odds.odds.staked
    return "even money (1 to 1)" if paid_ == staked == 1 else f"{points(paid_)} to {points(staked)}"


def _less(less: model.Less | None) -> str:
    if less is None:
        return ""
    assert isinstance(less.commission, model.PercentLiteral), less
    return f" less a commission of {points(less.commission.percent.value)}%"


def _event(event: model.Event, ends: str = "ends with") -> str:
    if isinstance(event, model.EventHand):
        return f"if {side_has(event.side.text, event.pattern, ends)}"
    decided = event.decided.text
    named, other = ("dealer", "player") if decided == "dealer wins" else ("player", "dealer")
    with_ = hand(event.hand, others(named)) if event.hand else ""
    against = f" against {hand(event.against.pattern, others(other))}" if event.against else ""
    if decided == "push":
        return f"on a push{f' with {with_} for the player' if with_ else ''}{against}"
    return f"if the {decided}{f' with {with_}' if with_ else ''}{against}"
