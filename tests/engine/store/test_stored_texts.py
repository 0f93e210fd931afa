"""Private texts are on disk only while the user wants them there."""

import hashlib
import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from nacl.bindings import crypto_sign_seed_keypair

from tanglescope.engine.commandline.check import check
from tanglescope.engine.library import Library
from tanglescope.engine.message.identity import Identity
from tanglescope.engine.message.private import Keyring
from tanglescope.engine.store.files.errors import DatabaseError
from tests.engine.authors import Author, Said
from tests.engine.store.libraries import write
from tools.sealing import box1

WORDS = "under the third flowerpot"


@pytest.fixture
def ann() -> Author:
    return Author("ann")


@pytest.fixture
def keyring(ann: Author) -> Keyring:
    _, private = crypto_sign_seed_keypair(hashlib.sha256(b"ann").digest())
    return Keyring(Identity(ann.feed, private))


@pytest.fixture
def path(tmp_path: Path, ann: Author) -> Path:
    """A database with private messages, each of which is as long as several of its pages."""
    bob = Author("bob")
    database = tmp_path / "library.db"
    with Library.open(database) as library:
        library.ingest(write(tmp_path / "log.ndjson", [whisper(bob, ann, n) for n in range(40)]))
    return database


def whisper(author: Author, reader: Author, number: int) -> Said:
    content = {"type": "post", "text": f"{WORDS} {number} \ud83d " * 20}
    return author.say(box1(json.dumps(content).encode(), [reader.feed]))


def stored(database: Path) -> bytes:
    """All bytes of a database on disk."""
    return b"".join(file.read_bytes() for file in database.parent.glob(f"{database.name}*"))


def keep(path: Path, keyring: Keyring) -> None:
    with Library.open(path) as library:
        library.stored_texts.turn_on()
        library.stored_texts.put(library.unlock(keyring).texts())


def test_no_text_is_stored_by_default(path: Path, keyring: Keyring) -> None:
    with Library.open(path) as library:
        private = library.unlock(keyring)
        assert len(private.texts()) == 40
        library.stored_texts.put(private.texts())
        assert (library.stored_texts.is_on, len(library.stored_texts)) == (False, 0)
    assert WORDS.encode() not in stored(path)


def test_what_is_kept_is_read_without_a_key(path: Path, keyring: Keyring) -> None:
    with Library.open(path) as library:
        expected = library.unlock(keyring).texts()
    keep(path, keyring)
    with Library.open(path, read_only=True) as library:
        assert library.stored_texts.is_on
        assert library.unlock(Keyring()).texts() == expected
        assert all(thread.private for thread in library.threads())


def test_a_forged_text_is_found_by_its_key_and_never_shown_beside_it(
    path: Path, keyring: Keyring, tmp_path: Path
) -> None:
    keep(path, keyring)
    with Library.open(path) as library:
        said = library.unlock(keyring).texts()
        assert library.check(keyring=keyring).unproven == ("when messages were received",)
        library._database.execute(
            "UPDATE stored_texts SET content = replace(content, 'flowerpot', 'paving stone')"
            " WHERE message = 7"
        )
    with Library.open(path, read_only=True) as library:
        assert library.check().ok, "without a key nothing can prove it"
        assert "the stored texts of private messages" in library.check().unproven
        (problem,) = library.check(keyring=keyring).problems
        assert problem.what == "Its stored private text doesn't match the message."
        assert library.unlock(keyring).texts() == said
    assert keyring.identity is not None
    secret = tmp_path / "secret"
    secret.write_text(keyring.identity.secret_file())
    words = ["--database", str(path), "--secret", str(secret)]
    result = CliRunner().invoke(check, words)
    assert result.exit_code == 1
    assert "doesn't match" in result.stdout


def test_of_what_was_kept_nothing_is_left(path: Path, keyring: Keyring) -> None:
    keep(path, keyring)
    assert stored(path).count(WORDS.encode()) >= 800
    with Library.open(path) as library:
        library.stored_texts.turn_off()
        assert WORDS.encode() not in stored(path)
        assert not library.stored_texts.is_on
        assert library.unlock(Keyring()).texts() == {}
        assert library.check().ok


def test_keys_are_never_kept(path: Path, keyring: Keyring) -> None:
    keep(path, keyring)
    _, private = crypto_sign_seed_keypair(hashlib.sha256(b"ann").digest())
    assert keyring.identity is not None
    for secret in (private[:32], keyring.identity.exchange_secret):
        assert secret not in stored(path)


def test_a_reader_in_the_way_of_wiping_is_reported(
    path: Path, keyring: Keyring, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tanglescope.engine.store.files.database.BUSY_SECONDS", 0.05)
    keep(path, keyring)
    with Library.open(path) as library, Library.open(path, read_only=True) as reader:
        reader._database.execute("BEGIN")
        assert len(reader) == 40
        with pytest.raises(DatabaseError, match="another program is reading"):
            library.stored_texts.turn_off()
        reader._database.rollback()
        library.stored_texts.turn_off()
    assert WORDS.encode() not in stored(path)


@pytest.mark.parametrize("text", ["", "[]", "{", "5", "[" * 5000])
def test_a_text_stored_by_another_program_is_not_used(
    path: Path, keyring: Keyring, text: str
) -> None:
    with Library.open(path) as library:
        library._database.execute("INSERT INTO stored_texts SELECT id, ? FROM messages", (text,))
        library._database.commit()
        assert library.unlock(Keyring()).texts() == {}
        assert len(library.unlock(keyring).texts()) == 40
