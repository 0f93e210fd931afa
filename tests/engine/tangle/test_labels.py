"""Descriptions of the actions of messages in private groups, on histories by ssb-tribes2."""

from typing import Any

import pytest

from tanglescope.engine.tangle.groups import ADD, EXCLUDE, INIT, epoch_of, people_in
from tanglescope.engine.tangle.labels import MOST, group_label
from tests.vectors import tribes2

CASES = [(history, reader) for history in tribes2.load() for reader in history["readers"]]
SEEN = [tribes2.group_of(history, reader) for history, reader in CASES]
SECRET = "not to be shown"


def test_every_change_names_the_people_it_is_about_and_its_epoch() -> None:
    for group in SEEN:
        for number, epoch in enumerate(group.epochs):
            for change in group.changes(epoch):
                entry = group.group.entry(change.key)
                assert set(people_in(entry.content)) == change.added | change.excluded
                assert epoch_of(change.key, entry.content) == (group.root, epoch)
                label = group_label(entry.content, str.lower, number)
                people = ", ".join(map(str.lower, people_in(entry.content)))
                does = f"adds {people} to" if change.added else f"excludes {people} from"
                assert label == f"{does} epoch {number}"


def test_every_epoch_begins_in_the_timeline_of_its_group() -> None:
    for group in SEEN:
        contents = {key: group.group.entry(key).content for key in group.group.connected}
        begun = {epoch_of(key, content) for key, content in contents.items()} - {None}
        assert {(group.root, epoch) for epoch in group.epochs if epoch in contents} <= begun
        assert group_label(contents[group.root], str, 0) == "begins the group and its epoch 0"


def test_what_members_write_in_later_epochs_is_in_the_same_tangle() -> None:
    for (history, reader), group in zip(CASES, SEEN, strict=True):
        messages = history["readers"][reader]["messages"]
        assert len(group.group.connected) + len(group.group.set_aside) == len(messages)


PERSON = f"@{'A' * 43}=.ed25519"


@pytest.mark.parametrize(
    ("content", "label"),
    [
        ({"type": INIT}, "begins an epoch of a private group"),
        ({"type": ADD, "recps": ["group", "Ann", "Bob"]}, "adds Ann, Bob to a private group"),
        ({"type": EXCLUDE[0], "excludes": ["Ann"]}, "excludes Ann from a private group"),
        ({"type": EXCLUDE[1], "excludes": ["Ann"]}, "excludes Ann from a private group"),
        ({"type": ADD, "recps": [PERSON]}, f"adds {PERSON} to a private group"),
        ({"type": ADD, "recps": "Ann"}, "changes a private group"),
        ({"type": ADD}, "changes a private group"),
        ({"type": EXCLUDE[0], "excludes": [None]}, "changes a private group"),
        ({"type": "post", "recps": ["group", "Ann"]}, None),
        ({"type": ["group/init"]}, None),
        ("sealed.box2", None),
    ],
)
def test_labels_without_a_number(content: Any, label: str | None) -> None:
    said = {**content, "secret": SECRET} if isinstance(content, dict) else content
    assert group_label(said, str) == label


def test_many_people_are_counted() -> None:
    people = [f"p{number}" for number in range(MOST + 2)]
    label = group_label({"type": ADD, "recps": ["group", *people]}, str)
    assert label == f"adds {', '.join(people[:MOST])} and 2 more to a private group"
