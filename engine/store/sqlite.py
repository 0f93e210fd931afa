"""sqlite-utils, loaded without pandas and NumPy.

It imports them wherever it finds them, for data frames and arrays that we never store: 0.25 s and
80 MB at every start. Spark needs pandas to be installed, and the timeline of everything is ranked
with NumPy, so both are hidden while sqlite-utils is loaded.
"""

import sys

_hidden = [name for name in ("pandas", "numpy") if name not in sys.modules]
for _name in _hidden:
    sys.modules[_name] = None  # type: ignore[assignment]
try:
    from sqlite_utils import Database, Migrations
finally:
    for _name in _hidden:
        del sys.modules[_name]

__all__ = ["Database", "Migrations", "quoted"]


def quoted(name: str) -> str:
    """The name of a table or an index as SQL takes it, whatever characters it has."""
    return '"' + name.replace('"', '""') + '"'
