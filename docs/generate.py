"""Pages that are written by the program itself: errors, the Python interface, commands, classes of the library. Called by mkdocs."""

from __future__ import annotations

import dataclasses
import inspect
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

import mosila
from mosila.cli.main import VERBS, make_parser
from mosila.diagnostics.registry import STAGES, all_codes
from mosila.library.locate import Folders
from mosila.library.read import load_definition
from mosila.resources import resource_directory
from mosila.syntax import ast


def on_files(files: Files, config: Any) -> Files:
    """Adds the pages."""
    pages = {"errors.md": errors_page(), "api.md": api_page(), "commands.md": commands_page(), "classes.md": classes_page()}
    for name, content in pages.items():
        files.append(File.generated(config, name, content=content))
    units = Path(__file__).with_name("units.md")
    files.append(File.generated(config, units.name, content=units.read_text(encoding="utf-8")))
    return files


def errors_page() -> str:
    """All codes with their explanations, by stage."""
    lines = ["# Errors", "", "Every message has a code, as in `error[B003]`. `mosila explain CODE` prints what is written here.", ""]
    for letter, stage in STAGES.items():
        codes = [code for code in all_codes().values() if code.code[0] == letter]
        if codes:
            lines += [f"## {letter}: {stage}", ""]
        for code in codes:
            lines += [f"### {code.code}: {_escape(code.title)}", "", _escape(code.explanation), "", f"    {code.message}", ""]
            if code.help:
                lines += [f"*Help:* `{code.help.replace('`', '´')}`", ""]
    return "\n".join(lines)


def api_page() -> str:
    """The public names of the package with their docstrings."""
    lines = ["# Python", "", inspect.cleandoc("All names are in the package `mosila`; they are imported when they are first used."), ""]
    for name in sorted(mosila.__all__, key=str.lower):
        value = getattr(mosila, name)
        if not callable(value):
            continue
        lines += [f"## {name}", "", f"    {_signature(name, value)}", "", _paragraphs(value), ""]
        if inspect.isclass(value):
            lines += _members(value)
    return "\n".join(lines)


def _members(owner: type) -> list[str]:
    lines: list[str] = []
    for name, member in vars(owner).items():
        if name.startswith("_") and name not in ("__getitem__", "__setitem__"):
            continue
        function = member.__func__ if isinstance(member, (classmethod, staticmethod)) else member
        described = getattr(member, "func", None) or (member.fget if isinstance(member, property) else function)
        if not inspect.isfunction(described):
            continue
        is_value = isinstance(member, property) or hasattr(member, "func")
        title = name if is_value else _signature(name, described)
        lines += [f"**`{title}`**", "", _paragraphs(described), ""]
    if dataclasses.is_dataclass(owner):
        names = ", ".join(f"`{each.name}`" for each in dataclasses.fields(owner) if not each.name.startswith("_"))
        lines += [f"Fields: {names}", ""]
    return lines


def _signature(name: str, value: Any) -> str:
    try:
        text = str(inspect.signature(value))
    except (TypeError, ValueError):
        text = "(...)"
    return f"{name}{text}".replace("mosila.", "").replace("(self, ", "(").replace("(self)", "()")


def _paragraphs(value: Any) -> str:
    return _escape(inspect.getdoc(value) or "")


def _escape(text: str) -> str:
    return text.replace("<", "&lt;").replace("*", "\\*")


def commands_page() -> str:
    """The help of every verb."""
    lines = ["# Commands", ""]
    for verb in VERBS:
        groups = make_parser(verb)._subparsers
        assert groups is not None
        parser = next(action.choices[verb] for action in groups._group_actions if action.choices)  # type: ignore[index]
        lines += [f"## mosila {verb}", "", *(f"    {line}" for line in parser.format_help().splitlines()), ""]
    return "\n".join(lines)


def classes_page() -> str:
    """All classes of the library that comes with the program, with their descriptions."""
    return "\n".join(["# Classes of the library", "", *_package_lines(("Mosila",), resource_directory("stdlib") / "Mosila", Folders())])


def _package_lines(path: tuple[str, ...], folder: Path, folders: Folders) -> list[str]:
    """A package: what it is, a table of its classes, then the packages inside it."""
    name = ".".join(path)
    lines = [f"{'#' * min(len(path) + 1, 4)} {name}", "", _class_description(folders.package_file(folder) or folder) + ".", ""]
    inside = folders.class_names(folder)
    classes = [each for each in inside if not (folder / each).is_dir()]
    if classes:
        rows = [f"| `{each}` | {_class_description(folders.class_files(folder, each)[0])} |" for each in classes]
        lines += ["| class | |", "|---|---|", *rows, ""]
    for each in inside:
        if (folder / each).is_dir():
            lines += _package_lines((*path, each), folder / each, folders)
    return lines


def _class_description(file: Path) -> str:
    (top,) = load_definition(file).classes
    description = top.definition.description
    return _escape("".join(description.strings)) if isinstance(description, ast.Description) else ""
