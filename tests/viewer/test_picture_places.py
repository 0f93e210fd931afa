"""Pictures keep the place in the text where their author put them."""

from collections.abc import Sequence
from itertools import groupby

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont, QImage, QPainter, QTextDocument
from PySide6.QtWidgets import QApplication

from tanglescope.viewer.markdown import MessageDocument
from tanglescope.viewer.picture_places import blocks_of, free_blocks, is_free, text_between
from tanglescope.viewer.theme import load
from tests.engine.blobs.pictures import blob_id

BOAT, SEA, ELSEWHERE = (blob_id(name) for name in (b"boat", b"sea", b"elsewhere"))


class Reserved:
    """Places for two pictures, which notes what was reserved."""

    def __init__(self) -> None:
        self.rows: list[tuple[list[str], float]] = []

    def __contains__(self, address: object) -> bool:
        return address in (BOAT, SEA)

    def reserve(self, addresses: Sequence[str], indent: float) -> QSize:
        self.rows.append((list(addresses), indent))
        return QSize(100 * len(addresses), 80)


def laid_out(text: str, places: Reserved) -> MessageDocument:
    made = MessageDocument(text, QFont("DejaVu Sans", 10), load("light"), places)
    made.setTextWidth(400)
    return made


def paragraphs(document: QTextDocument) -> list[str]:
    """Return the paragraphs of a document; the free ones are empty strings."""
    return ["" if is_free(each.blockFormat()) else each.text() for each in blocks_of(document)]


Item = str | int

ITEMS = st.one_of(st.sampled_from(["oak", "mast", "Ann's"]), st.sampled_from([0, 1]))
PARAGRAPHS = st.lists(st.lists(ITEMS, min_size=1, max_size=6), min_size=1, max_size=5)


def expected(said: list[list[Item]]) -> tuple[list[str], list[list[str]]]:
    """Return the paragraphs and the rows of pictures of a text, by another way than Qt's."""
    lines: list[str] = []
    rows: list[list[str]] = []
    for paragraph in said:
        for is_text, group in groupby(paragraph, lambda each: isinstance(each, str)):
            items = list(group)
            if is_text:
                lines.append(" ".join(map(str, items)))
                continue
            if not lines or lines[-1]:  # no pictures directly above
                lines.append("")
                rows.append([])
            rows[-1] += [(BOAT, SEA)[int(each)] for each in items]
    return lines, rows


@given(said=PARAGRAPHS)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_text_and_pictures_are_in_the_order_of_the_author(
    application: QApplication, said: list[list[Item]]
) -> None:
    marked = (f"![x]({BOAT})", f"![y]({SEA})")
    text = "\n\n".join(
        " ".join(each if isinstance(each, str) else marked[each] for each in paragraph)
        for paragraph in said
    )
    places = Reserved()
    made = laid_out(text, places)
    lines, rows = expected(said)
    assert paragraphs(made) == lines
    shown = [_without_twins(addresses) for addresses, _ in places.rows]
    assert shown == [_without_twins(row) for row in rows]
    assert len(made.corners()) == len(rows)


def _without_twins(addresses: list[str]) -> list[str]:
    """Return addresses without those that repeat their neighbour, which Qt makes one."""
    return [each for each, _ in groupby(addresses)]


