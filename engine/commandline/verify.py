"""`tanglescope verify`: the verdict on every record of an archive."""

import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

import click

from tanglescope.engine.archive.checking import (
    CheckResult,
    ShorterForms,
    check_record,
    graph_checked,
    in_chains,
    processors,
)
from tanglescope.engine.archive.graphs.matrix import is_event
from tanglescope.engine.archive.graphs.pieces import (
    GraphItem,
    RefusedPiece,
    conflicts,
    name_of,
    read_piece,
    unsound,
    value_of,
)
from tanglescope.engine.archive.processes import check_archive
from tanglescope.engine.archive.record import Dialect, Reader
from tanglescope.engine.archive.stdin import naming_stdin
from tanglescope.engine.commandline.common import options
from tanglescope.engine.commandline.common.answers import complain, first_of, wants_json
from tanglescope.engine.errors import ExitCode
from tanglescope.engine.language.readable import json_line
from tanglescope.engine.language.wording import count_noun, on_one_line
from tanglescope.engine.message import pzp
from tanglescope.engine.message.chain import FeedChains
from tanglescope.engine.message.verdict import (
    VALID,
    Rule,
    ValidationStatus,
    Verdict,
    invalid,
    reason,
)
from tanglescope.engine.reduce.feeds import FileEntry, RootedTangles
from tanglescope.engine.reduce.matrix.room_history import JudgedEvent, Judgement, RoomHistory
from tanglescope.engine.sources import open_source

_Events: TypeAlias = Sequence[tuple[str, JudgedEvent]]
"""The events of Matrix in a record, and whether the rules of the room allow them."""

_BAD = {ValidationStatus.INVALID, ValidationStatus.FORKED}


@click.command()
@click.argument("archive", type=options.ARCHIVE)
@options.json()
@options.hmac_key
@options.refs
@options.threads
def verify(archive: Path, hmac_key: bytes | None, threads: int | None) -> None:
    """Verify every record of ARCHIVE.

    ARCHIVE is a file or a folder in any format that can be imported, or a database; - is
    standard input. The exit code is 1 if a record is invalid or on a losing branch of its feed. A
    gap is neither: earlier messages are just not in the file. Of events of Matrix, it says which
    the rules of their room allow; an event that they reject is a record like others.
    """
    counts: Counter[ValidationStatus] = Counter()
    judged: Counter[Judgement] = Counter()
    first_bad: tuple[CheckResult, _Events] | None = None
    out, as_json = sys.stdout, wants_json()  # echo() would flush every line
    reader = open_source(archive)
    for result, events in _check_records(reader, hmac_key, threads):
        counts[result.verdict.status] += 1
        judged.update(event.judgement for _, event in events)
        if result.verdict.status in _BAD:
            first_bad = first_bad or (result, events)
        if as_json:
            out.buffer.write(_as_json(result, events) + b"\n")
        elif result.verdict.rule is not None or events:
            out.write(f"{_as_text(result, events)}\n")
    out.flush()
    click.echo(_summary(counts, judged), err=as_json)
    if first_bad is not None:
        first = first_of(_as_text(*first_bad), sum(counts[status] for status in _BAD))
        name = on_one_line(str(archive))
        place = f"{name}, {first_bad[0].place}"
        complain(naming_stdin(f"{name}, {first}"), place, "invalid")
        sys.exit(ExitCode.NO)


def _check_records(
    reader: Reader, hmac_key: bytes | None, threads: int | None
) -> Iterator[tuple[CheckResult, _Events]]:
    """The verdicts on the records of an archive, each in its feed, its graph or its room."""
    if reader.dialect is Dialect.GRAPH:
        yield from _in_graphs(reader)
        return
    results = check_archive(reader, hmac_key, threads or processors())
    chained = in_chains(results, FeedChains(), ShorterForms(reader))
    for result in _in_tangles(chained, _verdicts_of_misplaced(reader)):
        yield result, ()


