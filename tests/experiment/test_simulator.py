"""Runs in steps: pausing changes nothing, values and events from a script, snapshots to the last bit."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest

import mosila
from mosila.experiment.sealed import MAGIC, seal
from tests.running import EXAMPLES, RowKind

LANDING = EXAMPLES / "LandingDevice" / "LandingDevice.mosila"
BALL = EXAMPLES / "BouncingBall" / "BouncingBall.mo"
LADDER = EXAMPLES / "RcLadder" / "RcLadder.mo"


@pytest.fixture(scope="module")
def model() -> mosila.Model:
    return mosila.load(LANDING, "System")


def test_pausing_changes_nothing(model: mosila.Model) -> None:
    whole = model.simulate()
    simulator = model.simulator()
    for time in np.linspace(0.01, 25.0, 97):
        assert simulator.advance(until=time) == time
    found = simulator.result
    assert found.names == whole.names
    for name in ("time", *whole.names):
        assert np.array_equal(found[name], whole[name], equal_nan=True)
    assert found.structures[-1].time == whole.structures[-1].time


def test_values_between_output_times(model: mosila.Model) -> None:
    simulator = model.simulator()
    simulator.advance(0.123)
    assert simulator["body.v"] == pytest.approx(-9.81 * 0.123, rel=1e-7)
    assert simulator["body.s"] == pytest.approx(100 - 9.81 / 2 * 0.123**2, rel=1e-9)
    assert simulator["time"] == simulator.time == 0.123
    assert np.isnan(simulator["boost.m"])


def test_the_run_goes_on_beyond_its_stop_time() -> None:
    ball = mosila.load(BALL)
    simulator = ball.simulator(stop=0.2, intervals=2)
    simulator.advance(0.2)
    simulator.advance(0.45)
    assert simulator["h"] == pytest.approx(1 - 9.81 / 2 * 0.45**2, abs=1e-6)
    simulator.advance(0.8)
    assert simulator["impacts"] == 1
    grid = simulator.result.time[simulator.result.row_kinds == RowKind.GRID]
    assert grid.tolist() == pytest.approx([0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8])


def test_an_event_at_the_pause_has_happened() -> None:
    simulator = mosila.load(BALL).simulator()
    impact = mosila.load(BALL).simulate(stop=1.0).events[0].time
    simulator.advance(impact)
    assert simulator["v"] > 0
    assert simulator["impacts"] == 1


def test_a_script_sets_a_state(model: mosila.Model) -> None:
    simulator = model.simulator()
    simulator.advance(0.2)
    simulator["body.v"] = 10.0
    assert simulator["body.v"] == 10.0
    simulator.advance(0.5)
    assert simulator["body.v"] == pytest.approx(10 - 9.81 * 0.3, rel=1e-7)
    result = simulator.result
    rows = np.flatnonzero(result.time == 0.2)
    assert result.row_kinds[rows[-2:]].tolist() == [RowKind.LEFT, RowKind.RIGHT]
    assert result["body.v"][rows[-2]] == pytest.approx(-1.962)


def test_a_script_sets_a_parameter_and_a_held_variable(model: mosila.Model) -> None:
    simulator = model.simulator()
    simulator.advance(0.2)
    simulator["gr.g"] = 1.0
    simulator["body.p.m"] = 50.0
    simulator.advance(0.3)
    assert simulator["body.v"] == pytest.approx(-9.81 * 0.2 - 0.1, rel=1e-7)
    assert simulator["gr.p.F"] == pytest.approx(-50.0)
    result = simulator.result
    assert (result["gr.g"][0], result["gr.g"][-1]) == (9.81, 1.0)
    assert (result["body.p.m"][0], result["body.p.m"][-1]) == (100.0, 50.0)


def test_what_equations_determine_cannot_be_set(model: mosila.Model) -> None:
    simulator = model.simulator()
    for name in ("body.a", "sw"):
        with pytest.raises(mosila.MosilaError, match=r"X121.*determined by"):
            simulator[name] = 1
    with pytest.raises(KeyError, match="did you mean 'body.v'"):
        simulator["body.vv"]
    simulator.advance(0.1)
    assert simulator["body.v"] == pytest.approx(-0.981)


CHART = """\
model Lamp
  event discrete Boolean button = false;
  discrete Real light = 0;
  Real charge(start = 0, fixed = true);
equation
  der(charge) = light;
statechart
  state SC extends State;
    State off(isInitial = true), on;
    transition up : off -> on event button action
      light := 2;
    end transition;
    transition down : on -> off event button action
      light := 0;
    end transition;
  end SC;
