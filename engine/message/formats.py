"""Feed formats: the rules for a message, chosen by the id of its author."""

import re
from typing import Any

from tanglescope.engine.message import bendybutt, classic
from tanglescope.engine.message.classic import ValidationResult
from tanglescope.engine.message.keys import is_feed_id, is_message_id, message_id
from tanglescope.engine.message.uris import FORMATS, LONGEST, identifier
from tanglescope.engine.message.verdict import Rule, invalid, verdict_on_unknown_format

_SUPPORTED = frozenset({"classic", bendybutt.NAME})
_NAMED = frozenset(known.name for known in FORMATS if known.kind == "feed")
_NEW = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*-v[0-9]+", re.ASCII)
"""The names of feed formats; no rule has the same name."""

_LONGEST_NAME = 40
_OLD_SIGILS = {".ggfeed-v1": "gabbygrove-v1", ".ggmsg-v1": "gabbygrove-v1"}
_OLD_SIGIL = re.compile(
    r"[@%][A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=(?P<suffix>\.[a-z]+-v1)", re.ASCII
)
_BENDYBUTT_AUTHOR = b'"author": "ssb:'


def examine_unsigned(
    value: object, key: str | None, hmac_key: bytes | None = None, *, is_lossy: bool = False
) -> ValidationResult:
    """Validate the `value` of a message by the rules of its format and by its claimed `key`.

    Everything is validated except its position in its feed and, if there is a claim, the signature.
    """
    author = value.get("author") if isinstance(value, dict) else None
    if not is_feed_id(author):  # nearly all are classic
        if (name := unsupported_format(author, key)) is not None:
            return ValidationResult(None, None, verdict_on_unknown_format(name))
        if isinstance(value, dict) and bendybutt.is_feed(author):
            return _examine_bendybutt(value, key, hmac_key, is_lossy)
    examined = classic.examine_unsigned(value, hmac_key)
    if key is None or examined.computed in (key, None):
        return examined
    if is_lossy:
        return classic.examine_lossy(value, key, hmac_key)
    return examined._replace(verdict=invalid(Rule.ID))


def unsupported_format(author: object, key: str | None) -> str | None:
    """The format of a message if its rules are unknown, else None.

    Author and key have to agree, so that a damaged message doesn't count as one of another format.
    """
    of_key = None if key is None else _format_of(key, "message", "%")
    name = _format_of(author, "feed", "@") if isinstance(author, str) else of_key
    if name is None or name in _SUPPORTED:
        return None
    if key is None:
        return name if name in _NAMED else None
    return name if name == of_key else None


def key_of(text: bytes) -> str | None:
    """The key of the message of any format whose canonical JSON is `text`."""
    if _BENDYBUTT_AUTHOR in text and (key := bendybutt.key_of(text)) is not None:
        return key
    return message_id(text)


def is_message(name: object) -> bool:
    """Whether `name` is the well-formed key of a message in a format that is supported."""
    return is_message_id(name) or bendybutt.is_key(name)


def _format_of(text: str, kind: str, sigil: str) -> str | None:
    if len(text) > LONGEST or text.endswith((".ed25519", ".sha256")):
        return "classic"
    if text.startswith(sigil) and (old := _OLD_SIGIL.fullmatch(text)) is not None:
        return _OLD_SIGILS.get(old["suffix"])
    found = identifier(text)
    if found is None or found.kind != kind:
        return None
    is_name = found.format in _NAMED or (
        len(found.format) <= _LONGEST_NAME and _NEW.fullmatch(found.format) is not None
    )
    return found.format if is_name else None


def _examine_bendybutt(
    value: dict[str, Any], key: str | None, hmac_key: bytes | None, is_lossy: bool
) -> ValidationResult:
    examined = bendybutt.examine(value, hmac_key, key if is_lossy else None)
    named = examined.computed if examined.message is None else examined.message.key
    if key is None or key == named:
        return examined
    return examined._replace(verdict=invalid(Rule.ID))
