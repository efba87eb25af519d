"""The stage itself: closed Game without errors → Rulebook, the same whatever names, files and the order of laws."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from fractions import Fraction
from math import lcm
from typing import Any

from attrs import evolve, frozen

from f27lang import model
from f27lang.lower.canonical import Canonical, canonical
from f27lang.lower.classes import class_of, sorted_shoe
from f27lang.lower.eyes import Eyes
from f27lang.lower.hands import HandMachine, TooManyStates
from f27lang.lower.laws import Line
from f27lang.lower.minimise import minimise
from f27lang.lower.origins import origins
from f27lang.lower.pairs import Across, Hands, gathered, states_in, union
from f27lang.lower.patterns import named
from f27lang.lower.poker_order import poker_of
from f27lang.lower.rounds import Draft, Round
from f27lang.lower.settle import Decided, Ending, endings_of
from f27lang.lower.shuffling import shuffling_of
from f27lang.lower.sides import accepting
from f27lang.lower.strategy import Advice, accepts_of, advice_of
from f27lang.lower.used import used
from f27lang.lower.words import dealt_names, outcome_names, place, reading_name, row_text
from f27lang.rulebook import Deal, HandState, Move, Outcome, Policy, Rulebook, SettleRow, Showdown, Side

STATE_LIMIT = 1_500  # tables have as many cells, squared
MACHINE_LIMIT = 6_000  # hands before those that no table tells apart are one
WATCHED_LIMIT = 2_000  # the same, with what a strategy looks at besides


def lower(game: model.Game) -> Rulebook:
    """Return the tables of a closed banked game that has no errors.

    Raises hands.TooManyStates where the rules tell too many hands apart, which `too_large` tells beforehand.
    """
    play, rows = _played(game, HandMachine(game, bound=MACHINE_LIMIT))
    return _rulebook(game, play, rows, _canonical(play, play.tables))


@frozen(order=True)
class Rank:
    """The rung that a hand stands on, its place from the top and its name, "" for none; and how many cards it has."""

    place: int
    rung: str
    cards: int


def lower_ranked(game: model.Game, strategy: str | None = None) -> tuple[Rulebook, Policy | None, tuple[Rank, ...]]:
    """Return tables that tell hands apart by rung and number of cards, a strategy's play on them, and all their ranks.

    For games in which poker ranks decide. Outcomes and results are those of `lower(game)`. Raises hands.TooManyStates.
    """
    if strategy is None:
        play, rows = _played(game, HandMachine(game, bound=MACHINE_LIMIT))
        states = _canonical(play, play.tables, _rank_of(play))
        return _rulebook(game, play, rows, states), None, _ranks(play, states)
    tables, policy, play, states = _with_strategy(game, strategy, ranked=True)
    return tables, policy, _ranks(play, states)


def lower_strategy(game: model.Game, name: str) -> tuple[Rulebook, Policy]:
    """Return the tables with the hands that a strategy tells apart, and its play on them.

    Outcomes and results are those of `lower(game)`. Raises hands.TooManyStates.
    """
    return _with_strategy(game, name, ranked=False)[:2]


def _with_strategy(game: model.Game, name: str, *, ranked: bool) -> tuple[Rulebook, Policy, Round, Canonical]:
    lines, accepts = advice_of(game, name), accepts_of(game, name)
    watched = (*_nodes(lines), *accepts)
    play, rows = _played(game, HandMachine(game, watched, bound=MACHINE_LIMIT), watched)
    advice, takes = _advice(play, lines), _accepting(play, accepts)
    states = _canonical(play, (*play.tables, advice, *takes), _rank_of(play) if ranked else None)
    tables = _rulebook(game, play, rows, states)
    advised = _pair_table(states, advice, int)
    asked = Move.HIT | Move.STAND
    moves = (said if allowed == asked else allowed for said, allowed in zip(advised, tables.moves, strict=True))
    accepted = tuple(_pair_table(states, draft, int) for draft in takes)
    return tables, Policy(name, tuple(moves), accepted), play, states


def too_large(game: model.Game, machine: HandMachine | None = None) -> model.Game | model.Strategy | None:
    """Return the game, or a strategy of it, whose tables would have more than STATE_LIMIT hand states.

    For a game without other errors; quick unless it comes close. `machine` are its hands, where they are known.
    """
    plain = machine or HandMachine(game, bound=MACHINE_LIMIT)
    if _beyond_limit(game, plain, []):
        return game
    for strategy in game.strategies:
        lines = advice_of(game, strategy.name.text)
        watched = (*_nodes(lines), *accepts_of(game, strategy.name.text))
        if Eyes(game, plain.cards, watched).features == plain.eyes.features:
            continue
        if _strategy_too_large(game, watched, lines):
            return strategy
    return None


def _strategy_too_large(game: model.Game, watched: Sequence[model.Node], lines: list[Line]) -> bool:
    try:
        return _beyond_limit(game, HandMachine(game, watched, bound=WATCHED_LIMIT), lines)
    except TooManyStates:
        return True


def _beyond_limit(game: model.Game, machine: HandMachine, lines: list[Line]) -> bool:
    if len(machine.states) <= STATE_LIMIT:
        return False
    play, _ = _played(game, machine, _nodes(lines))
    tables = (*play.tables, _advice(play, lines)) if lines else play.tables
    return len(set(_blocks(play, tables).values())) > STATE_LIMIT


def _advice(play: Round, lines: list[Line]) -> Draft:
    return Advice(play.pairs, lines, play.will).draft(play.asked)


def _accepting(play: Round, lines: Sequence[model.Accept]) -> tuple[Draft, ...]:
    """Return, by wager beside another, with which hands dealt it is taken; nothing where none ever is."""
    wagers = [side.wager.name.text for side in play.beside] if lines else []
    return tuple(Draft(_takes(accepting(play.pairs, lines, name)), play.may_be_offered) for name in wagers)


def _takes(fits: Across) -> Callable[[int], dict[int, Hands]]:
    return lambda p: {1: fits(p)}


def _nodes(lines: Iterable[Line]) -> list[model.Node]:
    return [node for line in lines for node in line if node is not None]


def _played(game: model.Game, machine: HandMachine, extra: Sequence[model.Node] = ()) -> tuple[Round, tuple[int, ...]]:
    """Return all that can happen in a round by the rules that some round brings to bear, and which rows these are."""
    play = Round(game, machine)
    kept = used(game, play, extra)
    return Round(kept.game, HandMachine(kept.game, extra, bound=MACHINE_LIMIT)) if kept.idle else play, kept.rows


def _canonical(play: Round, tables: Iterable[Draft], rank: Callable[[int], Rank] | None = None) -> Canonical:
    states = canonical(play.machine, _blocks(play, tables, rank), play.growing, ranks_apart=bool(play.contests))
    if len(states.members) > STATE_LIMIT:
        raise TooManyStates(STATE_LIMIT)
    return states


def _blocks(play: Round, tables: Iterable[Draft], rank: Callable[[int], Rank] | None = None) -> dict[int, int]:
    kept = _kept(play)
    charted = _charted(play)
    labels: dict[int, Hashable] = {
        state: (_label(play.machine, state, bool(charted >> state & 1)), rank and rank(state))
        for state in states_in(kept)
    }
    return minimise(play.machine, kept, play.growing, labels, tables)


def _rank_of(play: Round) -> Callable[[int], Rank]:
    machine, ladder = play.machine, play.game.ranking
    rungs = [(rung.name.text, named(rung.name)) for rung in (ladder.lines if ladder else ())]

    def rank(state: int) -> Rank:
        fitting = ((place, name) for place, (name, pattern) in enumerate(rungs) if machine.fits(state, pattern))
        return Rank(*next(fitting, (len(rungs), "")), machine.sight(state)[machine.eyes.count_slot])

    return rank


def _ranks(play: Round, states: Canonical) -> tuple[Rank, ...]:
    return tuple(_rank_of(play)(members[0]) for members in states.members)


def _kept(play: Round) -> Hands:
    """Return the hands that some round goes through."""
    machine = play.machine
    starts = union(1 << machine.start(side) for side in ("player", "dealer"))
    return starts | play.growing | union(play.after(state) for state in states_in(play.growing))


def _charted(play: Round) -> Hands:
    """Return the hands that a chart names: the player's with a move to make, and those that the dealer shows."""
    moving = union(1 << p for p, shown in play.moves.reached.items() if shown)
    return moving | union(play.dealt.reached.values())