end Lamp;
"""


def test_a_script_fires_events(tmp_path: Path) -> None:
    (tmp_path / "Lamp.mosila").write_text(CHART, encoding="utf-8")
    simulator = mosila.load(tmp_path / "Lamp.mosila").simulator()
    assert simulator.active_states == ("SC.off",)
    simulator.advance(0.25)
    simulator.fire("button")
    assert simulator.active_states == ("SC.on",)
    assert simulator["light"] == 2.0
    simulator.advance(0.75)
    simulator.fire("button")
    simulator.advance(1.5)
    assert simulator["charge"] == pytest.approx(1.0, rel=1e-6)
    assert [step.transitions for step in simulator.result.chart_steps] == [("SC.up",), ("SC.down",)]
    with pytest.raises(mosila.MosilaError, match=r"X131.*`light` is no event"):
        simulator.fire("light")


def test_introspection(model: mosila.Model) -> None:
    seen: list[tuple[float, tuple[str, ...], tuple[str, ...]]] = []
    simulator = model.simulator()
    simulator.on_structure_change(lambda change: seen.append((change.time, change.added, change.removed)))
    simulator.advance(until=1.0)
    assert [(added, removed) for _, added, removed in seen] == [(("boost",), ())]
    assert simulator.structure.active == ("gr", "boost")
    assert simulator.structure.attachments == (("body", "gr"), ("body", "boost"))
    assert simulator.objects["body"].attached == ("gr", "boost")
    assert simulator.objects["boost"].base == "body"
    assert simulator.objects["boost.p"].class_name == "FPort"
    assert [each.path for each in simulator.objects.walk() if each.active] == ["", "body", "body.p", "gr", "gr.p", "boost", "boost.p"]
    assert simulator.active_states == ("SystemSC.moving.slowDown",)
    assert simulator.variables["body.v"].role == "state"
    assert simulator.variables["fast"].role == "parameter"
    assert simulator.variables["boost.m"].value == simulator["boost.m"]
    assert "der(body.s) = body.v" in simulator.equations
    assert any("body.v < -fast" in equation for equation in simulator.equations)
    assert not any("relation" in equation for equation in simulator.equations)


def test_a_callback_ends_the_run(model: mosila.Model) -> None:
    def stop(change: mosila.StructureChange) -> bool:
        if change.removed:
            raise mosila.StopSimulation
        return True

    result = model.simulate(on_structure_change=stop)
    assert result.stop_reason == "stopped by the script"
    assert result.time[-1] == pytest.approx(2.0586, rel=1e-4)
    simulator = model.simulator(on_structure_change=stop)
    assert simulator.advance(10.0) == pytest.approx(2.0586, rel=1e-4)
    assert simulator.finished
    with pytest.raises(mosila.MosilaError, match=r"X130.*stopped by the script"):
        simulator.advance(11.0)
    with pytest.raises(mosila.MosilaError, match="X130"):
        simulator["body.v"] = 1.0


def test_an_error_in_a_callback_reaches_the_script(model: mosila.Model) -> None:
    simulator = model.simulator(on_structure_change=lambda change: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        simulator.advance(1.0)
    assert simulator.finished


def test_time_does_not_go_back(model: mosila.Model) -> None:
    simulator = model.simulator()
    simulator.advance(1.0)
    with pytest.raises(mosila.MosilaError, match=r"X129.*is at 1 already"):
        simulator.advance(0.5)


@pytest.mark.parametrize("at", [0.3, 1.1, 2.3, 19.9])
def test_a_restored_run_agrees_to_the_last_bit(model: mosila.Model, at: float, tmp_path: Path) -> None:
    simulator = model.simulator(tolerance=1e-8)
    simulator.advance(at)
    simulator.save(tmp_path / "saved")
    other = mosila.load(LANDING, "System").simulator(tolerance=1e-8)
    other.restore(tmp_path / "saved")
    assert other.time == at
    for each in (simulator, other):
        each.advance(24.0)
    count = len(other.result.time)
    for name in ("time", *simulator.result.names):
        assert np.array_equal(simulator.result[name][-count:], other.result[name], equal_nan=True), name
    assert other.result.time[0] == at


RESTORE = """\
import sys, mosila
simulator = mosila.load(sys.argv[1], "System").simulator(tolerance=1e-8)
simulator.restore(sys.argv[2])
simulator.advance(24.0)
print(*(simulator[name].hex() for name in ("body.s", "body.v", "body.p.m")))
"""


def test_another_process_agrees_to_the_last_bit(model: mosila.Model, tmp_path: Path) -> None:
    simulator = model.simulator(tolerance=1e-8)
    simulator.advance(1.1)
    simulator.save(tmp_path / "saved")
    words = [sys.executable, "-c", RESTORE, str(LANDING), str(tmp_path / "saved")]
    answer = subprocess.run(words, capture_output=True, text=True, check=True)
    simulator.advance(24.0)
    assert answer.stdout.split() == [simulator[name].hex() for name in ("body.s", "body.v", "body.p.m")]


def test_a_saved_run_is_near_one_never_saved(model: mosila.Model) -> None:
    tolerance = 1e-8
    never = model.simulate(tolerance=tolerance, stop=15.0)
    simulator = model.simulator(tolerance=tolerance)
    simulator.advance(1.1)
    simulator.save()
    simulator.advance(15.0)
    for name in ("body.s", "body.v", "body.p.m"):
        assert simulator[name] == pytest.approx(never[name][-1], rel=10 * tolerance, abs=10 * tolerance)


def test_going_back_and_on_again(model: mosila.Model) -> None:
    simulator = model.simulator()
    simulator.advance(3.0)
    early = simulator.save()
    simulator.advance(6.0)
    first = simulator.result
    late = simulator.save()
    simulator.advance(9.0)
    simulator.restore(late)
    simulator.restore(early)
    simulator.advance(6.0)
    second = simulator.result
    for name in ("time", *first.names):
        assert np.array_equal(first[name], second[name], equal_nan=True), name
    assert first.structures == second.structures
    simulator.restore(late)
    assert simulator.time == simulator.result.time[0] == 6.0


def reaching_for(module: str, name: str) -> bytes:
    """A snapshot whose content is an object of this name."""
    payload = f"c{module}\n{name}\n.".encode()
    head = json.loads(seal("snapshot", None).removeprefix(MAGIC).partition(b"\n")[0])
    return MAGIC + json.dumps({**head, "sha256": sha256(payload).hexdigest()}).encode() + b"\n" + payload


def test_snapshots_that_do_not_fit(model: mosila.Model, tmp_path: Path) -> None:
    simulator = model.simulator()
    content = simulator.save()
    ladder = mosila.load(LADDER).simulator(parameters={"n": 2})
    with pytest.raises(mosila.MosilaError, match=r"X132.*of System"):
        ladder.restore(content)
    version = content.replace(f'"mosila": "{mosila.__version__}"'.encode(), b'"mosila": "0.0.1"', 1)
    platform = content.replace(b"Linux", b"Plan9", 1)
    for damaged, words in (
        (b"", "no snapshot"),
        (content[:-1], "damaged"),
        (content[: len(MAGIC) + 9], "no snapshot"),
        (version, r"mosila 0\.0\.1 wrote it"),
        (platform, "it is for Plan9"),
        (seal("compiled model", ()), "a compiled model, not a snapshot"),
        (seal("snapshot", print), r"asks for builtins\.print"),
        (reaching_for("mosila.codegen.toolchain", "subprocess"), r"asks for mosila\.codegen\.toolchain\.subprocess"),
        (reaching_for("mosila.cache", "write_atomically"), r"asks for mosila\.cache\.write_atomically"),
        (reaching_for("mosila.cache", "Path"), r"asks for mosila\.cache\.Path"),
        (reaching_for("numpy", "memmap"), r"asks for numpy\.memmap"),
    ):
        with pytest.raises(mosila.MosilaError, match=f"X128.*{words}"):
            simulator.restore(damaged)
    with pytest.raises(mosila.MosilaError, match=r"X102.*no such file"):
        simulator.restore(tmp_path / "missing")


def test_threads_share_a_simulator_and_python_runs_meanwhile() -> None:
    ladder = mosila.load(LADDER)
    simulator = ladder.simulator(parameters={"n": 100}, tolerance=1e-9)
    counted = 0
    thread = threading.Thread(target=simulator.advance, args=(2e4,))
    thread.start()
    others = [threading.Thread(target=lambda: simulator["capacitor[1].v"]) for _ in range(3)]
    for each in others:
        each.start()
    while thread.is_alive():
        counted += 1
    for each in others:
        each.join()
    assert simulator["capacitor[100].v"] == pytest.approx(1.0, rel=0.3)
    assert counted > 10


SAMPLED = """\
model Sampled
  discrete Real s(start = 0, fixed = true);
  Real x(start = 1, fixed = true);
