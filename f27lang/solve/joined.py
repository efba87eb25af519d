"""One game's tables that also follow another game's hands, so that a play of the one is known in the other.

Rulebooks of an old and a new game, and their cards -> Joined
"""

from __future__ import annotations

from functools import cached_property
from itertools import count

from attrs import define, evolve, field, frozen

from f27lang import model
from f27lang.lower.classes import Card, cards_of, class_of, group, sorted_shoe
from f27lang.rulebook import Move, Rulebook
from f27lang.solve.deals import deals
from f27lang.solve.plan import Plan
from f27lang.solve.taking import idle_classes

NEVER = -1  # in place of a state of the old game: its rules never bring such a hand about
Face = tuple[str, str | None]  # rank and suit


@frozen
class Side:
    """A game and its tables; those of a strategy tell apart what it looks at."""

    game: model.Game
    rulebook: Rulebook

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """The cards of the full shoe, sorted."""
        return cards_of(self.game)

    def taken_for(self, card: Card) -> int | None:
        """Return the class of a card of another game, None if this one has none such.

        A card of a suit that it lacks is as good as the others of its rank, where no rule parts those by suit.
        """
        known = self.classes
        alike = {c for (rank, _), c in known.items() if rank == card.rank}
        only = alike.pop() if len(alike) == 1 and not self.rulebook.showdowns else None
        return known.get((card.rank, card.suit), only)

    @cached_property
    def classes(self) -> dict[Face, int]:
        """The class of each card."""
        found: dict[Face, int] = {}
        runs = iter(self.rulebook.sorted_shoe)
        c, room = next(runs)
        for card in self.cards:
            while not room:
                c, room = next(runs)
            found[card.rank, card.suit] = c
            room -= card.count
        return found


@frozen
class Shown:
    """What the old game makes of the cards that the dealer shows: his state, and which they are where that matters."""

    state: int
    cards: tuple[int, ...] = ()


UNKNOWN = Shown(NEVER)


@frozen(eq=False)
class Joined:
    """The new game on states that know the old game's state too, and on classes that neither game tells apart.

    By state of `rulebook`: `own` is the old game's state of such a hand of the player's, `shown` what the old game
    makes of such a hand that the dealer shows; NEVER and UNKNOWN where the old rules never bring it about, and where
    nothing depends on it any more. By class: `classes` is the old game's class, None where that has no such cards.
    """

    rulebook: Rulebook
    old: Rulebook
    own: tuple[int, ...]
    shown: tuple[Shown, ...]
    classes: tuple[int | None, ...]

    def cards(self, held: tuple[int, ...]) -> tuple[int, ...] | None:
        """Return a hand by classes of the old game; None if that has no such cards."""
        found = [0] * len(self.old.classes)
        for c, n in zip(self.classes, held, strict=True):
            if n and c is None:
                return None
            if c is not None:
                found[c] += n
        return tuple(found)


def joined(new: Side, old: Side, *, by_card: bool = False) -> Joined:
    """Return the tables of `new` that follow the hands of `old`; `by_card` the cards shown too, not just their state.

    Where the dealers do not show as many cards, the old game knows nothing of what the new one's shows.
    """
    new_class = new.classes
    sights = [(new_class[card.rank, card.suit], old.taken_for(card)) for card in new.cards]
    groups = group(new.cards, sights)
    both = dict(zip(((card.rank, card.suit) for card in new.cards), sights, strict=True))
    pairs = [both[cards[0].rank, cards[0].suit] for cards in groups]
    joining = _Joining(new.rulebook, old.rulebook, pairs, by_card)
    joining.follow()
    shoe = evolve(
        new.rulebook,
        classes=tuple(class_of(cards, new.cards) for cards in groups),
        sorted_shoe=sorted_shoe(groups),
        faces=tuple((card.rank, card.suit, card.count) for card in new.cards),
    )
    return joining.joined(shoe)


@frozen
class _Player:
    new: int
    old: int


@frozen
class _Dealer:
    new: int
    number: int  # cards so far, up to one more than the dealer shows
    old: Shown


