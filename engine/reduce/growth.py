"""How the valid part of a tangle grows: from causes to effects, independent of arrival."""

from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass
from itertools import groupby
from typing import TypeAlias

from tanglescope.engine.linear.orders.collation import collated
from tanglescope.engine.linear.orders.depths import DepthTangle
from tanglescope.engine.linear.walk import least_order
from tanglescope.engine.message.pzp import PzpMessage, PzpRule, RefusedError, TanglePlace
from tanglescope.engine.message.pzp_rules import check, place_in

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


def _distinct(copies: list[PzpMessage]) -> list[PzpMessage]:
    """Distinct copies of a message, those with data first: erased ones are the last resort."""
    ordered = sorted(copies, key=lambda copy: (copy.data is None, copy.sigkey, copy.sig))
    return [copy for copy, _ in groupby(ordered)]


def _causes_first(places: Mapping[str, TanglePlace]) -> list[str]:
    """Every message after those it names, ties by depth and collation."""
    order = sorted(collated(places), key=lambda id_: places[id_].depth)
    rank = {id_: at for at, id_ in enumerate(order)}
    return least_order({id_: set(place.prev) for id_, place in places.items()}, rank.__getitem__)
