"""The keys that may sign for a PZP account at any point of its tangle.

An account is a tangle of messages that add and delete keys. A message in a feed names, in
`accountTips`, the account messages that its author knew: keys that were added or deleted only
after those don't count. Messages concurrent with the tips do count, as in pzp-db.
"""

from collections.abc import Iterable, Iterator, Mapping

from tanglescope.engine.message.pzp import PzpMessage, PzpRule, RefusedError
from tanglescope.engine.wording import tr

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
