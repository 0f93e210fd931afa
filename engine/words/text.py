"""Text that is safe and short enough to show: names, ids, paths, fields, sizes.

Every text of a message is cut to size and cleaned of control characters before it is shown.

Facts are labels and texts below the sentence of a message. A `MessageType` makes the sentence and
the facts of one type of message.
"""

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from tanglescope.engine.language.readable import unwrap
from tanglescope.engine.language.wording import later, plural, tr
from tanglescope.engine.message.uris import short_id
from tanglescope.engine.reduce.activities import milliseconds
from tanglescope.engine.system.files import path_as_text
from tanglescope.engine.tangle import titles
from tanglescope.engine.tangle.titles import ENTITY, character
from tanglescope.engine.words.times import full as time_and_date

Call: TypeAlias = Callable[[str], str]
"""The function that names a feed or a message by its id."""

_LONGEST_TEXT = 8192  # the most that a valid message can contain
_LONGEST_NAME = 48
LONGEST_FIELD = 160
_MOST_SENTENCES = 5
# Surrogates, controls, noncharacters. PySide takes U+FFFE at the start of a text for a byte order
# mark and swaps all its bytes, so that it could become anything.
_NO_TEXT = "\ud800-\udfff\x00-\x08\x0b-\x1f\x7f-\x9f\ufffe\uffff"
# Characters that change the direction of text, and invisible ones that join nothing.
_TRICKS = (
    "\u202a-\u202e\u2066-\u2069\u180e\u200b\u2060-\u2064\ufeff\u115f\u1160\u3164\uffa0"
    "\U000e0001\U000e0020-\U000e007f"
)
_UNREADABLE = re.compile(f"[{_NO_TEXT}]")
_UNSEEN = re.compile(f"[{_NO_TEXT}{_TRICKS}]")
_FLAG = "\U0001f3f4"
_RUN = re.compile(rf"([{_TRICKS}])\1*")
_TRICK = re.compile(f"{_FLAG}[\U000e0020-\U000e007f]{{1,7}}|{_RUN.pattern}")  # except in flags
_SEEN = re.compile(rf"[^\s&{_NO_TEXT}{_TRICKS}]")
_MOST_NAMED = 12
"""How many invisible characters of a text are shown by their names, which are long; the others are
marked."""

_TANGLES = {
    "feed": later("feed"),
    "thread": later("thread"),
    "group": later("group"),
    "members": later("members"),
    "epoch": later("epoch"),
}
"""The names that specifications give to tangles; programs make up others."""


def clean(text: str, longest: int = _LONGEST_TEXT) -> str:
    """`text` without control characters, with names for invisible ones, cut to `longest`."""
    text = _UNREADABLE.sub("", text.replace("\r\n", "\n")[: longest + 1])
    text = _mark_tricks(_TRICK.sub(_name_of, text, count=_MOST_NAMED))
    return text if len(text) <= longest else text[: titles.whole_letters(text, longest - 1)] + "…"


def _mark_tricks(text: str) -> str:
    if _FLAG not in text:  # a hostile text has thousands of them: no call for each
        return _RUN.sub("\ufffd", text)
    return _TRICK.sub(lambda found: "\ufffd" if found[1] else found[0], text)


def _name_of(found: re.Match[str]) -> str:
    if found[1] is None:
        return found[0]
    name = unicodedata.name(found[1], f"U+{ord(found[1]):04X}").lower()
    often = len(found[0])
    return plural("[{name}, {n:,} times]", "[{name}]", often, name=name)


def escaped_bytes(raw: bytes) -> str:
    """Bytes as text, with everything but visible text escaped."""
    return visible(raw.decode("utf-8", "backslashreplace"))


def visible(text: str) -> str:
    """`text` with an escape in place of every invisible character."""
    return _UNSEEN.sub(_escape, text)


def _invisible_character(found: re.Match[str]) -> str:
    """The character of an entity if it is invisible."""
    meant = character(found[0])
    return meant if _UNSEEN.search(meant) or meant == "\ufffd" else found[0]


def _escape(found: re.Match[str]) -> str:
    number = ord(found[0])
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"


def clean_name(name: str) -> str:
    """A name on one line."""
    return clean(unwrap(name), _LONGEST_NAME)


def file_name(path: Path | str, longest: int = _LONGEST_NAME) -> str:
    """A path, or a part of one, on one line: shortened in the middle, with signs for line ends."""
    text = visible(path_as_text(path).replace("\n", "↵"))
    if len(text) <= longest:
        return text
    end = len(text) - longest // 2 + 1
    return f"{text[: titles.whole_letters(text, longest - longest // 2)]}…{text[end:]}"


def tangle_name(name: str) -> str:
    """The name of a kind of tangles."""
    return tr(_TANGLES[name]) if name in _TANGLES else clean_name(name)


def short(key: str) -> str:
    """The beginning of an id, enough to distinguish it, with its kind."""
    return clean_name(short_id(key))


def text_of(content: Mapping[str, Any]) -> str | None:
    """The text of a message as Markdown; None if the message isn't a text."""
    text = content.get("text")
    seen = clean(ENTITY.sub(_invisible_character, text)) if isinstance(text, str) else ""
    return seen if seen.strip() else None


def is_text(content: Mapping[str, Any]) -> bool:
    """Whether `text_of` returns a text, in nearly all cases without cleaning it."""
    text = content.get("text")
    if isinstance(text, str) and _SEEN.search(text, 0, _LONGEST_TEXT):
        return True
    return text_of(content) is not None


def warning_of(content: Mapping[str, Any]) -> str | None:
    """The author's content warning, if there is one."""
    warning = titles.warning_of(content)
    return clean(warning, LONGEST_FIELD) or None if warning and is_text(content) else None


