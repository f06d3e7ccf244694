"""Rules of inheritance: which kinds may extend which, and what a base must not be."""

from __future__ import annotations

from collections.abc import Iterator

from mosila.diagnostics import Diagnostic, MosilaError
from mosila.diagnostics.kinds import BAD_BASE, LONELY_BASE, REPLACEABLE_BASE
from mosila.semantics.classes import Class, ClassElement
from mosila.semantics.kinds import base_kind, kind_of
from mosila.semantics.symbols import Builtin
from mosila.semantics.types import EnumerationType
from mosila.syntax import ast

_BASES: dict[str, tuple[str, ...]] = {
    "package": ("package",),
    "operator": ("operator",),
    "function": ("function", "operator function"),
    "operator function": ("function", "operator function"),
    "type": ("type",),
    "record": ("record",),
    "operator record": ("operator record", "record"),
    "expandable connector": ("expandable connector",),
    "connector": ("connector", "type", "record", "operator record"),
    "block": ("block", "record", "operator record"),
    "model": ("model", "block", "record", "operator record"),
}
"""By kind: which kinds it may extend, beside `class`."""


def check_bases(class_: Class) -> Iterator[Diagnostic]:
    """What is wrong with the extends clauses of a class."""
    body = class_.symbol.definition.body
    if isinstance(body, ast.ShortClass | ast.Enumeration | ast.DerivativeClass):
        return
    for clause, _ in class_.extends_clauses():
        try:
            base = class_.find_base(clause)
            yield from _check_kind(class_, clause, base)
            if isinstance(base, Class):
                yield from _check_operator_record(class_, clause, base)
                yield from _check_replaceable(class_, clause)
            yield from _check_alone(class_, clause, base)
        except MosilaError:
            continue  # a base that is not there is told of where it is needed


def _check_kind(class_: Class, clause: ast.Extends, base: Class | Builtin | EnumerationType) -> Iterator[Diagnostic]:
    kind = kind_of(class_)
    allowed = _BASES.get(kind)
    found = kind_of(base) if isinstance(base, Class) else "type"
    if allowed is None or found in ("class", *allowed):
        return
    if isinstance(base, Class) and base.predefined is not None and "type" in allowed:
        return
    if base is Builtin.EXTERNAL:
        return
    name = base.name if isinstance(base, Class | EnumerationType) else base.value
    choice = " or ".join(f"a {each}" if each[0] not in "aeio" else f"an {each}" for each in (*allowed, "class"))
    yield BAD_BASE.at(clause.name.span, kind=kind, name=class_.name, base_kind=found, base=name, allowed=choice)


def _check_operator_record(class_: Class, clause: ast.Extends, base: Class) -> Iterator[Diagnostic]:
    """An operator record can be changed by a short class only, and what is around it cannot be extended."""
    around = base.restriction == "operator record" or any(
        definition.restriction == "operator record" for definition in base.symbol.own_classes.values()
    )
    if around and base_kind(class_) not in ("connector",):
        what = "the operator record" if base.restriction == "operator record" else f"the {kind_of(base)} around an operator record"
        allowed = "neither operator records nor what is around them; a short class can change start values and units"
        yield BAD_BASE.at(
            clause.name.span, kind=kind_of(class_), name=class_.name, base_kind=what.removeprefix("the "), base=base.name, allowed=allowed
        )


def _check_replaceable(class_: Class, clause: ast.Extends) -> Iterator[Diagnostic]:
    found = class_.find_first(clause.name)
    for place, part in enumerate(clause.name.parts):
        if place:
            inside = found.class_ if isinstance(found, ClassElement) else found
            found = inside.member(part) if isinstance(inside, Class) else None
        if isinstance(found, ClassElement) and found.prefixes.replaceable:
            yield REPLACEABLE_BASE.at(
                clause.name.span, name=class_.name, base=".".join(clause.name.parts[: place + 1]), related=[(found.span, "declared here")]
            )
            return


def _check_alone(class_: Class, clause: ast.Extends, base: Class | Builtin | EnumerationType) -> Iterator[Diagnostic]:
    """Bases with dimensions or a prefix, and predefined types, bear no other elements beside them."""
    why = _lonely(base)
    if not why:
        return
    others = [e for e in class_.symbol.elements if isinstance(e.item, ast.ComponentClause | ast.Extends) and e.item is not clause]
    others = [e for e in others if not (isinstance(e.item, ast.Extends) and _is_empty(class_, e.item))]
    if others:
        item = others[0].item
        span = item.declarations[0].span if isinstance(item, ast.ComponentClause) else item.span
        name = base.name if isinstance(base, Class | EnumerationType) else base.value
        if base_kind(class_) == "type" and isinstance(item, ast.ComponentClause):
            return  # told already
        yield LONELY_BASE.at(span, name=class_.name, base=name, why=why, related=[(clause.span, "extended here")])


def _lonely(base: Class | Builtin | EnumerationType) -> str:
    if not isinstance(base, Class):
        return "is a predefined type" if base is not Builtin.EXTERNAL else ""
    if base.predefined is not None:
        return "is a predefined type" if not base.predefined.subscripts else "is an array"
    here: Class | None = base
    while here is not None and isinstance(here.symbol.definition.body, ast.ShortClass):
        if here.symbol.definition.body.subscripts:
            return "is an array"
        if here.symbol.definition.body.causality:
            return f"has the prefix `{here.symbol.definition.body.causality}`"
        here = here.bases[0][0] if here.bases else None
    return ""


def _is_empty(class_: Class, clause: ast.Extends) -> bool:
    """Whether a base brings nothing, as an icon does."""
    base = class_.find_base(clause)
    return isinstance(base, Class) and not base.elements.named and base.predefined is None
