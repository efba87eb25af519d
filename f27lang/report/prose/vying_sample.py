"""A hand of a vying game worth showing: Game -> sentences, each with the line that is its reason."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import groupby

from f27lang import model
from f27lang.check.facts import every
from f27lang.check.seats import seats_of
from f27lang.referee import Event, deal_order
from f27lang.referee.vying import VyingReferee
from f27lang.referee.vying_advice import Adviser
from f27lang.report.prose.story import Step
from f27lang.report.prose.words import a_card, counted, listed, points, quoted, sentence

_TRIES = 40
_SEED = 27
_SEATS = 4
_KINDS = {
    "antes": "ante", "is dealt": "deal", "is dealt, face down,": "deal", "checks": "bet", "bets": "bet",
    "calls": "bet", "raises": "bet", "folds": "bet", "takes": "draw", "passes": "draw", "is not asked": "draw",
    "declares": "declare", "shows": "show", "goes to": "share", "wins": "win",
}  # fmt: skip
_LONGEST = 60  # events that a reader follows


def worked(game: model.Game) -> tuple[Step, ...]:
    """Return the most instructive of the first hands of a fixed seed; nothing where no strategy draws and none bets."""
    plays = tuple(_plays(game))
    if len(plays) < 2:
        return ()
    assert game.seats
    least, most = seats_of(game.seats)
    seats = [Adviser(game, plays)] * min(max(least, _SEATS), most)
    referee = VyingReferee(game)
    rounds = (referee.play(deal_order(game, _SEED, number), seats).events for number in range(_TRIES))
    best = max(rounds, key=_worth)
    return (Step(f"In every seat: {listed(plays)}."), *_told(best))


def _plays(game: model.Game) -> Iterator[str]:
    """Yield the first strategy that takes cards and the first that bets."""
    for kind, move in ((model.EachAdvice, model.DrawAdvice), (model.BettingAdvice, model.BetChips)):
        for strategy in game.strategies:
            if any(isinstance(line, kind) and any(every(move, line)) for line in strategy.lines):
                yield strategy.name.text
                break


def _worth(events: Sequence[Event]) -> int:
    """Return how many of the things that can happen in a hand this one shows, 0 for one too long to follow."""
    shown = {event.what for event in events} & {"bets", "calls", "folds", "takes", "shows", "goes to"}
    winners = {event.who for event in events if event.what == "wins"}
    return 0 if len(events) > _LONGEST else len(shown) + (len(winners) > 1)


def _told(events: Sequence[Event]) -> Iterator[Step]:
    for _, group in groupby(events, key=lambda event: (_KINDS.get(event.what, event.what), _of_deal(event))):
        some = tuple(group)
        line = next((event.line for event in some if event.line is not None), None)
        yield Step(sentence(_said(some)), line)


def _of_deal(event: Event) -> int:
    """Return what tells one round of a deal, or one share, from the next."""
    return id(event.line) if event.what in ("is dealt", "is dealt, face down,", "goes to") else 0


def _said(events: Sequence[Event]) -> str:
    first = events[0]
    down = ", face down" if "down" in first.what else ""
    if first.what == "antes":
        return f"each seat antes {counted(int(first.detail), 'chip')}"
    return listed(list(_clauses(events))) + down


def _clauses(events: Sequence[Event]) -> Iterator[str]:
    """Yield what each seat does; seats that do the same one after another are named together."""
    for said, group in groupby(events, key=_does):
        names = [_name(event.who) for event in group]
        yield f"{listed(names)} {said[len(names) > 1]}"


def _name(who: str) -> str:
    return f"the share {quoted(who.removeprefix('share '))}" if who.startswith("share ") else who


def _chips(detail: str) -> str:
    return counted(int(detail), "chip") if detail.isdigit() else f"{_points(detail)} chips"


def _points(number: str) -> str:
    return points(Fraction(number)) if number.replace("/", "").isdigit() else number


def _shown(detail: str) -> str:
    """Return `4-4 (8)` for a hand and its totals."""
    cards, _, totals = detail.partition(": ")
    return f"{cards.replace(' ', '-')} ({' or '.join(map(_points, totals.split(' or ')))})"


def _does(event: Event) -> tuple[str, str]:
    """Return what is said of one seat, and of several."""
    chips = _chips(event.detail)
    card = a_card(event.card.rank) if event.card else ""
    match event.what:
        case "is dealt" | "is dealt, face down,":
            return f"is dealt {card}", f"are dealt {card} each"
        case "takes":
            return f"takes {card}", f"take {card} each"
        case "bets":
            return f"bets {chips}", f"bet {chips} each"
        case "raises":
            return f"raises by {chips}", f"raise by {chips} each"
        case "passes":
            return "passes", "pass"
        case "wins":
            return f"wins {chips}", f"win {chips} each"
        case "is not asked":
            return "is not asked", "are not asked"
        case "shows":
            return f"shows {_shown(event.detail)}", f"show {_shown(event.detail)} each"
        case "declares":
            shares = listed([quoted(name) for name in event.detail.split(" and ")])
            return f"declares {shares}", f"declare {shares}"
        case "goes to" | "rakes":
            return (f"{event.what} {chips if event.what == 'rakes' else event.detail}",) * 2
    return event.what, event.what.removesuffix("s")
