"""Annotations of classes: texts that are written in them."""

from __future__ import annotations

from mosila.syntax import ast


def class_annotation(definition: ast.ClassDefinition) -> ast.ClassModification | None:
    """The annotation of a class."""
    match definition.body:
        case ast.Composition(annotation=annotation) | ast.ClassExtends(composition=ast.Composition(annotation=annotation)):
            return annotation
        case _:
            return definition.description.annotation if definition.description is not None else None


def class_text(definition: ast.ClassDefinition, name: str) -> str | None:
    """The String that the annotation of a class gives to a name."""
    annotation = class_annotation(definition)
    for argument in annotation.arguments if annotation is not None else ():
        if isinstance(argument, ast.ElementModification) and argument.name.parts == (name,) and argument.modification is not None:
            value = argument.modification.value
            if isinstance(value, ast.Literal) and isinstance(value.value, str):
                return value.value
    return None
