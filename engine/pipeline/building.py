"""Build a new database: in a temporary file, without a journal, then renamed once.

The file isn't readable while it is built, so it needs no journal; after a crash it is built again.
Its content is the same as after an import batch by batch.
"""

import os
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain, compress, pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pyarrow.compute as pc
from numpy.typing import NDArray

from tanglescope.engine.archive.record import Cursor
from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.linear.errors import CycleError
from tanglescope.engine.message.message import Content, content_of
from tanglescope.engine.message.verdict import Rule, ValidationStatus, Verdict, invalid
from tanglescope.engine.pipeline.budget import Budget
from tanglescope.engine.pipeline.files.arrow import flat, list_values, pa, release
from tanglescope.engine.pipeline.files.parts import CheckedSlice
from tanglescope.engine.pipeline.files.sliced import SlicedArchive
from tanglescope.engine.pipeline.judging import BatchJudge, earlier
from tanglescope.engine.pipeline.publishing import put_in_place
from tanglescope.engine.store.arrivals.archives import Archives
from tanglescope.engine.store.arrivals.extracts import Extract, verdict_of
from tanglescope.engine.store.arrivals.importer import in_words, is_bad
from tanglescope.engine.store.arrivals.intake import read_again
from tanglescope.engine.store.arrivals.quarantine import Quarantine
from tanglescope.engine.store.conversations.joining import Joining
from tanglescope.engine.store.files.database import connect, writing
from tanglescope.engine.store.files.opening import COMPANIONS
from tanglescope.engine.store.files.sqlite import Database, quote_name
from tanglescope.engine.store.messages import Messages
from tanglescope.engine.store.names import Names
from tanglescope.engine.store.orders.everything import Everything
from tanglescope.engine.store.orders.everything_graph import connect as connect_messages
from tanglescope.engine.store.orders.longest_paths import Integers, Times
from tanglescope.engine.store.orders.members import put_members
from tanglescope.engine.store.reference_limit import ReferenceLimit, limit_references, put_cut
from tanglescope.engine.store.search import Search
from tanglescope.engine.system.files import Beside, unwritable
from tanglescope.engine.tangle.names import Naming
from tanglescope.engine.tangle.titles import first_title, title_of

_PAGE = 16_384
"""Page size of a new database in bytes: SQLite's default of 4,096 makes loading and indexing a
tenth slower.
"""

_CACHE_AFTER_LOADING = 32 << 20
"""Bytes of the database that SQLite caches, and sorts in memory, when all messages are loaded."""

_AT_ONCE = 50_000
"""Rows of numbers that are made for SQLite at once."""

_RELEASED = 8
"""Parts after which free memory is returned: after each of them, loading takes a tenth longer."""

_STEPS = 1_000_000
"""Steps of SQLite's virtual machine between two checks for cancellation: some 20 ms."""


def _sorting_beside(path: Path) -> list[str]:
    """Settings that put sort files beside the database: the default folder may be in memory."""
    folder = str(path.parent.absolute()).replace("'", "''")
    return ["temp_store = FILE", f"temp_store_directory = '{folder}'"]


def sweep(path: Path) -> None:
    """Remove what a killed job may have left of an unfinished database for `path`.

    Raises `TanglescopeError` if that can't be removed.
    """
    for suffix in ("", *COMPANIONS):
        try:
            temporary(path, suffix).unlink(missing_ok=True)
        except OSError as error:
            raise TanglescopeError(unwritable(temporary(path, suffix), error)) from None


def temporary(path: Path, suffix: str = "") -> Path:
    """The path of the unfinished database."""
    building = Beside.BUILDING.of(path)
    return building.with_name(f"{building.name}{suffix}")


@dataclass(slots=True)
class LoadSummary:
    """What has been loaded: input for the report and for executors, and the titles of threads.

    At the positions of `left_out` are messages that their feeds refuse, and second copies; `dated`
    has earlier times of receipt, by position, which second copies have.
    """

    added: int = 0
    left_out: "array[int]" = field(default_factory=lambda: array("q"))
    dated: dict[int, float] = field(default_factory=dict)
    rules: Counter[str] = field(default_factory=Counter)
    first_bad: str | None = None
    titles: dict[str, str] = field(default_factory=dict)
    closes_cycles: bool = False


