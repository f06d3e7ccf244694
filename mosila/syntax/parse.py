"""Source text -> syntax tree: `SourceFile` -> `ast.StoredDefinition`.

The tables come from the grammar files through lark; this module walks them. The stack holds a state, a value and the
places of its ends for every symbol, so no input can exhaust Python's own stack. Errors go to `recover.py`.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from mosila.diagnostics import MosilaError
from mosila.diagnostics.parse import TOO_DEEP
from mosila.source import SourceFile, Span
from mosila.syntax import ast
from mosila.syntax.build_classes import TreeBuilder
from mosila.syntax.recover import Recovery
from mosila.syntax.scan import Place, Token, scan
from mosila.syntax.tables import END_OF_FILE, Tables, load_tables

MAXIMUM_DEPTH = 600
"""How many symbols may wait on the parser's stack; a tree is never deeper. Passes that recurse over a tree rely on it."""

_RECURSION_LIMIT = 20_000


def parse_source(source: SourceFile) -> ast.StoredDefinition:
    """The syntax tree of a file; a `MosilaError` with all the diagnostics found if the text does not follow the grammar."""
    # Passes over the tree recurse, a few calls a level; the default limit would be less than the depth allowed.
    sys.setrecursionlimit(max(_RECURSION_LIMIT, sys.getrecursionlimit()))
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        return Parser(load_tables(), source).parse()
    finally:
        if was_enabled:
            gc.enable()


class Parser:
    """A parser at work on one file: the stack of what is recognised so far."""

    def __init__(self, tables: Tables, source: SourceFile) -> None:
        self.tables = tables
        self.source = source
        self.builder = TreeBuilder()
        self.builders: list[Callable[[list[Any], Span], Any] | None] = [
            getattr(self.builder, each.builder) if each.builder else None for each in tables.reductions
        ]
        self.comments: list[tuple[Place, Place, str]] = []
        self.states = [tables.start]
        self.values: list[Any] = [None]
        self.starts: list[Place] = [(1, 1)]
        self.ends: list[Place] = [(1, 1)]

    def parse(self) -> ast.StoredDefinition:
        """Read the whole file."""
        recovery = Recovery(self, scan(self.tables, self.source.text, self.states, self.comments))
        for token in recovery.tokens():
            if not self.shift(token):
                recovery.resume(token)
        diagnostics = recovery.diagnostics + self.builder.all_diagnostics()
        if diagnostics:
            raise MosilaError(*sorted(diagnostics, key=lambda each: each.span))
        definition: ast.StoredDefinition = self.values[1]
        path = self.source.path
        return replace(definition, comments=tuple((Span(path, *start, *end), text) for start, end, text in self.comments))

    def shift(self, token: Token) -> bool:
        """Reduce what the token completes and put it on the stack; False where it cannot stand."""
        states, values, starts, ends = self.states, self.values, self.starts, self.ends
        actions, reductions = self.tables.actions, self.tables.reductions
        terminal = token.terminal
        while (action := actions[states[-1]].get(terminal)) is not None:
            if action >= 0:
                states.append(action)
                values.append(token.text)
                starts.append(token.start)
                ends.append(token.end)
                if len(states) > MAXIMUM_DEPTH:
                    raise MosilaError(TOO_DEEP.at(self.span(token), limit=MAXIMUM_DEPTH))
                return True
            reduction = reductions[~action]
            size = reduction.size
            if reduction.passes and size == 1:
                states[-1] = actions[states[-2]][reduction.symbol]
                continue
            self.reduce(~action, size, token)
            if terminal == END_OF_FILE and states[-1] == self.tables.accept:
                return True
        return False

    def reduce(self, index: int, size: int, token: Token) -> None:
        """Replace the topmost symbols by the one they make up."""
        states, values, starts, ends = self.states, self.values, self.starts, self.ends
        reduction = self.tables.reductions[index]
        if size:
            popped = values[-size:]
            start, end = starts[-size], ends[-1]
            del states[-size:], values[-size:], starts[-size:], ends[-size:]
        else:
            popped = []
            start = end = token.start
        build = self.builders[index]
        if reduction.passes:
            value = popped[reduction.children[0][0]]
        else:
            value = _children(popped, reduction.children)
            if build is not None:
                value = build(value, Span(self.source.path, *start, *end))
        states.append(self.tables.actions[states[-1]][reduction.symbol])
        values.append(value)
        starts.append(start)
        ends.append(end)

    def span(self, token: Token) -> Span:
        """Where a token stands."""
        return Span(self.source.path, *token.start, *token.end)


def _children(popped: list[Any], wanted: tuple[tuple[int, bool], ...]) -> list[Any]:
    children: list[Any] = []
    for index, is_list in wanted:
        if not is_list:
            children.append(None if index < 0 else popped[index])
        elif children:
            children += popped[index]
        else:
            # Lists are left-recursive: growing the old one in place keeps long lists linear.
            children = popped[index]
    return children
