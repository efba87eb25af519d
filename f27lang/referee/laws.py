"""Turns by the book: two hands -> the moves that the player may make, the dealer's move, a strategy's advice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import define, frozen

from f27lang import model
from f27lang.referee.cards import number, ranks_of
from f27lang.referee.hands import Hand, Reader, Stuck

_Law = model.May | model.Must | model.Does | model.Advice
_MOVE = {"stands": "stand", "hits": "hit"}


@frozen
class Moves:
    """What a side may do just then, and the line that says so; one move is made unasked."""

    moves: tuple[str, ...]
    line: model.Node

    @property
    def asked(self) -> bool:
        """Whether there is anything to decide."""
        return len(self.moves) > 1


@frozen
class Situation:
    """What the player knows when he is asked: his hand, the dealer's face-up cards, the moves allowed."""

    player: Hand
    dealer: Hand
    moves: tuple[str, ...]


@define(eq=False)
class Laws:
    """Applies the `player` and `dealer` sections and the strategies of a game."""

    game: model.Game
    reader: Reader

    def allowed(self, player: Hand, dealer: Hand) -> Moves:
        """Return the player's moves: the card limit first, then a fitting `must`, then all that `may` lines grant."""
        turns = [turn for turn in self.game.player if self.holds(turn.when, player, dealer)]
        lines = [line for turn in turns for line in turn.lines]
        limit = _limit(lines, player)
        if limit is not None:
            return Moves(("stand",), limit)
        for line in lines:
            if isinstance(line, model.Must) and self._applies(line, "player", player, dealer):
                return Moves((line.move.text,), line)
        for line in lines:
            if isinstance(line, model.OtherwiseMust):
                return Moves((line.move.text,), line)
        granting = [
            line for line in lines if isinstance(line, model.May) and self._applies(line, "player", player, dealer)
        ]
        granted = {move.text for line in granting for move in line.moves}
        if not granted:
            raise Stuck(f"no move is allowed for {player}")
        return Moves(tuple(sorted(granted)), granting[0])

    def dealer_move(self, dealer: Hand, player: Hand) -> Moves:
        """Return the dealer's one move: the card limit first, then a fitting law, then `otherwise`."""
        turns = [turn for turn in self.game.dealer if self.holds(turn.when, player, dealer)]
        lines = [line for turn in turns for line in turn.lines]
        limit = _limit(lines, dealer)
        if limit is not None:
            return Moves(("stand",), limit)
        for line in lines:
            if isinstance(line, model.Does) and self._applies(line, "dealer", player, dealer):
                return Moves((_MOVE[line.verb.text],), line)
        for line in lines:
            if isinstance(line, model.OtherwiseDoes):
                return Moves((_MOVE[line.verb.text],), line)
        raise Stuck(f"no law says what the dealer does with {dealer}")

    def _applies(self, line: _Law, side: str, player: Hand, dealer: Hand) -> bool:
        hand, other = (player, dealer) if side == "player" else (dealer, player)
        fits = line.on is None or self.reader.fits(line.on, hand, other)
        return fits and self.holds(line.when, player, dealer)

    def holds(self, when: model.When | None, player: Hand, dealer: Hand) -> bool:
        """Return whether all conditions of a line or a step hold; without any they do."""
        return when is None or all(self._seen(seen, player, dealer) for seen in when.seen)

    def _seen(self, seen: model.Seen, player: Hand, dealer: Hand) -> bool:
        match seen:
            case model.Will(text=text):
                return self.dealer_move(dealer, player).moves[0] == text.split()[-1]
            case model.Shows(what=what):
                return self._shows(what, player, dealer.shown)
            case model.Has(other=side, pattern=pattern):
                hand, across = (player, dealer) if side.text == "player" else (dealer, player)
                return self.reader.fits(pattern, hand, across)
            case model.Drew(other=side, ranks=ranks):
                return (player if side.text == "player" else dealer).drew in ranks_of(ranks)
            case model.DrewNothing(other=side):
                return (player if side.text == "player" else dealer).as_dealt
            case _:
                raise NotImplementedError("conditions of vying games")

    def _shows(self, what: model.Ranks | model.TotalIs | model.Named, player: Hand, shown: Hand) -> bool:
        if isinstance(what, model.Ranks):
            return len(shown.cards) == 1 and shown.ranks[0] in ranks_of(what)
        pattern = model.Pattern(what, (), span=what.span)
        return self.reader.fits(pattern, shown, player)

    def advice(self, strategy: str, situation: Situation) -> str:
        """Return the first move that the strategy names and the rules allow just then."""
        for move in self._advised(strategy, situation):
            if move in situation.moves:
                return move
        raise Stuck(f"{strategy} has no advice for {situation.player}")

    def accepts(self, strategy: str, wager: str, player: Hand, dealer: Hand) -> bool:
        """Return whether a strategy, or one that it is like, takes an offered wager with a hand as dealt."""
        for line in self._strategy(strategy).lines:
            match line:
                case model.Accept(wager=named, when=when) if named.text == wager and self.holds(when, player, dealer):
                    return True
                case model.Like(whom=whom) if whom.text != "dealer" and self.accepts(whom.text, wager, player, dealer):
                    return True
        return False

    def _advised(self, strategy: str, situation: Situation) -> Iterator[str]:
        player, dealer = situation.player, situation.dealer
        for line in self._strategy(strategy).lines:
            match line:
                case model.Like(whom=model.LikeWhom(text="dealer")):
                    yield from self.dealer_move(player, dealer).moves
                case model.Like(whom=whom):
                    yield from self._advised(whom.text, situation)
                case model.PlayerAdvice(when=when, lines=lines) if self.holds(when, player, dealer):
                    yield from self._listed(lines, player, dealer)

    def _listed(self, lines: tuple[model.Advice | model.Otherwise, ...], player: Hand, dealer: Hand) -> Iterator[str]:
        for line in lines:
            if isinstance(line, model.Otherwise):
                yield from (move.text for move in line.moves)
            elif self._applies(line, "player", player, dealer):
                yield line.move.text

    def _strategy(self, name: str) -> model.Strategy:
        return next(strategy for strategy in self.game.strategies if strategy.name.text == name)


def _limit(lines: Sequence[model.Node], hand: Hand) -> model.Limit | None:
    limits = (line for line in lines if isinstance(line, model.Limit) and line.what is None)
    return next((limit for limit in limits if len(hand.cards) >= number(limit.number)), None)