def command_name(text: str) -> str:
    """The text of a command without the mark of its letter and its ellipsis."""
    return text.replace("&", "").removesuffix("…").rstrip()


def beginning(text: str, longest: int) -> str:
    """`text` if it has no more than `longest` characters, else its first words and an ellipsis."""
    if len(text) <= longest:
        return text
    between = max(text.rfind(blank, 0, longest - 1) for blank in " \n")
    if between > longest // 2:
        return f"{text[:between].rstrip()} …"
    # Text without blanks, such as a link or Chinese, has no words to cut between.
    return f"{text[: titles.whole_letters(text, longest - 1)]}…"


def duration(seconds: float) -> str:
    """`12 seconds`, `3 minutes`."""
    if seconds < 60:
        return plural("{n:,} seconds", "{n:,} second", max(1, round(seconds)))
    return plural("{n:,} minutes", "{n:,} minute", round(seconds / 60))


def size(number: float) -> str:
    """A number of bytes as `680 MB`, in powers of ten as in file managers."""
    for template in (
        later("{number:,.0f} bytes"),
        later("{number:,.0f} kB"),
        later("{number:,.0f} MB"),
    ):
        if number < 1000:
            return tr(template, number=number)
        number /= 1000
    return tr("{number:,.1f} GB", number=number)


def capitalize(text: str) -> str:
    """A text with a capital letter at the beginning."""
    return text[:1].upper() + text[1:]


def join_parts(parts: Sequence[str]) -> str:
    """`one, two and three`."""
    if len(parts) < 2:
        return "".join(parts)
    return tr("{text} and {last}", text=", ".join(parts[:-1]), last=parts[-1])


def list_sentences(sentences: Sequence[str]) -> str:
    """Different sentences, one a line; the last line counts those that are left out."""
    different = list(dict.fromkeys(sentences))
    more = len(different) - _MOST_SENTENCES
    left_out = [tr("and {more:,} more", more=more)] if more > 0 else []
    return "\n".join([*different[:_MOST_SENTENCES], *left_out])


def published_sentence(content: Mapping[str, Any]) -> str:
    """The sentence for a message of another type, to follow its author's name."""
    kind = content.get("type")
    if isinstance(kind, str):
        return tr("published “{name}”", name=clean_name(kind))
    return tr("published something")


def own_fields(content: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """The fields of a message that are specific to its type."""
    return [
        (clean_name(str(name)), value)
        for name, value in content.items()
        if name not in ("type", "root", "branch", "tangles", "mentions", "recps") and value != ""
    ]


def scalar(value: object) -> str:
    """A value of a field on one line; a list or an object is only counted."""
    match value:
        case str():
            return unwrap(value[: LONGEST_FIELD * 2])
        case None | True | False:
            return {None: tr("nothing"), True: tr("yes"), False: tr("no")}[value]
        case int() | float():
            return str(value)
        case list():
            return plural("a list of {n}", "a list of {n}", len(value))
        case _:
            return "…"


LONGEST_FACT = 600
_LONGEST_FIELD = 160
MOST_LISTED = 12

MessageContent: TypeAlias = Mapping[str, Any]
Facts: TypeAlias = list[tuple[str, str]]
"""Labels and texts."""


def cut(text: str) -> str:
    """A text cut to the length of a field."""
    return clean(text, _LONGEST_FIELD)


def shown_name(value: object) -> str:
    """A text on one line; of a tangled record, what it is set to."""
    if isinstance(value, Mapping):
        value = value.get("set")
    return clean_name(value) if isinstance(value, str) else ""


def shown_text(value: object) -> str:
    """A text of several lines."""
    return clean(value.strip(), LONGEST_FACT) if isinstance(value, str) else ""


def shown_time(value: float | None) -> str:
    """A time in words; empty for none."""
    return "" if value is None else time_and_date(value)


def without_empty(*facts: tuple[str, str]) -> Facts:
    """The facts that aren't empty."""
    return [(label, text) for label, text in facts if text]


def stated_time(value: object) -> str:
    """A time as gatherings and polls write it: milliseconds, or ISO 8601."""
    moment = milliseconds(value)
    return "" if moment is None else time_and_date(moment)


FactsMaker: TypeAlias = Callable[[MessageContent, Call], Facts]
"""Returns the facts of a message."""


def _no_facts(_content: MessageContent, _call: Call) -> Facts:
    return []


@dataclass(frozen=True, slots=True)
class MessageType:
    """How messages of a type are put into words."""

    summarize: Callable[[MessageContent, Call], str | None]
    """A sentence to follow the author's name; None where a message is malformed."""
    facts: FactsMaker = _no_facts
    of_self: Callable[[MessageContent, str], str | None] = lambda _content, _author: None
    """The sentence if it is about its author, whose feed is given; None if it isn't."""
    title: str = ""
    """The field with the title that other messages use for it; "" for none."""


def titled_type(sentence: str, facts: FactsMaker = _no_facts, field: str = "title") -> MessageType:
    """A type whose messages have a title in a field, with which the sentence is said."""

    def summarize(content: MessageContent, _: Call) -> str | None:
        title = shown_name(content.get(field))
        return tr(sentence, title=title) if title else None

    return MessageType(summarize, facts, title=field)


def about(field: str, on: str, off: str = "", facts: FactsMaker = _no_facts) -> MessageType:
    """A type whose messages do something to what a field names, or undo it if `on` is false."""

    def summarize(content: MessageContent, call: Call) -> str | None:
        named = content.get(field)
        if not isinstance(named, str):
            return None
        return tr(off if off and content.get("on") is False else on, name=call(named))

    return MessageType(summarize, facts)
