"""A function as an object that expressions call: its signature at once, its definition when it is asked for.

A definition is made late, so that a function can call itself, and functions each other: who makes a definition finds the
`Function` already there. Expressions tell functions apart by identity; `key` tells them apart by content.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from hashlib import blake2b
from typing import Final

from mosila.diagnostics.diagnostic import Diagnostic, MosilaError
from mosila.functions.content import content_text
from mosila.functions.definition import Definition
from mosila.functions.interpret import Limits, interpret
from mosila.functions.signature import Signature
from mosila.functions.tangent import tangent_definition, tangent_signature
from mosila.symbolic.expression import Argument

FOLDING: Final = Limits(statements=10_000, depth=200)


class NotDefinedYet(RuntimeError):
    """What a function does was asked for while that was being found out."""


class Function:
    """What a call calls; `define` makes the definition, or it is given at once."""

    def __init__(self, signature: Signature, define: Callable[[], Definition] | Definition) -> None:
        self.signature = signature
        self._define = define
        self._is_being_defined = False

    def __repr__(self) -> str:
        return f"<function {self.name}>"

    @property
    def name(self) -> str:
        """The name for people."""
        return self.signature.name

    @property
    def inputs(self) -> int:
        """How many numbers go in."""
        return self.signature.inputs

    @property
    def outputs(self) -> int:
        """How many numbers come out."""
        return self.signature.outputs

    @property
    def discrete_outputs(self) -> frozenset[int]:
        """The outputs that stand still between events."""
        inputs = self.signature.inputs
        return frozenset(slot - inputs for slot in self.signature.discrete if slot >= inputs)

    @cached_property
    def definition(self) -> Definition:
        """What it does, made once."""
        if isinstance(self._define, Definition):
            return self._define
        if self._is_being_defined:
            raise NotDefinedYet(f"the definition of {self.name} needs itself")
        self._is_being_defined = True
        try:
            return self._define()
        finally:
            self._is_being_defined = False

    @cached_property
    def key(self) -> str:
        """The name of its C function, a hash of what it and all that it calls do."""
        return f"fn_{blake2b(content_text(self).encode(), digest_size=10).hexdigest()}"

    @cached_property
    def _tangent(self) -> Function:
        return Function(tangent_signature(self.signature), lambda: tangent_definition(self, in_time=False))

    @cached_property
    def _tangent_in_time(self) -> Function:
        return Function(tangent_signature(self.signature), lambda: tangent_definition(self, in_time=True))

    def tangent(self, in_time: bool = False) -> Function:
        """(numbers, their rates, texts) -> the rates of the outputs."""
        return self._tangent_in_time if in_time else self._tangent

    def fold(self, arguments: Sequence[Argument]) -> tuple[float, ...] | None:
        """The outputs, where nothing speaks against finding them now and it does not take long."""
        if not self.signature.is_pure or self._is_being_defined or self.definition.external is not None:
            return None
        warnings: list[Diagnostic] = []
        try:
            outputs = interpret(self, arguments, FOLDING, warnings=warnings)
        except (MosilaError, NotDefinedYet):
            return None
        return None if warnings else outputs

    def evaluate(self, arguments: Sequence[Argument]) -> tuple[float, ...]:
        """The outputs; what fails ends in a diagnostic."""
        return interpret(self, arguments)
