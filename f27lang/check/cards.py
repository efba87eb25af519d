"""F03: the deck, what its cards are worth, and how a hand is read → Report."""

from __future__ import annotations

from collections.abc import Iterator
from math import lcm

from f27lang import model
from f27lang.check.facts import RANKS, decks_of, every, line_of, ranks_of, shoe_of, value_lines, worth_of
from f27lang.check.labels import at, because, because_heading, is_own
from f27lang.check.lost import also_help, because_lost, lost_line
from f27lang.check.words import listed
from f27lang.diagnostics import Report

MOST_CARDS = 60_000
MOST_PARTS = 60


def check_cards(game: model.Game, report: Report) -> None:
    """Report what is wrong with `cards`, `values` and `total`, each as far as it is there."""
    _deck(game, report)
    _shoe(game, report)
    _values(game, report)
    _total(game, report)
    _points(game, report)


def _deck(game: model.Game, report: Report) -> None:
    deck = line_of(game.cards, model.Deck)
    if deck is None:
        return
    if not 1 <= deck.suits.value <= 4:
        report.error(
            "F0304",
            f"a deck can't have {deck.suits.value} suits",
            at(deck.suits, "the suits are spades, hearts, diamonds, clubs"),
            helps=("write `in 4 suits`, or 1 to 4",),
        )
    seen: set[str] = set()
    for span in deck.ranks.spans:
        ranks = ranks_of(model.Ranks((span,), span=span.span))
        if seen & set(ranks):
            report.error(
                "F0304",
                f"{listed(sorted(seen & set(ranks), key=RANKS.index))} stands twice in the deck",
                at(span, "in the deck already"),
                helps=("name each rank once; `plus 4 9` adds four more nines",),
            )
        seen |= set(ranks)


def _shoe(game: model.Game, report: Report) -> None:
    cards, decks = sum(shoe_of(game).values()), line_of(game.cards, model.Decks)
    if decks is None:
        return
    _range_of_decks(decks, report)
    if decks_of(game) < 1:
        report.error("F0304", "a shoe needs at least one deck", at(decks), helps=("write `decks: 1` or more",))
    if cards > MOST_CARDS:
        report.error(
            "F0105",
            f"the shoe holds {cards:,} cards; at most {MOST_CARDS:,} are possible",
            at(decks, f"{decks_of(game)} decks"),
            helps=("take fewer decks",),
        )


def _range_of_decks(decks: model.Decks, report: Report) -> None:
    if decks.least is None or decks.most is None:
        return
    least, number, most = (each.value for each in (decks.least, decks.number, decks.most))
    if least > most:
        report.error(
            "F0205",
            "the range of decks is upside down",
            at(decks, "the lower end comes first"),
            helps=(f"write `decks: {number} in {most}..{least}`",),
        )
    elif not least <= number <= most:
        report.error(
            "F0205",
            f"`decks` can't be {number}",
            at(decks, "outside its own range"),
            helps=(f"choose a value in {least}..{most}, or widen the range",),
        )


def _values(game: model.Game, report: Report) -> None:
    if game.values is None:
        return
    _missing_values(game, game.values, report)
    _repeated_values(game.values, report)
    _idle_values(game, game.values, report)
    _faces(game.values, report)
    _makes(game, report)


def _missing_values(game: model.Game, values: model.Values, report: Report) -> None:
    deck = line_of(game.cards, model.Deck)
    without = [rank for rank in RANKS if rank in shoe_of(game) and rank not in value_lines(game)]
    if deck is None or not without:
        return
    plus = next((plus for plus in deck.plus if plus.rank.text in without), None)
    lost = lost_line(game, values, lambda line: not set(without).isdisjoint(ranks_of(line.ranks)))
    has = "is in the deck but has no value" if len(without) == 1 else "are in the deck but have no value"
    report.error(
        "F0301",
        f"{listed(without)} {has}",
        at(plus or deck.ranks, "dealt from this deck"),
        because_heading(values, f"no line for {listed(without, 'or')} in here"),
        *because_lost(lost),
        helps=also_help(
            lost, values, f"add a line, for example `{' '.join(without)}: {'face' if without[0].isdigit() else 0}`"
        ),
    )


def _repeated_values(values: model.Values, report: Report) -> None:
    first: dict[str, model.Value] = {}
    for line in values.lines:
        for rank in ranks_of(line.ranks):
            if rank in first:
                before = first[rank]
                report.error(
                    "F0302",
                    f"{rank} has two values",
                    at(line, "valued again here"),
                    because(before, "and here before"),
                    helps=(f"keep one of the lines; a card with two values is `{rank}: 1 or 11`",),
                )
            first.setdefault(rank, line)


def _idle_values(game: model.Game, values: model.Values, report: Report) -> None:
    shoe, deck = shoe_of(game), line_of(game.cards, model.Deck)
    for line in values.lines if deck else ():
        idle = [rank for rank in ranks_of(line.ranks) if rank not in shoe]
        if idle and is_own(line) and deck:
            report.warning(
                "F0303",
                f"{listed(idle)} {'has' if len(idle) == 1 else 'have'} a value but no card in the deck",
                at(line.ranks),
                because(deck, "not dealt from this deck"),
                helps=("delete the value, or add the card to the deck",),
            )


