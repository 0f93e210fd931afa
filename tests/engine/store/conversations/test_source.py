"""Messages as they are read now: edited and deleted texts in every place that shows a text."""

from pathlib import Path
from typing import Any

from tanglescope.engine.library import Library, Question, search_address
from tanglescope.engine.tangle.revisions import Mark
from tests.engine.authors import Author, Said, post
from tests.engine.store.libraries import library_of


def edit(of: Said, text: str) -> dict[str, Any]:
    return {"type": "post-edit", "root": of.key, "text": text, "revisionRoot": of.key}


def tombstone(of: Said) -> dict[str, Any]:
    return {"type": "tombstone", "target": of.key}


def texts(library: Library, address: str) -> list[object]:
    conversation = library.conversation(address)
    keys = conversation.in_order()
    found = conversation.messages(keys)
    return [found[key].content.get("text") for key in keys]  # type: ignore[union-attr]


def found(library: Library, words: str, **more: Any) -> list[str]:
    question = Question(words, **more)
    assert library.found.count_part(question) == (len(library.search(question)), None)
    return library.search(question)


def test_titles_texts_and_searches_have_the_latest_version(tmp_path: Path) -> None:
    ann, bob = Author("ann"), Author("bob")
    first = ann.say(post("the oak"))
    answer = bob.say(post("indeed", first))
    proposed = bob.say(edit(first, "the ash"))
    changed = ann.say(edit(first, "the lime"))
    with library_of(tmp_path, first, answer, proposed, changed) as library:
        assert sorted(map(str, texts(library, first.key)))[-2:] == ["indeed", "the lime"]
        assert [each.title for each in library.threads()] == ["the lime"]
        assert [each.title for each in library.threads("lime")] == ["the lime"]
        assert library.threads("oak") == []
        assert found(library, "oak") == []
        assert found(library, "lime") == [first.key]
        assert found(library, "ash") == [proposed.key]
        message = library.messages([first.key])[first.key]
        assert (message.versions, message.is_edited) == (2, True)
        assert message.entry.content == message.signed == first.value["content"]
        assert '"text": "the oak"' in (library.value(first.key) or "")


def test_a_deleted_text_is_found_only_on_request(tmp_path: Path) -> None:
    ann = Author("ann")
    first = ann.say(post("the oak"))
    said = [first, ann.say(edit(first, "the old oak")), ann.say(tombstone(first))]
    with library_of(tmp_path, *said) as library:
        message = library.messages([first.key])[first.key]
        assert message.content == {"type": Mark.DELETED, "deleted": said[2].value["timestamp"]}
        assert message.with_withdrawn_content.content == post("the old oak")
        assert [each.title for each in library.threads()] == ["Deleted message"]
        assert found(library, "oak") == []
        assert first.key in found(library, "oak", deleted=True)
        assert library.check().ok


def test_a_thread_without_its_root_is_called_by_a_text_that_is_read(tmp_path: Path) -> None:
    ann, bob = Author("ann"), Author("bob")
    lost, other = ann.say(post("lost")), ann.say(post("lost, too"))
    withdrawn = bob.say(post("the oak", lost))
    edited = bob.say(post("the ash", other))
    said = [withdrawn, ann.say(post("the yew", lost)), edited]
    changes = [bob.say(tombstone(withdrawn)), bob.say(edit(edited, "the lime"))]
    with library_of(tmp_path, *said) as library:
        assert {each.title for each in library.threads()} == {"the oak", "the ash"}
        (tmp_path / "more.ndjson").write_bytes(b"".join(each.line for each in changes))
        library.ingest(tmp_path / "more.ndjson")
        assert {each.title for each in library.threads()} == {"the yew", "the lime"}
        assert library.conversation(lost.key).summary().title == "the yew"
        assert library.check().ok


def test_what_a_search_found_is_read_as_it_is_now(tmp_path: Path) -> None:
    ann = Author("ann")
    root = ann.say(post("the harbour"))
    first, second = ann.say(post("the oak", root)), ann.say(post("the old oak", root))
    changes = [ann.say(edit(first, "the lime")), ann.say(tombstone(second))]

    def in_view(words: str, **more: Any) -> list[str]:
        address = search_address(Question(words, **more))
        return library.conversation(str(address)).in_order()

    with library_of(tmp_path, root, first, second) as library:
        opened = library.conversation(str(search_address(Question("oak"))))
        assert opened.in_order() == [first.key, second.key]
        (tmp_path / "more.ndjson").write_bytes(b"".join(each.line for each in changes))
        library.ingest(tmp_path / "more.ndjson")
        assert opened.in_order() == in_view("oak") == []
        assert opened.summary().messages == 0
        assert in_view("lime") == in_view("lime", thread=root.key) == [first.key]
        assert in_view("oak", thread=root.key) == []
        assert in_view("oak", deleted=True) == [second.key]


def test_a_deleted_gathering_and_a_withdrawn_answer_are_in_no_activity(tmp_path: Path) -> None:
    ann, bob = Author("ann"), Author("bob")
    picnic, walk = (ann.say({"type": "gathering", "title": title}) for title in ("Picnic", "Walk"))
    coming = [
        bob.say({"type": "about", "about": each.key, "attendee": {"link": bob.feed}})
        for each in (picnic, walk)
    ]
    gone = [ann.say(tombstone(picnic)), bob.say(tombstone(coming[1]))]
    with library_of(tmp_path, picnic, walk, *coming, *gone) as library:
        found = library.activities.of([picnic.key, walk.key])
        assert list(found) == [walk.key]
        assert found[walk.key].attending == ()  # type: ignore[union-attr]


def test_a_message_is_read_anew_when_its_edit_arrives(tmp_path: Path) -> None:
    ann = Author("ann")
    first = ann.say(post("the oak"))
    changed = ann.say(edit(first, "the lime"))
    with library_of(tmp_path, changed) as library:
        assert texts(library, f"feed:{ann.feed}") == ["the lime"]
        assert found(library, "lime") == [changed.key]
        (tmp_path / "more.ndjson").write_bytes(first.line)
        library.ingest(tmp_path / "more.ndjson")
        assert texts(library, first.key) == ["the lime", None]
        assert found(library, "lime") == [first.key]


def test_a_long_chain_of_versions_is_followed_to_its_end(tmp_path: Path) -> None:
    ann = Author("ann")
    versions = [ann.say({"type": "event", "title": "0"})]
    for number in range(1, 200):
        content = {"type": "event", "title": str(number), "replaces": versions[-1].key}
        versions.append(ann.say(content))
    with library_of(tmp_path, *versions) as library:
        message = library.messages([versions[100].key])[versions[100].key]
        assert message.history is not None
        assert message.history.content()["title"] == "199"
