"""Who sits at a table and how they play, as people type it: Game, words -> VyingRulebook, line-ups, and a run of them.

`--play nearest --bet one:1:5 --declare nearer` has all seats play alike, `--hero commit` moves one who plays otherwise
through all seats, and `--table a,b,c` names the play of each seat, first the one left of the dealer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from fractions import Fraction

from attrs import evolve, frozen

from f27lang import model, pipeline
from f27lang.asking import no_such
from f27lang.check.facts import every
from f27lang.check.vying.advice import LeftOpen, wrong_with
from f27lang.diagnostics import Report, VariantError
from f27lang.lower.hands import TooManyStates
from f27lang.lower.vying import WrongPlay
from f27lang.lower.vying.names import DOES, Part, covers, declares, draws, parts_of
from f27lang.patience import PATIENT, Patience
from f27lang.report.text import count
from f27lang.simulate.net_until import NetUntil
from f27lang.simulate.seated import Lineup, with_hero
from f27lang.simulate.table_tally import TableTally
from f27lang.simulate.vying import TableKernel, TableRun, load_table_kernel, simulate_table
from f27lang.vying import VyingPolicy, VyingRulebook

_FILE = re.compile(r"(.*\.f27)((?::[^:/]*)*)", re.DOTALL)  # with numbers for its strategy
_TRIAL_HANDS = 1 << 12
CHECK = "check"  # what betting is called where no strategy of the file says how to bet
SAY_NEAREST = "say nearest"  # what declaring is called where no strategy says what to declare
_OPTIONS: dict[type[model.Node], str] = {
    model.EachAdvice: "--play",
    model.BettingAdvice: "--bet",
    model.DeclareAdvice: "--declare",
}
Watch = Callable[[int], AbstractContextManager[Callable[[TableTally], None]]]


@frozen
class Asked:
    """What was typed: plays are names such as `commit:5.5:8:24`, or of a file of strategies."""

    players: int | None = None
    play: str | None = None
    bet: str | None = None
    hero: str | None = None
    table: tuple[str, ...] = ()
    declare: str | None = None

    @property
    def ways(self) -> Ways:
        """What stands beside a play."""
        return Ways(self.bet, self.declare)


@frozen
class Ways:
    """How those bet and what they declare whose play does not say it, as typed; None where nothing was said."""

    bet: str | None = None
    declare: str | None = None


@frozen
class Seat:
    """How somebody plays: `whole` as lowering takes it, and what of it says when to draw, how to bet, what to declare.

    `declare` is empty where the game does not ask.
    """

    whole: str
    play: str
    bet: str
    declare: str = ""

    @property
    def bets_itself(self) -> bool:
        """Whether one strategy says both when to draw and how to bet."""
        return self.bet == self.play

    @property
    def words(self) -> str:
        """As people say it."""
        bets = "" if self.bets_itself else f"betting {self.bet}"
        declares = "" if self.declare in ("", SAY_NEAREST, self.play) else f"declaring {self.declare}"
        return ", ".join(filter(None, (self.play, bets, declares)))


@frozen
class Seating:
    """A table: `seats` are the plays of its seats in the first line-up, `hero` who is moved through all of them."""

    game: model.Game
    rulebook: VyingRulebook
    lineups: tuple[Lineup, ...]
    seats: tuple[Seat, ...]
    hero: Seat | None

    @property
    def alike(self) -> Seat | None:
        """How all seats play, but for a hero's; None where they play otherwise than one another."""
        plays = set(self.seats[1:] if self.hero else self.seats)
        return plays.pop() if len(plays) == 1 else None


def seating(game: model.Game, asked: Asked) -> Seating:
    """Return the table that was asked for; raise Misasked where it can't be had, VariantError where it is too much."""
    refuse_to_declare(game, asked.declare)
    ways = asked.ways
    if asked.table:
        seats: list[Seat] = []
        for typed in asked.table:
            game, seat = seat_of(game, "--table", typed, ways)
            seats.append(seat)
        rulebook, policies = lowered(game, seats)
        players_of(rulebook, len(seats), "--table " + ",".join(asked.table))
        return Seating(game, rulebook, (policies,), tuple(seats), None)
    game, usual = usual_seat(game, asked.play, ways)
    if asked.hero is None:
        rulebook, (policy,) = lowered(game, (usual,))
        return alike(game, rulebook, usual, policy, players_of(rulebook, asked.players))
    game, hero = seat_of(game, "--hero", asked.hero, ways)
    rulebook, policies = lowered(game, (hero, usual))
    return against(game, rulebook, (hero, usual), policies, players_of(rulebook, asked.players))


