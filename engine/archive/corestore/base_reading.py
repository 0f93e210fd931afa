"""Reading an Autobase from the cores of a Corestore."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple, TypeAlias

from tanglescope.engine.archive.corestore.bases import (
    Base,
    BaseEntry,
    Member,
    SystemHistory,
    WriterRole,
    entry_id,
    last_info,
    names,
    number_batches,
    read_content,
    read_history,
)
from tanglescope.engine.archive.corestore.cores import (
    Core,
    CoreProof,
    Trust,
    blocks_of,
    prove,
    session_blocks,
)
from tanglescope.engine.archive.corestore.encoding import (
    BlockPlace,
    MalformedRecord,
    OplogBlock,
    RecordDecoder,
    read_message,
)
from tanglescope.engine.archive.corestore.encryption import LENGTH, open_view, open_writer
from tanglescope.engine.archive.corestore.storage import Records
from tanglescope.engine.language.wording import tr

_SYSTEM = b"_system"
_VIEW = "autobase/view"
_REFERRER = "referrer"
_SECRETS = ("autobase/encryption",)
_BLIND = "autobase/blind-encryption"
_SESSION = "batch"
_BOOT = "autobase/boot"
_SAMPLES = 8

_BOOT_LENGTH = 9 + 32 + 9
NOTES = {_REFERRER: 32, _VIEW: 64, _BOOT: _BOOT_LENGTH, _BLIND: 1}
"""The notes that reading needs, none of which is secret, and how many bytes of each."""

Blocks: TypeAlias = Mapping[int, bytes]
"""Blocks of a core by their number."""


@dataclass(frozen=True, slots=True)
class _Log:
    """A writer's core: its proof, its messages by number, and why others can't be read."""

    core: Core
    proof: CoreProof
    here: int
    messages: dict[int, OplogBlock]
    unread: dict[int, str]


@dataclass(frozen=True, slots=True)
class _System:
    """The content of the system view, and the lengths up to which it is signed and settled.

    If its beginning is missing, `signed_heads` are the last signed entries.
    """

    history: SystemHistory
    signed: int
    settled: int
    problems: tuple[str, ...]
    signed_heads: tuple[BlockPlace, ...] = ()


def bases_in(cores: Sequence[Core]) -> list[bytes]:
    """The keys of the Autobases that these cores belong to."""
    return sorted({core.notes[_REFERRER] for core in cores if len(_referrer(core)) == 32})


def belongs_to(core: Core, base: bytes) -> bool:
    """Whether a core is a writer or a view of an Autobase."""
    return core.key == base or _referrer(core) == base


def read_base(storage: Records, cores: Sequence[Core], key: bytes, keys: Sequence[bytes]) -> Base:
    """An Autobase; `keys` are tried if its entries are encrypted."""
    mine = [core for core in cores if belongs_to(core, key)]
    writers = [core for core in mine if _VIEW not in core.notes]
    kept = {core.key: blocks_of(storage, core.data) for core in writers if core.head is not None}
    secret, is_encrypted, is_locked = _secret(mine, writers, kept, key, keys)
    logs = [_log(storage, core, kept.get(core.key, {}), key, secret, is_locked) for core in writers]
    system = _system(storage, mine, key, secret, is_locked)
    entries = tuple(entry for log in logs for entry in _entries(log))
    steps = system.history.steps
    here = {entry.id for entry in entries}
    signed = tuple(
        name for step in steps if step.length <= system.signed for name in _present(step.runs, here)
    )
    if system.signed_heads:
        signed = _known_by(names(system.signed_heads), entries)
    shown = tuple(name for step in steps for name in _present(step.runs, here))
    settled = sum(len(_present(step.runs, here)) for step in steps if step.length <= system.settled)
    problems = [problem for log in logs for problem in _problems(log)]
    return Base(
        key.hex(),
        entries,
        tuple(_members(logs, system, key)),
        signed if system.signed or system.signed_heads else None,
        shown,
        settled,
        is_encrypted,
        is_locked,
        (*problems, *system.problems),
    )


def _referrer(core: Core) -> bytes:
    return core.notes.get(_REFERRER, b"")


# Encryption


def _secret(
    mine: Sequence[Core],
    writers: Sequence[Core],
    kept: Mapping[bytes, Mapping[int, bytes]],
    base: bytes,
    keys: Sequence[bytes],
) -> tuple[bytes | None, bool, bool]:
    """The key to the entries, whether they need one, and whether it is missing."""
    stored = [core.notes[name] for core in mine for name in _SECRETS if core.notes.get(name)]
    samples = [
        (core, {place: blocks[place] for place in sorted(blocks)[:_SAMPLES]})
        for core in writers
        if (blocks := kept.get(core.key))
    ]
    is_plain = _most_read(samples, lambda _, blocks: blocks)
    is_marked = bool(stored) or any(core.notes.get(_BLIND) for core in mine)
    if is_plain and not is_marked:
        return None, False, False
    for secret in (*stored, *keys):
        opened = partial(_decrypt_blocks, base=base, secret=secret)
        if len(secret) == LENGTH and _most_read(samples, opened):
            return secret, True, False
    return (None, False, False) if is_plain or not samples else (None, True, True)


def _most_read(
    samples: Sequence[tuple[Core, Blocks]], opened: Callable[[Core, Blocks], Blocks]
) -> bool:
    """Whether most decrypted blocks are entries; by chance or damage, a few may look like them."""
    count = sum(len(blocks) for _, blocks in samples)
    read = sum(map(_reads, (each for sample in samples for each in opened(*sample).values())))
    return 2 * read > count


def _decrypt_blocks(core: Core, blocks: Blocks, base: bytes, secret: bytes | None) -> Blocks:
    """The decrypted blocks of a writer, as far as their encryption is known."""
    if secret is None:
        return blocks
    try:
        return open_writer(core, blocks, base, secret)
    except MalformedRecord:
        return {}


def _reads(block: bytes) -> bool:
    try:
        read_message(block)
    except MalformedRecord:
        return False
    return True


# Writers


def _log(
    storage: Records,
    core: Core,
    blocks: Mapping[int, bytes],
    base: bytes,
    secret: bytes | None,
    is_locked: bool,
) -> _Log:
    proof = prove(storage, core, blocks)
    usable = {place: block for place, block in blocks.items() if _is_usable(proof, place, core)}
    opened = _decrypt_blocks(core, usable, base, secret)
    messages: dict[int, OplogBlock] = {}
    unread: dict[int, str] = {}
    for place in sorted(usable) if not is_locked else ():
        try:
            messages[place] = read_message(opened[place])
        except KeyError:
            unread[place] = tr("its encryption isn't known here")
        except MalformedRecord as error:
            unread[place] = str(error)
    return _Log(core, proof, len(usable), messages, unread)


def _is_usable(proof: CoreProof, place: int, core: Core) -> bool:
    within = core.head is not None and place < core.head.length
    return within and proof.of(place) is not Trust.INVALID


def _entries(log: _Log) -> list[BaseEntry]:
    writer = log.core.key.hex()
    found: list[BaseEntry] = []
    for places in _stretches(sorted(log.messages)):
        numbers = number_batches([log.messages[place].batch for place in places])
        for place, batch in zip(places, numbers, strict=True):
            message = log.messages[place]
            found.append(
                BaseEntry(
                    writer,
                    place + 1,
                    names(message.heads),
                    batch,
                    read_content(message.value),
                    message.optimistic,
                    log.proof.of(place),
                )
            )
    return found


def _stretches(places: Sequence[int]) -> list[list[int]]:
    """The numbers, split where one is missing."""
    stretches: list[list[int]] = []
    for place in places:
        if stretches and stretches[-1][-1] == place - 1:
            stretches[-1].append(place)
        else:
            stretches.append([place])
    return stretches


def _problems(log: _Log) -> list[str]:
    writer = log.core.key.hex()
    said = []
    if log.proof.why:
        said.append(tr("writer {key}: {why}", key=writer, why=log.proof.why))
    said += [
        tr("entry {name} is invalid: it doesn't match its tree", name=entry_id(writer, place + 1))
        for place in log.proof.refused
    ]
    said += [
        tr("entry {name} can't be read: {why}", name=entry_id(writer, place + 1), why=why)
        for place, why in log.unread.items()
    ]
    return said


# The system view


def _system(
    storage: Records, mine: Sequence[Core], base: bytes, secret: bytes | None, is_locked: bool
) -> _System:
    core, settled = _current_system(mine)
    if core is None or is_locked:
        return _System(SystemHistory(), 0, 0, ())
    kept = blocks_of(storage, core.data)
    proof = prove(storage, core, kept)
    length = core.head.length if core.head else 0
    is_signed = proof.trust is Trust.VALID and len(proof.blocks) == length
    signed = length if is_signed else 0
    if secret is not None and core.manifest is not None and core.manifest.version > 1:
        said = tr("its settled order is encrypted in a way that Tanglescope can't read")
        return _System(SystemHistory(), 0, 0, (said,))
    try:
        blocks = session_blocks(storage, dict(core.sessions).get(_SESSION, core.data))
        if any(blocks.get(place) != kept[place] for place in range(signed)):
            blocks = kept  # signed data takes precedence over later notes
        if secret is not None:
            blocks = open_view(blocks, base, secret, _SYSTEM.decode())
        history = read_history(blocks)
        heads: tuple[BlockPlace, ...] = ()
        if not history.is_whole:
            heads = _signed_heads(core, proof, blocks)
    except MalformedRecord as error:
        return _System(SystemHistory(), 0, 0, (tr("its settled order: {why}", why=error),))
    why = [tr("its settled order: {why}", why=proof.why)] if proof.why else []
    return _System(history, signed, settled or signed, tuple(why), heads)


def _signed_heads(
    core: Core, proof: CoreProof, blocks: Mapping[int, bytes]
) -> tuple[BlockPlace, ...]:
    """The heads in the last signed block, if that block is stored."""
    last = core.head.length - 1 if core.head else 0
    if proof.of(last) is not Trust.VALID:
        return ()
    info = last_info({last: blocks[last]})
    return info.heads if info else ()


def _known_by(heads: Sequence[str], entries: Sequence[BaseEntry]) -> tuple[str, ...]:
    """The heads and all stored entries that they refer to."""
    here = {entry.id: entry for entry in entries}
    found: dict[str, None] = {}
    search = [name for name in heads if name in here]
    while search:
        name = search.pop()
        if name not in found:
            found[name] = None
            entry = here[name]
            causes = (entry_id(entry.writer, entry.length - 1), *entry.heads)
            search += [cause for cause in causes if cause in here]
    return tuple(found)


def _current_system(mine: Sequence[Core]) -> tuple[Core | None, int]:
    """The system view that the store's own program used last, and how much of it was final."""
    views = [core for core in mine if core.notes.get(_VIEW) == _SYSTEM]
    for core in mine:
        if boot := core.notes.get(_BOOT):
            try:
                reader = RecordDecoder(boot)
                reader.uint()
                key, settled = reader.key(), reader.uint()
            except MalformedRecord:
                continue
            found = next((view for view in views if view.key == key), None)
            if found is not None:
                return found, settled
    return max(views, key=lambda view: view.head.length if view.head else 0, default=None), 0


