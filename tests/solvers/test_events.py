"""Events: location, both limits, one instant, accumulation, charts, two structures in one instant."""

import math

import numpy as np
import pytest

from mosila.codegen.tables import CHANGES, HOLDS, RISES
from mosila.solvers.binding import Run, Runtime
from mosila.solvers.outcomes import FailureKind, Outcome, RowFlag
from tests.solvers.model import Built, Model, build

GRAVITY = 9.81


def ball(restitution: float, **more: object) -> Model:
    model = Model(
        states={"h": 1.0, "v": 0.0},
        static={"e": restitution, "g": GRAVITY},
        residual=["v - der_h", "-g - der_v"],
        explicit=[("event", "bounce", "-e*pre_v")],
        relations=[("low", "h", "<=", "0")],
        discrete=[("n", "pre_n + low*(1 - pre_low)", 0.0)],
        reinit=[("low", "v", "bounce")],
        pre=["low", "v", "n"],
        record=["h", "v", "n"],
        explicit_derivatives=True,
    )
    for name, value in more.items():
        setattr(model, name, value)
    return model


def impact_times(restitution: float, count: int) -> np.ndarray:
    fall = math.sqrt(2 / GRAVITY)
    return fall + 2 * fall * np.cumsum([0, *(restitution**k for k in range(1, count))])


def complete(built: Built, run: Run) -> tuple[np.ndarray, np.ndarray]:
    assert built.simulation.initialise(run) is Outcome.GO_ON
    assert built.simulation.simulate(run) is Outcome.END, built.simulation.failure()
    return built.simulation.take_rows(run)


def test_a_hundred_impacts(runtime: Runtime) -> None:
    built = build(runtime, ball(0.95))
    exact = impact_times(0.95, 101)
    run = built.run(stop=(exact[99] + exact[100]) / 2, rtol=1e-10, intervals=500)
    rows, flags = complete(built, run)
    left, right = rows[(flags & RowFlag.LEFT) > 0], rows[(flags & RowFlag.RIGHT) > 0]
    assert len(left) == len(right) == 100
    assert run.statistics.events == 100
    assert rows[-1, 3] == 100
    assert np.max(np.abs(left[:, 0] - exact[:100])) < 1e-7
    assert np.array_equal(left[:, 0], right[:, 0])
    assert np.array_equal(left[:, 3] + 1, right[:, 3])
    speeds = math.sqrt(2 * GRAVITY) * 0.95 ** np.arange(100)
    assert np.allclose(left[:, 2], -speeds, rtol=1e-6)
    assert np.array_equal(right[:, 2], -0.95 * left[:, 2])
    assert np.all(np.diff(rows[:, 0]) >= 0)
    assert np.sum((flags & RowFlag.GRID) > 0) == 501


def test_a_ball_at_loose_tolerance_does_not_sink(runtime: Runtime) -> None:
    """Small hops are not lost: after a bounce the ball counts as above the floor, however near it is."""
    built = build(runtime, ball(0.7))
    run = built.run(stop=2.4, rtol=1e-4, intervals=100)
    rows, _ = complete(built, run)
    assert rows[-1, 3] == np.sum(impact_times(0.7, 60) < 2.4)
    assert np.min(rows[:, 1]) > -1e-4


@pytest.mark.parametrize(("restitution", "tolerance"), [(0.3, 1e-4), (0.5, 1e-8), (0.7, 1e-6), (0.9, 1e-10)])
def test_accumulation_ends_in_an_error_that_names_the_limit(runtime: Runtime, restitution: float, tolerance: float) -> None:
    built = build(runtime, ball(restitution))
    run = built.run(stop=20.0, rtol=tolerance, intervals=10)
    assert built.simulation.initialise(run) is Outcome.GO_ON
    assert built.simulation.simulate(run) is Outcome.ERROR
    failure = built.simulation.failure()
    assert failure.kind is FailureKind.ZENO
    assert failure.indices == (0,)
    limit = math.sqrt(2 / GRAVITY) * (1 + restitution) / (1 - restitution)
    assert failure.limit_time == pytest.approx(limit, rel=math.sqrt(tolerance))
    assert failure.time <= failure.limit_time


def test_time_events_are_exact_and_do_not_restart_what_they_do_not_touch(runtime: Runtime) -> None:
    """The next instant moves on by 0.1 at each event, as a sampled clock does; nothing continuous reads it."""
    model = Model(
        states={"x": 1.0},
        static={"k": 0.0},
        residual=["-x - der_x"],
        relations=[("tick", "time", ">=", "0.1*pre_n")],
        time_only={"tick": 2},
        discrete=[("n", "pre_n + tick*(1 - pre_tick)", 1.0), ("held", "pre_held + tick*(1 - pre_tick)*(x - pre_held)", 0.0)],
        pre=["tick", "n", "held"],
        record=["x", "n", "held"],
        explicit_derivatives=True,
    )
    built = build(runtime, model)
    run = built.run(stop=1.05, rtol=1e-8, atol=1e-10, intervals=10)
    rows, flags = complete(built, run)
    right = rows[(flags & RowFlag.RIGHT) > 0]
    assert np.array_equal(right[:, 0], [0.1 * k for k in range(1, 11)])
    assert np.array_equal(right[:, 2], np.arange(2, 12))
    assert np.allclose(right[:, 3], np.exp(-right[:, 0]), rtol=1e-6)
    assert run.statistics.restarts == 1


