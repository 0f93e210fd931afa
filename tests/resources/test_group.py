"""The sample of a private group, locked and unlocked."""

from pathlib import Path

import pytest

import tools.group
from tanglescope import resources
from tanglescope.engine.archive.keyrings import read_keys
from tanglescope.engine.export.messages import plain_text
from tanglescope.engine.library import Library
from tanglescope.engine.message.private import Keyring, read_group_keys
from tanglescope.engine.tangle.groups import PreferenceReason, moment
from tools.texts import SAMPLES


@pytest.fixture
def library(tmp_path: Path) -> Library:
    opened = Library.open(tmp_path / "library.db")
    with resources.sample_archive("group") as archive:
        assert opened.ingest(archive).quarantined == 0
    return opened


def test_the_files_are_what_their_tool_writes(tmp_path: Path) -> None:
    tools.group.main(tmp_path)
    for name in ("group.ndjson", "group-keys.json"):
        assert (tmp_path / name).read_text() == (SAMPLES / name).read_text()


def test_without_its_keys_nothing_of_it_can_be_read(library: Library) -> None:
    assert {each.tangle_name for each in library.tangles()} == {"feed"}
    with resources.sample_archive("group") as archive:
        assert "anchors" not in archive.read_text()
    library.close()


def test_with_its_keys_it_shows_how_it_split(library: Library) -> None:
    log, keys = tools.group.build()
    name = {person.identity.feed: name for name, person in log.people.items()}
    with resources.sample_keys() as file:
        library.unlock(Keyring(group_keys=read_group_keys(file.read_text())))
    group = library.group(keys["0"])
    now = moment(group)
    told = {each.key: sorted(name[feed] for feed in each.members) for each in now.epochs}
    assert told == {
        keys["0"]: ["Ada", "Ben", "Cleo", "Dov"],
        keys["1"]: ["Ada", "Ben", "Cleo", "Dov"],
        keys["2"]: ["Ada", "Ben", "Cleo"],
    }
    assert (now.preference.epoch, now.preference.reason) == (keys["2"], PreferenceReason.SUBSET)
    (pair,) = now.epochs[0].concurrent
    assert {change.key for change in pair} == {keys["x"], keys["y"]}
    assert library.tangle("group", keys["0"]).set_aside == []
    library.close()


def test_its_conversation_says_in_place_who_was_added_and_excluded(library: Library) -> None:
    root = tools.group.build()[1]["0"]
    with resources.sample_keys() as keys:
        library.unlock(Keyring().with_keys(read_keys(keys)))
    conversation = library.conversation(f"group:{root}")
    messages = conversation.messages(conversation.in_order())
    told = []
    for key in conversation.in_order():
        names = library.names(messages[key].people)
        told.append(f"{names[messages[key].author]} {plain_text(messages[key], names)}")
    assert told[:2] == [
        "Ada begins the group and its epoch 0",
        "Ada adds Ada, Ben, Cleo to epoch 0",
    ]
    assert {
        "Ben excludes Eve from epoch 0",
        "Ben begins epoch 1",
        "Ada begins epoch 2",
        "Ada adds Ada, Ben, Cleo, Dov to epoch 2",
    } < set(told)
    library.close()


def test_its_figure_has_all_its_tangles_and_the_epochs_that_are_known(library: Library) -> None:
    keys = tools.group.build()[1]
    with resources.sample_keys() as file:
        library.unlock(Keyring().with_keys(read_keys(file)))
    figure = library.conversation(f"group:{keys['0']}").figure()
    assert [strand.title for strand in figure.strands] == [
        "members tangle 0",
        "members tangle 1",
        "members tangle 2",
        "epoch tangle",
        "group tangle",
    ]
    assert list(figure.boxes) == ["Additions", "Epoch 0", "Epoch 1", "Epoch 2"]
    (epochs,) = (strand for strand in figure.strands if strand.name == "epoch")
    assert set(epochs.pairs) == {(keys["1"], keys["0"]), (keys["2"], keys["0"])}
    boxed = {key for inside in figure.boxes.values() for key in inside}
    assert len(set(figure.order) - boxed) == 2, "two know of both last epochs and say neither"
    library.close()
