"""Two opinions of a hand on one pack: the referee's, from the rules, and the emitted module's, from the tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path

from attrs import evolve

from f27lang import model
from f27lang.emit.vying_tables import HALF_BITS, SEAT_COUNTS, Places
from f27lang.lower.vying import lower_seats
from f27lang.referee.cards import deal_order
from f27lang.referee.vying import VyingReferee
from f27lang.referee.vying_advice import Adviser
from f27lang.referee.vying_pot import Contest
from f27lang.referee.vying_rounds import VyingRound
from f27lang.resolve import Changes
from f27lang.simulate.table_tally import TableTally
from f27lang.simulate.vying import TableKernel, load_plain_table_kernel, load_table_kernel
from f27lang.vying import VyingRulebook
from tests.resolving import game_of, parsed_file, resolved

UNCHANGED = Changes()


@cache
def _file(path: Path) -> model.File:
    return parsed_file(path)


def game(source: Path | str, changes: Changes = UNCHANGED, *set_: tuple[str, str]) -> model.Game:
    """Return the closed game of a path or of a text, with some more settings."""
    made = evolve(changes, set_=(*changes.set_, *set_))
    fields = {"house": made.house, "with_": made.with_, "without": made.without, "set_": made.set_}
    return game_of(source, **fields) if isinstance(source, str) else resolved(_file(source), **fields)


def adviser(source: Path | str, changes: Changes, play: str) -> Adviser:
    """Return the player of a name such as `commit:5.5:8:24 one`: its numbers are set as `commit.a` and so on."""
    plain = game(source, changes)
    settings: list[tuple[str, str]] = []
    for word in play.split():
        name, *numbers = word.split(":")
        strategy = next(each for each in plain.strategies if each.name.text == name)
        settings += zip(_params_of(plain, strategy), numbers, strict=False)
    return Adviser(game(source, changes, *settings), tuple(word.split(":")[0] for word in play.split()))


def _params_of(found: model.Game, strategy: model.Strategy) -> list[str]:
    """Return the settings of a strategy's own params, in the order in which they are declared."""
    return [name for name in found.settings.params if name.startswith(f"{strategy.name.text}.")]


Put = Callable[..., None]


class Opinions:
    """A table of a game: one play a seat, followed by both."""

    def __init__(self, source: Path | str, plays: Sequence[str], changes: Changes = UNCHANGED, compiled: bool = False):
        self.game = game(source, changes)
        self.rulebook, policies = lower_seats(self.game, plays)
        load = load_table_kernel if compiled else load_plain_table_kernel
        self.kernel: TableKernel = load(self.rulebook, [policies])
        advisers = {play: adviser(source, changes, play) for play in dict.fromkeys(plays)}
        self.players = [advisers[play] for play in plays]
        self.referee = VyingReferee(self.game)

    def round(self, hand: int, seed: int = 1) -> VyingRound:
        """Return what the referee sees in a hand."""
        return self.referee.play(deal_order(self.game, seed, hand), self.players)

    def differ(self, hands: Iterable[int], seed: int = 1) -> list[str]:
        """Return the hands, and what the referee saw in them, of which the two count different things."""
        found = []
        for hand in hands:
            seen = self.round(hand, seed)
            counted = self.kernel.play(hand, 1, seed)
            expected = counts(seen, self.rulebook, self.kernel.places)
            if counted != expected:
                found.append(f"hand {hand}: {_apart(counted, expected)}\n" + "\n".join(map(str, seen.events)))
        return found


def counts(seen: VyingRound, rulebook: VyingRulebook, places: Places) -> TableTally:
    """Return what should be counted of one hand with one line-up, from what the referee saw."""
    sums = [0] * places.begins["sums"]

    def put(what: str, value: int, offset: int = 0) -> None:
        sums[places.begins[f"at_{what}"] + offset] += value

    sums[0] = 1
    put("rounds", 1, seen.betting_rounds)
    put("draws", seen.draw_rounds)
    put("cards", sum(len(hand.cards) for hand in seen.hands))
    put("folds", len(seen.hands) - len(seen.live))
    put("pots", int(seen.pot))
    put("rake", _whole(seen.rake * rulebook.unit))
    for seat, net in enumerate(seen.nets):
        won = _whole((net + seen.staked[seat]) * rulebook.unit)
        gain = abs(_whole(net * rulebook.unit))
        high, low = divmod(gain, 1 << HALF_BITS)
        for offset, value in enumerate((won, seen.staked[seat], high * high, high * low, low * low)):
            put("seats", value, SEAT_COUNTS * seat + offset)
    takers = {seat for seat, net in enumerate(seen.nets) if net + seen.staked[seat]}
    contests = seen.award.contests if seen.award else ()
    put("sole", int(_is_sole(contests, takers, seen)))
    if seen.award:
        put("showdowns", 1)
        put("live", len(seen.live))
        put("scoops", int(_is_sole(contests, takers, seen)))
        put("tied", int(any(len(contest.winners) > 1 for contest in contests)))
        _put_shares(seen, rulebook, places, put)
    for name, begin in places.begins.items():
        if name.endswith("_squared"):
            sums[begin] = sums[places.begins[name.removesuffix("_squared")]] ** 2
    return TableTally(tuple(sums), places)


def _put_shares(seen: VyingRound, rulebook: VyingRulebook, places: Places, put: Put) -> None:
    assert seen.award is not None
    for place, (contest, share) in enumerate(zip(seen.award.contests, rulebook.shares, strict=True)):
        begin = place * places.distances
        put("ties", int(len(contest.winners) > 1), place)
        put("unclaimed", int(not contest.winners), place)
        if contest.distance is not None:
            put("won", 1, begin + share.steps.index(contest.distance))
        for distance in contest.distances.values():
            put("held", 1, begin + share.steps.index(distance))


def _is_sole(contests: Sequence[Contest], takers: set[int], seen: VyingRound) -> bool:
    """Return whether one seat takes the whole pot, and not as one of several who share what nobody claims."""
    return len(takers) == 1 and (not contests or any(contest.winners for contest in contests) or len(seen.live) == 1)


def _whole(number_: object) -> int:
    assert isinstance(number_, int) or number_.denominator == 1, number_  # type: ignore[attr-defined]
    return int(number_)  # type: ignore[call-overload]


def _apart(counted: TableTally, expected: TableTally) -> str:
    begins = sorted((begin, name) for name, begin in counted.places.begins.items() if begin < len(counted.counts))

    def name(at: int) -> str:
        begin, table = max(each for each in begins if each[0] <= at) if at >= begins[0][0] else (0, "hands")
        return f"{table}[{at - begin}]"

    pairs = enumerate(zip(counted.counts, expected.counts, strict=True))
    return ", ".join(f"{name(at)} is {one}, the referee has {two}" for at, (one, two) in pairs if one != two)
