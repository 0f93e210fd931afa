"""The validation rules of PZP messages, in the order in which pzp-db 1.0.4 checks them.

A verdict depends on what is known of the tangle: `depths`, the declared depths of the valid
messages, and `signers`, the keys that the account had when the message was written (None if the
account is unknown; then the signer isn't checked).

An account is a tangle of messages that add and delete keys. A message in a feed names, in
`accountTips`, the account messages that its author knew: keys that were added or deleted only
after those don't count. Messages concurrent with the tips do count, as in pzp-db.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Set
from itertools import pairwise

from tanglescope.engine.language.wording import later, tr
from tanglescope.engine.message import pzp
from tanglescope.engine.message.canonical import utf16_units
from tanglescope.engine.message.pzp import (
    ANY,
    SELF,
    SIGNATURE_TAG,
    PzpMessage,
    PzpRule,
    RefusedError,
    TangleKind,
    TanglePlace,
    one_line_json,
    represent,
    whole,
)

_DOMAIN_LENGTHS = range(3, 101)
_OUTSIDE_DOMAINS = re.compile(r"[^a-zA-Z0-9_]")
_NO_ACCOUNT = {
    TangleKind.FEED: later('account is "self" in a feed tangle'),
    TangleKind.WEAVE: later('account is "self" in a weave tangle'),
}


def check(
    message: PzpMessage,
    root: PzpMessage,
    depths: Mapping[str, int],
    signers: Set[str] | None,
    *,
    holes: bool = False,
    is_proven: bool = False,
) -> None:
    """Raise `RefusedError` unless `message` is valid in the tangle of `root`.

    With `holes`, all messages that it names may be unknown, as they may have been deleted since. A
    message that `is_proven` has passed validation on its own, as all in a database have: only its
    tangle is checked.
    """
    if not is_proven:
        _check_sigkey(message)
    if root.is_moot and message.is_moot:
        if message.id != root.id:
            raise RefusedError(
                PzpRule.ROOT, tr("is the root of a feed other than {root}", root=root.id)
            )
        return  # anyone can create it, so its signature and domain mean nothing
    if not is_proven:
        _check_data(message)
        _check_domain(message)
    _check_account(message, root.kind, signers)
    if message.id != root.id:
        _check_place(message, root, depths, holes=holes)
    if not is_proven:
        check_signature(message)


def check_signature(message: PzpMessage) -> None:
    """Raise `RefusedError` unless `sig` is `sigkey`'s signature of the metadata."""
    # Messages of a database were verified before, and need only the other rules.
    from tanglescope.engine.message.signatures import is_signed

    try:
        signature = pzp.decode(message.sig, 64, "sig")
    except pzp.NotBase58 as error:
        raise RefusedError(PzpRule.SIGNATURE, str(error)) from None
    key = pzp.decode(message.sigkey, 32, "sigkey")
    if not is_signed(SIGNATURE_TAG + message.metadata, signature, key):
        raise RefusedError(
            PzpRule.SIGNATURE,
            tr("sig isn't the signature of {key} on the metadata", key=message.sigkey),
        )


def place_in(message: PzpMessage, root: str) -> TanglePlace:
    """The position of `message` in the tangle `root`. Raises `RefusedError` if it declares none."""
    place = message.tangles.get(root)
    if not isinstance(place, Mapping):
        raise RefusedError(PzpRule.TANGLE, tr("metadata.tangles has no {root}", root=root))
    depth, prev = whole(place.get("depth")), place.get("prev")
    if not isinstance(prev, list):
        raise RefusedError(
            PzpRule.PREV, tr("prev is {value}, not an array", value=one_line_json(prev))
        )
    if not depth:
        raise RefusedError(
            PzpRule.DEPTH,
            tr("depth is {value}, not a positive integer", value=one_line_json(place.get("depth"))),
        )
    for cause in prev:
        if not isinstance(cause, str):
            raise RefusedError(
                PzpRule.PREV,
                tr("prev has the item {item}, not a string", item=one_line_json(cause)),
            )
    return TanglePlace(depth, tuple(prev))


def _check_sigkey(message: PzpMessage) -> None:
    try:
        pzp.decode(message.sigkey, 32, "sigkey")
    except pzp.NotBase58 as error:
        raise RefusedError(PzpRule.SIGKEY, str(error)) from None


def _check_data(message: PzpMessage) -> None:
    size = whole(message.data_size)
    if size is None:
        raise RefusedError(
            PzpRule.DATA_SIZE,
            tr(
                "dataSize is {value}, not an unsigned integer",
                value=one_line_json(message.data_size),
            ),
        )
    if message.data is None:
        return  # erased, so it can't be checked any more
    expected_hash, expected_size = represent(message.data)
    if message.data_hash != expected_hash:
        raise RefusedError(
            PzpRule.DATA_HASH,
            tr(
                "dataHash is {value}, but the data has {hash}",
                value=one_line_json(message.data_hash),
                hash=expected_hash,
            ),
        )
    if size != expected_size:
        text = tr(
            "dataSize is {size}, but the data has {expected}", size=size, expected=expected_size
        )
        raise RefusedError(PzpRule.DATA_SIZE, text)


def _check_domain(message: PzpMessage) -> None:
    # The original counts UTF-16 units; characters with two units are rejected anyway.
    if len(message.domain) not in _DOMAIN_LENGTHS:
        raise RefusedError(
            PzpRule.DOMAIN,
            tr("domain has {size} characters; 3 to 100 are allowed", size=len(message.domain)),
        )
    if _OUTSIDE_DOMAINS.search(message.domain):
        raise RefusedError(
            PzpRule.DOMAIN,
            tr(
                "domain {domain} has characters other than a-z, A-Z, 0-9, _",
                domain=one_line_json(message.domain),
            ),
        )


