"""F0312 to F0314, F0508: the block `poker`, and what needs one → Report."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches

from f27lang import model
from f27lang.check.facts import every, line_of, shoe_of
from f27lang.check.labels import at, at_heading, because, is_own
from f27lang.check.lost import also_help, because_lost, lost_line
from f27lang.check.words import listed
from f27lang.diagnostics import Report
from f27lang.lower.ranking import POKER

CATEGORIES = (
    *("five_of_a_kind", "straight_flush", "four_of_a_kind", "full_house", "flush"),
    *("straight", "three_of_a_kind", "two_pair", "pair", "high_card"),
)
ALIKE = {"five_of_a_kind": 5, "four_of_a_kind": 4, "three_of_a_kind": 3, "pair": 2}
HAND = 5
ROLES = {"A": ("high or low", "high"), "Joker": ("bug", "wild", "dead")}
SHORT_ORDER = "order: straight, three_of_a_kind, two_pair, pair, high_card"


def check_poker(game: model.Game, report: Report) -> None:
    """Report an order or a role that doesn't hold, what a poker block lacks, and ranks asked for without one."""
    makings = tuple(every(model.Making, game))
    if game.poker is None:
        _no_block(game, makings, report)
        return
    order = line_of(game.poker, model.PokerOrder)
    if order is not None:
        _categories(order, report)
        _idle_categories(game, order, report)
    for making in makings:
        _made(making, order, report)
    for role in every(model.PokerRole, game.poker):
        _role(game, role, report)
    if not game.abstract:
        _lines(game, game.poker, report)


def poker_holds(game: model.Game) -> bool:
    """Return whether hands of a game can be ranked by its block `poker`, or need not be."""
    doubts = Report()
    check_poker(game, doubts)
    return not doubts.failed


def _no_block(game: model.Game, makings: tuple[model.Making, ...], report: Report) -> None:
    asked: Iterator[model.Node] = (order for order in every(model.OrderBy, game.ranking) if order.text == POKER)
    first = next(asked, None) or next(iter(makings), None)
    if first is None or game.abstract:
        return
    joker = "`, `Joker: bug" if "Joker" in shoe_of(game) else ""
    report.error(
        "F0508",
        "this game has no `poker`",
        at(first, "needs to know how five cards rank"),
        helps=(f"add a section `poker {{ ... }}` with the lines `{SHORT_ORDER}`, `A: high or low{joker}`",),
    )


def _categories(order: model.PokerOrder, report: Report) -> None:
    first: dict[str, model.Name] = {}
    for name in order.categories:
        if name.text not in CATEGORIES:
            _unknown(name, CATEGORIES, report)
        elif name.text in first:
            report.error(
                "F0312",
                f"`{name.text}` stands twice in the order",
                at(name, "again here"),
                because(first[name.text], "here first"),
                helps=("keep the place where it ranks",),
            )
        first.setdefault(name.text, name)
    if set(first) <= set(CATEGORIES) and order.categories[-1].text != "high_card":
        _not_last(order, first.get("high_card"), report)


def _unknown(name: model.Name, known: tuple[str, ...], report: Report) -> None:
    near = get_close_matches(name.text, known, 1)
    report.error(
        "F0312",
        f"`{name.text}` is no category of this order" if known is not CATEGORIES else f"there is no `{name.text}`",
        at(name, "not a category of poker hands" if known is CATEGORIES else "not in the order of `poker`"),
        helps=(f"did you mean `{near[0]}`?" if near else f"write {listed((f'`{word}`' for word in known), 'or')}",),
    )


def _not_last(order: model.PokerOrder, high_card: model.Name | None, report: Report) -> None:
    others = dict.fromkeys(name.text for name in order.categories if name.text != "high_card")
    place = at(high_card, "every hand has a high card") if high_card else at(order, "ends without `high_card`")
    report.error(
        "F0312",
        "what follows `high_card` can never be" if high_card else "some hands have no category in this order",
        place,
        helps=(f"write `order: {', '.join([*others, 'high_card'])}`",),
    )


