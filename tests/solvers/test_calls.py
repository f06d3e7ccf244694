"""What a caller sees: full buffers, interrupts, failures with their place, results computed when read."""

import numpy as np
import pytest

from mosila.codegen.tables import Group, integers
from mosila.codegen.toolchain import compile_shared
from mosila.solvers.binding import Runtime, load_kernel
from mosila.solvers.outcomes import EquationList, FailureKind, Outcome
from tests.solvers.model import Built, Model, build
from tests.solvers.test_events import ball, complete, impact_times


def decay(**more: object) -> Model:
    model = Model(states={"x": 1.0}, static={"k": 1.0}, residual=["-k*x - der_x"], explicit_derivatives=True)
    for name, value in more.items():
        setattr(model, name, value)
    return model


def test_a_full_buffer_is_emptied_and_the_run_goes_on(runtime: Runtime) -> None:
    built = build(runtime, ball(0.8))
    stop = float(impact_times(0.8, 8)[-1]) + 0.01
    whole, flags = complete(built, built.run(stop=stop, rtol=1e-8, intervals=37))
    run = built.run(stop=stop, rtol=1e-8, intervals=37, row_numbers=3 * built.simulation.width)
    assert built.simulation.initialise(run) is Outcome.GO_ON
    pieces, marks, outcome = [], [], Outcome.FULL
    while outcome is Outcome.FULL:
        outcome = built.simulation.simulate(run)
        rows, row_flags = built.simulation.take_rows(run)
        assert len(rows) <= 3
        pieces.append(rows)
        marks.append(row_flags)
    assert outcome is Outcome.END
    assert np.array_equal(np.concatenate(pieces), whole)
    assert np.array_equal(np.concatenate(marks), flags)


def test_an_interrupt_comes_back_and_the_run_goes_on(runtime: Runtime) -> None:
    built = build(runtime, decay())
    run = built.run(stop=1.0, rtol=1e-8)
    assert built.simulation.initialise(run) is Outcome.GO_ON
    run.interrupt()
    assert built.simulation.simulate(run) is Outcome.INTERRUPTED
    assert run.time == 0
    run.interrupt(False)
    assert built.simulation.simulate(run) is Outcome.END
    rows, _ = built.simulation.take_rows(run)
    assert rows[-1, 1] == pytest.approx(np.exp(-1), rel=1e-6)


def test_a_second_run_of_the_same_simulation_repeats_the_first(runtime: Runtime) -> None:
    built = build(runtime, ball(0.9))
    first, _ = complete(built, built.run(stop=3.0, rtol=1e-7))
    second, _ = complete(built, built.run(stop=3.0, rtol=1e-7))
    assert np.array_equal(first, second)


def test_division_by_zero_at_the_start_has_a_place(runtime: Runtime) -> None:
    model = decay(explicit=[("residual", "good", "x + 1"), ("residual", "bad", "1/(x - 1)")], residual=["bad + good - der_x"])
    built = build(runtime, model)
    assert built.simulation.initialise(built.run()) is Outcome.ERROR
    failure = built.simulation.failure()
    assert (failure.kind, failure.list, failure.group, failure.instance) == (FailureKind.NOT_FINITE, EquationList.ASSIGN, 1, 0)


def test_what_has_no_value_on_the_way_has_a_place_and_a_time(runtime: Runtime) -> None:
    """x = 1 - t, y' = sqrt(x): not finite from t = 1 on."""
    model = Model(states={"x": 1.0, "y": 0.0}, residual=["-1 - der_x", "sqrt(x) - der_y"], explicit_derivatives=True)
    built = build(runtime, model)
    run = built.run(stop=2.0)
    assert built.simulation.initialise(run) is Outcome.GO_ON
    assert built.simulation.simulate(run) is Outcome.ERROR
    failure = built.simulation.failure()
    assert failure.kind is FailureKind.SOLVER
    assert (failure.list, failure.group, failure.instance) == (EquationList.RESIDUAL, 1, 0)
    assert failure.time == pytest.approx(1.0, abs=1e-3)


def test_a_pole_is_not_waited_for(runtime: Runtime) -> None:
    """y' = 1/(1 - t): the steps become too small to get anywhere."""
    model = Model(states={"x": 1.0, "y": 0.0}, residual=["-1 - der_x", "1/x - der_y"], explicit_derivatives=True)
    built = build(runtime, model)
    run = built.run(stop=2.0)
    assert built.simulation.initialise(run) is Outcome.GO_ON
    assert built.simulation.simulate(run) is Outcome.ERROR
    failure = built.simulation.failure()
    assert failure.kind is FailureKind.SOLVER
    assert failure.time == pytest.approx(1.0, abs=1e-6)
    assert failure.indices[0] == 1


