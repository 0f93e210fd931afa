"""References: one spelling for the ids of messages and people.

The same message is `%...=.sha256` to older programs and `ssb:message/classic/...` to newer ones
(SSB URIs, SIP 1); private groups mix both. All comparisons of ids use the older,
shorter spelling. Ids of other feed formats have no such spelling and stay as they are.
"""

import re
from collections.abc import Mapping
from typing import Any

from tanglescope.engine.message.bendybutt import is_feed as is_metafeed
from tanglescope.engine.message.keys import is_feed_id

_DATA = "([A-Za-z0-9_-]{42}[AEIMQUYcgkosw048])="
_MESSAGE = re.compile(rf"ssb:/{{0,2}}message[:/](?:classic|sha256)[:/]{_DATA}", re.ASCII)
_FEED = re.compile(rf"ssb:/{{0,2}}feed[:/](?:classic|ed25519)[:/]{_DATA}", re.ASCII)
_KEY_OF_ANY_FORMAT = (
    r"(?:%[A-Za-z0-9+/]{43}=\.[A-Za-z0-9-]{1,40}"
    r"|ssb:/{0,2}message[:/][A-Za-z0-9-]{1,40}[:/][A-Za-z0-9_-]{1,200}={0,2})"
)
_ANY_MESSAGE = re.compile(_KEY_OF_ANY_FORMAT, re.ASCII)
_NAME_AND_ROOT = re.compile(rf"(?P<name>.*):(?P<root>{_KEY_OF_ANY_FORMAT})", re.ASCII | re.DOTALL)
_URL_SAFE = str.maketrans("-_", "+/")


def message_reference(text: str) -> str:
    """The key of a message in its usual spelling; any other text is unchanged."""
    if text[:1] == "%":
        return text
    found = _MESSAGE.fullmatch(text)
    return f"%{found[1].translate(_URL_SAFE)}=.sha256" if found else text


def feed_reference(text: str) -> str:
    """The id of a feed in its usual spelling; any other text is unchanged."""
    found = _FEED.fullmatch(text)
    return f"@{found[1].translate(_URL_SAFE)}=.ed25519" if found else text


def names_feed(text: str) -> bool:
    """Whether a text is the id of a feed that a person can have: a classic one or a metafeed."""
    return is_feed_id(text) or is_metafeed(text)


def named_root(text: str) -> tuple[str, str] | None:
    """The name and the key of the root in `NAME:KEY`; a name can have any characters."""
    found = _NAME_AND_ROOT.fullmatch(text)
    return found and (found["name"], message_reference(found["root"]))


def names_message(text: str) -> bool:
    """Whether a text has the form of a message's key in any format of feeds, in either spelling."""
    return _ANY_MESSAGE.fullmatch(text) is not None


_LONGEST = 30
_LEFT_OUT = re.compile(r"[\s,.?!<>()\[\]\"#]")
_UNSTORABLE = re.compile("[\0\ud800-\udfff]")


def channel_of(text: object) -> str | None:
    """The channel in a field or a hashtag, with its `#`; None if it isn't valid.

    Spelled as ssb-ref's `normalizeChannel` does: in lower case, shorter than 30 characters.
    """
    if not isinstance(text, str):
        return None
    name = _LEFT_OUT.sub("", text[: 4 * _LONGEST].lower())
    whole = 0 < len(name) < _LONGEST and _UNSTORABLE.search(name) is None
    return f"#{name}" if whole else None


_NO_CHANNELS = ("undefined", "null")
"""What old programs wrote into the field of messages that are in no channel."""


def channel_field(content: Mapping[str, Any]) -> str | None:
    """The channel that a message was written in, with its `#`; None if there is none."""
    written = content.get("channel")
    return None if written in _NO_CHANNELS else channel_of(written)
