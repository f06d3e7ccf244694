"""Result -> what is printed about it at the end: lines for people, or one JSON object."""

from __future__ import annotations

import json

import numpy as np

from mosila.options import settings
from mosila.results.result import Result
from mosila.results.segment import Kind

LISTED = 12


def as_json(result: Result) -> str:
    """One object: model, timings in seconds, counts, cache and why the run ended."""
    counts = result.counts
    return json.dumps(
        {
            "model": result.model,
            "timings": {stage: round(seconds, 6) for stage, seconds in result.timings.as_dictionary().items()},
            "steps": counts.steps,
            "events": counts.events,
            "structures": counts.structures,
            "variables": counts.variables,
            "states": counts.states,
            "cache": "hit" if result.cache_hit else "miss",
            "stop_reason": result.stop_reason,
            "settings": {name: {"value": getattr(result.options, name), "from": result.options.origin(name)} for name in _shown(result)},
        }
    )


def summarise(result: Result, with_values: bool = False) -> str:
    """A few lines on what was done and how long it took; with the last values of the states if wanted."""
    counts, timings = result.counts, result.timings
    filled = [segment for segment in result.segments if len(segment)]
    ends = f"{filled[0].start:.10g} to {filled[-1].stop:.10g}" if filled else "nothing"
    lines = [
        f"{result.model}: time {ends}, {result.stop_reason}",
        "  "
        + ", ".join(
            _count(number, noun)
            for number, noun in (
                (counts.variables, "variable"),
                (counts.states, "state"),
                (counts.steps, "step"),
                (counts.events, "event"),
                (counts.structures, "structure"),
                (max(0, len(result.structures) - 1), "structural change"),
            )
        ),
        "  "
        + ", ".join(f"{stage} {seconds:.3f}" for stage, seconds in timings.as_dictionary().items())
        + f" = {timings.total:.3f} s; kernels {'from the cache' if result.cache_hit else 'compiled'}",
    ]
    lines.insert(1, "  " + ", ".join(_setting(result, name) for name in _shown(result)))
    if with_values and filled:
        lines += _last_values(result)
    return "\n".join(lines)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


ORIGINS = {"given": "given", "annotation": "of the model", "default": "default"}


def _shown(result: Result) -> list[str]:
    """The settings worth telling: of interval and intervals the one that counts, what is None not at all."""
    hidden = "intervals" if result.options.interval is not None else "interval"
    return [each.name for each in settings() if each.name != hidden and getattr(result.options, each.name) is not None]


def _setting(result: Result, name: str) -> str:
    value = getattr(result.options, name)
    text = value if isinstance(value, str) else f"{value:.10g}"
    return f"{name.replace('_', ' ')} {text} ({ORIGINS[result.options.origin(name)]})"


def _last_values(result: Result) -> list[str]:
    states = [variable for variable in result.variables if variable.is_state]
    chosen = states or [variable for variable in result.variables if variable.kind is Kind.REAL]
    last = next(segment for segment in reversed(result.segments) if len(segment))
    row = last.read_block([variable.name for variable in chosen[:LISTED]], len(last) - 1, len(last))[0]
    lines = [
        f"  {variable.name} = {value:.10g}{' ' + variable.unit if variable.unit else ''}"
        for variable, value in zip(chosen, row, strict=False)
        if not np.isnan(value)
    ]
    return [*lines, f"  and {len(chosen) - LISTED} more"] if len(chosen) > LISTED else lines
