"""One conversation as one file."""

from pathlib import Path

from engine.blobs.folders import BlobFolders
from engine.library import Conversation
from engine.site.asking import Desk
from engine.site.frame import lone_page
from engine.site.markup import joined
from engine.site.pictures import SitePictures
from engine.site.places import ONE_PAGE, SitePlaces
from engine.site.timeline import TimelinePages, heading, title_of
from engine.whole_files import write_whole

_NO_BLOBS = BlobFolders()


def one_page(desk: Desk, conversation: Conversation, blobs: BlobFolders = _NO_BLOBS) -> str:
    """A conversation as a page that needs no other file. Raises `NotPublic`."""
    desk.require_public(conversation)
    pages = TimelinePages(desk, conversation, size=None)
    homes = dict.fromkeys(pages.keys(0), ONE_PAGE)
    for key in desk.closed():
        homes.pop(key, None)
    view = SitePlaces(homes=homes, pictures=SitePictures(blobs)).seen_from(ONE_PAGE)
    summary = conversation.summary()
    main = joined([heading(summary, conversation.order, desk), pages.rows(0, view)])
    return lone_page(title_of(summary, desk), main)


def write_one_page(desk: Desk, address: str, file: Path, blobs: BlobFolders = _NO_BLOBS) -> None:
    """Write a conversation into one file. Raises `TanglescopeError`."""
    page = one_page(desk, desk.library.conversation(address), blobs)
    write_whole(file, [page.encode("utf-8", "replace")])
