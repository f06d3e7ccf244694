"""What callers of a function have to know, and what all passes over functions take."""

from __future__ import annotations

from typing import Protocol

from mosila.dataclass import dataclass
from mosila.functions.definition import Definition
from mosila.source import NOWHERE, Span
from mosila.symbolic.expression import Callee


@dataclass(frozen=True, slots=True)
class Signature:
    """`inputs` numbers and then `texts` texts go in, `outputs` numbers come out; arrays are flat, row by row.

    `discrete` are the slots among inputs and outputs that hold whole numbers or truth values.
    """

    name: str
    inputs: int
    outputs: int
    texts: int = 0
    discrete: frozenset[int] = frozenset()
    is_pure: bool = True
    span: Span = NOWHERE


class Defined(Callee, Protocol):
    """A callee whose definition is known."""

    @property
    def signature(self) -> Signature:
        """What callers have to know."""
        ...

    @property
    def definition(self) -> Definition:
        """What it does."""
        ...
