"""Random banked variants as text: a seed -> a rules card, odd but sound after a few repairs.

Small decks, odd values and targets, hidden and late dealer cards, laws that look across the table, rows at every
moment, several wagers: whatever can be said of hit-and-stand games is said by some seed.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache

from f27lang import model
from f27lang.changes import Changes
from f27lang.check import check
from f27lang.diagnostics import Report
from f27lang.resolve import resolve
from f27lang.source import SourceFile
from f27lang.syntax.parse import parse

RANKS = ("A", *map(str, range(2, 11)), "J", "Q", "K")
VERDICTS = ("player wins", "dealer wins", "push")


def variant(seed: int) -> str:
    """Return the text of one random variant."""
    return Author(random.Random(seed)).text(f"random {seed}")


def worn(seed: int) -> str:
    """Return the text of a random variant whose hands share a shoe, dealt so deep that it can run out of cards."""
    rng = random.Random(f"worn {seed}")
    shuffle = rng.choice((f"at cut card {rng.randint(5, 99)}%", f"every {rng.randint(1, 9)} hands"))
    lines = [f"shuffle: {shuffle}", *rng.choice(([], ["empty: pass"], ["empty: pass"], ["empty: shuffle discards"]))]
    lines += [f"burn: {rng.randint(1, 3)} cards"] if rng.random() < 0.4 else []
    return variant(seed).replace("shuffle: every hand", "\n".join(lines))


def closed(text: str) -> tuple[model.Game | None, Report]:
    """Return the closed and checked game of a text, and all that is wrong with it."""
    report = Report()
    file = parse(SourceFile("random.f27", text), report)
    game = resolve(file, Changes(), report) if file and not report.failed else None
    if game and not report.failed:
        check(game, report, Changes())
    return game, report


@cache
def sound(text: str) -> tuple[str, model.Game | None]:
    """Strike the lines that the checks refuse until nothing is wrong; the game is None where that does not help."""
    for _ in range(12):
        game, report = closed(text)
        if not report.failed:
            return text, game
        text = _without_refused_lines(text, report)
    return text, None


def _without_refused_lines(text: str, report: Report) -> str:
    refused = {d.place.line for d in report if d.severity == "error" and d.place}
    if any(d.code == "F0505" for d in report):
        text = text.replace("decks: 1\n", "decks: 6\n").replace("decks: 2\n", "decks: 6\n")
        refused = set()
    lines = text.split("\n")
    return "\n".join(line for number, line in enumerate(lines, 1) if number not in refused or line.endswith(("{", "}")))


def shrunk(text: str, fails: Callable[[model.Game], bool]) -> str:
    """Strike every line that a failure does without, blocks of lines first; what is left is for tests/regressions."""
    lines = text.split("\n")
    for size in (12, 6, 5, 3, 1):
        for start in reversed(range(len(lines))):
            fewer = lines[:start] + lines[start + size :]
            game, report = closed("\n".join(fewer))
            if game is not None and not report.failed and fails(game):
                lines = fewer
    return "\n".join(lines)


def broken(seed: int) -> str:
    """Return a random variant with some lines lost, doubled or moved: few of them make sense."""
    rng = random.Random(-seed)
    lines = variant(seed).split("\n")
    for _ in range(rng.randint(1, 4)):
        place = rng.randrange(5, len(lines) - 3)
        line = lines[place] if rng.random() < 0.4 else lines.pop(place)
        if rng.random() < 0.6:
            lines.insert(rng.randrange(5, len(lines) - 2), line)
    return "\n".join(lines)


class Author:
    """Writes one rules card; every choice is the random generator's."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.tiny = self.chance(0.6)  # small enough for the slow solver
        self.ranks = sorted(rng.sample(RANKS, rng.randint(2, 3) if self.tiny else rng.randint(3, 7)), key=RANKS.index)
        self.suits = rng.choice((1, 2, 2, 2, 3, 4))
        self.jokers = rng.choice((0, 0, 1, 2))
        self.digit = rng.random() < 0.12
        self.values = {rank: self.value() for rank in self.ranks}
        if self.jokers:
            self.ranks.append("Joker")
            self.values["Joker"] = ["0"] if self.digit or self.chance(0.6) else [f"makes {rng.randint(8, 27)}"]
        self.target = rng.randint(8, 30)
        self.soft = [rank for rank, ways in self.values.items() if len(ways) > 1]
        self.deals = self.dealing()
        self.names: list[str] = []
        self.bust_ends = not self.digit and self.chance(0.75)
        free = [rank for rank, ways in self.values.items() if ways[0] == "0" or ways[0].startswith("makes")]
        self.limit = None if self.bust_ends and not free and self.chance(0.4) else rng.randint(3, 3 if self.tiny else 6)

    def chance(self, probability: float) -> bool:
        return self.rng.random() < probability

    def some(self, makers: list[Callable[[], str]], least: int, most: int) -> list[str]:
        return [self.rng.choice(makers)() for _ in range(self.rng.randint(least, most))]

    def value(self) -> list[str]:
        if self.digit:
            return [str(self.rng.randint(0, 12))]
        low = self.rng.randint(1, 13)
        if self.chance(0.3):
            return [str(low), str(low + self.rng.randint(1, 13))]
        return [f"{low}/2" if self.chance(0.1) else str(low)]

    def dealing(self) -> list[str]:
        usual = ["deal 2 up to player", "deal 2 up to dealer"]
        hole = ["deal 1 up to player", "deal 1 up to dealer", "deal 1 up to player", "deal 1 down to dealer"]
        late = ["deal 2 up to player", "deal 1 up to dealer", "turn player", "deal 1 up to dealer"]
        blind = ["deal 2 up to player", "deal 2 down to dealer"]
        odd = ["deal 1 up to dealer", "deal 3 up to player", "turn player", "deal 2 up to dealer"]
        return self.rng.choice((usual, usual, usual, hole, hole, late, blind, odd))

    @property
    def hidden(self) -> bool:
        return any("down" in deal for deal in self.deals)

    @property
    def one_upcard(self) -> bool:
        before = self.deals[: self.deals.index("turn player")] if "turn player" in self.deals else self.deals
        shown = [deal for deal in before if deal.endswith("up to dealer")]
        return len(shown) == 1 and shown[0].startswith("deal 1")

    @property
    def all_shown(self) -> bool:
        return not self.hidden and "turn player" not in self.deals

    def text(self, title: str) -> str:
        hands = self.hands()  # gives the names that the other sections use
        sections = [
            self.block("cards", [f"decks: {self.decks()}", f"deck: {self.deck()}", "shuffle: every hand"]),
            self.block("values", [f"{rank}: {' or '.join(ways)}" for rank, ways in self.values.items()]),
            self.block("total", self.total()),
            self.block("hands", hands),
            self.block("play", ["wager", *self.steps(), "settle"]),
            *self.player(),
            *self.dealer(),
            self.block("ranking", self.ranking()),
            self.block("settle", self.settle()),
            *self.wagers(),
            *self.strategies(),
        ]
        return f'f27 1\n\nbanked game "{title}" {{\n' + "\n".join(sections) + "}\n"

    def block(self, heading: str, lines: list[str]) -> str:
        return f"  {heading} {{\n" + "".join(f"    {line}\n" for line in lines) + "  }\n"

    def decks(self) -> int:
        return self.rng.choice((1, 1, 1, 2, 6))

    def deck(self) -> str:
        plain = " ".join(rank for rank in self.ranks if rank != "Joker")
        added = f" plus {self.jokers} Joker" if self.jokers else ""
        if self.chance(0.2):
            added += f" plus {self.rng.randint(1, 4)} {self.rng.choice(self.ranks)}"
        return f"{plain} in {self.suits} suits{added}"

    def total(self) -> list[str]:
        if self.digit:
            return ["read: last digit"]
        read = "nearest" if self.chance(0.15) else "highest not over"
        soft = [
            f"soft: {rank} counts {self.values[rank][-1]}"
            for rank in self.rng.sample(self.soft, min(1, len(self.soft)))
        ]
        return [f"read: {read} {self.target}", *soft]

    def hands(self) -> list[str]:
        lines = ["points: total 0..9"] if self.digit else []
        if not self.digit:
            lines = [f"standing: total ..{self.target}", f"bust: total over {self.target}"]
        for name in self.rng.sample(("lucky", "odd_one", "special"), self.rng.randint(0, 3)):
            lines.append(f"{name}: {self.pattern()}" + (f" or {self.pattern()}" if self.chance(0.3) else ""))
            self.names.append(name)
        return lines

    def rank(self) -> str:
        return self.rng.choice(self.ranks)

    def cards(self, number: int) -> str:
        return " ".join("any" if self.chance(0.15) else self.rank() for _ in range(number))

    def range(self) -> str:
        top = 9 if self.digit else self.target
        low = self.rng.randint(1, top)
        high = self.rng.randint(low, top)
        return self.rng.choice((f"{low}..", f"..{low}", f"{low}", f"{low}..{high}", f"over {low}", f"under {high}"))

    def reading(self) -> str:
        return self.rng.choice(("hard", "soft", "total", "total") if self.soft and not self.digit else ("total",))

    def head(self) -> str:
        return self.rng.choice(
            (
                lambda: self.cards(self.rng.randint(2, 3)),
                lambda: f"{self.reading()} {self.range()}",
                lambda: f"{self.reading()} {self.range()}",
                lambda: f"equal {self.rng.choice(('ranks', 'values'))}",
                lambda: f"holding {self.rank()}",
                lambda: f"dealt {self.cards(2)}",
                lambda: f"{self.rank()} dealt second",
            )
        )()

    def tail(self) -> str:
        number = self.rng.randint(2, 4)
        suits = ("in one suit", "in spades") if self.suits > 1 else ("in one suit",)
        return self.rng.choice(("as dealt", f"with {number} cards", f"with {number}.. cards", *suits))

    def pattern(self) -> str:
        head = self.rng.choice(self.names) if self.names and self.chance(0.3) else self.head()
        if "dealt" in head or self.chance(0.5):
            return head
        return f"{head} {self.tail()}"

    def steps(self) -> list[str]:
        turn = [] if "turn player" in self.deals else ["turn player"]
        return [*self.deals, *turn, "turn dealer"]

    def seen(self) -> str:
        """Return a condition that the player may look at."""
        makers = ["player drew nothing", f"player drew {self.rank()}"]
        if self.all_shown:
            makers += ["dealer will hit", "dealer will stand", f"dealer shows total {self.range()}"]
            makers += [f"dealer has {self.pattern()}"]
        if self.one_upcard:
            makers += [f"dealer shows {self.rank()}"] * 3
        return self.rng.choice(makers)

    def player(self) -> list[str]:
        low = self.rng.randint(1, 9 if self.digit else self.target)
        cap = [f"at most {self.limit} cards"] if self.limit else []
        if self.chance(0.15):
            return [self.block("player", [f"must hit on total ..{low}", "otherwise must stand", *cap])]
        lines = ["may hit, stand"]
        if self.chance(0.3):
            lines = ["may stand", f"may hit on {self.pattern()}", f"may hit on total ..{low}"]
        if self.chance(0.25):
            lines.append(f"must hit on total ..{max(low // 2, 1)}")
        if self.chance(0.2):
            lines.append(f"must stand on {self.reading()} {low + 1}..")
        blocks = [self.block("player", lines + cap)]
        if self.chance(0.35):
            forced = f"must {self.rng.choice(('hit', 'stand'))} on {self.pattern()}"
            blocks.append(self.block(f"player when {self.seen()}", [forced]))
        if self.chance(0.1) and self.all_shown:
            blocks.append(self.block("player when dealer will stand", ["must hit on total under dealer"]))
        return blocks

    def dealer(self) -> list[str]:
        top = 9 if self.digit else self.target
        stop = self.rng.randint(max(1, top - 10), top)
        cap = [f"at most {self.limit or self.rng.randint(3, 6)} cards"]
        style = self.rng.random()
        if style < 0.55:
            lines = [f"stands on total {stop}.."]
            if self.soft and not self.digit:
                lines = [f"stands on hard {stop}..", f"stands on soft {self.rng.randint(stop, top)}.."]
            lines.append("otherwise hits")
            cap = [] if self.limit is None else cap
        elif style < 0.7:
            lines = ["hits on total under player", "otherwise stands"]
        elif style < 0.85:
            lines = [f"hits on total ..{stop - 1}", f"hits on total {stop} when player drew {self.rank()}"]
            lines += [f"hits on total {stop} when player has {self.pattern()}", "otherwise stands"]
        else:
            lines = [f"hits on {self.pattern()}", f"hits on total ..{stop // 2}", "otherwise stands"]
        blocks = [self.block("dealer", lines + cap)]
        if self.chance(0.1):
            blocks.append(self.block("dealer when player drew nothing", [f"hits on total ..{max(stop - 2, 1)}"]))
        return blocks

    def orders(self) -> str:
        makers = ["higher total first", "higher total first", "fewer cards first", "lower total first"]
        if not self.digit:
            makers.append(f"nearest {self.target} first")
        return "".join(f", {order}" for order in self.rng.sample(makers, self.rng.randint(1, 2)))

    def ranking(self) -> list[str]:
        rungs = [f"rank {name}" for name in self.rng.sample(self.names, self.rng.randint(0, len(self.names)))]
        rungs = [rung + (self.orders() if self.chance(0.3) else "") for rung in rungs]
        if self.digit:
            return [*rungs, "rank points, higher total first"]
        bust = "rank bust" + (f", nearest {self.target} first" if self.chance(0.4) else "")
        return [*rungs, f"rank standing{self.orders()}", bust]

    def verdict(self) -> str:
        plain = self.rng.choice(VERDICTS)
        return plain if self.chance(0.6) else f"better hand wins, else {plain}"

    def fact(self, sides: tuple[str, ...]) -> str:
        side = self.rng.choice(sides)
        if self.chance(0.12) and len(sides) > 1:
            return f"{self.rng.choice(('player', 'dealer'))} better"
        if self.chance(0.12) and len(sides) > 1:
            return "player total over dealer"
        return f"{side} {self.pattern()}"

    def facts(self, sides: tuple[str, ...]) -> str:
        return " and ".join(self.fact(sides) for _ in range(self.rng.choice((1, 1, 1, 2))))

    def settle(self) -> list[str]:
        sides = ("player", "dealer", "both", "either")
        before = sides if self.all_shown else ("player",)
        rows = []
        if self.chance(0.4):
            verdict = self.verdict() if self.all_shown else self.rng.choice(VERDICTS)
            rows.append(f"after deal: {self.facts(before)} -> {verdict}")
        if self.chance(0.35):
            rows.append(f"at once: {self.facts(sides)} -> {self.verdict()}")
        if self.chance(0.25):
            rows.append(f"after player: {self.facts(('player',))} -> {self.rng.choice(VERDICTS)}")
        if self.bust_ends:
            rows.insert(self.rng.randint(0, len(rows)), "at once: player bust -> dealer wins")
        rows += [f"after dealer: {self.facts(sides)} -> {self.verdict()}" for _ in range(self.rng.randint(0, 2))]
        last = self.rng.choice(("push", "push", *VERDICTS))
        return [*rows, f"after dealer: better hand wins, else {last}"]

    def odds(self) -> str:
        less = f" less {self.rng.choice((1, 5, 25))}%" if self.chance(0.2) else ""
        return f"{self.rng.randint(1, 12)}:{self.rng.choice((1, 1, 2, 3, 5))}{less}"

    def wagers(self) -> list[str]:
        lines = []
        for _ in range(self.rng.randint(0, 2)):
            event = self.rng.choice(("player wins", "push", "dealer wins"))
            narrowed = f" with {self.pattern()}" + (f" against {self.pattern()}" if self.chance(0.15) else "")
            lines.append(f"pays {self.odds()} on {event}{narrowed}")
        push = self.rng.choice(("returns on push", "returns on push", "loses on push"))
        lines += [f"pays {self.odds()} on player wins", push, "loses on dealer wins"]
        found = [self.block("wager game: $10..$500", lines)]
        if self.chance(0.3):
            fact = self.rng.choice(("player", "player", "dealer", "either"))
            side = [f"pays {self.odds()} on {fact} {self.pattern()}", f"pays {self.odds()} on push"]
            word = self.rng.choice(("loses", "returns"))
            found.append(self.block("wager side: $5..$50", [*side[: self.rng.randint(1, 2)], f"otherwise {word}"]))
        return found

    def strategies(self) -> list[str]:
        advice = [
            lambda: f"{self.rng.choice(('hit', 'stand'))} on {self.pattern()}",
            lambda: f"{self.rng.choice(('hit', 'stand'))} on {self.pattern()} when {self.seen()}",
        ]
        lines = [*self.some(advice, 0, 3), f"otherwise {self.rng.choice(('hit', 'stand'))}"]
        body = "".join(f"      {line}\n" for line in lines)
        return [f"  strategy a {{\n    player {{\n{body}    }}\n  }}\n", "  strategy b {\n    like dealer\n  }\n"]
