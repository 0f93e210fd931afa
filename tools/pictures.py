"""Generate all pictures in docs/pictures: the window with the sample, drawings, an animation.

The pictures of the window come from `tanglescope screenshot`, so they match the program; the
drawings are the worked examples of Autobase's design text, and figures of the SIPs and of the
ScuttleSort report. The sample has emoji, Arabic and Japanese, too: Debian's fonts-noto-color-emoji
and fonts-noto-cjk make them readable.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import Path

from tanglescope import resources
from tanglescope.engine.debug.comparison import crossings, orders_of
from tanglescope.engine.debug.comparison import drawing as crossing_svg
from tanglescope.engine.debug.explaining.voting import AutobaseMoment
from tanglescope.engine.debug.open_graph import OpenGraph
from tanglescope.engine.debug.replaying.rebases import link_as_autobase
from tanglescope.engine.drawing import layered
from tanglescope.engine.drawing.eliding import EVERYTHING, apply_filters
from tanglescope.engine.drawing.shape import MessageTraits, Shape, make_shape, ranks
from tanglescope.engine.drawing.svg import Card, layered_svg
from tanglescope.engine.drawing.tints import palette
from tanglescope.engine.linear.graph import Graph, read_graph
from tanglescope.engine.linear.scuttlesort.timeline import Timeline
from tanglescope.engine.linear.walk import least_order
from tanglescope.engine.system import child_processes


def shape_of_graph(graph: Graph) -> Shape:
    """The shape of a graph, ordered by rank and name; a node without a writer is its own."""
    timeline = Timeline()
    timeline.extend((node.id, node.after) for node in graph.nodes)
    traits = [
        MessageTraits(node.id, node.writer or node.id, "", node.asserted, node.received, number)
        for number, node in enumerate(graph.nodes)
    ]
    pairs = ((cause, node.id) for node in graph.nodes for cause in node.after)
    return make_shape(list(timeline), traits, pairs)


def graph_cards(shape: Shape) -> dict[str, Card]:
    """Cards with names and ranks; missing nodes have none."""
    depth = ranks(shape)
    return {
        key: Card(shape.feed(number), key, f"rank {depth[number]:,}")
        if number < shape.present
        else Card("", key, "missing")
        for number, key in enumerate(shape.keys)
    }


_ACROSS, _DOWN = 92, 74
_LEFT, _TOP = 52, 40
_RADIUS = 17
_INK, _PALE, _CONFIRMED, _PAPER = "#1a1d21", "#5c6672", "#2257c9", "#ffffff"
_FONT = "DejaVu Sans, Noto Sans, Helvetica, Arial, sans-serif"

Point = tuple[int, int]


def quorum_svg(
    graph: Graph, order: Sequence[str], confirmed: int, degrees: Mapping[str, int]
) -> Iterator[str]:
    """A graph with its order, of which the first `confirmed` nodes are final."""
    places = _places(graph)
    lines = sorted({node.writer or "" for node in graph.nodes})
    width = max(x for x, _ in places.values()) + _LEFT
    height = _TOP + _DOWN * (len(lines) - 1) + _TOP + 4
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
        f' viewBox="0 0 {width} {height}" font-family="{_FONT}" font-size="12">\n'
    )
    yield f'<rect width="{width}" height="{height}" rx="8" fill="{_PAPER}"/>\n'
    for node in graph.nodes:
        for cause in node.after:
            if cause in places:
                yield _edge(places[cause], places[node.id])
    for position, name in enumerate(order):
        yield from _node(places[name], name, position, degrees.get(name, 0), position < confirmed)
    yield "</svg>\n"


def _places(graph: Graph) -> dict[str, Point]:
    """Positions with a line for each writer, and each node to the right of its causes."""
    causes = {
        node.id: [cause for cause in node.after if any(cause == each.id for each in graph.nodes)]
        for node in graph.nodes
    }
    writers = {node.id: node.writer or "" for node in graph.nodes}
    lines = {writer: line for line, writer in enumerate(sorted(set(writers.values())))}
    columns: dict[str, int] = {}
    for name in least_order(causes, lambda name: name):
        columns[name] = 1 + max((columns[cause] for cause in causes[name]), default=-1)
    return {
        name: (_LEFT + _ACROSS * column, _TOP + _DOWN * lines[writers[name]])
        for name, column in columns.items()
    }


def _edge(begin: Point, end: Point) -> str:
    (x1, y1), (x2, y2) = begin, end
    middle = (x1 + x2) // 2
    # A straight line would run through the writer's nodes between the two.
    bow = 0 if y1 != y2 or x2 - x1 <= _ACROSS else -34
    return (
        f'<path d="M {x1} {y1} C {middle} {y1 + bow} {middle} {y2 + bow} {x2} {y2}"'
        f' fill="none" stroke="{_PALE}" stroke-width="1.6"/>\n'
    )


def _node(place: Point, name: str, position: int, degree: int, confirmed: bool) -> Iterator[str]:
    x, y = place
    fill, ink = (_CONFIRMED, _PAPER) if confirmed else (_PAPER, _INK)
    yield (
        f'<circle cx="{x}" cy="{y}" r="{_RADIUS}" fill="{fill}" stroke="{_CONFIRMED}"'
        ' stroke-width="1.6"/>\n'
    )
    yield _text(x, y + 4, name, ink)
    if degree:
        yield _text(x, y - _RADIUS - 5, f"{degree}\N{PRIME}", _CONFIRMED)
    yield _text(x, y + _RADIUS + 14, f"{position + 1}", _PALE)


def _text(x: int, y: int, text: str, color: str) -> str:
    return f'<text x="{x}" y="{y}" fill="{color}" text-anchor="middle">{escape(text)}</text>\n'


SAMPLES = Path(resources.__file__).parent / "samples"
EXAMPLES = SAMPLES / "autobase.ndjson"
FOLDER = Path(__file__).resolve().parents[1] / "docs" / "pictures"
SIZE = "1280x800"
VIEWS = ["timeline", "quorums", "diagram", "statistics"]
FIGURES = ["sips", "scuttlesort", "gallery"]
SCENES = SAMPLES / "gallery.ndjson"
THEMES = ["light", "dark"]

FIRST = "%dXx+pR88YxKXgW9093NVCVPMuC5eHEfZTWUi05z5bY8=.sha256"
"""The thread in the first picture of the README: a fork, a merge, and no missing picture."""
THREAD = "%G5+r43xgMRA85D1Uzt5ihZSnC7+iuK7x8rQV0WL7BIU=.sha256"
"""The thread of docs/debugging.md, and the message that is asked about there."""
LATE = "%7Xlq8+SXJ3QsMCEbrN1fLrhJ7qPjItLrdZad+WCzz20=.sha256"
ANIMATION = "arriving"
GROUP = "group-tangles.svg"
DEBUGGED = ["why", "replay", "compare", "peers", "clocks"]
DEBUGGED_SIZE = "1180x640"


def main() -> None:
    """Import the sample into a new database, and paint every view of it in every theme."""
    FOLDER.mkdir(exist_ok=True)
    for theme in THEMES:
        picture = FOLDER / f"{ANIMATION}-{theme}.png"
        run("tools.animation", str(picture), theme)
        print(picture.relative_to(FOLDER.parents[1]))
    with tempfile.TemporaryDirectory() as folder, resources.sample_archive() as archive:
        database = str(Path(folder) / "sample.db")
        tanglescope("import", str(archive), "--database", database)
        for view in VIEWS:
            thread = ["--in", FIRST] if view == "timeline" else []
            paint(view, database, *thread, "--size", SIZE)
        for view in DEBUGGED:
            where = ["--in", THREAD, "--message", LATE, "--size", DEBUGGED_SIZE]
            paint(view, database, *where)
        tanglescope("import", str(SAMPLES / "texts.ndjson"), "--database", database)
        group = json.loads((SAMPLES / "texts.json").read_text())["Section 4.10.4"]["0_init"]
        target = str(FOLDER / GROUP)
        form = ["--format", "svg", "--backlinks", "--to", target]
        tanglescope("export", f"group:{group}", *form, "--database", database)
    for number, line in enumerate(EXAMPLES.read_bytes().splitlines(), start=1):
        drawing = FOLDER / f"autobase-{number:02}.svg"
        drawing.write_text("".join(drawn(read_graph(line))), "utf-8")
        print(drawing.relative_to(FOLDER.parents[1]))
    for name in FIGURES:
        for graph in map(read_graph, (SAMPLES / f"{name}.ndjson").read_bytes().splitlines()):
            for theme in THEMES:
                drawing = FOLDER / f"{figure_name(graph)}-{theme}.svg"
                drawing.write_text("".join(figure(graph, theme)), "utf-8")
                print(drawing.relative_to(FOLDER.parents[1]))
    for graph in map(read_graph, SCENES.read_bytes().splitlines()):
        drawing = FOLDER / f"{orders_name(graph)}.svg"
        drawing.write_text(orders(graph), "utf-8")
        print(drawing.relative_to(FOLDER.parents[1]))


def orders(graph: Graph) -> str:
    """The orders of a scene side by side; those by clocks only if clocks are wrong."""
    last = "asserted" if graph.name == "wrong-clocks" else "depth"
    by = ("scuttlesort", "autobase", "timestamp", last)
    return crossing_svg(crossings(orders_of(OpenGraph(graph), lambda _: None, by)), str)


def orders_name(graph: Graph) -> str:
    """The name of the picture of a scene's orders."""
    return f"gallery-{graph.name}-orders"


