"""Dynamic objects in whole runs: the two-stage rocket, attachments, growth, snapshots, files, and what is said without a run."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest

import mosila
from mosila.diagnostics import MosilaError
from mosila.experiment.check import check_class
from mosila.experiment.emit import emit_flat, emit_structures
from mosila.experiment.load import load_model
from tests.running import limits, run_text
from tests.structural.test_dynamic import CARS, CLOSE, TANK, TOLERANCE, chart

ROCKET = """
model Stage
  parameter Real m = 100, thrust = 0, duration = 1, ignition = 0;
  Real y(fixed = true), v(start = 0, fixed = true), F;
equation
  der(y) = v;
  m*der(v) = F - 9.81*m;
  F = thrust*(1 - (time - ignition)/duration);
end Stage;

model Rocket
  dynamic Stage whole, lower, upper, none;
statechart
  state Flight extends State;
    State together(isInitial = true), apart, alone;
    entry action whole := new Stage(m = 200, thrust = 1e4, duration = 5, y(start = 2.5)); end entry;
    transition together -> apart event after(5) action
      lower := new Stage(y(start = whole.y - 1.5), v(start = whole.v));
      upper := new Stage(y(start = whole.y), v(start = whole.v), thrust = 2000, duration = 10, ignition = time);
      whole := none;
    end transition;
    transition apart -> alone event after(5) action lower := none; end transition;
  end Flight;
end Rocket;
"""


@pytest.mark.parametrize("solver", ["ida", "scikits"])
def test_two_stage_rocket(solver: str) -> None:
    result = run_text(ROCKET, "Rocket", stop=15.0, tolerance=TOLERANCE, solver=solver)
    assert limits(result, "whole[1].v", 5.0)[0] == pytest.approx(75.95, rel=1e-6)
    assert limits(result, "whole[1].y", 5.0)[0] == pytest.approx(296.541666667, rel=1e-6)
    assert limits(result, "upper[3].y", 5.0)[1] == pytest.approx(296.541666667, rel=1e-6)
    assert limits(result, "lower[2].y", 10.0)[0] == pytest.approx(552.166666667, rel=1e-6)
    assert np.isnan(limits(result, "lower[2].y", 10.0)[1])
    assert result["upper[3].y"][-1] == pytest.approx(1232.208333333, rel=1e-6)
    assert result["upper[3].v"][-1] == pytest.approx(77.85, rel=1e-6)
    assert [change.states for change in result.structures] == [2, 4, 2]


@pytest.mark.parametrize("solver", ["ida", "scikits"])
def test_a_new_object_is_attached_and_takes_up_what_it_joins(solver: str) -> None:
    text = """
connector Port sum Real F = 0; Real m = 0; end Port;
partial model Joined Port p; end Joined;
model Body
  extends Joined(p.m = 100);
end Body;
model Boost
  extends Joined;
  parameter Real rate = 10;
  Real m(start = 7);
equation
  p.m = m;
  p.F = 5;
  der(m) = -rate;
end Boost;
model M
  Body body;
  dynamic Boost boost;
statechart
  state SC extends State;
    State rest(isInitial = true), flight, over;
    transition rest -> flight event after(1) action boost := new Boost(rate = 20); body.add(boost); end transition;
    transition flight -> over event after(1) action body.remove(boost); end transition;
  end SC;
end M;
"""
    result = run_text(text, "M", stop=3.0, tolerance=TOLERANCE, solver=solver)
    assert limits(result, "boost[1].m", 1.0)[1] == pytest.approx(100.0, **CLOSE)
    assert limits(result, "body.p.m", 2.0) == pytest.approx((80.0, 80.0), **CLOSE)
    assert result["body.p.m"][-1] == pytest.approx(80.0, **CLOSE)


def many(count: int) -> str:
    return f"""{TANK}
model M
  dynamic Tank ts[:];
  Real total = sum(t.m for t in ts), spread = sum((t.m - 1)^2 for t in ts);
{
        chart(
            "for t in ts loop if t.k > 2.5 then ts.remove(t); end if; end for;",
            initial=f"for i in 1:{count} loop ts.add(new Tank(k = i)); end for;",
        )
    }
end M;"""


def test_pools_grow_and_everything_stays_what_it_was() -> None:
    result = run_text(many(50), "M", stop=1.5, tolerance=TOLERANCE)
    before = sum(2 * k * math.exp(-k) for k in range(1, 51))
    after = sum(2 * k * math.exp(-k) for k in (1, 2))
    assert limits(result, "total", 1.0) == pytest.approx((before, after), **CLOSE)
    spread = sum((2 * k * math.exp(-k) - 1) ** 2 for k in (1, 2))
    assert limits(result, "spread", 1.0)[1] == pytest.approx(spread, **CLOSE)
    assert [change.states for change in result.structures] == [50, 2]


def test_known_shapes_compile_nothing() -> None:
    text = f"""{CARS}
