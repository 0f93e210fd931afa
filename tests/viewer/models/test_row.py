"""A row as a screen reader says it."""

from typing import Any

import pytest

from tanglescope.engine.library import StoredMessage
from tanglescope.viewer.models.row import Row

BLOB = f"&{'b' * 42}A=.sha256"


def row(content: dict[str, Any], causes: tuple[str, ...] = (), **more: Any) -> Row:
    message = StoredMessage(
        key="%k",
        author="@a",
        sequence=1,
        asserted=None,
        received=None,
        type="post",
        content={"type": "post", **content},
        status="valid",
        rule=None,
        causes=causes,
    )
    return Row("%k", message, "Ines", content["text"], **more)


@pytest.mark.parametrize(
    ("said", "likes", "answered", "heard"),
    [
        ({"text": "Hi"}, 0, [], "Ines, Hi"),
        ({"text": "Hi"}, 6, [], "Ines, Hi, 6 likes"),
        ({"text": "Hi"}, 1, ["Pim"], "Ines, Hi, in reply to Pim, 1 like"),
        ({"text": "Hi"}, 0, ["Pim", "Maud"], "Ines, Hi, in reply to Pim and Maud"),
        ({"text": "Hi", "channel": "boats"}, 0, [], "Ines, #boats, Hi"),
        ({"text": "Hi", "channel": "undefined"}, 0, [], "Ines, Hi"),
        (
            {"text": "Hi", "mentions": [{"link": BLOB, "name": "mast.jpg", "type": "image/jpeg"}]},
            0,
            [],
            "Ines, Hi, picture: mast.jpg",
        ),
    ],
)
def test_a_row_is_said_as_a_person_would(
    said: dict[str, Any], likes: int, answered: list[str], heard: str
) -> None:
    assert row(said, ("%c",) * len(answered), votes=likes).spoken_text(answered) == heard
