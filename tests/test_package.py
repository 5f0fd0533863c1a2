"""The shape of the package: what imports what, what is public, and how fast it loads."""

from __future__ import annotations

import ast
import doctest
import subprocess
import sys
from pathlib import Path

import pytest

import fortytwo as ft
from fortytwo.engine import errors
from fortytwo.engine.games import GAMES

ROOT = Path(ft.__file__).parent
PACKAGES = ("engine", "solver", "adapters")
"""Each knows only those before it."""
SOURCES = [
    *ROOT.glob("*.py"),
    *(path for name in PACKAGES for path in ROOT.glob(f"{name}/**/*.py")),
]
SOURCES = [path for path in SOURCES if path.name not in ("setup.py", "__main__.py")]
GENERAL = [
    str(path.relative_to(ROOT))
    for pattern in ("cli.py", *(f"{name}/**/*.p*" for name in PACKAGES))
    for path in sorted(ROOT.glob(pattern))
    if path.suffix in (".py", ".pyx", ".pxd") and "games" not in path.parts
]
EXTRAS = {"adapters/open_spiel.py": "pyspiel", "adapters/pettingzoo.py": "pettingzoo"}
"""What needs a library that need not be there."""
PIECES = ("engine/dominoes.py", "engine/drawing.py")
"""What several games are played with."""


def imports(path: Path) -> set[str]:
    """The modules that a file imports, as paths below the package."""
    package = path.relative_to(ROOT).parent.parts
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = package[: len(package) - node.level + 1]
            found.add("/".join([*base, *(node.module or "").split(".")]))
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("fortytwo."):
            found.add((node.module or "").removeprefix("fortytwo.").replace(".", "/"))
    return found


def test_data_flows_one_way() -> None:
    """No package knows a later one, and nothing but the package itself knows the command line."""
    for path in SOURCES:
        layer = path.relative_to(ROOT).parts[0]
        later = PACKAGES[PACKAGES.index(layer) + 1 :] if layer in PACKAGES else ()
        for name in imports(path):
            assert name.split("/")[0] not in (*later, "cli"), f"{path} imports {name}"


@pytest.mark.parametrize("path", GENERAL)
def test_general_parts_name_no_game(path: str) -> None:
    text = (ROOT / path).read_text("utf-8")
    games = [spelled for name in GAMES for spelled in (name, name.replace("-", "_"), name.title())]
    for word in (*games, "Trump", *(() if path in PIECES else ("Domino",))):
        lines = [line for line in text.splitlines() if word in line and ">>>" not in line]
        assert not lines, f"{word}: {lines}"


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_examples_in_docstrings(path: Path) -> None:
    if needed := EXTRAS.get(path.relative_to(ROOT).as_posix()):
        pytest.importorskip(needed)
    name = ".".join(["fortytwo", *path.relative_to(ROOT).with_suffix("").parts])
    module = sys.modules.get(name.removesuffix(".__init__")) or __import__(name, fromlist=["_"])
    own = "games" in path.parts and "forty_two" not in path.parts  # has names of its own
    names = {} if own else {name: getattr(ft, name) for name in ft.__all__}
    assert doctest.testmod(module, extraglobs=names).failed == 0


def test_public_names_are_documented() -> None:
    for name in ft.__all__:
        value = getattr(ft, name)
        if callable(value):
            assert value.__doc__, f"{name} has no docstring"


def test_errors_that_users_meet_are_public() -> None:
    for name, value in vars(errors).items():
        if isinstance(value, type) and issubclass(value, errors.FortyTwoError):
            assert getattr(ft, name, None) is value
            assert name in ft.__all__


def test_all_else_does_without_extras() -> None:
    names = [
        ".".join(["fortytwo", *path.relative_to(ROOT).with_suffix("").parts])
        for path in SOURCES
        if path.relative_to(ROOT).as_posix() not in EXTRAS
    ]
    code = f"""
import sys
for name in ("pyspiel", "open_spiel", "pettingzoo", "gymnasium"):
    sys.modules[name] = None
for name in {names}:
    __import__(name)
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_only_the_game_in_use_is_loaded() -> None:
    code = "import sys, fortytwo; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    folders = [name.replace("-", "_") for name in GAMES]
    loaded = [name for name in folders if f"fortytwo.engine.games.{name}" in done.stdout.split()]
    assert loaded == folders[:1]


def test_import_is_quick() -> None:
    """0.2 s is promised for a quiet machine; three times that would be noticed by anyone."""
    code = "import time; t = time.perf_counter(); import fortytwo; print(time.perf_counter() - t)"
    times = [
        float(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout)
        for _ in range(3)
    ]
    assert min(times) < 0.6
