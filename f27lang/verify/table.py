"""Holds every way to play a vying game against the others: Game -> Checks, one at a time, as they are made."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle, islice

from attrs import evolve, frozen

from f27lang import model, pipeline
from f27lang.lower.vying.names import own_plays
from f27lang.normal import NORMAL_95
from f27lang.patience import Patience
from f27lang.referee.cards import deal_order
from f27lang.referee.vying import VyingReferee
from f27lang.referee.vying_advice import Adviser
from f27lang.simulate import measures
from f27lang.simulate.seated import Lineup
from f27lang.simulate.vying import TableRun, load_plain_table_kernel, load_table_kernel, simulate_table
from f27lang.solve.distribution import NotAlone, TooManyHands, final_hands
from f27lang.verify.check import Check
from f27lang.verify.hands import counted
from f27lang.verify.told import first_apart, seen, teller
from f27lang.verify.values import LARGEST_Z
from f27lang.vying import Act, AdviceRow, VyingPolicy, VyingRulebook, When

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
        yield _exact_is_simulated(rulebook, table, hands)
    yield from _left_out(game)
    yield from _claims(game)


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


def _exact_is_simulated(rulebook: VyingRulebook, table: Seated, hands: int) -> Check:
    """Hold the exact mean number of cards against that of the smallest table, at which the pack lasts longest.

    Bets don't change what a seat draws that goes by its own cards, unless somebody folds: then only what it draws is
    compared, with bets that are called.
    """
    name, policy = f"exact = simulated, {table.name}", table.lineup[0]
    try:
        exact = float(final_hands(rulebook, policy).mean_cards)
    except (NotAlone, TooManyHands) as why:
        return Check(name, True, f"not compared: {why}", ran=False)
    run = _smallest(rulebook, policy, hands)
    folds = run.tally.one("folds")
    if folds and " " in table.name:
        drawing = table.name.split()[0]
        return Check(name, True, f"not compared: hands fold, and draw no more ({drawing} alone is compared)", ran=False)
    if folds:
        run = _smallest(rulebook, evolve(policy, bet=_calling(rulebook)), hands)
    cards = measures.measures(run)["cards_per_player"]
    off = abs(cards.value - exact)
    how = ", where all bets are called" if folds else ""
    detail = f"exact {exact:.6f}, simulated {cards.value:.6f} ± {NORMAL_95 * cards.se:.6f} cards{how}"
    return Check(name, off <= LARGEST_Z * cards.se, detail, hands)


def _smallest(rulebook: VyingRulebook, policy: VyingPolicy, hands: int) -> TableRun:
    return simulate_table(rulebook, [(policy,) * rulebook.seats[0]], hands, seed=SEED)


def _calling(rulebook: VyingRulebook) -> tuple[AdviceRow, ...]:
    """Return advice to check and to call with every hand."""
    every = (1,) * len(rulebook.states)
    return tuple(AdviceRow(every, When.ALWAYS, act) for act in (Act.CHECK, Act.CALL))


def _left_out(game: model.Game) -> Iterator[Check]:
    """Name the strategies that are in no play that is checked."""
    played = {name for play in own_plays(game) for name in play.split()}
    for each in game.strategies:
        if (name := each.name.text) not in played:
            detail = "not played: every strategy that says when to draw says this part by itself"
            yield Check(f"referee = emitted, {name}", True, detail, ran=False)


def _claims(game: model.Game) -> Iterator[Check]:
    """Name the claims, which are about a house: here seats play one another."""
    for claim in game.claims:
        detail = "not compared: a vying game has no house; `f27 edge` tells what its rake takes"
        yield Check(f"claim {claim.measure.text} under {claim.under.text}", True, detail, ran=False)
