"""Grammars: parsers that are generated from a grammar file and go on after a faulty statement.

A grammar file (`dot.lark`, `mermaid.lark`) follows the definition of the notation, so that the two
can be compared. In a list of statements it accepts ERROR, which no text matches: as in yacc, the
parser drops the statement that it can't read, puts ERROR in its place, and goes on after it. So a
faulty statement costs nothing but itself.

Reading takes time that grows with the text. After a fault inside a statement of several lines, some
lines are read again, but only as many characters as a fixed share of the text.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import SimpleNamespace
from typing import Any, NamedTuple

from lark import Lark, Token
from lark.exceptions import UnexpectedCharacters, UnexpectedToken
from lark.parsers.lalr_analysis import Shift

from tanglescope.engine.language.wording import tr

MOST_TOKENS = 400_000
"""The limit on tokens: a small compressed file may have many more.

A collection of garbage visits all statements while no other thread runs: for less than 0.5 s.
"""

MOST_BYTES = 8 << 20
"""The limit on a text: all of it may be one token, and no other thread runs while it is matched."""

DEEPEST = 150
"""The limit on nested parts, in states of the parser: of subgraphs, about 50."""

_ERROR = "ERROR"
_END = "$END"
KEPT = 10_000
"""The limit on characters of a refused statement."""

_AGAIN = 1 << 16
_OFTEN = 4
"""Up to `_AGAIN` characters, and `_OFTEN` times as many as were read, are read again."""

_SEPARATORS = "; \t\r\n"
_BRACKETS = {"[": "]", "(": ")", "{": "}"}
_MARKS = re.compile(r"[\[\](){}]")
_FURTHEST, _MOST_OPEN = 2_000, 20
"""How many characters after an opening bracket its end is searched, and in how many others."""


class RefusedText(NamedTuple):
    """A text that isn't a statement, and its line."""

    line: int
    text: str


class SyntaxFault(NamedTuple):
    """The place of a fault in a text, and the beginning of the statement that it is in."""

    text: str
    begin: int
    at: int
    opened: int | None
    """The last opening bracket of the statement that wasn't closed, if there is one."""


@dataclass(frozen=True, slots=True, eq=False)
class Notation:
    """What is needed to read a notation.

    `values` has a function for each rule, which makes its value; `resume` finds where the next
    statement begins after a fault. `opening` are the tokens that open brackets; `closing` is the
    one that may be missing at the end of a text.
    """

    grammar: str
    values: Mapping[str, Callable[[list[Any]], object]]
    resume: Callable[[SyntaxFault], int]
    opening: frozenset[str]
    closing: str | None = None


def read(notation: Notation, text: str) -> Any:
    """The value of a text. Raises `ValueError` if it has too many tokens."""
    return _Reading(notation, text).value()


class _Generated(NamedTuple):
    """A generated parser, and its states in which a statement may begin."""

    lark: Lark
    between: frozenset[Any]


@cache
def _generate(notation: Notation) -> _Generated:
    grammar = files(__package__).joinpath(notation.grammar).read_text("utf-8")
    values: Any = SimpleNamespace(**notation.values)
    lark = Lark(grammar, parser="lalr", lexer="contextual", transformer=values)
    table: Any = lark.parse_interactive("").parser_state.parse_conf.states
    shifting = (state for state, actions in table.items() if actions.get(_ERROR, [0])[0] is Shift)
    return _Generated(lark, frozenset(shifting))


class _TooDeep(Exception):
    """A part that is nested too deep."""


