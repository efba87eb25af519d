"""Long simulations: stopped where they are exact enough, by a key, or by force, and gone on with."""

from __future__ import annotations

import hashlib
import json
import os
import random
import signal
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path

import pytest
from attrs import evolve

from f27lang.cli import bar
from f27lang.rulebook import Policy, Rulebook
from f27lang.simulate import Run, Tally, load_plain_kernel, simulate
from f27lang.simulate.checkpoint import Keeper, Unusable, identity
from f27lang.simulate.possible import possible
from f27lang.simulate.until import Until, seldom, step
from tests.handmade import GAMES, OVER_ROW, mimic
from tests.needs import needs_compiler
from tests.showdown_games import POKER_GAMES
from tests.showdowns import AT_ONCE, BETTER, NATURAL, showdown_game

VARIANT = "21-24-27"
PLAY = ("simulate", VARIANT, "--play", "mimic_the_dealer", "--threads", "2")
OFTEN = """
from f27lang.simulate import checkpoint
checkpoint.EVERY_SECONDS = 0.05
from f27lang.cli.main import main
main()
"""
PLACE = step(0)

RARE = """f27 1
banked game "rare" extends "21-24-27" {
  wager game: $10..$500 {
    pays 1000000:1 on player K 2 Joker Joker Joker Joker Joker Joker
    otherwise loses
  }
}
"""
GAME, PLAYER = GAMES["both up"], mimic(GAMES["both up"])


def until(pct: str, wager: int = 0) -> Until:
    return Until(Fraction(pct), GAME, possible(GAME, PLAYER), wager)


WANTED = until("0.53")  # per cent points: had at the second of the places where it is judged


def keeper(path: Path, *, seed: int = 1, lasting: bool = True, **more: object) -> Keeper:
    of = identity(GAME, PLAYER, seed)
    return Keeper(path, of, len(GAME.outcomes), lasting, every=0.0, **more)  # type: ignore[arg-type]


def run(rounds: int, **how: object) -> Run:
    return simulate(GAME, PLAYER, rounds, **how)  # type: ignore[arg-type]


def command(*args: str) -> list[str]:
    return [sys.executable, "-c", OFTEN, *args]


def answer(*args: str, **environment: str) -> dict[str, object]:
    done = subprocess.run(
        command(*args, "--json"), env={**os.environ, **environment}, capture_output=True, timeout=120, check=True
    )
    found: dict[str, object] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("threads", [1, 2, 5])
@needs_compiler
def test_until_stops_at_one_round_on_any_threads(threads: int) -> None:
    found = run(10**9, until=WANTED, threads=threads)
    assert (found.rounds, found.reached) == (2 * PLACE, True)
    assert found.tally == run(2 * PLACE).tally


def test_until_stops_at_the_same_round_as_plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("F27_NO_COMPILER", "1")
    plain = run(10**9, until=WANTED)
    assert not plain.compiled
    assert plain.rounds == 2 * PLACE
    monkeypatch.delenv("F27_NO_COMPILER")
    assert plain.tally == run(10**9, until=WANTED, chunk=1 << 10).tally


def test_until_is_the_first_place_that_is_exact_enough() -> None:
    kernel = load_plain_kernel(GAME, PLAYER)
    first, second = (kernel.play(i * PLACE, PLACE, 1) for i in (0, 1))
    judge = WANTED.reached
    assert not judge(first)
    assert judge(first + second)
    assert 100 * (first + second).standard_error(GAME) <= WANTED.pct < 100 * first.standard_error(GAME)


JACKPOT = 2_000_000  # in halves of the wager


def with_jackpot() -> Rulebook:
    """Return the game with all outcomes lost, and a jackpot behind them."""
    lost = (evolve(outcome, payoffs=(-2,)) for outcome in GAME.outcomes)
    return evolve(GAME, outcomes=(*lost, evolve(GAME.outcomes[0], payoffs=(JACKPOT,))))


