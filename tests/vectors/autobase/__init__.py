"""Results of autobase 7.28.1 (Node 20).

`design_examples` are the worked examples of its design text, `own_tests` the graphs of its own
tests, and `random_gossip` random graphs; all with the state after every node and the view of every
writer. `full_autobase` was recorded from complete instances that replicate, with their `log`.
`memberships` are complete instances whose writers are added, promoted and removed at run time, with
batches and optimistic entries: the `view` of one peer, how much of it is confirmed, and who votes
in the end. `removals` are peers of complete instances whose third writer is removed and added again
at random: `shown` are the entries that the app got to apply, `acks` those without a value, which no
app gets. `topolist` is the tip list alone. `design_degrees` are the votes and degrees of the
design text. No program computes these; they follow its definitions literally.
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
