"""The folder for the parts of an import, which only this user can write into.

What a part says is believed, also that messages are valid. So parts are in the user's cache. The
machines of a cluster need a folder that they share: it is beside the database and has a random
name, which only this user's cache knows, so that another user can't have prepared it.
"""

import hashlib
import os
import re
import shutil
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from time import time

from tanglescope.engine.system.files import Beside, make_own_folder, make_private_file
from tanglescope.engine.system.user_folders import cache_folder

_FORGOTTEN = 30 * 24 * 60 * 60
"""Seconds after which the parts of an import that isn't continued are removed."""


def own_parts(path: Path) -> Path:
    """The folder of this user for the parts of an import into the database at `path`."""
    name = hashlib.sha256(os.fsencode(os.path.realpath(path))).hexdigest()[:16]
    return cache_folder("imports") / name


def parts_for(path: Path, *, shared: bool) -> Path:
    """The folder for the parts of an import into the database at `path`.

    It is in the user's cache or, if workers on other machines share it, beside the database.
    """
    folder, name = own_parts(path), token_hex(8)
    try:
        make_own_folder(folder.parent)
        _forget_old(folder.parent)
        make_own_folder(folder)
        os.utime(folder)
        if not shared:
            return folder
        name = _kept_name(folder / "shared", name)
    except OSError:
        pass  # without a cache, nothing is kept for a later import
    return Beside.PARTS.of(path.with_name(f"{path.name}.{name}")).absolute()


def forget_parts(path: Path, staging: Path) -> None:
    """Remove the parts of an import that is complete."""
    for folder in (staging, own_parts(path)):
        shutil.rmtree(folder, ignore_errors=True)


def _kept_name(file: Path, new: str) -> str:
    with suppress(FileNotFoundError):
        if re.fullmatch("[0-9a-f]{16}", found := file.read_text()):
            return found
    make_private_file(file)
    file.write_text(new)
    return new


def _forget_old(imports: Path) -> None:
    for each in imports.iterdir():
        if time() - each.lstat().st_mtime > _FORGOTTEN:
            shutil.rmtree(each, ignore_errors=True)
