"""Examples from papers on mechatronics, against numbers that were worked out independently."""

from __future__ import annotations

import pytest

from tests.examples.scripts import load_script

# Switching times of the author's program.
SWITCHINGS = (0.19137, 0.38069, 0.54358, 0.69377, 0.83727, 0.97725, 1.11536, 1.25247, 1.38904, 1.52531, 1.66144, 1.79747, 1.93347, 2.06943)

# (time, alpha, beta), by another solver at 1e-9.
ANGLES = (
    (0.01, 0.0049852, -0.0027646),
    (0.02, 0.0175769, -0.0117901),
    (0.05, 0.0630742, -0.0569174),
    (0.1, 0.1133187, -0.1150976),
    (0.2, 0.1437179, -0.1456342),
    (0.5, 0.1471096, -0.1470849),
    (1.0, 0.1441571, -0.1441292),
    (2.0, 0.1414110, -0.1414020),
    (5.0, 0.1400552, -0.1400549),
)


def test_gibson_analogue_limit_cycle() -> None:
    script = load_script("GibsonRollControl")
    omega, amplitude = script.cycle(script.analogue())
    assert omega == pytest.approx(23.11213, abs=0.001)
    assert amplitude == pytest.approx(0.133887, abs=2e-5)
    assert amplitude * omega**2 == pytest.approx(71.518, rel=1e-4)


@pytest.mark.parametrize(("period", "omega", "amplitude"), [(1e-4, 22.9896, 0.13532), (5e-4, 22.5126, 0.14111), (1e-3, 21.9446, 0.14851)])
def test_gibson_sampled_limit_cycle(period: float, omega: float, amplitude: float) -> None:
    script = load_script("GibsonRollControl")
    cycle = script.cycle(script.sampled(period))
    assert cycle.omega == pytest.approx(omega, abs=0.01)
    assert cycle.amplitude == pytest.approx(amplitude, abs=1e-4)


def test_gibson_switches_when_the_author_says() -> None:
    assert load_script("GibsonRollControl").switching_times() == pytest.approx(SWITCHINGS, abs=1e-5)


def test_the_seeker_turns_to_its_angles() -> None:
    result = load_script("MissileSeeker").seek()
    for time, alpha, beta in ANGLES:
        assert result.at("chain.alpha", time) == pytest.approx(alpha, abs=1e-6)
        assert result.at("chain.beta", time) == pytest.approx(beta, abs=1e-6)


def test_the_chain_keeps_its_energy() -> None:
    script = load_script("MissileSeeker")
    result = script.free()
    assert result["chain.energy"][0] == pytest.approx(1.9083e-3, rel=1e-4)
    assert script.drift(result) < 1e-6
