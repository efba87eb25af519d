"""The deal, the player's turn and the dealer's, in English: Game -> the sections of the card about them."""

from __future__ import annotations

from collections.abc import Iterator

from f27lang import model
from f27lang.report.prose.hands import condition, hand, others
from f27lang.report.prose.rule import Rule
from f27lang.report.prose.words import counted, listed, numeral, quantity, quoted, sentence

_MEANING = {"hit": "hit (take a card)", "stand": "stand (take no more)"}
_Turn = model.PlayerTurn | model.DealerTurn


def deal(game: model.Game) -> Iterator[Rule]:
    """Yield the steps of a round."""
    begun: str | None = None
    for phase in phases(game):
        said = _step(phase, begun, game)
        if isinstance(phase, model.TurnOf):
            begun = phase.seat.text
        if said:
            yield Rule(sentence(said), (phase, *_stakes(phase, game)))


def _step(phase: model.Phase, begun: str | None, game: model.Game) -> str:
    match phase:
        case model.Wagering():
            return f"before the deal {_wagering(game.table_wagers)}"
        case model.Offer():
            return _offered(phase, game)
        case model.Deal(number=number, facing=facing, to=to):
            when = f"after the {begun}'s turn " if begun else ""
            is_ = "is" if number.value == 1 else "are"
            hidden = _hidden(number.value) if facing.text == "down" else ""
            return f"{when}{counted(number.value, 'card')} {is_} dealt face {facing.text} to the {to.text}{hidden}"
        case model.Peek(when=when):
            shows = f"when {condition(when)} he" if when else "the dealer"
            return f"{shows} looks at the hidden {hidden_cards(game)}; if that does not decide the hand, play goes on"
        case model.TurnOf(seat=seat):
            return f"{'then ' if begun else ''}the {seat.text} has {'his' if seat.text == 'dealer' else 'the'} turn"
        case model.Settling():
            return "then the wagers are settled"
    return ""


def _offered(offer: model.Offer, game: model.Game) -> str:
    stake = next(wager.stake for wager in game.side_wagers if wager.name.text == offer.what.text)
    assert isinstance(stake, model.StakeUpTo | model.StakeExactly)
    most = "up to " if isinstance(stake, model.StakeUpTo) else ""
    share, of = quantity(stake.share), quoted(stake.wager.text)
    much = f"as much as {of}" if share == 1 else f"{share} of {of}"
    shows = f"when {condition(offer.when)} " if offer.when else ""
    return f"{shows}a player whose hand is not decided may make the wager {quoted(offer.what.text)}, {most}{much}"


def _hidden(number: int) -> str:
    return f", where {'it stays' if number == 1 else 'they stay'} hidden until the dealer's turn"


def _stakes(phase: model.Phase, game: model.Game) -> tuple[model.Node, ...]:
    return tuple(wager.stake for wager in game.table_wagers if wager.stake) if isinstance(phase, model.Wagering) else ()


def _wagering(wagers: tuple[model.Wager, ...]) -> str:
    if len(wagers) == 1:
        return f"the player may make the wager {_stake(wagers[0])}"
    return f"the player may make any of these wagers: {listed([_stake(wager) for wager in wagers])}"


def _stake(wager: model.Wager) -> str:
    name = quoted(wager.name.text)
    if isinstance(wager.stake, model.StakeFree):
        return f"{name} of {wager.stake.least.text} to {wager.stake.most.text}"
    return name


def player(game: model.Game) -> Iterator[Rule]:
    """Yield what the player may do in his turn."""
    for turn in game.player:
        granted: dict[str, list[model.May]] = {}
        for line in turn.lines:
            if isinstance(line, model.May):
                granted.setdefault(_case(turn, line.on, line.when, "player"), []).append(line)
        for case, lines in granted.items():
            moves = listed([_MEANING[move.text] for line in lines for move in line.moves], "or")
            yield Rule(sentence(f"the player may {moves}{case}"), tuple(lines))
    yield from _limits(game.player, "player")


def forced(game: model.Game) -> Iterator[Rule]:
    """Yield the moves that the player must make."""
    may = any(isinstance(line, model.May) for turn in game.player for line in turn.lines)
    for turn in game.player:
        for line in turn.lines:
            if isinstance(line, model.Must):
                yield Rule(
                    sentence(f"the player must {line.move.text}{_case(turn, line.on, line.when, 'player')}"), (line,)
                )
            elif isinstance(line, model.OtherwiseMust):
                when = _case(turn, None, None, "player")
                yield Rule(sentence(f"with any other hand the player must {line.move.text}{when}"), (line,))
    lines = tuple(line for turn in game.player for line in turn.lines if isinstance(line, model.Must))
    if lines and may:
        yield Rule("A forced move goes before every choice.", lines)
    if _says(model.Will, game.player):
        yield Rule("The dealer is bound to do what his rules say of the cards that he was dealt.", _laws(game))


def dealer(game: model.Game) -> Iterator[Rule]:
    """Yield what the dealer does in his turn."""
    if hidden := _hidden_deals(game):
        yield Rule(f"The dealer turns up the hidden {hidden_cards(game)}.", hidden)
    for turn in game.dealer:
        for line in turn.lines:
            if isinstance(line, model.Does):
                yield Rule(sentence(f"the dealer {line.verb.text}{_case(turn, line.on, line.when, 'dealer')}"), (line,))
    for turn in game.dealer:
        for line in turn.lines:
            if isinstance(line, model.OtherwiseDoes):
                when = _case(turn, None, None, "dealer")
                yield Rule(sentence(f"with any other hand the dealer {line.verb.text}{when}"), (line,))
    yield from _limits(game.dealer, "dealer")


def phases(game: model.Game) -> list[model.Phase]:
    """Return the steps of a round, in order."""
    return [line.phase for line in game.play.lines if isinstance(line, model.Step)] if game.play else []


def _hidden_deals(game: model.Game) -> tuple[model.Deal, ...]:
    """Return the steps that deal the dealer cards face down."""
    dealt = (phase for phase in phases(game) if isinstance(phase, model.Deal) and phase.facing.text == "down")
    return tuple(deal for deal in dealt if deal.to.text == "dealer")


def hidden_cards(game: model.Game) -> str:
    """Return `card` or `cards`, as many as the dealer's hidden ones are."""
    return "card" if sum(deal.number.value for deal in _hidden_deals(game)) == 1 else "cards"


def _case(turn: _Turn, on: model.Pattern | None, when: model.When | None, side: str) -> str:
    with_ = f" with {hand(on, others(side))}" if on else ""
    conditions = [condition(each) for each in (turn.when, when) if each]
    return with_ + (f" when {listed(conditions)}" if conditions else "")


def _laws(game: model.Game) -> tuple[model.Node, ...]:
    return tuple(line for turn in game.dealer for line in turn.lines)


def _says(kind: type[model.Node], turns: tuple[_Turn, ...]) -> bool:
    whens = [turn.when for turn in turns] + [getattr(line, "when", None) for turn in turns for line in turn.lines]
    return any(isinstance(seen, kind) for when in whens if when for seen in when.seen)


def _limits(turns: tuple[_Turn, ...], side: str) -> Iterator[Rule]:
    for turn in turns:
        for line in turn.lines:
            if isinstance(line, model.Limit):
                number = int(quantity(line.number))
                when = _case(turn, None, None, side)
                said = (
                    f"a hand of {counted(number, 'card')} takes no more: with {numeral(number)} the {side} stands{when}"
                )
                yield Rule(sentence(said), (line,))
