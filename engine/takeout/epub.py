"""EPUB: a take-out as a book, in the format EPUB 3.3.

A book is a ZIP file of pages in XHTML. Pages are made of the same elements as those of a site, load
nothing from outside of the book, and have no scripts. The same messages make the same bytes.
"""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import NamedTuple
from uuid import NAMESPACE_URL, uuid5
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from tanglescope.engine.blobs.folders import BlobFolders
from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.export.conversations import ExportSelection
from tanglescope.engine.language.wording import current_language, plural, tr
from tanglescope.engine.site.library_reader import LibraryReader
from tanglescope.engine.site.markup import Html, element, join_html
from tanglescope.engine.site.messages import time_element
from tanglescope.engine.site.places import Picture
from tanglescope.engine.site.texts import image, marked_up
from tanglescope.engine.system.files import replacing, unwritable
from tanglescope.engine.takeout.contents import (
    Chapter,
    Contents,
    MessageLinks,
    TakenFiles,
    TakenMessage,
    TakeoutReport,
    anchor,
    contents_of,
    taken_messages,
)

_MOST_IN_CHAPTER = 200
"""Messages in a file: readers of e-books load a file as a whole."""

_XML = Html('<?xml version="1.0" encoding="utf-8"?>\n')
_ROOM = "http://www.w3.org/1999/xhtml"
_EARLIEST = datetime(2000, 1, 1, tzinfo=UTC)
_STYLE = """\
body { font-family: serif; line-height: 1.4; margin: 0 1em; }
h1 { font-size: 1.5em; }
h2 { font-size: 1em; margin: 2em 0 0; border-top: 1px solid #999; padding-top: 0.5em; }
h3, h4, h5, h6 { font-size: 1em; }
.facts, .answers { font-size: 0.8em; color: #666; margin: 0.2em 0; }
.event, .missing { font-style: italic; }
img { max-width: 100%; height: auto; }
pre { white-space: pre-wrap; }
blockquote { margin: 0 0 0 1em; border-left: 2px solid #999; padding-left: 0.7em; }
"""


class _Item(NamedTuple):
    """A file of a book, as its package lists it."""

    path: str
    type: str
    properties: str | None = None


class _Book:
    """Writes the files of a book, and remembers them for the package."""

    def __init__(self, archive: ZipFile) -> None:
        self._archive = archive
        self.items: list[_Item] = []

    def add(self, item: _Item, content: bytes) -> None:
        """Add a file that the package lists."""
        self.items.append(item)
        is_picture = item.type.startswith("image/")
        self.put(f"book/{item.path}", content, ZIP_STORED if is_picture else ZIP_DEFLATED)

    def add_picture(self, path: str, content: bytes) -> None:
        """Add a picture; its suffix is that of its format."""
        self.add(_Item(path, f"image/{path.rpartition('.')[2]}"), content)

    def put(self, path: str, content: bytes, method: int = ZIP_DEFLATED) -> None:
        """Write a file, with a time that is always the same."""
        info = ZipInfo(path)
        info.compress_type = method
        self._archive.writestr(info, content)


def write_epub(
    desk: LibraryReader, wanted: ExportSelection, blobs: BlobFolders, file: Path
) -> TakeoutReport:
    """Write a conversation as a book. Raises `TanglescopeError`."""
    with desk.library.one_version():
        contents = contents_of(desk, wanted, _MOST_IN_CHAPTER)
        try:
            with replacing(file) as growing, ZipFile(growing, "w") as archive:
                files = _write(desk, contents, blobs, _Book(archive))
        except OSError as error:
            raise TanglescopeError(unwritable(file, error)) from None
    return TakeoutReport(contents, files.count_taken, files.missing)


def _write(desk: LibraryReader, contents: Contents, blobs: BlobFolders, book: _Book) -> TakenFiles:
    book.put("mimetype", b"application/epub+zip", ZIP_STORED)
    book.put("META-INF/container.xml", _container())
    book.add(_Item("style.css", "text/css"), _STYLE.encode())
    files = TakenFiles(blobs, book.add_picture, only_pictures=True)
    portrait = files.portrait(desk, contents.feed)
    cover = _page(contents.title, join_html(_title_page(contents, portrait)))
    book.add(_Item("title.xhtml", _XHTML), cover)
    for chapter in contents.chapters:
        main = join_html(_chapter(desk, contents, chapter, files))
        book.add(_Item(f"{chapter.stem}.xhtml", _XHTML), _page(chapter.title, main))
    book.add(_Item("contents.xhtml", _XHTML, "nav"), _page(tr("Contents"), _navigation(contents)))
    book.put("book/package.opf", _package(contents, book.items))
    return files


_XHTML = "application/xhtml+xml"


def _container() -> bytes:
    root = element(
        "rootfile",
        **{"full-path": "book/package.opf", "media-type": "application/oebps-package+xml"},
    )
    return _xml(
        element(
            "container",
            element("rootfiles", root),
            version="1.0",
            xmlns="urn:oasis:names:tc:opendocument:xmlns:container",
        )
    )


def _xml(root: Html) -> bytes:
    return join_html([_XML, root, "\n"]).encode("utf-8", "replace")