def _present(runs: Sequence[tuple[bytes, int, int]], here: set[str]) -> list[str]:
    """The stored entries of some runs."""
    found = []
    for key, first, last in runs:
        writer = key.hex()
        for length in range(first, min(last, first + len(here)) + 1):
            name = entry_id(writer, length)
            if name in here:
                found.append(name)
    return found


# Members


def _members(logs: Sequence[_Log], system: _System, base: bytes) -> list[Member]:
    history = system.history
    indexing, writing = _changes(history, base)
    found = []
    for log in sorted(logs, key=lambda log: log.core.key):
        key = log.core.key
        voted = key in indexing
        began = writing[key]
        change = indexing[key] if voted else began
        info = history.info
        if info is not None and not history.is_whole:
            voted = voted or key in info.indexers
        found.append(
            Member(
                key.hex(),
                _role(key, system, base),
                log.here,
                log.core.head.length if log.core.head else 0,
                log.proof.trust,
                log.proof.why,
                voted,
                tuple(change.added),
                tuple(change.removed),
                None if change == began else tuple(began.added),
                None if change == began else tuple(began.removed),
            )
        )
    return found


class _Change(NamedTuple):
    """The entries that gave a writer a role, and those that ended it."""

    added: list[str]
    removed: list[str]


_Changes: TypeAlias = defaultdict[bytes, _Change]


