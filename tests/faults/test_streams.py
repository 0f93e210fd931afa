"""Commands with closed or full streams: no output ends up in one of our files."""

import json
import os
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tanglescope.engine.library import Library
from tests.engine.authors import Author, post
from tests.engine.store.libraries import write
from tests.quick import mostly_slow
from tests.viewer.windows import Talk

ROOT = Path(__file__).parents[2]


def run(
    *words: str | Path,
    close: range = range(0),
    out: int = subprocess.PIPE,
    err: int = subprocess.PIPE,
) -> tuple[int, str]:
    """The exit status of a command run with some standard streams closed, and its error output."""

    def close_some() -> None:
        for stream in close:
            os.close(stream)

    done = subprocess.run(
        [sys.executable, "-m", "tanglescope.viewer", *map(str, words)],
        cwd=ROOT,
        stdout=out,
        stderr=err,
        text=True,
        preexec_fn=close_some,
        check=False,
    )
    return done.returncode, done.stderr


@pytest.mark.parametrize("close", [pytest.param(range(1, 2), marks=pytest.mark.slow), range(3)])
def test_with_closed_streams_everything_is_done_as_usual(
    tmp_path: Path, talk: Talk, close: range
) -> None:
    log, database = write(tmp_path / "log.ndjson", talk.said), tmp_path / "own.db"
    assert run("import", log, "--database", database, close=close) == (0, "")
    assert run("verify", log, "--json", close=close)[0] == 0
    assert run("screenshot", tmp_path / "a.png", "--database", database, close=close) == (0, "")
    assert run("--help", close=close) == (0, "")
    assert log.read_bytes() == b"".join(each.line for each in talk.said)
    with Library.open(database) as library:
        assert len(library) == len(talk.said)
        assert library.check().problems == ()


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="no /dev/full is here")
@pytest.mark.parametrize("words", [["--help"], ["threads"], ["verify"]])
def test_output_that_has_no_room_is_reported_in_a_line(
    tmp_path: Path, talk: Talk, words: list[str]
) -> None:
    log, database = write(tmp_path / "log.ndjson", talk.said), tmp_path / "own.db"
    with Library.open(database) as library:
        library.ingest(log)
    more = {"threads": ["--database", database], "verify": [log]}
    with Path("/dev/full").open("w") as full:
        status, said = run(*words, *more.get(words[0], []), out=full.fileno())
    assert status == 5
    assert said.startswith("Error: No space left")
    assert said.count("\n") == 1


def full() -> list[int]:
    return [os.open("/dev/full", os.O_WRONLY)]


def without_a_reader() -> list[int]:
    reading, writing = os.pipe()
    os.close(reading)
    return [writing]


def never_emptied() -> list[int]:
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    os.write(writing, bytes(1 << 20))
    return [writing, reading]


@pytest.mark.parametrize(
    "stderr", mostly_slow([full, without_a_reader, never_emptied], never_emptied)
)
def test_warnings_to_a_closed_stream_end_nothing(
    tmp_path: Path, talk: Talk, stderr: Callable[[], list[int]]
) -> None:
    log, database = write(tmp_path / "log.ndjson", talk.said), tmp_path / "own.db"
    err, *others = stderr()
    assert run("import", log, "--database", database, "--json", err=err)[0] == 0
    with Library.open(database) as library:
        assert len(library) == len(talk.said)
    assert run("verify", "--no-such-option", err=err)[0] == 2
    for descriptor in (err, *others):
        os.close(descriptor)


HOSTILE = "\x1b]0;owned\x07\x9b2J\x7f\u202e日本語"
ENCODINGS = ["latin-1", "ascii", "ascii:replace", "utf-16", "cp037"]


COMMANDS = """
import json, os, sys
import tanglescope.engine.library
from tanglescope.viewer.__main__ import main
for words, *streams in json.loads(sys.argv[1]):
    if not os.fork():
        for descriptor, path in enumerate(streams, 1):
            os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), descriptor)
        sys.argv[1:] = words
        sys.exit(main())
    assert os.waitstatus_to_exitcode(os.wait()[1]) in (0, 1), words
"""
"""Commands, each in a process of its own, where Python was started and has imported them once."""


