"""An old play under new rules: against a walk that folds nothing, and against what it must come to."""

from __future__ import annotations

from fractions import Fraction

import pytest

from f27lang import model, pipeline
from f27lang.changes import Changes
from f27lang.lower import lower, lower_strategy
from f27lang.rulebook import Move, OutOfCards, Policy
from f27lang.solve import Solution, solve_endless, solve_shoe
from f27lang.solve.averaged import chart_views
from f27lang.solve.deals import cell_names
from f27lang.solve.faces import ASKED
from f27lang.solve.guided import NotComparable, Repriced, repriced
from f27lang.solve.plan import plan
from tests import poker_games
from tests.closed_games import game
from tests.families import mostly_long
from tests.needs import needs_compiler
from tests.oracles.slow_repricing import Cards, Choice, Following, Walk, best_choice, kinds, policy_choice

EXACT = 1e-12  # a float sum of some thousand products of probabilities
CARDS = "decks: 2 | deck: A..4 in 1 suits plus 1 Joker | shuffle: every hand"
PLAY = "wager | deal 2 up to player | deal 1 up to dealer | deal 1 down to dealer | turn player | turn dealer | settle"
SETTLE = "at once: player bust -> dealer wins | after dealer: better hand wins, else push"
TINY = {
    "cards": CARDS,
    "values": "A: 1 or 5 | 2..4: face | Joker: 0",
    "total": "read: highest not over 9 | soft: A counts 5",
    "hands": "natural: A 4 as dealt | standing: total ..9 | bust: total over 9",
    "play": PLAY,
    "player": "may hit, stand | at most 3 cards",
    "dealer": "stands on hard 7.. | stands on soft 8.. | otherwise hits | at most 3 cards",
    "ranking": "rank natural | rank standing, higher total first | rank bust",
    "settle": SETTLE,
    'strategy careful "Careful"': "player { | stand on hard 5.. | stand on soft 8.. | otherwise hit | }",
}
PEEKING = PLAY.replace("turn player", "peek | turn player")
CHANGED = {
    "the dealer's target": {"dealer": "stands on total 6.. | otherwise hits | at most 3 cards"},
    "more cards in a hand": {"player": "may hit, stand | at most 4 cards"},
    "forced moves": {"player": "may hit, stand | must hit on hard ..7 | must stand on soft 7.. | at most 3 cards"},
    "forced by what the dealer shows": {
        "player when dealer shows 2..3": "may hit, stand | must stand on hard 5..",
        "player": "may hit, stand | at most 3 cards",
    },
    "what cards count": {
        "values": "A: 1 or 4 | 2..4: face | Joker: 1",
        "total": "read: highest not over 9 | soft: A counts 4",
    },
    "one deck": {"cards": CARDS.replace("decks: 2", "decks: 1").replace("in 1", "in 2")},
    "three decks": {"cards": CARDS.replace("decks: 2", "decks: 3")},
    "no jokers": {"cards": CARDS.replace(" plus 1 Joker", "")},
    "one more rank": {
        "cards": CARDS.replace("A..4", "A..5"),
        "values": "A: 1 or 5 | 2..5: face | Joker: 0",
    },
    "suits that rules part": {
        "cards": CARDS.replace("decks: 2", "decks: 1").replace("in 1", "in 2"),
        "hands": "natural: A 4 as dealt in hearts | standing: total ..9 | bust: total over 9",
    },
    "a natural that wins at once": {"settle": f"after deal: player natural -> player wins | {SETTLE}"},
    "peek": {"play": PEEKING, "settle": f"after peek: dealer natural -> dealer wins | {SETTLE}"},
    "a peek that tells by what is dealt": {
        "play": PEEKING,
        "settle": f"after deal: player natural -> player wins | after peek: dealer natural -> dealer wins | {SETTLE}",
    },
    "both cards up": {"play": PLAY.replace("down", "up")},
    "three cards dealt": {"play": PLAY.replace("deal 2", "deal 3"), "player": "may hit, stand | at most 4 cards"},
    "one card dealt": {"play": PLAY.replace("deal 2", "deal 1")},
    "no hidden card": {"play": PLAY.replace("deal 1 down to dealer | ", "")},
    "the hidden card first": {
        "play": PLAY.replace("deal 1 up to dealer | deal 1 down", "deal 1 down to dealer | deal 1 up")
    },
}
OLD = game(**TINY)
VALUES = {"full": solve_shoe, "endless": solve_endless}


def changed(name: str) -> model.Game:
    return game(**{**TINY, **CHANGED[name]})


def bundled(name: str, **changes: object) -> model.Game:
    return pipeline.load(name, Changes(**changes))[0]  # type: ignore[arg-type]


