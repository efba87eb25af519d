"""Two games rule by rule: where they differ, what is no difference, and games that take a part of it."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import attrs
import pytest
from resolving import CORPUS, GOOD, game_of, parsed_file, resolved

from f27lang import model, pipeline
from f27lang.changes import Changes
from f27lang.compare.rules import RuleChange, changed_rules
from f27lang.compare.sheets import ABOUT, COMPARED
from f27lang.resolve.references import RULES

BASE = """f27 1

banked game "base" {
  param target: points = 21 in 15..27
  cards {
    decks: 6 in 1..8
    deck: A..K in 4 suits plus 2 Joker
    shuffle: every hand
  }
  values {
    A: 1 or 14
    2..10: face
    J Q K: 10
    Joker: 0
  }
  total {
    read: highest not over 27
    soft: A counts 14
  }
  hands {
    top: A K as dealt
    lucky: top or 9 9 9
    standing: total ..27
    bust: total over 27
  }
  play {
    wager
    deal 2 up to player
    deal 2 up to dealer
    turn player
    turn dealer
    settle
  }
  player {
    may hit, stand
  }
  player when dealer will hit and dealer shows hard 10..12 {
    must hit on hard ..6
    must hit on soft 18..19
    must hit on soft 15..16
  }
  dealer {
    stands on hard target..
    stands on soft 24..
    otherwise hits
  }
  ranking {
    rank top
    rank lucky
    rank standing, higher total first
    rank bust
  }
  settle {
    at once: player bust -> dealer wins
    after deal: dealer top and player top -> push
    after dealer: player lucky -> player wins
    after dealer: better hand wins, else push
  }
  wager game: $10..$500 {
    pays 3:2 on player wins with top
    pays 1:1 on player wins
    returns on push
    loses on dealer wins
  }
  option generous: off {
    also wager game {
      pays 2:1 on player wins with lucky
    }
  }
  choice decks_used: many {
    arm many {
    }
    arm one {
      also cards {
        decks: 1 in 1..8
      }
    }
  }
  strategy low {
    param low_end: points = 15 in 1..27
    player {
      stand on total low_end..
      otherwise hit
    }
  }
}
"""


def said(changes: tuple[RuleChange, ...]) -> list[str]:
    """Return differences on one line each, as a reader would note them down."""
    return [f"{each.path}: {each.before or '-'} -> {each.after or '-'}" for each in changes]


def difference(*words: tuple[str, str], of: str = BASE) -> list[str]:
    """Return what differs when words of a text are others."""
    return said(changed_rules(game_of(of), game_of(written(*words, of=of))))


def written(*words: tuple[str, str], of: str = BASE) -> str:
    text = of
    for old, new in words:
        assert old in text, old
        text = text.replace(old, new)
    return text


# -- every section


BLACKJACK = (GOOD / "blackjack.f27").read_text()
VYING = (GOOD.parent.parent / "variants" / "seven-twenty-seven.f27").read_text()
POKER = (GOOD.parent.parent / "variants" / "poker-like.f27").read_text()
BONUS = BASE.replace(
    "  option generous", "  bonus nines on game {\n    adds 9:1 on player wins\n  }\n  option generous"
)
EVERY_SECTION = {
    "seats": (BLACKJACK, "seats: 1..7", "seats: 1..6", "seats: 1..7, usually 1 -> 1..6, usually 1"),
    "cards": (BASE, "decks: 6", "decks: 8", "cards decks: 6 -> 8"),
    "values": (BASE, "J Q K: 10", "J Q: 10\n    K: 13", "values K: 10 -> 13"),
    "total": (BASE, "not over 27", "not over 28", "total read: highest not over 27 -> highest not over 28"),
    "poker": (POKER, "A: high or low", "A: high", "poker A: high or low -> high"),
    "play": (VYING, "      draw\n", "      draw together\n", "play repeat: bet; draw -> bet; draw together"),
    "each": (VYING, "takes 1 card up\n  }", "takes 1 card down\n  }", "each takes: 1 card up -> 1 card down"),
    "player": (BLACKJACK, "at most 4 hands", "at most 3 hands", "player at most hands: 4 -> 3"),
    "dealer": (BASE, "soft 24..", "soft 25..", "dealer stands on soft: 24.. -> 25.."),
    "hands": (BASE, "top: A K", "top: A Q", "hands top: A K as dealt -> A Q as dealt"),
    "ranking": (BASE, "higher total", "lower total", "ranking standing: higher total first -> lower total first"),
    "settle": (
        BASE,
        "better hand wins, else push",
        "better hand wins, else dealer wins",
        "settle after dealer, always: better hand wins, else push -> better hand wins, else dealer wins",
    ),
    "wagers": (BASE, "pays 3:2", "pays 6:5", "wager game, player wins with top: pays 3:2 -> pays 6:5"),
    "bonuses": (BONUS, "adds 9:1", "adds 8:1", "bonus nines, player wins: adds 9:1 -> adds 8:1"),
    "betting": (VYING, "raises: ..3", "raises: ..4", "betting raises: ..3 per round -> ..4 per round"),
    "pot": (VYING, "ante: 1 chip", "ante: 2 chips", "pot ante: 1 chip -> 2 chips"),
    "shares": (
        VYING,
        "over: allowed\n    counting: freely\n    ties: lower total, then split\n  }\n\n  choice",
        "over: barred\n    counting: freely\n    ties: lower total, then split\n  }\n\n  choice",
        "share high over: allowed -> barred",
    ),
}


def test_no_field_of_a_game_is_forgotten() -> None:
    declared = {"name", "title", "kind", "abstract", "files", "settings", "params", "options", "choices", "houses"}
    assert {each.name for each in attrs.fields(model.Game)} == declared | set(RULES) | {"set_at"}
    assert set(EVERY_SECTION) == set(COMPARED) == set(RULES) - set(ABOUT)


@pytest.mark.parametrize("section", EVERY_SECTION)
def test_every_section_is_compared(section: str) -> None:
    text, old, new, change = EVERY_SECTION[section]
    if section == "each":  # whose line an arm that is chosen writes again
        text = text.replace(": face_up {", ": face_down {")
        text = text.replace("arm face_down {\n      also each {\n        takes 1 card down\n      }", "arm face_down {")
    assert difference((old, new), of=text) == [change]


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.stem)
def test_a_game_differs_in_nothing_from_itself(path: object) -> None:
    file = parsed_file(path)  # type: ignore[arg-type]
    assert changed_rules(resolved(file), resolved(file)) == ()


# -- what is no difference


NO_DIFFERENCE = {
    "comments and blank lines": [("  values {\n", "  # what they are worth\n\n  values   {\n")],
    "order of laws": [
        ("    stands on soft 24..\n    otherwise hits\n", "    otherwise hits\n    stands on soft 24..\n")
    ],
    "two moves on two lines": [("may hit, stand", "may stand\n    may hit")],
    "one law's ranges in another order": [
        ("soft 18..19\n    must hit on soft 15..16", "soft 15..16\n    must hit on soft 18..19")
    ],
    "order of conditions": [
        ("dealer will hit and dealer shows hard 10..12", "dealer shows hard 10..12 and dealer will hit")
    ],
    "order of facts": [("dealer top and player top", "player top and dealer top")],
    "order of hands": [("    bust: total over 27\n", ""), ("    top: A K", "    bust: total over 27\n    top: A K")],
    "order of cards and tails": [("top: A K", "top: K A"), ("top or 9 9 9", "9 9 9 or top")],
    "ranks one by one": [("deck: A..K", "deck: 2 3 4 5..10 A K Q J"), ("J Q K: 10", "J..Q: 10\n    K: 10")],
    "numbers": [("hard 10..12", "hard 20/2..12.0"), ("$10..$500", "$10.00..$500")],
    "odds": [("pays 3:2", "pays 6:4")],
    "what may be set": [("decks: 6 in 1..8", "decks: 6")],
    "renamed hands": [(" top", " best"), ("lucky", "fine")],
    "renamed hands the other way round": [("lucky", "aaa"), (" top", " zzz")],
    "renamed param": [("param target:", "param goal:"), ("hard target..", "hard goal..")],
    "a number for a param": [("hard target..", "hard 21..")],
    "renamed option": [("generous", "kind")],
    "one seat": [("  cards {", "  seats: 1, usually 1\n\n  cards {")],
    "rows of different moments": [
        ("    after deal: dealer top and player top -> push\n", ""),
        ("else push\n", "else push\n    after deal: dealer top and player top -> push\n"),
    ],
    "lines about different verdicts": [
        ("    returns on push\n    loses on dealer wins\n", ""),
        ("    pays 3:2", "    loses on dealer wins\n    returns on push\n    pays 3:2"),
    ],
}


@pytest.mark.parametrize("what", NO_DIFFERENCE)
def test_no_difference(what: str) -> None:
    words = NO_DIFFERENCE[what]
    if what == "what may be set":
        words = [*words, ("decks: 1 in 1..8", "decks: 1")]
    a, b = game_of(BASE), game_of(written(*words))
    assert changed_rules(a, b) == changed_rules(b, a) == ()


def test_a_rule_split_into_option_and_house_is_no_difference() -> None:
    plain = written(("pays 3:2", "pays 2:1 on player wins with lucky\n    pays 3:2"))
    split = written(("  strategy low", '  house "Kind" {\n    with generous\n  }\n  strategy low'))
    assert changed_rules(game_of(plain), game_of(split, house="Kind")) == ()


# -- how it is said


@pytest.mark.parametrize(
    ("words", "changes"),
    [
        ([("soft 15..16", "soft 14..16")], ["must hit on soft: 18..19, 15..16 -> 18..19, 14..16"]),
        ([("    must hit on soft 18..19\n", "")], ["must hit on soft: 18..19, 15..16 -> 15..16"]),
        ([("    must hit on hard ..6\n", "")], ["must hit on hard: ..6 -> -"]),
    ],
)
def test_laws_of_one_key_are_one_address(words: list[tuple[str, str]], changes: list[str]) -> None:
    heading = "player when dealer will hit and dealer shows hard 10..12 "
    assert difference(*words) == [heading + each for each in changes]


def test_a_law_whose_key_says_it_all_is_added_and_removed() -> None:
    assert difference(("may hit, stand", "may hit")) == ["player may stand: may stand -> -"]


def test_rows_moved_and_added_say_where() -> None:
    moved = [("    rank lucky\n", ""), ("    rank top\n", "    rank lucky\n    rank top\n")]
    assert difference(*moved) == ["ranking lucky: rank lucky before standing -> rank lucky before top"]
    last = [("    rank top\n", ""), ("    rank bust\n", "    rank bust\n    rank top\n")]
    assert difference(*last) == ["ranking top: rank top before lucky -> rank top after bust"]
    assert difference(("    rank lucky\n", "")) == ["ranking lucky: rank lucky -> -"]
    peek = difference(("    turn player\n", "    peek\n    turn player\n"))
    assert peek == ["play peek: - -> peek before turn player"]


def test_a_step_in_the_place_of_another_is_one_change() -> None:
    fewer = difference(("deal 2 up to dealer", "deal 1 up to dealer"))
    assert fewer == ["play deal 2 up to dealer: deal 2 up to dealer -> deal 1 up to dealer"]


def test_one_of_two_equal_steps_moves() -> None:
    one_by_one = (
        "deal 2 up to player\n    deal 2 up to dealer",
        "\n    ".join(["deal 1 up to PLAYER", "deal 1 up to dealer"] * 2),
    )
    around = written((one_by_one[0], one_by_one[1].replace("PLAYER", "player")))
    first = written(
        ("deal 2 up to player", "deal 1 up to player\n    deal 1 up to player"),
        ("deal 2 up to dealer", "deal 1 up to dealer\n    deal 1 up to dealer"),
    )
    assert said(changed_rules(game_of(around), game_of(first))) == [
        "play deal 1 up to dealer: deal 1 up to dealer before deal 1 up to player"
        " -> deal 1 up to dealer before deal 1 up to dealer"
    ]


def test_steps_that_change_places_have_the_same_names_on_the_way_back() -> None:
    dealt = "    deal 2 up to player\n    deal 2 up to dealer\n"
    turned = "    deal 2 up to dealer\n    deal 2 up to player\n"
    a, b = game_of(BASE), game_of(written((dealt, turned)))
    there, back = changed_rules(a, b), changed_rules(b, a)
    assert said(there) == [
        "play deal 2 up to dealer: deal 2 up to dealer before turn player"
        " -> deal 2 up to dealer before deal 2 up to player"
    ]
    assert list(map(_turned, back)) == [(each.path, each.before, each.after) for each in there]


def test_settle_rows_that_can_both_fit_change_places() -> None:
    lucky = "    after dealer: player lucky -> player wins\n"
    moved = difference((lucky, ""), ("else push\n", "else push\n" + lucky))
    assert moved == [
        "settle after dealer, always: better hand wins, else push, below after dealer, player lucky"
        " -> better hand wins, else push, above after dealer, player lucky"
    ]


def test_where_a_line_comes_from_is_told() -> None:
    a, b = game_of(BASE), game_of(BASE, with_=("generous",), set_=(("decks_used", "one"),))
    assert {each.path: each.where for each in changed_rules(a, b)} == {
        "cards decks": ("-:6", "choice decks_used = one, -:75"),
        "wager game, player wins with lucky": (None, "option generous, -:67"),
    }


def test_the_words_are_those_of_each_file() -> None:
    text = written(
        (" top", " best"), ("best or 9 9 9", "best or 8 8 8"), ("pays 1:1", "pays 2:1 on push with best\n    pays 1:1")
    )
    assert said(changed_rules(game_of(BASE), game_of(text))) == [
        "hands lucky: top or 9 9 9 -> best or 8 8 8",
        "wager game, push with best: - -> pays 2:1",
    ]


def test_what_differs_one_way_differs_the_other_way_too() -> None:
    """But for what only one of them has: where it is new, its place is told."""
    games = [game for game in map(resolved, map(parsed_file, CORPUS[:8])) if game.kind == "banked"]
    for a, b in combinations(games, 2):
        there, back = changed_rules(a, b), changed_rules(b, a)
        assert sorted(map(_turned, back)) == sorted((each.path, each.before, each.after) for each in there) or {
            each.path for each in there
        } == {each.path for each in back}


def _turned(change: RuleChange) -> tuple[str, str | None, str | None]:
    return change.path, change.after, change.before


def test_a_quantity_tells_where_a_house_or_a_file_sets_it(tmp_path: Path) -> None:
    path = tmp_path / "mine.f27"
    path.write_text(
        'f27 1\n\nbanked game "mine" extends "21-24-27" {\n  set soft_stand = 25\n  house "River" {\n'
        "    set hard_stand = 22\n  }\n}\n",
        "utf-8",
    )
    plain, mine, river = (pipeline.playable(each)[0] for each in ("21-24-27", str(path), f"{path}@River"))
    (soft,) = changed_rules(plain, mine)
    assert soft.where[0] is not None and ", set in" not in soft.where[0]
    assert soft.where[1] is not None and soft.where[1].endswith(f", set in {path}:4")
    (hard,) = changed_rules(mine, river)
    assert hard.where[1] is not None and hard.where[1].endswith(f", set in {path}:6")
    typed = pipeline.playable("21-24-27", Changes(set_=(("hard_stand", "22"),)))[0]
    assert all(place is not None and ", set in" not in place for place in changed_rules(plain, typed)[0].where)