@define(slots=False)
class _Joining:
    """The pairs of states as they are found; the player's and the dealer's are kept apart."""

    new: Rulebook
    old: Rulebook
    pairs: list[tuple[int, int | None]]  # by class: the new and the old one
    by_card: bool
    places: dict[_Player | _Dealer, int] = field(factory=dict, init=False)
    keys: list[_Player | _Dealer] = field(factory=list, init=False)
    step: list[int] = field(factory=list, init=False)

    @cached_property
    def _shows(self) -> int:
        return deals(self.new).shown

    @cached_property
    def _asks(self) -> frozenset[int]:
        """The new states in which the old one can matter: with a move to make, or before all cards are dealt."""
        size = len(self.new.states)
        moving = {at // size for at, bits in enumerate(self.new.moves) if bits}
        return frozenset(moving | _dealt(self.new))

    @cached_property
    def _grows(self) -> frozenset[int]:
        """The old states of the player's from which a card leads on."""
        size = len(self.old.states)
        taking = {at // size for at, bits in enumerate(self.old.moves) if bits & Move.HIT}
        return frozenset(taking | _dealt(self.old))

    @cached_property
    def _old_idle(self) -> frozenset[int]:
        return idle_classes(self.old)

    @cached_property
    def _new_idle(self) -> frozenset[int]:
        return idle_classes(self.new)

    def _at(self, key: _Player | _Dealer) -> int:
        if key not in self.places:
            self.places[key] = len(self.keys)
            self.keys.append(key)
        return self.places[key]

    @cached_property
    def _starts(self) -> tuple[int, int]:
        knows = self._shows == deals(self.old).shown
        dealer = _Dealer(self.new.dealer_start, 0, Shown(self.old.dealer_start) if knows else UNKNOWN)
        return self._at(_Player(self.new.player_start, self.old.player_start)), self._at(dealer)

    def follow(self) -> None:
        """Find all pairs."""
        assert self._starts == (0, 1)
        for at in count():  # they grow while they are walked
            if at == len(self.keys):
                return
            key = self.keys[at]
            after = self._player if isinstance(key, _Player) else self._dealer
            self.step += [self._at(after(key, new, old)) for new, old in self.pairs]  # type: ignore[arg-type]

    def _player(self, key: _Player, new: int, old: int | None) -> _Player:
        to = self.new.step[key.new * len(self.new.classes) + new]
        if to not in self._asks or old is None or key.old == NEVER:
            return _Player(to, NEVER)
        if key.old not in self._grows:
            return _Player(to, key.old if old in self._old_idle else NEVER)
        return _Player(to, self.old.step[key.old * len(self.old.classes) + old])

    def _dealer(self, key: _Dealer, new: int, old: int | None) -> _Dealer:
        to, number = self.new.step[key.new * len(self.new.classes) + new], min(key.number, self._shows) + 1
        if number > self._shows and new in self._new_idle:
            return evolve(key, new=to)  # so that the card remains idle
        if number > self._shows or old is None or key.old == UNKNOWN:
            return _Dealer(to, number, UNKNOWN)
        state = self.old.step[key.old.state * len(self.old.classes) + old]
        return _Dealer(to, number, Shown(state, tuple(sorted((*key.old.cards, old))) if self.by_card else ()))

    def joined(self, shoe: Rulebook) -> Joined:
        """Return the tables, the cards being those of `shoe`."""
        new, keys = self.new, self.keys
        views = [isinstance(key, _Dealer) and key.number == self._shows for key in keys]
        hands = [isinstance(key, _Dealer) for key in keys]
        size, groups = len(new.states), 1 + max(new.law)
        rulebook = evolve(
            shoe,
            states=tuple(new.states[key.new] for key in keys),
            step=tuple(self.step),
            player_start=self._starts[0],
            dealer_start=self._starts[1],
            law=tuple(0 if isinstance(key, _Dealer) else new.law[key.new] for key in keys),
            dealer_hits=tuple(
                new.dealer_hits[g * size + key.new] if isinstance(key, _Dealer) and key.number >= self._shows else 0
                for g in range(groups)
                for key in keys
            ),
            final=self._table(new.final, hands),
            moves=self._table(new.moves, views),
            dealt=self._table(new.dealt, views),
            drawn=self._table(new.drawn, views),
            stood=self._table(new.stood, views),
            peeked=self._table(new.peeked, hands) if new.peeked else (),
            sides=(),
        )
        return Joined(
            rulebook=rulebook,
            old=self.old,
            own=tuple(key.old if isinstance(key, _Player) else NEVER for key in keys),
            shown=tuple(key.old if isinstance(key, _Dealer) else UNKNOWN for key in keys),
            classes=tuple(old for _, old in self.pairs),
        )

    def _table(self, table: tuple[int, ...], dealers: list[bool]) -> tuple[int, ...]:
        """Return a table by the player's and some of the dealer's hands, 0 elsewhere."""
        size = len(self.new.states)
        columns = [key.new if which else None for key, which in zip(self.keys, dealers, strict=True)]
        nothing = (0,) * len(self.keys)
        found: list[int] = []
        for key in self.keys:
            row = table[key.new * size : (key.new + 1) * size]
            found += nothing if isinstance(key, _Dealer) else [0 if d is None else row[d] for d in columns]
        return tuple(found)


def _dealt(rulebook: Rulebook) -> set[int]:
    """Return the player's states before his last card is dealt."""
    classes, found = len(rulebook.classes), set[int]()
    level = {rulebook.player_start}
    for _ in range(deals(rulebook).player):
        found |= level
        level = {to for state in level for to in rulebook.step[state * classes : (state + 1) * classes]}
    return found


@define(slots=False)
class JoinedPlan(Plan):
    """The plan of joined tables; hands tell how many cards of the classes `followed` they hold, even if these idle."""

    followed: frozenset[int] = field(kw_only=True)

    @cached_property
    def idle(self) -> frozenset[int]:
        """The classes that may be left out."""
        return Plan.idle.func(self) - self.followed  # type: ignore[attr-defined,no-any-return]