def _changes(history: SystemHistory, base: bytes) -> tuple[_Changes, _Changes]:
    """How the indexers changed, and how the writers.

    The writer that began the base is included, without an entry.
    """
    indexing: _Changes = defaultdict(lambda: _Change([], []))
    writing: _Changes = defaultdict(lambda: _Change([], []))
    _ = indexing[base]
    has_begun = False
    for step in history.steps:
        if not step.runs:
            continue
        writer, _, last = step.runs[-1]
        name = entry_id(writer.hex(), last)
        began = frozenset() if has_begun else frozenset({base})
        has_begun = True
        for changes, gained, lost in (
            (indexing, step.indexers_added - began, step.indexers_removed),
            (writing, step.added - began, step.removed),
        ):
            for key in gained:
                changes[key].added.append(name)
            for key in lost:
                changes[key].removed.append(name)
    return indexing, writing


def _role(key: bytes, system: _System, base: bytes) -> WriterRole:
    """The role of a writer: votes count once final, other roles as soon as they are shown."""
    history = system.history
    if history.info is None:
        return WriterRole.INDEXER if key == base else WriterRole.UNKNOWN
    final = [step.info for step in history.steps if step.length <= system.settled]
    indexers = final[-1].indexers if final and history.is_whole else history.info.indexers
    was_removed = key not in history.active and any(key in each.removed for each in history.steps)
    if key in indexers:
        return WriterRole.LEAVING if was_removed else WriterRole.INDEXER
    if key in history.info.pending or key in history.info.indexers:
        return WriterRole.PENDING
    if key in history.active:
        return WriterRole.WRITER
    return WriterRole.REMOVED if was_removed else WriterRole.UNKNOWN