def alike(game: model.Game, rulebook: VyingRulebook, seat: Seat, policy: VyingPolicy, players: int) -> Seating:
    """Return a table of players who all play in one way."""
    return Seating(game, rulebook, ((policy,) * players,), (seat,) * players, None)


def against(
    game: model.Game,
    rulebook: VyingRulebook,
    seats: tuple[Seat, Seat],
    policies: Sequence[VyingPolicy],
    players: int,
) -> Seating:
    """Return a table of a hero, who is the first of two, and others, who play as the second."""
    hero, usual = seats
    return Seating(
        game, rulebook, with_hero(policies[0], policies[1], players), (hero, *(usual,) * (players - 1)), hero
    )


def players_of(rulebook: VyingRulebook, players: int | None, shown: str = "") -> int:
    """Return the number of players asked for, or the usual one; raise Misasked where so many can't play."""
    least, usual, most = rulebook.seats
    number = usual if players is None else players
    if not least <= number <= most:
        option, _, typed = (shown or f"--seats {number}").partition(" ")
        raise no_such(option, typed, f"{count(number, 'player')} can't play this game", f"take {least} to {most}")
    return number


def refuse_to_declare(game: model.Game, declare: str | None) -> None:
    """Raise Misasked where it is said what to declare in a game that does not ask."""
    if declare is not None and not declares(game):
        by_option = next((option.name.text for option in game.options if any(every(model.Declare, option))), None)
        helps = ("leave --declare away", *([f"or play with it: `--with {by_option}`"] if by_option else []))
        raise no_such("--declare", declare, "nobody declares by these rules", *helps)


def declared_in(game: model.Game, asked: Asked) -> Asked:
    """Return what is asked for of a game that is played beside another: nothing of declaring where it has none."""
    return asked if declares(game) else evolve(asked, declare=None)


def usual_seat(game: model.Game, play: str | None, ways: Ways, *, firm: bool = True) -> tuple[model.Game, Seat]:
    """Return how all play, by default as the first strategy of the file that says when to draw."""
    return seat_of(game, "--play", _first(game) if play is None else play, ways, firm=firm)


def lowered(game: model.Game, seats: Sequence[Seat]) -> tuple[VyingRulebook, tuple[VyingPolicy, ...]]:
    """Return the tables with what some plays look at, and these plays on them."""
    try:
        return pipeline.seats(game, [seat.whole for seat in seats])
    except TooManyStates as many:
        report = Report()
        help_ = "limit the draws, as in `at most 6 cards`, or look at fewer things"
        report.error("F0105", f"these hands are too many to tell apart: {many}", helps=(help_,))
        raise VariantError(report) from None


def played(
    seating: Seating,
    hands: int,
    *,
    seed: int = 1,
    threads: int | None = None,
    until: Fraction | None = None,
    patience: Patience = PATIENT,
    watch: Watch = lambda hands: nullcontext(lambda prefix: None),
) -> TableRun:
    """Play hands at a table, or less: `until` the standard error of nets is so many per cent of an ante."""
    kernel, goal, likely = loaded(seating), None, hands
    if until:
        unit = seating.rulebook.unit
        goal = NetUntil(until, unit, unit * (seating.rulebook.ante or 1), seating.hero is not None)
        likely = min(hands, goal.hands_needed(kernel.play(0, _TRIAL_HANDS, seed)))
    patience.allow(f"playing {count(likely, 'hand')}", kernel.seconds(likely))
    with watch(likely) as progress:
        return simulate_table(
            seating.rulebook, seating.lineups, hands, seed=seed, threads=threads, until=goal, progress=progress
        )


def loaded(seating: Seating) -> TableKernel:
    """Return what plays a table."""
    return load_table_kernel(seating.rulebook, seating.lineups)


