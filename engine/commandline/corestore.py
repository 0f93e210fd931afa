"""`tanglescope corestore`: the content of a Corestore, with its Autobases as graphs."""

import sys
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import click

from tanglescope.engine.archive.corestore.bases import (
    Base,
    BaseEntry,
    WriterRole,
    agreement,
    graph_of,
)
from tanglescope.engine.archive.corestore.copies import Corestore, read_corestore
from tanglescope.engine.commandline.common import options
from tanglescope.engine.commandline.common.answers import (
    complain,
    first_of,
    print_answer,
    print_json,
)
from tanglescope.engine.debug.divergence import Divergence, divergence
from tanglescope.engine.debug.explaining.autobase_places import settled_by, settlement_answer
from tanglescope.engine.debug.explaining.voting import signing
from tanglescope.engine.errors import ExitCode, NotFound
from tanglescope.engine.language.wording import count_noun
from tanglescope.engine.linear.autobase.removals import unshown
from tanglescope.engine.linear.autobase.settlement import Settlement, Unsettled, settlement
from tanglescope.engine.linear.graph import graph_line
from tanglescope.engine.linear.orders.named import linearize
from tanglescope.engine.message.uris import cut_id


@click.command()
@click.argument("folder", metavar="FOLDER|FILE", type=options.ExistingPath())
@options.base_keys
@options.path(
    "--with",
    "The Corestore of another peer: show what each lacks, and where their orders differ.",
    "other",
)
@options.flag("--graph", "Print graph lines for `linearize` and `explain --graph`.")
@options.json()
def corestore(folder: Path, keys: options.GivenKeys, other: Path | None, graph: bool) -> None:
    """Show the Autobases in the Corestore FOLDER.

    FILE has copies of Autobases, as `export` writes them. They are verified and printed in order.
    The folder isn't changed, and keys are kept in memory only. The exit code is 3 if something
    can't be verified, and 1 if another peer differs.
    """
    known = keys.read()
    found = read_corestore(folder, known)
    is_equal = True
    if other is not None:
        is_equal = _compare(found, read_corestore(other, known))
    elif graph:
        for base in found.bases:
            print_json(_line(base))
    else:
        print_answer(lambda: _answer(found), _lines(found))
    problems = [*found.problems, *(each for base in found.bases for each in base.problems)]
    if problems:
        complain(f"{folder}: {first_of(problems[0], len(problems))}", folder)
        sys.exit(ExitCode.BAD_INPUT)
    sys.exit(ExitCode.YES if is_equal else ExitCode.NO)


def _compare(one: Corestore, other: Corestore) -> bool:
    """Print, for every common base, what each peer lacks and where the orders differ.

    Returns whether all are equal.
    """
    there = {base.key: base for base in other.bases}
    found = {
        base.key: divergence(graph_of(base), graph_of(there[base.key]))
        for base in one.bases
        if base.key in there
    }
    if not found:
        raise NotFound("The two Corestores have no Autobase in common.")
    print_answer(
        lambda: [{"key": key, **asdict(parts)} for key, parts in found.items()],
        _lines_of_comparison(one, other, found),
    )
    return all(parts.is_equal for parts in found.values())


def _lines_of_comparison(
    one: Corestore, other: Corestore, found: Mapping[str, Divergence]
) -> Iterator[str]:
    for key, parts in found.items():
        yield f"autobase:{key}"
        yield f"  the first {count_noun(parts.same, 'row is', 'rows are')} the same"
        for store, peer in ((one, parts.one), (other, parts.other)):
            only = count_noun(len(peer.only), "entry", "entries")
            yield f"  {store.path}: {only} that the other lacks"
            if peer.entry is not None:
                yield f"    row {parts.same + 1:,} is {peer.entry}"
            if peer.because is not None:
                yield f"    because of {peer.because}"


@dataclass(frozen=True, slots=True)
class _Order:
    """The order of a base, with its confirmed and signed lengths."""

    names: list[str]
    confirmed: int
    signed: int | None
    conflict: str | None
    missing: tuple[str, ...]
    settlement: Settlement | Unsettled
    """What would confirm everything."""
    hidden: dict[str, str]
    """The entries that the app doesn't show, each with the one that removed its writer."""


def _order(base: Base) -> _Order:
    graph = graph_of(base)
    answer = linearize(graph, "autobase", edits=False)
    signed = agreement(base.signed, base.shown, answer["order"])
    is_behind = signed.signed is not None and signed.signed < answer["confirmed"]
    missing = signing(graph).missing if is_behind else ()
    final = answer["confirmed"], signed.signed, signed.conflict
    hidden = unshown(graph, answer["order"])
    return _Order(answer["order"], *final, missing, settlement(graph), hidden)


