"""All codes of all stages, found in the modules beside this one, and their explanations for people."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module

import mosila.diagnostics
from mosila.diagnostics.diagnostic import Code

STAGES = {
    "P": "parse",
    "L": "library",
    "N": "names",
    "T": "types",
    "I": "instantiation",
    "C": "connect",
    "S": "statechart and structure",
    "B": "balance and singularity",
    "G": "code generation",
    "R": "run time",
    "X": "the program and how it was called",
}


@cache
def all_codes() -> dict[str, Code]:
    """Every code by its name, in the order of the stages; two codes of one name are a fault of the program."""
    found: dict[str, Code] = {}
    for module in pkgutil.iter_modules(mosila.diagnostics.__path__):
        for value in vars(import_module(f"mosila.diagnostics.{module.name}")).values():
            if isinstance(value, Code) and found.setdefault(value.code, value) is not value:
                raise ValueError(f"two codes are called {value.code}: {value.title!r} and {found[value.code].title!r}")
    order = list(STAGES)
    return dict(sorted(found.items(), key=lambda item: (order.index(item[0][0]), item[0])))


@cache
def refusals() -> frozenset[str]:
    """The codes that say that mosila cannot do something yet, not that the model is wrong."""
    return frozenset(code.code for code in all_codes().values() if "not supported" in f"{code.title} {code.message} {code.help}")


def explain(code: Code) -> str:
    """A page about one code: what it means, how its message reads, what to do."""
    parts = [f"{code.code}: {code.title} ({STAGES[code.code[0]]})", code.explanation, f"Message:  {code.message}"]
    if code.help:
        parts.append(f"Help:     {code.help}")
    return "\n\n".join(part for part in parts if part)


def list_codes() -> str:
    """One line a code, under the names of the stages."""
    lines: list[str] = []
    for letter, stage in STAGES.items():
        codes = [code for code in all_codes().values() if code.code[0] == letter]
        if codes:
            lines += [f"{letter}: {stage}", *(f"  {code.code}  {code.title}" for code in codes)]
    return "\n".join(lines)
