"""Assemble a PZP feed from messages in any order: the valid ones and their tangle.

pzp-db validates messages on arrival, so its verdicts depend on what came before. Here the verdicts
are a function of the set of messages: causes are validated before effects (ids are hashes, so there
are no cycles), and a rejected message counts as unknown to messages that name it.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from tanglescope.engine.linear.orders.collation import collated
from tanglescope.engine.linear.orders.depths import DepthTangle
from tanglescope.engine.message.pzp import SELF, PzpMessage, PzpRule, RefusedError, read
from tanglescope.engine.reduce.accounts import Account
from tanglescope.engine.reduce.growth import Copies, PzpGrowth, Rejection
from tanglescope.engine.wording import tr


@dataclass(frozen=True, slots=True)
class FileEntry:
    """An entry of a file: the id that the file gives a message, and its JSON value."""

    id: str
    value: object


@dataclass(frozen=True, slots=True)
class PzpFeed:
    """The valid messages of one feed in order, the root first; empty without a root."""

    root: PzpMessage | None
    messages: Mapping[str, PzpMessage]
    tangle: DepthTangle
    rejected: tuple[Rejection, ...]

    def among(self, known: Collection[str]) -> "PzpFeed":
        """The feed as known to a peer that has only the messages in `known`."""
        messages = {id_: each for id_, each in self.messages.items() if id_ in known}
        tangle = DepthTangle(self.tangle.root)
        for id_ in messages:
            tangle.add(id_, self.tangle.depth(id_), self.tangle.prev(id_))
        root = messages.get(self.tangle.root)
        return PzpFeed(root, MappingProxyType(messages), tangle, ())


def assemble(
    entries: Iterable[FileEntry], *, holes: bool = False, is_proven: bool = False
) -> PzpFeed:
    """The feed that most of `entries` belong to, in whatever order they are given.

    If the root of the feed's account is among them, signatures are accepted only from keys of the
    account; otherwise the signers aren't checked. `holes` says that messages may have been deleted,
    as in the log of a device that prunes; then all causes of a message may be unknown. `is_proven`
    says that each message has passed validation on its own.
    """
    return assembled(*_read(entries), holes=holes, is_proven=is_proven)


def assembled(
    copies: Copies, rejected: list[Rejection], *, holes: bool, is_proven: bool
) -> PzpFeed:
    """The feed that most of the messages belong to; others were `rejected` when they were read."""
    root = _find_root(copies)
    if root is None:
        missing = tr("the root of the feed is missing, so nothing connects")
        rejected += (Rejection(id_, PzpRule.ROOT, missing) for id_ in copies)
        return PzpFeed(None, MappingProxyType({}), DepthTangle(""), _in_order(rejected))
    accounts = {id_: found for id_, found in copies.items() if found[0].account == SELF}
    account = Account(root.account, accounts, rejected, holes=holes, is_proven=is_proven)
    growth = PzpGrowth(root, rejected, signers_of=account.keys_of, holes=holes, is_proven=is_proven)
    growth.grow({id_: found for id_, found in copies.items() if id_ not in accounts})
    messages = {id_: growth.messages[id_] for id_ in growth.tangle}
    known_root = growth.messages.get(root.id)
    return PzpFeed(known_root, MappingProxyType(messages), growth.tangle, _in_order(rejected))


def _read(entries: Iterable[FileEntry]) -> tuple[Copies, list[Rejection]]:
    """The messages by id, and the invalid entries; an id has several copies if some are invalid."""
    copies: Copies = {}
    rejected: list[Rejection] = []
    for entry in entries:
        try:
            message = read(entry.value)
            if message.id != entry.id:
                raise RefusedError(PzpRule.ID, tr("the message's own id is {id}", id=message.id))
        except RefusedError as refused:
            rejected.append(Rejection(entry.id, refused.rule, refused.detail))
        else:
            copies.setdefault(message.id, []).append(message)
    return copies, rejected


def _find_root(copies: Copies) -> PzpMessage | None:
    """The moot that most messages name; ties are resolved by collation."""
    moots = {id_: moot for id_, found in copies.items() for moot in found if moot.is_moot}
    if len(moots) < 2:
        return next(iter(moots.values()), None)
    named = Counter(root for found in copies.values() for root in found[0].tangles)
    return moots[max(reversed(collated(moots)), key=lambda id_: named[id_])]


def _in_order(rejected: list[Rejection]) -> tuple[Rejection, ...]:
    """The rejections by id, without duplicates; those without an id come last."""
    once = set(rejected)
    place = {id_: at for at, id_ in enumerate(collated({each.id or "" for each in once}))}
    return tuple(
        sorted(
            once, key=lambda each: (each.id is None, place[each.id or ""], each.rule, each.detail)
        )
    )