def slow(old: model.Game, new: model.Game, play: str, *, endless: bool = False) -> tuple[Fraction, Fraction]:
    """Return value and share by the walk that folds nothing."""
    books = lower_strategy(old, play)[0] if play == "careful" else lower(old), lower(new)
    cards = kinds((old, new), books, by_suit=any(book.showdowns for book in books))
    before, after = (Walk(book, cards, side, endless) for side, book in enumerate(books))
    if play == "best":
        choice = best_choice(before, whole=not plan(books[0]).idle)
    else:
        chart = VALUES["endless" if endless else "full"](lower(old), "chart")
        policy = lower_strategy(old, play)[1] if play == "careful" else chart.policy
        assert policy is not None
        choice = policy_choice(before, policy)
        if play == "chart":
            choice = by_the_names_of_cells(after, chart, choice)
    following = Following(after, choice)
    return following.value(), following.stood_in()


def by_the_names_of_cells(after: Walk, chart: Solution, forced: Choice) -> Choice:
    """Return the chart's move for the totals of hands by the new rules; what is forced, as the old rules have it."""
    book = after.book
    moves = {(cell.player, cell.dealer): int(Move[cell.move.upper()]) for cell in chart.cells}
    names, views = cell_names(book), chart_views(book)

    def choice(own: Cards, shown: Cards) -> int:
        view = after.state(book.dealer_start, shown)
        p = after.state(book.player_start, own)
        is_asked = book.moves[p * len(book.states) + view] == ASKED
        move = moves.get((names[p], views.get(view, "")), 0)
        return move if is_asked else forced(own, shown) or move

    return choice


def same(found: Repriced, expected: tuple[Fraction, Fraction], *, value_only: bool = False) -> None:
    assert found.value == pytest.approx(float(expected[0]), abs=EXACT)
    assert value_only or found.stood_in == pytest.approx(float(expected[1]), abs=EXACT)


@pytest.mark.parametrize("name", mostly_long(CHANGED, list(CHANGED)[::2]))
def test_best_play_is_what_a_walk_through_all_cards_finds(name: str) -> None:
    same(repriced(OLD, changed(name), "best", "full"), slow(OLD, changed(name), "best"))


@pytest.mark.parametrize(
    "name",
    mostly_long([name for name in CHANGED if name != "a peek that tells by what is dealt"], list(CHANGED)[1::2]),
)
def test_best_play_of_the_changed_rules_under_the_others(name: str) -> None:
    same(repriced(changed(name), OLD, "best", "full"), slow(changed(name), OLD, "best"))


@pytest.mark.parametrize(
    "name",
    mostly_long(
        ["more cards in a hand", "forced moves", "what cards count", "one more rank"],
        {"forced moves", "what cards count"},
    ),
)
@pytest.mark.parametrize("play", ["chart", "careful"])
def test_a_chart_or_a_strategy_is_what_a_walk_through_all_cards_finds(name: str, play: str) -> None:
    same(repriced(OLD, changed(name), play, "full"), slow(OLD, changed(name), play), value_only=unnamed(name, play))


def unnamed(name: str, play: str) -> bool:
    """Whether hands that only the new rules know have names of the chart's: the walk tells them from those, forced."""
    return play == "chart" and name in {"more cards in a hand", "one more rank"}


@pytest.mark.parametrize("play", ["best", "chart"])
@pytest.mark.parametrize(
    "name",
    mostly_long(["forced moves", "one more rank", "peek", "the hidden card first"], {"forced moves", "peek"}),
)
def test_the_endless_shoe_is_what_a_walk_through_all_cards_finds(name: str, play: str) -> None:
    expected = slow(OLD, changed(name), play, endless=True)
    same(repriced(OLD, changed(name), play, "endless"), expected, value_only=unnamed(name, play))


@pytest.mark.parametrize(
    "name",
    mostly_long(
        ["forced moves", "suits that rules part", "a peek that tells by what is dealt"],
        {"forced moves", "a peek that tells by what is dealt"},
    ),
)
@pytest.mark.parametrize("play", ["best", "chart", "careful"])
@pytest.mark.parametrize("shoe", VALUES)
def test_under_its_own_rules_a_play_is_worth_what_it_is(name: str, play: str, shoe: str) -> None:
    old = changed(name)
    tables, way = lower_strategy(old, play) if play == "careful" else (lower(old), play)
    same(repriced(old, old, play, shoe), (Fraction(VALUES[shoe](tables, way).value), Fraction(0)))


