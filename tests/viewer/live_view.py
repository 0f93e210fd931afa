"""A timeline view of a thread that changes while it is read."""

from collections.abc import Callable

from tanglescope.engine.library import StoredMessage, TimelineChange
from tanglescope.viewer.models.timeline_model import TimelineModel
from tanglescope.viewer.theme import load
from tanglescope.viewer.views.timeline.timeline_view import TimelineView
from tests.viewer.fake_library import ROOT, FakeLibrary, message

TEXTS = ("short", "some words that make a line\n\nand another", "long " * 90)


class Reader:
    """A timeline view and the thread it shows."""

    def __init__(self, size: int) -> None:
        keys = [f"m{number:04}" for number in range(size)]
        self.fake = FakeLibrary(keys, [self.said(key, number) for number, key in enumerate(keys)])
        self.model = TimelineModel(self.fake)
        self.view = TimelineView(load("light"))
        self.view.resize(640, 480)
        self.view.setModel(self.model)
        self.model.open(ROOT)
        self.view.show()
        self.paint()

    @staticmethod
    def said(key: str, number: int) -> StoredMessage:
        content = {"type": "post", "text": TEXTS[number % len(TEXTS)]}
        return message(key, content, author=f"@{number % 5}", asserted=1.5e12 + number * 4e6)

    def paint(self) -> None:
        self.view.grab()

    def seen(self) -> dict[str, int]:
        return dict(self.view.visible_rows())

    def scroll_to(self, row: int) -> None:
        self.view.go_to(self.model.key(row))
        self.paint()

    def apply(self, change: TimelineChange) -> None:
        self.model.apply(change)
        self.paint()


MakeReader = Callable[[int], Reader]
