"""Shapes and the machine code of shapes: lists of expressions over slots -> C functions, compiled and loaded once.

The name of a function is a hash of its shape, so the same shape has the same name in every process, and the C text of a
set of shapes depends on nothing else.
"""

from __future__ import annotations

import ctypes
from collections.abc import Collection, Iterable
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Final

from mosila.codegen.c_expressions import PRELUDE, c_function
from mosila.codegen.c_functions import HEADER, c_functions, called_by
from mosila.codegen.foreign import foreign_libraries
from mosila.codegen.support import SOURCES, ExternalObjects, support
from mosila.codegen.toolchain import CompiledLibrary, compile_shared
from mosila.dataclass import dataclass
from mosila.functions.signature import Defined
from mosila.symbolic import Expr, canonical, differentiate, expression_text
from mosila.symbolic.stable_text import stable_text

_COMMENT_LENGTH: Final = 200


@dataclass(frozen=True, slots=True)
class Shape:
    """Expressions over the slots 0 .. width-1 of one row of an index table."""

    exprs: tuple[Expr, ...]
    width: int

    @property
    def name(self) -> str:
        """The symbol of its C function."""
        return _name(self)

    def partial(self, active: tuple[int, ...]) -> Shape:
        """The derivatives of every expression by every active slot, over the same rows."""
        return Shape(tuple(differentiate(expression, slot) for expression in self.exprs for slot in active), self.width)


def make_shape(exprs: tuple[Expr, ...]) -> tuple[Shape, tuple[int, ...]]:
    """The shape of expressions, and which of their slots each of its slots is."""
    numbered, old = canonical(exprs)
    return Shape(numbered, len(old)), old


def shape_functions(shapes: Iterable[Shape]) -> tuple[Defined, ...]:
    """The functions that a set of shapes calls, directly or not."""
    return called_by(expression for shape in shapes for expression in shape.exprs)


def c_text(shapes: Iterable[Shape]) -> str:
    """The C text of a set of shapes, and of the functions that they call."""
    shapes = list(shapes)
    called = shape_functions(shapes)
    functions = [PRELUDE, HEADER, c_functions(called)] if called else [PRELUDE]
    for name, shape in sorted({shape.name: shape for shape in shapes}.items()):
        slots = [f"u{index}" for index in range(shape.width)]
        comments = [expression_text(expression, slots, _COMMENT_LENGTH) for expression in shape.exprs]
        functions.append(c_function(name, shape.exprs, shape.width, comments))
    return "\n".join(functions)


@dataclass(frozen=True, slots=True)
class Compilation:
    """What it took to have all shapes loaded: how many were new, whether the disk had them, seconds."""

    shapes: int = 0
    cache_hit: bool = True
    seconds: float = 0.0


class Kernels:
    """The shape functions that this process has loaded."""

    def __init__(self) -> None:
        self._addresses: dict[str, int] = {}
        self._libraries: list[ctypes.CDLL] = []
        self._functions: dict[str, Defined] = {}
        self.files: list[tuple[Path, tuple[str, ...]]] = []
        """The libraries that were loaded, and the functions taken from each."""
        self.objects = ExternalObjects()

    def require(self, shapes: Iterable[Shape]) -> Compilation:
        """Loads what is not loaded yet, all of it as one library."""
        new = {shape.name: shape for shape in shapes if shape.name not in self._addresses}
        if not new:
            return Compilation()
        compiled = self._compile(new.values())
        self.load(compiled.path, tuple(sorted(new)))
        return Compilation(len(new), compiled.cache_hit, compiled.seconds)

    def load(self, path: Path, names: tuple[str, ...]) -> None:
        """Takes functions from a library that is compiled; an `OSError` where it cannot be loaded here."""
        library = ctypes.CDLL(str(path))
        self._libraries.append(library)
        self.files.append((path, names))
        for name in names:
            address = ctypes.cast(getattr(library, name), ctypes.c_void_p).value
            assert address is not None
            self._addresses[name] = address

    def address(self, name: str) -> int:
        """Where a loaded function is."""
        return self._addresses[name]

    def function(self, key: str) -> Defined | None:
        """The function that has this name in C, if a shape calls it."""
        return self._functions.get(key)

    def _compile(self, shapes: Collection[Shape]) -> CompiledLibrary:
        functions = shape_functions(shapes)
        if not functions:
            return compile_shared(c_text(shapes))
        self._functions.update((function.key, function) for function in functions)
        libraries = (*foreign_libraries(functions), support().path)
        return compile_shared(c_text(shapes), (), (SOURCES,), tuple(map(str, libraries)))


@lru_cache(maxsize=100_000)
def _name(shape: Shape) -> str:
    digest = blake2b(shape_text(shape).encode(), digest_size=10)
    return f"shape_{digest.hexdigest()}"


def shape_text(shape: Shape) -> str:
    """A shape as one line of text, each shared expression once: equal texts are equal shapes."""
    return f"{shape.width};{stable_text(shape.exprs)}"
