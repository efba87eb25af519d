"""Cards taken out of a shoe: a game, its Rulebook, and the cards -> the Rulebook of what is left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import groupby

from attrs import evolve, frozen

from f27lang import model
from f27lang.rulebook import Rulebook
from f27lang.solve.joined import Face, Side

Gone = Mapping[Face, int]  # how many cards of each rank and suit are taken out


class NotThere(Exception):
    """Raised where more cards are taken out than the shoe holds."""


@frozen
class Kind:
    """The cards of one rank and suit (None: without one), how many the shoe holds, and their class."""

    rank: str
    suit: str | None
    count: int
    place: int

    @property
    def face(self) -> Face:
        """What is printed on them."""
        return self.rank, self.suit


@frozen(eq=False)
class Pack:
    """A full shoe as a game's tables have it: its kinds of cards in the order of the sorted shoe."""

    rulebook: Rulebook
    kinds: tuple[Kind, ...]

    @classmethod
    def of(cls, game: model.Game, rulebook: Rulebook) -> Pack:
        """Return the cards of a game with their classes in `rulebook`, a table of that game or of a strategy of it."""
        side = Side(game, rulebook)
        return cls(
            rulebook,
            tuple(Kind(card.rank, card.suit, card.count, side.classes[card.rank, card.suit]) for card in side.cards),
        )

    @cached_property
    def ranks(self) -> dict[str, int]:
        """How many cards of each rank there are, in the order of the sorted shoe."""
        found: Counter[str] = Counter()
        for kind in self.kinds:
            found[kind.rank] += kind.count
        return dict(found)

    def without(self, gone: Gone) -> Rulebook:
        """Return the tables with cards taken out; classes of which none is left keep their places.

        Where no rule and no poker rank looks at a card's suit, it does not matter which is named. Raises NotThere.
        """
        left = [evolve(kind, count=kind.count - gone.get(kind.face, 0)) for kind in self.kinds]
        unknown = gone.keys() - {kind.face for kind in self.kinds}
        if unknown or any(kind.count < 0 for kind in left):
            raise NotThere
        held: Counter[int] = Counter()
        for kind in left:
            held[kind.place] += kind.count
        old = self.rulebook
        return evolve(
            old,
            classes=tuple(evolve(each, count=held[c]) for c, each in enumerate(old.classes)),
            sorted_shoe=tuple(_runs(left)),
            faces=tuple((*kind.face, kind.count) for kind in left if kind.count) if old.faces else (),
        )

    @cached_property
    def samples(self) -> tuple[tuple[Kind, int], ...]:
        """One kind of all those that the rules can't tell from it, and how many cards these are."""
        found: dict[object, tuple[Kind, int]] = {}
        for kind in self.kinds:
            sight = (kind.rank, kind.place, self._suits[kind.suit] if self.rulebook.faces else None)
            first, number = found.get(sight, (kind, 0))
            found[sight] = first, number + kind.count
        return tuple(found.values())

    @cached_property
    def _suits(self) -> dict[str | None, object]:
        """What a suit looks like to poker ranks, which tell suits apart but not from one another."""
        found: dict[str | None, object] = {}
        for suit in {kind.suit for kind in self.kinds}:
            found[suit] = suit and tuple((k.rank, k.count, k.place) for k in self.kinds if k.suit == suit)
        return found


def without(game: model.Game, rulebook: Rulebook, gone: Gone | None) -> Rulebook:
    """Return a table of a game, or of a strategy of it, with cards taken out; raises NotThere."""
    return Pack.of(game, rulebook).without(gone) if gone else rulebook


def words(gone: Gone) -> str:
    """Return cards by their ranks: `2 A, 1 K`."""
    found: Counter[str] = Counter()
    for (rank, _), number in gone.items():
        found[rank] += number
    return ", ".join(f"{number} {rank}" for rank, number in found.items())


def as_list(gone: Gone) -> list[dict[str, object]]:
    """Return cards for JSON."""
    return [{"card": rank, "suit": suit, "number": number} for (rank, suit), number in gone.items()]


def _runs(kinds: list[Kind]) -> Iterator[tuple[int, int]]:
    for place, run in groupby((kind for kind in kinds if kind.count), key=lambda kind: kind.place):
        yield place, sum(kind.count for kind in run)
