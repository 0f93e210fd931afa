"""Activities in a database, found by their first messages."""

from pathlib import Path

from tanglescope.engine.reduce.activities import Gathering, Poll
from tests.engine.authors import Author, post
from tests.engine.store.libraries import library_of


def test_activities_are_found_with_the_messages_about_them(tmp_path: Path) -> None:
    ann, bob = Author("ann"), Author("bob")
    party = ann.say({"type": "gathering"})
    details = {"type": "chooseOne", "choices": ["soup", "cake"]}
    poll = ann.say({"type": "poll", "title": "Which?", "details": details})
    said = [
        party,
        poll,
        ann.say({"type": "about", "about": party.key, "title": "Picnic"}),
        bob.say({"type": "about", "about": party.key, "attendee": {"link": bob.feed}}),
        bob.say({"type": "position", "root": poll.key, "details": {"choice": 1}}),
        bob.say(post("soup is better", poll)),
        bob.say("c2VjcmV0.box"),
    ]
    with library_of(tmp_path, *said) as library:
        found = library.activities([each.key for each in said])
        assert found == {
            party.key: Gathering("Picnic", attending=(bob.feed,)),
            poll.key: found[poll.key],
        }
        asked = found[poll.key]
        assert isinstance(asked, Poll)
        assert [each.voters for each in asked.choices] == [(), (bob.feed,)]
        assert library.profile(bob.feed).activities == found
        assert {*library.profile(ann.feed).activities} == {party.key, poll.key}


def test_a_thread_whose_first_message_has_no_title_is_called_after_its_activity(
    tmp_path: Path,
) -> None:
    ann, bob = Author("ann"), Author("bob")
    party = ann.say({"type": "gathering"})
    game = bob.say({"type": "chess_invite", "inviting": ann.feed, "myColor": "black"})
    said = [
        ann.say({"type": "about", "about": ann.feed, "name": "Ann"}),
        bob.say({"type": "about", "about": bob.feed, "name": "Bob"}),
        party,
        game,
        ann.say({"type": "about", "about": party.key, "title": "Picnic"}),
        bob.say(post("I come", party)),
        ann.say({"type": "chess_invite_accept", "root": game.key, "branch": game.key}),
    ]
    with library_of(tmp_path, *said) as library:
        titles = {each.address: each.title for each in library.threads()}
        assert titles == {party.key: "Picnic", game.key: "Chess: Ann and Bob"}
        assert [each.address for each in library.threads("chess bob")] == [game.key]
        assert library.conversation(game.key).summary().title == "Chess: Ann and Bob"
        assert {each.title for each in library.profile(ann.feed).conversations} == {
            *titles.values()
        }
        assert library.check().problems == ()
