"""Examples in docstrings and on the notation pages are true."""

import doctest
import importlib
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest

from companion.rules.scenario import run_file

PAGES = Path(__file__).parents[2] / "docs" / "notation"
BARE = ("companion.core", "companion.rules", "companion.games")


def modules() -> list[str]:
    found: list[str] = []
    for package in map(importlib.import_module, BARE):
        walked = pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
        found += [package.__name__, *(module.name for module in walked)]
    return found


@pytest.mark.parametrize("name", modules())
def test_examples_in_docstrings(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


@pytest.mark.parametrize("page", sorted(PAGES.glob("*.md")), ids=lambda page: page.stem)
def test_scenarios_on_the_pages(page: Path, tmp_path: Path) -> None:
    blocks = re.findall(r"```yaml\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    for number, block in enumerate(block for block in blocks if block.startswith("game:")):
        path = tmp_path / f"{page.stem}_{number}.yaml"
        path.write_text(block, encoding="utf-8")
        results = run_file(path)
        assert results
        assert {result.failures for result in results} == {()}


def test_rules_run_on_bare_python() -> None:
    """Nothing that sees, serves or draws is loaded with the rules, directly or through others."""
    heavy = ("numpy", "cv2", "onnxruntime", "fastapi", "pydantic")
    code = f"import sys, {', '.join(modules())}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert not set(done.stdout.split()) & set(heavy)
