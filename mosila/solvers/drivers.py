"""Drivers: the name of a solver -> a function that gives it to a simulation, found through entry points.

A package adds a solver by an entry point of the group `mosila.solvers`. It names a function of a `Simulation` and
`SolverSettings`, which calls `Simulation.use_solver` with a `Solver`, written in Python on `Simulation.residual` and
`Simulation.jacobian`. Events, clocks, recording and charts are the runtime's; a solver only steps and interpolates.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Final

from mosila.dataclass import dataclass
from mosila.diagnostics import MosilaError
from mosila.diagnostics.solvers import BAD_SOLVER, UNFIT_SOLVER, UNKNOWN_SOLVER
from mosila.solvers.binding import Simulation

GROUP: Final = "mosila.solvers"
DEFAULT: Final = "ida"


@dataclass(frozen=True, slots=True)
class SolverSettings:
    """What a run asks of its solver beside the tolerances: a fixed step, in seconds, if it can do that."""

    step: float | None = None


Driver = Callable[[Simulation, SolverSettings], None]
"""Gives a simulation its solver."""


def find_driver(name: str) -> Driver:
    """The driver of this name."""
    if name == DEFAULT:
        return ida
    found = {each.name: each for each in import_module("importlib.metadata").entry_points(group=GROUP)}
    if name not in found:
        raise MosilaError(UNKNOWN_SOLVER.at(solver=name, solvers=", ".join(sorted({DEFAULT, *found}))))
    try:
        driver: Driver = found[name].load()
    except (ImportError, AttributeError) as error:
        raise MosilaError(BAD_SOLVER.at(solver=name, reason=str(error), command="pip install --upgrade mosila")) from error
    return driver


def ida(simulation: Simulation, settings: SolverSettings) -> None:
    """IDA with KLU, which every simulation has from the start."""
    _refuse_step("ida", settings)


def euler(simulation: Simulation, settings: SolverSettings) -> None:
    """Implicit Euler."""
    simulation.use_implicit(1, settings.step or 0.0)


def trapezoid(simulation: Simulation, settings: SolverSettings) -> None:
    """The trapezoidal rule."""
    simulation.use_implicit(2, settings.step or 0.0)


def dopri(simulation: Simulation, settings: SolverSettings) -> None:
    """The explicit Runge-Kutta method of Dormand and Prince."""
    _refuse_step("dopri", settings)
    if not simulation.use_runge_kutta():
        reason = "it is for equations that give every derivative by itself, and some of these must be solved together"
        raise MosilaError(UNFIT_SOLVER.at(solver="dopri", reason=reason))


def _refuse_step(solver: str, settings: SolverSettings) -> None:
    if settings.step is not None:
        raise MosilaError(UNFIT_SOLVER.at(solver=solver, reason="it chooses its steps itself"))
