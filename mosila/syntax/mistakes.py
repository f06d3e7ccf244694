"""The commonest slips in own words: parser stack and the token that does not fit -> a diagnostic, and a repair if there is one.

A repair is tried on a copy of the parser's states before it is believed.
"""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import TYPE_CHECKING

from mosila.diagnostics import Diagnostic
from mosila.diagnostics import parse as codes
from mosila.source import Span
from mosila.syntax import ast, scan
from mosila.syntax.repair import Repair, accept_all
from mosila.syntax.scan import Token
from mosila.syntax.stack import BLOCK_WORDS, expected_words, last_place, open_blocks, open_class, shown, unfinished_item
from mosila.syntax.stray_text import repair_stray_text, unknown_character
from mosila.syntax.tables import END_OF_FILE

if TYPE_CHECKING:
    from mosila.syntax.parse import Parser

_CLOSING = {"(": (")", "RPAR"), "[": ("]", "RSQB"), "{": ("}", "RBRACE")}
_STRUCTURE = frozenset(("end", "equation", "algorithm", "public", "protected", "then", "else", "elseif", "elsewhen", "loop"))
CLASS_WORDS = frozenset(
    ("class", "model", "record", "block", "connector", "type", "package", "function", "operator", "partial", "encapsulated")
)
_PREFIXES = frozenset(
    ("parameter", "constant", "discrete", "input", "output", "flow", "stream", "inner", "outer", "final", "replaceable", "redeclare")
)
_TYPE_BEFORE = re.compile(r"(?:.*;)?\s*\.?[A-Za-z_][\w.]*(?:\[[^\]]*\])?\s+")
_SECTION_WORDS = frozenset(("equation", "algorithm", "public", "protected"))
_MOST_BLOCKS = 10


def find_repair(parser: Parser, previous: Token | None, token: Token) -> Repair | None:
    """The smallest change of the text that lets the parser go on, if it is one that people need."""
    attempts = (
        repair_stray_text,
        _other_equals,
        _misspelt_word,
        _missing_word,
        _equation_among_declarations,
        _keyword_as_name,
        _missing_bracket,
        _else_if,
        _unclosed_block,
        _missing_end,
        _missing_semicolon,
    )
    for attempt in attempts:
        if (repair := attempt(parser, previous, token)) is not None:
            return repair
    return None


def _other_equals(parser: Parser, previous: Token | None, token: Token) -> Repair | None:
    symbols = parser.tables.symbols
    for found, meant, code in (("=", ":=", codes.EQUALS_IN_ALGORITHM), (":=", "=", codes.ASSIGNMENT_IN_EQUATION)):
        if token.terminal == symbols[found] and accept_all(parser, parser.states, (symbols[meant],)):
            return Repair(code.at(parser.span(token)), (token._replace(terminal=symbols[meant], text=meant),))
    return None


def _misspelt_word(parser: Parser, previous: Token | None, token: Token) -> Repair | None:
    """A name where it cannot stand but a keyword of almost the same letters can."""
    if token.terminal != "IDENT" or len(token.text) < 3:
        return None
    for word in get_close_matches(token.text.lower(), parser.tables.keywords, n=3, cutoff=0.74):
        terminal = parser.tables.keywords[word]
        if accept_all(parser, parser.states, (terminal,)):
            return Repair(
                codes.MISSPELT_WORD.at(parser.span(token), found=token.text, word=word), (token._replace(terminal=terminal, text=word),)
            )
    return None


def _missing_word(parser: Parser, previous: Token | None, token: Token) -> Repair | None:
    """`then`, `loop`, `equation` or `action` left out."""
    if previous is None or token.terminal in ("END", "SEMICOLON", END_OF_FILE):
        return None
    for word in ("then", "loop", "equation", "action"):
        terminal = parser.tables.keywords.get(word, f"_{word.upper()}")
        if accept_all(parser, parser.states, (terminal, token.terminal)):
            inserted = Token(terminal, word, previous.end, previous.end, token.offset)
            return Repair(codes.MISSING_WORD.at(parser.span(token), word=word, found=shown(token)), (inserted, token))
    return None


def _equation_among_declarations(parser: Parser, previous: Token | None, token: Token) -> Repair | None:
    """`x = e` where `equation` is missing: `x` was taken for a type."""
    terminals = ("EQUATION", "IDENT", token.terminal)
    if token.text != "=" or previous is None or previous.terminal != "IDENT" or not accept_all(parser, parser.states[:-1], terminals):
        return None
    section = Token("EQUATION", "equation", previous.start, previous.start, previous.offset)
    diagnostic = codes.MISSING_WORD.at(parser.span(previous), word="equation", found=shown(previous))
    return Repair(diagnostic, (section, previous, token), is_again=True)


def _keyword_as_name(parser: Parser, previous: Token | None, token: Token) -> Repair | None:
    if previous is not None and previous.text == "end" and token.text in BLOCK_WORDS:
        return None
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
    related = [(last_place(parser, previous), f"`{closing[0][0]}` could stand here")]
    found = shown(token)
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


