"""Games that poker ranks decide: against figures of independent programs, and against a plain walk by single cards."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

import pytest
from attrs import evolve

from f27lang import pipeline, solve
from f27lang.build import build
from f27lang.changes import Changes
from f27lang.lower import lower_strategy
from f27lang.rulebook import Deal, Policy, Rulebook, Showdown, Verdict
from f27lang.solve import Solution, alike, cost, showdowns, solve_endless, solve_shoe, solve_shoe_all, suited
from f27lang.solve.endings import Ending, endings
from f27lang.solve.walk_cards import CardWalk
from tests.closed_games import written
from tests.families import mostly_long
from tests.needs import needs_compiler
from tests.random_variants import closed
from tests.showdowns import ASKED, BETTER, HOLE_LAST, LOSE, NO_FLUSH, ORDER, PUSH, WIN, showdown_game

EDGE = 1e-9  # of a per cent point
SHARE = 1e-11
FLOATS = 1e-12  # what a hundred thousand additions of floats may lose
BOTH_UP = (Deal("player", 2, True), Deal("dealer", 2, True))
TINY: dict[str, Any] = {
    "ranks": ("A", "4", "Joker"),
    "copies": 2,
    "suits": 2,
    "jokers": 3,
    "target": 14,
    "stands": (11, 11, 12, 13),
}
GAMES: dict[str, dict[str, Any]] = {
    "hole card first": {},
    "hole card last": {"before": HOLE_LAST},
    "both up": {"before": BOTH_UP},
    "peek": {"peek": True},
    "no flush": {"order": NO_FLUSH},
    "cards without suit": {"unsuited": (("4", 2),)},
    "wild jokers": {"joker": "wild"},
    "dead jokers": {"joker": "dead"},
    "three suits": {"ranks": ("A", "Joker"), "suits": 3, "unsuited": (("A", 2),)},
    "odds for the better hand": {"better": BETTER},
    "suits told apart": {"split": ("4",)},
}
SUITS_MATTER: dict[str, dict[str, Any]] = {
    "one upcard": {"ranks": ("2", "6", "Joker"), "target": 17, "stands": (21, 12, 19, 10), "better": BETTER},
    "hole card last": {"ranks": ("2", "7", "Joker"), "jokers": 3, "target": 19, "stands": (20, 19, 10, 11)},
    "peek": {"ranks": ("4", "7", "Joker"), "target": 25, "stands": (19, 26, 18, 11), "peek": True},
    "both up": {
        "ranks": ("3", "6", "Joker"),
        "target": 22,
        "stands": (17, 14, 21, 8),
        "unsuited": (("3", 2),),
        "before": BOTH_UP,
        "order": ("flush", *(name for name in ORDER if name != "flush")),
    },
    "suits told apart": {"ranks": ("2", "7", "Joker"), "target": 19, "stands": (20, 19, 10, 11), "split": ("7",)},
}
EDGES = {  # six decks, by suits
    "as written": (Changes(), 6.1725678983),
    "wild jokers": (Changes(set_=(("jokers", "wild"),)), 6.1676337029),
    "forced moves": (Changes(with_=("forced_moves",)), 6.1725678983),
}
CHART = 6.1793130041
QUICK_BY_RANKS = {"hole card last", "peek", "no flush", "three suits"}
QUICK_BY_SUITS = {"peek", "hole card last"}
STRATEGIES = {"mimic_the_dealer": 9.2994932873, "never_over": 19.773906436, "always_stand": 29.9075029001}
PUBLISHED = {"27": 1.39763278, "20": 0.9502852, "19": 1.45017484}  # by ranks
FREQUENCIES = {
    "win": 0.452621359295,
    "push": 0.033031602428,
    "lose": 0.514347038277,
    "variance": 0.9631583381,
    "better": 0.011373393215,
    "equal": 2.4380443e-05,
    "worse": 0.011308223772,
    "player_cards": 3.4134322928,
    "decisions": 2.0129525065,
    "high_card": 0.035806138311,
    "two_pair": 0.014569171817,
    "straight": 0.004172845948,
    "flush": 0.001353167031,
    "full_house": 0.001268646345,
    "straight_flush": 0.000160505141,
    "pair": 0.073918860488,
    "three_of_a_kind": 0.012432555993,
    "four_of_a_kind": 0.000825183421,
    "five_of_a_kind": 1.8963413e-05,
}
DIGITS = {"player_cards": 1e-10, "decisions": 1e-10, "variance": 1e-10}  # printed with fewer


@cache
def bundled(changes: Changes) -> Rulebook:
    return pipeline.rulebook(pipeline.load("poker-like", changes)[0])


@cache
def tiny(name: str) -> Rulebook:
    return showdown_game(**{**TINY, **GAMES[name]})


def never_over(book: Rulebook) -> Policy:
    """Hit all hands of three cards and less that a 4 does not take over."""
    size = len(book.states)
    states = [book.states[at // size] for at in range(size * size)]
    hits = [state.cards in (2, 3) and state.total < 11 for state in states]
    return Policy("low", tuple((2 - hit if bits == ASKED else bits) for hit, bits in zip(hits, book.moves)))


@cache
def endless(play: str, knowledge: str) -> Solution:
    return solve_endless(bundled(Changes()), play, knowledge=knowledge, frequencies=True)


@pytest.mark.long
def test_the_endless_shoe() -> None:
    assert endless("best", "cards").edge_pct == pytest.approx(6.130795184, abs=EDGE)


@pytest.mark.long
def test_more_knowledge_can_not_hurt() -> None:
    values = [endless(*play).value for play in (("best", "cards"), ("best", "ranks"), ("chart", "cards"))]
    assert values[0] > values[1] > values[2]


@pytest.mark.parametrize("play", [("best", "cards"), ("best", "ranks"), ("chart", "cards")])
@pytest.mark.long
def test_frequencies_of_the_endless_shoe_come_to_its_value(play: tuple[str, str]) -> None:
    book, solution = bundled(Changes()), endless(*play)
    found = solution.frequencies
    assert found is not None
    assert sum(found.outcomes) == pytest.approx(1, abs=FLOATS)
    by_outcome = sum(p * o.payoffs[0] / book.denominator for p, o in zip(found.outcomes, book.outcomes))
    assert by_outcome == pytest.approx(solution.value, abs=FLOATS)
    assert 0 < sum(map(sum, found.showdowns)) < sum(part for _, part in found.categories) < 1


@pytest.mark.long
def test_cells_tell_the_number_of_cards() -> None:
    cells = {(cell.cards, cell.player, cell.dealer): cell for cell in endless("chart", "cards").cells}
    assert len(cells) == len(endless("chart", "cards").cells)
    assert {cards for (cards, *_), cell in cells.items() if not cell.forced} == {2, 3, 4}
    assert len({cell.move for cell in cells.values() if (cell.player, cell.dealer) == ("hard 22", "A")}) == 2


@pytest.mark.parametrize("name", mostly_long(GAMES, QUICK_BY_RANKS))
def test_the_plain_walk_by_ranks(name: str) -> None:
    found = solve_shoe(tiny(name), knowledge="ranks").value
    assert found == pytest.approx(float(CardWalk(tiny(name), 0, None, "ranks").value()), abs=FLOATS)


@pytest.mark.parametrize("name", GAMES)
def test_the_plain_walk_by_a_strategy(name: str) -> None:
    book = tiny(name)
    found = solve_shoe(book, never_over(book), frequencies=True, exact=True)
    assert found.value == pytest.approx(float(found.fraction or 0), abs=FLOATS)
    assert found.frequencies is not None
    by_outcome = sum(p * o.payoffs[0] / book.denominator for p, o in zip(found.frequencies.outcomes, book.outcomes))
    assert by_outcome == pytest.approx(found.value, abs=FLOATS)
    assert sum(found.frequencies.outcomes) == pytest.approx(1, abs=FLOATS)


@pytest.mark.parametrize("name", ["hole card first", "peek", "both up"])
@pytest.mark.long
def test_the_plain_walk_by_the_chart(name: str) -> None:
    found = solve_shoe(tiny(name), "chart", exact=True)
    assert found.value == pytest.approx(float(found.fraction or 0), abs=FLOATS)
    assert found.value <= solve_shoe(tiny(name)).value + FLOATS


def test_showdowns_that_differ_by_hand_and_laws_that_differ_by_player() -> None:
    book = tiny("peek")
    size, first = len(book.states), len(book.outcomes)
    several = evolve(
        book,
        showdowns=(*book.showdowns, Showdown(BETTER, LOSE, LOSE), Showdown(PUSH, WIN, LOSE)),
        final=tuple(first + (at // size + 2 * at) % 3 if end == first else end for at, end in enumerate(book.final)),
        law=tuple(p % 2 for p in range(size)),
        dealer_hits=(
            *book.dealer_hits,
            *(int(hit and state.total < 10) for hit, state in zip(book.dealer_hits, book.states)),
        ),
        between=(Deal("dealer", 1, True),),
    )
    for knowledge in ("cards", "ranks"):
        found = solve_shoe(several, knowledge=knowledge, frequencies=True)
        assert found.value == pytest.approx(float(CardWalk(several, 0, None, knowledge).value()), abs=FLOATS)
        assert found.frequencies is not None and len(found.frequencies.showdowns) == 3
        by_outcome = sum(p * o.payoffs[0] / 2 for p, o in zip(found.frequencies.outcomes, several.outcomes))
        assert by_outcome == pytest.approx(found.value, abs=FLOATS)


@pytest.mark.parametrize("name", mostly_long(SUITS_MATTER, QUICK_BY_SUITS))
def test_the_plain_walk_by_suits(name: str) -> None:
    book = showdown_game(**{**TINY, "copies": 3, "jokers": 2, **SUITS_MATTER[name]})
    found = solve_shoe(book, frequencies=True)
    assert found.value > solve_shoe(book, knowledge="ranks").value + 1e-6
    assert found.value == pytest.approx(float(CardWalk(book, 0, None).value()), abs=FLOATS)
    assert found.frequencies is not None
    assert sum(found.frequencies.outcomes) == pytest.approx(1, abs=FLOATS)
    by_outcome = sum(p * o.payoffs[0] / book.denominator for p, o in zip(found.frequencies.outcomes, book.outcomes))
    assert by_outcome == pytest.approx(found.value, abs=FLOATS)


@pytest.mark.parametrize("name", ["hole card first", "peek", "cards without suit"])
def test_a_shoe_of_many_cards_is_an_endless_one(name: str) -> None:
    game = {**TINY, **GAMES[name]}
    book = showdown_game(**{**game, "copies": 20_000, "jokers": 30_000, "unsuited": (("4", 20_000),)})
    for play in (never_over(book), "best"):
        full = solve_shoe(book, play, knowledge="ranks", frequencies=True)
        endless = solve_endless(book, play, knowledge="ranks", frequencies=True)
        assert full.value == pytest.approx(endless.value, abs=1e-4)
        assert full.frequencies is not None and endless.frequencies is not None
        assert full.frequencies.outcomes == pytest.approx(endless.frequencies.outcomes, abs=1e-4)
        assert full.frequencies.decisions == pytest.approx(endless.frequencies.decisions, abs=1e-4)
        assert full.frequencies.dealer_cards == pytest.approx(endless.frequencies.dealer_cards, abs=1e-4)
        for ours, theirs in zip(full.frequencies.categories, endless.frequencies.categories):
            assert ours[0] == theirs[0] and ours[1] == pytest.approx(theirs[1], abs=1e-4)


@pytest.mark.parametrize("name", SUITS_MATTER)
def test_a_shoe_of_many_cards_is_an_endless_one_by_suits_too(name: str) -> None:
    many = 2_000_000
    without = {"unsuited": (("3", many),)} if name == "both up" else {}
    book = showdown_game(**{**TINY, **SUITS_MATTER[name], "copies": many, "jokers": many, **without})
    endless = solve_endless(book, frequencies=True)
    assert endless.value > solve_endless(book, knowledge="ranks").value + 1e-4
    full = solve_shoe(book, frequencies=True)
    assert full.value == pytest.approx(endless.value, abs=1e-6)
    assert full.frequencies is not None and endless.frequencies is not None
    assert full.frequencies.outcomes == pytest.approx(endless.frequencies.outcomes, abs=1e-6)
    for ours, theirs in zip(full.frequencies.categories, endless.frequencies.categories, strict=True):
        assert ours[0] == theirs[0] and ours[1] == pytest.approx(theirs[1], abs=1e-6)


@cache
def six_decks(changes: Changes) -> Solution:
    return solve_shoe(bundled(changes), frequencies=True)


@pytest.mark.parametrize("name", mostly_long(EDGES, {"as written"}))
def test_edges_of_six_decks(name: str) -> None:
    changes, edge = EDGES[name]
    assert six_decks(changes).edge_pct == pytest.approx(edge, abs=EDGE)


def test_the_chart_of_six_decks() -> None:
    by_ranks, chart = solve_shoe_all(bundled(Changes()), ("best", "chart"), knowledge="ranks")
    assert chart.edge_pct == pytest.approx(CHART, abs=EDGE)
    assert six_decks(Changes()).value > by_ranks.value > chart.value
    assert (by_ranks.knowledge, chart.knowledge) == ("ranks", "total")


@pytest.mark.parametrize("name", STRATEGIES)
@pytest.mark.long
def test_strategies_for_six_decks(name: str) -> None:
    book, policy = lower_strategy(pipeline.load("poker-like", Changes())[0], name)
    assert solve_shoe(book, policy).edge_pct == pytest.approx(STRATEGIES[name], abs=EDGE)


@pytest.mark.parametrize("name", mostly_long(PUBLISHED, list(PUBLISHED)[:1]))
def test_published_games_with_a_peek(name: str) -> None:
    book = pipeline.rulebook(pipeline.load(f"tests/published/{name}.f27", Changes())[0])
    assert solve_shoe(book, knowledge="ranks").edge_pct == pytest.approx(PUBLISHED[name], abs=1e-8)


def test_frequencies_of_six_decks() -> None:
    book, found = bundled(Changes()), six_decks(Changes()).frequencies
    assert found is not None
    verdicts = {v: sum(p for p, o in zip(found.outcomes, book.outcomes) if o.verdict == v) for v in Verdict}
    shares = {
        "win": verdicts[Verdict.PLAYER_WINS],
        "push": verdicts[Verdict.PUSH],
        "lose": verdicts[Verdict.DEALER_WINS],
        "variance": found.variance,
        **dict(zip(("better", "equal", "worse"), found.showdowns[0])),
        "player_cards": found.player_cards,
        "decisions": found.decisions,
        **dict(found.categories),
    }
    assert shares.keys() == FREQUENCIES.keys()
    for name, share in shares.items():
        assert share == pytest.approx(FREQUENCIES[name], abs=DIGITS.get(name, SHARE)), name


RUNGS = {  # by the rungs of both hands, the player's number of cards where it is told, and the verdict
    ("finnish_27", 2, None): 0.011007911937,
    ("twenty_seven", 3, None): 0.03495040262,
    ("twenty_seven", 4, None): 0.025659618267,
    ("twenty_seven", 5, None): 0.01602765956,
    ("bust", 3, None): 0.047309196496,
    ("bust", 4, None): 0.056568920522,
    ("bust", 5, None): 0.064430039024,
    ("standing", "finnish_27"): 0.005103040253,
    ("standing", "twenty_seven"): 0.060737037595,
    ("standing", "bust"): 0.198967555156,
    ("standing", "five_card"): 0.09314369809,
    ("standing", "standing", "player wins"): 0.049220615607,
    ("standing", "standing", "push"): 0.033007221984,
    ("standing", "standing", "dealer wins"): 0.159341044978,
    ("five_card", "finnish_27"): 0.001770541097,
    ("five_card", "twenty_seven"): 0.014635296449,
    ("five_card", "bust"): 0.046846362025,
    ("five_card", "standing"): 0.058567840907,
    ("five_card", "five_card", "player wins"): 0.011373393215,
    ("five_card", "five_card", "push"): 2.4380443e-05,
    ("five_card", "five_card", "dealer wins"): 0.011308223772,
}


def _tellings(ending: Ending) -> list[list[object]]:
    dealer = ending.dealer
    return [[ending.player_cards, dealer], [dealer], [dealer, ending.verdict]]


@pytest.mark.long
def test_how_rounds_of_six_decks_end() -> None:
    book, _, ranks = pipeline.ranked(pipeline.load("poker-like", Changes())[0])
    found = solve_shoe(book, frequencies=True)
    assert found.edge_pct == pytest.approx(EDGES["as written"][1], abs=EDGE)
    assert found.frequencies is not None
    ended = endings(book, ranks, found.frequencies)
    assert sum(each.probability for each in ended) == pytest.approx(1, abs=FLOATS)
    left = set(ended)
    for (player, *told), share in RUNGS.items():
        ways = [
            each
            for each in ended
            if each.player == player
            and told in ([each.player_cards, each.dealer], [each.dealer], [each.dealer, each.verdict])
        ]
        left -= set(ways)
        assert sum(each.probability for each in ways) == pytest.approx(share, abs=1e-11), (player, told)
    assert not left


@pytest.mark.long
def test_forced_moves_are_not_asked() -> None:
    found = six_decks(EDGES["forced moves"][0]).frequencies
    assert found is not None
    assert found.decisions == pytest.approx(1.3361606305, abs=1e-10)


@pytest.mark.parametrize(
    ("deck", "pays"),
    [
        ("A 9 K in 2 suits plus 2 Joker", "9:1 on player wins with total 20..27 in one suit"),
        ("A 9 K in 2 suits plus 2 Joker", "30:1 on player wins with total 20..27 in spades"),
        ("A 8 9 K in 2 suits plus 1 Joker", "40:1 on player wins with total 23..27 in spades"),
    ],
)
@pytest.mark.long
def test_who_sees_ranks_only_plays_alike_what_looks_alike(deck: str, pays: str) -> None:
    changes = {
        "cards": f"decks: 1 | deck: {deck} | shuffle: every hand",
        "player": "may hit, stand | at most 4 cards",
        "dealer": "stands on hard 21.. | stands on soft 24.. | otherwise hits | at most 4 cards",
        "play": "wager | deal 2 up to player | deal 1 down to dealer | deal 1 up to dealer | turn player | turn dealer"
        " | settle",
        "settle": "at once: player bust -> dealer wins | after dealer: better hand wins, else push",
        "wager game: $10..$500": f"pays {pays} | pays 1:1 on player wins | returns on push | loses on dealer wins",
    }
    game, report = closed(written(**changes))
    assert game is not None and not report.failed, list(report)
    book = pipeline.rulebook(game)
    found = solve_shoe(book, knowledge="ranks", frequencies=True)
    assert found.value < solve_shoe(book).value - 1e-6
    assert found.value == pytest.approx(float(CardWalk(book, 0, None, "ranks").value()), abs=FLOATS)
    assert found.frequencies is not None
    assert sum(found.frequencies.outcomes) == pytest.approx(1, abs=FLOATS)


@needs_compiler
@pytest.mark.long
def test_the_sums_run_as_plain_python_too(monkeypatch: pytest.MonkeyPatch) -> None:
    book = showdown_game(**{**TINY, "copies": 3, "jokers": 2, **SUITS_MATTER["suits told apart"]})
    plays = ("best", never_over(book))
    monkeypatch.setattr(solve, "averaged", lambda *_: None)  # so that hands that look alike are gone through
    compiled = [solve_shoe_all(book, plays, frequencies=True, knowledge=knows) for knows in ("cards", "ranks")]
    monkeypatch.setenv("F27_NO_COMPILER", "1")
    for owner, name in ((showdowns, "showdown"), (suited, "suited"), (alike, "alike")):
        assert owner.kernel().compiled
        text = files("f27lang.kernels").joinpath(f"{name}.py").read_text(encoding="utf-8")
        plain = build(name, text)
        assert not plain.compiled
        monkeypatch.setattr(owner, "kernel", lambda plain=plain: plain)
    for knows, theirs in zip(("cards", "ranks"), compiled):
        for ours, other in zip(solve_shoe_all(book, plays, frequencies=True, knowledge=knows), theirs):
            assert ours.value == pytest.approx(other.value, abs=FLOATS)
            assert ours.frequencies is not None and other.frequencies is not None
            assert ours.frequencies.outcomes == pytest.approx(other.frequencies.outcomes, abs=FLOATS)


def test_the_cost_of_showdowns_is_counted() -> None:
    assert 0.1 < cost(bundled(Changes())).seconds < 600
