"""`mosila.load` and `Model.simulate`: parameters and start values from outside, and what is refused."""

from __future__ import annotations

import inspect
import math
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

import mosila
from mosila.options import Settings, settings
from tests.running import EXAMPLES

LANDING = EXAMPLES / "LandingDevice" / "LandingDevice.mosila"
BALL = EXAMPLES / "BouncingBall" / "BouncingBall.mo"
LADDER = EXAMPLES / "RcLadder" / "RcLadder.mo"

TANK = """\
model Tank
  parameter Real k(min = 0, max = 10) = 2;
  parameter Real twice = 2 * k;
  final parameter Real fixedOne = 1;
  constant Real c = 3;
  parameter Integer n = 2;
  parameter Boolean double = false;
  parameter Real w[2] = {1, 2};
  Part part(final a = 4, b = k);
  Real x(start = 1, fixed = true);
  Real y = x + w[1] + w[2];
  Real z[n];
protected
  parameter Real hidden = 1;
equation
  der(x) = -twice * x;
  if double then
    z = 2 * x * ones(n);
  else
    for i in 1:n loop
      z[i] = i * x;
    end for;
  end if;
end Tank;
model Part
  parameter Real a = 1;
  parameter Real b = 1;
end Part;
"""


@pytest.fixture(scope="module")
def tank(tmp_path_factory: pytest.TempPathFactory) -> mosila.Model:
    path = tmp_path_factory.mktemp("tank") / "Tank.mo"
    path.write_text(TANK.replace("z = 2 * x * ones(n);", "for i in 1:n loop\n      z[i] = 2 * i * x;\n    end for;"), encoding="utf-8")
    return mosila.load(path, "Tank")


def test_three_lines_to_a_curve() -> None:
    model = mosila.load(LANDING, "System")
    result = model.simulate(stop=5.0, parameters={"gr.g": 9.81})
    assert result.time[-1] == 5.0
    assert result.at("body.v", 0.4) == pytest.approx(-9.81 * 0.4, rel=1e-6)
    assert len(result.structures) == len(result.segments)
    assert result.structures[1].added == ("boost",)
    assert result.events[0].time == pytest.approx(5 / 9.81)
    assert result.chart_steps[-1].active_states == result.structures[-1].active_states


def test_a_model_is_compiled_once_and_runs_do_not_disturb_each_other() -> None:
    model = mosila.load(LANDING, "System")
    first = model.simulate(stop=8.0)
    before = {name: first[name].copy() for name in first.names}
    other = model.simulate(stop=8.0, parameters={"gr.g": 5.0})
    again = model.simulate(stop=8.0)
    assert other.timings.compile < first.timings.compile
    for name, values in before.items():
        assert np.array_equal(first[name], values, equal_nan=True)
        assert np.array_equal(again[name], values, equal_nan=True)
    assert [change.structure for change in again.structures] == [change.structure for change in first.structures]


def test_threads_share_a_model() -> None:
    model = mosila.load(LANDING, "System")
    gravities = [3.0, 5.0, 9.81, 12.0]
    alone = [model.simulate(stop=6.0, parameters={"gr.g": g})["body.s"] for g in gravities]
    found: dict[float, np.ndarray] = {}

    def run(g: float) -> None:
        found[g] = model.simulate(stop=6.0, parameters={"gr.g": g})["body.s"]

    threads = [threading.Thread(target=run, args=(g,)) for g in gravities]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for g, expected in zip(gravities, alone, strict=True):
        assert np.array_equal(found[g], expected)


def test_parameters_reach_what_depends_on_them(tank: mosila.Model) -> None:
    result = tank.simulate(stop=1.0, tolerance=1e-9, parameters={"k": 0.5})
    assert result["twice"][0] == 1.0
    assert result["part.b"][0] == 0.5
    assert result["x"][-1] == pytest.approx(math.exp(-1.0), rel=1e-7)


def test_a_dependent_parameter_can_be_set_itself(tank: mosila.Model) -> None:
    result = tank.simulate(stop=1.0, tolerance=1e-9, parameters={"twice": 3.0})
    assert (result["k"][0], result["twice"][0]) == (2.0, 3.0)
    assert result["x"][-1] == pytest.approx(math.exp(-3.0), rel=1e-6)


