"""Turns the text of a Cython module in pure Python mode into a loaded module, through a content-addressed cache.

name and text -> Built
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib
import importlib.util
import io
import json
import os
import platform
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
import warnings
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader
from pathlib import Path
from types import ModuleType

from attrs import frozen
from platformdirs import user_cache_path

from f27lang.compilers import Compiler, CompilerFailed, CompilerHangs, answer_of, find_compiler, headers
from f27lang.regular import read_regular

FLAGS = ("-O2",)
_BASE_FLAGS = ("-fPIC", "-fwrapv", "-fno-strict-aliasing", "-DNDEBUG", "-g0", "-w")
_SUFFIX = EXTENSION_SUFFIXES[0]
_STALE_SECONDS = 3600
_COMPILE_SECONDS = 600  # a compiler that takes longer hangs
_LONGEST_SHOWN = 200

ROOM_BYTES = 4_000_000  # more than a build takes
ABOUT = "about.json"  # in the folder of a module: who compiled it
CHECKPOINTS = "checkpoints"
_translated: dict[str, bytes] = {}  # C by the text that it was made of

UNFINISHED = ".building-"  # begins the names of folders that nobody may use yet, or any more


class CacheWarning(RuntimeWarning):
    """What is compiled can't be kept, or not even compiled; the words name the folder and the way out."""


@frozen
class Recipe:
    """All that decides what a compiled module is."""

    name: str
    text: str
    compiler: Compiler
    flags: tuple[str, ...]
    seconds: float = _COMPILE_SECONDS  # that the compiler is given

    @property
    def key(self) -> str:
        """SHA-256 over the text, the versions of Cython, Python and compiler, all flags, and the CPU for `=native`.

        Zig compiles for the CPU at hand whatever it is told.
        """
        cython_version = importlib.import_module("Cython.Shadow").__version__
        native = "zig" in self.compiler.words or any(flag.endswith("=native") for flag in self.flags)
        cpu = _cpu() if native else ""
        compiler = (*self.compiler.command, self.compiler.version, *_BASE_FLAGS, *_link_flags(), *self.flags)
        return hashlib.sha256("\0".join((self.text, cython_version, _SUFFIX, cpu, *compiler)).encode()).hexdigest()

    @property
    def folder(self) -> str:
        """The name of its folder in a cache."""
        return f"{self.name}-{self.key[:32]}"


@frozen
class Built:
    """A module ready to run.

    `path` is the shared library kept in the cache, None where nothing is kept; `compiled` is False where the text runs
    as plain Python; `reason` says how it came about.
    """

    module: ModuleType
    path: Path | None
    compiled: bool
    reason: str

    def _repr_html_(self) -> str:
        """Return what a notebook shows."""
        from f27lang.notebook import built_html  # noqa: PLC0415

        return built_html(self)


def build(
    name: str,
    text: str,
    *,
    flags: tuple[str, ...] = FLAGS,
    compiler: Compiler | None = None,
    seconds: float = _COMPILE_SECONDS,
    cache_dir: Path | None = None,
) -> Built:
    """Return `text` as a loaded module: from the cache, compiled now, or as plain Python without a compiler.

    `name` is a Python identifier; `flags` go to the C compiler, by default that of `find_compiler`. Raises
    CompilerFailed when there is a compiler and it refuses the text, CompilerHangs where it takes more `seconds`. A
    cache that can't be written costs a warning and a compile in each run, no more; where the temporary folder can't be
    written either the text runs as plain Python.
    """
    reason = ""
    if compiler is None:
        compiler, reason = find_compiler()
    if compiler is None:
        return Built(plain(name, text), None, False, reason)
    recipe = Recipe(name, text, compiler, flags, seconds)
    return _kept(recipe, cache_dir) or _build_into(cache_places(cache_dir), recipe)


def built_before(
    name: str, text: str, *, flags: tuple[str, ...], compiler: Compiler, cache_dir: Path | None = None
) -> Built | None:
    """Return what `build` would find in the cache, None where it would compile."""
    return _kept(Recipe(name, text, compiler, flags), cache_dir)


