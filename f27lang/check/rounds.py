"""Every round that can come up: Table → which laws, rows and hands are reached, and where the rules fall silent."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

from attrs import define, field

from f27lang import model
from f27lang.check.facts import turn_at
from f27lang.check.table import Row, RuledLaw, Table
from f27lang.lower.deals import Held, between, cards_dealt, held, players
from f27lang.lower.pairs import Hands, states_in, union
from f27lang.lower.shuffling import takers_may_pass
from f27lang.model import Node

MOST_STEPS = 1_000_000


class TooManyRounds(Exception):
    """Raised where the rounds are too many to be followed."""


class Cell(NamedTuple):
    """A player's and a dealer's hand, as states."""

    player: int
    dealer: int


class Clash(NamedTuple):
    """Two laws of a side that fit one pair of hands and name different moves."""

    one: RuledLaw
    other: RuledLaw
    side: str
    cell: Cell


class Ending(NamedTuple):
    """A player's hand and the dealer's hands with which a row decides."""

    player: int
    dealers: Hands
    row: Row
    before: bool  # before the dealer's turn
    early: bool  # before he has all cards that are dealt to him, or before all of them are known


@define
class Rounds:
    """What following every round of a game has found."""

    clashes: dict[tuple[int, int], Clash] = field(factory=dict)  # by the identities of the two lines
    lawless: dict[str, Cell] = field(factory=dict)  # per side, the first pair without a move
    fitting: set[int] = field(factory=set)  # identities of the lines that fitted somewhere
    first: dict[int, int] = field(
        factory=dict
    )  # per row that fits only where others decide, the identity of one of those
    asked: dict[int, Hands] = field(factory=dict)  # per player's hand, what the dealer shows when it has a choice
    hits: dict[str, set[int]] = field(factory=lambda: {"player": set(), "dealer": set()})
    stands: set[int] = field(factory=set)  # the player's hands against which the dealer has his turn
    endings: list[Ending] = field(factory=list)
    undecided: Cell | None = None
    shown: dict[int, Hands] = field(factory=dict)  # per player's hand in his turn, what the dealer shows
    may_hold: Held = field(factory=dict)  # per hand that the dealer shows, those that he may have been dealt
    deals_later: bool = False  # the dealer is dealt cards between the turns


def first_cell(player: int, dealers: Hands) -> Cell:
    """Return a pair of a player's hand with the first of some dealer's hands."""
    return Cell(player, next(states_in(dealers)))


def follow(table: Table) -> Rounds:
    """Return what can happen in a game's rounds.

    Raises TooManyRounds.
    """
    return _Follower(table).rounds


class _Turn(NamedTuple):
    """Where a dealer's turn ends: the hands on which he stands, and the rows that decide at once with their hands."""

    stands: Hands
    decided: tuple[tuple[Row, Hands], ...]


