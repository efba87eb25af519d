"""Vying games in English: Game -> the sections of the card about table, play, draws, bets, pot and shares."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from f27lang import model
from f27lang.check.cards import two_valued
from f27lang.check.facts import every, line_of, phases
from f27lang.report.prose.hands import any_of
from f27lang.report.prose.rule import Rule
from f27lang.report.prose.words import card_name, counted, listed, numeral, points, quantity, quoted, sentence

_PARTS = {Fraction(1): "the whole pot", Fraction(1, 2): "half of the pot", Fraction(1, 3): "a third of the pot"}
_STEPS: dict[type[model.Node], str] = {
    model.Bet: "a betting round",
    model.DrawInTurn: "a draw",
    model.DrawTogether: "a draw in which all decide at once",
    model.DrawByConsent: "a draw if all agree",
}
_DRAWS: dict[type[model.Node], str] = {
    model.DrawInTurn: "players draw one after another, from the left of the dealer, and see the draws before theirs",
    model.DrawTogether: "all decide before any card is dealt",
    model.DrawByConsent: "where all must agree, each says yes or no: after one no nobody gets a card, else all get one",
}
_UNRAISED = "while nothing is due a player checks or bets, and nobody folds; who checked may raise later"
_RAISED = "once there is a bet, each player calls it, raises it or folds; nobody ever runs out of chips"
_HEIRS = {
    "other share": "goes to the winners of the other share",
    "everyone": "is split by all players still in",
    "next hand": "stays for the next hand",
}
_COUNTS = {
    "freely": "as is best, whatever it counts elsewhere",
    "lowest": "its lowest value",
    "highest": "its highest value",
}
_TIES = {
    "lower total": "the one with the lower total is nearer",
    "higher total": "the one with the higher total is nearer",
    "fewer cards": "the one with fewer cards is nearer",
}


def table(game: model.Game) -> Iterator[Rule]:
    """Yield who sits at the table."""
    if game.seats is None:
        return
    match game.seats.range:
        case model.Between(low=low, high=high) if quantity(low) != quantity(high):
            players = f"{numeral(int(quantity(low)))} to {counted(int(quantity(high)), 'player')} take part"
        case model.Between(low=number) | model.Exactly(value=number):
            players = f"{counted(int(quantity(number)), 'player')} take part"
        case _:
            return
    usually = f", usually {numeral(game.seats.usually.value)}" if game.seats.usually else ""
    yield Rule(sentence(players + usually), (game.seats,))
    plays = "deals and does not play" if game.seats.sits_out else "is one of them, and acts last"
    yield Rule(sentence(f"the dealer {plays}; the deal passes to the left after every hand"), (game.seats,))


def play(game: model.Game) -> Iterator[Rule]:
    """Yield the steps of a hand."""
    for line in game.play.lines if game.play else ():
        if isinstance(line, model.Repeat):
            inside = [_STEPS.get(type(step.phase), "a deal") for step in every(model.Step, line)]
            follow = "follows" if len(inside) == 1 else "follow"
            said = f"then {listed(inside)} {follow}, again and again, until a round brings nobody a card"
            yield Rule(sentence(said), (line,))
        else:
            yield Rule(sentence(_step(line.phase, game)), (line.phase, *_antes(line.phase, game)))


def _step(phase: model.Phase, game: model.Game) -> str:
    match phase:
        case model.Anteing():
            ante = line_of(game.pot, model.Ante)
            chips = _chips(ante.chips) if ante else "a chip"
            return f"before the deal each player puts an ante of {chips} into the pot"
        case model.Deal(number=number, facing=facing):
            are = "is" if number.value == 1 else "are"
            return f"{counted(number.value, 'card')} {are} dealt face {facing.text} to each player, one at a time"
        case model.Declare():
            shares = listed([quoted(share.name.text) for share in game.shares], "or")
            both = " or both" if len(game.shares) == 2 else ""
            return f"all players still in declare at the same time what they play for, {shares}{both}"
        case model.Showdown():
            return "then the players still in show their hands, and the pot is shared"
    return f"then comes {_STEPS[type(phase)]}" if type(phase) in _STEPS else "then play goes on"


def _antes(phase: model.Phase, game: model.Game) -> tuple[model.Node, ...]:
    return tuple(every(model.Ante, game.pot)) if isinstance(phase, model.Anteing) else ()


def _chips(number: model.Quantity) -> str:
    value = quantity(number)
    return counted(int(value), "chip") if value.denominator == 1 else f"{points(value)} chips"


def drawing(game: model.Game) -> Iterator[Rule]:
    """Yield how cards are drawn."""
    lines = game.each.lines if game.each else ()
    may = tuple(line for line in lines if isinstance(line, model.MayDraw))
    if may:
        yield Rule("In a draw each player still in may take one card or pass.", may)
    yield from _ways_to_draw(game)
    for line in lines:
        if said := _draw_line(line):
            yield Rule(sentence(said), (line,))


def _ways_to_draw(game: model.Game) -> Iterator[Rule]:
    for kind, said in _DRAWS.items():
        steps = tuple(phase for phase in phases(game) if isinstance(phase, kind))
        if steps:
            yield Rule(sentence(said), steps)


def _draw_line(line: model.Node) -> str:
    match line:
        case model.Takes(facing=facing):
            return f"a card that is taken lies face {facing.text}"
        case model.Locked(number=number, running=running):
            times = int(quantity(number))
            passes = "one pass" if times == 1 else f"{numeral(times)} passes{' one after another' if running else ''}"
            return f"after {passes} a hand is locked: it draws no more"
        case model.Limit(number=number, what=model.MostDraws()):
            return f"a hand takes at most {counted(int(quantity(number)), 'card')}"
        case model.Limit(number=number):
            return f"a hand of {counted(int(quantity(number)), 'card')} takes no more"
    return ""


def betting(game: model.Game) -> Iterator[Rule]:
    """Yield how bets are made."""
    lines = game.betting.lines if game.betting else ()
    for line in lines:
        yield Rule(sentence(_bet_line(line)), (line,))
    if lines:
        yield Rule(
            "While nothing is due a player checks or bets, and nobody folds; who checked may raise later.", lines
        )
        yield Rule(
            "Once there is a bet, each player calls it, raises it or folds; nobody ever runs out of chips.", lines
        )


def _bet_line(line: model.Opens | model.Limits | model.Raises) -> str:
    match line:
        case model.Opens(moving=None):
            return "every betting round opens at the left of the dealer"
        case model.Opens():
            first = "the first betting round opens at the left of the dealer"
            return f"{first}, each later one with the next player still in to the left of the last opener"
        case model.Limits(range=model.Between(low=low, high=high)) if quantity(low) != quantity(high):
            return f"a bet or a raise is {numeral(int(quantity(low)))} to {_chips(high)}"
        case model.Limits(range=model.Between(low=number) | model.Exactly(value=number)):
            return f"a bet or a raise is {_chips(number)}"
        case model.Raises(range=model.UpTo(high=most)) if quantity(most) == 0:
            return "a bet can't be raised"
        case model.Raises(range=model.UpTo(high=most)):
            return f"a round has at most {counted(int(quantity(most)), 'raise')}, the opening bet not counted"
    return "bets are limited"


def pot(game: model.Game) -> Iterator[Rule]:
    """Yield what happens to the pot beside its shares."""
    for line in game.pot.lines if game.pot else ():
        match line:
            case model.Rake():
                yield Rule(sentence(_rake(line)), (line,))
            case model.LastIn():
                yield Rule("When all but one have folded, the last one in takes the whole pot, unseen.", (line,))
            case model.Unclaimed(heirs=heirs):
                said = "; else it ".join(_HEIRS[heir.text] for heir in heirs)
                yield Rule(sentence(f"a share that nobody has a claim to {said}"), (line,))
            case model.BothWays(how=how):
                yield Rule(sentence(_both(how)), (line,))


def _both(how: model.Outright | model.OrTie) -> str:
    fails = "does not win each alone" if isinstance(how, model.Outright) else "loses one of them"
    return f"who declares several shares and {fails} leaves them all, and they are judged again among the others"


def _rake(rake: model.Rake) -> str:
    assert isinstance(rake.share, model.PercentLiteral)
    if not rake.share.percent.value:
        return "the house takes nothing"
    most = f", at most {_chips(rake.most)}" if rake.most else ""
    pots = "every pot that comes to a showdown" if rake.at_showdown else "every pot"
    return f"the house takes {rake.share.percent.text} of {pots}{most}"


def shares(game: model.Game) -> Iterator[Rule]:
    """Yield who wins each share of the pot, and what the names of hands mean."""
    for share in game.shares:
        near = line_of(share, model.Nearest)
        if near is not None and share.part is not None:
            targets = listed([points(quantity(target)) for target in near.targets], "or")
            whichever = ", whichever is nearer" if len(near.targets) > 1 else ""
            goes = f"{_part(share)} ({quoted(share.name.text)}) goes to the hand with a total nearest to {targets}"
            yield Rule(sentence(goes + whichever), (share, near))
        for line in share.lines:
            if said := _share_line(line, share, game):
                yield Rule(sentence(said), (line,))
    for named in game.hands.lines if game.hands else ():
        yield Rule(sentence(f"{quoted(named.name.text)} means {any_of(named.patterns)}"), (named,))


def _part(share: model.PotShare) -> str:
    part = share.part.value if isinstance(share.part, model.Amount) else Fraction(1)
    return _PARTS.get(part, f"{part} of the pot")


def _share_line(line: model.Node, share: model.PotShare, game: model.Game) -> str:
    name = quoted(share.name.text)
    match line:
        case model.OverTarget(how=model.Barred()):
            return f"for {name} a total over the target does not count; a hand with no other has no claim"
        case model.OverTarget():
            return f"for {name} a total over the target counts as one below it does"
        case model.Counting(ways=ways):
            return _counting(name, [way.text for way in ways], share, game)
        case model.Ties(orders=orders):
            said = [_TIES[order.text] for order in orders if order.text in _TIES]
            near = f"of hands equally near to {name}, " if said else f"hands equally near to {name} split it"
            return f"{near}{'; then '.join(said)}; hands still equal split it" if said else near
    return ""


def _counting(name: str, ways: list[str], share: model.PotShare, game: model.Game) -> str:
    cards = listed([card_name(rank) for rank in two_valued(game)])
    if not cards:
        return ""
    if len(ways) == 1:
        return f"for {name} each {cards} counts {_COUNTS[ways[0]]}"
    near = line_of(share, model.Nearest)
    targets = [points(quantity(target)) for target in near.targets] if near else []
    each = [f"{_COUNTS[way]} for {target}" for way, target in zip(ways, targets, strict=False)]
    return f"for {name} each {cards} counts {listed(each)}"
