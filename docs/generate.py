"""Pages that are written by the program itself: all errors, the Python interface, all commands. Called by mkdocs."""

from __future__ import annotations

import dataclasses
import inspect
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

import mosila
from mosila.cli.main import VERBS, make_parser
from mosila.diagnostics.registry import STAGES, all_codes


def on_files(files: Files, config: Any) -> Files:
    """Adds the pages."""
    for name, content in (("errors.md", errors_page()), ("api.md", api_page()), ("commands.md", commands_page())):
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
