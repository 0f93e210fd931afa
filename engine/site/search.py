"""Search without a server: an index of words, split into small scripts that a page loads.

A document has a name of nine characters, the first five of which are its time: lists of documents
sort by time and don't depend on the rest of the site. Words are grouped by their prefix, so that an
unfinished word needs one file. `search.js` splits words as `words_of` does.
"""

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Set
from hashlib import sha256
from typing import Any, NamedTuple

LETTERS = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"
"""The digits of base 64, in ascending text order."""

_TIME_DIGITS, _HASH_DIGITS = 5, 4
_NAME = _TIME_DIGITS + _HASH_DIGITS
_MINUTE = 60_000  # milliseconds
_LONGEST_WORD = 32
_MOST_WORDS = 400
_LONGEST_TEXT = 20_000
_BEGINNING = 2
"""The length of the prefix that determines the file of a word."""

_DOCUMENTS_OF_FILE = 200
_BYTES_OF_FILE = 40_000
_MOST_FILES = 1024

_WORD = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\U00020000-\U0003ffff]|[^\\W_]+"
)
"""A word, or one character of a script that writes no spaces."""


class Document(NamedTuple):
    """What is shown of a found message."""

    link: str
    author: str
    time: str
    text: str


class SearchIndex:
    """The words of messages, and the scripts that hold them."""

    def __init__(self) -> None:
        self._documents: dict[str, list[Document]] = {}
        self._words: dict[str, list[str]] = {}
        self._before: dict[str, str] = {}
        """The words of an earlier index, with their documents concatenated."""
        self._gone: set[str] = set()

    def __len__(self) -> int:
        return sum(map(len, self._documents.values()))

    def add(self, key: str, milliseconds: float | None, text: str, document: Document) -> None:
        """Index a message by the words of a text and of its summary."""
        name = document_name(key, milliseconds)
        self._documents.setdefault(name, []).append(document)
        for word in words_of(f"{document.author} {text[:_LONGEST_TEXT]}"):
            self._words.setdefault(word, []).append(name)

    def restore(self, scripts: Iterable[bytes]) -> None:
        """Load an earlier index. Raises `ValueError` if it is invalid."""
        for script in scripts:
            function, _, found = _call_of_script(script)
            if function == "words":
                self._before |= found
            elif function == "documents":
                for name, documents in found.items():
                    self._documents[name] = [Document(*each) for each in documents]

    def pages_to_redo(self, pages: Set[str]) -> set[str]:
        """The pages of which a document has the same name as a document elsewhere."""
        several = (found for found in self._documents.values() if len(found) > 1)
        named = ({_page(each) for each in found} for found in several)
        return {page for found in named if not found <= pages for page in found & pages}

    def keep(self, pages: Set[str]) -> None:
        """Remove all documents except those of some pages."""
        kept: dict[str, list[Document]] = {}
        for name, documents in self._documents.items():
            if left := [each for each in documents if _page(each) in pages]:
                kept[name] = left
            else:
                self._gone.add(name)
        self._documents = kept

    def _postings(self) -> Iterator[tuple[str, str]]:
        for word in self._before.keys() | self._words.keys():
            before, new = self._before.get(word, ""), self._words.get(word, ())
            if new or self._gone:
                names = {before[at : at + _NAME] for at in range(0, len(before), _NAME)}
                before = "".join(sorted((names - self._gone) | set(new)))
            if before:
                yield word, before

    def scripts(self) -> Iterator[tuple[str, bytes]]:
        """The names and contents of the scripts."""
        postings = dict(self._postings())
        size = sum(len(word) + len(names) for word, names in postings.items())
        word_files = _power_of_two(size // _BYTES_OF_FILE)
        document_files = _power_of_two(len(self._documents) // _DOCUMENTS_OF_FILE)
        yield "search/files.js", _call("files", word_files, document_files)
        for number, part in _parts(postings, word_files, _BEGINNING):
            yield f"search/w{number}.js", _call("words", number, part)
        documents = {name: sorted(found) for name, found in self._documents.items()}
        for number, part in _parts(documents, document_files, None):
            yield f"search/d{number}.js", _call("documents", number, part)


def words_of(text: str) -> list[str]:
    """The distinct words of a text, without case and accents."""
    plain = unicodedata.normalize("NFKD", text).lower()
    if not plain.isascii():
        plain = "".join(c for c in plain if not unicodedata.category(c).startswith("M"))
    words = dict.fromkeys(word[:_LONGEST_WORD] for word in _WORD.findall(plain))
    return list(words)[:_MOST_WORDS]


def document_name(key: str, milliseconds: float | None) -> str:
    """The name of a document: its time, then a hash of its key."""
    most = len(LETTERS) ** _TIME_DIGITS - 1
    minutes = int(min(max((milliseconds or 0) / _MINUTE, 0), most))
    number = int.from_bytes(sha256(key.encode("utf-8", "surrogatepass")).digest()[:3], "big")
    return _digits(minutes, _TIME_DIGITS) + _digits(number, _HASH_DIGITS)


def file_of(text: str, files: int, beginning: int | None = None) -> int:
    """The number of the index file for a text or prefix, among so many files."""
    # FNV-1a over UTF-16 code units, as JavaScript counts them.
    found = 0x811C9DC5
    units = text[:beginning].encode("utf-16-le", "surrogatepass")
    for place in range(0, len(units), 2):
        found = ((found ^ (units[place] | units[place + 1] << 8)) * 0x01000193) & 0xFFFFFFFF
    return found % files


def _digits(number: int, count: int) -> str:
    digits = ""
    for _ in range(count):
        number, digit = divmod(number, len(LETTERS))
        digits = LETTERS[digit] + digits
    return digits


def _parts(
    whole: dict[str, str] | dict[str, list[Document]], files: int, beginning: int | None
) -> Iterator[tuple[int, dict[str, object]]]:
    parts: list[dict[str, object]] = [{} for _ in range(files)]
    for name in sorted(whole):
        parts[file_of(name, files, beginning)][name] = whole[name]
    return enumerate(parts)


def _call(function: str, *values: object) -> bytes:
    """A script that passes values to the page that loads it."""
    written = ",".join(json.dumps(value, separators=(",", ":")) for value in values)
    return f"found.{function}({written})\n".encode("ascii")


def _call_of_script(script: bytes) -> tuple[str, Any, Any]:
    """The values that a script passes, and the function. Raises `ValueError`."""
    name, _, values = script.decode("ascii").removeprefix("found.").partition("(")
    number, *rest = json.loads(f"[{values.rstrip()[:-1]}]")
    return name, number, rest[0] if rest else None


def _page(document: Document) -> str:
    return document.link.partition("#")[0]


def _power_of_two(number: int) -> int:
    return min(_MOST_FILES, 1 << max(0, number - 1).bit_length()) if number > 1 else 1
