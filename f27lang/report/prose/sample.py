"""A hand worth showing: Game -> a round with a decision, a card taken and a dealer's card, played sensibly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from f27lang import model
from f27lang.referee import Card, Referee, Situation, deal_order, shoe
from f27lang.report.prose.story import Decide, Story, tell

_TRIES = 40
_SEED = 27
_BEST = 4


def sample(game: model.Game) -> Story:
    """Return the most instructive of the first rounds of a fixed seed."""
    referee = Referee(game)
    decide = _sensible(referee, Counter(shoe(game)))
    best: tuple[int, Story] | None = None
    for number in range(_TRIES):
        story = _round(referee, decide, deal_order(game, _SEED, number))
        if best is None or _worth(story) > best[0]:
            best = _worth(story), story
        if best[0] >= _BEST:
            break
    assert best is not None
    return best[1]


def _round(referee: Referee, decide: Decide, cards: Iterator[Card]) -> Story:
    return tell(referee, lambda _: next(cards, None), decide)


def _worth(story: Story) -> int:
    """Return how many of the things that can happen in a round this one shows."""
    player, dealer = story.table.player, story.table.dealer
    shown = (len(player.cards) == player.dealt + 1, len(dealer.cards) > dealer.dealt, story.verdict == "player wins",
             story.table.decision is not None and story.table.decision.line.moment.text == "after dealer")  # fmt: skip
    return sum(shown)


def _sensible(referee: Referee, cards: Counter[Card]) -> Decide:
    """Return a way to play that takes a card where most cards of the shoe do no harm."""

    def decide(situation: Situation) -> tuple[str, str]:
        over = sum(number for card, number in cards.items() if referee.reader.over(situation.player.take(card)))
        grown = len(situation.player.cards) - situation.player.dealt
        hit = "hit" in situation.moves and 2 * over < sum(cards.values()) and grown < 2
        move = "hit" if hit or "stand" not in situation.moves else "stand"
        return move, f"this one chooses to {move}"

    return decide
