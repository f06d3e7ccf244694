"""One model with a mistake of every kind: each is found in one run, at its line, and nothing else is.

A line of mistakes/Mistakes.mo that is wrong ends in `// mistake: kind`.
"""

from __future__ import annotations

import re
from functools import cache

import pytest

from mosila.diagnostics import Diagnostic, MosilaError, Severity
from mosila.diagnostics.registry import refusals
from mosila.experiment.check import check_class
from mosila.experiment.load import load_model
from tests.language.pages import FOLDER

FILE = FOLDER / "mistakes" / "Mistakes.mo"
MARK = re.compile(r" // mistake: (?P<kind>.*)$")
LINES = FILE.read_text(encoding="utf-8").split("\n")
MISTAKES = {line: mark for line, text in enumerate(LINES, start=1) if (mark := MARK.search(text))}


@cache
def found() -> tuple[Diagnostic, ...]:
    """The errors of one run."""
    loaded = load_model(FILE, "Mistakes")
    with pytest.raises(MosilaError) as raised:
        check_class(loaded.table, loaded.model)
    return tuple(each for each in raised.value.diagnostics if each.severity is Severity.ERROR)


def test_there_are_enough_and_each_is_another() -> None:
    kinds = [mark["kind"] for mark in MISTAKES.values()]
    assert len(set(kinds)) == len(kinds) >= 40


@pytest.mark.parametrize("line", MISTAKES, ids=[mark["kind"].replace(" ", "-") for mark in MISTAKES.values()])
def test_mistake(line: int) -> None:
    """Told once, by a message of its own."""
    codes = [each.code for each in found() if each.span.line == line and each.span.path == str(FILE)]
    assert len(codes) == 1, "\n".join(f"{each.span}: {each.code} {each.message}" for each in found())
    assert codes[0] not in refusals()


def test_nothing_else_is_found() -> None:
    others = [each for each in found() if each.span.line not in MISTAKES and each.code not in refusals()]
    assert others == []