class OrderedMessages(NamedTuple):
    """The adjusted times of all messages, in the order of the archives, and their edges.

    Edges are causes and effects, by the indexes of messages. A missing cause comes with the index
    of the message that is `waiting`. `order` has the indexes of all messages in time order, if the
    executor knows it.
    """

    times: Times
    edges: tuple[Integers, Integers]
    ghosts: Sequence[str]
    waiting: Integers
    order: Integers | None = None


Arriving = Callable[[SlicedArchive], Iterable[CheckedSlice]]
"""Yields the parts of an archive in order, each as soon as it is there."""

OnShare = Callable[[float], None]
"""Receives the share of a step that is done."""


class _Places(NamedTuple):
    """Positions, authors and sequences of loaded messages, in the order of their numbers."""

    position: Integers
    author: Integers
    sequence: Integers


class DatabaseBuild:
    """A database under construction for `path`; every call fails once the job is `cancelled`.

    As a context manager it removes what isn't published when something fails.
    """

    def __init__(
        self,
        path: Path,
        budget: Budget,
        cancelled: Callable[[], bool] = lambda: False,
        limit: ReferenceLimit | None = None,
    ) -> None:
        self._path = path
        self._temporary = temporary(path)
        self._budget = budget
        sweep(path)
        self._database = connect(self._temporary)
        self._loaded = LoadSummary()
        self._threads = 0
        self._has_edges = False
        self._authors: dict[str, int] = {}
        self._found: list[_Places] = []
        self._places = _NOWHERE
        messages = Messages(self._database)
        self._judge = BatchJudge(messages.known_numbers, messages.place)
        for setting in (
            "journal_mode = OFF",
            "synchronous = OFF",
            "locking_mode = EXCLUSIVE",
            *_sorting_beside(path),
        ):
            self._database.execute(f"PRAGMA {setting}")
        if not path.exists():  # the page size of an existing database can't be changed
            self._database.execute(f"PRAGMA page_size = {_PAGE}")
            self._database.execute("VACUUM")
        # SQLite's cache is counted in pages, and these are larger.
        self._database.execute(f"PRAGMA cache_size = -{budget.cache >> 10}")
        limit_references(self._database, limit)
        self._indexes = _drop_indexes(self._database)
        # A statement may take long, so cancellation is checked while it runs.
        self._database.conn.set_progress_handler(cancelled, _STEPS)

    def __enter__(self) -> "DatabaseBuild":
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None:
            self._database.close()
            sweep(self._path)

    def load(self, archives: Iterable[SlicedArchive], arriving: Arriving) -> None:
        """Load all messages and bad records, batch by batch.

        One transaction, so that pages that change often are written once.
        """
        with writing(self._database):
            for archive in archives:
                self._load_archive(archive, arriving(archive))
            Messages(self._database).judge(self._judge.verdicts.items())
            self._database.conn.executemany(
                "UPDATE nodes SET received = ? WHERE id = ?",
                ((time, number) for number, time in self._judge.times.items()),
            )
        self._places = _Places(*map(np.concatenate, zip(_NOWHERE, *self._found, strict=True)))
        self._found.clear()
        for number, time in self._judge.times.items():
            self._loaded.dated[int(self._places.position[number - 1])] = time
        # Keys arrive in random order; everything after this is read and written sequentially.
        cache = min(self._budget.cache, _CACHE_AFTER_LOADING)
        self._database.execute(f"PRAGMA cache_size = -{cache >> 10}")
        self.release()

    def release(self) -> None:
        """Return free memory to the system, including the cache of the database."""
        self._database.execute("PRAGMA shrink_memory")
        release()

    def index(self, report: OnShare) -> None:
        """Create the indexes of the tables that have rows by now."""
        filled = [each for each in self._indexes if _has_rows(self._database, each[0])]
        for done, (table, statement) in enumerate(filled, 1):
            self._database.execute(statement)
            self._indexes.remove((table, statement))
            report(done / len(filled))
        self.release()

    def order(self, threads: Iterable[pa.RecordBatch]) -> None:
        """Load threads with their orders: `schemas.THREAD_TABLE`."""
        for batch in threads:
            with writing(self._database):
                self._order(batch, self._threads + 1)
            self._threads += len(batch)
        # Putting everything in order takes memory for every message.
        self._loaded.titles.clear()
        self._places = _NOWHERE
        self.release()

    def order_everything(self, found: OrderedMessages, report: OnShare) -> None:
        """Load the adjusted times of all messages, their edges and their order.

        If the order isn't known, it follows from ties; if these come in a cycle, nothing is loaded.
        """
        if self._loaded.closes_cycles:
            return
        cause, effect = found.edges
        with suppress(CycleError), writing(self._database):
            everything = Everything(self._database)
            # In the order of the table, so that SQLite only appends.
            order = np.lexsort((effect, cause))
            edges = _rows(cause[order] + 1, effect[order] + 1)
            waiting = zip(found.ghosts, (found.waiting + 1).tolist(), strict=True)
            everything.write(_rows(np.arange(1, len(found.times) + 1), found.times))
            report(0.3)
            everything.write((), chain(edges, sorted(waiting)))
            report(0.9)
            if found.order is not None:
                numbers = array("i", (found.order + 1).astype(np.int32).tobytes())
                everything.blocks.write(numbers)
            else:
                is_tied = found.times[cause] == found.times[effect]
                everything.sort_anew(_rows(cause[is_tied] + 1, effect[is_tied] + 1))
            self._has_edges = True

    @property
    def load_summary(self) -> LoadSummary:
        """What is loaded by now."""
        return self._loaded

    def publish(self, report: OnShare) -> None:
        """Finish the database and move it into place. Raises `DatabaseInUse`."""
        database = self._database
        for _, statement in self._indexes:
            database.execute(statement)
        report(0.4)
        with writing(database):
            database.conn.executemany(
                "UPDATE feeds SET sequence = ?, latest = ?, waiting = ? WHERE key = ?",
                ((*row, author) for author, row in self._judge.chains.rows()),
            )
        with writing(database):
            Joining(database).join_by_data()
        report(0.75)
        if not self._has_edges:
            with writing(database):
                connect_messages(database, 0)
        Everything(database).catch_up()
        database.enable_wal()  # here, where nothing waits for it, not where it is first opened
        ((number,),) = database.execute("PRAGMA user_version")
        database.close()
        with self._temporary.open("rb") as file:
            os.fsync(file.fileno())
        put_in_place(self._temporary, number, self._path)

    def _load_archive(self, archive: SlicedArchive, parts: Iterable[CheckedSlice]) -> None:
        seen = Archives(self._database).recognize(archive.path)
        after: Cursor = archive.start
        lines = archive.start.number
        for count, part in enumerate(parts, 1):
            bad = part.read_bad(lines)
            for messages in part.messages(lines):
                refused = self._load(messages, archive.position(0))
                bad += [read_again(seen, *each) for each in refused]
            Quarantine(self._database).put(seen.number, bad)
            self._loaded.rules.update(each.rule for each in bad)
            if self._loaded.first_bad is None:
                words = (in_words(archive.path, each) for each in bad if is_bad(each))
                self._loaded.first_bad = next(words, None)
            after = part.end_cursor(lines) or after
            lines += part.lines
            if count % _RELEASED == 0:
                release()
        Archives(self._database).advance(seen, after)

    def _load(self, batch: pa.RecordBatch, position: int) -> list[tuple[Extract, Verdict]]:
        """Load messages, whose offsets count from `position`; return those that feeds refuse."""
        feeds = self._numbers(batch["author"])
        columns = {name: list_values(batch[name]) for name in _COLUMNS}
        odd = self._judge.odd({**columns, "author": list_values(batch["author"])})
        refused: list[tuple[Extract, Verdict]] = []
        is_kept = np.ones(len(batch), bool)
        places = batch["offset"].to_numpy() + position
        for place, judged in sorted(odd.items()):
            status, rule, received = judged
            time = earlier(received, columns["received"][place])
            for name, value in zip(("status", "rule", "received"), judged, strict=True):
                columns[name][place] = value
            is_kept[place] = status not in (None, ValidationStatus.INVALID)
            if is_kept[place] and time is not None:
                self._loaded.dated[int(places[place])] = time
            if status == ValidationStatus.INVALID:
                (row,) = batch.slice(place, 1).to_pylist()
                refused.append((Extract(**row), verdict_of(status, rule)))
        if not is_kept.all():
            self._loaded.left_out.extend(places[~is_kept].tolist())
            batch, feeds, places = batch.filter(pa.array(is_kept)), feeds[is_kept], places[is_kept]
            columns = {name: list(compress(each, is_kept)) for name, each in columns.items()}
        self._found.append(_Places(places, feeds, batch["sequence"].to_numpy()))
        first = self._loaded.added + 1
        numbers = range(first, first + len(batch))
        keys, *others = columns.values()
        rows = zip(numbers, keys, feeds.tolist(), *others, strict=True)
        holder, targets = flat(batch["targets"])
        kinds = batch["kinds"].flatten()
        links = zip(
            list_values(targets), list_values(kinds), (holder + first).tolist(), strict=True
        )
        Messages(self._database).put_rows(rows, links)
        cut = zip(numbers, list_values(batch["cut"]), strict=True)
        put_cut(self._database, ((number, text) for number, text in cut if text is not None))
        Search(self._database).put(
            zip(numbers, list_values(batch["text"]), list_values(batch["channel"]), strict=True)
        )
        Names(self._database).put(list(_namings(batch)))
        titled = batch.select(["key", "title"]).filter(batch["title"].is_valid())
        self._loaded.titles.update(zip(*map(list_values, titled.columns), strict=True))
        self._loaded.added += len(batch)
        return refused

    def _numbers(self, authors: pa.Array) -> Integers:
        """The numbers of authors, assigned in the order of their first messages."""
        coded = authors.dictionary_encode()
        new = [each for each in coded.dictionary.to_pylist() if each not in self._authors]
        self._authors.update(zip(new, range(len(self._authors) + 1, 1 << 62), strict=False))
        self._database.conn.executemany(
            "INSERT INTO feeds (id, key) VALUES (?, ?)", ((self._authors[key], key) for key in new)
        )
        known = [self._authors[each] for each in coded.dictionary.to_pylist()]
        numbers: Integers = np.array(known, np.int64)[coded.indices.to_numpy()]
        return numbers

    def _order(self, threads: pa.RecordBatch, first: int) -> None:
        connection, places = self._database.conn, self._places
        thread, positions = flat(threads["positions"])
        row = np.searchsorted(places.position, positions.to_numpy())
        number, author, thread = row + 1, places.author[row], thread + first
        sequence, rank = places.sequence[row], threads["ranks"].flatten().to_numpy()
        ends = np.cumsum(np.bincount(thread - first, minlength=len(threads)))
        orders = [number[start:end].tolist() for start, end in pairwise([0, *ends.tolist()])]
        pairs, counts = np.unique(np.stack([thread, author]), axis=1, return_counts=True)
        people = np.bincount(pairs[0] - first, minlength=len(threads))
        roots, present = threads["root"].to_pylist(), threads["present"].to_pylist()
        summaries = zip(
            range(first, first + len(threads)),
            roots,
            present,
            map(self._title, roots, present, orders),
            map(len, orders),
            people.tolist(),
            *(threads[name].to_pylist() for name in ("first", "latest", "ignores_sequences")),
            strict=True,
        )
        connection.executemany(
            "INSERT INTO conversations (id, name, root, present, title, messages, authors, first,"
            " latest, ignores_sequences, revision) VALUES (?, 'thread', ?, ?, ?, ?, ?, ?, ?, ?, 1)",
            summaries,
        )
        connection.executemany(
            "INSERT INTO participants (conversation, author, messages) VALUES (?, ?, ?)",
            _rows(*pairs, counts),
        )
        by_key = np.lexsort((number, sequence, author, thread))
        columns = (thread, author, sequence, number, rank)
        put_members(
            self._database,
            _rows(*(column[by_key] for column in columns)),
            _edges(threads, number, ends, first),
            dict(enumerate(orders, first)),
        )
        refused = threads["refused"].flatten().to_pylist()
        self._loaded.closes_cycles |= bool(refused)
        Messages(self._database).judge((key, invalid(Rule.CYCLE)) for key in refused)

    def _title(self, root: str, is_present: bool, order: Sequence[int]) -> str:
        """The title of a thread; one without its root has that of its first text."""
        if not is_present:
            return first_title(map(self._content, order))
        title = self._loaded.titles.get(root)
        return title_of(Messages(self._database).content(root) or "") if title is None else title

    def _content(self, number: int) -> Content:
        query = "SELECT value FROM messages WHERE id = ?"
        ((value,),) = self._database.execute(query, (number,))
        return content_of(value)


