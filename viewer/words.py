"""Messages in words: for the timeline, for screen readers, for the clipboard.

A thread holds more than posts. Likes, follows and names are shown as sentences; an unknown
type is shown field by field. Every text of a message is cut to size and cleaned of control
characters before it is shown.
"""

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence, Set
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from engine.files import path_as_text
from engine.message.uris import short_id
from engine.readable import unwrapped
from engine.reduce.activities import Activity
from engine.tangle import titles
from engine.tangle.labels import group_label
from engine.tangle.metafeeds import metafeed_label
from engine.tangle.plain_text import ENTITY, character, plain
from engine.wording import later, plural, tr
from viewer.times import in_utc

if TYPE_CHECKING:
    from viewer.message_types import Details

Call: TypeAlias = Callable[[str], str]
"""The function that names a feed or a message by its id."""

_LONGEST_TEXT = 8192  # the most that a valid message can contain
_LONGEST_NAME = 48
_LONGEST_FIELD = 160
_MOST_FIELDS = 6
_MOST_SENTENCES = 5
_LOOKED_AT = 2000  # characters of a text that a one-line summary uses

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

_VERDICTS = {
    "forked": (
        later("forked"),
        later("This feed continues in two ways; this message is on a second branch."),
    ),
    "unverified": (
        later("unverified"),
        later("The file doesn't hold enough to check this message."),
    ),
}


def clean(text: str, longest: int = _LONGEST_TEXT) -> str:
    """`text` without control characters, with names for invisible ones, cut to `longest`."""
    text = _UNREADABLE.sub("", text.replace("\r\n", "\n")[: longest + 1])
    text = _marked(_named(text))
    return text if len(text) <= longest else text[: titles.whole_letters(text, longest - 1)] + "…"


def _named(text: str) -> str:
    return _TRICK.sub(_name_of, text, count=_MOST_NAMED)


def _marked(text: str) -> str:
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


def _hidden(found: re.Match[str]) -> str:
    """The character of an entity if it is invisible."""
    meant = character(found[0])
    return meant if _UNSEEN.search(meant) or meant == "\ufffd" else found[0]


def _escape(found: re.Match[str]) -> str:
    number = ord(found[0])
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"


def clean_name(name: str) -> str:
    """A name on one line."""
    return clean(unwrapped(name), _LONGEST_NAME)


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


def qt_span(text: str, start: int, end: int) -> tuple[int, int]:
    """The start and length of a span in Qt, which counts in UTF-16 units."""
    return _utf16_units(text[:start]), _utf16_units(text[start:end])


def _utf16_units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def short(key: str) -> str:
    """The beginning of an id, enough to distinguish it, with its kind."""
    return clean_name(short_id(key))


def verdict(name: str) -> tuple[str, str] | None:
    """The badge of a verdict and its meaning; None if the message is valid by itself.

    A message behind a gap has none: in a real archive, nearly every message is behind one. The line
    for missing messages shows where the gap is, and the inspector says what it means.
    """
    badge, meaning = _VERDICTS.get(name, ("", ""))
    return (tr(badge), tr(meaning)) if badge else None


def text_of(content: Mapping[str, Any]) -> str | None:
    """The text of a message as Markdown; None if the message isn't a text."""
    text = content.get("text")
    seen = clean(ENTITY.sub(_hidden, text)) if isinstance(text, str) else ""
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
    return clean(warning, _LONGEST_FIELD) or None if warning and is_text(content) else None


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


def one_line(
    content: Mapping[str, Any] | str,
    call: Call,
    epoch: int | None = None,
    *,
    author: str = "",
    unfolded: bool = False,
) -> str:
    """The message in a few plain words, for quotes, lists and compact rows.

    `epoch` is the number of the epoch that it begins or changes in a private group. Where the
    author warns of the text, the warning is shown instead, unless `unfolded`.
    """
    if isinstance(content, str):
        return tr("Encrypted message")
    text, warning = text_of(content), warning_of(content)
    if warning and not unfolded:
        return tr("Content warning: {warning}", warning=warning)
    if text is None:
        return sentence(content, call, epoch, author)
    return clean(unwrapped(plain(text[:_LOOKED_AT])) or unwrapped(text), 200)


def sentence(
    content: Mapping[str, Any], call: Call, epoch: int | None = None, author: str = ""
) -> str:
    """The sentence for a message that isn't a text, to follow its author's name.

    Where the feed of the `author` is known, it doesn't name them a second time.
    """
    if (of_metafeeds := metafeed_label(dict(content))) is not None:
        return of_metafeeds
    in_group = group_label(dict(content), lambda feed: clean_name(call(feed)), epoch)
    if in_group is not None:
        return in_group
    from viewer.message_types import summary_of  # which imports this module

    return summary_of(content, call, author) or _fields(content)


def called(content: Mapping[str, Any] | str, author: str, line: str) -> str:
    """How sentences refer to a message: by its title, or by its author and beginning."""
    from viewer.message_types import title_of  # which imports this module

    if (
        not isinstance(content, str)
        and warning_of(content) is None
        and (title := title_of(content))
    ):
        return tr("“{title}”", title=title)
    return tr("“{text}” by {name}", name=author, text=line)


def details(
    content: Mapping[str, Any],
    call: Call,
    epoch: int | None,
    activity: Activity | None,
    author: str = "",
) -> "Details":
    """The details of a message that isn't a text for web pages, with times in UTC."""
    from viewer.message_types import details_of  # which imports this module

    with in_utc():
        said = sentence(content, call, epoch, author)
        return details_of(content, call, said, activity, author)


def part_in(activity: Activity, people: Set[str], call: Call) -> tuple[str, str] | None:
    """What the person with feeds `people` does in an activity, and its title; None for nothing."""
    from viewer import message_types  # which imports this module

    return message_types.part_in(activity, people, call)


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


def begun(text: str) -> str:
    """A text with a capital letter at the beginning."""
    return text[:1].upper() + text[1:]


def joined(parts: Sequence[str]) -> str:
    """`one, two and three`."""
    if len(parts) < 2:
        return "".join(parts)
    return tr("{text} and {last}", text=", ".join(parts[:-1]), last=parts[-1])


def listed(sentences: Sequence[str]) -> str:
    """Different sentences, one a line; the last line counts those that are left out."""
    different = list(dict.fromkeys(sentences))
    more = len(different) - _MOST_SENTENCES
    left_out = [tr("and {more:,} more", more=more)] if more > 0 else []
    return "\n".join([*different[:_MOST_SENTENCES], *left_out])


def published(content: Mapping[str, Any]) -> str:
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


def _fields(content: Mapping[str, Any]) -> str:
    text = published(content)
    fields = [
        f"{name}: {clean(scalar(value), _LONGEST_FIELD)}" for name, value in own_fields(content)
    ]
    if not fields:
        return text
    more = ", …" if len(fields) > _MOST_FIELDS else ""
    return f"{text} ({', '.join(fields[:_MOST_FIELDS])}{more})"


def scalar(value: object) -> str:
    """A value of a field on one line; a list or an object is only counted."""
    match value:
        case str():
            return unwrapped(value[: _LONGEST_FIELD * 2])
        case None | True | False:
            return {None: tr("nothing"), True: tr("yes"), False: tr("no")}[value]
        case int() | float():
            return str(value)
        case list():
            return plural("a list of {n}", "a list of {n}", len(value))
        case _:
            return "…"
