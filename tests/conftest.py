"""The switch `--bless`: goldens are written instead of compared, and the reviewer reads the difference."""

import signal

import pytest


def pytest_configure() -> None:
    """Let the programs that tests start hear Ctrl-C, to which a job in the background is deaf."""
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--bless", action="store_true", help="rewrite golden files instead of comparing with them")


@pytest.fixture
def bless(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--bless"))
