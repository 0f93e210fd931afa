"""Hide installed libraries from packages that load whatever they find."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import get_ident


class _Hiding:
    """A finder of modules that denies some of them to one thread."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self._names = names
        self._thread = get_ident()

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        """Raise `ModuleNotFoundError` for what is hidden."""
        del path, target
        if name in self._names and get_ident() == self._thread:
            raise ModuleNotFoundError(f"{name} is hidden", name=name)


@contextmanager
def hidden(*names: str) -> Iterator[None]:
    """Let modules that aren't loaded yet seem not to be installed, in this thread."""
    finder = _Hiding(names)
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
