"""PZP accounts: which keys may sign for a feed, as far as the account's messages are known."""

from collections.abc import Set

from tanglescope.engine.linear.orders.depths import DepthTangle
from tanglescope.engine.message.pzp import PzpMessage, PzpRule, TangleKind
from tanglescope.engine.message.pzp_accounts import check_power, keys_after, powers_of
from tanglescope.engine.reduce.growth import Copies, PzpGrowth, Rejection
from tanglescope.engine.wording import tr


class Account:
    """The account of a feed, as far as its messages are known."""

    def __init__(
        self,
        id_: str,
        copies: Copies,
        rejected: list[Rejection],
        *,
        holes: bool,
        is_proven: bool = False,
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
