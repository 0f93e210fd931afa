"""sqlite-utils, loaded without pandas and NumPy.

It imports them wherever it finds them, for data frames and arrays that we never store: 0.25 s and
80 MB at every start. Spark needs pandas to be installed, and the timeline of everything is ranked
with NumPy, so both are hidden while sqlite-utils is loaded.
"""

from engine.hiding import hidden

with hidden("pandas", "numpy"):
    from sqlite_utils import Database, Migrations

__all__ = ["Database", "Migrations", "quoted"]


def quoted(name: str) -> str:
    """The name of a table or an index as SQL takes it, whatever characters it has."""
    return '"' + name.replace('"', '""') + '"'
