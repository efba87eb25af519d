"""Lowering vying games: hands of up to three cards judged by plain arithmetic, units, and minimal tables."""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest
from lowered_vying import HANDS, RANKS, Hand, far, game, state, totals, written

from f27lang import pipeline
from f27lang.lower.hands import TooManyStates
from f27lang.lower.vying import lower_seats, lower_vying, lowering
from f27lang.report.flat import flat
from f27lang.vying import BettingRules, Drawing, Heir, StepKind, VyingPolicy, VyingRulebook


@cache
def plain() -> VyingRulebook:
    return lower_vying(game())


# ---- the tables of the bundled games -----------------------------------------------------------------------------


def test_cards_that_count_the_same_are_one_class() -> None:
    assert [(each.name, each.count) for each in plain().classes] == [
        *((rank, 4) for rank in RANKS[:10]),
        ("J Q K", 12),
    ]
    assert plain().sorted_shoe == (*((place, 4) for place in range(10)), (10, 12))
    assert plain().shoe == 52


def test_the_steps_of_the_repeated_draw() -> None:
    kinds = [(step.kind, step.number) for step in plain().steps]
    assert kinds == [
        (StepKind.ANTE, 0), (StepKind.DEAL, 1), (StepKind.DEAL, 1), (StepKind.BET, 0), (StepKind.DRAW, 0),
        (StepKind.REPEAT, 3), (StepKind.BET, 0), (StepKind.SHOWDOWN, 0),
    ]  # fmt: skip
    assert [step.up for step in plain().steps[1:3]] == [False, True]


def test_money_and_seats() -> None:
    tables = plain()
    assert tables.seats == (2, 6, 10) and not tables.dealer_sits_out
    assert tables.betting == BettingRules(least=1, most=1, raises=3, further_left=True)
    assert (tables.ante, tables.last_takes_all, tables.heirs, tables.both_outright) == (1, True, (), False)
    assert tables.drawing == Drawing(most_draws=-1, most_cards=-1, locked_after=0, running=False, up=True)
    assert tables.unit == 5040


def test_the_one_draw_game() -> None:
    tables = lower_vying(game("seven-twenty-seven-one-draw", with_=("dealer_out",)))
    assert tables.seats == (4, 6, 10) and tables.dealer_sits_out
    assert [step.kind for step in tables.steps] == [
        StepKind.ANTE, StepKind.DEAL, StepKind.DEAL, StepKind.DRAW, StepKind.BET, StepKind.DRAW_IF_ALL,
        StepKind.SHOWDOWN,
    ]  # fmt: skip
    assert [(share.name, share.part, share.targets) for share in tables.shares] == [
        ("nearest_hand", Fraction(1), (Fraction(7), Fraction(27)))
    ]
    assert tables.unit == 2520
    assert max(len(each.example) for each in tables.states) == 4


@pytest.mark.parametrize(
    ("changes", "seen"),
    [
        ({"set_": ("drawing=together",)}, lambda t: t.steps[4].kind is StepKind.DRAW_TOGETHER),
        ({"with_": ("two_down",)}, lambda t: sum(s.number for s in t.steps if s.kind is StepKind.DEAL) == 3),
        ({"with_": ("fixed_opening",)}, lambda t: not t.betting.further_left),
        ({"set_": ("draws=face_down",)}, lambda t: not t.drawing.up),
        ({"set_": ("locking=three_passes",)}, lambda t: (t.drawing.locked_after, t.drawing.running) == (3, False)),
        ({"set_": ("locking=two_in_a_row",)}, lambda t: (t.drawing.locked_after, t.drawing.running) == (2, True)),
        ({"set_": ("bet_most=4", "bet_least=2")}, lambda t: (t.betting.least, t.betting.most) == (2, 4)),
        ({"set_": ("rake_share=5%",)}, lambda t: t.rake.share == Fraction(1, 20) and t.unit == 5040 * 20),
        (
            {"with_": ("declaration",)},
            lambda t: (
                t.both_outright
                and t.steps[-2].kind is StepKind.DECLARE
                and t.heirs == (Heir.OTHER_SHARE, Heir.EVERYONE)
            ),
        ),
    ],
)
def test_what_options_change(changes: dict[str, tuple[str, ...]], seen: Callable[[VyingRulebook], bool]) -> None:
    tables, _ = lower_seats(game(**changes), ["low"])
    assert seen(tables)
    assert not seen(lower_seats(game(), ["low"])[0])