def test_both_limits_and_the_value_beyond_a_crossing(runtime: Runtime) -> None:
    """x' = -1 until x < 0, then +2: the crossing relation keeps its value in the instant, then is told apart by the slope."""
    model = Model(
        states={"x": 1.0},
        residual=["rate - der_x"],
        explicit=[("static", "rate", "-1 + 3*latched")],
        relations=[("negative", "x", "<", "0"), ("high", "x", ">=", "1")],
        discrete=[("latched", "Max(pre_latched, negative)", 0.0)],
        pre=["latched", "negative"],
        record=["x", "negative", "high", "latched", "rate"],
        explicit_derivatives=True,
    )
    built = build(runtime, model)
    run = built.run(stop=2.0, rtol=1e-9, intervals=7)
    rows, flags = complete(built, run)
    events = rows[(flags & (RowFlag.LEFT | RowFlag.RIGHT)) > 0]
    assert events[:, 0] == pytest.approx([1, 1, 1.5, 1.5], abs=1e-8)
    # At 0 the ball x = 1 falls, so x >= 1 does not hold beyond the start; at 1 `negative` is taken back by the slope.
    assert np.array_equal(rows[0, 2:5], [0, 0, 0])
    assert np.array_equal(events[:, 2:5], [[0, 0, 0], [0, 0, 1], [0, 0, 1], [0, 1, 1]])
    assert np.array_equal(events[:, 5], [-1, 2, 2, 2])
    assert rows[-1, 1] == pytest.approx(2.0, rel=1e-8)


def test_equal_sides_make_no_event_on_a_constraint(runtime: Runtime) -> None:
    """On a circle, r > 1 with r = x^2 + y^2 = 1 throughout: counted as equal, never an event."""
    model = Model(
        states={"x": 1.0, "y": 0.0},
        residual=["-y - der_x", "x - der_y"],
        relations=[("out", "x**2 + y**2", ">", "1"), ("within", "x**2 + y**2", "<=", "1")],
        record=["x", "out", "within"],
        explicit_derivatives=True,
    )
    built = build(runtime, model)
    run = built.run(stop=1.0, rtol=1e-6, intervals=4)
    rows, _ = complete(built, run)
    assert run.statistics.events == 0
    assert np.array_equal(rows[:, 2:], np.tile([0, 1], (len(rows), 1)))


def test_an_endless_instant_names_what_still_changes(runtime: Runtime) -> None:
    model = Model(discrete=[("b", "1 - pre_b", 0.0)], pre=["b"], record=["b"])
    built = build(runtime, model)
    run = built.run(limit=50)
    assert built.simulation.initialise(run) is Outcome.ERROR
    failure = built.simulation.failure()
    assert failure.kind is FailureKind.ROUNDS
    assert failure.indices == (built.index["b"],)


def test_a_model_without_unknowns_runs_on_its_events(runtime: Runtime) -> None:
    model = Model(
        relations=[("late", "time", ">=", "0.25"), ("wave", "sin(10*time)", ">", "0.5")],
        time_only={"late": 2, "wave": 1},
        explicit=[("result", "twice", "2*time")],
        discrete=[("n", "pre_n + wave*(1 - pre_wave)", 0.0)],
        pre=["n", "wave"],
        record=["late", "n", "twice"],
    )
    built = build(runtime, model)
    run = built.run(stop=1.0, intervals=100)
    rows, flags = complete(built, run)
    events = rows[(flags & RowFlag.RIGHT) > 0]
    exact = sorted(
        [0.25, *((math.asin(0.5) + 2 * math.pi * k) / 10 for k in (0, 1)), *((5 / 6 * math.pi + 2 * math.pi * k) / 10 for k in (0, 1))]
    )
    assert events[:, 0] == pytest.approx(exact, rel=1e-14)
    assert rows[-1, 1:].tolist() == [1, 2, 2]


