"""How cases of the compliance suite are found and counted, on a suite of a few cases."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

import pytest

from benchmarks import compliance
from benchmarks.compliance import Case, find_cases, judge
from benchmarks.forked import Lost, work_forked
from benchmarks.library_check import Found, Verdict

BASE = "within ModelicaCompliance;\npackage Icons\n  model TestCase\n  end TestCase;\nend Icons;\n"
MARK = "  annotation(__ModelicaAssociation(TestCase(shouldPass = {})), experiment(StopTime = 0.01));\n"


def write_suite(folder: Path) -> None:
    """Right cases of both kinds, wrong ones, one nested in a package, one that cannot be parsed."""
    library = folder / "ModelicaCompliance"
    (library / "Chapter").mkdir(parents=True)
    (library / "package.mo").write_text("package ModelicaCompliance\nend ModelicaCompliance;\n")
    (library / "Icons.mo").write_text(BASE)
    (library / "Chapter" / "package.mo").write_text("within ModelicaCompliance;\npackage Chapter\nend Chapter;\n")

    def write(name: str, body: str, should_pass: bool) -> None:
        mark = MARK.format(str(should_pass).lower())
        text = f"within ModelicaCompliance.Chapter;\nmodel {name}\n  extends Icons.TestCase;\n{body}{mark}end {name};\n"
        (library / "Chapter" / f"{name}.mo").write_text(text)

    write("Accepted", "  Real x = 1;\n", True)
    write("Refused", "  Real x = y;\n", True)
    write("Found", "  Real x = y;\n", False)
    write("Missed", "  Real x = 1;\n", False)
    write("Asserted", '  Real x = time;\nequation\n  assert(x < 0.005, "too late");\n', False)
    write("Unparsed", "  Real x = ;\n", False)
    nested = f"model Inner\n  Real x = 1;\n{MARK.format('true')}end Inner;\n"
    (library / "Chapter" / "Nested.mo").write_text(f"within ModelicaCompliance.Chapter;\npackage Nested\n{nested}end Nested;\n")


def test_the_suite_is_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    write_suite(tmp_path)
    monkeypatch.setattr(sys, "argv", ["compliance", str(tmp_path), "--simulate"])
    assert compliance.main() == 0
    said = capsys.readouterr().out
    by_check, by_simulation = said.split("counted by ")[1:]
    assert [line.split() for line in by_check.splitlines()[2:4]] == [
        ["Chapter", "2/3", "2/4", "4/7", "57.1"],
        ["all", "2/3", "2/4", "4/7", "57.1"],
    ]
    assert by_simulation.splitlines()[3].split() == ["all", "2/3", "3/4", "5/7", "71.4"]
    assert "1  N002: Chapter.Refused" in by_check
    assert "2  accepted though wrong: Chapter.Asserted, Chapter.Missed" in by_check
    assert "1  accepted though wrong: Chapter.Missed" in by_simulation


def test_nested_cases_are_found_by_their_full_names(tmp_path: Path) -> None:
    write_suite(tmp_path)
    names = [case.name for case in find_cases(tmp_path)]
    assert "ModelicaCompliance.Chapter.Nested.Inner" in names


FILE = "suite/Case.mo"
REAL_ERROR = Found("N002", "there is no `y`", FILE, 3)
UNSUPPORTED = Found("I001", "`inner` is not supported yet", FILE, 3)
INTERNAL = Found("X001", "a fault", "", 0)


@pytest.mark.parametrize(
    ("should_pass", "verdict", "failure"),
    [
        (True, Verdict("c"), ""),
        (True, Verdict("c", (REAL_ERROR,)), "N002"),
        (False, Verdict("c", (REAL_ERROR,)), ""),
        (False, Verdict("c"), "accepted though wrong"),
        (False, Verdict("c", (UNSUPPORTED,)), "I001 `...` is not supported yet"),
        (False, Verdict("c", (REAL_ERROR, UNSUPPORTED)), "I001 `...` is not supported yet"),
        (False, Verdict("c", (INTERNAL,)), "X001"),
        (False, Verdict("c", (Found("N002", "there is no `y`", "suite/Icons.mo", 3),)), "the error is not in the case's file"),
        (False, Verdict("c", fault="time-out"), "time-out"),
        (True, Verdict("c", fault="crash: KeyError in build.plan"), "crash: KeyError in build.plan"),
    ],
)
def test_only_a_real_error_in_the_case_counts(should_pass: bool, verdict: Verdict, failure: str) -> None:
    assert judge(Case("c", "Chapter", FILE, should_pass), verdict) == failure


def test_a_crash_and_an_endless_loop_cost_one_answer() -> None:
    def work(item: str) -> str:
        if item == "endless":
            time.sleep(1000)
        if item == "crash":
            os.kill(os.getpid(), signal.SIGKILL)
        return item * 100_000

    answers = dict(work_forked(work, ["a", "crash", "endless", "b"], jobs=2, timeout=2.0))
    assert answers == {"a": "a" * 100_000, "b": "b" * 100_000, "crash": Lost("crash: SIGKILL"), "endless": Lost("time-out")}
