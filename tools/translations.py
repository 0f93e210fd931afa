"""`make translations`: update resources/languages with the texts in the code.

Qt's `lupdate` collects them from the calls of `engine.wording`; what was translated stays. The
files are then read as they are, by people in Qt Linguist and by the program.
"""

import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "resources" / "languages"

_OPTIONS = (
    *("-silent", "-locations", "none", "-no-obsolete", "-source-language", "en"),
    *("-tr-function-alias", "tr+=later,tr+=plural"),
)


def main(languages: list[str]) -> None:
    """Renew the file of every language, and begin those that are named and have none."""
    places = {FOLDER / f"tanglescope_{code}.ts" for code in languages} | set(FOLDER.glob("*.ts"))
    for place in sorted(places):
        renew(place)
        left = unfinished(place)
        print(f"{place.relative_to(ROOT)}: {left or 'nothing'} to translate")


def renew(place: Path) -> None:
    """Take the texts of the code into a file; those that are gone from the code go from it."""
    files = (file for top in ("engine", "viewer") for file in (ROOT / top).rglob("*.py"))
    sources = sorted(str(file.relative_to(ROOT)) for file in files)
    language = place.stem.removeprefix("tanglescope_")
    command = [str(Path(sys.executable).with_name("pyside6-lupdate")), *_OPTIONS]
    subprocess.run(
        [*command, "-target-language", language, *sources, "-ts", str(place)], cwd=ROOT, check=True
    )


def unfinished(place: Path) -> int:
    """How many texts of a file have no translation."""
    messages = ElementTree.parse(place).iterfind(".//translation[@type='unfinished']")
    return len(list(messages))


if __name__ == "__main__":
    main(sys.argv[1:])
