"""Write `resources/samples/group.*`: an encrypted private group, and its keys.

    python -m tools.group

Ada begins a group, people write, Ben and Ada exclude a member at the same time, and the group
continues in one of the two epochs. Keys are derived from names, so that the files are reproducible;
they decrypt nothing else. Every message is encrypted for its epoch, as in archives of ssb-tribes2.
"""

import hashlib
import json
from base64 import b64encode, urlsafe_b64encode
from pathlib import Path
from typing import Any

from tanglescope.engine.message.box2 import Scheme
from tools.sealing import box2
from tools.texts import ROOT, SAMPLES, SampleLog

DOMAIN = "tanglescope group"
PEOPLE = "group 17"
"""Chosen so that everyone has a different colour in the window."""


class GroupMessages:
    """The messages of a private group, each with the messages that it comes after."""

    def __init__(self, log: SampleLog) -> None:
        self._log = log
        self.keys: dict[str, str] = {}

    def begin(self, author: str, epoch: str, after: str = "", of: str = "") -> None:
        """Begin an epoch; `after` are labels of messages, `of` is that of the epoch before it."""
        tangles: dict[str, Any] = dict.fromkeys(("group", "epoch", "members"), ROOT)
        if of:
            tangles["group"] = self._data(after)
            tangles["epoch"] = self._data(of)
        content = {"type": "group/init", "version": "v2", "secret": _secret(epoch)}
        self._say(author, epoch, epoch, {**content, "tangles": tangles})

    def add(self, author: str, epoch: str, label: str, people: str, after: str) -> None:
        """Add people, named by their letters."""
        recps = [self._id(), *(self._log.feed(NAMES[letter]) for letter in people)]
        content = {"type": "group/add-member", "version": "v2", "secret": _secret(epoch)}
        tangles = {"group": self._data(after), "members": self._members(epoch, after)}
        addition = {**content, "root": self.keys["0"], "recps": recps, "tangles": tangles}
        self._say(author, epoch, label, addition)

    def exclude(self, author: str, epoch: str, label: str, people: str, after: str) -> None:
        """Exclude people, named by their letters."""
        excludes = [self._log.feed(NAMES[letter]) for letter in people]
        tangles = {"group": self._data(after), "members": self._members(epoch, after)}
        content = {"type": "group/exclude-member", "excludes": excludes, "recps": [self._id()]}
        self._say(author, epoch, label, {**content, "tangles": tangles})

    def post(
        self, author: str, epoch: str, label: str, text: str, after: str, to: str = ""
    ) -> None:
        """Post a message, possibly as a reply to `to`."""
        content: dict[str, Any] = {"type": "post", "text": text, "recps": [self._id()]}
        if to:
            content |= {"root": self.keys[to[0]], "branch": [self.keys[each] for each in to]}
        tangles = {"group": self._data(after)}
        self._say(author, epoch, label, {**content, "tangles": tangles})

    def _members(self, epoch: str, after: str) -> dict[str, Any]:
        known = [label for label in after if label in MEMBERS[epoch]] or [epoch]
        return {"root": self.keys[epoch], "previous": [self.keys[label] for label in known]}

    def _data(self, after: str) -> dict[str, Any]:
        return {"root": self.keys["0"], "previous": [self.keys[label] for label in after]}

    def _say(self, author: str, epoch: str, label: str, content: dict[str, Any]) -> None:
        name = NAMES[author]
        feed = self._log.feed(name)
        text = json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
        before = self._log.people[name].latest
        sealed = box2(text, feed, before, [(_key(epoch), Scheme.GROUP.value)])
        self.keys[label] = self._log.say(name, sealed)

    def _id(self) -> str:
        digest = hashlib.sha256(DOMAIN.encode()).digest()
        return f"ssb:identity/group/{urlsafe_b64encode(digest).decode()}"


NAMES = {"A": "Ada", "B": "Ben", "C": "Cleo", "D": "Dov", "E": "Eve"}
MEMBERS = {"0": "0abxy", "1": "1c", "2": "2d"}
"""The labels of the messages in the members tangle of each epoch."""


def build(about: str = PEOPLE) -> tuple[SampleLog, dict[str, str]]:
    """The log of the group, and its messages by labels of one letter."""
    log = SampleLog(about=about)
    group = GroupMessages(log)
    group.begin("A", "0")
    group.add("A", "0", "a", "ABC", after="0")
    group.post("A", "0", "p", "Welcome! Who brings the boat?", after="a")
    group.post("B", "0", "q", "I do, on Saturday.", after="p", to="p")
    group.add("C", "0", "b", "DE", after="pa")
    group.post("C", "0", "r", "Dov and Eve sail too.", after="qb", to="pq")
    group.post("E", "0", "s", "Buy my anchors! Buy my anchors!", after="r")
    group.exclude("A", "0", "x", "E", after="sb")
    group.exclude("B", "0", "y", "E", after="sb")
    group.begin("A", "1", after="x", of="0")
    group.begin("B", "2", after="y", of="0")
    group.add("A", "1", "c", "ABCD", after="1")
    group.add("B", "2", "d", "ABC", after="2")
    group.post("D", "1", "t", "Is everybody here?", after="c")
    group.post("C", "2", "u", "We both excluded Eve. Which epoch is it now?", after="dt")
    group.post(
        "B", "2", "v", "Mine, with fewer members; Dov has to be added again.", after="u", to="u"
    )
    return log, group.keys


def _key(epoch: str) -> bytes:
    return hashlib.sha256(f"{DOMAIN}: epoch {epoch}".encode()).digest()


def _secret(epoch: str) -> str:
    return b64encode(_key(epoch)).decode()


def main(folder: Path = SAMPLES) -> None:
    """Write the archive, and the keys of its epochs."""
    log, _ = build()
    keys = [{"epoch": int(epoch), "key": _secret(epoch)} for epoch in MEMBERS]
    (folder / "group.ndjson").write_text("\n".join(log.lines) + "\n", encoding="utf-8")
    (folder / "group-keys.json").write_text(json.dumps(keys, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
