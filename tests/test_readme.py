"""Every example of the README and the docs, executed."""

from __future__ import annotations

import doctest
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted(ROOT.glob("docs/**/*.md"))]
FORTYTWO = f"{shlex.quote(sys.executable)} -m fortytwo.cli"
TEXTS = {page.relative_to(ROOT): page.read_text("utf-8") for page in PAGES}
CONSOLE = [
    pytest.param(*block.split("\n", 1), id=f"{page}: {block.split(' --')[0][:50]}")
    for page, text in TEXTS.items()
    for block in re.findall(r"^```console\n\$ (.*?)^```$", text, re.M | re.S)
]
NEEDED = {"docs/research.md": ("pyspiel", "pettingzoo")}
"""Libraries that pages are about, and that need not be there."""
OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


@pytest.mark.skipif(sys.platform == "win32", reason="written for a Unix shell")
@pytest.mark.parametrize(("command", "expected"), CONSOLE)
def test_commands_print_what_is_shown(command: str, expected: str) -> None:
    command = re.sub(r"\bfortytwo\b(?= )", lambda _: FORTYTWO, command)
    done = subprocess.run(
        command, shell=True, capture_output=True, text=True, encoding="utf-8", check=True, cwd=ROOT
    )
    assert done.stdout == expected


@pytest.mark.parametrize("page", TEXTS, ids=str)
def test_python_examples(page: Path) -> None:
    for library in NEEDED.get(page.as_posix(), ()):
        pytest.importorskip(library)
    blocks = re.findall(r"^```python\n(.*?)^```$", TEXTS[page], re.M | re.S)
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, str(page), str(page), 0)
    assert doctest.DocTestRunner(optionflags=OPTIONS).run(test).failed == 0


def test_links_lead_somewhere() -> None:
    for page, text in TEXTS.items():
        for target in re.findall(r"\]\((?!http)([^)#]+)\)", text):
            assert ((ROOT / page).parent / target).exists(), f"{page}: {target}"
