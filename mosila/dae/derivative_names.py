"""Names of derivatives that are variables of their own: an object tree and where its further positions come from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from mosila.instance.tree import InstanceTree, Path


class _GrownTree:
    """An object tree with positions behind its own; `origins[k]` is what position size + k is the derivative of."""

    def __init__(self, tree: InstanceTree, origins: Sequence[int]) -> None:
        self._tree = tree
        self._origins = tuple(origins)
        self.size: int = tree.size + len(self._origins)

    def variable_path(self, position: int) -> Path:
        """The path of a variable; `der(x)` in the object of x."""
        if position < self._tree.size:
            return self._tree.variable_path(position)
        *owner, name = self.variable_path(self._origins[position - self._tree.size])
        return (*owner, f"der({name})")

    def variable_name(self, position: int) -> str:
        """The dotted name of a variable, `der(a.x)` of a derivative."""
        if position < self._tree.size:
            return self._tree.variable_name(position)
        return f"der({self.variable_name(self._origins[position - self._tree.size])})"

    def called(self, names: dict[int, Path]) -> InstanceTree:
        """The same with these names for dynamic objects."""
        return with_derivatives(self._tree.called(names), self._origins)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._tree, name)


def with_derivatives(tree: InstanceTree, origins: Sequence[int]) -> InstanceTree:
    """The tree with one more position for each origin, named after the derivative of what stands there."""
    return cast(InstanceTree, _GrownTree(tree, origins))
