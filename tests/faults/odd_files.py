"""Files for the monkey test: archives and databases, valid, growing, damaged and missing."""

import shutil
from contextlib import suppress
from pathlib import Path
from random import Random

from tanglescope.engine.library import Library
from tests.engine.authors import Author, Said, post

SAMPLES = Path(__file__).parents[2] / "resources" / "samples"

ODD = (
    "",
    " ",
    "🚲🧶👩‍👩‍👧‍👦🇩🇪",
    "שלום עולם ‮ مرحبا",
    "e" + "\u0301" * 300,
    "\x00\x07\u2028\ufeff\U0010ffff",
    "https://example.org/ javascript:alert(1) [x](file:///etc/passwd) ![y](%aaaa.sha256)",
    '" OR NEAR(* AND ) author:@ type: -',
    "%" + "A" * 43 + "=.sha256",
    "<b>bold</b>&amp;%1 %s {0}",
    "# a\n\n```\ncode\n" + "> " * 200 + "deep",
    "word " * 2_000,
    "W" * 10_000,
)
"""Texts that a user might type or paste."""


class OddFiles:
    """Files in a folder; one of them grows."""

    def __init__(self, folder: Path, chance: Random) -> None:
        self._folder, self._chance = folder, chance
        self._people = [Author(name) for name in ("ann", "bob", "🚲")]
        self._said: list[Said] = [self._people[0].say(post("Where are the bicycles?"))]
        self.home = folder / "own.db"
        self.growing = folder / "growing.ndjson"
        self.growing.write_bytes(self._said[0].line)
        self._archives = [self.growing]
        for name in ("group", "scuttlesort", "gossip", "autobase", "sips"):
            self._archives.append(folder / f"{name}.ndjson")
            shutil.copy(SAMPLES / f"{name}.ndjson", self._archives[-1])
        self.keys = folder / "group-keys.json"
        shutil.copy(SAMPLES / "group-keys.json", self.keys)
        self._broken = [folder / name for name in ("torn.ndjson", "noise.db", "nothing", "none")]
        self._broken[0].write_bytes((SAMPLES / "sips.ndjson").read_bytes()[:5_000] + b"\n{oops\n")
        self._broken[1].write_bytes(b"SQLite format 3\0" + chance.randbytes(2_000))
        self._broken[2].touch()
        self._databases = [folder / "empty.db", folder / "sips.db"]
        for database in self._databases:
            with Library.open(database) as library:
                if database.stem == "sips":
                    library.ingest(SAMPLES / "sips.ndjson")

    def any(self, *more: Path) -> Path:
        """A file that a user might open."""
        usual = self._archives * 2 + self._databases * 3
        return self._chance.choice([*usual, *self._broken, self.home, self._folder, *more])

    def place(self) -> Path:
        """A path to save to: new, existing, or impossible."""
        names = ("saved", "saved.svg", "no/such/folder/saved", "nothing")
        return self._folder / self._chance.choice(names)

    def grow(self) -> str:
        """Change the file that is followed; return what was done to it."""
        action = self._chance.choice([self._say] * 8 + [self._tear, self._vanish, self._shrink])
        with suppress(FileNotFoundError):
            action()
        return action.__name__

    def _say(self) -> None:
        text = self._chance.choice(("an answer", *ODD[:-2]))
        causes = self._chance.choices(self._said, k=2)
        self._said.append(self._chance.choice(self._people).say(post(text, self._said[0], *causes)))
        with self.growing.open("ab") as file:
            file.write(self._said[-1].line)

    def _tear(self) -> None:
        with self.growing.open("ab") as file:
            file.write(b'{"key": "%oops\n')

    def _vanish(self) -> None:
        self.growing.unlink()

    def _shrink(self) -> None:
        self.growing.write_bytes(self.growing.read_bytes()[: self._chance.randrange(1_000)])
