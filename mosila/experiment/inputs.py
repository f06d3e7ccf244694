"""Inputs of a model: arrays, functions of time or tables -> pieces of polynomials that the run is given one by one.

A model with inputs is run as a class that extends it with `u = c0 + s*(c1 + s*(c2 + ...))`, s the time since the piece
began. The coefficients are discrete variables that keep their values; at the start of a piece they are set anew. The
degree is high because every piece is a new start of the solver: long pieces cost less and err less.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Final

import numpy as np

from mosila.dataclass import dataclass
from mosila.diagnostics import MosilaError
from mosila.diagnostics.experiment import BAD_INPUT
from mosila.flat.program import Program
from mosila.instance.plan import CELLS, Variable
from mosila.options import plain_number
from mosila.results.files import read_result
from mosila.runtime.stepwise import Stepper
from mosila.semantics.symbols import Builtin
from mosila.semantics.types import scalar_kind

PREFIX: Final = "'input "
DEGREE: Final = 7
FIRST_PIECES: Final = 4
DEEPEST: Final = 16
SHARE: Final = 0.1
"""Of the tolerance of the run: how well pieces follow a function."""

Function = Callable[[float], float]
Source = Function | str | Path | Sequence[object] | float
Piece = tuple[float, tuple[float, ...]]
"""When a piece begins, and its coefficients."""


@dataclass(frozen=True, slots=True)
class Feed:
    """An input: where its coefficients stand (one for what is not Real), lowest order first, and the start of the piece."""

    name: str
    coefficients: tuple[int, ...]
    origin: int | None

    def values(self, piece: Piece) -> dict[int, float]:
        """Values by position while a piece lasts."""
        time, coefficients = piece
        padded = (*coefficients, *(0.0,) * DEGREE)
        found = dict(zip(self.coefficients, padded, strict=False))
        return found if self.origin is None else {**found, self.origin: time}


def is_internal(path: tuple[str, ...]) -> bool:
    """Whether a variable is one of those that feed inputs."""
    return path[-1].startswith(PREFIX)


def find_inputs(program: Program) -> dict[str, Variable]:
    """The inputs of the model itself, elements of arrays one by one."""
    return {
        path[0]: variable
        for path, _, variable in program.tree.variables()
        if len(path) == 1 and variable.causality == "input" and variable.role.value == "variable"
    }


def input_equations(inputs: Mapping[str, Variable]) -> str:
    """The elements and equations that feed these inputs."""
    declarations, equations = ["protected"], ["equation"]
    for name, variable in inputs.items():
        kind = scalar_kind(variable.type)
        if kind is Builtin.REAL:
            *coefficients, origin = [f"{PREFIX}{name} {k}'" for k in range(DEGREE + 2)]
            declarations += [f"  discrete Real {each} = 0;" for each in (*coefficients, origin)]
            terms = f" + (time - {origin})*(".join(coefficients)
            equations.append(f"  {name} = {terms}{')' * DEGREE};")
        else:
            held = f"{PREFIX}{name} 0'"
            declarations.append(f"  discrete {kind.value} {held} = {'false' if kind is Builtin.BOOLEAN else '0'};")
            equations.append(f"  {name} = {held};")
    return "\n".join([*declarations, *equations, ""])


def find_feeds(program: Program) -> dict[str, Feed]:
    """The inputs of a program that was built with `input_equations`."""
    places: dict[str, dict[int, int]] = {}
    for path, position, _ in program.tree.variables():
        if len(path) == 1 and is_internal(path):
            name, _, number = path[0][len(PREFIX) : -1].rpartition(" ")
            places.setdefault(name, {})[int(number)] = position
    return {
        name: Feed(name, tuple(found[k] for k in sorted(found) if k <= DEGREE), found.get(DEGREE + 1)) for name, found in places.items()
    }


class Schedule:
    """All pieces of all inputs: the values for the start, then times with values to set."""

    def __init__(self, feeds: Mapping[str, Feed], sources: Mapping[str, Source], start: float, stop: float, tolerance: float) -> None:
        self.first: dict[int, float] = {}
        later: dict[float, dict[int, float]] = {}
        for name, source in sources.items():
            if name not in feeds:
                raise MosilaError(BAD_INPUT.at(name=name, why=f"the model has no such input; it has {', '.join(feeds) or 'none'}"))
            for piece in make_pieces(name, source, start, stop, tolerance, feeds[name].origin is not None):
                if piece[0] <= start:
                    self.first.update(feeds[name].values(piece))
                elif piece[0] < stop:
                    later.setdefault(piece[0], {}).update(feeds[name].values(piece))
        self.later = sorted(later.items())

    def run(self, stepper: Stepper, stop: float) -> None:
        """Drive a run to its stop, with the inputs changed on the way."""
        for time, values in self.later:
            stepper.advance(time)
            if stepper.is_over:
                return
            stepper.intervene(partial(write_values, stepper, values))
        if not stepper.is_over:
            stepper.advance(stop)


def write_values(stepper: Stepper, values: Mapping[int, float]) -> None:
    """Give discrete variables values, within an intervention."""
    for position, value in values.items():
        stepper.state.cells[CELLS * position] = value
    stepper.state.assigned.update(values)


def make_pieces(name: str, source: Source, start: float, stop: float, tolerance: float, is_real: bool) -> list[Piece]:
    """The pieces of one input between two times."""
    if (number := plain_number(source)) is not None:
        return [(start, (float(number),))]
    if isinstance(source, (str, Path)):
        table = read_result(source)
        if name not in table:
            raise MosilaError(BAD_INPUT.at(name=name, why=f"{source} has no column of that name"))
        return _table_pieces(name, table.time, table[name], start, is_real)
    if callable(source):
        return _function_pieces(name, source, start, stop, tolerance) if is_real else _sampled(name, source, start, stop)
    if isinstance(source, (int, float, np.number)):
        raise MosilaError(BAD_INPUT.at(name=name, why=f"{source} is no finite number"))
    times, values = _columns(name, source)
    return _table_pieces(name, times, values, start, is_real)


def _columns(name: str, source: Sequence[object]) -> tuple[np.ndarray, np.ndarray]:
    try:
        array = [np.asarray(each, dtype=np.float64).ravel() for each in source]
    except (TypeError, ValueError):
        array = []
    if len(array) == 2 and len(array[0]) == len(array[1]) and len(array[0]):
        times, values = array
    elif array and all(len(each) == 2 for each in array):
        times, values = np.array(array).T
    else:
        raise MosilaError(BAD_INPUT.at(name=name, why="it is neither two rows (times, values) nor pairs of both"))
    if not np.isfinite(times).all() or not np.isfinite(values).all() or (np.diff(times) < 0).any():
        raise MosilaError(BAD_INPUT.at(name=name, why="its times do not grow, or a number is not finite"))
    return times, values


def _table_pieces(name: str, times: np.ndarray, values: np.ndarray, start: float, is_real: bool) -> list[Piece]:
    """Straight lines from point to point, the ends held; two points of one time are a jump."""
    present = np.isfinite(values)
    times, values = times[present], values[present]
    if not len(times):
        raise MosilaError(BAD_INPUT.at(name=name, why="the table has no values"))
    pieces: list[Piece] = [(start, (float(values[0]),))]
    for k in range(len(times) - 1):
        width = float(times[k + 1] - times[k])
        if width > 0:
            slope = float(values[k + 1] - values[k]) / width if is_real else 0.0
            pieces.append(_from(float(times[k]), (float(values[k]), slope), start))
    pieces.append((float(times[-1]), (float(values[-1]),)))
    return pieces


def _from(time: float, coefficients: tuple[float, float], start: float) -> Piece:
    """A line that begins no earlier than the run."""
    if time >= start:
        return time, coefficients
    return start, (coefficients[0] + coefficients[1] * (start - time), coefficients[1])


def _function_pieces(name: str, function: Function, start: float, stop: float, tolerance: float) -> list[Piece]:
    """Polynomials that follow a function to a part of the tolerance, shorter where it bends more."""

    if stop <= start:
        return [(start, (_value(name, function, start),))]
    pieces: list[Piece] = []
    edges = np.linspace(start, stop, FIRST_PIECES + 1)
    waiting = [(float(a), float(b), 0) for a, b in zip(edges[-2::-1], edges[:0:-1], strict=True)]
    while waiting:
        begin, end, depth = waiting.pop()
        width = end - begin
        nodes = 0.5 - 0.5 * np.cos(np.pi * np.arange(DEGREE + 1) / DEGREE)
        samples = [_value(name, function, begin + width * node) for node in nodes.tolist()]
        coefficients = np.polynomial.polynomial.polyfit(nodes, samples, DEGREE) / width ** np.arange(DEGREE + 1)
        checks = 0.5 * width * (nodes[1:] + nodes[:-1])
        found = [_value(name, function, begin + each) for each in checks.tolist()]
        error = float(np.abs(np.polynomial.polynomial.polyval(checks, coefficients) - found).max())
        if error > SHARE * tolerance * max(1.0, *map(abs, samples)) and depth < DEEPEST:
            middle = 0.5 * (begin + end)
            waiting += [(middle, end, depth + 1), (begin, middle, depth + 1)]
        else:
            pieces.append((begin, tuple(coefficients.tolist())))
    return pieces


def _value(name: str, function: Function, time: float) -> float:
    """What a function gives at a time, which must be a number."""
    found = function(time)
    number = plain_number(found)
    if number is None:
        raise MosilaError(BAD_INPUT.at(name=name, why=f"the function gives {found} at time {time:g}, which is no finite number"))
    return float(number)


def _sampled(name: str, function: Function, start: float, stop: float) -> list[Piece]:
    """What is not Real changes in steps, found by looking often."""
    times = np.linspace(start, stop, 1001)
    values = [_value(name, function, time) for time in times.tolist()]
    return [(float(times[k]), (values[k],)) for k in range(len(times)) if k == 0 or values[k] != values[k - 1]]
