"""The pages themselves: what a block says is compared strictly, marks must be true, and pages are written anew in place."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.language.pages import BadPageError, Case, Verdict, read_page, run_case
from tests.language.test_pages import test_rule as check_rule

RIGHT = "model M\n  Real x = 2;\nend M;"
WRONG = "model M\n  Real x = y;\n  Real z = 1;\nend M;"


def write(folder: Path, model: str, fence: str, *lines: str) -> Case:
    page = folder / "page.md"
    page.write_text("\n".join(["# Page", "", "## A rule", "", "```modelica", model, "```", "", f"```{fence}", *lines, "```", ""]), "utf-8")
    (case,) = read_page(page)
    return case


@pytest.mark.parametrize(
    ("model", "fence", "lines", "verdict"),
    [
        (RIGHT, "accepts", [], Verdict.RIGHT),
        (RIGHT, "values", ["x = 2", "x(1) = 2"], Verdict.RIGHT),
        (RIGHT, "values", ["x = 2.01"], Verdict.WRONG),
        (RIGHT, "values", ["y = 2"], Verdict.WRONG),
        (RIGHT, "error", ["? 2:"], Verdict.WRONG),
        (RIGHT, "flat", ["variables", "equations"], Verdict.WRONG),
        (WRONG, "error", ["N002 2: no `y`"], Verdict.RIGHT),
        (WRONG, "error", ["? 2:"], Verdict.RIGHT),
        (WRONG, "error", ["N001 2:"], Verdict.WRONG),
        (WRONG, "error", ["N002 3:"], Verdict.WRONG),
        (WRONG, "error", ["N002 2: another text"], Verdict.WRONG),
        (WRONG, "error", ["N002 2:", "N002 2:"], Verdict.WRONG),
        (WRONG, "accepts", [], Verdict.WRONG),
    ],
)
def test_expectations_are_compared(tmp_path: Path, model: str, fence: str, lines: list[str], verdict: Verdict) -> None:
    assert run_case(write(tmp_path, model, fence, *lines)).verdict is verdict


def test_a_mark_that_is_out_of_date_is_a_failure(tmp_path: Path) -> None:
    for mark in ("pending", "unmet"):
        with pytest.raises(pytest.fail.Exception, match=f"holds now; remove `{mark}`"):
            check_rule(write(tmp_path, RIGHT, f"accepts {mark}"), update_golden=False)


def test_a_wrong_answer_is_not_pending(tmp_path: Path) -> None:
    with pytest.raises(pytest.fail.Exception, match="wrong"):
        check_rule(write(tmp_path, WRONG, "accepts pending"), update_golden=False)
    with pytest.raises(pytest.xfail.Exception):
        check_rule(write(tmp_path, WRONG, "accepts unmet"), update_golden=False)


def test_an_update_takes_marks_away_and_fills_in_codes(tmp_path: Path) -> None:
    check_rule(write(tmp_path, WRONG, "error unmet", "? 2: `y`"), update_golden=True)
    (case,) = read_page(tmp_path / "page.md")
    assert (case.expected.words, case.expected.lines) == ((), ("N002 2: `y`",))
    check_rule(write(tmp_path, RIGHT, "flat", "old"), update_golden=True)
    (case,) = read_page(tmp_path / "page.md")
    assert case.expected.lines != ("old",)
    assert run_case(case).verdict is Verdict.RIGHT


def test_an_update_changes_no_rule_that_is_not_golden(tmp_path: Path) -> None:
    with pytest.raises(pytest.fail.Exception):
        check_rule(write(tmp_path, WRONG, "accepts"), update_golden=True)
    with pytest.raises(pytest.fail.Exception):
        check_rule(write(tmp_path, RIGHT, "error", "? 2:"), update_golden=True)


@pytest.mark.parametrize(("fence", "line"), [("eror", ""), ("error", "N002: no line"), ("values", "x: 2")])
def test_a_page_that_is_not_well_written_is_told(tmp_path: Path, fence: str, line: str) -> None:
    with pytest.raises(BadPageError):
        run_case(write(tmp_path, WRONG if fence == "error" else RIGHT, fence, line))
