"""Source text -> syntax tree: `SourceFile` -> `ast.StoredDefinition`.

The tables come from the grammar files through lark; this module walks them. The stack holds a state, a value and the
place of its start for every symbol, so no input can exhaust Python's own stack. Errors go to `recover.py`.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from mosila.diagnostics import MosilaError
from mosila.diagnostics.parse import TOO_DEEP
from mosila.source import SourceFile, Span
from mosila.syntax import ast
from mosila.syntax.build_classes import TreeBuilder
from mosila.syntax.recover import Recovery
from mosila.syntax.scan import START, Place, Token, scan
from mosila.syntax.stack import count_open
from mosila.syntax.tables import END_OF_FILE, Tables, load_tables

MAXIMUM_NESTING = 1500
"""How many brackets, conditions, blocks and classes may be open at a time. Passes that recurse over a tree rely on it."""

_RECURSION_LIMIT = 20_000


def parse_source(source: SourceFile) -> ast.StoredDefinition:
    """The syntax tree of a file; a `MosilaError` with all the diagnostics found if the text does not follow the grammar."""
    allow_recursion()
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        return Parser(load_tables(), source).parse()
    finally:
        if was_enabled:
            gc.enable()


def allow_recursion() -> None:
    """Let passes over a tree recurse, a few calls a level, as deep as a tree may be; the default limit would be less."""
    sys.setrecursionlimit(max(_RECURSION_LIMIT, sys.getrecursionlimit()))


class Parser:
    """A parser at work on one file: the stack of what is recognised so far, and the last token on it."""

    def __init__(self, tables: Tables, source: SourceFile) -> None:
        self.tables = tables
        self.source = source
        self.builder = TreeBuilder()
        self.comments: list[tuple[Place, Place, str]] = []
        self.states = [tables.start]
        self.values: list[Any] = [None]
        self.starts: list[Place] = [(1, 1)]
        self.previous = START
        self.safe_height = MAXIMUM_NESTING

    def parse(self) -> ast.StoredDefinition:
        """Read the whole file."""
        scanned = scan(self.tables, self.source.text, self.states, self.comments)
        recovery = Recovery(self, scanned)
        wrong = self.advance(scanned)
        while wrong is not None:
            recovery.resume(wrong)
            wrong = self.advance(recovery.tokens())
        diagnostics = recovery.diagnostics + self.builder.all_diagnostics()
        if diagnostics:
            raise MosilaError(*sorted(diagnostics, key=lambda each: each.span))
        definition: ast.StoredDefinition = self.values[1]
        path = self.source.path
        comments = (ast.Comment(text, span=Span(path, *start, *end)) for start, end, text in self.comments)
        return replace(definition, comments=tuple(comments))

    def advance(self, tokens: Iterable[Token]) -> Token | None:
        """Put tokens on the stack, reducing what they complete, up to one that cannot stand there; None if all could."""
        tables, states, values, starts = self.tables, self.states, self.values, self.starts
        actions, reductions, promoted = tables.actions, tables.reductions, tables.promoted
        path, builder, new_span = self.source.path, self.builder, tuple.__new__
        end = self.previous.end
        for token in tokens:
            terminal, text, place, token_end, _ = token
            while True:
                action = actions[states[-1]].get(terminal)
                if action is None:
                    return None if terminal == END_OF_FILE and states[-1] == tables.final else token
                if action >= 0:
                    states.append(action)
                    values.append(text)
                    starts.append(place)
                    break
                symbol, size, pick, build, is_unit = reductions[~action]
                if is_unit:
                    key = (states[-2], action, terminal)
                    states[-1] = promoted.get(key) or tables.promote(key)
                elif size == 1:
                    value = pick([values[-1], None])
                    values[-1] = value if build is None else build(builder, value, new_span(Span, (path, *starts[-1], *end)))
                    states[-1] = actions[states[-2]][symbol]
                else:
                    start, last = (starts[-size], end) if size else (place, place)
                    value = pick([*values[len(values) - size :], None])
                    if size:
                        del states[-size:], values[-size:], starts[-size:]
                    values.append(value if build is None else build(builder, value, new_span(Span, (path, *start, *last))))
                    starts.append(start)
                    states.append(actions[states[-1]][symbol])
            self.previous, end = token, token_end
            if len(states) > self.safe_height:
                self.check_nesting(token)
        return None

    def check_nesting(self, token: Token) -> None:
        """Refuse a text that is nested too deeply; if it is not, say up to which height of the stack that is certain."""
        count = count_open(self)
        if count > MAXIMUM_NESTING:
            raise MosilaError(TOO_DEEP.at(self.span(token), limit=MAXIMUM_NESTING))
        self.safe_height = len(self.states) + MAXIMUM_NESTING - count

    def span(self, token: Token) -> Span:
        """Where a token stands."""
        return Span(self.source.path, *token.start, *token.end)
