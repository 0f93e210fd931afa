"""Addresses within a site: the page of a conversation, a feed, a channel or a message; pictures.

Pages are named by hashes of their subject, because ids can be arbitrary text. A message is shown in
full on one page, its home, where it has an anchor.

Pictures are blobs beside the archives with the right hash and a picture format. They are copied
without decoding, so the reader's browser decodes them. `engine.blobs` parses each file completely
first: files that are truncated, too large or contain other data aren't copied.
"""

from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from types import MappingProxyType
from urllib.parse import quote, unquote

from tanglescope.engine.blobs.folders import BlobError, BlobFolders
from tanglescope.engine.blobs.formats import NoPictureError, PictureShape, examine
from tanglescope.engine.library import is_channel
from tanglescope.engine.message.keys import is_blob_id
from tanglescope.engine.message.uris import identifier, uri
from tanglescope.engine.site.folder import Folder
from tanglescope.engine.site.inputs import QuestionLog
from tanglescope.engine.site.markup import short_hash
from tanglescope.engine.tangle.references import channel_of

_MOST_INSIDE = 24 << 20
"""Bytes of embedded pictures in one page."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of a site: its `src`, and its size in pixels."""

    source: str
    width: int
    height: int

    @property
    def is_inside(self) -> bool:
        """Whether it is embedded in the page each time it is shown."""
        return self.source.startswith("data:")


class SitePictures:
    """The pictures of a site, each looked up when a page first refers to it."""

    def __init__(self, blobs: BlobFolders, folder: Folder | None = None) -> None:
        self._blobs = blobs
        self._folder = folder
        self._known: dict[str, Picture | None] = {}
        self._inside = 0

    def find(self, blob: str) -> Picture | None:
        """A picture by its hash; None if it is missing or not a picture."""
        if blob not in self._known:
            is_asked = bool(self._blobs) and is_blob_id(blob)
            self._known[blob] = (self._find_kept(blob) or self._read(blob)) if is_asked else None
        return self._known[blob]

    def _find_kept(self, blob: str) -> Picture | None:
        """A picture that was written before and is still among the blobs; it isn't read again."""
        found = self._blobs.find(blob) if self._folder is not None else None
        if self._folder is None or found is None or found.shape is None:
            return None
        name = _file_of(blob, found.shape)
        content = self._folder.intact(name)
        if content is None or len(content) != found.size:
            return None
        self._folder.keep(name)
        return Picture(name, found.shape.width, found.shape.height)

    def _read(self, blob: str) -> Picture | None:
        try:
            data = self._blobs.read(blob)
            shape = examine(data)
        except (BlobError, NoPictureError):
            return None
        source = self._write(blob, data, shape)
        return None if source is None else Picture(source, shape.width, shape.height)

    def _write(self, blob: str, data: bytes, shape: PictureShape) -> str | None:
        """The `src`, relative to the folder of the site."""
        if self._folder is not None:
            name = _file_of(blob, shape)
            self._folder.write(name, data)
            return name
        self._inside += len(data)
        if self._inside > _MOST_INSIDE:
            self._inside -= len(data)
            return None
        return f"data:{shape.type};base64,{b64encode(data).decode()}"


def _file_of(blob: str, shape: PictureShape) -> str:
    return f"pictures/{short_hash(blob)}.{shape.format}"


ONE_PAGE = ""
"""The page of a site that has only one."""

_SCHEMES = ("https://", "http://")
_LONGEST_LINK = 2048


def anchor(key: str) -> str:
    """The anchor of a message: its key, or a hash of a key that is arbitrary text."""
    found = identifier(key)
    is_key = found is not None and found.kind == "message" and key == str(found)
    return key if is_key else f"m-{short_hash(key)}"


@lru_cache(maxsize=1 << 14)
def fragment(key: str) -> str:
    """The fragment of a link to a message."""
    return "#" + quote(anchor(key), safe="/:=+@")


