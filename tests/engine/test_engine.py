import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from tanglescope import engine


@pytest.mark.parametrize("name", engine.__all__)
def test_every_name_for_scripts_is_there(name: str) -> None:
    assert getattr(engine, name) is not None
    assert name in dir(engine)


def test_what_type_checkers_see_is_what_is_there() -> None:
    source = Path(engine.__file__).read_text("utf-8")
    seen = re.findall(r"^    from (tanglescope\.engine\.\S+) import (.+)$", source, re.MULTILINE)
    for home, names in seen:
        for name in names.split(", "):
            assert getattr(engine, name) is getattr(import_module(home), name)
    assert sorted(name for _, names in seen for name in names.split(", ")) == sorted(engine.__all__)


def test_an_unknown_name_is_refused_as_python_does() -> None:
    with pytest.raises(AttributeError, match="no attribute 'timeline_of'"):
        engine.timeline_of  # noqa: B018 - asking is the point


def test_ordering_events_opens_neither_a_database_nor_spark() -> None:
    program = "import sys; from tanglescope.engine import Timeline; print(*sys.modules)"
    modules = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout.split()
    assert "tanglescope.engine.linear.scuttlesort.timeline" in modules
    assert not {"sqlite3", "pyspark", "pyarrow", "nacl"} & set(modules)
