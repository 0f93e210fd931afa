"""The pages in a real browser: results of axe, layout in all widths, and the search.

Needs Chromium, and npm to fetch axe-core; without them, these tests are skipped.
"""

import json
import os
import re
import shutil
import subprocess
import tarfile
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

from tanglescope import resources
from tanglescope.engine import words
from tanglescope.engine.library import Library, Listing
from tanglescope.engine.site.collection import write_site
from tanglescope.engine.site.library_reader import LibraryReader
from tanglescope.engine.site.plan import WantedSite

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
NPM = shutil.which("npm")
AXE = "axe-core@4.14.1"
WIDTHS = (360, 800, 1400)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed"),
]

CHECK = """
<script>
const report = (value) => {
  document.documentElement.innerHTML = "<pre></pre>";
  document.querySelector("pre").textContent = "TOLD" + JSON.stringify(value) + "TOLD";
};
%s
</script>
"""
RUN_AXE = """addEventListener("load", async () => {
  const found = await axe.run();
  report(found.violations.map((each) => [each.id, each.nodes.map((node) => node.html)]));
});"""
MEASURE = """addEventListener("load", () => {
  const page = frames[0].document.documentElement;
  report([page.scrollWidth, page.clientWidth]);
});"""


def dumped(page: Path, home: Path) -> str:
    """The content of a page after its scripts have run."""
    return browse(page, home, "--virtual-time-budget=8000", "--dump-dom")


def browse(page: Path, home: Path, *what: str) -> str:
    """Run a browser command on a page; return its output."""
    assert CHROMIUM is not None
    options = ("--headless", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files")
    done = subprocess.run(
        [CHROMIUM, *options, *what, page.as_uri()],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"HOME": str(home)},
    )
    return done.stdout


def report_of(page: Path, home: Path) -> object:
    """The data that a page reports about itself."""
    found = re.search("TOLD(.*)TOLD", dumped(page, home), re.DOTALL)
    assert found
    return json.loads(unescape(found[1]))


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    with resources.sample_archive() as archive, Library.open(folder / "library.db") as library:
        library.ingest(archive)
        wanted = WantedSite("A site", blobs=library.blob_folders())
        write_site(LibraryReader(library), wanted, folder / "out")
    return folder / "out"


@pytest.fixture(scope="module")
def axe(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("axe")
    if (
        NPM is None
        or subprocess.run([NPM, "pack", AXE], cwd=folder, capture_output=True).returncode
    ):
        pytest.skip("axe-core can't be fetched")
    [archive] = folder.glob("*.tgz")
    with tarfile.open(archive) as packed:
        script = packed.extractfile("package/axe.min.js")
        assert script is not None
        yield script.read().decode()


def kinds_of_pages(out: Path) -> list[Path]:
    """The pages above, and the longest page of each folder."""
    longest = [
        max(folder.glob("*.html"), key=lambda page: page.stat().st_size)
        for folder in sorted(out.iterdir())
        if folder.is_dir() and list(folder.glob("*.html"))
    ]
    return [*sorted(out.glob("*.html")), *longest]


def open_to_scripts(page: Path) -> str:
    """A page without its policy, which would block all scripts that examine it."""
    return re.sub('<meta http-equiv="Content-Security-Policy"[^>]*>', "", page.read_text())


def test_axe_finds_nothing(out: Path, axe: str, tmp_path: Path) -> None:
    faulty = out / "faulty.html"
    faulty.write_text('<!doctype html><html><body><img src="a.png"></body></html>')
    found = {}
    for page in kinds_of_pages(out):
        text = open_to_scripts(page)
        check = f"<script>{axe}</script>{CHECK % RUN_AXE}"
        checked = page.with_name(f"checked-{page.name}")
        checked.write_text(text.replace("</html>", f"{check}</html>"))
        found[page.name] = report_of(checked, tmp_path)
        checked.unlink()
    faulty.unlink()
    assert found.pop("faulty.html")
    assert {name: faults for name, faults in found.items() if faults} == {}


def test_every_page_fits_into_every_width(out: Path, tmp_path: Path) -> None:
    wide = []
    for width in WIDTHS:
        for page in kinds_of_pages(out):
            frame = f'<iframe src="{page.as_uri()}" width="{width}" height="800"></iframe>'
            around = tmp_path / "frame.html"
            around.write_text(f"<!doctype html>{frame}{CHECK % MEASURE}")
            needed, there = report_of(around, tmp_path)  # type: ignore[misc]
            if needed > there:
                wide.append((page.name, width, needed))
    assert wide == []


@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="poppler-utils isn't installed")
def test_no_printed_page_is_empty(out: Path, tmp_path: Path) -> None:
    for page in kinds_of_pages(out):
        printed = tmp_path / "printed.pdf"
        browse(page, tmp_path, "--no-pdf-header-footer", f"--print-to-pdf={printed}")
        texts = subprocess.run(["pdftotext", printed, "-"], capture_output=True, check=True).stdout
        assert all(text.strip() for text in texts.split(b"\f")[:-1]), page


def test_the_search_finds_from_a_file(out: Path, tmp_path: Path) -> None:
    page = out / "asked.html"
    ask = """addEventListener("load", () => setTimeout(() => {
      const input = document.getElementById("words");
      input.value = "mast oa";
      input.dispatchEvent(new Event("input"));
      setTimeout(() => report([...document.querySelectorAll("#hits a")].map((a) => a.href)), 1500);
    }, 500));"""
    text = re.sub(
        '<meta http-equiv="Content-Security-Policy"[^>]*>', "", (out / "search.html").read_text()
    )
    page.write_text(text.replace("</html>", f"{CHECK % ask}</html>"))
    links = report_of(page, tmp_path)
    page.unlink()
    assert isinstance(links, list)
    assert links
    assert all("/conversations/" in link or "/feeds/" in link for link in links)


def test_a_browser_shows_nothing_of_who_does_not_want_it(tmp_path: Path) -> None:
    database = tmp_path / "library.db"
    with resources.sample_archive() as archive, Library.open(database) as library:
        library.ingest(archive)
        busiest = max(library.conversations(listing=Listing.FEEDS), key=lambda each: each.messages)
        desk = LibraryReader(library)
        desk.consents[busiest.root] = False
        write_site(desk, WantedSite("A site"), tmp_path / "out")
        feed = library.conversation(busiest.address)
        found = feed.messages(feed.in_order()).values()
        texts = {words.text_of(each.content) for each in found if isinstance(each.content, dict)}
    beginnings = {text[:40] for text in texts if text is not None and len(text) > 40}
    assert busiest.title
    for page in kinds_of_pages(tmp_path / "out"):
        source = dumped(page, tmp_path)
        shown = unescape(re.sub("<[^>]*>", "", source))
        assert "publicWebHosting" in shown
        # Others may have the name in their own words.
        assert f">{busiest.title}<" not in source
        assert f"“{busiest.title}" not in shown
        assert not [text for text in beginnings if text in shown]


def test_the_policy_of_the_search_lets_its_own_scripts_in(out: Path, tmp_path: Path) -> None:
    assert "disabled" not in dumped(out / "search.html", tmp_path).split("<input")[1].split(">")[0]
