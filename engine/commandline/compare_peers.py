"""`tanglescope compare --peers`: two sources of one conversation as two peers."""

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from engine.commandline.common.options import print_json
from engine.commandline.common.subject import MessageLabels
from engine.debug.two_peers.parting import Parting, PeerSide
from engine.debug.two_peers.parting_words import parting_in_words
from engine.linear.orders.named import ORDERS
from engine.two_sources import Side, parted, two_sides


def compare_peers(
    paths: tuple[Path, Path],
    address: str | None,
    by: Sequence[str],
    keys: Sequence[bytes],
    as_json: bool,
) -> None:
    """Print what each of two peers lacks, where their orders part and why."""
    order = by[0] if by else None
    if order is not None and order not in ORDERS:
        raise click.UsageError(f"--peers takes one of these orders: {', '.join(ORDERS)}")
    with two_sides(*paths, address, keys) as sides:
        found = parted(*sides, order)
        if as_json:
            print_json(_answer(found, sides))
            return
        labels = [MessageLabels(side.library, side.conversation) for side in sides]
        known = sides[0].conversation

        def label(key: str) -> str:
            return labels[0 if known.position(key) is not None else 1](key)

        names = str(paths[0]), str(paths[1])
        click.echo(f"{known.address}, by {found.by}")
        for line in parting_in_words(found, names, label):
            click.echo(line)


def _answer(found: Parting, sides: Sequence[Side]) -> dict[str, Any]:
    peers = zip(sides, (found.one, found.other), strict=True)
    return {
        "by": found.by,
        "same": found.same,
        "peers": [_peer(side, peer) for side, peer in peers],
        "contrary": list(found.contrary),
        "together": list(found.together),
    }


def _peer(side: Side, peer: PeerSide) -> dict[str, Any]:
    return {"path": str(side.path), "address": str(side.conversation.address), **asdict(peer)}
