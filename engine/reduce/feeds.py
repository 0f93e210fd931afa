"""A PZP feed out of messages in any order: which of them are valid, and the tangle they make.

pzp-db judges messages as they arrive, so that its verdicts depend on what came before. Here the
verdicts are a function of the set of messages: causes are judged before effects (ids are hashes,
so there are no cycles), and a refused message counts as unknown to those that name it.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from engine.linear.orders.collation import collated
from engine.linear.orders.depths import DepthTangle
from engine.message.pzp import SELF, PzpMessage, PzpRule, RefusedError, read
from engine.reduce.accounts import Account
from engine.reduce.growth import Copies, PzpGrowth, Rejection
from engine.wording import tr


@dataclass(frozen=True, slots=True)
class FileEntry:
    """A message as a file holds it: the id that the file gives it, and its JSON value."""

    id: str
    value: object


@dataclass(frozen=True, slots=True)
class PzpFeed:
    """The valid messages of one feed in order, its root first; empty if there is no root."""

    root: PzpMessage | None
    messages: Mapping[str, PzpMessage]
    tangle: DepthTangle
    rejected: tuple[Rejection, ...]

    def among(self, known: Collection[str]) -> "PzpFeed":
        """The feed of someone who knows only the messages in `known`."""
        messages = {id_: each for id_, each in self.messages.items() if id_ in known}
        tangle = DepthTangle(self.tangle.root)
        for id_ in messages:
            tangle.add(id_, self.tangle.depth(id_), self.tangle.prev(id_))
        root = messages.get(self.tangle.root)
        return PzpFeed(root, MappingProxyType(messages), tangle, ())


def assemble(
    entries: Iterable[FileEntry], *, holes: bool = False, is_proven: bool = False
) -> PzpFeed:
    """The feed that most of `entries` belong to, whatever their order.

    If the root of the feed's account is among them, only keys of the account may have signed;
    otherwise it isn't checked. `holes` says that messages may have been deleted, as in the log of a
    device that prunes: then a message may name unknown ones only. `is_proven` says that each of
    them was found good by itself before.
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
    """The messages by id, and those that are none; an id has several copies if some are bad."""
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
    """The moot that most messages name; among equals the first by collation."""
    moots = {id_: moot for id_, found in copies.items() for moot in found if moot.is_moot}
    if len(moots) < 2:
        return next(iter(moots.values()), None)
    named = Counter(root for found in copies.values() for root in found[0].tangles)
    return moots[max(reversed(collated(moots)), key=lambda id_: named[id_])]


def _in_order(rejected: list[Rejection]) -> tuple[Rejection, ...]:
    """Each once, by id; what has no id comes last."""
    once = set(rejected)
    place = {id_: at for at, id_ in enumerate(collated({each.id or "" for each in once}))}
    return tuple(
        sorted(
            once, key=lambda each: (each.id is None, place[each.id or ""], each.rule, each.detail)
        )
    )