model M
  dynamic Car cars[:], last, fresh;
{
        chart(
            *["fresh := new Car(s(start = last.s - 5)); fresh.front := last; cars.add(fresh); last := fresh;"] * 8,
            initial="last := new Car(); cars.add(last);",
        )
    }
end M;"""
    result = run_text(text, "M", stop=9.0)
    assert all(change.cache_hit for change in result.structures[3:])
    assert [change.states for change in result.structures] == list(range(1, 10))


def test_a_snapshot_goes_on_with_the_same_objects(tmp_path: Path) -> None:
    path = tmp_path / "M.mosila"
    path.write_text(
        f"""{TANK}
model M
  dynamic Tank t, ts[:];
  Real total = sum(x.m for x in ts);
{chart(*["t := new Tank(k = 1 + time); ts.add(t);"] * 7)}
end M;""",
        encoding="utf-8",
    )
    model = mosila.load(str(path), "M")
    simulator = model.simulator(tolerance=1e-9)
    simulator.advance(until=2.5)
    saved = simulator.save()
    simulator.advance(until=7.5)
    expected = simulator.result
    simulator.restore(saved)
    simulator.advance(until=7.5)
    other = model.simulator(tolerance=1e-9)
    other.restore(saved)
    other.advance(until=7.5)
    for again in (simulator.result, other.result):
        for name in ("total", "ts[2].m", "ts[7].m"):
            assert again.at(name, 7.5) == expected.at(name, 7.5)
        assert [change.added for change in again.structures[-5:]] == [(f"ts[{n}]",) for n in range(3, 8)]
    assert expected["total"][-1] == pytest.approx(sum(2 * (1 + n) * math.exp(-(1 + n) * (7.5 - n)) for n in range(1, 8)), rel=1e-6)


@pytest.mark.parametrize("suffix", ["csv", "mat", "parquet", "h5"])
def test_files_have_variables_that_come_and_go(tmp_path: Path, suffix: str) -> None:
    text = f"""{TANK}
model M
  dynamic Tank t;
{chart("t := new Tank();", "t := new Tank(k = 2);")}
end M;"""
    result = run_text(text, "M", stop=3.0, tolerance=TOLERANCE)
    path = tmp_path / f"result.{suffix}"
    result.save(path)
    stored = mosila.read_result(path)
    for name in ("t[1].m", "t[2].m", "t[2].k"):
        assert np.array_equal(stored[name], result[name], equal_nan=True)
    assert np.isnan(stored["t[1].m"][-1])
    assert stored["t[2].k"][-1] == 2.0


def write(folder: Path, text: str) -> Path:
    path = folder / "M.mosila"
    path.write_text(text, encoding="utf-8")
    return path


def test_the_flat_text_and_the_structures_of_dynamic_objects(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        f"""{CARS}
model M
  dynamic Car first, second, cars[:];
{chart("cars.remove(first);", initial="first := new Car(); second := new Car(); second.front := first; cars.add(first); cars.add(second);")}
end M;""",
    )
    flat = emit_flat(path, "M")
    assert "min(cars[2].v0, cars[1].s - cars[2].s)" in flat
    found = json.loads(emit_structures(path, "M", as_json=True))
    assert len(found["structures"]) == 2


def test_check_explores_creation_to_a_bound(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        f"""{TANK}
model M
  dynamic Tank ts[:];
  Real total = sum(t.m for t in ts);
statechart
  state SC extends State;
    State a(isInitial = true);
    transition a -> a event after(1) action ts.add(new Tank()); end transition;
  end SC;
