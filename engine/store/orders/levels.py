"""The levels of timelines in SQLite, as rows with gap labels.

The order of a timeline is that of its blocks by label, the levels of a block by label and the
names of a level by code point (SQLite's BINARY). Neither rank nor position is stored:

    SELECT name FROM blocks JOIN levels USING (timeline, block) JOIN events USING (timeline, level)
    WHERE timeline = ? ORDER BY blocks.label, levels.label, name

| table | one row is |
|---|---|
| `blocks` | some hundred consecutive levels: how many, and how many events they hold |
| `levels` | the events of one rank |
| `events` | a name of a timeline; without a level it is a ghost |
| `causes` | one event coming after another |

All blocks are in memory, but levels and events only if needed: a block reads its levels on first
access. The algorithm is that of `engine.linear`.
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import cast

from engine.linear.scuttlesort.levels import Level, LevelBlock, Levels

STEP = 1 << 32
"""The gap at the ends: enough for 32 halvings, and for 2**31 steps within SQLite's integers."""


def fill_gaps(labels: Sequence[int | None]) -> list[int]:
    """Ascending labels: existing ones if possible, and new ones for None."""
    filled: list[int] = []
    index = 0
    while index < len(labels):
        label = labels[index]
        if label is not None:
            filled.append(label)
            index += 1
            continue
        end = index
        while end < len(labels) and labels[end] is None:
            end += 1
        count = end - index
        following = labels[end] if end < len(labels) else None
        if following is None:
            low, step = (filled[-1] if filled else 0), STEP
        elif not filled:
            low, step = following - STEP * (count + 1), STEP
        else:
            low, step = filled[-1], (following - filled[-1]) // (count + 1)
        if step == 0:
            return [STEP * place for place in range(len(labels))]
        filled += [low + step * (place + 1) for place in range(count)]
        index = end
    return filled


TABLES = (
    """CREATE TABLE blocks (
        timeline INTEGER NOT NULL,
        block INTEGER NOT NULL,
        label INTEGER NOT NULL,
        levels INTEGER NOT NULL,
        events INTEGER NOT NULL,
        PRIMARY KEY (timeline, block)
    ) STRICT, WITHOUT ROWID""",
    "CREATE INDEX blocks_in_order ON blocks(timeline, label)",
    """CREATE TABLE levels (
        timeline INTEGER NOT NULL,
        level INTEGER NOT NULL,
        block INTEGER NOT NULL,
        label INTEGER NOT NULL,
        PRIMARY KEY (timeline, level)
    ) STRICT, WITHOUT ROWID""",
    "CREATE INDEX levels_in_order ON levels(timeline, block, label)",
    """CREATE TABLE events (
        timeline INTEGER NOT NULL,
        event INTEGER NOT NULL,
        name TEXT NOT NULL,
        level INTEGER,
        tip INTEGER NOT NULL,
        PRIMARY KEY (timeline, event)
    ) STRICT, WITHOUT ROWID""",
    "CREATE UNIQUE INDEX events_by_name ON events(timeline, name)",
    "CREATE INDEX events_by_level ON events(timeline, level)",
    "CREATE INDEX tips ON events(timeline) WHERE tip",
    """CREATE TABLE causes (
        timeline INTEGER NOT NULL,
        cause INTEGER NOT NULL,
        effect INTEGER NOT NULL,
        PRIMARY KEY (timeline, cause, effect)
    ) STRICT, WITHOUT ROWID""",
    "CREATE INDEX causes_by_effect ON causes(timeline, effect)",
)
"""The statements that create the tables; they hold any number of timelines."""


# The cross join and the index make SQLite start at the levels, not at all events.
_IN_BLOCK = """levels CROSS JOIN events INDEXED BY events_by_level
    ON events.timeline = levels.timeline AND events.level = levels.level
    WHERE levels.timeline = ? AND block = ? ORDER BY label, name"""


class StoredLevel(Level):
    """A level with its key and, once it has a row, the block and the label in that row."""

    __slots__ = ("key", "label", "saved_in")

    key: int
    label: int | None
    saved_in: int | None


class StoredBlock(LevelBlock):
    """A block that reads its levels on first access."""

    __slots__ = ("key", "label", "read", "row")

    key: int
    label: int | None
    row: tuple[int | None, ...]
    read: Callable[["StoredBlock"], list[Level]]

    def __getattr__(self, name: str) -> list[Level] | list[int]:
        # Python calls this only while a slot is empty: the levels aren't in memory.
        if name not in ("levels", "counts"):
            raise AttributeError(name)
        self.adopt(self.read(self))
        return self.levels if name == "levels" else self.counts


