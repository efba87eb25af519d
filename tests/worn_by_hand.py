"""Worn shoes by a rulebook's tables, in plain Python and with none of what is emitted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from math import floor, trunc

from attrs import define, field

from f27lang.rulebook import Move, Policy, Rulebook
from f27lang.simulate import Watch
from tests.oracles.worn_shoe import pieces


@define
class Deck:
    """The places of the sorted shoe: `left` first, those dealt behind in the order dealt."""

    left: list[int]
    stream: Iterator[int]
    dealt: list[int] = field(factory=list)
    renewed: bool = False

    def deal(self) -> int:
        """Return the next place; there is one."""
        n = len(self.left)
        while True:
            piece = next(self.stream)
            if (piece * n) % 2**16 >= 2**16 % n:
                at = (piece * n) >> 16
                self.left[at], self.left[-1] = self.left[-1], self.left[at]
                self.dealt.append(self.left.pop())
                return self.dealt[-1]

    def renew(self, on_table: int) -> None:
        """Deal the discards on: all dealt but the last `on_table`, the latest first."""
        discards = self.dealt[: len(self.dealt) - on_table]
        self.left, self.dealt, self.renewed = discards[::-1], self.dealt[len(discards) :], True


@define
class Shoes:
    """Plays shoes and keeps a counter of (seat, bin, outcome), and rounds, results and ramped results by shoe."""

    rulebook: Rulebook
    policy: Policy
    seats: int
    watch: Watch
    counts: Counter[tuple[int, int, int]] = field(factory=Counter)
    sums: list[tuple[int, int, int]] = field(factory=list)
    passed: int = 0
    renewals: int = 0
    probes: tuple[tuple[int, int], ...] = ()  # cells in which the first decision of seat 0 is made by chance
    probed: Counter[tuple[int, Move, int, int]] = field(factory=Counter)  # by cell, move, bin and result

    def play(self, seed: int, number: int) -> None:
        """Play a shoe to its end."""
        rules, shuffling = self.rulebook, self.rulebook.shuffling
        assert shuffling is not None
        deck, whole, n, x, y = Deck(list(range(rules.shoe)), pieces(seed, number)), rules.shoe, 0, 0, 0
        for _ in range(shuffling.burn):
            deck.deal()
        need = sum(deal.number * (self.seats if deal.to == "player" else 1) for deal in rules.before)
        seen: list[int] = []
        while not n or not (
            deck.renewed
            or n == shuffling.hands
            or (shuffling.cut is not None and whole - len(deck.left) >= shuffling.cut)
            or len(deck.left) < need
        ):
            count = self.count(seen, len(deck.left))
            if n and self.watch.leave_below is not None and count < self.watch.leave_below:
                break
            if n and self.watch.shuffle_above is not None and count > self.watch.shuffle_above:
                break
            at = min(max(count, -self.watch.beyond), self.watch.beyond) + self.watch.beyond
            before = len(deck.dealt)
            hand = _Hand(self, deck, coin(seed, number, n))
            ends = hand.play()
            seen += deck.dealt[before:] if not deck.renewed else []
            for seat, outcome in enumerate(ends):
                self.counts[seat, at, outcome] += 1
            result = rules.outcomes[ends[0]].payoffs[0]
            if hand.met is not None:
                self.probed[hand.met, hand.coin, at, result] += 1
            n, x, y = n + 1, x + result, y + result * (self.watch.bets[at] if self.watch.bets else 1)
        self.sums.append((n, x, y))

    def count(self, seen: list[int], left: int) -> int:
        """Return the true count in parts, by the definition: less what as many cards have on average."""
        if not self.watch.tags:
            return 0
        unseen = left + (self.rulebook.shuffling.burn if self.rulebook.shuffling else 0)
        all_tags, cards = sum(self.watch.tags), self.rulebook.shoe
        assert len(seen) == cards - unseen
        centred = sum(self.watch.tags[place] for place in seen) - Fraction(all_tags * len(seen), cards)
        true = centred / (unseen / self.watch.unit) * self.watch.parts
        return trunc(true) if self.watch.rounding == "truncated" else floor(true)


@define
class _Hand:
    shoes: Shoes
    deck: Deck
    coin: Move
    met: int | None = None  # the watched cell in which the coin decided
    given: int = 0

    def card(self) -> int | None:
        """Return the class of the next card; None where it is not given."""
        shuffling = self.shoes.rulebook.shuffling
        assert shuffling is not None
        if not self.deck.left and shuffling.empty == "pass":
            self.shoes.passed += 1
            return None
        if not self.deck.left and not self.deck.renewed:
            assert shuffling.empty == "discards"
            self.deck.renew(self.given)
            self.shoes.renewals += 1
        self.given += 1
        place = self.deck.deal()
        return next(c for c, n in _running(self.shoes.rulebook) if place < n)

    def play(self) -> list[int]:
        """Play a hand; return each seat's outcome."""
        rules = self.shoes.rulebook
        size, classes = len(rules.states), len(rules.classes)
        hands, d, view = [rules.player_start] * self.shoes.seats, rules.dealer_start, rules.dealer_start
        for deal in rules.before:
            for _ in range(deal.number):
                if deal.to == "player":
                    hands = [rules.step[p * classes + self._sure()] for p in hands]
                else:
                    card = self._sure()
                    d = rules.step[d * classes + card]
                    view = rules.step[view * classes + card] if deal.up else view
        ends = []
        for seat in range(len(hands)):
            p = hands[seat]
            decided = rules.dealt[p * size + view]
            while not decided:
                card = self.card() if self.move(p, view) == Move.HIT else None
                if card is None:
                    decided = rules.stood[p * size + view]
                    break
                p = rules.step[p * classes + card]
                decided = rules.drawn[p * size + view]
            hands[seat] = p
            ends.append(decided - 1)
        if -1 in ends:
            d = self._dealer(d, [p for p, end in zip(hands, ends) if end < 0])
        return [rules.final[p * size + d] if end < 0 else end for p, end in zip(hands, ends)]

    def move(self, p: int, view: int) -> int:
        """Return the policy's move, the first time in a watched cell the coin's."""
        if self.met is None and (p, view) in self.shoes.probes:
            self.met = self.shoes.probes.index((p, view))
            return self.coin
        return self.shoes.policy.play[p * len(self.shoes.rulebook.states) + view]

    def _dealer(self, d: int, waiting: list[int]) -> int:
        """Return the dealer's last state; where laws differ from hand to hand there is one hand."""
        rules = self.shoes.rulebook
        cards = [self.card() for deal in rules.between for _ in range(deal.number)]
        for card in cards:
            d = d if card is None else rules.step[d * len(rules.classes) + card]
        while any(rules.dealer_hits[rules.law[p] * len(rules.states) + d] for p in waiting):
            if (taken := self.card()) is None:
                break
            d = rules.step[d * len(rules.classes) + taken]
        return d

    def _sure(self) -> int:
        card = self.card()
        assert card is not None
        return card


def coin(seed: int, shoe: int, hand: int) -> Move:
    """Return the move that chance makes in a hand: by the top bit of word `hand` of that shoe of another seed."""
    low_to_high = [piece for piece, _ in zip(pieces(seed ^ 0x5851F42D4C957F2D, shoe), range(4 * hand + 4))]
    return Move.STAND if low_to_high[-1] >> 15 else Move.HIT


def _running(rulebook: Rulebook) -> Iterator[tuple[int, int]]:
    total = 0
    for card, number in rulebook.sorted_shoe:
        total += number
        yield card, total
