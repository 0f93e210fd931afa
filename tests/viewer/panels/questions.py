"""Questions for the debugger process, in an importable module."""

import os
from typing import NoReturn

from tanglescope.engine.debug.open_graph import OnProgress, OpenGraph


def count(opened: OpenGraph, on_progress: OnProgress) -> int:
    on_progress("counting")
    return len(opened.graph.nodes)


def die(_opened: OpenGraph, _on_progress: OnProgress) -> NoReturn:
    os._exit(3)


def never(_opened: OpenGraph, on_progress: OnProgress) -> NoReturn:
    on_progress("begun")
    while True:
        pass
