"""All the tangles in an archive that holds many: feeds, accounts and weaves, each by its root.

The log of a device holds them side by side. Validating the messages of one requires these and those
of the accounts that signed them; messages may have been deleted, as by a device that prunes.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from tanglescope.engine.message.pzp import SELF, PzpMessage, PzpRule, RefusedError, TangleKind, read
from tanglescope.engine.reduce.feeds import (
    Account,
    Copies,
    FileEntry,
    PzpFeed,
    PzpGrowth,
    Rejection,
    assembled,
)
from tanglescope.engine.reduce.sets import PREFIX
from tanglescope.engine.wording import tr


class RootedTangles:
    """The tangles whose roots are among some messages, each assembled on demand.

    `is_proven` says that each message has passed validation on its own.
    """

    def __init__(self, entries: Iterable[FileEntry], *, is_proven: bool = False) -> None:
        self._is_proven = is_proven
        self._copies: dict[str, Copies] = {}
        self._feeds: dict[str, PzpFeed] = {}
        self._accounts: dict[str, Account] = {}
        known: dict[str, PzpMessage] = {}
        unread: list[Rejection] = []
        for entry in entries:
            try:
                message = read(entry.value)
            except RefusedError as refused:
                unread.append(Rejection(entry.id, refused.rule, refused.detail))
                continue
            if message.id == entry.id:
                known[message.id] = message
                self._file(message)
            else:
                detail = tr("the message's own id is {id}", id=message.id)
                unread.append(Rejection(entry.id, PzpRule.ID, detail))
        self.roots: Mapping[str, PzpMessage] = MappingProxyType(
            {id_: root for id_, root in known.items() if root.is_root or len(self._copies[id_]) > 1}
        )
        """The roots of the tangles, in the order of the entries."""
        self.rejected = tuple(unread)
        """The entries that aren't messages or have the id of another one; they are in no tangle."""

    def sets(self) -> list[str]:
        """The roots of the tangles that are sets."""
        return [id_ for id_, root in self.roots.items() if is_set(root)]

    def feed(self, root: str) -> PzpFeed:
        """The valid messages of a tangle. Raises `KeyError` for what is no root."""
        if root not in self._feeds:
            self._feeds[root] = self._grown(self.roots[root])
        return self._feeds[root]

    def _file(self, message: PzpMessage) -> None:
        """Add a message to its tangles, and to the one that it may be the root of."""
        for tangle in dict.fromkeys((message.id, *message.tangles)):
            self._copies.setdefault(tangle, {}).setdefault(message.id, []).append(message)

    def _grown(self, root: PzpMessage) -> PzpFeed:
        if root.is_moot:
            account = self._copies.get(root.account, {})
            keys = {id_: found for id_, found in account.items() if found[0].account == SELF}
            copies = keys | self._copies[root.id]
            return assembled(copies, [], holes=True, is_proven=self._is_proven)
        rejected: list[Rejection] = []
        copies = self._copies[root.id]
        if root.kind is TangleKind.ACCOUNT:
            growth = self._account(root.id, copies, rejected).growth
        else:
            growth = PzpGrowth(
                root,
                rejected,
                signers_of=self._signers,
                holes=True,
                is_proven=self._is_proven,
            )
            growth.grow(copies)
        if growth is None:
            return PzpFeed(None, MappingProxyType({}), PzpGrowth(root, [], holes=True).tangle, ())
        messages = {id_: growth.messages[id_] for id_ in growth.tangle}
        known = messages.get(root.id)
        return PzpFeed(known, MappingProxyType(messages), growth.tangle, tuple(rejected))

    def _signers(self, message: PzpMessage) -> frozenset[str] | None:
        """The keys of the account that wrote a message; None if the account is unknown."""
        if message.account not in self._copies or message.account == SELF:
            return None
        if message.account not in self._accounts:
            copies = self._copies[message.account]
            self._accounts[message.account] = self._account(message.account, copies, [])
        return self._accounts[message.account].keys_of(message)

    def _account(self, id_: str, copies: Copies, rejected: list[Rejection]) -> Account:
        return Account(id_, copies, rejected, holes=True, is_proven=self._is_proven)


def is_set(root: PzpMessage) -> bool:
    """Whether the feed with this root is a set."""
    return root.is_moot and root.domain.startswith(PREFIX)
