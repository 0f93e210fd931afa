import re
from pathlib import Path
from urllib.parse import unquote

import pytest
from platformdirs.unix import Unix

from tanglescope import engine
from tanglescope.engine.language.wording import speak, tr
from tanglescope.engine.linear.orders.named import LINEARIZERS
from tanglescope.viewer.window.commands import COMMANDS
from tests.house.repository import ROOT, name, tracked

# [text](target), ![text](target), <img src="target">, <source srcset="target">
LINK = re.compile(r"""\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)\"""")
DOCUMENTS = tracked("*.md")


def targets(document: Path) -> list[str]:
    """The links of a document to files of this repository."""
    prose = re.sub(r"^```.*?^```", "", document.read_text(), flags=re.DOTALL | re.MULTILINE)
    links = [either or other for either, other in LINK.findall(prose)]
    return [link for link in links if not re.match(r"[a-z]+:", link)]


def anchors(document: Path) -> set[str]:
    """The anchors that a forge generates for the headings of a document."""
    headings = re.findall(r"^#+ (.+)$", document.read_text(), re.MULTILINE)
    return {
        re.sub(r"[^\w -]", "", heading).strip().lower().replace(" ", "-") for heading in headings
    }


@pytest.mark.parametrize("document", DOCUMENTS, ids=name)
def test_every_link_leads_somewhere(document: Path) -> None:
    for link in targets(document):
        path, _, anchor = unquote(link).partition("#")
        target = document.parent / path if path else document
        assert target.exists(), link
        assert target.suffix != ".md" or not anchor or anchor in anchors(target), link


def test_the_links_of_the_readme_are_found() -> None:
    assert "docs/architecture.md" in targets(ROOT / "README.md")


def test_every_make_target_that_a_document_names_exists() -> None:
    makefile = (ROOT / "Makefile").read_text()
    there = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    for document in DOCUMENTS:
        named = re.findall(r"(?:`|^    )make ([a-z-]+)", document.read_text(), re.MULTILINE)
        assert set(named) <= there, name(document)


def without_marks(text: str) -> str:
    """A command as documents write it: without the mark of its letter and without dots."""
    return text.replace("&", "").removesuffix("…").rstrip()


@pytest.mark.parametrize(("code", "least"), [("en", 30), ("de", 8)])
def test_every_command_that_a_document_names_is_in_its_menu(code: str, least: int) -> None:
    speak(code)
    paths = [filter(None, (each.menu, each.submenu, each.text)) for each in COMMANDS]
    there = {without_marks(" > ".join(map(tr, path))) for path in paths}
    speak("en")
    named = {
        without_marks(" ".join(command.split()))
        for document in DOCUMENTS
        if document.name.endswith(".de.md") == (code == "de")
        for command in re.findall(r"\*\*([^*]+ > [^*]+)\*\*", document.read_text())
    }
    assert len(named) > least
    assert named <= there


def test_every_file_of_the_code_that_a_document_names_exists() -> None:
    examples = {"mine.py"}
    there = [f"/{name(path)}" for path in tracked("*.py", "*.v")]
    for document in DOCUMENTS:
        for named in re.findall(r"`([\w/]+\.(?:py|v))`", document.read_text()):
            found = any(path.endswith(f"/{named}") for path in there)
            assert found or named in examples, (name(document), named)


def test_the_reference_has_every_public_name() -> None:
    listed = set(re.findall(r"^::: (\S+)$", (ROOT / "docs" / "api.md").read_text(), re.MULTILINE))
    assert len(listed) > 10
    for public in engine.__all__:
        home = engine._HOMES[public]
        assert {home, f"{home}.{public}"} & listed, public


def test_the_page_about_orders_lists_every_order() -> None:
    table = (ROOT / "docs" / "linearizer.md").read_text().partition("## The orders")[2]
    rows = re.findall(r"^\| (`.*?) \|", table, re.MULTILINE)
    assert sorted(re.findall(r"`(\w+)`", " ".join(rows))) == sorted(LINEARIZERS)


def test_the_page_about_installing_names_every_folder_of_the_program(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for kind in ("DATA", "CACHE", "STATE"):
        monkeypatch.delenv(f"XDG_{kind}_HOME")
    page = (ROOT / "docs" / "installing.md").read_text()
    code = "".join(path.read_text() for path in tracked("engine/*.py", "viewer/*.py"))
    kinds = set(re.findall(r"platformdirs\.(user_[a-z]+)_(?:dir|path)", code))
    assert {"user_data", "user_log"} <= kinds
    for kind in kinds:
        folder = getattr(Unix("tanglescope"), f"{kind}_dir").replace(str(Path.home()), "~")
        assert f"`{folder}`" in page


@pytest.mark.parametrize(
    "page", [page for page in DOCUMENTS if page.is_relative_to(ROOT / "docs")], ids=name
)
def test_every_page_of_the_manual_begins_with_what_it_is_for(page: Path) -> None:
    title, purpose, *_ = page.read_text().split("\n\n")
    assert re.fullmatch(r"# .+", title)
    assert re.fullmatch(r"[A-Z].{20,160}\.", purpose)
