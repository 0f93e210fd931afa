"""Grammars: parsers that are generated from a grammar file and go on after a faulty statement.

A grammar file (`dot.lark`, `mermaid.lark`) follows the definition of the notation, so that the two
can be compared. In a list of statements it accepts ERROR, which no text matches: as in yacc, the
parser drops the statement that it can't read, puts ERROR in its place, and goes on after it. So a
faulty statement costs nothing but itself.

Reading takes time that grows with the text. After a fault inside a statement of several lines, some
lines are read again, but only as many characters as a fixed share of the text.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from importlib.resources import files
from typing import Any, NamedTuple, cast

from lark import Lark, Token
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

_MOST_MOVES = 10_000
"""How many moves of the parser are kept: nested parts can make many."""

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
    one that may be missing at the end of a text. `marked` are the tokens that are `Token`s, with
    their kind and place; all others are only text.
    """

    grammar: str
    values: Mapping[str, Callable[[list[Any]], object]]
    resume: Callable[[SyntaxFault], int]
    opening: frozenset[str]
    marked: frozenset[str]
    closing: str | None = None


def read(notation: Notation, text: str) -> Any:
    """The value of a text. Raises `ValueError` if it has too many tokens."""
    return _Reading(notation, text).value()


class _Reduction(NamedTuple):
    """A rule: how many values it replaces, by what (None if by the only one), and its name."""

    size: int
    value: Callable[[list[Any]], Any] | None
    name: str


class _Generated(NamedTuple):
    """The tables of a generated parser.

    By state, `actions` says what to do with each token (go to a state, or reduce), and `pattern`
    has the tokens that may follow, behind what is `ignored`.
    """

    actions: Mapping[int, Mapping[str, Any]]
    pattern: Callable[[int], re.Pattern[str]]
    ignored: re.Pattern[str]
    start: int
    end: int


class _Stack:
    """The states that a parser is in, and where each token leads from there.

    A text comes to few different ones, so that what a token does is found once for each.
    """

    def __init__(self, generated: _Generated, state: int, below: "_Stack | None" = None) -> None:
        actions = generated.actions[state]
        self.generated, self.state, self.below = generated, state, below
        self.depth: int = 1 if below is None else below.depth + 1
        self.is_between = type(actions.get(_ERROR)) is int
        """Whether a statement may begin here."""

        self.above: dict[int, _Stack] = {}
        self.moves: dict[str, _Move] = {}

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The tokens that may follow."""
        return self.generated.pattern(self.state)

    def push(self, state: int) -> "_Stack":
        """The stack with one state more."""
        found = self.above.get(state)
        if found is None:
            found = self.above[state] = _Stack(self.generated, state, self)
        return found

    def pop(self, size: int) -> "_Stack":
        """The stack without its last states."""
        stack = self
        for _ in range(size):
            stack = cast("_Stack", stack.below)
        return stack

    def copied(self) -> "_Stack":
        """The same states, of which nothing has been found yet."""
        if self.below is None:
            return _Stack(self.generated, self.state)
        return self.below.copied().push(self.state)

    def move(self, kind: str) -> "_Move":
        """Find what a token does here."""
        found = self.moves[kind] = self._move(kind)
        return found

    def _move(self, kind: str) -> "_Move":
        actions, stack, reductions = self.generated.actions, self, []
        while type(action := actions[stack.state].get(kind)) is _Reduction:
            size, value, name = action
            stack = stack.pop(size)
            stack = stack.push(actions[stack.state][name])
            if value is not None:
                reductions.append((size, value))
            if kind == _END and stack.state == self.generated.end:
                return _Move(tuple(reductions), stack, stack)
        to = None if action is None else stack.push(action)
        return _Move(tuple(reductions), stack, to)


class _Move(NamedTuple):
    """What a token ends, where the parser is then, and after the token; None if it can't follow."""

    reductions: tuple[tuple[int, Callable[[list[Any]], Any]], ...]
    reduced: _Stack
    to: _Stack | None


