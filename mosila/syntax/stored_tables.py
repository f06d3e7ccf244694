"""The tables of the grammar in a file beside it: who has not changed the grammar need not wait until it is analysed.

A row of `actions` is a state, with the number of a symbol and where it leads by turns. `pytest --update-golden` writes the file anew.
"""

from __future__ import annotations

import json
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import Any

from mosila.resources import resource_directory

FORMAT = 5


def tables_file() -> Path:
    """Where the tables are."""
    return resource_directory("grammar") / "tables.json"


def fingerprint(grammar: str) -> str:
    """By which tables are known to be of this grammar."""
    return sha256(f"{FORMAT} {grammar}".encode()).hexdigest()[:32]


def stored_tables(grammar: str) -> tuple[Any, ...] | None:
    """The tables of a grammar as plain data; None if there are none, or they are those of another one."""
    try:
        found = json.loads(tables_file().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    if found["grammar"] != fingerprint(grammar):
        return None
    symbols = found["symbols"]
    actions = [dict(zip((symbols[number] for number in row[::2]), row[1::2], strict=True)) for row in found["actions"]]
    return (actions, *found["others"])


def write_out(grammar: str, data: tuple[Any, ...]) -> str:
    """The content of the file for the tables of a grammar."""
    actions, *others = data
    symbols = sorted({symbol for row in actions for symbol in row})
    numbers = {symbol: number for number, symbol in enumerate(symbols)}
    rows = (
        json.dumps([*chain.from_iterable((numbers[symbol], to) for symbol, to in row.items())], separators=(",", ":")) for row in actions
    )
    head = f'{{"grammar": "{fingerprint(grammar)}",\n"symbols": {json.dumps(symbols)},\n"others": {json.dumps(others)},\n'
    return head + '"actions": [\n' + ",\n".join(rows) + "\n]}\n"
