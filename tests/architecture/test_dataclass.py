"""The data classes of the program behave as those of the standard library, whichever of their methods is wanted first."""

from __future__ import annotations

import ast
import copy
import dataclasses
import pickle
import threading
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mosila.dataclass import dataclass

PACKAGE = Path(__file__).parents[2] / "mosila"
Decorator = Callable[..., Any]


def make_classes(decorator: Decorator) -> tuple[Any, Any, Any, Any]:
    """The same classes by either decorator: a base with a keyword, a derived one, one that may change, one compared by identity."""

    @decorator(frozen=True, slots=True, kw_only=True)
    class Node:
        place: int = dataclasses.field(default=7, compare=False, repr=False)

    @decorator(frozen=True, slots=True)
    class Sum(Node):
        left: object
        right: object = 0
        rest: list[int] = dataclasses.field(default_factory=list, hash=False)

    @decorator(slots=True)
    class Counter:
        name: str
        count: int = 0
        doubled: int = dataclasses.field(default=0, init=False)
        seen: list[int] = dataclasses.field(default_factory=list, init=False, repr=False)

        def __post_init__(self) -> None:
            self.doubled = 2 * self.count

    @decorator(frozen=True, slots=True, eq=False, repr=False, weakref_slot=True)
    class Thing:
        name: str

        def __repr__(self) -> str:
            return f"<{self.name}>"

    return Node, Sum, Counter, Thing


def told(action: Callable[[], object]) -> object:
    """What comes of an action: its value, or the kind of its error."""
    try:
        return action()
    except (TypeError, AttributeError) as error:
        return type(error)


ACTIONS: dict[str, Callable[[Any, Any, Any, Any], object]] = {
    "values": lambda node, sum_, counter, thing: (node().place, sum_(1, 2, place=3).place, sum_(1).right, sum_(1).rest, sum_(left=1).left),
    "factories": lambda node, sum_, counter, thing: sum_(1).rest is sum_(1).rest,
    "wrong calls": lambda node, sum_, counter, thing: (told(sum_), told(lambda: sum_(1, 2, [], 4)), told(lambda: node(1))),
    "equality": lambda node, sum_, counter, thing: (sum_(1) == sum_(1, place=9), sum_(1) == sum_(2), node() == sum_(1), sum_(1) == 1),
    "hash": lambda node, sum_, counter, thing: (hash(sum_(1, 2)) == hash(sum_(1, 2, place=3)), told(lambda: hash(counter("a")))),
    "representation": lambda node, sum_, counter, thing: (repr(sum_(1, "b")), repr(node()), repr(counter("c", 4)), repr(thing("d"))),
    "assignment": lambda node, sum_, counter, thing: (told(lambda: setattr(sum_(1), "left", 2)), told(lambda: delattr(sum_(1), "left"))),
    "no other attribute": lambda node, sum_, counter, thing: told(lambda: setattr(counter("a"), "other", 2)),
    "no dictionary": lambda node, sum_, counter, thing: [hasattr(each, "__dict__") for each in (node(), sum_(1), counter("a"), thing("a"))],
    "fields": lambda node, sum_, counter, thing: [
        [(each.name, each.type, each.default, each.init, each.compare, each.kw_only) for each in dataclasses.fields(class_)]
        for class_ in (node, sum_, counter, thing)
    ],
    "fields first": lambda node, sum_, counter, thing: (len(dataclasses.fields(sum_)), sum_(1).rest, sum_(1, place=2).place),
    "replaced": lambda node, sum_, counter, thing: (
        repr(dataclasses.replace(sum_(1, 2), left=5)) + repr(dataclasses.replace(counter("a"), count=3))
    ),
    "after the start": lambda node, sum_, counter, thing: (counter("a", 4).doubled, counter("a").seen),
    "patterns": lambda node, sum_, counter, thing: [class_.__match_args__ for class_ in (node, sum_, counter, thing)],
    "copies": lambda node, sum_, counter, thing: (
        copy.copy(sum_(1, 2, [3])) == sum_(1, 2, [3]),
        copy.deepcopy(counter("a", 1)) == counter("a", 1),
    ),
    "identity": lambda node, sum_, counter, thing: (
        thing("a") == thing("a"),
        len({thing("a"), thing("a")}),
        callable(weakref.ref(thing("a"))),
    ),
    "without a constructor": lambda node, sum_, counter, thing: told(lambda: repr(object.__new__(sum_))),
}


@pytest.mark.parametrize("action", ACTIONS.values(), ids=ACTIONS)
def test_it_is_as_the_standard_one(action: Callable[..., object]) -> None:
    assert action(*make_classes(dataclass)) == action(*make_classes(dataclasses.dataclass))


def test_pickling() -> None:
    from mosila.options import SimulationOptions
    from mosila.source import Span
    from mosila.syntax import ast as tree

    for value in (SimulationOptions(), tree.Literal(1, "1", span=Span("a.mo", 1, 2, 3, 4))):
        found = pickle.loads(pickle.dumps(value))
        assert found == value
        assert repr(found) == repr(value)


def test_nothing_is_made_before_it_is_wanted() -> None:
    _, sum_, _, _ = make_classes(dataclass)
    assert "__init__" in sum_.__recipe__.lacking
    assert sum_(1).left == 1
    assert "__init__" not in sum_.__recipe__.lacking
    assert "__eq__" in sum_.__recipe__.lacking


def test_threads_may_be_first_together() -> None:
    for _ in range(50):
        _, sum_, _, _ = make_classes(dataclass)
        gate, found = threading.Barrier(4), list[bool]()

        def work(class_: Any = sum_, gate: threading.Barrier = gate, found: list[bool] = found) -> None:
            gate.wait()
            found.append(class_(1) == class_(1) and hash(class_(1, 2, [])) == hash(class_(1, 2)))

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert found == [True] * 4


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_there_is_one_decorator(path: Path) -> None:
    if path.name == "dataclass.py":
        return
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module == "dataclasses":
            assert "dataclass" not in {alias.name for alias in node.names}, f"{path}:{node.lineno}: take it from mosila.dataclass"
