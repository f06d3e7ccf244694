"""A model -> what is in it, or what is wrong with it, without running it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

from mosila.codegen.program_code import program_code
from mosila.codegen.structure import generate
from mosila.compiler import instantiate
from mosila.dae.derive import derive
from mosila.dae.initial import initial_system, needs_initial_system
from mosila.dae.sort import sort
from mosila.dae.system import SortedSystem
from mosila.dataclass import dataclass
from mosila.diagnostics import Diagnostic, MosilaError, Severity
from mosila.diagnostics.types import NO_VALUE
from mosila.experiment.annotation import annotation_diagnostics, has_experiment
from mosila.experiment.check_structures import check_structures
from mosila.experiment.environment import in_environment
from mosila.experiment.first_structure import first_situation
from mosila.flat.check_units import unit_warnings
from mosila.flat.delays import with_delays
from mosila.flat.flatten import flatten
from mosila.flat.local_balance import unbalanced_classes
from mosila.instance.elaborate import elaborate
from mosila.instance.plan import Variability
from mosila.instance.space import AddressSpace
from mosila.semantics.classes import Class
from mosila.semantics.lookup import ClassTable
from mosila.semantics.symbols import ClassSymbol

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Checked:
    """What a model without errors consists of in its first structure, and what is doubtful about it."""

    variables: int
    equations: int
    """Variables that an equation determines; the others keep their values."""
    states: int
    structures: int
    """How many structures were looked at."""
    warnings: tuple[Diagnostic, ...]
    is_complete: bool = True
    """Whether no more structures can be reached."""
    is_partial: bool = False
    """Its equations were not counted."""

    def __str__(self) -> str:
        if self.is_partial:
            return f"{_count(self.variables, 'variable')}; partial, so its equations are not counted"
        held = self.variables - self.equations
        counts = [_count(self.variables, "variable"), _count(self.equations, "equation"), _count(self.states, "state")]
        kept = [f"{held} kept at {'its value' if held == 1 else 'their values'}"] if held else []
        more = "" if self.is_complete else " (there may be more)"
        return ", ".join((*counts, *kept, f"{_count(self.structures, 'structure')} seen{more}"))


def check_class(table: ClassTable, model: ClassSymbol) -> Checked:
    """Take a model through all stages before the C compiler, in all structures it may come to; an error tells all that was found wrong.

    A model without an `experiment` annotation may be a component, so its connectors count as connected. A partial model without
    one leaves values, classes and equations to those that extend it: only what is written in it is looked at.
    """
    settings = annotation_diagnostics(model)
    faults = [each for each in settings if each.severity is Severity.ERROR]
    class_ = table.find_class(model.path)
    if class_ is not None and class_.is_partial and not has_experiment(model):
        return _check_partial(table, class_, settings)
    try:
        program = instantiate(table, model)
        faults += _faults(program_code, program)
        if faults and program.tree.machines:  # their first step reads parameters
            raise MosilaError
        program, machines, first = first_situation(program)
        flat = with_delays(flatten(program, first.structure))
        surrounded = (lambda flat: flat) if has_experiment(model) else in_environment
        system = sort(derive(surrounded(flat)))
        faults += _faults(generate, system)
        if needs_initial_system(program, system):
            faults += _faults(partial(initial_system, program), system)
        others = check_structures(program, machines, first, system, lambda structure: surrounded(with_delays(flatten(program, structure))))
        faults += others.errors
        faults += unbalanced_classes(program)
    except MosilaError as error:
        raise MosilaError(*faults, *error.diagnostics) from None
    if faults:
        raise MosilaError(*faults)
    determined = _determined(system)
    warnings = (*settings, *program.tree.warnings, *unit_warnings(program, flat), *others.warnings)
    seen = others.explored
    return Checked(len(determined), sum(determined), len(system.states), len(seen.structures), warnings, seen.is_complete)


def _check_partial(table: ClassTable, class_: Class, settings: Sequence[Diagnostic]) -> Checked:
    faults = [each for each in settings if each.severity is Severity.ERROR]
    try:
        tree = elaborate(table, class_, AddressSpace(), takes_partial=True)
    except MosilaError as error:
        faults += [each for each in error.diagnostics if each.code != NO_VALUE.code]
        tree = None
    if faults:
        raise MosilaError(*faults)
    variables = 0 if tree is None else sum(variable.variability > Variability.PARAMETER for _, _, variable in tree.variables())
    return Checked(variables, 0, 0, 0, (*settings, *(tree.warnings if tree is not None else ())), is_partial=True)


def _faults(stage: Callable[[T], object], subject: T) -> list[Diagnostic]:
    """What a stage finds wrong."""
    try:
        stage(subject)
    except MosilaError as error:
        return list(error.diagnostics)
    return []


def _determined(system: SortedSystem) -> list[bool]:
    """For each active variable that is no parameter: whether an equation says what it is."""
    dae = system.dae
    free = {*system.held, *system.discrete_held}
    known = dae.flat.attributes.variability <= Variability.PARAMETER
    return [
        int(dae.aliases.representative[position]) != position or position not in free
        for _, position, _ in dae.flat.tree.variables()
        if dae.flat.active[position] and not known[position]
    ]


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
