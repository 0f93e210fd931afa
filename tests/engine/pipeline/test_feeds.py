"""Latest earlier messages in arrays are those of the rule."""

import numpy as np
from hypothesis import given

from engine.pipeline.feeds import latest_earlier
from engine.tangle import causes
from engine.tangle.causes import SignedMember
from tests.engine.tangle.members import conversations


@given(conversations())
def test_latest_earlier_messages_are_those_of_the_rule(members: list[SignedMember]) -> None:
    keys = [member.key for member in members]
    place = {key: number for number, key in enumerate(keys)}
    found = latest_earlier(
        np.array([ord(str(member.author)) for member in members]),
        np.array([member.written.sequence for member in members]),
        np.array([place.get(member.written.previous or "", -1) for member in members]),
    )
    expected: dict[str, str] = {}
    for author in "abc":
        feed = [member.written for member in members if member.author == author]
        expected |= causes.latest_earlier(feed)
    assert {key: keys[at] for key, at in zip(keys, found, strict=True) if at >= 0} == expected
