"""Plays worn shoes: a rulebook whose hands share a shoe, a policy, rounds and a seed -> Run with its ShoeTally."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

from attrs import evolve, frozen

from f27lang.build import build, plain
from f27lang.emit import RunTables, emit, run_tables, structure
from f27lang.emit.tables import ways
from f27lang.rulebook import OutOfCards, Policy, Rulebook
from f27lang.simulate.answers import answers
from f27lang.simulate.beside import played
from f27lang.simulate.shoe_tally import ShoeSums, ShoeTally
from f27lang.simulate.watch import NOBODY, Watch

TRIAL_SHOES = 64  # by their hands a run tells how many shoes it takes
_LARGEST_SUM = 2**63 - 1


@frozen
class ShoeKernel:
    """A module that plays worn shoes, loaded, with the tables of the game, the player, and what he watches."""

    module: ModuleType
    tables: RunTables
    player: tuple[bytes, ...]
    watch: dict[str, int | tuple[int, ...]]
    nothing: ShoeTally
    compiled: bool
    reason: str
    most: int  # no more shoes than this at a time: sums of squares must fit into 64 bits

    def play(self, first: int, shoes: int, seed: int) -> ShoeTally:
        """Return how the rounds of `shoes` shoes from number `first` on end, at most `most`. Raises OutOfCards."""
        try:
            counts, sums = self.module.play_shoes(first, shoes, seed, self.tables, self.player, self.watch)
        except self.module.OutOfCards:
            raise OutOfCards("a round needed more cards than the shoe holds") from None
        return evolve(self.nothing, counts=tuple(counts), sums=ShoeSums(*sums))


def load_shoe_kernel(
    rulebook: Rulebook,
    policy: Policy,
    *,
    seats: int = 1,
    watch: Watch = NOBODY,
    wager: int = 0,
    like: Rulebook | None = None,
    cache_dir: Path | None = None,
    in_python: bool = False,
) -> ShoeKernel:
    """Return the kernel that plays worn shoes by a policy, which every seat plays by, counted as `watch` says.

    Sums are about the wager of that number. `like` is another setting of the game, as for `load_kernel`. With
    `in_python` the module runs as plain Python, whatever compilers there are. Raises CompilerFailed, and ValueError
    where the policy breaks the rules, where nothing is worn, or where bets are too large to add up.
    """
    rulebook = played(rulebook, policy)
    if rulebook.shuffling is None:
        raise ValueError(f"{rulebook.name} shuffles before every hand")
    shared = like is not None and like.shuffling is not None and structure(like) == structure(rulebook)
    module = emit(like if like is not None and shared else rulebook, several=seats > 1)
    if in_python:
        loaded, compiled, reason = plain(module.name, module.text), False, "plain Python was asked for"
    else:
        built = build(module.name, module.text, cache_dir=cache_dir)
        loaded, compiled, reason = built.module, built.compiled, built.reason
    pays = tuple(outcome.payoffs[wager] for outcome in rulebook.outcomes) * ways(rulebook.sides)
    tables = run_tables(rulebook)
    return ShoeKernel(
        module=loaded,
        tables={**tables, "seats": seats} if seats > 1 else tables,
        player=answers(rulebook, policy),
        watch=watch.settings(rulebook.shoe, pays),
        nothing=ShoeTally.empty(len(pays), watch.bins, seats, wager),
        compiled=compiled,
        reason=reason,
        most=_most_shoes(rulebook, pays, watch),
    )


def _most_shoes(rulebook: Rulebook, pays: tuple[int, ...], watch: Watch) -> int:
    """Return how many shoes can be summed up in 64 bits, whatever happens in them."""
    largest = max(1, *map(abs, pays)) * max(1, *map(abs, watch.bets or (1,)))
    found = _LARGEST_SUM // (rulebook.shoe * largest) ** 2  # each hand takes a card at least
    if not found:
        raise ValueError(f"bets of {max(watch.bets or (1,))} are too large to add up what they bring")
    return found
