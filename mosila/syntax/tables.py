"""Grammar files -> LALR tables: lark reads and analyses them once, the result is plain data, kept on disk."""

from __future__ import annotations

import functools
import marshal
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import field
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from mosila.cache import cache_directory, read_checked, write_checked
from mosila.dataclass import dataclass
from mosila.resources import resource_directory
from mosila.source import Span
from mosila.syntax.build_classes import TreeBuilder
from mosila.syntax.stored_tables import fingerprint, stored_tables

if TYPE_CHECKING:
    from lark import Lark
    from lark.grammar import Rule

GRAMMAR_FILES = ("modelica.lark", "mosila.lark")
END_OF_FILE = "$END"


class Reduction(NamedTuple):
    """What to do when a rule is complete: take its `size` values off the stack, `pick` the children, `build` a node of them.

    There is no `build` for a rule that only collects a list or passes its single child on. A unit is such a rule that
    consists of the child alone, so that the stack keeps its height and its values.
    """

    symbol: str
    size: int
    pick: Callable[[list[Any]], Any]
    build: Callable[[TreeBuilder, Any, Span], Any] | None
    is_unit: bool


@dataclass(frozen=True, slots=True)
class ContextWord:
    """A word that is the terminal only where the grammar expects it and the pattern fits the text."""

    terminal: str
    pattern: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class Tables:
    """The parser as data: `actions[state][symbol]` is the next state, or `~n` to reduce by rule n."""

    actions: tuple[dict[str, int], ...]
    reductions: tuple[Reduction, ...]
    start: int
    final: int
    keywords: dict[str, str]
    context_words: dict[str, tuple[ContextWord, ...]]
    symbols: dict[str, str]
    patterns: tuple[tuple[str, str], ...]
    shown: dict[str, str]
    promoted: dict[tuple[int, int, str], int] = field(default_factory=dict)

    def promote(self, key: tuple[int, int, str]) -> int:
        """The state on top when all units are done; the key is the state below, the action of the first one, and the terminal.

        A number is a dozen units away from the expression that it is, so what was found is kept in `promoted`.
        """
        below, action, terminal = key
        following: int | None = action
        top = below
        while following is not None and following < 0 and self.reductions[~following].is_unit:
            top = self.actions[below][self.reductions[~following].symbol]
            following = self.actions[top].get(terminal)
        self.promoted[key] = top
        return top

    def accept(self, states: Sequence[int], terminals: Iterable[str]) -> bool:
        """Whether terminals could follow on a stack of states, one after another."""
        trial = list(states)
        for terminal in terminals:
            while True:
                action = self.actions[trial[-1]].get(terminal)
                if action is None:
                    return False
                if action >= 0:
                    trial.append(action)
                    break
                reduction = self.reductions[~action]
                if reduction.size:
                    del trial[-reduction.size :]
                trial.append(self.actions[trial[-1]][reduction.symbol])
                if terminal == END_OF_FILE and trial[-1] == self.final:
                    return True
        return True


def expand_abbreviations(text: str) -> str:
    """Put the patterns defined by `//! NAME = pattern` lines in the place of `<NAME>`."""
    patterns: dict[str, str] = {}

    def replace(match: re.Match[str]) -> str:
        return patterns[match[1]]

    def define(match: re.Match[str]) -> str:
        patterns[match[1]] = re.sub(r"<([A-Z]+)>", replace, match[2])
        return ""

    rules = re.sub(r"(?m)^//! ([A-Z]+) = (.*)$", define, text)
    return re.sub(r"<([A-Z]+)>", replace, rules)


def grammar_text() -> str:
    """The whole grammar as one text: Modelica, then what MOSILA adds."""
    directory = resource_directory("grammar")
    return expand_abbreviations("\n".join((directory / name).read_text(encoding="utf-8") for name in GRAMMAR_FILES))


@functools.cache
def load_tables() -> Tables:
    """The tables of the grammar: those that lie beside it, or from the cache on disk, or made anew."""
    text = grammar_text()
    if (data := stored_tables(text)) is not None:
        return _from_data(data)
    path = cache_directory() / "grammar" / f"{fingerprint(text)}-{sys.version_info[0]}.{sys.version_info[1]}.tables"
    content = read_checked(path)
    if content is not None:
        return _from_data(marshal.loads(content))
    data = analyse(text)
    write_checked(path, marshal.dumps(data))
    return _from_data(data)


