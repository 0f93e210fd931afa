"""Keys in folders and files of SSB programs that the user chose.

`keyring/` of ssb-tribes2 and `tribes/keystore` of ssb-tribes are LevelDB folders. Other programs
and users keep group keys in text files. Keys are read, never written, and stay in memory.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tanglescope.engine.archive.leveldb import is_leveldb, read_leveldb
from tanglescope.engine.language.wording import tr
from tanglescope.engine.message.box2 import Key, Scheme
from tanglescope.engine.message.canonical import NotJSON, parse
from tanglescope.engine.message.identity import NotASecret, text_of_keys
from tanglescope.engine.message.keys import decode_base64
from tanglescope.engine.message.private import DirectKey, Keys, read_group_keys
from tanglescope.engine.message.uris import usual
from tanglescope.engine.system.child_processes import keep_out_of_core_dumps

_FOLDERS = (
    "",
    "keyring",
    "tribes/keystore",
    "keystore",
    ".ssb/keyring",
    ".ssb/tribes/keystore",
    "ssb/keyring",
)
_HOMES = ("", ".ssb", "ssb")
_LONGEST = 1 << 20
_SCHEMES = {4: Scheme.DIRECT, 5: Scheme.LEAVES} | {
    scheme.value.decode(): scheme for scheme in (Scheme.DIRECT, Scheme.LEAVES)
}
_UNESCAPED = {"?@": "?", "??": "!", "?%": '"'}
_ESCAPE = re.compile(r"\?[@?%]")


def read_keys(path: Path) -> Keys:
    """The keys in a LevelDB folder, in the folder of a program that has one, or in a text file.

    Raises `NotASecret` or `NotALevelDB`; errors never show the content of the file.
    """
    keep_out_of_core_dumps()
    if not path.is_dir():
        return Keys(groups=read_group_keys(text_of_keys(path, _LONGEST)))
    folder = keyring_in(path)
    if folder is None:
        raise NotASecret(
            tr(
                "{path} is a folder without group keys (keyring or tribes/keystore).",
                path=path,
            )
        )
    keys = _keys_in(read_leveldb(folder))
    if not keys:
        raise NotASecret(tr("{path} holds no group keys.", path=folder))
    return keys


def keyring_in(folder: Path) -> Path | None:
    """The folder with keys at or below the folder of a program; its content isn't read."""
    return next((folder / name for name in _FOLDERS if is_leveldb(folder / name)), None)


def identity_in(folder: Path) -> Path | None:
    """The `secret` file of an identity in the folder of a program; its content isn't read."""
    return next((each for name in _HOMES if (each := folder / name / "secret").is_file()), None)


def _keys_in(entries: dict[bytes, bytes]) -> Keys:
    found = Keys()
    for name, value in entries.items():
        path = _path(name.decode("utf-8", "replace"))
        try:
            item = parse(value)
        except NotJSON:
            continue
        if isinstance(item, dict):
            found = found.together(_keys_at(path, item))
    return found


def _keys_at(path: list[str], item: dict[str, Any]) -> Keys:
    match path:
        case ["own_key"] | ["self"]:
            return Keys(own=_key_in(item))
        case ["group", _]:
            return Keys(groups=tuple(_group_keys(item)))
        case ["signing", _]:
            feed = item.get("id")
            return Keys(own_feeds=frozenset({usual(feed)})) if isinstance(feed, str) else Keys()
        case ["dm", pair]:
            key, scheme = _key_in(item), item.get("scheme")
            if key is not None:
                known = _SCHEMES.get(scheme) if isinstance(scheme, int | str) else None
                feeds = frozenset(map(usual, pair.split("<>")))
                return Keys(direct=(DirectKey(feeds, Key(key, known or Scheme.DIRECT)),))
    return Keys()


def _group_keys(item: dict[str, Any]) -> Iterator[bytes]:
    """The keys of a group, the one for writing first; old programs kept a single key."""
    read = item.get("readKeys")
    for each in (item.get("writeKey"), item, *(read if isinstance(read, list) else ())):
        if (key := _key_in(each)) is not None:
            yield key


def _key_in(item: object) -> bytes | None:
    key = decode_base64(item.get("key")) if isinstance(item, dict) else b""
    return key if len(key) == 32 else None


def _path(name: str) -> list[str]:
    """The texts in a key encoded by `charwise`: one, or a list."""
    parts = name[1:-1].split('"') if name.startswith("K") and name.endswith("!") else [name]
    return [_ESCAPE.sub(lambda found: _UNESCAPED[found[0]], part[1:]) for part in parts]