@cache
def _generate_tables(notation: Notation) -> _Generated:
    """The tables of the parser that lark generates.

    lark's own loop makes an object of every blank and token, and a tree of every repetition. The
    loop here does the same without them, in a third of the time.
    """
    grammar = files(__package__).joinpath(notation.grammar).read_text("utf-8")
    lark = Lark(grammar, parser="lalr", lexer="contextual")
    empty = lark.parse_interactive("")
    tables: Any = empty.parser_state.parse_conf
    lexers: Any = empty.lexer_thread.lexer
    actions = {
        state: {
            str(name): target if action is Shift else _reduction(target, notation.values)
            for name, (action, target) in named.items()
        }
        for state, named in tables.states.items()
    }
    skipped = [each for each in lark.terminals if each.name in lark.ignore_tokens]
    ignored = "|".join(each.pattern.to_regexp() for each in skipped)

    @cache  # most texts come to few states
    def pattern(state: int) -> re.Pattern[str]:
        terminals = lexers.lexers[state].terminals
        return _pattern([each for each in terminals if each not in skipped], ignored)

    return _Generated(
        actions,
        pattern,
        re.compile(f"(?:{ignored or '(?!)'})*+"),
        tables.start_state,
        tables.end_state,
    )


def _reduction(rule: Any, values: Mapping[str, Callable[[list[Any]], object]]) -> _Reduction:
    """What a rule of the grammar does, with lark's meaning of `_`, `!` and `?` in front of names.

    The value of a rule without a name of its own, such as a repetition, is a list, which is a part
    of the list of the rule around it.
    """
    options = rule.options
    kept = [
        (place, not each.is_term and each.name.startswith("_"))
        for place, each in enumerate(rule.expansion)
        if options.keep_all_tokens or not (each.is_term and each.filter_out)
    ]
    name = str(rule.origin.name)
    size = len(rule.expansion)
    if options.expand1 and not rule.alias and size == len(kept) == 1:
        return _Reduction(size, None, name)
    value = None if name.startswith("_") else values[rule.alias or name]
    if options.expand1 and not rule.alias and value is not None:
        value = partial(_single_or, value)
    if kept != [(place, False) for place in range(size)]:
        return _Reduction(size, _selection(kept, value), name)
    return _Reduction(size, value or _keep, name)


def _single_or(value: Callable[[list[Any]], Any], found: list[Any]) -> Any:
    return found[0] if len(found) == 1 else value(found)


def _keep(found: list[Any]) -> list[Any]:
    return found


def _selection(
    kept: Sequence[tuple[int, bool]], value: Callable[[list[Any]], Any] | None
) -> Callable[[list[Any]], Any]:
    """A value of those that are kept of a rule; some are lists, whose items are kept."""
    if not kept:
        return lambda _: [] if value is None else value([])
    (first, is_list), *more = kept

    def select(found: list[Any]) -> Any:
        # A list at the beginning is prolonged: a repetition may have any number of items.
        selected = found[first] if is_list else [found[first]]
        for place, is_another_list in more:
            if is_another_list:
                selected += found[place]
            else:
                selected.append(found[place])
        return selected if value is None else value(selected)

    return select


def _pattern(tokens: Sequence[Any], ignored: str) -> re.Pattern[str]:
    """The pattern of tokens, with a group for each kind.

    Where a token has priority over what is ignored, such as text with spaces, nothing is.
    """
    kinds = "|".join(f"(?P<{each.name}>{each.pattern.to_regexp()})" for each in tokens) or "(?!)"
    is_first = any(each.priority > 0 for each in tokens)
    return re.compile(kinds if is_first or not ignored else f"(?:{ignored})*+(?:{kinds})")


class _Unread(Exception):
    """What is at a place can't be read, or is nested too deep."""

    def __init__(self, at: int) -> None:
        self.at = at


