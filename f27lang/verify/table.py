"""Holds every way to play a vying game against the others: Game -> Checks, one at a time, as they are made."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle, islice

from attrs import frozen

from f27lang import model, pipeline
from f27lang.lower.vying.names import own_plays
from f27lang.patience import Patience
from f27lang.referee.cards import deal_order
from f27lang.referee.vying import VyingReferee
from f27lang.referee.vying_advice import Adviser
from f27lang.simulate import measures
from f27lang.simulate.seated import Lineup
from f27lang.simulate.vying import load_plain_table_kernel, load_table_kernel, simulate_table
from f27lang.solve.distribution import NotAlone, TooManyHands, final_hands
from f27lang.verify.check import Check
from f27lang.verify.hands import counted
from f27lang.verify.told import first_apart, seen, teller
from f27lang.verify.values import LARGEST_Z
from f27lang.vying import VyingRulebook

REFEREE_HANDS = 200
COMPILED_HANDS = 10_000
SIMULATED_HANDS = 2_000_000
SEED = 1
MIXED = "all plays"


@frozen
class Seated:
    """A table: what it is called, and the play of each seat, as tables and as the referee asks for it."""

    name: str
    lineup: Lineup
    players: tuple[Adviser, ...]


def verify_table(game: model.Game, hands: int = SIMULATED_HANDS) -> Iterator[Check]:
    """Yield each check of a vying game without errors but its examples; `hands` are simulated for each play."""
    rulebook, tables = _tables(game)
    for table in tables:
        yield _referee_is_emitted(game, rulebook, table)
    yield _emitted_is_compiled(rulebook, tables[-1])
    yield _chips_are_conserved(rulebook, tables[-1], hands)
    for table in tables[:-1]:
        if " " not in table.name:  # what is joined to another says no more of drawing
            yield from _exact_is_simulated(rulebook, table, hands)


def allow(game: model.Game, hands: int, patience: Patience) -> None:
    """Ask before simulating takes long."""
    rulebook, tables = _tables(game)
    kernel = load_table_kernel(rulebook, [tables[-1].lineup])
    patience.allow("simulating each play", kernel.seconds(hands) * len(tables))


def _tables(game: model.Game) -> tuple[VyingRulebook, list[Seated]]:
    """Return a table for each play of the game's strategies, all seats alike, and a full one of all of them."""
    plays = own_plays(game) or ("",)
    rulebook, policies = pipeline.seats(game, plays)
    advisers = [Adviser(game, tuple(play.split())) for play in plays]
    _, usual, most = rulebook.seats
    tables = [
        Seated(play, (policy,) * usual, (adviser,) * usual)
        for play, policy, adviser in zip(plays, policies, advisers, strict=True)
    ]
    mixed = Seated(MIXED, tuple(islice(cycle(policies), most)), tuple(islice(cycle(advisers), most)))
    return rulebook, [*tables, mixed]


def _referee_is_emitted(game: model.Game, rulebook: VyingRulebook, table: Seated) -> Check:
    name = f"referee = emitted, {table.name}"
    referee, python = VyingReferee(game), teller(rulebook, table.lineup)
    for number in range(REFEREE_HANDS):
        by_rules = referee.play(deal_order(game, SEED, number), table.players)
        tally, told = python.play(number, SEED)
        apart = first_apart(told, seen(by_rules, rulebook))
        if apart or tally != counted(by_rules, rulebook, python.kernel.places):
            words = "; ".join(event.words for event in by_rules.events)
            where = f", the module tells {apart}" if apart else ""
            return Check(name, False, f"hand {number} of seed {SEED}, by the rules: {words}{where}", number + 1)
    return Check(name, True, "same events in the same order, same stakes", REFEREE_HANDS)


def _emitted_is_compiled(rulebook: VyingRulebook, table: Seated) -> Check:
    name = "emitted = compiled"
    kernel = load_table_kernel(rulebook, [table.lineup])
    if not kernel.compiled:
        return Check(name, True, f"nothing to compare: {kernel.reason}", 0, ran=False)
    python = load_plain_table_kernel(rulebook, [table.lineup]).play(0, COMPILED_HANDS, SEED)
    machine = kernel.play(0, COMPILED_HANDS, SEED)
    same = python == machine
    return Check(name, same, "same tallies" if same else f"{python.counts} against {machine.counts}", COMPILED_HANDS)


def _chips_are_conserved(rulebook: VyingRulebook, table: Seated, hands: int) -> Check:
    """Add up what all seats won and what the house took: exactly what was staked."""
    tally = simulate_table(rulebook, [table.lineup], hands, seed=SEED).tally
    nets = sum(tally.seat(seat, rulebook.unit).total for seat in range(len(table.lineup)))
    left = nets + tally.one("rake")
    detail = f"nets and rake add up to {left}/{rulebook.unit} of a chip" if left else "nets and rake add up to nothing"
    return Check("chips are conserved", not left, detail, hands)


def _exact_is_simulated(rulebook: VyingRulebook, table: Seated, hands: int) -> Iterator[Check]:
    """Hold the exact mean number of cards against that of the smallest table, at which the pack lasts longest."""
    try:
        exact = float(final_hands(rulebook, table.lineup[0]).mean_cards)
    except (NotAlone, TooManyHands):
        return
    run = simulate_table(rulebook, [table.lineup[: rulebook.seats[0]]], hands, seed=SEED)
    if run.tally.one("folds"):
        return  # a hand that folds draws no more
    cards = measures.measures(run)["cards_per_player"]
    off = abs(cards.value - exact)
    detail = f"exact {exact:.6f}, simulated {cards.value:.6f} ± {1.96 * cards.se:.6f} cards"
    yield Check(f"exact = simulated, {table.name}", off <= LARGEST_Z * cards.se, detail, hands)
