"""Every code is explained, used, and shown by a golden example."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from mosila.diagnostics.diagnostic import Code
from mosila.diagnostics.registry import STAGES, all_codes

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "diagnostics"

# What no model can bring about on purpose is tested by itself.
WITHOUT_EXAMPLE = {
    **dict.fromkeys(("G001", "G002", "G003", "G004", "X110"), "tests/cli/test_missing_tools.py"),
    "R010": "tests/simulation/test_failures.py",
    **dict.fromkeys(("S023", "S024"), "tests/charts/test_tested_states.py"),
    "X001": "tests/cli/test_main.py",
    "X104": "tests/results/test_plot.py",
}

CODES = pytest.mark.parametrize("code", all_codes().values(), ids=all_codes())


@CODES
def test_a_code_is_explained(code: Code) -> None:
    assert re.fullmatch(r"[A-Z]\d{3}", code.code)
    assert code.code[0] in STAGES
    assert len(code.explanation.split()) >= 8
    assert code.title


@CODES
def test_a_code_has_a_golden_example(code: Code) -> None:
    if code.code in WITHOUT_EXAMPLE:
        assert code.code in (ROOT / WITHOUT_EXAMPLE[code.code]).read_text(encoding="utf-8")
        return
    folder = GOLDEN / code.code
    assert any(folder.glob("model.mo*")), f"no model in {folder}"
    assert f"[{code.code}]" in (folder / "expected.txt").read_text(encoding="utf-8")


@CODES
def test_a_code_is_used(code: Code) -> None:
    names = {
        name
        for path in (ROOT / "mosila" / "diagnostics").glob("*.py")
        for name in re.findall(rf'^(\w+)(?:: \w+)? = Code\(\s*"{code.code}"', path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert len(names) == 1
    word = re.compile(rf"\b{names.pop()}\b")
    sources = (path.read_text(encoding="utf-8") for path in (ROOT / "mosila").rglob("*.py") if path.parent.name != "diagnostics")
    reports = (ROOT / "mosila" / "diagnostics" / "report_bug.py").read_text(encoding="utf-8")
    assert any(word.search(text) for text in (*sources, reports))
