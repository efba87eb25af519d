"""What the emitted module tells of a hand, line by line, is what the referee saw; where it is not, it is found out."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

from f27lang.build import plain
from f27lang.changes import Changes
from f27lang.emit.vying import emit_table_kernel, emit_teller, emit_vying
from f27lang.verify.told import Teller, first_apart, seen
from tests.test_vying_agreement import BETS, DECLARED, DRAWS, REPEATED, STRATEGIES
from tests.vying_by_hand import SECTIONS, text
from tests.vying_opinions import Opinions, made_small

REGRESSIONS = sorted((Path(__file__).parent / "regressions" / "vying").glob("*.f27"))
RULES = {
    **STRATEGIES,
    "strategy bold": "betting { | raise on distance ..1 | bet on distance ..3 | otherwise check, call | }",
    "strategy late": "betting { | bet when all others checked | call on distance ..5 | otherwise check, fold | }",
}
ALIKE = {name: lines.replace("lower total, then ", "") for name, lines in SECTIONS.items() if "share" in name}
BROKEN = {
    "the opener stays": ("        if further:\n", "        if 0:\n"),
    "nobody hears that all checked": ("asked = 1 if waiting == 1 and level == 0 else 0", "asked = 0"),
    "who is last after a raise is not asked": ("waiting = live - 1", "waiting = live - 2"),
    "the last raise is not allowed": ("asked = 2 if raised < raises else 3", "asked = 2 if raised + 1 < raises else 3"),
    "the first seat wins ties": ("(judged[k * players + i] == best[k])\n        ", "(s == winner[k])\n        "),
}


def broken(opinions: Opinions, was: str, now: str) -> Opinions:
    """Return opinions of which the module has other text."""
    made = emit_teller(opinions.rulebook).text
    assert was in made
    kernel = evolve(opinions.teller.kernel, module=plain("broken", made.replace(was, now)))
    opinions.teller = Teller(kernel, opinions.rulebook)
    return opinions


def events_differ(opinions: Opinions, hands: range) -> list[str]:
    """Return where the accounts of some hands part; nothing of counts."""
    accounts = ((opinions.teller.play(hand, 1)[1], seen(opinions.round(hand), opinions.rulebook)) for hand in hands)
    return [apart for told, saw in accounts if (apart := first_apart(told, saw))]


def test_a_hand_as_it_is_told() -> None:
    changes = Changes(with_=("declaration",), set_=(("rake_share", "5%"),))
    opinions = Opinions(REPEATED, ["nearest one", "commit position", "nearest:0 one:3:3"], changes)
    told = [line for line in opinions.teller.play(3, 1)[1] if "dealt" not in line]
    assert [line.rstrip("0123456789") if "takes" in line else line for line in told] == [
        *("seat 0 antes 1", "seat 1 antes 1", "seat 2 antes 1"),
        *("seat 0 checks", "seat 1 bets 1", "seat 2 calls", "seat 0 calls"),
        *("seat 0 takes ", "seat 1 passes", "seat 2 passes"),
        *("seat 1 bets 1", "seat 2 calls", "seat 0 calls"),
        *("seat 0 passes", "seat 1 passes", "seat 2 passes"),
        *("seat 2 bets 1", "seat 0 calls", "seat 1 calls"),
        *("seat 0 declares high", "seat 1 declares low", "seat 2 declares low"),
        *("share low goes to seat 1", "share high goes to seat 0", "the house rakes 3/5"),
        *("seat 0 wins 57/10", "seat 1 wins 57/10"),
    ]


def test_nobody_may_want_a_share_and_several_may() -> None:
    opinions = Opinions(text(**RULES, **DECLARED, **ALIKE), ["near both", *["near"] * 5, "near greedy"])
    told = {line for hand in range(60) for line in opinions.teller.play(hand, 1)[1] if line.startswith("share")}
    assert {"share low goes to nobody", "share high goes to nobody"} & told
    assert any(" and seat" in line for line in told)
    assert events_differ(opinions, range(60)) == []


def test_cards_that_are_not_there_are_passes() -> None:
    cards = "decks: 1 | deck: A..K in 1 suits | shuffle: every hand | empty: pass"
    for draw in ("draw", "draw together", "draw if all agree"):
        steps = f"ante | deal 2 up to each | repeat {{ | {draw} | }} until nobody draws | showdown"
        opinions = Opinions(text(**STRATEGIES, cards=cards, play=steps), ["take"] * 5)
        told = opinions.teller.play(0, 1)[1]
        assert sum("takes" in line for line in told) == 3
        assert sum("passes" in line for line in told) > 2
        assert events_differ(opinions, range(5)) == []


@pytest.mark.parametrize("how", BROKEN)
def test_a_module_that_does_other_things_is_found_out(how: str) -> None:
    plays = (["near late", "near raise_all"] * 2) if "raise" in how else (["near late"] * 4)
    right = Opinions(text(**RULES, **ALIKE), plays)
    assert events_differ(right, range(20)) == []
    assert events_differ(broken(right, *BROKEN[how]), range(20))


def test_who_opens_is_told_where_counts_are_the_same() -> None:
    opinions = broken(Opinions(text(**STRATEGIES), ["near careful"] * 3), *BROKEN["the opener stays"])
    quiet = [hand for hand in range(30) if opinions.teller.play(hand, 1)[0] == opinions.kernel.play(hand, 1, 1)]
    assert any(events_differ(opinions, range(hand, hand + 1)) for hand in quiet)


def test_modules_that_are_run_tell_nothing() -> None:
    rulebook = Opinions(text(**STRATEGIES), ["near press"]).rulebook
    assert all("tell" not in emit(rulebook).text.replace("tells", "") for emit in (emit_vying, emit_table_kernel))
    assert emit_teller(rulebook).text.count("tell(") > 10


# ---- failures made small -----------------------------------------------------------------------------------------


@pytest.mark.long
def test_a_failure_is_made_small() -> None:
    large = text(**STRATEGIES)
    stays = BROKEN["the opener stays"]
    small = made_small(large, ["near fold"] * 2, lambda fine: bool(events_differ(broken(fine, *stays), range(12))))
    assert small.startswith("# plays: near fold, near fold\nf27 1\n")
    assert "repeat" in small and "strategy greedy" not in small
    assert len(small.split("\n")) < len(large.split("\n")) - 20


@pytest.mark.parametrize("path", REGRESSIONS, ids=lambda path: path.stem)
def test_games_that_failed_once(path: Path) -> None:
    first, *lines = path.read_text("utf-8").split("\n")
    plays = [play.strip() for play in first.removeprefix("# plays:").split(",")]
    assert Opinions("\n".join(lines), plays).differ(range(20)) == []


@pytest.mark.long
@pytest.mark.parametrize("draw", DRAWS)
def test_every_pair_of_ways_to_draw_and_to_bet(draw: str) -> None:
    plays = [f"{draw} {bet}".strip() for bet in BETS]
    assert Opinions(REPEATED, plays).differ(range(60)) == []
