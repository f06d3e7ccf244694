"""Arguments of built-in functions, by place and by name."""

from __future__ import annotations

from mosila.diagnostics import MosilaError
from mosila.diagnostics.types import WRONG_ARGUMENTS
from mosila.syntax import ast
from mosila.syntax.format import expression_text


def wrong_arguments(call: ast.Call, expected: str, found: object) -> MosilaError:
    """The error of a call that does not fit its function."""
    name = expression_text(call.function)
    return MosilaError(WRONG_ARGUMENTS.at(call.span, function=name, expected=expected, found=found))


def plain_arguments(call: ast.Call, *counts: int) -> tuple[ast.Expression, ...]:
    """The arguments, which must be as many as one of the counts, without names and iterators."""
    if call.named or call.iterators or len(call.arguments) not in counts:
        words = " or ".join(str(count) for count in counts)
        raise wrong_arguments(call, f"{words} argument" + ("s" if counts[-1] != 1 else ""), len(call.arguments) + len(call.named))
    return call.arguments


def named_arguments(call: ast.Call, names: tuple[str, ...], needed: int) -> dict[str, ast.Expression]:
    """The arguments by name, given by place or by name."""
    if call.iterators or len(call.arguments) > len(names):
        raise wrong_arguments(call, f"at most {len(names)} arguments", len(call.arguments))
    given = dict(zip(names, call.arguments, strict=False))
    for argument in call.named:
        if argument.name not in names or argument.name in given:
            raise wrong_arguments(call, "the arguments " + ", ".join(names), f"`{argument.name}`")
        given[argument.name] = argument.value
    missing = [name for name in names[:needed] if name not in given]
    if missing:
        raise wrong_arguments(call, "also the argument " + ", ".join(missing), len(given))
    return given