def test_a_picture_has_the_room_between_its_texts(application: QApplication) -> None:
    made = laid_out(f"Before ![the boat]({BOAT}) after", Reserved())
    layout = made.documentLayout()
    above, free, below = (layout.blockBoundingRect(each) for each in blocks_of(made))
    [corner] = made.corners()
    assert above.bottom() <= corner.y() <= free.top() + 9
    assert corner.y() + 80 <= free.bottom() + 1 <= below.top() + 1
    assert free.height() < 80 + 20, "a line that is only as high as the picture"


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (f"![a]({BOAT})", [""]),
        (f"a\n![b]({BOAT})\nc", ["a", "", "c"]),
        (f"a  \n![b]({BOAT})  \nc", ["a", "", "c"]),
        (f"- a ![b]({BOAT}) c\n- d", ["a", "", "c", "d"]),
        (f"- ![b]({BOAT})\n- ![c]({SEA})", ["", ""]),
        (f"> a ![b]({BOAT})\n\nc", ["a", "", "c"]),
        (f"> ![b]({BOAT})\n\n![c]({SEA})", ["", ""]),
        (f"# a ![b]({BOAT})", ["a", ""]),
        (f"**a ![b]({BOAT}) c**", ["a", "", "c"]),
        (f"`![b]({BOAT})`", [f"![b]({BOAT})"]),
        (f"a ![b]({ELSEWHERE}) c", ["a [picture: b] c"]),
        (f"⛵⛵ ![b]({BOAT}) ⛵", ["⛵⛵", "", "⛵"]),
        (f"🚣🏽 a ![b]({BOAT}) 🚣🏽", ["🚣🏽 a", "", "🚣🏽"]),
    ],
)
def test_pictures_are_apart_in_lists_quotes_and_headings(
    application: QApplication, text: str, lines: list[str]
) -> None:
    assert paragraphs(laid_out(text, Reserved())) == lines


def test_what_follows_a_picture_in_a_list_is_no_point_of_its_own(application: QApplication) -> None:
    places = Reserved()
    made = laid_out(f"- a ![b]({BOAT}) c\n- d", places)
    assert [each.textList() is not None for each in blocks_of(made)] == [True, False, False, True]
    point, _, rest, _ = (made.documentLayout().blockBoundingRect(each) for each in blocks_of(made))
    assert rest.left() == point.left()
    assert places.rows == [([BOAT], made.indentWidth())]


@pytest.mark.parametrize("sign", ["-", "1."])
def test_the_sign_of_a_point_is_beside_the_middle_of_its_picture(
    application: QApplication, sign: str
) -> None:
    made = laid_out(f"{sign} ![b]({BOAT})\n{sign} oak\n{sign} ![c]({SEA}) d", Reserved())
    assert [corner.x() for corner in made.corners()] == [made.indentWidth()] * 2
    picture = QImage(400, 300, QImage.Format.Format_RGB32)
    picture.fill(Qt.GlobalColor.white)
    with QPainter(picture) as painter:
        made.drawContents(painter)
    rows, columns = range(picture.height()), range(round(made.indentWidth()))
    painted = [y for y in rows if any(picture.pixelColor(x, y).black() > 99 for x in columns)]
    for corner in made.corners():
        signs = [y for y in painted if corner.y() <= y < corner.y() + 80]
        assert signs
        assert all(abs(y - corner.y() - 40) < 12 for y in signs)


def test_a_picture_in_a_quote_stays_in_it(application: QApplication) -> None:
    places = Reserved()
    made = laid_out(f"> a ![b]({BOAT}) c", places)
    assert len(made.quotes()) == 3
    assert [corner.x() for corner in made.corners()] == [16]
    assert places.rows == [([BOAT], 16)]


def test_a_picture_is_one_character_and_is_copied_as_its_description(
    application: QApplication,
) -> None:
    made = laid_out(f"ab ![the\n*boat*]({BOAT}) ![]({SEA})\n\ncd", Reserved())
    [block] = free_blocks(made)
    assert (block.position(), block.length()) == (3, 2)
    assert text_between(made, 0, 7) == "ab\n[picture: the boat] [picture]\ncd"
    assert text_between(made, 0, 3) == "ab\n"
    assert text_between(made, 3, 4) == "[picture: the boat] [picture]"
    assert text_between(made, 4, 7) == "\ncd"
    broken = laid_out("a  \nb", Reserved())
    assert text_between(broken, 0, 3) == "a\nb"


def test_a_text_full_of_pictures_is_laid_out(application: QApplication) -> None:
    for between in (" ", "\n\n", " a ", "\n- ", "\n> "):
        places = Reserved()
        made = laid_out(between.join(f"![]({each})" for each in (BOAT, SEA) * 60), places)
        assert sum(len(addresses) for addresses, _ in places.rows) == 120
        assert len(made.corners()) == len(places.rows)
