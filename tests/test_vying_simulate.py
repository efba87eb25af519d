"""Simulated vying games: hands that can be counted by hand, chips conserved in each, and one tally however played."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from math import sqrt
from types import SimpleNamespace

import pytest
from attrs import evolve

from f27lang.build import plain
from f27lang.chips import TooMuchMoney
from f27lang.emit.vying import emit_vying, run_tables
from f27lang.emit.vying_at_once import at_once
from f27lang.rulebook import OutOfCards
from f27lang.simulate import measures
from f27lang.simulate.seated import with_hero
from f27lang.simulate.table_tally import TableTally, nothing
from f27lang.simulate.vying import (
    TableKernel,
    load_plain_table_kernel,
    load_table_kernel,
    simulate_table,
)
from f27lang.vying import BettingRules, Drawing, Heir, PlayStep, RakeRules, SayRow, StepKind, VyingPolicy, VyingRulebook
from tests.vying_games import (
    ALL,
    DRAWS,
    FREELY,
    HEIRS,
    HIGH,
    LOW,
    REPEATED,
    SAYS,
    SMALL_BETS,
    bets,
    by_distance,
    changed,
    not_over,
    policy,
    seven_twenty_seven,
    share,
)

BOTH = (SayRow(ALL, 3),)
DECLARED = (*REPEATED[:-1], PlayStep(StepKind.DECLARE), REPEATED[-1])
ONE_DRAW = (
    PlayStep(StepKind.ANTE),
    PlayStep(StepKind.DEAL, 1, True),
    PlayStep(StepKind.DEAL, 1, False),
    PlayStep(StepKind.DRAW),
    PlayStep(StepKind.BET),
    PlayStep(StepKind.DRAW_IF_ALL),
    PlayStep(StepKind.SHOWDOWN),
)
EVERYTHING = (*ONE_DRAW[:-1], *REPEATED[3:5], PlayStep(StepKind.REPEAT, 6), *DECLARED[6:])
TOGETHER = tuple(evolve(step, kind=StepKind.DRAW_TOGETHER) if step.kind is StepKind.DRAW else step for step in REPEATED)
RAKED = RakeRules(Fraction(1, 20), Fraction(1), only_at_showdown=True)

GAMES = {
    "as it is": seven_twenty_seven(),
    "declared": changed(steps=DECLARED, heirs=HEIRS),
    "declared, may tie": changed(steps=DECLARED, heirs=HEIRS, both_outright=False),
    "not over": changed(shares=(share("low", LOW, order=not_over), share("high", HIGH, order=not_over)), heirs=HEIRS),
    "everyone inherits": changed(
        shares=(share("low", LOW, order=not_over), share("high", HIGH)), heirs=(Heir.EVERYONE,)
    ),
    "split": changed(shares=(share("low", LOW, order=by_distance), share("high", HIGH, order=by_distance))),
    "whole pot": changed(shares=(share("near", LOW, HIGH, part=Fraction(1), order=by_distance),), steps=ONE_DRAW),
    "together": changed(steps=TOGETHER),
    "raked": changed(rake=RAKED, unit=5040 * 20),
    "raked always": changed(rake=RakeRules(Fraction(1, 20), None, only_at_showdown=False), unit=5040 * 20),
    "locked": changed(drawing=evolve(FREELY, locked_after=2)),
    "locked running": changed(drawing=evolve(FREELY, locked_after=2, running=True)),
    "three cards": changed(drawing=evolve(FREELY, most_cards=3)),
    "one draw each": changed(drawing=evolve(FREELY, most_draws=1)),
    "dear": changed(betting=BettingRules(3, 90_000, 2, further_left=False), ante=5),
    "everything": changed(
        steps=EVERYTHING,
        heirs=HEIRS,
        shares=(share("low", LOW, order=not_over), share("high", HIGH, order=not_over)),
        drawing=Drawing(most_draws=5, most_cards=6, locked_after=3, running=True, up=True),
        rake=RAKED,
        unit=5040 * 20,
    ),
    "no betting": changed(betting=None, steps=tuple(step for step in REPEATED if step.kind is not StepKind.BET)),
}
TABLES = {
    "alike": (policy("nearest", "press"),) * 6,
    "each otherwise": tuple(
        policy(*how)
        for how in (("nearest", "one"), ("low", "position"), ("high", "press"), ("commit", "check"), ("never", "press"))
    ),
    "heads-up": (policy("commit", "position"), policy("low", "press")),
    "ten": (policy("commit", "press"),) * 9 + (policy("always", "check"),),
}
games = pytest.mark.parametrize("rulebook", GAMES.values(), ids=GAMES.keys())


def players(rulebook: VyingRulebook, table: Sequence[VyingPolicy]) -> tuple[VyingPolicy, ...]:
    """Return the players of a table, with no more to bet or to say than the rules have."""
    says = SAYS if any(step.kind is StepKind.DECLARE for step in rulebook.steps) else ()
    return tuple(evolve(seat, say=says) for seat in table)


@cache
def plain_kernel(name: str, table: str) -> TableKernel:
    rulebook = GAMES[name]
    return load_plain_table_kernel(rulebook, (players(rulebook, TABLES[table]),))


def hand(kernel: TableKernel, number: int, unit: int) -> tuple[TableTally, list[int], list[int]]:
    """Return what is counted in one hand, what its seats won, in parts of a chip, and paid, in chips."""
    tally = kernel.play(number, 1, 7)
    begin = tally.places.begins["at_seats"]
    cells = [tally.counts[begin + 5 * s : begin + 5 * s + 2] for s in range(tally.places.players)]
    return tally, [won for won, _ in cells], [paid for _, paid in cells]


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("name", GAMES)
def test_chips_are_conserved_in_every_hand(name: str, table: str) -> None:
    kernel, rulebook = plain_kernel(name, table), GAMES[name]
    for number in range(40):
        tally, won, paid = hand(kernel, number, rulebook.unit)
        assert sum(paid) == tally.one("pots")
        assert sum(won) + tally.one("rake") == tally.one("pots") * rulebook.unit
        assert min(paid) >= rulebook.ante


QUICK = ("everything",)  # the others compile for seconds, or play by a module that these compile
DEAR = [pytest.param(name, marks=() if name in QUICK else pytest.mark.long) for name in GAMES]


@pytest.mark.parametrize("name", DEAR)
def test_compiled_and_plain_count_alike(name: str) -> None:
    rulebook = GAMES[name]
    for table, seats in TABLES.items():
        kernel = load_table_kernel(rulebook, (players(rulebook, seats),))
        assert kernel.compiled
        assert kernel.play(3, 150, 11) == plain_kernel(name, table).play(3, 150, 11)


def test_chunks_and_threads_change_nothing() -> None:
    lineups = with_hero(policy("commit", "press"), policy("nearest", "one"), 5)
    runs = [
        simulate_table(seven_twenty_seven(), lineups, 5000, seed=5, threads=threads, chunk=chunk).tally
        for threads, chunk in ((1, 5000), (3, 7), (2, 1024))
    ]
    assert runs[0] == runs[1] == runs[2]
    assert runs[0].rounds == 5000
    assert runs[0].digest != simulate_table(seven_twenty_seven(), lineups, 5000, seed=6).tally.digest


AT_ONCE = ["as it is", "together", "declared", "not over", "raked", "no betting"]


@pytest.mark.parametrize("name", AT_ONCE)
def test_hands_that_are_drawn_at_once_are_those_drawn_one_by_one(name: str) -> None:
    rulebook = GAMES[name]
    hero, greedy = players(rulebook, (policy("commit", "check"), policy("always", "check")))
    for lineups in (with_hero(hero, greedy, 3), ((greedy, hero) * 5,)):  # ten seats use up the pack
        kernel = load_plain_table_kernel(rulebook, lineups)
        asked = evolve(kernel, tables={**kernel.tables, "loud": 1})  # whether they bet, hand by hand
        assert kernel.recorded(5, 200, 3) == asked.recorded(5, 200, 3)


def test_where_seats_wait_for_more_than_their_hands_nothing_is_drawn_at_once() -> None:
    others = GAMES.keys() - AT_ONCE
    assert all(at_once(GAMES[name]) for name in AT_ONCE)
    assert {name for name in others if at_once(GAMES[name]) is None} >= {"locked", "one draw each", "whole pot"}
    assert at_once(evolve(seven_twenty_seven(), looks_round=True)) is None


def test_tables_are_read_as_the_machine_reads_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    module = plain("table", emit_vying(seven_twenty_seven()).text)
    table = bytes([1, 2, 3, 4])
    assert module.native(table) == table
    monkeypatch.setattr(module, "cython", SimpleNamespace(compiled=True))
    for order, read in (("little", table), ("big", bytes([2, 1, 4, 3]))):
        monkeypatch.setattr(module, "sys", SimpleNamespace(byteorder=order))
        assert module.native(table) == read


def test_hands_are_dealt_from_the_words_of_their_number() -> None:
    kernel = load_plain_table_kernel(seven_twenty_seven(), (TABLES["alike"],))
    together = kernel.play(10, 20, 1)
    parts = [kernel.play(10 + i, 1, 1) for i in range(20)]
    assert sum(parts, nothing(kernel.places)) == together


@games
def test_the_modules_tables_are_the_rulebooks(rulebook: VyingRulebook) -> None:
    module = plain("table", emit_vying(rulebook).text)
    assert run_tables(rulebook) == module.TABLES
    assert rulebook.digest == emit_vying(rulebook).digest == module.DIGEST


def test_a_module_with_tables_plays_as_the_one_for_runs() -> None:
    kernel = plain_kernel("raked", "alike")
    module = plain("table", emit_vying(GAMES["raked"]).text)
    of_run = {name: value for name, value in kernel.tables.items() if name not in module.TABLES}
    counts = module.play_rounds(0, 50, 1, {**module.TABLES, **of_run}, kernel.player)
    assert tuple(counts) == kernel.play(0, 50, 1).counts


def test_names_of_a_rule_file_are_never_code() -> None:
    nasty = '"""\nimport os\n# cython: profile=True\nos.evil = 1\n"""; é {0} %s'
    rulebook = evolve(
        seven_twenty_seven(),
        name=nasty,
        shares=tuple(evolve(each, name=nasty) for each in seven_twenty_seven().shares),
        states=tuple(evolve(state, name=nasty) for state in seven_twenty_seven().states),
        origins=(("step", nasty), ("keys", nasty)),
    )
    text = emit_vying(rulebook).text
    assert text.isascii()
    assert not any(line.startswith(("import os", "os.evil")) for line in text.splitlines())
    assert run_tables(rulebook) == plain("table", text).TABLES


