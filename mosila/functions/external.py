"""Foreign code as data: which C function is called, how its arguments are made, where it comes from."""

from __future__ import annotations

from enum import Enum

from mosila.dataclass import dataclass
from mosila.source import NOWHERE, Span
from mosila.symbolic.expression import Expr


class Kind(Enum):
    """How a number is passed: as C's double, int or size_t; or the handle of an external object as void *."""

    REAL = "double"
    INTEGER = "int"
    SIZE = "size_t"
    OBJECT = "void *"


@dataclass(frozen=True, slots=True)
class ValueArgument:
    """A number by value; of OBJECT: the pointer that belongs to the handle."""

    kind: Kind
    value: Expr


@dataclass(frozen=True, slots=True)
class TextArgument:
    """A text as const char *: a `text` or a `text_input`."""

    value: Expr


@dataclass(frozen=True, slots=True)
class ArrayArgument:
    """`count` slots from `first` as an array of REAL or INTEGER; foreign code writes to it if `is_output`.

    The slots are row by row, as C wants them; with the `sizes` of all dimensions they can be turned for FORTRAN 77.
    """

    kind: Kind
    first: int
    count: int
    is_output: bool = False
    sizes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class OutputArgument:
    """A pointer through which foreign code writes one REAL or INTEGER."""

    kind: Kind
    slot: int


ExternalArgument = ValueArgument | TextArgument | ArrayArgument | OutputArgument


@dataclass(frozen=True, slots=True)
class ExternalResult:
    """The slot of the value that foreign code returns; of OBJECT: its handle."""

    kind: Kind
    slot: int


@dataclass(frozen=True, slots=True)
class Origin:
    """Where foreign code comes from: the annotations Include, Library, IncludeDirectory and LibraryDirectory."""

    includes: tuple[str, ...] = ()
    libraries: tuple[str, ...] = ()
    include_directories: tuple[str, ...] = ()
    library_directories: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class External:
    """A call of foreign code; without an include its prototype is made from the arguments.

    Of FORTRAN 77 everything is passed by address and `_` is put behind the name.

    The constructor of an external object has the result OBJECT, and `destructor` is the C function that ends one.
    """

    c_name: str
    arguments: tuple[ExternalArgument, ...] = ()
    result: ExternalResult | None = None
    origin: Origin = Origin()
    destructor: str = ""
    language: str = "C"
    span: Span = NOWHERE
