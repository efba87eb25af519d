"""Advice that looks at the round, at who is live and whether somebody bet: read, played by hand, emitted, refused."""

from __future__ import annotations

from contextlib import nullcontext

import pytest

from f27lang.check import check
from f27lang.diagnostics import Report, VariantError
from f27lang.emit.vying import emit_table_kernel, emit_teller, emit_vying
from f27lang.lower.vying import lower_seats
from f27lang.referee.vying import VyingReferee
from f27lang.referee.vying_advice import Adviser, Asked
from f27lang.seating import Asked as Who
from f27lang.seating import seating
from f27lang.simulate.seated import seated
from f27lang.solve.distribution import NotAlone, final_hands
from f27lang.syntax.write import write
from f27lang.vying import ANY_SCENE, NO_END, Scene, When
from tests.by_hand import cards, hand
from tests.families import mostly_long
from tests.resolving import game_of, parsed
from tests.test_vying_agreement import DECLARED
from tests.test_vying_events import broken, events_differ
from tests.vying_by_hand import Scripted, game, played, text
from tests.vying_opinions import Opinions

OTHERS = {
    "strategy near": "each { | take on distance over 2 when some card helps | otherwise pass | }",
    "strategy careful": "betting { | bet on distance ..2 | call on distance ..4 | otherwise check, fold | }",
}
SHORT = {"each": "may take, pass | takes 1 card up | at most 5 cards"}
ONE_DRAW = "ante | deal 2 down to each | {draw} | bet | {draw} | bet | declare | showdown"


def drawing(condition: str) -> dict[str, str]:
    return {**OTHERS, "strategy looks": f"each {{ | take when {condition} | otherwise pass | }}"}


def betting(condition: str, move: str = "call") -> dict[str, str]:
    return {**OTHERS, "strategy looks": f"betting {{ | {move} when {condition} | otherwise check, fold | }}"}


# ---- as it is written ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "condition",
    [
        *("round 2", "round 2..4", "round 2..", "round ..4", "round over 2", "round under 5", "round n"),
        *("live 2", "live n..4", "live ..3", "seat 0 live", "seat n live", "somebody bet", "nobody bet"),
        "round 2.. and live ..3 and seat 1 live and seat 2 live and somebody bet and some card helps",
    ],
)
def test_a_condition_is_written_as_it_was_read(condition: str) -> None:
    block = f"param n: cards = 3 in 1..4 | each when {condition} {{ | otherwise take | }}"
    block += f" | betting {{ | call on distance ..2 when {condition} | otherwise check | }}"
    block += f" | declare when {condition} {{ | otherwise say nearest | }}"
    file = parsed(text(**{"strategy looks": block}))
    assert f"each when {condition} {{" in write(file)
    assert f"declare when {condition} {{" in write(file)
    assert f"call on distance ..2 when {condition}\n" in write(file)
    assert parsed(write(file)) == file


@pytest.mark.parametrize(
    ("condition", "scene"),
    [
        ("round 2", Scene(rounds=(2, 2))),
        ("round over 2", Scene(rounds=(3, NO_END))),
        ("round under 1", Scene(rounds=(0, 0))),
        ("round ..3 and live under 4", Scene(rounds=(0, 3), live=(0, 3))),
        ("round under 5 and round 3..", Scene(rounds=(3, 4))),
        ("live 2..n", Scene(live=(2, 4))),
        ("live ..3 and live 3..6", Scene(live=(3, 3))),
        ("seat 0 live and seat n live", Scene(seats=0b10001)),
        ("somebody bet", ANY_SCENE),
        ("seat 0 live and seat 16 live", Scene(live=(1, 0), seats=1)),
    ],
)
def test_what_a_line_waits_for(condition: str, scene: Scene) -> None:
    block = f"param n: cards = 3 in 3..9 | betting when {condition} {{ | call on distance ..2 | }}"
    block += " | betting { | otherwise check, fold | }"
    _, (policy,) = lower_seats(game_of(text(**{**OTHERS, "strategy looks": block})), ["near looks:4"])
    assert policy.bet[0].scene == scene
    assert policy.bet[0].when == (When.SOMEBODY_BET if condition == "somebody bet" else When.ALWAYS)
    assert all(row.scene == ANY_SCENE for row in policy.bet[1:])
    assert policy.looks_round == (scene != ANY_SCENE)


# ---- what seats are told, by hand ----------------------------------------------------------------------------------


def told(player: Scripted) -> list[tuple[int, tuple[int, ...], bool]]:
    return [(asked.round, asked.live, asked.bet) for asked in player.seen]