class _Reading:
    """One pass through a text."""

    def __init__(self, notation: Notation, text: str) -> None:
        self._notation = notation
        self._text = text
        generated = _generate_tables(notation)
        self._ignored = generated.ignored
        self._stack = _Stack(generated, generated.start)
        self._values: list[Any] = []
        self._at = 0
        self._tokens = 0
        self._moves = 0
        self._begin = 0
        self._resumed = -1
        self._again = 0
        self._counted = _Line(0, 1)

    def value(self) -> Any:
        """Read all of it."""
        while True:
            try:
                self._read_tokens()
                self._close()
                if not self._shift(_END):
                    raise _Unread(len(self._text))
            except _Unread as fault:
                self._recover(fault.at)
            else:
                return self._values[-2]

    def _read_tokens(self) -> None:
        """Read tokens to the end of the text; those that are marked know where they are."""
        text, marked, values, stack = self._text, self._notation.marked, self._values, self._stack
        at, (counted, line) = self._at, self._counted
        while self._tokens < MOST_TOKENS:
            found = stack.pattern.match(text, at)
            if found is None or found.lastgroup is None:
                rest = self._ignored.match(text, at)
                at = at if rest is None else rest.end()
                self._stack = stack
                if at >= len(text):
                    return
                raise _Unread(at)
            kind, token, at = found.lastgroup, found[found.lastindex or 0], found.end()
            begin = at - len(token)
            reductions, reduced, to = stack.moves.get(kind) or self._move(stack, kind)
            for size, value in reductions:
                if size == 1:
                    values[-1] = value([values[-1]])
                else:
                    first = len(values) - size
                    values[first:] = (value(values[first:]),)
            if to is None or stack.depth > DEEPEST:
                self._stack = reduced
                raise _Unread(begin)
            if reduced.is_between:
                self._begin = begin
            if kind in marked:
                token = str.__new__(Token, token)
                line += text.count("\n", counted, begin)
                counted = begin
                token.type, token.start_pos, token.line = kind, begin, line
            stack = to
            values.append(token)
            self._tokens += 1
        raise ValueError(tr("it has more than {most:,} words", most=MOST_TOKENS))

    def _move(self, stack: _Stack, kind: str) -> _Move:
        self._moves += 1
        return (stack.copied() if self._moves % _MOST_MOVES == 0 else stack).move(kind)

    def _shift(self, kind: str) -> bool:
        """Put a token that isn't in the text at this place, if it may be here."""
        reductions, self._stack, to = self._stack.move(kind)
        for size, value in reductions:
            first = len(self._values) - size
            self._values[first:] = (value(self._values[first:]),)
        if to is not None:
            self._stack = to
            self._values.append("")
        return to is not None

    def _close(self) -> None:
        """Close what is open at the end of the text."""
        closing = self._notation.closing
        actions = self._stack.generated.actions
        while closing in (here := actions[self._stack.state]) and _END not in here:
            if closing is None or not self._shift(closing):
                raise _Unread(len(self._text))

    def _recover(self, at: int) -> None:
        """Put ERROR in the place of the statement with a fault, and move to the next."""
        self._tokens += 1
        begin, opened = self._begin, None
        values = self._values
        if self._shift(_ERROR):
            begin = at
        else:  # a part of the statement may have ended, but not all of it
            while not self._stack.is_between:
                self._stack = self._stack.pop(1)
                value = values.pop()
                is_opening = isinstance(value, Token) and value.type in self._notation.opening
                opened = value.start_pos if is_opening and opened is None else opened
            self._shift(_ERROR)
        resume = self._next_statement(SyntaxFault(self._text, begin, at, opened))
        self._counted = self._counted.moved(self._text, begin)
        refused = self._text[begin : min(resume, begin + KEPT)].strip(_SEPARATORS)
        values[-1] = RefusedText(self._counted.number, refused)
        self._at = resume

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
