"""Exports: a conversation, or a part of it, in a format that other programs read.

The command `show` prints them and the window writes them into files; both get the same bytes.
Drawing modules are imported only for pictures.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

from tanglescope.engine.drawing.eliding import (
    EVERYTHING,
    Filters,
    ShownShape,
    apply_filters,
    bound_shape,
    part,
)
from tanglescope.engine.drawing.extra_edges import ExtraEdges, extra_edges
from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.export.messages import depth_words, excerpt, message_answer, pzp_words
from tanglescope.engine.language.wording import tr
from tanglescope.engine.library import Conversation, Library, StoredMessage
from tanglescope.engine.message.uris import cut_id
from tanglescope.engine.system.files import write_whole
from tanglescope.engine.tangle.names import told_apart
from tanglescope.engine.tangle.titles import one_line

if TYPE_CHECKING:
    from tanglescope.engine.drawing.diagram_text import DrawnMessage
    from tanglescope.engine.drawing.figures import TangleFigure
    from tanglescope.engine.drawing.shape import Shape
    from tanglescope.engine.drawing.svg import Card


PICTURES = ("svg", "png", "mermaid", "dot")
"""The formats that draw a conversation."""

_AT_ONCE = 500
_LABEL = 40  # characters of a message in a diagram
_MOST_DRAWN = 20_000

Rasterize: TypeAlias = Callable[[str], bytes]
"""Makes a PNG of an SVG; it is passed by callers that can paint."""


class PictureTooLarge(TanglescopeError):
    """A picture with more messages than programs can open."""

    def __init__(self, messages: int, most: int = _MOST_DRAWN) -> None:
        super().__init__(
            tr(
                "{messages:,} messages are too many for a picture; the limit is {most:,}. "
                "Export a part of them, or fold linear runs.",
                messages=messages,
                most=most,
            )
        )


@dataclass(frozen=True, slots=True)
class ExportSelection:
    """What to export of the conversation at `address`: all of it, or only some keys.

    `by` is the order, None for the conversation's own; `extra` names the kinds of extra edges that
    pictures show. With `backlinks`, pictures have the form of the specifications.
    """

    address: str
    by: str | None = None
    keys: frozenset[str] | None = None
    filters: Filters = EVERYTHING
    theme: str = "light"
    extra: frozenset[str] = frozenset()
    deleted: bool = False
    """Whether to show the text of messages that their authors deleted."""
    signed: bool = False
    """Whether edits and deletions are messages of their own, as they were signed (JSON)."""
    backlinks: bool = False
    linear: bool = False
    """Whether pictures show each message after the one before it in the order."""


def export_bytes(
    library: Library, wanted: ExportSelection, form: str, rasterize: Rasterize | None = None
) -> Iterator[bytes]:
    """The bytes of an export, in batches. Raises `TanglescopeError`."""
    if form == "png":
        if rasterize is None:
            raise TanglescopeError(tr("PNG pictures can't be drawn here. Export an SVG instead."))
        yield rasterize("".join(_svg(library, wanted)))
        return
    for text in FORMS[form](library, wanted):
        yield text.encode("utf-8", "replace")


def write_export(
    library: Library, wanted: ExportSelection, form: str, file: Path, rasterize: Rasterize
) -> None:
    """Write an export to a file, atomically. Raises `TanglescopeError`."""
    write_whole(file, export_bytes(library, wanted, form, rasterize))


def read(
    library: Library, conversation: Conversation, keys: Sequence[str]
) -> Iterator[tuple[StoredMessage, dict[str, str]]]:
    """Yield the messages with all their causes, read in batches, and the names of their people."""
    for first in range(0, len(keys), _AT_ONCE):
        page = keys[first : first + _AT_ONCE]
        messages = conversation.messages_with_causes(page)
        names = library.names(feed for message in messages.values() for feed in message.people)
        for key in page:
            if key in messages:
                yield messages[key], names


def rows(library: Library, address: str, by: str | None = None) -> list[dict[str, object]]:
    """The messages of a conversation as dictionaries, in an order or in its own.

    They have the fields of `show --json`. Raises `UnknownConversation`.
    """
    conversation = library.conversation(address, by, as_read=True)
    messages = read(library, conversation, conversation.in_order())
    return [message_answer(message, names) for message, names in messages]


def select_keys(conversation: Conversation, wanted: ExportSelection) -> list[str]:
    """The keys of the wanted messages, in reading order."""
    order = conversation.in_order()
    if wanted.keys is None and not wanted.filters:
        return order
    shape = _find_shape(conversation, wanted).shape
    here = set(shape.keys[: shape.present])
    return [key for key in order if key in here]


def _json(library: Library, wanted: ExportSelection) -> Iterator[str]:
    conversation = library.conversation(wanted.address, wanted.by, as_read=not wanted.signed)
    keys = select_keys(conversation, wanted)
    shown = [
        message_answer(*each, deleted=wanted.deleted) for each in read(library, conversation, keys)
    ]
    for answer in shown:
        extras = conversation.extras_of(str(answer["key"]), wanted.extra)
        answer |= dict.fromkeys(wanted.extra)
        answer |= {name: extra.value for name, extra in extras.items()}
    address = conversation.address.in_order_by(None)
    whole = {
        "root": address.subject,
        "address": str(address),
        "by": conversation.order,
        **conversation.facts(),
        "messages": shown,
    }
    yield json.dumps(whole, separators=(",", ":")) + "\n"


def _ndjson(library: Library, wanted: ExportSelection) -> Iterator[str]:
    """The messages as they were read, as an archive that can be imported."""
    conversation = library.conversation(wanted.address, wanted.by)
    for line in conversation.records(select_keys(conversation, wanted)):
        yield line.decode()


def _mermaid(library: Library, wanted: ExportSelection) -> Iterator[str]:
    from tanglescope.engine.drawing.diagram_text import mermaid

    drawing = _prepare_drawing(library, wanted)
    yield mermaid(drawing.messages, drawing.extra, drawing.figure)
    if drawing.left_out:
        yield f"  %% {drawing.left_out}\n"


def _dot(library: Library, wanted: ExportSelection) -> Iterator[str]:
    from tanglescope.engine.drawing.diagram_text import dot

    drawing = _prepare_drawing(library, wanted)
    if drawing.left_out:
        yield f"// {drawing.left_out}\n"
    yield dot(drawing.messages, drawing.extra, drawing.figure)


def _svg(library: Library, wanted: ExportSelection) -> Iterator[str]:
    from tanglescope.engine.drawing import diagram, layered
    from tanglescope.engine.drawing.svg import diagram_svg, figure_svg, layered_svg, strands_svg
    from tanglescope.engine.drawing.tints import palette

    conversation = library.conversation(wanted.address, wanted.by)
    shown = bound_shape(_find_shape(conversation, wanted))
    shape, look = shown.shape, palette(wanted.theme).among(conversation.writers())
    figure = _figure(conversation, shape, wanted)
    most = layered.MOST if figure else _MOST_DRAWN
    if len(shape) > most:
        raise PictureTooLarge(len(shape), most)
    extra = _extra(conversation, shape, wanted)
    left_out = str(shown.left_out)
    if figure and figure.strands:
        cards = cards_of(library, wanted.address, shape, figure)
        return strands_svg(figure, cards, look, left_out)
    if len(shape) > layered.MOST:
        names = told_apart(library.names(shape.feeds))
        laid = diagram.lay_out(shape)
        return diagram_svg(laid, shown.elided, names, look, extra, left_out)
    cards = cards_of(library, wanted.address, shape, figure)
    if figure:
        sideways = layered.lay_out_in_layers(shown, is_sideways=True)
        return figure_svg(sideways, cards, figure, look, extra, left_out)
    return layered_svg(layered.lay_out_in_layers(shown), cards, look, extra, left_out)


FORMS: Mapping[str, Callable[[Library, ExportSelection], Iterator[str]]] = MappingProxyType(
    {"json": _json, "ndjson": _ndjson, "mermaid": _mermaid, "dot": _dot, "svg": _svg}
)
"""The formats that need no painter."""


def cards_of(
    library: Library, address: str, shape: "Shape", figure: "TangleFigure | None" = None
) -> dict[str, "Card"]:
    """The texts in the boxes of a small picture: of a shape, or of the strands of a figure."""
    from tanglescope.engine.drawing.svg import Card

    keys = shape.keys[: shape.present]
    cards = {key: Card("", "missing", cut_id(key)) for key in shape.keys}
    if figure and figure.strands:
        keys, cards = figure.order, {}
    called = _names_in(library, shape, figure)
    for message, names in read(library, library.conversation(address), keys):
        text = _text_in_box(message, names, called, figure)
        author = _join_parts(one_line(called[message.author], _LABEL), depth_words(message))
        cards[message.key] = Card(message.hue, author, text, pzp_words(message))
    return cards


def _join_parts(*parts: str) -> str:
    """Join the parts of a label; empty ones are left out."""
    return " · ".join(filter(None, parts))


def _find_shape(conversation: Conversation, wanted: ExportSelection) -> ShownShape:
    """What is drawn: with causes, or in a row."""
    from tanglescope.engine.drawing.shape import in_a_row

    shown = _filter_shape(conversation, wanted)
    if not wanted.linear:
        return shown
    return ShownShape(in_a_row(shown.shape, conversation.in_order()), {}, frozenset(), 0)


def _filter_shape(conversation: Conversation, wanted: ExportSelection) -> ShownShape:
    shape = conversation.shape()
    if wanted.keys is not None:
        return part(shape, frozenset(shape.numbers(wanted.keys).values()))
    return apply_filters(shape, wanted.filters)


def _extra(
    conversation: Conversation, shape: "Shape", wanted: ExportSelection
) -> tuple[ExtraEdges, ...]:
    """The extra edges of a picture; in a figure, all point back."""
    find, related = conversation.in_order, conversation.relations
    return extra_edges(find, related, shape, wanted.extra, points_back=wanted.backlinks)


def _figure(
    conversation: Conversation, shape: "Shape", wanted: ExportSelection
) -> "TangleFigure | None":
    """The figure of the wanted part, if it is to be drawn as one."""
    if not wanted.backlinks:
        return None
    from tanglescope.engine.drawing.shape import find_disconnected, roots_of

    whole = _filter_shape(conversation, wanted).shape if wanted.linear else shape
    figure = replace(
        conversation.figure(), roots=roots_of(whole), disconnected=find_disconnected(whole)
    )
    if wanted.keys is None and not wanted.filters:
        return figure
    here = set(shape.keys[: shape.present])
    return replace(figure, order=tuple(key for key in figure.order if key in here))


def _names_in(library: Library, shape: "Shape", figure: "TangleFigure | None") -> dict[str, str]:
    """The names of everyone in a picture."""
    people = {feed for _, named in figure.labels.values() for feed in named} if figure else set()
    if figure:
        people |= {message.author for message in library.messages(figure.order).values()}
    return told_apart(library.names({*shape.feeds, *people}))


def _text_in_box(
    message: StoredMessage,
    names: dict[str, str],
    called: Mapping[str, str],
    figure: "TangleFigure | None",
) -> str:
    """The text of a message in its box."""
    if figure is None or message.key not in figure.labels:
        return excerpt(message, names, _LABEL)
    label, people = figure.labels[message.key]
    named = ", ".join(sorted((one_line(called[feed], _LABEL) for feed in people), key=str.casefold))
    return one_line(label.format(people=named), _LABEL)


@dataclass(frozen=True, slots=True)
class _Drawing:
    """A diagram as text: boxes, missing messages first, extra edges, and what it leaves out."""

    messages: list["DrawnMessage"]
    extra: tuple[ExtraEdges, ...]
    left_out: str
    figure: "TangleFigure | None"


def _prepare_drawing(library: Library, wanted: ExportSelection) -> _Drawing:
    from tanglescope.engine.drawing.diagram_text import DrawnMessage

    conversation = library.conversation(wanted.address, wanted.by)
    shown = bound_shape(_find_shape(conversation, wanted))
    shape = shown.shape
    figure = _figure(conversation, shape, wanted)
    numbers = {key: number for number, key in enumerate(shape.keys)}
    ghosts = sorted(shape.keys[shape.present :])
    order = [key for key in conversation.in_order() if key in numbers]
    if figure and figure.strands:
        ghosts, order = [], list(figure.order)
    drawn = [DrawnMessage(ghost, cut_id(ghost), (), is_ghost=True) for ghost in ghosts]
    called = _names_in(library, shape, figure)
    for message, names in read(library, conversation, order):
        text = _text_in_box(message, names, called, figure)
        said = ": ".join(filter(None, (called[message.author], text)))
        label = _join_parts(one_line(said, _LABEL), depth_words(message))
        near, far = _causes(shown, numbers.get(message.key))
        mark = figure.mark(message.key) if figure else None
        text = pzp_words(message)
        drawn.append(DrawnMessage(message.key, label, near, False, far, text, mark))
    extra = _extra(conversation, shape, wanted)
    return _Drawing(drawn, extra, str(shown.left_out), figure)


def _causes(shown: ShownShape, number: int | None) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What a message comes after: directly, and through messages that aren't shown."""
    near: list[str] = []
    far: list[str] = []
    for cause in () if number is None else shown.shape.causes.of(number):
        (far if (cause, number) in shown.elided else near).append(shown.shape.keys[cause])
    return tuple(near), tuple(far)
