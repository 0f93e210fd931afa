"""Write `resources/samples/harbour.ndjson`: two weeks in which an island mends a boat.

    python -m tools.harbour

The script is `harbour.toml`: who writes what, when, and what they had read. It is Pim's log, so the
order is that in which Pim's program received (`heard`) the messages. No one follows Rook, whose
messages are missing. `harbour-secret` is Pim's key, which decrypts private messages. People and
keys are made up, and reproducible.
"""

import hashlib
import json
import re
import tomllib
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

from tanglescope.engine.blobs.formats import glance
from tools import harbour_pictures
from tools.sealing import box1
from tools.texts import SAMPLES, SamplePerson, made_up

SCRIPT = Path(__file__).with_suffix(".toml")
PEOPLE = "harbour 326315"
"""Chosen so that everyone has a different colour, and concurrent replies are in a good order."""
READER = "Pim"

_ON_THE_WAY = timedelta(seconds=40)
_TO_LIKE = timedelta(minutes=9)
_NAMED = re.compile(r"@(\w+)")
_BLOB = re.compile(r"(!?\[[^\]]*\])\(&([\w.-]+)\)")
_MESSAGE = re.compile(r"\(%(\w+\.\w)\)")
_CHANNEL = re.compile(r"(?<![\w`])#(\w+)")
_TYPES = {
    ".gif": "image/gif",
    ".jpg": "image/jpeg",
    ".md": "text/markdown",
    ".ogg": "audio/ogg",
    ".png": "image/png",
}

Entry = dict[str, Any]


@dataclass(slots=True)
class Harbour:
    """The messages of the script, signed, and their order of receipt."""

    about: str = PEOPLE
    keys: dict[str, str] = field(default_factory=dict)
    """Messages by their labels in the script, such as `boat.a`."""
    people: dict[str, SamplePerson] = field(default_factory=dict)
    backups: dict[str, SamplePerson] = field(default_factory=dict)
    """The state of people before their latest message."""
    came: dict[str, datetime] = field(default_factory=dict)
    """The time of receipt of each person's latest message."""
    heard: list[tuple[datetime, str]] = field(default_factory=list)
    """The lines with their times of receipt."""

    def person(self, name: str) -> SamplePerson:
        """A person, by their name in the script."""
        return self.people.setdefault(name, SamplePerson(made_up(self.about, name)))

    def feed(self, name: str) -> str:
        """A person's id."""
        return self.person(name).identity.feed

    def say(self, place: str, entry: Entry) -> None:
        """Sign one entry of the script."""
        name = entry["by"]
        person = self.backups[name] if entry.get("is_forked") else self.person(name)
        self.backups[name] = replace(person)
        says = entry.get("says") or entry["at"]
        key, value = person.say(_milliseconds(says), self._content(place, entry))
        self.keys[place] = key
        if not entry.get("is_lost"):
            # A feed arrives in order: messages after a late one are also late.
            heard = entry.get("heard", entry["at"] + _ON_THE_WAY)
            heard = max(heard, self.came.get(name, heard))
            self.came[name] = heard
            record = {"key": key, "value": value, "timestamp": _milliseconds(heard)}
            line = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
            self.heard.append((heard, line))

    def lines(self) -> list[str]:
        """The archive, in the order of receipt."""
        return [line for _, line in sorted(self.heard, key=lambda each: each[0])]

    def _content(self, place: str, entry: Entry) -> Entry | str:
        thread = place.partition(".")[0]
        kind = entry.get("type", "about" if "comes" in entry else "post")
        content = {"type": kind, **entry.get("content", {})}
        content |= {part: self.feed(name) for part, name in entry.get("people", {}).items()}
        content |= {part: self.keys[place] for part, place in entry.get("refs", {}).items()}
        content |= {part: _mention(name) for part, name in entry.get("blobs", {}).items()}
        content |= {part: _blob(name) for part, name in entry.get("blob_ids", {}).items()}
        if "text" in entry:
            content |= self._written(entry["text"])
        if "warns" in entry:
            content["contentWarning"] = entry["warns"]
        if "likes" in entry:
            link = self.keys[entry["likes"]]
            content["vote"] = {"link": link, "value": 1, "expression": "Like"}
        if "comes" in entry:
            content |= {"about": self.keys[f"{thread}.{entry['comes']}"]}
            content |= {"attendee": {"link": self.feed(entry["by"])}}
        content |= self._place(thread, entry)
        if "to" not in entry:
            return content
        content["recps"] = [self.feed(name) for name in entry["to"]]
        text = json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
        one_time = hashlib.sha256(f"{self.about}: {place}".encode()).digest()
        return box1(text, content["recps"], one_time)

    def _place(self, thread: str, entry: Entry) -> Entry:
        """The root and the branch, if the entry is a reply."""
        after = [self.keys[f"{thread}.{label}"] for label in entry.get("after", "")]
        if "fork" in entry:
            fork = entry["fork"]
            root, origin = self.keys[fork], self.keys[f"{fork.partition('.')[0]}.a"]
            return {"root": root, "fork": origin, "branch": after or root}
        if not after:
            return {}
        return {"root": self.keys[f"{thread}.a"], "branch": after[0] if len(after) < 2 else after}

    def _written(self, text: str) -> Entry:
        """A text with ids instead of names, and the list of mentions."""
        mentions: list[Entry] = []

        def person(found: re.Match[str]) -> str:
            mentions.append({"link": self.feed(found[1]), "name": found[1]})
            return f"[@{found[1]}]({self.feed(found[1])})"

        def blob(found: re.Match[str]) -> str:
            mentions.append(_mention(found[2]))
            return f"{found[1]}({_blob(found[2])})"

        def message(found: re.Match[str]) -> str:
            mentions.append({"link": self.keys[found[1]]})
            return f"({self.keys[found[1]]})"

        text = _BLOB.sub(blob, _MESSAGE.sub(message, _NAMED.sub(person, text.strip())))
        mentions += [{"link": f"#{name}"} for name in _CHANNEL.findall(text)]
        return {"text": text, "mentions": mentions} if mentions else {"text": text}