class _Follower:
    """Follows all hands of a player at once, each with the set of dealer's hands that it can meet."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.rounds = Rounds()
        self.steps = 0
        self.player_laws = _Tiers(table, "player", model.Must, model.OtherwiseMust, model.May)
        self.dealer_laws = _Tiers(table, "dealer", model.Does, model.OtherwiseDoes)
        self.turns = {seat for seat in ("player", "dealer") if turn_at(table.game, seat) is not None}
        self.may_pass = takers_may_pass(table.game)  # who asks for a card may have to stand, deals may give nothing
        self.cards = cards_dealt(table.game)
        self.held = self.rounds.may_hold = held(table.machine, self.cards, self._after)
        self.rounds.deals_later = any(card.to == "dealer" and not card.early for card in self.cards)
        self.left: Held = {}  # what the dealer may hold when the player's turn comes
        self.turns_played: dict[tuple[Hands, tuple[Hands, ...], tuple[Hands, ...]], _Turn] = {}
        self.hit: Hands = 0
        for player, views in self._players():
            self._dealers_turn(player, views)

    # the player's turn

    def _players(self) -> Iterator[tuple[int, Hands]]:
        """Play the player's turn; yield each hand that he ends with and what the dealer shows then."""
        reached, done, ended = self.rounds.shown, dict[int, Hands](), dict[int, Hands]()
        tried: dict[int, Hands] = {}
        waiting: deque[int] = deque()

        def reach(state: int, views: Hands, *moments: str) -> None:
            new = views & ~tried.get(state, 0)
            tried[state] = tried.get(state, 0) | new
            left = self._decide(state, new, moments, self.table.hidden) if new else 0
            if "after deal" in moments:
                left = self._peek(state, left)
            if left:
                reached[state] = reached.get(state, 0) | left
                waiting.append(state)

        for state in sorted(players(self.table.machine, self.cards, self._after)):
            reach(state, _bits(self.held), "after deal", "at once")
        while waiting:
            state = waiting.popleft()
            views = reached[state] & ~done.get(state, 0)
            done[state] = reached[state]
            hits, stands = self._moves(state, views) if "player" in self.turns else (0, views)
            if stands := stands | (hits if self.may_pass else 0):
                ended[state] = ended.get(state, 0) | self._decide(
                    state, stands, ("after player", "at once"), self.table.hidden
                )
            for after in self._after(state) if hits else ():
                reach(after, hits, "at once")
        yield from ended.items()

    def _peek(self, player: int, views: Hands) -> Hands:
        """Let the dealer look at his hidden cards, where he does; return what he shows where the round goes on."""
        shown = 0
        for view in states_in(views):
            holds = self.held[view]
            looking = holds & self.table.peeks
            undecided = self._decide(player, looking, ("after peek", "at once"), hidden=False)
            self.left[view] = self.left.get(view, 0) | undecided | holds & ~looking
            shown |= 1 << view if undecided | holds & ~looking else 0
        return shown

    def _moves(self, player: int, views: Hands) -> tuple[Hands, Hands]:
        hits, stands, left = self.player_laws.moves(player, views, self.rounds)
        both = hits & stands
        if both:
            self.rounds.asked[player] = self.rounds.asked.get(player, 0) | both
        if left:
            self.rounds.lawless.setdefault("player", first_cell(player, left))
        if hits:
            self.rounds.hits["player"].add(player)
        return hits, stands | left

    # the dealer's turn

    def _dealers_turn(self, player: int, views: Hands) -> None:
        hands = union(self.begins[view] for view in states_in(views))
        if not hands:
            return
        self.rounds.stands.add(player)
        turn = self._turn(player, hands)
        for row, dealers in turn.decided:
            self.rounds.endings.append(Ending(player, dealers, row, before=False, early=False))
        left = self._decide(player, turn.stands, ("after dealer", "at once"), hidden=False, before=False)
        if left and self.rounds.undecided is None:
            self.rounds.undecided = first_cell(player, left)

    def _turn(self, player: int, hands: Hands) -> _Turn:
        """Follow the dealer's law from some hands; players whose hands make no difference to it share the walk."""
        laws = tuple(law.fits(player) for law in self.dealer_laws.every)
        rows = tuple(row.fits(player) for row in self.table.rows if row.moment == "at once")
        key = (hands, laws, rows)
        if key not in self.turns_played:
            self.turns_played[key] = self._walk(player, hands)
        return self.turns_played[key]

    def _walk(self, player: int, hands: Hands) -> _Turn:
        tried, stands, before = hands, 0, len(self.rounds.endings)
        waiting = self._decide(player, hands, ("at once",), hidden=False, before=False)
        if "dealer" not in self.turns:
            waiting, stands = 0, waiting
        while waiting:
            hits, stood = self._dealer_moves(player, waiting)
            stands |= stood | (hits if self.may_pass else 0)
            new = _bits(after for dealer in states_in(hits) for after in self._after(dealer)) & ~tried
            tried |= new
            waiting = self._decide(player, new, ("at once",), hidden=False, before=False)
        decided = tuple((ending.row, ending.dealers) for ending in self.rounds.endings[before:])
        del self.rounds.endings[before:]
        return _Turn(stands, decided)

    def _dealer_moves(self, player: int, dealers: Hands) -> tuple[Hands, Hands]:
        hits, stands, left = self.dealer_laws.moves(player, dealers, self.rounds)
        if left:
            self.rounds.lawless.setdefault("dealer", first_cell(player, left))
        self.rounds.hits["dealer"].update(states_in(hits & ~self.hit))
        self.hit |= hits
        return hits, stands | left

    # what both share

    def _after(self, state: int) -> tuple[int, ...]:
        after = self.table.after(state)
        self.steps += len(after)
        if self.steps > MOST_STEPS:
            raise TooManyRounds
        return after

    @cached_property
    def begins(self) -> Held:
        """Return, per hand that the dealer shows, the hands with which he begins his turn."""
        return between(self.left, self.cards, self._dealt_later)

    def _dealt_later(self, hands: Hands) -> Hands:
        dealt = _bits(dealer for hand in states_in(hands) for dealer in self._after(hand))
        return dealt | (hands if self.may_pass else 0)

    def _decide(
        self, player: int, dealers: Hands, moments: tuple[str, ...], hidden: bool, before: bool = True
    ) -> Hands:
        """Try the rows of some moments; return the dealer's hands with which none of them decides."""
        left, taken = dealers, dict[int, Hands]()
        for row in self.table.rows:
            if row.moment not in moments or (hidden and row.about_dealer and row.moment == "at once"):
                continue
            fits = row.fits(player) & dealers
            if fits & left:
                self.rounds.fitting.add(id(row.node))
                early = before and (hidden or self.rounds.deals_later)
                self.rounds.endings.append(Ending(player, fits & left, row, before, early))
            elif fits:
                self.rounds.first.setdefault(
                    id(row.node), next(other for other, hands in taken.items() if hands & fits)
                )
            taken[id(row.node)] = fits & left
            left &= ~row.surely(player)
        return left


