"""A file may be as tangled as it likes: the answer comes in time."""

import threading
from pathlib import Path
from time import process_time

import pytest

from f27lang import pipeline
from f27lang.deadline import Overrun, deadline


def busy(seconds: float) -> None:
    start = process_time()
    while process_time() - start < seconds:
        pass


def test_work_within_its_time_is_left_alone() -> None:
    with deadline(5.0):
        busy(0.05)
    busy(0.1)


def test_work_beyond_its_time_is_stopped_where_it_is() -> None:
    start = process_time()
    with pytest.raises(Overrun), deadline(0.1):
        busy(5.0)
    assert process_time() - start < 2.0


def test_what_swallows_exceptions_does_not_swallow_the_deadline() -> None:
    with pytest.raises(Overrun), deadline(0.1):
        try:
            busy(5.0)
        except Exception:
            pytest.fail("an Overrun is no Exception")


def test_another_thread_has_no_bound() -> None:
    done = []

    def work() -> None:
        with deadline(0.01):
            busy(0.1)
        done.append(True)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert done


def test_a_file_that_no_limit_foresees_ends_in_a_message(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "slow.f27"
    path.write_text('f27 1\n\nbanked game "slow" extends "21-24-27" {\n}\n')
    monkeypatch.setattr(pipeline, "FRONT_SECONDS", 0.05)
    monkeypatch.setattr(pipeline, "_through", lambda *_: busy(5.0))
    done = pipeline.front(str(path))
    assert [d.message for d in done.report] == ["the file takes more than 0.05 seconds to check"]
    assert done.game is None