def _in_graphs(reader: Reader) -> Iterator[tuple[CheckResult, _Events]]:
    """The verdicts on the records of a graph file.

    Nodes that contradict others, or can't be in one graph with them, are found as by an import.
    """
    results: list[CheckResult] = []
    graphs: dict[str, dict[str, GraphItem]] = {}
    rooms: defaultdict[str, RoomHistory] = defaultdict(RoomHistory)
    events: defaultdict[int, list[tuple[str, str]]] = defaultdict(list)
    records: dict[tuple[str, str | None], int] = {}
    for number, record in enumerate(reader.records()):
        if record.problem is not None:
            results.append(CheckResult.of(check_record(record)))
            continue
        piece = read_piece(record)
        results.append(CheckResult.of(graph_checked(record, piece)))
        name = name_of(piece, reader.path)
        here = graphs.setdefault(name, {})
        for part in conflicts(piece.items, here):
            _refuse(results, number, part)
        for item in piece.items:
            records.setdefault((name, item.node.id), number)
            value = value_of(item.raw)
            if is_event(value):
                rooms[name].add(item.node.id, value)
                events[number].append((name, item.node.id))
    for name, here in graphs.items():
        for part in unsound(here.values()):
            _refuse(results, records[name, part.key], part)
    for number, result in enumerate(results):
        yield result, [(key, rooms[name].judge(key)) for name, key in events[number]]


def _refuse(results: list[CheckResult], number: int, part: RefusedPiece) -> None:
    """Refuse a record for a part of it, if it isn't refused yet."""
    result = results[number]
    if result.verdict.status not in _BAD:
        why = part.in_words(result.claimed)
        results[number] = result._replace(verdict=invalid(part.rule), why=why)


def _in_tangles(
    results: Iterable[CheckResult], misplaced: Mapping[str | None, Verdict]
) -> Iterator[CheckResult]:
    """Replace the verdicts on valid messages whose tangles don't accept them."""
    for result in results:
        is_misplaced = result.verdict is VALID and result.claimed in misplaced
        yield result._replace(verdict=misplaced[result.claimed]) if is_misplaced else result


def _verdicts_of_misplaced(reader: Reader) -> Mapping[str | None, Verdict]:
    """The PZP messages that are valid by themselves but not accepted by a tangle they name.

    That depends on all other messages of the archive. Without its root, a tangle can't be checked.
    """
    if reader.dialect is not Dialect.PZP and not reader.is_database:
        return {}
    tangles = RootedTangles(
        FileEntry(record.key, record.value)
        for record in reader.records()
        if record.problem is None and record.key is not None and record.dialect is Dialect.PZP
    )
    found: dict[str | None, Verdict] = {}
    for root in tangles.roots:
        feed = tangles.feed(root)
        for each in feed.rejected:
            if each.id not in feed.messages and each.rule is not pzp.PzpRule.ROOT:
                is_signer = each.rule is pzp.PzpRule.SIGNER
                found[each.id] = invalid(Rule.SIGNER if is_signer else Rule.TANGLE)
    return found


def _as_json(result: CheckResult, events: _Events) -> bytes:
    answer: dict[str, object] = {
        "place": str(result.place),
        "key": result.claimed,
        "computed": result.computed,
        "verdict": result.verdict.status,
        "rule": result.verdict.rule,
    }
    if events:
        answer["room"] = [
            {"event": key, "judgement": event.judgement, "rule": event.rule, "why": event.why}
            for key, event in events
        ]
    return json_line(answer)


def _as_text(result: CheckResult, events: _Events) -> str:
    name = result.computed or result.claimed or "no key"
    words = f"{result.verdict.status}: {result.why or reason(result.verdict)}"
    said = [f"{result.place}: {name}: {words}."]
    for key, event in events:
        said.append(event.in_words() if key == name else f"{key}: {event.in_words()}")
    return " ".join(said)


def _summary(counts: Counter[ValidationStatus], judged: Counter[Judgement]) -> str:
    if not counts:
        return "The archive is empty: it contains no messages."
    parts = [f"{counts[status]:,} {status}" for status in ValidationStatus if counts[status]]
    found = f"{count_noun(counts.total(), 'record')}: {', '.join(parts)}."
    if not judged:
        return found
    by_rules = [f"{judged[each]:,} {each}" for each in Judgement if judged[each]]
    return f"{found} By the rules of the room: {', '.join(by_rules)}."
