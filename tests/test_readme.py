"""What README and docs show is what happens: their commands run and their output is compared."""

import re
import shlex
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from f27lang import pipeline
from f27lang.cli.main import f27
from f27lang.referee import deal_order, shoe

ROOT = Path(__file__).parent.parent
DOCS = ("README.md", "docs/language.md", "docs/numbers.md", "docs/json.md")
SPEED = re.compile(r"[\d.,]+( million)? rounds a second")


def blocks(page: str, language: str) -> list[str]:
    return re.findall(
        rf"^```{language}\n(.*?)^```", (ROOT / page).read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )


def shown(block: str) -> list[tuple[str, str]]:
    """Part a console block into commands and what each printed."""
    parts = re.split(r"^\$ (.*)\n", block, flags=re.MULTILINE)[1:]
    return [(command, output.rstrip()) for command, output in zip(parts[::2], parts[1::2], strict=True)]


CONSOLE = [(page, *pair) for page in DOCS for block in blocks(page, "console") for pair in shown(block)]


@pytest.mark.parametrize(("page", "command", "output"), CONSOLE, ids=[command for _, command, _ in CONSOLE])
def test_console_blocks(page: str, command: str, output: str, bless: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a chain with an installation in it the last command is run; a speed is the machine's own."""
    monkeypatch.chdir(ROOT)
    words = shlex.split(command.rpartition(" && ")[2])
    assert Path(words[0]).name == "f27"
    result = CliRunner().invoke(f27, words[1:], standalone_mode=False)
    assert result.return_value in (0, None), result.output
    printed = result.stdout.rstrip()
    if bless:
        text = (ROOT / page).read_text(encoding="utf-8")
        (ROOT / page).write_text(text.replace(f"$ {command}\n{output}", f"$ {command}\n{printed}"), encoding="utf-8")
        output = printed
    assert SPEED.sub("# rounds a second", printed) == SPEED.sub("# rounds a second", output)


@pytest.mark.parametrize("page", DOCS)
def test_variants_in_the_docs_have_nothing_wrong(page: str, tmp_path: Path) -> None:
    for number, text in enumerate(blocks(page, "f27")):
        path = tmp_path / f"shown-{number}.f27"
        path.write_text(text, encoding="utf-8")
        _, report = pipeline.check_variant(str(path))
        assert not report.diagnostics


def test_python_in_the_readme_runs_and_prints_what_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    for block in blocks("README.md", "python"):
        expected = re.findall(r"# prints (.*)", block)
        exec(compile(block, "README.md", "exec"), {})
        assert capsys.readouterr().out.splitlines() == expected


def test_the_numpy_lines_deal_the_referees_cards() -> None:
    namespace: dict[str, object] = {}
    for block in blocks("docs/numbers.md", "python"):
        exec(compile(block, "docs/numbers.md", "exec"), namespace)
    places = namespace["places"]
    assert callable(places)
    game, _ = pipeline.load("21-24-27")
    cards = shoe(game)
    for seed, number in ((1, 0), (1, 1), (7, 123_456_789), (2**64 - 1, 2**40)):
        with np.errstate(over="ignore"):
            dealt = [cards[place] for place in places(seed, number, len(cards))]
        assert len(dealt) > 20
        assert dealt == [card for card, _ in zip(deal_order(game, seed, number), dealt, strict=False)]


def test_links_lead_somewhere() -> None:
    for page in DOCS:
        for target in re.findall(r"\]\(([^)#:]+)\)", (ROOT / page).read_text(encoding="utf-8")):
            assert ((ROOT / page).parent / target).exists(), (page, target)


def test_every_command_and_exit_code_is_in_the_readme() -> None:
    from f27lang.cli.main import COMMANDS

    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert all(f"f27 {command}" in text for command in COMMANDS)
    assert all(f"| {number} |" in text for number in (0, 1, 2, 3, 4, 5, 130))
