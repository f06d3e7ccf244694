"""`dataclass` of the standard library, but a class with slots gets its methods when they are first wanted.

There are hundreds of data classes here, of which a run uses a third; to make the methods of all took longer than all else at the start
of the program. So each generated attribute is a placeholder at first. The constructor is made here, and fills the slots
without a detour over `object.__setattr__`; all others the standard library makes.
"""

from __future__ import annotations

import dataclasses
from threading import RLock
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(**options: bool) -> Any:
        """As in the standard library."""
        return (lambda written: _Recipe(written, **options).class_) if options.get("slots") else dataclasses.dataclass(**options)


_ONE_AT_A_TIME: Final = RLock()
_TOGETHER: Final = {"__eq__": ("__eq__", "__hash__"), "__hash__": ("__eq__", "__hash__")}
_ALWAYS: Final = ("__init__", "__match_args__", "__dataclass_fields__", "__dataclass_params__")


class _Placeholder:
    """A generated attribute of a class that is not there yet: who asks for it has it made."""

    __slots__ = ("name", "recipe")

    def __init__(self, name: str, recipe: _Recipe) -> None:
        self.name, self.recipe = name, recipe

    def __get__(self, instance: object, owner: type) -> Any:
        self.recipe.make(self.name)
        return getattr(owner if instance is None else instance, self.name)


class _Recipe:
    """A class with slots, and how to make what it lacks: from the class as it was written, by the options of `dataclass`."""

    def __init__(
        self, written: type, *, eq: bool = True, frozen: bool = False, repr: bool = True, weakref_slot: bool = False, **more: bool
    ):
        self.written = written
        self.options = {"eq": eq, "frozen": frozen, "repr": repr, "weakref_slot": weakref_slot, **more}
        attributes = dict(written.__dict__)
        taken = {name for base in written.__mro__[1:] for name in base.__dict__.get("__slots__", ())}
        slots = [name for name in written.__annotations__ if name not in taken]
        for name in (*slots, "__dict__", "__weakref__"):
            attributes.pop(name, None)
        wanted = [*_ALWAYS, *(["__repr__"] if repr else [])]
        wanted += (["__eq__", "__hash__"] if eq else []) + (["__getstate__", "__setstate__"] if frozen else [])
        self.lacking = [name for name in wanted if name not in attributes]
        attributes |= {name: _Placeholder(name, self) for name in self.lacking}
        attributes |= {"__slots__": (*slots, "__weakref__") if weakref_slot else tuple(slots), "__recipe__": self}
        attributes |= {"__setattr__": _refuse_assignment, "__delattr__": _refuse_deletion} if frozen else {}
        self.class_: Any = type(written)(written.__name__, written.__bases__, attributes)
        self.class_.__qualname__ = written.__qualname__

    def make(self, name: str) -> None:
        """Put the attribute in its place; other threads that want one wait."""
        with _ONE_AT_A_TIME:
            if name not in self.lacking:
                return
            if name == "__init__":
                made = {name: self._constructor()}
            elif name == "__match_args__":
                made = {name: tuple(each for each, field in self._fields().items() if field.init and not field.kw_only)}
            else:
                made = self._standard(name)
            for each, attribute in made.items():
                setattr(self.class_, each, attribute)
            self.lacking = [each for each in self.lacking if each not in made]

    def _standard(self, name: str) -> dict[str, Any]:
        """What the standard library makes, of what is still lacking, of a copy of the class on which it need not do the rest."""
        wanted = {"init": False, "repr": name == "__repr__", "eq": name in ("__eq__", "__hash__")}
        attributes = {each: value for each, value in self.written.__dict__.items() if each not in ("__dict__", "__weakref__")}
        copy = type(self.written)(self.written.__name__, self.written.__bases__, attributes)
        made = dataclasses.dataclass(**self.options | wanted)(copy).__dict__
        return {each: made[each] for each in _TOGETHER.get(name, (name,)) if each in self.lacking}

    def _fields(self) -> dict[str, dataclasses.Field[Any]]:
        """All fields by name, those of the bases first."""
        found: dict[str, dataclasses.Field[Any]] = {}
        for base in reversed(self.class_.__mro__):
            recipe = base.__dict__.get("__recipe__")
            if recipe is not None:
                found |= {name: recipe._field(name) for name in base.__annotations__}
        return found

    def _field(self, name: str) -> dataclasses.Field[Any]:
        value = self.written.__dict__.get(name, dataclasses.MISSING)
        field: dataclasses.Field[Any] = value if isinstance(value, dataclasses.Field) else dataclasses.field(default=value)
        if field.kw_only is dataclasses.MISSING:
            field.kw_only = self.options.get("kw_only", False)
        return field

    def _constructor(self) -> Any:
        """A function with a parameter for each field."""
        missing = dataclasses.MISSING
        names: dict[str, Any] = {"missing": missing}
        positional, by_name, lines = ["self"], ["*"], []
        for name, field in self._fields().items():
            names |= {
                f"set_{name}": getattr(self.class_, name).__set__,
                f"default_{name}": field.default,
                f"make_{name}": field.default_factory,
            }
            is_made, has_default = field.default_factory is not missing, field.default is not missing
            if field.init:
                default = "=missing" if is_made else f"=default_{name}" if has_default else ""
                (by_name if field.kw_only else positional).append(name + default)
                lines.append(
                    f"set_{name}(self, make_{name}() if {name} is missing else {name})" if is_made else f"set_{name}(self, {name})"
                )
            elif is_made or has_default:
                lines.append(f"set_{name}(self, {f'make_{name}()' if is_made else f'default_{name}'})")
        if hasattr(self.class_, "__post_init__"):
            lines.append("self.__post_init__()")
        parameters = ", ".join((*positional, *(by_name if len(by_name) > 1 else ())))
        exec(f"def __init__({parameters}):\n  " + "\n  ".join(lines or ["pass"]), names)
        constructor = names["__init__"]
        constructor.__qualname__, constructor.__module__ = f"{self.class_.__qualname__}.__init__", self.class_.__module__
        return constructor


def _refuse_assignment(self: object, name: str, value: object) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_deletion(self: object, name: str) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")
