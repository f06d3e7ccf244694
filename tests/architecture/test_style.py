"""Public names are documented, modules stay readable, faults are caught in one place only."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "mosila"
MODULES = sorted(PACKAGE.rglob("*.py"))
LONGEST = 600
CATALOGUE = PACKAGE / "syntax" / "ast.py"  # one short class after another
CATCHES_FAULTS = PACKAGE / "cli" / "main.py"

Documented = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def public_definitions(tree: ast.Module) -> Iterator[tuple[str, Documented]]:
    """Classes and functions of a module and methods of its classes whose names have no leading underscore."""
    scopes: list[tuple[str, ast.Module | ast.ClassDef]] = [("", tree)]
    while scopes:
        prefix, scope = scopes.pop()
        for node in scope.body:
            if isinstance(node, Documented) and not node.name.startswith("_") and not is_variant(node):
                yield prefix + node.name, node
                if isinstance(node, ast.ClassDef):
                    scopes.append((f"{prefix}{node.name}.", node))


def is_variant(node: Documented) -> bool:
    """Overloads, setters and registered implementations belong to a documented function."""
    texts = [ast.unparse(decorator) for decorator in node.decorator_list]
    return any(text.endswith(("overload", ".setter")) or ".register" in text for text in texts)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_public_names_are_documented(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert ast.get_docstring(tree), "the module says nothing about itself"
    bare = [name for name, node in public_definitions(tree) if not ast.get_docstring(node)]
    assert not bare, f"without a docstring: {', '.join(bare)}"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_modules_stay_readable(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST or path == CATALOGUE


def test_faults_of_the_program_are_caught_in_one_place() -> None:
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ExceptHandler) and path != CATCHES_FAULTS:
                caught = ast.unparse(node.type) if node.type else ""
                assert caught, f"{path}:{node.lineno}"
                assert not {"Exception", "BaseException"} & set(caught.strip("()").split(", ")), f"{path}:{node.lineno}"
