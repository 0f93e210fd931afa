"""Bendy Butt messages by ssb-bendy-butt 1.0.2 (Node 20), with the verdicts of the originals.

`refused` is the reason for which ssb-bendy-butt refuses a message, `content_refused` the reason for
which ssb-meta-feeds refuses its content; null if accepted. `make.js` generates them.
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
