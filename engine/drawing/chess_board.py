"""A chess position as rows of squares, read from Forsyth-Edwards notation (FEN)."""

PIECES = "KQRBNPkqrbnp"
EMPTY = "."
SIDE = 8


def position(notation: object) -> tuple[str, ...] | None:
    """Eight rows of eight squares from black's side down; None for anything that isn't a position.

    White's pieces are capital letters, as in the notation.
    """
    if not isinstance(notation, str) or len(notation) > 200:
        return None
    ranks = notation.split(" ")[0].split("/")
    rows = tuple(map(_row, ranks))
    return rows if len(rows) == SIDE and all(len(row) == SIDE for row in rows) else None


def _row(rank: str) -> str:
    """The squares of a rank; None if a letter isn't a piece."""
    row = ""
    for letter in rank:
        if letter in PIECES:
            row += letter
        elif letter in "12345678":
            row += EMPTY * int(letter)
        else:
            return ""
    return row
