"""A function and all that it calls as one text: equal texts are equal functions, in every process."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from enum import Enum
from typing import cast

from mosila.functions.signature import Defined
from mosila.source import Span
from mosila.symbolic.expression import CALL, Callee, Expr, callee_of, postorder
from mosila.symbolic.stable_text import stable_text


def content_text(root: Defined) -> str:
    """Functions in the order in which they are met, called by their numbers in this order, so that cycles do no harm."""
    numbers: dict[Callee, int] = {root: 0}
    todo: list[Defined] = [root]

    def number(callee: Callee) -> str:
        if callee not in numbers:
            numbers[callee] = len(numbers)
            todo.append(cast(Defined, callee))
        return str(numbers[callee])

    def text(value: object) -> str:
        if isinstance(value, Expr):
            return stable_text((value,), number)
        if isinstance(value, tuple) and not isinstance(value, Span):
            return f"({','.join(text(item) for item in value)})"
        if isinstance(value, frozenset):
            return f"{{{','.join(map(str, sorted(value)))}}}"
        if isinstance(value, Enum):
            return value.name
        if is_dataclass(value):
            members = (getattr(value, field.name) for field in fields(value) if field.name not in _WITHOUT_MEANING)
            return f"{type(value).__name__}({','.join(text(member) for member in members)})"
        return repr(value)

    return "\n".join(f"{text(function.signature)}{text(function.definition)}" for function in todo)


_WITHOUT_MEANING = frozenset({"span", "code", "derivatives", "is_inlined_late"})


def called_functions(roots: tuple[Expr, ...]) -> dict[Callee, None]:
    """The functions that expressions call themselves, in the order of the text."""
    return {callee_of(node): None for node in postorder(roots) if node.operator == CALL}
