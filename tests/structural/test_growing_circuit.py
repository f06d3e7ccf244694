"""The growing circuit in small: against the linear differential equations of each phase, written by hand."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from mosila.results import Result
from tests.running import limits, run_text
from tests.structural.growing_circuit import growing_circuit, ladder_matrix

BLOCKS, SECTIONS, PAUSE = 4, 3, 2.0


@pytest.fixture(scope="module", params=["ida", "scikits"])
def grown(request: pytest.FixtureRequest) -> Result:
    text = growing_circuit(BLOCKS, SECTIONS, PAUSE)
    return run_text(text, "Grow", stop=BLOCKS * PAUSE, tolerance=1e-8, solver=request.param)


def test_every_phase_obeys_its_equations(grown: Result) -> None:
    state = np.zeros(0)
    for phase in range(BLOCKS):
        sections = (phase + 1) * SECTIONS
        old = phase * SECTIONS
        start = np.concatenate((state[:old], np.zeros(SECTIONS), state[old:], np.zeros(SECTIONS)))
        a, b = ladder_matrix(sections)
        span = (phase * PAUSE, (phase + 1) * PAUSE)
        state = solve_ivp(lambda t, x, a=a, b=b: a @ x + b * np.sin(t), span, start, method="DOP853", rtol=1e-12, atol=1e-14).y[:, -1]
        for k in range(sections):
            name = f"part[{k // SECTIONS + 1}].s[{k % SECTIONS + 1}]"
            for variable, expected in ((f"{name}.l.i", state[k]), (f"{name}.c.v", state[sections + k])):
                found = grown[variable][-1] if phase == BLOCKS - 1 else limits(grown, variable, span[1])[0]
                assert found == pytest.approx(expected, abs=1e-6)


def test_a_block_that_joins_changes_no_voltage(grown: Result) -> None:
    for phase in range(1, BLOCKS):
        name = f"part[{phase}].s[{SECTIONS}].c.v"
        before, after = limits(grown, name, phase * PAUSE)
        assert after == before
        assert limits(grown, f"part[{phase + 1}].s[1].l.i", phase * PAUSE)[1] == 0.0


def test_growth_compiles_nothing_new_but_what_has_a_new_shape(grown: Result) -> None:
    assert [change.states for change in grown.structures] == [2 * SECTIONS * n for n in range(1, BLOCKS + 1)]
    assert all(change.cache_hit for change in grown.structures[2:])
