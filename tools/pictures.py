"""Make the pictures in docs/pictures: the window on the sample archive, light and dark.

They are what `tanglescope screenshot` paints, so a picture can't show what the program doesn't.
The sample speaks in emoji and Japanese too: Debian's fonts-noto-color-emoji and fonts-noto-cjk
make them readable.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

import resources

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "pictures"
SIZE = "1280x800"
VIEWS = ["timeline"]
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


def tanglescope(*arguments: str) -> None:
    """Call the command line as a person would; ends this program when it fails."""
    if subprocess.run([sys.executable, "-m", "viewer", *arguments], check=False).returncode:
        sys.exit(f"tanglescope {' '.join(arguments)} failed")


if __name__ == "__main__":
    main()
