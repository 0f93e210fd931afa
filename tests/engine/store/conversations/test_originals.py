"""Edits and deletions that ssb-server 16 publishes, read from its log while it runs."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Any

from tanglescope.engine.library import Follower, Library, StoredMessage
from tanglescope.engine.tangle.revisions import Mark
from tests.engine.authors import Author, post
from tests.engine.node_programs import NodeProgram, running, slow_with

pytestmark = slow_with("ssb-server")


class Publisher:
    """An ssb-server that publishes, and what follows its log."""

    def __init__(self, program: NodeProgram, library: Library, log: Path) -> None:
        self._program = program
        self._library = library
        self._log = log
        self._follower: Follower | None = None

    def publish(self, content: dict[str, Any]) -> str:
        """Publish a message and follow the log until it is here; its key."""
        before = len(self._library)
        key = self._program.answer(content)
        assert key.startswith("%"), key
        self._follower = self._follower or self._library.follow(self._log)
        until = monotonic() + 60
        while len(self._library) == before:
            assert monotonic() < until, "it never arrived"
            self._follower.poll()
        return key


@contextmanager
def publishing(folder: Path, author: Author, library: Library) -> Iterator[Publisher]:
    with running("revisions/ssb-server.js", folder, author) as program:
        yield Publisher(program, library, folder / "flume" / "log.offset")


def read(library: Library, key: str) -> StoredMessage:
    return library.messages([key])[key]


def test_what_ssb_server_publishes_is_read_by_the_rules_of_both_clients(tmp_path: Path) -> None:
    ann, bob = Author("ann"), Author("bob")
    with Library.open(tmp_path / "library.db") as library:
        with publishing(tmp_path / "ann", ann, library) as of_ann:
            first = of_ann.publish(post("the oak"))
            edit = {"type": "post-edit", "root": first, "revisionRoot": first}
            second = of_ann.publish({**edit, "text": "the lime", "revisionBranch": first})
            assert read(library, first).content == post("the lime")
            with publishing(tmp_path / "bob", bob, library) as of_bob:
                ash = of_bob.publish({**edit, "text": "the ash", "revisionBranch": second})
                proposed = [ash, of_bob.publish({"type": "tombstone", "target": first})]
            found = read(library, first)
            assert found.content == post("the lime")
            assert found.history is not None
            assert len(found.history.proposals) == 2
            audio = of_ann.publish({"type": "audio", "title": "walk"})
            of_ann.publish({"type": "tombstone", "target": audio})
            assert read(library, audio).deletion is not None
            replaced = of_ann.publish({"type": "audio", "title": "hike", "replaces": audio})
            assert read(library, audio).content == {"type": "audio", "title": "hike"}
            event = of_ann.publish({"type": "event", "title": "walk"})
            of_ann.publish({"type": "event", "title": "hike", "replaces": event})
            of_ann.publish({"type": "tombstone", "target": event})
            assert read(library, event).deletion is not None
        # The program was restarted.
        with publishing(tmp_path / "ann", ann, library) as of_ann:
            of_ann.publish({"type": "tombstone", "target": replaced})
            assert read(library, audio).deletion is not None
            of_ann.publish({"type": "tombstone", "target": first})
            assert read(library, first).type == "post"
            content = read(library, first).content
            assert isinstance(content, dict)
            assert content["type"] is Mark.DELETED
            assert read(library, first).with_withdrawn_content.content == post("the lime")
            everything = library.conversation("everything", as_read=True)
            assert set(everything.in_order()) == {first, *proposed, audio, event}
            assert everything.summary().messages == 5
            assert library.check().ok
