"""A PZP feed out of messages in any order: which of them are valid, and the tangle they make.

pzp-db judges messages as they arrive, so that its verdicts depend on what came before. Here the
verdicts are a function of the set of messages: causes are judged before effects (ids are hashes,
so there are no cycles), and a refused message counts as unknown to those that name it.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from types import MappingProxyType
from typing import TypeAlias

from engine.linear.collation import collated
from engine.linear.depths import DepthTangle
from engine.message.pzp import SELF, Message, Place, RefusedError, Rule, TangleKind, read
from engine.message.pzp_accounts import check_power, keys_after, powers_of
from engine.message.pzp_rules import check, place_in


@dataclass(frozen=True, slots=True)
class Entry:
    """A message as a file holds it: the id that the file gives it, and its JSON value."""

    id: str
    value: object


@dataclass(frozen=True, slots=True)
class Rejection:
    """A message that counts as unknown, and why; `id` is None where the file has none."""

    id: str | None
    rule: Rule
    detail: str


@dataclass(frozen=True, slots=True)
class Feed:
    """The valid messages of one feed in order, its root first; empty if there is no root."""

    root: Message | None
    messages: Mapping[str, Message]
    tangle: DepthTangle
    rejected: tuple[Rejection, ...]


_Copies: TypeAlias = dict[str, list[Message]]


def assemble(entries: Iterable[Entry]) -> Feed:
    """The feed that most of `entries` belong to, whatever their order.

    If the root of the feed's account is among them, only keys of the account may have signed;
    otherwise nobody checks.
    """
    copies, rejected = _read(entries)
    root = _find_root(copies)
    if root is None:
        missing = "the root of the feed is missing, so nothing connects"
        rejected += (Rejection(id_, Rule.ROOT, missing) for id_ in copies)
        return Feed(None, MappingProxyType({}), DepthTangle(""), _in_order(rejected))
    accounts = {id_: found for id_, found in copies.items() if found[0].account == SELF}
    account = _Account(root.account, accounts, rejected)
    growth = _Growth(root, rejected, signers_of=account.keys_of)
    growth.grow({id_: found for id_, found in copies.items() if id_ not in accounts})
    messages = {id_: growth.messages[id_] for id_ in growth.tangle}
    return Feed(root, MappingProxyType(messages), growth.tangle, _in_order(rejected))


def _read(entries: Iterable[Entry]) -> tuple[_Copies, list[Rejection]]:
    """The messages by id, and those that are none; an id has several copies if some are bad."""
    copies: _Copies = {}
    rejected: list[Rejection] = []
    for entry in entries:
        try:
            message = read(entry.value)
            if message.id != entry.id:
                raise RefusedError(Rule.ID, f"the message's own id is {message.id}")
        except RefusedError as refused:
            rejected.append(Rejection(entry.id, refused.rule, refused.detail))
        else:
            copies.setdefault(message.id, []).append(message)
    return copies, rejected


def _find_root(copies: _Copies) -> Message | None:
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


class _Growth:
    """The valid part of the tangle that hangs from `root`, growing from causes to effects."""

    def __init__(
        self,
        root: Message,
        rejected: list[Rejection],
        *,
        signers_of: Callable[[Message], Set[str] | None] = lambda _: None,
        extra_check: Callable[[Message], None] = lambda _: None,
    ) -> None:
        self.root = root
        self.tangle = DepthTangle(root.id)
        self.messages: dict[str, Message] = {}
        self._rejected = rejected
        self._signers_of = signers_of
        self._extra_check = extra_check

    def grow(self, copies: _Copies) -> None:
        """Judge all messages, each after those it names."""
        places = {id_: self._place(found[0]) for id_, found in copies.items()}
        for id_ in _causes_first(places):
            valid = [copy for copy in _distinct(copies[id_]) if self._is_valid(copy)]
            if valid:
                self.messages[id_] = valid[0]
                self.tangle.add(id_, places[id_].depth, places[id_].prev)

    def _place(self, message: Message) -> Place:
        try:
            return place_in(message, self.root.id)
        except RefusedError:
            return Place(0, ())  # the root, or one that will be refused for it

    def _is_valid(self, message: Message) -> bool:
        try:
            check(message, self.root, self.tangle.depths, self._signers_of(message))
            self._extra_check(message)
        except RefusedError as refused:
            self._rejected.append(Rejection(message.id, refused.rule, refused.detail))
            return False
        return True


class _Account:
    """The account of a feed, as far as its messages are known."""

    def __init__(self, id_: str, copies: _Copies, rejected: list[Rejection]) -> None:
        self._growth: _Growth | None = None
        self._powers: dict[str, frozenset[str]] = {}
        self._keys: dict[frozenset[str], frozenset[str]] = {}
        root = copies.get(id_, (None,))[0]
        if root is None or root.kind is not TangleKind.ACCOUNT or not root.is_root:
            missing = f"the root of the account {id_} is missing"
            rejected += (Rejection(each, Rule.ROOT, missing) for each in copies)
            return
        self._growth = _Growth(root, rejected, extra_check=self._check_power)
        self._growth.grow(copies)

    def keys_of(self, message: Message) -> frozenset[str] | None:
        """The keys that the account had for the author of `message`; None if it is unknown."""
        if self._growth is None:
            return None
        tips = frozenset(tip for tip in message.account_tips or () if tip in self._growth.tangle)
        if tips not in self._keys:
            known = _without_later(self._growth.tangle, tips)
            self._keys[tips] = keys_after(self._growth.messages[id_] for id_ in known)
        return self._keys[tips]

    def _check_power(self, message: Message) -> None:
        check_power(message, self._powers)
        key, powers = powers_of(message)
        if key is not None:
            self._powers[key] = self._powers.get(key, frozenset()) | powers


def _without_later(tangle: DepthTangle, tips: Set[str]) -> list[str]:
    """The tangle in order without what comes after `tips`; the tips themselves stay."""
    later: set[str] = set()
    for id_ in tangle:
        if any(cause in tips or cause in later for cause in tangle.prev(id_)):
            later.add(id_)
    return [id_ for id_ in tangle if id_ in tips or id_ not in later]


def _distinct(copies: list[Message]) -> list[Message]:
    """Copies of one message, those with data first: an erased one is a last resort."""
    if len(copies) == 1:
        return copies
    ordered = sorted(copies, key=lambda copy: (copy.data is None, copy.sigkey, copy.sig))
    return ordered[:1] + [
        copy for copy, last in zip(ordered[1:], ordered, strict=False) if copy != last
    ]


def _causes_first(places: Mapping[str, Place]) -> Iterable[str]:
    """Every message after those it names; among those that may come, by depth and collation."""
    order = sorted(collated(places), key=lambda id_: places[id_].depth)
    rank = {id_: at for at, id_ in enumerate(order)}
    effects: dict[str, list[str]] = {}
    waits: dict[str, int] = {}
    for id_, place in places.items():
        causes = {cause for cause in place.prev if cause in rank}
        waits[id_] = len(causes)
        for cause in causes:
            effects.setdefault(cause, []).append(id_)
    ready = [rank[id_] for id_, count in waits.items() if not count]
    heapify(ready)
    while ready:
        id_ = order[heappop(ready)]
        yield id_
        for effect in effects.get(id_, ()):
            waits[effect] -= 1
            if not waits[effect]:
                heappush(ready, rank[effect])