def test_every_share_of_a_pot_is_whole_in_units(tmp_path: Path) -> None:
    """Whatever shares are joined, and however many split them, after the rake."""
    odd = written(
        tmp_path,
        "share low: 1/3 {", "nearest: 7", "over: allowed", "counting: freely", "ties: split", "}",
        "share high: 2/3 {", "nearest: 27", "over: allowed", "counting: freely", "ties: split", "}",
        "also pot {", "rake: 7.5% up to 5/2 chips, only at showdown", "}",
        "drop choice sides", "drop choice aces",
    )  # fmt: skip
    tables = lower_seats(odd, ["never"])[0]
    assert tables.rake.only_at_showdown and tables.rake.most == Fraction(5, 2)
    for pot in (10, 33, 34):
        left = pot - min(pot * tables.rake.share, tables.rake.most or pot)
        for part, players in itertools.product((Fraction(1, 3), Fraction(2, 3), Fraction(1)), range(1, 11)):
            assert (left * part / players * tables.unit).denominator == 1


# ---- who is nearer -----------------------------------------------------------------------------------------------

CARDS_SPEAK: list[tuple[tuple[str, ...], tuple[str, ...]]] = [
    ((), ()),
    ((), ("sides=higher",)),
    ((), ("sides=split",)),
    ((), ("aces=fixed",)),
    (("not_over",), ()),
    (("not_over",), ("aces=fixed", "low_target=13", "high_target=33")),
]


def merit(hand: Hand, target: Fraction, share: str, changes: tuple[str, ...], barred: bool) -> tuple[Fraction, ...]:
    """Return how near a hand comes by the words of the rules; nothing where it has no claim."""
    ways = totals(hand)
    if "aces=fixed" in changes:
        ways = ways[:1] if share == "low" else ways[-1:]
    ways = [total for total in ways if not (barred and total > target)]
    sign = 0 if "sides=split" in changes else -1 if "sides=higher" in changes else 1
    return min(((abs(total - target), sign * total) for total in ways), default=())


@pytest.mark.parametrize(("options", "settings"), CARDS_SPEAK)
def test_keys_are_in_the_order_of_merit(options: tuple[str, ...], settings: tuple[str, ...]) -> None:
    tables, _ = lower_seats(game(with_=options, set_=settings), ["low:40"])
    for share in tables.shares:
        found: dict[int, set[tuple[Fraction, ...]]] = {}
        for hand in HANDS[::3]:
            at = state(tables, hand)
            near = merit(hand, share.targets[0], share.name, settings, "not_over" in options)
            assert (share.keys[at] == -1) == (share.distances[at] == -1) == (near == ())
            if near:
                assert share.steps[share.distances[at]] == near[0]
                found.setdefault(share.keys[at], set()).add(near)
        assert all(len(each) == 1 for each in found.values())
        merits = [next(iter(found[key])) for key in sorted(found)]
        assert merits == sorted(merits) and len(merits) > 10


def test_one_share_of_two_targets_may_count_each_in_its_own_way() -> None:
    name = "seven-twenty-seven-one-draw"
    free, fixed = (lower_seats(game(name, set_=(f"aces={way}",)), ["never"])[0].shares[0] for way in ("free", "fixed"))
    tables = {way: lower_seats(game(name, set_=(f"aces={way}",)), ["never"])[0] for way in ("free", "fixed")}
    for hand in HANDS[:91]:
        ways = totals(hand)
        near = min(min(abs(total - 7), abs(total - 27)) for total in ways)
        apart = min(abs(ways[0] - 7), abs(ways[-1] - 27))
        assert free.steps[free.distances[state(tables["free"], hand)]] == near
        assert fixed.steps[fixed.distances[state(tables["fixed"], hand)]] == apart


def test_fewer_cards_can_part_equal_hands(tmp_path: Path) -> None:
    tables, _ = lower_seats(
        written(
            tmp_path,
            "also share low {", "ties: fewer cards, then split", "}", "drop choice sides",
            "also each {", "at most 6 cards", "}",
        ),
        ["low:40"],
    )  # fmt: skip
    keys = tables.shares[0].keys
    two, three, other = (keys[state(tables, hand)] for hand in (("3", "4"), ("2", "2", "3"), ("2", "5")))
    assert two == other < three


