"""Histories of private groups by ssb-tribes2 1.4.0 (Node 20), as each member sees them.

`make.js` generates others under the same names. For each reader there are the messages of the group
that they can read, the epochs and their tips, the people added to each epoch and to be excluded
from it, the people missing from incomplete epochs, and the preferred epoch (or the error of ssb-
tribes2 if it has none). The keys were made for these histories and open nothing else.
"""

import json
import lzma
from functools import cache
from pathlib import Path
from typing import Any

from tanglescope.engine.tangle.groups import Group
from tanglescope.engine.tangle.rules import RuleEntry

HERE = Path(__file__).parent


@cache
def load() -> list[dict[str, Any]]:
    """All histories; don't change them."""
    return list(json.loads(lzma.decompress((HERE / "histories.json.xz").read_bytes())))


def group_of(history: dict[str, Any], reader: str) -> Group:
    """The group as one reader can read it."""
    messages = history["readers"][reader]["messages"]
    entries = (RuleEntry(each["key"], each["content"], each["author"]) for each in messages)
    return Group(history["root"], entries)
