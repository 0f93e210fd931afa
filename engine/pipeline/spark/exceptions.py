"""Exceptions: facts about messages that Spark needs besides their parts.

Duplicates and messages that their feeds reject are left out; others were received earlier than
their records say. The driver determines this while it loads, in parallel with checking. Window
functions over all messages in Spark would take 7.5 s of processor time for a million of them, and
loading would have to wait until all were checked.
"""

from collections.abc import Mapping

import numpy as np

from engine.linear.longest_paths import Integers
from engine.message.verdict import ValidationStatus
from engine.pipeline.building import LoadedBatch
from engine.pipeline.files import schemas
from engine.pipeline.files.arrow import pa


class Exceptions:
    """The exceptions among batches that are loaded one after the other."""

    def __init__(self) -> None:
        self._left_out: list[int] = []
        self._received: dict[int, float | None] = {}
        self._loaded: list[Integers] = []

    def add(self, batch: LoadedBatch) -> None:
        """Record the exceptions of a batch."""
        first = batch.archive.position(0)
        self._loaded.append(batch.new["offset"].to_numpy() + first)
        offsets, received = batch.messages["offset"], batch.messages["received"]
        for place, (status, _, time) in batch.odd.items():
            position = first + offsets[place].as_py()
            if status in (None, ValidationStatus.INVALID):
                self._left_out.append(position)
            elif time != received[place].as_py():
                self._received[position] = time

    def table(self, times: Mapping[int, float]) -> pa.Table:
        """`schemas.EXCEPTION_TABLE`; `times` are the final times of receipt, by number."""
        loaded = np.concatenate([np.empty(0, np.int64), *self._loaded])
        received = self._received | {
            int(loaded[number - 1]): time for number, time in times.items()
        }
        positions = [*self._left_out, *received]
        is_out = [True] * len(self._left_out) + [False] * len(received)
        columns = [positions, is_out, [None] * len(self._left_out) + [*received.values()]]
        return pa.table(columns, schema=schemas.EXCEPTION_TABLE)