class StoredLevels(Levels):
    """The levels of one timeline; `learn(event, name, level)` is called for every event read."""

    __slots__ = (
        "_connection",
        "_in_memory",
        "_new_blocks",
        "_new_levels",
        "_next_level",
        "_timeline",
        "blocks_by_key",
        "by_key",
        "learn",
    )

    learn: Callable[[int, str, Level], None]

    def __init__(self, connection: sqlite3.Connection, timeline: int) -> None:
        self._connection = connection
        self._timeline = timeline
        self.by_key: dict[int, StoredLevel] = {}
        self.blocks_by_key: dict[int, StoredBlock] = {}
        self._in_memory: dict[int, StoredBlock] = {}
        self._new_blocks: list[StoredBlock] = []
        self._new_levels: list[StoredLevel] = []
        ((highest,),) = connection.execute(
            "SELECT ifnull(max(level), -1) FROM levels WHERE timeline = ?", (timeline,)
        )
        self._next_level = highest + 1
        super().__init__()
        self._open()

    def save(self) -> None:
        """Write all changes since the last call."""
        to_write = self.blocks_by_key if self._label_blocks() else self._in_memory
        changed = {level.block for level in self._new_levels}
        changed.update(self._new_blocks)
        self._write(
            "INSERT INTO levels (timeline, level, block, label) VALUES (?, ?, ?, ?)"
            " ON CONFLICT DO UPDATE SET block = excluded.block, label = excluded.label",
            [row for block in changed for row in self._label_levels(cast(StoredBlock, block))],
        )
        rows = []
        for block in to_write.values():
            row = (self._timeline, block.key, block.label, block.size, block.events)
            if row != block.row:
                block.row = row
                rows.append(row)
        self._write(
            "INSERT INTO blocks (timeline, block, label, levels, events) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT DO UPDATE SET label = excluded.label, levels = excluded.levels,"
            " events = excluded.events",
            rows,
        )
        self._new_blocks.clear()
        self._new_levels.clear()

    def unload(self) -> None:
        """Drop the levels from memory; they must have been saved."""
        for block in self._in_memory.values():
            del block.levels, block.counts
        self._in_memory.clear()
        self.by_key.clear()

    def level(self, key: int, block: int) -> StoredLevel:
        """The level with that key, which is in the block with that key."""
        level = self.by_key.get(key)
        if level is None:
            self.blocks_by_key[block].levels  # noqa: B018 - reading them is what is wanted
            level = self.by_key[key]
        return level

    def key_of(self, level: Level) -> int:
        """The key of a level of this timeline."""
        return cast(StoredLevel, level).key

    def _open(self) -> None:
        """Read the blocks from the database, without their levels."""
        rows = self._connection.execute(
            "SELECT block, label, levels, events FROM blocks WHERE timeline = ? ORDER BY label",
            (self._timeline,),
        ).fetchall()
        if not rows:
            return
        self._new_blocks.clear()
        self.blocks_by_key.clear()
        self._in_memory.clear()
        self._blocks = []
        for number, (key, label, size, events) in enumerate(rows):
            block = StoredBlock.__new__(StoredBlock)
            block.number, block.key, block.label = number, key, label
            events = max(0, events)  # a damaged database may have negative counts
            block.size, block.events, block.read = size, events, self._read
            block.row = (self._timeline, key, label, size, events)
            self.blocks_by_key[key] = block
            self._blocks.append(block)
            self.count += size
            self.events += events
        self._first_rank = [0] * len(rows)
        self._first_position = [0] * len(rows)

    def _read(self, block: StoredBlock) -> list[Level]:
        self._in_memory[block.key] = block
        levels: list[Level] = []
        level: StoredLevel | None = None
        rows = self._connection.execute(
            f"SELECT levels.level, label, event, name FROM {_IN_BLOCK}",
            (self._timeline, block.key),
        )
        for key, label, event, name in rows:
            if level is None or level.key != key:
                level = self.by_key[key] = StoredLevel()
                level.key, level.label, level.saved_in = key, label, block.key
                levels.append(level)
            level.append(name)
            self.learn(event, name, level)
        return levels

    def _names_of(self, block: LevelBlock) -> Iterable[str]:
        stored = cast(StoredBlock, block)
        if stored.key in self._in_memory:
            return super()._names_of(block)
        return self._read_names(stored)

    def _read_names(self, block: StoredBlock) -> Iterator[str]:
        for (name,) in self._connection.execute(
            f"SELECT name FROM {_IN_BLOCK}",
            (self._timeline, block.key),
        ).fetchall():
            yield name

    def _label_blocks(self) -> bool:
        """Label the new blocks; return whether all blocks got new labels."""
        blocks = cast(list[StoredBlock], self._blocks)
        for block in self._new_blocks:
            first, end = block.number, block.number + 1
            while first > 0 and blocks[first].label is None:
                first -= 1
            while end < len(blocks) and blocks[end - 1].label is None:
                end += 1
            if block.label is None and not _label(blocks[first:end]):
                for other in blocks:
                    other.label = None
                _label(blocks)
                return True
        return False

    def _label_levels(self, block: StoredBlock) -> Iterator[tuple[int | None, ...]]:
        levels = cast(list[StoredLevel], block.levels)
        labels = fill_gaps([level.label for level in levels])
        for level, label in zip(levels, labels, strict=True):
            if level.label != label or level.saved_in != block.key:
                level.label = label
                level.saved_in = block.key
                yield self._timeline, level.key, block.key, label

    def _write(self, statement: str, rows: Sequence[tuple[int | None, ...]]) -> None:
        # Without rows, do nothing: executemany would open a transaction.
        if rows:
            self._connection.executemany(statement, rows)

    def _new_level(self) -> Level:
        level = StoredLevel()
        level.key, level.label, level.saved_in = self._next_level, None, None
        self.by_key[level.key] = level
        self._new_levels.append(level)
        self._next_level += 1
        return level

    def _new_block(self, number: int, levels: list[Level]) -> LevelBlock:
        block = StoredBlock(number, levels)
        block.key, block.label, block.read = len(self.blocks_by_key), None, self._read
        block.row = ()
        self.blocks_by_key[block.key] = self._in_memory[block.key] = block
        self._new_blocks.append(block)
        return block


def _label(blocks: Sequence[StoredBlock]) -> bool:
    """Label blocks without a label; return whether the others kept theirs."""
    labels = fill_gaps([block.label for block in blocks])
    kept = all(block.label in (None, label) for block, label in zip(blocks, labels, strict=True))
    for block, label in zip(blocks, labels, strict=True):
        block.label = label
    return kept