def test_names_and_how_hands_are_split_change_nothing() -> None:
    other = game(
        "another",
        **{
            **TINY,
            "hands": "beauty: A 4 as dealt | high: total 6..9 | low: total ..5 | lost: total over 9",
            "ranking": "rank beauty | rank high, higher total first | rank low, higher total first | rank lost",
            "settle": SETTLE.replace("bust", "lost"),
        },
    )
    for old, new in ((OLD, other), (other, OLD)):
        for play in ("best", "chart"):
            same(repriced(old, new, play, "full"), (Fraction(solve_shoe(lower(old), play).value), Fraction(0)))


@pytest.mark.parametrize("name", ["the dealer's target", "what cards count", "three decks"])
def test_the_old_play_is_worth_no_more_than_the_new_best(name: str) -> None:
    best = solve_shoe(lower(changed(name))).value
    for play in ("best", "careful"):
        assert repriced(OLD, changed(name), play, "full").value < best


def test_who_sees_ranks_only_follows_what_he_saw() -> None:
    old = changed("suits that rules part")
    value = solve_shoe(lower(old), knowledge="ranks").value
    same(repriced(old, old, "best", "full", knowledge="ranks"), (Fraction(value), Fraction(0)))
    assert value < solve_shoe(lower(old)).value


def test_a_chart_plays_the_other_rules_cells() -> None:
    new = lower(changed("the dealer's target"))
    policy = solve_shoe(lower(OLD), "chart").policy
    assert policy and [state.name for state in lower(OLD).states] == [state.name for state in new.states]
    value = solve_shoe(new, Policy("old", policy.play)).value
    same(repriced(OLD, changed("the dealer's target"), "chart", "full"), (Fraction(value), Fraction(0)))


POKER = {
    "cards": "decks: 2 | deck: A..3 in 2 suits | shuffle: every hand",
    "values": "A: 1 or 4 | 2..3: face",
    "total": "read: highest not over 12 | soft: A counts 4",
    "hands": "five_card: total ..12 with 5 cards | standing: total ..12 | bust: total over 12",
    "play": "wager | deal 4 up to player | deal 1 up to dealer | turn player | turn dealer | settle",
    "player": "may hit, stand | at most 5 cards",
    "dealer": "stands on total 9.. | otherwise hits | at most 5 cards",
    "ranking": "rank five_card, better poker hand first | rank standing, higher total first | rank bust",
    "settle": SETTLE,
}
POKER_CHANGED = {
    "no flushes": {"poker": f"{poker_games.NO_FLUSH} | A: high or low | Joker: bug"},
    "what cards count": {"values": "A: 1 or 5 | 2..3: face", "total": "read: highest not over 12 | soft: A counts 5"},
    "no poker hands": {"ranking": "rank standing, higher total first | rank bust", "poker": ""},
    "four cards": {"player": "may hit, stand | at most 4 cards"},
}


@pytest.mark.parametrize("knowledge", ["cards", "ranks"])
@pytest.mark.parametrize("shoe", VALUES)
def test_best_play_that_looks_at_suits_under_its_own_rules(shoe: str, knowledge: str) -> None:
    one = poker_games.game(**POKER)
    value = VALUES[shoe](lower(one), knowledge=knowledge).value
    same(repriced(one, one, "best", shoe, knowledge=knowledge), (Fraction(value), Fraction(0)))


@pytest.mark.long
@pytest.mark.parametrize("name", POKER_CHANGED)
def test_best_play_that_looks_at_suits(name: str) -> None:
    old, new = poker_games.game(**POKER), poker_games.game(**{**POKER, **POKER_CHANGED[name]})
    same(repriced(old, new, "best", "full"), slow(old, new, "best"))
    same(repriced(new, old, "best", "full"), slow(new, old, "best"))


@needs_compiler
@pytest.mark.long
@pytest.mark.parametrize("variant", ["21-24-27", "poker-like"])
def test_bundled_games_under_their_own_rules(variant: str) -> None:
    one = bundled(variant)
    for shoe, solve in VALUES.items():
        for knowledge in ("cards", "ranks"):
            value = solve(lower(one), knowledge=knowledge).value
            same(repriced(one, one, "best", shoe, knowledge=knowledge), (Fraction(value), Fraction(0)))


def test_what_cannot_be_compared_says_why() -> None:
    old, new = changed("a peek that tells by what is dealt"), changed("three cards dealt")
    for shoe in VALUES:
        with pytest.raises(NotComparable, match="a peek of the old rules"):
            repriced(old, new, "best", shoe)
    with pytest.raises(NotComparable, match="no wager `side`"):
        repriced(OLD, OLD, "best", "full", wager="side")


def test_a_shoe_that_runs_out_is_refused() -> None:
    with pytest.raises(OutOfCards):
        repriced(OLD, game(**{**TINY, "cards": CARDS.replace("decks: 2", "decks: 1")}), "best", "full")
