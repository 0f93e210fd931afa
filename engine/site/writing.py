"""One conversation as one file."""

from pathlib import Path

from engine.errors import TanglescopeError
from engine.library import Conversation
from engine.site.asking import Desk
from engine.site.frame import lone_page
from engine.site.markup import joined
from engine.site.places import ONE_PAGE, SitePlaces
from engine.site.timeline import TimelinePages, heading, title_of
from engine.whole_files import write_whole
from engine.wording import tr


class NotPublic(TanglescopeError):
    """A private conversation that nobody has asked to write into pages."""

    def __init__(self, address: str) -> None:
        super().__init__(
            tr(
                "{address} is private. Pages can be read by everyone who has them;"
                " --private writes it all the same.",
                address=address,
            )
        )


def one_page(desk: Desk, conversation: Conversation) -> str:
    """A conversation as a page that needs no other file. Raises `NotPublic`."""
    if not (conversation.is_public or desk.private):
        raise NotPublic(str(conversation.address))
    pages = TimelinePages(desk, conversation, size=None)
    places = SitePlaces(homes=dict.fromkeys(pages.keys(0), ONE_PAGE))
    view = places.seen_from(ONE_PAGE)
    main = joined([heading(conversation, desk), pages.rows(0, view)])
    return lone_page(title_of(conversation, desk), main)


def write_one_page(desk: Desk, address: str, file: Path) -> None:
    """Write a conversation into one file. Raises `TanglescopeError`."""
    page = one_page(desk, desk.library.conversation(address))
    write_whole(file, [page.encode("utf-8", "replace")])
