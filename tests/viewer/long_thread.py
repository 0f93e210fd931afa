"""A long thread that is generated on demand."""

from tanglescope.engine.library import Edges, StoredMessage
from tests.viewer.fake_library import FakeLibrary, message

SIZE = 100_000


def name(number: int) -> str:
    return f"m{number:06}"


class LongThread(FakeLibrary):
    """A long thread in which every message replies to the one before it."""

    def __init__(self) -> None:
        super().__init__()
        self.keys = [name(number) for number in range(SIZE)]

    def messages(self, keys: list[str]) -> dict[str, StoredMessage]:
        return {key: self.known.get(key) or self.said(key) for key in keys}

    def waiting(self, _keys: object) -> dict[str, tuple[str, ...]]:
        return {}

    def edges(self, keys: list[str]) -> dict[str, Edges]:
        return {key: self._joined(key) for key in keys}

    def said(self, key: str) -> StoredMessage:
        number = int(key[1:])
        text = f"message {number} " + "words and words " * (number % 7)
        content = {"type": "post", "text": text}
        causes = self._joined(key).causes
        return message(key, content, author=f"@{number % 9}", asserted=1.5e12, causes=causes)

    @staticmethod
    def _joined(key: str) -> Edges:
        if not key.startswith("m"):
            return Edges()
        number = int(key[1:])
        before = (name(number - 1),) if number else ()
        return Edges(before, (name(number + 1),) if number + 1 < SIZE else ())
