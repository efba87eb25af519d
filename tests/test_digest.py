"""What the digest of a rulebook is blind to, and what it sees: relations that need no oracle."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import pytest
from attrs import evolve
from closed_games import SECTIONS, closed, game, written

from f27lang import model
from f27lang.changes import Changes
from f27lang.diagnostics import Report
from f27lang.files import read
from f27lang.lower import lower
from f27lang.resolve import resolve
from f27lang.rulebook import Rulebook
from f27lang.syntax.parse import parse

PLAIN = lower(game()).digest
FORCED = "must hit on hard ..14 | must stand on hard 25.. | must hit on soft ..22 | must stand on soft 27"


def child(folder: Path, body: Sequence[str], changes: Changes | None = None) -> model.Game:
    """Return the closed game of a file that extends 21-24-27."""
    path = folder / "child.f27"
    path.write_text("\n".join(["f27 1", 'banked game "child" extends "21-24-27" {', *body, "}", ""]))
    report = Report()
    source = read(str(path), report)
    assert source is not None
    file = parse(source, report)
    assert file is not None
    found = resolve(file, changes or Changes(), report)
    assert found is not None and not report.failed, list(report)
    return found


# ---- no difference ------------------------------------------------------------------------------------------------


def test_comments_and_layout() -> None:
    text = written().replace("\n", "   # said again\n\n\t ")
    assert lower(closed(text)).digest == PLAIN


def test_names_of_game_hands_and_wagers() -> None:
    text = (
        written("another")
        .replace("finnish_27", "natural")
        .replace("standing", "inside")
        .replace("wager game", "wager w")
    )
    renamed = lower(closed(text))
    assert renamed.digest == PLAIN
    assert "natural" in [state.name for state in renamed.states]


def test_order_of_sections_and_laws() -> None:
    shuffled = {heading: SECTIONS[heading] for heading in sorted(SECTIONS, reverse=True)}
    shuffled["dealer"] = " | ".join(reversed(SECTIONS["dealer"].split(" | ")))
    shuffled["values"] = " | ".join(reversed(SECTIONS["values"].split(" | ")))
    text = "\n".join(f"{head} {{\n{body.replace(' | ', chr(10))}\n}}" for head, body in shuffled.items())
    assert lower(closed(f'f27 1\nbanked game "flat" {{\n{text}\n}}\n')).digest == PLAIN


def test_laws_in_one_heading_or_two() -> None:
    together = game(**{"player when dealer will hit": FORCED})
    apart = game(
        player="may stand | may hit", **{"player when dealer will hit": " | ".join(reversed(FORCED.split(" | ")))}
    )
    on_the_line = " | ".join(f"{law} when dealer will hit" for law in FORCED.split(" | "))
    assert lower(together).digest != PLAIN
    assert lower(together).digest == lower(apart).digest == lower(game(player=f"may hit, stand | {on_the_line}")).digest


def test_extends_without_change(tmp_path: Path) -> None:
    assert lower(child(tmp_path, [])).digest == PLAIN


def test_a_rule_as_option_and_house(tmp_path: Path) -> None:
    option = [
        'option late "Stand later": off {', "also dealer {", "stands on hard 22..", "}", "}",
        'house "Riverside" {', "with late", "}",
    ]  # fmt: skip
    by_house = child(tmp_path, option, Changes(house="Riverside"))
    by_hand = child(tmp_path, option, Changes(with_=("late",)))
    by_param = child(tmp_path, [], Changes(set_=(("hard_stand", "22"),)))
    flat = game(dealer="stands on hard 22.. | stands on soft 24.. | otherwise hits")
    assert lower(flat).digest != PLAIN
    assert {lower(each).digest for each in (by_house, by_hand, by_param)} == {lower(flat).digest}


DEAD = {
    "a law for totals beyond the limit": {"player": "may hit, stand | must hit on total 28.."},
    "a law for cards nobody holds": {"player": "may hit, stand | must stand on soft 27 as dealt with 3.. cards"},
    "a law for one card in a turn": {"player": "may hit, stand | must stand on hard 5 with 1 cards"},
    "a dealer's law for one card": {"dealer": SECTIONS["dealer"] + " | stands on hard 5 with 1 cards"},
    "a law about a hand that ends the round": {"player": "may hit, stand | must hit on K A as dealt"},
    "a rung": {
        "hands": SECTIONS["hands"] + " | never: 2 2 2 as dealt",
        "ranking": "rank never | " + SECTIONS["ranking"],
    },
    "a settle row": {"settle": "at once: player total 41.. with 7 cards -> push | " + SECTIONS["settle"]},
    "a wager line": {
        "wager game: $10..$500": "pays 7:2 on player wins with 9 9 9 9 in one suit | "
        + SECTIONS["wager game: $10..$500"]
    },
    "a name that nothing uses": {"hands": SECTIONS["hands"] + " | pair: equal ranks in hearts"},
}


@pytest.mark.parametrize("changes", DEAD.values(), ids=list(DEAD))
def test_a_rule_that_no_hand_reaches(changes: dict[str, str]) -> None:
    with_it = lower(game(**changes))
    assert with_it.digest == PLAIN
    assert [outcome.row for outcome in with_it.outcomes] == [
        outcome.row + ("settle" in changes) for outcome in lower(game()).outcomes
    ]


# ---- related games ------------------------------------------------------------------------------------------------


def tables(rulebook: Rulebook) -> Rulebook:
    """Return a rulebook without what the points and the order of suits decide: only tables are left."""
    states = tuple(evolve(state, total=Fraction(0)) for state in rulebook.states)
    return evolve(rulebook, states=states, sorted_shoe=())


@pytest.mark.parametrize("by", [Fraction(2), Fraction(1, 2), Fraction(7, 3)])
def test_points_and_targets_scaled(by: Fraction) -> None:
    def scaled(section: str) -> str:
        return " | ".join(" ".join(map(word, line.split())) for line in SECTIONS[section].split(" | "))

    def word(text: str) -> str:
        bare = text.strip(".")
        return text.replace(bare, str(int(bare) * by)) if bare.isdigit() else text

    values = " | ".join(
        [f"A: {by} or {14 * by}", *(f"{n}: {n * by}" for n in range(2, 11)), f"J: {11 * by}", f"Q: {12 * by}",
         f"K: {13 * by}", "Joker: 0"]
    )  # fmt: skip
    other = lower(
        game(
            values=values,
            total=f"read: highest not over {27 * by} | soft: A counts {14 * by}",
            hands=f"finnish_27: A K as dealt | standing: total ..{27 * by} | bust: total over {27 * by}",
            dealer=scaled("dealer"),
        )
    )
    assert tables(other).digest == tables(lower(game())).digest
    assert [state.total for state in other.states] == [state.total * by for state in lower(game()).states]


def test_permuted_suits() -> None:
    def paid(suit: str) -> Rulebook:
        lines = f"pays 2:1 on player wins with 9 9 9 in {suit} | {SECTIONS['wager game: $10..$500']}"
        return lower(game(**{"wager game: $10..$500": lines}))

    spades, hearts = paid("spades"), paid("hearts")
    assert len(spades.classes) == 15
    assert {card.name for card in spades.classes if "9" in card.ranks} == {
        "9 in spades",
        "9 in hearts or diamonds or clubs",
    }
    assert tables(spades).digest == tables(hearts).digest
    assert spades.digest != hearts.digest  # the same places of the shoe hold other classes


# ---- a difference ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "changes",
    [
        {"cards": "decks: 5 | deck: A..K in 4 suits plus 2 Joker | shuffle: every hand"},
        {"cards": "decks: 6 | deck: A..K in 4 suits plus 3 Joker | shuffle: every hand"},
        {"values": SECTIONS["values"].replace("K: 13", "K: 12")},
        {"total": "read: highest not over 26 | soft: A counts 14"},
        {"player": "may hit, stand | must hit on hard ..3"},
        {"player": "may hit, stand | at most 5 cards"},
        {"dealer": "stands on hard 21.. | stands on soft 25.. | otherwise hits"},
        {"ranking": "rank finnish_27 | rank standing, lower total first | rank bust"},
        {"settle": SECTIONS["settle"].replace("else push", "else dealer wins")},
        {"settle": SECTIONS["settle"].replace("at once", "after player")},
        {"play": SECTIONS["play"].replace("deal 2 up to dealer", "deal 1 down to dealer | deal 1 up to dealer")},
        {"wager game: $10..$500": "pays 1:1 less 1% on player wins | returns on push | loses on dealer wins"},
    ],
)
def test_a_changed_rule_changes_the_digest(changes: dict[str, str]) -> None:
    assert lower(game(**changes)).digest != PLAIN
