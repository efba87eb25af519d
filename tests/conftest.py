"""The switches `--bless`, which writes goldens instead of comparing, and `--long`, which adds the slowest tests."""

import os
import signal
from itertools import count
from pathlib import Path

import pytest

_STORES = count()


def pytest_configure(config: pytest.Config) -> None:
    """Let the programs that tests start hear Ctrl-C, to which a job in the background is deaf."""
    config.addinivalue_line("markers", "long: run with --long only, as .ci/nightly does")
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--bless", action="store_true", help="rewrite golden files instead of comparing with them")
    parser.addoption("--long", action="store_true", help="run the tests marked as long too")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Give each test a run store of its own, and the user's to none: no test finds what another has solved.

    But for modules that say ONE_STORE, as they are about how answers are told.
    """
    folder: Path = item.config._tmp_path_factory.getbasetemp() / "stores"  # type: ignore[attr-defined]
    module = getattr(item, "module", None)
    name = module.__name__ if getattr(module, "ONE_STORE", False) else next(_STORES)
    os.environ["F27_STORE"] = str(folder / f"{name}.sqlite")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what takes long where it is not asked for."""
    if not config.getoption("--long"):
        long = [item for item in items if item.get_closest_marker("long")]
        config.hook.pytest_deselected(items=long)
        items[:] = [item for item in items if item not in long]


@pytest.fixture
def bless(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--bless"))