# --- hands that can be counted by hand ---


def one_hand(rulebook: VyingRulebook, *seats: VyingPolicy) -> tuple[TableTally, list[int], list[int]]:
    """Return a hand at a table of these players; what seats won is in parts of a chip."""
    return hand(load_plain_table_kernel(rulebook, (seats,)), 0, rulebook.unit)


def seat(draw: str, bet: tuple[object, ...]) -> VyingPolicy:
    """Return a player with a name of his own."""
    return VyingPolicy(f"{draw} {bet!r}", DRAWS[draw], bet)  # type: ignore[arg-type]


ALWAYS_RAISES = seat("never", bets(99, 99, 99))
CALLS = seat("never", bets())
FOLDS = seat("never", bets(y=-1))
BETS_ONCE = seat("never", bets(99, 99))


def test_raises_end_at_the_cap() -> None:
    tally, _, paid = one_hand(seven_twenty_seven(), *[ALWAYS_RAISES] * 3)
    assert tally.row("rounds")[2] == 1  # a round, a draw that brings nothing, a round
    assert paid == [1 + 2 * (1 + 3)] * 3


def test_without_raises_a_bet_is_called() -> None:
    _, _, paid = one_hand(changed(betting=evolve(SMALL_BETS, raises=0)), *[ALWAYS_RAISES] * 4)
    assert paid == [1 + 2] * 4


