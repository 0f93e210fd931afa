from typing import Any

import pytest
from nacl.signing import SigningKey

from tanglescope.engine.message.pzp import PzpMessage, read
from tanglescope.engine.message.pzp_rules import check, place_in
from tests.engine.message.pzp_writing import Author, write, write_moot
from tests.vectors.pzp import load

KEY = SigningKey(b"k" * 32)


@pytest.mark.parametrize("scenario", load("set_scenarios")[:6], ids=lambda vector: vector["name"])
def test_what_pzp_db_wrote_is_written_again_under_the_same_ids(scenario: dict[str, Any]) -> None:
    # Neither key nor signature is in the id, so another key must give the same ids.
    root = read(scenario["msgs"][scenario["moot"]])
    assert write_moot(KEY, root.account, root.domain).id == root.id
    for id_, value in scenario["msgs"].items():
        message = read(value)
        if root.id in message.tangles:
            assert rewritten(message, root).id == id_


def rewritten(message: PzpMessage, root: PzpMessage) -> PzpMessage:
    author = Author(KEY, message.account, message.account_tips or ())
    return write(author, message.domain, message.data, {root.id: place_in(message, root.id)})


def test_written_messages_are_valid() -> None:
    scenario = load("set_scenarios")[0]
    root = read(scenario["msgs"][scenario["moot"]])
    first = read(scenario["msgs"][scenario["aliases"]["m1"]])
    check(rewritten(first, root), root, {root.id: 0}, None)