def _unclosed_block(parser: Parser, previous: Token | None, token: Token) -> Repair | None:
    """At the `end` of something else, or at a new section, while `if`, `for`, ... are open: close them."""
    is_end = previous is not None and previous.text == "end"
    if previous is None or not (is_end or token.text in _SECTION_WORDS):
        return None
    end = previous if is_end else Token("END", "end", token.start, token.start, token.offset)
    tokens: list[Token] = [] if is_end else [end]
    blocks = open_blocks(parser)
    for word, _ in blocks[:_MOST_BLOCKS]:
        terminal = parser.tables.keywords.get(word, f"_{word.upper()}_END")
        tokens += [
            Token(terminal, word, token.start, token.start, token.offset),
            Token("SEMICOLON", ";", token.start, token.start, token.offset),
        ]
        following = (end, token) if is_end else (token,)
        if accept_all(parser, parser.states, (each.terminal for each in (*tokens, *following))):
            span = parser.span(previous).to(parser.span(token)) if is_end else parser.span(token)
            found = f"end {token.text}" if is_end else token.text
            inner, line = blocks[0]
            return Repair(codes.UNCLOSED_BLOCK.at(span, found=found, block=inner, line=line), (*tokens, *following))
        tokens.append(end)
    return None


def _missing_end(parser: Parser, previous: Token | None, token: Token) -> Repair | None:
    """At the beginning of a class where only the `end` of the one before can stand."""
    opened = open_class(parser)
    if previous is None or opened is None or token.text not in CLASS_WORDS:
        return None
    if not accept_all(parser, parser.states, ("END", "IDENT", "SEMICOLON", token.terminal)):
        return None
    what, name, place = opened
    lines = parser.source.text.split("\n")
    if token.start[1] > 1 + len(lines[place.line - 1]) - len(lines[place.line - 1].lstrip()):
        # It is written further to the right than the open class, so inside of it.
        section = Token("PUBLIC", "public", token.start, token.start, token.offset)
        return Repair(codes.DECLARATION_IN_SECTION.at(parser.span(token), among="equations"), (section, token))
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
    what = "class" if accept_all(parser, parser.states, ("SEMICOLON", END_OF_FILE)) else unfinished_item(parser)
    place = last_place(parser, previous)
    semicolon = Token("SEMICOLON", ";", previous.end, previous.end, token.offset)
    diagnostic = codes.MISSING_SEMICOLON.at(place, what=what, found=shown(token), line=token.start[0])
    return Repair(diagnostic, (semicolon, token))


def _operator_is_likelier(parser: Parser, previous: Token, token: Token) -> bool:
    """Whether two operands stand side by side in one line: `m a` for `m * a`."""
    is_operand = token.terminal in ("IDENT", "LPAR", "UNSIGNED_INTEGER", "UNSIGNED_REAL")
    return is_operand and previous.end[0] == token.start[0] and parser.values[-2:-1] != ["end"]


def explain(parser: Parser, previous: Token | None, token: Token) -> Diagnostic:
    """The diagnostic of an error for which there is no repair."""
    span = parser.span(token)
    if token.terminal == scan.UNKNOWN:
        return unknown_character(parser, token)
    if previous is not None and previous.text == token.text == "*" and previous.end == token.start:
        return codes.UNKNOWN_CHARACTER.at(parser.span(previous).to(span), character="`**`", hint="a power is written `^`")
    opened = open_class(parser)
    if token.terminal == END_OF_FILE and previous is not None and opened is not None:
        what, name, place = opened
        if (inner := _taken_end(parser, name)) is not None:
            return inner
        return codes.MISSING_END.at(parser.span(previous), related=[(place, f"{what} `{name}` begins here")], what=what, name=name)
    blocks = open_blocks(parser)
    if previous is not None and previous.text == "end" and blocks:
        word, line = blocks[0]
        span = parser.span(previous).to(span)
        return codes.UNCLOSED_BLOCK.at(span, found=f"end {token.text}" if token.text.isidentifier() else "end", block=word, line=line)
    if (among := _declaration_among(parser, previous, token)) is not None:
        return codes.DECLARATION_IN_SECTION.at(span, among=among)
    expected = expected_words(parser)
    context = f" after `{previous.text}`" if previous is not None and len(previous.text) < 30 and "\n" not in previous.text else ""
    related = []
    if previous is not None and previous.terminal == "STRING" and "\n" in previous.text:
        related = [(parser.span(previous), "this string runs over several lines: is its closing quote missing?")]
    return codes.UNEXPECTED.at(span, related=related, found=shown(token), context=context, expected=expected)


def _declaration_among(parser: Parser, previous: Token | None, token: Token) -> str | None:
    """`equations` or `statements`, if what stands there is a declaration: a prefix, or a type and a name that begin the item."""
    item = unfinished_item(parser)
    if previous is None or item not in ("equation", "statement"):
        return None
    text = parser.source.text
    line = text[text.rfind("\n", 0, token.offset) + 1 : token.offset]
    is_named = token.terminal == previous.terminal == "IDENT" and _TYPE_BEFORE.fullmatch(line) is not None
    begins = previous.terminal == "SEMICOLON" or previous.text in ("equation", "algorithm", "then", "else", "loop", "action")
    return f"{item}s" if is_named or (begins and token.text in _PREFIXES) else None


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
