"""F0701: the referee plays each line of `example`, and what does not hold is told with the working → Report."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from attrs import define, field

from f27lang import model
from f27lang.check.facts import is_banked
from f27lang.check.labels import at, because
from f27lang.check.poker import poker_holds
from f27lang.check.shown import Failure, Line, Shown, hands_of
from f27lang.diagnostics import Report
from f27lang.referee import Hand, Referee, Round, Stuck
from f27lang.referee.hands import NO_CARDS

_NEEDS = {
    model.ToldMust: "player",
    model.ToldMay: "player",
    model.ToldMayNot: "player",
    model.ToldDoes: "dealer",
    model.ToldResult: "settle",
    model.ToldPays: "settle",
    model.ToldHand: "hands",
    model.ToldNot: "hands",
    model.CheckBeats: "ranking",
    model.CheckTies: "ranking",
}


def check_examples(game: model.Game, report: Report) -> None:
    """Add F0701 for each thing told in the game's examples that does not hold."""
    lines = [line for example in game.examples for line in example.lines]
    if lines and poker_holds(game):
        failures = _runner(game)
        for line in lines:
            for told, failure in failures(line):
                said = "this does not hold" if told is line else f"says {' '.join(told.span.text.split())}"
                reason = (because(failure.because, "because of this line"),) if failure.because else ()
                message = f"example does not hold: {failure.truth}"
                report.error("F0701", message, at(told, said), *reason, notes=failure.working, helps=(failure.help,))


def _runner(game: model.Game) -> Callable[[Line], Iterator[tuple[model.Node, Failure]]]:
    """Return what yields everything told in a line that does not hold, with what is true instead."""
    if is_banked(game):
        return _Runner(game).failures
    from f27lang.check.vying_examples import VyingRunner  # noqa: PLC0415

    return VyingRunner(game).failures


