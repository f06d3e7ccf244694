"""A model with other values of parameters that decide its structure: the class that extends it with these modifiers."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b

from mosila.experiment.load import Loaded
from mosila.semantics.symbols import ClassSymbol
from mosila.source import SourceFile
from mosila.syntax.parse import parse_source


def modified_model(loaded: Loaded, values: Mapping[str, float | bool | str]) -> ClassSymbol:
    """A class that extends the model with `path = value` for each of these."""
    modifiers = ", ".join(f"{name} = {_literal(value)}" for name, value in values.items())
    return extended_model(loaded, f"({modifiers})", "")


def extended_model(loaded: Loaded, modifiers: str, body: str) -> ClassSymbol:
    """A class that extends the model with modifiers and more elements and equations."""
    key = blake2b(f"{modifiers}{body}".encode(), digest_size=6).hexdigest()
    name = f"'{loaded.model.definition.name.strip(chr(39))} {key}'"
    text = f"model {name}\n  extends .{'.'.join(loaded.model.path)}{modifiers};\n{body}end {name};\n"
    return loaded.table.define(parse_source(SourceFile("<parameters>.mosila", text)).classes[0].definition)


def _literal(value: float | bool | str) -> str:
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(int(value)) if float(value).is_integer() else repr(float(value))
