"""Small libraries on disk, made by the tests."""

from __future__ import annotations

from pathlib import Path

from mosila.library.library import Library
from mosila.syntax import ast


def write(folder: Path, files: dict[str, str]) -> Path:
    """Files by their paths in a folder, with the folders they need; the folder comes back."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def package(name: str, within: str = "", body: str = "") -> str:
    """The text of a `package.mo`."""
    return f"within {within};\npackage {name}\n{body}end {name};\n"


def model(name: str, within: str | None = None, body: str = "  Real x = time;\n") -> str:
    """The text of a file with one model."""
    clause = "" if within is None else f"within {within};\n"
    return f"{clause}model {name}\n{body}end {name};\n"


def found(library: Library, name: str) -> ast.ClassDefinition:
    """A class that must be there."""
    definition = library(tuple(name.split(".")))
    assert definition is not None, f"{name} was not found"
    assert definition.name == name.rpartition(".")[2]
    return definition
