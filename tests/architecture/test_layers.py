"""Layers point one way: no module imports from a layer above its own, not even inside a function."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "mosila"

LAYERS = (
    ("dataclass", "source", "diagnostics", "options", "symbolic", "units", "cache", "resources", "timings", "kept"),
    ("functions",),
    ("syntax",),
    ("library",),
    ("semantics",),
    ("charts", "instance"),
    ("flat",),
    ("dae",),
    ("codegen",),
    ("solvers",),
    ("compiler",),
    ("runtime",),
    ("results",),
    ("experiment",),
    ("cli", "__main__"),
)
RANK = {name: rank for rank, names in enumerate(LAYERS) for name in names}


def imported_modules(path: Path) -> set[str]:
    """The modules of the package that a file imports, wherever in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Import(names=names):
                found |= {alias.name for alias in names}
            case ast.ImportFrom(module=str(module), names=names, level=0):
                found |= {f"{module}.{alias.name}" for alias in names}
            case ast.ImportFrom():
                raise AssertionError(f"{path}: imports are written from the top")
    return {name for name in found if name.startswith("mosila.")}


def layer_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


MODULES = sorted(path for path in PACKAGE.rglob("*.py") if path != PACKAGE / "__init__.py" and "_data" not in path.parts)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_upward_import(path: Path) -> None:
    own = layer_of(path)
    assert own in RANK, f"{own} is in no layer"
    for name in sorted(imported_modules(path)):
        other = name.split(".")[1]
        if other == "__version__":
            continue
        assert RANK[other] <= RANK[own], f"{own} imports {name}, which lies above it"


def test_the_walk_sees_imports_inside_functions(tmp_path: Path) -> None:
    file = tmp_path / "module.py"
    file.write_text("def f():\n    from mosila.cli import main\n    import mosila.results.plot\n    import os\n")
    assert imported_modules(file) == {"mosila.cli.main", "mosila.results.plot"}
