"""`tanglescope reduce`: the sets of PZP messages, and what may be pruned."""

import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import IO, Any

import click
import orjson

from tanglescope.engine.archive.logs.pzp_log import is_pzp_log
from tanglescope.engine.archive.record import Dialect
from tanglescope.engine.archive.source import is_packed
from tanglescope.engine.commandline.common import options
from tanglescope.engine.commandline.common.answers import (
    complain,
    first_of,
    name_of_file,
    print_answer,
)
from tanglescope.engine.commandline.common.opening import Target, library_in, opened_conversation
from tanglescope.engine.commandline.common.sources import json_lines, open_bytes
from tanglescope.engine.commandline.common.subject import CONVERSATION, MessageLabels
from tanglescope.engine.errors import BadInput, ExitCode, NotFound
from tanglescope.engine.export.conversations import read
from tanglescope.engine.export.messages import content_of
from tanglescope.engine.language.readable import readable
from tanglescope.engine.language.wording import count_noun, tr
from tanglescope.engine.message.canonical import NotJSON, parse
from tanglescope.engine.message.pzp import PzpRule, one_line_json
from tanglescope.engine.reduce.feeds import FileEntry, PzpFeed, Rejection, RootedTangles, assemble
from tanglescope.engine.reduce.records import (
    FieldStrategy,
    RecordSchema,
    RecordState,
    SharedRecord,
    read_schema,
    record_answer,
    schema_of,
)
from tanglescope.engine.reduce.requirements import RequirementViolation, in_words, violations
from tanglescope.engine.reduce.sets import (
    PREFIX,
    Action,
    Item,
    ItemChange,
    Pruning,
    PzpSet,
    conflicts,
    history,
    is_set,
    plain,
    prune,
)
from tanglescope.engine.sources import open_source
from tanglescope.engine.system.files import is_own_database

_MOST_CONFLICTS = 100


def find_item(set_: PzpSet, typed: str) -> Item | None:
    """The item that a text names: the text itself, or the value that it is as JSON."""
    if typed in set_.mentions:
        return typed
    try:
        value = orjson.loads(typed)
    except orjson.JSONDecodeError:
        return None
    same = (item for item in set_.mentions if not isinstance(item, str) and plain(item) == value)
    return next(same, None)


def reasons_answer(set_: PzpSet, item: Item | None) -> dict[str, Any]:
    """The messages that add, delete and supersede an item, and the one that decides, as JSON."""
    changes = [] if item is None else history(set_, item)
    fights = [] if item is None else islice(conflicts(set_, item), _MOST_CONFLICTS)
    return {
        "root": None if set_.feed.root is None else set_.feed.root.id,
        "item": None if item is None else plain(item),
        "in_set": item in set_.state.items,
        "decides": changes[-1].id if changes else None,
        "changes": [
            {
                "id": each.id,
                "action": each.action,
                "sigkey": each.sigkey,
                "depth": each.depth,
                "effective": each.effective,
                "supersedes": list(each.supersedes),
                "superseded_by": list(each.superseded_by),
            }
            for each in changes
        ],
        "conflicts": [
            {"winner": each.winner.id, "loser": each.loser.id, "reason": each.reason}
            for each in fights
        ],
    }


def reasons_in_words(set_: PzpSet, item: Item | None, typed: str) -> Iterator[str]:
    """The same in words, line by line."""
    changes = [] if item is None else history(set_, item)
    if item is None or not changes:
        yield f"No message of this set mentions {typed}."
        return
    yield f"{typed} is {'' if item in set_.state.items else 'not '}in the set."
    for each in changes:
        yield f"  {_change(each, decides=each is changes[-1])}"
    for fight in islice(conflicts(set_, item), _MOST_CONFLICTS):
        yield (
            f"  {fight.winner.id} wins over {fight.loser.id}, which it didn't know: {fight.reason}"
        )


def _change(change: ItemChange, *, decides: bool) -> str:
    verb = "adds" if change.action is Action.ADD else "deletes"
    said = f"{change.id} {verb} it at depth {change.depth:,}"
    if not change.effective:
        said += ", without effect"
    if change.superseded_by:
        said += f", superseded by {', '.join(change.superseded_by)}"
    return f"{said}; this decides" if decides else said


_SAMPLE = 1 << 18

_FEED = (
    'A feed has a message on each line, such as {"id": "…", "msg": {…}}; the log or folder of a'
    " pzp-db can be read, too."
)

MOST_LINES = 1_000_000
MOST_BYTES = 1 << 28
"""The limits on a set file: all of its messages are in memory at once."""