def test_start_values_and_arrays(tank: mosila.Model) -> None:
    result = tank.simulate(stop=0.0, parameters={"x": 4, "w": [10, 20]})
    assert (result["x"][0], result["y"][0]) == (4.0, 34.0)
    assert tank.simulate(stop=0.0, parameters={"w[2]": 5})["y"][0] == 7.0
    assert tank.simulate(stop=0.0, parameters={"w": np.array([1.0, 1.0])})["y"][0] == 3.0


def test_sizes_and_branches_are_built_anew(tank: mosila.Model) -> None:
    result = tank.simulate(stop=0.0, parameters={"n": 4})
    assert result["z[4]"][0] == 4.0
    assert tank.simulate(stop=0.0, parameters={"double": True, "k": 1})["z[2]"][0] == 4.0
    ladder = mosila.load(LADDER)
    assert ladder.simulate(stop=1.0, parameters={"n": 3, "resistor[3].R": 2.0})["resistor[3].R"][0] == 2.0


SIZED = """\
model Part
  parameter Real length = 2;
  Real x[integer(length)];
equation
  for i in 1:integer(length) loop
    x[i] = length * i;
  end for;
end Part;
model Sized
  parameter Real total = 2;
  Part part(length = total);
  Part parts[2];
end Sized;
"""


def test_a_real_parameter_that_decides_a_size(tmp_path: Path) -> None:
    (tmp_path / "Sized.mo").write_text(SIZED, encoding="utf-8")
    model = mosila.load(tmp_path / "Sized.mo", "Sized")
    for name in ("total", "part.length"):
        result = model.simulate(stop=0.0, parameters={name: 3.0})
        assert (result["part.x[3]"][0], result["part.length"][0]) == (9.0, 3.0)
    with pytest.raises(mosila.MosilaError, match=r"X121.*structure of one element"):
        model.simulate(parameters={"parts[1].length": 3.0})
    with pytest.raises(mosila.MosilaError, match=r"X121.*decide the structure"):
        model.simulator()["total"] = 3.0


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"kk": 1.0}, r"X120.*no parameter or variable `kk`; did you mean `k`"),
        ({"fixedOne": 2.0}, r"X121.*declares it final"),
        ({"part.a": 2.0}, r"X121.*declares it final"),
        ({"c": 2.0}, r"X121.*constant"),
        ({"hidden": 2.0}, r"X121.*protected"),
        ({"y": 2.0}, r"X121.*equations determine it"),
        ({"k": -1.0}, r"X122.*its min is 0"),
        ({"k": 11}, r"X122.*its max is 10"),
        ({"k": "fast"}, r"X123.*`k` is a Real, and 'fast' is not"),
        ({"k": float("nan")}, r"X123"),
        ({"n": 2.5}, r"X123.*an Integer"),
        ({"double": 1}, r"X123.*a Boolean"),
        ({"w": [1.0]}, r"X123.*an array of 2 values"),
        ({"k": [1.0, 2.0]}, r"X123"),
    ],
)
def test_wrong_values_are_refused(tank: mosila.Model, values: dict[str, object], words: str) -> None:
    with pytest.raises(mosila.MosilaError, match=words):
        tank.simulate(parameters=values)


def test_all_wrong_values_are_told_together(tank: mosila.Model) -> None:
    with pytest.raises(mosila.MosilaError) as raised:
        tank.simulate(parameters={"kk": 1.0, "k": -1.0})
    assert [each.code for each in raised.value.diagnostics] == ["X120", "X122"]


def test_the_table_of_parameters(tank: mosila.Model) -> None:
    assert tank.parameters["k"] == mosila.Parameter("k", 2.0, mosila.Kind.REAL, "", "", 0.0, 10.0, True)
    assert not tank.parameters["part.a"].settable
    assert tank.parameters["twice"].value == 4.0


def test_observe_keeps_what_fits(tank: mosila.Model) -> None:
    assert tank.simulate(stop=0.0, observe=["z*", "x"]).names == ("x", "z[1]", "z[2]")
    assert tank.simulate(stop=0.0, observe="z[1]").names == ("z[1]",)
    with pytest.raises(mosila.MosilaError, match=r"X125.*did you mean `twice`"):
        tank.simulate(observe="twise")


