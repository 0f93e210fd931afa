"""Results of @tangle/graph 3.2.0, @tangle/reduce 5.0.5 and ssb-tribes2 1.4.0 (Node 20).

`graph_reduce`: random graphs; `reduce_valid_part` is the result of the package for the connected
and valid part only, because two bugs affect its result for the whole. `candidates`: messages in
order of arrival. `records`: graphs, and what @tangle/strategy 4.1.2 makes of their fields
(`make.js`). `ssb_tribes2`: the messages that three peers of a private group can read, without
secrets.
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