def test_a_watch_interrupts_the_instant_and_the_run_resumes(runtime: Runtime) -> None:
    """The chart gives v a new value at each crossing of h = 0.5 downwards; rising and changing cells are told apart."""
    model = Model(
        states={"h": 1.0, "v": 0.0},
        static={"g": GRAVITY},
        residual=["v - der_h", "-g - der_v"],
        relations=[("below", "h", "<", "0.5")],
        discrete=[("side", "below", 0.0)],
        watch=[(RISES, "side"), (CHANGES, "side"), (HOLDS, "side")],
        pre=["side"],
        record=["h", "v", "side"],
        explicit_derivatives=True,
    )
    built = build(runtime, model)
    simulation = built.simulation
    run = built.run(stop=1.0, rtol=1e-9, intervals=20)
    assert simulation.initialise(run) is Outcome.GO_ON
    assert simulation.simulate(run) is Outcome.CHART
    first = run.time
    assert first == pytest.approx(math.sqrt(1 / GRAVITY), rel=1e-8)
    assert simulation.fired() == (0, 1, 2)
    simulation.scatter(run)
    assert run.cells[built.cells["h"]] == pytest.approx(0.5)
    run.cells[built.cells["v"]] = 3.0
    assert simulation.resume(run, changed=True) is Outcome.CHART  # thrown upwards it is above again: `side` changes back
    assert simulation.fired() == (1,)
    simulation.scatter(run)
    assert simulation.resume(run) is Outcome.GO_ON
    assert simulation.simulate(run) is Outcome.CHART
    assert run.time == pytest.approx(first + 6 / GRAVITY, rel=1e-8)
    rows, flags = simulation.take_rows(run)
    pair = rows[(flags & (RowFlag.LEFT | RowFlag.RIGHT)) > 0]
    assert len(pair) == 3  # the left limit of the second event is there, its right one not yet
    assert pair[0, 2] == pytest.approx(-math.sqrt(GRAVITY), rel=1e-8)
    assert pair[1, 2] == 3.0


def test_two_structures_in_one_instant(runtime: Runtime) -> None:
    """Falling below h = 0.5 a parachute opens: another structure goes on with the same values in the same instant."""
    cells: dict[str, int] = {}
    free = Model(
        states={"h": 1.0, "v": 0.0},
        static={"g": GRAVITY},
        residual=["v - der_h", "-g - der_v"],
        relations=[("below", "h", "<", "0.5")],
        discrete=[("side", "below", 0.0)],
        watch=[(RISES, "side")],
        pre=["side"],
        explicit_derivatives=True,
    )
    braked = Model(
        states={"v": 0.0, "h": 1.0},
        algebraic={"f": 0.0},
        static={"g": GRAVITY, "c": 4.0},
        residual=["v - der_h", "-g + f - der_v", "f + c*v"],
        relations=[("below", "h", "<", "0.5")],
        discrete=[("side", "below", 0.0)],
        watch=[(RISES, "side")],
        pre=["side"],
        record=["v", "h", "f"],
    )
    first, second = build(runtime, free, cells), build(runtime, braked, cells)
    first.start |= second.start | {"h": 1.0, "v": 0.0}
    run = first.run(stop=0.6, rtol=1e-10, intervals=6)
    assert first.simulation.initialise(run) is Outcome.GO_ON
    assert first.simulation.simulate(run) is Outcome.CHART
    before, _ = first.simulation.take_rows(run)
    change = math.sqrt(1 / GRAVITY)
    first.simulation.scatter(run)
    first.simulation.leave(run)
    assert second.simulation.enter(run) is Outcome.GO_ON
    assert second.simulation.simulate(run) is Outcome.END
    after, flags = second.simulation.take_rows(run)
    assert before[-1, 0] == after[0, 0] == pytest.approx(change, rel=1e-9)
    assert flags[0] == RowFlag.RIGHT
    speed, end = -math.sqrt(GRAVITY), 0.6 - change
    assert after[0, 1] == pytest.approx(speed, rel=1e-9)
    assert after[0, 3] == pytest.approx(-4 * speed, rel=1e-9)
    terminal = -GRAVITY / 4
    assert after[-1, 1] == pytest.approx(terminal + (speed - terminal) * math.exp(-4 * end), rel=1e-7)
    grid = np.concatenate([before[:, 0], after[(flags & RowFlag.GRID) > 0, 0]])
    assert np.unique(np.round(grid, 12)).size == 8  # seven points of the grid and the event


def test_a_reinit_meets_a_structural_change(runtime: Runtime) -> None:
    """What a reinit sets in the round in which a chart leaves is carried over to the next structure."""
    cells: dict[str, int] = {}
    model = ball(0.5, watch=[(RISES, "low")])
    first = build(runtime, model, cells)
    rest = Model(states={"v": 0.0, "h": 0.0}, residual=["v - der_h", "-1 - der_v"], record=["h", "v"], explicit_derivatives=False)
    second = build(runtime, rest, cells)
    run = first.run(stop=1.0, rtol=1e-9)
    assert first.simulation.initialise(run) is Outcome.GO_ON
    assert first.simulation.simulate(run) is Outcome.CHART
    first.simulation.take_rows(run)
    first.simulation.scatter(run)
    first.simulation.leave(run)
    assert run.cells[cells["v"]] == pytest.approx(0.5 * math.sqrt(2 * GRAVITY), rel=1e-8)
    assert second.simulation.enter(run) is Outcome.GO_ON
    assert second.simulation.values[second.index["v"]] == run.cells[cells["v"]]