def test_a_relation_without_a_value_has_a_place(runtime: Runtime) -> None:
    model = decay(relations=[("fine", "x", ">", "2"), ("odd", "log(x - 1)", ">", "0")])
    built = build(runtime, model)
    assert built.simulation.initialise(built.run()) is Outcome.ERROR
    failure = built.simulation.failure()
    assert (failure.kind, failure.list, failure.group) == (FailureKind.NOT_FINITE, EquationList.RELATION, 1)


def test_a_singular_matrix_at_an_event(runtime: Runtime) -> None:
    """m z = 1 with m = 1 - late: regular until the event, singular at it."""
    model = decay(
        algebraic={"z": 0.0},
        relations=[("late", "time", ">=", "0.5")],
        time_only={"late": 2},
        residual=["-k*x - der_x", "(1 - late)*z - 1"],
        explicit_derivatives=False,
    )
    built = build(runtime, model)
    run = built.run(stop=1.0)
    assert built.simulation.initialise(run) is Outcome.GO_ON
    assert built.simulation.simulate(run) is Outcome.ERROR
    failure = built.simulation.failure()
    assert failure.kind is FailureKind.SINGULAR
    assert failure.indices == (1,)
    assert failure.time == 0.5


def test_no_solution_at_the_start_names_the_unknown(runtime: Runtime) -> None:
    model = Model(algebraic={"z": 1.0}, residual=["z**2 + 1"])
    built = build(runtime, model)
    assert built.simulation.initialise(built.run()) is Outcome.ERROR
    failure = built.simulation.failure()
    assert failure.kind in (FailureKind.NO_CONVERGENCE, FailureKind.SINGULAR)
    assert failure.indices == (0,)


def test_results_are_computed_when_read(runtime: Runtime) -> None:
    model = decay(explicit=[("result", "square", "x**2"), ("result", "scaled", "k*square")])
    built = build(runtime, model)
    rows, _ = complete(built, built.run(stop=1.0, rtol=1e-7, intervals=10))
    wanted = [built.index["scaled"], built.index["time"], built.index["x"]]
    seen = built.simulation.observe(rows, wanted)
    assert np.allclose(seen[:, 0], rows[:, 1] ** 2, rtol=1e-15)
    assert np.array_equal(seen[:, 1:], rows)
    base = built.simulation.values.copy()
    base[built.index["k"]] = 5.0
    assert np.allclose(built.simulation.observe(rows, wanted, base)[:, 0], 5 * rows[:, 1] ** 2, rtol=1e-15)
    assert built.simulation.values[built.index["k"]] == 1.0


KERNEL = """
#include <stdint.h>
void ratio(int32_t n, const int32_t *ix, const double *w, double *out) {
    for (int32_t k = 0; k < n; k++) out[k] = w[ix[2*k]] / w[ix[2*k + 1]];
}
"""


def test_groups_are_evaluated_on_any_array(runtime: Runtime) -> None:
    address = load_kernel(compile_shared(KERNEL).path)
    sums = Group("", 2, 4, integers(0, 1, 2), rowptr=integers(0, 2, 3), coef=np.array([1.0, -2.0, 3.0]))
    array = np.array([6.0, 2.0, 3.0, 0.0, 0.0, 0.0])
    assert runtime.evaluate((Group("ratio", 1, 3, integers(0, 1), 2), sums), address, array) == 0
    assert array.tolist() == [6, 2, 3, 3, 2, 9]
    array = np.array([6.0, 0.0, 3.0, 7.0])
    assert runtime.evaluate((Group("ratio", 2, 0, integers(0, 2, 0, 1), 2),), address, array, integers(3, 2)) == 1
    assert array[3] == 2
    assert np.isinf(array[2])


def test_sparse_matrices_of_shapes_and_sums(runtime: Runtime) -> None:
    """A ring of thirty coupled states, enough unknowns for KLU, with the sums as an explicit row-sum group."""
    n = 30
    states = {f"x{i}": float(np.cos(2 * np.pi * i / n)) for i in range(n)}
    sums = [("residual", f"s{i}", f"x{(i + 1) % n} + x{(i - 1) % n} - 2*x{i}") for i in range(n)]
    built = build(runtime, Model(states=states, explicit=sums, residual=[f"s{i} - der_x{i}" for i in range(n)]))
    rows, _ = complete(built, built.run(stop=5.0, rtol=1e-8, atol=1e-10, intervals=5))
    rate = 2 * np.cos(2 * np.pi / n) - 2
    exact = np.exp(rate * rows[:, :1]) * np.cos(2 * np.pi * np.arange(n) / n)
    assert np.max(np.abs(rows[:, 1:] - exact)) < 1e-6


def test_built_models_can_be_dropped_in_any_order(runtime: Runtime) -> None:
    models: list[Built] = [build(runtime, decay()) for _ in range(3)]
    run = models[1].run()
    del models[0]
    assert models[0].simulation.initialise(run) is Outcome.GO_ON
