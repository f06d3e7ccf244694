"""Many classes of a library -> what `mosila check` says about each, in processes of their own."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks.forked import Lost, work_forked
from mosila.diagnostics import Diagnostic, MosilaError, Severity
from mosila.diagnostics.registry import refusals
from mosila.experiment.check import check_class
from mosila.library.library import Library
from mosila.semantics.lookup import ClassTable
from mosila.semantics.symbols import ClassPath, ClassSymbol
from mosila.syntax import ast

ACCEPTED = "accepted"
TIMEOUT = "time-out"


@dataclass(frozen=True, slots=True)
class Found:
    """One diagnostic, as far as it is counted."""

    code: str
    message: str
    file: str
    line: int

    @property
    def is_refusal(self) -> bool:
        """Whether it says that mosila cannot do something yet, or that it failed itself."""
        return self.code in refusals() or self.code.startswith("X")


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a class: the errors found, or the fault that ended the check."""

    name: str
    errors: tuple[Found, ...] = ()
    fault: str = ""
    traceback: str = ""


def found_errors(diagnostics: Iterable[Diagnostic]) -> tuple[Found, ...]:
    """The errors among diagnostics."""
    return tuple(Found(d.code, d.message, d.span.path, d.span.line) for d in diagnostics if d.severity is Severity.ERROR)


def check_all(
    table: ClassTable,
    names: Sequence[str],
    jobs: int,
    timeout: float,
    check: Callable[[ClassTable, ClassSymbol], object] = check_class,
) -> Iterator[Verdict]:
    """The verdicts on classes, as they come."""

    def work(name: str) -> Verdict:
        try:
            model = table.find_path(tuple(name.split(".")))
            assert model is not None, "found before"
            check(table, model)
        except MosilaError as error:
            return Verdict(name, found_errors(error.diagnostics))
        except Exception as fault:
            last = traceback.extract_tb(fault.__traceback__)[-1]
            where = f"crash: {type(fault).__name__} in {Path(last.filename).stem}.{last.name}"
            return Verdict(name, fault=where, traceback="".join(traceback.format_exception(fault)))
        return Verdict(name)

    for name, answer in work_forked(work, names, jobs, timeout):
        yield Verdict(name, fault=answer.why) if isinstance(answer, Lost) else answer


def classes_of(table: ClassTable, library: Library, path: ClassPath) -> Iterator[ClassSymbol]:
    """A package or class and all classes in it, those with files of their own too; not what is inside models."""
    symbol = table.find_path(path)
    if symbol is None:
        return
    yield symbol
    if symbol.definition.restriction.split()[-1] == "package":
        for name in dict.fromkeys((*symbol.own_classes, *library.contents(path))):
            yield from classes_of(table, library, (*path, name))


def annotation_of(definition: ast.ClassDefinition) -> ast.ClassModification | None:
    """The annotation of a class."""
    match definition.body:
        case ast.Composition(annotation=annotation) | ast.ClassExtends(composition=ast.Composition(annotation=annotation)):
            return annotation
        case _:
            return definition.description.annotation if definition.description is not None else None


def argument(modification: ast.ClassModification | None, *names: str) -> ast.ElementModification | None:
    """The argument of an annotation that nested names lead to."""
    for each in modification.arguments if modification is not None else ():
        if isinstance(each, ast.ElementModification) and each.name.parts == names[:1]:
            if len(names) == 1:
                return each
            return argument(each.modification.arguments if each.modification is not None else None, *names[1:])
    return None


def print_causes(title: str, causes: Iterable[tuple[str, str]], most: int) -> None:
    """Names grouped by cause, the commonest cause first; `most` names of each."""
    groups: dict[str, list[str]] = {}
    for cause, name in causes:
        groups.setdefault(cause, []).append(name)
    if not groups:
        return
    print(f"\n{title}")
    for cause, names in sorted(groups.items(), key=lambda pair: (-len(pair[1]), pair[0])):
        shown = ", ".join(sorted(names)[:most]) + (", ..." if len(names) > most else "")
        print(f"  {len(names):4}  {cause}: {shown}")


def as_json(verdicts: Iterable[Verdict]) -> list[dict[str, object]]:
    """Verdicts as JSON has them."""
    return [asdict(each) for each in sorted(verdicts, key=lambda each: each.name)]
