"""The table of a vying game: Game → seats, steps in a row, and how many cards a hand can come to hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from f27lang import model
from f27lang.lower.classes import cards_of, number
from f27lang.vying import Drawing, PlayStep, StepKind

KINDS: dict[type[model.Node], StepKind] = {
    model.Anteing: StepKind.ANTE,
    model.Deal: StepKind.DEAL,
    model.Bet: StepKind.BET,
    model.DrawInTurn: StepKind.DRAW,
    model.DrawTogether: StepKind.DRAW_TOGETHER,
    model.DrawByConsent: StepKind.DRAW_IF_ALL,
    model.Declare: StepKind.DECLARE,
    model.Showdown: StepKind.SHOWDOWN,
}
DRAWS = (StepKind.DRAW, StepKind.DRAW_TOGETHER, StepKind.DRAW_IF_ALL)


class Table:
    """Who sits there, and what happens in which order."""

    def __init__(self, game: model.Game) -> None:
        self.game = game

    @cached_property
    def steps(self) -> tuple[PlayStep, ...]:
        """The steps of play; a repeat is followed by a step that leads back to its first."""
        assert self.game.play
        return tuple(_steps(self.game.play.lines, 0))

    @cached_property
    def seats(self) -> tuple[int, int, int]:
        """The least, the usual and the most players; a full table where no number is usual."""
        assert self.game.seats
        low, high = seats_between(self.game.seats)
        usually = self.game.seats.usually
        return low, usually.value if usually else high, high

    @cached_property
    def dealt(self) -> int:
        """How many cards the deal gives to each hand."""
        return sum(step.number for step in self.steps if step.kind is StepKind.DEAL)

    @cached_property
    def drawing(self) -> Drawing:
        """What a seat may do when it is asked to draw."""
        lines = self.game.each.lines if self.game.each else ()
        draws, cards, locked, running, up = -1, -1, 0, False, False
        for line in lines:
            match line:
                case model.Limit(number=most, what=model.MostDraws()):
                    draws = int(number(most))
                case model.Limit(number=most):
                    cards = int(number(most))
                case model.Locked():
                    locked, running = int(number(line.number)), line.running is not None
                case model.Takes():
                    up = line.facing.text == "up"
        return Drawing(draws, cards, locked, running, up)

    @cached_property
    def most_cards(self) -> int:
        """No hand comes to hold more cards: by limits, by the steps, or because the others have the rest."""
        drawing = self.drawing
        shoe = sum(card.count for card in cards_of(self.game))
        bounds = [shoe - (self.seats[0] - 1) * self.dealt]
        bounds += [drawing.most_cards] if drawing.most_cards >= 0 else []
        bounds += [self.dealt + drawing.most_draws] if drawing.most_draws >= 0 else []
        if all(step.kind is not StepKind.REPEAT for step in self.steps):
            bounds.append(self.dealt + sum(step.kind in DRAWS for step in self.steps))
        return max(self.dealt, min(bounds))

    @cached_property
    def judged(self) -> frozenset[int]:
        """With how many cards still to be dealt a hand is looked at."""
        left, found = self.dealt, set()
        for step in self.steps:
            if step.kind is StepKind.DEAL:
                left -= step.number
            elif step.kind is not StepKind.ANTE:
                found.add(left)
        return frozenset(found)


def seats_between(seats: model.Seats) -> tuple[int, int]:
    """Return the least and the most players."""
    match seats.range:
        case model.Between(low=low, high=high):
            return int(number(low)), int(number(high))
        case model.Exactly(value=value):
            return int(number(value)), int(number(value))
    raise AssertionError(seats)


def _steps(lines: Iterable[model.Step | model.Repeat], first: int) -> Iterator[PlayStep]:
    for line in lines:
        if isinstance(line, model.Repeat):
            inner = tuple(_steps(line.steps, first))
            yield from inner
            yield PlayStep(StepKind.REPEAT, first)
            first += len(inner) + 1
            continue
        phase = line.phase
        if isinstance(phase, model.Deal):
            yield PlayStep(StepKind.DEAL, phase.number.value, phase.facing.text == "up")
        else:
            yield PlayStep(KINDS[type(phase)])
        first += 1