@dataclass(frozen=True, slots=True)
class _ReducedSet:
    """A set, and the rejected messages."""

    set: PzpSet
    rejected: tuple[Rejection, ...]


@click.command()
@click.option(
    "--strategy",
    "strategies",
    metavar="FIELD=STRATEGY",
    multiple=True,
    help="Instead, reduce a tangle of your own: the strategy of a field"
    f" ({', '.join(FieldStrategy)}).",
)
@options.path("--schema", "A JSON object with the strategy of each field.", dir_okay=False)
@options.passed_as(
    "place",
    Target,
    click.argument("file", required=False, type=options.SOURCE),
    CONVERSATION,
)
@click.option("--root", metavar="KEY", help="The root of the set, if there are several.")
@options.flag(
    "--prune",
    "Show the set before and after pruning, and whether it is the same. Nothing is pruned.",
    "preview",
)
@options.flag("--lipmaa", "Also list missing lipmaa links.")
@click.option(
    "--why",
    metavar="ITEM",
    help="Instead, show which messages add, delete and supersede this item, and which decides.",
)
@options.json()
def reduce(
    strategies: tuple[str, ...],
    schema: Path | None,
    place: Target,
    root: str | None,
    preview: bool,
    lipmaa: bool,
    why: str | None,
) -> None:
    """Reduce a PZP set to its items, or a tangle to its fields.

    The messages are read from FILE or from a database. FILE is one feed as NDJSON, {"id", "msg"}
    per line (- is stdin), or the log or folder of a pzp-db, which may hold several sets.

    With --strategy or --schema, the messages of a conversation change fields by the values of these
    names in their contents, as in @tangle/strategy. Where people who didn't know of each other set
    a field to different values, all are shown, and the exit code is 1.
    """
    of_sets = {"--root": root, "--prune": preview, "--lipmaa": lipmaa, "--why": why}
    of_records = {"--in": place.address, "--group-keys": place.group_keys}
    is_record = bool(strategies) or schema is not None
    unused = [name for name, given in (of_sets if is_record else of_records).items() if given]
    if unused:
        raise click.UsageError(
            f"{unused[0]} is for {'PZP sets' if is_record else '--strategy and --schema'}."
        )
    if is_record:
        if place.file is None and place.address is None:
            raise click.UsageError("Give FILE, or --in ADDRESS.")
        fields = dict(schema_of(strategies))
        if schema is not None:
            fields = {**read_schema(schema.read_text(encoding="utf-8")), **fields}
        _reduce_record(place, fields)
        return
    source = place.database or place.file
    if source is None or None not in (place.file, place.database):
        raise click.UsageError("Give either FILE or --database DB.")
    found = _in_file(source, root) if place.database is None else _in_database(source, root)
    rejected: dict[Rejection, None] = {}
    for each in found:
        rejected.update(dict.fromkeys(each.rejected))
        if why is not None:
            item = find_item(each.set, why)
            print_answer(
                partial(reasons_answer, each.set, item), reasons_in_words(each.set, item, why)
            )
        else:
            _report(each, preview=preview, lipmaa=lipmaa)
    if rejected:
        _complain(source, list(rejected))
        sys.exit(ExitCode.BAD_INPUT)
    if not found:
        raise NotFound(
            f"{name_of_file(source)} has no PZP set.",
            at_command_line="--strategy and --schema reduce other conversations.",
        )


def _reduce_record(target: Target, schema: RecordSchema) -> None:
    """Report the fields of a conversation, with the state of each tip."""
    with opened_conversation(target) as (library, address):
        conversation = library.conversation(address)
        record = SharedRecord(schema)
        for message, _ in read(library, conversation, conversation.in_order()):
            record.add(message.key, message.causes, content_of(conversation, message))
        state = record.state()
        print_answer(
            lambda: {
                "address": address,
                **record_answer(state),
                "tips": {tip: record_answer(record.state(tip)) for tip in record.tips},
                "undecided": record.undecided,
                "ignored": [{"key": key, "field": name} for key, name in record.ignored],
            },
            _record_in_words(record, state, MessageLabels(library, conversation)),
        )
    if state.conflicts:
        sys.exit(ExitCode.NO)


def _record_in_words(
    record: SharedRecord, state: RecordState, label: MessageLabels
) -> Iterator[str]:
    for name in record.schema:
        if name in state.values:
            yield f"{readable(name)}: {_json(state.values[name])}"
            continue
        yield f"{readable(name)}: in conflict"
        for value, key in state.conflicts[name]:
            yield f"  {_json(value)}  by {label(key)}"
    for key, name in record.undecided.items():
        yield f"left out: {label(key)}, after different values of {readable(name)}"
    for key, name in record.ignored:
        yield f"ignored: {readable(name)} of {label(key)} doesn't have the form of its strategy"


