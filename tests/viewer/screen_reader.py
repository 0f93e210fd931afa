"""A screen reader for tests: AT-SPI over D-Bus, in an interpreter with GObject's bindings.

Reads keys to press, one a line, and answers each with the focused row as a line of JSON.
"""

import json
import sys
from time import monotonic, sleep

from gi.repository import Gio, GLib

ACCESSIBLE = "org.a11y.atspi.Accessible"
REGISTRY = "org.a11y.atspi.Registry"
PATIENCE = 60  # seconds
KEYSYM = 3

Place = tuple[str, str]


class Listener:
    """Listens to the accessibility events of applications."""

    def __init__(self) -> None:
        session = Gio.bus_get_sync(Gio.BusType.SESSION)
        (address,) = session.call_sync(
            "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", None, None, 0, -1, None
        ).unpack()
        flags = (
            Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT
            | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
        )
        self._bus = Gio.DBusConnection.new_for_address_sync(address, flags, None, None)
        self._focused: list[str] = []
        self._bus.signal_subscribe(
            None, "org.a11y.atspi.Event.Object", "StateChanged", None, None, 0, self._hear
        )
        for kind in ("object:state-changed:focused", "object:state-changed"):
            self.call(
                (REGISTRY, "/org/a11y/atspi/registry"), REGISTRY, "RegisterEvent", "(sass)",
                kind, [], "",
            )  # fmt: skip

    def call(self, place: Place, interface: str, method: str, form: str = "()", *values: object):
        """Call a method and return its answer."""
        arguments = GLib.Variant(form, values)
        return self._bus.call_sync(
            *place, interface, method, arguments, None, 0, 9000, None
        ).unpack()

    def property_of(self, place: Place, what: str) -> object:
        """Return a property of an accessible object."""
        properties = "org.freedesktop.DBus.Properties"
        (value,) = self.call(place, properties, "Get", "(ss)", ACCESSIBLE, what)
        return value

    def role(self, place: Place) -> str:
        """Return the role of an object."""
        return self.call(place, ACCESSIBLE, "GetRoleName")[0]

    def children(self, place: Place) -> list[Place]:
        """Return the children of an object."""
        return self.call(place, ACCESSIBLE, "GetChildren")[0]

    def find(self, place: Place, role: str, name: str) -> Place | None:
        """Return the first object with this role and name that has children."""
        here = self.role(place)
        if (
            here == role
            and self.property_of(place, "Name") == name
            and self.property_of(place, "ChildCount")
        ):
            return place
        if here in ("list", "table"):
            return None
        found = (self.find(child, role, name) for child in self.children(place))
        return next((each for each in found if each), None)

    def timeline(self) -> Place:
        """Wait for the timeline to have rows and return it."""
        end = monotonic() + PATIENCE
        while monotonic() < end:
            for application in self.children((REGISTRY, "/org/a11y/atspi/accessible/root")):
                if found := self.find(application, "list", "Timeline"):
                    return found
            sleep(0.2)
        raise SystemExit("nobody shows a timeline")

    def press(self, symbol: str) -> str:
        """Press a key and return the name of the row that then has the focus."""
        self._focused.clear()
        self.call(
            (REGISTRY, "/org/a11y/atspi/registry/deviceeventcontroller"),
            "org.a11y.atspi.DeviceEventController", "GenerateKeyboardEvent", "(isu)",
            ord(symbol), "", KEYSYM,
        )  # fmt: skip
        end = monotonic() + PATIENCE
        context = GLib.MainContext.default()
        while monotonic() < end and not self._focused:
            context.iteration(False)
            sleep(0.01)
        return self._focused[-1] if self._focused else ""

    def _hear(self, _bus, sender, path, _interface, _signal, values) -> None:
        kind, on, *_ = values.unpack()
        if kind == "focused" and on:
            place = (sender, path)
            if self.role(place) == "list item":
                self._focused.append(str(self.property_of(place, "Name")))


def answer(value: object) -> None:
    """Write a line of JSON for the process that asked."""
    sys.stdout.write(f"{json.dumps(value)}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    listener = Listener()
    timeline = listener.timeline()
    listener.call(timeline, "org.a11y.atspi.Component", "GrabFocus")
    answer(listener.property_of(timeline, "ChildCount"))
    for line in sys.stdin:
        answer(listener.press(line.strip()))