def test_what_a_seat_sees() -> None:
    players = [Scripted("t", "check call"), Scripted("", "b1"), Scripted("", "fold"), Scripted("t")]
    played(game(), "2 3 4 5 6 7 8 9 10 J", *players)
    everyone, three = (0, 1, 2, 3), (0, 1, 3)
    assert told(players[0]) == [
        *((1, everyone, False), (1, three, True)),  # checks, then calls the bet that one has folded to
        (1, three, True),  # the first draw: somebody bet before it
        *((2, three, False), (2, three, False), (3, three, False)),  # all check in the second round, draw and the last
    ]
    assert told(players[2]) == [(1, everyone, True)]


def test_draws_together_are_decided_before_any_card() -> None:
    """A draw changes nobody's being live; the round is the same for all who draw in it."""
    for draw in ("draw", "draw together", "draw if all agree"):
        players = [Scripted("tt"), Scripted("tt")]
        steps = f"ante | deal 2 up to each | {draw} | {draw} | showdown"
        played(game(play=steps), "2 3 4 5 6 7 8 9", *players)
        assert [told(player) for player in players] == [[(1, (0, 1), False), (2, (0, 1), False)]] * 2


def test_who_declares_sees_how_many_betting_rounds_there_were() -> None:
    players = [Scripted("t", "b1", "low"), Scripted("", "fold", "low"), Scripted("", "", "high")]
    played(game(**DECLARED), "2 3 4 5 6 7 8", *players)
    assert told(players[0])[-1] == (3, (0, 2), False)
    assert told(players[1]) == [(1, (0, 1, 2), True)]


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        *(("round 3", True), ("round 2", False), ("round ..3", True), ("round under 3", False), ("round 4..", False)),
        *(("live 2", True), ("live 3..", False), ("live ..2", True), ("live over 1", True)),
        *(("seat 1 live", False), ("seat 2 live", True), ("seat 9 live", False)),
        *(
            ("somebody bet", True),
            ("nobody bet", False),
            ("round 3 and live 3", False),
            ("round 3 and seat 0 live", True),
        ),
    ],
)
def test_the_referee_reads_conditions(condition: str, holds: bool) -> None:
    adviser = Adviser(game(**drawing(condition)), ("looks",))
    asked = Asked(0, hand("2 3"), ("take", "pass"), round=3, live=(0, 2), bet=True)
    assert adviser.draw(asked) == ("take" if holds else "pass")


def test_a_hand_by_the_book() -> None:
    """A strategy that calls where two are live folds while there are three."""
    never = "each { | otherwise pass | }"
    rules = game(
        **betting("live ..2"), **{"strategy bets": "betting { | otherwise bet, call | }", "strategy no": never}
    )
    bets, looks = Adviser(rules, ("no", "bets")), Adviser(rules, ("no", "looks"))
    found = VyingReferee(rules).play(cards("2 3 4 5 6 7"), [bets, looks, looks])
    words = [event.words for event in found.events if event.what in ("bets", "calls", "folds")]
    assert words[:3] == ["seat 0 bets 1", "seat 1 folds", "seat 2 calls"]


# ---- the emitted module against the referee ------------------------------------------------------------------------

CONDITIONS = ("nobody bet", "round 2", "round ..2", "live ..2", "live 3..", "seat 1 live", "seat 0 live and live 2..4")


def _fierce(condition: str) -> str:
    if condition == "nobody bet":
        return "bet on distance ..4 when nobody bet | fold on distance over 7"
    late = f"call on distance ..5 | fold when somebody bet and {condition}"
    return f"raise when {condition} | bet when {condition} | {late}"


@pytest.mark.parametrize("seats", mostly_long((2, 3, 10), (3,)))
@pytest.mark.parametrize("condition", CONDITIONS)
def test_betting_and_drawing_agree(condition: str, seats: int) -> None:
    rules = drawing(f"{condition} and some card helps") | {
        "strategy fierce": f"betting {{ | {_fierce(condition)} | otherwise check, call | }}",
    }
    plays = ["looks fierce", "near careful", "near fierce"]
    opinions = Opinions(text(**rules), [plays[seat % 3] for seat in range(seats)])
    assert opinions.rulebook.looks_round
    assert opinions.differ(range(12)) == []


