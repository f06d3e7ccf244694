"""Patterns like `body.*` -> the names that fit them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from fnmatch import translate

from mosila.diagnostics.diagnostic import MosilaError
from mosila.diagnostics.experiment import NOTHING_MATCHES


def match_names(patterns: Iterable[str], names: Sequence[str], where: str) -> tuple[str, ...]:
    """The names that are or fit one of the patterns, in their own order; a pattern that none fits is an error."""
    found: set[str] = set()
    known = frozenset(names)
    for pattern in patterns:
        fitting = {pattern} if pattern in known else _fitting(pattern, names)
        if not fitting:
            near = get_close_matches(pattern, names, n=1, cutoff=0.6)
            suggestion = f"; did you mean `{near[0]}`?" if near else ""
            raise MosilaError(NOTHING_MATCHES.at(where=where, pattern=pattern, suggestion=suggestion))
        found |= fitting
    return tuple(name for name in names if name in found)


def _fitting(pattern: str, names: Sequence[str]) -> set[str]:
    """Brackets stand for themselves first, as in `x[1].*`; else they list characters."""
    for text in (pattern.replace("[", "[[]"), pattern):
        expression = re.compile(translate(text))
        if fitting := {name for name in names if expression.match(name)}:
            return fitting
    return set()
