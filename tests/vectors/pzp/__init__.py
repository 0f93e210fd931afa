"""Results of pzp-db 1.0.4 and pzp-set 1.0.1 (Node 20, ICU 78).

`collation` was sorted by `localeCompare`, ties by code point. `leniency` holds generated messages
with odd `accountTips` and `prev`, and the verdicts of `MsgV4.validate`.
"""

import json
import lzma
from functools import cache
from pathlib import Path
from typing import Any


@cache
def load(name: str) -> Any:
    """The vectors of one file; don't change them."""
    path = Path(__file__).parent / f"{name}.json.xz"
    return json.loads(lzma.decompress(path.read_bytes()))