def _json(value: object) -> str:
    return readable(json.dumps(value, ensure_ascii=False))


def _report(found: _ReducedSet, *, preview: bool, lipmaa: bool) -> None:
    pruning, warnings = prune(found.set), list(violations(found.set))
    lacking = list(_lacking_lipmaa(found.set)) if lipmaa else []
    print_answer(
        lambda: {
            **_answer(found, pruning, warnings),
            **({"pruned": _pruning_answer(pruning)} if preview else {}),
            **({"lipmaa": dict(lacking)} if lipmaa else {}),
        },
        (
            *_lines(found.set, pruning, warnings),
            *(_preview(pruning) if preview else ()),
            *(f"lipmaa: {id_} doesn't name {', '.join(missing)}" for id_, missing in lacking),
        ),
    )


def _complain(source: Path, rejected: list[Rejection]) -> None:
    first = rejected[0]
    message = "" if first.id is None else f"message {one_line_json(first.id)}: "
    problem = first_of(f"{message}{first.rule}: {first.detail}", len(rejected))
    complain(f"{name_of_file(source)}, {problem}", name_of_file(source))


def _in_database(database: Path, root: str | None) -> list[_ReducedSet]:
    with library_in(database) as library:
        roots = [each.root for each in library.pzp.sets()]
        return [_of(library.pzp.set_of(each)) for each in _choose_roots(roots, root)]


def _in_file(file: Path, root: str | None) -> list[_ReducedSet]:
    if file.is_dir():
        return _in_log(file, root)
    with open_bytes(file) as stream:
        sample = stream.peek(_SAMPLE)
        is_feed = b'"msg"' in sample or not sample.strip()
        if is_feed and not _is_archive(sample):
            return _in_lines(stream, root)
        path = file if file.is_file() else options.stored_input(stream)
    return _in_log(path, root)


def _is_archive(sample: bytes) -> bool:
    """Whether a file isn't plain lines: a log, a database, compressed, a list, indented JSON."""
    text = sample.strip()
    first, _, more = text.partition(b"\n")
    is_indented = bool(more) and first.startswith(b"{") and not _is_json(first)
    is_binary = is_packed(sample) or is_pzp_log(sample) or is_own_database(sample)
    return is_binary or text.startswith(b"[") or is_indented


def _is_json(line: bytes) -> bool:
    try:
        parse(line)
    except NotJSON:
        return False
    return True


def _in_log(path: Path, root: str | None) -> list[_ReducedSet]:
    reader = open_source(path)
    is_log = reader.dialect is Dialect.PZP
    if not is_log and not reader.is_database:
        return []
    unreadable: list[Rejection] = []
    entries: list[FileEntry] = []
    for record in reader.records():
        if not is_log and record.dialect is not Dialect.PZP:
            continue
        if record.problem is None and record.key is not None:
            entries.append(FileEntry(record.key, record.value))
        else:
            unreadable.append(Rejection(record.key, PzpRule.JSON, f"{record.place} is damaged"))
    return _among(entries, root, unreadable)


def _in_lines(file: IO[bytes], root: str | None) -> list[_ReducedSet]:
    unreadable: list[Rejection] = []
    entries = list(_entries(_as_long_as_of_a_set(file), unreadable))
    if root is not None:
        return _among(entries, root, unreadable)
    return [_of(PzpSet(assemble(entries)), unreadable)]


def _among(
    entries: list[FileEntry], root: str | None, unreadable: list[Rejection]
) -> list[_ReducedSet]:
    tangles = RootedTangles(entries)
    unreadable += tangles.rejected
    sets = [id_ for id_, each in tangles.roots.items() if is_set(each)]
    roots = _choose_roots(sets, root)
    return [_of(PzpSet(tangles.feed(each)), unreadable) for each in roots]


def _of(set_: PzpSet, unreadable: Iterable[Rejection] = ()) -> _ReducedSet:
    return _ReducedSet(set_, (*set_.feed.rejected, *unreadable))


def _choose_roots(roots: list[str], root: str | None) -> list[str]:
    if root is None:
        return roots
    if root not in roots:
        said = tr("{root} isn't the root of a PZP set that is here.", root=one_line_json(root))
        raise NotFound(said)
    return [root]


