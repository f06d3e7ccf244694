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
    "L005": "tests/library/test_library.py",
    "X141": "tests/solvers/test_drivers.py",
    **dict.fromkeys(("G023", "G024", "G025"), "tests/functions/test_foreign.py"),
    **dict.fromkeys(("B004", "B010"), "tests/dae/test_derive.py"),
    "R010": "tests/simulation/test_failures.py",
    "R094": "tests/functions/test_reports.py",
    **dict.fromkeys(("S023", "S024"), "tests/charts/test_tested_states.py"),
    **dict.fromkeys(("T050", "T051", "T052", "T053", "T054", "T055", "T056"), "tests/units/test_check.py"),
    "X001": "tests/cli/test_main.py",
    "X104": "tests/results/test_plot.py",
    **dict.fromkeys(("X128", "X129", "X130", "X131", "X132", "X138"), "tests/experiment/test_simulator.py"),
    **dict.fromkeys(("X133", "X134"), "tests/experiment/test_study.py"),
    **dict.fromkeys(("X135", "X136"), "tests/cli/test_new_and_compile.py"),
    **dict.fromkeys(("R051", "X137"), "tests/experiment/test_linear.py"),
    "X126": "tests/results/test_result.py",
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