@define
class _Runner:
    game: model.Game
    referee: Referee = field(init=False)
    shown: Shown = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.referee = Referee(self.game)
        self.shown = Shown(self.game)

    def failures(self, line: Line) -> Iterator[tuple[model.Node, Failure]]:
        missing = self.shown.missing(hand for hand in hands_of(line) if hand) or self._missing_section(line)
        if missing:
            yield line, missing
        elif isinstance(line, model.CheckHand):
            yield from ((told, failure) for told in line.told if (failure := self._told(told, line)))
        elif failure := self._compared(line):
            yield line, failure

    def _missing_section(self, node: model.Node) -> Failure | None:
        for section in ("values", "total", *(["play"] if _NEEDS.get(type(node)) == "settle" else [])):
            if getattr(self.game, section) is None:
                return Failure(f"this game has no `{section}` section yet")
        needed = _NEEDS.get(type(node))
        return (
            Failure(f"this game has no `{needed}` section yet") if needed and not getattr(self.game, needed) else None
        )

    def _told(self, told: model.Told, line: model.CheckHand) -> Failure | None:
        missing = self._missing_section(told)
        if missing:
            return missing
        hand = self.shown.hand(line.hand)
        other = self.shown.hand(line.against.hand) if line.against else NO_CARDS
        try:
            return self._holds(told, line.side.text if line.side else None, hand, other)
        except Stuck as stuck:
            return Failure(str(stuck), help="show the hands that such a round ends with")

    def _holds(self, told: model.Told, side: str | None, hand: Hand, other: Hand) -> Failure | None:
        match told:
            case model.ToldTotal():
                return self._total(told, hand)
            case model.ToldHand(name=name):
                return self._named(name.text, True, hand, other)
            case model.ToldNot(name=name):
                return self._named(name.text, False, hand, other)
            case model.ToldDoes(verb=verb):
                return self._does(verb.text, side, hand, other)
            case model.ToldMust() | model.ToldMay() | model.ToldMayNot():
                return self._move(told, side, hand, other)
            case model.ToldResult(result=result):
                return self._result(result.text, self._round(side, hand, other))
            case model.ToldPays():
                return self._pays(told, self._round(side, hand, other))

    def _total(self, told: model.ToldTotal, hand: Hand) -> Failure | None:
        reading = self.referee.reading(hand)
        kind = told.measure.text if isinstance(told.measure, model.Reading) else "total"
        if reading.total == told.amount.value and kind in ("total", str(reading).split()[0]):
            return None
        totals = " or ".join(map(str, self.referee.reader.totals(hand.ranks)))
        assert self.game.total is not None
        how = next(line.how for line in self.game.total.lines if isinstance(line, model.Read))
        return Failure(f"this hand is {reading}", working=(f"{hand} can count {totals}; {_taken(how)}",))

    def _named(self, name: str, told: bool, hand: Hand, other: Hand) -> Failure | None:
        if self.referee.reader.fits_name(name, hand, other) == told:
            return None
        assert self.game.hands is not None
        line = next(line for line in self.game.hands.lines if line.name.text == name)
        is_it = "is not" if told else "is"
        reading = self.referee.reading(hand)
        dealt = "as dealt" if hand.as_dealt else f"after {len(hand.cards) - hand.dealt} drawn"
        return Failure(f"this hand {is_it} {name}", line, (f"{hand} is {reading}, {dealt}",))

    def _does(self, verb: str, side: str | None, hand: Hand, other: Hand) -> Failure | None:
        if side == "player":
            return Failure(f"only the dealer {verb} by law; write `must {verb.removesuffix('s')}`")
        does = self.referee.dealer_move(hand, other)
        move = does.moves[0] + "s"
        if move == verb:
            return None
        return Failure(f"the dealer {move}", does.line, (f"{hand} is {self.referee.reading(hand)}",))

    def _move(
        self, told: model.ToldMust | model.ToldMay | model.ToldMayNot, side: str | None, hand: Hand, other: Hand
    ) -> Failure | None:
        move = told.move.text
        if side == "dealer":
            return Failure(f"the dealer has no choices; write `{move}s`")
        allowed = self.referee.allowed(hand, other)
        holds = {
            model.ToldMust: allowed.moves == (move,),
            model.ToldMay: move in allowed.moves,
            model.ToldMayNot: move not in allowed.moves,
        }[type(told)]
        if holds:
            return None
        word = "may" if allowed.asked else "must"
        working = (f"{hand} is {self.referee.reading(hand)}",)
        return Failure(f"the player {word} {' or '.join(allowed.moves)}", allowed.line, working)

    def _round(self, side: str | None, hand: Hand, other: Hand) -> Round:
        player, dealer = (other, hand) if side == "dealer" else (hand, other)
        for name, shown in (("player", player), ("dealer", dealer)):
            given = sum(give.to == name for give in self.referee.before)
            if len(shown.cards) < given:
                raise Stuck(f"the {name} holds {given} cards before the turns, here {len(shown.cards)}")
        return self.referee.finish(player, dealer)

    def _result(self, told: str, played: Round) -> Failure | None:
        if played.verdict == told:
            return None
        assert self.game.settle is not None
        return Failure(f"it is `{played.verdict}`", self.game.settle.lines[played.row], _working(played))

    def _pays(self, told: model.ToldPays, played: Round) -> Failure | None:
        name = told.wager.text if told.wager else next(iter(played.payoffs), "")
        brought = {**played.payoffs, **played.insured}
        if name not in brought:
            offered = any(wager.name.text == name for wager in self.game.wagers)
            return Failure(f"wager {name} is not offered" if offered else f"there is no wager {name}".rstrip())
        paid = brought[name]
        if paid == told.odds.paid / told.odds.staked:
            return None
        line = next(event.line for event in played.events if event.who == name and event.what == "brings")
        bonuses = (str(event) for event in played.events if event.what == "adds")
        return Failure(f"wager {name} {_paid(paid)}", line, (*_working(played), *bonuses))

    def _compared(self, line: model.CheckBeats | model.CheckTies) -> Failure | None:
        one, two = (self.shown.hand(shown) for shown in hands_of(line) if shown)
        try:
            better = self.referee.compare(one, two)
        except Stuck as stuck:
            return Failure(str(stuck))
        if better == (1 if isinstance(line, model.CheckBeats) else 0):
            return None
        truth = {1: f"{one} is better", -1: f"{two} is better", 0: "the hands are equal"}[better]
        return Failure(truth, working=(self._ranked(one, two), self._ranked(two, one)))

    def _ranked(self, hand: Hand, other: Hand) -> str:
        assert self.game.ranking is not None
        rungs, place = self.game.ranking.lines, self.referee.rung(hand, other)
        rung = f"`{' '.join(rungs[place].span.text.split())}`" if place < len(rungs) else "on no rung"
        made = f", {self.referee.reader.made(hand)}" if self.referee.reader.showdown(hand, other) else ""
        return f"{hand} is {self.referee.reading(hand)}{made}: {rung}"


def _taken(how: model.ReadHighest | model.ReadNearest | model.ReadLastDigit) -> str:
    match how:
        case model.ReadHighest(limit=model.Amount(value=limit)):
            return f"the highest not over {limit} is taken"
        case model.ReadNearest(target=model.Amount(value=target)):
            return f"the nearest to {target} is taken"
        case _:
            return "its last digit is taken"


def _paid(result: Fraction) -> str:
    if result > 0:
        return f"pays {result.numerator}:{result.denominator}"
    return f"loses {-result}" if result else "is returned"


def _working(played: Round) -> tuple[str, ...]:
    """Return what both hands came to, and the row that decided."""
    last = {event.who: event for event in played.events if event.reading}
    hands = [
        f"{who} {' '.join(card.rank for card in getattr(played, who))} is {last[who].reading}" for who in sorted(last)
    ]
    decided = next(event for event in played.events if event.who == played.verdict)
    return (", ".join(reversed(hands)) + f": {decided.reason}",)
