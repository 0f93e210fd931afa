"""Hide installed libraries from packages that import every library they find."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import get_ident


class _Hiding:
    """A module finder that hides some modules from one thread."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self._names = names
        self._thread = get_ident()

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        """Raise `ModuleNotFoundError` for hidden modules."""
        del path, target
        if name in self._names and get_ident() == self._thread:
            raise ModuleNotFoundError(f"{name} is hidden", name=name)


@contextmanager
def hide_modules(*names: str) -> Iterator[None]:
    """Make modules that aren't loaded yet look as if not installed, in this thread."""
    finder = _Hiding(names)
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
