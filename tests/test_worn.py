"""Worn shoes: emitted text, plain and compiled, against the tables by hand; counts, bins and borders of shoes."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from attrs import evolve

from f27lang.rulebook import Deal, Move, OutOfCards, Rulebook, Shuffling
from f27lang.simulate import (
    NOBODY,
    ShoeTally,
    Tally,
    Watch,
    load_probe_kernel,
    load_shoe_kernel,
    simulate_probe,
    simulate_shoes,
)
from f27lang.simulate.checkpoint import Keeper, Unusable, identity
from f27lang.simulate.watch import BEYOND
from tests.handmade import game, mimic
from tests.needs import needs_compiler
from tests.worn_by_hand import Shoes

ONE_DECK = (4,) * 13 + (2,)
SMALL = game(copies=ONE_DECK)
BETWEEN = game(copies=ONE_DECK, before=(Deal("player", 2, True), Deal("dealer", 1, True)),
               between=(Deal("dealer", 1, True),))  # fmt: skip
HIDDEN = game(
    copies=ONE_DECK,
    before=(Deal("player", 1, True), Deal("dealer", 1, True), Deal("player", 1, True), Deal("dealer", 1, False)),
)
BY_CARD = (-2, -1, -1, -1, 0, 0, 0, 1, 1, 1, 1, 1, 1, -2)
TAGS = tuple(tag for tag, number in zip(BY_CARD, ONE_DECK) for _ in range(number))
UNEVEN = (1,) * 20 + (0,) * 30 + (-3,) * 4
COUNTER = Watch(TAGS, Fraction(54), bets=tuple(max(1, n - BEYOND + 1) for n in range(2 * BEYOND + 1)))
SHOES = {
    "cut card": Shuffling(None, 30),
    "cut card behind burnt cards": Shuffling(None, 30, burn=3),
    "every two hands": Shuffling(2, None),
    "every ten hands, which the shoe need not serve": Shuffling(10, None, empty="pass"),
    "to the last card, passing": Shuffling(None, 54, empty="pass"),
    "to the last card, passing, some burnt": Shuffling(None, 54, 5, "pass"),
    "to the last card, shuffling discards": Shuffling(None, 54, empty="discards"),
    "to the last card, shuffling discards and burnt cards": Shuffling(None, 54, 5, "discards"),
    "every hand, some burnt": Shuffling(1, None, burn=7),
}
CUT = evolve(SMALL, shuffling=SHOES["cut card"])
every_shoe = pytest.mark.parametrize("shuffling", SHOES.values(), ids=SHOES.keys())


def by_hand(rulebook: Rulebook, shoes: int, *, seats: int = 1, watch: Watch = NOBODY, seed: int = 1) -> Shoes:
    """Return shoes 0 and on as they are played by hand."""
    played = Shoes(rulebook, mimic(rulebook), seats, watch)
    for number in range(shoes):
        played.play(seed, number)
    return played


def tallied(played: Shoes) -> ShoeTally:
    """Return the same as a tally."""
    nothing = ShoeTally.empty(len(played.rulebook.outcomes), played.watch.bins, played.seats)
    ends = range(len(played.rulebook.outcomes))
    bins, seats = range(played.watch.bins), range(played.seats)
    rows = [(1, n, n * n, x, x * x, n * x, y, y * y, n * y) for n, x, y in played.sums]
    return nothing.of(
        [*map(sum, zip(*rows)), *(played.counts[seat, bin_, end] for seat in seats for bin_ in bins for end in ends)]
    )


@every_shoe
@pytest.mark.parametrize("seats", [1, 3])
@pytest.mark.parametrize("rules", [SMALL, BETWEEN, HIDDEN], ids=["two up", "between", "one down"])
def test_shoes_are_those_by_hand(rules: Rulebook, seats: int, shuffling: Shuffling) -> None:
    rulebook = evolve(rules, shuffling=shuffling)
    kernel = load_shoe_kernel(rulebook, mimic(rulebook), seats=seats, watch=COUNTER, in_python=True)
    played = by_hand(rulebook, 12, seats=seats, watch=COUNTER)
    assert kernel.play(0, 5, 1) + kernel.play(5, 7, 1) == tallied(played)


def compiled_as_plain(rules: Rulebook, shuffling: Shuffling, seats: int) -> bool:
    """Whether plain and compiled text agree on some shoes; a module is compiled for each way to be empty."""
    rulebook = evolve(rules, shuffling=shuffling)
    how = {"seats": seats, "watch": COUNTER}
    python = load_shoe_kernel(rulebook, mimic(rulebook), **how, in_python=True)  # type: ignore[arg-type]
    machine = load_shoe_kernel(rulebook, mimic(rulebook), **how)  # type: ignore[arg-type]
    return python.play(2**40, 50, 2**64 - 1) == machine.play(2**40, 50, 2**64 - 1)


@needs_compiler
@pytest.mark.parametrize(
    "shuffling",
    [pytest.param(each, id=name, marks=[pytest.mark.long] if each.empty else []) for name, each in SHOES.items()],
)
def test_compiled_is_plain(shuffling: Shuffling) -> None:
    assert compiled_as_plain(SMALL, shuffling, 1)


@needs_compiler
@pytest.mark.long
@every_shoe
def test_compiled_is_plain_at_three_seats(shuffling: Shuffling) -> None:
    assert compiled_as_plain(BETWEEN, shuffling, 3)


def test_the_borders_of_a_shoe_are_met() -> None:
    """What the shoes above are meant to run into does happen in them."""
    discards = "to the last card, shuffling discards and burnt cards"
    assert by_hand(evolve(SMALL, shuffling=SHOES["to the last card, passing"]), 12).passed > 3
    assert by_hand(evolve(BETWEEN, shuffling=SHOES["to the last card, passing"]), 12, seats=3).passed > 3
    assert by_hand(evolve(SMALL, shuffling=SHOES[discards]), 12).renewals > 3


@pytest.mark.parametrize("unit", [Fraction(54), Fraction(27), Fraction(53, 2)])
@pytest.mark.parametrize("rounding", ["floor", "truncated", "exact"])
@pytest.mark.parametrize("tags", [TAGS, UNEVEN], ids=["balanced", "unbalanced"])
def test_counts_are_by_their_definition(tags: tuple[int, ...], rounding: str, unit: Fraction) -> None:
    rulebook = evolve(SMALL, shuffling=SHOES["cut card behind burnt cards"])
    watch = Watch(tags, unit, rounding)
    kernel = load_shoe_kernel(rulebook, mimic(rulebook), watch=watch, in_python=True)
    assert kernel.play(0, 15, 1) == tallied(by_hand(rulebook, 15, watch=watch))


@pytest.mark.parametrize(("below", "above"), [(0, None), (None, 1), (-2, 3)])
def test_a_shoe_ends_where_the_count_says(below: int | None, above: int | None) -> None:
    rulebook = CUT
    watch = evolve(COUNTER, leave_below=below, shuffle_above=above)
    kernel = load_shoe_kernel(rulebook, mimic(rulebook), watch=watch, in_python=True)
    tally = kernel.play(0, 30, 1)
    assert tally == tallied(by_hand(rulebook, 30, watch=watch))
    begun = [count for count in range(-BEYOND, BEYOND + 1) if tally.in_bin(count + BEYOND).rounds]
    assert min(begun) >= (-BEYOND if below is None else min(below, 0))
    assert max(begun) <= (BEYOND if above is None else max(above, 0))
    assert len(begun) > 1


def test_the_first_hand_of_a_shoe_is_always_played() -> None:
    rulebook = CUT
    watch = evolve(COUNTER, leave_below=1)
    tally = load_shoe_kernel(rulebook, mimic(rulebook), watch=watch, in_python=True).play(0, 30, 1)
    assert tally.in_bin(BEYOND).rounds == tally.shoes == 30


def test_a_continuous_shuffler_leaves_nothing_to_count() -> None:
    rulebook = evolve(SMALL, shuffling=Shuffling(1, None, burn=1))
    tally = load_shoe_kernel(rulebook, mimic(rulebook), watch=COUNTER, in_python=True).play(0, 200, 1)
    assert tally.in_bin(BEYOND).rounds == tally.rounds == 200


def test_sums_are_those_of_counts_by_bin_and_bet() -> None:
    rulebook = CUT
    tally = load_shoe_kernel(rulebook, mimic(rulebook), watch=COUNTER, in_python=True).play(0, 100, 1)
    pays = [outcome.payoffs[0] for outcome in rulebook.outcomes]
    by_bin = [sum(map(lambda c, p: c * p, tally.in_bin(n).counts, pays)) for n in range(tally.bins)]
    assert sum(by_bin) == tally.sums.x
    assert sum(bet * result for bet, result in zip(COUNTER.bets, by_bin)) == tally.sums.y != tally.sums.x
    assert tally.flat().moments(rulebook)[0] == tally.mean(rulebook)
    assert tally.flat() == tally.seat(0)


def test_the_error_is_that_of_a_ratio_over_shoes() -> None:
    """Against the same by the definition, and near to that of shoes drawn anew."""
    rulebook = CUT
    played = by_hand(rulebook, 60)
    tally, unit = tallied(played), rulebook.denominator
    n, x = sum(n for n, _, _ in played.sums), sum(x for _, x, _ in played.sums)
    squares = sum((Fraction(own, unit) - Fraction(x, n * unit) * rounds) ** 2 for rounds, own, _ in played.sums)
    assert tally.variance_of_mean(rulebook) == squares * Fraction(60, 59) / n**2
    assert ShoeTally.empty(7, 51).of(tally.numbers[:9] + (0,) * 7 * 51).standard_error(rulebook) > 0


def test_threads_and_chunks_change_nothing() -> None:
    rulebook = CUT
    crews = ((1, 1), (3, 5), (2, 64))
    runs = [
        simulate_shoes(rulebook, mimic(rulebook), 2_000, watch=COUNTER, seed=9, threads=threads, chunk=chunk)
        for threads, chunk in crews
    ]
    assert len({run.worn.digest for run in runs if run.worn}) == 1
    assert runs[0].tally.rounds == runs[0].rounds


@needs_compiler
def test_a_key_leaves_whole_shoes_and_a_checkpoint_to_go_on_from(tmp_path: Path) -> None:
    def press(prefix: Tally) -> None:
        if prefix.rounds:
            raise KeyboardInterrupt

    player, rounds = mimic(CUT), 100_000_000
    keeper = Keeper(tmp_path / "kept", identity(CUT, player, 1), len(CUT.outcomes), lasting=True)
    stopped = simulate_shoes(CUT, player, rounds, threads=2, progress=press, keeper=keeper)
    assert stopped.interrupted
    assert stopped.worn is not None
    assert 0 < stopped.rounds < rounds
    assert stopped.worn == load_shoe_kernel(CUT, player).play(0, stopped.worn.shoes, 1)
    longer = simulate_shoes(CUT, player, stopped.rounds * 11 // 10, keeper=keeper, resume=True)
    assert longer.resumed == stopped.rounds
    assert longer.worn is not None
    assert longer.worn == load_shoe_kernel(CUT, player).play(0, longer.worn.shoes, 1)
    with pytest.raises(Unusable, match=f"from {longer.worn.shoes:,} shoes, more than"):
        simulate_shoes(CUT, player, 1000, keeper=keeper, resume=True)


def test_whole_shoes_are_played_for_the_rounds_asked() -> None:
    rulebook = evolve(SMALL, shuffling=Shuffling(2, None))
    run = simulate_shoes(rulebook, mimic(rulebook), 101)
    assert run.worn is not None
    assert (run.rounds, run.worn.shoes) == (102, 51)
    rulebook = CUT
    run, first = simulate_shoes(rulebook, mimic(rulebook), 1000), by_hand(rulebook, 64)
    assert run.worn is not None
    assert run.worn.shoes == -(-1000 * 64 // sum(n for n, _, _ in first.sums))


def test_a_shoe_that_can_not_serve_a_round_is_told() -> None:
    rulebook = evolve(SMALL, shuffling=Shuffling(None, 54))
    with pytest.raises(OutOfCards):
        simulate_shoes(rulebook, mimic(rulebook), 1000)
    rulebook = evolve(SMALL, shuffling=Shuffling(1, None, burn=51))
    with pytest.raises(OutOfCards):
        simulate_shoes(rulebook, mimic(rulebook), 1000)


def test_bets_of_any_size_add_up() -> None:
    huge = evolve(COUNTER, bets=tuple(10**9 * bet for bet in COUNTER.bets))
    kernel, plain = (load_shoe_kernel(CUT, mimic(CUT), watch=watch, in_python=True) for watch in (huge, COUNTER))
    assert not kernel.most
    tally, expected = kernel.play(3, 20, 1), plain.play(3, 20, 1)
    assert tally.counts == expected.counts
    assert tally.sums.yy == 10**18 * expected.sums.yy
    assert tally.sums.ny == 10**9 * expected.sums.ny
    large = evolve(COUNTER, bets=(10**7,) * COUNTER.bins)
    kernel = load_shoe_kernel(CUT, mimic(CUT), watch=large, in_python=True)
    assert 0 < kernel.most < 1000
    assert evolve(kernel, most=7).play(3, 20, 1) == kernel.play(3, 20, 1)
    with pytest.raises(ValueError, match="too much"):
        load_probe_kernel(CUT, mimic(CUT), PROBES, watch=huge)


def test_a_watch_that_can_not_be_kept_is_refused() -> None:
    with pytest.raises(ValueError, match="ceiling"):
        Watch(TAGS, rounding="ceiling")
    with pytest.raises(ValueError, match="1 bets for 101 bins"):
        Watch(TAGS, bets=(1,))
    with pytest.raises(ValueError, match="beyond 1000"):
        Watch((1001,))
    rulebook = CUT
    with pytest.raises(ValueError, match="2 tags for 54 cards"):
        load_shoe_kernel(rulebook, mimic(rulebook), watch=Watch((1, -1)), in_python=True)
    with pytest.raises(ValueError, match="every hand"):
        load_shoe_kernel(SMALL, mimic(SMALL), in_python=True)


# ---- both moves by chance --------------------------------------------------------------------------------------------


def hard(total: int) -> int:
    """Return the state of a hard total, more than two cards having been dealt or not."""
    return [state.name for state in SMALL.states].index(f"hard {total}")


PROBES = ((hard(19), hard(20)), (hard(20), hard(20)), (hard(15), hard(20)))


def test_probes_are_those_by_hand() -> None:
    """Hard 15 and then hard 19 can be met in one hand: the first alone is made by chance."""
    played = Shoes(CUT, mimic(CUT), 1, COUNTER, probes=PROBES)
    for number in range(400):
        played.play(3, number)
    kernel = load_probe_kernel(CUT, mimic(CUT), PROBES, watch=COUNTER, in_python=True)
    tally = kernel.play(0, 150, 3) + kernel.play(150, 250, 3)
    assert tally.played == tallied(played)
    met, x, xx = Counter[int](), Counter[int](), Counter[int]()
    for (cell, move, bin_, result), rounds in played.probed.items():
        at = tally.place(cell, move, bin_)
        met[at], x[at], xx[at] = met[at] + rounds, x[at] + rounds * result, xx[at] + rounds * result**2
    places = range(len(tally.met))
    assert tally.met == tuple(met[at] for at in places)
    assert tally.x == tuple(x[at] for at in places)
    assert tally.xx == tuple(xx[at] for at in places)
    assert {(cell, move) for cell, move, _, _ in played.probed} == set(product(range(3), (Move.HIT, Move.STAND)))


@needs_compiler
@pytest.mark.long
def test_probes_compiled_are_plain_on_any_threads() -> None:
    kernel = load_probe_kernel(CUT, mimic(CUT), PROBES, watch=COUNTER, in_python=True)
    runs = [
        simulate_probe(CUT, mimic(CUT), PROBES, 5_000, watch=COUNTER, seed=3, threads=threads, chunk=chunk)
        for threads, chunk in ((1, 512), (3, 8))
    ]
    assert runs[0].compiled
    assert runs[0].tally == runs[1].tally == kernel.play(0, runs[0].tally.played.shoes, 3)


def test_what_a_probe_met_adds_up_over_cells() -> None:
    kernel = load_probe_kernel(CUT, mimic(CUT), PROBES[:2], watch=NOBODY, in_python=True)
    tally = kernel.play(0, 300, 1)
    alone = [tally.sums([cell], Move.STAND, 0) for cell in range(2)]
    at = tally.place(1, Move.STAND, 0)
    assert alone[1] == (tally.met[at], tally.x[at], tally.xx[at])
    assert all(met for met, *_ in alone)
    assert tally.sums(range(2), Move.STAND, 0) == tuple(map(sum, zip(*alone, strict=True)))


def test_probes_of_forced_or_doubled_cells_are_refused() -> None:
    with pytest.raises(ValueError, match="not asked"):
        load_probe_kernel(CUT, mimic(CUT), [(hard(27), hard(20))], watch=NOBODY)
    with pytest.raises(ValueError, match="twice"):
        load_probe_kernel(CUT, mimic(CUT), PROBES[:1] * 2, watch=NOBODY)
