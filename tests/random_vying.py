"""Random vying games without errors, and strategies for all that they ask: a seed → text, plays."""

from __future__ import annotations

from random import Random

from attrs import define, field, frozen

from tests.vying_by_hand import text


@frozen
class Table:
    """A game, and how each of its seats plays."""

    text: str
    plays: tuple[str, ...]


def table(seed: int) -> Table:
    """Return the table of a number."""
    dice = Random(seed)
    players = dice.choice((2, 2, 3, 4, 6, 10))
    declared = dice.random() < 0.4
    barred = dice.random() < 0.4
    game = {
        "cards": _cards(dice, players),
        "values": _values(dice),
        "play": (play := _play(dice, declared)),
        "each": _each(dice) if "draw" in play else "",
        "betting": _betting(dice),
        **(shares := _shares(dice, barred, declared)),
        "pot": _pot(dice, len(shares) if barred or declared else 0, declared),
        **_strategies(dice, declared, Sight(Random(f"sight {seed}"), players, play)),
    }
    plays = [f"{dice.choice(('far', 'short', 'greedy'))} {dice.choice(('bold', 'shy', 'late'))}" for _ in range(3)]
    plays = [f"{play} honest" if declared and dice.random() < 0.8 else play for play in plays]
    dropped = {f"share {name}: 1/2": "" for name in ("low", "high") if f"share {name}: 1/2" not in game}
    return Table(text(str(players), **game, **dropped), tuple(dice.choice(plays) for _ in range(players)))


def _cards(dice: Random, players: int) -> str:
    suits = dice.choice((4, 4, 3)) if players > 4 else dice.choice((4, 2, 1))
    decks = 2 if players > 6 else 1
    return f"decks: {decks} | deck: A..K in {suits} suits | shuffle: every hand | empty: pass"


def _values(dice: Random) -> str:
    ace = dice.choice(("1 or 11", "1 or 11", "1", "1/2 or 10", "1 or 5 or 12"))
    court = dice.choice(("1/2", "1/2", "10", "1/3", "0"))
    return f"A: {ace} | 2..10: face | J: {dice.choice((court, '3/2'))} | Q K: {court}"


def _play(dice: Random, declared: bool) -> str:
    draw = dice.choice(("draw", "draw together", "draw if all agree"))
    bodies = (
        f"repeat {{ | bet | {draw} | }} until nobody draws | bet",
        f"repeat {{ | {draw} | bet | {dice.choice(('draw', 'draw together'))} | }} until nobody draws",
        f"draw | bet | {draw}",
        f"bet | {draw} | bet",
        "bet | bet",
        f"{draw} | repeat {{ | bet | draw | }} until nobody draws | bet",
    )
    deal = dice.choice(("deal 1 down to each | deal 1 up to each", "deal 2 up to each", "deal 1 up to each"))
    return f"ante | {deal} | {dice.choice(bodies)}{' | declare' if declared else ''} | showdown"


def _each(dice: Random) -> str:
    lines = ["may take, pass", f"takes 1 card {dice.choice(('up', 'down'))}"]
    if dice.random() < 0.3:
        lines.append(f"at most {dice.randint(3, 5)} cards")
    if dice.random() < 0.3:
        lines.append(f"at most {dice.randint(1, 3)} draws")
    if dice.random() < 0.4:
        lines.append(f"locked after {dice.randint(1, 3)} passes{dice.choice((' running', ''))}")
    return " | ".join(lines)


def _betting(dice: Random) -> str:
    opens = dice.choice(("left of dealer", "left of dealer, then further left"))
    most = dice.choice((3, 4))
    return f"opens: {opens} | limits: {dice.choice((1, 2))}..{most} chips | raises: ..{dice.randint(0, 4)} per round"


def _pot(dice: Random, claimed: int, declared: bool) -> str:
    lines = [f"ante: {dice.randint(1, 3)} chips", "last in takes all"]
    rake = dice.choice(("", "rake: 5%", "rake: 10% up to 2 chips", "rake: 2.5% up to 1 chips, only at showdown"))
    lines += [rake] if rake else []
    other = "other share, else everyone" if claimed == 2 else "everyone"
    lines += [f"unclaimed: {dice.choice((other, 'everyone'))}"] if claimed else []
    lines += [f"both: {dice.choice(('must win outright', 'may tie'))}"] if declared else []
    return " | ".join(lines)


