"""The fuel cell in four depths: polarisation, balances, both limits of switches, flooding. The whole week is in benchmarks/fuel_cell.py."""

from __future__ import annotations

import numpy as np
import pytest

import mosila
from mosila.results import Result, RowKind
from tests.running import EXAMPLES, limits, run_file

FILE = EXAMPLES / "FuelCell" / "FuelCell.mosila"
CELLS = 20
START, STOP = 21605.0, 25000.0
"""The first current of the first day, and what is run: a cold start and steps of the load."""


@pytest.fixture(scope="module")
def model() -> mosila.Model:
    return mosila.load(FILE, "FuelCell.Morning")


@pytest.fixture(scope="module")
def switched(model: mosila.Model) -> Result:
    return model.simulate(intervals=1000)


@pytest.fixture(scope="module")
def fixed(model: mosila.Model) -> Result:
    return model.simulate(intervals=1000, parameters={"shallowest": 4})


def switches(result: Result) -> dict[tuple[int, int], float]:
    """The time of the last switch from one depth to another."""
    lefts = np.flatnonzero(result.row_kinds == RowKind.LEFT)
    depth = result["depth"]
    return {(int(depth[k]), int(depth[k + 1])): float(result.time[k]) for k in lefts if depth[k] != depth[k + 1]}


def test_the_polarisation_curve_of_forty_cells():
    expected = {10: 0.804, 40: 0.725, 70: 0.687, 100: 0.654, 130: 0.624, 160: 0.595}
    result = run_file(FILE, "FuelCell.Polarisation")
    for current, voltage in expected.items():
        assert result.at("U", current - 10.0) == pytest.approx(voltage, abs=2e-3)


@pytest.mark.parametrize("kind", ["switched", "fixed"])
def test_hydrogen_water_and_energy_are_balanced(kind: str, request: pytest.FixtureRequest):
    result: Result = request.getfixturevalue(kind)
    last = {name: result[f"balance.{name}"][-1] for name in ("hydrogenIn", "hydrogenUsed", "hydrogenLedger")}
    change = {name: result[f"balance.{name}"][-1] - result[f"balance.{name}"][1] for name in ("hydrogen", "water", "energy")}
    assert last["hydrogenIn"] - last["hydrogenUsed"] + last["hydrogenLedger"] == pytest.approx(
        change["hydrogen"], abs=1e-6 * last["hydrogenUsed"]
    )
    water = {name: result[f"balance.{name}"][-1] for name in ("waterIn", "waterMade", "waterOut", "waterLedger")}
    inflow = water["waterIn"] + water["waterMade"]
    assert inflow - water["waterOut"] + water["waterLedger"] == pytest.approx(change["water"], abs=1e-6 * inflow)
    energy = {name: result[f"balance.{name}"][-1] for name in ("fuel", "electricity", "heat", "loss", "energyLedger")}
    rest = energy["fuel"] - energy["electricity"] - energy["heat"] - energy["loss"] + energy["energyLedger"]
    assert rest == pytest.approx(change["energy"], abs=1e-6 * energy["fuel"])


def test_the_depths_agree(switched: Result, fixed: Result):
    assert set(np.unique(switched["depth"])) >= {2, 3, 4}
    assert set(np.unique(fixed["depth"])) == {4}
    rated = 0.65 * CELLS
    for time in (t for t in np.arange(21650.0, STOP, 50.0) if t % 900 >= 50):
        assert abs(switched.at("stack.p.V", time) - fixed.at("stack.p.V", time)) < 0.02 * rated
        assert abs(switched.at("stack.p.T", time) - fixed.at("stack.p.T", time)) < 1.5
    for name, limit in (("electricity", 1e-3), ("heat", 5e-3)):
        assert switched[f"balance.{name}"][-1] == pytest.approx(fixed[f"balance.{name}"][-1], rel=limit)


def test_a_switch_up_keeps_temperatures_and_begins_in_rest(switched: Result):
    found = switches(switched)
    time = next(found[each] for each in ((2, 3), (1, 3)) if each in found)
    for name in ("stack.p.T", "stack.p.Tcoolant", "store.T", "balance.electricity", "stack.p.cellWater"):
        left, right = limits(switched, name, time)
        assert right == left
    assert limits(switched, "stack.p.O2", time)[1] == pytest.approx(limits(switched, "stack.p.O2", time)[0], rel=0.15)
    before, after = limits(switched, "balance.energyLedger", time)
    assert after - before == pytest.approx(limits(switched, "stack.p.charge", time)[1], rel=1e-6)
    assert np.isnan(limits(switched, "gas.eta", time)[0])
    assert 0.3 < limits(switched, "gas.eta", time)[1] < 0.6


def test_a_switch_down_keeps_all_contents(switched: Result):
    time = switches(switched)[(4, 2)]
    for name in ("stack.p.T", "stack.p.Tcoolant", "stack.p.O2", "stack.p.N2", "stack.p.vapour", "stack.p.H2", "stack.p.cellWater"):
        left, right = limits(switched, name, time)
        assert right == pytest.approx(left, rel=1e-12)
    left, right = limits(switched, "stack.p.V", time)
    assert right == pytest.approx(left, rel=5e-3)
    before, after = limits(switched, "balance.energyLedger", time)
    assert after - before == pytest.approx(-limits(switched, "stack.p.charge", time)[0], rel=1e-6)
    assert np.isnan(limits(switched, "cells.cell[1].eta", time)[1])


def test_the_end_cells_flood_and_drop_out_of_line(fixed: Result):
    time = START + 60.0
    middle = CELLS // 2
    assert fixed.at("stack.p.T", time) < 308
    assert fixed.at("cells.cell[1].s", time) > fixed.at("cells.cell[1].s", START)
    later = 23000.0
    assert fixed.at("cells.cell[1].s", later) > 1.3 * fixed.at(f"cells.cell[{middle}].s", later)
    voltages = [fixed.at(f"cells.cell[{k}].U", later) for k in range(1, CELLS + 1)]
    assert voltages[-1] == min(voltages)
    assert max(voltages) - voltages[-1] > 0.005
