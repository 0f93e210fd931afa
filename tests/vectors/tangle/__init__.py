"""Answers of @tangle/graph 3.2.0, @tangle/reduce 5.0.5 and ssb-tribes2 1.4.0 (Node 20).

`graph_reduce`: random graphs; `reduce_valid_part` is what the package reduces when it is given
only what is connected and valid, because given all it has two bugs. `candidates`: messages in the
order of arrival. `ssb_tribes2`: what three peers of a private group can read, secrets taken out.
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