def _kept(recipe: Recipe, cache_dir: Path | None) -> Built | None:
    for place in cache_places(cache_dir):
        if (module := _load(recipe.name, folder := place / recipe.folder)) is not None:
            return Built(module, folder / (recipe.name + _SUFFIX), True, "from the cache")
    return None


def cache_places(cache_dir: Path | None = None) -> tuple[Path, ...]:
    """Return the folders where compiled modules are looked for and kept, the first that can be written being used.

    An explicit folder or $F27_CACHE_DIR stands alone; else `compiled/build/` of a checkout, then the user's cache.
    """
    if cache_dir is not None:
        return (Path(cache_dir),)
    if wanted := os.environ.get("F27_CACHE_DIR"):
        return (Path(wanted),)
    checkout = Path(__file__).resolve().parent.parent
    at_home = (checkout / "compiled" / "build",) if (checkout / "pyproject.toml").is_file() else ()
    return (*at_home, *_user_cache())


def checkpoint_folder() -> Path | None:
    """Return the folder in which long runs are kept, in the user's cache; None without a home."""
    places = cache_places()
    return places[-1] / CHECKPOINTS if places else None


def _user_cache() -> tuple[Path, ...]:
    try:
        return (user_cache_path("f27lang"),)
    except (RuntimeError, KeyError, OSError):  # no home folder
        return ()


