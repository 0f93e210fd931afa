"""Addresses that are typed or pasted into the fields of the window."""

from collections.abc import Callable

from PySide6.QtWidgets import QLineEdit

from tanglescope.engine.typed_address import is_address, is_short_id

_LEAST_PASTED = 7


def watch_for_addresses(field: QLineEdit, found: Callable[[str], None]) -> None:
    """Report the text of a field when it looks like an address or a pasted short id, or at Enter.

    A short id that is typed could go on.
    """
    length = 0

    def look(text: str) -> None:
        nonlocal length
        is_pasted = len(text) - length >= _LEAST_PASTED
        length = len(text)
        if is_address(text) or (is_pasted and is_short_id(text)):
            found(text)

    field.textChanged.connect(look)
    field.returnPressed.connect(lambda: found(field.text()))
