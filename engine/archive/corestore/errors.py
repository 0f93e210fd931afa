"""The reasons why a Corestore can't be read, in words."""

from pathlib import Path

from tanglescope.engine.errors import ExitCode, TanglescopeError
from tanglescope.engine.wording import tr


class CorestoreError(TanglescopeError):
    """A Corestore that can't be read; `path` is its folder."""

    exit_code = ExitCode.BAD_INPUT

    def __init__(self, path: Path, said: str) -> None:
        super().__init__(f"{path}: {said}")
        self.path = path


class NotACorestore(CorestoreError):
    """A folder that isn't a Corestore."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            path, tr("this isn't a Corestore; choose the folder that holds CORESTORE and db")
        )


class UnsupportedStorage(CorestoreError):
    """A Corestore of an unsupported version."""


class DamagedCorestore(CorestoreError):
    """A Corestore whose database can't be opened."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(
            path,
            tr(
                "the database of this Corestore is damaged and can't be opened ({reason});"
                " try another copy",
                reason=reason,
            ),
        )


class EndlessCorestore(CorestoreError):
    """A Corestore that RocksDB doesn't finish reading."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            path,
            tr(
                "reading stopped because RocksDB doesn't finish; the database of this "
                "Corestore may be damaged, or crafted to cause this; try another copy"
            ),
        )


class LargeCorestore(CorestoreError):
    """A Corestore that needs more memory than the limit."""

    def __init__(self, path: Path, what: str) -> None:
        super().__init__(
            path,
            tr(
                "{what}, so reading stopped; its database may be damaged, or crafted to cause this",
                what=what,
            ),
        )


class ReaderMissing(CorestoreError):
    """The optional reader of RocksDB isn't installed."""

    exit_code = ExitCode.NOT_POSSIBLE

    def __init__(self, path: Path) -> None:
        super().__init__(
            path,
            tr(
                "reading a Corestore needs the package rocksdict; install it with: pip "
                "install rocksdict"
            ),
        )
