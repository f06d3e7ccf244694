"""The pages themselves: what a block says is compared strictly, and pages are written anew in place."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.language.pages import BadPageError, Case, read_page, run_case
from tests.language.test_pages import test_rule as check_rule

RIGHT = "model M\n  Real x = 2;\nend M;"
WRONG = "model M\n  Real x = y;\n  Real z = 1;\nend M;"


def write(folder: Path, model: str, fence: str, *lines: str) -> Case:
    page = folder / "page.md"
    page.write_text("\n".join(["# Page", "", "## A rule", "", "```modelica", model, "```", "", f"```{fence}", *lines, "```", ""]), "utf-8")
    (case,) = read_page(page)
    return case


@pytest.mark.parametrize(
    ("model", "fence", "lines", "is_right"),
    [
        (RIGHT, "accepts", [], True),
        (RIGHT, "values", ["x = 2", "x(1) = 2"], True),
        (RIGHT, "values", ["x = 2.01"], False),
        (RIGHT, "values", ["y = 2"], False),
        (RIGHT, "error", ["? 2:"], False),
        (RIGHT, "flat", ["variables", "equations"], False),
        (WRONG, "error", ["N002 2: no `y`"], True),
        (WRONG, "error", ["? 2:"], True),
        (WRONG, "error", ["N001 2:"], False),
        (WRONG, "error", ["N002 3:"], False),
        (WRONG, "error", ["N002 2: another text"], False),
        (WRONG, "error", ["N002 2:", "N002 2:"], False),
        (WRONG, "accepts", [], False),
    ],
)
def test_expectations_are_compared(tmp_path: Path, model: str, fence: str, lines: list[str], is_right: bool) -> None:
    assert run_case(write(tmp_path, model, fence, *lines)).is_right is is_right


def test_an_update_fills_in_codes_and_flat_texts(tmp_path: Path) -> None:
    check_rule(write(tmp_path, WRONG, "error", "? 2: `y`"), update_golden=True)
    (case,) = read_page(tmp_path / "page.md")
    assert (case.expected.words, case.expected.lines) == ((), ("N002 2: `y`",))
    check_rule(write(tmp_path, RIGHT, "flat", "old"), update_golden=True)
    (case,) = read_page(tmp_path / "page.md")
    assert case.expected.lines != ("old",)
    assert run_case(case).is_right


def test_an_update_changes_no_rule_that_is_not_golden(tmp_path: Path) -> None:
    with pytest.raises(pytest.fail.Exception):
        check_rule(write(tmp_path, WRONG, "accepts"), update_golden=True)
    with pytest.raises(pytest.fail.Exception):
        check_rule(write(tmp_path, RIGHT, "error", "? 2:"), update_golden=True)


@pytest.mark.parametrize(("fence", "line"), [("eror", ""), ("error", "N002: no line"), ("values", "x: 2")])
def test_a_page_that_is_not_well_written_is_told(tmp_path: Path, fence: str, line: str) -> None:
    with pytest.raises(BadPageError):
        run_case(write(tmp_path, WRONG if fence == "error" else RIGHT, fence, line))