def _label(machine: HandMachine, state: int, charted: bool) -> tuple[Fraction, bool] | str:
    """Return what a hand is to a reader: totals over the limit are one where no chart names them."""
    reading = machine.reading(state)
    return "over" if reading.over and not charted else (reading.total, reading.soft)


def _rulebook(game: model.Game, play: Round, rows: Sequence[int], states: Canonical) -> Rulebook:
    endings, contests = sorted(play.endings), sorted(play.contests)
    numbers: dict[Decided, int] = {ending: number for number, ending in enumerate(endings, 1)}
    showdowns = tuple(Showdown(*(numbers[ending] - 1 for ending in endings_of(contest))) for contest in contests)
    numbers |= {contest: number for number, contest in enumerate(contests, 1 + len(endings))}
    peeked = _pair_table(states, play.peeked, numbers.__getitem__)
    law, dealer_hits = _laws(states, play.hits)
    denominator = lcm(*(payoff.denominator for ending in endings for payoff in _paid(ending)))
    before, between = _deals(game)
    return Rulebook(
        name=game.name,
        classes=tuple(class_of(cards, play.machine.cards) for cards in states.groups),
        sorted_shoe=sorted_shoe(states.groups),
        states=_states(play, states),
        step=states.step,
        player_start=states.player_start,
        dealer_start=states.dealer_start,
        before=before,
        between=between,
        moves=_pair_table(states, play.moves, int),
        dealt=_pair_table(states, play.dealt, numbers.__getitem__),
        drawn=_pair_table(states, play.drawn, numbers.__getitem__),
        stood=_pair_table(states, play.stood, numbers.__getitem__),
        law=law,
        dealer_hits=dealer_hits,
        final=_pair_table(states, play.final, lambda ending: numbers[ending] - 1),
        outcomes=_outcomes(game, [evolve(ending, row=rows[ending.row]) for ending in endings], denominator),
        wagers=tuple(wager.name.text for wager in game.table_wagers),
        denominator=denominator,
        poker=poker_of(game.poker, play.machine.cards) if game.poker and contests else None,
        showdowns=showdowns,
        faces=tuple((card.rank, card.suit, card.count) for card in play.machine.cards) if contests else (),
        peeked=peeked if any(peeked) else (),
        sides=tuple(_side(game, play, number, states) for number in range(len(play.beside))),
        shuffling=shuffling_of(game, sum(card.count for card in play.machine.cards)),
        origins=origins(game),
        rows=tuple(SettleRow(row_text(row), place(row)) for row in (game.settle.lines if game.settle else ())),
    )


