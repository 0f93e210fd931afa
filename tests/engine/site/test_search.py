"""The search index: everything is found by its words, by the same rules in the script."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.site.frame import script
from tanglescope.engine.site.search import Document, SearchIndex, document_name, file_of, words_of

DOCUMENT = Document("a.html#b", "Ann", "2020-01-01 00:00", "text")


def parts(index: SearchIndex) -> dict[str, list[object]]:
    """The data that each script provides."""
    found = {}
    for name, content in index.scripts():
        call = re.fullmatch(r"found\.(\w+)\((.*)\)\n", content.decode("ascii"), re.DOTALL)
        assert call
        found[name] = [call[1], *json.loads(f"[{call[2]}]")]
    return found


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Ein Fährschiff, ein BOOT", ["ein", "fahrschiff", "boot"]),
        ("don't e-mail", ["don", "t", "e", "mail"]),
        ("漁船 boat", ["漁", "船", "boat"]),
        ("سآخذ عشر", ["ساخذ", "عشر"]),
        ("__proto__ a_b", ["proto", "a", "b"]),
        ("x" * 99, ["x" * 32]),
        ("", []),
    ],
)
def test_words_have_no_case_and_no_accents(text: str, words: list[str]) -> None:
    assert words_of(text) == words


@given(st.lists(st.tuples(st.text(min_size=1), st.text(), st.floats(0, 4e12)), max_size=8))
def test_everything_is_found_by_each_of_its_words(
    messages: list[tuple[str, str, float]],
) -> None:
    index = SearchIndex()
    for key, text, time in messages:
        index.add(key, time, text, DOCUMENT)
    files = parts(index)
    _, word_files, document_files = files["search/files.js"]
    assert isinstance(word_files, int)
    assert isinstance(document_files, int)
    for key, text, time in messages:
        name = document_name(key, time)
        held = files[f"search/d{file_of(name, document_files)}.js"][2]
        assert isinstance(held, dict)
        assert list(DOCUMENT) in held[name]
        for word in words_of(text):
            held = files[f"search/w{file_of(word, word_files, 2)}.js"][2]
            assert isinstance(held, dict)
            assert name in {held[word][at : at + 9] for at in range(0, len(held[word]), 9)}


@given(st.floats(0, 4e12), st.floats(0, 4e12))
def test_documents_sort_by_time(one: float, other: float) -> None:
    first, second = sorted((one, other))
    assert document_name("a", first)[:5] <= document_name("b", second)[:5]
    assert len(document_name("a", None)) == len(document_name("a", -1e300)) == 9


def test_many_words_are_cut_into_many_files() -> None:
    index = SearchIndex()
    for number in range(3000):
        index.add(f"key {number}", number * 1e6, f"word{number} all ä{number}", DOCUMENT)
    files = parts(index)
    assert 1 < sum(name.startswith("search/w") for name in files) <= 1024
    assert sum(name.startswith("search/d") for name in files) == 16


@pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed")
def test_the_script_takes_words_apart_and_finds_files_as_the_index_does(tmp_path: Path) -> None:
    texts = [
        "Ein Fährschiff, ein BOOT",
        "漁船 boat",
        "سآخذ عشر",
        "x" * 99,
        "𝒳𝒴 ß ﬁn",
        "__proto__ ก็",
    ]
    # The page's own functions, without the page.
    page = "const document = {}, addEventListener = () => {};\n"
    inside = script().replace("return {\n", "return {words_of: words, fileOf,\n", 1)
    ask = (
        "for (const text of JSON.parse(process.argv[2])) console.log(JSON.stringify("
        "[found.words_of(text), found.words_of(text).map((w) =>"
        " found.fileOf([...w].slice(0, 2).join(''), 64))]));"
    )
    file = tmp_path / "ask.js"
    file.write_text(page + inside + ask, "utf-8")
    told = subprocess.run(
        ["node", str(file), json.dumps(texts)], capture_output=True, check=True, text=True
    )
    for text, line in zip(texts, told.stdout.splitlines(), strict=True):
        words = words_of(text)
        assert json.loads(line) == [words, [file_of(word, 64, 2) for word in words]], text
