"""Links: the messages that a message names, and their roles."""

import pytest

from tanglescope.engine.tangle.links import MOST, Link, links_in


def key(letter: str) -> str:
    return f"%{letter * 42}A=.sha256"


A, B, C = key("a"), key("b"), key("c")


def test_a_reply_links_to_its_root_its_branches_and_its_fork() -> None:
    content = {"type": "post", "root": A, "fork": B, "branch": [A, C]}
    assert set(links_in(content)) == {
        Link("root", A),
        Link("fork", B),
        Link("branch", A),
        Link("branch", C),
    }


def test_a_vote_and_a_vote_taken_back_are_distinguished() -> None:
    assert links_in({"type": "vote", "vote": {"link": A, "value": 1}}) == (Link("vote", A),)
    assert links_in({"type": "vote", "vote": {"link": A, "value": 0}}) == (Link("unvote", A),)
    assert links_in({"type": "vote", "vote": {"link": A}}) == (Link("unvote", A),)


def test_mentions_come_as_list_as_object_and_as_single_ones() -> None:
    mention = {"link": A, "name": "a"}
    expected = (Link("mention", A),)
    assert links_in({"type": "post", "mentions": [mention, {"link": "@feed"}, A]}) == expected
    assert links_in({"type": "post", "mentions": {"0": mention}}) == expected
    assert links_in({"type": "post", "mentions": mention}) == expected


def test_a_tangle_links_to_its_previous_by_name() -> None:
    content = {"type": "gathering", "tangles": {"gathering": {"root": A, "previous": [B]}, "x": 3}}
    assert links_in(content) == (Link("tangle:gathering", B),)


@pytest.mark.parametrize("end", ["message/bendybutt-v1/", "message:other-v9:"])
def test_only_tangle_data_names_messages_of_other_formats(end: str) -> None:
    uri = f"ssb:{end}" + "A" * 43 + "="
    data = {"root": uri, "previous": uri}
    assert links_in({"tangles": {"metafeed": data}}) == (Link("tangle:metafeed", uri),)
    assert links_in({"root": uri, "branch": [uri], "mentions": [uri]}) == ()


def test_both_spellings_of_a_key_are_one_link_in_a_tangle() -> None:
    uri = f"ssb:message/classic/{'b' * 42}A="
    content = {"tangles": {"group": {"root": uri, "previous": [uri, B, "nothing"]}}}
    assert links_in(content) == (Link("tangle:group", B),)


def test_anything_but_a_key_is_no_link() -> None:
    assert links_in("c2VjcmV0.box") == ()
    assert links_in({"type": "post", "root": False, "branch": {}, "vote": [], "mentions": 3}) == ()


def test_a_flood_of_links_is_cut() -> None:
    flood = [f"%{n:042d}A=.sha256" for n in range(MOST * 2)]
    assert len(links_in({"type": "post", "branch": flood})) == MOST


@pytest.mark.parametrize("field", ["undefined", "null"])
def test_what_old_programs_wrote_in_place_of_a_channel_is_none(field: str) -> None:
    assert links_in({"type": "post", "channel": field}) == ()
    mentioned = {"type": "post", "channel": field, "mentions": [{"link": f"#{field}"}]}
    assert links_in(mentioned) == (Link("channel", f"#{field}"),)
