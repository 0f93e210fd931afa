"""Two archives, stores, graph files or databases with the same conversation, as two peers.

Archives, stores and graph files are imported into a temporary database. A database is read where it
is, or in an upgraded copy if an older version wrote it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tanglescope.engine.archive.record import ArchiveError, MissingArchive
from tanglescope.engine.debug.divergence import Divergence, divergence, divergence_in_words, unite
from tanglescope.engine.debug.explaining.ordering import Ordering
from tanglescope.engine.debug.open_graph import mark
from tanglescope.engine.debug.replaying.replay import SyncHistory, synced_in
from tanglescope.engine.errors import ExitCode, TanglescopeError
from tanglescope.engine.language.wording import tr
from tanglescope.engine.library import Conversation, Library, UnknownConversation, import_archives
from tanglescope.engine.linear.graph import Graph
from tanglescope.engine.linear.orders.named import order_of
from tanglescope.engine.sources import is_collection
from tanglescope.engine.store.files.backup import to_read
from tanglescope.engine.system.files import is_there
from tanglescope.engine.tangle.titles import one_line

_OF_GRAPHS = ("autobase", "graph")
_TITLE = 40  # characters of a title
_NAMED = 8


class NothingInCommon(TanglescopeError):
    """Two sources without a common conversation, or with several if none is named."""

    exit_code = ExitCode.NOT_FOUND


@dataclass(frozen=True, slots=True)
class SourceSide:
    """One of the two: its path, and its version of the conversation."""

    path: Path
    library: Library
    conversation: Conversation

    def graph(self, by: str) -> Graph:
        """Its graph. Raises `NothingInCommon` if the order depends on other messages."""
        graph = self.conversation.graph()
        if by == self.conversation.order and order_of(graph, by) != self.conversation.in_order():
            raise NothingInCommon(
                tr(
                    "The order of {address} depends on messages outside it; compare all of them, "
                    "or choose another order.",
                    address=str(self.conversation.address),
                ),
                at_command_line="--by names an order.",
            )
        return graph


@contextmanager
def two_sides(
    one: Path, other: Path, address: str | None = None, keys: Sequence[bytes] = ()
) -> Iterator[tuple[SourceSide, SourceSide]]:
    """The conversation of an address, or the only common one, from both sources.

    `keys` may decrypt Autobases. Raises what reading raises, `UnknownConversation` and
    `NothingInCommon`.
    """
    with ExitStack() as closing:
        first, second = (closing.enter_context(opened_source(path, keys)) for path in (one, other))
        names = _addresses(first, second) if address is None else (address, address)
        yield (
            SourceSide(one, first, _conversation(one, first, names[0])),
            SourceSide(other, second, _conversation(other, second, names[1])),
        )


def compare_sides(one: SourceSide, other: SourceSide, by: str | None = None) -> Divergence:
    """The differences between two copies of a conversation, in an order or in its own."""
    by = by or one.conversation.order
    return divergence(one.graph(by), other.graph(by), by)


@dataclass(frozen=True, slots=True)
class SourceComparison:
    """Two versions of a conversation, as two peers that meet; `lines` describe the differences.

    `labels` are those of the messages that only the other has.
    """

    sync: SyncHistory
    lines: tuple[str, ...]
    labels: Mapping[str, Any]


def compare_with(
    library: Library,
    address: str,
    path: Path,
    label: Callable[[Library, str, Sequence[str]], Mapping[str, Any]],
    keys: Sequence[bytes] = (),
) -> SourceComparison:
    """Compare a conversation with its version in another archive, store or database.

    `label` returns labels of messages of a library. Raises as `two_sides` does.
    """
    here = SourceSide(library.path, library, library.conversation(address))
    with opened_source(path, keys) as other:
        there = SourceSide(path, other, counterpart(here.conversation, path, other))
        by = here.conversation.order
        graphs = here.graph(by), there.graph(by)
        found = divergence(*graphs, by)
        labels = label(other, str(there.conversation.address), found.other.only)
    cut = {node.id for node in graphs[0].nodes}, {node.id for node in graphs[1].nodes}
    ordering = Ordering(unite(*graphs), by)
    sync = synced_in(ordering, cut, frozenset(cut[0]), lambda _: None)
    names = tr("This collection"), path.name
    return SourceComparison(sync, tuple(divergence_in_words(found, names, mark)), labels)


def counterpart(conversation: Conversation, path: Path, other: Library) -> Conversation:
    """The same conversation in the library of another source. Raises `NothingInCommon`."""
    return _conversation(path, other, _same(conversation, other))


def _same(conversation: Conversation, other: Library) -> str:
    """The address of a conversation in another source: the same, or that of the only graph."""
    address = str(conversation.address).partition("?")[0]
    kind = conversation.address.kind
    listed = list(_titles_by_address(other, kind)) if kind in _OF_GRAPHS else []
    return listed[0] if address not in listed and len(listed) == 1 else address


@contextmanager
def opened_source(path: Path, keys: Sequence[bytes] = ()) -> Iterator[Library]:
    """The library of a database, or of a temporary one into which a source was imported."""
    with TemporaryDirectory(prefix="tanglescope-") as folder:
        database = Path(folder) / "library.db"
        if path.is_file() and is_collection(path):
            database = to_read(path, database)
        else:
            _import(path, database, keys)
        with Library.open(database, read_only=True) as library:
            yield library


def _import(path: Path, database: Path, keys: Sequence[bytes]) -> None:
    report = import_archives([path], database, keys=keys)
    if report.failed:
        raise (ArchiveError if is_there(path) else MissingArchive)(report.failed[0])
    if report.locked:
        raise TanglescopeError(
            tr(
                "{path}: {address} is encrypted, and no key here decrypts it.",
                path=path,
                address=report.locked[0],
            )
        )


def _conversation(path: Path, library: Library, address: str) -> Conversation:
    try:
        return library.conversation(address)
    except UnknownConversation as error:
        raise NothingInCommon(f"{path}: {error}") from None


def _addresses(one: Library, other: Library) -> tuple[str, str]:
    """The addresses of the common conversation: the only one of its kind, or the same address."""
    for kind in _OF_GRAPHS:
        here, there = (list(_titles_by_address(library, kind)) for library in (one, other))
        if len(here) == len(there) == 1:
            return here[0], there[0]
    known = _titles_by_address(other)
    common = {
        address: title for address, title in _titles_by_address(one).items() if address in known
    }
    if len(common) == 1:
        (address,) = common
        return address, address
    if not common:
        raise NothingInCommon(tr("The two have no conversation in common."))
    named = [f"{address} “{title}”" if title else address for address, title in common.items()]
    shown = ", ".join(named[:_NAMED]) + (", …" if len(common) > _NAMED else "")
    raise NothingInCommon(
        tr(
            "The two have {count} conversations in common; choose one of them: {shown}.",
            count=len(common),
            shown=shown,
        ),
        at_command_line="--in names one.",
    )


def _titles_by_address(library: Library, kind: str | None = None) -> dict[str, str]:
    """The titles of conversations with messages, by address."""
    listed = library.conversations(kind=kind)
    return {each.address: one_line(each.title, _TITLE) for each in listed if each.messages}
