"""SVG pictures: well-formed whatever the texts contain, every edge and message once."""

from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.drawing import diagram, layered
from tanglescope.engine.drawing.layered import Edge
from tanglescope.engine.drawing.shape import Shape
from tanglescope.engine.drawing.svg import Card, diagram_svg, fit_text, layered_svg
from tanglescope.engine.drawing.tints import palette
from tests.engine.drawing.shapes import shaped, shapes

LIGHT = palette("light")
SVG = "{http://www.w3.org/2000/svg}"


def boxes(texts: dict[str, str], *edges: Edge) -> ElementTree.Element:
    picture = layered.lay_out(list(texts), edges)
    cards = {key: Card("@ann", key, text) for key, text in texts.items()}
    return ElementTree.fromstring("".join(layered_svg(picture, cards, LIGHT)))


@given(st.text(st.characters(), max_size=80))
def test_untrusted_text_cannot_end_its_element(text: str) -> None:
    tree = boxes({"a": text})
    written = [each.text or "" for each in tree.iter(f"{SVG}text")]
    assert written[1] == fit_text(text, layered.BOX_WIDTH - 22)
    tags = ["path", "rect", "text", "text"]
    assert [each.tag for each in tree] == [f"{SVG}{tag}" for tag in tags]


@given(st.text(max_size=300), st.floats(20, 400))
def test_a_text_is_cut_to_its_room(text: str, room: float) -> None:
    assert len(fit_text(text, room)) <= room / 6
    assert fit_text("short", 100) == "short"


def test_an_edge_that_replaces_hidden_messages_is_dashed_and_says_how_many() -> None:
    tree = boxes({"a": "one", "b": "two", "c": "three"}, Edge("a", "b"), Edge("b", "c", 7))
    paths = [path for path in tree.findall(f"{SVG}path") if path.get("fill") == "none"]
    assert [path.get("stroke-dasharray") for path in paths] == [None, "4 3"]
    assert "7 hidden" in [each.text for each in tree.iter(f"{SVG}text")]


def test_a_ghost_is_hollow() -> None:
    picture = layered.lay_out(["a"], [])
    text = "".join(layered_svg(picture, {"a": Card("", "missing", "%abc")}, LIGHT))
    assert "stroke-dasharray" in text


@given(shapes(20))
def test_a_diagram_has_a_dot_a_message_and_a_line_an_edge(shape: Shape) -> None:
    drawn = diagram.lay_out(shape)
    tree = ElementTree.fromstring("".join(diagram_svg(drawn, {}, {}, LIGHT)))
    circles = tree.findall(f"{SVG}circle")
    assert len(circles) == len(shape)
    assert len({(each.get("cx"), each.get("cy")) for each in circles}) == len(shape)
    curves = [each for each in tree.findall(f"{SVG}path") if each.get("fill") == "none"]
    assert len(curves) == len(list(shape.edges()))
    assert len({each.get("d") for each in curves}) == len(curves)


def test_a_long_edge_is_cut_to_two_stubs() -> None:
    chain = {f"{n:03}": [f"{n - 1:03}"] if n else [] for n in range(diagram.LONGEST + 3)}
    chain["zz"] = ["000"]
    chain["zzz"] = [f"{diagram.LONGEST + 2:03}", "000"]
    drawn = diagram.lay_out(shaped(chain))
    text = "".join(diagram_svg(drawn, {}, {}, LIGHT))
    assert text.count("stroke-dasharray") == 2
