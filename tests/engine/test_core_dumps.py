"""Core dumps: the memory of a process that has read a key or decrypted text is never written."""

import json
import os
import resource
import signal
import subprocess
import sys
from base64 import b64encode
from pathlib import Path
from textwrap import dedent

import pytest

from tanglescope.engine.library import Library
from tanglescope.engine.message.box2 import Scheme
from tanglescope.engine.message.identity import new_identity
from tanglescope.engine.message.private import Keyring
from tests.engine.authors import Author, post
from tests.quick import mostly_slow
from tools.sealing import box2

ROOT = Path(__file__).parents[2]
KEY = bytes(range(100, 132))
WORDS = "the words of a private message"
PATTERN = Path("/proc/sys/kernel/core_pattern")

# A program says whether dumps are possible, then crashes while it holds what it has read.
CRASH = """
import ctypes, os, signal, sys
from pathlib import Path
folder = Path(sys.argv[1])
held = read(folder)
print(ctypes.CDLL(None).prctl(3, 0, 0, 0, 0), flush=True)  # PR_GET_DUMPABLE
os.kill(os.getpid(), signal.SIGSEGV)
"""

NOTHING = """
def read(folder):
    return (folder / "keys").read_text()
"""

READING = {
    "identity": """
from tanglescope.engine.message.identity import read_identity
def read(folder):
    return read_identity(folder / "secret")
""",
    "own feed": """
from tanglescope.engine.library import OwnFeed
def read(folder):
    return OwnFeed.open(folder / "feed")
""",
    "typed group keys": """
from tanglescope.engine.message.private import read_group_keys
def read(folder):
    return read_group_keys((folder / "keys").read_text())
""",
    "group keys in a file": """
from tanglescope.engine.archive.keyrings import read_keys
def read(folder):
    return read_keys(folder / "keys")
""",
    "key of an Autobase": """
from tanglescope.engine.archive.corestore.encryption import read_base_key
def read(folder):
    return read_base_key((folder / "base").read_bytes())
""",
    "key of a network": """
from tanglescope.engine.commandline.verify import verify
def read(folder):
    key = (folder / "keys").read_text()
    return verify.make_context("verify", [str(folder / "log.ndjson"), "--hmac-key", key])
""",
    "key of a blob": """
from tanglescope.engine.blobs.links import key_of
def read(folder):
    return key_of("&x.sha256?unbox=" + (folder / "keys").read_text())
""",
    "kept text": """
from tanglescope.engine.library import Library
from tanglescope.engine.message.private import Keyring
def read(folder):
    with Library.open(folder / "own.db", read_only=True) as library:
        return library.unlock(Keyring()).texts()
""",
    "a worker": """
import signal
from tanglescope.engine.archive.processes import WorkerEnded, started
def read(folder):
    with started(1) as workers:
        held = workers.submit(bytes, (folder / "base").read_bytes())
        held.result()
        ended = workers.submit(signal.raise_signal, signal.SIGSEGV)
        try:
            ended.result()
        except WorkerEnded:
            sys.exit("a worker ended")
""",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "secret").write_text(new_identity().secret_file())
    (tmp_path / "keys").write_text(b64encode(KEY).decode())
    (tmp_path / "base").write_bytes(KEY)
    ann = Author("ann")
    sealed = box2(json.dumps(post(WORDS)).encode(), ann.feed, None, [(KEY, Scheme.GROUP.value)])
    (tmp_path / "log.ndjson").write_bytes(ann.say(sealed).line)
    with Library.open(tmp_path / "own.db") as library:
        library.ingest(tmp_path / "log.ndjson")
        library.stored_texts.turn_on()
        library.stored_texts.put(library.unlock(Keyring(group_keys=(KEY,))).texts())
    return tmp_path


def crashed(program: str, folder: Path) -> tuple[str, bytes]:
    """What a program says that may dump everything, and what it dumped when it crashed."""
    where = folder / "dumps"
    where.mkdir()
    code = f"import sys\nfrom pathlib import Path\n{program}\n{CRASH}"

    def allow_dumps() -> None:
        _, hard = resource.getrlimit(resource.RLIMIT_CORE)
        resource.setrlimit(resource.RLIMIT_CORE, (hard, hard))

    done = subprocess.run(
        [sys.executable, "-P", "-c", code, str(folder)],
        cwd=where,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        preexec_fn=allow_dumps,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode in (-signal.SIGSEGV, 1), done.stderr
    return done.stdout.strip(), b"".join(path.read_bytes() for path in where.iterdir())


def dumps_are_files_here() -> bool:
    """Whether a crash would leave a file in the current folder."""
    _, hard = resource.getrlimit(resource.RLIMIT_CORE)
    text = PATTERN.read_text() if PATTERN.exists() else "|"
    return hard != 0 and text[0] not in "|/"


@pytest.mark.skipif(not PATTERN.exists(), reason="only Linux dumps cores in this way")
@pytest.mark.parametrize("what", mostly_slow(READING, "identity", "a worker"))
def test_what_was_read_is_in_no_core_dump(folder: Path, what: str) -> None:
    """Also where the system pipes dumps to a program, which only the second limit prevents."""
    dumpable, dump = crashed(READING[what], folder)
    assert dumpable in ("0", "")  # a worker crashes before its parent says anything
    assert dump == b""


@pytest.mark.skipif(not dumps_are_files_here(), reason="dumps aren't written here")
def test_a_crash_would_be_dumped_otherwise(folder: Path) -> None:
    dumpable, dump = crashed(NOTHING, folder)
    assert dumpable == "1"
    assert b64encode(KEY) in dump


def test_the_limit_is_inherited_by_programs_that_are_started(folder: Path) -> None:
    """A JVM, for example, which has no second limit."""
    said = """
    def read(folder):
        read_keys(folder / "keys")
        import subprocess
        subprocess.run(["sh", "-c", "ulimit -c"], check=True)
        sys.exit(1)
    """
    limit, _ = crashed(
        "from tanglescope.engine.archive.keyrings import read_keys" + dedent(said), folder
    )
    assert limit == "0"