def test_helps_tells_whether_a_rank_brings_the_hand_nearer() -> None:
    for hand in HANDS:
        now = far(hand, 7, 27)
        assert plain().helps[state(plain(), hand)] == any(far((*hand, rank), 7, 27) < now for rank in RANKS)


# ---- no more than is needed --------------------------------------------------------------------------------------


def told(tables: VyingRulebook, policies: tuple[VyingPolicy, ...]) -> Iterator[tuple[int, ...]]:
    """Yield all that tables say of each state."""
    for at in range(len(tables.states)):
        rows = [row.fits[at] for each in policies for row in (*each.draw, *each.bet)]
        says = [row.fits[at] for each in policies for row in each.say]
        shares = [table[at] for share in tables.shares for table in (share.keys, share.distances)]
        yield (tables.helps[at], *shares, *rows, *says)


@pytest.mark.parametrize("plays", [["nearest"], ["low", "never one"], ["commit press", "high:20"]])
def test_no_two_states_are_alike(plays: list[str]) -> None:
    tables, policies = lower_seats(game(), plays)
    width = len(tables.classes)
    cards = [each.cards for each in tables.states]
    blocks = {at: hash((label, cards[at] in (0, 1))) for at, label in enumerate(told(tables, policies))}
    for _ in tables.states:
        blocks = {at: hash((block, *(blocks[each] for each in tables.step[at * width : (at + 1) * width])))
                  for at, block in blocks.items()}  # fmt: skip
    assert len(set(blocks.values())) == len(tables.states)
    columns = [tables.step[card::width] for card in range(width)]
    assert len(set(columns)) == width


def test_states_are_numbered_as_they_are_met() -> None:
    tables, _ = lower_seats(game(), ["nearest"])
    width, met, queue = len(tables.classes), {0: 0}, deque([0])
    while queue:
        at = queue.popleft()
        for after in tables.step[at * width : (at + 1) * width]:
            if after not in met:
                met[after] = len(met)
                queue.append(after)
    assert list(met) == list(met.values()) == list(range(len(tables.states)))
    for at, each in enumerate(tables.states):
        hand = tuple(tables.classes[card].ranks[0] for card in each.example)
        assert state(tables, hand) == at and each.totals == tuple(totals(hand) if hand else [Fraction(0)])


def test_words_and_order_of_writing_change_nothing(tmp_path: Path) -> None:
    path = tmp_path / "renamed.f27"
    text = flat(game())
    for old, new in (
        ('"seven-twenty-seven"', '"renamed"'),
        ("share low", "share little"),
        ("for low", "for little"),
        ("strategy nearest", "strategy close"),
    ):
        assert old in text
        text = text.replace(old, new)
    path.write_text(text, "utf-8")
    renamed = pipeline.playable(str(path))[0]
    assert lower_vying(renamed).digest == plain().digest
    mine, theirs = lower_seats(game(), ["nearest:1 one"])[0], lower_seats(renamed, ["close:1 one"])[0]
    assert mine.digest == theirs.digest != lower_seats(game(), ["nearest:2 one"])[0].digest


def test_more_hands_than_can_be_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lowering, "HAND_LIMIT", 100)
    with pytest.raises(TooManyStates):
        lower_seats(game(), ["nearest"])
    assert lowering.too_large(game()) is game()
    assert len(lower_seats(game(), ["never"])[0].states) <= 100


def test_tables_tell_the_lines_they_come_from() -> None:
    """Of each table the first line behind it, as it stands in the file."""
    texts = {each.name: each.text.split("\n") for each in game("seven-twenty-seven-one-draw").files}
    found = dict(lower_seats(game("seven-twenty-seven-one-draw"), ["never"])[0].origins)
    first = {}
    for table, places in found.items():
        name, _, rest = places.partition(":")
        first[table] = texts[name][int(rest.split("-")[0].split(" ")[0]) - 1].strip()
    assert first == {
        "sorted_shoe": "decks: 1 in 1..2",
        "step": "A: 1 or 11",
        "keys": "nearest: low_target or high_target",
        "nears": "nearest: low_target or high_target",
        "parts": "share nearest_hand: all {",
    }
