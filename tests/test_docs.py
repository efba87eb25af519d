"""What the docs show is what happens: sessions run, rules cards check, made parts are as they would be made."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from f27lang import model, pipeline
from f27lang.check.vying import built
from f27lang.cli.main import COMMANDS
from f27lang.referee import deal_order, shoe
from f27lang.report.messages import render
from tests import consoles, doc_facts
from tests.oracles.deal import places

DOCS = consoles.ROOT / "docs"
PAGES = tuple(str(path.relative_to(DOCS)) for path in sorted(DOCS.rglob("*.md")))
LONG = (
    "index.md",
    "poker-like.md",
    "counting.md",
    "checking.md",
    "simulation.md",
    "seven-twenty-seven.md",
    "tutorial.md",
    "language/advice.md",
    "language/variation.md",
    "diff.md",
    "sweep.md",
    "numbers.md",
    "api.md",
)
LANGUAGE = tuple(page for page in PAGES if page.startswith("language"))
# what the language pages show on purpose: their page says what is wrong
WRONG = {"forgotten", "behind"}


def read(page: str) -> str:
    return (DOCS / page).read_text("utf-8")


def files(page: str) -> list[str]:
    """Return each block of rules as a file; parts of a card stand in a game of their own."""
    shown = consoles.blocks(read(page), "f27")
    return [
        block if re.search("^f27 1$", block, re.MULTILINE) else f"{doc_facts.HEADING}{block}}}\n" for block in shown
    ]


@pytest.mark.parametrize("page", PAGES)
def test_made_parts(page: str, bless: bool, tmp_path: Path) -> None:
    text = read(page)
    now = doc_facts.renew(text, tmp_path)
    if bless:
        (DOCS / page).write_text(now, "utf-8")
    assert bless or now == text


@pytest.mark.parametrize(
    "page", [pytest.param(page, marks=pytest.mark.long) if page in LONG else page for page in PAGES]
)
def test_what_a_page_shows_is_what_happens(
    page: str, bless: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    consoles.hold(DOCS / page, tmp_path, bless, monkeypatch)


@pytest.mark.parametrize("page", PAGES)
def test_no_page_shows_a_fault_of_the_program(page: str) -> None:
    shown = "".join(consoles.blocks(read(page), "console"))
    assert "error[F0901]" not in shown
    assert "No such option" not in shown


@pytest.mark.parametrize("page", LANGUAGE)
def test_rules_parse(page: str, tmp_path: Path) -> None:
    for number, text in enumerate(files(page)):
        path = tmp_path / f"{number}.f27"
        path.write_text(text, "utf-8")
        assert pipeline.as_written(str(path))


@pytest.mark.parametrize("page", PAGES)
def test_whole_files_have_nothing_wrong(page: str, tmp_path: Path) -> None:
    for text in consoles.blocks(read(page), "f27"):
        title = re.search('game "(.*?)"', text)
        if title is None or title[1] in WRONG:
            continue
        path = tmp_path / f"{title[1]}.f27"
        path.write_text(text, "utf-8")
        report = pipeline.front(str(path)).report
        assert not report.diagnostics, render(report.diagnostics[0])


def test_every_construct_that_is_built_is_shown(tmp_path: Path) -> None:
    shown: set[str] = set()
    for page in LANGUAGE:
        for text in files(page):
            (tmp_path / "shown.f27").write_text(text, "utf-8")
            shown |= doc_facts.used(pipeline.as_written(str(tmp_path / "shown.f27")))
    every = {name for name, value in vars(model).items() if isinstance(value, type) and issubclass(value, model.Node)}
    assert every - shown == doc_facts.NOT_SHOWN


def test_every_refusal_is_shown(tmp_path: Path) -> None:
    found = {said for _, section in doc_facts.REFUSED for said in doc_facts.refusals(section, tmp_path)}
    kinds = {f"{re.sub('`(double|split|surrender)`', '`...`', said.removesuffix(' not built yet'))}" for said in found}
    assert {kind.replace("`surrender`", "`...`") for kind in doc_facts.refused_by_name()} == kinds
    vying = (doc_facts.refusals(each, tmp_path, doc_facts.VYING_HEADING) for _, each in doc_facts.REFUSED_VYING)
    found = {said.removesuffix(" not built yet") for told in vying for said in told}
    assert doc_facts.refused_by_name(built) == found


def test_the_numpy_lines_deal_the_referees_cards() -> None:
    game, _ = pipeline.load("21-24-27")
    cards = shoe(game)
    for seed, number in ((1, 0), (1, 1), (7, 123_456_789), (2**64 - 1, 2**40)):
        with np.errstate(over="ignore"):
            dealt = [cards[place] for place in places(seed, number, len(cards))]
        assert len(dealt) > 20
        assert dealt == [card for card, _ in zip(deal_order(game, seed, number), dealt, strict=False)]


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", *(f"docs/{page}" for page in PAGES)])
def test_links_lead_somewhere(page: str) -> None:
    path = consoles.ROOT / page
    prose = consoles.FENCE.sub("", path.read_text("utf-8"))
    for target, anchor in re.findall(r"\]\(([^)#:\s]*)(?:#([^)]*))?\)", prose):
        there = path.parent / target if target else path
        assert there.exists(), target
        if anchor:
            headings = re.findall(r"^#+ (.*)$", there.read_text("utf-8"), re.MULTILINE)
            includes = re.findall(r"^```{include} (.*)$", there.read_text("utf-8"), re.MULTILINE)
            headings += [(there.parent / each).read_text("utf-8").split("\n")[0] for each in includes]
            assert anchor in {doc_facts.slug(heading.lstrip("# ")) for heading in headings}, anchor


def test_every_command_and_exit_code_is_described() -> None:
    text = read("commands.md")
    assert all(f"## {command}\n\n```console\n$ f27 {command} --help\n" in text for command in COMMANDS)
    assert all(f"| {number} |" in text for number in (0, 1, 2, 3, 4, 5, 130))


@pytest.mark.long
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::PendingDeprecationWarning")
def test_the_site_builds_without_a_warning(tmp_path: Path) -> None:
    build_main = pytest.importorskip("sphinx.cmd.build").build_main
    assert build_main(["-q", "-W", "--keep-going", str(DOCS), str(tmp_path / "site")]) == 0
