"""The commonest slips in own words: parser stack and the token that does not fit -> a diagnostic, and a repair if there is one.

A repair is tried on a copy of the parser's states before it is believed.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mosila.diagnostics import Diagnostic
from mosila.diagnostics import parse as codes
from mosila.source import Span
from mosila.syntax import ast, scan
from mosila.syntax.repair import Repair, accept_all
from mosila.syntax.scan import Token
from mosila.syntax.stray_text import repair_stray_text, unknown_character
from mosila.syntax.tables import END_OF_FILE

if TYPE_CHECKING:
    from mosila.syntax.parse import Parser

_CLOSING = {"(": (")", "RPAR"), "[": ("]", "RSQB"), "{": ("}", "RBRACE")}
_STRUCTURE = frozenset(("end", "equation", "algorithm", "public", "protected", "then", "else", "elseif", "elsewhen", "loop"))
_CLASS_WORDS = frozenset(
    ("class", "model", "record", "block", "connector", "type", "package", "function", "operator", "partial", "encapsulated")
)
_PREFIXES = frozenset(
    ("parameter", "constant", "discrete", "input", "output", "flow", "stream", "inner", "outer", "final", "replaceable", "redeclare")
)
_TYPE_BEFORE = re.compile(r"(?:.*;)?\s*\.?[A-Za-z_][\w.]*(?:\[[^\]]*\])?\s+")
_BLOCK_WORDS = frozenset(("if", "for", "while", "when", "transition", "entry", "exit"))


def find_repair(parser: Parser, previous: Token | None, token: Token) -> Repair | None:
    """The smallest change of the text that lets the parser go on, if it is one that people need."""
    for attempt in (repair_stray_text, _other_equals, _keyword_as_name, _missing_bracket, _else_if, _missing_end, _missing_semicolon):
        if (repair := attempt(parser, previous, token)) is not None:
            return repair
    return None


def _other_equals(parser: Parser, previous: Token | None, token: Token) -> Repair | None:
    symbols = parser.tables.symbols
    for found, meant, code in (("=", ":=", codes.EQUALS_IN_ALGORITHM), (":=", "=", codes.ASSIGNMENT_IN_EQUATION)):
        if token.terminal == symbols[found] and accept_all(parser, parser.states, (symbols[meant],)):
            return Repair(code.at(parser.span(token)), (token._replace(terminal=symbols[meant], text=meant),))
    return None


def _keyword_as_name(parser: Parser, previous: Token | None, token: Token) -> Repair | None:
    if token.text not in parser.tables.keywords or token.text in _STRUCTURE or not accept_all(parser, parser.states, ("IDENT",)):
        return None
    behind = parser.source.text[token.offset + len(token.text) : token.offset + len(token.text) + 200]
    if not re.match(r"\s*[-+*/^;=(,\[\]).\":<>]", behind):
        return None
    return Repair(codes.KEYWORD_AS_NAME.at(parser.span(token), word=token.text), (token._replace(terminal="IDENT"),))


def _missing_bracket(parser: Parser, previous: Token | None, token: Token) -> Repair | None:
    """Close what is open, innermost first, until the token fits."""
    closing: list[tuple[str, str]] = []
    opened: list[int] = []
    for index in range(len(parser.values) - 1, 0, -1):
        value = parser.values[index]
        if not isinstance(value, str) or value not in _CLOSING:
            continue
        closing.append(_CLOSING[value])
        opened.append(index)
        if accept_all(parser, parser.states, (*(terminal for _, terminal in closing), token.terminal)):
            break
        if len(closing) > 20:
            return None
    else:
        return None
    if previous is None:
        return None
    start, bracket = parser.starts[opened[0]], parser.values[opened[0]]
    place = Span(parser.source.path, *start, start[0], start[1] + 1)
    related = [(_before(parser, previous), f"`{closing[0][0]}` could stand here")]
    found = _shown(token)
    diagnostic = codes.UNCLOSED_BRACKET.at(place, related=related, bracket=bracket, closing=closing[0][0], found=found, line=start[0])
    end = previous.end
    inserted = tuple(Token(terminal, text, end, end, token.offset) for text, terminal in closing)
    return Repair(diagnostic, (*inserted, token))


def _else_if(parser: Parser, previous: Token | None, token: Token) -> Repair | None:
    """At `end Name` or the like where `end if` is due because the only thing in an `else` branch is an `if` beside it."""
    values = parser.values
    if previous is None or previous.text != "end" or len(values) < 4 or not accept_all(parser, parser.states, ("IF", "SEMICOLON")):
        return None
    branch = values[-2]
    if not (isinstance(branch, tuple) and len(branch) == 1 and isinstance(branch[0], ast.IfEquation | ast.IfStatement)):
        return None
    if values[-3] != "else" or branch[0].span.line != parser.ends[-3][0]:
        return None
    place = Span(parser.source.path, *parser.starts[-3], branch[0].span.line, branch[0].span.column + 2)
    end = token.start
    inserted = (Token("IF", "if", end, end, token.offset), Token("SEMICOLON", ";", end, end, token.offset), previous)
    return Repair(codes.ELSE_IF.at(place), (*inserted, token))


def _missing_end(parser: Parser, previous: Token | None, token: Token) -> Repair | None:
    """At the beginning of a class where only the `end` of the one before can stand."""
    opened = _open_class(parser)
    if previous is None or opened is None or token.text not in _CLASS_WORDS:
        return None
    if not accept_all(parser, parser.states, ("END", "IDENT", "SEMICOLON", token.terminal)):
        return None
    what, name, place = opened
    related = [(place, f"{what} `{name}` begins here")]
    diagnostic = codes.UNCLOSED_BLOCK.at(parser.span(token), related=related, found=token.text, block=name, line=place.line)
    here = token.start
    inserted = (("END", "end"), ("IDENT", name), ("SEMICOLON", ";"))
    return Repair(diagnostic, (*(Token(terminal, text, here, here, token.offset) for terminal, text in inserted), token))


def _missing_semicolon(parser: Parser, previous: Token | None, token: Token) -> Repair | None:
    if previous is None or (token.terminal == END_OF_FILE and not accept_all(parser, parser.states, ("SEMICOLON", END_OF_FILE))):
        return None
    if not accept_all(parser, parser.states, ("SEMICOLON", token.terminal)) or _operator_is_likelier(parser, previous, token):
        return None
    what = "class" if accept_all(parser, parser.states, ("SEMICOLON", END_OF_FILE)) else _item(parser)
    place = _before(parser, previous)
    semicolon = Token("SEMICOLON", ";", previous.end, previous.end, token.offset)
    diagnostic = codes.MISSING_SEMICOLON.at(place, what=what, found=_shown(token), line=token.start[0])
    return Repair(diagnostic, (semicolon, token))


def _operator_is_likelier(parser: Parser, previous: Token, token: Token) -> bool:
    """Whether two operands stand side by side in one line: `m a` for `m * a`."""
    is_operand = token.terminal in ("IDENT", "LPAR", "UNSIGNED_INTEGER", "UNSIGNED_REAL")
    return is_operand and previous.end[0] == token.start[0] and parser.values[-2:-1] != ["end"]


def _item(parser: Parser) -> str:
    """What kind of thing is unfinished."""
    last = parser.values[-1]
    if parser.values[-2:-1] == ["end"] and isinstance(last, str):
        return f"`end {last}`"
    for state in reversed(parser.states):
        for item, word in (("equation", "equation"), ("statement", "statement"), ("element", "declaration"), ("transition", "transition")):
            if item in parser.tables.actions[state]:
                return word
    return "class"


def _before(parser: Parser, previous: Token) -> Span:
    line, column = previous.end
    return Span(parser.source.path, line, max(column - 1, 1), line, column)


def explain(parser: Parser, previous: Token | None, token: Token) -> Diagnostic:
    """The diagnostic of an error for which there is no repair."""
    span = parser.span(token)
    if token.terminal == scan.UNKNOWN:
        return unknown_character(parser, token)
    if previous is not None and previous.text == token.text == "*" and previous.end == token.start:
        return codes.UNKNOWN_CHARACTER.at(parser.span(previous).to(span), character="`**`", hint="a power is written `^`")
    opened = _open_class(parser)
    if token.terminal == END_OF_FILE and previous is not None and opened is not None:
        what, name, place = opened
        if (inner := _taken_end(parser, name)) is not None:
            return inner
        return codes.MISSING_END.at(parser.span(previous), related=[(place, f"{what} `{name}` begins here")], what=what, name=name)
    block = _open_block(parser)
    if previous is not None and previous.text == "end" and block is not None:
        word, line = block
        span = parser.span(previous).to(span)
        return codes.UNCLOSED_BLOCK.at(span, found=f"end {token.text}".strip(), block=word, line=line)
    if (among := _declaration_among(parser, previous, token)) is not None:
        return codes.DECLARATION_IN_SECTION.at(span, among=among)
    expected = _expected(parser)
    context = f" after `{previous.text}`" if previous is not None and len(previous.text) < 30 and "\n" not in previous.text else ""
    related = []
    if previous is not None and previous.terminal == "STRING" and "\n" in previous.text:
        related = [(parser.span(previous), "this string runs over several lines: is its closing quote missing?")]
    return codes.UNEXPECTED.at(span, related=related, found=_shown(token), context=context, expected=expected)


def _declaration_among(parser: Parser, previous: Token | None, token: Token) -> str | None:
    """`equations` or `statements`, if what stands there is a declaration: a prefix, or a type and a name that begin the item."""
    item = _item(parser)
    if previous is None or item not in ("equation", "statement"):
        return None
    text = parser.source.text
    line = text[text.rfind("\n", 0, token.offset) + 1 : token.offset]
    is_named = token.terminal == previous.terminal == "IDENT" and _TYPE_BEFORE.fullmatch(line) is not None
    begins = previous.terminal == "SEMICOLON" or previous.text in ("equation", "algorithm", "then", "else", "loop", "action")
    return f"{item}s" if is_named or (begins and token.text in _PREFIXES) else None


def _open_class(parser: Parser) -> tuple[str, str, Span] | None:
    """The innermost class that waits for its `end`: its kind, its name and where that stands."""
    values = parser.values
    for index in range(len(values) - 1, 0, -1):
        if _is_class_name(values[index]):
            name, place = values[index]
            match values[index - 1]:
                case [_, [*words]]:
                    return " ".join(words), name, place
                case "state":
                    return "state", name, place
                case _:
                    return "class", name, place
    return None


def _taken_end(parser: Parser, name: str) -> Diagnostic | None:
    """The diagnostic of an inner class that is not closed, so that the `end` of the one around it was taken for its own."""
    wrong_ends = parser.builder.wrong_ends
    for index, wrong in enumerate(wrong_ends):
        if wrong.end[0] == name:
            del wrong_ends[index]
            inner, place = wrong.name
            related = [(place, f"{wrong.what} `{inner}` begins here")]
            return codes.UNCLOSED_BLOCK.at(wrong.end[1], related=related, found=f"end {name}", block=inner, line=place.line)
    return None


def _is_class_name(value: object) -> bool:
    return isinstance(value, tuple) and len(value) == 2 and isinstance(value[1], Span)


def _open_block(parser: Parser) -> tuple[str, int] | None:
    """The innermost `if`, `for`, ... that waits for its `end`."""
    for value, start in zip(reversed(parser.values), reversed(parser.starts), strict=True):
        if isinstance(value, str) and value in _BLOCK_WORDS:
            return value, start[0]
        if _is_class_name(value):
            return None
    return None


def _shown(token: Token) -> str:
    if token.terminal == END_OF_FILE:
        return "the end of the file"
    text = token.text if len(token.text) <= 40 and "\n" not in token.text else token.text[:36].split("\n")[0] + "..."
    return f"`{text}`"


def _expected(parser: Parser) -> str:
    """What could stand next, in a few words."""
    tables = parser.tables
    possible = [each for each in tables.actions[parser.states[-1]] if each.isupper() or each.startswith(("__ANON", "$"))]
    terminals = [each for each in possible if accept_all(parser, parser.states, (each,))]
    words: list[str] = []
    if "UNSIGNED_INTEGER" in terminals:
        words.append("an expression")
        terminals = [each for each in terminals if not accept_all(parser, [*parser.states], (each,)) or each in _NOT_EXPRESSION]
    elif "IDENT" in terminals:
        words.append("a name")
    shown = sorted({tables.shown[each] for each in terminals if each in tables.shown}, key=lambda word: (word[0].isalpha(), word))
    if "*" in shown:
        words.append("an operator")
        shown = [each for each in shown if each not in _OPERATORS]
    if "STRING" in terminals:
        words.append("a string")
    words += [f"`{each}`" for each in shown[:8]] + (["..."] if len(shown) > 8 else [])
    if END_OF_FILE in terminals:
        words.append("the end of the file")
    return ", ".join(words)


_OPERATORS = frozenset(["+", "-", "*", "/", "^", ".+", ".-", ".*", "./", ".^", "<", "<=", ">", ">=", "==", "<>", "and", "or", ".", "(", "["])
_NOT_EXPRESSION = frozenset(("RPAR", "RSQB", "RBRACE", "COMMA", "SEMICOLON", "COLON", "BREAK", "END"))
