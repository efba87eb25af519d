"""The games that are measured: bundled ones under settings, and texts in which one thing grows."""

from __future__ import annotations

from attrs import frozen

from f27lang import model, pipeline
from f27lang.changes import Changes
from f27lang.rulebook import Policy, Rulebook
from f27lang.simulate import Kernel, load_kernel
from f27lang.simulate.choice import KERNELS, Unsuited, chosen
from f27lang.solve import solve_endless
from f27lang.source import SourceFile
from tests.benchmarks.speed import Plays

YARDSTICK, STRATEGY = "21-24-27", "mimic_the_dealer"

_REACH = """f27 1

banked game "reach" {{
  cards {{
    decks: 6
    deck: A..{last} in 4 suits
    shuffle: every hand
  }}
  values {{
    A: 1 or 11
    2..10: face
    J: 10
    Q: 10
    K: 10
  }}
  total {{
    read: highest not over {target}
  }}
  hands {{
    standing: total ..{target}
    bust: total over {target}
  }}
  wager game: $1..$100 {{
    pays 1:1 on player wins
    returns on push
    loses on dealer wins
  }}
  play {{
    wager
    deal 2 up to player
    deal 2 up to dealer
    turn player
    turn dealer
    settle
  }}
  player {{
    may hit, stand
  }}
  dealer {{
    stands on total {stands}..
    otherwise hits
  }}
  ranking {{
    rank standing, higher total first
    rank bust
  }}
  settle {{
    at once: player bust -> dealer wins
    after dealer: better hand wins, else push
  }}
  strategy mimic_the_dealer {{
    like dealer
  }}
}}
"""

# what a house may add to the yardstick: words, and lines of a file that extends it, parted by |
ADDED = (
    ("21-24-27", ""),
    ("a hand pays more", "also wager game { | pays 3:2 on player wins with finnish_27 | }"),
    ("a bonus", "also hands { | nines: 9 9 9 | } | bonus nines on game { | adds 5:1 on player wins with nines | }"),
    (
        "a bonus that looks at suits",
        "also hands { | nines: 9 9 9 | } | bonus nines on game { | adds 20:1 on player wins with nines in one suit | }",
    ),
    ("a second wager", "wager pair: $1..$25 { | pays 12:1 on player equal values as dealt | otherwise loses | }"),
)
POKER = (
    ("poker-like", Changes()),
    ("the dealer looks before play", Changes(set_=(("hole_card", "peek"),))),
)


@frozen
class Played:
    """A game's tables and a way to play it."""

    tables: Rulebook
    policy: Policy

    @classmethod
    def by_strategy(cls, game: model.Game) -> Played:
        """Return a game as the dealer would play it: no table of his looks at anything else than others do."""
        return cls(*pipeline.strategy(game, STRATEGY))

    @classmethod
    def by_chart(cls, variant: str, changes: Changes | None = None) -> Played:
        """Return a bundled game by the chart of the endless shoe, which is soon found."""
        tables = pipeline.rulebook(pipeline.playable(variant, changes)[0])
        chart = solve_endless(tables, "chart").policy
        assert chart is not None
        return cls(tables, chart)

    @property
    def cards(self) -> float:
        """The cards of a round, on average, were the shoe endless."""
        found = solve_endless(self.tables, self.policy, frequencies=True).frequencies
        assert found is not None
        return found.player_cards + found.dealer_cards

    def kernel(self, seats: int = 1) -> Kernel:
        """Return the kernel that plays rounds one by one."""
        return load_kernel(self.tables, self.policy, seats=seats)

    def ours(self) -> dict[str, Plays]:
        """Return all our kernels that play this here, by name."""
        found: dict[str, Plays] = {}
        for name in KERNELS:
            try:
                found[name] = chosen(self.kernel(), self.tables, self.policy, 0, name)
            except Unsuited:
                continue
        return found


def with_decks(decks: int, variant: str = YARDSTICK) -> Played:
    """Return a bundled game with a number of decks."""
    game, _ = pipeline.playable(variant, Changes(set_=(("decks", str(decks)),)))
    return Played.by_strategy(game)


def reaching(target: int, last: str = "K") -> Played:
    """Return a plain game in which hands go up to a total, with a deck from the ace up to a rank."""
    return Played.by_strategy(_game(_REACH.format(target=target, last=last, stands=target - 4)))


def adding(lines: str) -> Played:
    """Return the yardstick with further lines."""
    parted = lines.replace(" | ", "\n")
    return Played.by_strategy(_game(f'f27 1\nbanked game "more" extends "{YARDSTICK}" {{\n{parted}\n}}\n'))


def _game(text: str) -> model.Game:
    return pipeline.playable_text(SourceFile("growing.f27", text))[0]