def test_a_failed_run_has_its_result(tmp_path: Path) -> None:
    path = tmp_path / "A.mo"
    path.write_text("model A\n  Real x = 1 / (time - 0.5);\nend A;\n", encoding="utf-8")
    with pytest.raises(mosila.SimulationFailedError) as raised:
        mosila.load(path).simulate(intervals=10)
    assert raised.value.result.time[-1] == pytest.approx(0.4)


def test_a_zeno_run_can_stop_there() -> None:
    model = mosila.load(BALL)
    result = model.simulate(stop=30.0, zeno="stop")
    assert result.stop_reason.startswith("events pile up at 17.6")
    assert [each.code for each in result.warnings] == ["R050"]
    with pytest.raises(mosila.SimulationFailedError, match="R007"):
        model.simulate(stop=30.0)


def test_interval_counts_like_intervals() -> None:
    model = mosila.load(BALL)
    assert len(model.simulate(stop=0.4, interval=0.1).time) == 5
    with pytest.raises(mosila.MosilaError, match="X101"):
        model.simulate(interval=0.1, intervals=3)


def test_importing_the_package_imports_next_to_nothing() -> None:
    code = "import sys, mosila; print(sorted(m for m in sys.modules if m.split('.')[0] in ('numpy', 'lark', 'cffi', 'mosila')))"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "['mosila']"


def test_errors_in_ipython_show_a_caret_and_no_traceback(tmp_path: Path) -> None:
    path = tmp_path / "A.mo"
    path.write_text("model A\n  Real x = y;\nend A;\n", encoding="utf-8")
    with pytest.raises(mosila.MosilaError) as raised:
        mosila.load(path)
    lines = raised.value._render_traceback_()
    assert any("^" in line for line in lines)
    assert not any("Traceback" in line for line in lines)


def test_texts_and_start_attributes(tmp_path: Path) -> None:
    (tmp_path / "S.mo").write_text(
        'model S\n  parameter String name = "slow";\n  parameter Real k = if name == "a \\"b" then 2 else 1;\n'
        "  Real x(start = 1, fixed = true);\nequation\n  der(x) = -k * x;\nend S;\n",
        encoding="utf-8",
    )
    model = mosila.load(tmp_path / "S.mo")
    for values, k in (({}, 1.0), ({"name": 'a "b'}, 2.0)):
        result = model.simulate(stop=1.0, parameters={**values, "x.start": 3.0}, tolerance=1e-8)
        assert result["x"][-1] == pytest.approx(3.0 * math.exp(-k), rel=1e-6)
    with pytest.raises(mosila.MosilaError, match=r"X123.*`name` is a String, and 3 is not"):
        model.simulate(parameters={"name": 3})
    with pytest.raises(mosila.MosilaError, match=r"X120.*`k.start`"):
        model.simulate(parameters={"k.start": 3})


def test_settings_are_those_of_the_options_and_shown_by_name() -> None:
    names = {each.name for each in settings()}
    assert set(Settings.__annotations__) == names
    for function in (mosila.Model.simulate, mosila.Model.simulator):
        assert names < set(inspect.signature(function).parameters)


def test_a_misspelt_setting_is_told() -> None:
    model = mosila.load_text("model M Real x = time; end M;")
    with pytest.raises(TypeError, match="there is no setting `tolerence`; did you mean `tolerance`"):
        model.simulate(tolerence=1e-3)


def test_a_variable_read_alone_is_what_it_is_among_all() -> None:
    result = mosila.load(LADDER).simulate(stop=3.0, intervals=7)
    together = np.concatenate([block for _, block in result.blocks(result.names)])
    for column, name in enumerate(result.names):
        assert np.array_equal(result[name], together[:, column]), name


def test_texts_are_parameters_but_no_results(tmp_path: Path) -> None:
    model = mosila.load_text('model M parameter String s = "abc"; parameter String names[2] = {"x", "y"}; Real x = time; end M;')
    assert model.variables == ("x",)
    assert model.parameters["s"].kind.value == "String"
    assert math.isnan(model.parameters["s"].value)
    model.simulate(intervals=1).save(tmp_path / "out.csv")
    assert (tmp_path / "out.csv").read_text().splitlines()[0] == "time,x"
