"""A worked round: Game, cards as typed, a way to play -> each step with its reason and the rule line behind it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import define, field, frozen

from f27lang import model
from f27lang.patience import PATIENT, Patience
from f27lang.referee import Card, Give, Hand, Referee, Situation
from f27lang.report import card, heading
from f27lang.report.adviser import adviser
from f27lang.report.prose.story import Decide, Story, tell
from f27lang.report.prose.words import a_card, listed, sentence
from f27lang.report.typed import Typed, typed


@frozen
class Worked:
    """A round as far as its cards go, and the cards that it had no use for."""

    game: model.Game
    cards: Typed
    play: str
    story: Story
    unused: tuple[Card, ...]


def worked(game: model.Game, text: str, *, play: str = "chart", patience: Patience = PATIENT) -> Worked:
    """Play a round with the cards typed; more player's cards than the deal gives are cards that he hit for.

    Raises Misasked where the text names no cards of this game, or no strategy has the name `play`.
    """
    cards = typed(text, game)
    referee = Referee(game)
    feed = _Feed(cards)
    decide = feed.hits_first(adviser(game, referee, play, patience))
    return Worked(game, cards, play, tell(referee, feed.next, decide), feed.left)


@define
class _Feed:
    """Gives each side its own cards first, then the further ones in the order of play."""

    cards: Typed
    own: dict[str, list[Card]] = field(init=False)
    further: list[Card] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.own = {"player": list(self.cards.player), "dealer": list(self.cards.dealer)}
        self.further = list(self.cards.further)

    def next(self, give: Give) -> Card | None:
        """Return the next card for a side, None where the cards run out."""
        cards = self.own[give.to] or self.further
        return cards.pop(0) if cards else None

    @property
    def left(self) -> tuple[Card, ...]:
        """The cards not given."""
        return (*self.own["player"], *self.own["dealer"], *self.further)

    def hits_first(self, decide: Decide) -> Decide:
        """Return a way to play that hits as long as there are cards of the player's own."""

        def decide_here(situation: Situation) -> tuple[str, str]:
            if self.own["player"] and "hit" in situation.moves:
                return "hit", f"the hand given has {a_card(self.own['player'][0].rank)} next, so it is hit"
            return decide(situation)

        return decide_here


def as_text(done: Worked, width: int | None = None) -> str:
    """Return the steps, under each the rule behind it: its number on the card, the line and its place."""
    width = width or card.terminal_width()
    known = card.numbers(card.sections(done.game))
    parts = [f"{done.game.title}: {_title(done.cards)}"]
    if changed := heading.changes(done.game):
        parts += card.wrapped("", f"Settings: {', '.join(changed)}.", width)
    parts.append("")
    for place, step in enumerate(done.story.steps, 1):
        parts += card.wrapped(str(place), step.text, width)
        if step.line:
            number = card.number_of(step.line, known)
            rule = f"rule {number}: " if number else ""
            parts += card.wrapped(" ", f"{rule}{card.said(step.line)}   {step.line.span.place}", width)
    return "\n".join([*parts, "", *card.wrapped("", " ".join(_ending(done)), width)])


def _title(cards: Typed) -> str:
    against = f" against {Hand(cards.dealer)}" if cards.dealer else ""
    return f"{Hand(cards.player)}{against}" + (f" then {Hand(cards.further)}" if cards.further else "")


def _ending(done: Worked) -> Iterator[str]:
    if wanted := _wanted(done.story):
        yield f"Here the cards end: {_due(wanted)}. Add cards with `then` to go on."
    else:
        yield f"{sentence(_decided(done.story))}"
    if done.unused:
        cards = listed([a_card(each.rank) for each in done.unused])
        yield f"Not needed any more: {cards}."


def _decided(story: Story) -> str:
    return "the hand is a push" if story.verdict == "push" else f"the {story.verdict}"


def _wanted(story: Story) -> Give | None:
    return story.table.wants if isinstance(story.table.wants, Give) else None


def _due(give: Give) -> str:
    if give.dealt:
        return f"the {give.to} is to be dealt a card{'' if give.up else ', face down'}"
    return f"the {give.to} takes a card"


def as_json(done: Worked) -> dict[str, Any]:
    """Return the answer `f27.hand/1`; `next_card` is set where the cards ran out before the hand was decided."""
    known = card.numbers(card.sections(done.game))
    story, wanted = done.story, _wanted(done.story)
    return {
        "schema": "f27.hand/1",
        "variant": done.game.name,
        "settings": heading.settings(done.game),
        "play": done.play,
        "player": list(story.table.player.ranks),
        "dealer": list(story.table.dealer.ranks),
        "unused": [each.rank for each in done.unused],
        "steps": [
            {"text": step.text, "rule": card.number_of(step.line, known), "line": card.written(step.line)}
            for step in story.steps
        ],
        "verdict": story.verdict,
        "payoffs": {wager: str(result) for wager, result in story.payoffs.items()},
        "next_card": {"to": wanted.to, "dealt": wanted.dealt, "face_up": wanted.up} if wanted else None,
    }
