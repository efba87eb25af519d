"""Model → text: `text` gives a node on one line, `rows` a block, `write` a file that parses to the same model."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from attrs import frozen

from f27lang import model
from f27lang.model.node import Node, Words


@frozen
class Row:
    """One line of text; `node` is the statement that it writes, None for a closing brace."""

    depth: int
    text: str
    node: Node | None

    def __str__(self) -> str:
        return "  " * self.depth + self.text


def text(node: Node) -> str:
    """Return a node as it stands inside a line, or its heading if it is a block; the newline is left out."""
    if isinstance(node, Words):
        return node.text
    return _PHRASES[type(node)](node)


def rows(node: Node, depth: int = 0) -> Iterator[Row]:
    """Yield the lines of a statement: one, or a heading, its lines and a brace."""
    inner = body(node)
    if inner is None:
        yield Row(depth, text(node), node)
        return
    yield Row(depth, f"{text(node)} {{", node)
    for child in inner:
        yield from rows(child, depth + 1)
    yield Row(depth, "} until nobody draws" if isinstance(node, model.Repeat) else "}", None)


def body(node: Node) -> tuple[Node, ...] | None:
    """Return what stands between a block's braces; None for a statement of one line."""
    if isinstance(node, model.Also):
        return body(node.section)
    name = _BODIES.get(type(node))
    return getattr(node, name) if name else None


def write(file: model.File) -> str:
    """Return a file's text, two blanks an indent and one blank line between its items."""
    lines = [text(file.edition), "", f"{heading(file)} {{"]
    for number, item in enumerate(file.items):
        if number and (body(item) is not None or body(file.items[number - 1]) is not None):
            lines.append("")
        lines += [str(row) for row in rows(item, 1)]
    return "\n".join([*lines, "}", ""])


def heading(file: model.File) -> str:
    """Return a file's heading, without its brace."""
    if file.strategies_for:
        return text(file.strategies_for)
    kind = file.kind.text if file.kind else ""
    return _say("abstract" if file.abstract else "", kind, "game", file.title, file.extends)


def condition(on: model.Pattern | None, when: model.When | None) -> str:
    """Return `on ... when ...`, as it stands behind a law or a piece of advice."""
    return _say(_headed("on", on), when)


def _say(*parts: Node | str | None) -> str:
    words = (part if isinstance(part, str) else text(part) for part in parts if part is not None)
    return " ".join(word for word in words if word)


def _list(nodes: Iterable[Node], mark: str = ", ") -> str:
    return mark.join(text(node) for node in nodes)


def _headed(word: str, pattern: model.Pattern | None) -> str:
    if pattern is None:
        return ""
    return _say(word if pattern.head else "", pattern)


def _before(word: str, node: Node | None, after: str = "") -> str:
    return "" if node is None else _say(word, node, after)


def _quoted(node: model.Text) -> str:
    return f'"{node.text}"'


def _counted(number: Node, noun: str) -> str:
    shown = text(number)
    return f"{shown} {noun}" if shown == "1" else f"{shown} {noun}s"


def _decks(n: model.Decks) -> str:
    bounds = f" in {text(n.least)}..{text(n.most)}" if n.least and n.most else ""
    return f"decks: {text(n.number)}{bounds}"


def _limit(n: model.Limit) -> str:
    what = text(n.what) if n.what else ""
    return f"at most {text(n.number)} {what}" if what else f"at most {_counted(n.number, 'card')}"


def _toggled(word: str, n: model.Option | model.Choice) -> str:
    help_ = f" {_quoted(n.help)}" if n.help else ""
    return f"{word} {text(n.name)}{help_}: {text(n.default)}"


def _checked(n: model.CheckHand) -> str:
    return f"{_say(n.side, n.hand, n.against)}: {_list(n.told)}"


def _outcome(n: model.OutcomeRow) -> str:
    facts = f"{_list(n.facts, ' and ')} -> " if n.facts else ""
    return f"{text(n.moment)}: {facts}{text(n.verdict)}"


def _staked(word: str, name: Node, stake: Node | None) -> str:
    return f"{word} {text(name)}" + (f": {text(stake)}" if stake else "")


