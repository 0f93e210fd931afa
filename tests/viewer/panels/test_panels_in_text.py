"""What each panel says and paints, compared with approved texts.

    python -m tests.viewer.panels.test_panels_in_text

writes new ones. Read the difference: it shows what a change does on the screen.
"""

import os
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QFont, QFontInfo
from PySide6.QtWidgets import QApplication, QWidget

import tools.group
from tanglescope import resources
from tanglescope.engine.debug.replaying.replay import ReplayProgress
from tanglescope.engine.library import GivenFacts, Library
from tanglescope.engine.message.private import Keyring, read_group_keys
from tanglescope.viewer.panels.table import PANELS
from tanglescope.viewer.theme import Writers, load, put_on
from tests.data import old_archive
from tests.engine.authors import Author, post
from tests.engine.blobs.pictures import blob_id, picture, put_blob
from tests.engine.club import Club
from tests.engine.reduce.scenarios import SCENARIOS, entries_of
from tests.engine.store.libraries import write
from tests.engine.store.pzp_archives import write_log
from tests.viewer.painted import differences, parts_of
from tests.viewer.panels.pictures import Album, AnsweringSession, SilentSession
from tests.viewer.panels.stalled_thread import StalledThread
from tests.viewer.panels.test_clocks import WrongClock
from tests.viewer.test_golden import FOLDER
from tests.viewer.windows import destroy

SIZE = (620, 560)
Act = Callable[[Any], object]


@dataclass(frozen=True, slots=True)
class Scene:
    """What is open in a panel, and a sequence of acts in it."""

    fill: Callable[[Library, Path], tuple[str, str | None]]
    """Fill the library; return the address to open and the current message."""
    acts: dict[str, Act] = field(default_factory=dict)


def disorder(library: Library, folder: Path) -> tuple[str, str | None]:
    talk = WrongClock()
    library.ingest(write(folder / "log.ndjson", [*talk.said, talk.early]))
    return talk.root.key, talk.third.key


def stalled(library: Library, folder: Path) -> tuple[str, str | None]:
    talk = StalledThread()
    library.ingest(write(folder / "log.ndjson", [*talk.said, *talk.settle()]))
    return talk.root.key, talk.rivals[1].key


def club(library: Library, folder: Path) -> tuple[str, str | None]:
    met = Club()
    library.ingest(write(folder / "log.ndjson", met.said))
    return met.chess, met.third.key


def album(library: Library, folder: Path) -> tuple[str, str | None]:
    ann, blobs = Author("ann"), folder / "blobs"
    sizes = ((300, 200), (64, 64), (40, 30))
    links = [put_blob(blobs, picture("gif", *size)) for size in sizes]
    root = ann.say(post("Look: ![the boat]({}) ![the pier]({})".format(*links)))
    reply = ann.say(post(f"![light]({links[2]}) ![gone]({blob_id(b'gone')})", root, root))
    library.ingest(write(folder / "log.ndjson", [root, reply]))
    return root.key, None


def private_group(library: Library, _folder: Path) -> tuple[str, str | None]:
    with resources.sample_archive("group") as archive, resources.sample_keys() as keys:
        library.ingest(archive)
        library.unlock(Keyring(group_keys=read_group_keys(keys.read_text())))
    labels = tools.group.build()[1]
    return labels["0"], labels["a"]


def items(library: Library, folder: Path) -> tuple[str, str | None]:
    scenario = next(each for each in SCENARIOS if each["name"] == "seed-example")
    library.ingest(write_log(folder / "log", entries_of(scenario)))
    return scenario["moot"], None


SCENES = {
    "search": Scene(
        disorder,
        {
            "two words": lambda panel: panel.ask_for("the pier"),
            "nothing": lambda panel: panel.ask_for("pier wombat"),
        },
    ),
    "person": Scene(disorder),
    "gallery": Scene(
        album,
        {
            "the second": lambda panel: panel.list.setCurrentIndex(panel.model.index(1)),
            "clicked": lambda panel: panel.list.clicked.emit(panel.model.index(2)),
        },
    ),
    "diagram": Scene(disorder, {"near": lambda panel: panel.show_current(panel.address)}),
    "statistics": Scene(stalled),
    "quorums": Scene(stalled, {"a step back": lambda panel: panel.scrubber.back.click()}),
    "why": Scene(
        disorder,
        {
            "held": lambda panel: panel.hold.click(),
            "compared": lambda panel: panel.show_current(panel.address),
        },
    ),
    "replay": Scene(
        disorder,
        {
            "a step back": lambda panel: panel.transport.back.click(),
            "at random": lambda panel: panel.delivery.setCurrentIndex(3),
        },
    ),
    "moved": Scene(
        disorder,
        {
            "two messages back": lambda panel: (panel.ago.setValue(2), panel.refresh()),
            "read": lambda panel: panel.done.click(),
        },
    ),
    "tangles": Scene(club),
    "compare": Scene(disorder),
    "shuffle": Scene(disorder, {"run": lambda panel: panel.run.click()}),
    "peers": Scene(
        disorder,
        {
            "a step": lambda panel: panel.transport.forward.click(),
            "the end": lambda panel: panel.transport.last.click(),
            "given to the other": lambda panel: panel.give.click(),
            "at work": lambda panel: panel._show_progress(ReplayProgress(1200, 5000)),
            "split by time": lambda panel: panel.cut.setCurrentIndex(1),
            "without authors and times": lambda panel: panel.show_given(GivenFacts(False, False)),
            "with both": lambda panel: panel.show_given(GivenFacts()),
            "nothing open": lambda panel: panel.show_place(None, "", None),
        },
    ),
    "clocks": Scene(disorder),
    "group": Scene(
        private_group,
        {
            "one message later": lambda panel: panel.scrubber.forward.click(),
            "a link": lambda panel: panel._follow(panel._study.story.events[0].key),
            "the same link": lambda panel: panel._follow(panel._study.story.events[0].key),
            "wide": lambda panel: panel.resize(900, 500),
        },
    ),
    "set": Scene(items),
    "state": Scene(
        items,
        {
            "as a group": lambda panel: (panel.reducer.choose("members"), panel.refresh()),
            "compared": lambda panel: (panel.other.choose("backward"), panel.refresh()),
        },
    ),
}


