"""The inputs of pages, stored so that the next run makes only changed pages anew.

While a page is made, all its questions (names, likes, links, pictures, whether a message may be
shown) are recorded with their answers. The content of a message needs no record, since its key is
the hash of it. The next run asks the same questions in bulk. A page stays as it is if its answers,
its own digest (keys, title, options of the site) and its file are unchanged.

The records are kept in the user's own folder and not in the site: they aren't meant for its
readers, and a manipulated folder must not decide what is left unchanged.
"""

import json
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from tanglescope.engine.message.keys import is_message_id
from tanglescope.engine.system.files import make_private_folder, replacing_private

_LONGEST_ANSWER = 32
_LARGEST = 1 << 30

AskedQuestion: TypeAlias = tuple[str, str]
"""A question: its kind and its subject."""


class NamedPicture(NamedTuple):
    """A picture on a page: the blob, the message, its title."""

    blob: str
    key: str
    name: str


@dataclass(slots=True)
class PageInputs:
    """The inputs of a page."""

    own: str
    """A digest of the page's own input."""
    questions: Set[AskedQuestion]
    pictures: list[NamedPicture] = field(default_factory=list)


class QuestionLog:
    """Records the questions that pages ask while they are made."""

    def __init__(self) -> None:
        self.answers: dict[AskedQuestion, str] = {}
        self._now: set[AskedQuestion] | None = None

    def note(self, kind: str, about: str, answer: str) -> None:
        """Record a question and its answer."""
        if self._now is not None:
            question = (kind, about)
            self._now.add(question)
            self.answers[question] = answer

    @contextmanager
    def page(self) -> Iterator[set[AskedQuestion]]:
        """Record the following questions as those of this page."""
        self._now = now = set[AskedQuestion]()
        try:
            yield now
        finally:
            self._now = None


@dataclass(slots=True)
class SiteInputs:
    """The inputs of a whole site."""

    pages: dict[str, PageInputs] = field(default_factory=dict)
    answers: dict[AskedQuestion, str] = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)
    """The digest of each file of the site."""

    def changed_pages(self, answer: "Answerer", names: Iterable[str]) -> set[str]:
        """The pages among `names` for which an answer has changed."""
        pages = [name for name in names if name in self.pages]
        wanted: dict[str, set[str]] = {}
        for name in pages:
            for kind, about in self.pages[name].questions:
                wanted.setdefault(kind, set()).add(about)
        other: set[AskedQuestion] = set()
        for kind, abouts in wanted.items():
            now = answer(kind, sorted(abouts))
            other |= {
                (kind, about)
                for about in abouts
                if shorten(now.get(about, "")) != self.answers.get((kind, about))
            }
        return {name for name in pages if not self.pages[name].questions.isdisjoint(other)}


Answerer: TypeAlias = Callable[[str, Sequence[str]], Mapping[str, str]]
"""Answers several questions of one kind; the answer to an invalid one is ""."" where it answers
none.
"""


def shorten(answer: str) -> str:
    """An answer, or the digest of a long one."""
    return answer if len(answer) <= _LONGEST_ANSWER else digest_of(answer)


def digest_of(*parts: object) -> str:
    """A digest of a value whose `repr` is complete."""
    return sha256(repr(parts).encode("utf-8", "surrogatepass")).hexdigest()[:_LONGEST_ANSWER]


def digest_of_keys(keys: Sequence[str], *more: object) -> str:
    """A digest of messages by their keys; "" unless every key is a content hash."""
    return digest_of(list(keys), *more) if all(map(is_message_id, keys)) else ""


def load(file: Path | None) -> SiteInputs:
    """Read stored inputs; empty if the file is missing or invalid."""
    if file is None:
        return SiteInputs()
    try:
        packed = file.read_bytes()
        unpacker = zlib.decompressobj()
        return _read(json.loads(unpacker.decompress(packed, _LARGEST)))
    except (OSError, zlib.error, ValueError, TypeError, LookupError, RecursionError):
        return SiteInputs()


def save(inputs: SiteInputs, file: Path | None) -> None:
    """Store the inputs; if that fails, the next run makes all pages anew."""
    if file is None:
        return
    with suppress(OSError):
        make_private_folder(file.parent)
        with replacing_private(file) as growing:
            growing.write(zlib.compress(json.dumps(_inputs_as_json(inputs)).encode(), 1))


def _inputs_as_json(inputs: SiteInputs) -> dict[str, Any]:
    """Serialize: questions are stored once, and pages refer to them by number."""
    asked = sorted({each for page in inputs.pages.values() for each in page.questions})
    numbers = {question: number for number, question in enumerate(asked)}
    return {
        "asked": [[*question, inputs.answers[question]] for question in asked],
        "pages": {
            name: [page.own, sorted(numbers[each] for each in page.questions), page.pictures]
            for name, page in inputs.pages.items()
        },
        "files": inputs.files,
    }


def _read(found: dict[str, Any]) -> SiteInputs:
    asked = [(str(kind), str(about)) for kind, about, _ in found["asked"]]
    answers = {question: str(row[2]) for question, row in zip(asked, found["asked"], strict=True)}
    pages = {
        str(name): PageInputs(
            str(own),
            {asked[number] for number in numbers},
            [NamedPicture(*map(str, each)) for each in pictures],
        )
        for name, (own, numbers, pictures) in found["pages"].items()
    }
    return SiteInputs(
        pages, answers, {str(name): str(each) for name, each in found["files"].items()}
    )