def test_a_jackpot_that_never_came_does_not_end_a_run() -> None:
    rare = with_jackpot()
    alike = Tally((PLACE, *(0,) * (len(rare.outcomes) - 1)))
    assert alike.moments(rare) == (-1, 0)
    judge = Until(Fraction(1), rare, frozenset(range(len(rare.outcomes))))
    assert not judge.reached(alike)
    assert judge.goes_on_for(alike) == seldom(alike, rare, judge.can_come) == (JACKPOT,)
    assert evolve(judge, can_come=judge.can_come - {len(rare.outcomes) - 1}).reached(alike)
    needed = judge.rounds_needed(alike)
    assert judge.reached(Tally((needed, *alike.counts[1:])))
    assert not judge.reached(Tally((needed - step(needed), *alike.counts[1:])))
    assert needed == pytest.approx(3**0.5 * 10**6 * 100, rel=1 / 64)


@pytest.mark.long
@needs_compiler
def test_the_answer_warns_of_a_jackpot_that_never_came(tmp_path: Path) -> None:
    path = tmp_path / "rare.f27"
    path.write_text(RARE)
    found = answer("simulate", str(path), "--play", "never_over", "-n", "3000")
    assert found["seldom"] == [{"wager": "game", "pays": 1_000_000.0, "rounds": 0}]
    told = subprocess.run(
        command("simulate", str(path), "--play", "never_over", "-n", "50000", "--until", "1"),
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    assert "\nwarning           the ± is too small: +1,000,000 times the wager came 0 times\n" in told.stdout
    assert told.stderr.splitlines() == [
        "+1,000,000 times the wager came 0 times in 4,096 rounds: "
        "the run goes on until three times more would not matter",
        "the wanted standard error was not reached in 50,000 rounds",
    ]


@pytest.mark.long
def test_what_a_policy_can_bring_about_is_what_it_brings_about() -> None:
    poker = (POKER_GAMES[name] for name in ("peek", "peek at the last card", "two showdowns"))
    for game in (*GAMES.values(), *poker):
        stands = Policy("stands", tuple(int(move) & 2 or int(move) for move in game.moves))
        for player in (mimic(game), stands):
            counts = load_plain_kernel(game, player).play(0, 3_000, 1).counts
            assert {o for o, times in enumerate(counts) if times} <= possible(game, player)
    stands = Policy("stands", tuple(int(move) & 2 for move in GAME.moves))
    assert OVER_ROW in possible(GAME, PLAYER)
    assert OVER_ROW not in possible(GAME, stands)


def test_what_a_peek_decides_is_not_looked_up_again() -> None:
    unseen, peek = showdown_game(), showdown_game(peek=True)
    assert NATURAL in possible(peek, mimic(peek))
    assert {NATURAL, BETTER} & possible(unseen, mimic(unseen)) == set()
    assert BETTER in possible(showdown_game(better=BETTER), mimic(unseen))
    natural = evolve(peek, peeked=tuple(1 + NATURAL for _ in peek.final))
    assert possible(natural, mimic(natural)) == {NATURAL, AT_ONCE}


def test_places_are_close_enough_and_on_one_another() -> None:
    for rounds in (0, 1, PLACE * 63, 2**20, 3 * 2**21, 2**30 + 5, 10**15):
        assert step(rounds) <= max(PLACE, rounds / 64)
        assert step(rounds + step(rounds)) in (step(rounds), 2 * step(rounds))
    assert all(2**power % step(2**power) == 0 for power in range(14, 50))


@needs_compiler
def test_rounds_bound_a_run_that_is_never_exact_enough() -> None:
    found = run(100_000, until=until("0.001"))
    assert (found.rounds, found.reached, found.interrupted) == (100_000, False, False)


@needs_compiler
def test_chunks_that_miss_the_places_are_refused() -> None:
    with pytest.raises(ValueError, match="power of two"):
        run(100_000, until=WANTED, chunk=1_000)


def test_a_run_goes_on_from_its_checkpoint_to_the_same_tally(tmp_path: Path) -> None:
    path = tmp_path / "run.checkpoint"
    whole = run(50_000).tally
    run(20_001, keeper=keeper(path), chunk=777)
    found = run(50_000, keeper=keeper(path), resume=True, chunk=1_024)
    assert found.resumed == 20_001
    assert found.tally == whole
    assert run(50_000, keeper=keeper(path), resume=True).tally == whole
    assert [path.name for path in tmp_path.iterdir()] == ["run.checkpoint"]


def test_until_goes_on_to_the_same_round(tmp_path: Path) -> None:
    path = tmp_path / "run.checkpoint"
    whole = run(10**9, until=WANTED)
    run(PLACE + 500, keeper=keeper(path), until=WANTED)
    assert run(10**9, keeper=keeper(path), resume=True, until=WANTED).tally == whole.tally
    again = run(10**9, keeper=keeper(path), resume=True, until=WANTED)
    assert (again.tally, again.resumed, again.reached) == (whole.tally, whole.rounds, True)


def test_a_finished_run_leaves_nothing_in_the_cache(tmp_path: Path) -> None:
    path = tmp_path / "run.checkpoint"
    seen: list[bool] = []
    run(300_000, keeper=keeper(path, lasting=False), chunk=512, progress=lambda prefix: seen.append(path.exists()))
    assert any(seen)
    assert not list(tmp_path.iterdir())


def test_a_shorter_run_does_not_take_the_place_of_what_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "run.checkpoint"
    run(20_000, keeper=keeper(path))
    run(10_000, keeper=keeper(path, lasting=False), chunk=100)
    assert run(30_000, keeper=keeper(path), resume=True).resumed == 20_000


def test_a_finished_run_leaves_what_a_longer_one_has_left(tmp_path: Path) -> None:
    path = tmp_path / "run.checkpoint"
    run(5_000, keeper=keeper(path))
    whole = run(20_000, keeper=keeper(path, lasting=False)).tally
    assert path.exists()
    found = run(20_000, keeper=keeper(path, lasting=False), resume=True)
    assert (found.resumed >= 5_000, found.tally) == (True, whole)
    assert not path.exists()


def test_a_run_that_may_stop_earlier_leaves_it_too(tmp_path: Path) -> None:
    path = tmp_path / "run.checkpoint"
    run(4 * PLACE, keeper=keeper(path))
    before = path.read_bytes()
    assert run(10**9, keeper=keeper(path, lasting=False), until=WANTED, chunk=16).reached
    assert path.read_bytes() == before


@pytest.fixture
def stored(tmp_path: Path) -> Path:
    run(20_000, keeper=keeper(tmp_path / "run.checkpoint"))
    return tmp_path / "run.checkpoint"


def altered(path: Path, **changes: object) -> None:
    body = json.dumps({**json.loads(path.read_text().splitlines()[0]), **changes})
    path.write_text(f"{body}\n{hashlib.sha256(body.encode()).hexdigest()}\n")


@pytest.mark.parametrize(
    ("what", "why"),
    [
        ("empty", "damaged"),
        ("cut", "damaged"),
        ("one bit", "damaged"),
        ("not ours", "damaged"),
        ("another list", "damaged"),
        ("the past", "another version"),
        ("counts", "do not add up"),
    ],
)
def test_a_checkpoint_that_is_not_as_it_was_written_is_refused(stored: Path, what: str, why: str) -> None:
    whole = stored.read_bytes()
    match what:
        case "empty":
            stored.write_bytes(b"")
        case "cut":
            stored.write_bytes(whole[:-100])
        case "one bit":
            stored.write_bytes(whole[:150] + bytes([whole[150] ^ 1]) + whole[151:])
        case "not ours":
            stored.write_bytes(os.urandom(1000))
        case "another list":
            altered(stored, surplus=1)
        case "the past":
            altered(stored, schema="f27.checkpoint/1")
        case "counts":
            altered(stored, rounds=20_001)
    with pytest.raises(Unusable, match=why):
        run(50_000, keeper=keeper(stored), resume=True)


@pytest.mark.parametrize("resume", [True, False])
def test_a_checkpoint_of_another_run_is_refused(stored: Path, resume: bool) -> None:
    before = stored.read_bytes()
    with pytest.raises(Unusable, match="another seed"):
        run(50_000, seed=2, keeper=keeper(stored, seed=2), resume=resume)
    other, stands = GAMES["one deck"], Policy("stands", tuple(int(move) & 2 for move in GAME.moves))
    for rulebook, policy, why in ((other, mimic(other), "another variant"), (GAME, stands, "another way to play")):
        of = Keeper(stored, identity(rulebook, policy, 1), len(rulebook.outcomes), lasting=True)
        with pytest.raises(Unusable, match=why):
            simulate(rulebook, policy, 50_000, keeper=of, resume=resume)
    assert stored.read_bytes() == before


def test_a_checkpoint_that_is_ahead_or_was_not_judged_is_refused(stored: Path) -> None:
    with pytest.raises(Unusable, match=r"20,000 rounds, more than"):
        run(19_999, keeper=keeper(stored), resume=True)
    with pytest.raises(Unusable, match="did not look"):
        run(50_000, keeper=keeper(stored), resume=True, until=WANTED)


def test_a_checkpoint_knows_for_which_wager_it_was_judged(stored: Path) -> None:
    run(PLACE + 500, keeper=keeper(stored.with_name("judged")), until=WANTED)
    assert run(PLACE + 501, keeper=keeper(stored.with_name("judged")), resume=True, until=WANTED).resumed
    with pytest.raises(Unusable, match="did not look"):
        run(50_000, keeper=keeper(stored.with_name("judged")), resume=True, until=evolve(WANTED, wager=1))


def test_a_file_that_is_not_ours_is_not_overwritten(tmp_path: Path) -> None:
    diary = tmp_path / "diary.txt"
    diary.write_text("dear diary")
    with pytest.raises(Unusable, match="no checkpoint of f27lang"):
        run(20_000, keeper=keeper(diary))
    assert diary.read_text() == "dear diary"


@pytest.mark.parametrize("resume", [False, True])
def test_a_pipe_or_a_device_is_no_checkpoint_and_is_not_waited_for(tmp_path: Path, resume: bool) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (pipe, Path("/dev/zero")):
        with pytest.raises(Unusable):
            run(1000, keeper=keeper(path), resume=resume)


def test_a_checkpoint_that_cannot_be_written_is_told_once(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    said: list[str] = []
    kept = keeper(tmp_path / "file" / "run.checkpoint", say=said.append)
    found = run(300_000, keeper=kept, chunk=512)
    assert found.rounds == 300_000
    assert len(said) == 1
    assert "can't be written" in said[0]


@needs_compiler
def test_a_full_disk_is_told_once_and_the_run_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    said: list[str] = []
    found = run(3_000_000, keeper=keeper(tmp_path / "run.checkpoint", say=said.append), chunk=5_000)
    assert found.rounds == 3_000_000
    assert ["No space left" in line for line in said] == [True]
    assert not list(tmp_path.iterdir())


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache of its own with all that the command needs, so that only the run takes its time."""
    folder = tmp_path_factory.mktemp("cache")
    answer(*PLAY, "-n", "1000", F27_CACHE_DIR=str(folder))
    return folder


@needs_compiler
@pytest.mark.long
def test_killed_again_and_again_it_comes_to_the_tally_of_an_undisturbed_run(cache: Path) -> None:
    environment = {"F27_CACHE_DIR": str(cache)}
    whole = answer(*PLAY, "-n", "30M", **environment)
    chance = random.Random(27)
    long = (*PLAY, "-n", "30M", "--resume")
    kills = 0
    for _ in range(6):
        with subprocess.Popen(command(*long), env={**os.environ, **environment}, stderr=subprocess.DEVNULL) as process:
            kept = state_of(cache)
            while process.poll() is None and state_of(cache) == kept:
                time.sleep(0.01)
            time.sleep(chance.random() * 0.2)
            kills += process.poll() is None
            process.send_signal(signal.SIGKILL)
    assert kills >= 2
    after = answer(*long, **environment)
    assert after["tally"] == whole["tally"]
    assert after["rounds"] == 30_000_000


def state_of(folder: Path) -> list[tuple[str, int]]:
    """Return what tells one state of the checkpoints from another."""
    return [(path.name, path.stat().st_mtime_ns) for path in (folder / "checkpoints").glob("*.checkpoint")]


@needs_compiler
@pytest.mark.long
def test_ctrl_c_leaves_a_checkpoint_and_a_run_of_its_own(cache: Path) -> None:
    environment = {**os.environ, "F27_CACHE_DIR": str(cache)}
    long = command(*PLAY, "-n", "1e12", "--yes", "--json")
    with subprocess.Popen(long, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        while process.poll() is None and not state_of(cache):
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        out, said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"--resume goes on" in said
    stopped = json.loads(out)
    rounds = stopped["rounds"]
    assert f"interrupted after {rounds:,} rounds".encode() in said
    longer = answer(*PLAY, "-n", str(rounds + 5), "--resume", F27_CACHE_DIR=str(cache))
    assert longer["resumed_rounds"] == rounds
    shorter = answer(*PLAY, "-n", str(rounds), F27_CACHE_DIR=str(cache))
    assert stopped["tally"] == shorter["tally"]


@needs_compiler
def test_a_refused_checkpoint_is_a_message_with_a_code(tmp_path: Path) -> None:
    path = tmp_path / "run.checkpoint"
    path.write_bytes(b"nonsense")
    command_ = command(*PLAY, "-n", "1M", "--checkpoint", str(path), "--resume")
    done = subprocess.run(command_, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("error[F0904]: the checkpoint can't be used: it is damaged")
    assert "Traceback" not in done.stderr


@pytest.mark.long
@needs_compiler
def test_other_settings_run_on_the_module_that_is_there(cache: Path) -> None:
    answer(*PLAY, "-n", "1000", "--set", "hard_stand=22", F27_CACHE_DIR=str(cache))
    answer("simulate", VARIANT, "--play", "never_over", "-n", "1000", F27_CACHE_DIR=str(cache))
    assert len(list(cache.glob("rounds-*"))) == 1


def test_the_bar_tells_rounds_rate_time_left_and_the_interval() -> None:
    prefix = load_plain_kernel(GAME, PLAYER).play(0, 2_000, 1)
    words = bar.in_words(GAME, prefix, 6_000, 1_000.0)
    assert words.startswith("2k of 6k   1k a second   4.0 s left   ")
    assert words.endswith(" %")
    assert "±" in words


def test_the_bar_goes_as_far_as_the_wanted_error_needs() -> None:
    prefix = load_plain_kernel(GAME, PLAYER).play(0, 2_000, 1)
    assert bar.expected_rounds(prefix, 10**9, None) == 10**9
    assert bar.expected_rounds(prefix, 10**9, WANTED) == 2 * PLACE
    assert bar.expected_rounds(prefix, 5_000, WANTED) == 5_000


def test_no_bar_off_a_terminal(capfd: pytest.CaptureFixture[str]) -> None:
    with bar.watch(100)(GAME, None) as progress:
        progress(Tally((100,) + (0,) * (len(GAME.outcomes) - 1)))
    assert capfd.readouterr() == ("", "")


def test_identity_is_what_the_rounds_depend_on() -> None:
    renamed = Policy("another name", PLAYER.play)
    assert identity(GAME, renamed, 1) == identity(GAME, PLAYER, 1)
    names = {identity(*each).name for each in _runs()}
    assert len(names) == 4


def _runs() -> list[tuple[Rulebook, Policy, int]]:
    other = GAMES["one deck"]
    stands = Policy("stands", tuple(int(move) & 2 for move in GAME.moves))
    return [(GAME, PLAYER, 1), (GAME, PLAYER, 2), (other, mimic(other), 1), (GAME, stands, 1)]
