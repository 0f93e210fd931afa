"""Mailmaps: what a Git repository says about the names and addresses of its people."""

import re
from collections.abc import Iterable

_ENTRY = re.compile(r"\s*([^<>]*?)\s*<([^<>]*)>(?:\s*([^<>]*?)\s*<([^<>]*)>)?")

Identity = tuple[str, str]
"""A name and an address."""


class Mailmap:
    """Replaces the names and addresses of commits by proper ones; see `git help mailmap`."""

    def __init__(self, lines: Iterable[str] = ()) -> None:
        self._proper: dict[tuple[str | None, str], Identity] = {}
        for line in lines:
            found = None if line.lstrip().startswith("#") else _ENTRY.match(line)
            if found is not None:
                self._enter(*found.groups())

    def _enter(self, name: str, address: str, of_name: str | None, of: str | None) -> None:
        """Enter a line: the proper name and address, and those of commits."""
        if of is None:
            address, of = "", address
        key = (of_name.casefold() if of_name else None, of.casefold())
        known = self._proper.get(key, ("", ""))
        self._proper[key] = name or known[0], address or known[1]

    def proper(self, name: str, address: str) -> Identity:
        """The proper name and address of a person in a commit."""
        found = self._proper.get((name.casefold(), address.casefold()))
        found = found or self._proper.get((None, address.casefold()), ("", ""))
        return found[0] or name, found[1] or address
