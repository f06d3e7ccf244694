"""What else is wrong with the objects of a model that has mistakes already: later stages find it too, but are not reached."""

from __future__ import annotations

from collections.abc import Iterator

from mosila.diagnostics import Diagnostic
from mosila.diagnostics.program import PARAMETER_CYCLE, REINIT_NO_STATE
from mosila.instance.plan import CELLS, DERIVATIVE, VALUE, RowKind, Rows, Variability
from mosila.instance.tree import InstanceTree
from mosila.source import Span
from mosila.symbolic.expression import SLOT, slot_index, slots_of


def check_objects(tree: InstanceTree) -> Iterator[Diagnostic]:
    """Parameters that depend on each other, and `reinit` of what a formula determines."""
    yield from _cycles(tree)
    yield from _reinits(tree)


def _cycles(tree: InstanceTree) -> Iterator[Diagnostic]:
    needs: dict[int, tuple[tuple[int, ...], Span]] = {}
    for target, cells, span in _bindings(tree):
        needs[target] = cells, span
    done: set[int] = set()
    for first in needs:
        way: list[int] = []
        here: int | None = first
        while here is not None and here not in done and here not in way:
            way.append(here)
            here = next((each for each in needs[here][0] if each in needs and each not in done), None)
        if here is not None and here in way:
            cycle = [*way[way.index(here) :], here]
            names = [tree.variable_name(position) for position in cycle]
            yield PARAMETER_CYCLE.at(needs[here][1], name=names[0], cycle=" <- ".join(names))
        done.update(way)


def _bindings(tree: InstanceTree) -> Iterator[tuple[int, tuple[int, ...], Span]]:
    """Declared values that do not vary: the variable and what its value is computed from, outer objects last."""
    for plan, starts in reversed(tree.instances.items()):
        for rows in plan.rows:
            if rows.kind is RowKind.BINDING and rows.variability <= Variability.PARAMETER and rows.relative.any():
                read = [index for index in slots_of(rows.template.right) if rows.relative[index]]
                for start in starts.tolist():
                    for cells, target, span in zip(rows.cells, rows.targets.tolist(), rows.spans, strict=True):
                        yield start + target, tuple(start + int(cells[index]) // CELLS for index in read), span


def _reinits(tree: InstanceTree) -> Iterator[Diagnostic]:
    for plan, starts in tree.instances.items():
        equations = [rows for rows in plan.rows if rows.kind is RowKind.EQUATION] if plan.reinits else []
        moved = {int(cell) // CELLS for rows in plan.rows for cell in rows.cells.ravel() if cell % CELLS == DERIVATIVE}
        determined = {position for rows in equations for position in _determined(rows)}
        for reinit in plan.reinits:
            if reinit.state in determined and reinit.state not in moved:
                name = tree.variable_name(int(starts[0]) + reinit.state)
                yield REINIT_NO_STATE.at(reinit.span, name=name, why="the equations determine its value, it is no state")


def _determined(rows: Rows) -> Iterator[int]:
    """The variables for which equations of the form `variable = formula` stand, where the formula is more than a variable."""
    left, right = rows.template.left, rows.template.right
    if left.operator == SLOT and right.operator not in (SLOT, "neg") and rows.relative[slot_index(left)]:
        for cells in rows.cells:
            cell = int(cells[slot_index(left)])
            if cell % CELLS == VALUE:
                yield cell // CELLS