@pytest.mark.parametrize("draw", ["draw", "draw together", "draw if all agree"])
def test_draws_after_bets_agree(draw: str) -> None:
    rules = drawing("round 1") | {
        "play": ONE_DRAW.format(draw=draw),
        "pot": DECLARED["pot"],
        "strategy again": "each { | take when round 2 and somebody bet and live ..3 | otherwise take | }"
        if draw == "draw if all agree"
        else "each { | take when round 2 and somebody bet and live ..3 | otherwise pass | }",
        "strategy by_head": "declare when round 2.. and live ..3 { | say both on distance ..3 when seat 0 live"
        " | otherwise say high | } | declare when somebody bet { | otherwise say low | }"
        " | declare { | otherwise say both | }",
        "strategy says": "declare { | say both when round 2 and live 2 | say low when somebody bet and seat 2 live"
        " | say high when seat 0 live | otherwise say nearest | }",
    }
    heads = Opinions(text(**rules), ["again careful by_head", "looks careful by_head", "near careful says"])
    assert heads.differ(range(30)) == []
    opinions = Opinions(text(**rules), ["again careful says", "looks careful", "again careful", "near careful says"])
    assert opinions.differ(range(30)) == []
    told = {line.partition(" ")[2] for hand in range(30) for line in opinions.teller.play(hand, 1)[1]}
    assert {line.partition(" ")[2] for line in told} >= {"declares high and low", "declares high", "declares low"}


@pytest.mark.long
def test_compiled_and_plain_count_the_same() -> None:
    rules, plays = text(**betting("round 2.. and live ..3 and seat 0 live")), ["near looks", "near careful"] * 3
    machine, python = (Opinions(rules, plays, compiled=compiled).kernel for compiled in (True, False))
    assert machine.play(0, 3000, 1) == python.play(0, 3000, 1)


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("there = there & ~(1 << s)", "there = there"),
        ("not_so: cython.uint = 4 if bet else 2", "not_so: cython.uint = 0"),
        ("turn > cell(lines, place + 1)", "turn >= cell(lines, place + 1)"),
        ("live < cell(lines, place + 2)", "live <= cell(lines, place + 2)"),
        ("draw_rounds, live, there, level)", "bet_rounds + 1, live, there, level)"),
    ],
)
def test_a_module_that_sees_other_things_is_found_out(was: str, now: str) -> None:
    early = "bet on distance ..3 when round ..2 and live 3.. | fold on distance over 4 | otherwise check, call"
    rules = drawing("round 1 and somebody bet and live 2.. and seat 1 live")
    rules["strategy early"] = f"betting {{ | {early} | }}"
    opinions = Opinions(text(**rules), ["looks early", "near careful", "looks careful"])
    assert events_differ(opinions, range(40)) == []
    assert events_differ(broken(opinions, was, now), range(40))


# ---- what it costs, and where it ends --------------------------------------------------------------------------------


def test_modules_of_seats_that_see_their_hands_only_know_nothing_of_it() -> None:
    plain, looking = (
        lower_seats(game_of(text(**betting("round 2"))), [play])[0] for play in ("near careful", "near looks")
    )
    assert not plain.looks_round and looking.looks_round
    assert emit_table_kernel(plain).text != emit_table_kernel(looking).text
    assert plain.digest != looking.digest
    for emit in (emit_vying, emit_table_kernel, emit_teller):
        assert "advised" not in emit(plain).text and "there" not in emit(plain).text.replace("there is", "")
        assert "advised" in emit(looking).text


def test_whether_somebody_bet_costs_nothing_where_seats_bet() -> None:
    tables, (policy,) = lower_seats(game_of(text(**betting("somebody bet"))), ["near looks"])
    assert not tables.looks_round and not policy.looks_round
    assert Opinions(text(**betting("somebody bet")), ["near looks", "near careful"]).differ(range(10)) == []


def test_tables_for_hands_only_take_no_strategy_that_looks_round() -> None:
    made = game_of(text(**drawing("round 2")))
    plain, _ = lower_seats(made, ["near"])
    _, (policy,) = lower_seats(made, ["looks"])
    with pytest.raises(ValueError, match="looks round"):
        seated(plain, [(policy, policy)])


def test_early_draws_tell_few_hands_apart() -> None:
    few, many = (
        lower_seats(game_of(text(**drawing(condition), **SHORT)), ["looks"])[0]
        for condition in ("round ..2", "live 2..")
    )
    assert [max(len(state.example) for state in tables.states) for tables in (few, many)] == [4, 5]


@pytest.mark.parametrize("condition", ["round 1", "live 2..", "seat 0 live", "somebody bet", "nobody bet"])
def test_there_is_no_distribution_of_what_looks_round(condition: str) -> None:
    tables, (looks, near) = lower_seats(game_of(text(**drawing(condition), **SHORT)), ["looks", "near"])
    with pytest.raises(NotAlone, match="looks at more than its own hand when it draws"):
        final_hands(tables, looks)
    alone, (only,) = lower_seats(game_of(text(**OTHERS, **SHORT)), ["near"])
    assert final_hands(tables, near).mean_cards == final_hands(alone, only).mean_cards


