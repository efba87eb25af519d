"""Games that take a part of what another has: mixtures pass the checks, and all parts together make the other game."""

from __future__ import annotations

import random
import re
from functools import cache
from itertools import combinations

import pytest
from random_variants import sound, variant
from resolving import settings

from f27lang import model, pipeline
from f27lang.changes import Changes
from f27lang.compare.mixing import Mixer, mixer
from f27lang.compare.rules import changed_rules
from f27lang.solve import solve_endless
from f27lang.source import SourceFile

GAME = "21-24-27"
POKER = "poker-like"


@cache
def game(variant: str, **changes: object) -> model.Game:
    return pipeline.playable(variant, Changes(**changes))[0]  # type: ignore[arg-type]


def written(text: str, **changes: object) -> model.Game:
    source = SourceFile("mine.f27", f'f27 1\n\nbanked game "mine" {text}\n')
    return pipeline.playable_text(source, Changes(**changes))[0]  # type: ignore[arg-type]


def every(mixed: Mixer) -> frozenset[int]:
    return frozenset(range(len(mixed.rules)))


def names(mixed: Mixer) -> list[str]:
    return [rule.name for rule in mixed.rules]


def assert_adds_up(a: model.Game, b: model.Game) -> Mixer:
    """All of the rules make one game the other, and none of them leave it; an address by itself brings it nearer."""
    mixed = mixer(a, b)
    whole, nothing = mixed.mixed(every(mixed)), mixed.mixed(frozenset())
    assert whole is not None and changed_rules(whole, b) == ()
    assert nothing is not None and changed_rules(a, nothing) == ()
    assert mixed.game(frozenset()) is a and (mixed.game(every(mixed)) is b or not mixed.rules)
    by_address = len(a.files) != len(b.files) or a.files[-1].text != b.files[-1].text
    for number in range(min(len(mixed.rules), 4) if by_address else 0):
        one = mixed.game(frozenset({number}))
        assert one is None or len(changed_rules(one, b)) < len(changed_rules(a, b))
    return mixed


# -- settings of one file


def test_each_differing_setting_is_a_rule() -> None:
    b = game(GAME, with_=("forced_moves",), set_=(("hard_stand", "22"), ("decks", "1")))
    mixed = assert_adds_up(game(GAME), b)
    assert [(rule.name, rule.before, rule.after) for rule in mixed.rules] == [
        ("decks", "6", "1"),
        ("hard_stand", "21", "22"),
        ("forced_moves", "off", "on"),
    ]
    assert [[change.path for change in rule.changes][:1] for rule in mixed.rules] == [
        ["cards decks"],
        ["dealer stands on hard"],
        ["player when dealer will hit must hit on hard"],
    ]
    one = mixed.game(frozenset({1}))
    assert one is not None and one.settings == game(GAME, set_=(("hard_stand", "22"),)).settings


def test_choices_odds_and_percentages_are_said_as_a_file_says_them() -> None:
    a, b = game(POKER, with_=("insurance",)), game(POKER, set_=(("hole_card", "peek"), ("insurance_pays", "9:1")))
    mixed = assert_adds_up(a, b)
    assert [(rule.name, rule.before, rule.after) for rule in mixed.rules] == [
        ("insurance_pays", "10:1", "9:1"),
        ("hole_card", "unseen", "peek"),
        ("insurance", "on", "off"),
    ]


def test_a_setting_that_no_rule_in_force_names_is_no_rule() -> None:
    assert mixer(game(POKER), game(POKER, set_=(("insurance_pays", "9:1"),))).rules == ()


def test_a_setting_that_bites_only_with_another_is_a_rule() -> None:
    mixed = assert_adds_up(game(POKER), game(POKER, with_=("insurance",), set_=(("insurance_pays", "9:1"),)))
    pays, offered = mixed.rules
    assert [change.path for change in pays.changes] == ["wager insurance, dealer finnish_27"]
    assert len(offered.changes) == 4


SETTINGS = """extends "21-24-27" {
  option short: off {
    also cards {
      decks: 2 in 1..8
    }
  }
  option no_short: off, not with short {
    also values {
      K: 12
    }
  }
  strategy careful {
    param limit: points = 15 in 10..20
    player {
      stand on total limit..
      otherwise hit
    }
  }
}"""


