"""Variants as they were committed: what is read from a revision, what it extends there, and what git can't give."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from f27lang import model, pipeline
from f27lang.changes import Changes
from f27lang.compare.committed import CommittedFile, as_it_stands, committed
from f27lang.compare.rules import changed_rules
from f27lang.diagnostics import Diagnostic, Report, VariantError
from f27lang.files import LARGEST_BYTES, MOST_LINES, bundled

PARENT = 'f27 1\n\nbanked game "parent" extends "21-24-27" {\n  also values {\n    K: KING\n  }\n}\n'
CHILD = 'f27 1\n\nbanked game "child" extends "parent" {\n  house "Quick" {\n    set hard_stand = 22\n  }\n}\n'


class Repository:
    """A repository in a folder of its own, asked and written through git."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.git("init", "--quiet", "--initial-branch=main")

    def git(self, *words: str) -> str:
        who = ("-c", "user.name=Author", "-c", "user.email=author@example.com", "-c", "commit.gpgsign=false")
        done = subprocess.run(["git", *who, *words], cwd=self.folder, check=True, capture_output=True, text=True)
        return done.stdout.strip()

    def commit(self, **files: str | bytes) -> str:
        for name, text in files.items():
            path = self.folder / "games" / f"{name}.f27"
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(text.encode() if isinstance(text, str) else text)
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message=rules")
        return self.git("rev-parse", "HEAD")


