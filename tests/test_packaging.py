"""What is installed is what is in the tree: packages, grammar, variants; and starting costs little."""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
SETUPTOOLS = PROJECT["tool"]["setuptools"]


def test_every_package_is_listed() -> None:
    found = {
        ".".join(path.parent.relative_to(ROOT).parts)
        for path in (ROOT / "f27lang").rglob("__init__.py")
        if "__pycache__" not in path.parts
    }
    assert sorted(SETUPTOOLS["packages"]) == sorted(found | {"f27lang.grammars", "f27lang.variants"})


def test_every_tracked_variant_and_grammar_is_package_data() -> None:
    command = ["git", "ls-files", "*.f27", "*.lark"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    tracked = [Path(name) for name in listed.stdout.split() if not name.startswith("tests/")]
    assert tracked
    folders = {Path(folder): package for package, folder in SETUPTOOLS["package-dir"].items()}
    for path in tracked:
        patterns = SETUPTOOLS["package-data"][folders[path.parent]]
        assert any(fnmatch(path.name, pattern) for pattern in patterns), path


def test_help_imports_little() -> None:
    """Start-up is bounded by what it imports; an absolute time would measure the machine."""
    code = "import sys; from f27lang.cli.main import run; run(['--help']); print(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    heavy = {"lark", "Cython", "numpy", "json", "f27lang.model", "f27lang.solve", "f27lang.resolve", "platformdirs"}
    assert "Commands:" in done.stdout
    assert not heavy & set(done.stderr.split())


def test_what_is_imported_is_a_dependency_or_an_extra_imported_where_it_is_used() -> None:
    needed = _packages(PROJECT["project"]["dependencies"])
    extra = _packages([line for extra in PROJECT["project"]["optional-dependencies"].values() for line in extra])
    for path in (ROOT / "f27lang").rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        assert _imported(tree.body) <= needed, path
        assert _imported(ast.walk(tree)) <= needed | extra, path


def _packages(lines: list[str]) -> set[str]:
    return {re.split(r"[<>=\[]", line)[0].lower() for line in lines}


def _imported(nodes: Iterable[ast.AST]) -> set[str]:
    names: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module.partition(".")[0])
    return {name.lower() for name in names - sys.stdlib_module_names - {"f27lang"}}
