"""After a mistake: say what is wrong, mend the text if one change explains it, else go on behind the next `;` or at an `end`."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Iterator
from typing import TYPE_CHECKING

from mosila.diagnostics import Diagnostic
from mosila.diagnostics.parse import FOREIGN_LETTER, KEYWORD_AS_NAME
from mosila.syntax.mistakes import explain, find_repair
from mosila.syntax.repair import Repair, accepts
from mosila.syntax.scan import UNCLOSED_COMMENT, Token, context_terminal, scan
from mosila.syntax.stack import CLASS_WORDS
from mosila.syntax.tables import END_OF_FILE

if TYPE_CHECKING:
    from mosila.syntax.parse import Parser

MAXIMUM_ERRORS = 25
_MOST_ATTEMPTS = 500
_QUIET_TOKENS = 3
_ONCE = frozenset((KEYWORD_AS_NAME.code, FOREIGN_LETTER.code))
_ITEMS = ("element", "equation", "statement", "stored_class", "transition")
_CHART_BLOCKS = {"entry": "_ENTRY_END", "exit": "_EXIT_END", "transition": "_TRANSITION_END"}
_BLOCKS = frozenset(("IF", "FOR", "WHEN", "WHILE", *_CHART_BLOCKS.values()))
_SECTIONS = frozenset(("EQUATION", "ALGORITHM", "PUBLIC", "PROTECTED", "INITIAL_SECTION", "_STATECHART"))


class Recovery:
    """Stands between scanner and parser: gives the tokens, and puts the parser back on its feet after an error."""

    def __init__(self, parser: Parser, scanned: Iterator[Token]) -> None:
        self.parser = parser
        self.scanned = scanned
        self.pending: deque[Token] = deque()
        self.diagnostics: list[Diagnostic] = []
        self.is_over = False
        self.told: set[tuple[str, str]] = set()
        self.quiet_until = 0
        self.count = 0
        self.attempts = 0

    def tokens(self) -> Iterator[Token]:
        """The tokens of the file, put-back ones first, to the end of the file or to the last error worth telling."""
        while len(self.diagnostics) < MAXIMUM_ERRORS and not self.is_over:
            yield self.next_token()

    def resume(self, token: Token) -> None:
        """Report an error at a token and bring parser and tokens to where parsing can go on."""
        self.attempts += 1
        if self.attempts > _MOST_ATTEMPTS:
            self.is_over = True
            return
        repair = find_repair(self.parser, token)
        if repair is not None:
            self.report(repair.diagnostic)
            self.apply(repair)
            if token.terminal == UNCLOSED_COMMENT:
                self.quiet_until = sys.maxsize
            return
        self.report(explain(self.parser, token))
        if token.terminal == END_OF_FILE:
            self.is_over = True
            return
        self.parser.previous = token
        is_complete = self.panic(token)
        self.quiet_until = self.count + (1 if is_complete else _QUIET_TOKENS)

    def apply(self, repair: Repair) -> None:
        """Go on as if the text were what the repair makes of it."""
        self.pass_over(repair.skip_to)
        self.cut(len(self.parser.states) - repair.take_back)
        if repair.top is not None:
            self.parser.states[-1] = repair.top
        if repair.read_again:
            self.pending.clear()
            self.read_again(repair.read_again)
        self.pending.extendleft(reversed(repair.tokens))

    def read_again(self, line: int) -> None:
        """Forget the tokens behind the start of a line and scan the text from there."""
        parser = self.parser
        line_start = 0
        for _ in range(line - 1):
            line_start = parser.source.text.index("\n", line_start) + 1
        self.scanned = scan(parser.tables, parser.source.text, parser.states, parser.comments, line, line_start)

    def report(self, diagnostic: Diagnostic) -> None:
        """Keep a diagnostic, unless it only follows from the one before, or tells of the same forbidden name again."""
        key = (diagnostic.code, diagnostic.message)
        if self.count < self.quiet_until or (diagnostic.code in _ONCE and key in self.told):
            return
        self.told.add(key)
        self.diagnostics.append(diagnostic)

    def pass_over(self, offset: int) -> None:
        """Drop the tokens before a place in the text."""
        while offset:
            token = self.next_token()
            if token.offset >= offset:
                self.pending.appendleft(token)
                return

    def panic(self, token: Token) -> bool:
        """Drop the unfinished item and skip the tokens that belong to it; True if its own `;` was found."""
        self.drop_item()
        if len(self.parser.states) == 1 or not self.accepts("END"):
            return self.skip_to_class(token)
        depth = 0
        while True:
            match token.terminal:
                case "SEMICOLON" if depth <= 0 or self.ends_line(token):
                    self.parser.previous = token
                    return depth <= 0
                case "LPAR" | "LBRACE" | "LSQB":
                    depth += 1
                case "RPAR" | "RBRACE" | "RSQB":
                    depth -= 1
                case "END" if self.stop_at_end(token):
                    return False
                case terminal if terminal in _SECTIONS and self.accepts(terminal):
                    self.pending.appendleft(token)
                    return False
                case terminal if terminal == END_OF_FILE:
                    self.pending.appendleft(token)
                    return False
            token = self.next_token()

    def skip_to_class(self, token: Token) -> bool:
        """Outside of all classes: go on where one begins, behind a `;` or in a line of its own."""
        previous = self.parser.previous
        while token.terminal != END_OF_FILE:
            if token.text in CLASS_WORDS and (previous.text == ";" or (previous.end[0] < token.start[0] and previous.text != "end")):
                break
            previous, token = token, self.next_token()
        self.pending.appendleft(token)
        return False

    def stop_at_end(self, token: Token) -> bool:
        """Whether an `end` closes something that is open; the parser is then put where it can."""
        following = self.next_token()
        closing = _CHART_BLOCKS.get(following.text, following.terminal)
        if closing in _BLOCKS or closing == "IDENT":
            states = self.parser.states
            for height in range(len(states), 0, -1):
                if self.parser.tables.accept(states[:height], ("END", closing)):
                    self.cut(height)
                    self.pending.extendleft((following._replace(terminal=closing), token))
                    return True
        self.pending.appendleft(following)
        return False

    def drop_item(self) -> None:
        """Take the stack down to where the unfinished element, equation or statement began."""
        states, actions = self.parser.states, self.parser.tables.actions
        for height in range(len(states), 0, -1):
            if any(item in actions[states[height - 1]] for item in _ITEMS):
                self.cut(height)
                return
        self.cut(1)

    def cut(self, height: int) -> None:
        """Forget all above a height of the stack."""
        parser = self.parser
        del parser.states[height:], parser.values[height:], parser.starts[height:]

    def next_token(self) -> Token:
        """The next token, taken out of the stream."""
        self.count += 1
        if not self.pending:
            return next(self.scanned)
        token, tables = self.pending.popleft(), self.parser.tables
        if token.terminal == "IDENT" and token.text in tables.context_words and token.text not in tables.keywords:
            # It was read when the parser stood elsewhere; where it is now, the word may be more than a name.
            terminal = context_terminal(tables, self.parser.source.text, token.text, token.offset, self.parser.states)
            return token._replace(terminal=terminal or token.terminal)
        return token

    def accepts(self, terminal: str) -> bool:
        """Whether a terminal could stand next."""
        return accepts(self.parser, terminal)

    def ends_line(self, token: Token) -> bool:
        """Whether nothing but blanks follows on the line."""
        text = self.parser.source.text
        line_end = text.find("\n", token.offset)
        return not text[token.offset + 1 : line_end if line_end >= 0 else len(text)].strip()
