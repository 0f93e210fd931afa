"""What pages are made of, remembered so that a second run makes only those anew that differ.

While a page is made, everything it asks (names, likes, links, pictures, whether a message may be
shown) is noted with the answer. What a message says needs no note: its key is the hash of it. The
next run asks the same again, in bulk, and a page whose answers are the same, whose own digest
(its keys, its title, the options of the site) is the same, and whose file is as it was written,
stays as it is.

The notes are kept in the user's own folder and not in the site: they aren't for those who read it,
and what a stranger put into a folder must not decide what is left there.
"""

import json
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from engine.files import make_private_file, make_private_folder
from engine.message.keys import is_message_id

_LONGEST_ANSWER = 32
_LARGEST = 1 << 30

Asking: TypeAlias = tuple[str, str]
"""What kind of thing is asked about, and which one."""


class NamedPicture(NamedTuple):
    """A picture that a message of a page names: the blob, the message, what it is called."""

    blob: str
    key: str
    name: str


@dataclass(slots=True)
class PageInputs:
    """What a page was made of."""

    own: str
    """A digest of what is the page's own."""
    asked: Set[Asking]
    pictures: list[NamedPicture] = field(default_factory=list)


class Asked:
    """Notes what pages ask while they are made."""

    def __init__(self) -> None:
        self.answers: dict[Asking, str] = {}
        self._now: set[Asking] | None = None

    def note(self, kind: str, about: str, answer: str) -> None:
        """A page asked this and was answered."""
        if self._now is not None:
            asking = (kind, about)
            self._now.add(asking)
            self.answers[asking] = answer

    @contextmanager
    def page(self) -> Iterator[set[Asking]]:
        """Note what is asked from here on as that of one page."""
        self._now = now = set[Asking]()
        try:
            yield now
        finally:
            self._now = None


@dataclass(slots=True)
class SiteInputs:
    """What a whole site was made of."""

    pages: dict[str, PageInputs] = field(default_factory=dict)
    answers: dict[Asking, str] = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)
    """The digest of each file of the site."""

    def changed(self, answer: "Answer", names: Iterable[str]) -> set[str]:
        """Those of the pages `names` whose questions are answered in another way now."""
        pages = [name for name in names if name in self.pages]
        wanted: dict[str, set[str]] = {}
        for name in pages:
            for kind, about in self.pages[name].asked:
                wanted.setdefault(kind, set()).add(about)
        other: set[Asking] = set()
        for kind, abouts in wanted.items():
            now = answer(kind, sorted(abouts))
            other |= {
                (kind, about)
                for about in abouts
                if shortened(now.get(about, "")) != self.answers.get((kind, about))
            }
        return {name for name in pages if not self.pages[name].asked.isdisjoint(other)}


Answer: TypeAlias = Callable[[str, Sequence[str]], Mapping[str, str]]
"""Answers several questions of one kind; "" where it answers none."""


def shortened(answer: str) -> str:
    """An answer, or a digest of a long one."""
    return answer if len(answer) <= _LONGEST_ANSWER else digest_of(answer)


def digest_of(*parts: object) -> str:
    """A digest of anything whose `repr` says all of it."""
    return sha256(repr(parts).encode("utf-8", "surrogatepass")).hexdigest()[:_LONGEST_ANSWER]


def digest_of_keys(keys: Sequence[str], *more: object) -> str:
    """A digest of messages by their keys; "" unless each key is the hash of what it names."""
    return digest_of(list(keys), *more) if all(map(is_message_id, keys)) else ""


def load(file: Path | None) -> SiteInputs:
    """What was remembered in a file; nothing where there is none, or something else."""
    if file is None:
        return SiteInputs()
    try:
        packed = file.read_bytes()
        unpacker = zlib.decompressobj()
        return _read(json.loads(unpacker.decompress(packed, _LARGEST)))
    except (OSError, zlib.error, ValueError, TypeError, LookupError, RecursionError):
        return SiteInputs()


def save(inputs: SiteInputs, file: Path | None) -> None:
    """Remember it for the next run; where that fails, the next run makes all pages anew."""
    if file is None:
        return
    part = file.with_name(f"{file.name}.part")
    with suppress(OSError):
        make_private_folder(file.parent)
        try:
            make_private_file(part)
            part.write_bytes(zlib.compress(json.dumps(_written(inputs)).encode(), 1))
            part.replace(file)
        finally:
            part.unlink(missing_ok=True)


def _written(inputs: SiteInputs) -> dict[str, Any]:
    """Questions are written once, and pages name them by their numbers."""
    asked = sorted({each for page in inputs.pages.values() for each in page.asked})
    numbers = {asking: number for number, asking in enumerate(asked)}
    return {
        "asked": [[*asking, inputs.answers[asking]] for asking in asked],
        "pages": {
            name: [page.own, sorted(numbers[each] for each in page.asked), page.pictures]
            for name, page in inputs.pages.items()
        },
        "files": inputs.files,
    }


def _read(found: dict[str, Any]) -> SiteInputs:
    asked = [(str(kind), str(about)) for kind, about, _ in found["asked"]]
    answers = {asking: str(row[2]) for asking, row in zip(asked, found["asked"], strict=True)}
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
