"""Functions in a run: the solver goes through them with their tangents, and what they say reaches the caller."""

from __future__ import annotations

import math

import numpy as np
import pytest

from mosila.codegen.function_reports import describe_report
from mosila.codegen.shapes import Kernels, Shape
from mosila.codegen.tables import Group, Tables, integers
from mosila.functions.definition import Assign, Check, While
from mosila.functions.function import Function
from mosila.solvers.binding import Run, Runtime, Simulation
from mosila.solvers.outcomes import FailureKind, Outcome
from mosila.symbolic import apply, constant, slot
from tests.functions.building import X, Y, add, compare, divide, first, function, line, multiply, subtract


@pytest.fixture(scope="module")
def runtime() -> Runtime:
    return Runtime()


def simulation(runtime: Runtime, kernels: Kernels, made: Function) -> tuple[Simulation, Run]:
    """der(x) = made(x), x = 1 at the start; w holds time, x and der(x)."""
    shape = Shape((subtract(first(made, X), Y),), 2)
    partial = shape.partial((0, 1))
    kernels.require((shape, partial))
    residual = Group(shape.name, 1, 0, integers(1, 2), 2, 1, partial.name, integers(0, 1))
    tables = Tables(
        nw=3, nx=1, w_yp=2, w_discrete=3, w_relation=3, w_static=3, w_explicit=3, residual=(residual,),
        n_partials=2, n_gradient=3, step_dst=integers(1, 2), step_par=integers(0, 1), step_src=integers(0, 0),
        entry_nz=integers(0, 0), entry_pos=integers(1, 2), entry_kind=integers(1, 2), colptr=integers(0, 1), rowidx=integers(0),
        derivatives_explicit=True, nominal=np.ones(1), gather_w=integers(1, 2), gather_cell=integers(1, 2), gather_sign=np.ones(2),
        scatter_w=integers(0, 1, 2), scatter_cell=integers(0, 1, 2), scatter_sign=np.ones(3), record=integers(1),
    )  # fmt: skip
    return Simulation(runtime, tables, kernels.address), Run(runtime, np.array([0.0, 1.0, 0.0]), stop=1.0, rtol=1e-8)


def finish(ready: Simulation, run: Run) -> Outcome:
    outcome = ready.initialise(run)
    while outcome in (Outcome.GO_ON, Outcome.FULL):
        outcome = ready.simulate(run)
    return outcome


def decay() -> Function:
    """-x by Newton's iteration for the root of x^2: a function that only a loop can evaluate."""
    better = multiply(0.5, add(slot(2), divide(multiply(X, X), slot(2))))
    rounds = While(
        compare(slot(3), ">", 1e-15), (Assign(3, apply("abs", subtract(divide(better, slot(2)), constant(1)))), Assign(2, better))
    )
    warning = Check(compare(X, ">", 0.5), ("x is below a half",), is_error=False, span=line(3))
    return function(
        "Test.decay", 1, 1, 4, (Assign(2, constant(1)), Assign(3, constant(1)), rounds, warning, Assign(1, apply("neg", slot(2))))
    )


def test_a_run_through_a_function(runtime: Runtime) -> None:
    ready, run = simulation(runtime, Kernels(), decay())
    assert finish(ready, run) is Outcome.END
    rows, _ = ready.take_rows(run)
    assert rows[:, 1] == pytest.approx(np.exp(-rows[:, 0]), rel=1e-6)
    assert [report.message for report in ready.take_warnings()] == ["x is below a half"]
    assert ready.take_warnings() == ()


def test_a_failing_assertion_ends_the_run(runtime: Runtime) -> None:
    check = Check(compare(X, ">", 0.5), ("x is ", X, ", below a half"), span=line(7))
    made = function("Test.bounded", 1, 1, 2, (check, Assign(1, apply("neg", X))))
    kernels = Kernels()
    ready, run = simulation(runtime, kernels, made)
    assert finish(ready, run) is Outcome.ERROR
    rows, _ = ready.take_rows(run)
    assert rows[-1, 0] == pytest.approx(math.log(2), abs=0.01)
    assert ready.failure().kind is FailureKind.SOLVER
    assert ready.trouble is not None
    told = describe_report(ready.trouble, kernels.function, ready.failure().time)
    assert (told.code, told.span) == ("R090", line(7))
    assert told.message.startswith("at time 0.69")
    assert "below a half" in told.message


def test_a_failing_assertion_at_the_start(runtime: Runtime) -> None:
    made = function("Test.never", 1, 1, 2, (Check(compare(X, ">", 2), ("never",)), Assign(1, X)))
    ready, run = simulation(runtime, Kernels(), made)
    assert finish(ready, run) is Outcome.ERROR
    assert ready.failure().kind is FailureKind.NOT_FINITE
    report = ready.trouble_with(ready.tables.residual[0])
    assert report is not None
    assert report.message == "never"
