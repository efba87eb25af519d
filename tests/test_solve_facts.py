"""Small facts about solving that take no time: random variants on every engine, and numbers counted by hand."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from importlib import import_module
from importlib.resources import files
from itertools import product
from math import inf
from pathlib import Path

import pytest
from attrs import define, evolve

from f27lang.build import build
from f27lang.lower import lower
from f27lang.rulebook import Deal, HandState, Move, Rulebook
from f27lang.solve import TooLarge, cost, meter, shoe, solve_endless, solve_shoe, solve_shoe_all, walk
from f27lang.solve.chart import Search
from f27lang.solve.deals import dealt_hands, reading, shown_names
from f27lang.solve.draws import Start
from f27lang.solve.faces import Played, tied, worth_hitting
from f27lang.solve.meter import Meter
from f27lang.solve.plan import Plan, falling, plan
from f27lang.solve.shoe import Shoe
from f27lang.solve.taking import idle_classes, most_taken, settled_first, taking_states
from f27lang.solve.walk import Walk
from tests import handmade
from tests.random_variants import sound, variant
from tests.test_agreement import Tables, agree, by_policy, random_policy, same_frequencies, slow

QUICK = (8, 9, 6, 5, 1, 2, 3, 7, 4)  # seeds whose variants are small, the smallest first
FLOATS = 1e-13
COST = import_module("f27lang.solve.cost")  # the package has a function of that name
FEW = (1, *(0,) * 8, 2, 0, 0, 2, 1)  # an ace, two tens, two kings and a joker


def few(**how: object) -> Rulebook:
    """Return a game of six cards, none taken beyond a handful."""
    return handmade.game(copies=FEW, **how)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", QUICK)
def test_small_variants_agree(seed: int) -> None:
    _, game = sound(variant(seed))
    assert game is not None
    agree(game, seed)


@pytest.mark.parametrize("seed", QUICK[:4])
def test_rounds_from_an_endless_shoe_end_as_often(seed: int) -> None:
    _, game = sound(variant(seed))
    assert game is not None
    tables = Tables.of(lower(game), game)
    policy = random_policy(tables.book, seed)
    expected = slow(game, decide=by_policy(tables, policy), details=True, endless=True)
    assert expected is not None
    same_frequencies(expected, solve_endless(tables.book, policy, frequencies=True), tables.book)


# ---- choices -----------------------------------------------------------------------------------------------------


TWELVE = handmade.game(copies=(1, *(0,) * 8, 5, 0, 0, 5, 1))  # as many cards as a round can need
SOLVED = {"full": (solve_shoe, TWELVE), "endless": (solve_endless, handmade.game(copies=(1,) * 14))}


@pytest.mark.parametrize("shoe", SOLVED)
def test_who_gains_nothing_by_a_card_stands(shoe: str) -> None:
    solve, book = SOLVED[shoe]
    idle = evolve(book, outcomes=tuple(evolve(each, payoffs=(0,)) for each in book.outcomes))
    found = solve(idle, "best", frequencies=True)
    assert found.frequencies is not None
    assert (found.value, found.frequencies.variance) == (0, 0)
    assert found.frequencies.player_cards == pytest.approx(2, abs=FLOATS)


@pytest.mark.parametrize("shoe", SOLVED)
def test_what_is_not_asked_is_not_worked_out(shoe: str) -> None:
    solve, book = SOLVED[shoe]
    found = solve(book)
    assert found.play == "best"
    assert (found.frequencies, found.fraction, found.cells, found.policy) == (None, None, (), None)
    assert solve_shoe_all(TWELVE, ("best",))[0].frequencies is None


def test_cells_that_no_round_comes_to_are_those_of_an_endless_shoe() -> None:
    """With one ace in the shoe nobody has two; every state is a cell of its own, so the chart plays it best."""
    book = handmade.game(copies=(1,) * 14)
    endless = {(cell.player, cell.dealer): cell for cell in solve_endless(book, "chart").cells}
    never = [cell for cell in solve_shoe(book, "chart").cells if not cell.reach]
    assert {cell.player for cell in never} >= {"soft 15"}
    for cell in never:
        expected = endless[cell.player, cell.dealer]
        assert dict(cell.values) == pytest.approx(dict(expected.values), abs=FLOATS)
        assert (cell.move, cell.forced) == (expected.move, expected.forced)
        assert cell.gain == pytest.approx(expected.gain, abs=FLOATS)


def test_what_differs_by_no_more_than_floats_lose_comes_to_the_same() -> None:
    for reach in (1.0, 0.25):
        assert worth_hitting(1.5e-12 * reach, 0.0, reach) and not tied(1.5e-12 * reach, 0.0, reach)
        assert not worth_hitting(0.5e-12 * reach, 0.0, reach) and tied(0.5e-12 * reach, 0.0, reach)
        assert not worth_hitting(0.0, 1.5e-12 * reach, reach) and not tied(0.0, 1.5e-12 * reach, reach)
    assert worth_hitting(1.5e-12, 0.0) and not tied(1.5e-12, 0.0) and tied(0.5e-12, 0.0)
    assert not worth_hitting(0.0, 0.0, 0) and tied(0.0, 0.0, 0)
    least = Fraction(1, 10**30)
    assert worth_hitting(least, Fraction(0)) and not tied(least, Fraction(0))
    assert not worth_hitting(least, least) and tied(least, least)


@pytest.mark.parametrize("shoe", SOLVED)
def test_a_solution_has_a_place_for_each_outcome_and_each_cell(shoe: str) -> None:
    solve, book = SOLVED[shoe]
    found = solve(book, "chart", frequencies=True)
    assert found.frequencies is not None and found.policy is not None
    assert len(found.frequencies.outcomes) == len(book.outcomes)
    assert not any(move for bits, move in zip(book.moves, found.policy.play) if not bits)
    for dealer in {cell.dealer for cell in found.cells}:
        readings = [cell.player.split() for cell in found.cells if cell.dealer == dealer]
        assert readings == sorted(readings, key=lambda each: (each[0], int(each[1])))


@pytest.mark.parametrize("shoe", SOLVED)
def test_a_cell_where_some_hands_are_asked_is_asked(shoe: str) -> None:
    """Two states read hard 15; in the one that is reached more often the player has to hit."""
    solve, book = SOLVED[shoe]
    size = len(book.states)
    fifteen = next(p for p, state in enumerate(book.states) if state.total == 15 and not state.soft)
    sixteen = next(p for p, state in enumerate(book.states) if state.total == 16 and not state.soft)
    states = [evolve(state, total=Fraction(15)) if p == sixteen else state for p, state in enumerate(book.states)]
    for forced in (fifteen, sixteen):
        moves = tuple(Move.HIT if bits and at // size == forced else bits for at, bits in enumerate(book.moves))
        cells = solve(evolve(book, states=tuple(states), moves=moves), "chart").cells
        assert {cell.forced for cell in cells if cell.player == "hard 15"} == {False}


@define
class Landscape:
    """A turn in which four cells are asked; what each set of moves is worth is given, and how often each is reached."""

    worth: dict[tuple[int, ...], float]
    reach: tuple[float, ...] = (1.0,) * 5
    name: str = "-"
    state: int = 0
    weight: float = 1.0

    def played(self, moves: Sequence[int]) -> Played:
        def turned(cell: int, move: Move) -> float:
            return self.reach[cell] * self.worth[tuple(int(move) if at == cell else moves[at] for at in range(1, 5))]

        hits, stands = ([turned(cell, move) for cell in range(5)] for move in (Move.HIT, Move.STAND))
        return Played(self.worth[tuple(moves[1:])], self.reach, hits, stands)


FOUR_CELLS = evolve(handmade.revealing(4), moves=tuple(3 if at // 5 > 0 and at % 5 == 0 else 0 for at in range(25)))
CELLS = tuple(f"hard {total}" for total in range(1, 5))


def searched(worth: dict[tuple[int, ...], float], start: tuple[int, ...], **how: tuple[float, ...]) -> tuple[int, ...]:
    """Return where a search through a landscape ends."""
    search = Search(FOUR_CELLS, [Landscape(worth, **how)], dict(zip(CELLS, start)))  # type: ignore[arg-type,list-item]
    search.run()
    found = tuple(search.choice[cell] for cell in CELLS)
    assert search.value == worth[found]
    return found


def turned(moves: tuple[int, ...], cell: int) -> tuple[int, ...]:
    return (*moves[:cell], 3 - moves[cell], *moves[cell + 1 :])


@pytest.mark.parametrize("heights", [1000, 2, 3])
def test_a_search_ends_where_no_cell_is_better_turned(heights: int) -> None:
    chance = random.Random(27)
    charts = list(product((1, 2), repeat=4))
    for _ in range(150):
        worth = {chart: float(chance.randrange(heights)) for chart in charts}
        start = chance.choice(charts)
        found = searched(worth, start)
        neighbours = [worth[turned(found, cell)] for cell in range(4)]
        assert max(neighbours) <= worth[found]
        assert worth[found] >= worth[start]


def test_a_search_turns_the_best_cell_where_all_together_are_worse() -> None:
    flat = dict.fromkeys(product((1, 2), repeat=4), 0.0)
    assert searched(flat | {(1, 2, 2, 2): 3.0, (2, 1, 2, 2): 5.0}, (2, 2, 2, 2)) == (2, 1, 2, 2)


def test_a_search_stands_in_ties_that_are_reached() -> None:
    flat = dict.fromkeys(product((1, 2), repeat=4), 0.0)
    assert searched(flat, (1, 1, 2, 1)) == (2, 2, 2, 2)
    assert searched(flat, (1, 1, 2, 1), reach=(1.0, 0.0, 0.5, 0.0, 1.0)) == (1, 2, 2, 2)


# ---- bounds ------------------------------------------------------------------------------------------------------


def test_a_walk_may_be_as_long_as_its_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    book = handmade.revealing(4)
    free = Walk(book, 0, None)
    assert free.value() == 0
    positions = len(free.turns) + len(free.draws)
    assert positions == 12 + 12  # each pair of cards, once when the player is asked and once when the dealer is
    kept = positions - 2  # when the last one is counted, for it and the one that leads there are under way
    monkeypatch.setattr(walk, "MOST_POSITIONS", kept + 1)
    assert Walk(book, 0, None).value() == 0
    monkeypatch.setattr(walk, "MOST_POSITIONS", kept)
    with pytest.raises(TooLarge) as raised:
        Walk(book, 0, None).value()
    found = raised.value.cost
    assert (found.player_nodes + found.dealer_nodes, found.seconds) == (kept, inf)


def test_the_pages_name_the_limits() -> None:
    page = (Path(__file__).parents[1] / "docs" / "numbers.md").read_text("utf-8")
    assert f"Beyond {meter.MOST_STEPS:,}".replace(",000,000", " million") + " multisets" in page
    assert f"or {meter.MOST_DRAWS:,} draws of the dealer" in page


@pytest.mark.parametrize(("limit", "counted"), [("MOST_STEPS", "steps"), ("MOST_DRAWS", "draws")])
def test_a_shoe_may_be_as_large_as_its_limits(monkeypatch: pytest.MonkeyPatch, limit: str, counted: str) -> None:
    def counts() -> Meter:
        asked = Plan(handmade.GAMES["one deck"])
        assert asked.hands.state
        assert all(asked.tables(*law) for law in asked.laws)
        return asked.meter

    number = getattr(counts(), counted)
    assert number > 1000
    monkeypatch.setattr(meter, limit, number)
    assert getattr(counts(), counted) == number
    monkeypatch.setattr(meter, limit, number - 1)
    with pytest.raises(TooLarge) as raised:
        counts()
    assert raised.value.cost.seconds == inf


def test_every_hand_and_every_draw_is_counted() -> None:
    counted = Meter()
    for _ in range(3):
        counted.count_hand(14)
    counted.count_draws(5)
    counted.count_draws(7)
    assert (counted.hands, counted.steps, counted.draws) == (3, 42, 12)


# ---- cost --------------------------------------------------------------------------------------------------------


def test_seconds_are_those_of_all_turns_and_all_laws(monkeypatch: pytest.MonkeyPatch) -> None:
    """The deals and six turns of each face; hands and draws by what two laws, the shortest and the longest, took."""
    book = handmade.GAMES["laws that look at the player"]
    asked = plan(book)
    sizes = {law: len(asked.tables(*law)["depth"]) for law in asked.laws}
    short, long = min(sizes.values()), max(sizes.values())
    assert short < long
    monkeypatch.setattr(COST, "seconds_per_turn", lambda shoe: (700.0, 1000.0))
    monkeypatch.setattr(COST, "seconds_per_hand", lambda shoe, *law: 3.0 + 2.0 * len(shoe.plan.tables(*law)["depth"]))
    turns = (700.0 + 6 * 1000.0) * sum(map(len, asked.shown.values()))
    laws = sum(number * (3.0 + 2.0 * sizes[law]) for law, number in asked.laws.items())
    found = cost(book)
    assert found.seconds == pytest.approx(turns + laws, rel=1e-12)
    assert found.dealer_nodes == sum(sizes.values())


def test_a_longer_law_that_seems_quicker_costs_nothing_more(monkeypatch: pytest.MonkeyPatch) -> None:
    shoe = Shoe(plan(handmade.GAMES["laws that look at the player"]), 0)
    sizes = {law: len(shoe.plan.tables(*law)["depth"]) for law in shoe.plan.laws}
    short, long = min(sizes, key=lambda law: sizes[law]), max(sizes, key=lambda law: sizes[law])
    times = {short: 5.0, long: 3.0}
    monkeypatch.setattr(COST, "seconds_per_hand", lambda shoe, *law: times[law])
    assert COST.seconds_per_law(shoe, short, long) == (5.0, 0.0)
    assert COST.seconds_per_law(shoe, short, short) == (5.0, 0.0)
    times[long] = 5.0 + 8.0 * sizes[long]
    assert COST.seconds_per_law(shoe, short, long)[0] == 0.0


@pytest.mark.parametrize(("seconds", "trials"), [(0.5, [24]), (0.01, [24]), (0.004, [24, 48, 96, 192])])
def test_a_trial_takes_as_many_hands_as_tell(
    monkeypatch: pytest.MonkeyPatch, seconds: float, trials: list[int]
) -> None:
    """Each try takes twice the hands, and as many times the seconds of the first one as it is further on."""
    shoe = Shoe(plan(handmade.GAMES["one deck"]), 0)
    start, group = max(shoe.plan.laws, key=lambda law: len(shoe.plan.waiting(law[0].view)[law[1]]))
    tried: list[int] = []

    def timed(trial: Callable[[], object]) -> float:
        tried.append(len(trial.args[2]))  # type: ignore[attr-defined]
        return seconds if len(tried) < 4 else 1.0

    monkeypatch.setattr(COST, "timed", timed)
    found = COST.seconds_per_hand(shoe, start, group)
    assert tried == trials
    assert found == (1.0 if len(trials) == 4 else seconds) / trials[-1]


def test_trials_keep_to_the_room_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """One face a column: plain Python, unlike a compiled module, notices a place behind the last one."""
    monkeypatch.setenv("F27_NO_COMPILER", "1")
    plain = build("shoe", files("f27lang.kernels").joinpath("shoe.py").read_text(encoding="utf-8"))
    monkeypatch.setattr(shoe, "kernel", lambda: plain)
    one_up = {"before": handmade.NO_HOLE_CARD, "between": (Deal("dealer", 1, True),)}
    book = handmade.game(copies=tuple(card.count for card in TWELVE.classes), **one_up)
    assert cost(book).player_nodes == len(Plan(book).hands.state) * 4  # an ace, a ten, a king, a joker


# ---- deals and plans ---------------------------------------------------------------------------------------------


def test_dealt_hands_with_the_orders_that_lead_to_them() -> None:
    book = few()
    hands = dealt_hands(book, book.player_start, 2)
    assert sum(hand.orders for hand in hands) == 14 * 14
    assert len(hands) == 14 * 15 // 2
    assert {hand.orders for hand in hands} == {1, 2}


def test_a_plan_has_only_what_the_shoe_holds() -> None:
    asked = Plan(few())
    assert len(asked.dealt) == 4 * 5 // 2 - 2  # of an ace, tens, kings and a joker; one ace, one joker alone
    assert sum(asked.chance(hand, (0,) * 14) for hand in asked.dealt) == pytest.approx(1, abs=FLOATS)
    gone = (1, *(0,) * 12, 1)
    assert sum(asked.chance(hand, gone) for hand in asked.dealt) == pytest.approx(1, abs=FLOATS)
    assert [falling(5, number) for number in (0, 1, 2, 5, 6)] == [1, 5, 20, 120, 0]


def test_nobody_draws_cards_that_the_shoe_does_not_hold() -> None:
    asked = Plan(few(before=handmade.NO_HOLE_CARD, between=(Deal("dealer", 3, True),)))
    tables = asked.tables(Start(asked.rulebook.dealer_start), 0)
    drawn = {(asked.tracked[c], number) for c, number in zip(tables["factor_class"], tables["factor_number"])}
    assert drawn == {(0, 1), (9, 1), (9, 2), (12, 1), (12, 2), (13, 1)}


def test_only_who_may_stand_waits_for_the_dealer() -> None:
    book = handmade.game(copies=(1,) * 14)
    size = len(book.states)
    must_hit = [state.total < 17 for state in book.states]
    forced = evolve(
        book, moves=tuple(Move.HIT if bits and must_hit[at // size] else bits for at, bits in enumerate(book.moves))
    )
    asked = Plan(forced)
    waiting = {asked.hands.state[hand] for hand in asked.waiting(book.dealer_start)[0]}
    assert min(book.states[p].total for p in waiting) == 17


def test_where_cards_are_taken() -> None:
    book = few()
    totals = {book.states[state].total for state in taking_states(book)}
    assert totals == set(range(27)) - {1}
    assert idle_classes(book) == {13}  # jokers count nothing
    order = settled_first(book)
    place = {state: number for number, state in enumerate(order)}
    assert sorted(order) == list(range(len(book.states)))
    for state in taking_states(book):
        after = set(book.step[state * 14 : (state + 1) * 14]) - {state}
        assert all(place[each] < place[state] for each in after)


def test_the_longest_hand() -> None:
    """13 aces; a 2, for one more ace would make soft 27; 12 aces. Idle cards come on top where they are counted."""
    book = handmade.game(copies=(4,) * 13 + (2,))
    assert most_taken(book, ()) == 26
    assert most_taken(book, (12,)) == 26
    assert most_taken(book, (13,)) == 26 + 2


# ---- names -------------------------------------------------------------------------------------------------------


def state(total: int, *, soft: bool = False, over: bool = False) -> HandState:
    return HandState("any", Fraction(total), soft, over, None, ())


def test_readings() -> None:
    names = [reading(each) for each in (state(15), state(20, soft=True), state(29, soft=True, over=True))]
    assert names == ["hard 15", "soft 20", "soft 29"]


def test_names_of_what_the_dealer_shows() -> None:
    book = few()

    def names(number: int) -> tuple[str, ...]:
        return shown_names(book, dealt_hands(book, book.dealer_start, number))

    assert names(0) == ("-",)
    assert sorted(names(1)) == sorted(card.name for card in book.classes)
    assert "soft 15" in names(2) and "hard 26" in names(2)


def test_cards_of_one_state_have_one_name() -> None:
    book = few(before=handmade.NO_HOLE_CARD)
    alike = evolve(book, step=tuple(book.step[at - at % 14 + min(at % 14, 9)] for at in range(len(book.step))))
    names = shown_names(alike, dealt_hands(alike, alike.dealer_start, 1))
    assert sum(set(name.split()) == {"10", "11", "12", "13", "0"} for name in names) == 5


# ---- rounds ------------------------------------------------------------------------------------------------------

DEALS = {
    "both up": (handmade.BOTH_UP, ()),
    "one down": (handmade.ONE_DOWN, ()),
    "no hole card": (handmade.NO_HOLE_CARD, (Deal("dealer", 1, True),)),
    "nothing shown": ((Deal("player", 2, True),), (Deal("dealer", 2, True),)),
}


@pytest.mark.parametrize("deals", DEALS)
def test_six_cards_played_by_hand(deals: str) -> None:
    """Everybody stands on what is dealt: half the cards are out, and the round ends by totals."""
    before, between = DEALS[deals]
    book = few(before=before, between=between, hard_stand=0)
    stands = evolve(book, moves=tuple(Move.STAND if bits else Move.NONE for bits in book.moves))
    found = solve_shoe(stands, frequencies=True, exact=True)
    assert found.fraction is not None
    assert found.value == pytest.approx(float(found.fraction), abs=FLOATS)
    assert found.frequencies is not None
    assert found.frequencies.player_cards == pytest.approx(2, abs=FLOATS)
    assert dict(found.frequencies.player_totals)["hard 10"] == pytest.approx(2 * 2 / 30, abs=FLOATS)
    assert sum(found.frequencies.outcomes) == pytest.approx(1, abs=FLOATS)
    names = [name for name, _ in found.frequencies.player_totals]
    assert names == sorted(names, key=lambda name: (name == "over", name[:4], int(name[5:] or 0)))
    assert sum(weight for _, weight, _ in found.by_dealer) == pytest.approx(1, abs=FLOATS)


FIVES_AND_SIXES = (0, 0, 0, 0, 3, 3, *(0,) * 8)


def shares(totals: tuple[tuple[str, float], ...]) -> dict[str, float]:
    return {name: share for name, share in totals if abs(share) > FLOATS}


def test_products_of_many_large_numbers_stay_within_bounds() -> None:
    """A dealer takes up to eleven aces, each one of so many; in shoes that large one card more or less is nothing."""
    books = (handmade.game(copies=(copies, *(0,) * 11, copies, 0)) for copies in (10**6, 10**40))
    large, larger = (solve_shoe(book, frequencies=True) for book in books)
    assert larger.value == pytest.approx(large.value, abs=26 / 10**6)
    assert large.frequencies is not None and larger.frequencies is not None
    assert larger.frequencies.dealer_cards == pytest.approx(large.frequencies.dealer_cards, abs=26**2 / 10**6)


LAST = {"player": handmade.BOTH_UP, "dealer": handmade.BOTH_UP, "hidden": handmade.ONE_DOWN}


@pytest.mark.parametrize("name", LAST)
def test_the_last_card_of_a_shoe(name: str) -> None:
    """Of three fives and three sixes, 33 points in all, one side has two cards and the other the rest."""
    before, taker = LAST[name], "player" if name == "player" else "dealer"
    book = handmade.game(before=before, copies=FIVES_AND_SIXES, hard_stand=20 if taker == "dealer" else 0)
    enough, size = 21 if taker == "player" else 0, len(book.states)
    moves = (Move.HIT if book.states[at // size].total < enough else Move.STAND for at in range(size * size))
    forced = tuple(int(move if bits else Move.NONE) for move, bits in zip(moves, book.moves))
    found = solve_shoe(evolve(book, moves=forced), frequencies=True).frequencies
    assert found is not None
    sides = {"player": (found.player_cards, found.player_totals), "dealer": (found.dealer_cards, found.dealer_totals)}
    for side, (cards, totals) in sides.items():
        least = 21 if side == taker else 10
        assert cards == pytest.approx(4 if side == taker else 2, abs=FLOATS)
        expected = zip((least, least + 1, least + 2), (0.2, 0.6, 0.2))
        assert shares(totals) == pytest.approx({f"hard {total}": share for total, share in expected}, abs=FLOATS)


def test_a_hidden_card_may_be_the_last_one() -> None:
    """Of one five and three sixes the player has two and stands; the dealer has the others, one of them down."""
    book = handmade.game(before=handmade.ONE_DOWN, copies=(0, 0, 0, 0, 1, 3, *(0,) * 8), hard_stand=0)
    stands = evolve(book, moves=tuple(Move.STAND if bits else Move.NONE for bits in book.moves))
    found = solve_shoe(stands, frequencies=True).frequencies
    assert found is not None
    assert shares(found.player_totals) == pytest.approx({"hard 11": 1 / 2, "hard 12": 1 / 2}, abs=FLOATS)
    assert shares(found.dealer_totals) == pytest.approx({"hard 11": 1 / 2, "hard 12": 1 / 2}, abs=FLOATS)
    assert found.outcomes[handmade.WIN] == pytest.approx(1 / 2, abs=FLOATS)