class _Tiers:
    """The laws of a side: its card limits, then tiers of lines, each in force where none before it fits."""

    def __init__(self, table: Table, side: str, *tiers: type[Node]) -> None:
        self.side = side
        self.limits = tuple(law for law in table.laws(side, model.Limit) if law.node.what is None)  # type: ignore[attr-defined]
        self.tiers = tuple((cls is not model.May, table.laws(side, cls)) for cls in tiers)

    @property
    def every(self) -> tuple[RuledLaw, ...]:
        """All lines of all tiers, the limits first."""
        return (*self.limits, *(law for _, laws in self.tiers for law in laws))

    def moves(self, player: int, dealers: Hands, rounds: Rounds) -> tuple[Hands, Hands, Hands]:
        """Return the dealer's hands with which the side hits, with which it stands, and those without a law."""
        hits, stands, left = 0, 0, dealers
        for limit in self.limits:
            at_limit = limit.fits(player) & left
            stands |= at_limit
            left &= ~at_limit
        for one_move, laws in self.tiers:
            fits = [(law, law.fits(player) & left) for law in laws]
            for law, hands in fits:
                if hands:
                    rounds.fitting.add(id(law.node))
                    hits |= hands if "hit" in law.law.moves else 0
                    stands |= hands if "stand" in law.law.moves else 0
                    left &= ~hands
            if one_move:
                self._clash(player, [(law, hands) for law, hands in fits if hands], rounds)
        return hits, stands, left

    def _clash(self, player: int, fits: list[tuple[RuledLaw, Hands]], rounds: Rounds) -> None:
        for place, (one, hands) in enumerate(fits):
            for other, others in fits[place + 1 :]:
                key = (id(one.node), id(other.node))
                if hands & others and one.law.moves != other.law.moves and key not in rounds.clashes:
                    rounds.clashes[key] = Clash(one, other, self.side, first_cell(player, hands & others))


def _bits(states: Iterable[int]) -> Hands:
    found = 0
    for state in states:
        found |= 1 << state
    return found