def figure(graph: Graph, theme: str) -> Iterator[str]:
    """A graph as boxes in layers."""
    shape = shape_of_graph(graph)
    laid = layered.lay_out_in_layers(apply_filters(shape, EVERYTHING))
    return layered_svg(laid, graph_cards(shape), palette(theme))


def figure_name(graph: Graph) -> str:
    """The name of a graph as that of a file."""
    name = "".join(c if c.isalnum() else " " for c in str(graph.name).lower())
    return "-".join(name.split())


def paint(view: str, database: str, *look: str) -> None:
    """One view in every theme."""
    for theme in THEMES:
        picture = FOLDER / f"{view}-{theme}.png"
        what = ["--database", database, "--view", view, "--theme", theme]
        tanglescope("screenshot", str(picture), *what, *look)
        print(picture.relative_to(FOLDER.parents[1]))


def drawn(graph: Graph) -> Iterator[str]:
    """A graph in the order of its Autobase, with confirmed nodes and quorums."""
    moment = AutobaseMoment(link_as_autobase(graph))
    degrees = moment.degrees(moment.order)
    return quorum_svg(moment.graph, moment.order, moment.confirmed, degrees)


def tanglescope(*arguments: str) -> None:
    """Call the command line; ends this program if that fails."""
    run("tanglescope.viewer", *arguments)


def run(module: str, *arguments: str) -> None:
    """Run a module as a program; ends this program if that fails."""
    command = child_processes.python("-m", module, *arguments)
    if subprocess.run(command, env=child_processes.environment(), check=False).returncode:
        sys.exit(f"python -m {module} {' '.join(arguments)} failed")


def names() -> set[str]:
    """The names of all files that are made here."""
    painted = {f"{view}-{theme}.png" for view in [*VIEWS, *DEBUGGED, ANIMATION] for theme in THEMES}
    numbers = range(1, len(EXAMPLES.read_bytes().splitlines()) + 1)
    graphs = (
        read_graph(line)
        for name in FIGURES
        for line in (SAMPLES / f"{name}.ndjson").read_bytes().splitlines()
    )
    figures = {f"{figure_name(graph)}-{theme}.svg" for graph in graphs for theme in THEMES}
    scenes = {f"{orders_name(read_graph(line))}.svg" for line in SCENES.read_bytes().splitlines()}
    examples = {f"autobase-{number:02}.svg" for number in numbers}
    return painted | figures | scenes | examples | {GROUP}


if __name__ == "__main__":
    main()
