"""The structures that a model may come to -> what is wrong with them: warnings, for they may never be reached."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from mosila.charts.step import Machine
from mosila.codegen.structure import generate
from mosila.dae.derive import derive
from mosila.dae.sort import sort
from mosila.dae.system import SortedSystem
from mosila.dataclass import dataclass
from mosila.diagnostics import Diagnostic, MosilaError, Severity
from mosila.diagnostics.attachment import ASSIGNED_DETERMINED
from mosila.experiment.reachable import Explored, Situation, reach
from mosila.flat.flat import FlatModel
from mosila.flat.program import Program
from mosila.instance.structure import Structure
from mosila.runtime.describe_change import active_states
from mosila.runtime.variable_classes import find_variable_class


@dataclass(frozen=True, slots=True)
class CheckedStructures:
    """What was explored, the equations of the structures that can be solved, errors and warnings."""

    explored: Explored
    systems: dict[Structure, SortedSystem]
    errors: tuple[Diagnostic, ...]
    warnings: tuple[Diagnostic, ...]


def check_structures(
    program: Program,
    machines: Sequence[Machine],
    first: Situation,
    system: SortedSystem | None,
    flat_model: Callable[[Structure], FlatModel],
) -> CheckedStructures:
    """Derive every structure that was found, the first one as `system` where it is known already."""
    explored = reach(program, machines, first)
    systems = {first.structure: system} if system is not None else {}
    warnings: list[Diagnostic] = []
    for structure, situation in explored.structures.items():
        if structure in systems:
            continue
        try:
            systems[structure] = sort(derive(flat_model(structure)))
            generate(systems[structure])
        except MosilaError as error:
            chosen = (start + part for start, each in program.tree.conditionals for part, _ in each.parts)
            parts = [f"`{program.tree.part_name(part)}`" for part in chosen if part in structure.active]
            where = ", ".join((*active_states(machines, situation.configurations), *parts))
            warnings += [
                replace(each, severity=Severity.WARNING, message=f"if {where} is ever reached: {each.message}")
                for each in error.diagnostics
            ]
    return CheckedStructures(explored, systems, tuple(_assigned_determined(program, explored, systems)), tuple(warnings))


def _assigned_determined(program: Program, explored: Explored, systems: dict[Structure, SortedSystem]) -> Iterator[Diagnostic]:
    """Assignments to what an equation determines in every structure in which the action can run."""
    finders = {structure: find_variable_class(system) for structure, system in systems.items()}
    reasons: dict[tuple[object, int, int], list[str]] = {}
    for each in explored.assigned:
        if each.structure in finders:
            found = finders[each.structure](each.position)
            reasons.setdefault((each.span, each.object, each.position), []).append(found if isinstance(found, str) else "")
    for assigned in sorted(explored.assigned, key=lambda a: (a.span, a.object, a.position)):
        why = reasons.pop((assigned.span, assigned.object, assigned.position), [""])
        if all(why):
            name, path = program.tree.variable_name(assigned.position), program.tree.object_path(assigned.object)
            yield ASSIGNED_DETERMINED.at(assigned.span, path, when="", name=name, why=sorted(why)[0])