_BODIES: dict[type[Node], str] = {
    **dict.fromkeys(
        (
            *(model.Cards, model.Values, model.Total, model.Poker, model.Play, model.Hands, model.Ranking),
            *(model.PlayerTurn, model.DealerTurn, model.EachTurn, model.Settle, model.Wager, model.Bonus),
            *(model.Betting, model.Pot, model.PotShare, model.House, model.Strategy, model.Example),
            *(model.PlayerAdvice, model.EachAdvice, model.BettingAdvice, model.DeclareAdvice),
        ),
        "lines",
    ),
    model.Repeat: "steps",
    model.Option: "items",
    model.Arm: "items",
    model.Choice: "arms",
}

_LEAVES: dict[type[Node], Callable[[Any], str]] = {
    model.Name: lambda n: n.text,
    model.Text: _quoted,
    model.Whole: lambda n: str(n.value),
    model.Percent: lambda n: n.text,
    model.Money: lambda n: n.text,
    model.Odds: lambda n: n.text,
    model.Amount: lambda n: n.text,
    model.QuantityName: lambda n: text(n.name),
    model.OddsLiteral: lambda n: text(n.odds),
    model.PercentLiteral: lambda n: text(n.percent),
    model.Between: lambda n: f"{text(n.low)}..{text(n.high)}",
    model.AtLeast: lambda n: f"{text(n.low)}..",
    model.UpTo: lambda n: f"..{text(n.high)}",
    model.Exactly: lambda n: text(n.value),
    model.Over: lambda n: _say("over", n.value),
    model.Under: lambda n: _say("under", n.value),
    model.OverOther: lambda n: _say("over", n.other),
    model.UnderOther: lambda n: _say("under", n.other),
    model.AtLeastOther: lambda n: _say("at least", n.other),
    model.AtMostOther: lambda n: _say("at most", n.other),
}

_CARDS: dict[type[Node], Callable[[Any], str]] = {
    model.RankSpan: lambda n: f"{text(n.first)}..{text(n.last)}" if n.last else text(n.first),
    model.Ranks: lambda n: _list(n.spans, " "),
    model.SitsOut: lambda n: ", dealer sits out",
    model.Seats: lambda n: (
        f"seats: {text(n.range)}"
        + (f", usually {text(n.usually)}" if n.usually else "")
        + (text(n.sits_out) if n.sits_out else "")
    ),
    model.Cards: lambda n: "cards",
    model.Decks: _decks,
    model.Plus: lambda n: _say("plus", n.number, n.rank),
    model.Deck: lambda n: f"deck: {_say(n.ranks, 'in', n.suits, 'suits', *n.plus)}",
    model.EveryHand: lambda n: "every hand",
    model.EveryHands: lambda n: _say("every", n.number, "hands"),
    model.AtCutCard: lambda n: _say("at cut card", n.depth),
    model.Shuffle: lambda n: f"shuffle: {text(n.when)}",
    model.EmptyPass: lambda n: "pass",
    model.EmptyDiscards: lambda n: "shuffle discards",
    model.Empty: lambda n: f"empty: {text(n.what)}",
    model.Burn: lambda n: f"burn: {_counted(n.number, 'card')}",
    model.Values: lambda n: "values",
    model.Value: lambda n: f"{text(n.ranks)}: {text(n.worth)}",
    model.Face: lambda n: "face",
    model.Makes: lambda n: _say("makes", n.total),
    model.Worth: lambda n: _list(n.ways, " or "),
    model.Total: lambda n: "total",
    model.ReadHighest: lambda n: _say("highest not over", n.limit),
    model.ReadNearest: lambda n: _say("nearest", n.target),
    model.ReadLastDigit: lambda n: "last digit",
    model.Read: lambda n: f"read: {text(n.how)}",
    model.Soft: lambda n: f"soft: {_say(n.rank, 'counts', n.counts)}",
    model.Poker: lambda n: "poker",
    model.PokerOrder: lambda n: f"order: {_list(n.categories)}",
    model.PokerRole: lambda n: f"{text(n.rank)}: {_list(n.roles, ' or ')}",
}