def _side(game: model.Game, play: Round, number: int, states: Canonical) -> Side:
    wager, nobody, width = play.beside[number].wager, play.machine.start("player"), len(states.members)
    assert isinstance(wager.stake, model.StakeUpTo | model.StakeExactly)
    asked = play.insured[number].asked(nobody)
    results = tuple(sorted(asked))
    views = states.numbered(play.offered[number].asked(nobody).get(1, 0))
    brings = {d: 1 + results.index(pays) for pays, some in asked.items() for d in states_in(states.numbered(some))}
    return Side(
        name=wager.name.text,
        of=[other.name.text for other in game.table_wagers].index(wager.stake.wager.text),
        share=wager.stake.share.value,
        offered=tuple(views >> v & 1 for v in range(width)),
        brings=tuple(brings.get(d, 0) for d in range(width)),
        results=results,
    )


def _pair_table(states: Canonical, draft: Draft, number: Callable[[Any], int]) -> tuple[int, ...]:
    """Return a table [player's state * states + dealer's state], 0 where no round asks."""
    width = len(states.members)
    cells = [0] * (width * width)
    for at, members in enumerate(states.members):
        for value, hands in gathered(each for p in members for each in draft.asked(p).items()).items():
            for d in states_in(states.numbered(hands)):
                cells[at * width + d] = number(value)
    return tuple(cells)