def _rows(*columns: NDArray[Any]) -> Iterator[tuple[Any, ...]]:
    """Rows of Python's numbers, some at a time: each takes several times the memory of Arrow's."""
    for start in range(0, len(columns[0]), _AT_ONCE):
        some = (column[start : start + _AT_ONCE].tolist() for column in columns)
        yield from zip(*some, strict=True)


def _edges(
    threads: pa.RecordBatch, number: Integers, ends: Integers, first: int
) -> Iterator[tuple[int, int | str, int]]:
    """Thread, cause and effect of each edge of some threads, whose messages have these numbers.

    They are in the order of the table, so that SQLite only appends. A missing cause is a key.
    """
    thread, causes = flat(threads["causes"])
    begin, cause = np.append(0, ends)[thread], causes.to_numpy()
    count = ends[thread] - begin
    effect = number[begin + threads["effects"].flatten().to_numpy()]
    is_here = cause < count
    known = number[(begin + cause)[is_here]]
    order = np.lexsort((effect[is_here], known, thread[is_here]))
    yield from _rows(*(each[order] for each in (thread[is_here] + first, known, effect[is_here])))
    holder, ghosts = flat(threads["ghosts"])
    start = np.searchsorted(holder, thread[~is_here])
    names = ghosts.take(pa.array(start + (cause - count)[~is_here])).to_pylist()
    yield from zip(
        (thread[~is_here] + first).tolist(), names, effect[~is_here].tolist(), strict=True
    )


_NOWHERE = _Places(*[np.empty(0, np.int64)] * 3)

# The columns of `schemas.GOOD` that follow the number of a message, but for that of its feed.
_COLUMNS = (
    "key",
    "sequence",
    "previous",
    "asserted",
    "received",
    "type",
    "value",
    "status",
    "rule",
)


def _namings(batch: pa.RecordBatch) -> Iterator[Naming]:
    is_named = pc.and_(batch["feed"].is_valid(), batch["name"].is_valid())
    named = batch.select(["feed", "author", "sequence", "name"]).filter(is_named)
    return map(Naming, *map(list_values, named.columns))


def _has_rows(database: Database, table: str) -> bool:
    return bool(
        database.execute(f"SELECT EXISTS (SELECT 1 FROM {quote_name(table)})").fetchone()[0]
    )


def _drop_indexes(database: Database) -> list[tuple[str, str]]:
    """Drop every index that speeds up questions only; of which tables, and how to make them."""
    rows = database.execute(
        "SELECT name, tbl_name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"
        " AND tbl_name <> '_sqlite_migrations'"
    ).fetchall()
    for name, *_ in rows:
        database.execute(f"DROP INDEX {quote_name(name)}")
    return [(table, statement) for _, table, statement in rows]