def test_decks_that_an_option_brings_are_no_setting_of_their_own() -> None:
    mixed = assert_adds_up(written(SETTINGS), written(SETTINGS, with_=("short",)))
    assert names(mixed) == ["short"]
    both = assert_adds_up(written(SETTINGS), written(SETTINGS, with_=("short",), set_=(("decks", "4"),)))
    assert [(rule.name, rule.before, rule.after) for rule in both.rules] == [
        ("decks", "6", "4"),
        ("short", "off", "on"),
    ]


def test_settings_that_exclude_one_another_are_no_game() -> None:
    a, b = written(SETTINGS, with_=("short",)), written(SETTINGS, with_=("no_short",))
    mixed = assert_adds_up(a, b)
    assert names(mixed) == ["short", "no_short"]
    assert mixed.game(frozenset({0})) is not None
    assert mixed.game(frozenset({1})) is None


def test_a_strategys_own_setting_follows() -> None:
    a, b = written(SETTINGS), written(SETTINGS, set_=(("careful.limit", "17"), ("hard_stand", "22")))
    mixed = assert_adds_up(a, b)
    assert [(rule.name, len(rule.changes)) for rule in mixed.rules] == [("hard_stand", 1), ("careful.limit", 0)]
    taken = mixed.game(frozenset({1}))
    assert taken is not None and taken.strategies == b.strategies != a.strategies


@pytest.mark.long
def test_all_pairs_of_settings_add_up() -> None:
    games = [each for changes in settings(game(POKER)) if (each := _playable(changes)) is not None]
    for a, b in random.Random(1).sample(list(combinations(games, 2)), 60):
        assert_adds_up(a, b)


def _playable(changes: Changes) -> model.Game | None:
    done = pipeline.front(POKER, changes)
    return None if done.report.failed else done.game


# -- lines of different files


CHILD = """extends "21-24-27" {
  also values {
    K: 12
  }
  also hands {
    pair: equal ranks as dealt
  }
  dealer {
    stands on hard 22..
    stands on soft 25..
    otherwise hits
  }
  also ranking {
    rank pair after finnish_27
  }
  wager side: $5..$50 {
    pays 8:1 on player pair
    otherwise loses
  }
}"""


def test_an_address_a_block_and_a_section_are_rules() -> None:
    mixed = assert_adds_up(game(GAME), written(CHILD))
    assert [(rule.name, rule.before, rule.after) for rule in mixed.rules] == [
        ("values K", "13", "12"),
        ("dealer", "stands on hard 21..; stands on soft 24..", "stands on hard 22..; stands on soft 25.."),
        ("ranking pair", "", "rank pair before standing"),
        ("wager side", "", "$5..$50; pays 8:1 on player pair; otherwise loses"),
    ]
    for taken in (frozenset({2}), frozenset({3})):
        one = mixed.game(taken)
        assert one is not None and one.hands is not None
        assert "pair" in [hand.name.text for hand in one.hands.lines]  # it came along
    king = mixed.game(frozenset({0}))
    assert king is not None and king.hands == game(GAME).hands


def test_hands_are_called_as_the_first_game_calls_them() -> None:
    text = CHILD.replace("pair", "twins")
    mixed = assert_adds_up(written(CHILD), written(text.replace("8:1", "9:1")))
    assert [(rule.name, rule.before, rule.after) for rule in mixed.rules] == [
        ("wager side, player pair", "pays 8:1", "pays 9:1")
    ]
    whole = mixed.mixed(frozenset({0}))
    assert whole is not None and whole.hands is not None
    assert [hand.name.text for hand in whole.hands.lines].count("twins") == 0


def test_a_list_in_another_order_is_one_rule() -> None:
    moved = CHILD.replace("after finnish_27", "before finnish_27")
    mixed = assert_adds_up(written(CHILD), written(moved))
    assert names(mixed) == ["ranking"]


ONE_CARD_FIRST = """extends "21-24-27" {
  play {
    wager
    deal 1 up to player
    deal 2 up to dealer
    deal 1 up to player
    turn player
    turn dealer
    settle
  }
}"""


