"""Values of parameters that can be told before the run."""

from __future__ import annotations

from mosila.flat.program import Program, ValueGroup
from mosila.instance.plan import CELLS, VALUE, Variability
from mosila.symbolic.evaluate import evaluate


class KnownValues:
    """Evaluates parameters one by one, each when it is asked for."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._rows: dict[int, tuple[ValueGroup, int]] | None = None
        self._values: dict[int, float | None] = {}

    def value(self, position: int) -> float | None:
        """The value of a parameter; None: it cannot be told yet."""
        if position not in self._values:
            self._values[position] = None
            self._values[position] = self._evaluated(position)
        return self._values[position]

    def _evaluated(self, position: int) -> float | None:
        literal = self.program.attributes.literal.get(position * CELLS)
        if literal is not None:
            return literal
        if self.program.attributes.variability[position] > Variability.PARAMETER:
            return None
        row = self._row_of(position)
        if row is None:
            return None
        group, place = row
        values: list[float] = []
        for number in group.cells[place].tolist():
            known = self.value(number // CELLS) if number % CELLS == VALUE and number // CELLS != position else None
            if known is None and number // CELLS != position:
                return None
            values.append(0.0 if known is None else known)
        try:
            return evaluate(group.template.right, values)
        except (ValueError, ZeroDivisionError, OverflowError):
            return None

    def _row_of(self, position: int) -> tuple[ValueGroup, int] | None:
        if self._rows is None:
            groups = self.program.parameters
            self._rows = {target: (group, place) for group in groups for place, target in enumerate(group.targets.tolist())}
        return self._rows.get(position)
