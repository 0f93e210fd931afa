"""Many edits become one script: the fewest edits with the same outcome.

The edits are tried on a *rope*, which stands for the list before them without holding it: a
sequence of pieces, each a run of old elements or a new name. What the pieces are in the end is
all that the fewest edits depend on.
"""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TypeAlias

from engine.linear.edit_script import fewest_edits
from engine.linear.edits import Edit, Insert, Move

Piece: TypeAlias = tuple[int, int] | str
"""The position of a run in the list before, and its length; or the name of a new element."""

_FULL = 32


class Rope:
    """The list that edits make of one of `length` elements, known by their old positions."""

    def __init__(self, length: int) -> None:
        self._chunks: list[list[Piece]] = [[(0, length)] if length else []]
        self._lengths = [length]
        # The chunk that was looked at last, and how many elements stand before it: edits that
        # follow each other are mostly close to each other.
        self._chunk = 0
        self._before = 0

    def __iter__(self) -> Iterator[Piece]:
        return chain.from_iterable(self._chunks)

    def insert(self, position: int, piece: Piece) -> None:
        """Put a single element at a position."""
        chunk, index = self._cut(position)
        self._chunks[chunk].insert(index, piece)
        self._lengths[chunk] += 1
        if len(self._chunks[chunk]) > 2 * _FULL:
            self._split(chunk)

    def take(self, position: int) -> Piece:
        """Take the element at a position out."""
        chunk, index = self._cut(position)
        pieces = self._chunks[chunk]
        piece = pieces[index]
        if isinstance(piece, str) or piece[1] == 1:
            del pieces[index]
        else:
            start, width = piece
            pieces[index] = (start + 1, width - 1)
            piece = (start, 1)
        self._lengths[chunk] -= 1
        return piece

    def _cut(self, position: int) -> tuple[int, int]:
        """Where a piece begins at the position, or would at the end of its chunk."""
        while position < self._before:
            self._chunk -= 1
            self._before -= self._lengths[self._chunk]
        while position >= self._before + self._lengths[self._chunk] and (
            self._chunk + 1 < len(self._chunks)
        ):
            self._before += self._lengths[self._chunk]
            self._chunk += 1
        chunk = self._chunk
        position -= self._before
        pieces = self._chunks[chunk]
        index = 0
        while position:
            piece = pieces[index]
            width = 1 if isinstance(piece, str) else piece[1]
            if position < width and not isinstance(piece, str):
                start = piece[0]
                pieces[index : index + 1] = [
                    (start, position),
                    (start + position, width - position),
                ]
                width = position
            position -= width
            index += 1
        return chunk, index

    def _split(self, chunk: int) -> None:
        pieces = self._chunks[chunk]
        parts = [pieces[:_FULL], pieces[_FULL:]]
        self._chunks[chunk : chunk + 1] = parts
        self._lengths[chunk : chunk + 1] = [
            sum(1 if isinstance(piece, str) else piece[1] for piece in part) for part in parts
        ]


def merge_edits(edits: Sequence[Edit], length: int) -> list[Edit]:
    """The fewest edits that do to a list of `length` elements what all of these do in turn."""
    if all(isinstance(edit, Insert) for edit in edits):
        return list(edits)
    rope = Rope(length)
    for edit in edits:
        match edit:
            case Insert(name, position):
                rope.insert(position, name)
            case Move(source, destination):
                rope.insert(destination, rope.take(source))
    return fewest_edits(rope)
