"""Wagers beside another: what they cost by what is known, what they come to with the hand, and who is paid."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from typing import ClassVar

import pytest
from attrs import evolve
from click.testing import CliRunner

from f27lang import model, pipeline
from f27lang.analysis import Insured
from f27lang.changes import Changes
from f27lang.cli.main import f27
from f27lang.lower import lower, lower_strategy
from f27lang.referee import Moves, Referee, Table, deal_order
from f27lang.report.insurance import as_json, as_text
from f27lang.rulebook import Rulebook
from f27lang.simulate import Tally, load_plain_kernel
from f27lang.simulate.beside import beside, brought, ends
from f27lang.solve import solve_shoe
from f27lang.solve.sides import Insurance, Offer, insurance
from f27lang.solve.together import Joint, joint_plays
from tests import closed_games
from tests.oracles.slow_solver import Answer, SlowSolver, World
from tests.poker_games import INSURANCE, NO_FLUSH, PEEK, game

EXACT = 1e-12  # sums of a few thousand products
OFFER = "offer insurance when dealer shows A"
SIDE_GAME = {
    "play": "wager | deal 2 up to player | deal 1 up to dealer | deal 1 down to dealer"
    " | offer side when dealer shows 10 J | turn player | turn dealer | settle",
    "wager side: 1/4 of game": "pays 1:1 on dealer total 21 | returns on dealer total 20 | otherwise loses",
    "settle": "at once: player bust -> dealer wins | after dealer: better hand wins, else push",
}
FULL = "deck: A..K in 4 suits plus 2 Joker | shuffle: every hand"


def insured(decks: int = 6, odds: str = "10:1", **settings: str) -> Rulebook:
    chosen = (("decks", str(decks)), ("insurance_pays", odds), *settings.items())
    return pipeline.rulebook(pipeline.playable("poker-like", Changes(with_=("insurance",), set_=chosen))[0])


def by_known(offers: tuple[Offer, ...]) -> dict[tuple[str, int | None], Offer]:
    return {(offer.known, offer.kings): offer for offer in offers}


# ---- alone -----------------------------------------------------------------------------------------------------------


def test_whoever_knows_the_ace_only() -> None:
    (offer,) = (offer for offer in insurance(insured()).offers if offer.known == "upcard")
    assert offer.value == 11 * Fraction(24, 323) - 1
    assert offer.edge_pct == pytest.approx(18.26625387, abs=5e-9)
    assert offer.fair_odds == Fraction(299, 24)
    assert offer.reach == Fraction(2, 27)


@pytest.mark.parametrize(("decks", "pays"), [(6, 10), (1, 9), (2, 11), (8, 2)])
def test_own_kings_lessen_the_dealers(decks: int, pays: int) -> None:
    found, kings, unseen = by_known(insurance(insured(decks, f"{pays}:1")).offers), 4 * decks, 54 * decks - 3
    for own in range(3):
        offer = found["kings", own]
        assert offer.value == (pays + 1) * Fraction(kings - own, unseen) - 1
        assert offer.fair_odds == Fraction(unseen - kings + own, kings - own)
    assert found["cards", None].value == found["kings", 0].value
    assert found["upcard", None].value == (pays + 1) * Fraction(kings, unseen + 2) - 1


def test_offers_are_made_to_open_hands_only() -> None:
    """An ace and a king have won before the offer comes; the chance of an ace up, less theirs, is what is left."""
    found = by_known(insurance(insured(1)).offers)
    natural = Fraction(2 * 3 * 4, 53 * 52)
    assert sum(found["kings", own].reach for own in range(3)) == Fraction(4, 54) * (1 - natural)


def test_cards_of_the_endless_shoe_don_t_run_out() -> None:
    found = by_known(insurance(insured(), endless=True).offers)
    assert {offer.value for offer in found.values()} == {11 * Fraction(2, 27) - 1}


def test_what_completes_a_hand_is_told_by_its_pattern() -> None:
    found = insurance(lower(closed_games.game(**SIDE_GAME)))
    assert (found.wager, found.share) == ("side", Fraction(1, 4))
    assert dict(found.completing) == {"10": ("J",), "J": ("10",)}
    blind = next(offer for offer in found.offers if offer.known == "upcard")
    assert blind.value == Fraction(24 - (323 - 24 - 23), 323)  # 24 jacks, 23 other tens
    assert blind.fair_odds == Fraction(323 - 24 - 23, 24)


# ---- with the hand ---------------------------------------------------------------------------------------------------


class Both(SlowSolver):
    """Sums what the hand and the wager come to, by the own cards of a rank; of equal moves it stands."""

    completes: ClassVar[dict[str, str]] = {"A": "K"}  # by what the dealer shows
    up = 1  # which of his cards that is

    def __attrs_post_init__(self) -> None:
        super().__attrs_post_init__()
        self._order = True

    def _asked(self, worlds: tuple[World, ...], wants: Moves) -> Answer:
        return super()._asked(worlds, evolve(wants, moves=wants.moves[::-1]))

    def _ended(self, table: Table) -> Answer:
        answer = super()._ended(table)
        played = self.referee.settle(table)
        (hand,) = played.payoffs.values()
        answer.parts["squared"] = hand**2
        for side in played.insured.values():
            own = sum(card.rank == self.completes[table.dealer.cards[self.up].rank] for card in table.player.cards[:2])
            for part, result in ((0, Fraction(1)), (1, side), (2, side**2), ("both", hand * side)):
                answer.parts[own, part] = result
        return answer


def tiny(deck: str, *, peek: bool, flushes: bool) -> model.Game:
    sections = {**INSURANCE, "cards": f"decks: 1 | deck: {deck} | shuffle: every hand"}
    if peek:
        sections |= {**PEEK, "play": INSURANCE["play"].replace(OFFER, f"{OFFER} | peek")}
    if not flushes:
        sections["poker"] = f"{NO_FLUSH} | A: high or low | Joker: bug"
    return game(**sections)


def agree(
    found: model.Game, share: Fraction = Fraction(1, 2), knowledge: str = "cards", solver: type[Both] = Both
) -> None:
    rulebook = lower(found)
    slow = solver(found, details=True, knowledge=knowledge).solve()
    for joint in joint_plays(rulebook, 0, solve_shoe(rulebook, frequencies=True, knowledge=knowledge)):
        most = {"never": -1, "always": 2, "kings": joint.kings}[joint.play]
        often, side, squared, both = (
            sum((slow.parts[own, part] for own in range(3) if own <= (most or 0)), Fraction(0))
            for part in (0, 1, 2, "both")
        )
        mean = slow.value + share * side
        variance = slow.parts["squared"] + 2 * share * both + share**2 * squared - mean**2
        assert joint.value == pytest.approx(float(mean), abs=EXACT)
        assert joint.variance == pytest.approx(float(variance), abs=EXACT)
        assert joint.taken == pytest.approx(float(often), abs=EXACT)


@pytest.mark.parametrize("peek", [False, True], ids=["unseen", "peek"])
def test_hand_and_wager_together_are_the_referees(peek: bool) -> None:
    agree(tiny("A Q K in 1 suits plus 2 A plus 2 J", peek=peek, flushes=False))


class SideGame(Both):
    """The same where a ten or a jack is up that was dealt first."""

    completes: ClassVar[dict[str, str]] = {"10": "J", "J": "10"}
    up = 0


@pytest.mark.long
def test_together_where_the_dealer_takes_cards_to_a_hand_that_pays() -> None:
    cards = "decks: 1 | deck: 10..Q in 2 suits plus 2 A | shuffle: every hand"
    agree(closed_games.game(**SIDE_GAME, cards=cards), Fraction(1, 4), solver=SideGame)


@pytest.mark.parametrize("peek", [False, True], ids=["unseen", "peek"])
@pytest.mark.long
def test_together_for_who_sees_ranks_where_suits_pay(peek: bool) -> None:
    sections = {
        **INSURANCE,
        "cards": "decks: 1 | deck: A Q K in 2 suits plus 1 J | shuffle: every hand",
        "poker": f"{NO_FLUSH} | A: high or low | Joker: bug",
        "bonus suited on game": "adds 3:1 on player wins with A Q in one suit"
        " | adds 2:1 on player wins with Q K in spades",
    }
    if peek:
        sections |= {**PEEK, "play": INSURANCE["play"].replace(OFFER, f"{OFFER} | peek")}
    agree(game(**sections), knowledge="ranks")


@pytest.mark.parametrize("peek", [False, True], ids=["unseen", "peek"])
@pytest.mark.long
def test_together_for_who_looks_at_suits(peek: bool) -> None:
    agree(tiny("A K in 2 suits plus 4 10", peek=peek, flushes=True))


@pytest.mark.long
def test_the_mean_of_both_is_the_sum_of_means() -> None:
    suited = lower(game(**{**INSURANCE, "cards": f"decks: 1 | {FULL}"}))
    plays = joint_plays(suited, 0, solve_shoe(suited, frequencies=True))
    assert [play.play for play in plays] == ["never", "kings", "kings", "always"]
    mean = sum(float(offer.value * offer.reach) for offer in insurance(suited).offers if offer.known == "kings")
    assert plays[-1].value == pytest.approx(plays[0].value + mean / 2, abs=EXACT)


# ---- played ----------------------------------------------------------------------------------------------------------

TAKER = {
    "cards": "decks: 1 | deck: A 2..5 Q K in 4 suits plus 2 Joker | shuffle: every hand",
    "strategy taker": "accept insurance when player has standing | player { | stand on hard 20.. | otherwise hit | }",
    "strategy refuser": "player { | stand on hard 20.. | otherwise hit | }",
}


@pytest.mark.parametrize("peek", [False, True], ids=["unseen", "peek"])
def test_emitted_text_pays_as_the_referee_does(peek: bool) -> None:
    sections = {**INSURANCE, **TAKER}
    if peek:
        sections |= {**PEEK, "play": INSURANCE["play"].replace(OFFER, f"{OFFER} | peek")}
    found = game(**sections)
    rulebook, policy = lower_strategy(found, "taker")
    kernel, referee, paid = load_plain_kernel(rulebook, policy), Referee(found), Counter[Fraction]()
    for number in range(150):
        played = referee.play(deal_order(found, 7, number), lambda situation: referee.advice("taker", situation))
        at = kernel.play(number, 1, 7).counts.index(1)
        outcome, side = rulebook.outcomes[at % len(rulebook.outcomes)], brought(rulebook, 0, at)
        assert (outcome.verdict.words, outcome.row) == (played.verdict, played.row)
        assert ({} if side is None else {"insurance": side}) == referee.taken("taker", played)
        paid.update([] if side is None else [side])
    assert paid[Fraction(10)] and paid[Fraction(-1)]


def test_each_seat_is_paid_for_itself() -> None:
    rulebook, policy = lower_strategy(game(**INSURANCE, **TAKER), "taker")
    several, alone = (load_plain_kernel(rulebook, policy, seats=seats).play(0, 100, 1) for seats in (2, 1))
    assert len(several.counts) == 2 * ends(rulebook, policy) == 2 * len(alone.counts)
    assert beside(rulebook, several.seat(1), 0).taken > 0
    assert several.rounds == 100


def test_whoever_does_not_accept_plays_the_game_without() -> None:
    taker, refuser = (lower_strategy(game(**INSURANCE, **TAKER), name) for name in ("taker", "refuser"))
    plain = lower_strategy(game(**TAKER | {"strategy taker": ""}), "refuser")
    tallies = [load_plain_kernel(*each).play(0, 100, 1) for each in (taker, refuser, plain)]
    assert tallies[1] == tallies[2]
    assert Tally(tallies[0].by_outcome(taker[0])) == tallies[1]
    assert sum(tallies[0].counts[len(taker[0].outcomes) :]) > 0


def test_what_a_tally_says_is_counted() -> None:
    """Five rounds won uninsured, two lost with the insurance won, three lost with it."""
    rulebook = lower(game(**INSURANCE))
    width, payoffs = len(rulebook.outcomes), [outcome.payoffs[0] for outcome in rulebook.outcomes]
    won, lost = payoffs.index(1), payoffs.index(-1)
    counts = [0] * (3 * width)
    counts[won], counts[width + lost], counts[2 * width + lost] = 5, 3, 2
    told = beside(rulebook, Tally(tuple(counts)), 0)
    assert (told.taken, told.edge) == (5, -(2 * 10 - 3) / 5)
    results = [1] * 5 + [-1 + 5] * 2 + [-1.5] * 3
    assert told.together == pytest.approx(-sum(results) / 10)
    assert told.together_variance == pytest.approx(sum(x**2 for x in results) / 10 - (sum(results) / 10) ** 2)
    assert told.together_error == pytest.approx((told.together_variance / 10) ** 0.5)


# ---- front door ------------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_edge_tells_of_insurance() -> None:
    asked = ["edge", "poker-like", "--with", "insurance", "--shoe", "endless", "--json"]
    told = json.loads(CliRunner().invoke(f27, asked, catch_exceptions=False).stdout)
    assert [(each["known"], each.get("kings")) for each in told["insurance"]] == [
        ("upcard", None), ("kings", 0), ("kings", 1), ("kings", 2), ("cards", None),
    ]  # fmt: skip
    assert told["insurance"][1]["completing"] == ["K"]
    assert told["insurance_plays"] == []


def test_keys_of_the_answer() -> None:
    rulebook = lower(tiny("A Q K in 1 suits plus 2 A plus 2 J", peek=False, flushes=False))
    solution = solve_shoe(rulebook, frequencies=True)
    told = as_json([Insured(insurance(rulebook), solution, joint_plays(rulebook, 0, solution))])
    assert [(each["known"], each.get("kings")) for each in told["insurance"]] == [
        ("upcard", None), ("kings", 0), ("kings", 1), ("cards", None),
    ]  # fmt: skip
    assert told["insurance"][1]["edge_pct"] == pytest.approx(-175)
    assert [(each["play"], each.get("kings")) for each in told["insurance_plays"]] == [
        ("never", None), ("kings", 0), ("always", None),
    ]  # fmt: skip
    assert told["insurance_plays"][0]["variance"] == pytest.approx(solution.frequencies.variance)
    assert as_json([]) == {}


def test_games_without_pay_nothing_for_it() -> None:
    found = pipeline.rulebook(pipeline.playable("poker-like")[0])
    assert not found.sides
    assert evolve(found, sides=()).digest == found.digest


@pytest.mark.parametrize(("by_strategy", "words"), [(False, "always taken"), (True, "taken as always does")])
def test_a_strategy_may_be_called_always(by_strategy: bool, words: str) -> None:
    found = Insurance("insurance", Fraction(1), (("A", ("K",)),), ())
    solution = solve_shoe(lower(tiny("A Q K in 1 suits plus 2 A plus 2 J", peek=False, flushes=False)))
    insured = Insured(found, solution, (Joint("always", None, 0.5, 1.0, 0.25, by_strategy),))
    assert words in as_text([insured])
    assert as_json([insured])["insurance_plays"][0].get("strategy", False) is by_strategy


def test_very_many_completing_ranks_are_not_named() -> None:
    ranks = ("A", "2", "3", "4", "5", "K")
    offers = tuple(Offer("kings", "Joker", Fraction(0), None, Fraction(1, 2), kings=kings) for kings in (0, 1, 2))
    solution = solve_shoe(lower(tiny("A Q K in 1 suits plus 2 A plus 2 J", peek=False, flushes=False)))
    told = as_text([Insured(Insurance("side", Fraction(1), (("Joker", ranks),), offers), solution, ())])
    assert [line.split("  ")[0] for line in told.splitlines()[2:]] == [
        "with no completing card",
        "with 1 completing card",
        "with 2 completing cards",
    ]