class _Reading:
    """One pass through a text."""

    def __init__(self, notation: Notation, text: str) -> None:
        self._notation = notation
        self._text = text
        lark, self._between = _generate(notation)
        self._parser = lark.parse_interactive(text)
        self._state = self._parser.parser_state
        self._table: Any = self._state.parse_conf.states
        self._lexing: Any = self._parser.lexer_thread.state
        self._tokens = 0
        self._begin = 0
        self._resumed = -1
        self._again = 0
        self._counted = _Line(0, 1)

    def value(self) -> Any:
        """Read all of it."""
        while True:
            try:
                self._feed_tokens()
                self._close()
                return self._parser.feed_token(Token(_END, ""))
            except UnexpectedToken as fault:
                start = fault.token.start_pos
                self._recover(len(self._text) if start is None or not fault.token else start)
            except (UnexpectedCharacters, _TooDeep):
                self._recover(self._lexing.line_ctr.char_pos)

    def _feed_tokens(self) -> None:
        """Feed the tokens of the text to the parser, up to its end."""
        lexer: Any = self._parser.lexer_thread.lexer
        state, lexing = self._state, self._lexing
        stack = state.state_stack
        for number in range(self._tokens, MOST_TOKENS):
            self._tokens = number
            try:
                token = lexer.lexers[stack[-1]].next_token(lexing, state)
            except EOFError:
                return
            if len(stack) > DEEPEST:
                raise _TooDeep
            state.feed_token(token)
            if stack[-2] in self._between:
                self._begin = token.start_pos
        raise ValueError(tr("it has more than {most:,} words", most=MOST_TOKENS))

    def _close(self) -> None:
        """Close what is open at the end of the text."""
        closing, stack = self._notation.closing, self._state.state_stack
        while closing in self._table[stack[-1]] and _END not in self._table[stack[-1]]:
            self._state.feed_token(Token(str(closing), ""))

    def _recover(self, at: int) -> None:
        """Put ERROR in the place of the statement with a fault, and move to the next."""
        self._tokens += 1
        begin, opened = self._begin, None
        values = self._state.value_stack
        if self._feed_error():
            begin = at
        else:
            while self._state.position not in self._between:
                self._state.state_stack.pop()
                value = values.pop()
                is_opening = isinstance(value, Token) and value.type in self._notation.opening
                opened = value.start_pos if is_opening and opened is None else opened
            self._feed_error()
        resume = self._next_statement(SyntaxFault(self._text, begin, at, opened))
        self._counted = self._counted.moved(self._text, begin)
        refused = self._text[begin : min(resume, begin + KEPT)].strip(_SEPARATORS)
        values[-1] = RefusedText(self._counted.number, refused)
        self._lexing.line_ctr.char_pos = resume
        self._lexing.line_ctr.line = self._counted.moved(self._text, resume).number

    def _feed_error(self) -> bool:
        """Feed ERROR, if a statement may begin here."""
        if _ERROR not in self._table[self._state.position]:
            return False
        try:
            self._state.feed_token(Token(_ERROR, ""))
        except UnexpectedToken:
            return False  # a part of the statement has ended, but not all of it
        return True

    def _next_statement(self, fault: SyntaxFault) -> int:
        resume = self._notation.resume(fault)
        self._again += max(fault.at - resume, 0)
        if self._again > _AGAIN + _OFTEN * fault.begin:
            resume = end_of_line(fault.text, fault.at)
        self._resumed = max(resume, self._resumed + 1)
        return self._resumed


class _Line(NamedTuple):
    """A place in a text, and the number of its line."""

    at: int
    number: int

    def moved(self, text: str, at: int) -> "_Line":
        """A later place in the same text."""
        return _Line(at, self.number + text.count("\n", self.at, at))


def end_of_line(text: str, at: int) -> int:
    """The end of the line that a place is in."""
    end = text.find("\n", at)
    return len(text) if end < 0 else end


def end_of_brackets(text: str, at: int) -> int | None:
    """The end of what the bracket at a place encloses; None if it isn't closed some lines on."""
    open_brackets: list[str] = []
    for found in _MARKS.finditer(text, at, at + _FURTHEST):
        mark = found.group()
        if mark in _BRACKETS:
            open_brackets.append(_BRACKETS[mark])
        elif mark != open_brackets.pop():
            return None
        if not open_brackets:
            return found.end()
        if len(open_brackets) > _MOST_OPEN:
            return None
    return None
