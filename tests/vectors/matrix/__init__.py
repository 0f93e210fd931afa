"""Rooms of Matrix, and what other programs say about them.

`rooms` are random rooms of all versions with the answers of Synapse 1.163.2, which `ask_synapse.py`
gets from it (`python -m tests.engine.reduce.matrix.test_synapse` records them anew). `ruma` are the
fixtures of ruma-state-res (MIT) with the states that it resolves them to.
"""

import json
import lzma
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent


@cache
def load(name: str) -> Any:
    """The vectors of one file; don't change them."""
    return json.loads(lzma.decompress((FOLDER / f"{name}.json.xz").read_bytes()))