def test_steps_put_in_for_others_are_one_rule() -> None:
    mixed = assert_adds_up(game(GAME), written(ONE_CARD_FIRST))
    assert [(rule.name, rule.before, rule.after) for rule in mixed.rules] == [
        ("play", "deal 2 up to player", "deal 1 up to player; deal 1 up to player")
    ]


def test_parts_that_need_one_another_are_one_rule() -> None:
    text = 'extends "poker-like" {\n  with insurance\n  set hard_stand = 22\n}'
    mixed = assert_adds_up(game(POKER), written(text))
    assert [(rule.name, rule.after) for rule in mixed.rules] == [
        (
            "play offer insurance when dealer shows A and wager insurance",
            "offer insurance when dealer shows A before turn player; up to 1/2 of game; pays 10:1 on dealer finnish_27;"
            " otherwise loses",
        ),
        ("dealer", "stands on hard 22.."),
    ]
    assert all(mixed.game(frozenset({number})) is not None for number in every(mixed))


def test_a_strategy_that_does_not_go_with_a_mixture_is_left_out() -> None:
    pairs = CHILD[:-1] + "  strategy on_pairs {\n    player {\n      stand on pair\n      otherwise hit\n    }\n  }\n}"
    mixed = assert_adds_up(written(pairs), game(GAME))
    without = mixed.game(every(mixed) - {0})
    assert without is not None
    assert [each.name.text for each in without.strategies] == ["mimic_the_dealer", "never_over"]


OTHER_ACE = """extends "21-24-27" {
  also values {
    A: 1 or 13
  }
  also hands {
    standing: total 0..27
  }
  total {
    read: highest not over 27
    soft: A counts 13
  }
}"""


def test_mixtures_pass_the_checks() -> None:
    mixed = mixer(game(GAME), game(POKER))
    standing = mixed.game(frozenset({names(mixed).index("hands standing")}))
    assert standing is None  # a hand of 27 has no rung until `twenty_seven` has come
    mixed = assert_adds_up(game(GAME), written(OTHER_ACE))
    assert names(mixed) == ["values A and total soft", "hands standing"]  # no ace counts 13 before both have changed


def test_mixtures_are_made_once() -> None:
    mixed = mixer(game(GAME), written(CHILD))
    assert mixed.game(frozenset({0, 1})) is mixed.game(frozenset({1, 0}))


@pytest.mark.parametrize("seed", [1, 7])
def test_random_variants_add_up(seed: int) -> None:
    assert _random_pair(seed, variant(seed + 1000)) or _random_pair(seed, changed(seed))


@pytest.mark.long
@pytest.mark.parametrize("first", range(0, 120, 20))
def test_many_random_variants_add_up(first: int) -> None:
    tried = [
        _random_pair(seed, text) for seed in range(first, first + 20) for text in (variant(seed + 999), changed(seed))
    ]
    assert sum(tried) > 10


def _random_pair(seed: int, text: str) -> bool:
    a, b = sound(variant(seed))[1], sound(text)[1]
    if a is not None and b is not None:
        assert_adds_up(a, b)
    return a is not None and b is not None


def changed(seed: int) -> str:
    """Return a random variant with some lines struck, exchanged, or with other numbers."""
    rng, lines = random.Random(seed), variant(seed).split("\n")
    inner = [place for place, line in enumerate(lines) if line.startswith("    ") and not line.endswith(("{", "}"))]
    for _ in range(rng.randint(1, 5)):
        one, other, what = rng.choice(inner), rng.choice(inner), rng.random()
        if what < 0.3:
            lines[one] = ""
        elif what < 0.6:
            lines[one], lines[other] = lines[other], lines[one]
        else:
            lines[one] = re.sub(r"\d+", lambda number: str(int(number[0]) + rng.choice((0, 1, 2))), lines[one])
    return "\n".join(lines)


def test_all_rules_together_are_worth_what_the_other_game_is_worth() -> None:
    b = written(CHILD.replace("pair", "twins"))
    mixed = mixer(written(CHILD.replace("5..", "6..").replace("K: 12", "K: 11")), b)
    whole = mixed.mixed(every(mixed))
    assert whole is not None
    assert edge(whole) == edge(b) != edge(mixed.a)


def edge(game: model.Game) -> object:
    return solve_endless(pipeline.rulebook(game)).value
