"""Subtypes: whether one class has all that another one promises (interface compatibility, and what functions add to it)."""

from __future__ import annotations

from mosila.semantics.classes import Class, ClassElement, ComponentElement, Element
from mosila.semantics.symbols import Builtin
from mosila.semantics.types import EnumerationType

Found = Class | Builtin | EnumerationType
Pairs = frozenset[tuple[object, object]]

_VARIABILITY = ("constant", "parameter", "discrete", "")


def misfit(new: Found, wanted: Found, seen: Pairs = frozenset()) -> str:
    """Why a type cannot stand for another one; nothing if it can."""
    if new is wanted or (new, wanted) in seen:
        return ""
    seen |= {(new, wanted)}
    one, other = _predefined(new), _predefined(wanted)
    if other is not None or one is not None:
        return _predefined_misfit(new, one, wanted, other)
    assert isinstance(new, Class)
    assert isinstance(wanted, Class)
    if wanted.symbol in new.elements.lineage:
        return ""
    if new.is_function != wanted.is_function:
        return f"it is a {new.restriction}, not a {wanted.restriction}"
    dimensions = len(new.short_subscripts), len(wanted.short_subscripts)
    if dimensions[0] != dimensions[1]:
        return f"it has {dimensions[0]} dimensions, not {dimensions[1]}"
    if wanted.is_function:
        return _function_misfit(new, wanted, seen)
    for name, element in wanted.elements.named.items():
        why = _element_misfit(name, new.elements.named.get(name), element, seen) if not element.protected else ""
        if why:
            return why
    return ""


def _predefined(found: Found) -> tuple[Builtin | EnumerationType, int] | None:
    """The predefined type and the number of dimensions of a type without elements."""
    if not isinstance(found, Class):
        return found, 0
    based = found.predefined
    return (based.type, len(based.subscripts)) if based is not None else None


def _predefined_misfit(
    new: Found, one: tuple[Builtin | EnumerationType, int] | None, wanted: Found, other: tuple[Builtin | EnumerationType, int] | None
) -> str:
    if other is None:
        assert isinstance(wanted, Class)
        return "" if not wanted.elements.named else f"it is {_name(new)}, not a class like {wanted.name}"
    if one is None:
        return f"it is no {_name(wanted)}"
    same = one[0] == other[0]
    if isinstance(one[0], EnumerationType) and isinstance(other[0], EnumerationType):
        same = one[0].literals == other[0].literals or not other[0].literals
    if not same:
        return f"it is {_name(one[0])}, not {_name(other[0])}"
    return "" if one[1] == other[1] else f"it has {one[1]} dimensions, not {other[1]}"


def _name(found: Found) -> str:
    return found.value if isinstance(found, Builtin) else found.name


def _element_misfit(name: str, found: Element | None, wanted: Element, seen: Pairs) -> str:
    if found is None:
        return f"it has no `{name}`"
    if found.protected:
        return f"its `{name}` is protected"
    match found, wanted:
        case ComponentElement(), ComponentElement():
            return _component_misfit(name, found, wanted, seen)
        case ClassElement(), ClassElement():
            return ""
    return f"its `{name}` is something else"


def _component_misfit(name: str, found: ComponentElement, wanted: ComponentElement, seen: Pairs) -> str:
    one, other = found.clause, wanted.clause
    if one.connection != other.connection or (one.causality != other.causality and other.causality):
        return f"its `{name}` has other prefixes"
    if _VARIABILITY.index(one.variability) > _VARIABILITY.index(other.variability) and other.variability in ("parameter", "constant"):
        return f"its `{name}` is no {other.variability}"
    if found.written_dimensions != wanted.written_dimensions and not _is_named_array(found) and not _is_named_array(wanted):
        return f"its `{name}` has {found.written_dimensions} dimensions, not {wanted.written_dimensions}"
    why = misfit(found.owner.find_class(one.type), wanted.owner.find_class(other.type), seen)
    return f"its `{name}` differs, {why}" if why else ""


def _is_named_array(element: ComponentElement) -> bool:
    type_ = element.owner.find_class(element.clause.type)
    return isinstance(type_, Class) and bool((type_.predefined.subscripts if type_.predefined else ()) or type_.short_subscripts)


def _function_misfit(new: Class, wanted: Class, seen: Pairs) -> str:
    """A function must be callable wherever the other one is."""
    for causality in ("input", "output"):
        have, need = _formal(new, causality), _formal(wanted, causality)
        for place, (name, element) in enumerate(need):
            if place >= len(have) or have[place][0] != name:
                return f"its {causality} {place + 1} is not `{name}`"
            why = _component_misfit(name, have[place][1], element, seen)
            if why:
                return why
        more = [name for name, element in have[len(need) :] if causality == "input" and element.modifier.value is None]
        if more:
            return f"its input `{more[0]}` has no default"
    return ""


def _formal(class_: Class, causality: str) -> list[tuple[str, ComponentElement]]:
    return [
        (name, element)
        for name, element in class_.elements.named.items()
        if isinstance(element, ComponentElement) and element.clause.causality == causality and not element.protected
    ]
