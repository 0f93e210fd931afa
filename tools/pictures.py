"""Make all pictures in docs/pictures: the window on the sample, drawings, and an animation.

The pictures of the window are what `tanglescope screenshot` paints, so that they can't show what
the program doesn't; the drawings are the worked examples of Autobase's design text, and figures
of the SIPs and of the ScuttleSort report. The sample speaks in emoji, Arabic and Japanese too:
Debian's fonts-noto-color-emoji and fonts-noto-cjk make them readable.
"""

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import resources
from engine import children
from engine.debug.comparing.comparison_words import drawing as crossing_svg
from engine.debug.comparing.crossings import crossings, orders_of
from engine.debug.explaining.voting import AutobaseMoment
from engine.debug.open_graph import OpenGraph
from engine.debug.replaying.rebases import linked
from engine.drawing import focus
from engine.drawing.lanes.tints import palette
from engine.drawing.shown import EVERYTHING, filtered
from engine.drawing.svg import layered_svg
from engine.linear.graph import Graph, read_graph
from tools.graph_shape import graph_cards, shape_of_graph
from tools.quorum_svg import quorum_svg

SAMPLES = Path(resources.__file__).parent / "samples"
EXAMPLES = SAMPLES / "autobase.ndjson"
FOLDER = Path(__file__).resolve().parents[1] / "docs" / "pictures"
SIZE = "1280x800"
VIEWS = ["timeline", "quorums", "diagram", "statistics"]
FIGURES = ["sips", "scuttlesort", "gallery"]
SCENES = SAMPLES / "gallery.ndjson"
THEMES = ["light", "dark"]

THREAD = "%KWSWnTw+dJ/QcK0tYR8bLARTvQRdrBp0xd5/xAYDkpg=.sha256"
"""The thread of docs/debugging.md, and the message that is asked about there."""
LATE = "%33osLO6v0c90oWyGuI5gCZyblXjQ+dh3TIqkNx0inHc=.sha256"
ANIMATION = "arriving"
DEBUGGED = ["why", "replay", "compare", "peers", "clocks"]
DEBUGGED_SIZE = "1180x640"


def main() -> None:
    """Import the sample into a database of its own and paint every view of it in every theme."""
    FOLDER.mkdir(exist_ok=True)
    for theme in THEMES:
        picture = FOLDER / f"{ANIMATION}-{theme}.png"
        run("tools.animation", str(picture), theme)
        print(picture.relative_to(FOLDER.parents[1]))
    with tempfile.TemporaryDirectory() as folder, resources.sample_archive() as archive:
        database = str(Path(folder) / "sample.db")
        tanglescope("import", str(archive), "--database", database)
        for view in VIEWS:
            paint(view, database, "--size", SIZE)
        for view in DEBUGGED:
            where = ["--thread", THREAD, "--message", LATE, "--size", DEBUGGED_SIZE]
            paint(view, database, *where)
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
    """The orders of a scene side by side; of clocks where those are wrong."""
    last = "asserted" if graph.name == "wrong-clocks" else "depth"
    by = ("scuttlesort", "autobase", "timestamp", last)
    return crossing_svg(crossings(orders_of(OpenGraph(graph), lambda _: None, by)), str)


def orders_name(graph: Graph) -> str:
    """The name of the picture of a scene's orders."""
    return f"gallery-{graph.name}-orders"


def figure(graph: Graph, theme: str) -> Iterator[str]:
    """A graph as boxes in layers."""
    shape = shape_of_graph(graph)
    layered = focus.layered(filtered(shape, EVERYTHING))
    return layered_svg(layered, graph_cards(shape), palette(theme))


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
    """A graph in the order of its Autobase, with what is confirmed and the quorums."""
    moment = AutobaseMoment(linked(graph))
    degrees = moment.degrees(moment.order)
    return quorum_svg(moment.graph, moment.order, moment.confirmed, degrees)


def tanglescope(*arguments: str) -> None:
    """Call the command line as a person would; ends this program when it fails."""
    run("viewer", *arguments)


def run(module: str, *arguments: str) -> None:
    """Run a module as a program; ends this one when that fails."""
    command = children.python("-m", module, *arguments)
    if subprocess.run(command, env=children.environment(), check=False).returncode:
        sys.exit(f"python -m {module} {' '.join(arguments)} failed")


def names() -> set[str]:
    """The names of all files that are made here."""
    painted = {f"{view}-{theme}.png" for view in [*VIEWS, *DEBUGGED, ANIMATION] for theme in THEMES}
    examples = range(1, len(EXAMPLES.read_bytes().splitlines()) + 1)
    graphs = (
        read_graph(line)
        for name in FIGURES
        for line in (SAMPLES / f"{name}.ndjson").read_bytes().splitlines()
    )
    figures = {f"{figure_name(graph)}-{theme}.svg" for graph in graphs for theme in THEMES}
    scenes = {f"{orders_name(read_graph(line))}.svg" for line in SCENES.read_bytes().splitlines()}
    return painted | figures | scenes | {f"autobase-{number:02}.svg" for number in examples}


if __name__ == "__main__":
    main()
