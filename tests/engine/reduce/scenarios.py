"""Scenarios recorded from pzp-set 1.0.1, and generated devices."""

from collections.abc import Iterable
from typing import Any, Final

from nacl.signing import SigningKey

from tanglescope.engine.message.pzp import PzpMessage, TanglePlace
from tanglescope.engine.reduce.feeds import FileEntry, PzpFeed, assemble
from tanglescope.engine.reduce.sets import PzpSet
from tests.engine.message.pzp_writing import (
    Author,
    write,
    write_account,
    write_key_added,
    write_moot,
)
from tests.engine.reduce.set_writing import addition, deletion, next_place, publish, squeeze
from tests.vectors.pzp import load

SCENARIOS: Final = load("set_scenarios")


def scenario(name: str) -> dict[str, Any]:
    """The scenario of this name."""
    found: dict[str, Any] = next(each for each in SCENARIOS if each["name"] == name)
    return found


EXAMPLE: Final = scenario("seed-example")
DOMAIN: Final = "set_v1__follows"


def entries_of(scenario: dict[str, Any], ids: Iterable[str] | None = None) -> list[FileEntry]:
    """Messages of a scenario; without ids all of them, account messages included."""
    messages = scenario["msgs"]
    return [FileEntry(id_, messages[id_]) for id_ in (messages if ids is None else ids)]


def named(scenario: dict[str, Any], ids: Iterable[str]) -> list[str]:
    """Ids by their short names in the scenario."""
    names = {id_: name for name, id_ in scenario["aliases"].items()}
    return [names[id_] for id_ in ids]


def set_at(scenario: dict[str, Any], state: dict[str, Any]) -> PzpSet:
    """The set of a device at a state, recomputed from its messages alone."""
    ids = [scenario["aliases"][name] for name in reversed(state["topo"])]
    return PzpSet(assemble(entries_of(scenario, ids)))


def entry(message: PzpMessage) -> FileEntry:
    return FileEntry(message.id, message.as_json())


class Devices:
    """Devices of one account that write to one set and synchronize when asked to."""

    def __init__(self, count: int) -> None:
        keys = [SigningKey(bytes([place + 1]) * 32) for place in range(count)]
        account = write_account(keys[0], "account__person", "nonce")
        self.account = [account]
        tips = [account.id]
        for depth, key in enumerate(keys[1:], start=1):
            place = (
                TanglePlace(depth, (tips[-1],))
                if depth != 3
                else TanglePlace(3, tuple(sorted((tips[-1], account.id))))
            )
            added = write_key_added(keys[0], account, key, place)
            self.account.append(added)
            tips.append(added.id)
        self.root = write_moot(keys[0], account.id, DOMAIN)
        # With different account tips, equal words of two devices aren't one message.
        self.authors = [
            Author(key, account.id, (tip,)) for key, tip in zip(keys, tips, strict=True)
        ]
        self.known: list[dict[str, PzpMessage]] = [{self.root.id: self.root} for _ in keys]

    def feed(self, device: int) -> PzpFeed:
        return assemble(entry(each) for each in (*self.account, *self.known[device].values()))

    def set(self, device: int) -> PzpSet:
        return PzpSet(self.feed(device))

    def add(self, device: int, item: str) -> PzpMessage | None:
        return self._publish(device, addition(self.set(device), item))

    def delete(self, device: int, item: str) -> PzpMessage | None:
        return self._publish(device, deletion(self.set(device), item))

    def squeeze(self, device: int) -> PzpMessage | None:
        return self._publish(device, squeeze(self.set(device)))

    def say(self, device: int, data: Any) -> PzpMessage:
        """Write any data, even what no set message holds."""
        depth, prev = next_place(self.feed(device).tangle)
        place = {self.root.id: TanglePlace(depth, prev)}
        return self._keep(device, write(self.authors[device], DOMAIN, data, place))

    def sync(self, source: int, target: int) -> None:
        self.known[target].update(self.known[source])

    def _publish(self, device: int, data: dict[str, Any] | None) -> PzpMessage | None:
        if data is None:
            return None
        return self._keep(device, publish(self.authors[device], self.feed(device), data))

    def _keep(self, device: int, message: PzpMessage) -> PzpMessage:
        self.known[device][message.id] = message
        return message


def equally_deep() -> Devices:
    """Two devices, one of which added again what the other deleted, at the same depth."""
    devices = Devices(2)
    devices.add(0, "alice")
    devices.sync(0, 1)
    devices.delete(0, "alice")
    devices.add(0, "alice")
    devices.add(1, "bob")
    devices.delete(1, "alice")
    devices.sync(0, 1)
    return devices
