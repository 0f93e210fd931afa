"""The divergence of two peers, in words."""

from collections.abc import Iterator

from tanglescope.engine.debug.divergence import Divergence, PeerSide
from tanglescope.engine.debug.explaining.words import Labeller
from tanglescope.engine.wording import listed, plural, tr

_NAMED = 8


def divergence_in_words(
    found: Divergence, names: tuple[str, str], label: Labeller
) -> Iterator[str]:
    """What each peer lacks, where and why their orders differ, and what an exchange changes.

    `names` are the labels of the peers.
    """
    peers = found.one, found.other
    both = len(found.together) - sum(len(peer.only) for peer in peers)
    yield plural("Both have {n:,} messages.", "Both have {n:,} message.", max(both, 0))
    for name, peer in zip(names, peers, strict=True):
        yield from _only(name, peer, label)
    if found.contrary:
        yield plural(
            "They have different versions of {n:,} messages: {names}.",
            "They have different versions of {n:,} message: {names}.",
            len(found.contrary),
            names=listed(found.contrary, _NAMED, label),
        )
    if peers[0].entry is None and peers[1].entry is None:
        yield tr("They have the same order.")
        return
    yield ""
    yield plural(
        "The first {n:,} rows are the same in both orders.",
        "The first row is the same in both orders.",
        found.same,
    )
    for name, peer in zip(names, peers, strict=True):
        yield _row(name, peer, found.same + 1, label)
    for name, peer in zip(names, peers, strict=True):
        if peer.because is not None:
            yield tr(
                "{name} alone has the cause, {message}.",
                message=label(peer.because),
                name=name,
            )
    yield ""
    yield tr("After they exchange the missing messages, both have the same order:")
    for name, peer, missing in zip(names, peers, reversed(peers), strict=True):
        yield "  " + _sentence_of_exchange(name, peer, len(missing.only), label)


def _only(name: str, peer: PeerSide, label: Labeller) -> Iterator[str]:
    if not peer.only:
        yield tr("{name} has nothing that the other lacks.", name=name)
        return
    yield plural(
        "{name} has {n:,} messages that the other lacks: {messages}.",
        "{name} has {n:,} message that the other lacks: {messages}.",
        len(peer.only),
        name=name,
        messages=listed(peer.only, _NAMED, label),
    )


def _row(name: str, peer: PeerSide, row: int, label: Labeller) -> str:
    if peer.entry is None:
        return tr("Row {row:,}: {name} has no more messages.", row=row, name=name)
    return tr("Row {row:,}: {name} has {message}.", row=row, name=name, message=label(peer.entry))


def _sentence_of_exchange(name: str, peer: PeerSide, received: int, label: Labeller) -> str:
    if not peer.undo:
        return tr(
            "{name} receives {received:,} and keeps all its rows.", name=name, received=received
        )
    said = plural(
        "{name} receives {received:,}; its last {n:,} rows change.",
        "{name} receives {received:,}; its last row changes.",
        peer.undo,
        name=name,
        received=received,
    )
    if not peer.moved:
        return said
    moved = plural(
        "{n:,} of its messages move: {messages}.",
        "{n:,} of its messages moves: {messages}.",
        len(peer.moved),
        messages=listed(peer.moved, _NAMED, label),
    )
    return f"{said} {moved}"
