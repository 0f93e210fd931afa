import pytest

from tanglescope.engine.tangle.references import feed_reference, message_reference

DATA = "wWlAVQEX1ZSQWleYxUQ_-tNUYnOCqLV4dqauYV7qtHY="
KEY = "%wWlAVQEX1ZSQWleYxUQ/+tNUYnOCqLV4dqauYV7qtHY=.sha256"
FEED = "@wWlAVQEX1ZSQWleYxUQ/+tNUYnOCqLV4dqauYV7qtHY=.ed25519"


@pytest.mark.parametrize(
    "uri",
    [
        f"ssb:message/classic/{DATA}",
        f"ssb:message:classic:{DATA}",
        f"ssb:message/sha256/{DATA}",
        f"ssb:/message/classic/{DATA}",
        f"ssb://message/classic/{DATA}",
        KEY,
    ],
)
def test_every_spelling_of_a_key_is_one_key(uri: str) -> None:
    assert message_reference(uri) == KEY


@pytest.mark.parametrize("uri", [f"ssb:feed/classic/{DATA}", f"ssb:feed/ed25519/{DATA}", FEED])
def test_every_spelling_of_a_feed_is_one_feed(uri: str) -> None:
    assert feed_reference(uri) == FEED


@pytest.mark.parametrize(
    "text",
    [
        "",
        "%made up",
        f"ssb:message/bendybutt-v1/{DATA}",
        f"ssb:feed/bendybutt-v1/{DATA}",
        f"ssb:blob/classic/{DATA}",
        f"ssb:message/classic/{DATA}\n",
        f"ssb:message/classic/{DATA}?unbox=x",
        f"ssb:message/classic/{DATA[1:]}",
        "ssb:message/classic/" + "é" * 43 + "=",
        "\ud800",
    ],
)
def test_any_other_text_stays_as_it_is(text: str) -> None:
    assert message_reference(text) == text
    assert feed_reference(text) == text
