"""Every rule on the pages of this folder holds."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.language.pages import FOLDER, GOLDEN, Case, Outcome, read_page, rewrite, run_case

PAGES = sorted(path for path in FOLDER.glob("*.md") if path.name != "README.md")
CASES = [case for page in PAGES for case in read_page(page)]
NAMES = [case.name for case in CASES]


def test_names_are_different() -> None:
    assert [name for name, count in Counter(NAMES).items() if count > 1] == []


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_rule(case: Case, update_golden: bool) -> None:
    outcome = run_case(case)
    if not (update_golden and update(case, outcome)) and not outcome.is_right:
        pytest.fail(f"{case.page.name}:{case.expected.first + 1}:\n{outcome.why}", pytrace=False)


def update(case: Case, outcome: Outcome) -> bool:
    """Write the page anew where an unknown code or a golden text is no longer true; False if the rule is broken."""
    expected = case.expected
    lines = None
    if outcome.is_right and expected.kind != "flat" and any(line.startswith("?") for line in expected.lines):
        lines = [with_code(*pair) for pair in zip(expected.lines, outcome.golden or (), strict=True)]
    elif not outcome.is_right and expected.kind in GOLDEN:
        lines = outcome.golden
    if lines is not None:
        rewrite(case, lines)
    return outcome.is_right or lines is not None


def with_code(line: str, golden: str) -> str:
    """An expected line with the code of the message that it fits; without a text of its own it gets the message's."""
    return line if not line.startswith("?") else golden if line.endswith(":") else golden[:4] + line[1:]