def said_in(
    encoding: str, *commands: list[str | Path], at: Path, folder: Path = ROOT
) -> list[tuple[bytes, bytes]]:
    """The output of commands, by encoding of their streams, for files at a path."""
    streams = [
        (at.with_suffix(f".{n}.out"), at.with_suffix(f".{n}.err")) for n in range(len(commands))
    ]
    jobs = [
        [list(map(str, words)), *map(str, both)]
        for words, both in zip(commands, streams, strict=True)
    ]
    done = subprocess.run(
        [sys.executable, "-c", COMMANDS, json.dumps(jobs)],
        cwd=folder,
        env=os.environ | {"PYTHONIOENCODING": encoding, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    said = [(out.read_bytes(), err.read_bytes()) for out, err in streams]
    for _, complaints in said:
        assert "Traceback" not in complaints.decode(encoding.partition(":")[0])
    return said


@pytest.mark.parametrize("encoding", mostly_slow(ENCODINGS, "ascii"))
def test_text_is_written_in_any_encoding_and_json_in_ascii(tmp_path: Path, encoding: str) -> None:
    eve = Author("eve")
    root = eve.say(post(f"{HOSTILE} zine"))
    log, database = write(tmp_path / "log.ndjson", [root]), tmp_path / "own.db"
    graph = tmp_path / "graph.ndjson"
    graph.write_text(json.dumps({"name": HOSTILE, "nodes": [{"id": HOSTILE, "after": []}]}))
    with Library.open(database) as library:
        library.ingest(log)
    at = ("--database", database)
    commands: list[list[str | Path]]
    commands = [["threads", *at], ["search", "zine", *at], ["verify", log], ["linearize", graph]]
    as_json = [[*words, "--json"] for words in commands]
    said = said_in(encoding, *commands, *as_json, at=tmp_path / "said")
    for text, _ in said[: len(commands)]:
        assert text.decode(encoding.partition(":")[0])
    for answer, _ in said[len(commands) :]:
        assert answer
        assert answer.isascii()
        assert b"\x7f" not in answer
        for line in answer.splitlines():
            json.loads(line)


def test_no_name_of_a_file_reaches_the_terminal(tmp_path: Path, talk: Talk) -> None:
    name = os.fsencode(f"{HOSTILE}\r\n.ndjson") + b"\xff"
    path = tmp_path / os.fsdecode(name)
    path.write_bytes(b"".join(each.line for each in talk.said)[:-50])
    commands = ["verify", path], ["verify", path, "--json"], ["linearize", path]
    for shown in said_in("utf-8", *commands, at=tmp_path / "said", folder=tmp_path):
        text = b"".join(shown).decode()
        assert text
        assert not {"\x1b", "\x07", "\x7f", "\x9b", "\u202e", "\r"} & set(text)


def with_few_files(most: int, *words: str | Path) -> tuple[int, str]:
    """The exit status of a command with a limit of open files, and its last line on stderr."""

    def restrict() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))

    done = subprocess.run(
        [sys.executable, "-m", "tanglescope.viewer", *map(str, words)],
        cwd=ROOT,
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        preexec_fn=restrict,
        timeout=120,
        check=False,
    )
    assert "Traceback" not in done.stderr
    return done.returncode, done.stderr


@pytest.fixture
def log(tmp_path: Path, talk: Talk) -> Path:
    return write(tmp_path / "log.ndjson", talk.said)


@pytest.fixture
def own(tmp_path: Path, log: Path) -> Path:
    with Library.open(tmp_path / "own.db") as library:
        library.ingest(log)
    return tmp_path / "own.db"


@pytest.fixture
def large(tmp_path: Path, talk: Talk, log: Path) -> Path:
    return write(tmp_path / "large.ndjson", talk.said * ((5 << 20) // len(log.read_bytes())))


def test_a_command_with_few_files_ends_with_an_answer_or_a_sentence(
    talk: Talk, own: Path, large: Path
) -> None:
    assert with_few_files(20, "threads", "--database", own) == (0, "")
    show = ("show", talk.root.key, "--format", "png", "--database", own)
    is_sentence(with_few_files(12, *show))
    is_sentence(with_few_files(14, "verify", large, "--threads", "2"))


@pytest.mark.slow
def test_every_command_with_few_files_ends_with_an_answer_or_a_sentence(
    tmp_path: Path, talk: Talk, log: Path, own: Path, large: Path
) -> None:
    at = ("--database", own)
    for words in (
        ["check", *at],
        ["import", log, "--database", tmp_path / "new.db"],
        ["import", large, "--database", tmp_path / "large.db"],
        ["shuffle", "--thread", talk.root.key, *at],
    ):
        assert with_few_files(20, *words) == (0, "")
    replay = ("screenshot", tmp_path / "a.png", "--view", "replay", "--thread", talk.root.key, *at)
    is_sentence(with_few_files(20, *replay))
    is_sentence(with_few_files(20, "window", log, *at))
    is_sentence(with_few_files(20, "verify", large, "--threads", "8"))


def is_sentence(reported: tuple[int, str]) -> None:
    status, said = reported
    assert status == 5
    assert said.startswith("Error: The system allows this program too few open files")
    assert said.count("\n") == 1


@pytest.mark.slow
@pytest.mark.spark
@pytest.mark.parametrize("most", [16, 20, 40])
def test_spark_with_few_files_is_reported(tmp_path: Path, talk: Talk, most: int) -> None:
    log = write(tmp_path / "log.ndjson", talk.said)
    words = ("import", log, "--master", "local[2,3]", "--database", tmp_path / "new.db")
    status, reported = with_few_files(most, *words)
    assert status == 5
    assert "too few open files" in reported
