"""Histories of private groups by ssb-tribes2 1.4.0 (Node 20), and what each member sees of them.

`make.js` makes others of the same names. Of each reader: the messages of the group that they can
read, the epochs and their tips, who was added to each and is to be excluded, who is missing from
those that lack a member, and the preferred epoch (or the error, where ssb-tribes2 has no answer).
The keys were made for these histories and open nothing else.
"""

import json
import lzma
from functools import cache
from pathlib import Path
from typing import Any

from engine.tangle.groups import Group
from engine.tangle.rules import RuleEntry

HERE = Path(__file__).parent


@cache
def load() -> list[dict[str, Any]]:
    """All histories; don't change them."""
    return list(json.loads(lzma.decompress((HERE / "histories.json.xz").read_bytes())))


def group_of(history: dict[str, Any], reader: str) -> Group:
    """The group as a reader can read it."""
    messages = history["readers"][reader]["messages"]
    entries = (RuleEntry(each["key"], each["content"], each["author"]) for each in messages)
    return Group(history["root"], entries)
