"""Make the pictures in docs/pictures: the window on the sample, light and dark, and drawings.

The pictures of the window are what `tanglescope screenshot` paints, so that they can't show what
the program doesn't; the drawings are the worked examples of Autobase's design text. The sample
speaks in emoji and Japanese too: Debian's fonts-noto-color-emoji and fonts-noto-cjk make them
readable.
"""

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import resources
from engine.debug.rebases import linked
from engine.debug.voting import Moment
from engine.drawing.quorum_svg import quorum_svg
from engine.linear.graph import Graph, read_graph

EXAMPLES = Path(resources.__file__).parent / "samples" / "autobase.ndjson"
FOLDER = Path(__file__).resolve().parents[1] / "docs" / "pictures"
SIZE = "1280x800"
VIEWS = ["timeline", "quorums"]
THEMES = ["light", "dark"]


def main() -> None:
    """Import the sample into a database of its own and paint every view of it in every theme."""
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, resources.sample_archive() as archive:
        database = str(Path(folder) / "sample.db")
        tanglescope("import", str(archive), "--database", database)
        for view in VIEWS:
            for theme in THEMES:
                picture = FOLDER / f"{view}-{theme}.png"
                look = ["--view", view, "--theme", theme, "--size", SIZE]
                tanglescope("screenshot", str(picture), "--database", database, *look)
                print(picture.relative_to(FOLDER.parents[1]))
    for number, line in enumerate(EXAMPLES.read_bytes().splitlines(), start=1):
        drawing = FOLDER / f"autobase-{number:02}.svg"
        drawing.write_text("".join(drawn(read_graph(line))), "utf-8")
        print(drawing.relative_to(FOLDER.parents[1]))


def drawn(graph: Graph) -> Iterator[str]:
    """A graph in the order of its Autobase, with what is confirmed and the quorums."""
    moment = Moment(linked(graph))
    degrees = moment.degrees(moment.order)
    return quorum_svg(moment.graph, moment.order, moment.confirmed, degrees)


def tanglescope(*arguments: str) -> None:
    """Call the command line as a person would; ends this program when it fails."""
    if subprocess.run([sys.executable, "-m", "viewer", *arguments], check=False).returncode:
        sys.exit(f"tanglescope {' '.join(arguments)} failed")


if __name__ == "__main__":
    main()
