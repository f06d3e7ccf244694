"""Calls that are made for what they do: a call as it is written -> numbers that are 1 when it has been made."""

from __future__ import annotations

from mosila.functions.definition import Assign, AssignCall, Definition
from mosila.functions.function import Function
from mosila.functions.signature import Signature
from mosila.instance.calls import FunctionCalls
from mosila.instance.context import Context, Scope
from mosila.symbolic.expression import ONE, Callee, Expr, call, callee_of, output, slot, text_input
from mosila.syntax import ast


class Effects:
    """Makes calls of a whole program into numbers; a failure of what is called leaves no number."""

    def __init__(self, calls: FunctionCalls) -> None:
        self.calls = calls
        self._made: dict[Callee, Function] = {}

    def of(self, written: ast.Call, scope: Scope, context: Context) -> tuple[Expr, ...]:
        """One number for each time that the function is called."""
        return tuple(self._performed(called) for called in self.calls.effects(written, scope, context))

    def _performed(self, called: Expr) -> Expr:
        callee = callee_of(called)
        if callee not in self._made:
            numbers, texts = callee.inputs, len(called.operands) - callee.inputs
            inner = call(callee, [*map(slot, range(numbers)), *map(text_input, range(texts))])
            signature = Signature(callee.name, numbers, outputs=1, texts=texts, is_pure=False)
            body = (AssignCall((None,) * callee.outputs, inner), Assign(numbers, ONE))
            self._made[callee] = Function(signature, Definition(numbers + 1, body))
        return output(call(self._made[callee], called.operands), 0)
