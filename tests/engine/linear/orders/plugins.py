"""Plug-ins installed for the duration of a test, as by pip."""

from pathlib import Path

import pytest

from tanglescope.engine.linear.orders.own import GROUP


def install(folder: Path, monkeypatch: pytest.MonkeyPatch, code: str, **points: str) -> None:
    """Install a module `its_orders` with this code, and entry points by name."""
    (folder / "its_orders.py").write_text(code)
    info = folder / "its_orders-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: its-orders\nVersion: 1.0\n")
    lines = [f"{name} = its_orders:{target}" for name, target in points.items()]
    (info / "entry_points.txt").write_text("\n".join([f"[{GROUP}]", *lines, ""]))
    monkeypatch.syspath_prepend(folder)
    monkeypatch.delitem(__import__("sys").modules, "its_orders", raising=False)
