"""Class data: what a JVM has loaded, kept so that the next one starts in half the time.

Java writes it down at the end of a run, some 190 MB, and reads it at the start of those that
follow. It refuses the file, and says nothing, as soon as one of the archives that the classes came
from is another: so the file is named after all of them.
"""

import hashlib
from dataclasses import dataclass
from pathlib import Path

from pyspark.find_spark_home import _find_spark_home


@dataclass(frozen=True, slots=True)
class ClassData:
    """The file that fits, and where a run puts down what it loads if there is none."""

    kept: Path
    told: Path

    @classmethod
    def of(cls, java: Path, cache: Path, folder: Path) -> "ClassData":
        """That of a Java and of the Spark that is installed; `folder` is that of the run."""
        digest = hashlib.sha256()
        for file in (java.resolve(), *sorted(Path(_find_spark_home(), "jars").glob("*.jar"))):
            status = file.stat()
            digest.update(f"{file} {status.st_size} {status.st_mtime_ns}\n".encode())
        name = f"classes-{digest.hexdigest()[:16]}.jsa"
        return cls(cache / name, folder / name)

    @property
    def option(self) -> str:
        """What tells a JVM to read the file, or to write it."""
        if self.kept.exists():
            return f"-XX:SharedArchiveFile={self.kept}"
        return f"-XX:ArchiveClassesAtExit={self.told}"

    def keep(self) -> None:
        """Keep what was told, if it was, and none of what fits no longer."""
        if not self.told.exists():
            return
        for old in self.kept.parent.glob("classes-*.jsa"):
            old.unlink()
        self.told.replace(self.kept)
