"""F0704: advice that waits for a round that never comes, or for seats that never are there → Report."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from attrs import frozen

from f27lang import model
from f27lang.check.bounds import OTHERS
from f27lang.check.facts import every, number, shoe_of
from f27lang.check.labels import at, because
from f27lang.check.seats import most_seats
from f27lang.check.words import counted
from f27lang.diagnostics import Report
from f27lang.lower.vying.scene import NOBODY_BET, SOMEBODY_BET, scene_of, waits_for, whole
from f27lang.vying import Scene, When

FEWEST_LIVE = 2
Block = model.EachAdvice | model.BettingAdvice | model.DeclareAdvice
_STEPS: dict[type[model.Node], tuple[tuple[type[model.Node], ...], str]] = {
    model.EachAdvice: ((model.DrawInTurn, model.DrawTogether, model.DrawByConsent), "draw"),
    model.BettingAdvice: ((model.Bet,), "betting round"),
    model.DeclareAdvice: ((model.Bet,), "betting round"),
}
_OUT_OF_TURN: dict[str, tuple[dict[type[model.Node], str], str, str]] = {
    SOMEBODY_BET: (
        {model.BetChips: "bet", model.Check: "check"},
        "a bet is due",
        "`call`, `raise` or `fold`",
    ),
    NOBODY_BET: (
        {model.Call: "call", model.RaiseChips: "raise", model.Fold: "fold"},
        "nothing is due",
        "`check` or `bet`",
    ),
}


@frozen
class Rounds:
    """How many rounds of a kind a hand can have when advice is asked for: at least, at most, and their steps."""

    least: int
    most: int
    steps: tuple[model.Phase, ...]
    noun: str


def check_vying_sight(game: model.Game, report: Report) -> None:
    """Report conditions on rounds and on live seats that nothing can meet, alone or together."""
    for strategy in game.strategies:
        check_strategy_sight(game, strategy, report)


def check_strategy_sight(game: model.Game, strategy: model.Strategy, report: Report) -> None:
    """Report the conditions of one strategy that nothing can meet."""
    for block in strategy.lines:
        if isinstance(block, Block):
            for seen in every(model.Node, block):
                _alone(game, block, seen, report)
            _block(block, report)


def _block(block: Block, report: Report) -> None:
    heading = getattr(block, "when", None)
    if heading is not None and _together(heading.seen, report):
        return
    for line in block.lines:
        seen = seen_by(block, line)
        if not _together(seen, report):
            _move(line, seen, report)


def seen_by(block: model.Node, line: model.Node) -> tuple[model.Seen, ...]:
    """Return the conditions of a line and of the heading above it."""
    whens: tuple[model.When | None, ...] = (getattr(block, "when", None), getattr(line, "when", None))
    return tuple(seen for when in whens if when is not None for seen in when.seen)


def rounds_of(game: model.Game, block: Block) -> Rounds:
    """Return the rounds that advice in a block can speak of; those in a repeat come once for each card, and once more.

    For declaring these are the betting rounds before it.
    """
    kinds, noun = _STEPS[type(block)]
    steps: list[model.Phase] = []
    most, times = 0, sum(shoe_of(game).values()) + 1
    for phase, repeated in _phases(game):
        if isinstance(block, model.DeclareAdvice) and isinstance(phase, model.Declare):
            break
        if isinstance(phase, kinds):
            steps.append(phase)
            most += times if repeated else 1
    return Rounds(len(steps) if isinstance(block, model.DeclareAdvice) else min(1, most), most, tuple(steps), noun)


def _phases(game: model.Game) -> Iterator[tuple[model.Phase, bool]]:
    """Yield the steps of play, and whether each is in a repeat."""
    for line in game.play.lines if game.play else ():
        yield from ((step.phase, isinstance(line, model.Repeat)) for step in every(model.Step, line))


def _alone(game: model.Game, block: Block, seen: model.Node, report: Report) -> None:
    match seen:
        case model.RoundIs(range=range_) if not isinstance(range_, OTHERS):
            _round(game, block, seen, report)
        case model.LiveAre(range=range_) if not isinstance(range_, OTHERS):
            _live(game, seen, report)
        case model.SeatLive():
            _seat(game, seen, report)
        case model.WhetherBet(text=text) if text == SOMEBODY_BET and game.play and not _bets_before(game, block):
            _never(game, seen, report, message="nobody has bet by then", told="no betting round comes before")


def _round(game: model.Game, block: Block, seen: model.RoundIs, report: Report) -> None:
    (low, high), found, message = whole(seen.range), rounds_of(game, block), f"`{_words(seen)}` never comes"
    counted_on = not isinstance(block, model.DeclareAdvice)
    low = max(low, 1) if counted_on else low
    if high < 1 and counted_on:
        report.error("F0704", message, at(seen, "rounds are counted from 1"), helps=("write `round 1`",))
    elif game.play is None or (found.least <= high and low <= found.most):
        return
    elif not found.most and counted_on:
        _never(game, seen, report, message=message, told=f"there is no {found.noun} in `play`")
    else:
        bound, word = (found.most, " at most") if low > found.most else (found.least, " or more")
        word = "" if found.least == found.most else word
        told = f"a hand has {counted(bound, found.noun)}{word}{'' if counted_on else ' before `declare`'}"
        named = f"name a round in {max(1, found.least)}..{found.most}" if found.most > 1 else "take it away"
        _never(game, seen, report, message=message, told=told, way_out=named, steps=found.steps)


def _never(
    game: model.Game,
    seen: model.Node,
    report: Report,
    *,
    message: str,
    told: str,
    way_out: str = "take it away",
    steps: Sequence[model.Phase] = (),
) -> None:
    """Report what the steps of play never bring; a warning where an option could bring other steps."""
    which = "the only one" if len(steps) == 1 else "the last of them"
    tell = report.warning if game.options or game.choices else report.error
    tell("F0704", message, at(seen, told), *(because(step, which) for step in steps[-1:]), helps=(way_out,))


def _bets_before(game: model.Game, block: Block) -> bool:
    """Return whether a betting round can come before or while advice is asked for."""
    steps = list(_phases(game))
    asked = (model.Declare,) if isinstance(block, model.DeclareAdvice) else _STEPS[type(block)][0]
    places = [place for place, (phase, _) in enumerate(steps) if isinstance(phase, asked)]
    bets = [(place, repeated) for place, (phase, repeated) in enumerate(steps) if isinstance(phase, model.Bet)]
    if not places:
        return True  # nobody is asked at all
    return any(place <= places[-1] or (repeated and steps[places[-1]][1]) for place, repeated in bets)


def _live(game: model.Game, seen: model.LiveAre, report: Report) -> None:
    (low, high), most = whole(seen.range), most_seats(game)
    if high < FEWEST_LIVE:
        report.error(
            "F0704",
            f"`{_words(seen)}` never holds",
            at(seen, "the last live seat is asked nothing"),
            helps=(f"write `live {FEWEST_LIVE}` for the seat that is asked and one other",),
        )
    elif game.seats and low > most:
        report.error(
            "F0704",
            f"`{_words(seen)}` never holds",
            at(seen, "so many never sit here"),
            because(game.seats.range, f"{most} at most"),
            helps=(f"name a number in {FEWEST_LIVE}..{most}",),
        )


def _seat(game: model.Game, seen: model.SeatLive, report: Report) -> None:
    most = most_seats(game)
    if game.seats and number(seen.seat) >= most:
        report.error(
            "F0704",
            f"there is no seat {number(seen.seat)}",
            at(seen.seat, "seat 0 is left of the dealer, and the others follow"),
            because(game.seats.range, f"{most} at most"),
            helps=(f"name a seat in 0..{most - 1}",),
        )


def _together(seen: Iterable[model.Seen], report: Report) -> bool:
    """Report conditions of one line of which each can hold and all can't; return whether there are such."""
    before: list[model.Seen] = []
    for each in seen:
        if isinstance(each, model.RoundIs | model.LiveAre) and isinstance(each.range, OTHERS):
            continue
        if not _open((each,)):
            continue  # told by itself
        if not _open((*before, each)):
            other = next((one for one in before if not _open((one, each))), before[-1])
            report.error(
                "F0704",
                "these conditions never hold together",
                at(each, "not then"),
                because(other, "and this"),
                helps=("take one of them away",),
            )
            return True
        before.append(each)
    return False