def test_bets_are_of_the_least_unless_advice_says_more() -> None:
    dear = BettingRules(3, 100_000, 3, further_left=True)
    assert one_hand(changed(betting=dear), BETS_ONCE, CALLS)[2] == [1 + 2 * 3] * 2
    more = seat("never", bets(99, 99, chips=70_001))
    assert one_hand(changed(betting=dear), more, CALLS)[2] == [1 + 2 * 70_001] * 2


def test_all_fold_to_the_first_bet() -> None:
    unit = seven_twenty_seven().unit
    tally, won, paid = one_hand(seven_twenty_seven(), FOLDS, BETS_ONCE, FOLDS, FOLDS)
    assert paid == [1, 2, 1, 1]
    assert won == [0, 5 * unit, 0, 0]
    assert (tally.one("showdowns"), tally.one("sole"), tally.one("scoops"), tally.one("folds")) == (0, 1, 0, 3)
    assert tally.row("rounds")[1] == 1
    assert tally.one("draws") == 0


def test_who_checks_may_raise_later() -> None:
    raises = seat("never", bets(-1, 99, 99))
    _, _, paid = one_hand(changed(betting=evolve(SMALL_BETS, raises=1)), raises, BETS_ONCE)
    assert paid == [1 + 2 * 2] * 2


