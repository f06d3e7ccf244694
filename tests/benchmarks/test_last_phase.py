"""The growing circuit's last phase against a ladder written by hand, in small; and that a wrong ladder is far away."""

from __future__ import annotations

import pytest

from benchmarks import structures
from tests.running import run_text
from tests.structural.growing_circuit import growing_circuit


def test_the_last_phase_of_a_growing_circuit_is_that_of_the_whole_ladder(monkeypatch: pytest.MonkeyPatch) -> None:
    result = run_text(growing_circuit(3, 2, 2.0), "Grow", stop=6.0, tolerance=1e-6)
    assert structures.last_phase(result, 3, 2) <= 10
    right = structures.static_ladder
    monkeypatch.setattr(structures, "static_ladder", lambda n, start, i, v: right(n, start + 1e-3, i, v))
    assert structures.last_phase(result, 3, 2) > 10