def _from_data(data: Any) -> Tables:
    actions, reductions, start, final, keywords, words, symbols, patterns, shown = data
    context_words = {
        word: tuple(ContextWord(terminal, re.compile(pattern)) for terminal, pattern in candidates) for word, candidates in words.items()
    }
    return Tables(
        actions=tuple(actions),
        reductions=tuple(
            Reduction(symbol, size, _picker(children, passes), getattr(TreeBuilder, builder) if builder else None, passes and size == 1)
            for symbol, size, builder, children, passes in reductions
        ),
        start=start,
        final=final,
        keywords=keywords,
        context_words=context_words,
        symbols=symbols,
        patterns=tuple((name, pattern) for name, pattern in patterns),
        shown=shown,
    )


def _picker(children: tuple[tuple[int, bool], ...], passes: bool) -> Callable[[list[Any]], Any]:
    """How to get the children out of a rule's values and a None behind them, which is what an absent part (index -1) stands for.

    `children` lists (index, is a list to splice in).
    """
    match children:
        case [(index, _)] if passes:
            return itemgetter(index)
        case [(0, True), (index, False)]:
            return lambda values: _append(values[0], values[index])
        case _ if any(is_list for _, is_list in children):
            return lambda values: _splice(values, children)
        case []:
            return lambda values: []
        case [(index, _)]:
            return lambda values: [values[index]]
        case _:
            pick = itemgetter(*(index for index, _ in children))
            return lambda values: [*pick(values)]


def _append(items: list[Any], item: Any) -> list[Any]:
    """Lists are left-recursive: growing the old one in place keeps long lists linear."""
    items.append(item)
    return items


def _splice(values: list[Any], children: tuple[tuple[int, bool], ...]) -> list[Any]:
    found: list[Any] = []
    for index, is_list in children:
        if not is_list:
            found.append(values[index])
        elif found:
            found += values[index]
        else:
            found = values[index]
    return found


def analyse(text: str) -> tuple[Any, ...]:
    """The tables of a grammar as plain data."""
    from lark import Lark

    parser = Lark(text, parser="lalr", start="stored_definition", maybe_placeholders=True)
    return (*_states(parser), *_terminals(parser))


def _states(parser: Lark) -> tuple[Any, ...]:
    """States are numbered as they are reached from the first one: lark's numbers are other ones in every process."""
    from lark.parsers.lalr_analysis import Shift

    table = parser.parser.parser._parse_table
    start, end = table.start_states["stored_definition"], table.end_states["stored_definition"]
    rules: dict[Rule, int] = {}
    actions: list[dict[str, int]] = []
    numbers, reached = {start: 0}, [start]
    for state in reached:
        row: dict[str, int] = {}
        for symbol, (action, argument) in sorted(table.states[state].items()):
            if action is not Shift:
                row[sys.intern(str(symbol))] = ~rules.setdefault(argument, len(rules))
                continue
            if argument not in numbers:
                numbers[argument] = len(reached)
                reached.append(argument)
            row[sys.intern(str(symbol))] = numbers[argument]
        actions.append(row)
    return actions, [_reduction(rule) for rule in rules], numbers[start], numbers[end]


def _reduction(rule: Rule) -> tuple[Any, ...]:
    from lark.grammar import Terminal

    name = str(rule.origin.name)
    absent = list(rule.options.empty_indices) or [False] * len(rule.expansion)
    children: list[tuple[int, bool]] = []
    index = 0
    for is_absent in absent:
        if is_absent:
            children.append((-1, False))
            continue
        symbol = rule.expansion[index]
        if rule.options.keep_all_tokens or not (isinstance(symbol, Terminal) and symbol.filter_out):
            children.append((index, not symbol.is_term and symbol.name.startswith("_")))
        index += 1
    passes = rule.options.expand1 and not rule.alias and len(children) == 1 and children[0][0] >= 0 and not children[0][1]
    builder = "" if passes or name.startswith("_") else str(rule.alias or name)
    return sys.intern(name), len(rule.expansion), builder, tuple(children), passes


def _terminals(parser: Lark) -> tuple[Any, ...]:
    keywords: dict[str, str] = {}
    words: dict[str, list[tuple[str, str]]] = {}
    symbols: dict[str, str] = {}
    patterns: list[tuple[str, str]] = []
    shown: dict[str, str] = {}
    for terminal in sorted(parser.terminals, key=lambda each: (-each.priority, each.name)):
        name, pattern, text = str(terminal.name), str(terminal.pattern.to_regexp()), str(terminal.pattern.value)
        word = re.match(r"[a-z]+", text)
        if terminal.priority > 0 and word:
            words.setdefault(word[0], []).append((name, pattern))
            shown[name] = word[0]
        elif terminal.pattern.type == "re":
            patterns.append((name, pattern))
        elif word:
            keywords[text] = name
            shown[name] = text
        else:
            symbols[text] = name
            shown[name] = text
    return keywords, words, symbols, patterns, shown
