"""`tanglescope reduce`: the set that a file of PZP messages makes, and what may be pruned of it."""

import json
from collections.abc import Iterable, Iterator
from typing import IO, Any

import click

from engine.commandline.lines import lines_of
from engine.commandline.options import json_option, print_json
from engine.message.canonical import NotJSON, parse
from engine.message.pzp import Rule, shown
from engine.reduce.feeds import Entry, Feed, assemble
from engine.reduce.growth import Rejection
from engine.reduce.items import Item, plain
from engine.reduce.pruning import Pruning, prune
from engine.reduce.sets import PREFIX, PzpSet


@click.command()
@click.argument("file", type=click.File("rb"))
@json_option
@click.pass_context
def reduce(context: click.Context, file: IO[bytes], as_json: bool) -> None:
    """Reduce the PZP feed in FILE (NDJSON, {"id", "msg"} a line; - is stdin) to its set."""
    unreadable: list[Rejection] = []
    set_ = PzpSet(assemble(_entries(file, unreadable)))
    pruning = prune(set_)
    rejected = (*set_.feed.rejected, *unreadable)
    if as_json:
        print_json(_as_json(set_, pruning, rejected))
    else:
        click.echo("\n".join(_as_text(set_, pruning)))
    if rejected:
        more = f" ({len(rejected) - 1} more were rejected)" if len(rejected) > 1 else ""
        first = rejected[0]
        place = "" if first.id is None else f"message {shown(first.id)}: "
        click.echo(f"{place}{first.rule}: {first.detail}{more}", err=True)
        context.exit(1)


def _entries(file: IO[bytes], unreadable: list[Rejection]) -> Iterator[Entry]:
    for number, line in enumerate(lines_of(file), start=1):
        if not line.strip():
            continue
        try:
            value = parse(line)
        except NotJSON as error:
            unreadable.append(Rejection(None, Rule.JSON, f"line {number}: {error}"))
            continue
        match value:
            case {"id": str(id_), **rest}:
                yield Entry(id_, rest.get("msg"))
            case _:
                detail = f'line {number} is no object with "id" and "msg"'
                unreadable.append(Rejection(None, Rule.SHAPE, detail))


def _as_json(set_: PzpSet, pruning: Pruning, rejected: Iterable[Rejection]) -> dict[str, Any]:
    tangle = set_.feed.tangle
    return {
        "order": list(set_.feed.messages),
        "set": [plain(item) for item in set_.state.items],
        "item_roots": set_.state.item_roots,
        "tips": tangle.tips,
        "max_depth": tangle.max_depth,
        "erasable": pruning.erasable,
        "deletable": pruning.deletable,
        "rejected": [{"id": each.id, "rule": each.rule} for each in rejected],
    }


def _as_text(set_: PzpSet, pruning: Pruning) -> Iterator[str]:
    yield _title(set_.feed)
    for item in set_.state.items:
        yield f"  {_quoted(item)}"
    yield from _listed("item roots", set_.state.item_roots)
    yield from _listed("tips", set_.feed.tangle.tips)
    yield from _listed("erasable", pruning.erasable)
    yield from _listed("deletable", pruning.deletable)
    if not pruning.is_safe:
        after = ", ".join(map(_quoted, pruning.after)) or "nothing"
        yield f"Pruning would change the set to {after}"


def _title(feed: Feed) -> str:
    if feed.root is None:
        return "no feed: its root is missing"
    facts = f"{len(feed.messages):,} messages, depth {feed.tangle.max_depth:,}"
    domain = feed.root.domain
    kind = "" if domain.startswith(PREFIX) else "no set, "
    return f"{domain if domain.isprintable() else _quoted(domain)}: {kind}{facts}"


def _listed(name: str, ids: Iterable[str]) -> Iterator[str]:
    ids = list(ids)
    yield f"{name}: {', '.join(ids) if ids else 'none'}"


def _quoted(item: Item) -> str:
    if not isinstance(item, str):
        return json.dumps(plain(item))
    # Escaped if there is anything in it that could move the cursor.
    return json.dumps(item, ensure_ascii=not item.isprintable())
