"""Failures that no model brings about on purpose are told too."""

from __future__ import annotations

import pytest

from mosila.runtime.explain_failure import explain_failure
from mosila.solvers.binding import Simulation
from mosila.solvers.outcomes import EquationList, Failure, FailureKind
from tests.running import run_text


def test_no_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    result = run_text("model M\n  Real x(start = 1);\nequation\n  der(x) = -x;\nend M;\n")
    compiled = result.segments[0].reader.recordings[0].compiled  # type: ignore[attr-defined]
    failure = Failure(FailureKind.MEMORY, 0, EquationList.NONE, 0, 0, (), (), 0.25, 0.0, 0.0)
    monkeypatch.setattr(Simulation, "failure", lambda _: failure)
    told = explain_failure(compiled)
    assert told.code == "R010"
    assert "0.25" in told.message
