"""Did you mean: the nearest name to one that is not there."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def suggestion(name: str, candidates: Iterable[str]) -> str:
    """A did-you-mean for the end of a help text, or nothing."""
    names = list(dict.fromkeys(candidates))
    close = [each for each in names if each.lower() == name.lower()] or get_close_matches(name, names, n=1, cutoff=0.6)
    return f": did you mean `{close[0]}`?" if close else ""
