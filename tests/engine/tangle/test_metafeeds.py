import hashlib
from base64 import b64encode
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nacl.bindings import crypto_sign, crypto_sign_seed_keypair

from tanglescope.engine.message.canonical import canonical
from tanglescope.engine.message.uris import Identifier
from tanglescope.engine.tangle.metafeeds import People, PersonFeed, Statement, metafeed_label
from tanglescope.engine.tangle.names import Naming, person_name
from tests.engine.authors import Author


def keys(name: str) -> tuple[str, bytes]:
    """The id of a metafeed, and its private key."""
    public, private = crypto_sign_seed_keypair(hashlib.sha256(name.encode()).digest())
    return str(Identifier("feed", "bendybutt-v1", public)), private


ROOT, ROOT_KEY = keys("root")
VERSION, _ = keys("v1")
SHARD, _ = keys("shard")
OTHER, OTHER_KEY = keys("other")
MAIN = Author("main").feed
APP = Author("app").feed
SECRET = b64encode(b"s" * 32).decode()


def add(metafeed: str, subfeed: str, purpose: str = "v1", kind: str = "derived") -> Statement:
    content = {
        "type": f"metafeed/add/{kind}",
        "metafeed": metafeed,
        "subfeed": subfeed,
        "feedpurpose": purpose,
    }
    return Statement(metafeed, 1, content)


def announce(
    feed: str = MAIN, metafeed: str = ROOT, key: bytes = ROOT_KEY, **more: Any
) -> Statement:
    content = {"type": "metafeed/announce", "metafeed": metafeed, "subfeed": feed, "tangles": {}}
    signature = crypto_sign(canonical(content), key)[:64]
    content["signature"] = f"{b64encode(signature).decode()}.sig.ed25519"
    return Statement(feed, more.pop("sequence", 2), content | more)


TREE = [
    announce(),
    add(ROOT, VERSION),
    add(VERSION, SHARD, "a"),
    add(SHARD, MAIN, "main", "existing"),
    add(SHARD, APP, "chess"),
]


def test_root_subfeeds_and_the_classic_feed_are_one_person_whatever_came_first() -> None:
    for statements in permutations(TREE):
        people = People(statements)
        assert len(people) == 1
        for feed in (ROOT, VERSION, SHARD, MAIN, APP):
            person = people.of(feed)
            assert (person.root, person.main) == (ROOT, MAIN)
            assert person.ids == {ROOT, VERSION, SHARD, MAIN, APP}
        purposes = {feed.id: feed.purpose for feed in people.of(MAIN).feeds}
        assert purposes == {ROOT: None, VERSION: "v1", SHARD: "a", MAIN: "main", APP: "chess"}


def test_an_announcement_alone_joins_a_feed_to_its_metafeed() -> None:
    assert People([announce()]).of(ROOT).ids == {ROOT, MAIN}


def test_what_the_feeds_of_a_person_wrote_counts_together() -> None:
    written = {APP: 2, OTHER: 4, MAIN: 1, SHARD: 3}
    assert People(TREE).together(written) == {MAIN: 6, OTHER: 4}
    assert People(TREE).count(written) == 2
    assert People().together(written) == written


def test_anybody_else_has_one_feed() -> None:
    person = People(TREE).of(OTHER)
    assert (person.root, person.main, person.feeds) == (OTHER, OTHER, (PersonFeed(OTHER),))


@pytest.mark.parametrize(
    "forged",
    [
        announce(key=OTHER_KEY),
        announce(metafeed=OTHER),
        announce(subfeed=APP),
        announce(more=1),
        announce(signature=7),
        announce(signature="x.sig.ed25519"),
        announce()._replace(author=APP),
        add(OTHER, MAIN)._replace(author=ROOT),
        Statement(MAIN, 1, {"type": "metafeed/announce", "metafeed": 5, "subfeed": []}),
        Statement(MAIN, 1, {"type": "metafeed/add/derived"}),
        Statement(MAIN, 1, "c2VjcmV0.box2"),
    ],
)
def test_only_what_both_sides_signed_joins_feeds(forged: Statement) -> None:
    assert len(People([forged]).of(MAIN).feeds) == 1
    assert People([*TREE, forged]).of(MAIN) == People(TREE).of(MAIN)


def test_the_latest_announcement_counts() -> None:
    newer = announce(metafeed=OTHER, key=OTHER_KEY, sequence=9)
    for statements in permutations([announce(), newer]):
        assert People(statements).of(MAIN).root == OTHER


def test_of_several_metafeeds_that_claim_a_feed_one_counts_whatever_came_first() -> None:
    claims = [add(ROOT, APP), add(OTHER, APP), add(SHARD, APP)]
    assert {People(each).of(APP).root for each in permutations(claims)} == {min(ROOT, OTHER, SHARD)}


