"""What is around an object: modifiers given from outside, prefixes, `inner` components; and which of it a plan asked for.

Values that modifiers give to parameters do not enter a plan; they are rows of the plan that writes them. Only what decides
its layout or its equations does (sizes, ranges, branches of parameter ifs, what `outer` means). Each plan remembers which of
these were asked for and what the answers were, so a plan is shared by all objects for which the answers are the same.
"""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, TypeAlias

from mosila.dataclass import dataclass
from mosila.diagnostics import MosilaError
from mosila.diagnostics.types import BAD_SUBSCRIPT
from mosila.instance.context import Context
from mosila.instance.declared_shape import declared_shape
from mosila.instance.lower import lower, lower_structural
from mosila.instance.plan import Component, Link, Variability
from mosila.instance.values import Value
from mosila.instance.wiring import BusElement, Wiring
from mosila.semantics.modifiers import Modifier
from mosila.semantics.types import RecordType, Shape

if TYPE_CHECKING:
    from mosila.instance.build import PlanBuilder

Path: TypeAlias = tuple[str, ...]
Question: TypeAlias = tuple[str, Path]
Answer: TypeAlias = object


@dataclass(frozen=True, slots=True)
class Prefixes:
    """What the prefixes of a component mean for the variables in it."""

    variability: Variability = Variability.CONTINUOUS
    link: Link | None = None
    causality: str = ""
    is_final: bool = False
    in_connector: bool = False


@dataclass(slots=True)
class Surroundings:
    """The modifiers of a component and the plan in whose text they stand."""

    modifier: Modifier
    builder: PlanBuilder | None
    index: tuple[int, ...] = ()
    outer: Surroundings | None = None
    name: str = ""
    prefixes: Prefixes = Prefixes()
    asked: dict[Question, Answer] = field(default_factory=dict)
    wiring: Wiring | None = None
    """What is known of the connections of the whole model; the outermost surroundings have it."""

    def ask(self, path: Path, what: str) -> Value | None:
        """The value given from outside to an element of the component, or None where none is given."""
        return self._ask(path, what)[0]

    def _ask(self, path: Path, what: str) -> tuple[Value | None, int | None]:
        """The value given from outside, and how far out an `each` stands."""
        value, each = self._find(path, what)
        self.asked["value", path] = answer_of(value)
        return value, each

    def ask_shape(self, path: Path) -> Shape | None:
        """The dimensions of the value given from outside to an element of the component, which may vary."""
        return self._ask_shape(path)[0]

    def _ask_shape(self, path: Path) -> tuple[Shape | None, int | None]:
        shape, each = self.outer._ask_shape((self.name, *path)) if self.outer is not None else (None, None)
        if shape is None:
            here: Modifier | None = self.modifier
            for name in path:
                here = here.nested.get(name) if here is not None else None
            if here is not None and here.value is not None and self.builder is not None:
                context = Context(here.scope or self.builder.class_).without_events()
                shape, each = declared_shape(here.value, context.scope), here.each
                if shape is None:
                    shape = lower(here.value, self.builder.scope, context).shape
        if shape is not None and self._is_one_of_many(path, each):
            shape = shape[len(self.index) :]
        self.asked["shape", path] = shape
        return shape, each

    def ask_inner(self, name: str) -> tuple[PlanBuilder, Component] | None:
        """The `inner` component of that name in the objects around."""
        found: tuple[PlanBuilder, Component] | None = None
        if self.builder is not None:
            if self.builder.has_inner(name):
                component = self.builder.inner_component(name)
                found = (self.builder, component) if component is not None else None
            elif self.outer is not None:
                found = self.outer.ask_inner(name)
        self.asked["inner", (name,)] = None if found is None else (found[1].content, found[1].dimensions)
        return found

    def ask_wiring(self, kind: str, path: Path) -> Answer:
        """What the connections of the whole model mean for an object at a path below this one."""
        if self.outer is not None:
            answer = self.outer.ask_wiring(kind, (self.element_name, *path))
        else:
            answer = self.wiring.answer(kind, path) if self.wiring is not None else None
        self.asked[kind, path] = answer
        return answer

    def ask_bus(self) -> dict[str, BusElement]:
        """What is on this object, an expandable connector."""
        self.ask_wiring("bus", ())
        path: Path = ()
        here = self
        while here.outer is not None:
            path, here = (here.element_name, *path), here.outer
        return here.wiring.buses.get(path, {}) if here.wiring is not None else {}

    @property
    def element_name(self) -> str:
        """The name of the object, with its place in an array."""
        return f"{self.name}[{','.join(str(i + 1) for i in self.index)}]" if self.index else self.name

    def answer(self, question: Question) -> Answer:
        """The answer to a question that another plan asked."""
        kind, path = question
        if kind in ("bus", "cardinality"):
            return self.ask_wiring(kind, path)
        if kind == "value":
            return answer_of(self.ask(path, "its layout"))
        if kind == "shape":
            return self.ask_shape(path)
        self.ask_inner(path[0])
        return self.asked[question]

    def _find(self, path: Path, what: str) -> tuple[Value | None, int | None]:
        if self.outer is not None:
            found, each = self.outer._ask((self.name, *path), what)
            if found is not None:
                return self._element(found, path, each), each
        here = self.modifier
        for place, name in enumerate(path):
            if name not in here.nested:
                return (self._part(here, path[:place], path[place:], what) if here.value is not None else None), here.each
            here = here.nested[name]
        return self._value(here, path, what), here.each

    def _value(self, modifier: Modifier, path: Path, what: str) -> Value | None:
        if modifier.value is None or self.builder is None:
            return None
        value = lower_structural(modifier.value, self.builder.scope, Context(modifier.scope or self.builder.class_), what)
        return self._element(value, path, modifier.each)

    def _part(self, modifier: Modifier, path: Path, fields: Path, what: str) -> Value | None:
        """The part of a record that is given as a whole."""
        value = self._value(modifier, path, what)
        for name in fields:
            value = value.field(name) if value is not None and isinstance(value.type, RecordType) else None
        return value

    def _is_one_of_many(self, path: Path, each: int | None) -> bool:
        """Whether a value that is given to an element at a path has a part for this object, one of an array."""
        return bool(self.index) and (each is None or each >= len(path))

    def _element(self, value: Value, path: Path, each: int | None) -> Value:
        if not self._is_one_of_many(path, each) or len(value.shape) < len(self.index):
            return value
        for place, size in zip(self.index, value.shape, strict=False):
            if place >= size:
                raise MosilaError(BAD_SUBSCRIPT.at(self.modifier.span_of(path), index=place + 1, name=path[-1], size=size))
        return value.at(self.index)


def answer_of(value: Value | None) -> Answer:
    """What is compared of a value."""
    return None if value is None else (value.type, value.shape, value.elements)
