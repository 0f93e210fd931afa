"""What a name can be: any text that has a UTF-8 form, the empty one included.

Names compare by code point, as Python's strings and SQLite's BINARY do, and as UTF-16 (JavaScript,
Qt) does not. They are never normalized.
"""

from engine.linear.errors import InvalidName


def check_name(name: object) -> None:
    """Raise `TypeError` or `InvalidName` for what cannot name an event."""
    if not isinstance(name, str):
        raise TypeError(f"a name is a string, not {name!r}")
    if not name.isascii():
        try:
            name.encode()
        except UnicodeEncodeError:
            raise InvalidName(name) from None
