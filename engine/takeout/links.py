"""Links: what a message refers to, as a part of the take-out, on the web, or in an SSB client."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from tanglescope.engine import wording
from tanglescope.engine.blobs.boxes import MARK
from tanglescope.engine.blobs.links import BlobLink
from tanglescope.engine.message.keys import is_blob_id
from tanglescope.engine.site.pictures import Picture
from tanglescope.engine.site.places import target_of
from tanglescope.engine.takeout.contents import TakenMessage
from tanglescope.engine.takeout.files import TakenFile, TakenFiles
from tanglescope.engine.wording import tr


class AttachedFile(NamedTuple):
    """A file that a message refers to besides its text; `file` is None if it isn't taken out."""

    name: str
    file: TakenFile | None


@dataclass(slots=True)
class MessageLinks:
    """The links of one message; pictures that its text shows are noted."""

    message: TakenMessage
    files: TakenFiles
    place: Callable[[str], str | None]
    """Returns the link to a message that is taken out, by its key."""

    has_client: bool = True
    """Whether the reader has an SSB client, for links to it."""

    _shown: set[str] = field(default_factory=set)

    def reference(self, link: str) -> str | None:
        """The target of a link; None if it has none."""
        return target_of(link, self._inside, has_client=self.has_client)

    def picture(self, blob: str) -> Picture | None:
        """A picture; None if it isn't taken out."""
        id_, _, key = blob.partition(MARK)
        if not is_blob_id(id_):
            return None
        link = BlobLink(id_, key=key, is_picture=True)
        declared = (each for each in self.message.files if each.address == link.address)
        found = self.files.picture(next(declared, link))
        if found is not None:
            self._shown.add(link.address)
        return found

    def attached(self) -> Iterator[AttachedFile]:
        """The files that the message refers to and that its text hasn't shown."""
        for link in self.message.files:
            if link.address not in self._shown:
                found = self.files.find(link)
                yield AttachedFile(link.name or tr("a file") if found else _missing(link), found)

    def _inside(self, kind: str, name: str) -> str | None:
        return self.place(name) if kind == "message" else None


def _missing(link: BlobLink) -> str:
    """A file that isn't taken out: its name, type and size as declared."""
    size = f"{wording.number(link.size)} B" if link.size else ""
    text = " · ".join(filter(None, (link.name, link.type, size)))
    return tr("File that isn't here: {file}", file=text or link.id)
