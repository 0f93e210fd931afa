"""`tanglescope tangle`: one tangle from an archive, by name and root."""

import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click

from tanglescope.engine.archive.checking import ShorterForms, check_in_threads, follow_chains
from tanglescope.engine.archive.record import Reader, Record
from tanglescope.engine.archive.stdin import naming_stdin
from tanglescope.engine.commandline.common import options
from tanglescope.engine.commandline.common.answers import complain, first_of, print_answer
from tanglescope.engine.errors import ExitCode
from tanglescope.engine.message.canonical import TextTooLarge, canonical
from tanglescope.engine.message.chain import FeedChains
from tanglescope.engine.message.keys import message_id
from tanglescope.engine.message.verdict import Rule, Verdict, invalid, reason
from tanglescope.engine.sources import open_source
from tanglescope.engine.tangle.growth import Growth
from tanglescope.engine.tangle.references import message_reference
from tanglescope.engine.tangle.rules import RuleEntry, rule_of
from tanglescope.engine.tangle.titles import one_line


@click.command()
@click.argument("archive", type=options.ARCHIVE)
@click.option("--name", required=True, help="The name under `content.tangles`.")
@click.option("--root", required=True, help="The key of its first message; of a feed, its id.")
@options.flag("--no-verify", "Don't verify keys and signatures.")
@options.json()
def tangle(archive: Path, name: str, root: str, no_verify: bool) -> None:
    """Show the tangle NAME of ROOT, from ARCHIVE.

    The tangles `thread`, `feed`, `epoch`, `group` and `members` have rules of their own; all others
    follow the rule of SIP 9. A message that carries data of the tangle but breaks its rule is
    excluded.

    Invalid messages are left out; if there are any, the exit code is 1.
    """
    bad = _Bad()
    reader = open_source(archive)
    growth = Growth(rule_of(name, made_up_keys=no_verify), root)
    spelled: dict[str, str] = {}
    for entry in _read_unverified(reader, bad) if no_verify else _read_valid(reader, bad):
        spelled.setdefault(message_reference(entry.key), entry.key)
        growth.add(entry)
    print_answer(
        lambda: {
            "connected": [spelled[key] for key in growth.connected],
            "set_aside": [spelled[key] for key in growth.set_aside],
            "tips": [spelled[key] for key in growth.tips],
            "candidates": len(growth.candidates),
            "excluded": [
                {"key": spelled[each.key], "rule": each.rule, "why": each.why}
                for each in growth.excluded
            ],
        },
        _lines(growth, name),
    )
    if bad.first is not None:
        first = first_of(f"{bad.first}.", bad.count)
        complain(naming_stdin(f"{archive}, {first}"), archive)
        sys.exit(ExitCode.BAD_INPUT)


@dataclass(slots=True)
class _Bad:
    """The unusable records: their number, and a description of the first."""

    count: int = field(default=0, init=False)
    first: str | None = field(default=None, init=False)

    def note(self, record: Record, verdict: Verdict) -> None:
        self.count += 1
        if self.first is None:
            self.first = f"{record.place}: {reason(verdict)}"


def _read_valid(reader: Reader, bad: _Bad) -> Iterator[RuleEntry]:
    """The messages that are valid, apart from their position in their feed."""
    checked_records = check_in_threads(reader.records(), threads=os.cpu_count() or 1)
    for checked in follow_chains(checked_records, FeedChains(), ShorterForms(reader)):
        if checked.verdict.is_good:
            if checked.message is not None:  # PZP has another kind of tangles
                yield RuleEntry.of(checked.message)
        elif checked.verdict.rule is not Rule.DUPLICATE:
            bad.note(checked.record, checked.verdict)


def _read_unverified(reader: Reader, bad: _Bad) -> Iterator[RuleEntry]:
    """Everything that looks like a message, with the key from the archive."""
    for record in reader.records():
        if record.dialect.is_of_graphs:
            continue
        if record.problem is not None:
            bad.note(record, invalid(record.problem))
        elif not isinstance(record.value, dict):
            bad.note(record, invalid(Rule.SHAPE))
        elif (key := _computed_id(record.value) if record.key is None else record.key) is None:
            bad.note(record, invalid(Rule.SIZE))
        else:
            yield _unverified_entry(key, record.value)


def _unverified_entry(key: str, value: dict[str, Any]) -> RuleEntry:
    content, author, sequence, previous = map(
        value.get, ("content", "author", "sequence", "previous")
    )
    return RuleEntry(
        key,
        content if isinstance(content, dict) else "",
        author if isinstance(author, str) else "",
        sequence if isinstance(sequence, int) else 0,
        message_reference(previous) if isinstance(previous, str) else None,
    )


def _computed_id(value: object) -> str | None:
    try:
        return message_id(canonical(value))
    except TextTooLarge:
        return None


def _lines(growth: Growth, name: str) -> Iterator[str]:
    size, candidates = len(growth), len(growth.candidates)
    yield f"{one_line(name)}: {size:,} of {candidates:,} candidates are connected."
    tips = set(growth.tips)
    for key in growth.connected:
        yield f"  {one_line(key)}{'  (tip)' if key in tips else ''}"
    for key in growth.set_aside:
        yield f"  {one_line(key)}  set aside, waits for {_waited_for(growth, key)}"
    for each in growth.excluded:
        yield f"  {one_line(each.key)}  excluded: {each.why}"


def _waited_for(growth: Growth, key: str) -> str:
    missing = growth.waits_for(key)
    more = f" and {len(missing) - 3} more" if len(missing) > 3 else ""
    return ", ".join(map(one_line, missing[:3])) + more
