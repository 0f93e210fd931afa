"""What every package installs: the program, and what desktops, shells and `man` read."""

import gzip
import shutil
import subprocess
from pathlib import Path

from tanglescope.engine.commandline.shell import desktop_files

NAME = "tanglescope"
_COMPLETIONS = {
    "bash": f"bash-completion/completions/{NAME}",
    "zsh": f"zsh/vendor-completions/_{NAME}",
    "fish": f"fish/vendor_completions.d/{NAME}.fish",
}


def plant(folder: Path, prefix: Path) -> None:
    """Put the program of `folder` below an empty `prefix`, with all that belongs to it."""
    shutil.copytree(folder, prefix / "lib" / NAME, symlinks=True)
    program = prefix / "bin" / NAME
    program.parent.mkdir()
    program.symlink_to(f"../lib/{NAME}/{NAME}")
    share = prefix / "share"
    for place, text in desktop_files([NAME]):
        put(share / place, text.encode())
    for shell, place in _COMPLETIONS.items():
        put(share / place, _printed(program, "completion", shell))
    put(share / "man" / "man1" / f"{NAME}.1.gz", packed(_printed(program, "man")))
    for path in (prefix, *prefix.rglob("*")):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or path == program.resolve() else 0o644)


def put(path: Path, content: bytes) -> None:
    """Write a file, and make the folders around it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def packed(content: bytes) -> bytes:
    """Content as `gzip -9n` packs it: the same whenever it is done."""
    return gzip.compress(content, 9, mtime=0)


def _printed(program: Path, *words: str) -> bytes:
    return subprocess.run([program, *words], capture_output=True, check=True).stdout
