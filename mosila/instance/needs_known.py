"""Which functions work with what slots cannot hold: Strings that they make, arrays whose sizes are found while they run."""

from __future__ import annotations

from dataclasses import field

from mosila.dataclass import dataclass
from mosila.diagnostics import MosilaError
from mosila.instance.context import Context
from mosila.instance.find_function import find_function
from mosila.instance.names import element_type
from mosila.semantics.classes import Class, ComponentElement
from mosila.semantics.symbols import Builtin
from mosila.syntax import ast
from mosila.syntax.walk import all_calls


@dataclass(slots=True)
class NeedsKnown:
    """Answers for classes, each found once."""

    found: dict[Class, bool] = field(default_factory=dict)

    def __call__(self, class_: Class) -> bool:
        """Whether all arguments of a function must be known."""
        if class_ not in self.found:
            self.found[class_] = False  # what calls itself needs no more than the rest of it
            self.found[class_] = _has_own_need(class_) or self._calls_one(class_)
        return self.found[class_]

    def _calls_one(self, class_: Class) -> bool:
        for section, owner in class_.elements.algorithms:
            for call in all_calls(section.statements):
                if expression_is_builtin(call):
                    continue
                try:
                    called = find_function(call.function, Context(owner))
                except MosilaError:
                    continue  # told of where the call is made
                if called.is_function and self(called):
                    return True
        return False


def expression_is_builtin(call: ast.Call) -> bool:
    """Whether a call may be one of a built-in function, which has no class."""
    return len(call.function.parts) == 1 and call.function.parts[0].name in ("assert", "size", "String", "sum", "cat", "fill", "zeros")


def _has_own_need(class_: Class) -> bool:
    for element in class_.elements.named.values():
        if isinstance(element, ComponentElement) and element.clause.causality != "input" and not element.is_constant:
            declared = element_type(element)
            if isinstance(declared.type, Class):
                if declared.type.is_record and _has_text(declared.type):
                    return True
            elif declared.type is Builtin.STRING:
                return True
            if element.modifier.value is None and any(isinstance(subscript, ast.Colon) for subscript, _ in declared.subscripts):
                return True
    return False


def _has_text(class_: Class) -> bool:
    for element in class_.elements.named.values():
        if isinstance(element, ComponentElement):
            type_ = element_type(element).type
            if type_ is Builtin.STRING or (isinstance(type_, Class) and type_.is_record and _has_text(type_)):
                return True
    return False
