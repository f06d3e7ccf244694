"""A change of the text that would let the parser go on, and the trial whether tokens could follow."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mosila.diagnostics import Diagnostic
from mosila.syntax.scan import Token
from mosila.syntax.tables import END_OF_FILE

if TYPE_CHECKING:
    from mosila.syntax.parse import Parser


@dataclass(frozen=True, slots=True)
class Repair:
    """What to say, and the tokens to go on with in the place of the one that did not fit.

    The text up to `skip_to` is passed over; `is_again` takes the token before back from the stack.
    """

    diagnostic: Diagnostic
    tokens: tuple[Token, ...]
    skip_to: int = 0
    is_again: bool = False


def accept_all(parser: Parser, states: Sequence[int], terminals: Iterable[str]) -> bool:
    """Whether the terminals could follow, one after another; the parser is not touched."""
    actions, reductions, accept = parser.tables.actions, parser.tables.reductions, parser.tables.accept
    trial = list(states)
    for terminal in terminals:
        while True:
            action = actions[trial[-1]].get(terminal)
            if action is None:
                return False
            if action >= 0:
                trial.append(action)
                break
            reduction = reductions[~action]
            if reduction.size:
                del trial[-reduction.size :]
            trial.append(actions[trial[-1]][reduction.symbol])
            if terminal == END_OF_FILE and trial[-1] == accept:
                return True
    return True
