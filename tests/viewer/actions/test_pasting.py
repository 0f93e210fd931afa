"""Which typed texts the window treats as addresses."""

import pytest

from viewer.actions.pasting import is_address

ID = f"%{'A' * 43}=.sha256"


@pytest.mark.parametrize("text", [ID, f" {ID} ", f"group:{ID}", f"issue:{ID}?by=autobase"])
def test_an_id_and_the_address_of_a_conversation_are_addresses(text: str) -> None:
    assert is_address(text)


@pytest.mark.parametrize("text", [f"in:{ID}", f"in:group:{ID}", f"-in:{ID}", f"oak on:{ID}", "oak"])
def test_a_search_with_addresses_in_its_fields_is_no_address(text: str) -> None:
    assert not is_address(text)