def _first(game: model.Game) -> str:
    """Return the first strategy of a file that says when to draw; the empty play where nobody draws."""
    if not draws(game):
        return ""
    found = [each.name.text for each in game.strategies if covers(game, each.name.text, model.EachAdvice)]
    if not found:
        helps = ("write a strategy with a block `each`, and name it with --play",)
        raise no_such("--play", "", "no strategy of this game says when to draw", *helps)
    return found[0]


def seat_of(game: model.Game, option: str, typed: str, ways: Ways, *, firm: bool = False) -> tuple[model.Game, Seat]:
    """Return how somebody plays, and the game with the strategies of the files named.

    Who is said to bet, or to declare, in one way while his play says another does not know what to do; where that is
    not `firm` the play counts.
    """
    game, play = _from_file(game, option, typed, model.EachAdvice)
    own = play.replace("+", " ").split()
    words, named = list(own), list[str]()
    for way, said, kind in _said(ways):
        game, word = _from_file(game, way, said, kind)
        _refuse(game, way, said, " ".join(dict.fromkeys((*named, word))), kind)
        named.append(word)
        itself = _saying(game, own, kind)
        if word not in words and (firm or not itself):
            words.append(word)
    whole = " ".join(words)
    _refuse(game, option, typed, whole, model.EachAdvice)
    bets = _saying(game, words, model.BettingAdvice)
    says = _saying(game, words, model.DeclareAdvice)
    draw = _saying(game, own, model.EachAdvice) or _saying(game, own, model.BettingAdvice) or own
    declare = (says or [SAY_NEAREST])[0] if declares(game) else ""
    return game, Seat(whole, " ".join(draw), (bets or [CHECK])[0], declare)


def _said(ways: Ways) -> Iterator[tuple[str, str, type[model.Node]]]:
    """Yield each option that was typed beside a play, with what it says and the kind of advice that it names."""
    if ways.bet is not None:
        yield "--bet", ways.bet, model.BettingAdvice
    if ways.declare is not None:
        yield "--declare", ways.declare, model.DeclareAdvice


def _saying(game: model.Game, words: Sequence[str], kind: type[model.Node]) -> list[str]:
    """Return those parts of a play that give a kind of advice."""
    return [word for word in words if covers(game, word.partition(":")[0], kind)]


def _refuse(game: model.Game, option: str, typed: str, play: str, kind: type[model.Node]) -> None:
    """Raise Misasked where a play can't be followed, or is no advice of a kind."""
    try:
        parts = parts_of(game, play, needed=kind)
    except WrongPlay as wrong:
        raise no_such(option, typed, str(wrong), *filter(None, (_elsewhere(game, play, kind), wrong.help))) from None
    for part in parts:
        if part.values and (found := _wrong_with(game, part)) is not None:
            raise no_such(option, typed, f"with these numbers {found.words}", found.help)


def _elsewhere(game: model.Game, play: str, kind: type[model.Node]) -> str | None:
    """Return where a play belongs that gives other advice than the kind that is wanted."""
    words = play.replace("+", " ").split()
    if _saying(game, words, kind):
        return None
    said = ((word, other) for word in words for other in _OPTIONS if _saying(game, [word], other))
    return next((f"`{word}` says {DOES[other]}: write `{_OPTIONS[other]} {word}`" for word, other in said), None)


def _wrong_with(game: model.Game, part: Part) -> LeftOpen | None:
    """Return what is wrong with a strategy once its numbers are others; with its own ones checks have seen to it."""
    strategy = next(each for each in game.strategies if each.name.text == part.strategy)
    return wrong_with(game, strategy, part.values)


def _from_file(game: model.Game, option: str, typed: str, kind: type[model.Node]) -> tuple[model.Game, str]:
    """Return the strategy of a file of strategies that gives a kind of advice, with the numbers behind the file's name.

    What is no file stands as it is.
    """
    file = _FILE.fullmatch(typed)
    if file is None:
        return game, typed
    path, numbers = file.groups()
    more, names = pipeline.with_strategies(game, path)
    found = [name for name in names if covers(more, name, kind)]
    if len(found) != 1:
        offered = f"it has {', '.join(found)}" if found else "it has none"
        name = f"{found[0]}{numbers}" if found else "NAME"
        help_ = f"play the file itself and name one: `f27 simulate {path} {option} {name}`"
        raise no_such(option, typed, f"{offered} to say what is asked for", help_)
    return more, found[0] + numbers