def _open(seen: Sequence[model.Seen]) -> bool:
    """Return whether some round, some seats and some bets can be as conditions say."""
    scene, waits = scene_of(seen), waits_for(seen)
    (first, last), (fewest, most) = scene.rounds, scene.live
    bets = waits & When.SOMEBODY_BET and waits & (When.NOBODY_BET | When.ALL_OTHERS_CHECKED)
    return not bets and first <= last and fewest <= most and scene.seats.bit_count() <= most


def _move(line: model.Node, conditions: Iterable[model.Seen], report: Report) -> None:
    """Report a move that nobody may make while somebody, or nobody, bet."""
    if not isinstance(line, model.BetAdvice):
        return
    for seen in every(model.WhetherBet, *conditions):
        out_of_turn, told, instead = _OUT_OF_TURN[seen.text]
        if type(line.move) in out_of_turn:
            report.error(
                "F0704",
                f"nobody may {out_of_turn[type(line.move)]} when {seen.text}",
                at(line.move, "not a move then"),
                because(seen, told),
                helps=(f"write {instead}, or take the condition away",),
            )


def open_scene(game: model.Game, block: Block, scenes: Iterable[Scene]) -> tuple[int, int] | None:
    """Return a round and a number of live seats in which none of some scenes is sure to hold, the least that there are.

    That a named seat is live is never sure.
    """
    sure = [scene for scene in scenes if not scene.seats]
    found = rounds_of(game, block)
    rounds = {found.least, *(scene.rounds[1] + 1 for scene in sure)}
    live, seats = {FEWEST_LIVE, *(scene.live[1] + 1 for scene in sure)}, max(FEWEST_LIVE, most_seats(game))
    for round_ in sorted(each for each in rounds if found.least <= each <= found.most):
        for number_ in sorted(each for each in live if FEWEST_LIVE <= each <= seats):
            if not any(_holds(scene, round_, number_) for scene in sure):
                return round_, number_
    return None


def _holds(scene: Scene, round_: int, live: int) -> bool:
    return scene.rounds[0] <= round_ <= scene.rounds[1] and scene.live[0] <= live <= scene.live[1]


def _words(node: model.Node) -> str:
    return " ".join(node.span.text.split())
