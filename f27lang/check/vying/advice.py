"""F0501, F0703 to F0705: advice of vying games: what a seat sees, may do, and is never left without → Report."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction

from attrs import frozen

from f27lang import model
from f27lang.check.bounds import OTHERS
from f27lang.check.facts import every, line_of, number
from f27lang.check.labels import at, at_heading, because
from f27lang.check.strategies import advice_of
from f27lang.check.vying.sight import Block, check_strategy_sight, open_scene, seen_by
from f27lang.diagnostics import Report
from f27lang.lower.patterns import bounds_of
from f27lang.lower.vying.scene import NOBODY_BET, SOMEBODY_BET, scene_of
from f27lang.resolve.quantities import check_crossed, revalued
from f27lang.vying import ANY_SCENE, Scene

SEEN_BY_ALL = (
    *(model.AllChecked, model.WhetherBet, model.SomeCardHelps),
    *(model.RoundIs, model.LiveAre, model.SeatLive),
)
BlockKind = type[model.EachAdvice] | type[model.BettingAdvice] | type[model.DeclareAdvice]


@frozen
class Question:
    """What a seat may be asked, and the moves of which one must be advised for each hand."""

    kind: BlockKind
    words: str
    moves: tuple[str, ...]
    example: str
    bets: tuple[str, ...] = (SOMEBODY_BET, NOBODY_BET)  # what can be so of bets then


@frozen
class LeftOpen:
    """What a strategy has no answer to, or what is wrong with it, a way out, and the block that has no answer."""

    words: str
    help: str
    block: Block | None = None


CALLS = "otherwise check, call"
QUESTIONS = (
    Question(model.EachAdvice, "whether to draw", ("take", "pass"), "otherwise pass"),
    Question(model.BettingAdvice, "what to do while nothing is due", ("check", "bet"), CALLS, (NOBODY_BET,)),
    Question(model.BettingAdvice, "what to do about a bet", ("call", "fold"), CALLS, (SOMEBODY_BET,)),
    Question(model.DeclareAdvice, "what to declare", ("say",), "otherwise say nearest"),
)
BET_WORDS: dict[type[model.Node], str] = {
    model.BetChips: "bet",
    model.RaiseChips: "raise",
    model.Call: "call",
    model.Check: "check",
    model.Fold: "fold",
}


def check_vying_advice(game: model.Game, report: Report) -> None:
    """Report advice that looks at what a seat can't see, that names impossible moves, or that its words leave open."""
    _patterns(game, report)
    for strategy in game.strategies:
        _looks(strategy, report)
        _chips(game, strategy, report)
        _dealer(strategy, report)
        _covers(strategy, report)
    for strategy in () if report.failed or game.abstract else game.strategies:  # hands may be for others to say
        _runs_out(game, strategy, report)


def _patterns(game: model.Game, report: Report) -> None:
    """Report patterns that measure against a dealer or a player, or speak of split and doubled hands."""
    for node in every(model.Node, game.hands, game.shares, game.strategies):
        if isinstance(node, (*OTHERS, model.Unless)):
            words = " ".join(node.span.text.split())
            way_out = "delete it" if isinstance(node, model.Unless) else "write a number"
            report.error("F0309", f"`{words}` is for banked games", at(node, "in a vying game"), helps=(way_out,))


def _looks(strategy: model.Strategy, report: Report) -> None:
    for when in every(model.When, strategy):
        for seen in when.seen:
            if not isinstance(seen, SEEN_BY_ALL):
                report.error(
                    "F0501",
                    "this advice needs cards that a seat does not see",
                    at(seen, "a seat knows no hand but its own"),
                    helps=(
                        "look at the own hand (`on distance ..2`), or at what all see, "
                        "such as `round 2..`, `live ..3` or `somebody bet`",
                    ),
                )
    for block in strategy.lines:
        if isinstance(block, model.EachAdvice | model.DeclareAdvice):
            for checked in every(model.AllChecked, block):
                report.error(
                    "F0704",
                    "nobody checks or bets here",
                    at(checked, "only where bets are made"),
                    helps=("say it in the block `betting`, or take it away",),
                )


def _chips(game: model.Game, strategy: model.Strategy, report: Report) -> None:
    limits = line_of(game.betting, model.Limits)
    if limits is None or not isinstance(limits.range, model.Between | model.Exactly):
        return
    named = bounds_of(limits.range)
    for move in every(model.BetChips | model.RaiseChips, strategy):  # type: ignore[arg-type]  # isinstance takes unions
        chips = move.chips
        if chips is not None and not (named[0] <= number(chips) <= named[-1] and number(chips).denominator == 1):
            verb = "bet" if isinstance(move, model.BetChips) else "raise"
            amounts = (
                f"{named[0]} chip{'s' * (named[0] > 1)}"
                if named[0] == named[-1]
                else f"a number of chips in {named[0]}..{named[-1]}"
            )
            report.error(
                "F0704",
                f"nobody may {verb} {number(chips)} here",
                at(chips, "advised here"),
                because(limits, "the limits"),
                helps=(f"write `{verb}` alone for the least, or name {amounts}",),
            )


def _dealer(strategy: model.Strategy, report: Report) -> None:
    for like in every(model.Like, strategy):
        if like.whom.text == "dealer":
            report.error(
                "F0704",
                "the dealer plays by no law here",
                at(like, "only in banked games"),
                helps=("name a strategy of this game, or write the lines out",),
            )