def _laws(states: Canonical, hits: Draft) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the group of each player's state, and [group * states + dealer's state] where the dealer takes a card.

    A state joins the first group with which it agrees on all hands that the dealer reaches against both.
    """
    law: list[int] = []
    groups: list[tuple[Hands, Hands]] = [(0, 0)]  # the dealer's hands reached, and those of them that take a card
    for members in states.members:
        reached = states.numbered(union(hits.reached.get(p, 0) for p in members))
        taking = states.numbered(union(hits.asked(p).get(1, 0) for p in members))
        law.append(_join(groups, reached, taking))
    width = range(len(states.members))
    return tuple(law), tuple(taking >> d & 1 for _, taking in groups for d in width)


def _join(groups: list[tuple[Hands, Hands]], reached: Hands, taking: Hands) -> int:
    for number, (others, taken) in enumerate(groups):
        if not (taking ^ taken) & reached & others:
            groups[number] = (others | reached, taken | taking)
            return number
    groups.append((reached, taking))
    return len(groups) - 1


def _states(play: Round, states: Canonical) -> tuple[HandState, ...]:
    machine, cards = play.machine, _cards(states)
    named = dealt_names(play.game, machine)
    found = []
    for number, members in enumerate(states.members):
        readings = sorted({machine.reading(state) for state in members}, key=lambda each: (each.total, each.soft))
        reading = readings[0]
        plain = reading_name(reading) if len(readings) == 1 else "over"
        name = next((name for name, fits in named if all(map(fits, members))), plain)
        found.append(HandState(name, reading.total, reading.soft, reading.over, cards[number], states.examples[number]))
    return tuple(found)


def _cards(states: Canonical) -> list[int | None]:
    """Return the number of cards of each state, where all hands in it have as many."""
    width = len(states.groups)
    counts: list[set[int]] = [set() for _ in states.members]
    queue = [(states.player_start, 0), (states.dealer_start, 0)]
    for state, count in queue:  # grows while it is walked
        if count in counts[state] or len(counts[state]) > 1:
            continue
        counts[state].add(count)
        after = set(states.step[state * width : (state + 1) * width])
        if after != {state}:
            queue.extend((each, count + 1) for each in after)
    return [next(iter(found)) if len(found) == 1 else None for found in counts]


def _paid(ending: Ending) -> tuple[Fraction, ...]:
    paid = tuple(payoff for payoff in ending.payoffs if payoff is not None)
    assert len(paid) == len(ending.payoffs), ending
    return paid


def _outcomes(game: model.Game, endings: list[Ending], denominator: int) -> tuple[Outcome, ...]:
    return tuple(
        Outcome(
            name,
            ending.verdict,
            ending.row,
            ending.player_over,
            ending.dealer_over,
            tuple(int(payoff * denominator) for payoff in _paid(ending)),
            tuple(int(payoff * denominator) for payoff in ending.fixed),
        )
        for name, ending in zip(outcome_names(game, endings), endings, strict=True)
    )


def _deals(game: model.Game) -> tuple[tuple[Deal, ...], tuple[Deal, ...]]:
    """Return the deals before and between the turns."""
    assert game.play
    phases = [step.phase for step in game.play.lines if isinstance(step, model.Step)]
    turns = (index for index, phase in enumerate(phases) if isinstance(phase, model.TurnOf))
    first_turn = next(turns, len(phases))
    return _dealt(phases[:first_turn]), _dealt(phases[first_turn:])


def _dealt(phases: Iterable[model.Phase]) -> tuple[Deal, ...]:
    deals = (phase for phase in phases if isinstance(phase, model.Deal))
    return tuple(Deal(deal.to.text, deal.number.value, deal.facing.text == "up") for deal in deals)