def _answer(found: Corestore) -> dict[str, Any]:
    return {
        "bases": [_base(base) for base in found.bases],
        "cores": [asdict(core) for core in found.others],
        "problems": list(found.problems),
    }


def _base(base: Base) -> dict[str, Any]:
    order = _order(base)
    entries = {entry.id: entry for entry in base.entries}
    signed = {} if order.signed is None else {"signed": order.signed}
    conflict = {} if order.conflict is None else {"conflict": order.conflict}
    return {
        "address": f"autobase:{base.key}",
        "key": base.key,
        "encrypted": base.is_encrypted,
        "locked": base.is_locked,
        "confirmed": order.confirmed,
        **signed,
        **conflict,
        **({"missing": list(order.missing)} if order.missing else {}),
        "settlement": settlement_answer(order.settlement, None, str),
        "members": [asdict(member) for member in base.members],
        "messages": [_entry(entries[name], order.hidden.get(name)) for name in order.names],
        "problems": list(base.problems),
    }


def _entry(entry: BaseEntry, removed_by: str | None) -> dict[str, Any]:
    removal = {} if removed_by is None else {"role": WriterRole.REMOVED, "removed_by": removed_by}
    return {
        **removal,
        "key": entry.id,
        "writer": entry.writer,
        "sequence": entry.length - 1,
        "after": list(entry.heads),
        "batch": list(entry.batch),
        "optimistic": entry.optimistic,
        "verdict": entry.trust,
        "form": entry.content.form,
        "text": entry.content.text,
        "cut": entry.content.is_cut,
    }


def _line(base: Base) -> dict[str, Any]:
    """The graph line of a base, each node with its value."""
    line = graph_line(graph_of(base))
    texts = {entry.id: entry.content.text for entry in base.entries}
    for node in line["nodes"]:
        node["text"] = texts[node["id"]]
    return line


def _lines(found: Corestore) -> Iterator[str]:
    if not found.bases:
        yield "There is no Autobase in this Corestore."
    for base in found.bases:
        yield from _base_text(base)
    if found.others:
        yield f"Other cores: {len(found.others):,}"
        for core in found.others:
            yield f"  {core.key}  {core.length:,} blocks, {core.trust}"


def _base_text(base: Base) -> Iterator[str]:
    yield f"autobase:{base.key}"
    if base.is_locked:
        yield "  Its entries are encrypted, and no key here decrypts them."
        yield "  Give their key with --key-file or --ask-key."
    order = _order(base)
    signed = "none known to be signed" if order.signed is None else f"{order.signed:,} signed"
    length = count_noun(len(order.names), "entry", "entries")
    yield f"  {length}, {order.confirmed:,} confirmed, {signed}"
    if order.missing:
        names = ", ".join(order.missing)
        yield f"  Still to sign the confirmed entries, each with its next entry: {names}"
    if order.conflict is not None:
        yield f"  The indexers signed a different order: they have {order.conflict} later."
    if settles := settled_by(order.settlement, "everything here", cut_id, cut_id):
        yield f"  {settles}"
    if order.hidden:
        hidden = count_noun(len(order.hidden), "entry", "entries")
        yield f"  The app doesn't show {hidden} whose writer was removed before; see --by applied."
    for member in base.members:
        here = count_noun(member.length, "entry", "entries")
        if member.here < member.length:
            here = f"{member.here:,} of {here}"
        yield f"  {member.role:15} {member.key}  {here}, {member.trust}"
    entries = {entry.id: entry for entry in base.entries}
    for row, name in enumerate(order.names, start=1):
        removed = "(removed) " if name in order.hidden else ""
        text = _text_of_entry(entries[name])
        yield f"  {row:>6} {_mark(row, order)} {cut_id(name)} {removed}{text}"
    yield from (f"  ! {problem}" for problem in base.problems)


def _mark(row: int, order: _Order) -> str:
    """The finality of a row: signed, confirmed, or neither."""
    if order.signed is not None and row <= order.signed:
        return "signed   "
    return "confirmed" if row <= order.confirmed else "         "


def _text_of_entry(entry: BaseEntry) -> str:
    text = entry.content.text[:60]
    if text.isprintable():
        return text or "(acknowledges others)"
    return repr(text)
