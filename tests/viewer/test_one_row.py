"""A message has the same row in commands, panels and the timeline."""

import json
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tanglescope.engine.debug.explaining.explanation import place_answer, place_of
from tanglescope.engine.export.orderings import ordering_of
from tanglescope.engine.library import ORDERS, Conversation, Library
from tanglescope.engine.message.private import Keyring
from tanglescope.viewer.models.timeline_model import TimelineModel
from tests.engine.authors import Author, Said, post
from tests.engine.reduce.scenarios import EXAMPLE, entries_of
from tests.engine.store.libraries import write
from tests.engine.store.pzp_archives import write_log
from tests.engine.store.test_tangles import KEY, sealed
from tests.viewer.windows import destroy

KINDS = {"thread", "chess", "feed", "pzp", "graph", "private", "channel", "mentions", "everything"}


class RandomTalk:
    """Random messages of three people; all but one of them reach the reader, in random order."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._people = [Author(name) for name in ("ann", "bob", "cyn")]
        mention = [{"link": self._people[1].feed}]
        self._root = self._people[0].say(post("root", channel="boats", mentions=mention))
        self._game = self._people[1].say(_move(None, []))
        self._secret = self._say_sealed(post("secret"))
        self.said = [self._root, self._game, self._secret]
        self._threads = {each.key: [each] for each in self.said}
        for _ in range(random.randrange(4, 16)):
            self._say()
        lost = random.choice(self.said[3:])
        self.said = [each for each in self.said if each is not lost]
        random.shuffle(self.said)

    def _say(self) -> None:
        who = self._random.choice(self._people)
        begun = self._random.choice((self._root, self._game, self._secret))
        there = self._threads[begun.key]
        named = self._random.sample(there, self._random.randint(1, min(3, len(there))))
        mention = [{"link": self._random.choice(self._people).feed}]
        if begun is self._game:
            said = who.say(_move(begun, named))
        elif begun is self._secret:
            said = self._say_sealed(post("answer", begun, *named))
        elif self._random.random() < 0.2:
            said = who.draft(post("forked", begun, *named))
        else:
            said = who.say(post("answer", begun, *named, channel="boats", mentions=mention))
        there.append(said)
        self.said.append(said)

    def _say_sealed(self, content: dict[str, object]) -> Said:
        who = self._random.choice(self._people)
        return who.say(sealed(who, content))

    def graph(self) -> str:
        """A graph file: nodes with random times, each after an earlier node or a missing one."""
        nodes = [
            {
                "id": f"n{number}",
                "after": self._random.sample([f"n{n}" for n in range(number)] + ["gone"], 1),
                "asserted": self._random.randrange(9),
                "received": self._random.randrange(9),
                "depth": self._random.randrange(4),
            }
            for number in range(6)
        ]
        self._random.shuffle(nodes)
        return json.dumps({"name": "chance", "nodes": nodes}) + "\n"


def _move(root: Said | None, previous: list[Said]) -> dict[str, object]:
    data = {
        "root": None if root is None else root.key,
        "previous": None if root is None else [each.key for each in previous],
    }
    return {"type": "chess", "tangles": {"chess": data}}


@pytest.mark.usefixtures("qapp")
@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 1 << 32))
def test_commands_panels_and_timeline_agree_on_the_row_of_a_message(seed: int) -> None:
    random = Random(seed)
    chatter = RandomTalk(random)
    with TemporaryDirectory() as name, Library.open(Path(name) / "library.db") as library:
        folder = Path(name)
        (folder / "chance.ndjson").write_text(chatter.graph())
        for archive in (
            write(folder / "log.ndjson", chatter.said),
            write_log(folder / "log", entries_of(EXAMPLE)),
            folder / "chance.ndjson",
        ):
            library.ingest(archive)
        library.unlock(Keyring(group_keys=(KEY,)))
        model = TimelineModel(library)
        seen = set()
        for summary in library.conversations():
            seen.add(summary.kind)
            for by in (None, *random.sample(ORDERS, 2)):
                _is_one_order(library.conversation(summary.address, by), model)
        destroy(model)
    assert seen >= KINDS


def _is_one_order(conversation: Conversation, model: TimelineModel) -> None:
    keys = conversation.in_order()
    ordering = ordering_of(conversation)
    model.open(str(conversation.address))
    assert [key for key in model.keys(0, model.rowCount()) if key in keys] == keys
    for row, key in enumerate(keys):
        answer = place_answer(ordering, place_of(ordering, key))
        assert (answer["row"], answer["of"]) == (row + 1, len(keys))
        place = conversation.position(key)
        assert place is not None
        assert (place.position, place.events) == (row, len(keys))