def target_of(
    link: str, inside: Callable[[str, str], str | None], *, has_client: bool = True
) -> str | None:
    """The target of a link in a message; `inside` finds feeds, messages and channels here.

    `has_client`: the reader has an SSB client, which opens what isn't here.
    """
    link = link.strip()[:_LONGEST_LINK]
    if link.lower().startswith(_SCHEMES):
        return link
    if is_channel(unquote(link)):
        name = channel_of(unquote(link))
        return None if name is None else inside("channel", name)
    found = identifier(link) or identifier(unquote(link))
    if found is None:
        return None
    there = uri(str(found)) if has_client else ""
    return inside(found.kind, str(found)) or there or None


PAGE_KINDS = frozenset({"conversation page", "feed page", "channel page", "home"})


def _describe_picture(picture: Picture | None) -> str:
    return "" if picture is None or picture.is_inside else repr(picture)


_NONE: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class SitePlaces:
    """The pages of a site, by what they show; paths are relative to its folder."""

    pages: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """By `PAGE_KINDS`; the home of a message is the page on which it is shown in full."""
    pictures: SitePictures = field(default_factory=lambda: SitePictures(BlobFolders()))
    questions: QuestionLog = field(default_factory=QuestionLog)

    def find(self, kind: str, name: str) -> str | None:
        """The page of a conversation, feed, channel or message."""
        found = self.pages.get(kind, _NONE).get(name)
        self.questions.note(kind, name, found or "")
        return found

    def find_picture(self, blob: str) -> Picture | None:
        """A picture, if it is here."""
        found = self.pictures.find(blob)
        self.questions.note("picture", blob, _describe_picture(found))
        return found

    def answers(self, kind: str, about: Sequence[str]) -> Mapping[str, str] | None:
        """The current answers to these questions; None for an unknown kind."""
        if kind == "picture":
            return {blob: _describe_picture(self.pictures.find(blob)) for blob in about}
        if kind not in PAGE_KINDS:
            return None
        pages = self.pages.get(kind, _NONE)
        return {name: pages.get(name, "") for name in about}

    def seen_from(self, page: str, own: Mapping[str, str] = _NONE) -> "View":
        """The addresses relative to a page; `own` are the pages of messages of its conversation."""
        return View(self, page, own)


@dataclass(frozen=True, slots=True)
class View:
    """The addresses of a site, relative to one of its pages."""

    places: SitePlaces
    page: str
    own: Mapping[str, str]
    """Links to messages stay within a conversation, because nodes of two graphs may share a name.
    """

    def to(self, page: str) -> str:
        """A link to another page."""
        return ("../" * self.page.count("/")) + page

    def conversation(self, address: str) -> str | None:
        """A link to a conversation, if it has a page."""
        return self._to(self.places.find("conversation page", address))

    def feed(self, feed: str) -> str | None:
        """A link to the page of a feed, if it has one."""
        return self._to(self.places.find("feed page", feed))

    def channel(self, name: str) -> str | None:
        """A link to the page of a channel, if it has one."""
        return self._to(self.places.find("channel page", name))

    def is_home(self, key: str) -> bool:
        """Whether this page is the home of a message."""
        return self.places.find("home", key) == self.page

    def message(self, key: str) -> str | None:
        """A link to a message where it is shown in full, if it is."""
        if (home := self.own.get(key) or self.places.find("home", key)) is None:
            return None
        return fragment(key) if home == self.page else self.to(home) + fragment(key)

    def picture(self, blob: str) -> Picture | None:
        """A picture, if it is here."""
        found = self.places.find_picture(blob)
        if found is None or found.is_inside:
            return found
        return replace(found, source=self.to(found.source))

    def reference(self, link: str) -> str | None:
        """The target of a link in a message: within the site, on the web, or in an SSB client."""
        return target_of(link, self._inside)

    def _inside(self, kind: str, name: str) -> str | None:
        match kind:
            case "channel":
                return self.channel(name)
            case "feed":
                return self.feed(name)
            case "message":
                return self.message(name)
            case _:
                return None

    def _to(self, page: str | None) -> str | None:
        return None if page is None else self.to(page)