_HANDS: dict[type[Node], Callable[[Any], str]] = {
    model.CardsAre: lambda n: _list(n.cards, " "),
    model.Named: lambda n: text(n.name),
    model.TotalNearest: lambda n: _say("total nearest", n.target),
    model.DistanceTo: lambda n: _say("distance to", n.target),
    model.TotalIs: lambda n: _say(n.measure, n.range),
    model.Holding: lambda n: _say("holding", n.rank),
    model.Started: lambda n: _say("dealt", *n.cards),
    model.WithCards: lambda n: f"with {text(n.number)} {'card' if text(n.number) == '1' else 'cards'}",
    model.AsDealt: lambda n: "as dealt",
    model.DealtSecond: lambda n: "dealt second",
    model.OneSuit: lambda n: "in one suit",
    model.OfSuit: lambda n: _say("in", n.suit),
    model.AtLeastWord: lambda n: "at least",
    model.Making: lambda n: _say("making", n.at_least, n.category),
    model.Pattern: lambda n: _say(n.head, *n.tails),
    model.Hand: lambda n: f"{text(n.name)}: {_list(n.patterns, ' or ')}",
    model.Hands: lambda n: "hands",
    model.NearestFirst: lambda n: _say("nearest", n.target, "first"),
    model.RungBefore: lambda n: _say("before", n.name),
    model.RungAfter: lambda n: _say("after", n.name),
    model.Rung: lambda n: _say(f"rank {', '.join([text(n.name), *map(text, n.orders)])}", n.place),
    model.Ranking: lambda n: "ranking",
    model.FactHand: lambda n: _say(n.side, n.pattern),
    model.FactBetter: lambda n: _say(n.other, "better"),
}

_PLAY: dict[type[Node], Callable[[Any], str]] = {
    model.Wagering: lambda n: "wager",
    model.Anteing: lambda n: "ante",
    model.Deal: lambda n: _say("deal", n.number, n.facing, "to", n.to),
    model.Offer: lambda n: _say("offer", n.what, n.when),
    model.Peek: lambda n: _say("peek", n.when),
    model.TurnOf: lambda n: _say("turn", n.seat),
    model.Bet: lambda n: "bet",
    model.DrawInTurn: lambda n: "draw",
    model.DrawTogether: lambda n: "draw together",
    model.DrawByConsent: lambda n: "draw if all agree",
    model.Declare: lambda n: "declare",
    model.Settling: lambda n: "settle",
    model.Showdown: lambda n: "showdown",
    model.Repeated: lambda n: "repeat",
    model.Before: lambda n: _say("before", n.anchor),
    model.After: lambda n: _say("after", n.anchor),
    model.Step: lambda n: _say(n.phase, n.place),
    model.Repeat: lambda n: "repeat",
    model.Play: lambda n: "play",
}

_TURNS: dict[type[Node], Callable[[Any], str]] = {
    model.Shows: lambda n: _say("dealer shows", n.what),
    model.Has: lambda n: _say(n.other, "has", n.pattern),
    model.Drew: lambda n: _say(n.other, "drew", n.ranks),
    model.DrewNothing: lambda n: _say(n.other, "drew nothing"),
    model.AllChecked: lambda n: "all others checked",
    model.SomeCardHelps: lambda n: "some card helps",
    model.RoundIs: lambda n: _say("round", n.range),
    model.LiveAre: lambda n: _say("live", n.range),
    model.SeatLive: lambda n: _say("seat", n.seat, "live"),
    model.When: lambda n: f"when {_list(n.seen, ' and ')}",
    model.May: lambda n: _say(f"may {_list(n.moves)}", condition(n.on, n.when)),
    model.Must: lambda n: _say("must", n.move, condition(n.on, n.when)),
    model.OtherwiseMust: lambda n: _say("otherwise must", n.move),
    model.MostHands: lambda n: _say("hands", _before("of", n.rank)),
    model.MostDraws: lambda n: "draws",
    model.Limit: _limit,
    model.SplitTakes: lambda n: f"split {text(n.rank)} takes {_counted(n.number, 'card')}",
    model.Does: lambda n: _say(n.verb, condition(n.on, n.when)),
    model.OtherwiseDoes: lambda n: _say("otherwise", n.verb),
    model.MayDraw: lambda n: f"may {_list(n.moves)}",
    model.Takes: lambda n: f"takes {_counted(n.number, 'card')} {text(n.facing)}",
    model.Running: lambda n: "running",
    model.Locked: lambda n: _say("locked after", n.number, "passes", n.running),
    model.PlayerTurn: lambda n: _say("player", n.when),
    model.DealerTurn: lambda n: _say("dealer", n.when),
    model.EachTurn: lambda n: "each",
}

