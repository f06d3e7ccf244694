"""Blocks and classes that are not closed, or closed by the wrong `end` -> a diagnostic and a repair."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mosila.diagnostics import parse as codes
from mosila.source import Span
from mosila.syntax import ast
from mosila.syntax.repair import Repair, accepts, inserted
from mosila.syntax.scan import Token
from mosila.syntax.stack import BLOCK_WORDS, CLASS_WORDS, open_blocks, open_class

if TYPE_CHECKING:
    from mosila.syntax.parse import Parser

CHART_WORDS = frozenset(("transition", "entry", "exit"))
_SECTION_WORDS = frozenset(("equation", "algorithm", "public", "protected"))
_MOST_BLOCKS = 10
_SEMICOLON = re.compile(r"\s*;")


def begins_in_chart(parser: Parser, token: Token) -> bool:
    """Whether a transition or an action of a state is open where the next one begins."""
    blocks = open_blocks(parser)
    return token.text in CHART_WORDS and bool(blocks) and blocks[0][0] in CHART_WORDS


def bare_end(parser: Parser, previous: Token, token: Token) -> Repair | None:
    """`end;` without the word or name that it closes."""
    if previous.text != "end" or token.text != ";":
        return None
    blocks, opened = open_blocks(parser), open_class(parser)
    word = blocks[0][0] if blocks else opened[1] if opened is not None else ""
    terminal = _closing_terminal(parser, word) if blocks else "IDENT"
    if not word or not accepts(parser, terminal, "SEMICOLON"):
        return None
    diagnostic = codes.BARE_END.at(parser.span(previous), word=word)
    return Repair(diagnostic, (inserted(parser, word, token, terminal), token))


def end_of_another_block(parser: Parser, previous: Token, token: Token) -> Repair | None:
    """`end when` for an `if`, and no `when` is open: it is taken for the end of the `if`."""
    blocks = open_blocks(parser)
    if previous.text != "end" or token.text not in BLOCK_WORDS or not blocks or token.text in (word for word, _ in blocks):
        return None
    word, line = blocks[0]
    closing = inserted(parser, word, token, _closing_terminal(parser, word))
    if not accepts(parser, closing.terminal):
        return None
    span = parser.span(previous).to(parser.span(token))
    return Repair(codes.UNCLOSED_BLOCK.at(span, found=f"end {token.text}", block=word, line=line), (closing,))


def end_of_no_block(parser: Parser, previous: Token, token: Token) -> Repair | None:
    """`end if` where none is open: it was taken for the end of the class, whose last section now goes on."""
    opened = open_class(parser)
    if previous.text != "end" or token.text not in BLOCK_WORDS or open_blocks(parser) or opened is None:
        return None
    match parser.values[-2]:
        case ast.Composition(sections=(*_, ast.EquationSection() | ast.AlgorithmSection() as last), annotation=None, external=None):
            section = "equation" if isinstance(last, ast.EquationSection) else "algorithm"
        case _:
            return None
    if not accepts(parser, parser.tables.keywords[section], take_back=2):
        return None
    span, expected = parser.span(previous).to(parser.span(token)), f"`end {opened[1]}`, or nothing"
    diagnostic = codes.UNEXPECTED.at(span, found=f"`end {token.text}`", context=f": no `{token.text}` is open here", expected=expected)
    behind = _SEMICOLON.match(parser.source.text, token.offset + len(token.text))
    skip_to = behind.end() if behind is not None else 0
    return Repair(diagnostic, (inserted(parser, section, token),), take_back=2, skip_to=skip_to)


def else_if(parser: Parser, previous: Token, token: Token) -> Repair | None:
    """At the end of something else while an `if` is open whose `else` branch begins with an `if` beside it: close it."""
    is_end = previous.text == "end"
    if not is_end and token.text not in _SECTION_WORDS:
        return None
    height = len(parser.values) - (2 if is_end else 1)
    branch, word = parser.values[height], parser.values[height - 1]
    if word != "else" or not isinstance(branch, tuple | list) or not branch:
        return None
    inner, (line, column) = branch[0], parser.starts[height - 1]
    if not isinstance(inner, ast.IfEquation | ast.IfStatement) or inner.span.line != line:
        return None
    end = () if is_end else (inserted(parser, "end", token),)
    closing = (*end, inserted(parser, "if", token), inserted(parser, ";", token))
    if not accepts(parser, *(each.terminal for each in closing)):
        return None
    place = Span(parser.source.path, line, column, inner.span.line, inner.span.column + len("if"))
    return Repair(codes.ELSE_IF.at(place), (*closing, *((previous,) if is_end else ()), token))


def unclosed_block(parser: Parser, previous: Token, token: Token) -> Repair | None:
    """At the `end` of something else, or at a new section, while `if`, `for`, ... are open: close them."""
    is_end = previous.text == "end"
    if not (is_end or token.text in _SECTION_WORDS or begins_in_chart(parser, token)):
        return None
    end = previous if is_end else inserted(parser, "end", token)
    following = (end, token) if is_end else (token,)
    tokens: list[Token] = [] if is_end else [end]
    blocks = open_blocks(parser)
    for word, _ in blocks[:_MOST_BLOCKS]:
        tokens += [inserted(parser, word, token, _closing_terminal(parser, word)), inserted(parser, ";", token)]
        if accepts(parser, *(each.terminal for each in (*tokens, *following))):
            span = parser.span(previous).to(parser.span(token)) if is_end else parser.span(token)
            found = f"end {token.text}" if is_end else token.text
            inner, line = blocks[0]
            return Repair(codes.UNCLOSED_BLOCK.at(span, found=found, block=inner, line=line), (*tokens, *following))
        tokens.append(end)
    return None


def unclosed_action(parser: Parser, previous: Token, token: Token) -> Repair | None:
    """`transition next : ...` among the statements of an action, where the word was taken for a name."""
    line = previous.start[0]
    blocks = [block for block in open_blocks(parser) if block[1] < line]
    if previous.terminal != "IDENT" or previous.text not in CHART_WORDS or not blocks or blocks[0][0] not in CHART_WORDS:
        return None
    word, opened = blocks[0]
    closing = (
        inserted(parser, "end", previous),
        inserted(parser, word, previous, _closing_terminal(parser, word)),
        inserted(parser, ";", previous),
        previous._replace(terminal=f"_{previous.text.upper()}"),
    )
    if not accepts(parser, *(each.terminal for each in closing), token.terminal, take_back=1):
        return None
    diagnostic = codes.UNCLOSED_BLOCK.at(parser.span(previous), found=previous.text, block=word, line=opened)
    return Repair(diagnostic, (*closing, token), take_back=1)


def missing_end(parser: Parser, previous: Token, token: Token) -> Repair | None:
    """At the beginning of a class where only the `end` of the one before can stand."""
    opened = open_class(parser)
    if opened is None or token.text not in CLASS_WORDS or not accepts(parser, "END", "IDENT", "SEMICOLON", token.terminal):
        return None
    what, name, place = opened
    if token.start[1] > _indentation(parser, place.line):
        # It is written further to the right than the open class, so inside of it.
        diagnostic = codes.DECLARATION_IN_SECTION.at(parser.span(token), among="equations")
        return Repair(diagnostic, (inserted(parser, "public", token), token))
    related = [(place, f"{what} `{name}` begins here")]
    diagnostic = codes.UNCLOSED_BLOCK.at(parser.span(token), related=related, found=token.text, block=name, line=place.line)
    return Repair(diagnostic, (*(inserted(parser, word, token) for word in ("end", name, ";")), token))


def _closing_terminal(parser: Parser, word: str) -> str:
    return parser.tables.keywords.get(word, f"_{word.upper()}_END")


def _indentation(parser: Parser, line: int) -> int:
    """The column in which a line begins."""
    text = parser.source.text.split("\n")[line - 1]
    return 1 + len(text) - len(text.lstrip())
