"""One model with a mistake of every kind: each is found in one run, at its line, and nothing else is.

A line of mistakes/Mistakes.mo that is wrong ends in `// mistake: kind`; in `// mistake (pending): kind` if it is not found yet. A pending
mistake that is found is a failure, so that marks are taken away (`--update-golden` does it).
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
MARK = re.compile(r" // mistake( \(pending\))?: (?P<kind>.*)$")
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
def test_mistake(line: int, update_golden: bool) -> None:
    is_pending = MISTAKES[line][1] is not None
    is_found = any(each.span.line == line and each.span.path == str(FILE) and each.code not in refusals() for each in found())
    if is_found and is_pending and update_golden:
        FILE.write_text("\n".join(remove_mark(FILE.read_text(encoding="utf-8").split("\n"), line)), encoding="utf-8")
    elif is_found and is_pending:
        pytest.fail(f"{FILE.name}:{line}: this is found now; remove `(pending)`", pytrace=False)
    elif is_pending:
        pytest.xfail("not found yet")
    else:
        assert is_found, "\n".join(f"{each.span}: {each.code} {each.message}" for each in found())


def test_nothing_else_is_found() -> None:
    others = [each for each in found() if each.span.line not in MISTAKES and each.code not in refusals()]
    assert others == []


def remove_mark(lines: list[str], number: int) -> list[str]:
    """The lines with one of them no longer pending."""
    return [text.replace("// mistake (pending):", "// mistake:") if place == number else text for place, text in enumerate(lines, start=1)]
