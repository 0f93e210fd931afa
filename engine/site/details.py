"""Details of a message below its text: facts, the board of a game, pictures and files."""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any

from tanglescope.engine import wording
from tanglescope.engine.blobs.links import BlobLink, blobs_in
from tanglescope.engine.drawing.chess_board import EMPTY, SIDE
from tanglescope.engine.drawing.tints import CELLS, identicon
from tanglescope.engine.site.lanes import color_class
from tanglescope.engine.site.markup import Html, element, written
from tanglescope.engine.site.places import View
from tanglescope.engine.site.texts import image
from tanglescope.engine.wording import tr

_SIGNS = dict(zip("kqrbnp", "♚♛♜♝♞♟", strict=True))
_TEXT_NOT_EMOJI = "\ufe0e"
_SQUARE = 10
_MOST_FILES = 24


def facts_list(facts: Iterable[tuple[str, str]]) -> Html | None:
    """Facts as a list; None if there are none."""
    lines = [
        element("li", element("span", label) if label else None, " " if label else None, _bdi(text))
        for label, text in facts
    ]
    return element("ul", *lines, class_="details") if lines else None


def _bdi(text: str) -> Html:
    return element("bdi", text)


def board(rows: tuple[str, ...]) -> Html:
    """A position, white at the bottom, described by its ranks for those who hear it."""
    side = SIDE * _SQUARE
    dark = "".join(
        f"M{column * _SQUARE} {row * _SQUARE}h{_SQUARE}v{_SQUARE}h-{_SQUARE}z"
        for row in range(SIDE)
        for column in range(SIDE)
        if (row + column) % 2
    )
    pieces = [
        element(
            "text",
            _SIGNS[piece.lower()] + _TEXT_NOT_EMOJI,
            x=column * _SQUARE + _SQUARE // 2,
            y=row * _SQUARE + 8,
            class_="white" if piece.isupper() else None,
        )
        for row, squares in enumerate(rows)
        for column, piece in enumerate(squares)
        if piece != EMPTY
    ]
    return element(
        "svg",
        element("rect", width=side, height=side),
        element("path", d=dark),
        *pieces,
        class_="board",
        viewBox=f"0 0 {side} {side}",
        role="img",
        aria_label=tr("Position: {ranks}", ranks=" / ".join(rows)),
    )


@lru_cache(maxsize=4096)
def drawn_face(feed: str, writers: tuple[str, ...] = ()) -> Html:
    """A drawn picture for a feed without one, the same as in the window."""
    cells = "".join(f"M{column} {row}h1v1h-1z" for column, row in identicon(feed))
    margin = CELLS * 0.235
    return element(
        "svg",
        element("path", d=cells),
        class_=f"face {color_class(feed, writers)}",
        viewBox=f"-{margin:g} -{margin:g} {CELLS + 2 * margin:g} {CELLS + 2 * margin:g}",
        aria_hidden="true",
    )


def attached(
    content: Mapping[str, Any],
    said: Html,
    view: View,
    clean: Callable[[str], str],
    own: str = "",
) -> list[Html]:
    """The pictures and files that a message refers to and that aren't in its text `said`.

    `own` is the blob of the picture of a gathering or a book, which later messages may change.
    """
    text = content.get("text")
    inside = text if isinstance(text, str) else ""
    shown: list[Html] = []
    rows: list[Html] = []
    links = blobs_in(content)
    if own:
        kept = (each for each in links if each.id != own and not each.is_picture)
        links = (next((each for each in links if each.id == own), BlobLink(own)), *kept)
    for link in links[:_MOST_FILES]:
        picture = None if link.is_encrypted else view.picture(link.id)
        if picture is not None:
            if f'src="{written(picture.source)}"' not in said:
                name = clean(link.name) or tr("a picture without a description")
                shown.append(image(picture, name))
        elif not (link.is_picture and f"]({link.id}" in inside):
            rows.append(element("li", _bdi(_missing_file(link, clean))))
    parts = [element("p", *shown, class_="pictures")] if shown else []
    return [*parts, element("ul", *rows, class_="files")] if rows else parts


def _missing_file(link: BlobLink, clean: Callable[[str], str]) -> str:
    """A file that isn't on the page: its name, type and size as declared."""
    size = f"{wording.number(link.size)} B" if link.size else ""
    text = " · ".join(filter(None, (clean(link.name), clean(link.type), size)))
    return tr("File that isn't on this page: {file}", file=text or link.id)