@pytest.fixture(autouse=True)
def no_other_repository(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever runs the tests may have told git of another one."""
    for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    monkeypatch.chdir(tmp_path)
    return Repository(tmp_path)


@pytest.fixture
def two_kings(repository: Repository) -> Repository:
    """A parent whose king became cheaper, and a child of it."""
    repository.commit(parent=PARENT.replace("KING", "12"), child=CHILD)
    repository.commit(parent=PARENT.replace("KING", "11"))
    return repository


def game_at(spec: str, changes: Changes | None = None) -> model.Game:
    report = Report()
    source = committed(spec, report)
    assert source is not None, list(report)
    return pipeline.playable_text(source, changes)[0]


def refused(spec: str) -> Diagnostic:
    report = Report()
    assert committed(spec, report) is None
    (told,) = report
    assert told.helps
    return told


def test_what_a_file_extends_is_read_from_its_revision(two_kings: Repository) -> None:
    (two_kings.folder / "games" / "parent.f27").write_text("what stands in the folder now is of no matter")
    old, new = (game_at(f"{rev}:games/child.f27") for rev in ("HEAD~1", "main"))
    (change,) = changed_rules(old, new)
    assert (change.path, change.before, change.after) == ("values K", "12", "11")
    assert change.where == ("HEAD~1:games/parent.f27:5", "main:games/parent.f27:5")
    assert old.name == "child"


def test_settings_and_houses_apply(two_kings: Repository) -> None:
    house = game_at("HEAD:games/child.f27", Changes(house="Quick"))
    changed = game_at("HEAD:games/child.f27", Changes(set_=(("hard_stand", "22"),)))
    assert house.settings == changed.settings
    assert house.settings.params["hard_stand"] == 22


@pytest.mark.parametrize("rev", ["HEAD", "main", "@", "HEAD^0", "v1"])
def test_a_revision_has_many_names(two_kings: Repository, rev: str) -> None:
    two_kings.git("tag", "--annotate", "v1", "--message=the first")
    source = committed(f"{rev}:games/child.f27", Report())
    assert isinstance(source, CommittedFile)
    assert (source.text, source.path, source.name) == (CHILD, f"{rev}:games/child.f27", "child.f27")


def test_a_path_may_start_in_the_folder_at_hand(two_kings: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(two_kings.folder / "games")
    source = committed("HEAD:./child.f27", Report())
    assert source is not None and source.path == "HEAD:games/child.f27"
    assert refused("HEAD:child.f27").helps == ("from here it is `HEAD:./child.f27`",)


def test_an_older_text_of_a_bundled_variant_extends_its_own_parent(repository: Repository) -> None:
    texts = {each.name: each.path.read_text() for each in bundled()}
    parent = texts["finnish-27"].replace("decks: 6", "decks: 8")
    assert parent != texts["finnish-27"]
    repository.commit(**{**texts, "finnish-27": parent})
    old = game_at("HEAD:games/21-24-27.f27")
    now, _ = pipeline.playable("21-24-27")
    assert [change.path for change in changed_rules(old, now)] == ["cards decks"]


def test_an_unknown_parent_is_looked_for_in_the_revision(two_kings: Repository) -> None:
    two_kings.commit(lost=CHILD.replace('extends "parent"', 'extends "parnt"'))
    with pytest.raises(VariantError) as caught:
        game_at("HEAD:games/lost.f27")
    (told,) = caught.value.report
    assert told.code == "F0201" and told.helps == ('did you mean "parent"?',)
    assert told.place is not None and told.place.place == "HEAD:games/lost.f27:3"


@pytest.mark.parametrize(
    ("spec", "why"),
    [
        ("HEAD", "names no committed file"),
        ("HEAD:", "names no committed file"),
        (":games/child.f27", "names no committed file"),
        ("--output=x:games/child.f27", "does not begin with `-`"),
        ("HEAD:/etc/passwd", "not one inside the repository"),
        ("HEAD:C:/child.f27", "not one inside the repository"),
        ("HEAD:games/../../x.f27", "leads out of the repository"),
        ("HEAD:games/chi\0ld.f27", "control character"),
        ("HE\nAD:games/child.f27", "control character"),
        ("HEAD:./", "names no file"),
        ("HEAD:games/", "is a directory"),
        ("HEAD~9:games/child.f27", "no revision `HEAD~9`"),
        ("nobody:games/child.f27", "no revision `nobody`"),
        ("HEAD..main:games/child.f27", "no revision `HEAD..main`"),
        ("HEAD:games/chld.f27", "no file `games/chld.f27` in `HEAD`"),
        ("HEAD:games/*.f27", "no file `games/*.f27` in `HEAD`"),
        ("HEAD:games/child.f27/x", "no file `games/child.f27/x` in `HEAD`"),
    ],
)
def test_what_is_refused(two_kings: Repository, spec: str, why: str) -> None:
    told = refused(spec)
    assert told.code == "F0107"
    assert why in told.message


def test_the_nearest_name_is_offered(two_kings: Repository) -> None:
    assert refused("HEAD:games/chld.f27").helps == ("did you mean `HEAD:games/child.f27`?",)


def test_limits_are_those_of_files(repository: Repository) -> None:
    repository.commit(large="#" * (LARGEST_BYTES + 1), long="#\n" * (MOST_LINES + 1), latin=b"f27 1 \xe9", empty="\n")
    (repository.folder / "games" / "link.f27").symlink_to("large.f27")
    repository.commit()
    told = {name: refused(f"HEAD:games/{name}.f27") for name in ("large", "long", "latin", "empty", "link")}
    assert {name: each.code for name, each in told.items()} == {
        "large": "F0105",
        "long": "F0105",
        "latin": "F0108",
        "empty": "F0107",
        "link": "F0107",
    }
    assert told["link"].message == "`HEAD:games/link.f27` is a link"


def test_no_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    monkeypatch.chdir(tmp_path)
    assert "in no git repository" in refused("HEAD:child.f27").message


def test_no_git(two_kings: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(two_kings.folder / "nothing"))
    told = refused("HEAD:games/child.f27")
    assert "`git` can't be started" in told.message
    assert "install git" in told.helps[0]


def test_git_that_fails_between_two_files_is_an_error_of_the_parent(
    two_kings: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = committed("HEAD:games/child.f27", Report())
    assert source is not None
    monkeypatch.setenv("PATH", "")
    with pytest.raises(VariantError) as caught:
        pipeline.playable_text(source)
    assert [each.message for each in caught.value.report] == [
        "`HEAD:games/parent.f27` can't be read: the program `git` can't be started"
    ]


def test_git_that_does_not_answer(two_kings: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = two_kings.folder / "slow"
    slow.mkdir()
    (slow / "git").write_text("#!/bin/sh\nexec sleep 5\n")
    (slow / "git").chmod(0o755)
    monkeypatch.setenv("PATH", f"{slow}:/usr/bin:/bin")
    monkeypatch.setattr("f27lang.compare.committed.SECONDS", 0.1)
    assert "git takes more than 0.1 seconds" in refused("HEAD:games/child.f27").message


def test_no_hook_and_no_filter_runs(two_kings: Repository) -> None:
    trace = two_kings.folder / "ran"
    script = two_kings.folder / "hook"
    script.write_text(f"#!/bin/sh\ntouch {trace}\ncat\n")
    script.chmod(0o755)
    for key in ("core.fsmonitor", "filter.x.smudge", "diff.x.textconv", "core.pager", "core.sshCommand"):
        two_kings.git("config", key, str(script))
    (two_kings.folder / ".git" / "info" / "attributes").write_text("*.f27 filter=x diff=x\n")
    before = sorted((two_kings.folder / ".git").rglob("*"))
    source = committed("HEAD:games/child.f27", Report())
    assert source is not None and source.text == CHILD
    assert not trace.exists()
    assert sorted((two_kings.folder / ".git").rglob("*")) == before


def test_the_working_file_of_a_committed_version_is_found_from_any_folder(
    two_kings: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert as_it_stands("HEAD:games/mine.f27") == "games/mine.f27"
    (two_kings.folder / "inner").mkdir()
    monkeypatch.chdir(two_kings.folder / "inner")
    assert as_it_stands("HEAD:games/mine.f27") == "../games/mine.f27"
    assert as_it_stands("HEAD:./mine.f27") == "./mine.f27"