_MONEY: dict[type[Node], Callable[[Any], str]] = {
    model.VerdictPlain: lambda n: text(n.result),
    model.VerdictBetter: lambda n: f"better hand wins, else {text(n.equal)}",
    model.OutcomeRow: _outcome,
    model.Settle: lambda n: "settle",
    model.StakeFree: lambda n: f"{text(n.least)}..{text(n.most)}",
    model.StakeUpTo: lambda n: _say("up to", n.share, "of", n.wager),
    model.StakeExactly: lambda n: _say(n.share, "of", n.wager),
    model.Against: lambda n: _say("against", n.pattern),
    model.EventResult: lambda n: _say(n.decided, _headed("with", n.hand), n.against),
    model.EventHand: lambda n: _say(n.side, n.pattern),
    model.Less: lambda n: _say("less", n.commission),
    model.Pays: lambda n: _say("pays", n.odds, n.less, "on", n.event),
    model.Returns: lambda n: _say("returns on", n.event),
    model.ShareLost: lambda n: text(n.share),
    model.Loses: lambda n: _say("loses", n.share, "on", n.event),
    model.OtherwisePays: lambda n: _say("otherwise", n.word),
    model.Wager: lambda n: _staked("wager", n.name, n.stake),
    model.OfMinimum: lambda n: "of minimum",
    model.Adds: lambda n: _say("adds", n.odds, n.of_minimum, "on", n.event),
    model.Bonus: lambda n: _say("bonus", n.name, _before("on", n.wager)),
}

_POT: dict[type[Node], Callable[[Any], str]] = {
    model.Moving: lambda n: ", then further left",
    model.Opens: lambda n: "opens: left of dealer" + (text(n.moving) if n.moving else ""),
    model.Limits: lambda n: f"limits: {text(n.range)} {'chip' if text(n.range) == '1' else 'chips'}",
    model.Raises: lambda n: f"raises: {text(n.range)} per round",
    model.Betting: lambda n: "betting",
    model.Ante: lambda n: f"ante: {_counted(n.chips, 'chip')}",
    model.AtShowdown: lambda n: ", only at showdown",
    model.Rake: lambda n: (
        f"rake: {text(n.share)}"
        + (f" up to {_counted(n.most, 'chip')}" if n.most else "")
        + (text(n.at_showdown) if n.at_showdown else "")
    ),
    model.LastIn: lambda n: "last in takes all",
    model.Unclaimed: lambda n: f"unclaimed: {_list(n.heirs, ', else ')}",
    model.Outright: lambda n: "must win outright",
    model.OrTie: lambda n: "may tie",
    model.BothWays: lambda n: f"both: {text(n.how)}",
    model.Pot: lambda n: "pot",
    model.WholePot: lambda n: "all",
    model.Nearest: lambda n: f"nearest: {_list(n.targets, ' or ')}",
    model.Allowed: lambda n: "allowed",
    model.Barred: lambda n: "barred",
    model.OverTarget: lambda n: f"over: {text(n.how)}",
    model.Counting: lambda n: f"counting: {' or '.join(map(text, n.ways))}",
    model.Ties: lambda n: f"ties: {_list(n.orders, ', then ')}",
    model.PotShare: lambda n: _staked("share", n.name, n.part),
}

