"""Games for tests of what comes after `resolve`: flat text, without extends, params or options, → closed Game."""

from __future__ import annotations

from typing import Any

from f27lang import model
from f27lang.diagnostics import Report
from f27lang.source import SourceFile
from f27lang.syntax.parse import parse

_ONE = {
    model.Cards: "cards", model.Values: "values", model.Total: "total", model.Play: "play", model.Hands: "hands",
    model.Ranking: "ranking", model.Settle: "settle", model.Seats: "seats", model.Poker: "poker",
}  # fmt: skip
_MANY = {
    model.PlayerTurn: "player", model.DealerTurn: "dealer", model.Wager: "wagers", model.Strategy: "strategies",
    model.Example: "examples", model.Claim: "claims", model.Bonus: "bonuses",
}  # fmt: skip


def closed(text: str) -> model.Game:
    """Return the game of a flat file."""
    report = Report()
    source = SourceFile("flat.f27", text)
    file = parse(source, report)
    assert file is not None and not report.failed, list(report)
    assert file.title is not None
    fields: dict[str, Any] = {}
    for item in file.items:
        if type(item) in _ONE:
            fields[_ONE[type(item)]] = item
        elif type(item) in _MANY:
            fields[_MANY[type(item)]] = (*fields.get(_MANY[type(item)], ()), item)
    return model.Game("flat", file.title.text, "banked", False, (source,), model.Settings(), **fields)


SECTIONS = {
    "cards": "decks: 6 | deck: A..K in 4 suits plus 2 Joker | shuffle: every hand",
    "values": "A: 1 or 14 | 2..10: face | J: 11 | Q: 12 | K: 13 | Joker: 0",
    "total": "read: highest not over 27 | soft: A counts 14",
    "hands": "finnish_27: A K as dealt | standing: total ..27 | bust: total over 27",
    "wager game: $10..$500": "pays 1:1 on player wins | returns on push | loses on dealer wins",
    "play": "wager | deal 2 up to player | deal 2 up to dealer | turn player | turn dealer | settle",
    "player": "may hit, stand",
    "dealer": "stands on hard 21.. | stands on soft 24.. | otherwise hits",
    "ranking": "rank finnish_27 | rank standing, higher total first | rank bust",
    "settle": "after deal: either finnish_27 -> better hand wins, else push | at once: player bust -> dealer wins"
    " | after dealer: better hand wins, else push",
}


def written(title: str = "flat", **changes: str) -> str:
    """Return 21-24-27 as one flat file, some of its sections changed; lines are parted by `|`.

    A heading that is no Python name is written with blanks: `**{"player when dealer will hit": "must hit"}`.
    """
    sections = {**SECTIONS, **changes}
    blocks = (f"{heading} {{\n{_lines(body)}\n}}" for heading, body in sections.items() if body)
    return "\n".join(["f27 1", f'banked game "{title}" {{', *blocks, "}", ""])


def _lines(body: str) -> str:
    return "\n".join(line.strip() for line in body.split("|"))


def game(title: str = "flat", **changes: str) -> model.Game:
    """Return the closed game of `written`."""
    return closed(written(title, **changes))
