"""Two opinions of a hand on one pack: the referee's, from the rules, and the emitted module's, from the tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path

from attrs import evolve

from f27lang import model
from f27lang.changes import Changes
from f27lang.lower.vying import lower_seats
from f27lang.referee.cards import deal_order
from f27lang.referee.vying import VyingReferee
from f27lang.referee.vying_advice import Adviser
from f27lang.referee.vying_rounds import VyingRound
from f27lang.simulate.table_tally import TableTally
from f27lang.simulate.vying import TableKernel, load_plain_table_kernel, load_table_kernel
from f27lang.verify.hands import counted
from f27lang.verify.told import first_apart, seen, teller
from tests.random_variants import shrunk
from tests.resolving import game_of, parsed_file, resolved

UNCHANGED = Changes()


@cache
def _file(path: Path) -> model.File:
    return parsed_file(path)


def game(source: Path | str, changes: Changes = UNCHANGED, *set_: tuple[str, str]) -> model.Game:
    """Return the closed game of a path or of a text, with some more settings."""
    made = evolve(changes, set_=(*changes.set_, *set_))
    fields = {"house": made.house, "with_": made.with_, "without": made.without, "set_": made.set_}
    return game_of(source, **fields) if isinstance(source, str) else resolved(_file(source), **fields)


def adviser(source: Path | str, changes: Changes, play: str) -> Adviser:
    """Return the player of a name such as `commit:5.5:8:24 one`: its numbers are set as `commit.a` and so on."""
    plain = game(source, changes)
    settings: list[tuple[str, str]] = []
    for word in play.split():
        name, *numbers = word.split(":")
        strategy = next(each for each in plain.strategies if each.name.text == name)
        settings += zip(_params_of(plain, strategy), numbers, strict=False)
    return Adviser(game(source, changes, *settings), tuple(word.split(":")[0] for word in play.split()))


def _params_of(found: model.Game, strategy: model.Strategy) -> list[str]:
    """Return the settings of a strategy's own params, in the order in which they are declared."""
    return [name for name in found.settings.params if name.startswith(f"{strategy.name.text}.")]


class Opinions:
    """A table of a game: one play a seat, followed by both."""

    def __init__(self, source: Path | str, plays: Sequence[str], changes: Changes = UNCHANGED, compiled: bool = False):
        self.game = game(source, changes)
        self.rulebook, policies = lower_seats(self.game, plays)
        load = load_table_kernel if compiled else load_plain_table_kernel
        self.kernel: TableKernel = load(self.rulebook, [policies])
        self.teller = teller(self.rulebook, policies)
        advisers = {play: adviser(source, changes, play) for play in dict.fromkeys(plays)}
        self.players = [advisers[play] for play in plays]
        self.referee = VyingReferee(self.game)

    def round(self, hand: int, seed: int = 1) -> VyingRound:
        """Return what the referee sees in a hand."""
        return self.referee.play(deal_order(self.game, seed, hand), self.players)

    def differ(self, hands: Iterable[int], seed: int = 1) -> list[str]:
        """Return the hands, and what the referee saw in them, of which the two tell or count different things."""
        found = []
        for hand in hands:
            by_rules = self.round(hand, seed)
            played = self.kernel.play(hand, 1, seed)
            tally, told = self.teller.play(hand, seed)
            expected = counted(by_rules, self.rulebook, self.kernel.places)
            if played != expected or tally != expected or told != seen(by_rules, self.rulebook):
                apart = f"{_apart(played, expected)} {first_apart(told, seen(by_rules, self.rulebook))}"
                found.append(f"hand {hand}: {apart}\n" + "\n".join(map(str, by_rules.events)))
        return found


def made_small(text: str, plays: Sequence[str], fails: Callable[[Opinions], bool]) -> str:
    """Return a failure for tests/regressions/vying: the plays, and the game without the lines that it does without."""

    def still(smaller: model.Game) -> bool:
        try:
            return fails(Opinions(smaller.files[-1].text, plays))
        except (AssertionError, LookupError, ValueError, StopIteration):  # these plays can't be followed in it
            return False

    return f"# plays: {', '.join(plays)}\n{shrunk(text, still)}"


def _apart(counted: TableTally, expected: TableTally) -> str:
    begins = sorted((begin, name) for name, begin in counted.places.begins.items() if begin < len(counted.counts))

    def name(at: int) -> str:
        begin, table = max(each for each in begins if each[0] <= at) if at >= begins[0][0] else (0, "hands")
        return f"{table}[{at - begin}]"

    pairs = enumerate(zip(counted.counts, expected.counts, strict=True))
    return ", ".join(f"{name(at)} is {one}, the referee has {two}" for at, (one, two) in pairs if one != two)