def _check_account(message: PzpMessage, kind: TangleKind, signers: Set[str] | None) -> None:
    if kind is TangleKind.ACCOUNT:
        if message.account != SELF:
            raise RefusedError(
                PzpRule.ACCOUNT,
                tr(
                    'account is {account}, not "self", in an account tangle',
                    account=one_line_json(message.account),
                ),
            )
        if message.account_tips is not None:
            raise RefusedError(
                PzpRule.ACCOUNT_TIPS, tr("accountTips isn't null in an account tangle")
            )
        return
    if message.account == SELF:
        raise RefusedError(PzpRule.ACCOUNT, tr(_NO_ACCOUNT[kind]))
    if message.account != ANY and signers is not None and message.sigkey not in signers:
        raise RefusedError(
            PzpRule.SIGNER,
            tr(
                "sigkey {key} wasn't one of the {number} keys of the account {account}",
                key=message.sigkey,
                number=len(signers),
                account=one_line_json(message.account),
            ),
        )


def _check_place(
    message: PzpMessage, root: PzpMessage, depths: Mapping[str, int], *, holes: bool
) -> None:
    place = place_in(message, root.id)
    if root.is_moot:
        if message.domain != root.domain:
            raise RefusedError(
                PzpRule.DOMAIN,
                tr(
                    "domain is {domain}, but the feed's is {other}",
                    domain=one_line_json(message.domain),
                    other=one_line_json(root.domain),
                ),
            )
        if message.account != root.account:
            raise RefusedError(
                PzpRule.ACCOUNT,
                tr(
                    "account is {account}, but the feed's is {other}",
                    account=one_line_json(message.account),
                    other=one_line_json(root.account),
                ),
            )
    _check_order(place.prev)
    known = [depths[cause] for cause in place.prev if cause in depths]
    if any(depth >= place.depth for depth in known):
        raise RefusedError(
            PzpRule.DEPTH_PREV,
            tr("depth {depth} isn't greater than that of every prev", depth=place.depth),
        )
    if not known:
        if holes and place.prev:
            return
        raise RefusedError(PzpRule.PREV_UNKNOWN, tr("none of the messages in prev is known"))
    if len(known) == len(place.prev) and max(known) + 1 != place.depth:
        raise RefusedError(
            PzpRule.DEPTH_GAP,
            tr(
                "depth is {depth}, but the greatest in prev plus one is {expected}",
                depth=place.depth,
                expected=max(known) + 1,
            ),
        )


def _check_order(prev: tuple[str, ...]) -> None:
    for cause in prev:
        if cause.startswith("pzp:"):
            raise RefusedError(
                PzpRule.PREV_URI, tr("prev has the URI {uri}, not an id", uri=one_line_json(cause))
            )
    for first, second in pairwise(prev):
        if first == second:
            raise RefusedError(
                PzpRule.PREV_DUPLICATE, tr("prev has {id} twice", id=one_line_json(first))
            )
        if utf16_units(first) > utf16_units(second):
            raise RefusedError(PzpRule.PREV_ORDER, tr("prev isn't sorted"))


ACCOUNT_PREFIX = "account__"
"""The prefix of the domain of an account's messages."""

_SIGNING = frozenset(("sig", "shs-and-sig"))


class KeyFold:
    """The keys that may sign for an account, as its messages add and delete them, in order."""

    def __init__(self) -> None:
        self.keys: dict[str, None] = {}

    def add(self, data: object) -> None:
        """Apply the data of a message of the account."""
        for action, key in _changes(data):
            if action == "add":
                self.keys.setdefault(key)
            else:
                self.keys.pop(key, None)


def keys_after(messages: Iterable[PzpMessage]) -> frozenset[str]:
    """The keys that may sign after `messages` of an account tangle, in order, were applied."""
    fold = KeyFold()
    for message in messages:
        fold.add(message.data)
    return frozenset(fold.keys)


def powers_of(data: object) -> tuple[str | None, frozenset[str]]:
    """The key that the data of an account message add, and its powers over the account.

    Its purpose doesn't matter: a key that signs no messages may still add keys.
    """
    match data:
        case {
            "action": "add",
            "key": {"algorithm": "ed25519", "bytes": str(key)},
            "powers": [*powers],
        }:
            return key, frozenset(power for power in powers if isinstance(power, str))
    return None, frozenset()


def check_power(message: PzpMessage, powers: Mapping[str, frozenset[str]]) -> None:
    """Raise `RefusedError` if an account message adds a key and its signer lacks the power."""
    if message.is_root or not isinstance(message.data, Mapping):
        return
    if message.data.get("action") == "add" and "add" not in powers.get(message.sigkey, ()):
        raise RefusedError(
            PzpRule.POWER, tr('sigkey {key} lacks the power "add"', key=message.sigkey)
        )


def _changes(data: object) -> Iterator[tuple[str, str]]:
    """The signing key that the data of an account message add or delete, if they do."""
    if not isinstance(data, Mapping) or data.get("action") not in ("add", "del"):
        return
    match data.get("key"):
        case {"purpose": str(purpose), "algorithm": "ed25519", "bytes": str(key)}:
            if purpose in _SIGNING:
                yield data["action"], key
