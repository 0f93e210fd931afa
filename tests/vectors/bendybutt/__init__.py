"""Bendy Butt messages by ssb-bendy-butt 1.0.2 (Node 20), and what the originals say of them.

`refused` is why ssb-bendy-butt refuses a message, `content_refused` why ssb-meta-feeds refuses its
content; null where they don't. `make.js` makes them again.
"""

import json
import lzma
from functools import cache
from pathlib import Path
from typing import Any


@cache
def load() -> list[dict[str, Any]]:
    """All cases; don't change them."""
    path = Path(__file__).parent / "messages.json.xz"
    return list(json.loads(lzma.decompress(path.read_bytes())))
