"""Values given from outside a model, by path -> positions and numbers, checked against the declarations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import cached_property

import numpy as np

from mosila.dataclass import dataclass
from mosila.diagnostics import MosilaError
from mosila.diagnostics.experiment import BAD_SETTING, NO_SUCH_PARAMETER, NOT_SETTABLE, OUT_OF_RANGE, WRONG_VALUE
from mosila.experiment.declarations import find_bound, why_not_settable
from mosila.experiment.inputs import is_internal
from mosila.flat.program import Program
from mosila.instance.plan import RowKind, Variability, Variable
from mosila.instance.values import type_phrase
from mosila.options import plain_number
from mosila.semantics.symbols import Builtin
from mosila.semantics.types import EnumerationType, Type, scalar_kind

Path = tuple[str, ...]
START = ".start"
EXAMPLES = {Builtin.REAL: "a number", Builtin.INTEGER: "a whole number", Builtin.BOOLEAN: "`true` or `false`", Builtin.STRING: "a text"}


def example_of(type_: Type) -> str:
    """What to write for a value of a type."""
    if isinstance(type_, EnumerationType):
        return f"one of {', '.join(type_.literals)}"
    return EXAMPLES.get(scalar_kind(type_), "a value of this type")


@dataclass(frozen=True, slots=True)
class Place:
    """A declared variable: its path, position and declaration."""

    path: Path
    position: int
    variable: Variable
    is_evaluated: bool = False
    """Its value decided sizes, branches or what is there."""

    @property
    def name(self) -> str:
        """The dotted name."""
        return ".".join(self.path)

    @property
    def decides_structure(self) -> bool:
        """Whether sizes and branches may depend on it, so that objects are built anew for another value."""
        is_parameter = self.variable.variability is Variability.PARAMETER
        can_be_modified = not any("[" in part for part in self.path)
        return is_parameter and can_be_modified and (self.is_evaluated or self.variable.type is not Builtin.REAL)


class Places:
    """The variables of a program by name; arrays are found by the name without index too."""

    def __init__(self, model: str, program: Program) -> None:
        self.model = model
        self.program = program

    @cached_property
    def _by_name(self) -> dict[str, tuple[Place, ...]]:
        found: dict[str, list[Place]] = {}
        for path, position, variable in self.program.tree.variables():
            if is_internal(path):
                continue
            place = Place(path, position, variable, self._is_evaluated(path, position, variable))
            found[place.name] = [place]
            if path[-1].endswith("]"):
                found.setdefault(place.name[: place.name.rindex("[")], []).append(place)
        return {name: tuple(places) for name, places in found.items()}

    def _is_evaluated(self, path: Path, position: int, variable: Variable) -> bool:
        tree = self.program.tree
        if variable.variability is not Variability.PARAMETER or not tree.evaluated:
            return False
        return (tree.object_at(position).symbol.name, path[-1].partition("[")[0]) in tree.evaluated

    def find(self, name: str) -> tuple[Place, ...]:
        """The variable of that name, or the elements of an array; nothing if there is none. `x.start` is the `x` of the start."""
        found = self._by_name.get(name, ())
        if found or not name.endswith(START):
            return found
        varying = self._by_name.get(name.removesuffix(START), ())
        return varying if varying and varying[0].variable.variability > Variability.PARAMETER else ()

    def numbers(self, values: Mapping[str, object]) -> dict[int, float]:
        """Numbers by position; everything that is wrong is raised together."""
        found: dict[int, float] = {}
        faults: list[MosilaError] = []
        for name, value in values.items():
            try:
                found.update(self._numbers(name, value))
            except MosilaError as error:
                faults.append(error)
        if faults:
            raise MosilaError(*(diagnostic for error in faults for diagnostic in error.diagnostics))
        return found

    def structural(self, place: Place, value: object) -> float | str:
        """A value that decides the structure of a model, checked: a number, or the text of a String."""
        if place.variable.type is Builtin.STRING and isinstance(value, str):
            return value
        return self.numbers({place.name: value})[place.position]

    def _numbers(self, name: str, value: object) -> Iterable[tuple[int, float]]:
        places = self.find(name)
        if not places:
            near = get_close_matches(name, self._by_name, n=1, cutoff=0.6)
            suggestion = f"; did you mean `{near[0]}`?" if near else ""
            raise MosilaError(NO_SUCH_PARAMETER.at(model=self.model, name=name, suggestion=suggestion))
        first = places[0]
        why = why_not_settable(self.program, first.path, first.variable)
        if why:
            raise MosilaError(NOT_SETTABLE.at(name=name, why=why, help="change it in the model"))
        if any(place.is_evaluated and not place.decides_structure for place in places):
            why = "it decides the structure of one element of an array, and all have the same"
            raise MosilaError(NOT_SETTABLE.at(name=name, why=why, help="change it in the model"))
        values = as_sequence(value)
        is_array = len(places) > 1 or first.name != name
        if values is None:
            return [(place.position, self._number(place, value)) for place in places]
        if not is_array or len(values) != len(places):
            kind = f"an array of {len(places)} values" if is_array else type_phrase(first.variable.type)
            example = "as many values as it has elements" if is_array else example_of(first.variable.type)
            raise MosilaError(WRONG_VALUE.at(name=name, kind=kind, value=value_text(value), example=example))
        return [(place.position, self._number(place, each)) for place, each in zip(places, values, strict=True)]

    def _number(self, place: Place, value: object) -> float:
        number = as_number(value, place.variable.type)
        if number is None:
            kind = type_phrase(place.variable.type)
            example = example_of(place.variable.type)
            raise MosilaError(WRONG_VALUE.at(name=place.name, kind=kind, value=value_text(value), example=example))
        for bound, sign in ((RowKind.MINIMUM, 1.0), (RowKind.MAXIMUM, -1.0)):
            limit = find_bound(self.program, place.position, bound)
            if limit is not None and sign * number < sign * limit:
                raise MosilaError(OUT_OF_RANGE.at(name=place.name, value=f"{number:g}", bound=bound.value, limit=f"{limit:g}"))
        return number


def as_sequence(value: object) -> Sequence[object] | None:
    """The elements of a list, tuple or array, in row-major order; None for a single value."""
    if isinstance(value, np.ndarray) and value.ndim:
        return list(value.ravel().tolist())
    if isinstance(value, (list, tuple)):
        return [inner for each in value for inner in (as_sequence(each) or (each,))]
    return None


def as_number(value: object, type_: Type) -> float | None:
    """A value as the number a cell holds, or None if it does not fit the type; of an enumeration the name of a literal."""
    if isinstance(value, (np.generic, np.ndarray)) and value.ndim == 0:
        value = value.item()
    if isinstance(type_, EnumerationType):
        literal = value.rpartition(".")[2] if isinstance(value, str) else value
        return 1.0 + type_.literals.index(literal) if literal in type_.literals else None
    if type_ not in EXAMPLES or type_ is Builtin.STRING:
        return None
    if type_ is Builtin.BOOLEAN:
        return float(value) if isinstance(value, bool) else None
    number = None if isinstance(value, bool) else plain_number(value)
    if number is None:
        return None
    return float(number) if type_ is Builtin.REAL or float(number).is_integer() else None


def value_text(value: object) -> str:
    """A value as the command line writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return "{" + ", ".join(map(value_text, value)) + "}"
    return repr(value) if isinstance(value, str) else str(value)


def parse_assignment(text: str) -> tuple[str, object]:
    """`path=value` as the command line has it."""
    name, equals, value = text.partition("=")
    if not equals or not name.strip():
        raise MosilaError(BAD_SETTING.at(text=text, why="it has no `=`", example="path=value, for example gr.g=1.62"))
    return name.strip(), parse_value(value.strip())


def parse_value(value: str) -> object:
    """A number, a truth value, values in braces, or a text, with or without quotes."""
    if value in ("true", "false"):
        return value == "true"
    if value.startswith("{") and value.endswith("}"):
        return [parse_value(each.strip()) for each in value[1:-1].split(",") if each.strip()]
    for convert in (int, float):
        try:
            return convert(value)
        except ValueError:
            continue
    return value[1:-1] if len(value) > 1 and value[0] == value[-1] == '"' else value