def build(about: str = PEOPLE) -> Harbour:
    """All messages, in the order of true time."""
    harbour = Harbour(about)
    for place, entry in sorted(script(), key=lambda each: each[1]["at"]):
        harbour.say(place, entry)
    return harbour


def script() -> Iterator[tuple[str, Entry]]:
    """Labels and entries: introductions, messages and likes."""
    script = tomllib.loads(SCRIPT.read_text(encoding="utf-8"))
    for name, person in script.pop("people").items():
        yield from _introduction(name, person)
    for thread, entries in script.items():
        for label, entry in entries.items():
            place = f"{thread}.{label}"
            yield place, entry
            for number, name in enumerate(entry.get("liked", ()), start=1):
                at = entry.get("heard", entry["at"]) + number * _TO_LIKE
                yield f"{place} {name}", {"by": name, "at": at, "type": "vote", "likes": place}


def _introduction(name: str, person: Entry) -> Iterator[tuple[str, Entry]]:
    about = {"type": "about", "people": {"about": name}}
    said: list[Entry] = [{**about, "content": {"name": name}}]
    if "describes" in person:
        said.append({**about, "content": {"description": person["describes"]}})
    for other in person["follows"]:
        contact = {"people": {"contact": other}, "content": {"following": True}}
        said.append({"type": "contact", **contact})
    if "subscribes" in person:
        channel = {"channel": person["subscribes"], "subscribed": True}
        said.append({"type": "channel", "content": channel})
    for number, entry in enumerate(said):
        at = person["joins"] + timedelta(minutes=number)
        yield f"{name} {number}", {"by": name, "at": at, **entry}


@cache
def _files() -> dict[str, bytes]:
    """The blobs with files, by name; other blobs are named in messages but missing."""
    return harbour_pictures.files()


def _blob(name: str) -> str:
    data = _files().get(name, name.encode())
    return f"&{b64encode(hashlib.sha256(data).digest()).decode()}.sha256"


def _mention(name: str) -> Entry:
    """The mention of a file in a message."""
    mention = {"link": _blob(name), "name": name, "type": _TYPES[Path(name).suffix]}
    if name not in _files():
        return mention
    shape = glance(_files()[name])
    size = {"width": shape.width, "height": shape.height} if shape else {}
    return {**mention, "size": len(_files()[name]), **size}


def _milliseconds(time: datetime) -> int:
    return int(time.timestamp() * 1000)


def main(folder: Path = SAMPLES) -> None:
    """Write the archive, the key of its reader, and the files that messages name."""
    harbour = build()
    lines = "\n".join(harbour.lines()) + "\n"
    (folder / "harbour.ndjson").write_text(lines, encoding="utf-8")
    secret = harbour.person(READER).identity.secret_file()
    (folder / "harbour-secret").write_text(secret, encoding="utf-8")
    for data in _files().values():
        digest = hashlib.sha256(data).hexdigest()
        path = folder / "blobs" / "sha256" / digest[:2] / digest[2:]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


if __name__ == "__main__":
    main()