equation
  der(x) = s - x;
  when sample(0.1, 0.25) then
    s = pre(s) + x;
  end when;
end Sampled;
"""


def test_clocks_go_on_after_a_snapshot(tmp_path: Path) -> None:
    (tmp_path / "Sampled.mo").write_text(SAMPLED, encoding="utf-8")
    model = mosila.load(tmp_path / "Sampled.mo")
    first, second = model.simulator(), model.simulator()
    first.advance(0.5)
    second.restore(first.save())
    for each in (first, second):
        each.advance(2.0)
    whole = model.simulate(stop=2.0, tolerance=1e-9)
    assert (first["s"], first["x"]) == (second["s"], second["x"])
    assert first["s"] == pytest.approx(whole["s"][-1], rel=1e-4)


def test_what_a_snapshot_cannot_hold_is_refused(tmp_path: Path) -> None:
    (tmp_path / "Late.mo").write_text("model Late\n  Real x = delay(sin(time), 0.5);\nend Late;\n", encoding="utf-8")
    simulator = mosila.load(tmp_path / "Late.mo").simulator()
    simulator.advance(1.0)
    assert simulator["x"] == pytest.approx(np.sin(0.5), abs=1e-4)
    with pytest.raises(mosila.MosilaError, match=r"X138.*delayed expressions"):
        simulator.save()