def _page(title: str, main: Html) -> bytes:
    head = element(
        "head",
        element("title", title),
        element("link", rel="stylesheet", type="text/css", href="style.css"),
    )
    language = {"lang": current_language(), "xml:lang": current_language()}
    body = element("body", main)
    return _xml(
        element(
            "html",
            head,
            "\n",
            body,
            xmlns=_ROOM,
            **{"xmlns:epub": "http://www.idpf.org/2007/ops"},
            **language,
        )
    )


def _title_page(contents: Contents, portrait: Picture | None) -> Iterator[Html]:
    yield element("h1", contents.title, dir="auto")
    if portrait is not None:
        yield element("p", image(portrait, contents.title))
    if not contents.feed:
        yield element("p", ", ".join(contents.authors), dir="auto")
    yield element("p", plural("{n:,} messages", "{n:,} message", contents.messages))
    for sentence in contents.words_left_out():
        yield element("p", sentence, class_="facts")
    yield element("p", tr("Written by Tanglescope. Times are in UTC."), class_="facts")


def _navigation(contents: Contents) -> Html:
    pages = [("title.xhtml", contents.title)]
    pages += [(f"{chapter.stem}.xhtml", chapter.title) for chapter in contents.chapters]
    items = [element("li", element("a", title, href=path)) for path, title in pages]
    return element(
        "nav",
        element("h1", tr("Contents")),
        element("ol", *items),
        **{"epub:type": "toc"},
    )


def _chapter(
    desk: LibraryReader, contents: Contents, chapter: Chapter, files: TakenFiles
) -> Iterator[Html]:
    yield element("h1", chapter.title, dir="auto")
    place = partial(contents.place, here=chapter.stem, suffix=".xhtml", mark="#")
    for message in taken_messages(desk, contents, chapter):
        links = MessageLinks(message, files, place, has_client=False)
        yield element("section", *_message(message, links), id=anchor(message.key))
        yield Html("\n")


def _message(message: TakenMessage, links: MessageLinks) -> Iterator[Html]:
    when = time_element(message.time.timestamp() * 1000) if message.time else None
    parts: list[Html | str] = [element("bdi", message.author)] if message.author else []
    parts += [when] if when else []
    heading: list[Html | str] = []
    for part in (*parts, *message.badges):
        heading += [" · ", part] if heading else [part]
    yield element("h2", *heading)
    if message.answers:
        yield element("p", *_answers(message, links), class_="answers", dir="auto")
    said = join_html(_body(message, links))
    if message.warning is None:
        yield said
    else:
        warned = tr("Content warning: {warning}", warning=message.warning)
        yield element("details", element("summary", warned), said)
    yield element("p", message.key, class_="facts")


def _answers(message: TakenMessage, links: MessageLinks) -> Iterator[Html | str]:
    shown: list[Html | str] = []
    for answer in message.answers:
        target = links.place(answer.key)
        shown += ["; "] if shown else []
        shown.append(element("a", answer.words, href=target) if target else answer.words)
    yield join_html([tr("comes after"), " ", *shown])


def _body(message: TakenMessage, links: MessageLinks) -> Iterator[Html]:
    if message.text is not None:
        yield marked_up(message.text, links)
    else:
        yield element("p", message.sentence, class_="event", dir="auto")
        if message.facts:
            yield element("ul", *(element("li", fact, dir="auto") for fact in message.facts))
    for name, file in links.attached_files():
        if file is None or file.shape is None:
            yield element("p", name, class_="missing", dir="auto")
        else:
            picture = Picture(file.path, file.shape.width, file.shape.height)
            yield element("p", image(picture, name))


def _package(contents: Contents, items: Sequence[_Item]) -> bytes:
    """The package document: what the book is about, its files and their order."""
    times = [
        each for chapter in contents.chapters for each in (chapter.first, chapter.last) if each
    ]
    modified = max(times, default=_EARLIEST)
    about = [
        element("dc:identifier", f"urn:uuid:{_uuid(contents)}", id="id"),
        element("dc:title", contents.title),
        element("dc:language", current_language()),
        *(element("dc:creator", author) for author in contents.authors),
        element("dc:source", contents.summary.address),
        *([element("dc:date", _instant(min(times)))] if times else []),
        element("meta", _instant(modified), property="dcterms:modified"),
    ]
    listed = [
        element(
            "item",
            id=f"i{number}",
            href=item.path,
            properties=item.properties,
            **{"media-type": item.type},
        )
        for number, item in enumerate(items)
    ]
    pages = [
        element("itemref", idref=f"i{number}")
        for number, item in enumerate(items)
        if item.type == _XHTML and item.properties is None
    ]
    return _xml(
        element(
            "package",
            element("metadata", *about, **{"xmlns:dc": "http://purl.org/dc/elements/1.1/"}),
            element("manifest", *listed),
            element("spine", *pages),
            version="3.0",
            xmlns="http://www.idpf.org/2007/opf",
            **{"unique-identifier": "id", "xml:lang": current_language()},
        )
    )


def _uuid(contents: Contents) -> str:
    """The id of the book, the same for every export of a conversation."""
    name = contents.summary.address.encode("utf-8", "backslashreplace").decode()
    return str(uuid5(NAMESPACE_URL, name))


def _instant(moment: datetime) -> str:
    return f"{moment.replace(microsecond=0, tzinfo=None).isoformat()}Z"