end M;""",
    )
    loaded = load_model(path, "M")
    checked = check_class(loaded.table, loaded.model)
    assert not checked.is_complete
    assert checked.structures == 5


def test_check_warns_of_a_structure_with_an_empty_reference(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        f"""{TANK}
model M
  dynamic Tank t, none;
  Real y = t.m;
{chart("t := none;", initial="t := new Tank();")}
end M;""",
    )
    loaded = load_model(path, "M")
    warnings = check_class(loaded.table, loaded.model).warnings
    assert [each.code for each in warnings] == ["R110"]


@pytest.mark.parametrize(
    ("declaration", "code"),
    [
        ("dynamic Tank t(k = 2);", "S070"),
        ("dynamic Tank t[3];", "S070"),
        ("dynamic Tank ts[:]; Real y = ts.m;", "S071"),
        ("dynamic Tank t; Real y = t;", "N007"),
        ("dynamic Tank t; Real y = t.nothing;", "N002"),
        ("dynamic Tank t; parameter Real y = t.k;", "T030"),
    ],
)
def test_wrong_uses_are_told(declaration: str, code: str) -> None:
    with pytest.raises(MosilaError) as caught:
        run_text(f"{TANK}\nmodel M\n  {declaration}\nend M;", "M", stop=1.0)
    assert [each.code for each in caught.value.diagnostics][:1] == [code]


STEPPED = f"""{TANK}
model M
  parameter Real p = 1;
  dynamic Tank t, ts[:];
  Real total = p*sum(x.m for x in ts);
{chart("t := new Tank(k = 3); ts.add(t); ts.add(new Tank(k = 2));")}
end M;"""


def test_a_script_reads_and_sets_dynamic_objects(tmp_path: Path) -> None:
    simulator = mosila.load(str(write(tmp_path, STEPPED)), "M").simulator(tolerance=1e-9)
    simulator.advance(until=1.5)
    assert simulator["ts[1].m"] == pytest.approx(6 * math.exp(-1.5), **CLOSE)
    assert simulator.variables["ts[2].m"].role == "state"
    assert [part.path for part in simulator.objects.parts] == ["ts[1]", "ts[2]"]
    assert simulator.structure.active == ("ts[1]", "ts[2]")
    simulator["ts[1].m"] = 1.0
    simulator["p"] = 2.0
    assert simulator["ts[1].k"] == 3.0
    assert simulator["total"] == pytest.approx(2 * (1 + 4 * math.exp(-1)), **CLOSE)
    simulator.advance(until=2.0)
    assert simulator["ts[1].m"] == pytest.approx(math.exp(-1.5), **CLOSE)
    with pytest.raises(MosilaError, match="parameter of a dynamic object"):
        simulator["ts[1].k"] = 5.0
    with pytest.raises(KeyError):
        simulator["ts[3].m"]


def test_dynamic_variables_can_be_chosen(tmp_path: Path) -> None:
    result = mosila.load(str(write(tmp_path, STEPPED)), "M").simulate(stop=2.0, observe=["ts[[]*[]].m", "total"])
    assert result.names == ("total", "ts[1].m", "ts[2].m")


def test_what_remembers_the_past_is_refused_in_dynamic_objects() -> None:
    text = f"""
model Late
  Real x = delay(time, 1);
end Late;
model M
  dynamic Late late;
{chart("late := new Late();")}
end M;"""
    with pytest.raises(MosilaError, match="`delay` in a class of dynamic objects"):
        run_text(text, "M", stop=2.0)


CHAIN = """
model Link
  parameter Integer rest = 0;
  dynamic Link next;
  Real x(start = 0, fixed = true);
equation
  der(x) = rest;
statechart
  state Chart extends State;
    State only(isInitial = true);
    entry action
      if {condition} then next := new Link(rest = rest - 1); end if;
    end entry;
  end Chart;
end Link;
model M
  Link first(rest = 40);
end M;
"""


def test_objects_that_create_objects_come_to_an_end_or_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    result = run_text(CHAIN.replace("{condition}", "rest > 0"), "M", stop=1.0)
    assert result["first.x"][-1] == pytest.approx(40.0)
    assert sum(name.endswith(".x") for name in result.names) == 41
    monkeypatch.setattr("mosila.runtime.execute.ROUNDS", 50)
    with pytest.raises(MosilaError) as caught:
        run_text(CHAIN.replace("{condition}", "true"), "M", stop=1.0)
    (fault,) = caught.value.diagnostics
    assert fault.code == "R111"
    assert fault.message == "at time 0 charts start one another without end: after 50 rounds new Link -> new Link still go on"


def test_objects_that_reset_one_another_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    text = """
    model Part Real x(start = 0, fixed = true); dynamic Part next; equation der(x) = 1;
    statechart state S extends State; State only(isInitial = true);
      entry action if not isEmpty(next) then remove(next); add(next, reset = true); end if; end entry; end S; end Part;
    model M dynamic Part one, two;
    statechart state S extends State; State i(isInitial = true), j;
      transition i -> j event after(0.5) action one := new Part; two := new Part; one.next := two; two.next := one; end transition;
    end S; end M;
    """
    monkeypatch.setattr("mosila.runtime.execute.ROUNDS", 50)
    with pytest.raises(MosilaError) as caught:
        run_text(text, "M", stop=1.0)
    (fault,) = caught.value.diagnostics
    assert fault.code == "R111"
    assert fault.message == "at time 0.5 charts start one another without end: after 50 rounds new Part -> new Part still go on"
