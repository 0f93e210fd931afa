"""Assemble PZP feeds, accounts and weaves from messages in any order: the valid ones of a tangle.

The log of a device holds many tangles side by side. Validating the messages of one requires these
and those of the accounts that signed them.

pzp-db validates messages on arrival, so its verdicts depend on what came before. Here the verdicts
are a function of the set of messages: causes are validated before effects (ids are hashes, so there
are no cycles), and a rejected message counts as unknown to messages that name it.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from itertools import groupby
from types import MappingProxyType
from typing import TypeAlias

from tanglescope.engine.language.wording import tr
from tanglescope.engine.linear.orders.collation import sort_by_collation
from tanglescope.engine.linear.orders.depths import DepthTangle
from tanglescope.engine.linear.walk import least_order
from tanglescope.engine.message.pzp import (
    SELF,
    PzpMessage,
    PzpRule,
    RefusedError,
    TangleKind,
    TanglePlace,
    read,
)
from tanglescope.engine.message.pzp_rules import check, check_power, keys_after, place_in, powers_of

Copies: TypeAlias = dict[str, list[PzpMessage]]
"""Copies of messages by id: a file can hold an id more than once, and not all copies need be valid.
"""


@dataclass(frozen=True, slots=True)
class Rejection:
    """A message that counts as unknown, and why; `id` is None where the file has none."""

    id: str | None
    rule: PzpRule
    detail: str


class PzpGrowth:
    """The valid part of the tangle below `root`, growing from causes to effects."""

    def __init__(
        self,
        root: PzpMessage,
        rejected: list[Rejection],
        *,
        signers_of: Callable[[PzpMessage], Set[str] | None] = lambda _: None,
        extra_check: Callable[[PzpMessage], None] = lambda _: None,
        holes: bool,
        is_proven: bool = False,
    ) -> None:
        self.root = root
        self.tangle = DepthTangle(root.id)
        self.messages: dict[str, PzpMessage] = {}
        self._rejected = rejected
        self._signers_of = signers_of
        self._extra_check = extra_check
        self._holes = holes
        self._is_proven = is_proven

    def grow(self, copies: Copies) -> None:
        """Validate all messages, each after those it names."""
        places = {id_: self._place(found[0]) for id_, found in copies.items()}
        for id_ in _causes_first(places):
            valid = [copy for copy in _distinct(copies[id_]) if self._is_valid(copy)]
            if valid:
                self.messages[id_] = valid[0]
                self.tangle.add(id_, places[id_].depth, places[id_].prev)

    def _place(self, message: PzpMessage) -> TanglePlace:
        try:
            return place_in(message, self.root.id)
        except RefusedError:
            return TanglePlace(0, ())  # the root, or a message that will be rejected because of it

    def _is_valid(self, message: PzpMessage) -> bool:
        try:
            signers = self._signers_of(message)
            check(
                message,
                self.root,
                self.tangle.depths,
                signers,
                holes=self._holes,
                is_proven=self._is_proven,
            )
            self._extra_check(message)
        except RefusedError as refused:
            self._rejected.append(Rejection(message.id, refused.rule, refused.detail))
            return False
        return True

    def feed(self) -> "PzpFeed":
        """What has grown, in order."""
        messages = {id_: self.messages[id_] for id_ in self.tangle}
        root = messages.get(self.root.id)
        rejected = _in_order(self._rejected)
        return PzpFeed(root, MappingProxyType(messages), self.tangle, rejected)


def _distinct(copies: list[PzpMessage]) -> list[PzpMessage]:
    """Distinct copies of a message, those with data first: erased ones are the last resort."""
    ordered = sorted(copies, key=lambda copy: (copy.data is None, copy.sigkey, copy.sig))
    return [copy for copy, _ in groupby(ordered)]


def _causes_first(places: Mapping[str, TanglePlace]) -> list[str]:
    """Every message after those it names, ties by depth and collation."""
    order = sorted(sort_by_collation(places), key=lambda id_: places[id_].depth)
    rank = {id_: at for at, id_ in enumerate(order)}
    return least_order({id_: set(place.prev) for id_, place in places.items()}, rank.__getitem__)


class Account:
    """The account of a feed, as far as its messages are known."""

    def __init__(
        self,
        id_: str,
        copies: Copies,
        rejected: list[Rejection],
        *,
        holes: bool,
        is_proven: bool,
    ) -> None:
        self.growth: PzpGrowth | None = None
        """The valid part of its tangle; None if its root is missing."""
        self._powers: dict[str, frozenset[str]] = {}
        self._keys: dict[frozenset[str], frozenset[str]] = {}
        root = copies.get(id_, (None,))[0]
        if root is None or root.kind is not TangleKind.ACCOUNT or not root.is_root:
            missing = tr("the root of the account {id} is missing", id=id_)
            rejected += (Rejection(each, PzpRule.ROOT, missing) for each in copies)
            return
        growth = PzpGrowth(
            root, rejected, extra_check=self._check_power, holes=holes, is_proven=is_proven
        )
        growth.grow(copies)
        if root.id in growth.messages:
            self.growth = growth

    def keys_of(self, message: PzpMessage) -> frozenset[str] | None:
        """The keys that the account had for the author of `message`; None if it is unknown."""
        if self.growth is None:
            return None
        tips = frozenset(tip for tip in message.account_tips or () if tip in self.growth.tangle)
        if tips not in self._keys:
            known = _without_later(self.growth.tangle, tips)
            self._keys[tips] = keys_after(self.growth.messages[id_] for id_ in known)
        return self._keys[tips]

    def _check_power(self, message: PzpMessage) -> None:
        check_power(message, self._powers)
        key, powers = powers_of(message.data)
        if key is not None:
            self._powers[key] = self._powers.get(key, frozenset()) | powers


def _without_later(tangle: DepthTangle, tips: Set[str]) -> list[str]:
    """The ordered tangle without everything after `tips`; the tips themselves are kept."""
    later: set[str] = set()
    for id_ in tangle:
        if any(cause in tips or cause in later for cause in tangle.prev(id_)):
            later.add(id_)
    return [id_ for id_ in tangle if id_ in tips or id_ not in later]


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


_NO_MESSAGES: Mapping[str, PzpMessage] = MappingProxyType({})


def assemble(
    entries: Iterable[FileEntry], *, holes: bool = False, is_proven: bool = False
) -> PzpFeed:
    """The feed that most of `entries` belong to, in whatever order they are given.

    If the root of the feed's account is among them, signatures are accepted only from keys of the
    account; otherwise the signers aren't checked. `holes` says that messages may have been deleted,
    as in the log of a device that prunes; then all causes of a message may be unknown. `is_proven`
    says that each message has passed validation on its own.
    """
    copies: Copies = {}
    rejected: list[Rejection] = []
    for id_, message in _messages_in(entries, rejected):
        copies.setdefault(id_, []).append(message)
    return _assemble(copies, rejected, holes=holes, is_proven=is_proven)


def _assemble(
    copies: Copies, rejected: list[Rejection], *, holes: bool, is_proven: bool
) -> PzpFeed:
    """The feed that most of the messages belong to; others were `rejected` when they were read."""
    root = _find_root(copies)
    if root is None:
        missing = tr("the root of the feed is missing, so nothing connects")
        rejected += (Rejection(id_, PzpRule.ROOT, missing) for id_ in copies)
        return PzpFeed(None, _NO_MESSAGES, DepthTangle(""), _in_order(rejected))
    accounts = {id_: found for id_, found in copies.items() if found[0].account == SELF}
    account = Account(root.account, accounts, rejected, holes=holes, is_proven=is_proven)
    growth = PzpGrowth(root, rejected, signers_of=account.keys_of, holes=holes, is_proven=is_proven)
    growth.grow({id_: found for id_, found in copies.items() if id_ not in accounts})
    return growth.feed()


def _messages_in(
    entries: Iterable[FileEntry], rejected: list[Rejection]
) -> Iterator[tuple[str, PzpMessage]]:
    """The messages by id, some of which may have several copies; other entries are rejected."""
    for entry in entries:
        try:
            message = read(entry.value)
            if message.id != entry.id:
                raise RefusedError(PzpRule.ID, tr("the message's own id is {id}", id=message.id))
        except RefusedError as refused:
            rejected.append(Rejection(entry.id, refused.rule, refused.detail))
        else:
            yield message.id, message


def _find_root(copies: Copies) -> PzpMessage | None:
    """The moot that most messages name; ties are resolved by collation."""
    moots = {id_: moot for id_, found in copies.items() for moot in found if moot.is_moot}
    if len(moots) < 2:
        return next(iter(moots.values()), None)
    named = Counter(root for found in copies.values() for root in found[0].tangles)
    return moots[max(reversed(sort_by_collation(moots)), key=lambda id_: named[id_])]


def _in_order(rejected: list[Rejection]) -> tuple[Rejection, ...]:
    """The rejections by id, without duplicates; those without an id come last."""
    once = set(rejected)
    place = {id_: at for at, id_ in enumerate(sort_by_collation({each.id or "" for each in once}))}
    return tuple(
        sorted(
            once, key=lambda each: (each.id is None, place[each.id or ""], each.rule, each.detail)
        )
    )


class RootedTangles:
    """The tangles whose roots are among some messages, each assembled on demand.

    Messages may have been deleted, as by a device that prunes. `is_proven` says that each has
    passed validation on its own.
    """

    def __init__(self, entries: Iterable[FileEntry], *, is_proven: bool = False) -> None:
        self._is_proven = is_proven
        self._copies: dict[str, Copies] = {}
        self._feeds: dict[str, PzpFeed] = {}
        self._accounts: dict[str, Account] = {}
        unread: list[Rejection] = []
        known = {}
        for id_, message in _messages_in(entries, unread):
            known[id_] = message
            for tangle in dict.fromkeys((id_, *message.tangles)):  # it may be the root of its own
                self._copies.setdefault(tangle, {}).setdefault(id_, []).append(message)
        self.roots: Mapping[str, PzpMessage] = MappingProxyType(
            {id_: root for id_, root in known.items() if root.is_root or len(self._copies[id_]) > 1}
        )
        """The roots of the tangles, in the order of the entries."""
        self.rejected = tuple(unread)
        """The entries that aren't messages or have the id of another one; they are in no tangle."""

    def feed(self, root: str) -> PzpFeed:
        """The valid messages of a tangle. Raises `KeyError` for what is no root."""
        if root not in self._feeds:
            self._feeds[root] = self._grow(self.roots[root])
        return self._feeds[root]

    def _grow(self, root: PzpMessage) -> PzpFeed:
        copies, rejected = self._copies[root.id], list[Rejection]()
        if root.is_moot:
            account = self._copies.get(root.account, {})
            keys = {id_: found for id_, found in account.items() if found[0].account == SELF}
            return _assemble(keys | copies, rejected, holes=True, is_proven=self._is_proven)
        if root.kind is TangleKind.ACCOUNT:
            growth = self._account(root.id, copies, rejected).growth
            return growth.feed() if growth else PzpFeed(None, _NO_MESSAGES, DepthTangle(""), ())
        growth = PzpGrowth(
            root, rejected, signers_of=self._signers, holes=True, is_proven=self._is_proven
        )
        growth.grow(copies)
        return growth.feed()

    def _signers(self, message: PzpMessage) -> frozenset[str] | None:
        """The keys of the account that wrote a message; None if the account is unknown."""
        id_ = message.account
        if id_ not in self._copies or id_ == SELF:
            return None
        if id_ not in self._accounts:
            self._accounts[id_] = self._account(id_, self._copies[id_], [])
        return self._accounts[id_].keys_of(message)

    def _account(self, id_: str, copies: Copies, rejected: list[Rejection]) -> Account:
        return Account(id_, copies, rejected, holes=True, is_proven=self._is_proven)
