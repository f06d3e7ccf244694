"""scikits.odes' IDA as a solver: the same equations on another build of SUNDIALS, with a dense matrix.

It is the independent check of the default driver. `init_step` keeps a matrix for ever, so it is called once for each
simulation and `reinit_IC` after events.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

import numpy as np

from mosila.codegen.tables import Reals
from mosila.diagnostics import MosilaError
from mosila.diagnostics.solvers import BAD_SOLVER
from mosila.solvers.binding import Simulation
from mosila.solvers.drivers import SolverSettings, ida

PACKAGE: Final = "scikits_odes_sundials"
COMMAND: Final = "apt install libsundials-dev; pip install scikits-odes-sundials==3.0.0"


def scikits(simulation: Simulation, settings: SolverSettings) -> None:
    """IDA of scikits.odes."""
    ida(simulation, settings)
    try:
        module = import_module(f"{PACKAGE}.ida")
    except ImportError as error:
        raise MosilaError(BAD_SOLVER.at(solver="scikits", reason=str(error), command=COMMAND)) from error
    if simulation.tables.ny:
        simulation.use_solver(_Ida(simulation, module))


class _Ida:
    """The `Solver` on one IDA object."""

    def __init__(self, simulation: Simulation, module: Any) -> None:
        self.simulation = simulation
        self.module = module
        self.solver: Any = None
        self.reached = self.passed = 0.0
        self._single = True

    def start(self, time: float, y: Reals, yp: Reals, first_step: float) -> int:
        """Begin here, also after an event."""
        self.reached = self.passed = time
        if self.solver is not None:
            self._choose(single=True)
            self.solver.reinit_IC(time, y.copy(), yp.copy())
            return 0
        run = self.simulation.run
        self.solver = self.module.IDA(
            self._residual,
            rtol=run.native.rtol,
            atol=run.native.atol * self.simulation.tables.nominal,
            jacfn=self._jacobian,
            first_step_size=first_step,
            max_step_size=run.native.max_step,
            max_steps=100_000,
            linsolver="dense",
            one_step_compute=True,
            old_api=False,
        )
        self.solver.init_step(time, y.copy(), yp.copy())
        return 0

    def step(self, stop: float, y: Reals, yp: Reals) -> tuple[int, float]:
        """One step, not beyond `stop`.

        scikits.odes keeps stop times in single precision, and none that is not positive. IDA therefore gets the next lower one;
        where a step passes `stop` all the same, the values there are interpolated, and the next step begins with its end.
        """
        is_new = self.passed <= self.reached
        if is_new and (flag := self._compute(stop, y, yp)) < 0:
            return flag, self.reached
        self.reached = min(self.passed, stop)
        if is_new and self.passed <= stop:
            return 0, self.reached
        self._choose(single=False)
        return min(int(self.solver.step(self.reached, y, yp).flag), 0), self.reached

    def _compute(self, stop: float, y: Reals, yp: Reals) -> int:
        """Let IDA take a step; after an interpolation it answers with the end of the last one first."""
        self._choose(single=True)
        lower = np.nextafter(np.float32(stop), np.float32(-np.inf))
        if lower > max(self.passed, 0.0):
            self.solver.set_options(tstop=float(lower))
        for _ in range(2):
            answer = self.solver.step(stop, y, yp)
            if answer.flag < 0:
                return int(answer.flag)
            if answer.values.t > self.passed:
                break
        self.passed = float(answer.values.t)
        return 0

    def interpolate(self, time: float, order: int, out: Reals) -> int:
        """A time within the last step: IDA looks back when asked for a time that it has passed."""
        self._choose(single=False)
        other = np.empty_like(out)
        answer = self.solver.step(time, other if order else out, out if order else other)
        return min(int(answer.flag), 0)

    def _choose(self, single: bool) -> None:
        if single != self._single:
            self.solver.set_options(one_step_compute=single)
            self._single = single

    def _residual(self, time: float, y: Reals, yp: Reals, out: Reals, *_: object) -> int:
        return self.simulation.residual(time, y, yp, out)

    def _jacobian(self, time: float, y: Reals, yp: Reals, _: Reals, factor: float, out: Reals, *__: object) -> int:
        out[:, :] = self.simulation.jacobian(time, y, yp, factor)
        return 0
