import re
import tomllib
from itertools import groupby
from xml.etree import ElementTree

import pytest

from tests.house.repository import ROOT, name, tracked

PAGE = ROOT / "docs" / "architecture.md"
PICTURE = ROOT / "docs" / "architecture.svg"


def contract() -> list[list[str]]:
    """The layers that import-linter checks, the highest first."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())
    contracts = settings["tool"]["importlinter"]["contracts"]
    [layers] = [each["layers"] for each in contracts if each["name"] == "Arrows go one way"]
    return [sorted(re.findall(r"[\w.]+", layer)) for layer in layers]


def test_the_page_has_the_layers_that_are_checked() -> None:
    section = PAGE.read_text().split("## Layers")[1].split("\n## ")[0]
    cells = re.findall(r"^\| (`[^|]*) \|", section, re.MULTILINE)
    assert [sorted(re.findall(r"`([\w.]+)`", cell)) for cell in cells] == contract()


def test_the_picture_has_the_layers_that_are_checked() -> None:
    texts = ElementTree.parse(PICTURE).iterfind(".//{*}text[@class='layer']")
    rows = groupby(texts, key=lambda text: int(text.attrib["y"]))
    assert [sorted(text.text or "" for text in row) for _, row in rows] == contract()


def test_the_boxes_of_the_picture_are_on_its_sheet() -> None:
    sheet, *boxes = (
        [float(rect.attrib[name]) for name in ("x", "y", "width", "height")]
        for rect in ElementTree.parse(PICTURE).iterfind(".//{*}rect")
    )
    assert len(boxes) > 20
    for x, y, width, height in boxes:
        assert sheet[0] < x < x + width < sheet[0] + sheet[2]
        assert sheet[1] < y < y + height < sheet[1] + sheet[3]


def test_every_package_of_the_engine_is_in_a_layer() -> None:
    layers = {package for layer in contract() for package in layer}
    packages = {f"engine.{init.parent.name}" for init in ROOT.glob("engine/*/__init__.py")}
    assert packages <= layers


def test_every_folder_that_the_page_names_is_there() -> None:
    named = re.findall(r"`([a-z_/]+/)`", PAGE.read_text())
    places = [ROOT, ROOT / "viewer"]
    assert {"resources/", "models/"} <= set(named)
    assert not [name for name in named if not any((place / name).is_dir() for place in places)]


@pytest.mark.parametrize("page", ["docs/architecture.md", "CONTRIBUTING.md"])
def test_every_module_that_a_page_names_is_there(page: str) -> None:
    named = re.findall(r"`([\w/]+\.py)`", (ROOT / page).read_text())
    modules = [name(file) for file in tracked("*.py", "**/*.py")]
    assert len(named) > 5
    assert not [
        each for each in named if not any(f"/{path}".endswith(f"/{each}") for path in modules)
    ]