def test_of_a_feed_that_is_added_again_the_latest_purpose_counts_whatever_came_first() -> None:
    first, without = add(ROOT, APP, "chess"), add(ROOT, APP)._replace(sequence=3)
    again = add(ROOT, APP, "go", "existing")._replace(sequence=2)
    del without.content["feedpurpose"]  # type: ignore[union-attr] # it is an object
    for statements in permutations([first, again, without, add(SHARD, OTHER)]):
        people = People(statements)
        assert people.of(APP).feeds == (PersonFeed(ROOT), PersonFeed(APP, ROOT, "go"))


def test_a_feed_that_is_added_again_after_its_end_stays_ended() -> None:
    end = {"type": "metafeed/tombstone", "metafeed": SHARD, "subfeed": APP, "reason": "done"}
    again = add(SHARD, APP, "chess")._replace(sequence=10)
    for statements in permutations([add(SHARD, APP, "go"), Statement(SHARD, 9, end), again]):
        feed = People(statements).of(APP).feeds[1]
        assert (feed.purpose, feed.is_ended) == ("chess", True)


def test_feeds_that_claim_each_other_are_one_person() -> None:
    circle = [add(ROOT, SHARD), add(SHARD, VERSION), add(VERSION, ROOT), add(ROOT, ROOT)]
    people = People([*circle, add(VERSION, APP)])
    assert {people.of(feed).root for feed in (ROOT, SHARD, VERSION, APP)} == {
        min(ROOT, SHARD, VERSION)
    }


def test_a_feed_that_came_to_its_end_is_still_theirs() -> None:
    end = {"type": "metafeed/tombstone", "metafeed": SHARD, "subfeed": APP, "reason": "done"}
    feeds = {feed.id: feed for feed in People([*TREE, Statement(SHARD, 9, end)]).of(MAIN).feeds}
    assert feeds[APP].is_ended
    assert not feeds[MAIN].is_ended
    foreign = Statement(OTHER, 9, end)
    assert People([*TREE, foreign]).of(MAIN) == People(TREE).of(MAIN)


def test_the_key_of_an_epoch_is_never_a_purpose_that_is_shown() -> None:
    people = People([*TREE, add(SHARD, OTHER, SECRET)])
    assert SECRET not in repr(people.of(MAIN))


def test_a_person_has_one_name_in_all_feeds() -> None:
    person = People(TREE).of(APP)
    friend, own = Author("friend").feed, Naming(MAIN, MAIN, 1, "Ann")
    foreign = [Naming(APP, friend, 1, "app of Ann"), Naming(MAIN, OTHER, 1, "ann")]
    assert person_name(person, [*foreign, own]) == "Ann"
    assert person_name(person, [*foreign, Naming(MAIN, ROOT, 1, "Anna")]) == "Anna"
    assert person_name(person, foreign[1:]) == "ann"
    assert person_name(person, []) == MAIN[:9]


FEEDS = [ROOT, VERSION, SHARD, MAIN, APP, OTHER]


@given(st.lists(st.tuples(st.sampled_from(FEEDS), st.sampled_from(FEEDS))))
def test_any_claims_make_people_of_whom_each_feed_belongs_to_one(
    claims: list[tuple[str, str]],
) -> None:
    people = People(add(metafeed, subfeed) for metafeed, subfeed in claims)
    for feed in FEEDS:
        person = people.of(feed)
        assert feed in person.ids
        assert all(people.of(other) == person for other in person.ids)


SUBFEED = "ssb:feed/bendybutt-v1/6BN7xpvqd5d2GSPE6sOaB6iV0fhGcLlGWa41okMomWc="


@pytest.mark.parametrize(
    ("content", "label"),
    [
        (
            {"type": "metafeed/add/derived", "subfeed": SUBFEED, "feedpurpose": "v1"},
            "adds the feed @bendybutt/6BN7xpvq, for “v1”",
        ),
        (
            {"type": "metafeed/add/existing", "subfeed": SUBFEED},
            "adds the feed @bendybutt/6BN7xpvq",
        ),
        (
            {"type": "metafeed/tombstone", "subfeed": SUBFEED},
            "ends the feed @bendybutt/6BN7xpvq",
        ),
        (
            {"type": "metafeed/announce", "metafeed": SUBFEED, "subfeed": "@a"},
            "announces the metafeed @bendybutt/6BN7xpvq",
        ),
        (
            {"type": "metafeed/seed", "metafeed": SUBFEED, "seed": "secret"},
            "keeps the seed of their metafeeds",
        ),
        ({"type": "metafeed/add/derived", "subfeed": 7}, None),
        ({"type": "post", "subfeed": SUBFEED}, None),
        ("ciphertext.box2", None),
    ],
)
def test_what_a_message_says_of_metafeeds_is_reported_in_words(
    content: Any, label: str | None
) -> None:
    assert metafeed_label(content) == label


def test_the_secret_that_names_the_feed_of_a_group_is_not_reported() -> None:
    secret = "k" * 42 + "8="
    content = {"type": "metafeed/add/derived", "subfeed": SUBFEED, "feedpurpose": secret}
    label = metafeed_label(content)
    assert label == "adds the feed @bendybutt/6BN7xpvq, for “group”"