def _as_long_as_of_a_set(file: IO[bytes]) -> Iterator[bytes]:
    """The lines of a file, up to the limits: a stream may be endless."""
    size = 0
    for number, line in enumerate(json_lines(file, _FEED), start=1):
        size += len(line)
        if number > MOST_LINES or size > MOST_BYTES:
            said = tr(
                "{file}, line {line:,}: a set file can have at most {lines:,} lines and "
                "{limit} MiB; this one has more. Reduce one feed at a time, or import the "
                "archive.",
                file=name_of_file(file),
                line=number,
                lines=MOST_LINES,
                limit=MOST_BYTES >> 20,
            )
            raise BadInput(said)
        yield line


def _entries(lines: Iterable[bytes], unreadable: list[Rejection]) -> Iterator[FileEntry]:
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            value = parse(line)
        except NotJSON as error:
            unreadable.append(Rejection(None, PzpRule.JSON, f"line {number}: {error}"))
            continue
        match value:
            case {"id": str(id_), **rest}:
                yield FileEntry(id_, rest.get("msg"))
            case _:
                detail = f'line {number} is not an object with "id" and "msg"'
                unreadable.append(Rejection(None, PzpRule.SHAPE, detail))


def _lacking_lipmaa(set_: PzpSet) -> Iterator[tuple[str, list[str]]]:
    """The messages that lack links to known messages at their lipmaa depth, with these messages."""
    tangle = set_.feed.tangle
    for id_ in set_.feed.messages:
        if missing := tangle.lacking_lipmaa(id_):
            yield id_, missing


def _answer(
    found: _ReducedSet, pruning: Pruning, warnings: Iterable[RequirementViolation]
) -> dict[str, Any]:
    set_ = found.set
    tangle = set_.feed.tangle
    return {
        "root": None if set_.feed.root is None else set_.feed.root.id,
        "order": list(set_.feed.messages),
        "set": [plain(item) for item in set_.state.items],
        "item_roots": set_.state.item_roots,
        "tips": tangle.tips,
        "max_depth": tangle.max_depth,
        "erasable": pruning.erasable,
        "deletable": pruning.deletable,
        "rejected": [{"id": each.id, "rule": each.rule} for each in found.rejected],
        "warnings": [{"id": each.id, "rule": each.rule} for each in warnings],
    }


def _lines(
    set_: PzpSet, pruning: Pruning, warnings: Iterable[RequirementViolation]
) -> Iterator[str]:
    yield _title(set_.feed)
    for item in set_.state.items:
        yield f"  {_quote_item(item)}"
    for name, ids in (
        ("item roots", set_.state.item_roots),
        ("tips", set_.feed.tangle.tips),
        ("erasable", pruning.erasable),
        ("deletable", pruning.deletable),
    ):
        yield f"{name}: {', '.join(ids) or 'none'}"
    if not pruning.is_safe:
        after = ", ".join(map(_quote_item, pruning.after)) or "nothing"
        yield f"Pruning would change the set to {after}"
    for warning in warnings:
        yield f"Warning: {warning.id}: {warning.rule}: {in_words(warning.rule)}"


def _pruning_answer(pruning: Pruning) -> dict[str, Any]:
    """The effect of pruning on the set, as JSON."""
    return {
        "before": [plain(item) for item in pruning.before],
        "after": [plain(item) for item in pruning.after],
        "is_same": pruning.is_safe,
        "ghosts": pruning.ghosts,
    }


def _preview(pruning: Pruning) -> Iterator[str]:
    """The effect of pruning on the set, as text."""
    erased, deleted = len(pruning.erasable), len(pruning.deletable)
    messages = count_noun(deleted, "message")
    yield f"Pruning would erase {erased:,} and delete {messages}. Nothing was pruned."
    yield f"  set before: {', '.join(map(_quote_item, pruning.before)) or 'empty'}"
    yield f"  set after: {', '.join(map(_quote_item, pruning.after)) or 'empty'}"
    yield "  The set would be the same." if pruning.is_safe else "  The set would change."


def _title(feed: PzpFeed) -> str:
    if feed.root is None:
        return "not a feed: its root is missing"
    facts = f"{count_noun(len(feed.messages), 'message')}, depth {feed.tangle.max_depth:,}"
    domain = feed.root.domain
    kind = "" if domain.startswith(PREFIX) else "no set, "
    return f"{domain if domain.isprintable() else _quote_item(domain)}: {kind}{facts}"


def _quote_item(item: Item) -> str:
    if not isinstance(item, str):
        return json.dumps(plain(item))
    # Escaped if it has characters that could move the cursor.
    return json.dumps(item, ensure_ascii=not item.isprintable())
