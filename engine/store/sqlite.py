"""sqlite-utils, loaded without pandas.

It imports pandas wherever it finds it, for data frames that we never have: 0.25 s and 60 MB at
every start. Spark needs pandas to be installed, so it is hidden while sqlite-utils is loaded.
"""

import sys

_hides = "pandas" not in sys.modules
if _hides:
    sys.modules["pandas"] = None  # type: ignore[assignment]
try:
    from sqlite_utils import Database, Migrations
finally:
    if _hides:
        del sys.modules["pandas"]

__all__ = ["Database", "Migrations"]
