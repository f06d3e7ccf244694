"""A run at one moment -> its equations linearised there, and the point where they rest."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from mosila.dataclass import dataclass
from mosila.diagnostics import MosilaError
from mosila.diagnostics.experiment import NO_STEADY_STATE
from mosila.experiment.inputs import Feed
from mosila.instance.plan import CELLS
from mosila.results.optional import require
from mosila.runtime.stepwise import Stepper

if TYPE_CHECKING:
    import xarray

Matrix = NDArray[np.float64]

STEP: Final = 6e-6
"""Of differences in both directions, relative to the size of what is changed."""
NEWTON_STEPS: Final = 60
ROUNDS: Final = 12
LEFT_OVER: Final = 1e3
"""How many tolerances a state may still move in a second at rest."""


@dataclass(frozen=True, eq=False)
class Linearization:
    """`der(x) = A x + B u`, `y = C x + D u` for small changes around a point."""

    time: float
    states: tuple[str, ...]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    matrices: tuple[Matrix, Matrix, Matrix, Matrix]

    def _array(self, matrix: Matrix, rows: str, columns: str) -> xarray.DataArray:
        package = require("xarray", "a matrix with names", "xarray")
        names = {"derivative": self.states, "state": self.states, "input": self.inputs, "output": self.outputs}
        coordinates = {rows: list(names[rows]), columns: list(names[columns])}
        array: xarray.DataArray = package.DataArray(matrix, dims=(rows, columns), coords=coordinates)
        return array

    @property
    def A(self) -> xarray.DataArray:
        """Derivatives by states."""
        return self._array(self.matrices[0], "derivative", "state")

    @property
    def B(self) -> xarray.DataArray:
        """Derivatives by inputs."""
        return self._array(self.matrices[1], "derivative", "input")

    @property
    def C(self) -> xarray.DataArray:
        """Outputs by states."""
        return self._array(self.matrices[2], "output", "state")

    @property
    def D(self) -> xarray.DataArray:
        """Outputs by inputs."""
        return self._array(self.matrices[3], "output", "input")

    @cached_property
    def eigenvalues(self) -> NDArray[np.complex128]:
        """Of A, those with the largest real part first."""
        found = np.linalg.eigvals(self.matrices[0]).astype(np.complex128) if self.states else np.empty(0, np.complex128)
        return found[np.lexsort((-found.imag, -found.real))]

    @property
    def is_stable(self) -> bool:
        """Whether small changes of the states die out."""
        return bool((self.eigenvalues.real < 0).all())


class Linearizer:
    """The equations of the present structure of a paused run, as functions of states and inputs."""

    def __init__(self, stepper: Stepper) -> None:
        self._stepper = stepper
        compiled = stepper.compiled
        self.tables, self.simulation = compiled.code.tables, compiled.simulation
        self.nx, self.ny = self.tables.nx, self.tables.ny
        w = self.simulation.values
        self.time = stepper.run.time
        self.y = w[self.tables.w_y : self.tables.w_y + self.ny].copy()
        self.yp = w[self.tables.w_yp : self.tables.w_yp + self.ny].copy()
        self.base = w.copy()
        tree = stepper.model.program.tree
        self.unknowns = tuple(tree.variable_name(int(position)) for position in compiled.code.layout.unknowns)

    def residual(self, y: Matrix, yp: Matrix) -> Matrix:
        """The left sides minus the right sides."""
        out = np.full(self.ny, np.nan)
        self.simulation.residual(self.time, np.ascontiguousarray(y), np.ascontiguousarray(yp), out)
        return out

    def matrix(self, y: Matrix, yp: Matrix, of_states: float, of_derivatives: float) -> Matrix:
        """Partial derivatives by states or their derivatives, and by algebraic unknowns."""
        return self.simulation.matrix(self._stepper.run, self.time, y, yp, of_states, of_derivatives)

    def linearize(self, feeds: Sequence[Feed], outputs: Sequence[tuple[str, int]]) -> Linearization:
        """A, B, C, D at the present values."""
        by_state = self.matrix(self.y, self.yp, 1.0, 0.0)[:, : self.nx]
        by_rest = self.matrix(self.y, self.yp, 0.0, 1.0)
        places = [self._place(feed.coefficients[0]) for feed in feeds]
        by_input = np.column_stack([np.empty((self.ny, 0)), *(self._residual_by(place) for place in places)])
        change = -_solve(by_rest, np.column_stack((by_state, by_input)))
        directions = np.zeros((len(self.base), self.nx + len(feeds)))
        w_y, w_yp = self.tables.w_y, self.tables.w_yp
        directions[w_y : w_y + self.nx, : self.nx] = np.eye(self.nx)
        directions[w_y + self.nx : w_y + self.ny] = change[self.nx :]
        directions[w_yp : w_yp + self.nx] = change[: self.nx]
        for column, place in enumerate(places):
            directions[place, self.nx + column] = 1.0
        seen = self._outputs_along(directions, [position for _, position in outputs])
        matrices = change[: self.nx, : self.nx], change[: self.nx, self.nx :], seen[:, : self.nx], seen[:, self.nx :]
        names = tuple(feed.name for feed in feeds), tuple(name for name, _ in outputs)
        return Linearization(self.time, self.unknowns[: self.nx], names[0], names[1], matrices)

    def _place(self, position: int) -> int:
        return int(self._stepper.compiled.code.layout.index[CELLS * position])

    def _residual_by(self, place: int) -> Matrix:
        """Differences of the residual by a value that the equations read; what follows from it alone is computed too."""
        w, kept = self.simulation.values, self.base
        sides = []
        step = STEP * max(1.0, abs(float(kept[place])))
        for sign in (1.0, -1.0):
            moved = kept.copy()
            moved[place] += sign * step
            w[:] = self._completed(moved)
            sides.append(self.residual(self.y, self.yp))
        w[:] = kept
        difference: Matrix = (sides[0] - sides[1]) / (2 * step)
        return difference

    def _completed(self, values: Matrix) -> Matrix:
        """An array of all values with what follows from the others computed."""
        record = np.asarray(self.tables.record, dtype=np.int64)
        row = np.concatenate(([self.time], values[record]))[None, :]
        found: Matrix = self.simulation.observe(row, np.arange(len(values), dtype=np.int32), values)[0]
        return found

    def _outputs_along(self, directions: Matrix, positions: Sequence[int]) -> Matrix:
        layout = self._stepper.compiled.code.layout
        cells = np.array(positions, dtype=np.int64) * CELLS
        places, signs = layout.index[cells], layout.sign[cells]
        found = np.zeros((len(positions), directions.shape[1]))
        for column in range(directions.shape[1]):
            direction = directions[:, column]
            size = max(1.0, float(np.abs(self.base[direction != 0]).max(initial=0.0)))
            step = STEP * size / max(1.0, float(np.abs(direction).max()))
            ahead, behind = (self._completed(self.base + sign * step * direction) for sign in (1.0, -1.0))
            found[:, column] = np.where(places >= 0, signs * (ahead[places] - behind[places]), 0.0) / (2 * step)
        return found

    def rest(self, tolerance: float) -> Matrix:
        """States and algebraic unknowns at which all derivatives vanish, relations and discrete variables as they are."""
        y, still = self.y.copy(), np.zeros(self.ny)
        nominal = np.asarray(self.tables.nominal, dtype=np.float64)
        residual = self.residual(y, still)
        for _ in range(NEWTON_STEPS):
            correction = -_solve(self.matrix(y, still, 1.0, 0.0), residual[:, None])[:, 0]
            y, residual, share = self._damped(y, residual, correction)
            if (np.abs(correction) <= tolerance * (np.abs(y) + nominal)).all() and share == 1.0:
                rates = _solve(self.matrix(y, still, 0.0, 1.0), residual[:, None])[: self.nx, 0]
                if (np.abs(rates) <= LEFT_OVER * tolerance * (np.abs(y) + nominal)[: self.nx]).all():
                    return y
                break
        raise MosilaError(NO_STEADY_STATE.at(time=f"{self.time:.10g}", variables=self._worst(residual)))

    def _damped(self, y: Matrix, residual: Matrix, correction: Matrix) -> tuple[Matrix, Matrix, float]:
        """The longest of ever shorter steps that does not make the residual larger."""
        share, size = 1.0, float(np.linalg.norm(residual))
        while True:
            moved = self.residual(y + share * correction, np.zeros(self.ny))
            if (np.isfinite(moved).all() and np.linalg.norm(moved) <= size * (1 + 1e-9)) or share < 1e-6:
                return y + share * correction, moved, share
            share *= 0.5

    def _worst(self, residual: Matrix) -> str:
        worst = np.argsort(-np.abs(residual))[:3]
        return ", ".join(f"`{self.unknowns[place]}`" for place in worst.tolist() if place < len(self.unknowns)) or "the states"


def _solve(matrix: Matrix, right: Matrix) -> Any:
    """The solution, or the smallest one where there are many (a position that nothing pulls back)."""
    try:
        found = np.linalg.solve(matrix, right)
        if np.isfinite(found).all() and np.linalg.cond(matrix) < 1e14:
            return found
    except np.linalg.LinAlgError:
        pass
    return np.linalg.lstsq(matrix, right, rcond=1e-12)[0]


def find_rest(stepper: Stepper, tolerance: float) -> None:
    """Move a run that stands at its start to a point of rest; charts and discrete variables follow until they agree."""
    for _ in range(ROUNDS):
        linearizer = Linearizer(stepper)
        y = linearizer.rest(tolerance)
        positions = stepper.compiled.code.layout.unknowns[: linearizer.nx]
        before = stepper.compiled, stepper.compiled.simulation.values.copy()

        def write(values: Matrix = y, states: NDArray[np.int32] = positions) -> None:
            for position, value in zip(states.tolist(), values.tolist(), strict=False):
                found = stepper.charts.actions.find_class(position)
                assert not isinstance(found, str), "a state can be set"
                for member, sign in zip(found.positions, found.signs, strict=True):
                    stepper.state.cells[CELLS * member] = sign * value
                stepper.state.assigned.update(found.positions)

        stepper.intervene(write)
        if stepper.compiled is before[0] and _is_at_rest(stepper, tolerance):
            return
    raise MosilaError(NO_STEADY_STATE.at(time=f"{stepper.run.time:.10g}", variables="what switches back and forth"))


def _is_at_rest(stepper: Stepper, tolerance: float) -> bool:
    linearizer = Linearizer(stepper)
    nominal = np.asarray(linearizer.tables.nominal[: linearizer.nx], dtype=np.float64)
    rates = linearizer.yp[: linearizer.nx]
    return bool((np.abs(rates) <= LEFT_OVER * tolerance * (np.abs(linearizer.y[: linearizer.nx]) + nominal)).all())
