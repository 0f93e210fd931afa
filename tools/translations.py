"""`make translations`: update resources/languages with the texts in the code.

Qt's `lupdate` collects them from the calls of `engine.language.wording`; translations stay. The
files are used directly, by translators in Qt Linguist and by the program.
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
    """Update the file of every language, and create those that are named."""
    places = {FOLDER / f"tanglescope_{code}.ts" for code in languages} | set(FOLDER.glob("*.ts"))
    for place in sorted(places):
        renew(place)
        left = unfinished(place)
        print(f"{place.relative_to(ROOT)}: {left or 'nothing'} to translate")


def renew(place: Path) -> None:
    """Update a file with the texts of the code, and remove texts that are no longer in it."""
    files = (file for top in ("engine", "viewer") for file in (ROOT / top).rglob("*.py"))
    sources = sorted(str(file.relative_to(ROOT)) for file in files)
    language = place.stem.removeprefix("tanglescope_")
    command = [str(Path(sys.executable).with_name("pyside6-lupdate")), *_OPTIONS]
    subprocess.run(
        [*command, "-target-language", language, *sources, "-ts", str(place)], cwd=ROOT, check=True
    )


def unfinished(place: Path) -> int:
    """The number of texts in a file without a translation."""
    messages = ElementTree.parse(place).iterfind(".//translation[@type='unfinished']")
    return len(list(messages))


if __name__ == "__main__":
    main(sys.argv[1:])