def _cpu() -> str:
    """Return the model and features of the CPU that `=native` compiles for."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").split("\n\n", 1)[0].splitlines()
    except OSError:
        return f"{platform.machine()} {platform.processor()}"
    return "\n".join(line for line in lines if line.startswith(("model", "stepping", "flags", "Features", "CPU ")))


def _link_flags() -> tuple[str, ...]:
    if sys.platform == "darwin":
        return ("-bundle", "-undefined", "dynamic_lookup")
    if sys.platform == "win32":
        library = f"python{sys.version_info.major}{sys.version_info.minor}"
        return ("-shared", f"-L{Path(sys.base_prefix) / 'libs'}", f"-l{library}")
    return ("-shared",)


def plain(name: str, text: str) -> ModuleType:
    """Return the text as a module of plain Python."""
    module = ModuleType(name)
    exec(compile(text, f"<{name}>", "exec"), module.__dict__)
    return module


def _load(name: str, folder: Path) -> ModuleType | None:
    """Return the module kept in `folder`, or None where it is missing or not as it was written."""
    if not _intact(name, folder):
        return None
    try:
        return _import(name, folder / (name + _SUFFIX))
    except ImportError:
        return None


def _intact(name: str, folder: Path) -> bool:
    try:
        return read_regular(folder / "sha256") == _file_digest(folder / (name + _SUFFIX)).encode()
    except OSError:
        return False


def _import(name: str, library: Path) -> ModuleType:
    loader = ExtensionFileLoader(name, str(library))
    spec = importlib.util.spec_from_file_location(name, library, loader=loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


def _file_digest(path: Path) -> str:
    return hashlib.sha256(read_regular(path)).hexdigest()


def _build_into(places: tuple[Path, ...], recipe: Recipe) -> Built:
    """Compile in the first place that takes it, else in a temporary folder, else not at all."""
    how, trouble = f"compiled by {recipe.compiler.words}", "there is no home folder for a cache"
    for place in places:
        try:
            return Built(*_build_in(place, recipe), True, how)
        except (OSError, ImportError) as error:
            trouble = f"{_shown(place)} can't be used ({_reason(error)})"
    try:
        built = Built(_build_away(recipe), None, True, f"{how}, not kept: {trouble}")
    except (OSError, ImportError) as error:
        trouble = f"{trouble}, nor can a temporary folder ({_reason(error)})"
        built = Built(plain(recipe.name, recipe.text), None, False, trouble)
    _warn(built, trouble)
    return built


def _build_in(place: Path, recipe: Recipe) -> tuple[ModuleType, Path]:
    """Compile a module in a cache and return it with its library."""
    place.mkdir(parents=True, exist_ok=True)
    _sweep(place)
    work = Path(tempfile.mkdtemp(prefix=UNFINISHED, dir=place))
    try:
        _compile_with_room(work, recipe)
        _publish(recipe.name, work, place / recipe.folder)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    library = place / recipe.folder / (recipe.name + _SUFFIX)
    return _import(recipe.name, library), library


def _build_away(recipe: Recipe) -> ModuleType:
    """Compile a module in a temporary folder and keep nothing of it."""
    with tempfile.TemporaryDirectory(prefix="f27lang-", ignore_cleanup_errors=True) as work:
        _compile_with_room(Path(work), recipe)
        return _import(recipe.name, Path(work) / (recipe.name + _SUFFIX))


def _warn(built: Built, trouble: str) -> None:
    cost = "every run compiles anew" if built.compiled else "code runs as plain Python, slowly"
    words = f"{trouble}: {cost}; set F27_CACHE_DIR to a folder with room that can be written"
    warnings.warn(words, CacheWarning, stacklevel=2)


def _reason(error: OSError | ImportError) -> str:
    if isinstance(error, FileExistsError | NotADirectoryError):
        return "it is no folder"
    return error.strerror or str(error) if isinstance(error, OSError) else str(error)


def _shown(place: Path) -> str:
    text = str(place)
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}..."


def _sweep(place: Path) -> None:
    """Remove what builds that were killed long ago have left."""
    for left in place.glob(f"{UNFINISHED}*"):
        with contextlib.suppress(OSError):  # another build sweeps too
            if time.time() - left.stat().st_mtime > _STALE_SECONDS:
                shutil.rmtree(left, ignore_errors=True)


def _publish(name: str, work: Path, target: Path) -> None:
    """Move a finished folder to its place in one rename; whoever comes second leaves what is there."""
    if _intact(name, target):
        return
    if target.is_dir():
        shutil.rmtree(target, ignore_errors=True)
    else:
        target.unlink(missing_ok=True)
    try:
        os.rename(work, target)
    except OSError:
        if not _intact(name, target):
            raise


def _compile_with_room(work: Path, recipe: Recipe) -> None:
    """Compile; a compiler that fails is believed where there was room for what it writes, else that is an OSError."""
    try:
        _compile(work, recipe)
    except CompilerFailed:
        (work / "room").write_bytes(bytes(ROOM_BYTES))
        raise


def _compile(work: Path, recipe: Recipe) -> None:
    """Leave the C text, the shared library and its digest in `work`."""
    source, library = work / f"{recipe.name}.py", work / (recipe.name + _SUFFIX)
    source.write_text(recipe.text, encoding="utf-8", newline="\n")
    source.with_suffix(".c").write_bytes(_translated.get(recipe.text) or _translate(source, recipe.text))
    flags = [*_BASE_FLAGS, *recipe.flags, f"-I{headers()}"]
    command = [*recipe.compiler.command, *flags, f"{recipe.name}.c", *_link_flags(), "-o", library.name]
    _run(command, work, recipe.seconds)
    if not library.is_file():
        raise CompilerFailed(shlex.join(command), "it said that all went well, and wrote nothing")
    about = {"compiler": recipe.compiler.words, "flags": recipe.flags, "python": platform.python_version()}
    (work / ABOUT).write_text(json.dumps(about), encoding="utf-8")
    (work / "sha256").write_text(_file_digest(library), encoding="ascii")


def _translate(source: Path, text: str) -> bytes:
    """Return what Cython makes of `source`, which holds this text; what is built twice is translated once."""
    cython = importlib.import_module("Cython.Compiler.Main")  # half a second, only when something is to be compiled
    said = io.StringIO()
    with contextlib.redirect_stderr(said):
        result = cython.compile(str(source), cython.CompilationOptions(language_level=3))
    if result.num_errors:
        raise CompilerFailed("cython", said.getvalue())
    _translated[text] = source.with_suffix(".c").read_bytes()
    return _translated[text]


def _run(command: list[str], folder: Path, seconds: float) -> None:
    try:
        answer = answer_of(command, folder, seconds)
    except subprocess.TimeoutExpired as error:
        raise CompilerHangs(command[0], str(error)) from error
    except OSError as error:
        raise CompilerFailed(command[0], str(error)) from error
    if answer.returncode:
        raise CompilerFailed(shlex.join(command), answer.stderr or answer.stdout)