def _made(making: model.Making, order: model.PokerOrder | None, report: Report) -> None:
    there = tuple(name.text for name in order.categories) if order else CATEGORIES
    if making.category.text not in there:
        unheard = making.category.text not in CATEGORIES
        _unknown(making.category, CATEGORIES if unheard else there, report)


def _idle_categories(game: model.Game, order: model.PokerOrder, report: Report) -> None:
    """Warn of categories that need more cards of one rank than the shoe can show."""
    deck = line_of(game.cards, model.Deck)
    most = _most_alike(game)
    for name in order.categories if deck is not None and is_own(order) else ():
        if ALIKE.get(name.text, 0) > most:
            assert deck is not None
            report.warning(
                "F0314",
                f"no hand of this shoe is `{name.text}`",
                at(name, f"needs {ALIKE[name.text]} of a rank"),
                because(deck, f"at most {most} can count as one rank"),
                helps=("take it out of the order, or take more decks",),
            )


def _most_alike(game: model.Game) -> int:
    """Return how many cards of a hand can count as one rank, jokers in their role."""
    shoe = dict(shoe_of(game))
    jokers = shoe.pop("Joker", 0)
    joker = next((role for role in every(model.PokerRole, game.poker) if role.rank.text == "Joker"), None)
    match _said(joker) if joker else "dead":
        case "wild":
            return max(shoe.values(), default=0) + jokers
        case "bug":
            return max(shoe.get("A", 0) + jokers, *shoe.values())
    return max(jokers, *shoe.values())


def _said(role: model.PokerRole) -> str:
    return " or ".join(sorted(name.text for name in role.roles))


def _role(game: model.Game, role: model.PokerRole, report: Report) -> None:
    rank = role.rank.text
    if rank not in ROLES:
        report.error(
            "F0313",
            f"{rank} has no role in a poker hand",
            at(role, "counts what it is"),
            helps=("delete the line: only `A` and `Joker` have one",),
        )
    elif _said(role) not in ROLES[rank]:
        words = [word for said in ROLES[rank] for word in said.split(" or ")]
        near = next((near for name in role.roles for near in get_close_matches(name.text, words, 1)), None)
        way_out = ROLES[rank][0] if rank == "A" else near or listed([f"{rank}: {said}" for said in ROLES[rank]], "or")
        report.error(
            "F0313",
            f"{rank} can't be `{' or '.join(name.text for name in role.roles)}`",
            at(role, "not a role that it can have"),
            helps=(f"write `{rank}: {way_out}`" if ": " not in way_out else f"write {way_out}",),
        )
    elif rank == "Joker" and rank not in shoe_of(game) and is_own(role):
        deck = line_of(game.cards, model.Deck)
        reasons = (because(deck, "no joker is dealt from it"),) if deck else ()
        report.warning(
            "F0314", "a role for jokers, and none in the deck", at(role), *reasons, helps=("delete the line",)
        )


def _lines(game: model.Game, poker: model.Poker, report: Report) -> None:
    ranks = {role.rank.text for role in every(model.PokerRole, poker)}
    if line_of(poker, model.PokerOrder) is None:
        _no_line(game, poker, "order", SHORT_ORDER, report)
    if "A" not in ranks:
        _no_line(game, poker, "A", "A: high or low", report)
    if "Joker" not in ranks and "Joker" in shoe_of(game):
        _no_line(game, poker, "Joker", "Joker: bug", report)


def _no_line(game: model.Game, poker: model.Poker, key: str, example: str, report: Report) -> None:
    lost = lost_line(game, poker, lambda line: _key(line) == key)
    place = at_heading(poker, f"no line `{key}:` in here")
    helps = also_help(lost, poker, f"add a line, for example `{example}`")
    report.error("F0508", f"`poker` does not say `{key}`", place, *because_lost(lost), helps=helps)


def _key(line: model.PokerOrder | model.PokerRole) -> str:
    return "order" if isinstance(line, model.PokerOrder) else line.rank.text