def _covers(strategy: model.Strategy, report: Report) -> None:
    if not any(isinstance(line, model.Like | Block) for line in strategy.lines):
        report.error(
            "F0703",
            f"`{strategy.name.text}` has no advice",
            at_heading(strategy, "no block `each`, `betting` or `declare` in here"),
            helps=("add `each { ... }` with a last line such as `otherwise pass`",),
        )


def _runs_out(game: model.Game, strategy: model.Strategy, report: Report) -> None:
    if (found := left_open(game, strategy)) is not None and found.block is not None:
        report.error("F0703", found.words, at_heading(found.block, "no line fits it"), helps=(found.help,))


def left_open(game: model.Game, strategy: model.Strategy) -> LeftOpen | None:
    """Return something that a strategy, with the numbers that it has, does not say what to do about."""
    for question in QUESTIONS:
        blocks = [block for block in advice_of(game, strategy) if isinstance(block, question.kind)]
        lines = [(block, line) for block in blocks for line in block.lines if _answers(line, question.moves)]
        if blocks and not any(_always(block, line) for block, line in lines):
            asked = [(line, seen_by(block, line)) for block, line in lines]
            left = next(filter(None, (_left(game, blocks[-1], asked, bets) for bets in question.bets)), None)
            if left:
                words = f"`{strategy.name.text}` does not say {question.words} with {left}"
                return LeftOpen(words, f"end the block with a line such as `{question.example}`", blocks[-1])
    return None


def wrong_with(game: model.Game, strategy: model.Strategy, values: Mapping[str, Fraction]) -> LeftOpen | None:
    """Return what is wrong with a strategy once its own params have other values, and was not before."""
    before, after = Report(), Report()
    for each, report in ((strategy, before), (changed := revalued(strategy, values), after)):
        check_crossed(each, report)
        if not report.failed:
            check_strategy_sight(game, each, report)
            _chips(game, each, report)
    known = [(told.message, told.labels) for told in before]
    new = next((told for told in after if (told.message, told.labels) not in known), None)
    return LeftOpen(new.message, new.helps[0]) if new else left_open(game, changed)


def _answers(line: model.Node, moves: Sequence[str]) -> bool:
    return any(move in moves for move in _moves(line))


def _moves(line: model.Node) -> Iterator[str]:
    match line:
        case model.DrawAdvice() | model.DrawOtherwise():
            yield line.move.text
        case model.BetAdvice():
            yield BET_WORDS[type(line.move)]
        case model.BetOtherwise():
            yield from (BET_WORDS[type(move)] for move in line.moves)
        case model.Say() | model.SayOtherwise():
            yield "say"


def _always(block: model.Node, line: model.Node) -> bool:
    return getattr(line, "on", None) is None and not seen_by(block, line)


def _left(
    game: model.Game, block: Block, asked: Sequence[tuple[model.Node, tuple[model.Seen, ...]]], bets: str
) -> str | None:
    """Return a hand that no line fits whatever the others do, in words, and where lines wait for it the round."""
    from f27lang.lower.hands import TooManyStates  # noqa: PLC0415
    from f27lang.lower.vying.advice import Condition  # noqa: PLC0415
    from f27lang.lower.vying.hands import Hand, VyingHands  # noqa: PLC0415
    from f27lang.lower.vying.lowering import HAND_LIMIT  # noqa: PLC0415

    sure = [(line, seen) for line, seen in asked if all(_sure(each, bets) for each in seen)]
    conditions = [
        Condition(getattr(line, "on", None), any(isinstance(each, model.SomeCardHelps) for each in seen))
        for line, seen in sure
    ]
    scenes = [scene_of(seen) for _, seen in sure]
    try:
        hands = VyingHands(game, conditions, bound=HAND_LIMIT)
        hands.explore()
    except TooManyStates:
        return None  # told elsewhere
    tests: list[Callable[[Hand], bool]] = [hands.test(condition) for condition in conditions]
    known: dict[tuple[Scene, ...], tuple[int, int] | None] = {}
    for state, hand in enumerate(hands.states):
        if hand.left not in hands.table.judged:
            continue
        held = tuple(scene for scene, test in zip(scenes, tests, strict=True) if test(hand))
        if held not in known:
            known[held] = open_scene(game, block, held)
        if (left := known[held]) is not None:
            cards = " ".join(hands.groups[place][0].rank for place in hands.came[state]) or "no card"
            return cards + _when(left, scenes) + (f" when {bets}" if _tells_bets(asked, block) else "")
    return None


def _tells_bets(asked: Sequence[tuple[model.Node, tuple[model.Seen, ...]]], block: Block) -> bool:
    """Return whether draws or declarations hang on bets; what is asked of a seat that bets says it anyway."""
    told = any(isinstance(each, model.WhetherBet) for _, seen in asked for each in seen)
    return told and not isinstance(block, model.BettingAdvice)


def _sure(seen: model.Seen, bets: str) -> bool:
    """Return whether a condition on bets holds where some of them are known; others are looked at by themselves."""
    return seen.text == bets if isinstance(seen, model.WhetherBet) else not isinstance(seen, model.AllChecked)


def _when(left: tuple[int, int], scenes: Sequence[Scene]) -> str:
    """Return the round and the live seats of what is left, where advice tells them apart."""
    round_, live = left
    words = [f"in round {round_}"] if any(scene.rounds != ANY_SCENE.rounds for scene in scenes) else []
    words += [f"{live} seats live"] if any(scene.live != ANY_SCENE.live for scene in scenes) else []
    return f" {', with '.join(words)}" if words else ""