def test_bets_that_look_round_change_no_distribution() -> None:
    tables, (policy,) = lower_seats(game_of(text(**betting("round 2"))), ["near looks"])
    assert policy.looks_round
    assert final_hands(tables, policy).mean_cards > 2


# ---- advice that covers everything ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        ("take when round ..2 | pass when round 3..", None),
        ("take when live 2 | pass when live 3..10", None),
        ("take when live 2 | pass when live 3..9", "F0703"),
        ("take when round 1 and live ..4 | pass when round 2.. | pass when live 5..", None),
        ("take when round 1 and live ..4 | pass when round 2.. | pass when live 6..", "F0703"),
        ("take when seat 0 live | pass when round 2..", "F0703"),
        ("take when somebody bet | pass when round 2..", "F0703"),
        ("take when somebody bet | pass when nobody bet", None),
        ("take when somebody bet and live 2 | pass when nobody bet | pass when somebody bet and live 3..", None),
        ("take when somebody bet and live 2 | pass when nobody bet | pass when somebody bet and live 4..", "F0703"),
        ("take on distance over 2 when round 1 | pass on distance ..2 when round 1 | pass when round over 1", None),
    ],
)
def test_lines_may_cover_everything_between_them(lines: str, code: str | None) -> None:
    rules, report = text(**OTHERS, **SHORT, **{"strategy looks": f"each {{ | {lines} | }}"}), Report()
    check(game_of(rules), report)
    assert [each.code for each in report] == ([code] if code else [])
    if not code:
        assert Opinions(rules, ["looks careful", "near careful", "looks careful"]).differ(range(8)) == []


GAPS = {
    "strategy until": "param n: cards = 3 in 1..9"
    " | each { | take on distance over 2 when round ..n | pass on distance ..2 | pass when round 4.. | }",
    "strategy late": "param n: cards = 2 in 1..400 | each { | take when round n.. | otherwise pass | }",
    "strategy few": "param n: cards = 2 in 0..9 | each { | take when live ..n | otherwise pass | }",
    "strategy between": "param a: hands = 3 in 2..9 | param b: hands = 4 in 2..9"
    " | each { | take when live a..b | pass when live ..4 and live b | otherwise pass | }",
    "strategy bets": "param c: chips = 1 in 1..9 | betting { | bet c chips on distance ..2 | otherwise check, call | }",
    "strategy from_seat": "param seat_a: hands = 0 in 0..99 | each { | take when seat seat_a live | otherwise pass | }",
}


@pytest.mark.parametrize(
    ("play", "told"),
    [
        ("until:2", "with these numbers `until` does not say whether to draw with A A in round 3"),
        ("until:2.5", "`until:2.5` sets n to 2.5, and cards are whole"),
        ("from_seat:1/2", "`from_seat:1/2` sets seat_a to 1/2, and hands are whole"),
        ("until:3", ""),
        ("until:9", ""),
        ("from_seat:9", ""),
        ("from_seat:99", "with these numbers there is no seat 99"),
        ("late:54", "with these numbers `round n..` never comes"),
        ("late:53", ""),
        ("few:1", "with these numbers `live ..n` never holds"),
        ("between:5:3", "with these numbers `a` is above `b`"),
        ("between:3:3", ""),
        ("between:2:9", "with these numbers these conditions never hold together"),
        ("near bets:4", "with these numbers nobody may bet 4 here"),
    ],
)
def test_numbers_of_a_play(play: str, told: str) -> None:
    made = game_of(text(**OTHERS, **GAPS))
    with pytest.raises(VariantError) if told else nullcontext() as wrong:
        found = seating(made, Who(players=3, play=play))
        assert seated(found.rulebook, found.lineups).loud is False
    assert not told or [each.message for each in wrong.value.report] == [told]  # type: ignore[union-attr]


def test_a_seat_that_no_table_has_is_never_live() -> None:
    made = text(**OTHERS, **GAPS)
    for seat in (1, 15, 16, 99):
        opinions = Opinions(made, [f"from_seat:{seat} careful", "near"])
        assert opinions.differ(range(6)) == []
        took = any("takes" in line for line in opinions.teller.play(0, 1)[1] if line.startswith("seat 0"))
        assert took == (seat == 1)


def test_advice_in_an_abstract_game_is_left_to_those_that_extend_it() -> None:
    heading = 'f27 1\nabstract vying game "abstract" {\nstrategy x {\neach {\n'
    report = Report()
    check(game_of(heading + "take when round 3 and live 4 and seat 9 live\npass on distance 2\n}\n}\n}\n"), report)
    assert not list(report)