def _shares(dice: Random, barred: bool, declared: bool) -> dict[str, str]:
    low, high = dice.choice(((7, 27), (7, 27), (13, 33), ("5.5", "21.5"), (9, 18)))
    over = "barred" if barred else "allowed"
    if not declared and dice.random() < 0.2:
        return {"share best: all": _share(dice, f"{low} or {high}", over)}
    parts = dice.choice((("1/2", "1/2"), ("1/2", "1/2"), ("1/3", "2/3")))
    return {
        f"share low: {parts[0]}": _share(dice, str(low), over),
        f"share high: {parts[1]}": _share(dice, str(high), dice.choice((over, "allowed"))),
    }


def _share(dice: Random, targets: str, over: str) -> str:
    counting = dice.choice(("freely", "freely", "lowest", "highest"))
    ties = dice.choice(
        ("split", "lower total, then split", "higher total, then split", "fewer cards, then lower total, then split")
    )
    return f"nearest: {targets} | over: {over} | counting: {counting} | ties: {ties}"


@define
class Sight:
    """What advice waits for at a table; at half of all tables it waits for nothing."""

    dice: Random
    players: int
    play: str
    waits: bool = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.waits = self.dice.random() < 0.5

    def lines(self, *moves: str) -> str:
        """Return a line that waits for something for some of these moves."""
        chosen = [move for move in moves if self.waits and self.dice.random() < 0.7]
        return "".join(f"{move} when {self._conditions(move.split()[0])} | " for move in chosen)

    def _conditions(self, verb: str) -> str:
        kinds = [self._live(), f"seat {self.dice.randrange(self.players)} live"]
        kinds += [self._round(verb)] if verb not in ("take", "pass") or "draw" in self.play else []
        kinds += [self.dice.choice(self._bets(verb))] if self._bets(verb) else []
        return " and ".join(self.dice.sample(kinds, self.dice.randint(1, min(3, len(kinds)))))

    def _round(self, verb: str) -> str:
        if verb == "say":
            return f"round {self.dice.choice(('2..', '3..', '4..') if 'repeat' in self.play else ('1..',))}"
        later = ("2", "2..", "2..3", "over 3") if "repeat" in self.play else ()
        return f"round {self.dice.choice(('1', '..2', 'under 4', *later))}"

    def _live(self) -> str:
        number = self.dice.randint(2, self.players)
        return f"live {self.dice.choice((f'..{number}', f'{number}..', f'{number}', f'2..{number}'))}"

    def _bets(self, verb: str) -> tuple[str, ...]:
        if verb in ("take", "pass") and "repeat" not in self.play and "bet | draw" not in self.play:
            return ("nobody bet",)
        return {"bet": ("nobody bet",), "raise": ("somebody bet",), "call": ("somebody bet",), "fold": ()}.get(
            verb, ("somebody bet", "nobody bet")
        )


def _strategies(dice: Random, declared: bool, sight: Sight) -> dict[str, str]:
    near, far = dice.randint(0, 3), dice.randint(3, 8)
    helped = f"take on distance over {near} when some card helps"
    short = f"take on lowest total under {far} | take on total nearest {3 * far} under {2 * far} with ..4 cards"
    bold = sight.lines("raise 3 chips", "bet 2 chips", "call")
    bold += f"raise 3 chips on distance ..{near} | bet 2 chips on distance ..{near} | raise on distance ..{near}"
    bold += f" | bet on distance ..{far} | call on distance ..{far + 4}"
    shy = f"bet on distance to {far} ..1 when some card helps | call on distance ..{far} with 2.. cards"
    late = f"raise on holding A | fold on distance over {far + 6}"
    honest = sight.lines("say low", "say both", "say nearest")
    honest += f"say both on distance ..{near} | say low on lowest total ..{far + 4} | say high as dealt"
    rows = {
        "far": f"each {{ | {sight.lines('take', f'pass on distance over {far}')}{helped} | otherwise pass | }}",
        "short": f"each {{ | {sight.lines('pass with 4.. cards')}pass on equal ranks | {short} | otherwise pass | }}",
        "greedy": f"each {{ | pass with {dice.randint(6, 9)}.. cards | otherwise take | }}",
        "bold": f"betting {{ | {bold} | otherwise check, call | }}",
        "shy": f"betting {{ | {sight.lines('fold', 'call', 'bet')}{shy} | otherwise check, fold | }}",
        "late": f"betting when all others checked {{ | bet on distance ..{far} | }}"
        f" | betting {{ | {late} | otherwise check, call | }}",
        "honest": f"declare {{ | {honest} | otherwise say nearest | }}",
    }
    return {f"strategy {name}": row for name, row in rows.items() if declared or name != "honest"}
