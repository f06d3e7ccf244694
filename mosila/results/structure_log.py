"""A structural change -> a line for people who watch the run, and on request the values handed over."""

from __future__ import annotations

from collections.abc import Sequence

from mosila.runtime.logs import NamedValues, StructureChange

LISTED = 6


def describe_change(change: StructureChange, with_values: bool = False) -> str:
    """`t = 0.51: firing; + boost; 3 states; structure 2 (new, compiled in 43 ms)`, and below it the values if wanted."""
    parts = [
        *change.causes,
        *change.transitions,
        *(f"+ {name}" for name in change.added),
        *(f"- {name}" for name in change.removed),
        _count(change.states, "state") + (f", index {change.index}" if change.index > 1 else ""),
        f"structure {change.structure} ({_provenance(change)})",
    ]
    if change.held and not change.known:
        parts.append("holds " + _list([name for name, _ in change.held]))
    if change.impulses:
        parts.append("impulse on " + _list([f"{name} {value:.9g}" for name, value in change.impulses]))
    lines = [f"t = {change.time:.10g}: " + "; ".join(parts)]
    if with_values:
        lines += _values(change)
    return "\n".join(lines)


def _provenance(change: StructureChange) -> str:
    if change.known:
        return "known"
    if change.cache_hit:
        return "new, kernel from the cache"
    return f"new, compiled in {change.compile_seconds * 1e3:.0f} ms"


def _values(change: StructureChange) -> list[str]:
    lines = [f"    in {', '.join(change.active_states)}"] if change.active_states else []
    groups: tuple[tuple[str, NamedValues], ...] = (
        ("carried", change.carried),
        ("solved", change.solved),
        ("initialised", change.initialised),
        ("held", change.held),
    )
    for label, values in groups:
        lines += [f"    {label:<12} {name} = {value:.10g}" for name, value in values]
    return lines


def _list(items: Sequence[str]) -> str:
    more = f" and {len(items) - LISTED} more" if len(items) > LISTED else ""
    return ", ".join(items[:LISTED]) + more


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