OLD = "old-"
"""Begins the names of scenes in an archive with the shape of real ones."""


def old(library: Library, folder: Path) -> tuple[str, str | None]:
    """Open a thread without its beginning, at its last message."""
    library.ingest(old_archive.write(folder / "old.ndjson"))
    threads = library.conversations(kind="thread")
    torn = next(each for each in threads if each.messages > 3 and not each.present)
    return torn.address, library.conversation(torn.address).in_order()[-1]


_TORN = ("person", "diagram", "statistics", "why", "tangles", "compare", "clocks")
SCENES |= {f"{OLD}{name}": Scene(old) for name in _TORN}


def follow_links(panel: Any, key: str) -> None:
    """Click a link to a message in every part that has links."""
    for part in panel.findChildren(QWidget):
        if hasattr(part, "key_clicked"):
            part.key_clicked.emit(key)


def said_by(name: str, folder: Path) -> list[str]:
    """Return what a panel shows while nothing is open, then in its scene, and after each act."""
    scene = SCENES[name]
    # Fresh writers: the colours must not depend on other tests.
    theme, dark = (replace(load(each), writers=Writers()) for each in ("light", "dark"))
    kind = next(kind for kind in PANELS if kind.name == name.removeprefix(OLD))
    panel: Any = kind.make(theme, None)  # type: ignore[arg-type]
    panel.resize(*SIZE)
    panel.key_clicked.connect(lambda key: clicked.append(f"leads to {key}"))
    clicked: list[str] = []
    lines: list[str] = []
    before: list[tuple[str, ...]] = []
    with Library.open(folder / "library.db") as library:
        address, key = scene.fill(library, folder)
        session: Any = AnsweringSession(library)
        waiting: Any = SilentSession(library)
        if (blobs := folder / "blobs").is_dir():
            session.pictures = Album(blobs)
        panel.question_process = lambda: panel.session.question_process
        acts: dict[str, Act] = {
            "with nothing open": lambda panel: panel.show_place(None, "", None),
            "while it is read": lambda panel: panel.show_place(waiting, address, key),
            "with a conversation open": lambda panel: panel.show_place(session, address, key),
            "links": lambda panel: follow_links(panel, key or address),
            **scene.acts,
            "in the dark": lambda panel: panel.set_theme(dark),
            "ended": lambda panel: panel.end(),
        }
        for title, act in acts.items():
            act(panel)
            parts = parts_of(panel)
            lines += [f"# {title}", *clicked]
            lines += [line for part in parts if part not in before for line in part]
            before = parts
            clicked.clear()
        panel.end()
    destroy(panel)
    return lines


def approved(name: str) -> Path:
    return FOLDER / "panels" / f"{name}.txt"


def test_every_panel_has_a_scene() -> None:
    assert {kind.name for kind in PANELS} <= SCENES.keys()


@pytest.mark.parametrize("name", SCENES)
def test_panels_say_and_paint_what_was_approved(
    application: QApplication, tmp_path: Path, name: str
) -> None:
    if QFontInfo(QFont("DejaVu Sans", 9)).family() != "DejaVu Sans":
        pytest.skip("what fits is as in DejaVu Sans, which is not installed")
    lines = said_by(name, tmp_path)
    assert differences(lines, approved(name).read_text().splitlines()) == []


def test_a_changed_line_is_a_difference() -> None:
    assert differences(["Ferry", "Pier"], ["Ferry", "Pier"]) == []
    assert differences(["Ferry"], ["Fery"])[-2:] == ["-Fery", "+Ferry"]
    assert "+Pier" in differences(["Ferry", "Pier"], ["Ferry"])


if __name__ == "__main__":
    os.environ["TZ"] = "UTC"
    time.tzset()
    qt = QApplication([])
    qt.setFont(QFont("DejaVu Sans", 10))
    put_on(load("light"))
    for each in SCENES:
        with tempfile.TemporaryDirectory() as place:
            said = said_by(each, Path(place))
            approved(each).write_text("\n".join(said) + "\n")
