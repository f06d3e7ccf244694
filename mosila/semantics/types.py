"""Types of values: the predefined ones, enumerations and records."""

from __future__ import annotations

from dataclasses import field
from math import prod
from typing import TypeAlias

from mosila.dataclass import dataclass
from mosila.semantics.symbols import Builtin, ClassSymbol

Shape: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class EnumerationType:
    """An enumeration: its name and its literals in order; values count from 1."""

    name: str
    literals: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a record."""

    name: str
    type: Type
    shape: Shape

    @property
    def width(self) -> int:
        """How many scalars it holds."""
        return prod(self.shape) * type_width(self.type)


@dataclass(frozen=True, slots=True)
class RecordType:
    """A record: its fields in order. Records are equal if their fields are."""

    name: str = field(compare=False)
    fields: tuple[Field, ...]
    symbol: ClassSymbol | None = field(default=None, compare=False, repr=False)

    @property
    def width(self) -> int:
        """How many scalars one value holds."""
        return sum(each.width for each in self.fields)

    def find(self, name: str) -> tuple[int, Field] | None:
        """Where a field begins among the scalars, and the field."""
        first = 0
        for each in self.fields:
            if each.name == name:
                return first, each
            first += each.width
        return None


Type: TypeAlias = Builtin | EnumerationType | RecordType

STATE_SELECT = EnumerationType("StateSelect", ("never", "avoid", "default", "prefer", "always"))
ASSERTION_LEVEL = EnumerationType("AssertionLevel", ("warning", "error"))
PREDEFINED_ENUMERATIONS = {each.name: each for each in (STATE_SELECT, ASSERTION_LEVEL)}


def type_width(type_: Type) -> int:
    """How many scalars one value of a type holds."""
    return type_.width if isinstance(type_, RecordType) else 1


def type_name(type_: Type) -> str:
    """The name of a type, for people."""
    return type_.value if isinstance(type_, Builtin) else type_.name


def scalar_kind(type_: Type) -> Builtin:
    """The predefined type that a scalar is stored as."""
    assert not isinstance(type_, RecordType)
    return type_ if isinstance(type_, Builtin) else Builtin.ENUMERATION
