"""A round told step by step: the referee's events -> sentences, each with the line that is its reason."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import groupby

from attrs import define, field, frozen

from f27lang import model
from f27lang.model.node import Node
from f27lang.referee import Card, Event, Give, Hand, Moves, Reading, Referee, Situation, Table
from f27lang.report.prose.poker import made
from f27lang.report.prose.turns import hidden_cards
from f27lang.report.prose.words import a_card, listed, many_cards, points, quoted, sentence

NextCard = Callable[[Give], Card | None]
Decide = Callable[[Situation], tuple[str, str]]  # the move, and in words how it was chosen


@frozen
class Step:
    """One sentence of the story, and the line behind it."""

    text: str
    line: Node | None = None


@frozen
class Story:
    """A round as far as its cards go; `table` waits for a card where they ran out."""

    steps: tuple[Step, ...]
    table: Table
    payoffs: dict[str, Fraction]

    @property
    def verdict(self) -> str | None:
        """For whom the round is decided; None where it is not."""
        return self.table.decision.verdict if self.table.decision else None


def tell(referee: Referee, next_card: NextCard, decide: Decide) -> Story:
    """Play a round with these cards and decisions, as far as the cards go, and tell it."""
    teller = _Teller(referee)
    table = referee.open()
    while (wanted := table.wants) is not None:
        if isinstance(wanted, Moves):
            move, why = decide(table.situation)
            teller.choice(wanted, table, why)
            table = referee.choose(table, move)
        else:
            card = next_card(wanted)
            if card is None:
                break
            table = referee.give(table, card)
        teller.hear(table.log)
    payoffs: dict[str, Fraction] = {}
    if table.decision is not None:
        played = referee.settle(table)
        payoffs = dict(played.payoffs)
        teller.hear(played.events)
    return Story(tuple(teller.steps(table)), table, payoffs)


def reads(reading: Reading) -> str:
    """Return `hard 15`, `soft 6.5`."""
    return f"{'soft' if reading.soft else 'hard'} {points(reading.total)}"


@define(eq=False)
class _Teller:
    """Hears the events of a round, and words them when all are known."""

    referee: Referee
    heard: list[Event | Step] = field(factory=list)
    known: int = 0

    def hear(self, log: tuple[Event, ...]) -> None:
        """Take in what a log has got since."""
        new = log[self.known :]
        stood = bool(self.heard) and isinstance(self.heard[-1], Step) and bool(new) and new[0].what == "stands"
        self.heard += new[1:] if stood else new
        self.known = len(log)

    def choice(self, wanted: Moves, table: Table, why: str) -> None:
        """Take in a move that was chosen, and why."""
        hand = self._reads(self.referee.reading(table.player))
        said = f"with {hand} the player may {listed(wanted.moves, 'or')}: {why}"
        self.heard.append(Step(sentence(said), wanted.line))

    @property
    def _hidden(self) -> Node | None:
        return next((give.line for give in self.referee.before if not give.up), None)

    def steps(self, table: Table) -> Iterator[Step]:
        """Yield what was heard in words; `table` is the table as it stands at the end."""
        for _, group in groupby(self.heard, key=_deal):
            first, *more = group
            if isinstance(first, Step):
                yield from [first, *(step for step in more if isinstance(step, Step))]
            elif first.what != "may":
                events = [first, *(event for event in more if isinstance(event, Event))]
                line = self._hidden if first.what == "turns up" else first.line
                yield Step(sentence(self._said(events, table)), line)

    def _said(self, events: list[Event], table: Table) -> str:
        last = events[-1]
        reading = f": {self._reads(last.reading)}" if last.reading else ""
        match last.what:
            case "is dealt" | "is dealt, face down,":
                down = ", face down" if "down" in last.what else ""
                return f"the {last.who} is dealt {_cards(events)}{down}{reading}"
            case "takes":
                return f"the {last.who} {_must(last, 'takes', 'hit and takes')} {_cards(events)}{reading}"
            case "stands":
                return self._stood(last, table.player if last.who == "player" else table.dealer.shown)
            case "is offered":
                return f"{quoted(last.who)} is offered; here it is told as if it were taken"
            case "peeks":
                decided = f", {last.detail}" if last.detail else ""
                return f"the dealer looks at the hidden {hidden_cards(self.referee.game)}{decided}"
            case "turns up":
                return f"the dealer turns up the hidden {hidden_cards(self.referee.game)}{reading}"
            case "makes":
                return f"the {last.who} makes {made(last.detail.replace(' ', '_'))}"
            case "adds":
                return f"the bonus {quoted(last.who.removeprefix('bonus '))} adds {_added(last)}"
            case "brings":
                return f"{quoted(last.who)} {_brought(Fraction(last.detail))}"
        return f"{'it is a push' if last.who == 'push' else f'the {last.who}'}, {self._compared(table)}"

    def _stood(self, event: Event, hand: Hand) -> str:
        reads = self._reads(event.reading) if event.reading else ""
        limited = isinstance(event.line, model.Limit)
        if limited and self.referee.reader.over(hand):
            return f"the {event.who} has {reads} and may take no more cards"
        with_, limit = f" with {reads}" if reads else "", " at the limit of cards" if limited else ""
        return f"the {event.who} {_must(event, 'stands', 'stand')}{with_}{limit}"

    def _reads(self, reading: Reading) -> str:
        soft = any(isinstance(line, model.Soft) for line in self.referee.game.total.lines)  # type: ignore[union-attr]
        return reads(reading) if soft else f"total {points(reading.total)}"

    def _compared(self, table: Table) -> str:
        player, dealer = table.player, table.dealer.shown
        rungs = self._rung(player, dealer), self._rung(dealer, player)
        named = rungs if rungs[0] != rungs[1] else ("", "")
        return " against ".join(
            self._reads(self.referee.reading(hand)) + name for hand, name in zip((player, dealer), named)
        )

    def _rung(self, hand: Hand, other: Hand) -> str:
        rungs = self.referee.game.ranking.lines if self.referee.game.ranking else ()
        place = self.referee.rung(hand, other)
        return f" ({quoted(rungs[place].name.text)})" if place < len(rungs) else ""


def _deal(heard: Event | Step) -> object:
    """Return what cards dealt together share; anything else stands by itself."""
    together = isinstance(heard, Event) and heard.what.startswith("is dealt")
    return (heard.who, heard.what, id(heard.line)) if together and isinstance(heard, Event) else id(heard)


def _cards(events: list[Event]) -> str:
    cards = [event.card for event in events if event.card]
    ranks = [card.rank for card in cards]
    return many_cards(ranks[0], len(ranks)) if len(set(ranks)) == 1 else listed([a_card(rank) for rank in ranks])


def _must(event: Event, plain: str, forced: str) -> str:
    is_forced = event.who == "player" and isinstance(event.line, model.Must | model.OtherwiseMust)
    return f"must {forced}" if is_forced else plain


def _added(event: Event) -> str:
    of = "the table minimum" if isinstance(event.line, model.Adds) and event.line.of_minimum else "the wager"
    times = Fraction(event.detail)
    return of if times == 1 else f"{points(times)} times {of}"


def _brought(result: Fraction) -> str:
    if result > 0:
        return "wins as much as was wagered" if result == 1 else f"wins {points(result)} times the wager"
    if result == 0:
        return "is returned"
    return "is lost" if result == -1 else f"loses {points(-result)} of the wager"
