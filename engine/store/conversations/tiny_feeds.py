"""Feeds of tinySSB, by their keys in hexadecimal digits."""

import re

from engine.archive.graphs.pieces import TINY_FEED
from engine.store.conversations.address import Address
from engine.store.conversations.graphs import GraphFiles
from engine.store.conversations.kind import Listing

_KEY = re.compile(r"[0-9a-f]{64}", re.ASCII)


class TinyFeeds(GraphFiles):
    """Feeds of tinySSB."""

    listing = Listing.FEEDS
    kind = TINY_FEED
    is_signed = True

    def read(self, text: str) -> Address | None:
        """The address of a feed."""
        address = super().read(text)
        return address if address is not None and _KEY.fullmatch(address.subject) else None