_VARY: dict[type[Node], Callable[[Any], str]] = {
    model.ParamRange: lambda n: f"{text(n.low)}..{text(n.high)}",
    model.Param: lambda n: f"param {text(n.name)}: {_say(n.unit, '=', n.default, 'in', n.range)}",
    model.WithOption: lambda n: _say("with", n.name),
    model.WithoutOption: lambda n: _say("without", n.name),
    model.ArmName: lambda n: text(n.name),
    model.SetValue: lambda n: _say("set", n.key, "=", n.value),
    model.Drop: lambda n: _say("drop", n.kind, n.name),
    model.Needs: lambda n: _say("needs", n.name),
    model.NotWith: lambda n: _say("not with", n.name),
    model.OverOption: lambda n: _say("over", n.name),
    model.Option: lambda n: ", ".join([_toggled("option", n), *map(text, n.relations)]),
    model.Arm: lambda n: _say("arm", n.name),
    model.Choice: lambda n: ", ".join([_toggled("choice", n), *map(text, n.relations)]),
    model.House: lambda n: _say("house", n.name),
}

_PROVE: dict[type[Node], Callable[[Any], str]] = {
    model.Like: lambda n: _say("like", n.whom),
    model.Accept: lambda n: _say("accept", n.wager, n.when),
    model.Advice: lambda n: _say(n.move, condition(n.on, n.when)),
    model.Otherwise: lambda n: f"otherwise {_list(n.moves)}",
    model.DrawAdvice: lambda n: _say(n.move, condition(n.on, n.when)),
    model.DrawOtherwise: lambda n: _say("otherwise", n.move),
    model.BetChips: lambda n: _say("bet", _counted(n.chips, "chip") if n.chips else ""),
    model.RaiseChips: lambda n: _say("raise", _counted(n.chips, "chip") if n.chips else ""),
    model.Call: lambda n: "call",
    model.Check: lambda n: "check",
    model.Fold: lambda n: "fold",
    model.BetAdvice: lambda n: _say(n.move, condition(n.on, n.when)),
    model.BetOtherwise: lambda n: f"otherwise {_list(n.moves)}",
    model.Say: lambda n: _say("say", n.said, condition(n.on, n.when)),
    model.SayOtherwise: lambda n: _say("otherwise say", n.said),
    model.PlayerAdvice: lambda n: _say("player", n.when),
    model.EachAdvice: lambda n: _say("each", n.when),
    model.BettingAdvice: lambda n: _say("betting", n.when),
    model.DeclareAdvice: lambda n: _say("declare", n.when),
    model.Strategy: lambda n: _say("strategy", n.name, n.help),
    model.HandShown: lambda n: _say(*n.cards, n.suit),
    model.ShownAgainst: lambda n: _say("against", n.hand),
    model.ToldTotal: lambda n: _say(n.measure, n.amount),
    model.ToldHand: lambda n: text(n.name),
    model.ToldNot: lambda n: _say("not", n.name),
    model.ToldMust: lambda n: _say("must", n.move),
    model.ToldDoes: lambda n: text(n.verb),
    model.ToldMay: lambda n: _say("may", n.move),
    model.ToldMayNot: lambda n: _say("may not", n.move),
    model.ToldResult: lambda n: text(n.result),
    model.ToldPays: lambda n: _say("pays", n.odds, _before("on", n.wager)),
    model.CheckHand: _checked,
    model.CheckBeats: lambda n: _say(n.side, n.better, "beats", n.worse, _before("for", n.share)),
    model.CheckTies: lambda n: _say(n.side, n.one, "ties", n.other, _before("for", n.share)),
    model.Example: lambda n: "example",
    model.ClaimOn: lambda n: _say("on", n.wager),
    model.Claim: lambda n: _say("claim", n.measure, n.value, "within", n.within, n.wager, "under", n.under),
}

_WHOLE: dict[type[Node], Callable[[Any], str]] = {
    model.Source: lambda n: f"source: {text(n.text)}",
    model.Note: lambda n: f"note: {text(n.text)}",
    model.Assume: lambda n: f"assume: {text(n.text)}",
    model.Also: lambda n: _say("also", n.section),
    model.Edition: lambda n: _say("f27", n.number),
    model.Extends: lambda n: _say("extends", n.parent),
    model.StrategiesFor: lambda n: _say("strategies for", n.game),
    model.Abstract: lambda n: "abstract",
}

_PHRASES = _LEAVES | _CARDS | _HANDS | _PLAY | _TURNS | _MONEY | _POT | _VARY | _PROVE | _WHOLE
