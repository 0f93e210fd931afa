"""Private groups for tests: the actions of people, in the letters of the spec's figures."""

from base64 import b64encode
from typing import Any

from tanglescope.engine.tangle.groups import Group
from tanglescope.engine.tangle.rules import RuleEntry

GROUP_ID = "ssb:identity/group/g_JTmMEjG4JP2aQAO0LM8tIoRtNkTq07Se6h1qwnQKb="
NOTHING_BEFORE = {"root": None, "previous": None}


class Story:
    """A group in which everybody always knows everything that has happened in their epoch.

    Epochs and people are named by letters; the key of an epoch is its letter, repeated.
    """

    def __init__(self, first: str, members: str) -> None:
        self.first = first
        self.entries: list[RuleEntry] = []
        self._latest: dict[str, str] = {}
        self._began(first, author=members[0], after=None)
        self.add(members[0], first, members)

    @property
    def group(self) -> Group:
        return Group(self.first, self.entries, made_up_keys=True)

    def add(self, author: str, epoch: str, people: str) -> str:
        """`author` adds `people` to an epoch."""
        content = {"type": "group/add-member", "recps": [GROUP_ID, *people]}
        return self._say(author, content, self._in(epoch))

    def exclude(self, author: str, epoch: str, people: str) -> str:
        """`author` excludes `people` from an epoch; `begin` creates the new one."""
        content = {"type": "group/exclude-member", "excludes": list(people), "recps": [GROUP_ID]}
        return self._say(author, content, self._in(epoch))

    def split(self, author: str, epoch: str, people: str, to: str, members: str) -> None:
        """`author` excludes `people` and continues with `members` in a new epoch."""
        self.exclude(author, epoch, people)
        self._began(to, author, after=epoch)
        self.add(author, to, members)

    def _began(self, epoch: str, author: str, after: str | None) -> None:
        data = {"root": self.first, "previous": [after]} if after else NOTHING_BEFORE
        said = {"root": self.first, "previous": [self._latest[after]]} if after else NOTHING_BEFORE
        content = {
            "type": "group/init",
            "secret": b64encode(epoch[0].encode() * 32).decode(),
            "tangles": {"group": said, "epoch": data, "members": NOTHING_BEFORE},
        }
        self.entries.append(RuleEntry(epoch, content, author))
        self._latest[epoch] = epoch

    def _in(self, epoch: str) -> dict[str, Any]:
        latest = self._latest[epoch]
        return {
            "group": {"root": self.first, "previous": [latest]},
            "members": {"root": epoch, "previous": [latest]},
        }

    def _say(self, author: str, content: dict[str, Any], tangles: dict[str, Any]) -> str:
        key = f"{tangles['members']['root']}/{len(self.entries)}"
        self.entries.append(RuleEntry(key, {**content, "tangles": tangles}, author))
        self._latest[tangles["members"]["root"]] = key
        return key