def _faces(values: model.Values, report: Report) -> None:
    for line, ranks in _written(values):
        pictures = [rank for rank in ranks if not rank.isdigit()]
        for face in every(model.Face, line.worth):
            if pictures:
                report.error(
                    "F0311",
                    f"{listed(pictures)} {'has' if len(pictures) == 1 else 'have'} no number on the face",
                    at(face, "worth the number on the card"),
                    helps=(f"say what it counts, for example `{' '.join(pictures)}: 10`",),
                )


def _written(values: model.Values) -> list[tuple[model.Value, list[str]]]:
    """Return the lines as written with their ranks; a closed game holds one line a rank."""
    lines: dict[tuple[str, int], tuple[model.Value, list[str]]] = {}
    for line in values.lines:
        place = (line.worth.span.file.path, line.worth.span.start)
        lines.setdefault(place, (line, []))[1].extend(ranks_of(line.ranks))
    return list(lines.values())


def _makes(game: model.Game, report: Report) -> None:
    makes = [line for line in value_lines(game).values() if isinstance(line.worth.ways[0], model.Makes)]
    for line in makes[1:]:
        if line.worth != makes[0].worth:
            report.error(
                "F0302",
                "two ranks make different totals",
                at(line.worth, "a hand with both would have two totals"),
                because(makes[0].worth),
                helps=("let both make the same total",),
            )


def two_valued(game: model.Game) -> dict[str, tuple[model.Value, ...]]:
    """Return the ranks of the shoe that count in more than one way, each with its line."""
    lines, shoe = value_lines(game), shoe_of(game)
    return {rank: (line,) for rank, line in lines.items() if rank in shoe and len(worth_of(rank, line)) > 1}


def _total(game: model.Game, report: Report) -> None:
    read = line_of(game.total, model.Read)
    if read is not None and game.values is not None and isinstance(read.how, model.ReadLastDigit):
        _last_digit(game, game.values, read, report)
    for soft in every(model.Soft, game.total):
        _soft(game, soft, report)
    if game.values is not None and game.total is not None and line_of(game.cards, model.Deck) is not None:
        _hard_and_soft(game, report)


def _last_digit(game: model.Game, values: model.Values, read: model.Read, report: Report) -> None:
    shoe = shoe_of(game)
    for line, ranks in _written(values):
        dealt = [rank for rank in ranks if rank in shoe]
        ways = worth_of(ranks[0], line)
        fault = "two values" if len(ways) > 1 else "a fraction" if any(way.denominator > 1 for way in ways) else None
        if fault and dealt:
            report.error(
                "F0306",
                f"the last digit of a hand with {listed(dealt, 'or')} is not one number",
                at(read.how),
                because(line.worth, f"counts {fault}"),
                helps=("give each card one whole value, or read `highest not over ...`",),
            )


def _soft(game: model.Game, soft: model.Soft, report: Report) -> None:
    line = value_lines(game).get(soft.rank.text)
    ways = worth_of(soft.rank.text, line) if line else ()
    if line is not None and soft.counts.value not in ways:
        report.error(
            "F0307",
            f"{soft.rank.text} can't count {soft.counts.text}",
            at(soft.counts),
            because(line, "what it can count"),
            helps=(f"write `soft: {soft.rank.text} counts {ways[-1] if ways else 0}`",),
        )


def _hard_and_soft(game: model.Game, report: Report) -> None:
    softs = line_of(game.total, model.Soft)
    if softs is not None and two_valued(game):
        return
    why = "no card of the deck has two values" if softs is not None else "no line `soft:` says when a hand is soft"
    reading = next(_readings(game), None)
    if reading is not None and game.values is not None and game.total is not None:
        place = because_heading(game.values if softs is not None else game.total, why)
        lost = None if softs is not None else lost_line(game, game.total, lambda line: isinstance(line, model.Soft))
        report.error(
            "F0305",
            f"`{reading.text}` means nothing in this game",
            at(reading, "used here"),
            place,
            *because_lost(lost),
            helps=also_help(lost, game.total, "write `total` here, or add `soft: A counts 11` to `total`"),
        )


def _readings(game: model.Game) -> Iterator[model.Reading]:
    return (reading for reading in every(model.Reading, game) if reading.text in ("hard", "soft"))


def _points(game: model.Game, report: Report) -> None:
    parts = 1
    for amount in every(model.Amount, game.values, game.total):
        parts = lcm(parts, amount.value.denominator)
        if parts > MOST_PARTS:
            report.error(
                "F0105",
                f"the points of this game come in parts of 1/{parts}; 1/{MOST_PARTS} is the least",
                at(amount, "too fine beside the fractions above"),
                helps=("let the fractions share a denominator, for example 1/2 and 1/4",),
            )
            return