def test_the_last_to_act_bets_when_all_others_checked() -> None:
    waits = seat("never", bets(last=99))
    tally, _, paid = one_hand(seven_twenty_seven(), waits, waits, FOLDS, waits)
    assert paid == [3, 3, 1, 3]  # seat 3 bets in the first round, seat 0 in the second, which opens at seat 1
    assert tally.one("folds") == 1


def test_each_round_opens_further_left_where_the_rules_say_so() -> None:
    """Seat 0 bets when it acts last: in the second round, if that opens at seat 1."""
    waits = seat("never", bets(last=99))
    assert one_hand(seven_twenty_seven(), waits, FOLDS, FOLDS)[2] == [2, 1, 1]
    fixed = changed(betting=evolve(SMALL_BETS, further_left=False))
    assert one_hand(fixed, waits, FOLDS, FOLDS)[2] == [1, 1, 1]


def test_folded_seats_open_no_round() -> None:
    tally, _, paid = one_hand(seven_twenty_seven(), FOLDS, BETS_ONCE, CALLS)
    assert paid == [1, 3, 3]
    assert tally.row("rounds")[2] == 1


def test_rake_is_capped_and_spares_pots_without_a_showdown() -> None:
    unit = 5040 * 20
    taken = [
        one_hand(changed(rake=rake, unit=unit), *seats)[0].one("rake")
        for rake in (RAKED, GAMES["raked always"].rake)
        for seats in ([CALLS] * 10, [ALWAYS_RAISES] * 10, [BETS_ONCE, *[FOLDS] * 9])
    ]
    pots = [10, 10 * 9, 11]
    assert taken == [unit // 20 * 10, unit, 0, *(unit * pot // 20 for pot in pots)]


def test_the_pack_runs_out() -> None:
    rulebook = seven_twenty_seven()
    tally, _, _ = one_hand(rulebook, *[policy("always", "check")] * 10)
    assert tally.one("cards") == 52
    assert tally.one("draws") == 3 + 1 + 1  # 20 dealt, three rounds of ten, one of two, and one that brings nothing


def test_a_table_that_the_pack_does_not_serve() -> None:
    with pytest.raises(OutOfCards):
        load_plain_table_kernel(seven_twenty_seven(), ((CALLS,) * 27,))


def test_more_money_than_can_be_counted() -> None:
    rich = changed(betting=BettingRules(1, 10**9, 3, further_left=True))
    with pytest.raises(TooMuchMoney):
        load_plain_table_kernel(rich, ((CALLS,) * 6,))


@pytest.mark.parametrize(
    ("name", "cards", "draws"),
    [
        ("locked", 52, 5),  # nobody passes while there are cards
        ("three cards", 15, 2),
        ("one draw each", 15, 2),
    ],
)
def test_seats_stop_drawing(name: str, cards: int, draws: int) -> None:
    tally, _, _ = one_hand(GAMES[name], *[policy("always", "check")] * (10 if name == "locked" else 5))
    assert (tally.one("cards"), tally.one("draws")) == (cards, draws)


def test_all_must_agree_to_draw() -> None:
    rulebook = GAMES["whole pot"]
    always, never = policy("always", "check"), policy("never", "check")
    assert one_hand(rulebook, always, always, always)[0].one("cards") == 3 * 4
    assert one_hand(rulebook, always, never, always)[0].one("cards") == 3 * 2 + 2


def test_who_declares_both_and_does_not_win_both_gets_nothing() -> None:
    rulebook = GAMES["declared"]
    both = evolve(CALLS, say=BOTH)
    low, high = (evolve(CALLS, say=(SayRow(ALL, says),)) for says in (1, 2))
    kernel = load_plain_table_kernel(rulebook, ((both, low, high),))
    for number in range(60):
        _, won, _ = hand(kernel, number, rulebook.unit)
        assert won[0] in (0, 3 * rulebook.unit)


def test_a_share_that_nobody_declares_goes_to_the_other() -> None:
    rulebook = GAMES["declared"]
    low = evolve(CALLS, say=(SayRow(ALL, 1),))
    tally, won, _ = one_hand(rulebook, low, low)
    assert sum(won) == 2 * rulebook.unit
    assert tally.row("unclaimed") == (0, 1)


def test_all_who_declare_both_share_where_none_wins_both() -> None:
    rulebook = GAMES["declared"]
    both = evolve(CALLS, say=BOTH)
    kernel = load_plain_table_kernel(rulebook, ((both,) * 5,))
    ends = {tuple(hand(kernel, number, rulebook.unit)[1]) for number in range(40)}
    assert (rulebook.unit,) * 5 in ends
    assert all(sorted(won) in ([rulebook.unit] * 5, [0] * 4 + [5 * rulebook.unit]) for won in ends)


# --- many hands ---


def near(value: float, wanted: float, error: float, theirs: float = 0.0) -> bool:
    """Whether a mean lies within 4 standard errors of what is wanted: one of 16,000 right ones does not."""
    return abs(value - wanted) <= 4 * sqrt(error**2 + theirs**2)


def test_pots_rounds_cards_and_ties_of_a_known_table() -> None:
    """The numbers are from ten million hands of another simulator, with their standard errors."""
    run = simulate_table(seven_twenty_seven(), ((policy("nearest", "one"),) * 4,), 200_000)
    found = measures.measures(run)
    known = {
        "pot": (12.2489, 0.0043),
        "betting_rounds": (3.9656, 0.0007),
        "draw_rounds": (2.9656, 0.0007),
        "cards_per_player": (2.8243, 0.0003),
        "folds": (0.7693, 0.0005),
        "showdown_rate": (0.9722, 0.00016),
        "at_showdown": (3.2944, 0.0005),
        "scoop_rate": (0.1231, 0.00016),
        "low_tie_rate": (0.082, 0.00016),
        "high_tie_rate": (0.0466, 0.00016),
        "any_tie_rate": (0.1182, 0.00016),
    }
    assert {name: near(found[name].value, value, found[name].se, error) for name, (value, error) in known.items()} == (
        dict.fromkeys(known, True)
    )
    assert measures.every_seat(run).sd == pytest.approx(3.356, rel=0.01)


@pytest.mark.parametrize("bet", ["check", "one", "only_near"])
def test_seats_that_play_alike_by_their_own_hands_are_worth_nothing(bet: str) -> None:
    run = simulate_table(seven_twenty_seven(), ((policy("nearest", bet),) * 6,), 100_000)
    assert all(near(seat.net, 0, seat.se) for seat in measures.seat_nets(run))


def test_the_dealer_gains_by_betting_last() -> None:
    run = simulate_table(seven_twenty_seven(), ((policy("nearest", "position"),) * 4,), 200_000)
    nets = measures.seat_nets(run)
    known = (-0.00024, -0.05888, -0.05855, 0.11767)
    assert all(near(seat.net, net, seat.se, 0.00116) for seat, net in zip(nets, known, strict=True))


@pytest.mark.parametrize(
    ("hero", "net"), [("never", -0.3905), ("low", -0.2403), ("high", 0.1683), ("commit", 0.206)], ids=str
)
def test_a_hero_is_moved_through_all_seats(hero: str, net: float) -> None:
    lineups = with_hero(policy(hero), policy(), 4)
    found = measures.hero_net(simulate_table(seven_twenty_seven(), lineups, 100_000))
    assert near(found.net, net, found.se, 0.0007)


def test_a_hero_against_his_like_is_one_seat_of_each_hand() -> None:
    rulebook, one = seven_twenty_seven(), policy("nearest", "one")
    moved = simulate_table(rulebook, with_hero(one, one, 3), 3000).tally
    alike = simulate_table(rulebook, ((one,) * 3,), 3000).tally
    assert [moved.seat(s, rulebook.unit) for s in range(3)] == [alike.seat(s, rulebook.unit) for s in range(3)]
    assert [moved.net(h, h, rulebook.unit).hands for h in range(3)] == [1000] * 3


def test_nets_and_their_squares_add_up_hand_by_hand() -> None:
    rulebook = GAMES["dear"]
    kernel = load_plain_table_kernel(rulebook, (TABLES["heads-up"],))
    nets = []
    for number in range(200):
        _, won, paid = hand(kernel, number, rulebook.unit)
        nets.append(won[0] - paid[0] * rulebook.unit)
    told = kernel.play(0, 200, 7).net(0, 0, rulebook.unit)
    assert (told.total, told.squares) == (sum(nets), sum(net**2 for net in nets))


def test_shares_by_distance_add_up_to_the_shares() -> None:
    run = simulate_table(seven_twenty_seven(), ((policy("nearest", "one"),) * 6,), 20_000)
    for rows in measures.share_by_distance(run).values():
        assert sum(row.won for row in rows) == pytest.approx(1)
        assert sum(row.held for row in rows) == pytest.approx(measures.measures(run)["at_showdown"].value)
        assert sum(row.held * row.each for row in rows) == pytest.approx(1)


def test_drawing_together_is_drawing_in_turn_for_who_sees_nothing_of_it() -> None:
    seats = (TABLES["alike"],)
    assert simulate_table(GAMES["together"], seats, 2000).tally == simulate_table(GAMES["as it is"], seats, 2000).tally


def test_a_record_of_each_hand_tells_games_apart_by_what_seats_win() -> None:
    seats = (TABLES["alike"],)
    kernels = [load_plain_table_kernel(GAMES[name], seats) for name in ("as it is", "split")]
    (tally, record), (_, other) = (kernel.recorded(0, 60, 1) for kernel in kernels)
    won = [[kernel.play(i, 1, 1).counts[-5 * 6 :] for i in range(60)] for kernel in kernels]
    moved = [a != b for a, b in zip(*won, strict=True)]
    assert [a != b for a, b in zip(record, other, strict=True)] == moved
    assert 0 < sum(moved) < 60
    assert tally == kernels[0].play(0, 60, 1)
    assert record == load_table_kernel(GAMES["as it is"], seats).recorded(0, 60, 1)[1]


def test_hands_may_begin_without_a_deal() -> None:
    draws_only = (PlayStep(StepKind.ANTE), PlayStep(StepKind.DRAW), PlayStep(StepKind.REPEAT, 1), REPEATED[-1])
    kernel = load_plain_table_kernel(changed(steps=draws_only), ((policy("low", "check"),) * 4,))
    alone = [kernel.play(number, 1, 1) for number in range(30)]
    assert sum(alone, nothing(kernel.places)) == kernel.play(0, 30, 1)
    assert all(tally.one("cards") >= 4 for tally in alone)
