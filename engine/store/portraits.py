"""Portraits: the pictures that feeds give themselves, in `about` messages."""

from collections.abc import Iterable
from operator import attrgetter

from engine.blobs.links import blobs_in
from engine.store.contents import content_of
from engine.store.files.damage import reports_damage
from engine.store.files.database import reading
from engine.store.files.sqlite import Database

_LOOKED_AT = 64
"""So many messages of a feed about whatever are looked at, the latest first."""

_ABOUT = """SELECT value FROM feeds JOIN messages ON messages.author = feeds.id
    WHERE feeds.key = ? AND type = 'about' ORDER BY messages.sequence DESC LIMIT ?"""


@reports_damage(attrgetter("_database"))
class Portraits:
    """The pictures of the feeds of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of(self, feeds: Iterable[str]) -> dict[str, str]:
        """The blob of the latest picture of each feed that has one."""
        with reading(self._database):
            found = {feed: self._portrait(feed) for feed in dict.fromkeys(feeds)}
        return {feed: blob for feed, blob in found.items() if blob}

    def _portrait(self, feed: str) -> str:
        for (value,) in self._database.execute(_ABOUT, (feed, _LOOKED_AT)).fetchall():
            content = content_of(value)
            if isinstance(content, str) or content.get("about") != feed:
                continue
            image = content.get("image")
            for link in blobs_in({"image": image}):
                return link.id
        return ""
