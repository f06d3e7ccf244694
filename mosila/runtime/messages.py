"""The texts of assertions and terminations: their pieces, with the values of the moment."""

from __future__ import annotations

from collections.abc import Callable

from mosila.instance.checks import Message, Shown
from mosila.instance.plan import CELLS, Formula
from mosila.semantics.symbols import Builtin
from mosila.symbolic.evaluate import evaluate

ReadCell = Callable[[int], float]
"""The present value of a cell."""


def message_text(message: Message, owner: int, read: ReadCell) -> str:
    """The text for the object that starts at a position."""
    return "".join(piece if isinstance(piece, str) else _shown(piece, owner, read) for piece in message)


def _shown(piece: Shown, owner: int, read: ReadCell) -> str:
    value = _value(piece.formula, owner, read)
    if piece.formula.type is Builtin.BOOLEAN:
        return "true" if value > 0.5 else "false"
    if piece.formula.type is Builtin.INTEGER:
        return f"%{piece.format or 'd'}" % round(value)
    return f"%{piece.format or '.6g'}" % value


def _value(formula: Formula, owner: int, read: ReadCell) -> float:
    cells = formula.cells + CELLS * owner * formula.relative
    return evaluate(formula.expression, [read(cell) for cell in cells.tolist()])
