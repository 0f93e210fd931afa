"""Activities in a database, found by their first messages; votes, of which each has one."""

from pathlib import Path

from tanglescope.engine.reduce.activities import Gathering, Poll
from tests.engine.authors import Author, Said, post
from tests.engine.store.conversations.test_source import tombstone
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
        found = library.activities.of([each.key for each in said])
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


def vote(message: Said, value: int) -> dict[str, object]:
    return {"type": "vote", "vote": {"link": message.key, "value": value}}


def test_everyone_has_one_vote_and_may_take_it_back(tmp_path: Path) -> None:
    ann, bob, cyn = Author("ann"), Author("bob"), Author("cyn")
    liked, other = ann.say(post("liked")), ann.say(post("other"))
    said = [
        liked,
        other,
        bob.say(vote(liked, 1)),
        bob.say(vote(liked, 1)),
        cyn.say(vote(liked, 1)),
        cyn.say(vote(other, 1)),
        cyn.say(vote(other, 0)),
        ann.say(vote(liked, 0)),
        ann.say(vote(liked, 1)),
    ]
    with library_of(tmp_path, *said) as library:
        assert library.votes.of([liked.key, other.key, said[2].key]) == {liked.key: 3}
        assert library.votes.voters(liked.key, 9) == sorted([ann.feed, bob.feed, cyn.feed])
        assert library.votes.voters(liked.key, 2) == sorted([ann.feed, bob.feed, cyn.feed])[:2]
        assert library.votes.voters(other.key, 9) == []
        found = library.inspect(liked.key, liked.key)
        assert (found.votes, list(found.voters)) == (3, library.votes.voters(liked.key, 9))
        assert set(found.voters) <= found.names.keys()


def test_a_deleted_vote_counts_no_longer(tmp_path: Path) -> None:
    # Oasis deletes a vote in a forum before it publishes another one (`forum_model.js`).
    ann, bob = Author("ann"), Author("bob")
    liked = ann.say(post("liked"))
    first, forged = bob.say(vote(liked, 1)), ann.say(vote(liked, 1))
    said = [liked, first, forged, bob.say(tombstone(first)), bob.say(tombstone(forged))]
    with library_of(tmp_path, *said) as library:
        assert library.votes.of([liked.key]) == {liked.key: 1}
        assert library.votes.voters(liked.key, 9) == [ann.feed]
        assert (library.profile(bob.feed).likes_given, library.profile(ann.feed).likes_got) == (
            0,
            1,
        )


def test_votes_for_what_is_not_here_are_counted(tmp_path: Path) -> None:
    ann, bob = Author("ann"), Author("bob")
    missing = ann.say(post("not yet here"))
    with library_of(tmp_path, bob.say(vote(missing, 1))) as library:
        assert library.votes.of([missing.key]) == {missing.key: 1}
